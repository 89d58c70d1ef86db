#!/usr/bin/env python3
"""Writes seed corpora for all fuzz targets to fuzz/corpus/, from the data of the tests.

Nothing of it is committed: run this once before fuzzing.
"""

import hashlib
import pathlib
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPUS = ROOT / "fuzz" / "corpus"
# The same order as `GAMES` in fuzz/src/lib.rs, for the games that have a perft table.
GAMES = [
    "chess", "chess[array=960]", "three-fat-brothers", "", "", "xiangqi", "shako", "grasshopper",
    "knightmate", "berolina", "omicron", "courier", "wolf", "shatranj", "breakthrough",
    "torpedo", "nightrider", "grand", "losalamos", "minixiangqi",
]


def put(target: str, data: bytes) -> None:
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / hashlib.sha1(data).hexdigest()[:16]).write_bytes(data)


def notations() -> list[str]:
    found = set()
    for name in ("notation.toml", "more.toml", "faults.toml", "sentences.toml"):
        table = tomllib.loads((ROOT / "tests/notation" / name).read_text())
        for entries in table.values():
            if not isinstance(entries, list):
                continue
            for entry in entries:
                if isinstance(entry, dict) and isinstance(entry.get("notation"), str):
                    found.add(entry["notation"])
    for line in (ROOT / "tests/notation/pieces.tsv").read_text().splitlines():
        cells = line.split("\t")
        if not line.startswith("#") and len(cells) > 1:
            found.add(cells[1])
    return sorted(found)


def main() -> None:
    for index, text in enumerate(notations()):
        put("notation", text.encode())
        board = bytes([7, 7, 27 + index % 9, 0x45, 0x57, index % 32, index % 64, index & 1])
        put("betza_targets", board + text.encode())
    for folder in ("variants", "variants/lib", "tests/variants", "tests/diagnostics"):
        for path in sorted((ROOT / folder).glob("*.toml")):
            put("variant_file", path.read_bytes())
    for game in (ROOT / "tests/pgn/games.pgn").read_bytes().split(b"[Ours ")[1:]:
        put("pgn", b"\0[Ours " + game)
    for path in sorted((ROOT / "fuzz/regressions").glob("*/*")):
        put(path.parent.name, path.read_bytes())
    for line in (ROOT / "tests/perft/perft.tsv").read_text().splitlines():
        cells = line.split("\t")
        if line.startswith("#") or len(cells) < 2:
            continue
        fens = [cell for cell in cells if "/" in cell and " " in cell]
        for fen in fens[:1]:
            for game in [GAMES.index(cells[0])] if cells[0] in GAMES else [0, 20]:
                put("fen", bytes([game]) + fen.encode())
    for game in range(26):
        put("play", bytes([game]) + bytes(range(7, 107, 5)))
        for text in ("e2e4", "e1g1", "e1h1", "a7a8q", "0000", "e2e4,e5", "draw", "b1c3="):
            put("moves", bytes([game, 1, 2, 3]) + text.encode())


if __name__ == "__main__":
    main()
