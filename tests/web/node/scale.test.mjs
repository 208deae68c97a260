// How large a pixel of an OLED is drawn, for each ratio of the screen's pixels to the page's.

import assert from "node:assert/strict";
import test from "node:test";

import { candidates, largest } from "/static/seats/scale.js";

const RATIOS = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 4 / 3, 1.5, 1.75, 2, 2.5, 2.625, 3, 3.5, 4];
const ROOMS = Array.from({ length: 33 }, (_, at) => 1 + at / 8); // What fits: from one CSS pixel to five for each of the OLED's.

test("a pixel of an OLED has 2 to 4 pixels of the page, and a whole number of the screen's own", () => {
  for (const ratio of RATIOS) {
    for (const room of ROOMS) {
      const scale = largest(ratio, (one) => one <= room);
      const own = scale * ratio;
      assert.ok(scale >= 2 && scale <= 4, `${scale} at ${ratio}`);
      assert.ok(Math.abs(own - Math.round(own)) < 1e-9, `${own} pixels of the screen at ${ratio}`);
    }
  }
});

test("it is whole where two whole numbers are possible, else the next number of the screen's own pixels", () => {
  const sizes = { 0.5: [4, 2], 0.75: [4, 8 / 3], 0.8: [3.75, 2.5], 1: [4, 3, 2], 1.25: [4, 3.2, 2.4], 1.5: [4, 2], 2: [4, 3, 2], 3: [4, 3, 2] };
  for (const [ratio, wanted] of Object.entries(sizes)) assert.deepEqual(candidates(Number(ratio)), wanted, `at ${ratio}`);
});

test("the largest that fits is taken, and the smallest where none does", () => {
  for (const ratio of RATIOS) {
    for (const room of ROOMS) {
      const fitting = candidates(ratio).filter((one) => one <= room);
      const wanted = fitting.length ? Math.max(...fitting) : Math.min(...candidates(ratio));
      assert.equal(largest(ratio, (one) => one <= room), wanted, `room for ${room} at ${ratio}`);
    }
  }
});
