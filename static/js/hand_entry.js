// What HTML and htmx cannot do at the table: keep a submission that got no answer, and send it again.
//
// A submission is a form with a key of its own, so sending it twice records it once. It is kept in this phone until
// the server has answered, whatever the answer: a lost network, a closed page or an empty battery lose nothing.
(() => {
  // One for each table: a referee's phone enters hands at several.
  const KEPT = `tenbo.unanswered ${document.getElementById("table-screen").dataset.table}`;
  const FIRST_WAIT = 2000;
  const LONGEST_WAIT = 15000;
  let wait = FIRST_WAIT;
  let timer = null;

  const kept = () => JSON.parse(localStorage.getItem(KEPT) || "null");
  const forget = () => localStorage.removeItem(KEPT);

  function keep(request) {
    const fields = [...request.formData].filter(([name]) => name !== "csrfmiddlewaretoken");
    localStorage.setItem(KEPT, JSON.stringify({ action: request.path, fields }));
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
    const submission = kept();
    if (!submission) return;
    const values = {};
    for (const [name, value] of submission.fields) (values[name] ??= []).push(value);
    values.csrfmiddlewaretoken = document.getElementById("table-screen").dataset.csrf;
    htmx.ajax("POST", submission.action, { target: "#table-screen", swap: "outerHTML", values });
  }

  function later() {
    show("hand");
    if (timer) return;
    timer = setTimeout(sendAgain, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function lost(event) {
    if (isClock(event)) return;
    if (isSubmission(event)) later();
    else show("touch");
  }

  // The clock asks by itself (clock.js). Whether it is answered says nothing about what somebody touched.
  const isClock = (event) => event.detail.elt?.id === "table-clock";
  const isSubmission = (event) => event.detail.requestConfig?.verb === "post";

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (isSubmission(event)) keep(event.detail.requestConfig);
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (isClock(event)) return;
    const status = event.detail.xhr?.status ?? 0;
    if (status >= 200 && status < 400 || status === 409 || status === 422) {
      if (isSubmission(event)) forget();
      wait = FIRST_WAIT;
      show("");
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
    if (!kept()) return show("");
    clearTimeout(timer);
    sendAgain();
  });

  // Another device went on here (#table-news says so). The screen follows by itself where that takes nobody's work
  // away; otherwise it says so and waits.
  const isIdle = () => {
    const screen = document.getElementById("table-screen");
    return "idle" in screen.dataset && !kept() && !document.querySelector(".htmx-request")
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

  // The page was closed or reloaded before an answer came.
  document.addEventListener("DOMContentLoaded", () => {
    if (kept()) later();
  });
})();
