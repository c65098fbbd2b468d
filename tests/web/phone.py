"""A phone or a program at the API: it bears a token or none, and holds every answer
against the description.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from flask import Flask
from jsonschema_rs import Draft202012Validator
from referee_web.api.openapi import document, problem_types
from werkzeug.test import TestResponse

from referee.testing.phone import V1, Answer as KitsAnswer, Phone as KitsPhone

PROBLEMS = {
    (problem.status, problem.title, f"/api#{problem.anchor}")
    for problem in problem_types()
}


@cache
def described(method: str, path: str) -> dict[str, Any] | None:
    """The operation that the description has for this address."""
    for template, operations in document()["paths"].items():
        if method in operations and re.fullmatch(
            re.sub(r"\{\w+\}", "[^/]+", template), path
        ):
            return dict(operations[method])
    return None


def require_described(schema: dict[str, Any], value: object) -> None:
    """Raise ValidationError if this value is not what the description says."""
    _validator(json.dumps(schema)).validate(value)


@cache
def _validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator(
        {**json.loads(schema), "components": document()["components"]}
    )


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    response: TestResponse

    @property
    def status(self) -> int:
        """The status of HTTP: 201, 422."""
        return self.response.status_code

    @property
    def json(self) -> Any:
        """What was answered, or the problem."""
        return self.response.get_json(force=True)

    @property
    def text(self) -> str:
        """The same, as it came."""
        return self.response.get_data(as_text=True)

    said = KitsAnswer.said
    fields = KitsAnswer.fields


@dataclass(slots=True)
class Phone:
    """A client with at most one token."""

    app: Flask
    token: str | None = None

    def get(self, path: str, **more: Any) -> Answer:
        """What is answered to this call of `/api/v1`; `more` is what werkzeug's test
        client takes.
        """
        return self.ask("get", path, **more)

    def post(self, path: str, body: object = None, **more: Any) -> Answer:
        """What is answered to this body."""
        return self.ask("post", path, json={} if body is None else body, **more)

    def ask(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> Answer:
        """What is answered to a request of this method."""
        bears = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        # A client of its own for each request: what it keeps between requests is the
        # token, no cookie.
        client = self.app.test_client(use_cookies=False)
        said = client.open(
            f"{V1}{path}",
            method=method.upper(),
            headers={**bears, **(headers or {})},
            **more,
        )
        check(method, path, Answer(said), more.get("json"))
        return Answer(said)

    enter = KitsPhone.enter
    look = KitsPhone.look
    log = KitsPhone.log


def check(method: str, path: str, answer: Answer, sent: object) -> None:
    """An answer is as the description says, and so is a body that was taken."""
    operation = described(method, path.partition("?")[0])
    if answer.status >= 400:
        assert answer.response.mimetype == "application/problem+json"
        problem = answer.json
        assert (problem["status"], problem["title"], problem["type"]) in PROBLEMS
        assert problem["status"] == answer.status
        require_described({"$ref": "#/components/schemas/ProblemDetails"}, problem)
        if operation is not None:
            assert str(answer.status) in operation["responses"], (
                f"{method} {path} answered {answer.status}"
            )
        return
    assert operation is not None, f"{method} {path} is not described"
    content = operation["responses"][str(answer.status)]["content"]
    if answer.response.mimetype == "application/json":
        require_described(content["application/json"]["schema"], answer.json)
    assert answer.response.mimetype in content
    if method == "post":
        require_described(
            operation["requestBody"]["content"]["application/json"]["schema"], sent
        )
