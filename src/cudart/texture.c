// SPDX-License-Identifier: Apache-2.0
// Arrays, mip maps, texture and surface objects. An array is pitched device memory; an object is a
// VmTexture that the machine's instructions go by.
#include "cudart/cudart_int.h"

enum { PITCH_ALIGN = 32 };

typedef struct { // what the program asked for, for the calls that ask back
    RtObj o;
    RtResource res;
    RtTexture tex;
    RtView view;
    bool surface;
} Info;

// ---- formats -----------------------------------------------------------------------------------

static const struct {
    int32_t cu;
    VmTexFormat format;
    uint8_t size; // bytes of a channel
    int32_t kind; // RT_CH_*
} formats[] = {
    {RT_AD_U8, VM_TEX_U8, 1, RT_CH_UNSIGNED},   {RT_AD_U16, VM_TEX_U16, 2, RT_CH_UNSIGNED},
    {RT_AD_U32, VM_TEX_U32, 4, RT_CH_UNSIGNED}, {RT_AD_S8, VM_TEX_S8, 1, RT_CH_SIGNED},
    {RT_AD_S16, VM_TEX_S16, 2, RT_CH_SIGNED},   {RT_AD_S32, VM_TEX_S32, 4, RT_CH_SIGNED},
    {RT_AD_F16, VM_TEX_F16, 2, RT_CH_FLOAT},    {RT_AD_F32, VM_TEX_F32, 4, RT_CH_FLOAT},
};

// The normalized formats come in order: unorm8 x 1, 2, 4, unorm16, snorm8, snorm16.
static void normalized_format(uint32_t k, RtArray *a) {
    static const VmTexFormat f[] = {VM_TEX_U8, VM_TEX_U16, VM_TEX_S8, VM_TEX_S16};
    a->format = f[k / 3];
    a->channels = 1u << k % 3;
    a->texel = a->channels << (k / 3 & 1);
    a->normalized = true;
    a->cu_format = RT_AD_UNORM8X1 + (int32_t)k;
    int32_t bits = 8 << (k / 3 & 1);
    a->desc = (RtChannels){bits, a->channels > 1 ? bits : 0, a->channels > 2 ? bits : 0,
                           a->channels > 2 ? bits : 0, RT_CH_UNORM8X1 + (int32_t)k};
}

static bool set_format(RtArray *a, int32_t cu, uint32_t channels) {
    if (cu >= RT_AD_UNORM8X1 && cu <= RT_AD_SNORM16X4) {
        normalized_format((uint32_t)(cu - RT_AD_UNORM8X1), a);
        return true;
    }
    for (size_t i = 0; i < CU_COUNT(formats); i++) {
        if (formats[i].cu != cu || (channels != 1 && channels != 2 && channels != 4)) continue;
        int32_t bits = formats[i].size * 8;
        a->format = formats[i].format;
        a->channels = channels;
        a->texel = formats[i].size * channels;
        a->cu_format = cu;
        a->desc = (RtChannels){bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
                               channels > 2 ? bits : 0, formats[i].kind};
        return true;
    }
    return false;
}

static bool set_channels(RtArray *a, const RtChannels *d) {
    if (d->kind >= RT_CH_UNORM8X1 && d->kind <= RT_CH_SNORM16X4) {
        normalized_format((uint32_t)(d->kind - RT_CH_UNORM8X1), a);
        return true;
    }
    uint32_t n = !d->y ? 1 : !d->z ? 2 : 4;
    if ((n > 1 && d->y != d->x) || (n > 2 && (d->z != d->x || d->w != d->x))) return false;
    for (size_t i = 0; i < CU_COUNT(formats); i++) {
        if (formats[i].kind == d->kind && formats[i].size * 8 == d->x)
            return set_format(a, formats[i].cu, n);
    }
    return false;
}

// ---- arrays ------------------------------------------------------------------------------------

