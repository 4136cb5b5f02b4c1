// Hands that the server did not record, because the table changed meanwhile or the rules do not allow them, and a hand
// that a person withdraws to change it. Each stays in this phone, also when the page is closed, until a person has filled
// it in again or given it up. The hands behind it are held: sent before it, they would be recorded in its place.

import { isAfter, isOfFormerHanchan, isOfShownHanchan } from "./outbox_order.js";
import { change } from "./store.js";
import { renumber } from "./submission.js";

export const save = (hands) => change(hands.filter(({ id }) => id)).catch(() => {}); // without an id it is being stored

export const isBehind = (hand, queue) => queue.some((other) => other.isRejected && isAfter(hand, other));
export const isStopped = (hand) => Boolean(hand.isRejected || hand.isHeld);
export const isFirstRejected = (hand, queue) => !queue.some((other) => other.isRejected && isAfter(hand, other));

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

// The hands behind `rejected`, which is confirmed again as hand `number` on a screen of revision `base`: they follow, and go
// out unless another holds them. The caller stores them.
export function release(rejected, queue, number, base) {
  const isFormer = isOfFormerHanchan(rejected);
  const isHeldItself = rejected.isWithdrawn && rejected.isHeld;
  const others = queue.filter((other) => other !== rejected);
  const behind = others.filter((hand) => isAfter(hand, rejected) || (isFormer && hand.isHeld && isOfShownHanchan(hand)));
  let before = isFormer ? number - 1 : rejected.number; // of the hand before it, as it was
  let least = number + 1;
  for (const hand of behind.toSorted((a, b) => a.number - b.number)) {
    hand.isHeld = hand.isHeld && (isHeldItself || others.some((other) => isStillBefore(other, hand)));
    hand.isBlind = true;
    if (!isOfShownHanchan(hand)) continue;
    const missing = hand.isBehindGap ? Math.max(hand.number - before - 1, 0) : 0; // given up, and asked about
    before = hand.number;
    renumber(hand, Math.max(before, least + missing), rejected.isWithdrawn ? undefined : base);
    least = hand.number + 1;
  }
  return behind.filter(({ id }) => id);
}

const isStillBefore = (other, hand) =>
  (other.isRejected && isAfter(hand, other)) || (isOfShownHanchan(hand) && isOfFormerHanchan(other));
