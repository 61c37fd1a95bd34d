// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces as objects (CUDA C++ Programming Guide, "Texture Functions", "Surface
// Functions"). What a string names is made by src/irgen/lower_tex.c; the pointer's type says what
// an element is. A part of cuprum_runtime.h.
#ifndef CUPRUM_TEXTURE_H
#define CUPRUM_TEXTURE_H

#define __CUPRUM_LIST(...) __VA_ARGS__
// By value and through a pointer: parameters and arguments are lists in parentheses.
#define __CUPRUM_TEX(name, what, P, A)                                                             \
    template <class T> __CUPRUM_DEV__ T name(cudaTextureObject_t o, __CUPRUM_LIST P) {             \
        T r;                                                                                       \
        __nv_tex_surf_handler("__itex" what, &r, o, __CUPRUM_LIST A);                              \
        return r;                                                                                  \
    }                                                                                              \
    template <class T> __CUPRUM_DEV__ void name(T *r, cudaTextureObject_t o, __CUPRUM_LIST P) {    \
        __nv_tex_surf_handler("__itex" what, r, o, __CUPRUM_LIST A);                               \
    }
// The same, and with a last parameter that says whether all of it is in memory (sparse textures).
#define __CUPRUM_TEX_SPARSE(name, what, P, A)                                                      \
    __CUPRUM_TEX(name, what, P, A)                                                                 \
    __CUPRUM_TEX(name, what "_sparse", (__CUPRUM_LIST P, bool *resident),                          \
                 (__CUPRUM_LIST A, resident))
__CUPRUM_TEX(tex1Dfetch, "1Dfetch", (int x), (x))
__CUPRUM_TEX(tex1D, "1D", (float x), (x))
__CUPRUM_TEX_SPARSE(tex2D, "2D", (float x, float y), (x, y))
__CUPRUM_TEX_SPARSE(tex3D, "3D", (float x, float y, float z), (x, y, z))
__CUPRUM_TEX(tex1DLayered, "1DLayered", (float x, int layer), (x, layer))
__CUPRUM_TEX_SPARSE(tex2DLayered, "2DLayered", (float x, float y, int layer), (x, y, layer))
__CUPRUM_TEX(texCubemap, "Cubemap", (float x, float y, float z), (x, y, z))
__CUPRUM_TEX(texCubemapLayered, "CubemapLayered", (float x, float y, float z, int layer),
             (x, y, z, layer))
__CUPRUM_TEX(tex2Dgather, "2Dgather", (float x, float y, int comp = 0), (x, y, comp))
__CUPRUM_TEX(tex2Dgather, "2Dgather_sparse", (float x, float y, bool *resident, int comp = 0),
             (x, y, comp, resident))
// at a level of detail
__CUPRUM_TEX(tex1DLod, "1DLod", (float x, float level), (x, level))
__CUPRUM_TEX_SPARSE(tex2DLod, "2DLod", (float x, float y, float level), (x, y, level))
__CUPRUM_TEX_SPARSE(tex3DLod, "3DLod", (float x, float y, float z, float level), (x, y, z, level))
__CUPRUM_TEX(tex1DLayeredLod, "1DLayeredLod", (float x, int layer, float level), (x, layer, level))
__CUPRUM_TEX_SPARSE(tex2DLayeredLod, "2DLayeredLod", (float x, float y, int layer, float level),
                    (x, y, layer, level))
__CUPRUM_TEX(texCubemapLod, "CubemapLod", (float x, float y, float z, float level),
             (x, y, z, level))
__CUPRUM_TEX(texCubemapLayeredLod, "CubemapLayeredLod",
             (float x, float y, float z, int layer, float level), (x, y, z, layer, level))
// with derivatives
__CUPRUM_TEX(tex1DGrad, "1DGrad", (float x, float dx, float dy), (x, dx, dy))
__CUPRUM_TEX_SPARSE(tex2DGrad, "2DGrad", (float x, float y, float2 dx, float2 dy), (x, y, &dx, &dy))
__CUPRUM_TEX_SPARSE(tex3DGrad, "3DGrad", (float x, float y, float z, float4 dx, float4 dy),
                    (x, y, z, &dx, &dy))
__CUPRUM_TEX(tex1DLayeredGrad, "1DLayeredGrad", (float x, int layer, float dx, float dy),
             (x, layer, dx, dy))
__CUPRUM_TEX_SPARSE(tex2DLayeredGrad, "2DLayeredGrad",
                    (float x, float y, int layer, float2 dx, float2 dy), (x, y, layer, &dx, &dy))
__CUPRUM_TEX(texCubemapGrad, "CubemapGrad", (float x, float y, float z, float4 dx, float4 dy),
             (x, y, z, &dx, &dy))
__CUPRUM_TEX(texCubemapLayeredGrad, "CubemapLayeredGrad",
             (float x, float y, float z, int layer, float4 dx, float4 dy),
             (x, y, z, layer, &dx, &dy))
#undef __CUPRUM_TEX
#undef __CUPRUM_TEX_SPARSE

// x counts bytes.
#define __CUPRUM_SURF(name, what, P, A)                                                            \
    template <class T>                                                                             \
    __CUPRUM_DEV__ T name##read(cudaSurfaceObject_t o, __CUPRUM_LIST P,                            \
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {             \
        T r;                                                                                       \
        __nv_tex_surf_handler("__isurf" what "read", &r, o, __CUPRUM_LIST A, mode);                \
        return r;                                                                                  \
    }                                                                                              \
    template <class T>                                                                             \
    __CUPRUM_DEV__ void name##read(T *r, cudaSurfaceObject_t o, __CUPRUM_LIST P,                   \
                                   cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {          \
        __nv_tex_surf_handler("__isurf" what "read", r, o, __CUPRUM_LIST A, mode);                 \
    }                                                                                              \
    template <class T>                                                                             \
    __CUPRUM_DEV__ void name##write(T v, cudaSurfaceObject_t o, __CUPRUM_LIST P,                   \
                                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {         \
        __nv_tex_surf_handler("__isurf" what "write", &v, o, __CUPRUM_LIST A, mode);               \
    }
__CUPRUM_SURF(surf1D, "1D", (int x), (x))
__CUPRUM_SURF(surf2D, "2D", (int x, int y), (x, y))
__CUPRUM_SURF(surf3D, "3D", (int x, int y, int z), (x, y, z))
__CUPRUM_SURF(surf1DLayered, "1DLayered", (int x, int layer), (x, layer))
__CUPRUM_SURF(surf2DLayered, "2DLayered", (int x, int y, int layer), (x, y, layer))
__CUPRUM_SURF(surfCubemap, "Cubemap", (int x, int y, int face), (x, y, face))
__CUPRUM_SURF(surfCubemapLayered, "CubemapLayered", (int x, int y, int layer_face),
              (x, y, layer_face))
#undef __CUPRUM_SURF
#undef __CUPRUM_LIST

#endif
