"""The cases of the contract, which the test beside this package records from the service of the tests."""

import asyncio
import base64
import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from hiraku_client import AsyncClient, Client, DeliveredFile, OutcomeUnknown, OverMaxCredits, Problem, to_dataframe
from hiraku_client._verdict import Attempt, Circumstances, judge
from hiraku_client.models import ENDPOINTS, PROBLEM_CODES, ContentSection, DocumentContentResponse

ROOT = Path(__file__).parent.parent
CASES = json.loads((ROOT / "cases.json").read_text())
HOSTILE = json.loads((ROOT / "contract-cases.json").read_text())


def snake(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def call(client: Client, case: dict[str, Any], **money: Any) -> Any:
    name = snake(case["name"])
    paid = {"max_credits": 8, **money} if ENDPOINTS[name].price.max > 0 else {}
    return getattr(client, name)(**case["input"], **paid)


@pytest.fixture
def client() -> Any:
    with Client(CASES["url"], CASES["key"]) as opened:
        yield opened


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Only waiting takes time, so that no test waits."""
    waits: list[float] = []
    passed = anyio.current_time
    monkeypatch.setattr("hiraku_client._client.anyio.current_time", lambda: passed() + sum(waits))

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr("hiraku_client._client.anyio.sleep", sleep)
    return waits


def answering(answer: Any, **options: Any) -> Client:
    return Client("http://service.test/base/", "$& secret", transport=httpx.MockTransport(answer), **options)


def answered(status: int, body: bytes = b"", headers: Any = None) -> httpx.Response:
    """As it comes from a network: not read yet."""
    return httpx.Response(status, headers=headers, stream=httpx.ByteStream(body))


def same(value: Any, raw: Any) -> None:
    """Every field of the answer is in the record; what the answer lacks is None or empty."""
    if isinstance(raw, list):
        assert len(value) == len(raw)
        for one, other in zip(value, raw, strict=True):
            same(one, other)
    elif isinstance(raw, dict) and not isinstance(value, dict):
        for key, each in vars(value).items():
            same(each, raw[key]) if key in raw else [each in (None, [])].index(True)
        assert set(raw) <= set(vars(value))
    else:
        assert value == raw


@pytest.mark.parametrize("case", CASES["calls"], ids=lambda case: case["name"])
def test_gives_its_value_and_what_it_cost(client: Client, case: dict[str, Any]) -> None:
    assert call(client, case).charged == (case["charged"] or 0)
    body = base64.b64decode(case["bytes"])
    with answering(lambda _: answered(200, body)) as recorded:
        value = call(recorded, case).value
    if case["json"] is None:
        assert value.content == body
    else:
        same(value, case["json"])


@pytest.mark.parametrize("case", CASES["refusals"], ids=lambda case: f"{case['name']} {case['code']}")
def test_raises_each_problem_by_its_code(case: dict[str, Any]) -> None:
    headers = {key: value for key, value in case["headers"].items() if key != "content-length"}
    body = base64.b64decode(case["bytes"])
    with answering(lambda _: answered(case["status"], body, headers)) as client:
        with pytest.raises(Problem) as raised:
            call(client, case)
    problem = raised.value
    # A request that is still running is waited for; its outcome is open when the time is over.
    told = problem.after if isinstance(problem, OutcomeUnknown) else problem
    assert (told.code, told.status) == (case["code"], case["status"])
    assert told.request_id == headers.get("x-request-id") and told.detail
    assert problem.charged == (None if isinstance(problem, OutcomeUnknown) else 0)


@pytest.mark.parametrize("case", HOSTILE, ids=lambda case: case["name"])
def test_trusts_nothing_from_outside(case: dict[str, Any]) -> None:
    body = case["body"].encode()
    with (
        answering(lambda _: answered(case["status"], body, case["headers"])) as client,
        pytest.raises(Problem) as raised,
    ):
        client.get_document(document_id="D1")
    assert (raised.value.code, raised.value.charged) == (case["code"], 0)


@pytest.mark.parametrize("body", ["x" * 1001, "[" * 900, '{"document_id":' + "9" * 900 + "}"])
def test_what_is_too_long_too_deep_or_too_large_is_unreadable(body: str) -> None:
    with answering(lambda _: answered(200, body.encode()), answer_bytes_max=1000) as client:
        with pytest.raises(Problem, match="unreadable_answer"):
            client.get_document(document_id="D1")


def test_repeats_by_the_rules_of_the_web_app() -> None:
    for case in CASES["verdicts"]:
        at = {snake(key): value for key, value in case["at"].items()}
        attempt = Attempt(case["kind"], case["code"], case["status"], case["fromService"])
        verdict = {"store": "store"}.get(case["verdict"], case["verdict"])
        assert judge(attempt, Circumstances(**at), PROBLEM_CODES) == verdict, case


def test_a_key_goes_to_no_other_address_and_cookies_are_not_kept() -> None:
    seen: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return answered(302, headers={"location": "https://elsewhere.example", "set-cookie": "a=b"})

    with answering(answer) as client:
        for _ in range(2):
            with pytest.raises(Problem, match="redirected"):
                client.get_document(document_id="D/1")
    assert [str(each.url) for each in seen] == ["http://service.test/base/v1/documents/D%2F1"] * 2
    assert all(each.headers["authorization"] == "Bearer $& secret" and "cookie" not in each.headers for each in seen)


@pytest.mark.parametrize("document_id", ["..", ".", ""])
def test_an_id_that_is_no_part_of_an_address_is_not_sent(client: Client, document_id: str) -> None:
    with pytest.raises(Problem, match="stopped"):
        client.get_document(document_id=document_id)


@pytest.mark.parametrize("address", ["ftp://x", "https://user:pass@x", "https://x?y", "nonsense"])
def test_an_address_that_is_no_service_is_refused(address: str) -> None:
    with pytest.raises(ValueError):
        Client(address, "k")


def test_the_price_of_text_is_exact_and_is_what_is_charged(client: Client) -> None:
    ids = [entry.section_id for entry in client.get_toc(document_id="LONG").value.toc]
    for sections in [None, *([each] for each in ids), ids]:
        price = client.price("get_content", document_id="LONG", sections=sections)
        bought = client.get_content(document_id="LONG", sections=sections, max_credits=8)
        assert price.min == price.max == bought.charged


def test_what_may_cost_more_than_allowed_is_not_sent(client: Client) -> None:
    for most in (0, 1, 3):
        with pytest.raises(OverMaxCredits):
            client.get_content(document_id="LONG", max_credits=most)
    for wrong in (None, -1, 1.5, True):
        with pytest.raises(TypeError):
            client.search_news(query="配当", max_credits=wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        client.search_news(query="配当", max_credits=1, intent="a b")


def test_the_same_intent_is_one_charge(client: Client) -> None:
    first = client.get_content(document_id="READY1", max_credits=8, intent="python-1")
    with Client(CASES["url"], CASES["key"]) as other:
        again = other.get_content(document_id="READY1", max_credits=8, intent="python-1")
    assert (first.charged, again.charged, again.replayed) == (2, 0, True)
    assert again.value == first.value


def lossy(faults: list[str], *, promises: bool = True) -> tuple[httpx.MockTransport, list[httpx.Request]]:
    """Passes paid requests on to the service, with a fault each."""
    sent: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        paid = "idempotency-key" in request.headers
        fault = faults.pop(0) if paid and faults else "none"
        if paid:
            sent.append(request)
        if fault == "not sent":
            raise httpx.ConnectError("refused")
        url = CASES["url"] + request.url.raw_path.decode()
        given = {key: request.headers[key] for key in ("authorization", "idempotency-key") if key in request.headers}
        response = httpx.get(url, headers=given)
        if fault == "lost":
            raise httpx.ReadError("broke")
        if fault == "proxy page":
            return answered(502, b"<h1>502</h1>")
        hidden = () if promises else ("x-idempotency-retention",)
        headers = {key: value for key, value in response.headers.items() if key not in ("content-encoding", *hidden)}
        return answered(response.status_code, response.content, headers)

    return httpx.MockTransport(answer), sent


@pytest.mark.parametrize("fault", ["not sent", "lost", "proxy page"])
def test_a_lost_answer_is_asked_for_again_where_the_service_recognises_it(fault: str) -> None:
    transport, sent = lossy([fault] * 3)
    with Client("http://service.test", CASES["key"], transport=transport) as client:
        answer = client.get_content(document_id="READY1", max_credits=8, intent=f"python-{fault[:4].strip()}")
    assert len(sent) == 4 and len({each.headers["idempotency-key"] for each in sent}) == 1
    assert answer.replayed == (fault != "not sent")


@pytest.mark.parametrize("fault", ["lost", "proxy page"])
def test_is_never_sent_again_by_itself_where_nobody_recognises_it(fault: str) -> None:
    transport, sent = lossy([fault], promises=False)
    with Client("http://service.test", CASES["key"], transport=transport) as client:
        with pytest.raises(OutcomeUnknown) as raised:
            client.get_content(document_id="READY1", max_credits=8, intent="python-once")
    assert len(sent) == 1 and raised.value.intent == "python-once" and raised.value.charged is None


def test_waits_as_long_as_the_service_asks_and_not_beyond_its_own_time(no_waiting: list[float]) -> None:
    for asked, waits in (("7", [7.0] * 3), ("3600", [])):
        no_waiting.clear()
        limit = (429, b'{"code":"rate_limit_exceeded"}', {"retry-after": asked})
        with (
            answering(lambda _, limit=limit: answered(*limit)) as client,
            pytest.raises(Problem, match="rate_limit_exceeded"),
        ):
            client.get_document(document_id="D1")
        assert no_waiting == waits


def test_a_service_that_never_ends_is_left_at_the_time_limit() -> None:
    class Endless(httpx.AsyncByteStream):
        async def __aiter__(self) -> Any:
            while True:
                yield b" "
                await asyncio.sleep(0.01)

    endless = httpx.MockTransport(lambda _: httpx.Response(200, stream=Endless()))
    with Client("http://service.test", "k", transport=endless, timeout=0.05, deadline=0.1) as client:
        with pytest.raises(Problem, match="timed_out"):
            client.get_document(document_id="D1")


def test_lists_go_to_the_end_each_record_once(client: Client) -> None:
    whole = client.list_documents(timeline_since="2024-01-01", limit=100).value.documents
    pages = list(client.list_documents_pages(timeline_since="2024-01-01", limit=8))
    assert [each for page in pages for each in page.value.documents] == whole and len(pages) > 2
    frame = to_dataframe([page.value for page in pages])
    assert list(frame["document_id"]) == [each.document_id for each in whole]


def test_the_pages_of_a_paid_list_cost_no_more_than_allowed_together(client: Client) -> None:
    pages = client.list_news_pages(timeline_since="2024-01-01", limit=1, max_credits=1, intent="python-news")
    assert next(pages).charged == 1
    with pytest.raises(OverMaxCredits):
        next(pages)


def test_cursors_that_go_round_in_a_circle_end_the_list() -> None:
    with answering(lambda _: answered(200, b'{"documents":[],"next_cursor":"again"}')) as client:
        with pytest.raises(Problem, match="circle"):
            list(client.list_documents_pages(timeline_since="2025-01-01"))


def test_the_asynchronous_client_is_the_same() -> None:
    async def main() -> list[str]:
        async with AsyncClient(CASES["url"], CASES["key"]) as client:
            found = client.list_documents_pages(timeline_since="2024-01-01", limit=2)
            return [each.document_id async for page in found for each in page.value.documents]

    assert len(asyncio.run(main())) > 4


def test_cells_of_tables_have_their_place() -> None:
    text = "# Sales\n\n| Year | Sales |\n|---|--:|\n| 2024 | 1,200 |\n| 2025 | a \\| b |\n"
    content = DocumentContentResponse("D1", "markdown", text, ["s1"], [ContentSection("s1", "Sales", text)], [])
    last = to_dataframe(content).iloc[-1].to_dict()
    place = {"document_id": "D1", "section_id": "s1", "table": 0, "row": 1, "column": 1}
    assert last == {**place, "heading": "Sales", "label": "2025", "value": "a | b"}


def test_a_program_that_leaves_its_client_open_ends() -> None:
    program = f"""
from hiraku_client import Client
client = Client({CASES["url"]!r}, {CASES["key"]!r})
print(client.list_documents(timeline_since="2020-01-01", limit=1).charged)
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "0\n", "")


def test_facts_of_a_package_are_those_of_the_web_app_each_with_its_place() -> None:
    package = base64.b64decode(CASES["facts"]["zip"])
    frame = to_dataframe(DeliveredFile(package, "application/zip"))
    rows = [
        [None if each != each else each for each in row]
        for row in frame[["element", "start", "end", "value"]].astype(object).to_numpy().tolist()
    ]
    assert sorted(map(str, rows)) == sorted(
        str([name, start, end, None if value is None else float(value)])
        for name, start, end, value in CASES["facts"]["rows"]
    )
    places = set(zip(frame["file"], frame["fact"], strict=True))
    assert len(places) == len(frame)
    assert all(each.startswith("XBRL/PublicDoc/0101010_honbun") for each in frame["file"])


def test_a_package_that_declares_entities_or_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hiraku_client._facts._BYTES_MAX", 1_000)
    for text in ('<!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>', "<a>" + " " * 1_000 + "</a>"):
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a_ixbrl.htm", text)
        with pytest.raises(ValueError, match="the package"):
            to_dataframe(DeliveredFile(file.getvalue(), "application/zip"))
