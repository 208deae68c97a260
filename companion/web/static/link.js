// @ts-check
// The link to the table: one websocket, which is opened again whenever it is lost.
//
// Invariant: while the link is down the page says so; when it is up again, the page gets the whole state.

import { at, say } from "/static/element.js";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
const SILENCE = 12000; // The table speaks at least every five seconds.

const BLOCK = 256; // Bytes: TLS hides what a message says and not how long it is.

/** A message in JSON, in whole blocks. */
function filled(message) {
  const text = JSON.stringify(message);
  const over = new TextEncoder().encode(text).length % BLOCK;
  return over === 0 ? text : text + " ".repeat(BLOCK - over);
}

const FINAL = [1008, 4000]; // Refused, and not wanted any more.

/**
 * Keep a socket to `path` open. Calls onText(message), onBytes(view of bytes), onLost(). `greeting()`: what is said first, if
 * anything; `onEnd(reason)`: the table wants this page no more, and it is not tried again (without it, it is). `quiet`: another
 * link of the page says whether the table answers.
 */
export function openLink(/** @type {string} */ path, /** @type {any} */ { onText, onBytes = () => {}, onLost = () => {}, greeting = null, onEnd = null, quiet = false }) {
  const banner = at("banner");
  const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
  /** @type {WebSocket | null} */
  let socket = null;
  let wait = FIRST_WAIT;
  let timer = 0;
  let watch = 0;
  let ended = false;
  const life = new AbortController(); // Ends when nothing more is wanted of the table.
  const { signal } = life;

  function mark(state, text) {
    if (quiet) return;
    document.body.dataset.link = state;
    banner.hidden = !text;
    say(banner, text);
  }

  function heard() {
    clearTimeout(watch);
    watch = setTimeout(() => lost(socket, ""), SILENCE);
  }

  function open() {
    clearTimeout(timer);
    const fresh = new WebSocket(url);
    socket = fresh;
    fresh.binaryType = "arraybuffer";
    heard();
    fresh.onmessage = ({ data }) => {
      if (fresh !== socket) return;
      heard();
      if (quiet || document.body.dataset.link !== "up") {
        wait = FIRST_WAIT;
        mark("up", "");
      }
      if (typeof data === "string") onText(JSON.parse(data));
      else onBytes(new Uint8Array(data));
    };
    if (greeting) fresh.onopen = () => fresh.send(filled(greeting()));
    fresh.onclose = ({ code, reason }) => (onEnd && FINAL.includes(code) ? end(fresh, reason) : lost(fresh, reason));
  }

  function lost(which, reason) {
    if (which !== socket || socket === null) return;
    socket = null;
    clearTimeout(watch);
    which.close();
    mark("down", `Not connected to the table${reason ? `: ${reason.replace(/\.$/, "")}` : ""}. Trying again …`);
    onLost();
    timer = setTimeout(open, wait * (0.8 + 0.4 * Math.random()));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function end(which, reason) {
    if (which !== socket) return;
    socket = null;
    ended = true;
    life.abort();
    clearTimeout(watch);
    mark("ended", "");
    onLost();
    onEnd(reason);
  }

  function hurry() {
    if (socket === null && !ended && !document.hidden) {
      wait = FIRST_WAIT;
      open();
    }
  }
  addEventListener("online", hurry, { signal });
  // A socket would not notice for some time. A table on this machine answers the next attempt at once.
  addEventListener("offline", () => lost(socket, ""), { signal });
  document.addEventListener("visibilitychange", hurry, { signal });
  open();

  return {
    /** Send a message; false where there is nobody to take it. */
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(filled(message));
      return true;
    },
    /** Want nothing more of the table. */
    close() {
      const last = socket;
      socket = null;
      ended = true;
      life.abort();
      clearTimeout(watch);
      clearTimeout(timer);
      last?.close();
    },
  };
}
