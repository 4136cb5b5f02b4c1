// Hands that the server did not record, because the table changed meanwhile or the rules do not allow them. Each stays in
// this phone, also when the page is closed, until a person has filled it in again or given it up. The hands behind it
// are held: sent before it, they would be recorded in its place.

import { isAfter, isSameHanchan } from "./outbox_order.js";
import { change } from "./store.js";
import { set } from "./submission.js";

const save = (hands) => change(hands.filter(({ id }) => id)).catch(() => {}); // without an id it is being stored

export const isBehind = (hand, queue) => queue.some((other) => other.isRejected && isAfter(hand, other));
export const holdsBack = (other, hand) => (other.isRejected || other.isHeld) && isAfter(hand, other);
export const isFirstRejected = (hand, queue) => !queue.some((other) => other.isRejected && isAfter(hand, other));

// `answer` is the screen that says why. What the notice says and offers stands there no more.
export function reject(submission, answer, queue, { isImpossible }) {
  submission.isRejected = true;
  submission.isImpossible = isImpossible;
  submission.reason = answer.querySelector("[data-problem]")?.textContent.trim() ?? "";
  if (!isImpossible) for (const part of answer.querySelectorAll("[data-refused], [data-problem]")) part.remove();
  const behind = isImpossible ? [] : queue.filter((hand) => !hand.isRejected && isAfter(hand, submission));
  for (const hand of behind) hand.isHeld = true;
  return save([submission, ...behind]);
}

// The hands behind `rejected`, which is confirmed again as hand `number` on a screen of revision `base`: they follow, and go
// out unless another holds them. The caller stores them.
export function release(rejected, queue, number, base) {
  const behind = queue.filter((hand) => isAfter(hand, rejected)).toSorted((a, b) => a.number - b.number);
  const isStopped = queue.some((other) => other !== rejected && other.isRejected && isSameHanchan(other, rejected));
  let least = number + 1;
  for (const hand of behind) {
    hand.isHeld = isStopped && hand.isHeld;
    hand.isBlind = true;
    hand.number = Math.max(hand.number, least);
    set(hand, { number: String(hand.number), base });
    least = hand.number + 1;
  }
  return behind.filter(({ id }) => id);
}
