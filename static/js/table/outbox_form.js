// The form, filled in again: with a rejected hand, or with what stood in it when the page was closed or reloaded.

import { clear, fill, isEmpty, update } from "./hand_entry.js";
import { notice } from "./outbox_notice.js";
import { isOfShownPage, screen } from "./outbox_order.js";
import { isAhead, isAnyMissing, isUndoneMissing, missingNumber, nextNumber, rejected, shownNumber, state } from "./outbox_queue.js";
import { isFirstRejected, isReplacedByForm } from "./outbox_rejected.js";
import { goBlind, leaveTaken, markTaken, show, showNotice, showNumber } from "./outbox_screen.js";
import { leaveToOtherTab, send } from "./outbox_sending.js";
import { latestOf } from "./store.js";
import { request, valueOf } from "./submission.js";

// A rejected hand, in the form again. In the phone it stays until it is confirmed.
export async function takeAgain(submission) {
  if (screen().inert) return;
  if (!(await latestOf(submission))) { // another tab had it
    leaveToOtherTab(submission);
    return;
  }
  if (!isOfShownPage(submission)) {
    screen().inert = true;
    const answer = await request(submission.page, {}).catch(() => null);
    screen().inert = false;
    if (answer?.status === 200 && answer.fresh) show(answer);
    if (!answer?.fresh || !isOfShownPage(submission) || !shownNumber()) {
      showNotice(answer ? "absent" : "touch");
      return;
    }
  }
  fillInAgain(submission);
}

function fillInAgain(submission) {
  markTaken(submission);
  if (isAhead()) goBlind();
  else delete screen().dataset.blind;
  fill(new URLSearchParams(submission.fields));
  update();
  scrollTo({ top: 0 });
  notice.firstElementChild.open = false;
  showNotice();
  document.querySelector(".confirm-button")?.focus({ preventScroll: true });
}

function beginAgain() {
  if (!isReplacedByForm(state.taken)) leaveTaken();
  if (state.isStale || state.queue.some((hand) => hand.isForbidden)) send(); // both wait for a form that is empty
}

document.addEventListener("hand:again", beginAgain);
// The browser's Back brings back what was chosen before. Until it is known what waits, that may be confirmed already.
addEventListener("popstate", () => {
  if (state.maySend) followAddress();
  else emptyForm();
});

function followAddress() {
  const taken = takenInAddress();
  if (taken && !isEmpty()) markTaken(taken);
  else if (!isReplacedByForm(state.taken)) leaveTaken();
  enterMissingInAddress();
}

function takenInAddress() {
  const key = new URLSearchParams(location.search).get("taken");
  const hand = key && rejected().find((submission) => valueOf(submission, "key") === key);
  return hand && isOfShownPage(hand) && isFirstRejected(hand, state.queue) ? hand : null;
}

// The form is for the hand that is missing, also after the page was thrown away meanwhile.
function enterMissingInAddress() {
  const number = Number(new URLSearchParams(location.search).get("for"));
  const isMeant = number === missingNumber() || isUndoneMissing();
  if (state.taken || !isMeant || !isAnyMissing()) return;
  state.isMissingEntered = true;
  showNumber();
}

// Before it is known what waits, what stands in the address may be confirmed already. It stays there.
export function emptyForm() {
  fill(new URLSearchParams());
  update({ isNew: false });
}

// The page was closed or reloaded before an answer came, or was kept in this phone while it waited for one.
export function restoreForm() {
  state.taken = takenInAddress() ?? rejected().find((submission) => submission.isTaken && isOfShownPage(submission)) ?? null;
  if (isAhead()) goBlind();
  else showNumber();
  enterMissingInAddress();
  const params = new URLSearchParams(location.search);
  const isForNext = Number(params.get("for")) === nextNumber();
  if (isEmpty() && isForNext) {
    fill(params);
    update({ isNew: false });
  } else if (params.has("for") && !isForNext && !state.taken) clear(); // it was confirmed just before, and waits
  if (isEmpty() && state.taken?.isWithdrawn) fillInAgain(state.taken);
  else if (isEmpty()) leaveTaken();
}

// Another hand was entered, or is being entered, before it was known what waits: it comes after that.
export function keepForm() {
  markTaken(state.taken);
  if (!isEmpty()) update({ isNew: false });
}
