// SPDX-License-Identifier: Apache-2.0
// Copies and fills. Every form of cudaMemcpy becomes an RtCopy: a box of bytes between two places,
// a place being an array or a pointer with a pitch.
#include "cudart/cudart_int.h"

#define ADDR(p) ((uint64_t)(uintptr_t)(p))

// ---- running -----------------------------------------------------------------------------------

// One side of a copy, found: its bytes on the host, its address, and the steps from row to row and
// from slice to slice.
typedef struct {
    uint8_t *at;
    uint64_t addr, pitch, slice;
} Box;

// a + n * step, or false when that is no 64-bit number.
static bool add_steps(uint64_t *a, uint64_t n, uint64_t step) {
    uint64_t all;
    return !__builtin_mul_overflow(n, step, &all) && !__builtin_add_overflow(*a, all, a);
}

// n bytes from the address on are not all in one allocation.
static int no_room(Rt *rt, uint64_t addr, uint64_t n) {
    VmRange r;
    unsigned long long at = addr, size = n;
    if (!vm_range(rt->vm, addr, &r))
        return rt_refuse(rt, RTE_InvalidValue, "there is no memory at 0x%llx", at);
    return rt_refuse(rt, RTE_InvalidValue,
                     "%llu bytes at 0x%llx, where the allocation of %llu bytes has %llu left", size,
                     at, (unsigned long long)r.size, (unsigned long long)(r.base + r.size - addr));
}

// The bytes of a place. All of the box must lie in it, and no sum of its offsets may leave 64 bits:
// the numbers are the program's. `must_be_device`: an address that the machine does not know, which
// would be the host's own memory, is an error.
static int open_box(Rt *rt, const RtPlace *place, const RtCopy *copy, bool must_be_device,
                    Box *box) {
    uint64_t addr = place->addr, limit;
    box->pitch = place->pitch;
    box->slice = 0;
    if (!place->array && !add_steps(&box->slice, place->pitch, place->rows))
        return RTE_InvalidValue;

    // An array has pitches of its own and bounds in texels; a pointer has what the program says.
    if (place->array) {
        // Empty extents of an array count as one.
        const RtArray *a = place->array;
        box->pitch = a->pitch;
        box->slice = a->slice;
        addr = a->addr;
        uint64_t w = (uint64_t)a->w * a->texel;
        uint64_t h = CU_MAX(a->h, 1u), d = CU_MAX(a->d, 1u);
        if (place->x > w || copy->width > w - place->x || place->y > h ||
            copy->height > h - place->y || place->z > d || copy->depth > d - place->z)
            return rt_refuse(rt, RTE_InvalidValue, "the copy leaves its array");
    } else if (copy->height > 1 && box->pitch < copy->width) {
        return RTE_InvalidPitchValue;
    } else if (copy->depth > 1 && place->rows < copy->height) {
        return RTE_InvalidValue;
    }

    // Where the box begins, then how many bytes from its first to its last.
    if (!addr || !add_steps(&addr, place->x, 1) || !add_steps(&addr, place->y, box->pitch) ||
        !add_steps(&addr, place->z, box->slice))
        return RTE_InvalidValue;
    limit = copy->width;
    if (!add_steps(&limit, copy->height - 1, box->pitch) ||
        !add_steps(&limit, copy->depth - 1, box->slice))
        return RTE_InvalidValue;
    VmRange r;
    bool known = vm_range(rt->vm, addr, &r);
    if (must_be_device && !known)
        return rt_refuse(rt, RTE_InvalidValue, "0x%llx is no address of the device",
                         (unsigned long long)addr);
    box->addr = addr;
    // Memory that is known as a whole to the program and to the machine; the host's own is taken as
    // it is.
    box->at = rt_bytes(rt, addr, limit);
    return box->at ? 0 : no_room(rt, addr, limit);
}

// A copy of nothing succeeds, even with null pointers.
static bool empty(const RtCopy *c) {
    return !c->width || !c->height || !c->depth;
}

// Checks a copy without doing it: at the call, while the copy itself may wait in a stream or a
// graph.
int rt_check_copy(Rt *rt, const RtCopy *copy) {
    Box d, s;
    if (empty(copy)) return 0;
    if (copy->kind < 0 || copy->kind > RT_COPY_DEFAULT) return RTE_InvalidMemcpyDirection;
    // Sizes beyond any memory, before they are multiplied.
    if (copy->width > 1ull << 46 || copy->height > 1ull << 32 || copy->depth > 1ull << 32)
        return RTE_InvalidValue;
    // The kind says which side is the device's; the other may be either (unified addresses).
    // An array is the device's whatever the kind says.
    bool to = is_any_of(copy->kind, RT_COPY_HD, RT_COPY_DD),
         from = is_any_of(copy->kind, RT_COPY_DH, RT_COPY_DD);
    RT_TRY(open_box(rt, &copy->dst, copy, to && !copy->dst.array, &d));
    return open_box(rt, &copy->src, copy, from && !copy->src.array, &s);
}

