// SPDX-License-Identifier: Apache-2.0
// Arrays, mip maps, texture and surface objects. An array is pitched device memory; an object is a
// VmTexture that the machine's instructions go by.
#include "cudart/cudart_int.h"

// Of rows, in bytes.
enum { PITCH_ALIGN = 32 };

typedef struct { // what the program asked for, for the calls that ask back
    RtObj o;
    RtResource res;
    RtTexture tex;
    RtView view;
    bool surface;
} Info;

// ---- formats -----------------------------------------------------------------------------------

// The driver's number of a format, the machine's, and the runtime's kind of channel. Normalized
// ones are below.
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
static void normalized_format(uint32_t k, RtArray *array) {
    static const VmTexFormat f[] = {VM_TEX_U8, VM_TEX_U16, VM_TEX_S8, VM_TEX_S16};
    // Stored as integers, read as floats in [0, 1] or [-1, 1].
    array->format = f[k / 3];
    array->channels = 1u << k % 3;
    array->texel = array->channels << (k / 3 & 1);
    array->normalized = true;
    array->cu_format = RT_AD_UNORM8X1 + (int32_t)k;
    int32_t bits = 8 << (k / 3 & 1);
    // Channels that a texel lacks have no bits in the description.
    array->desc = (RtChannels){bits, array->channels > 1 ? bits : 0, array->channels > 2 ? bits : 0,
                               array->channels > 2 ? bits : 0, RT_CH_UNORM8X1 + (int32_t)k};
}

// The fields that say what a texel is, by the driver's name of the format; false: there is none of
// that name.
static bool set_format(RtArray *array, int32_t cu, uint32_t channels) {
    if (cu >= RT_AD_UNORM8X1 && cu <= RT_AD_SNORM16X4) {
        normalized_format((uint32_t)(cu - RT_AD_UNORM8X1), array);
        return true;
    }
    for (size_t i = 0; i < CU_COUNT(formats); i++) {
        // Three channels do not exist as a texel.
        if (formats[i].cu != cu || (channels != 1 && channels != 2 && channels != 4)) continue;
        int32_t bits = formats[i].size * 8;
        array->format = formats[i].format;
        array->channels = channels;
        array->texel = formats[i].size * channels;
        array->cu_format = cu;
        array->desc = (RtChannels){bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
                                   channels > 2 ? bits : 0, formats[i].kind};
        return true;
    }
    return false;
}

// The same by cudaChannelFormatDesc: bits of each channel, all alike.
static bool set_channels(RtArray *array, const RtChannels *channels) {
    if (channels->kind >= RT_CH_UNORM8X1 && channels->kind <= RT_CH_SNORM16X4) {
        normalized_format((uint32_t)(channels->kind - RT_CH_UNORM8X1), array);
        return true;
    }
    // A description with x, y and z has four channels or fits none.
    uint32_t n = !channels->y ? 1 : !channels->z ? 2 : 4;
    if ((n > 1 && channels->y != channels->x) ||
        (n > 2 && (channels->z != channels->x || channels->w != channels->x)))
        return false;
    for (size_t i = 0; i < CU_COUNT(formats); i++) {
        if (formats[i].kind == channels->kind && formats[i].size * 8 == channels->x)
            return set_format(array, formats[i].cu, n);
    }
    return false;
}

// ---- arrays ------------------------------------------------------------------------------------

// Rows at multiples of 32 bytes, slices one after the other.
// Counted as device memory, so that a program which asks for too much gets the error that it
// handles.
static int array_memory(Rt *rt, RtArray *array) {
    array->pitch = CU_ALIGN((uint64_t)array->w * array->texel, (uint64_t)PITCH_ALIGN);
    array->slice = array->pitch * CU_MAX(array->h, 1u); // below 2^45: see make_array
    if (__builtin_mul_overflow(array->slice, CU_MAX(array->d, 1u), &array->size) ||
        !rt_has_memory(rt, array->size, false))
        return RTE_MemoryAllocation;
    array->addr = vm_alloc(rt->vm, array->size);
    if (!array->addr) return RTE_MemoryAllocation;
    rt->used_memory += array->size;
    return 0;
}

