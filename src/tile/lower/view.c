// SPDX-License-Identifier: Apache-2.0
// Views: what they are, and loads and stores of their tiles. A tile that lies within its tensor is
// moved in vectors and without questions; for those at the border there is a second way, which asks
// for each access.
#include "tile/lower/lower_int.h"

#include "ir/intrin_id.h"

// ---- views as values ---------------------------------------------------------------------------

static IrValue *as_i64(TileLower *lower, TileValue *narrow) {
    return ir_int_resize(&lower->b, tl_scalar(lower, narrow), lower->m->ty_i64, true);
}

// Sizes and strides that the type leaves open are operands, sizes first.
void tl_do_tensor_view(TileLower *lower, const TileOp *making) {
    const TileType *type = making->result[0]->type;
    TlView *view = arena_new(lower->arena, TlView);
    view->base = tl_scalar(lower, making->operand[0]);
    view->size = arena_array(lower->arena, IrValue *, type->nshape);
    view->stride = arena_array(lower->arena, IrValue *, type->nshape);
    uint32_t next = 1;
    for (uint32_t i = 0; i < 2 * type->nshape; i++) {
        bool size = i < type->nshape;
        uint32_t d = size ? i : i - type->nshape;
        int64_t given = size ? type->shape[d] : type->stride[d];
        IrValue *value =
            given == TILE_DYNAMIC ? as_i64(lower, making->operand[next++]) : tl_i64(lower, given);
        (size ? view->size : view->stride)[d] = value;
    }
    tl_value(lower, making->result[0])->view = view;
}

// The other views differ from their tensor by type only.
void tl_do_view(TileLower *lower, const TileOp *making) {
    tl_value(lower, making->result[0])->view = tl_value(lower, making->operand[0])->view;
}

void tl_do_tensor_shape(TileLower *lower, const TileOp *question) {
    const TlView *view = tl_value(lower, question->operand[0])->view;
    for (uint32_t d = 0; d < question->nresult; d++) {
        IrType *type = tl_type(lower, tile_element(question->result[d]->type));
        tl_set_scalar(lower, question->result[d],
                      ir_int_resize(&lower->b, view->size[d], type, false));
    }
}

// The dimension of the tensor that dimension d of the tiles is.
static uint32_t tensor_dim(const TileType *view, uint32_t d) {
    return view->nmap ? (uint32_t)view->map[d] : d;
}

static bool is_sparse(const TileType *view, uint32_t d) {
    return view->kind == TILE_T_GATHER_VIEW && d == view->sparse;
}

// How far the tiles of neighbouring indices are apart. Those of a gather_scatter_view count
// elements, in its other dimensions, too.
static int64_t tile_step(const TileType *view, uint32_t d) {
    if (view->kind == TILE_T_GATHER_VIEW) return 1;
    return view->kind == TILE_T_STRIDED_VIEW ? view->stride[d] : view->shape[d];
}

// How many tiles there are along each dimension, the last one perhaps cut.
void tl_do_index_shape(TileLower *lower, const TileOp *question) {
    const TileType *type = question->operand[0]->type;
    const TlView *view = tl_value(lower, question->operand[0])->view;
    for (uint32_t d = 0; d < question->nresult; d++) {
        int64_t step = tile_step(type, d);
        IrValue *n = ir_add(&lower->b, view->size[tensor_dim(type, d)], tl_i64(lower, step - 1));
        n = ir_udiv(&lower->b, n, tl_i64(lower, step));
        IrType *to = tl_type(lower, tile_element(question->result[d]->type));
        tl_set_scalar(lower, question->result[d], ir_int_resize(&lower->b, n, to, false));
    }
}

// ---- what is known before the code is made -----------------------------------------------------

static const TileValue *view_operand(const TileOp *op) {
    return tl_slot(op, "view", NULL);
}

// The operation that made the tensor of a view, or NULL.
static const TileOp *tensor_of(const TileValue *view) {
    while (view->op && view->op->code != TILE_O_MAKE_TENSOR_VIEW) {
        if (!view->op->noperand || tile_is_tile(view->op->operand[0]->type)) return NULL;
        view = view->op->operand[0];
    }
    return view->op;
}

