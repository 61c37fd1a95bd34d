#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Code quality after ptxas: SASS instructions, registers and spilled bytes of every kernel, from our
# PTX and from nvcc's of the same source.
#   bench/sass.sh [-a "sm_80 sm_90"] [-o TABLE] [FILE.cu...]     default: test/run/*.cu
# Prints the geometric mean of the instruction ratio and the worst five; TABLE receives all rows
# (source, kernel, ours, nvcc's, registers ours, nvcc's, spilled bytes ours, nvcc's).
B=${B:-build}
archs="sm_80 sm_90"
table=
while getopts a:o: o; do
    case $o in
    a) archs=$OPTARG ;;
    o) table=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- test/run/*.cu
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
ptxas=${PTXAS:-$(command -v ptxas || echo /usr/local/cuda/bin/ptxas)}
if [ ! -x "$nvcc" ] || [ ! -x "$ptxas" ]; then
    echo "skipped: code quality against nvcc (needs nvcc and ptxas)"
    exit 0
fi
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

# facts PTX ARCH: lines `kernel instructions registers spilled-bytes`, sorted
facts() {
    "$ptxas" -v -arch="$2" "$1" -o "$tmp/k.cubin" 2>"$tmp/v" || return 1
    "$B/bench/sass" "$tmp/k.cubin" | sort >"$tmp/n"
    awk '/Function properties for/ { name = $NF; spill[name] = 0 }
        /bytes spill stores/ { for (i = 2; i <= NF; i++) if ($i == "bytes" && $(i + 1) == "spill") spill[name] += $(i - 1) }
        /Used [0-9]+ registers/ { for (i = 1; i < NF; i++) if ($i == "Used") print name, $(i + 1), spill[name] }' \
        "$tmp/v" | sort >"$tmp/r"
    join "$tmp/n" "$tmp/r"
}

for arch in $archs; do
    : >"$tmp/all"
    skipped=0
    for f in "$@"; do
        "$B/bin/cuprum" -arch="$arch" -w "$f" -o "$tmp/o.ptx" 2>/dev/null &&
            "$nvcc" -arch="$arch" -w -ptx "$f" -o "$tmp/t.ptx" 2>/dev/null &&
            facts "$tmp/o.ptx" "$arch" >"$tmp/o" && facts "$tmp/t.ptx" "$arch" >"$tmp/t" ||
            { skipped=$((skipped + 1)); continue; }
        join "$tmp/o" "$tmp/t" | awk -v f="$(basename "$f")" '{ print f, $1, $2, $5, $3, $6, $4, $7 }' >>"$tmp/all"
    done
    echo "$arch: $("$B/bench/sass" --mean "$tmp/all"); files left out: $skipped"
    awk '{ printf "%.3f %s\n", $3 / $4, $0 }' "$tmp/all" | sort -rn | head -5 |
        awk '{ printf "  %s  %-24s %-32s instructions %d/%d registers %d/%d spilled %d/%d\n", $1, $2, $3, $4, $5, $6, $7, $8, $9 }'
    if [ -n "$table" ]; then sed "s/^/$arch /" "$tmp/all" >>"$table"; fi
done
