#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Executed PTX: thread instructions that the virtual machine counts, from our PTX and from nvcc's of the same source.
#   bench/executed.sh [-a sm_90] [-o TABLE] [-k FOLDER] [FILE.cu...]     default: test/run/*.cu
# A test of test/run is compiled to PTX and launched as the first of its `// RUN:` lines says. Any other file is a whole
# program: nvcc builds it twice, once with our cicc in its place, and `cuprum exec` adds up its launches; FLAGS holds its
# options. A source that one of the two does not compile, or that says nothing of instructions, is left out and named.
# Prints the ratio ours/nvcc of each, the worst first, then geometric mean and worst. TABLE receives the rows; FOLDER keeps
# what nvcc gave, so that the next run with the same options need not ask it again.
B=${B:-build}
arch=sm_90 table= kept=
while getopts a:o:k: o; do
    case $o in
    a) arch=$OPTARG ;;
    o) table=$OPTARG ;;
    k) kept=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- test/run/*.cu
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
if [ ! -x "$nvcc" ]; then
    echo "skipped: executed PTX against nvcc's (needs nvcc)"
    exit 0
fi
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
if [ -n "$kept" ]; then mkdir -p "$kept"; else kept=$tmp; fi
cuprum=$B/bin/cuprum
PATH=$(dirname "$nvcc"):$PATH

# launch FILE: the options of `cuprum run` in a test's first RUN line, none if it is no such test. Into $compile go those
# that concern the compiler, into $launch the others.
launch() {
    compile= launch=
    line=$(sed -n 's|^// RUN: *\(sh %S/kernel.sh %s\) |\1 |p; s|^// RUN: *\(cuprum run %s\) |\1 |p' "$1" | head -n 1)
    [ -n "$line" ] || return 1
    case $line in *kernel.sh*) compile=-fmad=false ;; esac
    for word in $line; do
        case $word in
        sh | %S/kernel.sh | cuprum | run | %s | %E | --min-sm=* | --print=* | -O?) ;;
        -arch=*) arch_of=${word#-arch=} ;;
        --relaxed) compile="$compile --expt-relaxed-constexpr" ;;
        --std=* | -ftz=* | -fmad=* | -D* | --expt-*) compile="$compile $word" ;;
        *) launch="$launch $word" ;;
        esac
    done
}

# executed PTX: thread instructions of one launch
executed() {
    # shellcheck disable=SC2086 # words
    timeout 120 "$cuprum" run "$1" $launch --stats 2>&1 </dev/null | sed -n 's/.*thread instructions: \([0-9]*\).*/\1/p' | head -n 1
}

# kernel FILE: ours and nvcc's of one launch
kernel() {
    their=$kept/$(basename "$1" .cu).$arch_of.ptx
    # shellcheck disable=SC2086
    "$cuprum" "$1" -arch="$arch_of" -w $compile -o "$tmp/o.ptx" 2>/dev/null || return 1
    # shellcheck disable=SC2086
    [ -s "$their" ] || "$nvcc" -ptx "$1" -arch="$arch_of" -w $compile -o "$their" 2>/dev/null || return 1
    ours=$(executed "$tmp/o.ptx") theirs=$(executed "$their")
}

# launches PROGRAM: thread instructions of all its launches
launches() {
    timeout 300 "$cuprum" exec --stats --quiet "$1" 2>&1 >/dev/null </dev/null |
        awk '/thread instructions/ { sum += $3 } END { if (sum) printf "%d", sum }'
}

# program FILE: ours and nvcc's of a whole program
program() {
    [ -d "$tmp/toolkit" ] || "$cuprum" toolkit --driver=nvidia "$tmp/toolkit" >/dev/null || return 1
    code=compute_${arch_of#sm_}
    their=$kept/$(basename "$1" .cu).$arch_of.program
    # shellcheck disable=SC2086
    "$tmp/toolkit/bin/nvcc" -gencode "arch=$code,code=$code" -cudart shared -w $FLAGS "$1" -o "$tmp/o" 2>/dev/null || return 1
    # shellcheck disable=SC2086
    [ -s "$their" ] || "$nvcc" -gencode "arch=$code,code=$code" -cudart shared -w $FLAGS "$1" -o "$their" 2>/dev/null || return 1
    ours=$(launches "$tmp/o") theirs=$(launches "$their")
}

left=
for file in "$@"; do
    arch_of=$arch ours= theirs=
    if launch "$file"; then kernel "$file"; else program "$file"; fi
    if [ -n "$ours" ] && [ -n "$theirs" ]; then
        echo "$(basename "$file") $ours $theirs"
    else
        left="$left $(basename "$file")"
    fi
done >"$tmp/rows"

awk '{ printf "%.3f %s %s/%s\n", $2 / $3, $1, $2, $3 }' "$tmp/rows" | sort -rn | tee "$tmp/sorted"
awk '{ sum += log($1) } NR == 1 { worst = $1 " (" $2 ")" }
    END { if (NR) printf "%d sources, geometric mean %.3f, worst %s\n", NR, exp(sum / NR), worst }' "$tmp/sorted"
if [ -n "$left" ]; then echo "left out:$left"; fi
if [ -n "$table" ]; then cp "$tmp/sorted" "$table"; fi
