// The outbox. What changes the table is stored in this phone before it is sent, and stays until the server has
// answered, whatever the answer. Each submission has a key of its own: sending it twice records it once.
//
// A hand without an answer does not hold up the next one. The page then is "blind": it knows seats and names, but not
// the points, the winds or the dealer of the hand that comes next. Only the server knows the rules.
//
// A hand that the server did not record is "rejected" (outbox_rejected.js) and waits for a person.

import { redraw } from "../live/fetch.js";
import { chosenWords, clear, isEmpty } from "./hand_entry.js";
import { showCodes } from "./outbox_code.js";
import { takeAgain } from "./outbox_form.js";
import { load, placeOfClosedTabs, readAgain } from "./outbox_loading.js";
import { isTouchMeant, notice } from "./outbox_notice.js";
import { isAfter, isOfFormerHanchan, isOfShownHanchan, screen } from "./outbox_order.js";
import { showOtherTables } from "./outbox_other_tables.js";
import {
  baseOf, closeGap, decide, discard, follow, isAhead, isUndo, keepsNumber, keepUntilAnswered, leaveGap, missingNumber, nextNumber, nextToSend, shownNumber, state, store, takeOver, waitingHands,
} from "./outbox_queue.js";
import { isStopped, restore, withdraw } from "./outbox_rejected.js";
import { goBlind, leaveBlind, moveOn, showNotice, showNumber } from "./outbox_screen.js";
import { send, sendSoon } from "./outbox_sending.js";
import { change, followTabs } from "./store.js";
import { fieldsOf, newKey, request, set, valueOf } from "./submission.js";

const PATIENCE = 3000; // then the next hand can be entered
const { table } = screen().dataset;

// Confirming

function submissionOf(form, button) {
  const fields = fieldsOf(form, button);
  const hand = document.getElementById("hand");
  if ("withHand" in form.dataset && hand) fields.push(...fieldsOf(hand).filter(([name]) => !["for", "taken"].includes(name)));
  const { page } = screen().dataset;
  const words = (button?.textContent ?? "").trim();
  const submission = { table, page, action: form.action, fields, number: null, words, isBlind: false, wasSent: false };
  // Hands that are not read yet may wait, too.
  if (isUndo(submission) && (waitingHands().length || !state.isRead)) Object.assign(submission, { isAfterHands: true, undoes: undoneBy(form, submission) });
  if (!form.matches(".confirm")) return { ...submission, madeOn: baseOf(screen()) };
  submission.number = nextNumber();
  submission.words = chosenWords();
  submission.isUnplaced = !state.isRead; // a hand of its number may wait in the storage
  submission.isHeld = isHeldBack(submission);
  if (state.taken?.isWithdrawn) {
    const { isBehindGap, isAfterUndone, isToCompare, undo } = state.taken;
    Object.assign(submission, { isBehindGap, isAfterUndone, isToCompare, undo });
  }
  // The revision in the form is that of the hand whose number the form shows.
  submission.isBlind = submission.isHeld || "blind" in screen().dataset || submission.number !== shownNumber();
  // A screen redrawn in place has the old key. A withdrawn hand keeps its number, and with it the revision of that time.
  const kept = keepsNumber(state.taken) ? { base: valueOf(state.taken, "base"), renumbered: valueOf(state.taken, "renumbered") } : {};
  set(submission, { number: String(submission.number), key: newKey(), ...kept });
  return submission;
}

const undoneBy = (form, submission) =>
  ({ number: Number(form.dataset.undoes), hand: valueOf(submission, "hand"), revision: Number(valueOf(submission, "revision")) });

// What is filled in again takes its own place, which may be behind others that wait for a person by now.
function isHeldBack(submission) {
  const { queue, taken } = state;
  if (taken?.isWithdrawn && taken.isHeld) return true;
  if (taken) return queue.some((other) => isStopped(other) && isAfter(taken, other));
  return queue.some((other) => isOfFormerHanchan(other) || (isStopped(other) && isAfter(submission, other)));
}

// The button of an Undo that waits for an answer stays.
function isTouchedAgain(form) {
  const key = form.matches(".confirm") ? null : new FormData(form).get("key");
  return key !== null && state.queue.some((other) => valueOf(other, "key") === key);
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-outbox]")) return;
  event.preventDefault();
  if (screen().inert || isTouchedAgain(form)) return;
  screen().inert = true;
  state.recorded = 0;
  document.getElementById("messages").replaceChildren();
  const submission = submissionOf(form, event.submitter);
  state.confirmed = submission;
  if (submission.isAfterHands) await keepUntilAnswered(submission);
  else await store(submission);
  if (submission.isBlind) moveOn(submission);
  else if (!submission.isAfterHands) setTimeout(moveOn, PATIENCE, submission);
  sendSoon();
});

// Deciding about what waits

