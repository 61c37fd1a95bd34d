// SPDX-License-Identifier: Apache-2.0
// cudaCreateChannelDesc<T>() (CUDA Runtime API, "C++ API Routines").
#ifndef CUPRUM_CHANNEL_DESCRIPTOR_H
#define CUPRUM_CHANNEL_DESCRIPTOR_H
#include "cuda_runtime_api.h"

static inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                          cudaChannelFormatKind f) {
    return cudaChannelFormatDesc{x, y, z, w, f};
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf() {
    return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() {
    return cudaCreateChannelDescHalf();
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
    return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
    return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

template <class T> static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
    return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}
#if __cuprum_says(cudaCreateChannelDesc*)
#define __CUPRUM_CHANNEL(T, x, y, z, w, kind)                                                      \
    template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<T>() {                          \
        return cudaCreateChannelDesc(x, y, z, w, cudaChannelFormatKind##kind);                     \
    }
#define __CUPRUM_CHANNELS(T, V, kind)                                                              \
    __CUPRUM_CHANNEL(T, 8 * (int)sizeof(T), 0, 0, 0, kind)                                         \
    __CUPRUM_CHANNEL(V##1, 8 * (int)sizeof(T), 0, 0, 0, kind)                                      \
    __CUPRUM_CHANNEL(V##2, 8 * (int)sizeof(T), 8 * (int)sizeof(T), 0, 0, kind)                     \
    __CUPRUM_CHANNEL(V##4, 8 * (int)sizeof(T), 8 * (int)sizeof(T), 8 * (int)sizeof(T),             \
                     8 * (int)sizeof(T), kind)
__CUPRUM_CHANNEL(char, 8, 0, 0, 0, Signed)
__CUPRUM_CHANNELS(signed char, char, Signed)
__CUPRUM_CHANNELS(unsigned char, uchar, Unsigned)
__CUPRUM_CHANNELS(short, short, Signed)
__CUPRUM_CHANNELS(unsigned short, ushort, Unsigned)
__CUPRUM_CHANNELS(int, int, Signed)
__CUPRUM_CHANNELS(unsigned int, uint, Unsigned)
__CUPRUM_CHANNELS(float, float, Float)
#undef __CUPRUM_CHANNEL
#undef __CUPRUM_CHANNELS
// Normalized: the number of bits, then of channels; NV12 has two planes.
#define __CUPRUM_CHANNEL(name, x, y, z, w)                                                         \
    template <>                                                                                    \
    inline cudaChannelFormatDesc cudaCreateChannelDesc<cudaChannelFormatKind##name>() {            \
        return cudaCreateChannelDesc(x, y, z, w, cudaChannelFormatKind##name);                     \
    }
template <cudaChannelFormatKind> static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
    return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}
__CUPRUM_CHANNEL(NV12, 8, 8, 8, 0)
__CUPRUM_CHANNEL(UnsignedNormalized8X1, 8, 0, 0, 0)
__CUPRUM_CHANNEL(UnsignedNormalized8X2, 8, 8, 0, 0)
__CUPRUM_CHANNEL(UnsignedNormalized8X4, 8, 8, 8, 8)
__CUPRUM_CHANNEL(SignedNormalized8X1, 8, 0, 0, 0)
__CUPRUM_CHANNEL(SignedNormalized8X2, 8, 8, 0, 0)
__CUPRUM_CHANNEL(SignedNormalized8X4, 8, 8, 8, 8)
__CUPRUM_CHANNEL(UnsignedNormalized16X1, 16, 0, 0, 0)
__CUPRUM_CHANNEL(UnsignedNormalized16X2, 16, 16, 0, 0)
__CUPRUM_CHANNEL(UnsignedNormalized16X4, 16, 16, 16, 16)
__CUPRUM_CHANNEL(SignedNormalized16X1, 16, 0, 0, 0)
__CUPRUM_CHANNEL(SignedNormalized16X2, 16, 16, 0, 0)
__CUPRUM_CHANNEL(SignedNormalized16X4, 16, 16, 16, 16)
#undef __CUPRUM_CHANNEL
static inline cudaChannelFormatDesc cudaCreateChannelDescNV12() {
    return cudaCreateChannelDesc<cudaChannelFormatKindNV12>();
}
#endif

#endif
