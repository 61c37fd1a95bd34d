# SPDX-License-Identifier: Apache-2.0
# Debug information in the dialect of LLVM 7: NVIDIA's libNVVM prints the same lines for compute_90 from it
# as for compute_100 (its newer engine) from the text.
# REQUIRES: /usr/local/cuda/lib64/libnvvm.so.4, %B/gen/glibc
# TIMEOUT: 120
# RUN: sh %s %t %B
# CHECK-NOT: differs
# CHECK: same: 8
t=$1
client="$2/tools/nvvm-client /usr/local/cuda/lib64/libnvvm.so.4 ptx"
lines() { grep -oE '\.loc[[:space:]].*' | grep -vE '\.loc[[:space:]]+1 0' | sort -u; }
same=0
for k in control_loops cxx_classes cxx_lambda matmul_tiled shared_struct scan_block cxx_virtual_tree calls_struct; do
    cuprum test/run/$k.cu -lineinfo --emit=ir -O0 -arch=sm_90 -o "$t.ll" && cuprum as --dialect=llvm7 "$t.ll" -o "$t.bc"
    $client "$t.bc" -- -arch=compute_90 -g -opt=0 2>"$t.err" | lines >"$t.1"
    $client "$t.ll" -- -arch=compute_100 -g -opt=0 2>>"$t.err" | lines >"$t.2"
    if cmp "$t.1" "$t.2" && [ -s "$t.1" ] && [ ! -s "$t.err" ]; then
        same=$((same + 1))
    else
        echo "differs: $k"
        head -3 "$t.err"
    fi
done
echo "same: $same"
