"""The verbs `store verify`, `store export`, `store rejudge`: games that a server has kept.

In: the URL of a store. Out: what is wrong with it, its records, verdicts that would be others today.
Never: a change to a store.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from adjudicator.words import LexiconWords, Words
from lexicon.catalogue import Catalogue
from lexicon.errors import SourceMissingError, UnknownIdError
from server.command_line.app import (
    CatalogueOption,
    DataOption,
    ExitCode,
    JsonOption,
    catalogue_at,
    data_at,
    safe_sentence,
)
from server.command_line.output import complain, put, put_json
from server.command_line.verbs import summary
from server.store import (
    BEFORE_CREATION,
    STORE_VARIABLE,
    ChainBrokenError,
    GameId,
    Store,
    StoredEvent,
    UnknownGameError,
    VerifiedGame,
    Version,
    default_store,
    open_store,
)
from server.store.chain import digest_of

if TYPE_CHECKING:
    from server.games.rejudging import Change

StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="URL",
        envvar=STORE_VARIABLE,
        help="A file, or postgresql://HOST/DATABASE. Without it: the file in the user's data folder.",
        show_default=False,
    ),
]
GamesOption = Annotated[
    list[str] | None, typer.Option("--game", metavar="ID", help="Only this game; may be given several times.")
]

#: Games read at once.
_PAGE = 200


def verbs() -> typer.Typer:
    """Return the verbs, as a group of their own."""
    group = typer.Typer(
        name="store", help="The games that a server has kept.", no_args_is_help=True, rich_markup_mode=None
    )
    for verb in (verify, export, rejudge):
        group.command(verb.__name__, short_help=summary(verb))(verb)
    return group


def verify(
    *,
    store: StoreOption = None,
    against: Annotated[
        Path | None,
        typer.Option(
            "--against",
            metavar="FILE",
            help="Lines of an earlier `store verify --json` or `store export`: all of it must still be there.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Walk the chain of every game: whether an event was changed, put in or taken out. Exit code 5 when one was.

    That the last events or a whole game were taken away shows only against an earlier state.

    Example: slovosud store verify --json > heads.ndjson
    """
    kept = _heads(against) if against else {}
    games, events, faulty = 0, 0, 0
    with opened(store) as kept_games:
        for verified in kept_games.verify():
            games, events = games + 1, events + max(verified.version, 0)
            faulty += verified.fault is not None
            _tell_verified(verified, as_json=as_json)
        for (game_id, version), digest in kept.items():
            found = _digest_at(kept_games, GameId(game_id), Version(version))
            if found != f"digest {digest}":
                faulty += 1
                complain(safe_sentence(f"game {game_id}, version {version}: found {found}; expected digest {digest}"))
    if not as_json:
        compared = f", {len(kept)} as they were in {against}" if against and not faulty else ""
        put(f"games: {games:,}, events: {events:,}, {'sound' if not faulty else f'{faulty} not sound'}{compared}")
    return ExitCode.DAMAGED if faulty else ExitCode.DONE


def export(*, store: StoreOption = None, games: GamesOption = None) -> None:
    """Every event of every game, one JSON object a line, newest game first; version 0 is what a game is played with.

    Answers are left out, for they hold tokens; their digests are there, and with them the chain can be checked.

    Example: slovosud store export > games.ndjson
    """
    with opened(store) as kept_games:
        for game_id in ids_of(kept_games, games):
            for event in kept_games.events(game_id, BEFORE_CREATION):
                put_json(exported(event))


