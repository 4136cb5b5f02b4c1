// The submissions that wait in this phone, in IndexedDB: they outlive the page, the browser and an empty battery.

const NAME = "tenbo";
const STORE = "outbox";

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
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

export const put = (submission) => change([submission]);
export const latestOf = (id) => run("readonly", (store) => store.get(id));
export const remove = (id) => run("readwrite", (store) => store.delete(id));

// Those of one table: a referee's phone enters hands at several.
export const waiting = async (table) =>
  (await run("readonly", (store) => store.getAll())).filter((submission) => submission.table === table);

// All of it or nothing: a phone may go out between any two steps. Returns the id of the first.
export const change = (submissions, removed = []) => run("readwrite", (store) => {
  for (const { id } of removed) if (id) store.delete(id);
  return submissions.map((submission) => store.put(submission))[0];
});
