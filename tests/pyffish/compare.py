"""Answers for `tests/pyffish.rs`: what pyffish says of positions of a section.

One JSON object a line comes in, one goes out:

    {"load": "[name]\\n...", "variant": "name"}       -> {"loaded": true}
    {"variant": "name", "fen": "...", "moves": [...]} -> {"fen": "...", "legal": [...], "over": ...}

`over` is null while there are legal moves, else who has won: 1 the side to move, -1 the other,
0 nobody. `fen` and `legal` are those behind the moves. Anything that goes wrong is
{"error": "..."}.
"""

import json
import sys

import pyffish


def sign(value):
    return (value > 0) - (value < 0)


def answer(question):
    if "load" in question:
        pyffish.load_variant_config(question["load"])
        return {"loaded": question["variant"] in pyffish.variants()}
    variant, fen, moves = question["variant"], question["fen"], question["moves"]
    if variant not in pyffish.variants():
        # The library would end the process.
        return {"error": "no variant is called " + variant}
    legal = pyffish.legal_moves(variant, fen, moves)
    return {
        "fen": pyffish.get_fen(variant, fen, moves),
        "legal": legal,
        "over": None if legal else sign(pyffish.game_result(variant, fen, moves)),
    }


def main():
    version = ".".join(str(part) for part in pyffish.version())
    print(json.dumps({"version": version}), flush=True)
    for line in sys.stdin:
        try:
            said = answer(json.loads(line))
        except Exception as fault:  # noqa: BLE001 - whatever it is, the test shall tell it
            said = {"error": "%s: %s" % (type(fault).__name__, fault.__cause__ or fault)}
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
