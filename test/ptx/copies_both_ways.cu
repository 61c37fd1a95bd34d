// RUN: cuprum %s -arch=sm_90 -O3 -o -
// RUN[PTXAS]: cuprum %s -arch=sm_90 -O3 -o %t.ptx && ptxas -arch=sm_90 %t.ptx -o /dev/null
// REQUIRES: ptxas
// What both ways of a branch set to the same constants is set in front of it: the way around a loop has nothing to do.

// CHECK: .entry _Z4sums
// CHECK-COUNT-4: mov.f32 {{%f[0-9]+}}, 0f00000000;
// CHECK-NOT: ld.global
// CHECK: @%p{{[0-9]+}} bra [[END:\$L__BB[0-9_]+]];
// CHECK-NOT: mov.f32
// CHECK: [[LOOP:\$L__BB[0-9_]+]]:
// CHECK: @%p{{[0-9]+}} bra [[LOOP]];
// CHECK-NEXT: [[END]]:
// CHECK-NEXT: st.global
__global__ void sums(float4 *out, const float4 *in, int n) {
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        const float4 v = in[out[i].x > 0 ? i : 2 * i];
        sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w;
    }
    *out = sum;
}

// Not what the ways set to other values.
// CHECK: .entry _Z6others
// CHECK: @%p{{[0-9]+}} bra [[SKIP:\$L__BB[0-9_]+]];
// CHECK: mov.f32 {{%f[0-9]+}}, 0f3F800000;
// CHECK: [[SKIP]]:
// CHECK: mov.f32 {{%f[0-9]+}}, 0f40000000;
__global__ void others(float4 *out, const float4 *in, int n) {
    float4 sum = make_float4(2, 2, 2, 2);
    if (n > 0) {
        sum = make_float4(1, 1, 1, 1);
        int i = 0;
#pragma unroll 1
        do {
            const float4 v = in[out[i].x > 0 ? i : 2 * i];
            sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w;
        } while (++i < n);
    }
    *out = sum;
}
