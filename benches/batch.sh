#!/bin/bash
# ferz batch beside python-chess and pyffish on the same positions: parse, validity, number of
# legal moves, check, outcome. Counts of legal moves first, then positions a second.
#
# usage: benches/batch.sh [PATH-OF-FERZ] [POSITIONS]
#
# Needs Python with the packages chess and pyffish from PyPI; what is missing is left out. pyffish
# is slow, so it gets every hundredth position.
set -eu
ferz=${1:-target/release/ferz}
count=${2:-100000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Positions of random games, the same in every run.
positions() { # GAME FILE
    python3 - "$1" "$2" "$count" <<'PY'
import random, sys
game, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
import pyffish
dice = random.Random(7)
with open(path, "w") as out:
    written = 0
    while written < count:
        fen = pyffish.start_fen(game)
        for _ in range(200):
            moves = pyffish.legal_moves(game, fen, [])
            if not moves or written == count:
                break
            fen = pyffish.get_fen(game, fen, [dice.choice(moves)])
            out.write(fen + "\n")
            written += 1
PY
}

seconds() { # of a command's last line "N.NNN"
    { TIMEFORMAT=%R; time "$@" >/dev/null 2>"$work/err"; } 2>&1 | tail -1
}

report() { # WHO POSITIONS SECONDS
    awk -v who="$1" -v n="$2" -v s="$3" 'BEGIN { printf "  %-28s %10d positions in %8.2f s  %10.0f a second\n", who, n, s, n / s }'
}

for game in chess capablanca; do
    echo "$game"
    positions "$game" "$work/$game.fen"
    # Long enough to be measured.
    for _ in 1 2 3 4 5 6 7 8 9 10; do cat "$work/$game.fen"; done >"$work/many.fen"
    for threads in 1 2; do
        took=$(seconds "$ferz" batch "$game" "$work/many.fen" --threads "$threads")
        report "ferz, $threads thread(s)" "$((10 * count))" "$took"
    done
    "$ferz" batch "$game" "$work/$game.fen" --fields legal_moves --summary none --to csv | tail -n +2 >"$work/ours"
    if [ "$game" = chess ] && python3 -c 'import chess' 2>/dev/null; then
        took=$(seconds python3 - "$work/$game.fen" "$work/theirs" <<'PY'
import chess, sys
with open(sys.argv[2], "w") as out:
    for line in open(sys.argv[1]):
        board = chess.Board(line.strip())
        moves = board.legal_moves.count()
        board.is_check(), board.is_valid(), board.outcome()
        out.write(f"{moves}\n")
PY
        )
        report python-chess "$count" "$took"
        cmp -s "$work/ours" "$work/theirs" && echo "  counts of legal moves: equal" || echo "  counts of legal moves: NOT equal"
    fi
    awk 'NR % 100 == 1' "$work/$game.fen" >"$work/few.fen"
    awk 'NR % 100 == 1' "$work/ours" >"$work/few.ours"
    took=$(seconds python3 - "$game" "$work/few.fen" "$work/theirs" <<'PY'
import pyffish, sys
game = sys.argv[1]
with open(sys.argv[3], "w") as out:
    for line in open(sys.argv[2]):
        fen = line.strip()
        pyffish.validate_fen(fen, game)
        moves = pyffish.legal_moves(game, fen, [])
        pyffish.gives_check(game, fen, [])
        out.write(f"{len(moves)}\n")
PY
    )
    report pyffish "$(wc -l <"$work/few.fen")" "$took"
    cmp -s "$work/few.ours" "$work/theirs" && echo "  counts of legal moves: equal" || echo "  counts of legal moves: NOT equal"
done
