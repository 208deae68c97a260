"""Codes for phones: one seat, once, for five minutes; and the secret that a phone gets for one."""

import itertools
import random
import re
from collections import Counter
from collections.abc import Callable

import pytest

from companion.core.errors import RequestError
from companion.seats.phones import BITS, CODE_SECONDS, NOT_GOOD, PhoneAccess
from companion.web.codes import LETTERS, TYPED, written


def numbered() -> Callable[[int], bytes]:
    """Secrets that a test can tell apart."""
    count = itertools.count(1)
    return lambda size: next(count).to_bytes(size, "big")


def test_a_code_lets_one_phone_in_and_only_once() -> None:
    phones = PhoneAccess(numbered())
    code = phones.offer(2, 0)
    assert (set(phones.offered), set(phones.on_phone)) == ({2}, set())
    admitted = phones.redeem(code, 1)
    assert admitted.seat == 2
    assert (set(phones.offered), set(phones.on_phone)) == (set(), {2})
    with pytest.raises(RequestError, match="used already"):
        phones.redeem(code, 2)
    assert phones.resume(admitted.secret) == 2, "and that did not put the first one out"


def test_a_code_is_read_aloud_and_typed() -> None:
    phones = PhoneAccess(numbered())
    code = phones.offer(0, 0)
    assert phones.redeem(f" {written(code).lower()}\n", 0).seat == 0
    code = phones.offer(0, 0)
    assert phones.redeem(written(code).replace(" ", "-"), 0).seat == 0


def test_a_code_has_letters_of_which_no_two_look_alike_and_each_as_often() -> None:
    phones = PhoneAccess(random.Random(7).randbytes)
    found = Counter(letter for _ in range(400) for letter in phones.offer(0, 0))
    assert not set(found) & set("01BGILOSUZ")
    assert len(found) == len(LETTERS) == len(set(LETTERS))
    assert max(found.values()) < 1.4 * min(found.values())


def test_of_a_long_code_the_first_six_letters_are_typed_and_both_are_used_up_together() -> None:
    for first, then in ((12, TYPED), (TYPED, 12)):
        phones = PhoneAccess(numbered(), configured=[0, 1])
        code = phones.codes[0]
        assert (len(code), TYPED) == (12, 6)
        assert phones.redeem(code[:first], 0).seat == 0
        with pytest.raises(RequestError, match="used already"):
            phones.redeem(code[:then], 0)
    for part in (code[:5], code[:7], code[:-1]):
        with pytest.raises(RequestError):
            PhoneAccess(numbered(), configured=[0]).seat_of(part, 0)


def test_what_is_wrong_with_a_code_is_said() -> None:
    phones = PhoneAccess(numbered(), configured=[0])
    for code, fault in (
        ("", "A code has 6 letters and digits. This one has 0."),
        ("K7P 2M", "A code has 6 letters and digits. This one has 5."),
        ("k0p2m4", "No code has the sign 0: it has letters and the digits 2 to 9."),
        ("K7P2Mü", NOT_GOOD),
        ("K7P2M\n4", NOT_GOOD),
        ("K7P2M4", NOT_GOOD),
    ):
        with pytest.raises(RequestError, match=f"^{re.escape(fault)}$"):
            phones.seat_of(code, 0)


def test_a_code_grows_old() -> None:
    phones = PhoneAccess(numbered())
    code = phones.offer(0, 10)
    assert phones.deadline == 10 + CODE_SECONDS == 310
    with pytest.raises(RequestError, match="No seat has this code"):
        phones.redeem(code, 310)
    assert phones.on_phone == phones.offered == frozenset()
    assert phones.deadline is None


def test_the_newest_code_of_a_seat_is_the_only_one() -> None:
    phones = PhoneAccess(numbered())
    first, other, second = phones.offer(0, 0), phones.offer(1, 0), phones.offer(0, 0)
    for void in (first, first[:TYPED], "", "A" * 26, second[:-1], "ü"):
        with pytest.raises(RequestError):
            phones.redeem(void, 0)
    assert phones.redeem(second, 0).seat == 0
    assert phones.redeem(other, 0).seat == 1
    assert phones.on_phone == {0, 1}
    withdrawn = phones.offer(2, 0)
    phones.withdraw(2)
    with pytest.raises(RequestError, match="No seat has this code"):
        phones.redeem(withdrawn, 0)


