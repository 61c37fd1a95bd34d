// SPDX-License-Identifier: Apache-2.0
// LLVM's math intrinsics as calls of the device library: __nv_sin for llvm.sin.f64, __nv_sinf for
// llvm.sin.f32, __nv_fp128_sin for llvm.sin.f128. Narrower types go through float. What may be
// approximated ("afn", or the function attribute "unsafe-fp-math") and has an approximate PTX form
// stays for the back end.
#include "nvvm/nvvm.h"

#include "ir/intrin_id.h"

#include <stdio.h>
#include <string.h>

static const struct {
    uint16_t id;
    const char *name; // of the double; + "f" of the float
    bool approximate; // PTX has a float form
} rows[] = {{IR_I_sin, "__nv_sin", true},
            {IR_I_cos, "__nv_cos", true},
            {IR_I_tan, "__nv_tan", false},
            {IR_I_exp, "__nv_exp", true},
            {IR_I_exp2, "__nv_exp2", true},
            {IR_I_exp10, "__nv_exp10", false},
            {IR_I_log, "__nv_log", true},
            {IR_I_log2, "__nv_log2", true},
            {IR_I_log10, "__nv_log10", true},
            {IR_I_pow, "__nv_pow", false},
            {IR_I_powi, "__nv_powi", false},
            {IR_I_asin, "__nv_asin", false},
            {IR_I_acos, "__nv_acos", false},
            {IR_I_atan, "__nv_atan", false},
            {IR_I_sinh, "__nv_sinh", false},
            {IR_I_cosh, "__nv_cosh", false},
            {IR_I_tanh, "__nv_tanh", false},
            {IR_I_constrained_sin, "__nv_sin", false},
            {IR_I_constrained_cos, "__nv_cos", false},
            {IR_I_constrained_tan, "__nv_tan", false},
            {IR_I_constrained_exp, "__nv_exp", false},
            {IR_I_constrained_exp2, "__nv_exp2", false},
            {IR_I_constrained_log, "__nv_log", false},
            {IR_I_constrained_log2, "__nv_log2", false},
            {IR_I_constrained_log10, "__nv_log10", false},
            {IR_I_constrained_pow, "__nv_pow", false},
            {IR_I_constrained_powi, "__nv_powi", false},
            {IR_I_constrained_asin, "__nv_asin", false},
            {IR_I_constrained_acos, "__nv_acos", false},
            {IR_I_constrained_atan, "__nv_atan", false},
            {IR_I_constrained_sinh, "__nv_sinh", false},
            {IR_I_constrained_cosh, "__nv_cosh", false},
            {IR_I_constrained_tanh, "__nv_tanh", false}};

// The function allows approximations everywhere.
static bool unsafe(Ctx *ctx, const IrFunc *fn) {
    Atom key = atom_cstr(ctx, "unsafe-fp-math");
    return ir_attr_has_str(fn->attrs.fn, key) &&
           strcmp(atom_str(ctx, ir_attr_str(fn->attrs.fn, key)), "true") == 0;
}

static uint32_t value_args(const IrInst *call) { // without the metadata of constrained functions
    uint32_t n = ir_call_nargs(call), k = 0;
    while (k < n && ir_op(call, k)->kind != IR_V_MD) k++;
    return k;
}

// The library's function for a type, declared if need be. NULL: the module has something else of
// that name.
static IrFunc *library_function(IrModule *module, const char *name, IrType *type,
                                const IrInst *inst) {
    char full[32];
    if (type->kind == IR_TY_FP128)
        snprintf(full, sizeof full, "__nv_fp128_%s", name + strlen("__nv_"));
    else
        snprintf(full, sizeof full, "%s%s", name, type->kind == IR_TY_DOUBLE ? "" : "f");
    IrType *param[2] = {type, type};
    uint32_t n = value_args(inst);
    for (uint32_t k = 0; k < n; k++) {
        if (ir_ty_is_int(ir_op(inst, k)->type)) param[k] = module->ty_i32;
    }
    Atom a = atom_cstr(module->ctx, full);
    IrGlobal *known = ir_find(module, a);
    IrType *fty = ir_ty_func(module, type, n, param, false);
    if (known) return known->v.kind == IR_C_FUNC && known->vty == fty ? (IrFunc *)known : NULL;
    return ir_func_new(module, a, fty, IR_EXTERNAL);
}

// Replaces the call; false: it stays, for the back end.
static bool replace(IrModule *module, IrInst *call, const char *name) {
    IrType *type = call->v.type;
    if (!ir_ty_is_fp(type)) return false; // vectors: the back end's reason
    bool quad = type->kind == IR_TY_FP128, own_way = quad && strcmp(name, "__nv_powi") == 0;
    if (own_way) return false; // the back end's arithmetic has it
    IrType *computed = quad || type->kind == IR_TY_DOUBLE ? type : module->ty_float;
    IrFunc *fn = library_function(module, name, computed, call);
    if (!fn) return false;
    IrBuilder builder = ir_builder_at(call);
    IrValue *arg[2];

    // Integer arguments (powi) are 32 bits in the library; halves are widened and the result
    // narrowed.
    uint32_t n = value_args(call);
    for (uint32_t k = 0; k < n; k++) {
        IrValue *v = ir_op(call, k);
        if (ir_ty_is_int(v->type))
            v = ir_int_resize(&builder, v, module->ty_i32, true);
        else if (type->bits == 16)
            v = ir_fpext(&builder, v, module->ty_float);
        arg[k] = v;
    }
    IrValue *r = &ir_call_fn(&builder, fn, n, arg)->v;
    ir_replace_erase(call, type->bits == 16 ? ir_fptrunc(&builder, r, type) : r);
    return true;
}

// The library's name, or NULL; *approximate only then.
static const char *row_of(uint32_t id, bool *approximate) {
    for (size_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        *approximate = rows[k].approximate;
        return rows[k].name;
    }
    return NULL;
}

// Whether the module declares any of these intrinsics: most do not.
bool nvvm_has_math(IrModule *module) {
    bool approximate;
    IR_FOREACH_FUNC(f, module) {
        if (f->intrin && row_of(f->intrin, &approximate)) return true;
    }
    return false;
}

// Approximations are of single precision and narrower: PTX has none for doubles.
bool nvvm_math_calls(IrModule *module) {
    bool changed = false, approximate = false;
    if (!nvvm_has_math(module)) return false;
    for (uint32_t k = 0; k < module->funcs.n; k++) { // declarations are added meanwhile
        IrFunc *fn = module->funcs.at[k];
        if (ir_is_decl(fn)) continue;
        bool loose = unsafe(module->ctx, fn);
        IR_FOREACH_BLOCK(bb, fn) {
            IR_FOREACH_INST_SAFE(i, bb) {
                uint32_t id = i->v.op == IR_CALL ? ir_intrin_of(i) : 0;
                const char *name = id ? row_of(id, &approximate) : NULL;
                if (!name) continue;
                IrTypeKind kind = i->v.type->kind;
                bool may =
                    (loose || (i->fmf & IR_FMF_AFN)) && !is_any_of(kind, IR_TY_DOUBLE, IR_TY_FP128);
                if (may && approximate) continue;
                changed |= replace(module, i, name);
            }
        }
    }
    return changed;
}
