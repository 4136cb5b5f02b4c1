// The submissions that wait in this phone, in IndexedDB: they outlive the page, the browser and an empty battery. The
// tabs of a browser share them.
//
// The browser may empty the storage, or close it, while a page is open: somebody clears the data of the site, or the
// phone is short of room. A mark in the storage is lost with all the rest. Where it is still there, a submission that is
// missing was removed by a tab; without it, this tab stores again what it has in memory.

import { transact } from "./database.js";
import { newKey, valueOf } from "./submission.js";

const MARK = "mark";
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;

const tabs = new BroadcastChannel("tenbo outbox");
const removedByTabs = new Set(); // by their keys
const toRemove = new Set(); // what this tab has removed, until it is gone from the storage
let changes = 0; // begun by this tab
let unfinished = 0;

let mark = null; // that of the storage when this tab read it first; "" without any
let inMemory = () => [];
let isStoringLater = false;
let endWait = () => {};

// `submissions` returns what this tab has in memory.
export function storeAgain(submissions) {
  inMemory = submissions;
}

// An answer to the clock's question and a signature have no key. They are the same where they say the same of the same
// hanchan, which the address names.
export const keyOf = (submission) => valueOf(submission, "key") ?? `${submission.action} ${submission.fields}`;

const isNumbered = ({ id }) => typeof id === "number";
export const isRemoved = (submission) => toRemove.has(keyOf(submission)) || removedByTabs.has(keyOf(submission));

async function run(mode, act) {
  const attempt = async (newMark = "") => {
    let isSameStorage = false;
    let request = null;
    await transact(mode, (store) => {
      store.get(MARK).onsuccess = ({ target }) => {
        const storedMark = target.result?.mark ?? "";
        if (mark === null && storedMark) mark = storedMark; // this tab has read nothing before, and has nothing to lose
        isSameStorage = storedMark === mark;
        if (!isSameStorage) return;
        if (mark === "" && newMark) markWith(store, newMark);
        request = act(store);
      };
    });
    if (!isSameStorage) throw new Error("This tab has read another storage before, or none.");
    return request?.result;
  };
  try {
    // Every write offers a mark; it is used only if the storage has none yet.
    return await attempt(mode === "readwrite" ? newKey() : "");
  } catch {
    await restoreLost();
    return attempt();
  }
}

function markWith(store, newMark) {
  store.put({ id: MARK, mark: newMark });
  store.transaction.addEventListener("complete", () => { mark = newMark; });
}

// Takes the storage as it is now for that of this tab. If it is another one than before, what is in memory is stored in it.
async function restoreLost() {
  let storedMark = "";
  let isAnyLost = false;
  const ids = new Map();
  const putLost = (store, stored) => {
    const former = stored.find(({ id }) => id === MARK)?.mark;
    storedMark = former ?? newKey();
    if (storedMark === mark) return;
    if (!former) store.put({ id: MARK, mark: storedMark });
    const known = new Map(stored.filter(({ id }) => id !== MARK).map((submission) => [keyOf(submission), submission.id]));
    for (const submission of inMemory().filter(isNumbered)) {
      // A new storage counts from 1 again: under its former id, it would replace what this or another tab has stored since.
      const { id: _former, ...unnumbered } = submission;
      if (known.has(keyOf(submission))) ids.set(submission, known.get(keyOf(submission))); // by another tab
      else if (!isRemoved(submission)) {
        isAnyLost = true;
        store.put(unnumbered).onsuccess = ({ target }) => ids.set(submission, target.result);
      }
    }
  };
  try {
    await transact("readwrite", (store) => {
      store.getAll().onsuccess = ({ target }) => putLost(store, target.result);
    });
  } catch (error) {
    if (mark) throw error;
    storedMark = ""; // no room for it
    isAnyLost = false;
    ids.clear();
  }
  mark = storedMark;
  setIds(ids);
  if (isAnyLost) tabs.postMessage({});
}

async function read(act) {
  const result = await run("readonly", act);
  if (toRemove.size && !unfinished) { // it failed before
    // Not through `write`: it would count as a change, and `followTabs` would then read again, for ever.
    run("readwrite", deleteRemoved).then(() => tabs.postMessage({}), () => {});
  }
  return result;
}

async function write(act, { added = [], removed = [] } = {}) {
  changes += 1;
  unfinished += 1;
  forgetRemoval(added.map(keyOf));
  for (const key of removed.map(keyOf)) toRemove.add(key);
  // Before it is done: no other tab may store it again meanwhile.
  if (removed.length) tabs.postMessage({ removed: removed.map(keyOf) });
  try {
    return await run("readwrite", (store) => {
      deleteRemoved(store);
      return act(store);
    });
  } finally {
    unfinished -= 1;
    tabs.postMessage({ added: added.map(keyOf) });
  }
}

