// The hanchans for which hands were sent while nobody knew what waits in the storage, by their addresses. A page that
// knows what waits for them, in another tab or loaded later, has it compared: the server takes a hand that waited all the
// time for an equal one that was sent under its number.

import { isHand, pathOf } from "./outbox_order.js";
import { holdToCompare, save } from "./outbox_rejected.js";
import { isUnstored } from "./store.js";

const nameOf = (table) => `tenbo sent unread ${table}`;

// Some phones allow no storage at all.
function attempt(act) {
  try {
    return act();
  } catch {
    return null;
  }
}

const sentUnread = (table) => attempt(() => localStorage.getItem(nameOf(table)))?.split(" ") ?? [];

export function noteSentUnread(hand) {
  const paths = new Set([...sentUnread(hand.table), pathOf(hand)]);
  attempt(() => localStorage.setItem(nameOf(hand.table), [...paths].join(" ")));
}

const compared = new WeakSet(); // by this page, once: where the storage fails, the note stays
export const isBesideUnread = (hand) => !compared.has(hand) && sentUnread(hand.table).includes(pathOf(hand));

// `submissions` wait for the table. The note stays until it is stored that they are held.
export async function holdBesideUnread(table, submissions) {
  const hands = submissions.filter((submission) => isHand(submission) && isBesideUnread(submission));
  for (const hand of hands) {
    compared.add(hand);
    holdToCompare(hand);
  }
  await save(hands);
  if (!hands.some(isUnstored)) attempt(() => localStorage.removeItem(nameOf(table)));
}
