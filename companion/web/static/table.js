// The public page: the middle of the table, large, for everybody to see.

import { openLink } from "/static/link.js";
import { Middle } from "/static/middle.js";

const middle = new Middle();
openLink("/ws/table", { onText: (message) => middle.take(message) });