// What had no value has none where it is copied to. That the host gets bytes without a value is no
// finding, unless there are no others: buffers are copied as a whole.
static void copy_values(Rt *rt, const Box *to, const Box *from, uint64_t z, uint64_t y,
                        uint64_t n) {
    uint64_t dst = to->addr + z * to->slice + y * to->pitch;
    uint64_t src = from->addr + z * from->slice + y * from->pitch;
    vm_copied(rt->vm, dst, src, n);
    VmRange r;
    enum { SMALL = 64 }; // libraries fetch single values before they are there (Numba's ufuncs)
    if (z || y || n < SMALL || vm_range(rt->vm, dst, &r)) return;
    if (!vm_never_written(rt->vm, src, n)) return;
    vm_copy_finding(rt->vm, src, n, rt_host_here(rt));
}

// Does the copy, at once, and lets the model's clock go on: 2 microseconds and 20 GB/s. Memory may
// have changed since it was checked, so that is done again.
int rt_run_copy(Rt *rt, const RtCopy *copy) {
    Box box, s;
    if (empty(copy)) return 0;
    RT_TRY(rt_check_copy(rt, copy));
    RT_TRY(open_box(rt, &copy->dst, copy, false, &box));
    // The program's memory on the host may be wrong in ways that only the access shows, as with
    // memcpy.
    RT_TRY(open_box(rt, &copy->src, copy, false, &s));
    for (uint64_t z = 0; z < copy->depth; z++) {
        for (uint64_t y = 0; y < copy->height; y++) {
            // memmove: a copy within one allocation may overlap.
            memmove(box.at + z * box.slice + y * box.pitch, s.at + z * s.slice + y * s.pitch,
                    copy->width);
            // The machine's checks of reads before writes learn of the bytes.
            if (rt->checks & VM_CHECK_INIT) copy_values(rt, &box, &s, z, y, copy->width);
            rt_order_touch(rt, box.addr + z * box.slice + y * box.pitch, copy->width, true);
            rt_order_touch(rt, s.addr + z * s.slice + y * s.pitch, copy->width, false);
        }
    }
    rt->clock += 2e-6 + (double)(copy->width * copy->height * copy->depth) / 20e9;
    return 0;
}

// The copy as an operation of a stream: done now, or recorded.
int rt_copy_op(Rt *rt, const RtCopy *c, void *stream) {
    RtOp op = {.kind = OP_COPY};
    op.u.copy = *c;
    RT_TRY(rt_check_copy(rt, c));
    // what the machine does not know is pageable memory of the host's: copies to there wait
    VmRange r;
    bool pageable = !c->dst.array && !vm_range(rt->vm, c->dst.addr, &r);
    int error = rt_issue(rt, stream, &op);
    if (!error && pageable) rt_order_host_waits(rt, rt_stream(rt, stream));
    return error;
}

// n bytes from address to address.
int rt_copy_1d(Rt *rt, uint64_t dst, uint64_t src, uint64_t n, int kind, void *stream) {
    RtCopy c = {.dst = {.addr = dst}, .src = {.addr = src}, .width = n, .height = 1, .depth = 1};
    c.kind = kind;
    return rt_copy_op(rt, &c, stream);
}

// The bytes of a fill of elements of 1, 2 or 4 bytes; *at stays as it is where nothing is to be
// filled. An error when they are not all there, or not aligned.
static int open_set(Rt *rt, const RtMemsetParams *fill, uint64_t depth, uint64_t slice,
                    uint8_t **at) {
    uint64_t n = 0;
    VmRange r;
    if (fill->element != 1 && fill->element != 2 && fill->element != 4) return RTE_InvalidValue;
    if (!fill->width || !fill->height || !depth) return 0;
    // Elements must be aligned in every row.
    if ((ADDR(fill->dst) | (fill->height > 1 ? fill->pitch : 0)) % fill->element)
        return RTE_InvalidValue;
    if (!add_steps(&n, fill->width, fill->element) || (fill->height > 1 && fill->pitch < n) ||
        !add_steps(&n, fill->height - 1, fill->pitch) || !add_steps(&n, depth - 1, slice))
        return RTE_InvalidValue;
    if (vm_range(rt->vm, ADDR(fill->dst), &r)) *at = rt_bytes(rt, ADDR(fill->dst), n);
    return *at ? 0 : no_room(rt, ADDR(fill->dst), n);
}

