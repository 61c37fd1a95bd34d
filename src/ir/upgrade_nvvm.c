// SPDX-License-Identifier: Apache-2.0
// !nvvm.annotations becomes attributes: the one form that everything behind the readers knows (NVVM
// IR specification, "Global Property Annotation"; LLVM's UpgradeNVVMAnnotations does the same).
// Rows of other properties (textures, surfaces, samplers) stay in the metadata.
#include "ir/ir_int.h"

#include "ir/intrin_id.h"

#include <stdlib.h>

// Properties that are one number, and those that are a component of three.
static const struct {
    const char *name, *attr;
    int8_t part; // 0, 1, 2 of x, y, z; -1: alone
} numbers[] = {
    {"maxntidx", "nvvm.maxntid", 0},
    {"maxntidy", "nvvm.maxntid", 1},
    {"maxntidz", "nvvm.maxntid", 2},
    {"reqntidx", "nvvm.reqntid", 0},
    {"reqntidy", "nvvm.reqntid", 1},
    {"reqntidz", "nvvm.reqntid", 2},
    {"cluster_dim_x", "nvvm.cluster_dim", 0},
    {"cluster_dim_y", "nvvm.cluster_dim", 1},
    {"cluster_dim_z", "nvvm.cluster_dim", 2},
    {"minctasm", "nvvm.minctasm", -1},
    {"maxnreg", "nvvm.maxnreg", -1},
    {"maxclusterrank", "nvvm.maxclusterrank", -1},
    {"cluster_max_blocks", "nvvm.maxclusterrank", -1},
};

typedef struct {
    IrModule *m;
    Ctx *ctx;
} Up;

// The three numbers of `old` (absent ones are 1) with one replaced.
static Atom component(Up *up, Atom old, uint32_t part, uint64_t value) {
    uint64_t v[3] = {1, 1, 1};
    const char *s = old ? atom_str(up->ctx, old) : "";
    char *end;
    for (int i = 0; i < 3 && *s; i++, s = end + (*end == ',')) {
        v[i] = strtoull(s, &end, 10);
        if (end == s) break;
    }
    v[part] = value;
    return atom_printf(up->ctx, "%llu,%llu,%llu", (unsigned long long)v[0],
                       (unsigned long long)v[1], (unsigned long long)v[2]);
}

// The parameters (counted from 1) of which a kernel gets the only copy.
static void grid_constants(Up *up, IrFunc *fn, const IrMd *list) {
    Atom key = atom_cstr(up->ctx, "nvvm.grid_constant");
    if (!list || list->kind != IR_MD_NODE) return;
    for (uint32_t i = 0; i < list->n; i++) {
        const IrMd *e = list->op[i];
        const IrConst *c = e && e->kind == IR_MD_VALUE ? ir_as_cint(e->value) : NULL;
        if (!c || ir_uval(c) < 1 || ir_uval(c) > fn->nargs) continue;
        int at = (int)ir_uval(c) - 1;
        const IrAttrSet *s = ir_attrs_get(&fn->attrs, at);
        ir_attrs_set(up->m, &fn->attrs, at, ir_attr_add_str(up->m, s, key, 0));
    }
}

// True when the property is done with.
static bool function_property(Up *up, IrFunc *fn, const char *name, const IrMd *value) {
    if (strcmp(name, "grid_constant") == 0) {
        grid_constants(up, fn, value);
        return true;
    }
    const IrConst *constant = value && value->kind == IR_MD_VALUE ? ir_as_cint(value->value) : NULL;
    if (!constant) return false;
    uint64_t v = ir_uval(constant);
    if (strcmp(name, "kernel") == 0) {
        fn->cc = IR_CC_PTX_KERNEL; // NVVM asks only whether the property is there
        return true;
    }
    if (strcmp(name, "align") == 0) return true; // of the parameters of device functions: a hint
    for (size_t i = 0; i < CU_COUNT(numbers); i++) {
        if (strcmp(name, numbers[i].name)) continue;
        Atom key = atom_cstr(up->ctx, numbers[i].attr);
        Atom text = numbers[i].part < 0 ? atom_printf(up->ctx, "%llu", (unsigned long long)v)
                                        : component(up, ir_attr_str(fn->attrs.fn, key),
                                                    (uint32_t)numbers[i].part, v);
        const IrAttrSet *s = ir_attr_remove_str(up->m, fn->attrs.fn, key);
        ir_attrs_set(up->m, &fn->attrs, IR_AT_FN, ir_attr_add_str(up->m, s, key, text));
        return true;
    }
    return false;
}

// True when the property is done with.
static bool variable_property(Up *u, IrGlobal *global, const char *name) {
    if (strcmp(name, "managed")) return false;
    global->attrs = ir_attr_add_str(u->m, global->attrs, atom_cstr(u->ctx, "nvvm.managed"), 0);
    return true;
}