static int array_memory(Rt *rt, RtArray *a) {
    a->pitch = CU_ALIGN((uint64_t)a->w * a->texel, (uint64_t)PITCH_ALIGN);
    a->slice = a->pitch * CU_MAX(a->h, 1u); // below 2^45: see make_array
    if (__builtin_mul_overflow(a->slice, CU_MAX(a->d, 1u), &a->size) ||
        a->size > rt->total_memory - CU_MIN(rt->used_memory, rt->total_memory))
        return RTE_MemoryAllocation;
    a->addr = vm_alloc(rt->vm, a->size);
    if (!a->addr) return RTE_MemoryAllocation;
    rt->used_memory += a->size;
    return 0;
}

// The format is set; 0 for the extents that are not there.
static int make_array(Rt *rt, const RtArray *like, RtExtent e, unsigned flags, RtArray **out) {
    enum { MOST = 1 << 20 };
    if (!e.w || e.w > MOST || e.h > MOST || e.d > MOST) return RTE_InvalidValue;
    if (flags & RT_ARRAY_CUBE && (e.w != e.h || e.d % 6 || !e.d)) return RTE_InvalidValue;
    RtArray *a = rt_new(rt, OBJ_ARRAY, sizeof *a);
    RtObj o = a->o;
    *a = *like;
    a->o = o;
    a->w = (uint32_t)e.w;
    a->h = (uint32_t)e.h;
    a->d = (uint32_t)e.d;
    a->flags = flags;
    int error = array_memory(rt, a);
    if (error) {
        rt_delete(rt, a);
        return error;
    }
    *out = a;
    return 0;
}

int rt_cudaMalloc3DArray(Rt *rt, void **array, const RtChannels *desc, RtExtent e, unsigned flags) {
    RtArray like = {0};
    if (!array || !desc) return RTE_InvalidValue;
    if (!set_channels(&like, desc)) return RTE_InvalidChannelDescriptor;
    return make_array(rt, &like, e, flags, (RtArray **)array);
}

int rt_cudaMallocArray(Rt *rt, void **array, const RtChannels *desc, size_t width, size_t height,
                       unsigned flags) {
    return rt_cudaMalloc3DArray(rt, array, desc, (RtExtent){width, height, 0}, flags);
}

static void drop_array(Rt *rt, RtArray *a) {
    vm_dealloc(rt->vm, a->addr);
    rt->used_memory -= a->size;
    rt_delete(rt, a);
}

int rt_cudaFreeArray(Rt *rt, void *array) {
    if (!array) return 0;
    if (!rt_is(rt, array, OBJ_ARRAY) || ((RtArray *)array)->part) return RTE_InvalidResourceHandle;
    drop_array(rt, array);
    return 0;
}

static void drop_mipmap(Rt *rt, RtMipmap *m) {
    for (uint32_t i = 0; i < m->n; i++) drop_array(rt, m->level[i]);
    rt_delete(rt, m);
}

static int make_mipmap(Rt *rt, const RtArray *like, RtExtent e, unsigned levels, unsigned flags,
                       void **out) {
    size_t most = CU_MAX(e.w, CU_MAX(e.h, flags & RT_ARRAY_LAYERED ? 0 : e.d));
    uint32_t n = 1;
    while (n < RT_MAX_LEVELS && most >> n) n++;
    if (levels && levels < n) n = levels;
    RtMipmap *m = rt_new(rt, OBJ_MIPMAP, sizeof *m);
    for (uint32_t i = 0; i < n; i++) {
        bool flat = flags & (RT_ARRAY_LAYERED | RT_ARRAY_CUBE);
        RtExtent x = {CU_MAX(e.w >> i, (size_t)1), e.h ? CU_MAX(e.h >> i, (size_t)1) : 0,
                      flat || !e.d ? e.d : CU_MAX(e.d >> i, (size_t)1)};
        int error = make_array(rt, like, x, flags, &m->level[i]);
        if (error) {
            drop_mipmap(rt, m);
            return error;
        }
        m->level[i]->part = true;
        m->n++;
    }
    *out = m;
    return 0;
}

