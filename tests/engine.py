#!/usr/bin/env python3
"""An engine for tests: its counts are ferz's own, changed as MODE says.

engine.py FERZ MODE

In mode `wrong` it does not know that d7d5 is legal behind 1. e2e4; in mode `more` it lets the king
pass there. `castle` writes castling as the king taking the rook. The other modes answer badly.
"""

import json
import subprocess
import sys
import time

FERZ, MODE = sys.argv[1:]
CASTLING = {"e1g1": "e1h1", "e1c1": "e1a1", "e8g8": "e8h8", "e8c8": "e8a8"}
PLACE, MOVE = ["e2e4"], "d7d5"


def say(line):
    print(line, flush=True)


def ferz(*words):
    run = subprocess.run([FERZ, *words, "--json"], stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)


def divide(fen, moves, depth):
    """Counts by first move behind these moves."""
    if moves:
        fen = ferz("moves", "chess", "--fen", fen, "--moves", " ".join(moves))["fen"]
    return ferz("perft", "chess", str(depth), "--fen", fen, "--divide")["divide"]


def total(fen, moves, depth):
    return sum(divide(fen, moves, depth).values()) if depth else 1


def answer(fen, moves, depth):
    counts = divide(fen, moves, depth)
    below = depth - (len(PLACE) - len(moves))
    if MODE in ("wrong", "more") and moves == PLACE[: len(moves)] and below >= 1:
        nodes = total(fen, PLACE + [MOVE], below - 1)
        change = -nodes if MODE == "wrong" else nodes
        if moves != PLACE:
            counts[PLACE[len(moves)]] += change
        elif MODE == "wrong":
            del counts[MOVE]
        else:
            counts["e8e8"] = nodes
    if MODE == "castle":
        counts = {CASTLING.get(move, move): nodes for move, nodes in counts.items()}
    return counts


def search(fen, moves, depth):
    if MODE == "dies":
        sys.exit(3)
    if MODE == "mute":
        time.sleep(60)
    while MODE == "chatter":
        say("info string thinking")
    while MODE == "line":
        sys.stdout.write("x" * 4096)
    counts = answer(fen, moves, depth)
    for move, nodes in counts.items():
        say(f"{move}: {nodes}")
    say("")
    say(f"Nodes searched: {sum(counts.values()) + (MODE == 'garbage')}")


position = ("", [])
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        say("id name Test engine")
        say("option name UCI_Variant type combo default chess var chess var shogi")
        say("uciok")
    elif words[:1] == ["isready"]:
        say("readyok")
    elif words[:2] == ["position", "fen"]:
        at = words.index("moves") if "moves" in words else len(words)
        position = (" ".join(words[2:at]), words[at + 1 :])
    elif words[:2] == ["go", "perft"]:
        search(*position, int(words[2]))