// Fills, with 500 GB/s on the model's clock. Arrays of one dimension more than a fill has (`depth`)
// go slice by slice.
int rt_run_set(Rt *rt, const RtMemsetParams *fill, uint64_t depth, uint64_t slice) {
    uint8_t *at = NULL;
    RT_TRY(open_set(rt, fill, depth, slice, &at));
    if (!at) return 0;
    uint64_t n = fill->width * fill->element;
    for (uint64_t z = 0; z < depth; z++) {
        for (uint64_t y = 0; y < fill->height; y++) {
            uint8_t *row = at + z * slice + y * fill->pitch;
            rt_wrote(rt, ADDR(fill->dst) + z * slice + y * fill->pitch, n);
            rt_order_touch(rt, ADDR(fill->dst) + z * slice + y * fill->pitch, n, true);
            if (fill->element == 1) {
                memset(row, (int)(fill->value & 255), n);
                continue;
            }
            // The element's low bytes come first in `value` on the hosts that there are.
            for (uint64_t i = 0; i < fill->width; i++)
                memcpy(row + i * fill->element, &fill->value, fill->element);
        }
    }
    rt->clock += 2e-6 + (double)(n * fill->height * depth) / 500e9;
    return 0;
}

// The fill as an operation of a stream; checked at the call.
int rt_set_op(Rt *rt, const RtMemsetParams *fill, uint64_t depth, uint64_t slice, void *stream) {
    RtOp op = {.kind = OP_SET};
    uint8_t *at;
    RT_TRY(open_set(rt, fill, depth, slice, &at));
    op.u.set.p = *fill;
    op.u.set.depth = depth;
    op.u.set.slice = slice;
    // fills of the default stream are short, and programs take them for done
    if (!stream) rt->waits = true;
    return rt_issue(rt, stream, &op);
}

// ---- forms of copies ---------------------------------------------------------------------------

static int box_2d(Rt *rt, RtPlace dst, RtPlace src, size_t width, size_t height, int kind,
                  void *stream) {
    RtCopy c = {.dst = dst, .src = src, .width = width, .height = height, .depth = 1};
    c.kind = kind;
    // one row has no next one: programs give a pitch of 0
    if (width && height > 1 &&
        ((!dst.array && dst.pitch < width) || (!src.array && src.pitch < width)))
        return RTE_InvalidPitchValue;
    return rt_copy_op(rt, &c, stream);
}

// A pointer with a pitch.
static RtPlace flat(const void *p, size_t pitch) {
    return (RtPlace){.addr = ADDR(p), .pitch = pitch};
}

// A place in an array: x in bytes, y in rows.
static int in_array(Rt *rt, const void *array, size_t x, size_t y, RtPlace *p) {
    if (!rt_is(rt, array, OBJ_ARRAY)) return RTE_InvalidResourceHandle;
    *p = (RtPlace){.array = (RtArray *)array, .x = x, .y = y};
    return 0;
}

// (The functions from here on are those of the CUDA runtime API, "Memory Management", with the
// state in front.) An asynchronous copy is an operation of its stream.
int rt_cudaMemcpyAsync(Rt *rt, void *dst, const void *src, size_t n, int kind, void *stream) {
    return rt_copy_1d(rt, ADDR(dst), ADDR(src), n, kind, stream);
}

// Copies that wait for the device give out what kernels have printed, and their fault.
int rt_cudaMemcpy(Rt *rt, void *dst, const void *src, size_t n, int kind) {
    // A program sees a kernel's fault at the first call that waits.
    RT_TRY(rt_sync_copy(rt));
    return rt_cudaMemcpyAsync(rt, dst, src, n, kind, NULL);
}

// There is one device, number 0, so copies between devices are plain ones.
int rt_cudaMemcpyPeer(Rt *rt, void *dst, int dst_device, const void *src, int src_device,
                      size_t n) {
    if (dst_device || src_device) return RTE_InvalidDevice;
    return rt_cudaMemcpy(rt, dst, src, n, RT_COPY_DD);
}

int rt_cudaMemcpyPeerAsync(Rt *rt, void *dst, int dst_device, const void *src, int src_device,
                           size_t n, void *stream) {
    if (dst_device || src_device) return RTE_InvalidDevice;
    return rt_cudaMemcpyAsync(rt, dst, src, n, RT_COPY_DD, stream);
}

// A batch is its copies in order; where they lie (attrs) does not matter in unified memory.
int rt_cudaMemcpyBatchAsync(Rt *rt, void *const *dst, const void *const *src, const size_t *n,
                            size_t count, void *attrs, size_t *indexes, size_t nattrs,
                            void *stream) {
    if (!dst || !src || !n) return RTE_InvalidValue;
    for (size_t i = 0; i < count; i++)
        RT_TRY(rt_cudaMemcpyAsync(rt, dst[i], src[i], n[i], RT_COPY_DEFAULT, stream));
    return 0;
}

// The form of CUDA 12 says which copy failed.
int rt_cuMemcpyBatchAsync(Rt *rt, void *const *dst, const void *const *src, const size_t *n,
                          size_t count, void *attrs, size_t *indexes, size_t nattrs, size_t *failed,
                          void *stream) {
    if (!dst || !src || !n) return RTE_InvalidValue;
    for (size_t i = 0; i < count; i++) {
        if (failed) *failed = i;
        RT_TRY(rt_cudaMemcpyAsync(rt, dst[i], src[i], n[i], RT_COPY_DEFAULT, stream));
    }
    return 0;
}

