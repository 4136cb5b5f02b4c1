// One stream of news for all tabs of a browser. Run as a SharedWorker it serves every tab; where a browser has none
// (phones, which show one tab at a time) the page itself runs it while it is in sight.
//
// News is a tournament's id and a version, which is another one after each write. When no stream gets through, the versions are asked for instead; and
// each time the network is back, a stream is tried again.
(() => {
  const SILENT = 25000; // the server says something every ten seconds
  const OPENING = 10000;
  const ASKING = 5000;
  const ERRORS = 3; // so many streams in a row that did not open, and we ask instead
  const AGAIN = 6; // of so many answers, one is followed by another try of a stream
  const REFUSED = 60000;

  const some = (milliseconds) => milliseconds * (0.5 + Math.random()); // a hall full of phones does not come at once

  // `tell(id, version)` is called for each news, `say(state)` when it changes: live, asking, lost or refused.
  function follow(tell, say) {
    const versions = new Map();
    let wanted = new Set();
    let source = null;
    let timer = null;
    let state = "";
    let errors = 0;
    let answers = 0;

    const query = () => [...wanted].map((id) => `t=${id}:${versions.get(id)}`).join("&");
    const after = (milliseconds, act) => { clearTimeout(timer); timer = setTimeout(act, milliseconds); };

    function be(now) {
      if (now !== state) say((state = now));
    }

    function heard(id, version) {
      if (version === versions.get(id)) return;
      versions.set(id, version);
      tell(id, version);
    }

    function stop() {
      clearTimeout(timer);
      source?.close();
      source = null;
    }

    function open() {
      stop();
      if (!wanted.size) return;
      source = new EventSource(`/live/events?${query()}`);
      const alive = () => { errors = answers = 0; be("live"); after(SILENT, failed); };
      after(OPENING, failed);
      source.addEventListener("hello", alive);
      source.addEventListener("beat", alive);
      source.onmessage = (event) => { alive(); heard(...event.data.split(" ").map(Number)); };
      source.onerror = failed;
    }

    function failed() {
      stop();
      errors += 1;
      if (errors < ERRORS) after(some(errors * 1000), open);
      else after(some(ASKING / 2), ask);
    }

    async function ask() {
      try {
        const answer = await fetch(`/live/versions?${query()}`, { cache: "no-store", signal: AbortSignal.timeout(8000) });
        if (answer.status === 404) {
          be("refused");
          return after(REFUSED, ask);
        }
        if (!answer.ok) throw answer.status;
        if (answer.status === 200) {
          for (const [id, version] of Object.entries(await answer.json())) heard(Number(id), version);
        }
        answers += 1;
        const back = state !== "asking" || answers % AGAIN === 0;
        be("asking");
        if (back) return open();
      } catch {
        be("lost");
      }
      after(some(ASKING), ask);
    }

    return {
      want(ids) {
        const more = [...ids.keys()].some((id) => !wanted.has(id));
        wanted = new Set(ids.keys());
        for (const [id, version] of ids) if (!versions.has(id)) versions.set(id, version);
        if (!wanted.size) stop();
        else if (more || !source && state === "") open();
      },
      newest: (id) => versions.get(id),
      state: () => state,
      retry() { if (wanted.size) open(); },
      stop,
    };
  }

  if (!("SharedWorkerGlobalScope" in self)) {
    self.tenboFollow = follow;
    return;
  }

  const tabs = new Map(); // each tab's port: the ids it shows, with the versions it was told
  const stream = follow(
    (id, version) => { for (const [port, known] of tabs) tell(port, known, id, version); },
    (state) => { for (const port of tabs.keys()) port.postMessage({ state }); },
  );

  function tell(port, known, id, version) {
    if (!known.has(id) || version === undefined || known.get(id) === version) return;
    known.set(id, version);
    port.postMessage({ id, version });
  }

  function join(port, shown) {
    const known = new Map(shown);
    tabs.set(port, known);
    // What this tab has not seen yet, though the stream told it to the others.
    for (const id of known.keys()) tell(port, known, id, stream.newest(id));
    port.postMessage({ state: stream.state() });
  }

  let leaving = null;
  function union() {
    const all = new Map([...tabs.values()].flatMap((known) => [...known]));
    clearTimeout(leaving);
    // A tab that goes to another page of the same tournament comes back in a moment.
    if (all.size) stream.want(all);
    else leaving = setTimeout(() => stream.want(all), 2000);
  }

  self.onconnect = ({ ports: [port] }) => {
    port.onmessage = ({ data }) => {
      if (data.shows) join(port, data.shows);
      if (data.leaves) tabs.delete(port);
      if (data.retry) stream.retry();
      else union();
    };
  };
})();
