// SPDX-License-Identifier: Apache-2.0
// What old dialects wrote differently, brought to the one inner form after reading: block-copy
// intrinsics that had the alignment as an operand (before LLVM 7), and NVVM intrinsics that became
// general ones (clz, popc, abs, min, max, brev, h2f) or are plain instructions.
#include "ir/ir_int.h"

#include "ir/intrin_id.h"

static IrValue *one(IrBuilder *builder, IrIntrin id, IrValue *value) {
    return ir_call_intrin(builder, id, NULL, 1, &value);
}

static IrValue *two(IrBuilder *builder, IrIntrin id, IrValue *first, IrValue *second) {
    IrValue *arg[2] = {first, second};
    return ir_call_intrin(builder, id, NULL, 2, arg);
}

// NVVM intrinsics that are general ones by another name.
typedef enum { NO_ROW, SAME, WITH_FALSE } Operands; // WITH_FALSE: and a second one, `false`
typedef struct {
    uint16_t general;
    uint8_t operands; // Operands
} GeneralName;
static const GeneralName general_names[] = {
    [IR_I_nvvm_abs_i] = {IR_I_abs, WITH_FALSE},
    [IR_I_nvvm_abs_ll] = {IR_I_abs, WITH_FALSE},
    [IR_I_nvvm_clz_i] = {IR_I_ctlz, WITH_FALSE},
    [IR_I_nvvm_clz_ll] = {IR_I_ctlz, WITH_FALSE},
    [IR_I_nvvm_popc_i] = {IR_I_ctpop, SAME},
    [IR_I_nvvm_popc_ll] = {IR_I_ctpop, SAME},
    [IR_I_nvvm_brev32] = {IR_I_bitreverse, SAME},
    [IR_I_nvvm_brev64] = {IR_I_bitreverse, SAME},
    [IR_I_nvvm_min_i] = {IR_I_smin, SAME},
    [IR_I_nvvm_min_ll] = {IR_I_smin, SAME},
    [IR_I_nvvm_max_i] = {IR_I_smax, SAME},
    [IR_I_nvvm_max_ll] = {IR_I_smax, SAME},
    [IR_I_nvvm_min_ui] = {IR_I_umin, SAME},
    [IR_I_nvvm_min_ull] = {IR_I_umin, SAME},
    [IR_I_nvvm_max_ui] = {IR_I_umax, SAME},
    [IR_I_nvvm_max_ull] = {IR_I_umax, SAME},
    [IR_I_nvvm_fabs] = {IR_I_fabs, SAME},
    [IR_I_nvvm_fabs_f] = {IR_I_fabs, SAME},
    [IR_I_nvvm_fabs_d] = {IR_I_fabs, SAME},
    [IR_I_nvvm_floor_f] = {IR_I_floor, SAME},
    [IR_I_nvvm_floor_d] = {IR_I_floor, SAME},
    [IR_I_nvvm_ceil_f] = {IR_I_ceil, SAME},
    [IR_I_nvvm_ceil_d] = {IR_I_ceil, SAME},
    [IR_I_nvvm_trunc_f] = {IR_I_trunc, SAME},
    [IR_I_nvvm_trunc_d] = {IR_I_trunc, SAME},
    [IR_I_nvvm_round_f] = {IR_I_rint, SAME}, // cvt.rni: half to even
    [IR_I_nvvm_round_d] = {IR_I_rint, SAME},
    [IR_I_nvvm_fmin_f] = {IR_I_minnum, SAME},
    [IR_I_nvvm_fmin_d] = {IR_I_minnum, SAME},
    [IR_I_nvvm_fmax_f] = {IR_I_maxnum, SAME},
    [IR_I_nvvm_fmax_d] = {IR_I_maxnum, SAME},
};

static GeneralName general_name(const IrInst *inst) {
    uint32_t id = ir_intrin_of(inst);
    return id < CU_COUNT(general_names) ? general_names[id] : (GeneralName){0};
}