// What divides size (or stride) d of a tensor.
static uint64_t divides(const TileOp *tensor, const TileType *tensor_type, bool stride,
                        uint32_t d) {
    int64_t given = stride ? tensor_type->stride[d] : tensor_type->shape[d];
    if (given != TILE_DYNAMIC) return given ? (uint64_t)given : 1ull << 32;
    if (!tensor) return 1;
    uint32_t next = 1;
    for (uint32_t i = 0; i < (stride ? tensor_type->nshape : 0) + d; i++) {
        given = i < tensor_type->nshape ? tensor_type->shape[i]
                                        : tensor_type->stride[i - tensor_type->nshape];
        next += given == TILE_DYNAMIC;
    }
    return tl_divisor(tensor->operand[next]);
}

// The dimension of the tiles along which elements lie side by side; -1: there is none.
static int contiguous_dim(const TileType *view) {
    int found = -1;
    for (uint32_t d = 0; d < view->nshape; d++) {
        if (view->sub->stride[tensor_dim(view, d)] != 1) continue;
        if (found < 0 || view->shape[d] > 1) found = (int)d;
    }
    return found;
}

// What divides the index along a dimension.
static uint64_t index_divisor(const TileOp *op, uint32_t dim) {
    uint32_t n, slot = (uint32_t)tile_slot_find(tile_row(op)->operand, "index", 5);
    return tl_divisor(tile_operands(op, slot, &n)[dim]);
}

// How many elements (log2) can be moved at once: up to 16 bytes that are aligned wherever the tile
// begins.
static uint32_t vector_bits(const TileOp *op) {
    const TileValue *value = view_operand(op);
    const TileType *view = value->type, *type = view->sub;
    const TileOp *tensor = tensor_of(value);
    int along = contiguous_dim(view);
    if (along < 0 || is_sparse(view, (uint32_t)along) || !tensor) return 0;
    uint32_t width = tl_width((TileTypeKind)type->sub->kind);
    uint32_t n = tl_log2(16 / width), all;
    tl_dim_bits(view, (uint32_t)along, &all);
    n = CU_MIN(n, all);
    uint64_t begins =
        (uint64_t)tile_step(view, (uint32_t)along) * index_divisor(op, (uint32_t)along);
    for (; n > 0; n--) {
        uint64_t unit = 1ull << n;
        bool ok = tl_divisor(tensor->operand[0]) % (unit * width) == 0 && begins % unit == 0;
        for (uint32_t d = 0; d < type->nshape; d++)
            ok &= d == tensor_dim(view, (uint32_t)along) ||
                  divides(tensor, type, true, d) % unit == 0;
        if (ok) break;
    }
    return n;
}

// Neighbouring threads get what lies side by side in memory.
static TlLayout view_layout(TileLower *lower, const TileOp *access) {
    const TileType *view = view_operand(access)->type;
    int along = contiguous_dim(view);
    int8_t order[TL_ELEMENT_BITS];
    uint32_t next = 0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t d = view->nshape; d-- > 0;) {
            bool first = along >= 0 ? (int)d == along : false;
            if (first != (pass == 0)) continue;
            uint32_t n, at = tl_dim_bits(view, d, &n);
            for (uint32_t i = 0; i < n; i++) order[next++] = (int8_t)(at + i);
        }
    }
    return tl_blocked(lower, next, order, vector_bits(access));
}

TlWeight tl_nat_view(TileLower *lower, const TileValue *result, TlLayout *out) {
    *out = view_layout(lower, result->op);
    return TL_LOADED;
}

// ---- accesses ----------------------------------------------------------------------------------

