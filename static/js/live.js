// Keeps what a page shows as new as the tournament. A live part is an element with an id and `data-live`: its own
// address, or nothing for the page's. When its tournament changed it is fetched, like any fragment, and morphed in
// place: what did not change is not touched, nothing moves under a finger, and no form that somebody fills in.
//
// data-live-every   seconds after which it is fetched anyway: it tells of time that passes
// data-live-least   seconds between two fetches at least
// data-live-quiet   what changes in here is not marked
(() => {
  const page = document.querySelector('meta[name="tenbo-live"]');
  if (!page) return;
  const shown = new Map(page.content.trim().split(/\s+/).filter(Boolean).map((pair) => pair.split(":").map(Number)));
  const script = document.querySelector("script[data-live-stream]");
  const lost = document.getElementById("live-lost");

  // Fetching

  const busy = new Set();
  const again = new Set();
  const fetched = new Map();
  const whole = new Map(); // the versions that a part shows all of
  const rest = new Map(); // a server that takes its time is asked less often
  const wake = new Map(); // how a part's rest is ended
  const hurried = new Set(); // for somebody who waits
  for (const part of document.querySelectorAll("[data-live][id]")) whole.set(part.id, page.content.trim());
  const parts = () => [...document.querySelectorAll("[data-live][id]")];
  const addressOf = (part) => part.dataset.live || location.pathname + location.search;

  async function refresh(id) {
    if (busy.has(id)) return again.add(id);
    busy.add(id);
    try {
      do {
        again.delete(id);
        const least = 1000 * (document.getElementById(id)?.dataset.liveLeast || 0);
        const from = Math.max(rest.get(id) ?? 0, (fetched.get(id) ?? -Infinity) + least);
        if (!hurried.delete(id) && from > performance.now()) {
          await new Promise((go) => { wake.set(id, go); setTimeout(go, from - performance.now()); });
          hurried.delete(id);
        }
        again.delete(id);
        await fetchPart(id);
      } while (again.has(id));
    } catch {
      setTimeout(() => refresh(id), 2000 + 3000 * Math.random());
    } finally {
      busy.delete(id);
    }
  }

  // Whoever knows more about a part may say that it is not to be changed now.
  const isHeldBack = (part) => !part.dispatchEvent(new CustomEvent("live:before", { bubbles: true, cancelable: true }));

  async function fetchPart(id) {
    const part = document.getElementById(id);
    if (!part) return;
    if (isHeldBack(part)) return;
    const address = addressOf(part);
    const began = performance.now();
    const versions = [...shown].map((pair) => pair.join(":")).join(" ");
    const answer = await fetch(address, {
      // Where only hands of other tables were written since, the server says so, and draws nothing.
      headers: { "HX-Request": "true", "HX-Target": id, "HX-Current-URL": location.href, "Tenbo-Shown": whole.get(id) ?? "" },
      cache: "no-store",
      signal: AbortSignal.timeout(10000),
    });
    rest.set(id, performance.now() + Math.min(performance.now() - began, 5000));
    if (answer.redirected || [403, 404].includes(answer.status)) return leave(); // not ours to see any more
    if (answer.status === 204) {
      if (whole.has(id)) whole.set(id, versions);
      return;
    }
    fetched.set(id, performance.now());
    if (answer.status !== 200) throw answer.status;
    const html = await answer.text();
    await handsOff();
    const now = document.getElementById(id);
    if (!now || isHeldBack(now)) return;
    if (addressOf(now) !== address) again.add(id); // somebody asked for something else meanwhile
    else if (!again.has(id)) {
      whole.delete(id);
      if (show(now, html)) whole.set(id, versions);
    }
  }

  // Hands

  let held = false;
  let release = null;
  const waiting = [];

  function hold() {
    held = true;
    letGo(30000); // a touch whose end nobody heard of
  }

  function letGo(milliseconds) {
    clearTimeout(release);
    // The click comes after the finger, and is meant for what was there.
    release = setTimeout(() => { held = false; for (const go of waiting.splice(0)) go(); }, milliseconds);
  }

  const handsOff = () => held ? new Promise((go) => { waiting.push(go); }) : null;
  const passive = { capture: true, passive: true };
  document.addEventListener("touchstart", hold, passive);
  for (const end of ["touchend", "touchcancel"]) {
    document.addEventListener(end, (event) => { if (!event.touches.length) letGo(300); }, passive);
  }
  document.addEventListener("pointerdown", (event) => { if (event.pointerType === "mouse") hold(); }, passive);
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, (event) => { if (event.pointerType === "mouse") letGo(100); }, passive);
  }

  // Morphing

  const TYPED = "input:not([type=hidden], [type=submit], [type=button]), textarea, select";
  const isTouched = (field) =>
    field === document.activeElement ||
    (field.options ? [...field.options].some((option) => option.selected !== option.defaultSelected)
      : field.checked !== field.defaultChecked || field.value !== field.defaultValue);
  const isFilledIn = (form) => [...form.querySelectorAll(TYPED)].some(isTouched);
  const words = (node) => node.nodeValue.trim();

  // A fragment may bring along other pieces of its page (hx-swap-oob), as it does for htmx. Whether all of it is shown.
  function show(part, html) {
    let all = true;
    const fragment = new DOMParser().parseFromString(`<template>${html}</template>`, "text/html").querySelector("template").content;
    for (const piece of fragment.querySelectorAll("[hx-swap-oob]")) {
      piece.remove();
      piece.removeAttribute("hx-swap-oob");
      const there = document.getElementById(piece.id);
      if (there) all = morph(there, piece) && all;
    }
    fragment.normalize(); // two texts where the page has one would have everything behind them replaced
    const fresh = fragment.getElementById(part.id);
    if (fresh) all = morph(part, fresh) && all;
    document.dispatchEvent(new CustomEvent("live:shown", { detail: part.id }));
    return all;
  }

  function morph(part, fresh) {
    const changed = new Set();
    let all = true;
    const spare = () => all = false;
    Idiomorph.morph(part, fresh, {
      morphStyle: "outerHTML",
      callbacks: {
        beforeNodeMorphed(old, fresh) {
          if (old.nodeType === Node.TEXT_NODE) {
            if (words(old) === words(fresh)) return false;
            changed.add(old.parentElement);
          } else if (old.nodeType === Node.ELEMENT_NODE) {
            if (old.matches("[data-face]")) return false; // clock.js writes it
            if (old.localName === "form" && isFilledIn(old)) return spare();
          }
          return true;
        },
        beforeNodeRemoved: (node) => node.nodeType !== Node.ELEMENT_NODE || !holdsWork(node) || spare(),
        beforeAttributeUpdated(name, element) {
          if (name === "open") return false; // opened or closed by hand
          // Each page has other ones, and those it has are still good.
          return !(name === "value" && ["csrfmiddlewaretoken", "key"].includes(element.name));
        },
        afterNodeAdded(node) {
          if (node.nodeType === Node.ELEMENT_NODE) changed.add(node);
          else if (words(node)) changed.add(node.parentElement);
        },
      },
    });
    const now = document.getElementById(part.id);
    if (!now) return all;
    htmx.process(now);
    mark([...changed].filter((element) => now.contains(element)));
    return all;
  }

  const holdsWork = (element) =>
    element.matches("form") ? isFilledIn(element) : [...element.querySelectorAll("form")].some(isFilledIn);

  function mark(elements) {
    const colour = getComputedStyle(document.documentElement).getPropertyValue("--changed");
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const element of elements) {
      if (element.closest("[data-live-quiet]")) continue;
      element.animate({ backgroundColor: [colour, still ? colour : "transparent"] }, { duration: 2000, easing: "ease-in" });
    }
  }

  // News

  function told(version) {
    if (version.state !== undefined) {
      document.documentElement.dataset.live = version.state;
      if (lost) lost.hidden = version.state !== "lost";
      return;
    }
    shown.set(version.id, version.version);
    for (const part of parts()) refresh(part.id);
  }

  // For scripts that know when to ask: clock.js; and for a touch that asks for something else, without rest: hall.js.
  window.tenboRefresh = (id, touched = false) => {
    whole.delete(id);
    if (touched) {
      hurried.add(id);
      wake.get(id)?.();
    }
    return refresh(id);
  };

  let stream = null;
  let gone = false;

  function throughWorker() {
    const { port } = new SharedWorker(script.src);
    port.onmessage = ({ data }) => told(data);
    return {
      join: () => port.postMessage({ shows: [...shown] }),
      leave: () => port.postMessage({ leaves: true }),
      retry: () => port.postMessage({ retry: true }),
    };
  }

  function alone() {
    const own = tenboFollow((id, version) => told({ id, version }), (state) => told({ state }));
    const inSight = () => document.hidden ? own.want(new Map()) : own.want(shown);
    document.addEventListener("visibilitychange", () => { if (!gone) inSight(); });
    return { join: inSight, leave: () => own.want(new Map()), retry: () => own.retry() };
  }

  function leave() {
    gone = true;
    stream.leave();
    told({ state: "refused" });
  }

  try {
    stream = throughWorker();
  } catch {
    stream = alone();
  }
  stream.join();
  addEventListener("online", () => { if (!gone) stream.retry(); });
  addEventListener("pagehide", () => stream.leave());
  addEventListener("pageshow", (event) => {
    if (!event.persisted || gone) return;
    stream.join();
    for (const part of parts()) refresh(part.id);
  });

  function passTime() {
    if (gone || document.hidden) return;
    for (const part of parts()) {
      const every = 1000 * part.dataset.liveEvery;
      if (!every || performance.now() - (fetched.get(part.id) ?? 0) < every) continue;
      whole.delete(part.id);
      refresh(part.id);
    }
  }
  setInterval(passTime, 1000);
  document.addEventListener("visibilitychange", passTime);
})();
