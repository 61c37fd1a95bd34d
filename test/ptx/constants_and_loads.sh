# SPDX-License-Identifier: Apache-2.0
# Constants and instructions are numbered apart: what is known of a load (that it gives its extension)
# must not be taken for known of a constant with the same number. Many of both, so that numbers meet.
# RUN: sh %s %t
# CHECK: {{^}}right
{
    echo 'define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in) {'
    for i in $(seq 1 150); do
        echo "%p$i = getelementptr i8, ptr addrspace(1) %in, i64 $i"
        echo "%b$i = load i8, ptr addrspace(1) %p$i"
        echo "%e$i = zext i8 %b$i to i32"
        echo "%q$i = getelementptr i32, ptr addrspace(1) %in, i64 $((i + 1000))"
        echo "store i32 %e$i, ptr addrspace(1) %q$i"
    done
    for i in $(seq 1 300); do
        echo "%w$i = zext i63 $((i + 7000)) to i128"
        echo "%o$i = getelementptr i128, ptr addrspace(1) %out, i64 $i"
        echo "store i128 %w$i, ptr addrspace(1) %o$i, align 16"
    done
    echo 'ret void }'
} >"$1.ll"
cuprum -x ir -O1 --passes= -arch=sm_90 "$1.ll" -o "$1.ptx" || exit 1
n=$(grep -c 'st.global.v2.u64.*{7[0-9]*, 0}' "$1.ptx")
[ "$n" = 300 ] && echo right || echo "wrong: $n of 300"
