// Sending: one submission after the other, and what follows from each answer.

import { fill, isEmpty, query, update } from "./hand_entry.js";
import { holdTouches, notice } from "./outbox_notice.js";
import { isHand, isOfShownHanchan, isOfShownPage, screen } from "./outbox_order.js";
import { baseOf, discard, forget, forgetGap, holdBehindFilledGap, isAhead, isFree, isOfOtherTab, isUndo, isUndoneMeanwhile, makeRoom, moveUp, nextNumber, nextToSend, noteUndo, numberOf, state, waitingHands } from "./outbox_queue.js";
import { isReplacedByForm, reject, rejectGone, save } from "./outbox_rejected.js";
import { goBlind, leaveBlind, leaveTaken, markTaken, moveOn, show, showNotice, showNumber, tableAsItIs } from "./outbox_screen.js";
import { holdBesideUnread, isBesideUnread, noteSentUnread } from "./outbox_unread.js";
import { latestOf, put } from "./store.js";
import { request, set, valueOf } from "./submission.js";

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15000;

let wait = FIRST_WAIT;
let timer = null;

// At once, and again soon if no answer comes.
export function sendSoon() {
  wait = FIRST_WAIT;
  send();
}

export async function send() {
  clearTimeout(timer);
  timer = null;
  if (canCatchUp()) {
    showNotice();
    catchUp();
    return;
  }
  if (isUndoneMeanwhile() && isEmpty() && !state.taken && !state.confirmed) enterUndone();
  const wasMissingEntered = state.isMissingEntered;
  holdBehindFilledGap(screen());
  if (wasMissingEntered !== state.isMissingEntered) showNumber(); // another phone has recorded it
  const submission = nextToSend();
  if (!submission) state.isUnanswered = false; // nothing is asked any more that could be answered
  showNotice();
  if (isSendable(submission)) await deliver(submission);
}

// Without an id it is being stored.
const isSendable = (submission) => !state.isSending && state.maySend && submission?.id && !isOfOtherTab(submission);

async function deliver(submission) {
  state.isSending = true;
  let answer = null;
  try {
    answer = await answerTo(submission);
  } catch {
    // No answer, or not all of it.
  } finally {
    state.isSending = false;
  }
  if (submission.isAfterHands && !(answer?.fresh && [200, 409, 422].includes(answer.status))) {
    giveBack(submission);
    timer = setTimeout(send, LONGEST_WAIT);
  }
  else if (answer?.isElsewhere) leaveToOtherTab(submission);
  else if (answer?.isOutdated) {
    if (!state.queue.includes(submission)) moveOn(submission);
    send();
  }
  else if (answer && isRefusal(answer)) refuse(submission);
  else if (answer?.status === 423 && answer.fresh) waitForReturn(submission);
  else if (!answer || ![200, 409, 422].includes(answer.status) || !answer.fresh) retryLater(submission);
  else receive(submission, answer);
}

export function leaveToOtherTab(submission) {
  forget(submission);
  if (state.confirmed === submission) moveOn(submission);
  if (!state.queue.length) leaveBlind();
  send();
}

// The table as it is now, while nobody enters anything: what waits may be its next hand. Until it is shown, the numbers
// on the screen are those of before, and what is entered waits.
async function catchUp() {
  state.isSending = true;
  const answer = await tableAsItIs().catch(() => null);
  state.isSending = false;
  if (answer?.status === 200 && answer.fresh) {
    state.isRefused = false;
    if (canCatchUp()) { // nobody has begun to enter a hand meanwhile
      const before = screen();
      show(answer);
      if (answer.isHanchanGone) rejectGone(waitingHands(before).filter((hand) => !hand.isRejected && !isFree(hand)));
      wait = FIRST_WAIT;
      if (isAhead()) goBlind();
      else leaveBlind();
    }
    send();
    return;
  }
  state.isRefused = Boolean(answer && isRefusal(answer));
  showNotice();
  sendAgain();
}

