// A phone that accepts the certificate of the hall's computer goes on over https, as soon as a page opens over http.
// What waits in the phone was stored for http, and is sent from there first, also what waits for other tables.

import { isAccepted } from "../site/secure.js";
import { isForbidden } from "./database.js";
import { query } from "./hand_entry.js";
import { allWaiting } from "./store.js";

const { secure } = document.getElementById("plain-http").dataset;

if (await isAccepted(secure)) {
  // Unless the phone allows no storage, it may be readable the next time.
  const stored = await allWaiting().catch((error) => isForbidden(error) ? [] : null);
  const chosen = query();
  if (stored?.length === 0) location.replace(`${secure}${location.pathname}${chosen ? `?${chosen}` : location.search}`);
}