// The pitches of both sides are checked apart: only arrays have their own.
int rt_cudaMemcpy2DAsync(Rt *rt, void *dst, size_t dpitch, const void *src, size_t spitch,
                         size_t width, size_t height, int kind, void *stream) {
    return box_2d(rt, flat(dst, dpitch), flat(src, spitch), width, height, kind, stream);
}

int rt_cudaMemcpy2D(Rt *rt, void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                    size_t height, int kind) {
    RT_TRY(rt_sync_copy(rt));
    return rt_cudaMemcpy2DAsync(rt, dst, dpitch, src, spitch, width, height, kind, NULL);
}

int rt_cudaMemcpy2DToArrayAsync(Rt *rt, void *dst, size_t x, size_t y, const void *src,
                                size_t spitch, size_t width, size_t height, int kind,
                                void *stream) {
    RtPlace d;
    RT_TRY(in_array(rt, dst, x, y, &d));
    return box_2d(rt, d, flat(src, spitch), width, height, kind, stream);
}

int rt_cudaMemcpy2DToArray(Rt *rt, void *dst, size_t x, size_t y, const void *src, size_t spitch,
                           size_t width, size_t height, int kind) {
    RT_TRY(rt_sync_copy(rt));
    return rt_cudaMemcpy2DToArrayAsync(rt, dst, x, y, src, spitch, width, height, kind, NULL);
}

int rt_cudaMemcpy2DFromArrayAsync(Rt *rt, void *dst, size_t dpitch, const void *src, size_t x,
                                  size_t y, size_t width, size_t height, int kind, void *stream) {
    RtPlace s;
    RT_TRY(in_array(rt, src, x, y, &s));
    return box_2d(rt, flat(dst, dpitch), s, width, height, kind, stream);
}

int rt_cudaMemcpy2DFromArray(Rt *rt, void *dst, size_t dpitch, const void *src, size_t x, size_t y,
                             size_t width, size_t height, int kind) {
    RT_TRY(rt_sync_copy(rt));
    return rt_cudaMemcpy2DFromArrayAsync(rt, dst, dpitch, src, x, y, width, height, kind, NULL);
}

int rt_cudaMemcpy2DArrayToArray(Rt *rt, void *dst, size_t dx, size_t dy, const void *src, size_t sx,
                                size_t sy, size_t width, size_t height, int kind) {
    RtPlace d, s;
    RT_TRY(rt_sync_copy(rt));
    RT_TRY(in_array(rt, dst, dx, dy, &d));
    RT_TRY(in_array(rt, src, sx, sy, &s));
    return box_2d(rt, d, s, width, height, kind, NULL);
}

// k bytes further: in an array on to the next row at a row's end.
// In rows that are full the position moves to the next one at once.
static void step(RtPlace *p, uint64_t k) {
    if (!p->array) {
        p->addr += k;
        return;
    }
    p->x += k;
    if (p->x >= (uint64_t)p->array->w * p->array->texel) p->x = 0, p->y++;
}

// The old forms: n bytes that run on from row to row. Each step copies what is left of a row, of
// both rows where both sides are arrays.
static int rows(Rt *rt, RtPlace dst, RtPlace src, bool to_array, uint64_t n, int kind,
                void *stream) {
    RtArray *array = to_array ? dst.array : src.array;
    uint64_t w = (uint64_t)array->w * array->texel;
    while (n) {
        RtPlace *p = to_array ? &dst : &src, *q = to_array ? &src : &dst;
        // Outside of the array's rows there is nothing to go on to.
        if (p->x >= w || (q->array && q->x >= (uint64_t)q->array->w * q->array->texel))
            return RTE_InvalidValue;
        uint64_t k = CU_MIN(n, w - p->x);
        if (q->array) k = CU_MIN(k, (uint64_t)q->array->w * q->array->texel - q->x);
        // Rows are issued one by one, so a stream that captures gets one node for each.
        RtCopy c = {.dst = dst, .src = src, .width = k, .height = 1, .depth = 1, .kind = kind};
        RT_TRY(rt_copy_op(rt, &c, stream));
        n -= k;
        step(p, k);
        step(q, k);
    }
    return 0;
}

int rt_cudaMemcpyToArrayAsync(Rt *rt, void *dst, size_t x, size_t y, const void *src, size_t n,
                              int kind, void *stream) {
    RtPlace d;
    RT_TRY(in_array(rt, dst, x, y, &d));
    return rows(rt, d, flat(src, 0), true, n, kind, stream);
}

int rt_cudaMemcpyToArray(Rt *rt, void *dst, size_t x, size_t y, const void *src, size_t n,
                         int kind) {
    RT_TRY(rt_sync_copy(rt));
    return rt_cudaMemcpyToArrayAsync(rt, dst, x, y, src, n, kind, NULL);
}