const isRefusal = ({ status, isRedirected }) => isRedirected || [400, 401, 403, 404, 405, 410, 413].includes(status);
const canCatchUp = () => state.isStale && !state.isSending && !state.confirmed && isEmpty();

async function answerTo(submission) {
  const latest = await latestOf(submission);
  if (!latest) return { isElsewhere: true };
  // Another tab held it back, or gave it another number.
  if (!isFree({ ...submission, ...latest }) || latest.number !== submission.number) {
    Object.assign(submission, latest);
    return { isOutdated: true };
  }
  return isHand(submission) && !isOfShownHanchan(submission) ? postElsewhere(submission) : post(submission, screen());
}

// A hand of another round goes out behind the screen, with the revision of its own hanchan.
async function postElsewhere(submission) {
  const answer = await request(submission.page ?? location.href, {});
  if (answer.status === 404) return post(submission, new DocumentFragment()); // cancelled: its own address says so
  if (answer.status !== 200 || !answer.fresh) return answer;
  holdBehindFilledGap(answer.fresh);
  if (!isFree(submission)) return { isOutdated: true };
  return post(submission, answer.fresh);
}

// Another tab that does not know of this hand, which waits, has sent one of its hanchan.
const isToCompare = (submission) =>
  isHand(submission) && state.isRead && state.confirmed !== submission && !submission.isUnplaced && isBesideUnread(submission);

async function post(submission, drawn) {
  if (isToCompare(submission)) {
    await holdBesideUnread(submission.table, state.queue.filter((other) => !other.isUnplaced));
    state.isStale = true; // a person compares with the table as it is now
    return { isOutdated: true };
  }
  const revision = drawn.querySelector(".confirm [name=revision]")?.value;
  if (submission.isBlind && revision) set(submission, { revision });
  if (isHand(submission) && !submission.wasSent) {
    const { number } = submission;
    submission.wasSent = true;
    await put(submission).catch(() => {});
    // The storage may take seconds, in which the hand may have been given up, changed, held or renumbered.
    const isWaiting = state.queue.includes(submission);
    if (!isWaiting || !isFree(submission) || submission.number !== number) {
      submission.wasSent = false;
      if (isWaiting) save([submission]);
      return { isOutdated: true };
    }
  }
  if (submission.isUnplaced) {
    noteSentUnread(submission);
    set(submission, { renumbered: "1" }); // an equal hand that is recorded may be one that waits in another tab
  }
  const body = new URLSearchParams(submission.fields);
  body.append("csrfmiddlewaretoken", screen().dataset.csrf);
  return request(submission.action, { method: "POST", body });
}

// To be touched again: what is entered before its answer would have no certain place.
function giveBack(submission) {
  discard(submission);
  moveOn(submission);
  showNotice("touch");
}

function retryLater(submission) {
  state.isUnanswered = true;
  state.isRefused = state.isAway = false;
  sendLater(submission);
}

function waitForReturn(submission) {
  state.isAway = true;
  state.isUnanswered = state.isRefused = false;
  sendLater(submission);
}

function sendLater(submission) {
  moveOn(submission);
  showNotice();
  giveBackUndo();
  sendAgain();
}

function sendAgain() {
  timer = setTimeout(send, wait);
  wait = Math.min(wait * 2, LONGEST_WAIT);
}

function refuse(submission) {
  state.isRefused = true;
  moveOn(submission);
  showNotice();
  giveBackUndo();
}

// An Undo that waits behind what cannot be sent.
function giveBackUndo() {
  const undo = state.queue.find(({ isAfterHands }) => isAfterHands);
  if (undo) giveBack(undo);
}

