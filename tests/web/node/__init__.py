"""Scripts of the pages that need no page: run by Node, without a browser.

Each `<name>.test.mjs` tests modules of companion/web/static. resolver.mjs lets Node import them by the paths at which a table
serves them, document.mjs and browser.mjs have as much of a browser as they need: elements without layout, events, a storage,
and a clock that a test moves on. What depends on layout, on style or on a real socket is tested in a browser.

One file by hand: `node --import ./tests/web/node/resolver.mjs tests/web/node/events.test.mjs`
"""