int rt_cudaMallocMipmappedArray(Rt *rt, void **mipmap, const RtChannels *desc, RtExtent e,
                                unsigned levels, unsigned flags) {
    RtArray like = {0};
    if (!mipmap || !desc) return RTE_InvalidValue;
    if (!set_channels(&like, desc)) return RTE_InvalidChannelDescriptor;
    return make_mipmap(rt, &like, e, levels, flags, mipmap);
}

int rt_cudaFreeMipmappedArray(Rt *rt, void *mipmap) {
    if (!mipmap) return 0;
    if (!rt_is(rt, mipmap, OBJ_MIPMAP)) return RTE_InvalidResourceHandle;
    drop_mipmap(rt, mipmap);
    return 0;
}

int rt_cudaGetMipmappedArrayLevel(Rt *rt, void **array, void *mipmap, unsigned level) {
    if (!rt_is(rt, mipmap, OBJ_MIPMAP)) return RTE_InvalidResourceHandle;
    RtMipmap *m = mipmap;
    if (!array || level >= m->n) return RTE_InvalidValue;
    *array = m->level[level];
    return 0;
}

int rt_cudaArrayGetInfo(Rt *rt, RtChannels *desc, RtExtent *extent, unsigned *flags, void *array) {
    if (!rt_is(rt, array, OBJ_ARRAY)) return RTE_InvalidResourceHandle;
    const RtArray *a = array;
    if (desc) *desc = a->desc;
    if (extent) *extent = (RtExtent){a->w, a->h, a->d};
    if (flags) *flags = a->flags;
    return 0;
}

int rt_cudaGetChannelDesc(Rt *rt, RtChannels *desc, void *array) {
    return desc ? rt_cudaArrayGetInfo(rt, desc, NULL, NULL, array) : RTE_InvalidValue;
}

// ---- objects -----------------------------------------------------------------------------------

static void from_arrays(RtArray *const *level, uint32_t n, VmTexture *t) {
    const RtArray *a = level[0];
    t->format = (uint8_t)a->format;
    t->channels = (uint8_t)a->channels;
    t->normalized_read = a->normalized;
    t->cube = a->flags & RT_ARRAY_CUBE;
    t->layered = a->flags & RT_ARRAY_LAYERED;
    t->dims = (uint8_t)(t->cube ? 2 : !a->h ? 1 : !a->d || t->layered ? 2 : 3);
    t->extent[0] = a->w;
    t->extent[1] = CU_MAX(a->h, 1u);
    t->extent[2] = t->dims == 3 ? a->d : 1;
    t->layers = t->dims == 3 ? 1 : CU_MAX(a->d, 1u);
    t->levels = n;
    for (uint32_t i = 0; i < n; i++)
        t->level[i] = (VmTexLevel){level[i]->addr, level[i]->pitch, level[i]->slice};
}

static int from_memory(Rt *rt, const RtArray *f, void *p, uint64_t w, uint64_t h, uint64_t pitch,
                       VmTexture *t) {
    VmRange r;
    uint64_t addr = (uint64_t)(uintptr_t)p;
    if (!vm_range(rt->vm, addr, &r) || !w || w > UINT32_MAX || h > UINT32_MAX)
        return RTE_InvalidValue;
    t->linear = !h;
    t->format = (uint8_t)f->format;
    t->channels = (uint8_t)f->channels;
    t->normalized_read = f->normalized;
    t->dims = h ? 2 : 1;
    t->extent[0] = (uint32_t)w;
    t->extent[1] = (uint32_t)CU_MAX(h, 1u);
    t->extent[2] = t->layers = t->levels = 1;
    t->level[0] = (VmTexLevel){addr, pitch, pitch * CU_MAX(h, 1u)};
    return 0;
}