int rt_cudaMemcpyFromArrayAsync(Rt *rt, void *dst, const void *src, size_t x, size_t y, size_t n,
                                int kind, void *stream) {
    RtPlace s;
    RT_TRY(in_array(rt, src, x, y, &s));
    return rows(rt, flat(dst, 0), s, false, n, kind, stream);
}

int rt_cudaMemcpyFromArray(Rt *rt, void *dst, const void *src, size_t x, size_t y, size_t n,
                           int kind) {
    RT_TRY(rt_sync_copy(rt));
    return rt_cudaMemcpyFromArrayAsync(rt, dst, src, x, y, n, kind, NULL);
}

int rt_cudaMemcpyArrayToArray(Rt *rt, void *dst, size_t dx, size_t dy, const void *src, size_t sx,
                              size_t sy, size_t n, int kind) {
    RtPlace d, s;
    RT_TRY(rt_sync_copy(rt));
    RT_TRY(in_array(rt, dst, dx, dy, &d));
    RT_TRY(in_array(rt, src, sx, sy, &s));
    return rows(rt, d, s, true, n, kind, NULL);
}

// ---- boxes -------------------------------------------------------------------------------------

// A position's x counts texels of an array, bytes of a pointer; the extent's width counts texels
// when an array takes part.
// No array has a pointer as well.
static int place_3d(Rt *rt, void *array, RtPos pos, RtPitched pitched, RtPlace *to) {
    *to = (RtPlace){.addr = ADDR(pitched.ptr), .pitch = pitched.pitch, .rows = pitched.ysize};
    to->x = pos.x;
    to->y = pos.y;
    to->z = pos.z;
    if (!array) return 0;
    if (pitched.ptr) return RTE_InvalidValue;
    if (!rt_is(rt, array, OBJ_ARRAY)) return RTE_InvalidResourceHandle;
    to->array = array;
    to->x = pos.x * to->array->texel;
    return 0;
}

// A cudaMemcpy3DParms as a copy; texels become bytes.
int rt_copy_of(Rt *rt, const RtMemcpy3D *params, RtCopy *copy) {
    if (!params) return RTE_InvalidValue;
    *copy = (RtCopy){.kind = params->kind, .height = params->extent.h, .depth = params->extent.d};
    RT_TRY(place_3d(rt, params->src_array, params->src_pos, params->src, &copy->src));
    RT_TRY(place_3d(rt, params->dst_array, params->dst_pos, params->dst, &copy->dst));
    // Positions and widths count in the texels of whichever side is an array.
    const RtArray *a = copy->src.array ? copy->src.array : copy->dst.array;
    // Texels are copied whole: both sides must have the same size of them.
    if (copy->src.array && copy->dst.array && copy->src.array->texel != copy->dst.array->texel)
        return RTE_InvalidValue;
    copy->width = params->extent.w * (a ? a->texel : 1);
    return 0;
}

// The other way, for a program that asks what a node of a graph copies.
// A node keeps the copy in bytes only.
void rt_copy_to_3d(const RtCopy *copy, RtMemcpy3D *params) {
    const RtArray *a = copy->src.array ? copy->src.array : copy->dst.array;
    uint64_t texel = a ? a->texel : 1;
    *params = (RtMemcpy3D){.kind = copy->kind,
                           .extent = {copy->width / texel, copy->height, copy->depth}};
    params->src_array = copy->src.array;
    params->dst_array = copy->dst.array;
    params->src_pos =
        (RtPos){copy->src.x / (copy->src.array ? texel : 1), copy->src.y, copy->src.z};
    params->dst_pos =
        (RtPos){copy->dst.x / (copy->dst.array ? texel : 1), copy->dst.y, copy->dst.z};
    params->src = (RtPitched){(void *)(uintptr_t)copy->src.addr, copy->src.pitch, copy->width,
                              copy->src.rows};
    params->dst = (RtPitched){(void *)(uintptr_t)copy->dst.addr, copy->dst.pitch, copy->width,
                              copy->dst.rows};
}

int rt_cudaMemcpy3DAsync(Rt *rt, const RtMemcpy3D *p, void *stream) {
    RtCopy c;
    RT_TRY(rt_copy_of(rt, p, &c));
    return rt_copy_op(rt, &c, stream);
}

int rt_cudaMemcpy3D(Rt *rt, const RtMemcpy3D *p) {
    RT_TRY(rt_sync_copy(rt));
    return rt_cudaMemcpy3DAsync(rt, p, NULL);
}

// Both devices are the one.
int rt_cudaMemcpy3DPeerAsync(Rt *rt, const RtMemcpy3DPeer *p, void *stream) {
    if (!p) return RTE_InvalidValue;
    if (p->src_device || p->dst_device) return RTE_InvalidDevice;
    RtMemcpy3D c = {p->src_array, p->src_pos, p->src,    p->dst_array,
                    p->dst_pos,   p->dst,     p->extent, RT_COPY_DEFAULT};
    return rt_cudaMemcpy3DAsync(rt, &c, stream);
}

