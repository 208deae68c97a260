"""TLS for the pages: the certificate and the key of the configuration, checked at the start."""

import ssl
from pathlib import Path

from companion.core.errors import ConfigError


def server_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """The context for the listener. Raises ConfigError with a sentence that names the file and the remedy."""
    for name, path in (("web.certificate", certificate), ("web.key", key)):
        try:
            path.open("rb").close()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise ConfigError(
                (f"{name}: {path} cannot be read ({reason}); name a file that this user may read.",)
            ) from None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    try:
        context.load_cert_chain(certificate, key, password=_refuse_password)
    except _LockedKeyError:
        raise ConfigError(
            (f"web.key: {key} is protected by a password, which nobody can enter at a start; name a key without one.",)
        ) from None
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            text = f"web.key: {key} is not the key of the certificate {certificate}; name the one that belongs to it."
        else:
            text = f"web.certificate: {certificate} and {key} are no certificate and key in PEM form; convert them with openssl."
        raise ConfigError((text,)) from None
    return context


class _LockedKeyError(Exception):
    """The key has a password."""


def _refuse_password() -> str:
    raise _LockedKeyError
