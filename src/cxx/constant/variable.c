// SPDX-License-Identifier: Apache-2.0
// The constant value of a variable, found when it is first asked for: once, as what it is asked for
// by may be its own initialiser.
#include "cxx/answer.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"

// const, but not volatile.
static bool is_const(const Type *type) {
    return (type->quals & (Q_CONST | Q_VOLATILE)) == Q_CONST;
}

// Whether the variable's type lets its value be a constant, before its initialiser is parsed (which
// may complete an array's type).
static bool may_be_constant(const VarDecl *var) {
    const Type *type = var->d.type;
    if (var->d.flags & DF_CONSTEXPR || type->quals & Q_CONST) return true;
    return ty_is_ref(type) || ty_is_array(type);
}

// [expr.const]/3: usable in constant expressions, as far as its type says: constexpr, a reference,
// or of const integral or enumeration type.
static bool is_usable(const VarDecl *var) {
    const Type *type = var->d.type;
    if (var->d.flags & DF_CONSTEXPR || ty_is_ref(type)) return true;
    return is_const(type) && ty_is_discrete(type);
}

// Whether it is the instances of a template that have the value.
static bool is_dependent(const VarDecl *var) {
    return ty_dependent(var->d.type) || xe_vdep(var->init);
}

// Whether the initialiser was parsed to an expression without errors.
static bool has_init(const VarDecl *var) {
    return var->init && !(var->d.flags & DF_INVALID);
}

ConstVal *cxx_answer_var_const(Cxx *cxx, VarDecl *var) {
    if (var->storage == STOR_PARAM || var->d.flags & DF_INVALID) return NULL;

    // To parse the initialiser may be to ask for the value.
    if (!var->init_done) {
        if (!may_be_constant(var)) return NULL;
        cxx_var_init(cxx, var);
        if (var->value || var->const_tried) return var->value;
    }
    if (!has_init(var) || is_dependent(var) || !is_usable(var)) return NULL;

    var->const_tried = true;
    var->value = cxx_const_eval_init(cxx, var, var->init, false);
    return var->value;
}

// Whether gcc and nvcc fold the variable in a static initialisation.
static bool is_foldable(const VarDecl *var) {
    if (var->storage == STOR_PARAM) return false;
    return ty_is_arith(var->d.type) && is_const(var->d.type);
}

ConstVal *cxx_answer_var_fold(Cxx *cxx, VarDecl *var) {
    if (!is_foldable(var)) return NULL;

    var->fold_tried = true;
    cxx_var_init(cxx, var);
    if (!has_init(var)) return NULL;

    // As a constant expression's value if it has one; else by its initialiser all the same.
    var->folded = var->value;
    if (!var->folded) var->folded = cxx_const_eval_init(cxx, var, var->init, false);
    return var->folded;
}
