// @ts-check
// A button that a finger holds, and that a click without one switches: of a keyboard, or of a screen reader. A mouse holds it, too, or
// clicks: a mouse that holds one button can press no other.
//
// Screen readers of phones send a touch with their click, but one without size and pressure. No finger is there to hold anything.

/** `down(id)` and `up(id)`: a pointer with that id holds the button, and no longer; `click()`: it was clicked without one. A key of
 * the keyboard that stays down clicks once. `mouse`: what a mouse does, "holds" or "clicks". */
export function heldButton(button, { down, up, click, mouse = "holds" }) {
  const holding = new Set();
  let clicks = false;
  button.addEventListener("pointerdown", (event) => {
    clicks = isSpoken(event) || (mouse === "clicks" && event.pointerType === "mouse");
    if (clicks || event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    holding.add(event.pointerId);
    down(event.pointerId);
  });
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) {
    button.addEventListener(kind, ({ pointerId }) => holding.delete(pointerId) && up(pointerId));
  }
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter") event.preventDefault();
  });
  button.addEventListener("click", (event) => {
    if (event.detail === 0 || clicks) click();
    clicks = false;
  });
}

/** Whether a pointer is a screen reader's: VoiceOver's has less than a pixel, TalkBack's says that it is a mouse. */
function isSpoken({ pressure, width, height, pointerType }) {
  if (pressure !== 0) return false;
  const android = navigator.userAgent.includes("Android");
  return (width < 1 && height < 1) || (android && pointerType === "mouse" && width === 1 && height === 1);
}