static int resource(Rt *rt, const RtResource *res, VmTexture *t) {
    RtArray f = {0};
    switch (res->type) {
    case RT_RES_ARRAY: {
        RtArray *a = res->u.array;
        if (!rt_is(rt, a, OBJ_ARRAY)) return RTE_InvalidResourceHandle;
        from_arrays(&a, 1, t);
        return 0;
    }
    case RT_RES_MIPMAP: {
        RtMipmap *m = res->u.array;
        if (!rt_is(rt, m, OBJ_MIPMAP)) return RTE_InvalidResourceHandle;
        from_arrays(m->level, m->n, t);
        return 0;
    }
    case RT_RES_LINEAR:
        if (!set_channels(&f, &res->u.linear.desc)) return RTE_InvalidChannelDescriptor;
        return from_memory(rt, &f, res->u.linear.ptr, res->u.linear.size / f.texel, 0,
                           res->u.linear.size, t);
    case RT_RES_PITCH2D:
        if (!set_channels(&f, &res->u.pitch2d.desc)) return RTE_InvalidChannelDescriptor;
        return from_memory(rt, &f, res->u.pitch2d.ptr, res->u.pitch2d.width, res->u.pitch2d.height,
                           res->u.pitch2d.pitch, t);
    default: return RTE_InvalidValue;
    }
}

static uint32_t texel_bytes(const VmTexture *t) {
    for (size_t i = 0; i < CU_COUNT(formats); i++) {
        if (formats[i].format == t->format) return (uint32_t)formats[i].size * t->channels;
    }
    return 0;
}

// A view: another format of the same size, part of the levels and layers.
static int apply_view(const RtView *v, VmTexture *t) {
    enum { U8, S8, U16, S16, U32, S32, F16, F32 };
    static const uint8_t f[] = {VM_TEX_U8,  VM_TEX_S8,  VM_TEX_U16, VM_TEX_S16,
                                VM_TEX_U32, VM_TEX_S32, VM_TEX_F16, VM_TEX_F32};
    static const uint8_t log_bytes[] = {0, 0, 1, 1, 2, 2, 1, 2}; // of a channel
    if (v->format > 24) return RTE_NotSupported;                 // block compression
    if (v->format > 0) {
        uint32_t k = (v->format - 1) / 3, log_channels = (v->format - 1) % 3;
        if (1u << (log_bytes[k] + log_channels) != texel_bytes(t)) return RTE_InvalidValue;
        t->format = f[k];
        t->channels = (uint8_t)(1u << log_channels);
    }
    if (v->first_level > v->last_level || v->last_level >= t->levels ||
        v->first_layer > v->last_layer)
        return RTE_InvalidValue;
    for (uint32_t i = v->first_level; i <= v->last_level; i++)
        t->level[i - v->first_level] = t->level[i];
    t->levels = v->last_level - v->first_level + 1;
    for (uint32_t i = 0; i < t->dims; i++)
        t->extent[i] = CU_MAX(t->extent[i] >> v->first_level, 1u);
    if (t->layered || t->cube) {
        if (v->last_layer >= t->layers) return RTE_InvalidValue;
        for (uint32_t i = 0; i < t->levels; i++)
            t->level[i].base += v->first_layer * t->level[i].slice;
        t->layers = v->last_layer - v->first_layer + 1;
    }
    return 0;
}

static void sampler(const RtTexture *x, VmTexture *t) {
    for (int i = 0; i < 3; i++) t->address[i] = (uint8_t)(x->address[i] & 3);
    t->linear_filter = x->filter;
    t->linear_mip = x->mip_filter;
    t->normalized_coords = x->normalized;
    t->normalized_read |= x->read_mode;
    t->srgb = x->srgb;
    t->seamless = x->seamless;
    t->anisotropy = x->anisotropy;
    t->bias = x->bias;
    t->min_lod = x->min_lod;
    t->max_lod = x->max_lod;
    memcpy(t->border, x->border, sizeof t->border);
    // wrap and mirror need normalized coordinates
    for (int i = 0; i < 3 && !x->normalized; i++) {
        if (t->address[i] == VM_TEX_WRAP || t->address[i] == VM_TEX_MIRROR)
            t->address[i] = VM_TEX_CLAMP;
    }
}

