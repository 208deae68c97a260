// @ts-check
// A seat's card on the bench page that is switched to the touch interface: its panel, and a link of its own for that seat's data.

import { openLink } from "/static/link.js";
import { Panel } from "/static/touch/panel.js";
import { readData } from "/static/touch/data.js";
import { Settings } from "/static/touch/settings.js";
import { heard, Sounds } from "/static/sounds/sounds.js";

const settings = new Settings(); // Of all cards of the page.
const sounds = new Sounds(settings);
const places = new Set(); // Of the open cards.

/** What the table lets sound at the open cards. */
export const hear = (message) => sounds.play(heard(message, [...places]));

/** Open the panel of a seat; `tap(key)` presses a key of the seat; `onHide()`: as in `Panel`; `countdown`: the table's; `kept`: what
 * its last panel kept. Returns { panel, close }. */
export function openCard(seat, tap, onHide, countdown, kept) {
  places.add(seat);
  const send = (answer) => link.send(answer);
  const panel = new Panel({ settings, sounds, countdown, send, press: tap, onHide, returns: true, events: false, kept });
  const link = openLink(`/ws/bench/${seat}`, {
    quiet: true,
    onText() {},
    onBytes(bytes) {
      const data = readData(bytes);
      if (data) panel.show(data);
    },
    onLost: () => panel.lost(),
  });
  return { panel, close: () => (places.delete(seat), link.close(), panel.close()) };
}
