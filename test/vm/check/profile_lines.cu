// SPDX-License-Identifier: Apache-2.0
// A line of a profile's page shows all instructions that it became, from the first to the last.
// RUN: cuprum run %s --block=32 --profile=%t.html buf:i32:32:zero && cat %t.html
// CHECK: void k(int *out) {</summary><pre>
// CHECK-SAME: ld.param.u64
// CHECK-NEXT: </pre>
// CHECK: out[threadIdx.x] += 3;</summary><pre>
// CHECK-SAME: cvta.to.global.u64
// CHECK-NEXT: mov.u32 %r1, %tid.x;
// CHECK: ld.global.u32
// CHECK-NEXT: add.s32
// CHECK-NEXT: st.global.u32
// CHECK-NEXT: </pre>
// CHECK: }</summary><pre>
// CHECK-SAME: ret;
// CHECK-NEXT: </pre>
extern "C" __global__ void k(int *out) {
    out[threadIdx.x] += 3;
}
