"""A call that has no value raises a problem: the service's own, by the interface's codes, or this client's."""

import json
import re
from typing import Any

from ._answer import Price

_TEXT_MAX = 2_000


class Problem(Exception):
    """Branch on `code`: an unknown one of the service is `unknown_problem`, with the code itself in `fields`."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        status: int = 0,
        request_id: str | None = None,
        retry_after_seconds: int | None = None,
        charged: int | None = 0,
        fields: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.status = status
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds
        self.charged = charged
        self.fields = fields or {}


class OverMaxCredits(Problem):
    """Nothing was sent: it may cost more than `max_credits`."""

    def __init__(self, price: Price, max_credits: int) -> None:
        detail = f"It may cost {price.max} credits, more than the {max_credits} allowed. Nothing was sent."
        super().__init__("over_max_credits", detail)
        self.price = price
        self.max_credits = max_credits


class OutcomeUnknown(Problem):
    """It may have been charged, and its answer was lost. The same call with the same `intent` asks for it again."""

    def __init__(self, intent: str, after: Problem) -> None:
        super().__init__(
            "outcome_unknown",
            "It may have been charged, and its answer was lost. Ask again with the same intent.",
            request_id=after.request_id,
            retry_after_seconds=after.retry_after_seconds,
            charged=None,
        )
        self.intent = intent
        self.after = after


def parse_json(body: bytes) -> Any:
    """Raises ValueError for whatever is no JSON, is nested too deep, or has a number of too many digits."""

    def whole(text: str) -> int:
        if len(text) > 20:
            raise ValueError("a number is too long")
        return int(text)

    def refuse(_text: str) -> None:
        raise ValueError("no number")

    try:
        return json.loads(body.decode(errors="replace"), parse_int=whole, parse_constant=refuse)
    except RecursionError:
        raise ValueError("nested too deep") from None


def read_refusal(
    status: int, body: bytes, request_id: str | None, pause: float | None, codes: frozenset[str]
) -> tuple[Problem, bool]:
    """Any unsuccessful answer, whoever wrote it, and whether the service itself did, not a proxy on the way."""
    try:
        raw = parse_json(body)
    except ValueError:
        raw = {}
    raw = raw if isinstance(raw, dict) else {}
    seconds = None if pause is None else -int(-pause // 1)
    said = _text(raw, "code")
    if said is not None:
        fields = {key: _text(raw, key) for key in ("document_id", "content_status", "section_id_now")}
        counts = {key: _count(raw, key) for key in ("credits_required", "credits_remaining")}
        given = {key: value for key, value in {**fields, **counts}.items() if value is not None}
        known = said in codes
        problem = Problem(
            said if known else "unknown_problem",
            _text(raw, "detail") or _text(raw, "title") or "",
            status=status,
            request_id=request_id or _text(raw, "instance"),
            retry_after_seconds=_count(raw, "retry_after_seconds") if seconds is None else seconds,
            fields=given if known else {"said": said},
        )
        return problem, True
    told: dict[str, Any] = {"status": status, "request_id": request_id, "retry_after_seconds": seconds}
    failures = raw.get("detail")
    if status == 422 and isinstance(failures, list) and all(_is_failure(each) for each in failures):
        detail = "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in failures)[:_TEXT_MAX]
        return Problem("validation_failed", detail, fields={"failures": failures}, **told), True
    if 300 <= status < 400:
        return Problem("redirected", "The address redirects, and a key is sent to no other address.", **told), False
    code = "throttled" if status == 429 else "unexpected_answer"
    return Problem(code, f"The answer has status {status} and no problem document.", **told), False


def _is_failure(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("loc"), list) and isinstance(value.get("msg"), str)


def _text(raw: dict[str, Any], name: str) -> str | None:
    value = raw.get(name)
    return value[:_TEXT_MAX] if isinstance(value, str) else None


def _count(raw: dict[str, Any], name: str) -> int | None:
    value = raw.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def whole_number(text: str | None) -> int | None:
    return int(text) if text is not None and re.fullmatch(r"[0-9]{1,15}", text.strip()) else None
