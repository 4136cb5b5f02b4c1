// The hanchans for which hands were sent while nobody knew what waits in the storage, by their addresses. A page loaded
// later compares what it finds for them: the server takes a hand that waited all the time for an equal one that was sent
// under its number.

import { pathOf } from "./outbox_order.js";

const nameOf = (table) => `tenbo sent unread ${table}`;

// Some phones allow no storage at all.
function attempt(act) {
  try {
    return act();
  } catch {
    return null;
  }
}

export const sentUnread = (table) => attempt(() => localStorage.getItem(nameOf(table)))?.split(" ") ?? [];

export function noteSentUnread(hand) {
  const paths = new Set([...sentUnread(hand.table), pathOf(hand)]);
  attempt(() => localStorage.setItem(nameOf(hand.table), [...paths].join(" ")));
}

export const forgetSentUnread = (table) => attempt(() => localStorage.removeItem(nameOf(table)));
