// The blocks of a loop are named after its keyword.
// RUN: cuprum --emit=ir -O0 --keep-device-functions %s -o -
// CHECK-LABEL: @_Z6whilesi
// CHECK-NOT: for.
// CHECK: while.cond:
// CHECK: while.body:
// CHECK: while.end:
// CHECK-LABEL: @_Z4forsi
// CHECK-NOT: while.
// CHECK: for.cond:
// CHECK: for.body:
// CHECK: for.inc:
// CHECK: for.end:
// CHECK-LABEL: @_Z3dosi
// CHECK: do.body:
// CHECK: do.end:
// CHECK-LABEL: @_Z6rangesv
// CHECK: range.cond:
// CHECK: range.body:
// CHECK: range.end:
__device__ int list[4];
__device__ int whiles(int n) {
    while (n > 7) n -= list[n & 3];
    return n;
}
__device__ int fors(int n) {
    for (int i = 0; i < n; i++) n -= list[i];
    return n;
}
__device__ int dos(int n) {
    do n -= list[n & 3];
    while (n > 5);
    return n;
}
__device__ int ranges() {
    int sum = 0;
    for (int e : list) sum += e;
    return sum;
}
