"""A phone's window in each browser: Chromium, Firefox, and WebKit as Debian's WebKitGTK."""
