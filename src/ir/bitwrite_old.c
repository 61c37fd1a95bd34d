// SPDX-License-Identifier: Apache-2.0
// What LLVM 7 does not know, in terms that it does: a module to be written in the old dialect is
// copied and lowered first (instructions, intrinsics, kernels marked by !nvvm.annotations), then
// given typed pointers (bitwrite_typed.c). NVVM IR specification 2.0; LLVM 7 Language Reference.
#include "ir/bitwrite_int.h"

#include "ir/ir_diag.h"
#include "ir/intrin_id.h"

// The first or the second, whichever stands in the relation to the other.
static IrValue *choose(IrBuilder *builder, IrPred p, IrValue *first, IrValue *second) {
    return ir_select(builder, ir_cmp(builder, p, first, second), first, second);
}

// The sum or difference, or the bound when it overflows.
static IrValue *saturate(IrBuilder *builder, IrIntrin overflow, IrValue *left, IrValue *right,
                         IrValue *bound) {
    IrType *t = left->type;
    IrValue *arg[2] = {left, right};
    IrValue *r = ir_call_intrin(builder, overflow, t, 2, arg);
    IrValue *result = ir_extract(builder, r, 0);
    return ir_select(builder, ir_extract(builder, r, 1), bound, result);
}

// The most extreme value on the side to which `shifted` tends: the shifted sign, with the top bit
// flipped.
static IrValue *signed_bound(IrBuilder *builder, IrValue *shifted) {
    IrType *e = ir_ty_scalar(shifted->type);
    IrConst *width = ir_int(e, e->bits - 1), *one = ir_int(e, 1);
    IrConst *top = ir_cexpr(builder->m, IR_SUB, 0, e, NULL, 2,
                            (IrConst *[]){ir_fold_bin(builder->m, IR_SHL, 0, one, width), one});
    if (ir_ty_is_vec(shifted->type)) {
        width = ir_splat(builder->m, shifted->type, width);
        top = ir_splat(builder->m, shifted->type, top);
    }
    return ir_xor(builder, ir_ashr(builder, shifted, &width->v), &top->v);
}

// What an intrinsic that LLVM 7 lacks is made of; NULL for others.
static IrValue *lowered_call(IrBuilder *builder, const IrInst *caller) {
    IrValue *value = ir_call_nargs(caller) ? ir_op(caller, 0) : NULL,
            *y = ir_call_nargs(caller) > 1 ? ir_op(caller, 1) : NULL;
    switch (ir_intrin_of(caller)) {
    case IR_I_abs: return choose(builder, IR_SGE, value, ir_neg(builder, value));
    case IR_I_smin: return choose(builder, IR_SLT, value, y);
    case IR_I_smax: return choose(builder, IR_SGT, value, y);
    case IR_I_umin: return choose(builder, IR_ULT, value, y);
    case IR_I_umax: return choose(builder, IR_UGT, value, y);
    case IR_I_uadd_sat: {
        IrValue *s = ir_add(builder, value, y);
        IrValue *most = ir_not(builder, &ir_null(builder->m, value->type)->v);
        return ir_select(builder, ir_cmp(builder, IR_ULT, s, value), most, s);
    }
    case IR_I_usub_sat: {
        IrValue *rest = ir_sub(builder, value, y), *none = &ir_null(builder->m, value->type)->v;
        return ir_select(builder, ir_cmp(builder, IR_UGT, value, y), rest, none);
    }
    case IR_I_sadd_sat:
        return saturate(builder, IR_I_sadd_with_overflow, value, y, signed_bound(builder, value));
    case IR_I_ssub_sat:
        return saturate(builder, IR_I_ssub_with_overflow, value, y, signed_bound(builder, value));
    case IR_I_roundeven:
        return ir_call_intrin(builder, IR_I_rint, NULL, 1, &value); // the default rounding
    default: return NULL;
    }
}

