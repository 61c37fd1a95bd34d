// SPDX-License-Identifier: Apache-2.0
// Views, loads and stores, atomics, prints. What a view's bounds leave out is not accessed: loads
// give the view's padding (zero without one), stores do nothing.
#include "tile/eval/eval_int.h"

#include <math.h>
#include <stdio.h>

uint32_t tile_size_of(TileTypeKind kind) {
    return (te_width(kind) + 7) / 8;
}

static bool bad_address(Eval *e, const TileOp *accessor, const char *what, uint64_t address) {
    if (!e->failed) e->fault->address = address;
    return te_fail(e, accessor, TILE_BAD_ADDRESS,
                   "%s address 0x%llx, which is no memory of the kernel's", what,
                   (unsigned long long)address);
}

// Whether other blocks may access the place meanwhile.
static bool is_strong(const TileOp *op) {
    const TileAttr *order = tile_attr(op, "memory_ordering_semantics");
    return order && order->bits; // 0: weak
}

// Memory is little-endian, and the words are zero above the element.
static bool load_as(Eval *e, const TileOp *accessor, uint64_t address, TileTypeKind kind,
                    bool atomic, uint64_t *bits) {
    const TileMemory *memory = &e->launch->memory;
    TileAccess access = {accessor, address, tile_size_of(kind), atomic, e->step};
    *bits = 0;
    e->polls += atomic || is_strong(accessor);
    return memory->load(memory->data, &access, bits) ||
           bad_address(e, accessor, "loads from", address);
}

static bool load(Eval *e, const TileOp *accessor, uint64_t address, TileTypeKind kind,
                 uint64_t *bits) {
    return load_as(e, accessor, address, kind, false, bits);
}

// As load; the caller's memory says whether the place exists.
static bool store_as(Eval *e, const TileOp *accessor, uint64_t address, TileTypeKind kind,
                     bool atomic, uint64_t bits) {
    const TileMemory *memory = &e->launch->memory;
    TileAccess access = {accessor, address, tile_size_of(kind), atomic, e->step};
    return memory->store(memory->data, &access, &bits) ||
           bad_address(e, accessor, "stores to", address);
}

static bool store(Eval *e, const TileOp *accessor, uint64_t address, TileTypeKind kind,
                  uint64_t bits) {
    e->changes++;
    return store_as(e, accessor, address, kind, false, bits);
}

// The second half of an atomic operation.
static bool replace(Eval *e, const TileOp *accessor, uint64_t address, TileTypeKind kind,
                    uint64_t old, uint64_t bits) {
    e->changes += bits != old;
    return store_as(e, accessor, address, kind, true, bits);
}

// ---- pointers ----------------------------------------------------------------------------------

// Where the mask is off nothing is accessed: the padding, or zero, is the element.
bool te_do_load_ptr(Eval *e, const TileOp *loading) {
    te_begin_step(e, loading);
    const uint64_t *at = te_operand(e, loading, 0), *mask = te_slot(e, loading, "mask"),
                   *padding = te_slot(e, loading, "paddingValue");
    uint64_t *to = te_result(e, loading, 0), n = tile_count(loading->result[0]->type);
    TileTypeKind kind = tile_element(loading->result[0]->type);
    for (uint64_t i = 0; i < n; i++) {
        if (mask && !(mask[i] & 1))
            to[i] = padding ? padding[i] : 0;
        else if (!load(e, loading, at[i], kind, &to[i]))
            return false;
    }
    return true;
}

// In the order of elements: of several that go to one place the last one stays.
bool te_do_store_ptr(Eval *e, const TileOp *storing) {
    te_begin_step(e, storing);
    const uint64_t *at = te_operand(e, storing, 0), *x = te_operand(e, storing, 1),
                   *mask = te_slot(e, storing, "mask");
    TileTypeKind kind = tile_element(storing->operand[1]->type);
    for (uint64_t i = 0, n = tile_count(storing->operand[1]->type); i < n; i++) {
        if ((!mask || mask[i] & 1) && !store(e, storing, at[i], kind, x[i])) return false;
    }
    return true;
}

// What an atomic writes for what was there and the operand.
static uint64_t combine(uint64_t mode, TileTypeKind kind, uint64_t old, uint64_t x) {
    uint32_t bits = tile_bits(kind);
    int64_t a = te_signed(old, bits), b = te_signed(x, bits);
    switch (mode) { // TILE_E_ATOMIC
    case 0: return old & x;
    case 1: return old | x;
    case 2: return old ^ x;
    case 3: return (old + x) & te_mask(bits);
    case 4:
        return (uint64_t)apf_to_bits(
            apf_add(te_float(kind, old), te_float(kind, x), APF_RNE, NULL));
    case 5: return a > b ? old : x;
    case 6: return a < b ? old : x;
    case 7: return old > x ? old : x;
    case 8: return old < x ? old : x;
    default: return x;
    }
}