def rejudge(
    *,
    store: StoreOption = None,
    games: GamesOption = None,
    by: Annotated[
        str,
        typer.Option(
            "--by",
            metavar="ID[@EDITION]",
            help="Judge games with this lexicon by this edition; none named: the newest.",
        ),
    ] = "",
    catalogue: CatalogueOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """Replay every game and report each ruling and verdict that would be another today, or by another edition.

    Without --by each game is judged by the edition it pinned, and so are games with another lexicon than that of --by.
    Exit code 1 when something differs, 3 when an edition is not here, 5 when a game is not as it was stored. Nothing
    in the store is changed.

    Example: slovosud store rejudge --by ru-crosslet
    """
    with opened(store) as kept_games:
        from server.games import rejudging  # noqa: PLC0415  needs the extra of the server, which is there now

        lexicon_id, _, edition = by.partition("@")
        chosen = rejudging.Edition(lexicon_id=lexicon_id, edition=edition) if by else None
        editions = catalogue_at(catalogue)
        if chosen:
            editions.path(lexicon_id, edition)  # a misspelt one would be that of no game, and nothing would differ
        open_words = cache(partial(_open_words, editions))
        code, judged, changed = ExitCode.DONE, 0, 0
        for game_id in ids_of(kept_games, games):
            try:
                for change in rejudging.changes(
                    kept_games, game_id, data=data_at(data), open_words=open_words, by=chosen
                ):
                    changed += 1
                    _tell_change(change, as_json=as_json)
                judged += 1
            except (UnknownIdError, ChainBrokenError) as error:
                complain(safe_sentence(f"game {game_id} is not judged: {error}"))
                code = max(code, ExitCode.NOT_FOUND if isinstance(error, UnknownIdError) else ExitCode.DAMAGED)
    if not as_json:
        put(f"games judged again: {judged:,}, answers that would be others: {changed:,}")
    return code or (ExitCode.NO if changed else ExitCode.DONE)


def _open_words(catalogue: Catalogue, lexicon_id: str, edition: str) -> Words:
    return LexiconWords(catalogue.open(lexicon_id, edition))


def _tell_change(change: Change, *, as_json: bool) -> None:
    values = {
        "game": change.game_id,
        "version": change.version,
        "field": change.field,
        "told": change.told,
        "now": change.now,
    }
    if as_json:
        put_json(values)
    else:
        told, now = (json.dumps(value, ensure_ascii=False) for value in (change.told, change.now))
        put(f"game {change.game_id}, event {change.version}: {change.field}: told {told}, now {now}")


@contextmanager
def opened(url: str | None) -> Iterator[Store]:
    """Open a store that is there. Raises `StoreError`, `SourceMissingError`."""
    try:
        store = open_store(url or default_store(), make=False)
    except ModuleNotFoundError as error:
        extra = "postgres" if error.name == "psycopg" else "server"
        raise SourceMissingError(
            f"module {error.name}", mend=f"install it: python -m pip install 'slovosud[{extra}]'"
        ) from error
    try:
        yield store
    finally:
        store.close()


def ids_of(store: Store, chosen: list[str] | None) -> Iterator[GameId]:
    """Return the games chosen, or all, newest first."""
    if chosen:
        yield from (GameId(game_id) for game_id in chosen)
        return
    before: int | None = None
    while page := store.games(before_number=before, limit=_PAGE):
        yield from (game.id for game in page)
        before = page[-1].number


def exported(event: StoredEvent) -> dict[str, Any]:
    """Return an event as one line of an export. The event itself is a text, so that its digest can be computed."""
    return {
        "game": event.game_id,
        "version": event.version,
        "caller": event.key.caller,
        "key": event.key.text,
        "body_digest": event.body_digest,
        "event": event.event.decode("utf-8", "backslashreplace"),
        "event_digest": digest_of(event.event),
        "answer_digest": digest_of(event.answer),
        "ends": event.ends,
        "stored_at": event.stored_at,
        "previous": event.previous,
        "digest": event.digest,
    }


def _tell_verified(verified: VerifiedGame, *, as_json: bool) -> None:
    if as_json:
        fault = str(verified.fault) if verified.fault else None
        put_json(
            {
                "game": verified.game_id,
                "version": verified.version,
                "digest": verified.digest,
                "sound": fault is None,
                "fault": fault,
            }
        )
    elif verified.fault:
        complain(safe_sentence(str(verified.fault)))


def _heads(path: Path) -> dict[tuple[str, int], str]:
    """Return the last digest of each game in a file, for all before it follow from it."""
    heads: dict[str, tuple[int, str]] = {}
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                told = json.loads(line)
                game_id, version, digest = str(told["game"]), int(told["version"]), str(told["digest"])
            except (ValueError, KeyError, TypeError) as error:
                raise typer.BadParameter(
                    f"{path}:{number}: expected a line of `store verify --json` or `store export`"
                ) from error
            if version >= heads.get(game_id, (BEFORE_CREATION, ""))[0]:
                heads[game_id] = (version, digest)
    return {(game_id, version): digest for game_id, (version, digest) in heads.items()}


def _digest_at(store: Store, game_id: GameId, version: Version) -> str:
    """Return the digest of a version, or what is there instead."""
    try:
        event = next(store.events(game_id, Version(version - 1)), None)
    except UnknownGameError:
        return "no such game"
    except ChainBrokenError:
        return "a broken chain"
    return f"digest {event.digest}" if event else "no such version"