int rt_cudaMemcpy3DPeer(Rt *rt, const RtMemcpy3DPeer *p) {
    RT_TRY(rt_sync_copy(rt));
    return rt_cudaMemcpy3DPeerAsync(rt, p, NULL);
}

// A side of the driver's form: its type says which of three fields holds.
// (Pointers of all three kinds are unified addresses: the type says which field holds.)
static int cu_place(Rt *rt, int type, const void *host, uint64_t device, void *array,
                    RtPlace *place) {
    switch (type) {
    case RT_CU_HOST: place->addr = ADDR(host); return 0;
    case RT_CU_DEVICE:
    case RT_CU_UNIFIED: place->addr = device; return 0;
    case RT_CU_ARRAY:
        if (!rt_is(rt, array, OBJ_ARRAY)) return RTE_InvalidResourceHandle;
        place->array = array;
        return 0;
    default: return RTE_InvalidValue;
    }
}

// A CUDA_MEMCPY3D as a copy: x and width are bytes here, in arrays too.
int rt_cu_copy_of(Rt *rt, const RtCuMemcpy3D *params, RtCopy *copy) {
    if (!params) return RTE_InvalidValue;
    *copy = (RtCopy){.width = params->width, .height = params->height, .depth = params->depth};
    // The driver has no kind: the memory's types follow from the addresses.
    copy->kind = RT_COPY_DEFAULT;
    copy->src = (RtPlace){.pitch = params->src_pitch, .rows = params->src_height};
    copy->dst = (RtPlace){.pitch = params->dst_pitch, .rows = params->dst_height};
    copy->src.x = params->src_x, copy->src.y = params->src_y, copy->src.z = params->src_z;
    copy->dst.x = params->dst_x, copy->dst.y = params->dst_y, copy->dst.z = params->dst_z;
    // A pitch of 0: rows without gaps.
    if (!copy->src.pitch) copy->src.pitch = params->width + params->src_x;
    if (!copy->dst.pitch) copy->dst.pitch = params->width + params->dst_x;
    RT_TRY(cu_place(rt, params->src_type, params->src_host, params->src_device, params->src_array,
                    &copy->src));
    return cu_place(rt, params->dst_type, params->dst_host, params->dst_device, params->dst_array,
                    &copy->dst);
}

// What kind of memory a side names, for cu_place.
static int cu_type(Rt *rt, const RtPlace *place) {
    if (place->array) return RT_CU_ARRAY;
    RtMem *mem = rt_mem_at(rt, place->addr);
    bool is_host =
        mem ? is_any_of(mem->kind, MEM_PINNED, MEM_REGISTERED) : !rt_is_device(rt, place->addr);
    return is_host ? RT_CU_HOST : RT_CU_DEVICE;
}

// The other way, for a program that asks what a node of a graph copies.
void rt_copy_to_cu(Rt *rt, const RtCopy *copy, RtCuMemcpy3D *params) {
    const RtPlace *from = &copy->src, *to = &copy->dst;
    *params = (RtCuMemcpy3D){.src_x = from->x,
                             .src_y = from->y,
                             .src_z = from->z,
                             .src_type = cu_type(rt, from),
                             .src_array = from->array,
                             .src_pitch = from->pitch,
                             .src_height = from->rows,
                             .dst_x = to->x,
                             .dst_y = to->y,
                             .dst_z = to->z,
                             .dst_type = cu_type(rt, to),
                             .dst_array = to->array,
                             .dst_pitch = to->pitch,
                             .dst_height = to->rows,
                             .width = copy->width,
                             .height = copy->height,
                             .depth = copy->depth};
    if (params->src_type == RT_CU_HOST)
        params->src_host = (const void *)(uintptr_t)from->addr;
    else
        params->src_device = from->addr;
    if (params->dst_type == RT_CU_HOST)
        params->dst_host = (void *)(uintptr_t)to->addr;
    else
        params->dst_device = to->addr;
}

// The two-dimensional form is the other with a depth of 1.
static RtCuMemcpy3D cu_2d(const RtCuMemcpy2D *params) {
    return (RtCuMemcpy3D){.src_x = params->src_x,
                          .src_y = params->src_y,
                          .src_type = params->src_type,
                          .src_host = params->src_host,
                          .src_device = params->src_device,
                          .src_array = params->src_array,
                          .src_pitch = params->src_pitch,
                          .dst_x = params->dst_x,
                          .dst_y = params->dst_y,
                          .dst_type = params->dst_type,
                          .dst_host = params->dst_host,
                          .dst_device = params->dst_device,
                          .dst_array = params->dst_array,
                          .dst_pitch = params->dst_pitch,
                          .width = params->width,
                          .height = params->height,
                          .depth = 1};
}

int rt_cuMemcpy3DAsync_v2(Rt *rt, const RtCuMemcpy3D *p, void *stream) {
    RtCopy c;
    RT_TRY(rt_cu_copy_of(rt, p, &c));
    return rt_copy_op(rt, &c, stream);
}

