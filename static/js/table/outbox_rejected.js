// Hands that the server did not record, because the table changed meanwhile or the rules do not allow them, and a hand
// that a person withdraws to change it. Each stays in this phone, also when the page is closed, until a person has filled
// it in again or given it up. The hands behind it are held: sent before it, they would be recorded in its place.

import { notice } from "./outbox_notice.js";
import { isAfter, isOfFormerHanchan, isOfShownHanchan } from "./outbox_order.js";
import { change } from "./store.js";
import { renumber } from "./submission.js";

// One without an id is being stored, and an Undo after hands never is. Without any, the other tabs are not told: two that
// ask about a missing hand would answer each other without end.
export async function save(submissions) {
  const stored = submissions.filter(({ id, isAfterHands }) => id && !isAfterHands);
  if (stored.length) await change(stored).catch(() => {});
}

export const isBehind = (hand, queue) =>
  queue.some((other) => (other.isRejected || other.isToCompare) && isAfter(hand, other));
export const isStopped = (hand) => Boolean(hand.isRejected || hand.isHeld);
export const isFirstRejected = (hand, queue) => !queue.some((other) => other.isRejected && isAfter(hand, other));

// Another phone may have recorded this hand. Whatever else is confirmed, it waits until a person has compared it with the
// recorded hands and sends it.
export function holdToCompare(hand) {
  hand.isHeld = hand.isToCompare = true;
}

// On a screen for hand `shown`. A hand that keeps its number is refused by the server where another phone has recorded
// one of that number; a hand that is moved behind that one would be recorded, although it may be the same.
export function move(hand, number, shown, base) {
  if (hand.number < shown && hand.number < number) holdToCompare(hand);
  renumber(hand, number, base);
}

// `answer` is the screen that says why. What the notice says and offers stands there no more.
export function reject(submission, answer, queue, { isImpossible }) {
  submission.isRejected = true;
  submission.isImpossible = isImpossible;
  submission.isWithdrawn = false;
  submission.reason = answer.querySelector("[data-problem]")?.textContent.trim() ?? "";
  if (!isImpossible) for (const part of answer.querySelectorAll("[data-refused], [data-problem]")) part.remove();
  const behind = isImpossible ? [] : queue.filter((hand) => (!hand.isRejected || hand.isWithdrawn) && isAfter(hand, submission));
  for (const hand of behind) hand.isHeld = true;
  return save([submission, ...behind]);
}

// Hands of a hanchan that was cancelled or removed. Each is shown with that reason until a person gives it up, or fills it
// in again for another hanchan.
export function rejectGone(hands) {
  for (const hand of hands) {
    hand.isHeld = hand.isToCompare = hand.isBehindGap = hand.isAfterUndone = false;
    Object.assign(hand, { isRejected: true, isImpossible: false, isWithdrawn: false, reason: notice.dataset.gone });
  }
  return save(hands);
}

// A hand that waits is changed: it is not sent any more until it is confirmed again.
export function withdraw(submission) {
  submission.isRejected = submission.isWithdrawn = true;
  return save([submission]);
}

export function restore(submission) {
  submission.isRejected = submission.isWithdrawn = submission.isTaken = false;
  return save([submission]);
}

// Whether what is entered next takes its place, also after "Start again": any other may have been recorded by the table.
export const isReplacedByForm = (hand) => Boolean(hand?.isImpossible || hand?.isWithdrawn);

// The hands behind `rejected`, which is confirmed again as hand `number` on a screen of revision `base` for hand `shown`:
// they follow, and go out unless another holds them, or a person has to compare them. The caller stores them.
export function release(rejected, queue, number, { base, shown }) {
  const isFormer = isOfFormerHanchan(rejected);
  const isHeldItself = rejected.isWithdrawn && rejected.isHeld;
  const others = queue.filter((other) => other !== rejected);
  const behind = others.filter((hand) => isAfter(hand, rejected) || (isFormer && hand.isHeld && isOfShownHanchan(hand)));
  // The number of the hand before it, as it was. One that was entered since comes after all that the screen showed.
  let before = isFormer ? number - 1 : Math.max(rejected.number, shown - 1);
  let least = number + 1;
  for (const hand of behind.toSorted((a, b) => a.number - b.number)) {
    const isHeldOn = hand.isToCompare || isHeldItself || others.some((other) => isStillBefore(other, hand));
    hand.isHeld = hand.isHeld && isHeldOn;
    hand.isBlind = true;
    if (!isOfShownHanchan(hand)) continue;
    const missing = hand.isBehindGap ? Math.max(hand.number - before - 1, 0) : 0; // given up, and asked about
    before = Math.max(before, hand.number);
    move(hand, Math.max(hand.number, least + missing), shown, rejected.isWithdrawn ? undefined : base);
    least = hand.number + 1;
  }
  return behind.filter(({ id }) => id);
}

const isStillBefore = (other, hand) =>
  ((other.isRejected || other.isToCompare) && isAfter(hand, other)) || (isOfShownHanchan(hand) && isOfFormerHanchan(other));
