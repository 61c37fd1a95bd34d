// SPDX-License-Identifier: Apache-2.0
// Every texture and surface function of the toolkit's headers, for some element types.
// (textures.sh compares the instructions with those of nvcc.)
#include <cuda_runtime.h>

#define EACH_TEXTURE_TYPE(X) X(float4) X(float2) X(float) X(int4) X(uchar4) X(short2) X(unsigned) X(char) X(uint2)
#define EACH_SURFACE_TYPE(X) X(float4) X(float2) X(float) X(int4) X(uchar4) X(short2) X(unsigned) X(char) X(uchar2) X(short4) X(longlong2) X(longlong1)

struct Args {
    cudaTextureObject_t t;
    cudaSurfaceObject_t s;
    float x, y, z, d;
    int l, i;
    float2 g;
    float4 h;
};

template <class T> __device__ void textures(T *o, bool *r, const Args &a) {
    float x = a.x, y = a.y, z = a.z, d = a.d;
    *o++ = tex1Dfetch<T>(a.t, a.i);
    *o++ = tex1D<T>(a.t, x);
    *o++ = tex2D<T>(a.t, x, y);
    *o++ = tex3D<T>(a.t, x, y, z);
    *o++ = tex1DLayered<T>(a.t, x, a.l);
    *o++ = tex2DLayered<T>(a.t, x, y, a.l);
    *o++ = texCubemap<T>(a.t, x, y, z);
    *o++ = texCubemapLayered<T>(a.t, x, y, z, a.l);
    *o++ = tex1DLod<T>(a.t, x, d);
    *o++ = tex2DLod<T>(a.t, x, y, d);
    *o++ = tex3DLod<T>(a.t, x, y, z, d);
    *o++ = tex1DLayeredLod<T>(a.t, x, a.l, d);
    *o++ = tex2DLayeredLod<T>(a.t, x, y, a.l, d);
    *o++ = texCubemapLod<T>(a.t, x, y, z, d);
    *o++ = texCubemapLayeredLod<T>(a.t, x, y, z, a.l, d);
    *o++ = tex1DGrad<T>(a.t, x, d, z);
    *o++ = tex2DGrad<T>(a.t, x, y, a.g, a.g);
    *o++ = tex3DGrad<T>(a.t, x, y, z, a.h, a.h);
    *o++ = tex1DLayeredGrad<T>(a.t, x, a.l, d, z);
    *o++ = tex2DLayeredGrad<T>(a.t, x, y, a.l, a.g, a.g);
    *o++ = texCubemapGrad<T>(a.t, x, y, z, a.h, a.h);
    *o++ = texCubemapLayeredGrad<T>(a.t, x, y, z, a.l, a.h, a.h);
    *o++ = tex2D<T>(a.t, x, y, r++);
    *o++ = tex3D<T>(a.t, x, y, z, r++);
    *o++ = tex2DLayered<T>(a.t, x, y, a.l, r++);
    *o++ = tex2DLod<T>(a.t, x, y, d, r++);
    *o++ = tex3DLod<T>(a.t, x, y, z, d, r++);
    *o++ = tex2DLayeredLod<T>(a.t, x, y, a.l, d, r++);
    *o++ = tex2DGrad<T>(a.t, x, y, a.g, a.g, r++);
    *o++ = tex3DGrad<T>(a.t, x, y, z, a.h, a.h, r++);
    *o++ = tex2DLayeredGrad<T>(a.t, x, y, a.l, a.g, a.g, r++);
}

template <class T> __device__ void gathers(T *o, bool *r, const Args &a) {
    *o++ = tex2Dgather<T>(a.t, a.x, a.y, 0);
    *o++ = tex2Dgather<T>(a.t, a.x, a.y, 1);
    *o++ = tex2Dgather<T>(a.t, a.x, a.y, 2);
    *o++ = tex2Dgather<T>(a.t, a.x, a.y, 3);
    *o++ = tex2Dgather<T>(a.t, a.x, a.y, r, 2);
}

template <class T, cudaSurfaceBoundaryMode M> __device__ void surfaces(T *o, const Args &a) {
    int i = a.i, l = a.l, k = i + l;
    o[0] = surf1Dread<T>(a.s, i, M);
    o[1] = surf2Dread<T>(a.s, i, l, M);
    o[2] = surf3Dread<T>(a.s, i, l, k, M);
    o[3] = surf1DLayeredread<T>(a.s, i, l, M);
    o[4] = surf2DLayeredread<T>(a.s, i, l, k, M);
    o[5] = surfCubemapread<T>(a.s, i, l, k, M);
    o[6] = surfCubemapLayeredread<T>(a.s, i, l, k, M);
    surf1Dwrite<T>(o[7], a.s, i, M);
    surf2Dwrite<T>(o[8], a.s, i, l, M);
    surf3Dwrite<T>(o[9], a.s, i, l, k, M);
    surf1DLayeredwrite<T>(o[10], a.s, i, l, M);
    surf2DLayeredwrite<T>(o[11], a.s, i, l, k, M);
    surfCubemapwrite<T>(o[12], a.s, i, l, k, M);
    surfCubemapLayeredwrite<T>(o[13], a.s, i, l, k, M);
}

#define TEXTURE(T) extern "C" __global__ void tex_##T(T *o, bool *r, Args a) { textures(o, r, a); }
#define SURFACE(T)                                                                                 \
    extern "C" __global__ void surf_##T(T *o, Args a) {                                            \
        surfaces<T, cudaBoundaryModeZero>(o, a);                                                   \
        surfaces<T, cudaBoundaryModeClamp>(o + 14, a);                                             \
        surfaces<T, cudaBoundaryModeTrap>(o + 28, a);                                              \
    }
EACH_TEXTURE_TYPE(TEXTURE)
EACH_SURFACE_TYPE(SURFACE)
extern "C" __global__ void gather_f(float4 *o, bool *r, Args a) { gathers(o, r, a); }
extern "C" __global__ void gather_u(uchar4 *o, bool *r, Args a) { gathers(o, r, a); }