// Each hand is sent with the revision of its hanchan as it is now: whatever another phone records before it arrives is
// asked about. Returns whether it could be done: without the network nobody knows the hanchan of another round.
async function sendHeld() {
  const isShown = (hand) => isOfShownHanchan(hand) && !state.isStale;
  const isFormerFirst = state.queue.some(isOfFormerHanchan);
  const isMeant = (hand) => hand.isHeld && !(isFormerFirst && isOfShownHanchan(hand));
  const drawn = new Map();
  for (const { page } of state.queue.filter((hand) => isMeant(hand) && !isShown(hand))) {
    const answer = drawn.get(page) ?? await request(page ?? location.href, {}).catch(() => null);
    if (answer?.status !== 404 && !answer?.fresh) return false;
    drawn.set(page, answer);
  }
  const held = state.queue.filter((hand) => isMeant(hand) && (isShown(hand) || drawn.has(hand.page)));
  for (const hand of held) {
    hand.isHeld = hand.isToCompare = hand.isBehindGap = hand.isAfterUndone = false;
    const hanchan = isShown(hand) ? screen() : drawn.get(hand.page).fresh;
    if (hanchan) decide(hand, hanchan); // one that was cancelled says so when the hand is sent
  }
  await change(held).catch(() => {});
  if (!isFormerFirst && missingNumber() === shownNumber()) await closeGap(); // one between them is asked about
  return true;
}

notice.addEventListener("click", async (event) => {
  if (notice.dataset.shows === "recorded") {
    event.preventDefault();
    state.recorded = 0;
    showNotice();
    return;
  }
  const button = event.target.closest("button");
  if (!button || !isTouchMeant(button)) return;
  if ("share" in button.dataset) {
    showCodes(state.queue);
    return;
  }
  const submission = state.queue.find((other) => String(other.id) === button.dataset.of);
  if ("enter" in button.dataset) {
    state.isMissingEntered = true;
    showNumber();
    notice.firstElementChild.open = false;
    showNotice();
    return;
  }
  if ("send" in button.dataset) {
    if (state.isStale && isEmpty()) { // the table is not shown yet as it is now, to compare with
      send();
      showNotice("touch");
      return;
    }
    if (!state.queue.some((other) => other.isHeld)) await closeGap();
    else if (!(await sendHeld())) {
      showNotice("touch");
      return;
    }
    state.isRefused = state.isMissingEntered = false;
    showNumber();
  } else if (submission) {
    const isReplacing = ("again" in button.dataset || "change" in button.dataset) && !isEmpty();
    const isAsked = state.isReplaceAsked;
    state.isReplaceAsked = isReplacing && !isAsked;
    if (state.isReplaceAsked) {
      showNotice();
      return;
    }
    if ("change" in button.dataset) withdraw(submission);
    if ("again" in button.dataset || "change" in button.dataset) {
      await takeAgain(submission);
      return;
    }
    if (submission === state.taken) {
      state.taken = null;
      clear();
    }
    if ("keep" in button.dataset) await restore(submission);
    else await giveUp(submission);
    if (waitingHands().length) showNumber();
  }
  if (!state.queue.length) leaveBlind();
  send();
});

async function giveUp(submission) {
  leaveGap(submission);
  await discard(submission);
}

document.addEventListener("change", (event) => {
  if (event.target.form?.id === "hand") state.isReplaceAsked = false;
});

addEventListener("online", sendSoon);

// Another tab of this browser has stored, sent or given up something.
followTabs(table, (stored) => {
  if (!state.isRead) return readAgain();
  const { confirmed, taken } = state;
  follow(stored);
  if (confirmed && !state.queue.includes(confirmed)) moveOn(confirmed);
  if (taken && !(state.taken && taken.isRejected)) { // recorded, given up or left as it was
    state.taken = null;
    clear();
  }
  if (!state.queue.length) leaveBlind();
  else if (isAhead()) goBlind();
  send();
});

addEventListener("focus", () => {
  takeOver();
  placeOfClosedTabs();
  send();
});

// What only asks (the preview, the clock) is no work of anybody; a call for a referee is touched again.
const isTouch = (event) => !["preview", "table-clock"].includes(event.detail.target?.id);
for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(name, (event) => {
    if (isTouch(event) && ![409, 422].includes(event.detail.xhr?.status)) showNotice("touch");
  });
}
document.addEventListener("htmx:afterOnLoad", (event) => { if (isTouch(event)) showNotice(); });

// Another device recorded a hand here (#table-news says so). The screen follows by itself where that takes nobody's
// work away; otherwise it says so and waits.

const isEdited = (field) => field === document.activeElement || field.value !== field.defaultValue;
const isIdle = () =>
  isEmpty() && !state.taken && !nextToSend() && !screen().inert
  && ![...screen().querySelectorAll("input:not([type=hidden], [type=radio], [type=checkbox]), textarea")].some(isEdited);

document.addEventListener("live:before", (event) => {
  if (event.target.id !== "table-screen") return;
  if (!document.querySelector("#table-news[data-news]") || !isIdle()) event.preventDefault();
});
document.addEventListener("live:shown", (event) => {
  if (event.detail === "table-news" && isIdle()) redraw("table-screen");
  if (event.detail !== "table-screen" || (!state.queue.length && state.maySend)) return;
  if (isAhead()) goBlind();
  send(); // what was missing may be recorded by now
});

document.documentElement.dataset.loaded = ""; // hand_entry.css: all scripts that show and send what waits have loaded

await load(table);
showOtherTables();
