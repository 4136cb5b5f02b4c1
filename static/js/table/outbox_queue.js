// What waits in this phone, in memory and in the storage: which of it is sent next, and the number of the hand that the
// form is for.

import { isEmpty } from "./hand_entry.js";
import { isAfter, isHand, isOfHanchan, isOfShownHanchan, pathOf, screen } from "./outbox_order.js";
import { holdToCompare, isBehind, move, release, save } from "./outbox_rejected.js";
import { change, forgetRemoval, isRemoved, isUnstored, keyOf, put, remove, storeAgain } from "./store.js";
import { newKey, renumber, set, valueOf } from "./submission.js";

export const state = {
  queue: [],
  taken: null, // the rejected hand that is being filled in again
  confirmed: null, // the submission whose answer the screen waits for
  isRead: false, // whether it is known what waits in the storage, or this phone allows none
  maySend: false, // from then on, or once the storage could not be read for a while
  isSending: false,
  isStale: false, // another tab has sent or given up what waited: the screen may be older than the table
  numberOnStale: 0, // the number of the next hand before that
  isUnanswered: false, // the last attempt got no answer
  isRefused: false, // or one that says that this phone may not
  isAway: false, // or one that says that the tournament is written elsewhere until it comes back
  recorded: 0, // hands that were kept in this phone and arrived, since the last one was confirmed
  isMissingEntered: false, // whether the form is for a hand that is missing before those that wait
  isReplaceAsked: false, // whether a hand that waits may take the place of the one half entered
};

storeAgain(() => state.queue);

// What another tab has stored is sent by that tab, unless this one comes to the front.
let ofOtherTabs = new WeakSet();
export const isOfOtherTab = (submission) => ofOtherTabs.has(submission);
export const takeOver = () => { ofOtherTabs = new WeakSet(); };

export const isFree = (submission) => !submission.isRejected && !submission.isHeld && !isBehind(submission, state.queue);
export const waitingHands = (drawn = screen()) =>
  state.queue.filter((hand) => isOfHanchan(hand, drawn)).toSorted((a, b) => a.number - b.number);
export const rejected = () => state.queue.filter((submission) => submission.isRejected);

// The revision that a person has seen who decides about the hands that wait. Undefined changes nothing.
export const baseOf = (drawn) => drawn.querySelector(".confirm [name=base]")?.value;
export const numberOf = (drawn) => Number(drawn.querySelector(".confirm [name=number]")?.value ?? 0);
export const shownNumber = () => numberOf(screen());

// The server then asks if it was recorded meanwhile, from here or by another phone.
export const keepsNumber = (hand) => Boolean(hand?.isWithdrawn && isOfShownHanchan(hand));

// Somebody has compared the hand that waits with those of `drawn`, and sends it. A recorded hand of its number was seen.
export function decide(hand, drawn) {
  set(hand, { base: baseOf(drawn), renumbered: hand.number < numberOf(drawn) ? "1" : undefined });
}

// The hand that the form is for. It comes after all that wait, also where one before them is missing, unless somebody
// enters that one. A rejected hand that is filled in again comes before those that it holds back; a withdrawn one keeps
// its number.
export function nextNumber() {
  if (!shownNumber()) return 0;
  if (keepsNumber(state.taken)) return state.taken.number;
  if (state.taken) return firstWithout(waitingHands().filter(isFree));
  if (state.isMissingEntered) return missingNumber();
  return numberAfterAll();
}

const numberAfterAll = () =>
  Math.max(shownNumber(), state.isStale ? state.numberOnStale : 0, ...waitingHands().map((hand) => hand.number + 1));

export const missingNumber = () => firstWithout(waitingHands());
export const isAnyMissing = () => shownNumber() > 0 && waitingHands().some((hand) => hand.number > missingNumber());

// Whether the hand that is missing first was undone, and not given up.
export const isUndoneMissing = () =>
  shownNumber() > 0 && waitingHands().some((hand) => hand.isAfterUndone && hand.number > missingNumber());

function firstWithout(hands) {
  const numbers = new Set(hands.map((hand) => hand.number));
  let number = shownNumber();
  while (numbers.has(number)) number += 1;
  return number;
}

// While it is not known what waits, hands may wait before the next one.
export const isAhead = () =>
  !state.maySend || (!state.taken && waitingHands().some((hand) => !hand.isRejected)) || nextNumber() !== shownNumber();

