"""A typed client of any service of the disclosure search interface. Everything else in the package may change."""

from ._answer import Answer, DeliveredFile, Limit, Limits, Price
from ._client import AsyncClient, Client, new_intent
from ._problem import OutcomeUnknown, OverMaxCredits, Problem
from .frames import to_dataframe

__all__ = [
    "Answer",
    "AsyncClient",
    "Client",
    "DeliveredFile",
    "Limit",
    "Limits",
    "OutcomeUnknown",
    "OverMaxCredits",
    "Price",
    "Problem",
    "new_intent",
    "to_dataframe",
]
