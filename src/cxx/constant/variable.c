// SPDX-License-Identifier: Apache-2.0
// The constant value of a variable, found when it is first asked for: once, as what it is asked for
// by may be its own initialiser.
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"

// const, but not volatile.
static bool is_const(const Type *type) {
    return (type->quals & (Q_CONST | Q_VOLATILE)) == Q_CONST;
}

// Whether the variable's type lets its value be a constant, before its initialiser is parsed (which
// may complete an array's type).
static bool may_be_constant(const VarDecl *var) {
    const Type *t = var->d.type;
    bool reference = ty_is_ref(t), array = ty_is_array(t);
    return (var->d.flags & DF_CONSTEXPR) || (t->quals & Q_CONST) || reference || array;
}

// [expr.const]/3: usable in constant expressions, as far as its type says: constexpr, a reference,
// or of const integral or enumeration type.
static bool is_usable(const VarDecl *var) {
    const Type *t = var->d.type;
    bool integral = ty_is_integral(t) || t->kind == TY_ENUM;
    return (var->d.flags & DF_CONSTEXPR) || ty_is_ref(t) || (integral && is_const(t));
}

ConstVal *cxx_var_const(Cxx *cxx, VarDecl *var) {
    if (var->value || var->const_tried || var->elaborating) return var->value;
    if (var->storage == STOR_PARAM || (var->d.flags & DF_INVALID)) return NULL;
    if (!var->init_done) {
        if (!may_be_constant(var)) return NULL;
        cxx_var_init(cxx, var);
        if (var->value || var->const_tried) return var->value;
    }
    if ((var->d.flags & DF_INVALID) || !var->init) return NULL;
    bool dependent = ty_dependent(var->d.type) || xe_vdep(var->init);
    if (dependent || !is_usable(var)) return NULL;
    var->const_tried = true;
    var->value = cxx_const_eval_init(cxx, var, var->init, false);
    return var->value;
}

ConstVal *cxx_var_fold(Cxx *cxx, VarDecl *var) {
    const Type *t = var->d.type;
    bool constant = ty_is_arith(t) && is_const(t) && var->storage != STOR_PARAM;
    if (!constant || var->fold_tried || var->elaborating) return var->folded;
    var->fold_tried = true;
    cxx_var_init(cxx, var);
    if (var->d.flags & DF_INVALID || !var->init) return NULL;
    return var->folded = var->value ? var->value : cxx_const_eval_init(cxx, var, var->init, false);
}

void cxx_var_find(Cxx *cxx, VarDecl *v) {
    if (v->init_style || v->defined || v->fn) return;
    if (v->d.scope && v->d.scope->kind == SC_NAMESPACE)
        cxx_elaborate_name(cxx, v->d.scope, v->d.name);
    if (!v->init_style) cxx_plain_var_def(cxx, v);
    if (!v->init_style && !v->defined) cxx_var_find_def(cxx, v);
}
