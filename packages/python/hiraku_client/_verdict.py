"""
Whether a request may be sent again, by the rules of lib/kit/retry/verdict.ts, so that nothing is charged twice. A test
compares the two over all circumstances.
"""

from dataclasses import dataclass

# Given only after the idempotency key was looked up: had an earlier attempt been charged, its answer would have come.
_DECISIVE = frozenset(
    [
        "not_found",
        "invalid_section",
        "content_not_available",
        "image_not_available",
        "search_backend_timeout",
        "service_busy",
    ]
)


@dataclass(frozen=True)
class Attempt:
    kind: str
    """`broken`: a 2xx whose body broke off; `refused`; `not_sent`; `lost`: sent, but not answered."""
    code: str
    status: int = 0
    from_service: bool = False


@dataclass(frozen=True)
class Circumstances:
    idempotent: bool
    """The service announced that it recognises the idempotency key."""
    ambiguous_before: bool
    """An earlier attempt of the same intent may have been charged."""
    settled: bool
    """It was sent so long ago that the service can't be working on it any more."""
    out_of_credits: bool
    attempt: int
    attempts_max: int
    timeouts: int


def judge(attempt: Attempt, at: Circumstances, codes: frozenset[str]) -> str:
    """`wait` and `again` send it again, `fail` has cost nothing, `unknown` may have been charged."""
    more = at.attempt < at.attempts_max
    if attempt.kind == "refused" and attempt.code == "idempotency_in_progress":
        return "wait"
    if is_ambiguous(attempt):
        return "again" if at.idempotent and more else "unknown"
    if more and _is_retryable(attempt, at, codes):
        return "again"
    return "fail" if not at.ambiguous_before or _is_proof(attempt, at) else "unknown"


def is_ambiguous(attempt: Attempt) -> bool:
    """It may have been charged although it brought no answer."""
    if attempt.kind in ("lost", "broken"):
        return True
    if attempt.kind != "refused":
        return False
    # A 5xx without a problem document came from a proxy, and tells nothing of what the service did.
    return attempt.code == "idempotency_in_progress" or (attempt.status >= 500 and not attempt.from_service)


def _is_proof(attempt: Attempt, at: Circumstances) -> bool:
    if attempt.kind != "refused" or not at.settled or not at.idempotent:
        return False
    return attempt.code in _DECISIVE or (attempt.code == "quota_exceeded" and at.out_of_credits)


def _is_retryable(attempt: Attempt, at: Circumstances, codes: frozenset[str]) -> bool:
    if attempt.kind == "not_sent":
        return True
    if attempt.kind != "refused" or attempt.code == "quota_exceeded":
        return False
    if attempt.code == "search_backend_timeout":
        return at.timeouts < 2
    return attempt.status == 429 or (attempt.status >= 500 and attempt.from_service and attempt.code in codes)
