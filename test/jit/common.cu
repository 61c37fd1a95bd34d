// SPDX-License-Identifier: Apache-2.0
// What is the same for all lanes that run at a time, and for the others of their block: numbers and predicates of parameters, the
// block and the index in a whole row, which live over branches at which lanes part, loops that they leave in different rounds,
// barriers and calls; with rows of the block as long as lanes run at a time, longer and shorter; lanes that have ended.
// RUN[A]: sh %S/both.sh %s --grid=3,2 --block=16,16 buf:i32:8192:rand:3 i32:5 f32:0.25 buf:i32:8192:zero
// A: {{functions in native code: [1-9]|without a processor}}
// RUN[B]: sh %S/both.sh %s --grid=2,2 --block=32,8 buf:i32:8192:rand:4 i32:3 f32:0.5 buf:i32:8192:zero
// B: {{functions in native code: [1-9]|without a processor}}
// RUN[C]: sh %S/both.sh %s --grid=2,2 --block=8,9 buf:i32:8192:rand:5 i32:7 f32:1.5 buf:i32:8192:zero
// C: {{functions in native code: [1-9]|without a processor}}
// RUN[D]: sh %S/both.sh %s --grid=5 --block=96 buf:i32:8192:rand:6 i32:9 f32:-2 buf:i32:8192:zero
// D: {{functions in native code: [1-9]|without a processor}}
__device__ __noinline__ int far(int a, float b) {
    return a * 3 + (int)(b * 7);
}
extern "C" __global__ void k(const int *in, int n, float scale, int *out) {
    __shared__ int tile[256];
    int x = threadIdx.x, t = threadIdx.y * blockDim.x + x, b = blockIdx.y * gridDim.x + blockIdx.x;
    float fx = (float)x * scale - 3.0f, column = fx * fx + scale;
    bool left = x < n, odd = (x + n) & 1, inner = x > 2 && x < (int)blockDim.x - 2;
    int shifted = x * 12 + n, both = shifted ^ x, base = b * 7 + n * 3;
    double wide = (double)scale * n;
    int sum = base, rounds = in[(t * 5 + b) % 8192] & 15;
    float walk = column;
    for (int i = 0; i < 16; i++) {
        if (i == rounds) break;
        walk = walk * 0.5f + fx;
        if (odd) sum += in[(sum + shifted) & 8191] & 7;
        if (sum & 1) {
            sum += left ? both : shifted;
            if (inner) sum = far(sum, walk);
        } else if (sum % 5 == 0 && left) {
            walk += column;
        }
    }
    tile[t % 256] = sum;
    if (t >= 40 && in[t] % 3 == 0) { // others still ask what these do not know any more
        out[b * 288 + t] = sum ^ 1;
        return;
    }
    __syncthreads();
    if (inner || odd) sum += tile[(t + n) % (blockDim.x * blockDim.y) % 256] + (int)wide;
    if (in[t] % 11 == 0) {
        out[b * 288 + t] = sum;
        return;
    }
    __syncwarp(__activemask());
    out[b * 288 + t] = sum * 3 + (int)(walk * 16) + (int)(column * 4) + left * 1000 + odd * 2000 + inner * 4000 + (int)(wide * fx);
}