// A call of one of them. Those that count bits gave an i32 whatever they looked at.
static IrValue *general_call(IrBuilder *builder, const IrInst *inst) {
    IrIntrin id = (IrIntrin)general_name(inst).general;
    bool with_false = general_name(inst).operands == WITH_FALSE;
    IrValue *value = ir_op(inst, 0), *second = ir_call_nargs(inst) > 1 ? ir_op(inst, 1) : NULL;
    if (with_false) second = &ir_false(builder->m)->v;

    IrValue *result = second ? two(builder, id, value, second) : one(builder, id, value);
    return result->type == inst->v.type ? result : ir_trunc(builder, result, inst->v.type);
}

// The value that a call of a former NVVM intrinsic now is, or NULL.
static IrValue *modern(IrBuilder *builder, const IrInst *inst) {
    IrModule *module = builder->m;
    IrValue *value = ir_op(inst, 0);
    if (general_name(inst).operands != NO_ROW) return general_call(builder, inst);
    switch (ir_intrin_of(inst)) {
    case IR_I_F_add_x2:
    case IR_I_F_sub_x2:
    case IR_I_F_mul_x2:
    case IR_I_F_fma_x2: return ir_upgrade_pairs(builder, inst);
    case IR_I_F_ld_ext:
    case IR_I_F_ld_ext_v: return ir_upgrade_load(builder, inst);
    case IR_I_F_st_ext:
    case IR_I_F_st_ext_v: return ir_upgrade_store(builder, inst);
    case IR_I_nvvm_h2f:
        return ir_fpext(builder, ir_bitcast(builder, value, module->ty_half), module->ty_float);
    case IR_I_nvvm_f2h_rn:
    case IR_I_nvvm_f2h_rn_ftz: // what is flushed rounds to zero anyway
        return ir_bitcast(builder, ir_fptrunc(builder, value, module->ty_half), module->ty_i16);
    case IR_I_nvvm_bitcast_f2i:
    case IR_I_nvvm_bitcast_i2f:
    case IR_I_nvvm_bitcast_ll2d:
    case IR_I_nvvm_bitcast_d2ll: return ir_bitcast(builder, value, inst->v.type);
    case IR_I_nvvm_d2i_lo:
        return ir_trunc(builder, ir_bitcast(builder, value, module->ty_i64), module->ty_i32);
    case IR_I_nvvm_d2i_hi: {
        IrValue *w = ir_lshr(builder, ir_bitcast(builder, value, module->ty_i64),
                             &ir_int(module->ty_i64, 32)->v);
        return ir_trunc(builder, w, module->ty_i32);
    }
    case IR_I_nvvm_lohi_i2d: {
        IrValue *hi = ir_shl(builder, ir_zext(builder, ir_op(inst, 1), module->ty_i64),
                             &ir_int(module->ty_i64, 32)->v);
        IrValue *w =
            ir_bin(builder, IR_OR, IR_DISJOINT, hi, ir_zext(builder, value, module->ty_i64));
        return ir_bitcast(builder, w, module->ty_double);
    }
    default: return NULL;
    }
}

