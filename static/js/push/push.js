// Messages to this phone while it sleeps. Nothing is asked when the page opens: the browser's question comes after the
// button. Which phone gets what is known to the server alone; the browser only says its address at its push service.

const section = document.getElementById("push");
const form = section?.querySelector("form");

const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const sameBytes = (one, other) => one.length === other.length && one.every((byte, index) => byte === other[index]);

function showCase(name) {
  for (const line of section.querySelectorAll("[data-push-case]")) line.hidden = line.dataset.pushCase !== name;
}

function caseOf() {
  if (!globalThis.isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis)) {
    return navigator.standalone === false ? "home-screen" : "unable";
  }
  return Notification.permission === "denied" ? "blocked" : "possible";
}

// A subscription made with another key of the site, before its key was lost, is of no use any more.
async function currentSubscription() {
  const registration = await navigator.serviceWorker.getRegistration(section.dataset.worker);
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return null;
  const { applicationServerKey } = subscription.options;
  if (applicationServerKey && sameBytes(new Uint8Array(applicationServerKey), bytesOf(section.dataset.key))) return subscription;
  await subscription.unsubscribe();
  return null;
}

async function newSubscription() {
  await navigator.serviceWorker.register(section.dataset.worker);
  const registration = await navigator.serviceWorker.ready;
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(section.dataset.key) });
}

function send(wish, subscription) {
  const { endpoint, keys } = subscription.toJSON();
  for (const [name, value] of Object.entries({ wish, endpoint, ...keys })) {
    if (form.elements[name]) form.elements[name].value = value;
  }
  htmx.trigger(form, "push:send");
}

async function act(wish) {
  try {
    const subscription = (await currentSubscription()) ?? (wish === "on" ? await newSubscription() : null);
    if (subscription) send(wish, subscription);
  } catch {
    showCase(Notification.permission === "denied" ? "blocked" : "failed");
    if (Notification.permission !== "denied") section.querySelector("[data-push-case=possible]").hidden = false;
  }
}

if (form) {
  showCase(caseOf());
  section.addEventListener("click", (event) => {
    const button = event.target.closest("[data-wish]");
    if (button) act(button.dataset.wish);
  });
  // Not earlier: htmx must know the form.
  if (caseOf() === "possible") addEventListener("load", () => act("ask"));
}