// Elements one after the other, so that equal addresses see each other's results.
bool te_do_atomic_rmw(Eval *e, const TileOp *exchange) {
    te_begin_step(e, exchange);
    const uint64_t *at = te_operand(e, exchange, 0), *x = te_operand(e, exchange, 1),
                   *mask = te_slot(e, exchange, "mask");
    uint64_t *to = te_result(e, exchange, 0), mode = tile_attr(exchange, "mode")->bits;
    TileTypeKind kind = tile_element(exchange->result[0]->type);
    for (uint64_t i = 0, n = tile_count(exchange->result[0]->type); i < n; i++) {
        to[i] = 0;
        if (mask && !(mask[i] & 1)) continue;
        if (!load_as(e, exchange, at[i], kind, true, &to[i]) ||
            !replace(e, exchange, at[i], kind, to[i], combine(mode, kind, to[i], x[i])))
            return false;
    }
    return true;
}

// Compared are bits, of floating-point numbers, too. Where the mask is off the result is what was
// expected.
bool te_do_atomic_cas(Eval *e, const TileOp *exchange) {
    te_begin_step(e, exchange);
    const uint64_t *at = te_operand(e, exchange, 0), *expected = te_operand(e, exchange, 1),
                   *x = te_operand(e, exchange, 2), *mask = te_slot(e, exchange, "mask");
    uint64_t *to = te_result(e, exchange, 0);
    TileTypeKind kind = tile_element(exchange->result[0]->type);
    for (uint64_t i = 0, n = tile_count(exchange->result[0]->type); i < n; i++) {
        to[i] = expected[i];
        if (mask && !(mask[i] & 1)) continue;
        if (!load_as(e, exchange, at[i], kind, true, &to[i])) return false;
        if (to[i] == expected[i] && !replace(e, exchange, at[i], kind, to[i], x[i])) return false;
    }
    return true;
}

// Memory is the block's own.
bool te_do_alloca(Eval *e, const TileOp *allocation) {
    const TileMemory *memory = &e->launch->memory;
    uint32_t size = tile_size_of((TileTypeKind)allocation->result[0]->type->sub->sub->kind);
    uint64_t at = memory->allocate(memory->data, tile_attr(allocation, "num_elem")->bits * size);
    *te_result(e, allocation, 0) = at;
    return at || te_fail(e, allocation, TILE_NO_MEMORY, "gets no memory");
}

// ---- views -------------------------------------------------------------------------------------

// Sizes and strides that the type leaves open are operands, sizes first.
bool te_do_tensor_view(Eval *e, const TileOp *making) {
    const TileType *type = making->result[0]->type;
    uint64_t *view = te_result(e, making, 0);
    uint32_t next = 1; // operand: sizes, then strides
    view[0] = *te_operand(e, making, 0);
    for (uint32_t i = 0; i < 2 * type->nshape; i++) {
        int64_t given = i < type->nshape ? type->shape[i] : type->stride[i - type->nshape];
        if (given == TILE_DYNAMIC) {
            uint32_t bits = tile_bits(tile_element(making->operand[next]->type));
            given = te_signed(*te_operand(e, making, next), bits);
            next++;
        }
        view[1 + i] = (uint64_t)given;
    }
    return true;
}

// The other views differ from their tensor by type only.
bool te_do_view(Eval *e, const TileOp *making) {
    uint64_t n = te_nwords(making->result[0]->type);
    memcpy(te_result(e, making, 0), te_operand(e, making, 0), n * 8);
    return true;
}

// Sizes, cut to the width of the results.
bool te_do_tensor_shape(Eval *e, const TileOp *question) {
    const uint64_t *view = te_operand(e, question, 0);
    for (uint32_t i = 0; i < question->nresult; i++) {
        *te_result(e, question, i) =
            view[1 + i] & te_mask(tile_bits(tile_element(question->result[i]->type)));
    }
    return true;
}

// The dimension of the tensor that dimension d of the tiles is.
static uint32_t tensor_dim(const TileType *view, uint32_t d) {
    return view->nmap ? (uint32_t)view->map[d] : d;
}

// How far the tiles of neighbouring indices are apart. Those of a gather_scatter_view count
// elements, in its other dimensions, too.
static int64_t tile_step(const TileType *view, uint32_t d) {
    if (view->kind == TILE_T_GATHER_VIEW) return 1;
    return view->kind == TILE_T_STRIDED_VIEW ? view->stride[d] : view->shape[d];
}