enum { MOST_DIMS = 16 };
typedef struct {
    TileLower *lower;
    const TileOp *op;
    const TileType *view;
    TileTypeKind kind;
    TlLayout layout;
    uint32_t vector;                            // registers of an access, log2
    bool whole;                                 // a vector is inside or outside as a whole
    IrValue *base;                              // of this thread's register 0
    IrValue *step[TL_ELEMENT_BITS];             // bytes that a bit of the register's number adds
    IrValue *first, *full;                      // conditions, NULL: always
    IrValue *at[MOST_DIMS];                     // the thread's place in the tile
    IrValue *begin[MOST_DIMS], *end[MOST_DIMS]; // places that are inside; NULL: all
    IrValue **sparse, **inside;                 // of each register: index, whether it is inside
    IrValue *sparse_stride;
    IrValue *asked[MOST_DIMS];    // the comparison made last ...
    uint64_t asked_at[MOST_DIMS]; // ... and for which place, plus one
    IrValue **address;            // of each vector
    IrValue *outside;
} Access;

static IrValue *clamp(TileLower *lower, IrValue *x, int64_t most) {
    x = IR_CALL(&lower->b, IR_I_smax, NULL, x, tl_i64(lower, 0));
    x = IR_CALL(&lower->b, IR_I_smin, NULL, x, tl_i64(lower, most));
    return ir_trunc(&lower->b, x, lower->m->ty_i32);
}

static void and_with(TileLower *lower, IrValue **all, IrValue *one) {
    *all = *all && one ? ir_and(&lower->b, *all, one) : one ? one : *all;
}

// The places of dimension d that are inside of the tensor; `origin` is where the tile begins.
static void bound(Access *a, uint32_t d, IrValue *index, IrValue *origin, IrValue *size) {
    TileLower *lower = a->lower;
    const TileAttr *promise = tile_attr(a->op, "inbounds");
    if (promise && d < promise->n && promise->number[d]) return;
    int64_t shape = a->view->shape[d];
    bool overlap = tile_step(a->view, d) < shape; // a tile may begin in front of the tensor
    IrValue *end = clamp(lower, ir_sub(&lower->b, size, origin), shape);
    if (overlap) {
        a->begin[d] = clamp(lower, ir_neg(&lower->b, origin), shape);
        and_with(lower, &a->full, ir_cmp(&lower->b, IR_EQ, a->begin[d], tl_i32(lower, 0)));
    } else {
        IrValue *before = ir_cmp(&lower->b, IR_SLT, index, tl_i64(lower, 0));
        end = ir_select(&lower->b, before, tl_i32(lower, 0), end);
    }
    a->end[d] = end;
    and_with(lower, &a->full, ir_cmp(&lower->b, IR_EQ, end, tl_i32(lower, (uint64_t)shape)));
}

// Indices that choose places of the sparse dimension, one for each register.
static void sparse_index(Access *a, uint32_t d, TileValue *index, IrValue *size) {
    TileLower *lower = a->lower;
    int8_t keep[TL_ELEMENT_BITS];
    tl_keep_dim(a->view, d, keep);
    TlLayout slice = tl_renamed(&a->layout, keep);
    IrValue **from = tl_get(lower, index, &slice);
    a->sparse = tl_regs(lower, &a->layout);
    a->inside = tl_regs(lower, &a->layout);
    for (uint32_t r = 0; r < tl_nreg(&a->layout); r++) {
        uint32_t at = 0, next = 0;
        for (uint32_t i = 0; i < a->layout.nreg; i++) {
            if (keep[a->layout.reg[i]] >= 0) at |= (r >> i & 1) << next++;
        }
        a->sparse[r] = ir_int_resize(&lower->b, from[at], lower->m->ty_i64, true);
        a->inside[r] = ir_cmp(&lower->b, IR_ULT, a->sparse[r], size);
    }
}

