// SPDX-License-Identifier: Apache-2.0
// Rules of views, loads, stores, atomics and prints.
#include "tile/verify/verify_int.h"

enum { WEAK, RELAXED, ACQUIRE, RELEASE, ACQ_REL }; // TILE_E_SEMANTICS
enum { SCOPE_SYS = 2 };
enum { MODE_ADDF = 4, MODE_XCHG = 9 };

// ---- order -------------------------------------------------------------------------------------

// A weak access has no scope, every other one must have it.
static bool check_order(TileVerifier *v, const TileOp *access, uint32_t allowed) {
    const TileAttr *order = tile_attr(access, "memory_ordering_semantics"),
                   *scope = tile_attr(access, "memory_scope");
    uint32_t n = 0;
    const char *word = tile_enum_word(TILE_E_SEMANTICS, order->bits, &n);
    if (!(allowed >> order->bits & 1)) return tv_fail(v, access, "cannot be '%.*s'", (int)n, word);
    if (order->bits == WEAK) return !scope || tv_fail(v, access, "is 'weak' and has a scope");
    return scope || tv_fail(v, access, "is '%.*s' and has no scope", (int)n, word);
}

bool tv_rule_load_order(TileVerifier *v, const TileOp *access) {
    return check_order(v, access, 1 << WEAK | 1 << RELAXED | 1 << ACQUIRE);
}

bool tv_rule_store_order(TileVerifier *v, const TileOp *access) {
    return check_order(v, access, 1 << WEAK | 1 << RELAXED | 1 << RELEASE);
}

bool tv_rule_atomic_order(TileVerifier *v, const TileOp *access) {
    return check_order(v, access, 1 << RELAXED | 1 << ACQUIRE | 1 << RELEASE | 1 << ACQ_REL);
}

// By architecture; what they hint at is the compiler's matter.
bool tv_rule_hints(TileVerifier *v, const TileOp *access) {
    const TileAttr *hints = tile_attr(access, "optimization_hints");
    for (uint32_t i = 0; hints && i < hints->n; i++) {
        if (hints->named[i].value->kind != TILE_A_DICTIONARY)
            return tv_fail(v, access, "has hints for '%s' that are no dictionary",
                           atom_str(v->ctx, hints->named[i].name));
    }
    return true;
}

// ---- pointers ----------------------------------------------------------------------------------

static const TileType *value_type(const TileOp *op) { // of what is loaded, stored, exchanged
    return op->code == TILE_O_STORE_PTR ? tv_operand(op, 1) : op->result[0]->type;
}

// Pointers are typed, and accesses must not change the type.
bool tv_rule_pointee(TileVerifier *v, const TileOp *access) {
    const TileType *pointee = tv_operand(access, 0)->sub->sub, *element = value_type(access)->sub;
    if (pointee == element) return true;
    const char *accessed = tv_type_text(v, element);
    return tv_fail(v, access, "accesses %s through a pointer to %s", accessed,
                   tv_type_text(v, pointee));
}

bool tv_rule_cas_width(TileVerifier *v, const TileOp *exchange) {
    uint32_t bits = tile_bits(tile_element(exchange->result[0]->type));
    return is_any_of(bits, 32, 64) || tv_fail(v, exchange, "exchanges 32 or 64 bits, not %u", bits);
}

// Integers take all modes but addf, floats addf; an exchange any 32 or 64 bits.
bool tv_rule_atomic_mode(TileVerifier *v, const TileOp *exchange) {
    const TileType *type =
        exchange->code == TILE_O_ATOMIC_RMW ? tv_operand(exchange, 1) : tv_operand(exchange, 2);
    TileTypeKind kind = tile_element(type);
    uint64_t mode = tv_bits(exchange, "mode");
    uint32_t n = 0, bits = tile_bits(kind);
    const char *word = tile_enum_word(TILE_E_ATOMIC, mode, &n);
    bool whole = is_any_of(kind, TILE_T_I32, TILE_T_I64);
    bool fits = mode == MODE_XCHG   ? is_any_of(bits, 32, 64)
                : mode == MODE_ADDF ? TILE_SET_BASE >> kind & 1
                                    : whole;
    return fits ||
           tv_fail(v, exchange, "cannot do '%.*s' in %s", (int)n, word, tile_type_row[kind].name);
}

