"""The seat of a phone in the browsers that are no Chromium: Firefox, and WebKit as Debian's WebKitGTK."""
