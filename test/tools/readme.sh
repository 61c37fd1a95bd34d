# SPDX-License-Identifier: Apache-2.0
# What the README shows of our output is our output, and its picture is drawn from its numbers.
# REQUIRES: %B/gen/direct
# RUN: sh %s %t
# CHECK: same: examples/saxpy.cu
# CHECK-NEXT: same: reverse.cu
# CHECK-NEXT: the picture is drawn from the README
stem=$1

# The lines of an indented block from the one that begins with $1 to the next empty one.
block() {
    sed -n 's/^    //p; t; s/^$//p' README.md | awk -v first="$1" 'index($0, first) == 1 { on = 1 } on && $0 == "" { exit } on'
}

# A block that begins with a call of `cuprum run` for file $1: the call prints the rest of it. In folder $2.
same() {
    block "\$ $3 run $1" >"$stem.block"
    sed 1d "$stem.block" >"$stem.want"
    (cd "$2" && eval "cuprum $(sed -n "1s,^. $3,,p" "$stem.block")") >"$stem.got" 2>&1
    [ -s "$stem.want" ] && diff "$stem.want" "$stem.got" && echo "same: $1"
}

same examples/saxpy.cu . cuprum
mkdir -p "$stem.d"
block '__global__ void reverse(' >"$stem.d/reverse.cu"
# which side of the race comes second is native code's
if grep -qw avx2 /proc/cpuinfo; then same reverse.cu "$stem.d" build/bin/cuprum; else echo "same: reverse.cu (not looked at: no AVX2)"; fi
rm -rf "$stem.d"

bench/picture.sh | cmp - doc/compile_time.svg && echo "the picture is drawn from the README"
