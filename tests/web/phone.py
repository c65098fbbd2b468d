"""A phone or a program at the API: it bears a token or none, and holds every answer against the description."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator
from referee_web.api.openapi import document
from referee_web.api.problem_types import PROBLEM_TYPES

from referee.testing import phone as testing_phone
from referee.testing.phone import Answer

PROBLEMS = {(problem.status, problem.title, f"/api#{problem.anchor}") for problem in PROBLEM_TYPES}


@cache
def described(method: str, path: str) -> dict[str, Any] | None:
    """The operation that the description has for this address."""
    for template, operations in document()["paths"].items():
        if method in operations and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
            return dict(operations[method])
    return None


def fits(schema: dict[str, Any], value: object) -> None:
    """Whether this value is what the description says."""
    _validator(json.dumps(schema)).validate(value)


@cache
def _validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator({**json.loads(schema), "components": document()["components"]})


class Phone(testing_phone.Phone):
    """A client with at most one token."""

    __slots__ = ()

    def ask(self, method: str, path: str, headers: Mapping[str, str] | None = None, **more: Any) -> Answer:
        answer = testing_phone.Phone.ask(self, method, path, headers, **more)
        check(method, path, answer, more.get("json"))
        return answer


def check(method: str, path: str, answer: Answer, sent: object) -> None:
    """An answer is as the description says, and so is a body that was taken."""
    operation = described(method, path.partition("?")[0])
    if answer.status >= 400:
        assert answer.response.mimetype == "application/problem+json"
        problem = answer.json
        assert (problem["status"], problem["title"], problem["type"]) in PROBLEMS
        assert problem["status"] == answer.status
        fits({"$ref": "#/components/schemas/ProblemDetails"}, problem)
        if operation is not None:
            assert str(answer.status) in operation["responses"], f"{method} {path} answered {answer.status}"
        return
    assert operation is not None, f"{method} {path} is not described"
    content = operation["responses"][str(answer.status)]["content"]
    if answer.response.mimetype == "application/json":
        fits(content["application/json"]["schema"], answer.json)
    assert answer.response.mimetype in content
    if method == "post":
        fits(operation["requestBody"]["content"]["application/json"]["schema"], sent)