static int note_object(Rt *rt, const VmTexture *t, const Info *info, uint64_t *object) {
    Info *i = rt_new(rt, OBJ_TEXTURE, sizeof *i);
    RtObj o = i->o;
    *i = *info;
    i->o = o;
    *object = vm_texture_new(rt->vm, t);
    map_put(&rt->texture, *object, i);
    return 0;
}

int rt_cudaCreateTextureObject(Rt *rt, uint64_t *object, const RtResource *res,
                               const RtTexture *tex, const RtView *view) {
    VmTexture t = {0};
    if (!object || !res || !tex) return RTE_InvalidValue;
    RT_TRY(resource(rt, res, &t));
    if (view) RT_TRY(apply_view(view, &t));
    sampler(tex, &t);
    bool real = t.format >= VM_TEX_F16;
    bool wide = t.format == VM_TEX_U32 || t.format == VM_TEX_S32;
    if (tex->read_mode && wide) return RTE_InvalidNormSetting;
    if (tex->filter && !real && !t.normalized_read) return RTE_InvalidFilterSetting;
    Info info = {.res = *res, .tex = *tex};
    if (view) info.view = *view;
    return note_object(rt, &t, &info, object);
}

int rt_cudaCreateSurfaceObject(Rt *rt, uint64_t *object, const RtResource *res) {
    VmTexture t = {.surface = true};
    if (!object || !res || res->type != RT_RES_ARRAY) return RTE_InvalidValue;
    RT_TRY(resource(rt, res, &t));
    Info info = {.res = *res, .surface = true};
    return note_object(rt, &t, &info, object);
}

static Info *info_of(Rt *rt, uint64_t object, bool surface) {
    Info *i = map_get(&rt->texture, object);
    return i && i->surface == surface ? i : NULL;
}

static int destroy(Rt *rt, uint64_t object, bool surface) {
    if (!object) return 0; // as NVIDIA's: samples destroy objects that they never made
    Info *i = info_of(rt, object, surface);
    if (!i) return RTE_InvalidValue;
    rt_delete(rt, i);
    vm_texture_free(rt->vm, object);
    map_put(&rt->texture, object, NULL);
    return 0;
}

int rt_cudaDestroyTextureObject(Rt *rt, uint64_t object) {
    return destroy(rt, object, false);
}

int rt_cudaDestroySurfaceObject(Rt *rt, uint64_t object) {
    return destroy(rt, object, true);
}

int rt_cudaGetTextureObjectResourceDesc(Rt *rt, RtResource *res, uint64_t object) {
    Info *i = info_of(rt, object, false);
    if (!i || !res) return RTE_InvalidValue;
    *res = i->res;
    return 0;
}

int rt_cudaGetTextureObjectTextureDesc(Rt *rt, RtTexture *tex, uint64_t object) {
    Info *i = info_of(rt, object, false);
    if (!i || !tex) return RTE_InvalidValue;
    *tex = i->tex;
    return 0;
}

int rt_cudaGetTextureObjectResourceViewDesc(Rt *rt, RtView *view, uint64_t object) {
    Info *i = info_of(rt, object, false);
    if (!i || !view) return RTE_InvalidValue;
    *view = i->view;
    return 0;
}

int rt_cudaGetSurfaceObjectResourceDesc(Rt *rt, RtResource *res, uint64_t object) {
    Info *i = info_of(rt, object, true);
    if (!i || !res) return RTE_InvalidValue;
    *res = i->res;
    return 0;
}

// ---- the driver's forms ------------------------------------------------------------------------

int rt_cuArray3DCreate_v2(Rt *rt, void **array, const RtCuArray3DDesc *d) {
    RtArray like = {0};
    if (!array || !d || !set_format(&like, d->format, d->channels)) return RTE_InvalidValue;
    return make_array(rt, &like, (RtExtent){d->width, d->height, d->depth}, d->flags,
                      (RtArray **)array);
}

int rt_cuArrayCreate_v2(Rt *rt, void **array, const RtCuArrayDesc *d) {
    if (!d) return RTE_InvalidValue;
    RtCuArray3DDesc x = {d->width, d->height, 0, d->format, d->channels, 0};
    return rt_cuArray3DCreate_v2(rt, array, &x);
}