// Dot products, which came to LLVM later, as the instructions that they are:
// llvm.nvvm.idp4a.s.u(a, b, c) and idp2a.s.u(a, b, high, c).
static IrValue *dot_product(IrBuilder *builder, const IrInst *caller) {
    const IrFunc *fn = ir_called(caller);
    const char *s = fn ? atom_str(builder->m->ctx, fn->g.v.name) : "";
    bool four = strncmp(s, "llvm.nvvm.idp4a.", 16) == 0;
    bool two = strncmp(s, "llvm.nvvm.idp2a.", 16) == 0;
    if ((!four && !two) || strlen(s) != 19 || ir_call_nargs(caller) != (four ? 3u : 4u))
        return NULL;
    bool high = two && !ir_is_zero(ir_op(caller, 2));
    const char *half = high ? ".hi" : ".lo";
    Atom text = atom_printf(builder->m->ctx, "dp%ca%s.%c32.%c32 $0, $1, $2, $3;", four ? '4' : '2',
                            four ? "" : half, s[16], s[18]);
    IrType *t = builder->m->ty_i32, *p[3] = {t, t, t};
    IrType *fty = ir_ty_func(builder->m, t, 3, p, false);
    IrAsm *a = ir_asm(builder->m, fty, text, atom_cstr(builder->m->ctx, "=r,r,r,r"), false);
    IrValue *arg[3] = {ir_op(caller, 0), ir_op(caller, 1), ir_op(caller, four ? 2 : 3)};
    return &ir_call(builder, fty, &a->v, 3, arg)->v;
}

// ---- atomics of the whole system ----
// NVIDIA's LLVM 7 makes every atomicrmw and cmpxchg one of the device, whatever scope it names.
// NVVM has intrinsics for the system (and for blocks, for which the device's does as well).

static bool is_word(const IrType *type) {
    return ir_ty_is_i(type, 32) || ir_ty_is_i(type, 64);
}

static IrIntrin system_rmw(const IrInst *inst) {
    static const IrIntrin of[IR_RMW_UDEC_WRAP + 1] = {
        [IR_RMW_XCHG] = IR_I_nvvm_atomic_exch_gen_i_sys,
        [IR_RMW_ADD] = IR_I_nvvm_atomic_add_gen_i_sys,
        [IR_RMW_AND] = IR_I_nvvm_atomic_and_gen_i_sys,
        [IR_RMW_OR] = IR_I_nvvm_atomic_or_gen_i_sys,
        [IR_RMW_XOR] = IR_I_nvvm_atomic_xor_gen_i_sys,
        [IR_RMW_MAX] = IR_I_nvvm_atomic_max_gen_i_sys,
        [IR_RMW_MIN] = IR_I_nvvm_atomic_min_gen_i_sys,
        [IR_RMW_UINC_WRAP] = IR_I_nvvm_atomic_inc_gen_i_sys,
        [IR_RMW_UDEC_WRAP] = IR_I_nvvm_atomic_dec_gen_i_sys};
    IrType *type = inst->v.type;
    bool single = is_any_of(type->kind, IR_TY_FLOAT, IR_TY_DOUBLE);
    if (inst->pred == IR_RMW_FADD && single) return IR_I_nvvm_atomic_add_gen_f_sys;
    bool wraps = is_any_of(inst->pred, IR_RMW_UINC_WRAP, IR_RMW_UDEC_WRAP);
    if (!is_word(type) || (wraps && type->bits != 32)) return IR_I_NONE;
    return inst->pred <= IR_RMW_UDEC_WRAP ? of[inst->pred] : IR_I_NONE;
}

static IrValue *call_system(IrBuilder *builder, IrIntrin id, IrType *result, uint32_t n,
                            IrValue *const *arg) {
    IrType *overload[2] = {result, arg[0]->type};
    return &ir_call_fn(builder, ir_intrinsic(builder->m, id, 2, overload), n, arg)->v;
}

