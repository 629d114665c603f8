"""The value of a call, and what it cost."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Price:
    min: int
    max: int


@dataclass(frozen=True)
class Limit:
    limit: int | None
    remaining: int | None


@dataclass(frozen=True)
class Limits:
    rate: Limit
    """Requests a minute."""
    catalog: Limit
    """Requests a day."""
    compute: Limit
    """Credits."""


@dataclass(frozen=True)
class Answer(Generic[T]):
    value: T
    charged: int | None
    """Credits of this call; None where a service does not say."""
    replayed: bool
    """The stored answer of an earlier call with the same intent."""
    intent: str | None
    limits: Limits
    request_id: str | None


@dataclass(frozen=True)
class DeliveredFile:
    content: bytes
    media_type: str


@dataclass(frozen=True)
class Endpoint:
    """A row of the interface's table of endpoints."""

    method: str
    path: str
    path_params: tuple[str, ...]
    query: dict[str, Any]
    """Parameters with the value that is not sent, since it is the service's own."""
    body: dict[str, Any] | None
    price: Price
    response: type
    main_list: str | None
    """Without this list an answer is unreadable; a record without another list has an empty one."""
