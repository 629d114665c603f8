"""One request and its answer over httpx. What may follow a failure is decided by the caller."""

import http.cookiejar
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

import anyio
import httpx

from ._problem import Problem, read_refusal
from ._verdict import Attempt
from .models import PROBLEM_CODES

_PROBLEM_BYTES_MAX = 64 * 1024
_PAUSE_MAX = 24 * 3600.0


@dataclass(frozen=True)
class Sent:
    headers: Mapping[str, str] | None
    """None where there was no answer."""
    body: bytes | None = None
    """Of a 2xx that arrived in full."""
    attempt: Attempt | None = None
    problem: Problem | None = None
    pause: float | None = None


def base_url_of(text: str) -> str:
    url = urlsplit(text)
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ValueError("base_url must be http or https")
    if url.username is not None or url.query or url.fragment:
        raise ValueError("base_url must have no user, query or fragment")
    return text.rstrip("/")


class Transport:
    def __init__(
        self,
        base_url: str,
        authorization: str,
        timeout: float,
        answer_bytes_max: int,
        transport: httpx.AsyncBaseTransport | None,
    ) -> None:
        self._base_url = base_url_of(base_url)
        self._timeout = timeout
        self._answer_bytes_max = answer_bytes_max
        # A key is sent to no other address; cookies are neither taken nor sent; nothing is unpacked, so that a small
        # answer can't become a large one.
        self._http = httpx.AsyncClient(
            transport=transport,
            timeout=timeout,
            follow_redirects=False,
            headers={"authorization": authorization, "accept-encoding": "identity", "cache-control": "no-store"},
            cookies=http.cookiejar.CookieJar(http.cookiejar.DefaultCookiePolicy(allowed_domains=[])),
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def send(self, method: str, target: str, body: bytes | None, headers: dict[str, str]) -> Sent:
        if body is not None:
            headers = {**headers, "content-type": "application/json"}
        try:
            with anyio.fail_after(self._timeout):
                async with self._http.stream(
                    method, self._base_url + target, content=body, headers=headers
                ) as response:
                    return await self._receive(response)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout):
            return _without_answer("not_sent", "unreachable", "The service can't be reached.")
        except (httpx.TimeoutException, TimeoutError):
            return _without_answer("lost", "timed_out", "The service did not answer in time.")
        except httpx.HTTPError:
            return _without_answer("lost", "unreachable", "The connection to the service broke.")

    async def _receive(self, response: httpx.Response) -> Sent:
        headers, request_id = response.headers, response.headers.get("x-request-id")
        body = await _body(response, self._answer_bytes_max if response.is_success else _PROBLEM_BYTES_MAX)
        if response.is_success:
            if isinstance(body, bytes):
                return Sent(headers, body)
            problem = Problem(body, "The answer is too long or broke off.", request_id=request_id)
            return Sent(headers, None, Attempt("broken", body), problem)
        status, pause = response.status_code, _pause(response)
        refusal = body if isinstance(body, bytes) else b""
        problem, from_service = read_refusal(status, refusal, request_id, pause, PROBLEM_CODES)
        return Sent(headers, None, Attempt("refused", problem.code, status, from_service), problem, pause)


async def _body(response: httpx.Response, bytes_max: int) -> bytes | str:
    """The bytes, or the code of the problem."""
    if response.headers.get("content-encoding", "identity") != "identity":
        return "unreadable_answer"
    body = bytearray()
    try:
        async for chunk in response.aiter_raw():
            body += chunk
            if len(body) > bytes_max:
                return "unreadable_answer"
    except httpx.HTTPError:
        return "broke_off"
    return bytes(body)


def _without_answer(kind: str, code: str, detail: str) -> Sent:
    return Sent(None, None, Attempt(kind, code), Problem(code, detail))


def _pause(response: httpx.Response) -> float | None:
    """Seconds that the service asks to wait; other services give resets as a time or as a duration."""
    text = response.headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]{1,15}(\.[0-9]{1,9})?", text):
        return min(float(text), _PAUSE_MAX)
    if text:
        try:
            return min(max(parsedate_to_datetime(text).timestamp() - time.time(), 0), _PAUSE_MAX)
        except (ValueError, TypeError, OverflowError):
            return None
    reset = response.headers.get("x-ratelimit-reset", "").strip()
    if response.status_code != 429 or not re.fullmatch(r"[0-9]{1,15}(\.[0-9]{1,9})?", reset):
        return None
    value = float(reset)
    seconds = value / 1000 - time.time() if value >= 1e12 else value - time.time() if value >= 1e9 else value
    return max(seconds, 0)
