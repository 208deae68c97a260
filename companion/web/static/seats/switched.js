// A button that is held by a finger, and is a switch for who cannot hold: with a keyboard or a screen reader.

/** `act()` is called by each click without a pointer. A key that stays down clicks once. */
export function switched(button, act) {
  button.addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault());
  button.addEventListener("click", (event) => event.detail === 0 && act());
}