// How many tiles there are along each dimension, the last one perhaps cut.
bool te_do_index_shape(Eval *e, const TileOp *question) {
    const TileType *view = question->operand[0]->type;
    for (uint32_t d = 0; d < question->nresult; d++) {
        uint64_t size = te_operand(e, question, 0)[1 + tensor_dim(view, d)];
        uint64_t step = (uint64_t)tile_step(view, d);
        *te_result(e, question, d) = (size + step - 1) / step;
    }
    return true;
}

// Whether it breaks the operation's promise about that dimension.
static void note_outside(Eval *e, const TileOp *accessor, uint32_t dim, int64_t place,
                         int64_t size) {
    const TileMemory *memory = &e->launch->memory;
    if (!memory->outside) return;
    const TileAttr *inbounds = tile_attr(accessor, "inbounds");
    if (inbounds && dim < inbounds->n && inbounds->number[dim])
        memory->outside(memory->data, accessor, dim, place, size);
}

// The place in the tensor of an element of a tile; false: outside of the tensor.
static bool find_element(Eval *e, const TileOp *user, const TileType *view, const uint64_t *words,
                         const uint64_t *at, uint64_t *address) {
    const TileType *tensor = view->sub;
    uint32_t n, rank = tensor->nshape;
    TileValue **index =
        tile_operands(user, (uint32_t)tile_slot_find(tile_row(user)->operand, "index", 5), &n);
    uint64_t offset = 0;
    bool inside = true;
    for (uint32_t d = 0; d < view->nshape; d++) {
        uint32_t to = tensor_dim(view, d), bits = tile_bits(tile_element(index[d]->type));
        bool gather = view->kind == TILE_T_GATHER_VIEW && d == view->sparse;
        int64_t i = te_signed(te_words(e, index[d])[gather ? at[d] : 0], bits);
        uint64_t along = (uint64_t)i * (uint64_t)tile_step(view, d) + at[d]; // may wrap: outside
        int64_t place = gather ? i : (int64_t)along;
        int64_t size = (int64_t)words[1 + to];
        bool within = place >= 0 && place < size;
        if (!within) note_outside(e, user, d, place, size);
        inside &= within;
        offset += (uint64_t)place * words[1 + rank + to];
    }
    *address = words[0] + offset * tile_size_of((TileTypeKind)tensor->sub->kind);
    return inside;
}

// What a load gives for places outside of the tensor.
static uint64_t padding_bits(const TileType *view, TileTypeKind kind) {
    switch (view->padding) { // 1 + TILE_E_PADDING
    case 2: return te_from_double(kind, -0.0);
    case 3: return te_from_double(kind, NAN);
    case 4: return te_from_double(kind, INFINITY);
    case 5: return te_from_double(kind, -INFINITY);
    default: return 0;
    }
}

typedef bool AccessFn(Eval *e, const TileOp *op, uint64_t address, TileTypeKind kind,
                      uint64_t *word);

// All elements of a tile; those outside of the tensor become `outside` where that is asked for.
static bool access_view(Eval *e, const TileOp *user, AccessFn *access, uint64_t *words, bool pad) {
    int slot = tile_slot_find(tile_row(user)->operand, "view", 4);
    uint32_t n;
    const TileValue *value = tile_operands(user, (uint32_t)slot, &n)[0];
    const TileType *view = value->type;
    TileTypeKind kind = (TileTypeKind)view->sub->sub->kind;
    uint64_t count = 1, outside = padding_bits(view, kind), address;
    for (uint32_t d = 0; d < view->nshape; d++) count *= (uint64_t)view->shape[d];
    ArenaMark mark = arena_mark(e->arena);
    uint64_t *at = arena_array(e->arena, uint64_t, view->nshape);
    te_begin_step(e, user);
    for (uint64_t i = 0; i < count; i++) {
        bool inside = find_element(e, user, view, te_words(e, value), at, &address);
        if (inside && !access(e, user, address, kind, &words[i])) return false;
        if (!inside && pad) words[i] = outside;
        for (uint32_t d = view->nshape; d > 0 && ++at[d - 1] == (uint64_t)view->shape[d - 1]; d--)
            at[d - 1] = 0;
    }
    arena_reset(e->arena, mark);
    return true;
}

static bool load_word(Eval *e, const TileOp *accessor, uint64_t address, TileTypeKind kind,
                      uint64_t *word) {
    return load(e, accessor, address, kind, word);
}

static bool store_word(Eval *e, const TileOp *accessor, uint64_t address, TileTypeKind kind,
                       uint64_t *word) {
    return store(e, accessor, address, kind, *word);
}

