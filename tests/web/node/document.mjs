// As much of a browser as the scripts of the pages need to run without one: elements without layout, and events that bubble.

function drop(node) {
  const list = node.parentElement?.childNodes;
  list?.splice(list.indexOf(node), 1);
  node.parentElement = null;
}

class Text {
  parentElement = null;
  nodeType = 3;
  nodeName = "#text";
  constructor(data) { this.data = data; }
  get textContent() { return this.data; }
  remove() { drop(this); }
}

/** What hears of events. An error in a listener is the test's own: Node's EventTarget would only report it. */
export class Target {
  #acts = [];
  addEventListener(kind, act, { signal = null } = {}) {
    const entry = [kind, act];
    this.#acts.push(entry);
    signal?.addEventListener("abort", () => { this.#acts = this.#acts.filter((one) => one !== entry); });
  }
  get listeners() { return this.#acts.length; }
  dispatchEvent(event) { for (const [kind, act] of [...this.#acts]) if (kind === event.type) act(event); }
}

export class Element extends Target {
  nodeType = 1;
  childNodes = [];
  parentElement = null;
  hidden = false;
  style = { cssText: "", setProperty(name, value) { this[name] = String(value); } };
  #attributes = new Map();
  constructor(tag) { super(); this.nodeName = tag.toUpperCase(); }
  get attributes() { return [...this.#attributes].map(([name, value]) => ({ name, value })); }
  getAttribute(name) { return this.#attributes.get(name) ?? null; }
  setAttribute(name, value) { this.#attributes.set(name, String(value)); }
  hasAttribute(name) { return this.#attributes.has(name); }
  removeAttribute(name) { this.#attributes.delete(name); }
  toggleAttribute(name, on) { if (on) this.setAttribute(name, ""); else this.removeAttribute(name); }
  get className() { return this.getAttribute("class") ?? ""; }
  set className(names) { this.setAttribute("class", names); }
  get classList() {
    const names = new Set(this.className.split(" ").filter(Boolean));
    const kept = (change) => { change(); this.className = [...names].join(" "); };
    return { contains: (name) => names.has(name), add: (name) => kept(() => names.add(name)), remove: (...gone) => kept(() => gone.forEach((name) => names.delete(name))), toggle: (name, on) => kept(() => (on ? names.add(name) : names.delete(name))) };
  }
  get dataset() {
    const get = (_, name) => this.getAttribute(`data-${name}`) ?? undefined;
    return new Proxy({}, { get, set: (_, name, value) => { this.setAttribute(`data-${name}`, value); return true; } });
  }
  get children() { return this.childNodes.filter((node) => node.nodeType === 1); }
  get lastChild() { return this.childNodes.at(-1); }
  get textContent() { return this.childNodes.map((node) => node.textContent).join(""); }
  set textContent(text) { this.replaceChildren(...(text ? [text] : [])); }
  put(at, gone, nodes) {
    const fresh = nodes.map((node) => (node.nodeType ? node : new Text(String(node))));
    for (const node of fresh) node.remove();
    this.childNodes.splice(at, gone, ...fresh).forEach((node) => { node.parentElement = null; });
    for (const node of fresh) node.parentElement = this;
  }
  append(...nodes) { this.put(this.childNodes.length, 0, nodes); }
  replaceChildren(...nodes) { this.put(0, this.childNodes.length, nodes); }
  replaceChild(node, was) { this.put(this.childNodes.indexOf(was), 1, [node]); }
  before(node) { this.parentElement.put(this.parentElement.childNodes.indexOf(this), 0, [node]); }
  remove() { drop(this); }
  matches(selector) { return selector.split(", ").some((one) => this.isA(one)); }
  isA(selector) {
    const [, tag, name, key, value] = /^(\w+)?(?:\.([\w-]+))?(?:\[([\w-]+)(?:="([^"]*)")?\])?$/.exec(selector);
    return (!tag || this.nodeName === tag.toUpperCase()) && (!name || this.classList.contains(name)) && (!key || (value === undefined ? this.hasAttribute(key) : this.getAttribute(key) === value));
  }
  closest(selector) { return this.matches(selector) ? this : (this.parentElement?.closest(selector) ?? null); }
  querySelectorAll(selector) { return this.children.flatMap((one) => [...(one.matches(selector) ? [one] : []), ...one.querySelectorAll(selector)]); }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
  setPointerCapture() {}
  scrollIntoView() {}
  focus() { globalThis.document.activeElement = this; }
  showModal() {}
  close() { this.dispatchEvent({ type: "close", target: this }); }
  getContext() { return { createImageData: (width, height) => ({ data: new Uint8ClampedArray(4 * width * height) }), putImageData() {} }; }
}
