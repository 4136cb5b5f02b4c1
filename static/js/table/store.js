// The submissions that wait in this phone, in IndexedDB: they outlive the page, the browser and an empty battery. The
// tabs of a browser share them.

const NAME = "tenbo";
const STORE = "outbox";

const tabs = new BroadcastChannel("tenbo outbox");
let changes = 0; // begun by this tab
let unfinished = 0;

const opened = new Promise((resolve, reject) => {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id", autoIncrement: true });
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

async function run(mode, act) {
  const database = await opened;
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode, { durability: "strict" });
    const request = act(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

async function write(act) {
  changes += 1;
  unfinished += 1;
  try {
    return await run("readwrite", act);
  } finally {
    unfinished -= 1;
    tabs.postMessage("changed");
  }
}

export const put = (submission) => change([submission]);
export const latestOf = (id) => run("readonly", (store) => store.get(id));
export const remove = (id) => write((store) => store.delete(id));

// Those of one table: a referee's phone enters hands at several.
export const waiting = async (table) =>
  (await run("readonly", (store) => store.getAll())).filter((submission) => submission.table === table);

// All of it or nothing: a phone may go out between any two steps. Returns the id of the first. What another tab has
// removed meanwhile, because it was recorded or given up, is not stored again.
export const change = (submissions, removed = []) => write((store) => {
  for (const { id } of removed) if (id) store.delete(id);
  return submissions.map((submission) => putIfThere(store, submission))[0];
});

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
  tabs.addEventListener("message", read);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) read(); });
}