// At least the natural alignment.
bool tv_rule_alloca(TileVerifier *v, const TileOp *allocation) {
    uint64_t alignment = tv_bits(allocation, "alignment");
    uint32_t size = (tile_bits((TileTypeKind)allocation->result[0]->type->sub->sub->kind) + 7) / 8;
    if ((int64_t)tv_bits(allocation, "num_elem") < 0)
        return tv_fail(v, allocation, "has a negative number of elements");
    if (!alignment || alignment & (alignment - 1))
        return tv_fail(v, allocation, "is aligned to %llu, which is no power of two",
                       (unsigned long long)alignment);
    return alignment >= size ||
           tv_fail(v, allocation, "is aligned to %llu, its elements have %u bytes",
                   (unsigned long long)alignment, size);
}

bool tv_rule_join_tokens(TileVerifier *v, const TileOp *join) {
    return join->noperand >= 2 ||
           tv_fail(v, join, "joins %u tokens; it joins at least two", join->noperand);
}

// ---- views -------------------------------------------------------------------------------------

bool tv_rule_view_shape(TileVerifier *v, const TileOp *question) {
    uint32_t rank = tv_operand(question, 0)->nshape;
    return question->nresult == rank ||
           tv_fail(v, question, "gives %u values, not %u", rank, question->nresult);
}

bool tv_rule_make_view(TileVerifier *v, const TileOp *making) {
    const TileType *tensor = tv_operand(making, 0), *of = making->result[0]->type->sub;
    if (tensor == of) return true;
    const char *viewed = tv_type_text(v, tensor);
    return tv_fail(v, making, "makes a view of %s, whose type says %s", viewed,
                   tv_type_text(v, of));
}

// How many operands a list of sizes takes.
static uint32_t count_open(const int64_t *at, uint32_t n) {
    uint32_t open = 0;
    for (uint32_t i = 0; i < n; i++) open += at[i] == TILE_DYNAMIC;
    return open;
}

bool tv_rule_tensor_view(TileVerifier *v, const TileOp *making) {
    const TileType *type = making->result[0]->type, *pointer = tv_operand(making, 0)->sub,
                   *size = NULL;
    if (pointer->sub != type->sub) {
        const char *viewed = tv_type_text(v, type->sub);
        return tv_fail(v, making, "makes a view of %s from a pointer to %s", viewed,
                       tv_type_text(v, pointer->sub));
    }
    if (pointer->pointer != type->pointer)
        return tv_fail(v, making, "has a pointer with another attribute than its view");
    uint32_t sizes = count_open(type->shape, type->nshape),
             strides = count_open(type->stride, type->nstride);
    if (making->group[1] != sizes)
        return tv_fail(v, making, "has %u sizes for %u that are not known", making->group[1],
                       sizes);
    if (making->group[2] != strides)
        return tv_fail(v, making, "has %u strides for %u that are not known", making->group[2],
                       strides);
    for (uint32_t i = 1; i < making->noperand; i++) {
        if (!size) size = making->operand[i]->type;
        if (making->operand[i]->type != size)
            return tv_fail(v, making, "has sizes and strides of several types");
    }
    return true;
}

// Of a gather_scatter_view the index of its sparse dimension is a row of them.
static bool check_indices(TileVerifier *v, const TileOp *access, const TileType *view,
                          TileValue *const *index, uint32_t n) {
    const TileType *scalar = NULL;
    for (uint32_t i = 0; i < n; i++) {
        const TileType *type = index[i]->type;
        if (view->kind == TILE_T_GATHER_VIEW && i == view->sparse) {
            bool row = type->nshape == 1 && type->shape[0] == view->shape[i];
            if (!row)
                return tv_fail(v, access, "has %s as index %u, which is a row of %lld",
                               tv_type_text(v, type), i, (long long)view->shape[i]);
            continue;
        }
        if (type->nshape)
            return tv_fail(v, access, "has %s as index %u, which has no dimensions",
                           tv_type_text(v, type), i);
        if (!scalar) scalar = type;
        if (type != scalar) return tv_fail(v, access, "has indices of several types");
    }
    return true;
}

