// The hall's screen turns its pages (data-turn: after so many seconds). What can be done about it are links in its foot
// that only change the query; they are followed in place, by touch or by key, so that the full screen stays.
(() => {
  const KEYS = { " ": "hall-pause", ArrowRight: "hall-next", PageDown: "hall-next", ArrowLeft: "hall-previous", PageUp: "hall-previous" };
  const IDLE = 4000;
  let turned = performance.now();
  let shown = document.querySelector(".hall-count")?.id;
  let resting = null;

  function go(link, touched = true) {
    if (!link) return;
    history.replaceState(null, "", link.href);
    turned = performance.now();
    window.tenboRefresh("hall", touched);
  }

  function turn() {
    const seconds = document.querySelector("[data-turn]")?.dataset.turn;
    if (seconds && !document.hidden && performance.now() - turned > 1000 * seconds) go(document.getElementById("hall-next"), false);
  }

  // The controls are there for whoever comes near, and for nobody who only looks.
  function awake() {
    delete document.documentElement.dataset.idle;
    clearTimeout(resting);
    resting = setTimeout(() => { document.documentElement.dataset.idle = ""; }, IDLE);
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#hall .hall-controls a[href^='?']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(link);
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !KEYS[event.key]) return;
    if (event.key === " " && event.target.closest?.("button")) return;
    event.preventDefault();
    go(document.getElementById(KEYS[event.key]));
  });

  document.addEventListener("live:shown", () => {
    const now = document.querySelector(".hall-count")?.id;
    if (now !== shown) turned = performance.now();
    shown = now;
  });

  for (const sign of ["pointermove", "pointerdown", "keydown", "focusin"]) document.addEventListener(sign, awake, { passive: true });
  awake();
  setInterval(turn, 500);
})();