int rt_cuMemcpy3D_v2(Rt *rt, const RtCuMemcpy3D *p) {
    RT_TRY(rt_sync_copy(rt));
    return rt_cuMemcpy3DAsync_v2(rt, p, NULL);
}

// Of one address space: the contexts, which stand where the other structure has nothing, change
// nothing.
int rt_cuMemcpy3DPeerAsync(Rt *rt, const RtCuMemcpy3D *p, void *stream) {
    return rt_cuMemcpy3DAsync_v2(rt, p, stream);
}

int rt_cuMemcpy3DPeer(Rt *rt, const RtCuMemcpy3D *p) {
    return rt_cuMemcpy3D_v2(rt, p);
}

int rt_cuMemcpy2DAsync_v2(Rt *rt, const RtCuMemcpy2D *p, void *stream) {
    if (!p) return RTE_InvalidValue;
    RtCuMemcpy3D c = cu_2d(p);
    return rt_cuMemcpy3DAsync_v2(rt, &c, stream);
}

int rt_cuMemcpy2D_v2(Rt *rt, const RtCuMemcpy2D *p) {
    RT_TRY(rt_sync_copy(rt));
    return rt_cuMemcpy2DAsync_v2(rt, p, NULL);
}

// ---- the driver's plain copies -----------------------------------------------------------------

// From here on the driver API's forms, which wait and fail as the runtime's do.
int rt_cuMemcpy(Rt *rt, void *dst, const void *src, size_t n) {
    return rt_cudaMemcpy(rt, dst, src, n, RT_COPY_DEFAULT);
}

int rt_cuMemcpyAsync(Rt *rt, void *dst, const void *src, size_t n, void *stream) {
    return rt_cudaMemcpyAsync(rt, dst, src, n, RT_COPY_DEFAULT, stream);
}

int rt_cuMemcpyHtoD_v2(Rt *rt, void *dst, const void *src, size_t n) {
    return rt_cudaMemcpy(rt, dst, src, n, RT_COPY_HD);
}

int rt_cuMemcpyDtoH_v2(Rt *rt, void *dst, const void *src, size_t n) {
    return rt_cudaMemcpy(rt, dst, src, n, RT_COPY_DH);
}

int rt_cuMemcpyDtoD_v2(Rt *rt, void *dst, const void *src, size_t n) {
    return rt_cudaMemcpy(rt, dst, src, n, RT_COPY_DD);
}

int rt_cuMemcpyHtoDAsync_v2(Rt *rt, void *dst, const void *src, size_t n, void *stream) {
    return rt_cudaMemcpyAsync(rt, dst, src, n, RT_COPY_HD, stream);
}

int rt_cuMemcpyDtoHAsync_v2(Rt *rt, void *dst, const void *src, size_t n, void *stream) {
    return rt_cudaMemcpyAsync(rt, dst, src, n, RT_COPY_DH, stream);
}

int rt_cuMemcpyDtoDAsync_v2(Rt *rt, void *dst, const void *src, size_t n, void *stream) {
    return rt_cudaMemcpyAsync(rt, dst, src, n, RT_COPY_DD, stream);
}

int rt_cuMemcpyPeer(Rt *rt, void *dst, void *dc, const void *src, void *sc, size_t n) {
    return rt_cudaMemcpy(rt, dst, src, n, RT_COPY_DD);
}

int rt_cuMemcpyPeerAsync(Rt *rt, void *dst, void *dc, const void *src, void *sc, size_t n,
                         void *stream) {
    return rt_cudaMemcpyAsync(rt, dst, src, n, RT_COPY_DD, stream);
}

// Arrays of one dimension, by offset in bytes.
int rt_cuMemcpyHtoA_v2(Rt *rt, void *dst, size_t offset, const void *src, size_t n) {
    return rt_cudaMemcpyToArray(rt, dst, offset, 0, src, n, RT_COPY_HD);
}

int rt_cuMemcpyDtoA_v2(Rt *rt, void *dst, size_t offset, const void *src, size_t n) {
    return rt_cudaMemcpyToArray(rt, dst, offset, 0, src, n, RT_COPY_DD);
}

int rt_cuMemcpyAtoH_v2(Rt *rt, void *dst, void *src, size_t offset, size_t n) {
    return rt_cudaMemcpyFromArray(rt, dst, src, offset, 0, n, RT_COPY_DH);
}

int rt_cuMemcpyAtoD_v2(Rt *rt, void *dst, void *src, size_t offset, size_t n) {
    return rt_cudaMemcpyFromArray(rt, dst, src, offset, 0, n, RT_COPY_DD);
}

int rt_cuMemcpyAtoA_v2(Rt *rt, void *dst, size_t doffset, void *src, size_t soffset, size_t n) {
    return rt_cudaMemcpyArrayToArray(rt, dst, doffset, 0, src, soffset, 0, n, RT_COPY_DD);
}

