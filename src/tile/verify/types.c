// SPDX-License-Identifier: Apache-2.0
// What holds of types wherever they stand ("Tile IR", section "Types").
#include "tile/verify/verify_int.h"

enum { MOST_ELEMENTS = 1 << 24 };

const char *tv_type_text(TileVerifier *v, const TileType *named) {
    Buf text;
    buf_init(&text, v->arena);
    buf_putc(&text, '\'');
    tile_type_print(v->ctx, named, &text);
    buf_putc(&text, '\'');
    return buf_cstr(&text);
}

const char *tv_shape_text(TileVerifier *v, const TileType *named) {
    Buf text;
    buf_init(&text, v->arena);
    buf_putc(&text, '[');
    for (uint32_t i = 0; i < named->nshape; i++) {
        buf_printf(&text, i ? ", %lld" : "%lld", (long long)named->shape[i]);
    }
    buf_putc(&text, ']');
    return buf_cstr(&text);
}

// A tile's sizes are powers of two, and it is not too large.
static const char *bad_tile(const TileType *element, const int64_t *shape, uint32_t n) {
    int64_t elements = 1;
    bool even = false;
    for (uint32_t i = 0; i < n; i++) {
        if (shape[i] <= 0 || shape[i] & (shape[i] - 1)) return "has a size that is no power of two";
        if (shape[i] > MOST_ELEMENTS / elements) return "has more than 16777216 elements";
        elements *= shape[i];
        even |= shape[i] % 2 == 0;
    }
    if (element->kind == TILE_T_E2M1 && !even) return "of f4E2M1FN has an odd number of elements";
    return NULL;
}

// What is wrong with it, or NULL: the words that go behind "which".
static const char *bad_tensor(const TileType *type) {
    if (type->nshape != type->nstride) return "has more sizes than strides, or fewer";
    for (uint32_t i = 0; i < type->nshape; i++) {
        if (type->shape[i] <= 0 && type->shape[i] != TILE_DYNAMIC)
            return "has a size that is not positive";
        if (type->stride[i] <= 0 && type->stride[i] != TILE_DYNAMIC)
            return "has a stride that is not positive";
    }
    return NULL;
}

// Each dimension of the tile is another one of the tensor.
static const char *bad_map(TileVerifier *v, const TileType *view) {
    if (view->nmap != view->nshape) return "maps another number of dimensions than its tiles have";
    bool *used = arena_array(v->arena, bool, view->nshape);
    for (uint32_t i = 0; i < view->nmap; i++) {
        if (view->map[i] < 0 || view->map[i] >= view->nshape)
            return "maps to a dimension that its tensor lacks";
        if (used[view->map[i]]) return "maps to a dimension twice";
        used[view->map[i]] = true;
    }
    return NULL;
}

// A view's tile obeys the rules of tiles.
static const char *bad_view(TileVerifier *v, const TileType *view) {
    if (!view->nshape) return "has tiles without dimensions";
    if (view->nshape != view->sub->nshape) return "has tiles of another rank than its tensor";
    const char *bad = bad_tile(view->sub->sub, view->shape, view->nshape);
    if (bad) return bad;
    if (view->padding > 1 && tile_type_row[view->sub->sub->kind].class != TILE_CLASS_FLOAT) {
        return "has a padding that only floating-point elements can have";
    }
    if (view->kind == TILE_T_GATHER_VIEW) {
        return view->sparse < view->nshape ? NULL : "has a sparse dimension that its tensor lacks";
    }
    if (view->kind == TILE_T_STRIDED_VIEW) {
        if (view->nstride != view->nshape) return "has another number of steps than dimensions";
        for (uint32_t i = 0; i < view->nstride; i++) {
            if (view->stride[i] <= 0) return "has a step that is not positive";
        }
    }
    return bad_map(v, view);
}

// A type is checked, and complained of, once.
bool tv_type(TileVerifier *v, uint64_t at, const char *what, const TileType *type) {
    uintptr_t known = (uintptr_t)map_get(&v->seen, (uintptr_t)type);
    if (known) return known == 1;
    const char *bad = NULL;
    bool inside = !type->sub || tv_type(v, at, what, type->sub);
    if (type->kind == TILE_T_TILE)
        bad = bad_tile(type->sub, type->shape, type->nshape);
    else if (type->kind == TILE_T_TENSOR_VIEW)
        bad = bad_tensor(type);
    else if (tile_is_view(type))
        bad = inside ? bad_view(v, type) : NULL;
    if (bad) tv_fail_at(v, at, what, "has a type %s, which %s", tv_type_text(v, type), bad);
    bool good = inside && !bad;
    map_put(&v->seen, (uintptr_t)type, (void *)(uintptr_t)(good ? 1 : 2));
    return good;
}
