// Says whether this phone accepts the certificate, again each time that somebody comes back from the settings.

import { isAccepted } from "./secure.js";

const section = document.getElementById("phones-check");

// A page that was opened despite the browser's warning comes over https too, but may have no service worker.
async function mayHaveWorker(address) {
  try {
    await navigator.serviceWorker.register(address);
    return true;
  } catch {
    return false;
  }
}

async function check() {
  if (document.hidden) return;
  const { secure, worker } = section.dataset;
  const state = (await (worker ? mayHaveWorker(worker) : isAccepted(secure))) ? "accepted" : "refused";
  for (const line of section.children) line.hidden = line.dataset.if !== state;
}

check();
document.addEventListener("visibilitychange", check);
