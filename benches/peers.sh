#!/bin/bash
# ferz beside Debian's fairy-stockfish: counts first, then user CPU seconds.
#
# usage: benches/peers.sh [PATH-OF-FERZ]
#
# An older Fairy-Stockfish counts orthodox chess for a game that it does not know, so a ratio is
# printed only where both count the same. Games that only ferz has are counted by ferz alone.
set -eu
TIMEFORMAT=%U

ferz=${1:-target/release/ferz}
peer=${PEER:-/usr/games/fairy-stockfish}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# Runs a command with its output in a file; prints user CPU seconds.
user_seconds() {
    local file=$1
    shift
    { time "$@" >"$file" 2>/dev/null; } 2>&1
}

nodes_of() {
    awk -F': *' '/^Nodes searched/ { print $2 }' "$1"
}

printf '%-14s %5s %14s %9s %9s %7s\n' game depth nodes ferz peer ratio
while read -r game depth both; do
    ours=$(user_seconds "$out/ours" "$ferz" perft "$game" "$depth")
    nodes=$(nodes_of "$out/ours")
    if [ "$both" = no ] || [ ! -x "$peer" ]; then
        printf '%-14s %5s %14s %9s %9s %7s\n' "$game" "$depth" "$nodes" "$ours" - -
        continue
    fi
    printf 'setoption name UCI_Variant value %s\nposition startpos\ngo perft %s\nquit\n' \
        "$game" "$depth" >"$out/orders"
    theirs=$(user_seconds "$out/theirs" sh -c "exec '$peer' <'$out/orders'")
    counted=$(nodes_of "$out/theirs")
    if [ "$nodes" = "$counted" ]; then
        ratio=$(awk "BEGIN { printf \"%.1f\", $theirs / ($ours > 0 ? $ours : 0.01) }")
    else
        ratio="counts differ: $counted"
    fi
    printf '%-14s %5s %14s %9s %9s %7s\n' "$game" "$depth" "$nodes" "$ours" "$theirs" "$ratio"
done <<'GAMES'
chess 6 yes
knightmate 6 yes
xiangqi 5 yes
capablanca 5 yes
berolina 6 no
grasshopper 6 no
GAMES