// An array like `like`, whose format is set, of an extent; 0 for the extents that are not there.
static int make_array(Rt *rt, const RtArray *like, RtExtent extent, unsigned flags, RtArray **out) {
    // Above the limits of every GPU, and small enough that sizes cannot overflow.
    enum { MOST = 1 << 20 };
    if (!extent.w || extent.w > MOST || extent.h > MOST || extent.d > MOST) return RTE_InvalidValue;
    // Cubes have six square faces for each layer.
    if (flags & RT_ARRAY_CUBE && (extent.w != extent.h || extent.d % 6 || !extent.d))
        return RTE_InvalidValue;
    // The object's own head stays.
    RtArray *array = rt_new(rt, OBJ_ARRAY, sizeof *array);
    RtObj obj = array->o;
    *array = *like;
    array->o = obj;
    array->w = (uint32_t)extent.w;
    array->h = (uint32_t)extent.h;
    array->d = (uint32_t)extent.d;
    array->flags = flags;
    int error = array_memory(rt, array);
    if (error) {
        rt_delete(rt, array);
        return error;
    }
    *out = array;
    return 0;
}

// (The functions from here on are those of the CUDA runtime API, "Memory Management", with the
// state in front.)
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

// Objects made of the array stay, with an address where nothing is any more.
static void drop_array(Rt *rt, RtArray *a) {
    vm_dealloc(rt->vm, a->addr);
    rt->used_memory -= a->size;
    rt_delete(rt, a);
}

int rt_cudaFreeArray(Rt *rt, void *array) {
    if (!array) return 0;
    // Levels of a mip map are its own.
    if (!rt_is(rt, array, OBJ_ARRAY) || ((RtArray *)array)->part) return RTE_InvalidResourceHandle;
    drop_array(rt, array);
    return 0;
}

static void drop_mipmap(Rt *rt, RtMipmap *m) {
    for (uint32_t i = 0; i < m->n; i++) drop_array(rt, m->level[i]);
    rt_delete(rt, m);
}

