// SPDX-License-Identifier: Apache-2.0
// Loads and stores of bytes and words in native code: with and without a sign, in steps of an
// element, at one address, anywhere, and into 16-bit registers.
// RUN: sh %S/both.sh %s --grid=2 --block=64 buf:i32:4096:zero buf:u8:4096:rand:4 i32:5
// CHECK: arg 0: 4096 x i32 fnv1a64
// CHECK: status 0
// CHECK-NEXT: {{functions in native code: 1;|without a processor}}
template <class T> __device__ int sums(const T *in, T *out, int g, int same) {
    short word = in[g], other = in[g * 3 + 1];
    unsigned short free = (unsigned short)in[same + 2];
    int sum = in[g + 1] + in[same] * 3 + in[(g * 7) % 100] + (short)(word * other) + (unsigned short)(free + word);
    out[g] = (T)sum;
    out[(g * 5) % 128 + 128] = (T)(sum >> 3);
    if (g & 4) out[g + 256] = (T)(word - sum);
    return sum;
}
extern "C" __global__ void k(int *out, unsigned char *in, int same) {
    int g = blockIdx.x * 64 + threadIdx.x;
    char *to = (char *)(out + 512);
    int sum = sums((const signed char *)in, (signed char *)to, g, same);
    sum += sums((const unsigned char *)in, (unsigned char *)to + 512, g, same) * 3;
    sum += sums((const short *)in, (short *)(to + 1024), g, same) * 5;
    sum += sums((const unsigned short *)in, (unsigned short *)(to + 2048), g, same) * 7;
    short loaded;
    asm("ld.global.s8 %0, [%1];" : "=h"(loaded) : "l"(in + g));
    out[g] = sum + loaded * 11;
}
