// A shared worker: one stream of news for all tabs of a browser.

import { Stream } from "./stream.js";

const LEAVING = 2000; // a tab that goes to another page of the same tournament is back in a moment

// The port of each tab: the tournaments it shows, with the versions it knows, and the addresses of its parts.
const tabs = new Map();
const stream = new Stream(
  (id, version) => { for (const [port, { known }] of tabs) send(port, known, id, version); },
  (state) => { for (const port of tabs.keys()) port.postMessage({ state }); },
  (part) => {
    for (const [port, { addresses }] of tabs) if (addresses.includes(part.address)) port.postMessage({ part });
  },
);
let leaving = null;

function send(port, known, id, version) {
  if (!known.has(id) || version === undefined || known.get(id) === version) return;
  known.set(id, version);
  port.postMessage({ id, version });
}

function join(port, versions, addresses) {
  const known = new Map(versions);
  tabs.set(port, { known, addresses });
  // Versions that the stream brought before this tab came.
  for (const id of known.keys()) send(port, known, id, stream.latest(id));
  port.postMessage({ state: stream.state });
}

function subscribe() {
  const versions = new Map([...tabs.values()].flatMap(({ known }) => [...known]));
  const addresses = [...tabs.values()].flatMap((tab) => tab.addresses);
  clearTimeout(leaving);
  if (versions.size) stream.subscribe(versions, addresses);
  else leaving = setTimeout(() => stream.subscribe(versions), LEAVING);
}

self.onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => {
    if (data.joins) join(port, data.joins, data.addresses);
    if (data.leaves) tabs.delete(port);
    if (data.retries) stream.retry();
    else subscribe();
  };
};
