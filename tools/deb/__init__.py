"""The Debian package: built from locked wheels by `make deb`, and tried in a fresh Debian by `make deb-test`."""
