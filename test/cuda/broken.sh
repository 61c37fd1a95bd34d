# SPDX-License-Identifier: Apache-2.0
# The programs of test/cuda/broken are refused by nvcc too, and its first error stands in a line for which
# we have one (`NVCC: reports line N` in the file: where it differs). A sample; all with BROKEN=all.
# REQUIRES: nvcc
# RUN: sh %s %t
# TIMEOUT: 300
# CHECK: all agree
dir=$1.d step=12
[ "${BROKEN:-}" = all ] && step=1
rm -rf "$dir"
mkdir -p "$dir"
n=0 bad=0
for f in test/cuda/broken/*.cu; do
    n=$((n + 1))
    [ $((n % step)) = 0 ] || continue
    run=$(sed -n 's,^// RUN: cuprum --syntax-only \(.*\) %s$,\1,p' "$f" | sed 's/--check-all//')
    # shellcheck disable=SC2086
    if nvcc -ptx $run "$f" -o "$dir/out.ptx" >"$dir/nvcc" 2>&1; then
        echo "nvcc accepts $f" && bad=1 && continue
    fi
    theirs=$(sed -n 's/^[^(]*(\([0-9]*\)): error.*/\1/p; s/^[^ ]*:\([0-9]*\):[0-9]*: \(fatal \)*error.*/\1/p' "$dir/nvcc" | head -1)
    differs=$(sed -n 's,^// NVCC: reports line \([0-9]*\)$,\1,p' "$f")
    [ -n "$theirs" ] && [ "$theirs" = "$differs" ] && continue
    # shellcheck disable=SC2046
    cuprum $(sed -n 's,^// RUN: cuprum \(.*\) %s$,\1,p' "$f") "$f" >"$dir/ours" 2>&1
    grep -q "($theirs): .*error" "$dir/ours" || { echo "$f: nvcc says line $theirs: $(grep -m1 error "$dir/nvcc")"; bad=1; }
done
[ $bad = 0 ] && echo "all agree"
