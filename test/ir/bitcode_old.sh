# SPDX-License-Identifier: Apache-2.0
# The dialect of LLVM 7: NVIDIA's libNVVM compiles it for compute_89 and compute_90, and the PTX runs
# in the virtual machine as ours does. Some kernels of test/run.
# REQUIRES: /usr/local/cuda/lib64/libnvvm.so.4, %B/gen/glibc
# TIMEOUT: 120
# RUN: sh %s %t %B
# CHECK-NOT: differs
# CHECK: same: {{[2-9][0-9]}}
t=$1
client="$2/tools/nvvm-client /usr/local/cuda/lib64/libnvvm.so.4 ptx"
same=0
n=0
for f in test/run/*.cu; do
    n=$((n + 1))
    case $n:$f in # not: what needs an option, what NVIDIA's LLVM 7 cannot; of the others, those wrong once
    *cxx_cxx20* | *nv_atomic*) continue ;;
    *[0369]:* | *unions_init* | *math_library*) ;;
    *) continue ;;
    esac
    args=$(sed -n 's|^// RUN: sh %S/kernel.sh %s ||p' "$f" | head -1)
    case $args in '' | *--min-sm* | *--std=* | *--relaxed*) continue ;; esac
    cuprum "$f" -O1 -arch=sm_89 -fmad=false -o "$t.ptx" &&
        eval "cuprum run '$t.ptx' $args --hash" >"$t.1" 2>&1
    # at -O1 a variable is passed by value in place, and NVIDIA's LLVM 7 then reads the parameter at 0
    level=-O1
    case $f in *unions_init*) level=-O0 ;; esac
    good=1
    for sm in 89 90; do
        cuprum "$f" --emit=ir $level -arch=sm_$sm -fmad=false -o "$t.ll" &&
            cuprum as --dialect=llvm7 "$t.ll" -o "$t.bc" &&
            $client "$t.bc" -- -arch=compute_$sm -fma=0 >"$t.ptx" 2>"$t.err" &&
            eval "cuprum run '$t.ptx' $args --hash" >"$t.2" 2>&1
        cmp -s "$t.1" "$t.2" && [ -s "$t.1" ] || good=0
    done
    if [ $good = 1 ]; then
        same=$((same + 1))
    else
        echo "differs: $f"
        head -3 "$t.err" "$t.1" "$t.2"
    fi
    rm -f "$t.1" "$t.2" "$t.ptx"
done
echo "same: $same"
