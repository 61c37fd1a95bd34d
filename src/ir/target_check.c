// SPDX-License-Identifier: Apache-2.0
// Refuses what the readers take but code generation cannot: exception handling, types and linker
// features of other machines. Each function and variable is walked once; the reasons are rows of
// target_check.def.
#include "ir/ir_diag.h"
#include "ir/ir_int.h"
#include "ir/intrin_id.h"

enum { IR_TARGET_MAX_BITS = 4096 }; // a product of such integers is 4096 instructions

typedef enum {
#define ROW(id, text) T_##id,
#include "ir/target_check.def"
    T_COUNT
} Reason;
static const char *const reasons[T_COUNT] = {
#define ROW(id, text) text,
#include "ir/target_check.def"
};

typedef struct {
    IrModule *m;
    Atom name; // of what is at hand: a global, at first the module
    Arena *a;
    uint8_t *type_seen; // by id: 0 not yet, 1 good, 2 + reason
    Map const_seen;
    bool ok;
    uint32_t nerrors;
} Target;

// The first twenty are told; a module of another target would give thousands.
static void refuse(Target *target, Reason r) {
    target->ok = false;
    if (target->nerrors++ >= 20) return;
    diag(target->m->ctx, DIAG_OF(ir, ir_target), 0, atom_str(target->m->ctx, target->name),
         reasons[r]);
}

// What is wrong with a type: 1 nothing, else 2 + reason. Each type is looked at once.
static int type_reason(Target *target, const IrType *ty) {
    uint8_t *seen = &target->type_seen[ty->id];
    if (*seen) return *seen;
    *seen = 1; // a struct that contains itself ends here
    static const uint8_t kinds[IR_TY_TARGET + 1] = {
        [IR_TY_X86_FP80] = 2 + T_TYPE_X86_FP80, [IR_TY_PPC_FP128] = 2 + T_TYPE_PPC_FP128,
        [IR_TY_X86_AMX] = 2 + T_TYPE_X86_AMX,   [IR_TY_TARGET] = 2 + T_TYPE_TARGET,
        [IR_TY_TOKEN] = 2 + T_TYPE_TOKEN,
    };
    int r = CU_MAX(kinds[ty->kind], 1);
    switch (ty->kind) {
    case IR_TY_INT: r = ty->bits > IR_TARGET_MAX_BITS ? 2 + T_TYPE_WIDE_INT : 1; break;
    case IR_TY_VECTOR:
        r = ty->scalable ? 2 + T_TYPE_SCALABLE : type_reason(target, ty->elem);
        break;
    case IR_TY_ARRAY: r = type_reason(target, ty->elem); break;
    case IR_TY_FUNC: r = type_reason(target, ty->elem); // fall through
    case IR_TY_STRUCT:
        if (ty->opaque) r = 2 + T_TYPE_OPAQUE;
        for (uint64_t i = 0; r == 1 && i < ty->n; i++) r = type_reason(target, ty->sub[i]);
        break;
    default: break;
    }
    *seen = (uint8_t)r;
    return r;
}

// Refuses the type at the place at hand.
static void check_type(Target *target, const IrType *ty) {
    int r = type_reason(target, ty);
    if (r > 1) refuse(target, (Reason)(r - 2));
}

// Constants may name types and addresses that the machine lacks; each is looked at once.
static void check_const(Target *target, IrConst *constant) {
    if (constant->v.kind < IR_C_AGG || constant->v.kind >= IR_C_VAR) return;
    void **slot = map_slot(&target->const_seen, (uintptr_t)constant);
    if (*slot) return;
    *slot = constant;
    if (constant->v.kind == IR_C_BLOCKADDR) refuse(target, T_BLOCKADDR);
    if (constant->v.kind == IR_C_PTRAUTH) refuse(target, T_PTRAUTH);
    check_type(target, constant->v.type);
    for (uint32_t i = 0; i < constant->n; i++) check_const(target, constant->elem[i]);
}

// A kernel is not called on the device but launched.
static void check_call(Target *target, const IrInst *inst) {
    const IrFunc *f = ir_called(inst);
    if (f && f->cc == IR_CC_PTX_KERNEL) refuse(target, T_KERNEL_CALL);
    if (f && f->intrin == IR_I_assume) return; // bundles of llvm.assume are hints
    for (uint32_t k = 0; k < inst->call->nbundles; k++) {
        const char *tag = atom_str(target->m->ctx, inst->call->bundle[k].tag);
        if (strcmp(tag, "convergencectrl") != 0) refuse(target, T_BUNDLE);
    }
}

