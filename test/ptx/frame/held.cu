// A stack that a loop pushes and pops stays memory: its neighbours are addressed by registers, not by %SPL, so that
// ptxas does not hold the frame in registers with a selection for each word. Small arrays, accesses outside of loops
// and frames whose addresses go elsewhere keep %SPL.
// RUN: cuprum %s -arch=sm_90 -o -
// EACH: -O0, -O1, -O3
// RUN[RAN]: cuprum run %s %E --kernel=walk --block=8 --print=0:8 buf:i32:8:zero buf:i32:64:iota i32:31
// RAN: arg 0: 20 21 21 22 21 22 22 23

// CHECK-LABEL: .entry walk(
// CHECK: add.s64 [[NEAR:%rd[0-9]+]], %SPL, 64;
// CHECK: st.local.v4.u32 {{\[}}[[NEAR]]], {1, 2, 3, 4};
// CHECK-NOT: [%SPL+
// CHECK: ret;
extern "C" __global__ void walk(int *out, const int *values, int n) {
    int stack[16], near[4] = {1, 2, 3, 4}, top = 0, sum = 0;
    stack[top++] = 0;
    while (top > 0) {
        const int node = stack[--top];
        near[node & 3] = node;
        sum += near[1] == node;
        sum += near[3] & 1;
        if (2 * node + 2 < n) {
            stack[top++] = 2 * node + 1;
            stack[top++] = 2 * node + 2;
        }
    }
    out[threadIdx.x] = sum + near[2] - 30 + values[threadIdx.x & 1] + values[threadIdx.x >> 1 & 1] + values[threadIdx.x >> 2];
}

// CHECK-LABEL: .entry small(
// CHECK: ld.local.{{.*}}[%SPL+8]
// CHECK: ret;
extern "C" __global__ void small(int *out, int n) {
    int two[2] = {0, 1}, more[2] = {2, 3};
    for (int i = 0; i < n; i++) {
        two[out[i] & 1] += i;
        more[out[i] >> 1 & 1] -= i;
        out[i] = two[1] + more[0];
    }
}

// CHECK-LABEL: .entry once(
// CHECK: [%SPL+64]
// CHECK: ret;
extern "C" __global__ void once(int *out, int n) {
    int many[16], few[4] = {1, 2, 3, 4};
    for (int i = 0; i < 16; i++) many[i] = out[i];
    few[out[17] & 3] = out[18];
    out[0] = many[n & 15] + few[n & 3] + few[0];
}