// Unsigned maximum and minimum, which have no intrinsic.
static IrValue *system_unsigned(IrBuilder *builder, const IrInst *atomic) {
    bool is_max = atomic->pred == IR_RMW_UMAX;
    if ((!is_max && atomic->pred != IR_RMW_UMIN) || !is_word(atomic->v.type)) return NULL;
    bool wide = atomic->v.type->bits == 64;
    Atom text = atom_printf(builder->m->ctx, "atom.sys.%s.u%d $0, [$1], $2;",
                            is_max ? "max" : "min", wide ? 64 : 32);
    IrValue *generic = ir_op(atomic, 0);
    if (generic->type != builder->m->ty_ptr)
        generic = ir_cast(builder, IR_ADDRSPACECAST, 0, generic, builder->m->ty_ptr);
    IrType *p[2] = {generic->type, atomic->v.type};
    IrType *fty = ir_ty_func(builder->m, atomic->v.type, 2, p, false);
    const char *constraints = wide ? "=l,l,l,~{memory}" : "=r,l,r,~{memory}";
    IrAsm *a = ir_asm(builder->m, fty, text, atom_cstr(builder->m->ctx, constraints), true);
    IrValue *arg[2] = {generic, ir_op(atomic, 1)};
    return &ir_call(builder, fty, &a->v, 2, arg)->v;
}

// NULL: it is not one of the system, or its order says more than the intrinsics can.
static IrValue *lowered_system(IrBuilder *builder, const IrInst *atomic) {
    bool relaxed = atomic->order <= IR_MONOTONIC && !(atomic->v.flags & IR_VOLATILE);
    if (atomic->scope != IR_SCOPE_SYSTEM || !relaxed) return NULL;
    IrType *type = atomic->v.type;
    if (atomic->v.op == IR_CMPXCHG) {
        IrType *word = ir_op(atomic, 1)->type;
        if (!is_word(word) || atomic->order2 > IR_MONOTONIC) return NULL;
        IrValue *arg[3] = {ir_op(atomic, 0), ir_op(atomic, 1), ir_op(atomic, 2)};
        IrValue *old = call_system(builder, IR_I_nvvm_atomic_cas_gen_i_sys, word, 3, arg);
        IrValue *same = ir_cmp(builder, IR_EQ, old, arg[1]);
        IrValue *pair = &ir_undef(builder->m, type)->v;
        return ir_insert(builder, ir_insert(builder, pair, old, 0), same, 1);
    }
    IrValue *value = ir_op(atomic, 1);
    if (atomic->pred == IR_RMW_XCHG && ir_ty_is_fp(type)) { // integers only, then
        IrType *n = ir_ty_int(builder->m, type->bits);
        IrValue *arg[2] = {ir_op(atomic, 0), ir_bitcast(builder, value, n)};
        if (!is_word(n)) return NULL;
        return ir_bitcast(builder, call_system(builder, IR_I_nvvm_atomic_exch_gen_i_sys, n, 2, arg),
                          type);
    }
    IrIntrin id = system_rmw(atomic);
    if (atomic->pred == IR_RMW_SUB && is_word(type)) {
        id = IR_I_nvvm_atomic_add_gen_i_sys;
        value = ir_neg(builder, value);
    }
    IrValue *arg[2] = {ir_op(atomic, 0), value};
    return id ? call_system(builder, id, type, 2, arg) : system_unsigned(builder, atomic);
}

// atomicrmw of kinds that came later: NVVM's own intrinsics. NULL: LLVM 7 has it, or nothing does
// (`unknown` says so).
static IrValue *lowered_rmw(IrBuilder *builder, const IrInst *atomic) {
    IrIntrin id = IR_I_NONE;
    const IrType *type = atomic->v.type;
    switch (atomic->pred) {
    case IR_RMW_FADD:
        if (type->kind == IR_TY_FLOAT) id = IR_I_nvvm_atomic_load_add_f32;
        if (type->kind == IR_TY_DOUBLE) id = IR_I_nvvm_atomic_load_add_f64;
        break;
    case IR_RMW_UINC_WRAP:
        id = ir_ty_is_i(type, 32) ? IR_I_nvvm_atomic_load_inc_32 : IR_I_NONE;
        break;
    case IR_RMW_UDEC_WRAP:
        id = ir_ty_is_i(type, 32) ? IR_I_nvvm_atomic_load_dec_32 : IR_I_NONE;
        break;
    case IR_RMW_XCHG:
        if (ir_ty_is_fp(type)) { // integers only, then
            IrType *n = ir_ty_int(builder->m, type->bits);
            IrInst *x = ir_atomicrmw(builder, IR_RMW_XCHG, ir_op(atomic, 0),
                                     ir_bitcast(builder, ir_op(atomic, 1), n), atomic->order,
                                     atomic->scope);
            x->v.flags = atomic->v.flags;
            return ir_bitcast(builder, &x->v, (IrType *)(uintptr_t)type);
        }
        return NULL;
    default: return NULL;
    }
    IrValue *arg[2] = {ir_op(atomic, 0), ir_op(atomic, 1)};
    return id ? ir_call_intrin(builder, id, NULL, 2, arg) : NULL;
}

