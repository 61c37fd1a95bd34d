// SPDX-License-Identifier: Apache-2.0
// Loops that lanes run one after the other: rows of a sparse matrix, neighbours with atomic operations, nested ones left in the middle,
// to several places, and with values of all kinds before, in and behind them; by all lanes and by some, while others wait behind; local
// arrays, calls, words and bytes. What lanes exchange in step stays in step.
// RUN[A]: sh %S/both.sh %s --kernel=rows --grid=4 --block=64 buf:i32:4096:rand:3 buf:f32:4096:rand:4 buf:f32:256:zero
// A: {{loops that lanes run one after the other: [1-9]|without a processor}}
// RUN[B]: sh %S/both.sh %s --kernel=kinds --grid=3 --block=96 buf:i32:4096:rand:5 buf:i32:8192:zero i32:1000
// B: {{loops that lanes run one after the other: [1-9]|without a processor}}
// RUN[C]: sh %S/both.sh %s --kernel=kinds --grid=3 --block=16,4 buf:i32:4096:rand:6 buf:i32:8192:zero i32:77
// C: {{loops that lanes run one after the other: [1-9]|without a processor}}
// RUN[D]: sh %S/both.sh %s --kernel=kinds --grid=2 --block=8,3 buf:i32:4096:rand:7 buf:i32:8192:zero i32:7
// D: {{loops that lanes run one after the other: [1-9]|without a processor}}
// RUN[E]: sh %S/both.sh %s --kernel=neighbours --grid=2 --block=128 buf:i32:4096:rand:8 buf:i32:64:zero buf:i32:64:zero
// E: {{functions in native code: [1-9]|without a processor}}
// RUN[F]: sh %S/both.sh %s --kernel=columns --grid=2 --block=128 buf:i32:4096:rand:9 buf:i32:8192:zero
// F: {{loops that lanes run one after the other: [1-9]|without a processor|without AVX-512}}
// RUN[G]: cuprum run %s --kernel=in_step --block=32 --print=0:32 buf:i32:32:iota
// G: arg 0: 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31
// Who waits for a later block does so in step; the answer comes by way of other operations than a comparison alone.
// RUN[J]: LEVELS=3 sh %S/both.sh %s --kernel=waiting --grid=8 --block=32 --jobs=1 buf:i32:64:zero buf:i32:256:zero
// J: status 0
// J-NOT: loops that lanes run one after the other
// A fault in one lane's round has its place; a loop that does not end stops at the limit.
// RUN[H]: sh %S/both.sh %s --kernel=rows --grid=1 --block=64 buf:i32:128:rand:3 buf:f32:4:rand:4 buf:f32:256:zero
// H: kernel rows, block (0,0,0), thread ({{[0-9]+}},0,0), PTX line {{[0-9]+}}: global load of 4 bytes out of bounds
// RUN[I]: cuprum run %s --kernel=endless --max-instructions=100000 --jit=on --block=32 buf:i32:4096:iota || echo stopped
// I: stopped
// I: more than 100000 warp instructions executed
__device__ __noinline__ int twice(int a) {
    return a * 2 + 1;
}
extern "C" __global__ void rows(const int *in, const float *values, float *out) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    int begin = in[row] & 63, end = begin + (in[row + 1] & 31);
    for (int k = begin; k < end; k++) sum += values[in[k + row] & 4095] * (float)(k - begin);
    out[row] = sum;
}
extern "C" __global__ void kinds(const int *in, int *out, int n) {
    int x = threadIdx.x, thread = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + x, last = in[thread], found = -1;
    bool odd = last & 1, seen = false;
    double wide = thread * 0.5;
    float narrow = (float)n, flags = 0;
    long long total = (long long)last << 33;
    unsigned short half = (unsigned short)last;
    int own[8], uniform = n * 3;
    for (int i = 0; i < 8; i++) own[i] = i * thread;
    if (last % 5 != 0) { // some wait behind
        for (int i = last & 255; i < 256; i += 1 + (last & 3)) {
            int v = in[(i * 7 + last) & 4095];
            for (int j = v & 15; j < 16; j++) {
                int w = in[(v + j * 31) & 4095];
                if (w % 17 == 3) {
                    found = w;
                    break;
                }
                own[w & 7] += j;
                total += (long long)w * j;
                wide += odd ? w : -w;
            }
            if (v % 29 == 7) goto left;
            seen |= v > n;
            half += (unsigned short)(v ^ x);
            flags += sqrtf((float)(v & 1023)) / (1.0f + (float)(i & 7));
            narrow = narrow * 0.99f + (float)uniform;
            last = v;
        }
        total += 5;
    left:
        found += own[last & 7];
    }
    int hash = found * 31 + last + seen * 7 + odd + half * 3 + own[3] + own[5] * 11;
    out[thread * 8] = hash + twice(uniform);
    out[thread * 8 + 1] = __float_as_int(narrow) ^ __float_as_int(flags);
    out[thread * 8 + 2] = (int)total;
    out[thread * 8 + 3] = (int)(total >> 32);
    ((double *)out)[thread * 4 + 2] = wide;
    ((unsigned char *)(out + thread * 8 + 6))[x & 3] = (unsigned char)hash;
}
extern "C" __global__ void neighbours(const int *in, int *count, int *most) {
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = in[node] & 15; k < 16; k++) {
        int other = in[(in[k + node] + k) & 4095];
        if (other & 1) atomicAdd(&count[other & 63], k);
        if (atomicMax(&most[other & 63], other) < other) atomicAdd(&count[(other + 1) & 63], 1 - 1);
    }
}
// Columns of shared memory that each thread has to itself.
extern "C" __global__ void columns(const int *in, int *out) {
    __shared__ int bins[16 * 128];
    int thread = threadIdx.x;
    for (int d = 0; d < 16; d++) bins[d * 128 + thread] = d;
    for (int k = in[thread] & 31; k < 64; k++) bins[(in[(k * 13 + thread * 5) & 4095] & 15) * 128 + thread] += k;
    int sum = 0;
    for (int d = 0; d < 16; d++) sum = sum * 3 + bins[d * 128 + thread];
    out[blockIdx.x * blockDim.x + thread] = sum;
}
// What one lane finds the next one has put there, a round before.
extern "C" __global__ void in_step(int *a) {
    int lane = threadIdx.x;
    for (int i = 0; i < 31; i++) {
        int next = a[lane == 31 ? 31 : lane + 1], own = a[lane];
        a[lane] = next > own ? next : own;
    }
}
extern "C" __global__ void endless(int *a) {
    int i = threadIdx.x * 37;
    while (a[i & 4095] >= 0) i = a[(i * 7 + 1) & 4095] + threadIdx.x;
    a[0] = i;
}
__device__ int look(const int *flag, int block) {
    int value;
    asm volatile("ld.global.s32 %0, [%1];" : "=r"(value) : "l"(flag + block % 8 * 8));
    return value >> 1 & 3;
}
extern "C" __global__ void waiting(int *flag, int *out) {
    int b = blockIdx.x, lane = threadIdx.x, seen;
    if (lane == 0) flag[b * 8] = 6;
    do {
        seen = look(flag, b + lane) + look(flag, b + lane * 3) + look(flag, b + lane * 5) + look(flag, b + lane * 7);
    } while (seen != 12);
    out[b * 32 + lane] = seen;
}
