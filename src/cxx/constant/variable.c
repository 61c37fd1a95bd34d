// SPDX-License-Identifier: Apache-2.0
// The constant value of a variable, found when it is first asked for.
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"

ConstVal *cxx_var_const(Cxx *x, VarDecl *v) {
    if (v->value || v->const_tried || v->elaborating) return v->value;
    if (v->storage == STOR_PARAM || (v->d.flags & DF_INVALID)) return NULL;
    if (!v->init_done) {
        if (!(v->d.flags & DF_CONSTEXPR) && !(v->d.type->quals & Q_CONST) &&
            !ty_is_ref(v->d.type) && !ty_is_array(v->d.type)) {
            return NULL;
        }
        cxx_var_init(x, v);
        if (v->value || v->const_tried) return v->value;
    }
    if ((v->d.flags & DF_INVALID) || !v->init) return NULL;
    Type *t = v->d.type;
    bool integral = ty_is_integral(t) || t->kind == TY_ENUM;
    bool usable = (v->d.flags & DF_CONSTEXPR) || ty_is_ref(t) ||
                  (integral && (t->quals & Q_CONST) && !(t->quals & Q_VOLATILE));
    if (!usable || ty_dependent(t) || (v->init->flags & (EF_TYPE_DEP | EF_VALUE_DEP))) return NULL;
    v->const_tried = true;
    v->value = cxx_const_eval_init(x, v, v->init, false);
    return v->value;
}

ConstVal *cxx_var_fold(Cxx *x, VarDecl *v) {
    const Type *t = v->d.type;
    bool constant = ty_is_arith(t) && (t->quals & Q_CONST) && !(t->quals & Q_VOLATILE);
    if (!constant || v->fold_tried || v->elaborating || v->storage == STOR_PARAM) return v->folded;
    v->fold_tried = true;
    cxx_var_init(x, v);
    if (v->d.flags & DF_INVALID || !v->init) return NULL;
    return v->folded = v->value ? v->value : cxx_const_eval_init(x, v, v->init, false);
}

void cxx_var_find(Cxx *x, VarDecl *v) {
    if (v->init_style || v->defined || v->fn) return;
    if (v->d.scope && v->d.scope->kind == SC_NAMESPACE)
        cxx_elaborate_name(x, v->d.scope, v->d.name);
    if (!v->init_style) cxx_plain_var_def(x, v);
    if (!v->init_style && !v->defined) cxx_var_find_def(x, v);
}