// Operands that are instructions have been looked at themselves.
static void check_inst(Target *target, const IrInst *inst) {
    static const uint8_t reason[IR_NOPS] = {
        // + 1
        [IR_INVOKE] = 1 + T_UNWIND,     [IR_RESUME] = 1 + T_UNWIND,
        [IR_LANDINGPAD] = 1 + T_UNWIND, [IR_CATCHPAD] = 1 + T_UNWIND,
        [IR_CLEANUPPAD] = 1 + T_UNWIND, [IR_CATCHSWITCH] = 1 + T_UNWIND,
        [IR_CATCHRET] = 1 + T_UNWIND,   [IR_CLEANUPRET] = 1 + T_UNWIND,
        [IR_CALLBR] = 1 + T_CALLBR,
    };
    if (reason[inst->v.op]) {
        refuse(target, (Reason)(reason[inst->v.op] - 1));
        return;
    }
    if (inst->v.op == IR_CALL) check_call(target, inst);
    if (inst->v.op == IR_ALLOCA) {
        check_type(target, inst->aty);
        if (inst->pred) refuse(target, T_INALLOCA);
    }
    // a scope that the GPU does not know
    if (inst->scope >= IR_SCOPE_OTHER) refuse(target, T_SCOPE);
    check_type(target, inst->v.type);
    for (uint32_t k = 0; k < inst->nops; k++) {
        IrConst *c = ir_as_const(ir_op(inst, k));
        if (c) check_const(target, c);
    }
}

// Types of the function too: a declaration is called with them.
static void check_func(Target *target, IrFunc *fn) {
    target->name = fn->g.v.name;
    bool debug = strncmp(atom_str(target->m->ctx, fn->g.v.name), "llvm.", 5) == 0;
    if (debug && ir_is_decl(fn)) return; // what is declared but not called does no harm
    check_type(target, fn->g.vty);
    if (fn->gc) refuse(target, T_GC);
    if (fn->prefix || fn->prologue) refuse(target, T_PREFIX);
    if (fn->g.v.type->as) refuse(target, T_FUNC_SPACE);
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) check_inst(target, i);
    }
}

// Code is made with 64-bit addresses only. Of another machine's data layout their size and the
// order of bytes are asked for; the rest (mangling, stack alignment) says nothing here: sizes and
// alignments are always those of nvptx64.
static void check_layout(Target *target) {
    const char *s = target->m->datalayout ? atom_str(target->m->ctx, target->m->datalayout) : "";
    const char *triple = target->m->triple ? atom_str(target->m->ctx, target->m->triple) : "";
    bool narrow = strncmp(triple, "nvptx-", 6) == 0 || strcmp(triple, "nvptx") == 0;
    while (*s) {
        size_t n = strcspn(s, "-");
        if (n == 1 && *s == 'E') refuse(target, T_BIG_ENDIAN);
        narrow |= strncmp(s, "p:32", 4) == 0 || strncmp(s, "p0:32", 5) == 0;
        s += n + (s[n] != 0);
    }
    if (narrow) refuse(target, T_NARROW);
}

// False after diagnostics.
bool ir_check_target(IrModule *module) {
    Arena arena;
    Target target = {.m = module, .name = module->name, .a = &arena, .ok = true};
    arena_init(&arena, module->ctx, "ir-target");
    target.type_seen = arena_array(&arena, uint8_t, module->intern->ntypes);
    map_init(&target.const_seen, &arena);
    check_layout(&target);
    for (uint32_t i = 0; i < module->vars.n; i++) {
        IrGlobal *g = module->vars.at[i];
        target.name = g->v.name;
        if (g->tls) refuse(&target, T_TLS);
        if (g->init) check_type(&target, g->vty);
        if (g->init) check_const(&target, g->init);
    }
    for (uint32_t i = 0; i < module->aliases.n; i++) {
        IrGlobal *g = module->aliases.at[i];
        target.name = g->v.name;
        if (g->v.kind == IR_C_IFUNC) refuse(&target, T_IFUNC);
        check_const(&target, g->init);
    }
    IR_FOREACH_FUNC(f, module) check_func(&target, f);
    arena_free(&arena);
    return target.ok;
}
