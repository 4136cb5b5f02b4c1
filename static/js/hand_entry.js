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
  let isLate = false;

  const kept = () => JSON.parse(localStorage.getItem(KEPT) || "[]");
  const store = (list) => list.length ? localStorage.setItem(KEPT, JSON.stringify(list)) : localStorage.removeItem(KEPT);

  const submission = (request) => ({
    action: request.path, fields: [...request.formData].filter(([name]) => name !== "csrfmiddlewaretoken"),
  });
  // Sent again, the fields may come in another order.
  const told = (one) => JSON.stringify([one.action, [...one.fields].sort()]);
  const without = (one) => kept().filter((other) => told(other) !== told(one));

  function keep(request) {
    const one = submission(request);
    if (without(one).length === kept().length) store([...kept(), one]);
  }

  function show(lost) {
    const notice = document.getElementById("connection");
    if (!notice || lost === (notice.dataset.lost ?? "")) return;
    notice.hidden = !lost;
    if (!lost) return delete notice.dataset.lost;
    notice.dataset.lost = lost;
    notice.scrollIntoView({ block: "nearest" });
  }

  function sendAgain() {
    timer = null;
    const [first] = kept();
    if (!first) return;
    const values = {};
    for (const [name, value] of first.fields) (values[name] ??= []).push(value);
    values.csrfmiddlewaretoken = document.getElementById("table-screen").dataset.csrf;
    htmx.ajax("POST", first.action, { target: "#table-screen", swap: "outerHTML", values });
  }

  function later() {
    isLate = true;
    show("hand");
    if (timer) return;
    timer = setTimeout(sendAgain, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function nothingWaits() {
    isLate = false;
    show("");
  }

  function lost(event) {
    if (isClock(event)) return;
    if (isSubmission(event)) later();
    else show(isLate ? "hand" : "touch");
  }

  // The clock asks by itself (clock.js). Whether it is answered says nothing about what somebody touched.
  const isClock = (event) => event.detail.elt?.id === "table-clock";
  // What is worth sending later replaces the table. A call for a referee does not: it is touched again, or not.
  const isSubmission = (event) =>
    event.detail.requestConfig?.verb === "post" && event.detail.target?.id === "table-screen";

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (isSubmission(event)) keep(event.detail.requestConfig);
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (isClock(event)) return;
    const status = event.detail.xhr?.status ?? 0;
    if (status >= 200 && status < 400 || status === 409 || status === 422) {
      if (isSubmission(event)) store(without(submission(event.detail.requestConfig)));
      wait = FIRST_WAIT;
      if (!kept().length) nothingWaits();
      else if (isSubmission(event)) later();
      else show(isLate ? "hand" : "");
    }
  });

  document.addEventListener("htmx:sendError", lost);
  document.addEventListener("htmx:timeout", lost);
  document.addEventListener("htmx:responseError", (event) => {
    if (isClock(event)) return;
    if (event.detail.xhr.status >= 500) lost(event);
    else if (![409, 422].includes(event.detail.xhr.status)) show("refused");
  });

  window.addEventListener("online", () => {
    wait = FIRST_WAIT;
    if (!kept().length) return nothingWaits();
    clearTimeout(timer);
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
    nothingWaits();
  });

  // The page was closed or reloaded before an answer came.
  document.addEventListener("DOMContentLoaded", () => {
    if (kept().length) later();
  });
})();
