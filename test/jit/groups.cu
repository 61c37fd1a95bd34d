// SPDX-License-Identifier: Apache-2.0
// Accesses that are checked together: at both ends of a buffer, where the range of all is not inside; of several widths; through an
// address that changes in between; one alone beyond the end.
// RUN: sh %S/both.sh %s --kernel=k --grid=4 --block=64 buf:f32:256:rand:3 buf:f32:1024:zero
// CHECK: arg 1: 1024 x f32
// CHECK: status 0
// CHECK-NEXT: {{functions in native code: 1;|without a processor}}
// RUN[A]: sh %S/both.sh %s --kernel=ends --grid=1 --block=32 buf:u64:16:rand:3 buf:u64:64:zero
// A: arg 1: 64 x u64
// A: status 0
// RUN[B]: sh %S/both.sh %s --kernel=beyond --grid=1 --block=32 buf:u64:8:rand:3 buf:u64:64:zero
// B: thread (0,0,0), {{.*}}load of 4 bytes out of bounds
extern "C" __global__ void k(const float *in, float *out) {
    __shared__ float tile[96];
    int i = blockIdx.x * 64 + threadIdx.x, t = threadIdx.x + 16;
    const float *p = in + i;
    float sum = p[0];
    if (i > 7 && i < 248) sum += p[-1] + 2 * p[1] + 3 * p[-8] + 5 * p[8];
    tile[t] = sum;
    if (threadIdx.x < 16) tile[threadIdx.x] = tile[threadIdx.x + 80] = 1;
    __syncthreads();
    for (int n = 0; n < 3; n++) {
        float *q = &tile[t + n];
        sum += q[0] + q[-4] * 0.5f;
        q += 4 * n;
        sum += q[0] - q[-3];
    }
    out[4 * i] = sum;
    out[4 * i + 2] = tile[i % 96];
}
// One number for all lanes, of several widths.
extern "C" __global__ void ends(const unsigned char *in, unsigned long long *out) {
    const unsigned char *p = in + blockIdx.x;
    unsigned long long sum = p[127] + p[3] + *(const unsigned short *)(p + 4) + *(const unsigned *)(p + 8);
    sum += *(const unsigned long long *)(p + 16) + *(const unsigned long long *)(p + 120) + p[0];
    out[threadIdx.x] = sum * threadIdx.x;
    out[32 + threadIdx.x] = out[threadIdx.x] + 1;
}
extern "C" __global__ void beyond(const int *in, unsigned long long *out) {
    out[threadIdx.x] = in[0] + in[15] + in[16];
}
// What is aligned for the first is not for the second, though it was before.
// RUN[C]: sh %S/both.sh %s --kernel=odd --grid=1 --block=32 buf:u64:8:rand:3 buf:u64:64:zero i32:4
// C: thread (0,0,0), {{.*}}misaligned
extern "C" __global__ void odd(const unsigned char *in, unsigned long long *out, int n) {
    unsigned long long sum = 0;
    for (int i = 2; i <= n; i += 2) sum += in[i] + *(const int *)(in + i + 2);
    out[threadIdx.x] = sum;
}
// Loads of one address far apart (32 KiB), some of lanes that do not run beyond the end; and one beyond it that does.
// RUN[D]: sh %S/both.sh %s --kernel=far --grid=4 --block=64 buf:f32:8450:rand:3 buf:f32:256:zero
// D: arg 1: 256 x f32
// D: status 0
// RUN[E]: sh %S/both.sh %s --kernel=far --grid=4 --block=64 buf:f32:8447:rand:3 buf:f32:256:zero
// E: thread ({{[0-9]+}},0,0), {{.*}}load of 4 bytes out of bounds
extern "C" __global__ void far(const float *in, float *out) {
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= 250) return;
    const float *p = in + i;
    float sum = 0;
    for (int k = 0; k < 5; k++) sum += p[k * 2048] * (k + 1);
    out[i] = sum + p[3] + p[8200];
}
