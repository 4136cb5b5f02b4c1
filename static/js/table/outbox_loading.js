// What waits in the storage when a page is loaded. Before it is known, nobody can say which hand comes next, and nothing
// is sent.
//
// A storage that is slow, or fails for a moment, is read again; some phones never allow one. After a few seconds hands
// can be entered without it, and after some more they are sent.

import { isForbidden } from "./database.js";
import { isEmpty } from "./hand_entry.js";
import { emptyForm, keepForm, restoreForm } from "./outbox_form.js";
import { isOfFormerHanchan, screen } from "./outbox_order.js";
import { isAhead, state, waitingHands } from "./outbox_queue.js";
import { holdToCompare, save } from "./outbox_rejected.js";
import { goBlind, leaveBlind } from "./outbox_screen.js";
import { send } from "./outbox_sending.js";
import { holdBesideUnread } from "./outbox_unread.js";
import { keyOf, waiting } from "./store.js";
import { renumber, set } from "./submission.js";

const ENTER_WITHOUT_STORAGE_AFTER = 3000;
const SEND_WITHOUT_STORAGE_AFTER = 20000;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 15000;

const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

let endWait = () => {};

// The storage works again, as something else was read from it.
export const readAgain = () => endWait();
document.addEventListener("outbox:answers", readAgain);

// Ends when what waits for the table is in the queue, or hands can be entered without knowing it.
export async function load(table) {
  screen().inert = true;
  const reading = read(table);
  const stored = await Promise.race([reading, pause(ENTER_WITHOUT_STORAGE_AFTER)]);
  screen().inert = false;
  if (stored) {
    take(stored);
    state.isRead = state.maySend = true;
    restoreForm();
    send();
    return;
  }
  emptyForm();
  goBlind();
  const timer = setTimeout(sendWithoutStorage, SEND_WITHOUT_STORAGE_AFTER - ENTER_WITHOUT_STORAGE_AFTER);
  reading.then((late) => {
    goOn(take(late));
    clearTimeout(timer);
  });
}

async function read(table) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      return await waiting(table);
    } catch (error) {
      if (isForbidden(error)) return [];
      await Promise.race([pause(wait), new Promise((resolve) => { endWait = resolve; })]);
    }
  }
}

function sendWithoutStorage() {
  state.maySend = true;
  if (!state.queue.length) leaveBlind();
  send();
}

function goOn(isAnyFound) {
  state.isRead = state.maySend = true;
  if (isEmpty() && !state.confirmed && !state.taken) restoreForm();
  else keepForm();
  if (!isAhead()) leaveBlind();
  else if (isAnyFound) goBlind(); // a hand that waits for its answer alone does not make the screen blind
  send();
}

// What was entered meanwhile comes after what waits, and so does what an earlier page has stored that was closed before it
// knew what waits. Returns whether any was found.
function take(stored) {
  const known = new Set(state.queue.map(keyOf));
  const late = stored.filter((submission) => !known.has(keyOf(submission)));
  state.queue = [...late, ...state.queue];
  holdBesideUnread(screen().dataset.table, late); // an earlier page may have sent hands of the same hanchan
  const hands = waitingHands();
  const ofEarlierPage = hands.filter((hand) => late.includes(hand) && hand.isUnplaced);
  place([...ofEarlierPage, ...hands.filter((hand) => !late.includes(hand))]);
  return late.length > 0;
}

// Another tab may be closed before it knew what waits.
export function placeOfClosedTabs() {
  const hands = waitingHands().filter((hand) => hand.isUnplaced);
  if (state.isRead && hands.length) place(hands);
}

// Once hands may have been sent without knowing what waits, a person compares. One that was sent takes the later number
// too: under its own, the server would take it for an equal hand that waits before it. If it was recorded, its key says so.
function place(entered) {
  const before = waitingHands().filter((hand) => !entered.includes(hand));
  const wereSent = (!state.isRead && state.maySend) || entered.some((hand) => hand.isUnplaced && hand.wasSent);
  const isFormerFirst = state.queue.some(isOfFormerHanchan);
  let least = Math.max(0, ...before.map((hand) => hand.number + 1));
  for (const hand of entered) {
    // What waited in another tab may be recorded by now, and equal: the server would take this hand for it.
    if (hand.isUnplaced) set(hand, { renumbered: "1" });
    hand.isUnplaced = false;
    if (isFormerFirst) hand.isHeld = hand.isBlind = true;
    if (hand.number < least) {
      hand.isBlind = true;
      renumber(hand, least);
    }
    least = hand.number + 1;
  }
  const compared = wereSent && before.length ? [...before, ...entered] : [];
  for (const hand of compared) holdToCompare(hand);
  save(compared.length ? compared : entered);
}
