// SPDX-License-Identifier: Apache-2.0
// Types: one object for each, their questions, their text.
#include "tile/ir/ir.h"

#include <stdio.h>

static uint64_t hash_list(uint64_t h, const void *at, uint32_t n, size_t elem) {
    return hash_mix(n ? hash_bytes(at, n * elem, h) : h, n);
}

// Types inside are interned already: their addresses are their contents.
static uint64_t hash_type(const TileType *t) {
    uint64_t h =
        hash_mix(t->kind, (uint64_t)t->padding << 40 | (uint64_t)t->pointer << 32 | t->sparse);
    h = hash_mix(h, (uintptr_t)t->sub);
    h = hash_list(h, t->shape, t->nshape, sizeof(int64_t));
    h = hash_list(h, t->stride, t->nstride, sizeof(int64_t));
    h = hash_list(h, t->map, t->nmap, sizeof(int64_t));
    h = hash_list(h, t->in, t->nin, sizeof(void *));
    return hash_list(h, t->out, t->nout, sizeof(void *));
}

static bool same_list(const void *a, uint32_t na, const void *b, uint32_t nb, size_t elem) {
    return na == nb && (na == 0 || memcmp(a, b, na * elem) == 0);
}

static bool same_type(const void *key, const void *item) {
    const TileType *a = key, *b = item;
    return a->kind == b->kind && a->padding == b->padding && a->pointer == b->pointer &&
           a->sparse == b->sparse && a->sub == b->sub &&
           same_list(a->shape, a->nshape, b->shape, b->nshape, sizeof(int64_t)) &&
           same_list(a->stride, a->nstride, b->stride, b->nstride, sizeof(int64_t)) &&
           same_list(a->map, a->nmap, b->map, b->nmap, sizeof(int64_t)) &&
           same_list(a->in, a->nin, b->in, b->nin, sizeof(void *)) &&
           same_list(a->out, a->nout, b->out, b->nout, sizeof(void *));
}

// Readers build types from scratch memory; what is kept is a copy in the module's.
static void *copy_list(TileModule *module, const void *at, uint32_t n, size_t elem) {
    return n ? arena_copy(&module->arena, at, n * elem, 8) : NULL;
}

const TileType *tile_type(TileModule *module, const TileType *wanted) {
    uint64_t hash = hash_type(wanted);
    TileType *found = cons_find(&module->types, hash, same_type, wanted);
    if (found) return found;
    found = arena_copy(&module->arena, wanted, sizeof *wanted, _Alignof(TileType));
    found->shape = copy_list(module, wanted->shape, wanted->nshape, sizeof(int64_t));
    found->stride = copy_list(module, wanted->stride, wanted->nstride, sizeof(int64_t));
    found->map = copy_list(module, wanted->map, wanted->nmap, sizeof(int64_t));
    found->in = copy_list(module, wanted->in, wanted->nin, sizeof(void *));
    found->out = copy_list(module, wanted->out, wanted->nout, sizeof(void *));
    cons_add(&module->types, hash, found);
    return found;
}

const TileType *tile_number_type(TileModule *module, TileTypeKind kind) {
    return tile_type(module, &(TileType){.kind = (uint8_t)kind});
}

const TileType *tile_tile_type(TileModule *module, const TileType *element, const int64_t *shape,
                               uint32_t n) {
    return tile_type(module,
                     &(TileType){.kind = TILE_T_TILE, .sub = element, .shape = shape, .nshape = n});
}

bool tile_is_tile(const TileType *type) {
    return type->kind == TILE_T_TILE;
}

bool tile_is_view(const TileType *type) {
    return is_any_of(type->kind, TILE_T_PARTITION_VIEW, TILE_T_STRIDED_VIEW, TILE_T_GATHER_VIEW);
}

TileTypeKind tile_element(const TileType *type) {
    return (TileTypeKind)(tile_is_tile(type) ? type->sub->kind : type->kind);
}

// Dimensions that are open, or a product that overflows, must not wrap to a small number.
uint64_t tile_count(const TileType *type) {
    uint64_t n = 1;
    for (uint32_t i = 0; i < type->nshape; i++) {
        if (__builtin_mul_overflow(n, (uint64_t)type->shape[i], &n)) return UINT64_MAX;
    }
    return n;
}