// One dimension's part of the addresses.
static void add_dim(Access *a, const TlView *tensor, TileValue **index, uint32_t d) {
    TileLower *lower = a->lower;
    uint32_t to = tensor_dim(a->view, d), n, first = tl_dim_bits(a->view, d, &n);
    int8_t keep[TL_ELEMENT_BITS];
    IrValue *bytes = ir_mul(&lower->b, tensor->stride[to], tl_i64(lower, tl_width(a->kind)));
    tl_keep_dim(a->view, d, keep);
    a->at[d] = tl_thread_place(lower, &a->layout, keep);
    if (is_sparse(a->view, d)) {
        sparse_index(a, d, index[d], tensor->size[to]);
        a->sparse_stride = bytes;
        return;
    }
    IrValue *i = as_i64(lower, index[d]);
    IrValue *origin = ir_mul(&lower->b, i, tl_i64(lower, tile_step(a->view, d)));
    bound(a, d, i, origin, tensor->size[to]);
    a->base = ir_ptradd(&lower->b, a->base, ir_mul(&lower->b, origin, bytes), 0);
    IrValue *own = ir_zext(&lower->b, a->at[d], lower->m->ty_i64);
    a->base = ir_ptradd(&lower->b, a->base, ir_mul(&lower->b, own, bytes), 0);
    for (uint32_t k = 0; k < a->layout.nreg; k++) {
        int bit = a->layout.reg[k] - (int)first;
        if (bit >= 0 && bit < (int)n)
            a->step[k] = ir_mul(&lower->b, bytes, tl_i64(lower, 1ll << bit));
    }
}

// As many registers are one vector as the layout has of its low bits in the low ones.
static uint32_t low_bits(const TlLayout *layout, const TileOp *access) {
    const TileType *view = view_operand(access)->type;
    uint32_t most = vector_bits(access), n = 0, all;
    int along = contiguous_dim(view);
    if (along < 0) return 0;
    uint32_t first = tl_dim_bits(view, (uint32_t)along, &all);
    while (n < most && n < layout->nreg && layout->reg[n] == (int)(first + n)) n++;
    return n;
}

// Of each vector, made in front of all accesses: of a vector's address all but the highest bit of
// its number is another one's.
static void make_addresses(Access *a) {
    IrBuilder *b = &a->lower->b;
    uint32_t n = tl_nreg(&a->layout) >> a->vector;
    a->address = arena_array(a->lower->arena, IrValue *, n);
    a->address[0] = a->base;
    for (uint32_t i = 1; i < n; i++) {
        uint32_t top = tl_log2(i);
        IrValue *at = a->address[i & ~(1u << top)], *step = a->step[top + a->vector];
        a->address[i] = step ? ir_ptradd(b, at, step, 0) : at;
    }
    for (uint32_t i = 0; i < n && a->sparse; i++) {
        IrValue *offset = ir_mul(b, a->sparse[i << a->vector], a->sparse_stride);
        a->address[i] = ir_ptradd(b, a->address[i], offset, 0);
    }
}

static bool describe(Access *a, TileLower *lower, const TileOp *access, const TlLayout *held) {
    const TileValue *view = view_operand(access);
    uint32_t n, slot = (uint32_t)tile_slot_find(tile_row(access)->operand, "index", 5);
    const TlView *tensor = tl_value(lower, view)->view;
    *a = (Access){.lower = lower, .op = access, .view = view->type, .layout = *held};
    a->kind = (TileTypeKind)view->type->sub->sub->kind;
    if (a->view->nshape > MOST_DIMS || tl_bits(a->kind) < 8 * tl_width(a->kind) - 7)
        return tl_fail(lower, "is of a view that is not lowered");
    a->vector = tl_semantics(access) == IR_NOT_ATOMIC ? low_bits(held, access) : 0;
    a->base = tensor->base;
    TileValue **index = tile_operands(access, slot, &n);
    for (uint32_t d = 0; d < a->view->nshape; d++) add_dim(a, tensor, index, d);
    int along = contiguous_dim(a->view);
    a->whole = a->vector == 0 || !a->end[along] ||
               divides(tensor_of(view), a->view->sub, false, tensor_dim(a->view, (uint32_t)along)) %
                       (1ull << a->vector) ==
                   0;
    make_addresses(a);
    return true;
}

