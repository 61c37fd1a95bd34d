# SPDX-License-Identifier: Apache-2.0
# Our bitcode through LLVM's optimizer, read back and compiled, runs in the virtual machine as the
# kernel does directly: for the kernels of test/run.
# REQUIRES: opt-19
# TIMEOUT: 120
# RUN: sh %s %t
# CHECK-NOT: differs
# CHECK: same: {{[5-9][0-9]}}
t=$1
same=0
for f in test/run/*.cu; do
    args=$(sed -n 's|^// RUN: sh %S/kernel.sh %s ||p' "$f" | head -1)
    case $args in '' | *--min-sm*) continue ;; esac
    cuprum "$f" --emit=bc -O0 -arch=sm_90 -fmad=false -o "$t.bc" 2>/dev/null || continue # of C++20
    opt-19 -O1 "$t.bc" -o "$t.opt.bc" &&
        cuprum "$t.opt.bc" -O1 -arch=sm_90 -fmad=false -o "$t.ptx" &&
        eval "cuprum run '$t.ptx' $args --hash" >"$t.1" 2>&1
    cuprum "$f" -O1 -arch=sm_90 -fmad=false -o "$t.ptx" &&
        eval "cuprum run '$t.ptx' $args --hash" >"$t.2" 2>&1
    if cmp -s "$t.1" "$t.2" && [ -s "$t.1" ]; then
        same=$((same + 1))
    else
        echo "differs: $f"
        head -3 "$t.1" "$t.2"
    fi
    rm -f "$t.1" "$t.2" "$t.ptx"
done
echo "same: $same"