// What stands for an instruction in the old dialect, or NULL to keep it. -0.0 - x is LLVM 7's fneg.
static IrValue *lowered(IrInst *inst) {
    IrBuilder builder = ir_builder_at(inst);
    builder.fmf = inst->fmf;
    IrValue *value = inst->nops ? ir_op(inst, 0) : NULL;
    switch (inst->v.op) {
    case IR_FNEG: {
        IrType *e = ir_ty_scalar(value->type);
        IrConst *zero = ir_fp(builder.m, e, -0.0);
        if (ir_ty_is_vec(value->type)) zero = ir_splat(builder.m, value->type, zero);
        return ir_fsub(&builder, &zero->v, value);
    }
    case IR_FREEZE: return value;
    case IR_CMPXCHG: return lowered_system(&builder, inst);
    case IR_ATOMICRMW: {
        IrValue *system = lowered_system(&builder, inst);
        return system ? system : lowered_rmw(&builder, inst);
    }
    case IR_CALL: {
        IrValue *v = lowered_call(&builder, inst);
        return v ? v : dot_product(&builder, inst);
    }
    default: return NULL;
    }
}

static void refuse(IrModule *module, const char *what, const char *name) {
    diag(module->ctx, DIAG_OF(ir, ir_bitcode_old), 0, what, name);
}

// The name of what LLVM 7 cannot say at all, for the diagnostic; NULL if it can.
static const char *unknown(const IrInst *inst) {
    switch (inst->v.op) {
    case IR_ATOMICRMW: return inst->pred > IR_RMW_UMIN ? ir_rmw_names[inst->pred] : NULL;
    default: return inst->v.type->kind == IR_TY_BFLOAT ? "bfloat" : NULL;
    }
}

// Replaces instruction by instruction; what cannot be is refused, and the rest looked at all the
// same. Whether nothing was.
static bool lower_function(IrFunc *fn) {
    bool fits = true;
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST_SAFE(i, bb) {
            if (ir_intrin_of(i) == IR_I_assume) { // only a hint, and its bundles are newer
                ir_erase(i);
                continue;
            }
            IrValue *v = lowered(i);
            if (v) {
                ir_replace_erase(i, v);
            } else if (unknown(i)) {
                refuse(fn->g.m, "operation", unknown(i));
                fits = false;
            }
        }
    }
    return fits;
}

// ---- kernels ----

static IrMd *text(IrModule *module, const char *s) {
    return ir_md_string(module, s, strlen(s));
}

// A row !{ptr @fn, !"key", i32 v} of !nvvm.annotations.
static void annotate(IrModule *module, IrFunc *fn, const char *key, uint32_t v) {
    IrMd *op[3] = {ir_md_value(module, (IrConst *)fn), text(module, key), ir_md_int(module, v)};
    ir_named_md_add(module, atom_cstr(module->ctx, "nvvm.annotations"), ir_md_node(module, 3, op));
}

// "nvvm.maxntid"="256,1,1" and its like back to a row for each component.
static void bounds(IrModule *module, IrFunc *fn) {
    static const struct {
        const char *attr, *key[3];
    } rows[] = {{"nvvm.maxntid", {"maxntidx", "maxntidy", "maxntidz"}},
                {"nvvm.reqntid", {"reqntidx", "reqntidy", "reqntidz"}},
                {"nvvm.minctasm", {"minctasm"}},
                {"nvvm.maxnreg", {"maxnreg"}},
                {"nvvm.cluster_dim", {"cluster_dim_x", "cluster_dim_y", "cluster_dim_z"}},
                {"nvvm.maxclusterrank", {"cluster_max_blocks"}}};
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        Atom key = atom_cstr(module->ctx, rows[i].attr), value = ir_attr_str(fn->attrs.fn, key);
        const char *s = value ? atom_str(module->ctx, value) : "";
        for (int k = 0; k < 3 && rows[i].key[k] && *s; k++) {
            uint32_t v = 0;
            for (; *s >= '0' && *s <= '9'; s++) v = v * 10 + (uint32_t)(*s - '0');
            if (*s == ',') s++;
            annotate(module, fn, rows[i].key[k], v);
        }
        // libNVVM asks for them beside this one
        bool asked =
            ir_attr_has_str(fn->attrs.fn, atom_cstr(module->ctx, "nvvm.blocksareclusters"));
        if (asked) continue;
        ir_attrs_set(module, &fn->attrs, IR_AT_FN, ir_attr_remove_str(module, fn->attrs.fn, key));
    }
}

