// SPDX-License-Identifier: Apache-2.0
// A step of attention over compressed keys: sixteen heads share one latent row and one rotated part, a warp a head.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=128 buf:f32:512:rand:1 buf:f32:128:rand:2 buf:f32:2048:rand:3 buf:f32:512:rand:4 buf:i32:2:iota buf:f32:512:zero i32:16 f32:0.1
constexpr int RANK = 64, ROT = 16, HEADS = 4;

__global__ void latent(const float *__restrict__ q_latent, const float *__restrict__ q_rot, const float *__restrict__ cache, const float *__restrict__ cache_rot,
                       const int *__restrict__ lengths, float *__restrict__ out, int most, float scale) {
    const int batch = blockIdx.x, head = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int length = most - 3 * lengths[batch];
    const float *ql = q_latent + (batch * HEADS + head) * RANK;
    const float *qr = q_rot + (batch * HEADS + head) * ROT;
    float q[RANK / 32], acc[RANK / 32] = {};
    for (int i = 0; i < RANK / 32; i++) q[i] = ql[lane + 32 * i];
    const float r = lane < ROT ? qr[lane] : 0.f;
    float m = -INFINITY, l = 0;
    for (int t = 0; t < length; t++) {
        const float *row = cache + ((long long)batch * most + t) * RANK;
        float c[RANK / 32], s = 0;
        for (int i = 0; i < RANK / 32; i++) {
            c[i] = row[lane + 32 * i];
            s += q[i] * c[i];
        }
        if (lane < ROT) s += r * cache_rot[((long long)batch * most + t) * ROT + lane];
        for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(0xffffffff, s, o);
        s *= scale;
        if (s > m) {
            const float f = __expf(m - s);
            l *= f;
            for (int i = 0; i < RANK / 32; i++) acc[i] *= f;
            m = s;
        }
        const float p = __expf(s - m);
        l += p;
        for (int i = 0; i < RANK / 32; i++) acc[i] += p * c[i];
    }
    const float inv = l > 0 ? __frcp_rn(l) : 0.f;
    for (int i = 0; i < RANK / 32; i++) out[(batch * HEADS + head) * RANK + lane + 32 * i] = acc[i] * inv;
}
