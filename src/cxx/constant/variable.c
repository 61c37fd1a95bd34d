// SPDX-License-Identifier: Apache-2.0
// The constant value of a variable, found when it is first asked for.
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"

ConstVal *cxx_var_const(Cxx *cxx, VarDecl *var) {
    if (var->value || var->const_tried || var->elaborating) return var->value;
    if (var->storage == STOR_PARAM || (var->d.flags & DF_INVALID)) return NULL;
    if (!var->init_done) {
        if (!(var->d.flags & DF_CONSTEXPR) && !(var->d.type->quals & Q_CONST) &&
            !ty_is_ref(var->d.type) && !ty_is_array(var->d.type)) {
            return NULL;
        }
        cxx_var_init(cxx, var);
        if (var->value || var->const_tried) return var->value;
    }
    if ((var->d.flags & DF_INVALID) || !var->init) return NULL;
    Type *t = var->d.type;
    bool integral = ty_is_integral(t) || t->kind == TY_ENUM;
    bool usable = (var->d.flags & DF_CONSTEXPR) || ty_is_ref(t) ||
                  (integral && (t->quals & Q_CONST) && !(t->quals & Q_VOLATILE));
    if (!usable || ty_dependent(t) || (var->init->flags & (EF_TYPE_DEP | EF_VALUE_DEP)))
        return NULL;
    var->const_tried = true;
    var->value = cxx_const_eval_init(cxx, var, var->init, false);
    return var->value;
}

ConstVal *cxx_var_fold(Cxx *cxx, VarDecl *var) {
    const Type *t = var->d.type;
    bool constant = ty_is_arith(t) && (t->quals & Q_CONST) && !(t->quals & Q_VOLATILE);
    if (!constant || var->fold_tried || var->elaborating || var->storage == STOR_PARAM)
        return var->folded;
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