// Levels down to one texel, or as many as asked for. Layers are no dimension that shrinks.
static int make_mipmap(Rt *rt, const RtArray *like, RtExtent extent, unsigned levels,
                       unsigned flags, void **out) {
    size_t most = CU_MAX(extent.w, CU_MAX(extent.h, flags & RT_ARRAY_LAYERED ? 0 : extent.d));
    uint32_t n = 1;
    // The longest extent of n bits gives n levels.
    while (n < RT_MAX_LEVELS && most >> n) n++;
    if (levels && levels < n) n = levels;
    RtMipmap *mipmap = rt_new(rt, OBJ_MIPMAP, sizeof *mipmap);
    for (uint32_t i = 0; i < n; i++) {
        bool flat = flags & (RT_ARRAY_LAYERED | RT_ARRAY_CUBE);
        RtExtent x = {CU_MAX(extent.w >> i, (size_t)1),
                      extent.h ? CU_MAX(extent.h >> i, (size_t)1) : 0,
                      flat || !extent.d ? extent.d : CU_MAX(extent.d >> i, (size_t)1)};
        int error = make_array(rt, like, x, flags, &mipmap->level[i]);
        // The levels that were made so far go with it.
        if (error) {
            drop_mipmap(rt, mipmap);
            return error;
        }
        mipmap->level[i]->part = true;
        mipmap->n++;
    }
    *out = mipmap;
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

// The level is an array that the mip map owns: cudaFreeArray refuses it.
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

// Of arrays whose memory the program maps itself, which these are not.
int rt_cudaArrayGetMemoryRequirements(Rt *rt, void *requirements, void *array, int device) {
    return rt_is(rt, array, OBJ_ARRAY) ? RTE_InvalidValue : RTE_InvalidResourceHandle;
}

int rt_cudaGetChannelDesc(Rt *rt, RtChannels *desc, void *array) {
    return desc ? rt_cudaArrayGetInfo(rt, desc, NULL, NULL, array) : RTE_InvalidValue;
}

// ---- objects -----------------------------------------------------------------------------------

// What the machine's instructions need of arrays: one, or the levels of a mip map.
static void from_arrays(RtArray *const *level, uint32_t n, VmTexture *texture) {
    const RtArray *array = level[0];
    texture->format = (uint8_t)array->format;
    texture->channels = (uint8_t)array->channels;
    texture->normalized_read = array->normalized;
    texture->cube = array->flags & RT_ARRAY_CUBE;
    texture->layered = array->flags & RT_ARRAY_LAYERED;
    // A cube is flat: its faces and layers are counted by depth. A layered array counts layers
    // there.
    texture->dims = (uint8_t)(texture->cube                   ? 2
                              : !array->h                     ? 1
                              : !array->d || texture->layered ? 2
                                                              : 3);
    texture->extent[0] = array->w;
    texture->extent[1] = CU_MAX(array->h, 1u);
    texture->extent[2] = texture->dims == 3 ? array->d : 1;
    texture->layers = texture->dims == 3 ? 1 : CU_MAX(array->d, 1u);
    texture->levels = n;
    for (uint32_t i = 0; i < n; i++)
        texture->level[i] = (VmTexLevel){level[i]->addr, level[i]->pitch, level[i]->slice};
}

// A texture of memory: linear (h = 0), or with a pitch.
// Only the first byte is looked up here; every fetch checks the bytes that it reads.
static int from_memory(Rt *rt, const RtArray *array, void *p, uint64_t w, uint64_t h,
                       uint64_t pitch, VmTexture *texture) {
    VmRange range;
    uint64_t addr = (uint64_t)(uintptr_t)p;
    if (!vm_range(rt->vm, addr, &range) || !w || w > UINT32_MAX || h > UINT32_MAX)
        return RTE_InvalidValue;
    texture->linear = !h;
    texture->format = (uint8_t)array->format;
    texture->channels = (uint8_t)array->channels;
    texture->normalized_read = array->normalized;
    texture->dims = h ? 2 : 1;
    texture->extent[0] = (uint32_t)w;
    texture->extent[1] = (uint32_t)CU_MAX(h, 1u);
    texture->extent[2] = texture->layers = texture->levels = 1;
    texture->level[0] = (VmTexLevel){addr, pitch, pitch * CU_MAX(h, 1u)};
    return 0;
}

// What a resource's description stands for.
static int resource(Rt *rt, const RtResource *res, VmTexture *texture) {
    RtArray array = {0};
    switch (res->type) {
    case RT_RES_ARRAY: {
        RtArray *a = res->u.array;
        if (!rt_is(rt, a, OBJ_ARRAY)) return RTE_InvalidResourceHandle;
        from_arrays(&a, 1, texture);
        return 0;
    }
    case RT_RES_MIPMAP: {
        RtMipmap *m = res->u.array;
        if (!rt_is(rt, m, OBJ_MIPMAP)) return RTE_InvalidResourceHandle;
        from_arrays(m->level, m->n, texture);
        return 0;
    }
    case RT_RES_LINEAR:
        if (!set_channels(&array, &res->u.linear.desc)) return RTE_InvalidChannelDescriptor;
        // What does not fill a texel at the end is left away.
        return from_memory(rt, &array, res->u.linear.ptr, res->u.linear.size / array.texel, 0,
                           res->u.linear.size, texture);
    // Filtering works on it as on an array.
    case RT_RES_PITCH2D:
        if (!set_channels(&array, &res->u.pitch2d.desc)) return RTE_InvalidChannelDescriptor;
        return from_memory(rt, &array, res->u.pitch2d.ptr, res->u.pitch2d.width,
                           res->u.pitch2d.height, res->u.pitch2d.pitch, texture);
    default: return RTE_InvalidValue;
    }
}

// Bytes of a texel.
static uint32_t texel_bytes(const VmTexture *texture) {
    for (size_t i = 0; i < CU_COUNT(formats); i++) {
        if (formats[i].format == texture->format)
            return (uint32_t)formats[i].size * texture->channels;
    }
    return 0;
}

// A view: another format of the same size, part of the levels and layers.
static int apply_view(const RtView *view, VmTexture *texture) {
    enum { U8, S8, U16, S16, U32, S32, F16, F32 };
    static const uint8_t f[] = {VM_TEX_U8,  VM_TEX_S8,  VM_TEX_U16, VM_TEX_S16,
                                VM_TEX_U32, VM_TEX_S32, VM_TEX_F16, VM_TEX_F32};
    static const uint8_t log_bytes[] = {0, 0, 1, 1, 2, 2, 1, 2}; // of a channel
    if (view->format > 24) return RTE_NotSupported;              // block compression
    if (view->format > 0) {
        // Formats of views count 1, 2 and 4 channels of each type.
        uint32_t k = (view->format - 1) / 3, log_channels = (view->format - 1) % 3;
        if (1u << (log_bytes[k] + log_channels) != texel_bytes(texture)) return RTE_InvalidValue;
        texture->format = f[k];
        texture->channels = (uint8_t)(1u << log_channels);
    }
    // A view narrows the texture, and never sees more than it has.
    if (view->first_level > view->last_level || view->last_level >= texture->levels ||
        view->first_layer > view->last_layer)
        return RTE_InvalidValue;

    // The first level of the view becomes level 0, with the extents that it has.
    for (uint32_t i = view->first_level; i <= view->last_level; i++)
        texture->level[i - view->first_level] = texture->level[i];
    texture->levels = view->last_level - view->first_level + 1;
    for (uint32_t i = 0; i < texture->dims; i++)
        texture->extent[i] = CU_MAX(texture->extent[i] >> view->first_level, 1u);
    if (texture->layered || texture->cube) {
        if (view->last_layer >= texture->layers) return RTE_InvalidValue;
        for (uint32_t i = 0; i < texture->levels; i++)
            texture->level[i].base += view->first_layer * texture->level[i].slice;
        texture->layers = view->last_layer - view->first_layer + 1;
    }
    return 0;
}

// How it is read: addressing, filtering, coordinates.
// The values of RtTexture are cudaTextureDesc's, which the machine's enumerations follow.
static void sampler(const RtTexture *texture, VmTexture *vm_texture) {
    for (int i = 0; i < 3; i++) vm_texture->address[i] = (uint8_t)(texture->address[i] & 3);
    vm_texture->linear_filter = texture->filter;
    vm_texture->linear_mip = texture->mip_filter;
    vm_texture->normalized_coords = texture->normalized;
    // An array of a normalized format is read as floats whatever the program asks.
    vm_texture->normalized_read |= texture->read_mode;
    vm_texture->srgb = texture->srgb;
    vm_texture->seamless = texture->seamless;
    vm_texture->anisotropy = texture->anisotropy;
    vm_texture->bias = texture->bias;
    vm_texture->min_lod = texture->min_lod;
    vm_texture->max_lod = texture->max_lod;
    memcpy(vm_texture->border, texture->border, sizeof vm_texture->border);
    // wrap and mirror need normalized coordinates
    for (int i = 0; i < 3 && !texture->normalized; i++) {
        if (is_any_of(vm_texture->address[i], VM_TEX_WRAP, VM_TEX_MIRROR))
            vm_texture->address[i] = VM_TEX_CLAMP;
    }
}

// An object for the machine, and what the program asked for, under one handle.
static int note_object(Rt *rt, const VmTexture *texture, const Info *info, uint64_t *object) {
    Info *i = rt_new(rt, OBJ_TEXTURE, sizeof *i);
    RtObj o = i->o;
    *i = *info;
    i->o = o;
    *object = vm_texture_new(rt->vm, texture);
    map_put(&rt->texture, *object, i);
    return 0;
}

int rt_cudaCreateTextureObject(Rt *rt, uint64_t *object, const RtResource *res,
                               const RtTexture *tex, const RtView *view) {
    VmTexture texture = {0};
    if (!object || !res || !tex) return RTE_InvalidValue;
    RT_TRY(resource(rt, res, &texture));
    if (view) RT_TRY(apply_view(view, &texture));
    sampler(tex, &texture);
    // Formats are ordered: integers before floats.
    bool real = texture.format >= VM_TEX_F16;
    bool wide = is_any_of(texture.format, VM_TEX_U32, VM_TEX_S32);
    // Wide integers cannot be read as fractions, and integers not be filtered.
    if (tex->read_mode && wide) return RTE_InvalidNormSetting;
    if (tex->filter && !real && !texture.normalized_read) return RTE_InvalidFilterSetting;
    Info info = {.res = *res, .tex = *tex};
    if (view) info.view = *view;
    return note_object(rt, &texture, &info, object);
}

int rt_cudaCreateSurfaceObject(Rt *rt, uint64_t *object, const RtResource *res) {
    // Only arrays can be written: their rows may lie anywhere.
    VmTexture t = {.surface = true};
    if (!object || !res || res->type != RT_RES_ARRAY) return RTE_InvalidValue;
    RT_TRY(resource(rt, res, &t));
    Info info = {.res = *res, .surface = true};
    return note_object(rt, &t, &info, object);
}

// A handle of the kind; NULL: there is none.
static Info *info_of(Rt *rt, uint64_t object, bool surface) {
    Info *i = map_get(&rt->texture, object);
    return i && i->surface == surface ? i : NULL;
}

// A handle of the other kind is refused.
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

// (The driver API's forms.)
// Layers and cubes are flags of the same form, as in the runtime.
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

// The driver's description as the runtime's.
static bool cu_resource(const RtCuResource *rt_cu_resource, RtResource *resource) {
    RtArray array = {0};
    *resource = (RtResource){.type = rt_cu_resource->type, .flags = rt_cu_resource->flags};
    switch (rt_cu_resource->type) {
    case RT_RES_ARRAY:
    case RT_RES_MIPMAP: resource->u.array = rt_cu_resource->u.array; return true;
    case RT_RES_LINEAR:
        // The formats' two names meet in the description of channels.
        if (!set_format(&array, rt_cu_resource->u.linear.format, rt_cu_resource->u.linear.channels))
            return false;
        resource->u.linear.ptr = (void *)(uintptr_t)rt_cu_resource->u.linear.ptr;
        resource->u.linear.desc = array.desc;
        resource->u.linear.size = rt_cu_resource->u.linear.size;
        return true;
    case RT_RES_PITCH2D:
        if (!set_format(&array, rt_cu_resource->u.pitch2d.format,
                        rt_cu_resource->u.pitch2d.channels))
            return false;
        resource->u.pitch2d.ptr = (void *)(uintptr_t)rt_cu_resource->u.pitch2d.ptr;
        resource->u.pitch2d.desc = array.desc;
        resource->u.pitch2d.width = rt_cu_resource->u.pitch2d.width;
        resource->u.pitch2d.height = rt_cu_resource->u.pitch2d.height;
        resource->u.pitch2d.pitch = rt_cu_resource->u.pitch2d.pitch;
        return true;
    default: return false;
    }
}

// The flags are one word here; the rest are the runtime's fields.
int rt_cuTexObjectCreate(Rt *rt, uint64_t *object, const RtCuResource *res,
                         const RtCuTexture *cu_texture, const RtView *view) {
    RtResource rt_resource;
    VmTexture probe = {0};
    if (!res || !cu_texture || !cu_resource(res, &rt_resource)) return RTE_InvalidValue;
    // The format decides how the driver reads, so the resource is looked at twice.
    RT_TRY(resource(rt, &rt_resource, &probe));
    RtTexture texture = {.filter = cu_texture->filter,
                         .srgb = (cu_texture->flags & RT_CU_TEX_SRGB) != 0,
                         .normalized = (cu_texture->flags & RT_CU_TEX_NORMALIZED) != 0,
                         .anisotropy = cu_texture->anisotropy,
                         .mip_filter = cu_texture->mip_filter,
                         .bias = cu_texture->bias,
                         .min_lod = cu_texture->min_lod,
                         .max_lod = cu_texture->max_lod,
                         .seamless = (cu_texture->flags & RT_CU_TEX_SEAMLESS) != 0};
    // the driver reads small integers as floats unless told otherwise
    bool small = !is_any_of(probe.format, VM_TEX_U32, VM_TEX_S32) && probe.format < VM_TEX_F16;
    texture.read_mode = small && !(cu_texture->flags & RT_CU_TEX_INTEGER);
    memcpy(texture.address, cu_texture->address, sizeof texture.address);
    memcpy(texture.border, cu_texture->border, sizeof texture.border);
    return rt_cudaCreateTextureObject(rt, object, &rt_resource, &texture, view);
}

int rt_cuSurfObjectCreate(Rt *rt, uint64_t *object, const RtCuResource *res) {
    RtResource r;
    if (!res || !cu_resource(res, &r)) return RTE_InvalidValue;
    return rt_cudaCreateSurfaceObject(rt, object, &r);
}
