// @ts-check
// Keeps the screen of a phone on while it shows a seat. Browsers can do so on pages that came over TLS or from their own machine.

/** From now on, while the page is in sight and the setting `awake` is on; whether this browser can. */
export function keepAwake(settings) {
  if (!navigator.wakeLock) return false;
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  const follow = async () => {
    const wanted = settings.get("awake") && !document.hidden;
    try {
      if (wanted && (!lock || lock.released)) lock = await navigator.wakeLock.request("screen");
      else if (!wanted) await lock?.release();
    } catch {
      // A phone that saves power says no; then its screen goes dark as usual.
    }
  };
  document.addEventListener("visibilitychange", follow);
  settings.onChange(follow);
  follow();
  return true;
}