static bool has_prefix(const char *s, const char *prefix) {
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

// memcpy(dst, src, n, i32 align, volatile) as it was: the alignment becomes an attribute. False if
// the call is none such; it is gone otherwise.
static bool old_block_copy(IrBuilder *builder, IrInst *inst, const IrFunc *fn) {
    const char *s = atom_str(builder->m->ctx, fn->g.v.name);
    IrIntrin id = IR_I_NONE;
    if (has_prefix(s, "llvm.memcpy.")) id = IR_I_memcpy;
    if (has_prefix(s, "llvm.memmove.")) id = IR_I_memmove;
    if (has_prefix(s, "llvm.memset.")) id = IR_I_memset;
    if (!id || fn->intrin || ir_call_nargs(inst) != 5) return false;

    const IrConst *al = ir_as_cint(ir_op(inst, 3));
    bool pointer = ir_op(inst, 0)->type->kind == IR_TY_PTR;
    bool volatile_bit = ir_ty_is_i(ir_op(inst, 4)->type, 1);
    if (!al || !pointer || !volatile_bit) return false;

    IrValue *arg[4] = {ir_op(inst, 0), ir_op(inst, 1), ir_op(inst, 2), ir_op(inst, 4)};
    IrInst *n = ir_as_inst(ir_call_intrin(builder, id, NULL, 4, arg));
    uint64_t bytes = ir_uval(al);
    // what is no alignment, or 0, says nothing
    if (n && bytes && bytes <= 1u << 30 && !(bytes & (bytes - 1))) {
        const IrAttrSet *a = ir_attr_add_int(builder->m, NULL, IR_ATTR_ALIGN, bytes);
        ir_attrs_set(builder->m, &n->call->attrs, 0, a);
        if (id != IR_I_memset) ir_attrs_set(builder->m, &n->call->attrs, 1, a);
    }
    ir_erase(inst);
    return true;
}

// { priority, function } was the whole of a member; now the data it belongs to follows: none.
void ir_upgrade_ctors(IrModule *module) {
    static const char *const names[] = {"llvm.global_ctors", "llvm.global_dtors"};
    for (uint32_t k = 0; k < CU_COUNT(names); k++) {
        IrGlobal *global = ir_find(module, atom_cstr(module->ctx, names[k]));
        const IrType *list = global && global->v.kind == IR_C_VAR ? global->vty : NULL;
        const IrType *old = list && list->kind == IR_TY_ARRAY ? list->elem : NULL;
        if (!old || old->kind != IR_TY_STRUCT || old->n != 2 || !global->init) continue;
        IrType *field[3] = {old->sub[0], old->sub[1], module->ty_ptr};
        IrType *member = ir_ty_struct(module, 3, field, false);
        uint32_t n = global->init->n;
        global->vty = ir_ty_array(module, member, list->n);
        if (global->init->v.kind != IR_C_AGG || n != list->n) { // without members
            global->init = ir_null(module, global->vty);
            continue;
        }
        IrConst **elem = arena_array(&module->arena, IrConst *, n);
        for (uint32_t i = 0; i < n; i++) {
            IrConst *x = ir_elem(module, global->init, i);
            IrConst *part[3] = {ir_elem(module, x, 0), ir_elem(module, x, 1),
                                ir_null(module, module->ty_ptr)};
            elem[i] = ir_agg(module, member, 3, part);
        }
        global->init = ir_agg(module, global->vty, n, elem);
    }
}

// Whether calls of the declaration may have to change. Without a look at them: this is asked of
// every callee.
static bool is_old(const IrFunc *fn, Ctx *ctx) {
    if (!ir_is_decl(fn)) return false;
    if (fn->intrin) return strncmp(ir_intrins[fn->intrin].name, "llvm.nvvm.", 10) == 0 && fn->nargs;
    const char *s = atom_str(ctx, fn->g.v.name);
    return has_prefix(s, "llvm.lifetime.") || has_prefix(s, "llvm.mem") ||
           has_prefix(s, "llvm.nvvm.shfl.sync.") || has_prefix(s, "llvm.nvvm.vote.sync") ||
           has_prefix(s, "llvm.nvvm.match.all.") || ir_upgrade_is_mode(s) ||
           ir_upgrade_is_old_name(fn);
}

#define STILL_CALLED ((void *)1)

// LLVM 22 has dropped the size of what begins or ends to live: all of the object.
static IrValue *sized_lifetime(IrBuilder *builder, IrInst *inst, const char *name) {
    if (!has_prefix(name, "llvm.lifetime.") || ir_call_nargs(inst) != 1) return NULL;
    bool starts = has_prefix(name, "llvm.lifetime.start");
    IrValue *all = &ir_int(builder->m->ty_i64, UINT64_MAX)->v;
    return IR_CALL(builder, starts ? IR_I_lifetime_start : IR_I_lifetime_end, NULL, all,
                   ir_op(inst, 0));
}

// What a call of a declaration of old is now, or NULL.
static IrValue *now(IrBuilder *builder, IrInst *inst, const IrFunc *to) {
    const char *name = atom_str(builder->m->ctx, to->g.v.name);
    IrValue *v = ir_upgrade_mode(builder, inst, name);
    if (v || to->intrin) return v ? v : modern(builder, inst);
    v = sized_lifetime(builder, inst, name);
    if (!v) v = ir_upgrade_warp(builder, inst, name);
    return v ? v : ir_upgrade_by_name(builder, inst, to);
}

// `old`: which calls may have to change; NULL: find out. A declaration that some call still needs
// is marked in `old`.
static void upgrade_inst(IrModule *module, IrInst *inst, Map *old) {
    if (inst->md) ir_upgrade_metadata(module, inst);
    const IrFunc *to = inst->v.op == IR_CALL ? ir_called(inst) : NULL;
    if (!to || (old ? !map_get(old, (uintptr_t)to) : !is_old(to, module->ctx))) return;
    IrBuilder b = ir_builder_at(inst);
    IrValue *v = now(&b, inst, to);
    if (v) {
        IrInst *written = ir_as_inst(v);
        if (written) written->upgraded = true;
        ir_replace_erase(inst, v);
    } else if (!to->intrin) {
        if (!old_block_copy(&b, inst, to) && old) map_put(old, (uintptr_t)to, STILL_CALLED);
    }
}

// Old declarations that no call needs any more go away, and what took their place gets its name.
// What was declared meanwhile got a suffix if the old name was in its way.
static void clean_up(IrModule *module, const Map *old, uint32_t first_new) {
    VEC(IrGlobal *) dead = {0};
    MAP_FOREACH (e, old) {
        IrFunc *f = (IrFunc *)(uintptr_t)e->key;
        if (!f->intrin && e->val != STILL_CALLED) vec_push(&module->arena, &dead, &f->g);
    }
    if (!dead.n) return;
    VEC(IrFunc *) added = {0};
    for (uint32_t k = first_new; k < module->funcs.n; k++)
        vec_push(&module->arena, &added, module->funcs.at[k]);
    ir_globals_poison(module, dead.n, dead.at);
    ir_globals_remove(module, dead.n, dead.at);
    for (uint32_t k = 0; k < added.n; k++) {
        IrFunc *f = added.at[k];
        if (!f->intrin || ir_is_family(f->intrin)) continue;
        char *name = ir_intrin_mangle(module, f->intrin, f->noverload, f->overload, &module->arena);
        ir_global_rename(&f->g, atom_cstr(module->ctx, name));
    }
}

// LLVM ignores the debug information of a module where !dbg is no location or subprogram; here that
// !dbg is ignored.
static void drop_bad_subprogram(IrFunc *fn) {
    for (IrMdAttach **a = &fn->g.md; *a;) {
        const IrMd *d = (*a)->md;
        Ctx *ctx = fn->g.m->ctx;
        bool dbg = strcmp(atom_str(ctx, (*a)->kind), "dbg") == 0;
        bool good = d->kind == IR_MD_DI && strcmp(atom_str(ctx, d->text), "DISubprogram") == 0;
        if (dbg && !good)
            *a = (*a)->next;
        else
            a = &(*a)->next;
    }
}

// Attachments and calls; nothing else has changed its form.
static void upgrade_body(IrModule *module, IrFunc *fn, Map *old) {
    drop_bad_subprogram(fn);
    ir_records_check(fn);
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST_SAFE(i, bb) {
            if (i->dbg && i->dbg->kind != IR_MD_LOC) i->dbg = NULL;
            if (i->md || i->v.op == IR_CALL) upgrade_inst(module, i, old);
        }
    }
}

void ir_upgrade_func(IrFunc *fn) {
    ir_expand_old_func(fn);
    upgrade_body(fn->g.m, fn, NULL);
}

// Bodies are only walked if there is something to change.
void ir_upgrade(IrModule *module) {
    Arena arena;
    Map old; // declarations that calls may have to change for
    ir_upgrade_annotations(module);
    arena_init(&arena, module->ctx, "ir-upgrade");
    map_init(&old, &arena);
    IR_FOREACH_FUNC(f, module) {
        if (is_old(f, module->ctx)) map_put(&old, (uintptr_t)f, f);
    }
    uint32_t n = module->funcs.n; // declarations are added meanwhile
    bool nothing = !old.n && !module->intern->nmds;
    for (uint32_t k = 0; !nothing && k < n; k++) upgrade_body(module, module->funcs.at[k], &old);
    if (old.n) clean_up(module, &old, n);
    arena_free(&arena);
}
