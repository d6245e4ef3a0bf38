"""Step six: taking the suite away as a folder that can be served at once or added by pull request."""

from dataclasses import replace

import streamlit as st

from components.exports.package import package_name
from components.intake.contribution import contribution, request
from components.intake.work import Work
from components.resolved import Resolved
from components.widgets import notices
from components.widgets.page import notes, section, sentence
from components.widgets.your_results import state
from data.problems import SuiteProblems

_FIELDS = {
    "title": ("Title", "what the study or addition is called"),
    "authors": ("Authors", "who is to be credited"),
    "licence": ("Licence of the numbers", "for instance CC BY 4.0"),
    "url": ("Publication (https://…)", "empty when there is none"),
    "source_url": ("Where the numbers come from (https://…)", "a repository, for instance"),
    "description": ("Description", "what was measured, in a sentence or two"),
}
_CONTACT = "contribution_contact"


def contribute(work: Work, resolved: Resolved) -> None:
    """Who made it and under which terms, and the download."""
    section("6 · Take it away", "The same numbers as a folder: serve it yourself, or add it by pull request.")
    if not work.is_suite:
        with st.expander("Say where it comes from", key="about_results", expanded=False):
            for name, (label, help_text) in _FIELDS.items():
                key = f"about_{name}"
                st.session_state[key] = getattr(work.about, name)
                st.text_input(label, key=key, max_chars=400, on_change=_write, args=(name,), placeholder=help_text)
            st.text_input("Contact", key=_CONTACT, max_chars=200, placeholder="goes into CONTRIBUTION.md only")
    made = state.made(work, private=False)
    if isinstance(made, SuiteProblems):
        notices.notices("error", [p.message for p in made.problems])
        return
    before, contact = state.public().get(work.suite), str(st.session_state.get(_CONTACT) or "")
    st.download_button(
        "Download as a folder (zip)",
        data=lambda: contribution(made, before, contact),
        file_name=package_name(made),
        mime="application/zip",
        key="contribution",
        on_click="ignore",
    )
    sentence(
        f"Unpacked, the folder {made.suite.id} passes python -m data.check {made.suite.id}, and "
        f"LEADERBOARD_TABLES={made.suite.id} shows it beside the built-in suites."
    )
    opened = st.expander("The pull request, ready to copy", key="pull_request", expanded=False, on_change="rerun")
    if opened.open:
        with opened:
            st.caption("Title and description, also in the folder as CONTRIBUTION.md; answer what it leaves open")
            request_text = request(made, before, contact)
            st.code(request_text, language="markdown", wrap_lines=True, height=420)
    notes("To publish it, add the folder to data/tables by pull request; CONTRIBUTING says what a result needs.")


def _write(name: str) -> None:
    text = {name: st.session_state[f"about_{name}"]}
    state.change(lambda work: replace(work, about=replace(work.about, **text)))