def test_a_seat_that_is_played_at_the_table_again_has_neither_phone_nor_code() -> None:
    phones = PhoneAccess(numbered())
    old = phones.redeem(phones.offer(0, 0), 0)
    admitted = phones.redeem(phones.offer(0, 0), 0)
    assert phones.resume(admitted.secret) == 0
    with pytest.raises(RequestError, match="plays no seat any more"):
        phones.resume(old.secret)  # a newer phone puts the older one out
    code = phones.offer(0, 0)
    phones.release(0)
    with pytest.raises(RequestError):
        phones.resume(admitted.secret)
    with pytest.raises(RequestError):
        phones.redeem(code, 0)


def test_a_code_is_no_secret_and_a_secret_no_code() -> None:
    phones = PhoneAccess(numbered())
    code = phones.offer(0, 0)
    with pytest.raises(RequestError):
        phones.resume(code)
    secret = phones.redeem(code, 0).secret
    with pytest.raises(RequestError):
        phones.redeem(secret, 0)
    for wrong in ("", code):
        with pytest.raises(RequestError):
            phones.resume(wrong)


def test_no_secret_is_kept() -> None:
    phones = PhoneAccess(numbered())
    code = phones.offer(0, 0)
    secret = phones.redeem(code, 0).secret
    kept = repr([vars(phones)[name] for name in vars(phones)])
    assert code not in kept
    assert secret not in kept


def test_an_own_seat_is_free_until_a_phone_takes_it_however_long_that_is() -> None:
    phones = PhoneAccess(numbered(), configured=[1, 3])
    assert set(phones.codes) == set(phones.offered) == {1, 3}
    assert (set(phones.on_phone), set(phones.lent), phones.deadline) == ({1, 3}, set(), None)
    code = phones.codes[3]
    phones.expire(10 * CODE_SECONDS)
    assert phones.seat_of(f" {code[:4]} {code[4:]}".lower(), 0) == 3
    assert phones.redeem(code, 0).seat == 3
    assert set(phones.codes) == {1}
    with pytest.raises(RequestError, match="used already"):
        phones.redeem(code, 0)


@pytest.mark.parametrize(("meant", "read"), ["8B", "6G", "5S", "VU", "2Z"])
def test_a_code_is_read_with_the_letters_that_look_like_its_own(meant: str, read: str) -> None:
    luck = random.Random(3)
    code = ""
    while meant not in code[:TYPED]:
        phones = PhoneAccess(luck.randbytes, configured=[0])
        code = phones.codes[0]
    assert phones.seat_of(code[:TYPED].replace(meant, read), 0) == 0


def test_an_own_seat_that_is_released_has_a_new_code_and_its_phone_nothing() -> None:
    phones = PhoneAccess(numbered(), configured=[0])
    first = phones.codes[0]
    secret = phones.redeem(first, 0).secret
    assert phones.resume(secret) == 0
    phones.release(0)
    with pytest.raises(RequestError, match="no seat any more"):
        phones.resume(secret)
    with pytest.raises(RequestError, match="used already"):
        phones.seat_of(first, 0)
    assert phones.on_phone == {0}
    second = phones.codes[0]
    phones.release(0)
    with pytest.raises(RequestError, match="No seat has this code"):
        phones.seat_of(second, 0)


def test_a_phone_plays_on_after_a_restart_and_one_that_was_put_out_does_not() -> None:
    count = numbered()
    before = PhoneAccess(count, configured=[0, 1, 2])
    kept = {seat: before.redeem(before.codes[seat], 0).secret for seat in (0, 1)}
    before.redeem(before.offer(5, 0), 0)
    before.release(1)
    after = PhoneAccess(count, configured=[0, 1], kept=before.kept)
    assert after.resume(kept[0]) == 0
    assert set(after.codes) == {1}
    with pytest.raises(RequestError):
        after.resume(kept[1])
    assert [phone.seat for phone in before.kept] == [0], "the phone of a broken seat begins anew"
    assert PhoneAccess(count, configured=[1], kept=before.kept).on_phone == {1}, "seat 0 is no phone any more"


def test_what_is_kept_is_another_hash_for_every_phone() -> None:
    phones = PhoneAccess(lambda size: b"\7" * size if size == BITS // 8 else b"\1" * size, configured=[0])
    secret = phones.redeem(phones.codes[0], 0).secret
    (one,) = phones.kept
    assert secret.encode() not in one.salt + one.digest
    salts = itertools.count(1)
    other = PhoneAccess(lambda size: next(salts).to_bytes(size, "big"), configured=[0])
    other.redeem(other.codes[0], 0)
    assert other.kept[0].salt != one.salt
