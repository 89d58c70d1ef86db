"""Answers for `tests/san.rs` and `tests/pgn.rs`: what python-chess says of positions and games.

One JSON object a line comes in, one goes out:

    {"variant": "name", "fen": "...", "chess960": false} -> {"san": {"e2e4": "e4", ...}}
    {"pgn": "..."} -> {"fen": "...", "moves": 7, "errors": []}

`san` has all legal moves, by their UCI text. `fen` is that behind the last move of the game, and
`moves` how many there are. Anything that goes wrong is {"error": "..."}.
"""

import io
import json
import logging
import sys

import chess
import chess.pgn
import chess.variant


def answer(question):
    if "pgn" in question:
        game = chess.pgn.read_game(io.StringIO(question["pgn"]))
        moves = list(game.mainline_moves())
        errors = [str(fault) for fault in game.errors]
        return {"fen": game.end().board().fen(), "moves": len(moves), "errors": errors}
    board = chess.variant.find_variant(question["variant"])
    board = board(question["fen"], chess960=question["chess960"])
    return {"san": {board.uci(move): board.san(move) for move in board.legal_moves}}


def main():
    logging.disable(logging.CRITICAL)
    print(json.dumps({"version": chess.__version__}), flush=True)
    for line in sys.stdin:
        try:
            said = answer(json.loads(line))
        except Exception as fault:  # noqa: BLE001 - whatever it is, the test shall tell it
            said = {"error": "%s: %s" % (type(fault).__name__, fault)}
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
