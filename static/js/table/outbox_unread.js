// Whether hands of a table were sent while nobody knew what waits in the storage for it. A page loaded later compares what
// it finds: the server takes a hand that waited all the time for an equal one that was sent under its number.

const nameOf = (table) => `tenbo sent unread ${table}`;

// Some phones allow no storage at all.
function attempt(act) {
  try {
    return act();
  } catch {
    return null;
  }
}

export const noteSentUnread = (table) => attempt(() => localStorage.setItem(nameOf(table), "1"));
export const wereSentUnread = (table) => attempt(() => localStorage.getItem(nameOf(table))) !== null;
export const forgetSentUnread = (table) => attempt(() => localStorage.removeItem(nameOf(table)));
