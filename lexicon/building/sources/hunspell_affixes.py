"""A Hunspell affix file as data: its affix classes, the flags with a meaning of their own, its aliases.

In: an `.aff` file. Out: `AffixFile`.
Never: words, compounds, suggestions (those lines are passed over unread).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from lexicon.building.sources.hunspell_flags import Flag, FlagReader, FlagScheme, aliased, whole_number
from lexicon.building.sources.hunspell_patterns import Pattern, at_least, both, literal, read_condition
from lexicon.building.sources.hunspell_text import DEFAULT_ENCODING, Encoding, numbered_lines
from lexicon.errors import DataFileError


class Property(enum.StrEnum):
    """What a flag can say of a word or affix besides naming a class; the values are the keywords."""

    NEEDS_AFFIX = "NEEDAFFIX"
    ONLY_IN_COMPOUND = "ONLYINCOMPOUND"
    FORBIDDEN = "FORBIDDENWORD"
    CIRCUMFIX = "CIRCUMFIX"


#: Keywords of properties; the second name of the first is its old one.
_PROPERTIES = {kind.encode(): kind for kind in Property} | {b"PSEUDOROOT": Property.NEEDS_AFFIX}


def change(strip: str, append: str) -> str:
    """Write a change of a word: ``ен>на``, with ``0`` for nothing."""
    return f"{strip or '0'}>{append or '0'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Affix:
    """One rule: at its edge of a word ``strip`` goes and ``append`` comes, where ``pattern`` holds.

    ``pattern`` includes what is stripped and, unless the file lets whole words be stripped, one character more;
    it is read from the edge of the word inwards. ``crosses`` tells that prefix and suffix may meet;
    ``continuation`` are the flags that the changed word has; ``fields`` are morphological fields.
    """

    flag: Flag
    strip: str
    append: str
    pattern: Pattern
    crosses: bool
    continuation: frozenset[Flag]
    fields: tuple[str, ...]
    line: int

    @property
    def change(self) -> str:
        """The change in the notation of signatures."""
        return change(self.strip, self.append)

    @property
    def impossible(self) -> bool:
        """Whether no word fits: the condition contradicts what is stripped."""
        return any(letters.impossible for letters in self.pattern)


@dataclass(frozen=True, kw_only=True)
class AffixFile:
    """Everything of an affix file that bears on inflection.

    ``prefixes`` and ``suffixes`` hold the rules of each class in the order written. ``mirrored`` files
    (``COMPLEXPREFIXES``) are read back to front, prefixes as suffixes, and so must their words be; what is made
    is turned round again.
    """

    path: Path
    encoding: Encoding
    flags: FlagReader
    prefixes: Mapping[Flag, tuple[Affix, ...]]
    suffixes: Mapping[Flag, tuple[Affix, ...]]
    properties: Mapping[Property, Flag]
    whole_words_stripped: bool
    mirrored: bool
    ignored_characters: frozenset[str]
    field_aliases: tuple[bytes, ...]

    def has(self, kind: Property, flags: frozenset[Flag]) -> bool:
        """Tell whether ``flags`` hold the one that stands for ``kind``."""
        return self.properties.get(kind) in flags

    def spelled(self, text: str) -> str:
        """Return dictionary text as rules see it: without ignored characters, mirrored where the file is."""
        if self.ignored_characters:
            text = "".join([character for character in text if character not in self.ignored_characters])
        return text[::-1] if self.mirrored else text

    def fields(self, raw: bytes, *, path: Path, number: int) -> tuple[str, ...]:
        """Return the morphological fields (``po:noun``) of the end of a line, written out or by alias number."""
        if self.field_aliases and raw.strip():
            raw = aliased(raw, self.field_aliases, kind="morphological fields (AM)", path=path, number=number)
        parts = self.encoding.text(path, number, raw).split()
        return tuple(part for part in parts if part[2:3] == ":")


def load_affixes(path: Path) -> AffixFile:
    """Read an affix file. Raises `DataFileError` with file and line for what Hunspell would stop at or lose."""
    return _AffixReader(path).read()


@dataclass(slots=True)
class _AffixReader:
    """One reading of one file: Hunspell's keywords, each with the method that reads its lines."""

    path: Path
    lines: Iterator[tuple[int, bytes]] = field(init=False)
    file: AffixFile = field(init=False)
    prefixes: dict[Flag, tuple[Affix, ...]] = field(default_factory=dict)
    suffixes: dict[Flag, tuple[Affix, ...]] = field(default_factory=dict)
    properties: dict[Property, Flag] = field(default_factory=dict)

    def read(self) -> AffixFile:
        encoding, scheme, whole, mirrored = self._headers()
        self.file = AffixFile(
            path=self.path,
            encoding=encoding,
            flags=FlagReader(path=self.path, scheme=scheme),
            prefixes=self.prefixes,
            suffixes=self.suffixes,
            properties=self.properties,
            whole_words_stripped=whole,
            mirrored=mirrored,
            ignored_characters=frozenset(),
            field_aliases=(),
        )
        readers: Mapping[bytes, Callable[[int, list[bytes]], None]] = {
            b"AF": self._flag_aliases,
            b"AM": self._field_aliases,
            b"IGNORE": self._ignored,
            b"PFX": self._class,
            b"SFX": self._class,
            **dict.fromkeys(_PROPERTIES, self._property),
        }
        self.lines = numbered_lines(self.path)
        for number, line in self.lines:
            columns = line.split()
            if columns and columns[0] in readers:
                readers[columns[0]](number, columns)
        return self.file

    def _headers(self) -> tuple[Encoding, FlagScheme, bool, bool]:
        """Return what every other line depends on: encoding, scheme of flags, FULLSTRIP, COMPLEXPREFIXES."""
        name, scheme, seen = DEFAULT_ENCODING, str(FlagScheme.CHARACTER), set()
        name_line = scheme_line = 0
        for number, line in numbered_lines(self.path):
            columns = line.split(maxsplit=2)
            keyword = columns[0] if columns else b""
            if keyword in {b"FULLSTRIP", b"COMPLEXPREFIXES"}:
                seen.add(keyword)
            elif keyword == b"SET" and len(columns) > 1 and not name_line:
                name, name_line = columns[1].decode("ascii", "replace"), number
            elif keyword == b"FLAG" and len(columns) > 1 and not scheme_line:
                scheme, scheme_line = columns[1].decode("ascii", "replace"), number
        encoding = Encoding.named(name)
        if encoding is None:
            raise self._fault(name_line, f"SET {name}", "a character set such as UTF-8, ISO8859-2, KOI8-R, cp1251")
        known = {str(value).lower(): value for value in FlagScheme} | {"utf8": FlagScheme.UNICODE}
        if scheme.lower() not in known:
            raise self._fault(scheme_line, f"FLAG {scheme}", f"one of {', '.join(FlagScheme)}")
        return encoding, known[scheme.lower()], b"FULLSTRIP" in seen, b"COMPLEXPREFIXES" in seen

    def _fault(self, number: int, found: str, expected: str) -> DataFileError:
        return DataFileError(self.path, where=f"line {number}", found=found, expected=expected)

    def _text(self, number: int, raw: bytes) -> str:
        return self.file.encoding.text(self.path, number, raw)

    def _property(self, number: int, columns: list[bytes]) -> None:
        if len(columns) < 2:
            raise self._fault(number, _shown(columns), f"a flag behind {_shown(columns)}")
        flag = self.file.flags.flag(columns[1], path=self.path, number=number)
        self.properties.setdefault(_PROPERTIES[columns[0]], flag)

    def _ignored(self, number: int, columns: list[bytes]) -> None:
        if len(columns) < 2:
            raise self._fault(number, "IGNORE alone", "the characters to ignore behind it")
        self.file = replace(self.file, ignored_characters=frozenset(self._text(number, columns[1])))

    def _block(self, number: int, columns: list[bytes], count_column: int) -> Iterator[tuple[int, list[bytes]]]:
        """Yield the lines that the header on line ``number`` announces. Raises when there are fewer."""
        count = whole_number(*columns[count_column : count_column + 1])
        if count is None:
            raise self._fault(number, _shown(columns), f"{_shown(columns[:1])} and the number of lines that follow")
        for done in range(count):
            below, line = next(self.lines, (0, b""))
            inner = line.split()
            if inner[:1] != columns[:1]:
                end = f"line {below} is another" if below else "the file ends"
                raise self._fault(
                    number,
                    f"{_shown(columns)} with {done} lines, then {end}",
                    f"{count} lines of {_shown(columns[:1])}; install the dictionary anew",
                )
            yield below, inner

    def _flag_aliases(self, number: int, columns: list[bytes]) -> None:
        for below, inner in self._block(number, columns, 1):
            if len(inner) < 2:
                raise self._fault(below, "AF alone", "flags behind it")
            self.file.flags.add_alias(inner[1])

    def _field_aliases(self, number: int, columns: list[bytes]) -> None:
        aliases = tuple(b" ".join(inner[1:]) for _, inner in self._block(number, columns, 1))
        self.file = replace(self.file, field_aliases=aliases)

    def _class(self, number: int, columns: list[bytes]) -> None:
        """Read an affix class: a header ``SFX flag Y count`` and its rules."""
        if whole_number(*columns[3:4]) is None:
            raise self._fault(
                number, _shown(columns), f"{_shown(columns[:1])}, flag, Y or N, and the number of its rules"
            )
        flag = self.file.flags.flag(columns[1], path=self.path, number=number)
        rules = [
            self._rule(below, inner, flag=flag, crosses=columns[2] == b"Y")
            for below, inner in self._block(number, columns, 3)
        ]
        # Mirrored, a prefix stands at the end of the word.
        classes = self.prefixes if (columns[0] == b"PFX") is not self.file.mirrored else self.suffixes
        classes[flag] = classes.get(flag, ()) + tuple(rules)

    def _rule(self, number: int, columns: list[bytes], *, flag: Flag, crosses: bool) -> Affix:
        """Read one rule: ``SFX flag strip append/continuation condition fields``."""
        if len(columns) < 4 or self.file.flags.flag(columns[1], path=self.path, number=number) != flag:
            raise self._fault(
                number, _shown(columns), f"{_shown(columns[:1])}, flag {flag}, what to strip, what to append, condition"
            )
        appended, _, continuation = columns[3].partition(b"/")
        strip, append = self._affix_text(number, columns[2]), self._affix_text(number, appended)
        pattern = self._condition(number, columns[4] if len(columns) > 4 else b".")
        # From the edge inwards: the end of a word is read backwards, and so is what is mirrored already.
        if columns[0] == b"SFX":
            pattern = pattern[::-1]
        backwards = (columns[0] == b"SFX") is not self.file.mirrored
        pattern = both(literal(strip[::-1] if backwards else strip), pattern)
        return Affix(
            flag=flag,
            strip=strip,
            append=append,
            # Even where whole words may be stripped, nothing is no word.
            pattern=pattern if self.file.whole_words_stripped and append else at_least(pattern, len(strip) + 1),
            crosses=crosses,
            continuation=self._flags(number, continuation),
            fields=self.file.fields(b" ".join(columns[5:]), path=self.path, number=number),
            line=number,
        )

    def _affix_text(self, number: int, raw: bytes) -> str:
        return "" if raw == b"0" else self.file.spelled(self._text(number, raw))

    def _flags(self, number: int, raw: bytes) -> frozenset[Flag]:
        return self.file.flags.flags(raw, path=self.path, number=number) if raw else frozenset()

    def _condition(self, number: int, raw: bytes) -> Pattern:
        text = self._text(number, raw)
        condition = read_condition(text)
        if condition is None:
            raise self._fault(number, f"condition {text}", "a closing bracket for each opening one")
        return condition


def _shown(columns: list[bytes]) -> str:
    return b" ".join(columns).decode("utf-8", "replace")
