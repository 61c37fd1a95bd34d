// SPDX-License-Identifier: Apache-2.0
// globalopt: shared variables that are only written lose their stores.
//
//     @s = internal addrspace(3) global [64 x i32] undef
//     store i32 %a, ptr addrspace(3) @s          =>   (nothing)
//
// globaldce removes the variable when nothing else names it.
//
// Refused: global memory, which the host reads and writes by name even where C++ says `static`;
// variables that others see (linkage, alias, llvm.used, metadata, initialisers of others), and
// those whose address goes anywhere but through constant expressions, getelementptr and casts to
// stores; volatile and atomic accesses.
#include "opt/common/common.h"

#include "ir/intrin_id.h"

typedef VEC(IrInst *) Insts;
typedef struct {
    bool lost; // read, or its address gets out of sight
    Insts stores;
} Var;
typedef struct {
    Arena *a;
    Map of; // IrGlobal -> Var
    VEC(Var *) all;
    Map lost; // aggregates and expressions whose variables are lost already
    VEC(IrValue *) work;
} Globals;

static bool is_candidate(const IrGlobal *global) {
    return ir_is_local_linkage(global->linkage) && global->v.type->as == IR_AS_SHARED &&
           global->init;
}

// ---- who uses them -----------------------------------------------------------------------------

// Everything that a constant names gets out of sight.
static void lose(Globals *globals, const IrConst *constant) {
    if (constant->v.kind == IR_C_VAR) {
        Var *v = map_get(&globals->of, (uintptr_t)constant);
        if (v) v->lost = true;
    }
    if (!is_any_of(constant->v.kind, IR_C_AGG, IR_C_EXPR)) return;
    if (map_get(&globals->lost, (uintptr_t)constant)) return;
    map_put(&globals->lost, (uintptr_t)constant, (void *)(uintptr_t)constant);
    for (uint32_t k = 0; k < constant->n; k++) lose(globals, constant->elem[k]);
}

// The variable that a constant address is in, or NULL; what else it names is lost.
static Var *variable_of(Globals *globals, IrConst *constant) {
    const IrConst *at = constant;
    while (at->v.kind == IR_C_EXPR) {
        bool passes = is_any_of(at->v.op, IR_GEP, IR_BITCAST, IR_ADDRSPACECAST);
        if (!passes) {
            lose(globals, at);
            return NULL;
        }
        for (uint32_t k = 1; k < at->n; k++) lose(globals, at->elem[k]);
        at = at->elem[0];
    }
    if (at->v.kind == IR_C_VAR) return map_get(&globals->of, (uintptr_t)at);
    lose(globals, at);
    return NULL;
}

static bool is_plain_write(const IrInst *inst, uint32_t operand) {
    if (inst->v.op == IR_STORE) return operand == 1 && ir_is_plain(inst);
    return ir_intrin_of(inst) == IR_I_memset && operand == 0 && ir_is_zero(ir_op(inst, 3));
}

// Operand k of the user is an address in the variable. Values that carry it on go to the list.
static void use_address(Globals *globals, Var *var, IrInst *user, uint32_t k) {
    bool carries = is_any_of(user->v.op, IR_GEP, IR_BITCAST, IR_ADDRSPACECAST);
    if (carries && k == 0) {
        vec_push(globals->a, &globals->work, &user->v);
    } else if (is_plain_write(user, k)) {
        vec_push(globals->a, &var->stores, user);
    } else {
        var->lost = true;
    }
}

static void use_operand(Globals *globals, IrInst *user, uint32_t k) {
    Var *v = variable_of(globals, (IrConst *)ir_op(user, k));
    if (!v) return;
    globals->work.n = 0;
    use_address(globals, v, user, k);
    while (globals->work.n && !v->lost) {
        IrValue *address = vec_pop(&globals->work);
        IR_FOREACH_USE(u, address) use_address(globals, v, u->user, ir_use_index(u));
    }
}

static void use_md(Globals *g, const IrMd *md, int depth) {
    if (!md || depth > 64) return;
    if (md->kind == IR_MD_VALUE && ir_is_const(md->value)) lose(g, (IrConst *)md->value);
    if (md->kind != IR_MD_NODE) return;
    if (map_get(&g->lost, (uintptr_t)md)) return;
    map_put(&g->lost, (uintptr_t)md, (void *)(uintptr_t)md);
    for (uint32_t k = 0; k < md->n; k++) use_md(g, md->op[k], depth + 1);
}

static void use_body(Globals *globals, IrFunc *fn) {
    IrConst *own[] = {fn->prefix, fn->prologue, fn->personality};
    for (uint32_t k = 0; k < CU_COUNT(own); k++) {
        if (own[k]) lose(globals, own[k]);
    }
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            for (uint32_t k = 0; k < i->nops; k++) {
                const IrValue *v = ir_op(i, k);
                bool names = is_any_of(v->kind, IR_C_VAR, IR_C_EXPR);
                if (names) use_operand(globals, i, k);
                if (v->kind == IR_C_AGG) lose(globals, (const IrConst *)v);
                if (v->kind == IR_V_MD) use_md(globals, ((const IrMdValue *)v)->md, 0);
            }
        }
    }
}

static void use_module(Globals *globals, IrModule *module) {
    for (uint32_t k = 0; k < module->vars.n; k++) {
        if (module->vars.at[k]->init) lose(globals, module->vars.at[k]->init);
    }
    for (uint32_t k = 0; k < module->aliases.n; k++) {
        if (module->aliases.at[k]->init) lose(globals, module->aliases.at[k]->init);
    }
    for (uint32_t k = 0; k < module->nnamed_md; k++) {
        for (uint32_t j = 0; j < module->named_md_[k].ops.n; j++) {
            use_md(globals, module->named_md_[k].ops.at[j], 0);
        }
    }
    IR_FOREACH_FUNC(f, module) use_body(globals, f);
}

// ---- the pass ----------------------------------------------------------------------------------

OPT_MODULE_PASS(globalopt);
bool opt_globalopt(PassCtx *pc, IrModule *module) {
    Globals globals = {.a = pc->tmp};
    map_init(&globals.of, globals.a);
    map_init(&globals.lost, globals.a);
    for (uint32_t k = 0; k < module->vars.n; k++) {
        if (!is_candidate(module->vars.at[k])) continue;
        Var *v = arena_new(globals.a, Var);
        map_put(&globals.of, (uintptr_t)module->vars.at[k], v);
        vec_push(globals.a, &globals.all, v);
    }
    if (!globals.all.n) return false;

    use_module(&globals, module);
    bool changed = false;
    for (uint32_t k = 0; k < globals.all.n; k++) {
        const Var *v = globals.all.at[k];
        for (uint32_t j = 0; j < v->stores.n && !v->lost; j++) {
            ir_erase(v->stores.at[j]);
            changed = true;
        }
    }
    return changed;
}
