// SPDX-License-Identifier: Apache-2.0
// What speaks with the world around the kernel: assertions, global variables, memory of a block's
// own, the order of grids.
#include "tile/lower/lower_int.h"

#include "base/feature.h"
#include "ir/intrin_id.h"

// ---- assertions --------------------------------------------------------------------------------

static void put_escaped(Buf *out, const char *s, size_t n) {
    for (; n; n--, s++) buf_puts(out, (char[]){*s, *s == '%' ? '%' : 0, 0});
}

// The line that NVIDIA's compiler prints, with the element's place in its tile.
static void print_failure(TileLower *lower, const TileOp *assertion, IrValue *place) {
    static const IrIntrin block[] = {IR_I_nvvm_read_ptx_sreg_ctaid_x,
                                     IR_I_nvvm_read_ptx_sreg_ctaid_y,
                                     IR_I_nvvm_read_ptx_sreg_ctaid_z};
    const TileType *type = assertion->operand[0]->type;
    TileSource source = tile_source(lower->tile, assertion);
    const char *file = source.file ? source.file : "(unknown)";
    Atom message = tile_attr(assertion, "message")->text;
    IrValue **arg = arena_array(lower->arena, IrValue *, CU_COUNT(block) + type->nshape);
    uint32_t n = 0;
    Buf line;
    buf_init(&line, lower->arena);
    put_escaped(&line, file, strlen(file));
    buf_printf(&line, ":%u: tile block: [%%u, %%u, %%u], position: [", source.line);
    for (; n < CU_COUNT(block); n++) arg[n] = ir_call_intrin(&lower->b, block[n], NULL, 0, NULL);
    uint64_t inner = tile_count(type);
    for (uint32_t d = 0; d < type->nshape; d++) {
        uint64_t size = (uint64_t)type->shape[d];
        inner /= size;
        buf_puts(&line, d ? ", %u" : "%u");
        IrValue *at = ir_bin(&lower->b, IR_UDIV, 0, place, tl_i32(lower, inner));
        arg[n++] = ir_bin(&lower->b, IR_UREM, 0, at, tl_i32(lower, size));
    }
    buf_puts(&line, "]: ");
    put_escaped(&line, atom_str(lower->ctx, message), atom_len(lower->ctx, message));
    buf_putc(&line, '\n');
    tl_call_printf(lower, line.at, line.n, n, arg, 4);
}

// A thread tells of its first element that does not hold, then the grid ends.
void tl_do_assert(TileLower *lower, const TileOp *assertion) {
    const TileValue *condition = assertion->operand[0];
    int8_t all[TL_ELEMENT_BITS];
    TlLayout layout =
        condition->type->nshape ? tl_layout_of(lower, condition) : tl_scalar_layout(lower);
    IrValue **x = tl_get(lower, assertion->operand[0], &layout), *holds = x[0],
            *first = tl_is_first(lower, &layout);
    tl_keep_all(all);
    for (uint32_t r = 1; r < tl_nreg(&layout); r++) holds = ir_and(&lower->b, holds, x[r]);
    IrValue *fails = ir_not(&lower->b, holds);
    TlGuard guard = tl_guard(lower, first ? ir_and(&lower->b, first, fails) : fails);
    IrValue *in_thread = tl_i32(lower, tl_reg_place(&layout, tl_nreg(&layout) - 1, all));
    for (uint32_t r = tl_nreg(&layout) - 1; r-- > 0;)
        in_thread =
            ir_select(&lower->b, x[r], in_thread, tl_i32(lower, tl_reg_place(&layout, r, all)));
    IrValue *thread = tl_thread_place(lower, &layout, all);
    print_failure(lower, assertion, ir_add(&lower->b, thread, in_thread));
    ir_call_intrin(&lower->b, IR_I_trap, NULL, 0, NULL);
    tl_guard_end(lower, &guard);
}

// ---- variables ---------------------------------------------------------------------------------

static IrGlobal *make_global(TileLower *lower, const TileGlobal *source) {
    IrGlobal *found = ir_find(lower->m, source->name);
    if (found) return found;
    const TileAttr *value = source->value;
    TileTypeKind kind = (TileTypeKind)value->type->sub->kind;
    uint64_t n = tile_count(value->type);
    uint32_t width = tl_width(kind);
    uint8_t *bytes = arena_array(lower->arena, uint8_t, n * width);
    for (uint64_t i = 0; i < n; i++) {
        uint64_t bits = tile_dense_bits(value, i);
        memcpy(bytes + i * width, &bits, width);
    }
    IrType *type = ir_ty_array(lower->m, lower->m->ty_i8, n * width);
    IrLinkage linkage = source->visibility ? IR_INTERNAL : IR_EXTERNAL;
    found = ir_var_new(lower->m, source->name, type, IR_AS_GLOBAL, linkage,
                       ir_data(lower->m, type, bytes, n * width));
    found->align = (uint32_t)CU_MAX(source->alignment, width);
    return found;
}

