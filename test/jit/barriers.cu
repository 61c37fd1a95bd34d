// SPDX-License-Identifier: Apache-2.0
// Barriers that blocks pass in native code, and stores that a warp's lanes do before one goes on: in loops, behind threads that
// have ended, with lanes that come there by different ways, with values of each kind that live over them.
// RUN[A]: for k in loops ended ways kinds warps; do sh %S/both.sh %s --kernel=$k --grid=3 --block=96 buf:u32:512:zero buf:u32:512:rand:3 || exit 1; done
// A: {{functions in native code: [1-9]|without a processor}}
// A: {{functions in native code: [1-9]|without a processor}}
// A: {{functions in native code: [1-9]|without a processor}}
// A: {{functions in native code: [1-9]|without a processor}}
// A: {{functions in native code: [1-9]|without a processor}}
// RUN[B]: for k in loops ways; do sh %S/both.sh %s --kernel=$k --grid=2 --block=12,8 buf:u32:512:zero buf:u32:512:rand:4 || exit 1; done
// B: {{functions in native code: [1-9]|without a processor}}
// B: {{functions in native code: [1-9]|without a processor}}
typedef unsigned u32;
// RUN[C]: for k in exchange apart; do for j in on off; do cuprum run %s -O3 -arch=sm_90 --kernel=$k --grid=3 --block=96 --hash --jit=$j buf:u32:512:zero buf:u32:512:rand:3 >%t.$j || exit 1; done; cmp %t.on %t.off || exit 1; done; echo same
// C: same
#define KERNEL extern "C" __global__ void
#define AT     u32 t = threadIdx.x + threadIdx.y * blockDim.x, i = (blockIdx.x * 96 + t) & 511

KERNEL loops(u32 *out, const u32 *in) {
    AT;
    __shared__ u32 values[96];
    u32 sum = in[i], rounds = in[0] % 7 + 3;
    for (u32 k = 0; k < rounds; k++) {
        values[t] = sum;
        __syncthreads();
        sum = sum * 3 + values[(t + k + 1) % 96];
        __syncthreads();
    }
    out[i] = sum;
}
KERNEL ended(u32 *out, const u32 *in) {
    AT;
    __shared__ u32 values[96];
    values[t] = in[i];
    if (t % 7 == 3 || (t > 31 && t < 64)) return;
    u32 sum = 0;
    for (u32 k = 1; k < 5; k++) {
        __syncthreads();
        sum += values[t - t % k];
        __syncthreads();
        values[t] += k;
    }
    out[i] = sum;
}
KERNEL ways(u32 *out, const u32 *in) {
    AT;
    __shared__ u32 values[96];
    u32 sum = in[i];
    if (sum & 1) sum *= 5;
    else if (sum & 2) sum -= t;
    values[t] = sum;
    __syncthreads();
    for (u32 k = sum & 3; k > 0; k--) sum += values[(t + k) % 96];
    __syncthreads();
    values[95 - t] = sum;
    __syncthreads();
    out[i] = sum ^ values[t];
}
KERNEL kinds(u32 *out, const u32 *in) {
    AT;
    __shared__ double values[96];
    bool odd = in[i] & 1;
    unsigned short narrow = (unsigned short)in[i];
    float single = (float)(in[i] & 1023), same = (float)blockIdx.x;
    double wide = single * 1.5;
    unsigned long long steps = (unsigned long long)t * 24 + blockIdx.x;
    values[t] = wide;
    __syncthreads();
    double other = values[(t * 5) % 96];
    __syncthreads();
    values[t] = other + same;
    __syncthreads();
    out[i] = (odd ? narrow : 3) + (u32)single + (u32)wide + (u32)steps + (u32)values[95 - t];
}
// No barrier between: wrong since sm_70, and common. (At -O0 shared memory has generic addresses, and lanes run apart.)
KERNEL exchange(u32 *out, const u32 *in) {
    AT;
    __shared__ u32 values[96 + 16];
    u32 lane = t & 31;
    values[t] = in[i];
    if (t < 16) values[96 + t] = 1;
    __syncthreads();
    u32 sum = values[t];
    for (u32 reach = 16; reach > 0; reach /= 2) {
        u32 other = values[(t & ~31u) + (lane + reach) % 32];
        values[t] = sum = sum * 2 + other;
    }
    out[i] = sum + values[t ^ 1];
}
KERNEL apart(u32 *out, const u32 *in) {
    AT;
    __shared__ u32 values[96];
    values[t] = in[i];
    __syncthreads();
    u32 sum = 0;
    if (t < 32) { // other warps do not come to these stores
        for (u32 k = 1; k < 8; k *= 2) {
            sum += values[(t + k) & 31];
            values[t] = sum;
        }
        sum += values[t ^ 1];
    }
    __syncthreads();
    out[i] = sum + values[t];
}
KERNEL warps(u32 *out, const u32 *in) {
    AT;
    __shared__ u32 values[96];
    values[t] = in[i];
    __syncthreads();
    if (t / 32 == 1) __syncwarp();
    u32 sum = t / 32 == 2 ? __shfl_xor_sync(~0u, values[t], 3) : values[t ^ 1];
    __syncthreads();
    if (t == 0) values[5] = 99;
    __syncthreads();
    out[i] = sum + values[5];
}
