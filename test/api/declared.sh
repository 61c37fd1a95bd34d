# RUN: sh %s %B
# CHECK: __nv_cosf
# CHECK-NEXT: sinf
# CHECK-NEXT: same
# REQUIRES: /usr/local/cuda/lib/libnvvm.so.4, %B/gen/glibc
# A function that the module declares by a name of the C library, or of the device library that nobody added, stays external in
# libNVVM, NVIDIA's and ours (cuprum itself gives it its meaning: test/irgen/declared.ll).
B=$1 S=test/api/inputs/declared.ll
ask() {
    ASAN_OPTIONS=detect_leaks=$2 $B/tools/nvvm-client $1 ptx $S -- -arch=compute_75 |
        sed -n 's/^.extern .func.* \([A-Za-z_]*\)(*$/\1/p' | sort
}
ours=$(ask $B/lib/libnvvm.so.4 1)
nvidia=$(ask /usr/local/cuda/lib/libnvvm.so.4 0)
echo "$ours"
[ "$ours" = "$nvidia" ] && echo same || echo "NVIDIA: $nvidia"