// Kernels and their bounds, managed variables, and the version of NVVM IR, which the consumer asks
// for: with debug information also that of its form.
static void mark_kernels(IrModule *module) {
    IR_FOREACH_FUNC(f, module) {
        if (f->cc == IR_CC_PTX_KERNEL) {
            annotate(module, f, "kernel", 1);
            f->cc = IR_CC_C;
        }
        bounds(module, f);
    }
    for (uint32_t i = 0; i < module->vars.n; i++) {
        IrGlobal *g = module->vars.at[i];
        if (!ir_attr_has_str(g->attrs, atom_cstr(module->ctx, "nvvm.managed"))) continue;
        IrMd *op[3] = {ir_md_value(module, (IrConst *)g), text(module, "managed"),
                       ir_md_int(module, 1)};
        ir_named_md_add(module, atom_cstr(module->ctx, "nvvm.annotations"),
                        ir_md_node(module, 3, op));
    }
    Atom version = atom_cstr(module->ctx, "nvvmir.version");
    if (ir_named_md_n(module, version)) return;
    bool debug = ir_named_md_n(module, atom_cstr(module->ctx, "llvm.dbg.cu"));
    IrMd *op[4] = {ir_md_int(module, 2), ir_md_int(module, 0), ir_md_int(module, 3),
                   ir_md_int(module, 2)};
    ir_named_md_add(module, version, ir_md_node(module, debug ? 4 : 2, op));
}

// ---- debug information ----
// A subprogram's retained nodes are variables and labels only; imported entities stand in its unit.

typedef struct {
    IrModule *m;
    Map seen; // nodes of scopes
} Scopes;

// The field of a node, to be changed; NULL if it has none.
static IrDiField *di_field(Scopes *s, IrMd *owner, const char *key) {
    return (IrDiField *)(uintptr_t)ir_md_field(owner, atom_cstr(s->m->ctx, key));
}

// Appends to the unit's imports, which get a new list.
static void add_imports(Scopes *scopes, IrMd *unit, uint32_t n, IrMd *const *import) {
    Arena *arena = &scopes->m->arena;
    VEC(IrMd *) all = {0};
    IrDiField *field = di_field(scopes, unit, "imports");
    const IrMd *had = field && field->kind == IR_DI_MD ? field->md : NULL;
    for (uint32_t i = 0; had && had->kind == IR_MD_NODE && i < had->n; i++)
        vec_push(arena, &all, had->op[i]);
    for (uint32_t i = 0; i < n; i++) vec_push(arena, &all, import[i]);
    if (!field) {
        field = arena_array(arena, IrDiField, unit->n + 1);
        memcpy(field, unit->field, unit->n * sizeof *field);
        unit->field = field;
        field += unit->n++;
        *field = (IrDiField){.key = atom_cstr(scopes->m->ctx, "imports"), .kind = IR_DI_MD};
    }
    field->md = ir_md_node(scopes->m, all.n, all.at);
}