uint32_t tile_bits(TileTypeKind kind) {
    return tile_type_row[kind].bits;
}

// ---- text --------------------------------------------------------------------------------------

// Between brackets, `?` for what is not known.
static void print_sizes(const int64_t *at, uint32_t n, const char *between, Buf *out) {
    for (uint32_t i = 0; i < n; i++) {
        if (i) buf_puts(out, between);
        if (at[i] == TILE_DYNAMIC)
            buf_putc(out, '?');
        else
            buf_i64(out, at[i]);
    }
}

static void print_word(TileEnum which, uint64_t number, Buf *out) {
    uint32_t n = 0;
    const char *word = tile_enum_word(which, number, &n);
    if (word) buf_write(out, word, n);
}

static void print_shaped(Ctx *ctx, const TileType *shaped, Buf *out) {
    print_sizes(shaped->shape, shaped->nshape, "x", out);
    if (shaped->nshape) buf_putc(out, 'x');
    tile_type_print(ctx, shaped->sub, out);
}

static void print_view(Ctx *ctx, const TileType *view, Buf *out) {
    buf_puts(out, "tile=(");
    print_sizes(view->shape, view->nshape, "x", out);
    buf_puts(out, "), ");
    if (view->kind == TILE_T_STRIDED_VIEW) {
        buf_puts(out, "traversal_strides=[");
        print_sizes(view->stride, view->nstride, ",", out);
        buf_puts(out, "], ");
    }
    if (view->padding) {
        buf_puts(out, "padding_value = ");
        print_word(TILE_E_PADDING, view->padding - 1u, out);
        buf_puts(out, ", ");
    }
    tile_type_print(ctx, view->sub, out);
    if (view->kind == TILE_T_GATHER_VIEW)
        buf_printf(out, ", sparse_dim=%llu", (unsigned long long)view->sparse);
    bool plain = true;
    for (uint32_t i = 0; i < view->nmap; i++) plain &= view->map[i] == (int64_t)i;
    if (plain) return;
    buf_puts(out, ", dim_map=[");
    print_sizes(view->map, view->nmap, ", ", out);
    buf_putc(out, ']');
}

// Only tables of bytecode have them; texts spell a function's type with its arguments.
static void print_function(Ctx *ctx, const TileType *function, Buf *out) {
    for (int side = 0; side < 2; side++) {
        const TileType **at = side ? function->out : function->in;
        uint32_t n = side ? function->nout : function->nin;
        buf_puts(out, side ? " -> (" : "(");
        for (uint32_t i = 0; i < n; i++) {
            if (i) buf_puts(out, ", ");
            tile_type_print(ctx, at[i], out);
        }
        buf_putc(out, ')');
    }
}

void tile_type_print(Ctx *ctx, const TileType *printed, Buf *out) {
    if (printed->kind == TILE_T_FUNCTION) {
        print_function(ctx, printed, out);
        return;
    }
    buf_puts(out, tile_type_row[printed->kind].name);
    if (!printed->sub) return;
    buf_putc(out, '<');
    if (printed->kind == TILE_T_PTR) {
        tile_type_print(ctx, printed->sub, out);
        if (printed->pointer) {
            buf_puts(out, ", <");
            print_word(TILE_E_POINTER, printed->pointer - 1u, out);
            buf_putc(out, '>');
        }
    } else if (tile_is_view(printed)) {
        print_view(ctx, printed, out);
    } else {
        print_shaped(ctx, printed, out);
    }
    if (printed->kind == TILE_T_TENSOR_VIEW && printed->nshape) {
        buf_puts(out, ", strides=[");
        print_sizes(printed->stride, printed->nstride, ",", out);
        buf_putc(out, ']');
    }
    if (printed->kind == TILE_T_TENSOR_VIEW && printed->pointer) {
        buf_puts(out, ", #cuda_tile.ptr_attr<");
        print_word(TILE_E_POINTER, printed->pointer - 1u, out);
        buf_putc(out, '>');
    }
    buf_putc(out, '>');
}