static const TileType *named_operand(const TileOp *op, const char *name) {
    int slot = tile_slot_find(tile_row(op)->operand, name, strlen(name));
    return slot < 0 ? NULL : tv_operand(op, (uint32_t)slot);
}

// The tile has the view's shape and element, and there is an index for each dimension.
bool tv_rule_view_access(TileVerifier *v, const TileOp *access) {
    const TileType *view = named_operand(access, "view"), *tile = named_operand(access, "tile");
    if (!tile) tile = named_operand(access, "value");
    if (!tile) tile = access->result[0]->type;
    uint32_t n;
    TileValue **index =
        tile_operands(access, (uint32_t)tile_slot_find(tile_row(access)->operand, "index", 5), &n);
    if (n != view->nshape)
        return tv_fail(v, access, "has %u indices for %u dimensions of its view", n, view->nshape);
    if (tile->sub != view->sub->sub || !tv_same_shape(tile, view)) {
        const char *accessed = tv_type_text(v, tile);
        return tv_fail(v, access, "accesses %s through %s", accessed, tv_type_text(v, view));
    }
    const TileAttr *inbounds = tile_attr(access, "inbounds");
    if (inbounds && inbounds->n && inbounds->n != n)
        return tv_fail(v, access, "has %u 'inbounds' for %u indices", inbounds->n, n);
    return check_indices(v, access, view, index, n);
}

// Narrower than other atomics; 13.5 took away the limit on paddings.
bool tv_rule_red_view(TileVerifier *v, const TileOp *reduction) {
    const TileType *view = tv_operand(reduction, 0);
    if (view->kind == TILE_T_GATHER_VIEW)
        return tv_fail(v, reduction, "takes no gather_scatter_view");
    if (view->padding && v->module->version < TILE_VERSION(13, 5))
        return tv_fail(v, reduction, "takes no view with a padding");
    if (tv_bits(reduction, "mode") == MODE_XCHG) return tv_fail(v, reduction, "cannot do 'xchg'");
    if (tv_bits(reduction, "memory_ordering_semantics") != RELAXED)
        return tv_fail(v, reduction, "is 'relaxed'");
    return tv_bits(reduction, "memory_scope") != SCOPE_SYS ||
           tv_fail(v, reduction, "cannot have the scope 'sys'");
}

bool tv_rule_multicast(TileVerifier *v, const TileOp *access) {
    enum { MULTICAST = 2 };
    const TileType *view = tv_operand(access, 0);
    if (view->kind != TILE_T_PARTITION_VIEW) return tv_fail(v, access, "takes a partition_view");
    return view->sub->pointer == MULTICAST + 1 ||
           tv_fail(v, access, "takes a view of a multicast pointer");
}

// ---- print -------------------------------------------------------------------------------------

// As many conversions as values, whatever their kind.
bool tv_rule_print(TileVerifier *v, const TileOp *printing) {
    const TileAttr *attr = tile_attr(printing, "str");
    const char *s = atom_str(v->ctx, attr->text), *end = s + atom_len(v->ctx, attr->text);
    uint32_t n = 0;
    for (; s < end; s++) {
        if (*s != '%') continue;
        s++;
        while (s < end && !(*s && strchr("diuoxXeEfFgGaAcsSpn%", *s))) s++;
        if (s == end) return tv_fail(v, printing, "has a format that does not end");
        n += !(*s == '%' && s[-1] == '%');
    }
    return n == printing->group[0] ||
           tv_fail(v, printing, "has %u formats for %u values", n, printing->group[0]);
}