// ---- variables of the program ------------------------------------------------------------------

// The bytes of a variable, which must hold them.
static int symbol_place(Rt *rt, const void *symbol, size_t n, size_t offset, uint64_t *addr) {
    int e;
    RtVar *v = rt_symbol(rt, symbol, &e);
    if (!v) return e;
    if (offset > v->size || n > v->size - offset) return RTE_InvalidValue;
    *addr = v->addr + offset;
    return 0;
}

int rt_cudaMemcpyToSymbolAsync(Rt *rt, const void *symbol, const void *src, size_t n, size_t offset,
                               int kind, void *stream) {
    uint64_t addr = 0;
    RT_TRY(symbol_place(rt, symbol, n, offset, &addr));
    return rt_copy_1d(rt, addr, ADDR(src), n, kind, stream);
}

int rt_cudaMemcpyToSymbol(Rt *rt, const void *symbol, const void *src, size_t n, size_t offset,
                          int kind) {
    RT_TRY(rt_sync_copy(rt));
    return rt_cudaMemcpyToSymbolAsync(rt, symbol, src, n, offset, kind, NULL);
}

int rt_cudaMemcpyFromSymbolAsync(Rt *rt, void *dst, const void *symbol, size_t n, size_t offset,
                                 int kind, void *stream) {
    uint64_t addr = 0;
    RT_TRY(symbol_place(rt, symbol, n, offset, &addr));
    return rt_copy_1d(rt, ADDR(dst), addr, n, kind, stream);
}

int rt_cudaMemcpyFromSymbol(Rt *rt, void *dst, const void *symbol, size_t n, size_t offset,
                            int kind) {
    RT_TRY(rt_sync_copy(rt));
    return rt_cudaMemcpyFromSymbolAsync(rt, dst, symbol, n, offset, kind, NULL);
}

// ---- fills -------------------------------------------------------------------------------------

// A fill of one slice.
static int set_2d(Rt *rt, uint64_t p, size_t pitch, uint32_t v, uint32_t element, size_t width,
                  size_t height, void *stream) {
    RtMemsetParams s = {(void *)(uintptr_t)p, pitch, v, element, width, height};
    return rt_set_op(rt, &s, 1, 0, stream);
}

int rt_cudaMemsetAsync(Rt *rt, void *p, int value, size_t n, void *stream) {
    return set_2d(rt, ADDR(p), 0, (uint8_t)value, 1, n, 1, stream);
}

int rt_cudaMemset(Rt *rt, void *p, int value, size_t n) {
    return rt_cudaMemsetAsync(rt, p, value, n, NULL);
}

int rt_cudaMemset2DAsync(Rt *rt, void *p, size_t pitch, int value, size_t width, size_t height,
                         void *stream) {
    return set_2d(rt, ADDR(p), pitch, (uint8_t)value, 1, width, height, stream);
}

int rt_cudaMemset2D(Rt *rt, void *p, size_t pitch, int value, size_t width, size_t height) {
    return rt_cudaMemset2DAsync(rt, p, pitch, value, width, height, NULL);
}

// Rows are `ysize` apart from slice to slice.
int rt_cudaMemset3DAsync(Rt *rt, RtPitched p, int value, RtExtent e, void *stream) {
    RtMemsetParams s = {p.ptr, p.pitch, (uint8_t)value, 1, e.w, e.h};
    return rt_set_op(rt, &s, e.d, p.pitch * p.ysize, stream);
}

int rt_cudaMemset3D(Rt *rt, RtPitched p, int value, RtExtent extent) {
    return rt_cudaMemset3DAsync(rt, p, value, extent, NULL);
}

// cuMemsetD8, D16, D32 and their two-dimensional and asynchronous forms.
#define SETS(bits, T)                                                                              \
    int rt_cuMemsetD##bits##_v2(Rt *rt, uint64_t p, T v, size_t n) {                               \
        return set_2d(rt, p, 0, v, bits / 8, n, 1, NULL);                                          \
    }                                                                                              \
    int rt_cuMemsetD##bits##Async(Rt *rt, uint64_t p, T v, size_t n, void *stream) {               \
        return set_2d(rt, p, 0, v, bits / 8, n, 1, stream);                                        \
    }                                                                                              \
    int rt_cuMemsetD2D##bits##_v2(Rt *rt, uint64_t p, size_t pitch, T v, size_t w, size_t h) {     \
        return set_2d(rt, p, pitch, v, bits / 8, w, h, NULL);                                      \
    }                                                                                              \
    int rt_cuMemsetD2D##bits##Async(Rt *rt, uint64_t p, size_t pitch, T v, size_t w, size_t h,     \
                                    void *stream) {                                                \
        return set_2d(rt, p, pitch, v, bits / 8, w, h, stream);                                    \
    }
SETS(8, unsigned char)
SETS(16, unsigned short)
SETS(32, unsigned)
