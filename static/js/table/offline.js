// Keeps the table's page in this phone for the time without network, and the screen awake. Browsers allow both on https
// alone; elsewhere this does nothing.

const CACHE = "tenbo-tables";

const screen = () => document.getElementById("table-screen");

// Whether the scripts load is seen anew whenever the page is opened.
const withoutMarks = (tag) => tag.replaceAll(/ data-(form|loaded)=""/g, "");

// The page as it is, without what somebody is choosing: choices are no attributes.
async function keepPage() {
  const cache = await caches.open(CACHE);
  const html = `<!doctype html>${document.documentElement.outerHTML.replace(/^<html[^>]*>/, withoutMarks)}`;
  // The address of the entry names the round, that of the table does not; a reload may ask for either.
  const form = document.getElementById("hand");
  const addresses = new Set([location.href, screen().dataset.live, form?.action ?? location.href]);
  const paths = [...addresses].map((address) => new URL(address, location.href).pathname);
  try {
    for (const path of paths) await cache.put(path, new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
  } catch (error) {
    // No room. An older page would offer hands again that are recorded; without one the browser says that it is offline.
    for (const path of paths) await cache.delete(path);
    throw error;
  }
}

// A hashed name always means the same file. A file without a hash is loaded again, or a new page would run old scripts.
const isForGood = (kept) => kept?.headers.get("Cache-Control")?.includes("immutable");

async function keepFile(cache, name) {
  if (!isForGood(await cache.match(name))) await cache.add(name);
}

// A file that is not kept, for lack of a network or of room, holds up no other.
async function keepFiles() {
  const cache = await caches.open(CACHE);
  const files = performance.getEntriesByType("resource").map((entry) => entry.name);
  const own = files.filter((name) => name.startsWith(`${location.origin}/static/`));
  for (const name of new Set(own)) await keepFile(cache, name).catch(() => {});
}

async function stayAwake() {
  if (document.hidden) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // The phone saves power, and may.
  }
}

async function prepare() {
  await navigator.serviceWorker.register(screen().dataset.worker);
  await keepPage().catch(() => {}); // first: an older page would not say that it is old, one without its files warns
  await keepFiles();
}

if ("serviceWorker" in navigator && "caches" in globalThis) {
  prepare().catch(() => {}); // no room, or forbidden: the page works as without
  document.addEventListener("table:shown", () => { keepPage().catch(() => {}); });
  // With the news alone the screen may be older than the table.
  document.addEventListener("live:shown", (event) => { if (event.detail === "table-screen") keepPage().catch(() => {}); });
}

if ("wakeLock" in navigator) {
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
}
