"""The known theorems about rules: from certificates of the atlas, of this process, and of loaded files."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from sprague.model.ruleset import Ruleset
from sprague.words.errors import SpragueError
from sprague.words.messages import Message, say

from .automata.dfa import Automaton
from .automata.formula import names_sets
from .certificate import automaton_of, certificate, digest
from .proving import prove
from .rule import Rule, rule_of
from .theorem import Theorem, stated


class Known(NamedTuple):
    """A theorem about the P-positions of a rule: its automaton, and the digest of its certificate."""

    rule: Rule
    p_set: Automaton
    digest: str
    of_atlas: bool = False

    @property
    def sentence(self) -> Message:
        """Returns the sentence that names the theorem as evidence."""
        if self.of_atlas:
            return say("certificate {digest} of the atlas", digest=self.digest[:16])
        return say("certificate {digest}", digest=self.digest[:16])

    @property
    def game(self) -> str:
        """The rule as text."""
        return self.rule.text

    def covers(self, ruleset: Ruleset) -> bool:
        """Returns whether the theorem is about the rule of ``ruleset``."""
        return _key(self.rule) == _key(of_ruleset(ruleset))

    def __repr__(self) -> str:
        return f"<Theorem about {self.rule.text}: {self.p_set.states} states in {self.p_set.system.name}>"


#: Theorems by rule, and the rules for which the search found none.
_KNOWN: dict[Hashable, Known] = {}
_SOUGHT: set[Hashable] = set()


def _key(rule: Rule | None) -> Hashable:
    if rule is None:
        return None
    return (rule.forbidden, frozenset(rule.families)) if rule.formula is None else repr(rule.formula)


def of_ruleset(ruleset: Ruleset) -> Rule | None:
    """Returns the rule of a game, or None if no theorem here can state it."""
    try:
        return rule_of(ruleset)
    except SpragueError:
        return None


def remember(claims: dict[str, Any]) -> Known:
    """Keeps a certificate that was checked or just proved, so that answers may rest on it."""
    theorem = Known(rule_of(claims["rule"]), automaton_of(claims), digest(claims))
    return _KNOWN.setdefault(_key(theorem.rule), theorem)


def known(rule: Rule) -> Known | None:
    """Returns the known theorem about a rule, without any search. It looks in the atlas last."""
    key = _key(rule)
    if key not in _KNOWN and rule.formula is None and not rule.forbidden:
        from .atlas import find

        row = find(rule.text)
        claims = None if row is None else row.get("certificate")
        if claims is not None:
            _KNOWN[key] = Known(rule, automaton_of(claims), digest(claims), of_atlas=True)
    return _KNOWN.get(key)


def of_atlas(rule: Rule) -> Theorem | None:
    """Returns the theorem of the atlas about a rule. Its certificate was checked when Sprague was built."""
    from .atlas import find

    row = find(rule.text) if rule.formula is None and not rule.forbidden else None
    claims = None if row is None else row.get("certificate")
    if claims is None:
        return None
    return stated(rule, automaton_of(claims), tuple(claims["measure"]), claims["sizes"])


def count() -> int:
    """Returns the number of theorems kept. An answer of :func:`known` holds as long as this number is the same."""
    return len(_KNOWN)


def sought(rule: Rule) -> Known | None:
    """Returns the known theorem about a rule. If there is none, it searches for one, but only once."""
    theorem = known(rule)
    if (
        theorem is None
        and not is_sought(rule)
        and not (rule.formula is not None and names_sets(rule.formula))
    ):
        search = prove(rule)
        if search.theorem is not None:
            theorem = remember(certificate(search.theorem))
        elif not search.out_of_time:
            _SOUGHT.add(_key(rule))
    return theorem


def is_sought(rule: Rule) -> bool:
    """Returns whether a search for a theorem has found none."""
    return _key(rule) in _SOUGHT