static IrValue *address(Access *a, uint32_t r) {
    uint32_t within = r & ((1u << a->vector) - 1);
    IrValue *at = a->address[r >> a->vector];
    return ir_ptradd_c(&a->lower->b, at, (int64_t)within * tl_width(a->kind), 0);
}

// Whether register r is inside along dimension d: comparisons for the same place are made once.
static IrValue *inside_dim(Access *a, uint32_t r, uint32_t d) {
    TileLower *lower = a->lower;
    int8_t keep[TL_ELEMENT_BITS];
    tl_keep_dim(a->view, d, keep);
    uint64_t place = tl_reg_place(&a->layout, r, keep);
    if (a->asked_at[d] == place + 1) return a->asked[d];
    IrValue *at = ir_bin(&lower->b, IR_ADD, IR_NUW, a->at[d], tl_i32(lower, place));
    IrValue *answer = ir_cmp(&lower->b, IR_ULT, at, a->end[d]);
    if (a->begin[d]) and_with(lower, &answer, ir_cmp(&lower->b, IR_UGE, at, a->begin[d]));
    a->asked_at[d] = place + 1;
    return a->asked[d] = answer;
}

static IrValue *condition(Access *a, uint32_t r, bool bounds) {
    IrValue *all = a->first;
    if (a->inside) and_with(a->lower, &all, a->inside[r]);
    for (uint32_t d = 0; d < a->view->nshape && bounds; d++) {
        if (a->end[d]) and_with(a->lower, &all, inside_dim(a, r, d));
    }
    return all;
}

// ---- loads -------------------------------------------------------------------------------------

static void load_all(Access *a, bool bounds, IrValue **out) {
    uint32_t n = bounds && !a->whole ? 1 : 1u << a->vector;
    for (uint32_t r = 0; r < tl_nreg(&a->layout); r += n) {
        TlGuard guard = tl_guard(a->lower, condition(a, r, bounds));
        tl_load(a->lower, a->op, a->kind, address(a, r), n, out + r);
        tl_guard_end(a->lower, &guard);
        for (uint32_t k = 0; k < n; k++)
            out[r + k] = tl_guard_phi(a->lower, &guard, out[r + k], a->outside);
    }
}

// What a load gives for places outside of the tensor.
static IrValue *padding(TileLower *lower, const TileType *view, TileTypeKind kind) {
    IrType *type = lower->m->ty_float;
    static const uint32_t bits[] = {0, 0, 0x80000000, 0x7fc00000, 0x7f800000, 0xff800000};
    if (view->padding < 2) return tl_number(lower, kind, 0); // 1 + TILE_E_PADDING
    IrValue *x = &ir_fp_bits(lower->m, type, bits[view->padding], 0)->v;
    return tl_float_to(lower, x, TILE_T_F32, kind, TILE_ROUND_EVEN);
}

// Which way is only asked where there is more than one access: a single one asks for itself.
static bool has_two_ways(const Access *a) {
    return a->full && a->layout.nreg > a->vector;
}

typedef void WayFn(Access *a, bool bounds, IrValue **value);

// Both ways; for loads their values meet behind.
static void both_ways(Access *a, WayFn *way, IrValue **out, bool loads) {
    TileLower *lower = a->lower;
    if (!has_two_ways(a)) {
        way(a, true, out);
        return;
    }
    IrValue **quick = loads ? tl_regs(lower, &a->layout) : out;
    IrBlock *full = ir_block_new(lower->fn, atom_cstr(lower->ctx, "full")),
            *part = ir_block_new(lower->fn, atom_cstr(lower->ctx, "part")),
            *join = ir_block_new(lower->fn, atom_cstr(lower->ctx, "done"));
    ir_condbr(&lower->b, a->full, full, part);
    ir_at_end(&lower->b, full);
    way(a, false, quick);
    IrBlock *full_end = lower->b.bb;
    ir_br(&lower->b, join);
    ir_at_end(&lower->b, part);
    way(a, true, out);
    IrBlock *part_end = lower->b.bb;
    ir_br(&lower->b, join);
    ir_at_end(&lower->b, join);
    for (uint32_t r = 0; loads && r < tl_nreg(&a->layout); r++) {
        IrInst *phi = ir_phi(&lower->b, out[r]->type, 2);
        ir_phi_add(phi, quick[r], full_end);
        ir_phi_add(phi, out[r], part_end);
        out[r] = &phi->v;
    }
}