// Moves imported entities from a subprogram's retained nodes to its unit.
static void subprogram(Scopes *scopes, IrMd *changed) {
    Arena *arena = &scopes->m->arena;
    IrDiField *field = di_field(scopes, changed, "retainedNodes"),
              *unit = di_field(scopes, changed, "unit");
    bool node = field && field->kind == IR_DI_MD && field->md;
    if (!node || field->md->kind != IR_MD_NODE) return;

    VEC(IrMd *) stay = {0}, import = {0};
    Atom entity = atom_cstr(scopes->m->ctx, "DIImportedEntity");
    for (uint32_t i = 0; i < field->md->n; i++) {
        IrMd *x = field->md->op[i];
        if (x && x->kind == IR_MD_DI && x->text == entity)
            vec_push(arena, &import, x);
        else
            vec_push(arena, &stay, x);
    }
    if (!import.n) return;
    field->md = ir_md_node(scopes->m, stay.n, stay.at);
    bool has_unit = unit && unit->kind == IR_DI_MD && unit->md;
    if (has_unit && unit->md->kind == IR_MD_DI) add_imports(scopes, unit->md, import.n, import.at);
}

// From a location or a scope outwards. Each node once. Locations that were inlined lead on to
// where.
static void visit_scopes(Scopes *scopes, IrMd *inner) {
    while (inner && !map_get(&scopes->seen, (uintptr_t)inner)) {
        map_put(&scopes->seen, (uintptr_t)inner, inner);
        if (inner->kind == IR_MD_LOC) {
            if (inner->scope && inner->scope->kind != IR_MD_LOC) visit_scopes(scopes, inner->scope);
            inner = inner->inlined_at;
            continue;
        }
        if (inner->kind != IR_MD_DI) return;
        if (inner->text == atom_cstr(scopes->m->ctx, "DISubprogram")) subprogram(scopes, inner);
        const IrDiField *f = di_field(scopes, inner, "scope");
        inner = f && f->kind == IR_DI_MD ? f->md : NULL;
    }
}

// Subprograms are found by what names them: functions and locations.
static void old_debug(IrModule *module) {
    Scopes s = {.m = module};
    map_init(&s.seen, &module->arena);
    IR_FOREACH_FUNC(f, module) {
        for (const IrMdAttach *a = f->g.md; a; a = a->next) visit_scopes(&s, a->md);
        IR_FOREACH_BLOCK(bb, f) {
            IR_FOREACH_INST(i, bb) visit_scopes(&s, i->dbg);
        }
    }
}

// Their names may be new ones, which LLVM 7 refuses to see even as declarations.
static void drop_unused_intrinsics(IrModule *module) {
    BitSet used;
    Arena *arena = &module->arena;
    bitset_init(&used, arena, module->funcs.n);
    Map index;
    map_init(&index, arena);
    for (uint32_t i = 0; i < module->funcs.n; i++) {
        map_put(&index, (uintptr_t)module->funcs.at[i], (void *)(uintptr_t)(i + 1));
    }
    IR_FOREACH_FUNC(f, module) {
        IR_FOREACH_BLOCK(bb, f) {
            IR_FOREACH_INST(i, bb) {
                uintptr_t k =
                    i->v.op == IR_CALL ? (uintptr_t)map_get(&index, (uintptr_t)ir_callee(i)) : 0;
                if (k) bitset_add(&used, (uint32_t)k - 1);
            }
        }
    }
    VEC(IrGlobal *) gone = {0};
    for (uint32_t i = 0; i < module->funcs.n; i++) {
        if (module->funcs.at[i]->intrin && !bitset_has(&used, i))
            vec_push(arena, &gone, &module->funcs.at[i]->g);
    }
    if (!gone.n) return;
    ir_globals_poison(module, gone.n, gone.at); // metadata may name them
    ir_globals_remove(module, gone.n, gone.at);
}

// A copy of the module in the old dialect's terms; NULL after diagnostics. Linking into an empty
// module makes the copy.
IrModule *bw_old_module(IrModule *module) {
    IrModule *mod = ir_module_new(module->ctx, module->name);
    mod->source_name = module->source_name;
    mod->triple = module->triple;
    mod->datalayout = module->datalayout;
    mod->short_ptr_as = module->short_ptr_as;
    uint32_t errors = diag_error_count(module->ctx);
    bool ok = ir_link(mod, module, 0);
    if (ok) {
        IR_FOREACH_FUNC(f, mod) ok &= lower_function(f);
        mark_kernels(mod);
        old_debug(mod);
        drop_unused_intrinsics(mod);
        bw_type_pointers(mod);
    }
    if (ok && diag_error_count(module->ctx) == errors) return mod;
    ir_module_free(mod);
    return NULL;
}
