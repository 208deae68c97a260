// The door of a phone: what was scanned or written reaches the table, and can be corrected where the table refuses it.

import assert from "node:assert/strict";
import test from "node:test";

import { document } from "./browser.mjs";

globalThis.location = { hash: "", pathname: "/seat" };
globalThis.history = { replaceState() {} };

const { join, scannedCode } = await import("/static/phones/join.js");

for (const [hash, code] of [["", ""], ["#K4MX7Q2P", "K4MX7Q2P"], ["#a%20b", "a b"], ["#50%", "50%"]]) {
  test(`the address with ${hash || "no code"} is read`, () => {
    location.hash = hash;
    assert.equal(scannedCode(), code);
  });
}

for (const [needs, hidden] of [[undefined, [false, true]], ["name", [true, false]]]) {
  test(`what was entered stays where the table refuses the ${needs ?? "code"}`, async (t) => {
    const error = "That is not right.";
    t.mock.method(globalThis, "fetch", async () => ({ json: async () => ({ error, needs }) }));
    const [code, name] = ["code", "name"].map((id) => {
      const field = document.createElement("input");
      field.setAttribute("data-asks", id);
      return field;
    });
    document.getElementById("door").replaceChildren(code, name);
    await join("K4MX7Q2", "", () => assert.fail("no seat"));
    assert.equal(document.getElementById("code").value, "K4MX7Q2");
    assert.deepEqual([code.hidden, name.hidden, document.getElementById("said").textContent], [...hidden, error]);
  });
}
