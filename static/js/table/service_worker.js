// Opens a table's page without the network, as it was last shown, and shows the messages that wake a phone. Everything
// else goes to the server as always.
//
// The page itself puts its newest state and its files into the cache (offline.js).

const CACHE = "tenbo-tables";
const PATIENCE = 4000; // a slow server is waited for so long before the page from the cache is shown
const RETRY = 1000; // a file that neither the server nor the cache has given is asked for once more
const TABLE = /^\/t\/[^/]+\/tables\/\d+\/(rounds\/\d+\/)?$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const isTable = request.mode === "navigate" && TABLE.test(url.pathname);
  if (isTable) event.respondWith(fromServer(fetch(request), new URL(url.pathname, url.origin), ({ status }) => status < 500));
  else if (url.pathname.startsWith("/static/")) event.respondWith(fileFor(request));
});

// If one script does not load, none that imports it runs, and what waits in the phone is neither shown nor sent.
async function fileFor(request) {
  try {
    const answer = await fromServer(wholeFile(request), request, ({ ok }) => ok); // after an upgrade the old files are gone
    if (answer.status < 500) return answer;
  } catch {
    // The cache does not have it either.
  }
  await new Promise((resolve) => { setTimeout(resolve, RETRY); });
  return fetch(request);
}

// An answer that breaks off halfway is none.
async function wholeFile(request) {
  const answer = await fetch(request);
  await answer.clone().arrayBuffer();
  return answer;
}

async function fromServer(answer, kept, isGood) {
  answer.catch(() => {}); // it may fail after the page from the cache was shown
  const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  try {
    const first = await Promise.race([answer, late]);
    if (first && isGood(first)) return first;
  } catch {
    // No network: the cache answers.
  }
  const cache = await caches.open(CACHE);
  return (await cache.match(kept)) ?? answer;
}

// Messages (tournament/push). A later one about the same round replaces the earlier one.

self.addEventListener("push", (event) => {
  const { title, address, ...options } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { ...options, renotify: true, data: { address } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.address));
});

async function openPage(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === address);
  return page ? page.focus() : self.clients.openWindow(address);
}