// An Undo that is touched again has the key of the one that was given back.
export function forgetRemoval(keys) {
  for (const key of keys) {
    toRemove.delete(key);
    removedByTabs.delete(key);
  }
}

// Also what could not be removed earlier. By the keys: ids begin anew in a new storage.
function deleteRemoved(store) {
  if (!toRemove.size) return;
  const keys = new Set(toRemove);
  store.getAll().onsuccess = ({ target }) => {
    for (const stored of target.result.filter(({ id }) => id !== MARK)) if (keys.has(keyOf(stored))) store.delete(stored.id);
  };
  store.transaction.addEventListener("complete", () => { for (const key of keys) toRemove.delete(key); });
}

export const put = (submission) => change([submission]);

// What could not be stored, as there was no room, is newer in memory: a person may have decided about it.
const unstored = new WeakSet();
export const isUnstored = (submission) => unstored.has(submission);

// Undefined if another tab has removed it, which may know it although this one could not learn that it is stored. If the
// storage cannot be read, or is another one: what is in memory.
export async function latestOf(submission) {
  const stored = isNumbered(submission) ? await read((store) => store.get(submission.id)).catch(() => submission) : submission;
  if (isRemoved(submission)) return undefined;
  return stored && (isUnstored(submission) || keyOf(stored) !== keyOf(submission)) ? submission : stored;
}

export const remove = (submission) => write(() => {}, { removed: [submission] });

export const allWaiting = async () =>
  (await read((store) => store.getAll())).filter((submission) => submission.id !== MARK && !isRemoved(submission));

// Those of one table: a referee's phone enters hands at several.
export const waiting = async (table) => (await allWaiting()).filter((submission) => submission.table === table);

// All of it or nothing: a phone may go out between any two steps. What is new gets its id. What another tab has removed
// meanwhile, because it was recorded or given up, is not stored again.
export async function change(submissions, removed = []) {
  const markStored = (isStored) => {
    for (const submission of submissions) unstored[isStored ? "delete" : "add"](submission);
  };
  const added = submissions.filter(({ id }) => !id);
  const ids = new Map();
  markStored(false);
  try {
    await write((store) => {
      for (const submission of submissions) {
        if (isNumbered(submission)) putIfThere(store, submission);
        else putNew(store, submission, ids);
      }
    }, { added, removed });
  } catch (error) {
    markStored(false); // an earlier change may have been stored meanwhile
    storeLater();
    throw error;
  }
  markStored(true);
  setIds(ids);
}

function putIfThere(store, submission) {
  const isThere = (known) => known && keyOf(known) === keyOf(submission) && !toRemove.has(keyOf(submission));
  store.get(submission.id).onsuccess = ({ target }) => { if (isThere(target.result)) store.put(submission); };
}

// Never under the text that stands for the number until it is stored: other tabs would not know it again by that. An
// attempt that seemed to fail may have stored it.
function putNew(store, submission, ids) {
  const { id: text, ...unnumbered } = submission;
  store.getAll().onsuccess = ({ target }) => {
    if (text && isRemoved(submission)) return;
    const known = target.result.find((stored) => stored.id !== MARK && keyOf(stored) === keyOf(submission));
    const request = store.put(known ? { ...unnumbered, id: known.id } : unnumbered);
    request.onsuccess = () => ids.set(submission, request.result);
  };
}

// A button in the list names its submission by the id.
function setIds(ids) {
  const isAnyNamed = [...ids.keys()].some(({ id }) => id);
  for (const [submission, id] of ids) submission.id = id;
  if (isAnyNamed) document.dispatchEvent(new CustomEvent("outbox:renumbered"));
}

// What could not be stored would be lost with the page: it is tried again until the storage works. Before the page goes
// to the background it is tried at once, as a phone may throw the page away there.
async function storeLater() {
  if (isStoringLater) return;
  isStoringLater = true;
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    await new Promise((resolve) => {
      endWait = resolve;
      setTimeout(resolve, wait);
    });
    const submissions = inMemory().filter((submission) => submission.id && isUnstored(submission));
    if (!submissions.length) break;
    await change(submissions).catch(() => {});
  }
  isStoringLater = false;
}

for (const name of ["visibilitychange", "outbox:answers"]) document.addEventListener(name, () => endWait());

// Calls `follow` with what waits for the table whenever another tab may have changed it, but not in the midst of a change
// of this tab.
export function followTabs(table, follow) {
  const followNow = async () => {
    const before = changes;
    const stored = await waiting(table).catch(() => null);
    if (unfinished || changes !== before) setTimeout(followNow, 100);
    else if (stored) follow(stored);
  };
  tabs.addEventListener("message", ({ data }) => {
    for (const key of data.removed ?? []) removedByTabs.add(key);
    forgetRemoval(data.added ?? []);
    followNow();
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) followNow(); });
  document.addEventListener("outbox:closed", followNow);
}