void tl_do_load_view(TileLower *lower, const TileOp *access) {
    if (tl_value(lower, access->result[0])->staged) { // it is there already
        tl_done(lower, access, access->result[1], true, false);
        return;
    }
    TlLayout layout = tl_layout_of(lower, access->result[0]);
    Access a;
    if (!describe(&a, lower, access, &layout)) return;
    tl_order(lower, access, false);
    a.outside = padding(lower, a.view, a.kind);
    IrValue **out = tl_regs(lower, &layout);
    both_ways(&a, load_all, out, true);
    tl_set(lower, access->result[0], &layout, out);
    tl_done(lower, access, access->result[1], true, false);
}

// ---- asynchronous copies -----------------------------------------------------------------------

uint32_t tl_copy_vector(TileLower *lower, const TileOp *load) {
    TlLayout layout = view_layout(lower, load);
    return low_bits(&layout, load);
}

bool tl_can_copy(TileLower *lower, const TileOp *load) {
    enum { LEAST = 4 };
    const TileValue *value = view_operand(load);
    const TileType *view = value->type;
    const TileAttr *inbounds = tile_attr(load, "inbounds");
    TileTypeKind kind = (TileTypeKind)view->sub->sub->kind;
    int along = contiguous_dim(view);
    bool plain = tl_semantics(load) == IR_NOT_ATOMIC && view->padding < 2 && along >= 0;
    if (!plain || view->kind == TILE_T_GATHER_VIEW || is_any_of(kind, TILE_T_I1, TILE_T_PTR))
        return false;
    uint32_t n = tl_copy_vector(lower, load), to = tensor_dim(view, (uint32_t)along);
    bool whole = inbounds && (uint32_t)along < inbounds->n && inbounds->number[along];
    whole |= divides(tensor_of(value), view->sub, false, to) % (1ull << n) == 0;
    return whole && tl_width(kind) << n >= LEAST;
}

typedef struct {
    const TlStaged *staged;
    IrValue *to, *lane;
    uint32_t bytes; // of a copy
    IrIntrin id;
} Copies;

// Of a copy from outside of the tensor no byte is read, zeros are written.
static void copy_all(Access *a, const Copies *plan, bool bounds) {
    TileLower *lower = a->lower;
    for (uint32_t r = 0; r < tl_nreg(&a->layout); r += 1u << a->vector) {
        IrValue *at = tl_reg_address(lower, &plan->staged->place, &a->layout, r, tl_width(a->kind),
                                     plan->to, plan->lane);
        IrValue *inside = condition(a, r, bounds), *size = tl_i32(lower, plan->bytes);
        if (inside) size = ir_select(&lower->b, inside, size, tl_i32(lower, 0));
        IR_CALL(&lower->b, plan->id, NULL, at, address(a, r), size);
    }
}

void tl_copy_view(TileLower *lower, const TlStaged *copy, IrValue *to) {
    Access a;
    if (!describe(&a, lower, copy->op, &copy->from)) return;
    uint32_t n = 1u << a.vector, width = tl_width(a.kind), bytes = width * n;
    IrIntrin id = bytes == 16  ? IR_I_nvvm_cp_async_cg_shared_global_16_s
                  : bytes == 8 ? IR_I_nvvm_cp_async_ca_shared_global_8_s
                               : IR_I_nvvm_cp_async_ca_shared_global_4_s;
    IrValue *lane = tl_lane_place(lower, &copy->place, &a.layout, width);
    TlGuard guard = tl_guard(lower, tl_is_first(lower, &a.layout));
    Copies copies = {copy, to, lane, bytes, id};
    if (!has_two_ways(&a)) {
        copy_all(&a, &copies, true);
    } else {
        TlGuard full = tl_guard(lower, a.full);
        copy_all(&a, &copies, false);
        tl_guard_end(lower, &full);
        TlGuard part = tl_guard(lower, ir_not(&lower->b, a.full));
        copy_all(&a, &copies, true);
        tl_guard_end(lower, &part);
    }
    tl_guard_end(lower, &guard);
}