// Hands go out in their order, each to a screen that has recorded the one before it. One that was sent before may be
// recorded already, and is sent whatever the screen shows: its key says whether it is.
export function nextToSend() {
  const other = state.queue.find((submission) => !isHand(submission));
  if (other) return other;
  const hands = waitingHands().filter(isFree);
  const isDue = (hand) => !hand.isBlind || hand.wasSent || hand.number <= shownNumber();
  if (hands.length) return hands.find((hand) => isDue(hand) && (isEmpty() || !hand.isForbidden));
  return isEmpty() ? firstOfOtherHanchan() : undefined;
}

// A hand that was changed is stored behind those that come after it.
function firstOfOtherHanchan() {
  const free = state.queue.filter(isFree);
  const ofHanchan = free.filter((hand) => pathOf(hand) === pathOf(free[0]));
  return ofHanchan.toSorted((a, b) => a.number - b.number)[0];
}

export const isUndo = (submission) => valueOf(submission, "hand") !== undefined;

// An Undo beside hands that wait is not stored, but these say that it was tried.
export async function keepUntilAnswered(submission) {
  forgetRemoval([keyOf(submission)]); // it may have been given back
  submission.id = newKey();
  state.queue = [...state.queue, submission];
  await noteUndo(submission);
}

export async function store(submission) {
  let others = [];
  let behind = [];
  if (isHand(submission) && state.taken) {
    others = [state.taken];
    behind = release(state.taken, state.queue, submission.number, { base: baseOf(screen()), shown: shownNumber() });
    state.taken = null;
  } else if (isHand(submission)) {
    // Of two versions of a hand that wait, the newer one is meant.
    others = waitingHands().filter((other) => other.number === submission.number && !other.isRejected);
  }
  // Before it is stored: an answer that comes meanwhile must not offer its number to the next hand.
  state.queue = [...state.queue.filter((other) => !others.includes(other)), submission];
  // Two may have been undone. Any other gap is asked about again.
  state.isMissingEntered = state.isMissingEntered && isUndoneMissing();
  const settled = isAnyMissing() ? [] : waitingHands().filter((hand) => hand.isAfterUndone);
  for (const hand of settled) hand.isAfterUndone = false;
  const before = textOf(submission);
  try {
    await change([submission, ...behind, ...settled.filter(({ id }) => id)], others);
    // Renumbered meanwhile, by the answer to an undone hand, or held to be compared.
    if (textOf(submission) !== before) await put(submission);
  } catch {
    submission.id ??= newKey(); // until it can be stored; that may be never
  }
  for (const other of others) await discard(other);
  if (!state.queue.includes(submission)) await discard(submission); // given up meanwhile
}

const textOf = (submission) => JSON.stringify({ ...submission, id: undefined });

// `stored` is what waits in the storage, which another tab has changed.
export function follow(stored) {
  const latest = new Map(stored.map((submission) => [submission.id, submission]));
  for (const submission of state.queue) {
    const known = latest.get(submission.id);
    const isThere = known !== undefined;
    if (isRemoved(submission)) forget(submission);
    else if (isThere && keyOf(known) !== keyOf(submission)) storeAnew(submission);
    else if (isThere && !isUnstored(submission)) Object.assign(submission, known);
    else if (!isThere && typeof submission.id === "number") forget(submission);
  }
  const known = new Set(state.queue.map(keyOf));
  const added = stored.filter((submission) => !known.has(keyOf(submission)));
  for (const submission of added) ofOtherTabs.add(submission);
  state.queue = [...state.queue, ...added];
}

// Under its id another submission waits: the storage was emptied, and numbers anew.
function storeAnew(submission) {
  submission.id = newKey();
  put(submission).catch(() => {});
}

// Another tab has sent this submission, or given it up.
export function forget(submission) {
  state.numberOnStale = numberAfterAll();
  state.isStale = true;
  drop(submission);
}

function drop(submission) {
  state.queue = state.queue.filter((other) => other !== submission);
  if (state.taken === submission) state.taken = null;
}

// From the queue at once, then from the storage. If that fails, store.js does it later, and does not return it meanwhile.
export async function discard(submission) {
  drop(submission);
  if (submission.id) await remove(submission).catch(() => {});
}