// An atomic whose result nobody takes.
static bool reduce_word(Eval *e, const TileOp *accessor, uint64_t address, TileTypeKind kind,
                        uint64_t *word) {
    uint64_t old;
    uint64_t mode = tile_attr(accessor, "mode")->bits;
    return load_as(e, accessor, address, kind, true, &old) &&
           replace(e, accessor, address, kind, old, combine(mode, kind, old, *word));
}

bool te_do_load_view(Eval *e, const TileOp *user) {
    return access_view(e, user, load_word, te_result(e, user, 0), true);
}

bool te_do_store_view(Eval *e, const TileOp *user) {
    return access_view(e, user, store_word, te_operand(e, user, 0), false);
}

// Elements outside of the tensor are dropped, as stores do it.
bool te_do_red_view(Eval *e, const TileOp *user) {
    int slot = tile_slot_find(tile_row(user)->operand, "value", 5);
    uint32_t n;
    return access_view(e, user, reduce_word,
                       te_words(e, tile_operands(user, (uint32_t)slot, &n)[0]), false);
}

// ---- print -------------------------------------------------------------------------------------

// The flags, width and precision of a conversion (as C's) with another end.
static void host_format(const char *format, const char *end, char *to, size_t n) {
    const char *from = format + strspn(format, "%");
    size_t flags = strspn(from, "-+ 0#"), width = strspn(from + flags, "0123456789"), point = 0;
    if (from[flags + width] == '.') point = 1 + strspn(from + flags + width + 1, "0123456789");
    // a width of more than three digits is nobody's
    snprintf(to, n, "%%%.*s%.*s%.*s%s", (int)CU_MIN(flags, 5u), from, (int)CU_MIN(width, 3u),
             from + flags, (int)CU_MIN(point, 4u), from + flags + width, end);
}

// A conversion that does not fit the element's type gives way to one that does.
static void print_element(Buf *out, TileTypeKind kind, uint64_t bits, const char *format) {
    char conversion = format[strlen(format) - 1], host[32], text[1200], end[4] = {conversion, 0};
    if (kind == TILE_T_PTR) {
        buf_printf(out, "0x%llx", (unsigned long long)bits);
        return;
    }
    if (tile_type_row[kind].class == TILE_CLASS_FLOAT) {
        if (!strchr("eEfFgGaA", conversion)) *end = 'f';
        host_format(format, end, host, sizeof host);
        snprintf(text, sizeof text, host, te_double(kind, bits));
    } else {
        // a truth is 0 or 1
        bool plain = strchr("uxXo", conversion) || kind == TILE_T_I1;
        int64_t value = plain ? (int64_t)bits : te_signed(bits, tile_bits(kind));
        snprintf(end, sizeof end, "ll%c", strchr("uxXo", conversion) ? conversion : 'd');
        host_format(format, end, host, sizeof host);
        snprintf(text, sizeof text, host, (long long)value);
    }
    buf_puts(out, text);
}

// A tile as nested lists, without dimensions as its element.
static void print_tile(Eval *e, Buf *out, const TileValue *printed, const char *format) {
    const TileType *type = printed->type;
    uint64_t n = tile_count(type);
    for (uint64_t i = 0; i < n; i++) {
        uint64_t size = 1;
        uint32_t opens = 0, closes = 0;
        for (uint32_t d = type->nshape; d > 0; d--) {
            size *= (uint64_t)type->shape[d - 1];
            opens += i % size == 0;
            closes += (i + 1) % size == 0;
        }
        if (i) buf_puts(out, ", ");
        while (opens--) buf_putc(out, '[');
        print_element(out, tile_element(type), te_words(e, printed)[i], format);
        while (closes--) buf_putc(out, ']');
    }
}

// Each conversion takes the next operand, %% none.
bool te_do_print(Eval *e, const TileOp *printing) {
    const TileAttr *attr = tile_attr(printing, "str");
    const char *s = atom_str(e->ctx, attr->text), *end = s + atom_len(e->ctx, attr->text);
    ArenaMark mark = arena_mark(e->arena);
    uint32_t next = 0, n;
    TileValue **arg = tile_operands(printing, 0, &n);
    Buf out;
    buf_init(&out, e->arena);
    te_begin_step(e, printing);
    for (; s < end; s++) {
        const char *begin = s;
        if (*s != '%') {
            buf_putc(&out, *s);
            continue;
        }
        for (s++; s < end && !strchr("diuoxXeEfFgGaAcsSpn%", *s);) s++;
        if (s == begin + 1 && *s == '%')
            buf_putc(&out, '%');
        else if (s < end && next < n)
            print_tile(e, &out, arg[next++],
                       arena_strndup(e->arena, begin, (size_t)(s + 1 - begin)));
    }
    const TileMemory *memory = &e->launch->memory;
    memory->print(memory->data, out.at, out.n);
    arena_reset(e->arena, mark);
    return true;
}
