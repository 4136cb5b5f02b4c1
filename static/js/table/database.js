// The database of this phone, opened when it is first needed.
//
// A phone may leave an opening or a transaction without any answer, for ever. Whoever waits for it would never send. So
// each has a limit, after which it cannot succeed any more; from then on all fail at once, until the storage answers again.

const NAME = "tenbo";
export const STORE = "outbox";
const PATIENCE = 2500;

let database = null;
let opening = null;
let isStalled = false;
let isTrying = false;

// A phone that never allows a storage. What else fails may work later; a connection that is being closed throws an
// InvalidStateError, too.
const forbidden = new WeakSet();
export const isForbidden = (error) => forbidden.has(error);

function noteForbidden(error) {
  if (["InvalidStateError", "ReferenceError", "SecurityError", "TypeError"].includes(error.name)) forbidden.add(error);
  throw error;
}

function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id", autoIncrement: true });
    request.onsuccess = () => {
      isStalled = false;
      if (database) request.result.close(); // it was opened again, as it did not answer for a while
      else keep(request.result);
      resolve(database);
    };
    request.onerror = () => reject(request.error);
  });
  return opening;
}

function keep(connection) {
  database = connection;
  opening = Promise.resolve(connection);
  connection.onclose = () => leave(connection);
  // A script deletes the database, and waits for this page; whatever is opened then waits for the deletion.
  connection.onversionchange = () => {
    leave(connection);
    document.dispatchEvent(new CustomEvent("outbox:closed"));
  };
}

// It is opened anew the next time. `connection` is null where it could not be opened.
function leave(connection) {
  connection?.close();
  if (database === connection) database = opening = null;
}

export function transact(mode, act) {
  if (!isStalled) return attempt(mode, act);
  tryAgain();
  return Promise.reject(new DOMException("The storage has not answered.", "TimeoutError"));
}

async function attempt(mode, act) {
  let connection = null;
  let transaction = null;
  try {
    connection = await inTime(open().catch(noteForbidden));
    transaction = connection.transaction(STORE, mode, { durability: "strict" });
  } catch (error) {
    leave(connection);
    throw error;
  }
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
    act(transaction.objectStore(STORE));
  });
  try {
    await inTime(done, () => abort(transaction));
  } catch (error) {
    leave(connection); // it may be lost, which the page may learn later
    throw error;
  }
}

function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // It is being committed: what it stores is found by its key the next time.
  }
}

// While the storage is stalled, every transaction fails at once. This one finds out whether it answers again, and says so
// by "outbox:answers" to those that wait before their next attempt.
async function tryAgain() {
  if (isTrying) return;
  isTrying = true;
  const isAnswered = await attempt("readonly", (store) => store.count()).then(() => true, () => false);
  isTrying = false;
  if (!isAnswered) return; // a database that can be opened may still leave each transaction without an answer
  isStalled = false;
  document.dispatchEvent(new CustomEvent("outbox:answers"));
}

async function inTime(promise, giveUp = () => {}) {
  let timer = null;
  const limit = new Promise((_resolve, reject) => {
    timer = setTimeout(() => {
      isStalled = true;
      reject(new DOMException("The storage does not answer.", "TimeoutError"));
      giveUp();
    }, PATIENCE);
  });
  promise.catch(() => {}); // it may fail after the limit
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