// ---- stores ------------------------------------------------------------------------------------

static void store_all(Access *a, bool bounds, IrValue **from) {
    uint32_t n = bounds && !a->whole ? 1 : 1u << a->vector;
    for (uint32_t r = 0; r < tl_nreg(&a->layout); r += n) {
        TlGuard guard = tl_guard(a->lower, condition(a, r, bounds));
        tl_store(a->lower, a->op, a->kind, address(a, r), n, from + r);
        tl_guard_end(a->lower, &guard);
    }
}

static bool has_bit(const int8_t *bits, uint32_t n, int bit) {
    for (uint32_t i = 0; i < n; i++) {
        if (bits[i] == bit) return true;
    }
    return false;
}

// Stores go out in the layout of memory, where lines are whole; in the value's own where that is no
// worse: pieces of 8 bytes, sectors of 32 written at once, no element in more threads. Tiles of no
// more elements than threads are not worth a conversion.
static TlLayout store_layout(TileLower *lower, const TileOp *store, TileValue *tile) {
    enum { PIECE = 8, SECTOR = 32, FEW = 2 };
    const TileValue *view = view_operand(store);
    TlLayout plain = view_layout(lower, store), own;
    if (!tile->type->nshape || tl_natural(lower, tile, &own) == TL_FREE) return plain;
    int along = contiguous_dim(view->type);
    bool few = tl_element_bits(tile->type) <= lower->nthread && own.nreg <= FEW;
    if (few) return own;
    if (own.nreg > plain.nreg || along < 0) return plain;
    uint32_t n, first = tl_dim_bits(view->type, (uint32_t)along, &n), piece = 0;
    uint32_t width = tl_width(tile_element(tile->type)), most = vector_bits(store);
    while (piece < CU_MIN(most, own.nreg) && own.reg[piece] == (int)(first + piece)) piece++;
    uint32_t sector = piece;
    while (sector < n && has_bit(own.thread, TL_LANE_BITS, (int)(first + sector))) sector++;
    bool wide = piece == most || width << piece >= PIECE;
    return wide && (sector == n || width << sector >= SECTOR) ? own : plain;
}

void tl_do_store_view(TileLower *lower, const TileOp *access) {
    TileValue *tile = tl_slot(access, "tile", NULL);
    TlLayout layout = store_layout(lower, access, tile);
    IrValue **from = tl_get(lower, tile, &layout);
    Access a;
    if (!describe(&a, lower, access, &layout)) return;
    tl_order(lower, access, true);
    a.first = tl_is_first(lower, &layout);
    both_ways(&a, store_all, from, false);
    tl_done(lower, access, access->result[0], false, true);
}

// ---- atomics -----------------------------------------------------------------------------------

static void reduce_all(Access *a, bool bounds, IrValue **from) {
    for (uint32_t r = 0; r < tl_nreg(&a->layout); r++) {
        TlGuard guard = tl_guard(a->lower, condition(a, r, bounds));
        tl_atomic(a->lower, a->op, a->kind, address(a, r), from[r]);
        tl_guard_end(a->lower, &guard);
    }
}

// Atomics whose results nobody takes.
void tl_do_red_view(TileLower *lower, const TileOp *access) {
    TlLayout layout = view_layout(lower, access);
    IrValue **from = tl_get(lower, tl_slot(access, "value", NULL), &layout);
    Access a;
    if (!describe(&a, lower, access, &layout)) return;
    tl_order(lower, access, true);
    a.first = tl_is_first(lower, &layout);
    both_ways(&a, reduce_all, from, false);
    tl_done(lower, access, access->result[0], true, true);
}