void tl_do_get_global(TileLower *lower, const TileOp *mention) {
    for (uint32_t i = 0; i < lower->tile->globals.n; i++) {
        const TileGlobal *global = lower->tile->globals.at[i];
        if (global->name != mention->attr[0]->text) continue;
        IrValue *at = &make_global(lower, global)->v;
        if (lower->pointers != IR_AS_GLOBAL)
            at = ir_addrspacecast(&lower->b, at, tl_type(lower, TILE_T_PTR));
        tl_set_scalar(lower, mention->result[0], at);
    }
}

// Memory that all threads of the block see.
void tl_do_alloca(TileLower *lower, const TileOp *allocation) {
    if (tile_attr(allocation, "global")) {
        tl_set_scalar(lower, allocation->result[0], tl_value(lower, allocation->result[0])->memory);
        return;
    }
    uint32_t width = tl_width((TileTypeKind)allocation->result[0]->type->sub->sub->kind);
    IrType *type =
        ir_ty_array(lower->m, lower->m->ty_i8, tl_attr(allocation, "num_elem", 0) * width);
    IrGlobal *memory = ir_var_new(lower->m, atom_cstr(lower->ctx, "own"), type, IR_AS_SHARED,
                                  IR_INTERNAL, ir_undef(lower->m, type));
    memory->align = (uint32_t)CU_MAX(tl_attr(allocation, "alignment", 0), width);
    IrValue *at = ir_addrspacecast(&lower->b, &memory->v, tl_type(lower, TILE_T_PTR));
    tl_set_scalar(lower, allocation->result[0], at);
}

// Of the device's heap: by one thread for all.
static IrValue *heap(TileLower *lower, const TileOp *allocation) {
    IrModule *m = lower->m;
    uint32_t half, width = tl_width((TileTypeKind)allocation->result[0]->type->sub->sub->kind);
    uint64_t size = CU_MAX(tl_attr(allocation, "num_elem", 0) * width, 1ull);
    IrType *type = ir_ty_func(m, m->ty_ptr, 1, &m->ty_i64, false);
    IrValue *bytes = tl_i64(lower, (int64_t)size), *room = tl_shared(lower, 8, &half);
    TlGuard guard = tl_guard(lower, ir_cmp(&lower->b, IR_EQ, lower->tid, tl_i32(lower, 0)));
    IrFunc *fn = tl_system_function(lower, "malloc", type);
    IrValue *at = &ir_call_fn(&lower->b, fn, 1, &bytes)->v;
    ir_store(&lower->b, at, room, 8);
    tl_guard_end(lower, &guard);
    tl_written(lower, half);
    at = &ir_load(&lower->b, m->ty_ptr, room, 8)->v;
    TlGuard none = tl_guard(lower, ir_cmp(&lower->b, IR_EQ, at, &ir_null(m, m->ty_ptr)->v));
    ir_call_intrin(&lower->b, IR_I_trap, NULL, 0, NULL);
    tl_guard_end(lower, &none);
    return at;
}

// What other blocks may see of a block's memory is taken when the kernel begins, and given back
// where it ends.
void tl_allocate(TileLower *lower, const TileBlock *searched) {
    for (uint32_t i = 0; i < searched->ops.n; i++) {
        const TileOp *op = searched->ops.at[i];
        if (op->code == TILE_O_ALLOCA && tile_attr(op, "global")) {
            IrValue *at = heap(lower, op);
            tl_value(lower, op->result[0])->memory = at;
            vec_push(lower->arena, &lower->heap, at);
        }
        for (uint32_t k = 0; k < tile_row(op)->nregion; k++) {
            if (op->region[k]) tl_allocate(lower, op->region[k]);
        }
    }
}

void tl_release(TileLower *lower) {
    IrModule *m = lower->m;
    if (!lower->heap.n) return;
    IrFunc *fn = tl_system_function(lower, "free", ir_ty_func(m, m->ty_void, 1, &m->ty_ptr, false));
    tl_barrier(lower);
    TlGuard guard = tl_guard(lower, ir_cmp(&lower->b, IR_EQ, lower->tid, tl_i32(lower, 0)));
    for (uint32_t i = 0; i < lower->heap.n; i++) ir_call_fn(&lower->b, fn, 1, &lower->heap.at[i]);
    tl_guard_end(lower, &guard);
}

// ---- other grids, other addresses --------------------------------------------------------------

// Before targets that overlap grids the one before has always ended.
static void grids(TileLower *lower, const TileOp *fence, IrIntrin id) {
    if (target_has(lower->target, SMF_griddepcontrol)) ir_call_intrin(&lower->b, id, NULL, 0, NULL);
    tl_done(lower, fence, fence->result[0], true, true);
}

void tl_do_gdc_wait(TileLower *lower, const TileOp *fence) {
    grids(lower, fence, IR_I_nvvm_griddepcontrol_wait);
}

void tl_do_gdc_launch(TileLower *lower, const TileOp *fence) {
    tl_order(lower, fence, true);
    grids(lower, fence, IR_I_nvvm_griddepcontrol_launch_dependents);
}

// Accesses by other addresses of the same memory come after those by this one.
void tl_do_fence_alias(TileLower *lower, const TileOp *fence) {
    tl_order(lower, fence, true);
    ir_call_intrin(&lower->b, IR_I_nvvm_fence_proxy_alias, NULL, 0, NULL);
    tl_done(lower, fence, fence->result[0], true, true);
}
