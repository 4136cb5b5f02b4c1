"""Submits every form of the pages that people come upon, with the fields that it has, and undoes it all."""

import re
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.urls import resolve

from tests.whole_site.form_people import Person, is_page
from tournament.rehearsal.html_forms import Button, Fields, Form, read_forms

Filled = Mapping[str, object]


@dataclass
class Crawl:
    """What a crawler came upon. `wrong` names the page, the form and what is wrong with it; `submitted` are the forms
    by page, address, button and fields, each of which is submitted once; `routes` the names of their addresses."""

    wrong: list[str] = field(default_factory=list)
    submitted: set[tuple[str, ...]] = field(default_factory=set)
    routes: set[str] = field(default_factory=set)

    def of(self, person: Person) -> None:
        person.browser.handler.enforce_csrf_checks = True
        waiting, known = list(person.starts), set(person.starts)
        opened = set()  # names of pages: a second page of one name has the same forms, or is among the starts
        while waiting:
            address = waiting.pop(0)
            name = resolve(urlsplit(address).path).url_name
            if address not in person.starts and name in opened:
                continue
            opened.add(name)
            response = person.browser.get(address)
            if response.status_code == 302 and is_page(response.url):  # type: ignore[attr-defined]
                address = response.url  # type: ignore[attr-defined]
                response = person.browser.get(address)
            if not response.headers["Content-Type"].startswith("text/html"):
                continue
            self.submit_all(person, address, response)
            links = leads_to(response.content.decode()) - known if person.wanders else set()
            known |= links
            waiting += sorted(links)

    def submit_all(self, person: Person, address: str, response: Any, depth: int = 0) -> None:
        text = response.content.decode(errors="replace")  # a file may be no text
        if response.status_code == 403:
            self.wrong.append(f"{address} ({person.name}): refused")
        # What stands in a form is sent with all of its fields.
        outside = re.sub(r'<form\b[^>]*\bmethod="post".*?</form>', "", text, flags=re.DOTALL)
        for tag in re.findall(r"<(?!form\b)[^>]*\shx-(?:post|put|patch|delete)=[^>]*>", outside):
            self.wrong.append(f"{address} ({person.name}): this is sent without the token of a form: {tag}")
        for form in read_forms(text, address):
            if form.method != "post" or resolve(urlsplit(form.action).path).url_name == "set_language":
                continue
            if "csrfmiddlewaretoken" not in form.fields:
                self.wrong.append(f"{address} ({person.name}): the form for {form.action} has no token")
            for button in form.buttons or (Button("", ""),):
                self.submit(person, address, form, button, depth)

    def submit(self, person: Person, address: str, form: Form, button: Button, depth: int) -> None:
        page, route = (resolve(urlsplit(url).path).url_name or "" for url in (address, form.action))
        signature = ("" if route == "logout" else page, route, button.name, *sorted(form.fields))
        if signature in self.submitted:
            return
        self.submitted.add(signature)
        self.routes.add(route)
        fields = (form.pressed(button) if button.name else form).fields
        for filled in self.variants(person, route, fields):
            cookies = deepcopy(person.browser.cookies)
            with transaction.atomic():
                response = self.post(person, form.action, fields | filled)
                if response.status_code == 403:
                    self.wrong.append(f"{address} ({person.name}): the form for {form.action} is refused")
                elif response.status_code in (200, 409, 422) and depth < 2:
                    self.submit_all(person, form.action, response, depth + 1)
                transaction.set_rollback(True)
            person.browser.cookies = cookies

    def variants(self, person: Person, route: str, fields: Fields) -> Iterable[Filled]:
        """What is filled into a form, one submission after the other."""
        return [{}, *person.filled.get(route, [])]

    def post(self, person: Person, action: str, fields: Filled) -> Any:
        return person.browser.post(action, fields)


def leads_to(text: str) -> set[str]:
    """The pages of this site that a page links to, no files. What their queries show is in the starts."""
    links = set(re.findall(r'href="(/[^"?#\s.]*)[?#"]', text))
    return {link for link in links if is_page(link)}
