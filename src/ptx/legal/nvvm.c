// SPDX-License-Identifier: Apache-2.0
// Intrinsics that are plain IR on this target: NVVM's atomics, rotations, moves, address-space
// conversions and cached loads; LLVM's markers that mean nothing so late.
#include "ptx/legal/legal_int.h"

#include "ir/intrin_id.h"

// ---- atomics: atomic.OP.gen.{i,f}.{cta,sys}, and three older names ------------------------------

static bool expand_atomic(Legal *legal, IrInst *call, uint32_t id) {
    static const struct {
        uint16_t id;
        uint8_t op, scope;
    } rows[] = {
#define SCOPED(name, op)                                                                           \
    {IR_I_nvvm_atomic_##name##_cta, op, IR_SCOPE_BLOCK},                                           \
        {IR_I_nvvm_atomic_##name##_sys, op, IR_SCOPE_SYSTEM}
        SCOPED(add_gen_i, IR_RMW_ADD),
        SCOPED(add_gen_f, IR_RMW_FADD),
        SCOPED(exch_gen_i, IR_RMW_XCHG),
        SCOPED(max_gen_i, IR_RMW_MAX),
        SCOPED(min_gen_i, IR_RMW_MIN),
        SCOPED(inc_gen_i, IR_RMW_UINC_WRAP),
        SCOPED(dec_gen_i, IR_RMW_UDEC_WRAP),
        SCOPED(and_gen_i, IR_RMW_AND),
        SCOPED(or_gen_i, IR_RMW_OR),
        SCOPED(xor_gen_i, IR_RMW_XOR),
#undef SCOPED
        {IR_I_nvvm_atomic_load_inc_32, IR_RMW_UINC_WRAP, IR_SCOPE_DEVICE},
        {IR_I_nvvm_atomic_load_dec_32, IR_RMW_UDEC_WRAP, IR_SCOPE_DEVICE},
        {IR_I_nvvm_atomic_load_add_f32, IR_RMW_FADD, IR_SCOPE_DEVICE},
        {IR_I_nvvm_atomic_load_add_f64, IR_RMW_FADD, IR_SCOPE_DEVICE}};
    IrBuilder builder = ir_builder_at(call);
    (void)legal;
    if (is_any_of(id, IR_I_nvvm_atomic_cas_gen_i_cta, IR_I_nvvm_atomic_cas_gen_i_sys)) {
        // compare-and-swap gives the old value alone.
        IrScope s = id == IR_I_nvvm_atomic_cas_gen_i_cta ? IR_SCOPE_BLOCK : IR_SCOPE_SYSTEM;
        IrInst *c = ir_cmpxchg(&builder, ir_op(call, 0), ir_op(call, 1), ir_op(call, 2),
                               IR_MONOTONIC, IR_MONOTONIC, s);
        ir_replace_erase(call, ir_extract(&builder, &c->v, 0));
        return true;
    }
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        IrInst *r = ir_atomicrmw(&builder, (IrRmwOp)rows[k].op, ir_op(call, 0), ir_op(call, 1),
                                 IR_MONOTONIC, (IrScope)rows[k].scope);
        ir_replace_erase(call, &r->v);
        return true;
    }
    return false;
}

// ---- values -------------------------------------------------------------------------------------

// A rotation is a funnel shift of the value with itself.
static IrValue *rotated(Legal *legal, IrBuilder *builder, IrInst *call, uint32_t id) {
    IrValue *x = ir_op(call, 0), *n;
    switch (id) {
    case IR_I_nvvm_rotate_b32: return IR_CALL(builder, IR_I_fshl, NULL, x, x, ir_op(call, 1));
    case IR_I_nvvm_swap_lo_hi_b64: n = legal_i64(legal, 32); break;
    // Counts are 32 bits wide in NVVM, as wide as the value in LLVM.
    default: n = ir_zext(builder, ir_op(call, 1), x->type);
    }
    bool right = id == IR_I_nvvm_rotate_right_b64;
    return IR_CALL(builder, right ? IR_I_fshr : IR_I_fshl, NULL, x, x, n);
}

static IrValue *masked_pointer(Legal *legal, IrBuilder *builder, IrInst *call) { // ptrmask
    IrType *t = ir_op(call, 0)->type, *it = ir_ty_int(legal->m, t->bits);
    IrValue *m = ir_op(call, 1), *a = ir_ptrtoint(builder, ir_op(call, 0), it);
    if (m->type->bits < it->bits) { // the mask is extended with ones
        IrValue *high =
            ir_shl(builder, ir_not(builder, legal_zero(legal, it)), legal_num(it, m->type->bits));
        m = ir_or(builder, ir_zext(builder, m, it), high);
    } else {
        m = ir_int_resize(builder, m, it, false);
    }
    return ir_inttoptr(builder, ir_and(builder, a, m), t);
}

// The read-only load: of global memory, that does not change while the kernel runs.
static IrValue *cached_load(Legal *legal, IrBuilder *builder, IrInst *call) {
    IrValue *p = ir_op(call, 0);
    // The second argument is the alignment; what is none is the type's.
    const IrConst *align = ir_as_cint(ir_op(call, 1));
    if (p->type->as != IR_AS_GLOBAL)
        p = ir_addrspacecast(builder, p, ir_ty_ptr(legal->m, IR_AS_GLOBAL));
    uint64_t n = align ? ir_uval(align) : 0;
    if (!n || n > 256 || (n & (n - 1))) n = call->v.type->align;
    IrInst *ld = ir_load(builder, call->v.type, p, (uint32_t)n);
    // Invariant loads become ld.global.nc (select/mem.c).
    ir_set_md(ld, atom_cstr(legal->m->ctx, "invariant.load"), ir_md_node(legal->m, 0, NULL));
    return &ld->v;
}

static IrValue *object_size(Legal *legal,
                            IrInst *call) { // not known any more: the least or the largest
    bool min = ir_is_int(ir_op(call, 1), 1);
    return min ? legal_zero(legal, call->v.type) : &ir_sint(call->v.type, -1)->v;
}

static IrValue *replacement(Legal *legal, IrBuilder *builder, IrInst *call, uint32_t id) {
    IrModule *module = legal->m;
    switch (id) {
    case IR_I_nvvm_rotate_b32:
    case IR_I_nvvm_rotate_b64:
    case IR_I_nvvm_rotate_right_b64:
    case IR_I_nvvm_swap_lo_hi_b64: return rotated(legal, builder, call, id);
    case IR_I_nvvm_ptr_gen_to_global:
    case IR_I_nvvm_ptr_gen_to_shared:
    case IR_I_nvvm_ptr_gen_to_local:
    case IR_I_nvvm_ptr_gen_to_constant:
    case IR_I_nvvm_ptr_gen_to_param:
    case IR_I_nvvm_ptr_global_to_gen:
    case IR_I_nvvm_ptr_shared_to_gen:
    case IR_I_nvvm_ptr_local_to_gen:
    case IR_I_nvvm_ptr_constant_to_gen:
    case IR_I_nvvm_ptr_param_to_gen:
        // With opaque pointers both types may be the same.
        return ir_op(call, 0)->type == call->v.type
                   ? ir_op(call, 0)
                   : ir_addrspacecast(builder, ir_op(call, 0), call->v.type);
    case IR_I_nvvm_ldg_global_i:
    case IR_I_nvvm_ldg_global_f:
    case IR_I_nvvm_ldg_global_p: return cached_load(legal, builder, call);
    case IR_I_ptrmask: return masked_pointer(legal, builder, call);
    case IR_I_readcyclecounter: return IR_CALL(builder, IR_I_nvvm_read_ptx_sreg_clock64, NULL);
    case IR_I_readsteadycounter: return IR_CALL(builder, IR_I_nvvm_read_ptx_sreg_globaltimer, NULL);
    case IR_I_convert_from_fp16: {
        IrValue *h = ir_bitcast(builder, ir_op(call, 0), module->ty_half);
        return ir_fpext(builder, h, call->v.type);
    }
    case IR_I_convert_to_fp16:
        return ir_bitcast(builder, ir_fptrunc(builder, ir_op(call, 0), module->ty_half),
                          module->ty_i16);
    case IR_I_nvvm_sqrt_f: return IR_CALL(builder, IR_I_sqrt, NULL, ir_op(call, 0));
    // What has not been folded so far is no constant.
    case IR_I_is_constant: return &ir_false(module)->v;
    case IR_I_objectsize: return object_size(legal, call);
    // The caller's frame is not known; rounding is to nearest, as PTX's default.
    case IR_I_frameaddress:
    case IR_I_returnaddress:
    case IR_I_get_rounding:
        return id == IR_I_get_rounding ? legal_num(call->v.type, 1)
                                       : legal_zero(legal, call->v.type);
    // The end that would use the value has no effect.
    case IR_I_invariant_start: return &ir_undef(module, call->v.type)->v;
    case IR_I_threadlocal_address:
    case IR_I_var_annotation:
    case IR_I_annotation:
    case IR_I_nvvm_move_i16:
    case IR_I_nvvm_move_i32:
    case IR_I_nvvm_move_i64:
    case IR_I_nvvm_move_float:
    case IR_I_nvvm_move_double:
    case IR_I_nvvm_move_ptr: return ir_op(call, 0);
    default: return NULL;
    }
}

// compiler.error("text"), compiler.warn("text"): said when code for the call is made.
static bool compiler_message(Legal *legal, IrInst *call, uint32_t id) {
    bool error = id == IR_I_nvvm_compiler_error;
    if (!error && id != IR_I_nvvm_compiler_warn) return false;
    int64_t off = 0;
    IrGlobal *global = ir_as_var(ir_strip_ptr(ir_op(call, 0), &off));
    IrConst *constant = global ? global->init : NULL;
    Buf text;
    // The text is a constant string that the argument points to.
    buf_init(&text, &legal->m->ctx->perm);
    for (uint64_t k = (uint64_t)off;
         constant && constant->v.type->kind == IR_TY_ARRAY && k < constant->v.type->n; k++) {
        IrConst *e = ir_elem(legal->m, constant, k);
        if (!e || e->v.kind != IR_C_INT || e->v.type->bits != 8 || !ir_uval(e)) break;
        buf_putc(&text, (char)ir_uval(e));
    }
    // Without text the intrinsic's name is better than nothing.
    if (!text.n) buf_puts(&text, ir_intrins[id].name);
    diag(legal->m->ctx, error ? DIAG_OF(ptx, compiler_error) : DIAG_OF(ptx, compiler_warn),
         legal->f->g.pos, buf_cstr(&text));
    ir_erase(call);
    return true;
}

bool legal_nvvm(Legal *legal, IrInst *call, uint32_t id) {
    if (expand_atomic(legal, call, id) || compiler_message(legal, call, id)) return true;
    IrBuilder b = ir_builder_at(call);
    // The number of the check is lost: a trap has no operand.
    if (id == IR_I_ubsantrap) {
        ir_call_intrin(&b, IR_I_trap, NULL, 0, NULL);
        ir_erase(call);
        return true;
    }
    IrValue *r = replacement(legal, &b, call, id);
    if (!r) return false;
    ir_replace_erase(call, r);
    return true;
}