// No hand is missing in the first gap: those behind it follow at once. A further gap is asked about after it. A hand that
// keeps its number may be on its way, and keeps the revision that it was entered on.
export async function closeGap() {
  let next = shownNumber();
  const missing = missingNumber();
  const hands = waitingHands().filter((hand) => next && hand.number >= next);
  const by = (hands.find((hand) => hand.number > missing)?.number ?? missing) - missing;
  for (const hand of hands) {
    const moved = hand.number > missing ? hand.number - by : hand.number;
    const isNext = moved <= next; // two may have the same number
    const number = isNext ? next : moved;
    if (hand.number !== number) renumber(hand, number, isNext ? baseOf(screen()) : undefined);
    if (!isNext) continue;
    hand.isAfterUndone = hand.isBehindGap = false;
    next += 1;
  }
  await save(hands);
}

// The hand before these was undone, and the first takes its place. Where one was given up, the gap stays.
export function moveUp(hands) {
  for (const hand of hands) renumber(hand, hand.number - 1);
  save(hands);
}

// A hand was missing before those behind it. The one that another phone has recorded in its place may be the first of
// them.
export function noteGap() {
  const missing = missingNumber();
  const hands = waitingHands().filter((hand) => !hand.isBehindGap && hand.number > missing);
  for (const hand of hands) hand.isBehindGap = true;
  save(hands);
}

// A hand that waited was given up. Also while the hands before it are not sent yet, another phone may record one in its
// place. One that is recorded already may be that which waits behind it. For a hand of another round this is looked up
// before it is sent.
export function leaveGap(submission) {
  const isFilled = isOfShownHanchan(submission) && submission.number < shownNumber();
  const hands = state.queue.filter((hand) => isAfter(hand, submission) && hand.number > submission.number);
  for (const hand of hands) {
    if (isFilled) holdToCompare(hand);
    else hand.isBehindGap = true;
    hand.isAfterUndone = false;
  }
  save(hands);
}

// `drawn` is the table as it is now, which may be that of another round. Whether the hand that was missing before these was
// given up or undone: it is recorded, and not by this phone.
export function holdBehindFilledGap(drawn) {
  const hands = waitingHands(drawn);
  const first = hands.find((hand) => hand.isBehindGap || hand.isAfterUndone);
  if (!first || first.number > numberOf(drawn)) return;
  const isAnswerDue = hands[0].wasSent && !hands[0].isForbidden && !hands[0].isRejected;
  if (hands[0] !== first && isAnswerDue) return; // it says who has recorded what was missing
  const held = hands.filter((hand) => hand.number >= first.number); // also what was entered since
  if (drawn === screen()) state.isMissingEntered = false;
  for (const hand of held) {
    hand.isBehindGap = hand.isAfterUndone = false;
    holdToCompare(hand);
  }
  save(held);
}

// This phone has recorded hand `number`: none is missing any more between it and those that follow it at once.
export function forgetGap(number, drawn) {
  const behind = waitingHands(drawn).filter((hand) => hand.number > number);
  const hands = behind.filter((hand, index) => hand.number === number + 1 + index);
  for (const hand of hands) hand.isBehindGap = hand.isAfterUndone = false;
  save(hands);
}

// Before an Undo is sent, whose answer may be lost: without it, a later screen of the table says whether it was done. It is
// then for the undone hand again, and names another hand as the last one.
export function noteUndo({ undoes }) {
  const hands = waitingHands();
  for (const hand of hands) hand.undo = undoes;
  return save(hands);
}

export const isUndoneMeanwhile = () => waitingHands().some(({ undo }) => undo && isDone(undo, screen()));

const isDone = (undo, drawn) =>
  numberOf(drawn) === undo.number && Number(baseOf(drawn)) > undo.revision
  && drawn.querySelector("[data-undoes] [name=hand]")?.value !== undo.hand;

// The hands that wait come after the one that the screen is for, which was undone: also when the page was thrown away
// meanwhile, it is entered first.
export async function makeRoom() {
  let number = shownNumber() + 1;
  const hands = waitingHands();
  for (const hand of hands) {
    if (hand.number < number) move(hand, number, shownNumber());
    hand.isAfterUndone = hand.isAfterUndone || !hand.isBehindGap;
    hand.undo = undefined;
    number = hand.number + 1;
  }
  await save(hands);
}
