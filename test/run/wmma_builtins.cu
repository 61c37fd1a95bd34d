// SPDX-License-Identifier: Apache-2.0
// The functions behind crt/mma.hpp: whole products of matrices, by shape, type and layout.
// RUN: sh %S/kernel.sh %s --min-sm=90 --grid=1 --block=32 buf:f16:1024:rand:3 buf:u32:1024:rand:4 buf:f64:512:iota buf:u32:8192:zero
#define HALF(g, lda, ldb, layout, at)                                                              \
    {                                                                                              \
        int a[8], b[8], c16[4] = {}, d16[4];                                                       \
        float c32[8], d32[8];                                                                      \
        for (int k = 0; k < 8; k++) c32[k] = k;                                                    \
        __hmma_##g##_ld_a(a, (const int *)h, lda, layout >> 1);                                    \
        __hmma_##g##_ld_b(b, (const int *)(h + 32), ldb, layout & 1);                              \
        __hmma_##g##_mma_f32f32(d32, a, b, c32, layout, 0);                                        \
        __hmma_##g##_st_c_f32((float *)(o + at), d32, 32, 0);                                      \
        __hmma_##g##_mma_f16f16(d16, a, b, c16, layout, 0);                                        \
        __hmma_##g##_st_c_f16((int *)(o + at + 1024), d16, 32, 1);                                 \
    }
__global__ void k(const unsigned short *h, const unsigned *w, const double *f, unsigned *o) {
    HALF(m16n16k16, 32, 32, 1, 0)
    HALF(m32n8k16, 32, 16, 3, 3072)
    HALF(m8n32k16, 16, 32, 0, 5120)
    {
        int a[4], b[4];
        float c[8], d[8];
        __mma_bf16_m16n16k16_ld_a(a, (const int *)h, 32, 0);
        __mma_bf16_m16n16k16_ld_b(b, (const int *)(h + 512), 32, 1);
        for (int k = 0; k < 8; k++) c[k] = 1;
        __mma_bf16_m16n16k16_mma_f32(d, a, b, c, 1, 0);
        __mma_tf32_m16n16k8_ld_a(a, (const int *)w, 8, 0);
        for (int k = 0; k < 4; k++) a[k] = (a[k] & 0x007fe000) | 0x3f800000;
        for (int k = 0; k < 4; k++) b[k] = 0x40000000 + (threadIdx.x << 13);
        __mma_tf32_m16n16k8_mma_f32(c, a, b, d, 0, 0);
        __mma_m16n16k8_st_c_f32((float *)(o + 7168), c, 16, 0);
    }
    {
        int a[2], b[2], c[8] = {1, 2, 3, 4, 5, 6, 7, 8}, d[8];
        __imma_m16n16k16_ld_a_s8(a, (const int *)w, 16, 0);
        __imma_m16n16k16_ld_b_s8(b, (const int *)(w + 64), 16, 1);
        __imma_m16n16k16_mma_s8(d, a, b, c, 1, 1);
        __imma_m16n16k16_st_c_i32((int *)(o + 2048), d, 16, 0);
        __imma_m16n16k16_ld_a_u8(a, (const int *)w, 16, 1);
        __imma_m16n16k16_ld_b_u8(b, (const int *)(w + 64), 16, 0);
        __imma_m16n16k16_mma_u8(d, a, b, c, 2, 0);
        __imma_m16n16k16_st_c_i32((int *)(o + 2304), d, 16, 1);
    }
    {
        double a[1], b[1], c[2], d[2];
        __dmma_m8n8k4_ld_a(a, f, 4, 0);
        __dmma_m8n8k4_ld_b(b, f + 32, 4, 1);
        __dmma_m8n8k4_ld_c(c, f + 64, 8, 0);
        __dmma_m8n8k4_mma_f64(d, a, b, c, 1, 0);
        __dmma_m8n8k4_st_c_f64((double *)(o + 2560), d, 8, 0);
    }
}
