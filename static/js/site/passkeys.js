// Forms that a passkey sends: data-passkey is "get" or "create", data-options what the server asks for, as JSON,
// data-answer the field for what the browser says ("answer" if there is none).
// They are hidden until it is known that the browser can do it; then what is said instead is hidden (data-no-passkey).

const can = globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON;

for (const form of document.querySelectorAll("[data-passkey]")) {
  if (!can) {
    continue;
  }
  form.hidden = false;
  for (const instead of document.querySelectorAll("[data-no-passkey]")) {
    instead.hidden = true;
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}

async function send(form) {
  const problem = form.querySelector("[data-passkey-problem]");
  problem.hidden = true;
  try {
    const credential = await credentialFor(form.dataset.passkey, JSON.parse(form.dataset.options));
    form.elements.namedItem(form.dataset.answer ?? "answer").value = JSON.stringify(credential.toJSON());
    form.submit();
  } catch {
    problem.hidden = false; // refused, timed out, or made already: browsers do not say which
  }
}

function credentialFor(what, options) {
  if (what === "create") {
    return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
  }
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}
