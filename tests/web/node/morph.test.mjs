// The board is drawn anew by changing what differs: what can stay keeps its focus, its scroll position and its text.

import assert from "node:assert/strict";
import test from "node:test";

import "./browser.mjs";

const { element, listed, say } = await import("/static/element.js");
const { morph } = await import("/static/touch/morph.js");

const button = (id, about, ...children) => element("button", { "data-id": id, ...about }, ...children);

/** A board that shows the first nodes, and then the others; its nodes before and after. */
function changed(first, then) {
  const root = element("div");
  morph(root, first);
  const before = [...root.childNodes];
  morph(root, then);
  return { before, after: root.childNodes, root };
}

test("a node that can stay is the same one, with new attributes, texts and children", () => {
  const first = button("a", { className: "way", title: "old", "aria-pressed": "false" }, "One", element("b", {}, "1"));
  const [text] = first.childNodes;
  const { before, after } = changed(
    [first],
    [button("a", { className: "go", "aria-pressed": "true", "aria-label": "two" }, "Two", element("b", {}, "2"), "!")],
  );
  assert.equal(after[0], before[0]);
  const attributes = Object.fromEntries(after[0].attributes.map(({ name, value }) => [name, value]));
  assert.deepEqual(attributes, { class: "go", "data-id": "a", "aria-pressed": "true", "aria-label": "two" });
  assert.equal(after[0].textContent, "Two2!");
  assert.equal(after[0].childNodes[0], text);
});

test("another id, another tag, or a text in place of an element is another node", () => {
  const text = element("p", {}, "A").childNodes[0];
  for (const then of [button("b", {}, "A"), element("span", { "data-id": "a" }, "A"), text]) {
    const { before, after } = changed([button("a", {}, "A")], [then]);
    assert.notEqual(after[0], before[0]);
    assert.deepEqual([after.length, after[0]], [1, then]);
  }
});

test("nodes come and go at the end, in their order", () => {
  const more = changed([button("a")], [button("a"), button("b"), button("c")]);
  assert.deepEqual(more.after.map((one) => one.dataset.id), ["a", "b", "c"]);
  const less = changed([button("a"), button("b"), button("c")], [button("a")]);
  assert.deepEqual(less.after.map((one) => one.dataset.id), ["a"]);
  assert.equal(changed([button("a")], []).after.length, 0);
});

test("a node that does not change is not touched, so that a screen reader hears nothing", () => {
  const root = element("div");
  morph(root, [button("a", { className: "way" }, "One")]);
  const [node] = root.childNodes;
  const touched = [];
  node.setAttribute = (name) => touched.push(name);
  Object.defineProperty(node.childNodes[0], "data", { get: () => "One", set: (text) => touched.push(text) });
  morph(root, [button("a", { className: "way" }, "One")]);
  assert.deepEqual(touched, []);
});

test("a style is set by its object, since the page's policy refuses the attribute", () => {
  const there = element("span", { "data-id": "a", style: "left: 1%" });
  const then = element("span", { "data-id": "a", style: "left: 2%" });
  then.style.cssText = "left: 2%";
  const { before } = changed([there], [then]);
  assert.deepEqual([before[0].style.cssText, before[0].getAttribute("style")], ["left: 2%", "left: 1%"]);
});

test("an element has the attributes that have a value, and what comes over the wire stays text", () => {
  const made = element("p", { hidden: true, title: "", lang: null, dir: undefined, draggable: false }, "<img src=x>");
  assert.deepEqual(made.attributes, [{ name: "hidden", value: "" }, { name: "title", value: "" }]);
  assert.equal(made.children.length, 0);
  assert.equal(made.textContent, "<img src=x>");
});

test("a text is set only where it differs", () => {
  const node = element("p", {}, "One");
  const [text] = node.childNodes;
  say(node, "One");
  assert.equal(node.childNodes[0], text);
  say(node, "Two");
  assert.equal(node.textContent, "Two");
});

test("names are listed as they are spoken", () => {
  const lists = [[], ["Ada"], ["Ada", "Ben"], ["Ada", "Ben", "Cleo"]].map(listed);
  assert.deepEqual(lists, ["", "Ada", "Ada and Ben", "Ada, Ben and Cleo"]);
});
