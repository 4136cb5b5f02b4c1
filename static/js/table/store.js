// The submissions that wait in this phone, in IndexedDB: they outlive the page, the browser and an empty battery. The
// tabs of a browser share them.
//
// The browser may empty the storage, or close it, while a page is open: somebody clears the data of the site, or the
// phone is short of room. A mark in the storage is lost with all the rest. Where it is still there, a submission that is
// missing was removed by a tab; without it, this tab stores again what it has in memory.

import { newKey, valueOf } from "./submission.js";

const NAME = "tenbo";
const STORE = "outbox";
const MARK = "mark";

const tabs = new BroadcastChannel("tenbo outbox");
const removedByTabs = new Set(); // by their keys
let changes = 0; // begun by this tab
let unfinished = 0;

let opening = null;
let mark = null; // that of the storage when this tab read it first; "" without any
let inMemory = () => [];

// `submissions` returns what this tab has in memory.
export function storeAgain(submissions) {
  inMemory = submissions;
}

// An answer to the clock's question and a signature have no key. They are the same where they say the same of the same
// hanchan, which the address names.
export const keyOf = (submission) => valueOf(submission, "key") ?? `${submission.action} ${submission.fields}`;

function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id", autoIncrement: true });
    request.onsuccess = () => {
      request.result.onclose = () => { opening = null; };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  return opening;
}

async function transact(mode, act) {
  let transaction = null;
  try {
    transaction = (await open()).transaction(STORE, mode, { durability: "strict" });
  } catch (error) {
    opening = null; // it may be possible the next time
    throw error;
  }
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
    act(transaction.objectStore(STORE));
  });
}

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
    // There was no room for a mark before.
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
    for (const submission of inMemory().filter(({ id }) => typeof id === "number")) {
      // A new storage counts from 1 again: under its former id, it would replace what this or another tab has stored since.
      const { id: _former, ...unnumbered } = submission;
      if (known.has(keyOf(submission))) ids.set(submission, known.get(keyOf(submission))); // by another tab
      else if (!removedByTabs.has(keyOf(submission))) {
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
  for (const [submission, id] of ids) submission.id = id;
  // At once: a button in the list names its submission by the id.
  if (ids.size) document.dispatchEvent(new CustomEvent("outbox:renumbered"));
  if (isAnyLost) tabs.postMessage({});
}

async function write(act, removed = []) {
  changes += 1;
  unfinished += 1;
  // Before it is done: no other tab may store it again meanwhile.
  if (removed.length) tabs.postMessage({ removed: removed.map(keyOf) });
  try {
    return await run("readwrite", act);
  } finally {
    unfinished -= 1;
    tabs.postMessage({});
  }
}

export const put = (submission) => change([submission]);

// What could not be stored, as there was no room, is newer in memory: a person may have decided about it.
const unstored = new WeakSet();
export const isUnstored = (submission) => unstored.has(submission);

// Undefined if another tab has removed it.
export async function latestOf(submission) {
  const stored = await run("readonly", (store) => store.get(submission.id));
  return stored && isUnstored(submission) ? submission : stored;
}

export const remove = (submission) => write((store) => store.delete(submission.id), [submission]);

// Those of one table: a referee's phone enters hands at several.
export const waiting = async (table) =>
  (await run("readonly", (store) => store.getAll())).filter((submission) => submission.table === table);

// All of it or nothing: a phone may go out between any two steps. Returns the id of the first. What another tab has
// removed meanwhile, because it was recorded or given up, is not stored again.
export async function change(submissions, removed = []) {
  const note = (isStored) => {
    for (const submission of submissions) unstored[isStored ? "delete" : "add"](submission);
  };
  note(false);
  try {
    const id = await write((store) => {
      for (const other of removed) if (other.id) store.delete(other.id);
      return submissions.map((submission) => putIfThere(store, submission))[0];
    }, removed);
    note(true);
    return id;
  } catch (error) {
    note(false); // an earlier change may have been stored meanwhile
    throw error;
  }
}

function putIfThere(store, submission) {
  if (typeof submission.id !== "number") return store.put(submission);
  const known = store.get(submission.id);
  known.onsuccess = () => { if (known.result) store.put(submission); };
  return known;
}

// Calls `follow` with what waits for the table whenever another tab may have changed it, but not in the midst of a change
// of this tab.
export function followTabs(table, follow) {
  const read = async () => {
    const before = changes;
    const stored = await waiting(table).catch(() => null);
    if (unfinished || changes !== before) setTimeout(read, 100);
    else if (stored) follow(stored);
  };
  tabs.addEventListener("message", ({ data }) => {
    for (const key of data.removed ?? []) removedByTabs.add(key);
    read();
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) read(); });
}