// !{ptr @f, !"kernel", i32 1, !"maxntidx", i32 128}; true when nothing of it is left to say.
static bool annotation(Up *up, const IrMd *node) {
    if (!node || node->kind != IR_MD_NODE || !node->n || !node->op[0]) return false;
    if (node->op[0]->kind != IR_MD_VALUE) return false;
    IrGlobal *global = ir_as_global(node->op[0]->value);
    bool all = global != NULL;
    for (uint32_t i = 1; global && i + 1 < node->n; i += 2) {
        const IrMd *key = node->op[i];
        if (!key || key->kind != IR_MD_STRING) return false;
        const char *name = atom_str(up->ctx, key->text);
        if (global->v.kind == IR_C_FUNC)
            all &= function_property(up, (IrFunc *)global, name, node->op[i + 1]);
        else
            all &= variable_property(up, global, name);
    }
    return all;
}

// ---- warp functions whose operation is an operand (NVVM IR specification, "Data Movement",
// "Vote", "Match") ----

// Votes of today give the half of the pair that the mode asks for; the other is undefined.
static IrValue *in_pair(IrBuilder *builder, IrInst *inst, IrValue *value, uint32_t at) {
    return ir_insertvalue(builder, &ir_undef(builder->m, inst->v.type)->v, value, 1, &at);
}

// { i32, i1 }, which distinguishes these functions from others of such names.
static bool returns_pair(const IrInst *inst) {
    const IrType *t = inst->v.type;
    return t->kind == IR_TY_STRUCT && t->n == 2 && ir_ty_is_i(t->sub[0], 32) &&
           ir_ty_is_i(t->sub[1], 1);
}

// The mode is a constant operand: it picks the intrinsic of today.
IrValue *ir_upgrade_warp(IrBuilder *builder, IrInst *inst, const char *name) {
    static const uint16_t shuffles[] = {IR_I_nvvm_shfl_sync_idx_i32p, IR_I_nvvm_shfl_sync_up_i32p,
                                        IR_I_nvvm_shfl_sync_down_i32p,
                                        IR_I_nvvm_shfl_sync_bfly_i32p};
    static const uint16_t votes[] = {IR_I_nvvm_vote_all_sync, IR_I_nvvm_vote_any_sync,
                                     IR_I_nvvm_vote_uni_sync, IR_I_nvvm_vote_ballot_sync};
    uint32_t n = ir_call_nargs(inst);
    bool shuffle = n == 5 && strcmp(name, "llvm.nvvm.shfl.sync.i32") == 0;
    bool vote = n == 3 && strcmp(name, "llvm.nvvm.vote.sync") == 0;
    bool match = n == 2 && strncmp(name, "llvm.nvvm.match.all.sync.i", 26) == 0;
    if (!returns_pair(inst) || (!shuffle && !vote && !match)) return NULL;
    IrValue *arg[4] = {ir_op(inst, 0), ir_op(inst, 1)};
    if (match) {
        if (strcmp(name + 26, "32") && strcmp(name + 26, "64")) return NULL;
        IrIntrin id =
            name[26] == '3' ? IR_I_nvvm_match_all_sync_i32p : IR_I_nvvm_match_all_sync_i64p;
        return ir_call_intrin(builder, id, NULL, 2, arg);
    }
    const IrConst *mode = ir_as_cint(ir_op(inst, 1));
    if (!mode || ir_uval(mode) > 3) return NULL;
    for (uint32_t i = 2; i < n; i++) arg[i - 1] = ir_op(inst, i);
    if (shuffle) return ir_call_intrin(builder, shuffles[ir_uval(mode)], NULL, 4, arg);
    IrValue *v = ir_call_intrin(builder, votes[ir_uval(mode)], NULL, 2, arg);
    // the ballot gives the number of the pair, the others its predicate
    return in_pair(builder, inst, v, ir_uval(mode) != 3);
}

// ---- the whole module ----

// What is done with leaves the list; the rest keeps its order.
void ir_upgrade_annotations(IrModule *module) {
    Up up = {module, module->ctx};
    Atom name = atom_cstr(module->ctx, "nvvm.annotations");
    for (uint32_t k = 0; k < module->nnamed_md; k++) {
        if (module->named_md_[k].name != name) continue;
        uint32_t kept = 0, n = module->named_md_[k].ops.n;
        IrMd **op = module->named_md_[k].ops.at;
        for (uint32_t i = 0; i < n; i++) {
            if (!annotation(&up, op[i])) op[kept++] = op[i];
        }
        module->named_md_[k].ops.n = kept;
    }
}