int rt_cuArray3DGetDescriptor_v2(Rt *rt, RtCuArray3DDesc *d, void *array) {
    if (!rt_is(rt, array, OBJ_ARRAY) || !d) return RTE_InvalidValue;
    const RtArray *a = array;
    *d = (RtCuArray3DDesc){a->w, a->h, a->d, a->cu_format, a->channels, a->flags};
    return 0;
}

int rt_cuArrayGetDescriptor_v2(Rt *rt, RtCuArrayDesc *d, void *array) {
    if (!rt_is(rt, array, OBJ_ARRAY) || !d) return RTE_InvalidValue;
    const RtArray *a = array;
    *d = (RtCuArrayDesc){a->w, a->h, a->cu_format, a->channels};
    return 0;
}

int rt_cuMipmappedArrayCreate(Rt *rt, void **mipmap, const RtCuArray3DDesc *d, unsigned levels) {
    RtArray like = {0};
    if (!mipmap || !d || !set_format(&like, d->format, d->channels)) return RTE_InvalidValue;
    return make_mipmap(rt, &like, (RtExtent){d->width, d->height, d->depth}, levels, d->flags,
                       mipmap);
}

static bool cu_resource(const RtCuResource *c, RtResource *r) {
    RtArray f = {0};
    *r = (RtResource){.type = c->type, .flags = c->flags};
    switch (c->type) {
    case RT_RES_ARRAY:
    case RT_RES_MIPMAP: r->u.array = c->u.array; return true;
    case RT_RES_LINEAR:
        if (!set_format(&f, c->u.linear.format, c->u.linear.channels)) return false;
        r->u.linear.ptr = (void *)(uintptr_t)c->u.linear.ptr;
        r->u.linear.desc = f.desc;
        r->u.linear.size = c->u.linear.size;
        return true;
    case RT_RES_PITCH2D:
        if (!set_format(&f, c->u.pitch2d.format, c->u.pitch2d.channels)) return false;
        r->u.pitch2d.ptr = (void *)(uintptr_t)c->u.pitch2d.ptr;
        r->u.pitch2d.desc = f.desc;
        r->u.pitch2d.width = c->u.pitch2d.width;
        r->u.pitch2d.height = c->u.pitch2d.height;
        r->u.pitch2d.pitch = c->u.pitch2d.pitch;
        return true;
    default: return false;
    }
}

int rt_cuTexObjectCreate(Rt *rt, uint64_t *object, const RtCuResource *res, const RtCuTexture *x,
                         const RtView *view) {
    RtResource r;
    VmTexture probe = {0};
    if (!res || !x || !cu_resource(res, &r)) return RTE_InvalidValue;
    RT_TRY(resource(rt, &r, &probe));
    RtTexture t = {.filter = x->filter,
                   .srgb = (x->flags & RT_CU_TEX_SRGB) != 0,
                   .normalized = (x->flags & RT_CU_TEX_NORMALIZED) != 0,
                   .anisotropy = x->anisotropy,
                   .mip_filter = x->mip_filter,
                   .bias = x->bias,
                   .min_lod = x->min_lod,
                   .max_lod = x->max_lod,
                   .seamless = (x->flags & RT_CU_TEX_SEAMLESS) != 0};
    // the driver reads small integers as floats unless told otherwise
    bool small =
        probe.format != VM_TEX_U32 && probe.format != VM_TEX_S32 && probe.format < VM_TEX_F16;
    t.read_mode = small && !(x->flags & RT_CU_TEX_INTEGER);
    memcpy(t.address, x->address, sizeof t.address);
    memcpy(t.border, x->border, sizeof t.border);
    return rt_cudaCreateTextureObject(rt, object, &r, &t, view);
}

int rt_cuSurfObjectCreate(Rt *rt, uint64_t *object, const RtCuResource *res) {
    RtResource r;
    if (!res || !cu_resource(res, &r)) return RTE_InvalidValue;
    return rt_cudaCreateSurfaceObject(rt, object, &r);
}