function receive(submission, answer) {
  wait = FIRST_WAIT;
  state.isUnanswered = state.isRefused = state.isAway = false;
  if (!state.queue.includes(submission) && answer.status !== 200) { // changed or given up while it was on its way
    moveOn(submission);
    send();
    return;
  }
  const isAwaited = state.confirmed === submission;
  const isOfOtherRound = isHand(submission) ? !isOfShownHanchan(submission) : answer.status === 200 && !isOfShownPage(submission);
  const isImpossible = isHand(submission) && answer.status === 422;
  if (!isAwaited && !isEmpty() && isImpossible) {
    // It comes back into the form, once that is empty again.
    submission.isForbidden = true;
    showNotice();
    return;
  }
  const isConflict = isHand(submission) && answer.fresh.querySelector("[data-refused]") !== null;
  // Not awaited: until the answer is shown, the screen offers the number of the recorded hand to the next one.
  if (isConflict || isImpossible) reject(submission, answer.fresh, state.queue, { isImpossible });
  else discard(submission);
  if (submission.isAfterHands && answer.status !== 200) noteUndo({}); // it was refused
  if (isHand(submission) && answer.status === 200) forgetGap(submission.number, answer.fresh);
  if (isHand(submission) && !isAwaited && answer.status === 200) {
    state.recorded += 1;
    holdTouches();
  }
  const isOwnChange = !isHand(submission) && answer.status === 200 && isNextRevision(submission, answer.fresh);
  if (isOfOtherRound && !isImpossible) {
    if (isOwnChange) takeOwnChange(submission, answer.fresh);
    send();
    return;
  }
  // What stands in the form may be the hand that was confirmed just now, or come after one that was undone.
  const isConfirmed = isAwaited || (state.confirmed && isHand(state.confirmed));
  const entered = isConfirmed || (isUndo(submission) && submission.isAfterHands) ? "" : query();
  const before = nextNumber();
  state.confirmed = null;
  show(answer);
  if (isOwnChange) takeOwnChange(submission, screen());
  if (isImpossible) markTaken(submission);
  if (isAhead()) goBlind();
  const params = new URLSearchParams(entered);
  // What was chosen for a hand that is recorded by now would be recorded twice.
  if (entered && (isReplacedByForm(state.taken) || Number(params.get("for")) === (isOwnChange ? before : nextNumber()))) {
    fill(params);
    update({ isNew: false });
  } else {
    if (!isReplacedByForm(state.taken)) leaveTaken();
    scrollTo({ top: 0 });
    screen().querySelector(".undone")?.scrollIntoView({ block: "nearest" });
  }
  send();
}

// What this phone itself changed does not make the hands outdated that wait in it, nor an Undo, if nothing else was changed
// since they were entered. A hand that is undone is entered anew before those that waited already; those that were entered
// since take its place. `drawn` is the screen of the answer, which may be that of another round.
function takeOwnChange(submission, drawn) {
  const isCurrent = (other, name) => !(Number(valueOf(other, name)) < Number(submission.madeOn)); // a score sheet has no base
  const hands = waitingHands(drawn);
  const current = hands.filter((hand) => isCurrent(hand, "base"));
  // On a screen that still showed the undone hand. One loaded after the Undo has numbered them as they are to be.
  const isNumberedBefore = current.some((hand) => Number(valueOf(hand, "base")) < Number(baseOf(drawn)));
  for (const hand of current) {
    hand.isBlind = true;
    set(hand, { base: baseOf(drawn) });
  }
  const undos = state.queue.filter((other) => isUndo(other) && other.page === submission.page && isCurrent(other, "revision"));
  for (const undo of undos) set(undo, { revision: revisionOf(drawn) });
  save([...current, ...undos]);
  if (!isUndo(submission) || !hands.length) return;
  if (submission.isAfterHands && drawn === screen()) {
    leaveTaken();
    enterUndone();
  } else if (!submission.isAfterHands && isNumberedBefore && hands[0].number > numberOf(drawn)) moveUp(hands);
}

// What was undone is entered anew, before the hands that wait.
function enterUndone() {
  makeRoom();
  state.isMissingEntered = true;
  notice.firstElementChild.open = false;
  if (isAhead()) goBlind();
  else showNumber();
}

// A sheet has a revision, too: the answer to the clock's question may end the hanchan.
const revisionOf = (drawn) => baseOf(drawn) ?? drawn.querySelector("[name=revision]")?.value;
const isNextRevision = (submission, fresh) => Number(revisionOf(fresh)) - Number(valueOf(submission, "revision")) <= 1;
