"""Requests that make little sense, drawn by chance: some nearly right, so that they get
far.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from flask import Flask
from referee_web.api.call import CALLS
from referee_web.api.openapi import document
from werkzeug.routing import Rule

WORDS = (
    *(
        "",
        " ",
        "0",
        "-1",
        "1",
        "7",
        "1e400",
        "NaN",
        "null",
        "true",
        "yes",
        "no",
        "é",
        "\u202e",
        "\0",
        "\n",
        "\r\nX: y",
    ),
    *(
        "=",
        "/",
        "//",
        "..",
        "../../etc/passwd",
        "%",
        "%00",
        "%ff",
        "[",
        "]",
        "{",
        "{seat}",
        "<b>",
        "'",
        '"',
        "\\",
        "&",
    ),
    *(
        "🂡",
        "٣",
        "²",
        "K♣",
        "Ana & Ben",
        "Ana,Ben",
        "a" * 300,
        "a" * 3_000,
        "9" * 400,
        "1." * 200,
        "2026-13-45",
        "0001-01-01",
    ),
)
NUMBERS = (0, 1, -1, 2, 7, 2**31, 2**63, -(2**63), 10**40, 0.5, -0.0, 1e308, 5e-324)
HEADERS = {
    "Host": (
        "",
        "localhost",
        "[",
        "]",
        "[::1",
        "a" * 64,
        "a..b",
        "a:b",
        ":",
        "x:99999999",
        "é",
        "192.168.1.5:8642",
    ),
    "Origin": (
        "null",
        "http://[",
        "http://]",
        "http://[::1",
        "//",
        "http://localhost",
        "é",
        "http://a:b",
    ),
    "Sec-Fetch-Site": ("same-origin", "none", "", "é"),
    "Accept-Language": ("de", "es;q=é", "*;q=2", ",;=,", "x" * 3_000, "en;q=nan"),
    "Accept-Encoding": ("gzip", "gzip;q=0", "*;q=x", ";;"),
    "If-None-Match": ('W/"x"', "*", '"', "é", ",,"),
    "If-Modified-Since": ("Sun, 99 Foo 0000", "0", "é"),
    "Range": (
        "bytes=0-",
        "bytes=-1",
        "bytes=9-1",
        "bytes=a-b",
        "bytes=0-0,1-1",
        "bytes=" + "9" * 400 + "-",
        "é",
    ),
    "If-Range": ('"x"', "é", "0"),
    "Cookie": (
        "preferences=%ff",
        "opened=.",
        "opened=-.-",
        "seat_=x",
        "=",
        ";;=",
        "é=é",
        "claim_ZZZZZ=x.y",
    ),
    "Authorization": ("Bearer", "Bearer é", "Basic !", "Bearer \x00", " "),
    "Content-Type": (
        *(
            "application/json",
            "application/json; charset=é",
            "application/json; charset=utf-9",
            "text/plain",
            "é",
            ";",
        ),
        *(
            "multipart/form-data",
            "multipart/form-data; boundary=",
            "multipart/form-data; boundary=x",
        ),
        *(
            "application/x-www-form-urlencoded",
            "application/x-www-form-urlencoded; charset=utf-16",
        ),
    ),
    "Last-Event-ID": ("x", "-1", "9" * 400),
    "X-Forwarded-For": ("é", "1.2.3.4"),
    "Transfer-Encoding": ("chunked", "é"),
}
PARTS = (
    b"Content-Disposition: form-data\r\n",
    b'Content-Disposition: form-data; name=""\r\n',
    b'Content-Disposition: form-data; name="name"; filename="x"\r\n',
    b'Content-Disposition: form-data; name="name\r\n',
    b"Content-Disposition: form-data; name*=utf-8''%ff\r\n",
    b"Content-Disposition: \xff\r\n",
    (
        b'Content-Disposition: form-data; name="name"\r\nContent-Type: text/plain; '
        b"charset=utf-9\r\n"
    ),
    (
        b'Content-Disposition: form-data; name="name"\r\nContent-Transfer-Encoding: '
        b"base64\r\n"
    ),
    b"",
)


@dataclass(frozen=True, slots=True)
class Known:
    """What there is to be named: values by what they are called in addresses, bodies
    and forms; and for each table, by its code, its tokens, its cookies, and entries
    that it may take.
    """

    named: Mapping[str, Sequence[str]]
    tokens: Mapping[str, Sequence[str]]
    cookies: Mapping[str, Sequence[str]]
    entries: Mapping[str, Sequence[Mapping[str, Any]]]


@dataclass
class Nonsense:
    """Draws requests for the addresses of an app."""

    rng: Random
    app: Flask
    known: Known

    code: str = ""

    def __post_init__(self) -> None:
        self.rules = [
            rule for rule in self.app.url_map.iter_rules() if rule.endpoint != "static"
        ]
        self.bodies = {
            (f"/api/v1{call.rule}", call.method): call.takes for call in CALLS.values()
        }

    def request(self) -> dict[str, Any]:
        """The arguments of a request, as a test client takes them."""
        rule = self.rng.choice(self.rules)
        self.code = self.rng.choice(self.known.named["code"])
        method = self.rng.choice(sorted((rule.methods or {"GET"}) - {"OPTIONS"}))
        if self._seldom():
            method = self.rng.choice(
                (
                    "GET",
                    "POST",
                    "PUT",
                    "DELETE",
                    "HEAD",
                    "OPTIONS",
                    "PATCH",
                    "é",
                    "TRACE",
                )
            )
        body, content_type = self._body(rule, method)
        headers = dict(self._headers())
        if content_type and "Content-Type" not in headers:
            headers["Content-Type"] = content_type
        return {
            "path": self._path(rule),
            "method": method,
            "data": body,
            "headers": headers,
        }

    def _seldom(self, one_in: int = 12) -> bool:
        return self.rng.randrange(one_in) == 0

    def word(self) -> str:
        if self.rng.random() < 0.5:
            return self.rng.choice(self.rng.choice(list(self.known.named.values())))
        return self.rng.choice(WORDS)

    def _named(self, name: str) -> str:
        there = (self.code,) if name == "code" else self.known.named.get(name)
        return self.rng.choice(there) if there and not self._seldom(6) else self.word()

    def _path(self, rule: Rule) -> str:
        path = re.sub(
            r"<(?:[^:>]+:)?(\w+)>",
            lambda found: quote(self._named(found[1]), safe=""),
            rule.rule,
        )
        if self._seldom(40):
            path += self.rng.choice(
                ("/", "//", "%2f", "%00", "?", "#", "/qr.svg", "%ff")
            )
        if self._seldom(3):
            chosen = self.rng.sample(self.known.named["asked"], self.rng.randint(1, 3))
            path += "?" + "&".join(
                f"{name}={quote(self._named(name), safe='')}" for name in chosen
            )
        return path

    def _headers(self) -> list[tuple[str, str]]:
        found = [("Host", "localhost")]
        who = self.rng.random()
        code = (
            self.rng.choice(self.known.named["code"]) if self._seldom() else self.code
        )
        if who < 0.4:
            found.append(
                ("Authorization", f"Bearer {self.rng.choice(self.known.tokens[code])}")
            )
        elif who < 0.8:
            found.append(("Cookie", self.rng.choice(self.known.cookies[code])))
        if self._seldom(4):
            name = self.rng.choice(list(HEADERS))
            value = (
                self.rng.choice(HEADERS[name]) if not self._seldom(5) else self.word()
            )
            # No client of HTTP sends these in a head, and no server lets them through.
            found.append(
                (name, re.sub(r"[\r\n\0]", "", value).encode().decode("latin-1"))
            )
        return found

    # Bodies

    def _body(self, rule: Rule, method: str) -> tuple[bytes, str]:
        if method in ("GET", "HEAD") and not self._seldom(30):
            return b"", ""
        if rule.rule.startswith("/api/") and not self._seldom():
            return self._json(rule), "application/json"
        if self._seldom(5):
            return self._multipart(), "multipart/form-data; boundary=x"
        return self._form(), "application/x-www-form-urlencoded"

    def _json(self, rule: Rule) -> bytes:
        if self._seldom(20):
            return self.rng.choice(
                (
                    b"{",
                    b"\xff\xfe",
                    b"[" * 5_000,
                    b'{"a":' * 3_000,
                    b'"\\ud800"',
                    b"1" * 5_000,
                    b"\xef\xbb\xbf{}",
                )
            )
        if rule.endpoint == "api.enter" and self.rng.random() < 0.7:
            return json.dumps(
                self._entry(), ensure_ascii=self.rng.random() < 0.5
            ).encode(errors="surrogatepass")
        names = self.bodies.get((rule.rule, "post"), ())
        schema = document()["components"]["schemas"][
            self.rng.choice(names or ("Asking",))
        ]
        return json.dumps(
            self._like(schema), ensure_ascii=self.rng.random() < 0.5
        ).encode(errors="surrogatepass")

    def _entry(self) -> dict[str, Any]:
        """An entry that its table takes if nothing happened since, or with one thing
        wrong.
        """
        given = self.rng.choice(
            self.known.entries[self.code]
            or ({"kind": "play", "seat": None, "data": {}},)
        )
        data = dict(given["data"])
        if data and self._seldom(3):
            data[self.rng.choice(list(data))] = self._anything()
        if self._seldom(6):
            data[self._named("field")] = self._anything()
        return {"id": str(uuid4()), **given, "data": data} | (
            {"after": self.rng.choice(NUMBERS)} if self._seldom() else {}
        )

    def _like(self, schema: Mapping[str, Any], name: str = "", deep: int = 0) -> Any:
        """A value of this schema, or not quite."""
        if self._seldom(15) or deep > 6:
            return self._anything()
        if "$ref" in schema:
            return self._like(
                document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]],
                name,
                deep + 1,
            )
        for several in ("oneOf", "anyOf", "allOf"):
            if several in schema:
                return self._like(self.rng.choice(schema[several]), name, deep + 1)
        if "enum" in schema:
            return self.rng.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                return self._object(schema, deep)
            case "array":
                return [
                    self._like(schema.get("items", {}), name, deep + 1)
                    for _ in range(self.rng.randint(0, 3))
                ]
            case "integer" | "number":
                return self.rng.choice((*NUMBERS, 1, 2, 3))
            case "boolean":
                return self.rng.random() < 0.5
            case "string":
                return str(uuid4()) if name == "id" else self._named(name)
        return self._anything()

    def _object(self, schema: Mapping[str, Any], deep: int) -> dict[str, Any]:
        inner = schema.get("properties")
        if not inner:
            return {
                self._named("field"): self._anything(deep + 1)
                for _ in range(self.rng.randint(0, 3))
            }
        needed = schema.get("required", ())
        kept = [
            name
            for name in inner
            if (name in needed and not self._seldom(20)) or self.rng.random() < 0.3
        ]
        return {name: self._like(inner[name], name, deep + 1) for name in kept}

    def _anything(self, deep: int = 0) -> Any:
        kind = self.rng.randrange(7 if deep < 4 else 4)
        if kind == 0:
            return self.rng.choice((None, True, False))
        if kind == 1:
            return self.rng.choice(NUMBERS)
        if kind <= 3:
            return "\ud800" if self._seldom(30) else self.word()
        if kind <= 5:
            return [self._anything(deep + 1) for _ in range(self.rng.randint(0, 4))]
        return {
            self.word(): self._anything(deep + 1) for _ in range(self.rng.randint(0, 4))
        }

    def _form(self) -> bytes:
        if self._seldom(20):
            return self.rng.choice(
                (
                    b"%",
                    b"%zz=%zz",
                    b"&&&",
                    b"=",
                    b"\xff=\xff",
                    b"a=" + b"x" * 200_000,
                    b"a&" * 3_000,
                )
            )
        names = [self._named("input") for _ in range(self.rng.randint(0, 8))]
        pairs = [(name, self._named(name.partition("=")[0])) for name in names]
        return "&".join(
            f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in pairs
        ).encode()

    def _multipart(self) -> bytes:
        parts = [
            self.rng.choice(PARTS) + b"\r\n" + self.word().encode()
            for _ in range(self.rng.randint(1, 3))
        ]
        end = b"\r\n--x--\r\n" if not self._seldom(5) else b"\r\n"
        return b"".join(b"\r\n--x\r\n" + part for part in parts)[2:] + end
