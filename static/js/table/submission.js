// What is sent to the table: its fields, with a key that says whether it was recorded before, and the answer.

const TIMEOUT = 10000;

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // randomUUID is for https alone
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("").replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export const fieldsOf = (form, button) => [...new FormData(form, button)].filter(([name]) => name !== "csrfmiddlewaretoken");

export function set(submission, values) {
  submission.fields = submission.fields.map(([name, value]) => [name, values[name] ?? value]);
}

export const valueOf = (submission, name) => submission.fields.find(([field]) => field === name)?.[1];

// `base` is the revision that a person has seen who decides about the number; undefined changes nothing. A recorded hand
// of the new number is another hand, even if it is equal: the server asks then.
export function renumber(submission, number, base) {
  set(submission, { number: String(number), base, renumbered: number === submission.number ? undefined : "1" });
  submission.number = number;
}

// `fresh` is null where somebody else answered: the sign-in page of a Wi-Fi, for example.
export async function request(address, options) {
  const headers = { "HX-Request": "true", "HX-Target": "table-screen", "HX-Current-URL": location.href };
  const response = await fetch(address, { ...options, headers, signal: AbortSignal.timeout(TIMEOUT) });
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("table-screen");
  const isRedirected = response.redirected && new URL(response.url).origin === location.origin && !fresh;
  return { status: response.status, address: response.headers.get("HX-Replace-Url"), fresh, isRedirected };
}
