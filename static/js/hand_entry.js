// What HTML and htmx cannot do at the table: keep submissions that got no answer, and send them again.
//
// A submission is a form with a key of its own, so sending it twice records it once. It is kept in this phone until
// the server has answered, whatever the answer: a lost network, a closed page or an empty battery lose nothing.
(() => {
  // One list for each table: a referee's phone enters hands at several.
  const KEPT = `tenbo.unanswered ${document.getElementById("table-screen").dataset.table}`;
  const FIRST_WAIT = 2000;
  const LONGEST_WAIT = 15000;
  let wait = FIRST_WAIT;
  let timer = null;
  let late = false; // what is kept got no answer
  let refused = false; // or an answer that records nothing

  const kept = () => JSON.parse(localStorage.getItem(KEPT) || "[]");
  const store = (list) => list.length ? localStorage.setItem(KEPT, JSON.stringify(list)) : localStorage.removeItem(KEPT);

  const submission = (request) => ({
    action: request.path, fields: [...request.formData].filter(([name]) => name !== "csrfmiddlewaretoken"),
  });
  // Sent again, the fields may come in another order.
  const identity = (one) => JSON.stringify([one.action, [...one.fields].sort()]);
  const without = (one) => kept().filter((other) => identity(other) !== identity(one));

  const hand = (one) => one.fields.find(([name]) => name === "number")?.[1];

  // Of two versions of a hand that wait, the newer one is meant.
  function keep(request) {
    const one = submission(request);
    if (without(one).length < kept().length) return;
    const others = kept().filter((other) => other.action !== one.action || !hand(one) || hand(other) !== hand(one));
    store([...others, one]);
  }

  // While a submission is under way, touches would take away the form that hears its answer. The clock may do so all
  // the same: the request itself is heard, wherever its form is by then.
  function hold(screen, xhr) {
    screen.inert = true;
    xhr.addEventListener("loadend", () => {
      document.getElementById("table-screen").inert = false;
      if (!xhr.status) later();
    });
  }

  // The notice has a paragraph for each word: of what is kept, and of what was touched just now.
  function tell(touched = "") {
    if (!kept().length) late = refused = false;
    const words = new Set([...(refused ? ["refused", "kept"] : late ? ["hand", "kept"] : []), touched]);
    const said = [...words].join(" ").trim();
    const notice = document.getElementById("connection");
    if (!notice || said === (notice.dataset.lost ?? "")) return;
    notice.hidden = !said;
    notice.dataset.lost = said;
    if (said) notice.scrollIntoView({ block: "nearest" });
  }

  function sendAgain() {
    timer = null;
    const [first] = kept();
    if (!first) return;
    const values = {};
    for (const [name, value] of first.fields) (values[name] ??= []).push(value);
    values.csrfmiddlewaretoken = document.getElementById("table-screen").dataset.csrf;
    const sent = htmx.ajax("POST", first.action, { target: "#table-screen", swap: "outerHTML", values });
    sent.catch(() => {}); // `lost` hears of it
  }

  function later() {
    late = true;
    refused = false;
    tell();
    if (timer || !kept().length) return;
    timer = setTimeout(sendAgain, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function lost(event) {
    if (isClock(event)) return;
    if (isSubmission(event)) later();
    else tell("touch");
  }

  // The clock asks by itself (clock.js). Whether it is answered says nothing about what somebody touched.
  const isClock = (event) => event.detail.elt?.id === "table-clock";
  // Only what replaces the table is sent later; a call for a referee is touched again.
  const isSubmission = (event) =>
    event.detail.requestConfig?.verb === "post" && event.detail.target?.id === "table-screen";

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!isSubmission(event)) return;
    keep(event.detail.requestConfig);
    hold(event.detail.target, event.detail.xhr);
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (isClock(event)) return;
    const status = event.detail.xhr?.status ?? 0;
    if (status >= 200 && status < 400 || status === 409 || status === 422) {
      wait = FIRST_WAIT;
      if (isSubmission(event)) store(without(submission(event.detail.requestConfig)));
      // The page that a touch brought may have what was refused for lack of it.
      if (!timer && kept().length && (isSubmission(event) || refused)) timer = setTimeout(sendAgain, 0);
      tell();
    }
  });

  document.addEventListener("htmx:sendError", lost);
  document.addEventListener("htmx:timeout", lost);
  document.addEventListener("htmx:responseError", (event) => {
    if (isClock(event)) return;
    if (event.detail.xhr.status >= 500) return lost(event);
    if ([409, 422].includes(event.detail.xhr.status)) return;
    if (isSubmission(event)) refused = true;
    tell("refused");
  });

  window.addEventListener("online", () => {
    wait = FIRST_WAIT;
    clearTimeout(timer);
    tell();
    sendAgain();
  });

  // Another device went on here (#table-news says so). The screen follows by itself where that takes nobody's work
  // away; otherwise it says so and waits.
  const isIdle = () => {
    const screen = document.getElementById("table-screen");
    return "idle" in screen.dataset && !kept().length && !document.querySelector(".htmx-request")
      && ![...screen.querySelectorAll("input:not([type=hidden]), textarea")].some(
        (field) => field === document.activeElement || field.value !== field.defaultValue);
  };

  document.addEventListener("live:before", (event) => {
    if (event.target.id !== "table-screen") return;
    if (!document.querySelector("#table-news[data-news]") || !isIdle()) event.preventDefault();
  });
  document.addEventListener("live:shown", (event) => {
    if (event.detail === "table-news" && isIdle()) window.tenboRefresh("table-screen");
  });

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-forget]")) return;
    store([]);
    clearTimeout(timer);
    timer = null;
    tell();
  });

  // The page was closed or reloaded before an answer came.
  document.addEventListener("DOMContentLoaded", () => {
    if (kept().length) later();
  });
})();
