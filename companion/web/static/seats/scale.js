// @ts-check
// How large a pixel of an OLED is drawn, so that all of them have the same size on the screen.

export const LEAST = 2;
const MOST = 4;

/**
 * CSS pixels for each pixel of an OLED: the most that `fits(scale)`, and at least 2. It is a whole number, and where pixels of the
 * screen are no whole part of CSS pixels (`ratio`: those in one CSS pixel), a whole number of the screen's own.
 */
export function largest(ratio, fits) {
  const scales = candidates(ratio);
  return scales.find(fits) ?? scales.at(-1);
}

export function candidates(ratio) {
  const whole = [4, 3, 2].filter((scale) => Number.isInteger(scale * ratio));
  if (whole.length > 1) return whole;
  const first = Math.floor(MOST * ratio);
  const own = Array.from({ length: first }, (_, less) => first - less).map((pixels) => pixels / ratio);
  return own.filter((scale) => scale >= LEAST);
}
