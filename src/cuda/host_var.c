// SPDX-License-Identifier: Apache-2.0
// Host variables in device code (CUDA C++ Programming Guide, "Device Memory Space Specifiers" and
// "Const-qualified variables"): an error where the function has code for the device; where it has
// none (nothing needs it and no other unit can), the warnings #20094 to #20096. Of a constant the
// value can be used, but neither its address nor a part that is chosen at run time.
#include "cuda/cuda_int.h"
#include "cxx/constant/constant.h"

static void undefined(Cxx *cxx, VarDecl *var, Pos pos) {
    const char *name = cuda_full_name(cxx, &var->d);
    diag(cxx->ctx, CUDA_ROW(host_var), pos, name);
    if (var->d.pos) diag(cxx->ctx, CUDA_ROW(note_host_var), var->d.pos, name);
}

// ---- which uses cross from device code to host memory -------------------------------------------

// Whether it is one of the built-in variables (CUDA C++ Programming Guide, "Built-in Variables"),
// which the headers declare extern and nobody defines.
static bool is_built_in(Cxx *cxx, const VarDecl *var) {
    static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};
    if (!(var->d.flags & DF_EXTERN) || var->defined) return false;

    const char *name = atom_str(cxx->ctx, var->d.name);
    for (uint32_t i = 0; i < CU_COUNT(names); i++) {
        if (strcmp(name, names[i]) == 0) return true;
    }
    return false;
}

// A lambda without marks runs where its function does.
bool cuda_on_device(Cxx *cxx, const FuncDecl *func) {
    while (cxx_is_of_closure(func)) {
        if (func->d.cuda & (CU_HOST | CU_DEVICE)) break;
        func = func->lambda_of;
    }
    return func && cuda_spaces(cxx, func) & CU_DEVICE;
}

// Whether the variable lies in host memory, by how and where it is declared.
static bool is_host_variable(Cxx *cxx, const VarDecl *var) {
    enum { DEVICE_MEMORY = CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED };
    if (var->d.cuda & DEVICE_MEMORY || cxx->opt.default_device) return false;

    // A function's own variables, static ones too, lie where its code runs.
    if (is_any_of(var->storage, STOR_AUTO, STOR_PARAM)) return false;
    if (var->fn) return false;

    // A template parameter object is a constant of either side [temp.param]/8.
    return !var->tmpl_object;
}

// Whether what is parsed becomes device code: a function's body, or the initialiser of a variable
// in device memory.
static bool parses_device_code(Parse *parse) {
    if (parse->unevaluated || parse->const_expr) return false;
    if (!parse->fn) return parse->device_init;
    return cuda_on_device(parse->x, parse->fn);
}

// Whether the code that is parsed runs on the device, and the variable lies in host memory.
static bool crosses(Parse *parse, const VarDecl *var) {
    if (!is_host_variable(parse->x, var)) return false;
    return parses_device_code(parse) && !is_built_in(parse->x, var);
}

// ---- uses that are errors ----------------------------------------------------------------------

// A use that is an error if the function has code, which may be known only at the end.
static void refuse(Parse *parse, VarDecl *var, Pos pos) {
    if (!parse->fn || cxx_code_unasked(parse->fn)) {
        undefined(parse->x, var, pos);
        return;
    }
    CudaState *state = parse->x->hooks.data;
    struct HostUse use = {parse->fn, var, pos};
    vec_push(&parse->x->ctx->perm, &state->host_uses, use);
}

// Whether the function has code only if host code needs it, which is not known yet.
static bool awaits_host(Cxx *cxx, const FuncDecl *func) {
    if (func->d.flags & DF_USED) return false;
    return cuda_spaces(cxx, func) & CU_HOST;
}

// Of the functions whose use waits for the end: those that host code reaches. Its bodies are read
// for this only where there is one to ask for.
static void reached_by_host(Cxx *cxx, Map *reached) {
    CudaState *state = cxx->hooks.data;
    VEC(FuncDecl *) asked = {0};

    const FuncDecl *last = NULL; // a function's uses follow each other
    VEC_FOREACH (struct HostUse, use, &state->host_uses) {
        if (use->fn == last || !awaits_host(cxx, use->fn)) continue;
        vec_push(&cxx->ctx->perm, &asked, use->fn);
        last = use->fn;
    }
    if (asked.n) cxx_host_reaches(cxx, asked.at, asked.n, reached);
}

void cuda_finish_vars(Cxx *cxx) {
    CudaState *state = cxx->hooks.data;
    Map reached;
    map_init(&reached, &cxx->ctx->perm);
    reached_by_host(cxx, &reached);

    VEC_FOREACH (struct HostUse, use, &state->host_uses) {
        bool has_code = use->fn->d.flags & DF_USED || map_get(&reached, use->fn->d.id);
        if (has_code) undefined(cxx, use->var, use->pos);
    }
}

// Whether the variable may be a constant, of which device code may use the value (CUDA C++
// Programming Guide, "Const-qualified variables").
static bool may_be_constant(const VarDecl *var) {
    if (var->d.flags & DF_CONSTEXPR) return true;
    return var->d.type->quals & Q_CONST || ty_is_ref(var->d.type);
}

// The variable is named; what is done with it is not known yet. Constants are judged by that alone,
// in cuda_check_access.
void cuda_check_var_use(Parse *parse, VarDecl *var, Pos pos) {
    if (may_be_constant(var)) return;
    if (crosses(parse, var)) refuse(parse, var, pos);
}

// What the body of parse->fn does with the variable. ACCESS_CONST: a constant is used as an object.
void cuda_check_access(Parse *parse, VarDecl *var, Pos pos, VarAccess how) {
    const DiagRow *const warnings[] = {
        [ACCESS_READ] = CUDA_ROW(host_read),
        [ACCESS_WRITE] = CUDA_ROW(host_written),
        [ACCESS_ADDRESS] = CUDA_ROW(host_address),
    };
    if (cxx_device_storage(&var->d)) {
        cuda_device_access(parse, var, pos, how);
        return;
    }
    if (!crosses(parse, var) || ty_is_ref(var->d.type)) return;

    if (how == ACCESS_CONST) {
        refuse(parse, var, pos);
        return;
    }

    // A function that surely has code got the error when the variable was named.
    if (cxx_code_unasked(parse->fn)) return;
    const char *kind = var->d.flags & DF_MEMBER ? "member" : "variable";
    diag(parse->x->ctx, warnings[how], pos, kind, cuda_full_name(parse->x, &var->d));
}

// ---- other rules of bodies ---------------------------------------------------------------------

// Not of templates' functions, whose instances would each say it.
void cuda_check_pragma(Parse *parse, PragmaFault what, Pos pos) {
    const DiagRow *const warnings[] = {
        [PRAGMA_UNKNOWN] = CUDA_ROW(pragma_unknown),
        [PRAGMA_NO_LOOP] = CUDA_ROW(unroll_no_loop),
    };
    const FuncDecl *func = parse->fn;
    if (!func || cxx_is_templated(func)) return;
    if (cuda_on_device(parse->x, func)) diag(parse->x->ctx, warnings[what], pos);
}

// ---- constructors and destructors that do nothing ----------------------------------------------

// The construction that an initialiser comes to: inside of what ends its temporaries, and of an
// array for which nothing is listed, that of each element.
static const Expr *construction_of(const Expr *expr) {
    for (;;) {
        if (expr->kind == E_CLEANUPS) {
            expr = expr->a;
            continue;
        }
        bool empty_list = expr->kind == E_INIT_LIST && ty_is_array(expr->type) && !expr->n;
        if (!empty_list || !expr->u.init->filler) return expr;
        expr = expr->u.init->filler;
    }
}

// Whether more than `{}` is written.
static bool holds_tokens(TokRange braces) {
    return braces.end > braces.begin + 2;
}

static bool has_empty_body(Cxx *cxx, FuncDecl *func) {
    if (holds_tokens(func->body.range)) return false; // not worth parsing
    if (!cxx_func_body(cxx, func)) return false;
    const Stmt *body = func->body.tree;
    return body && body->kind == S_COMPOUND && !body->u.list.n;
}

// An "empty" constructor (CUDA C++ Programming Guide, "Device Memory Space Specifiers"): nothing in
// its body and initializers, no virtual functions or bases, and the same for its bases and members.
// Variables in device memory may have one that is not constexpr.
bool cuda_constructs_nothing(Cxx *cxx, const Expr *expr, uint32_t depth) {
    expr = construction_of(expr);
    if (expr->kind != E_CONSTRUCT || expr->n || depth > cxx->ctx->max_depth) return false;

    // A virtual function or base takes a pointer to a table, which the constructor sets.
    FuncDecl *ctor = (FuncDecl *)expr->u.decl;
    const ClassDecl *cls = ctor->cls;
    if (!cls || cxx_is_dynamic(cls)) return false;
    if (!has_empty_body(cxx, ctor)) return false;

    for (uint32_t i = 0; i < ctor->body.ninit; i++) {
        const Expr *init = ctor->body.inits[i].init;
        if (init && !cuda_constructs_nothing(cxx, init, depth + 1)) return false;
    }
    return true;
}

// A destructor that was declared only may do anything, and so, for nvcc, may that of an instance of
// a template.
static bool may_do_something(const FuncDecl *dtor) {
    if (!cxx_is_written(dtor)) return false;
    if (!dtor->body.defined || dtor->d.env) return true;
    return holds_tokens(dtor->body.range);
}

// Whether the type has an "empty" destructor (as above of constructors), or needs none.
static bool destroys_nothing(Cxx *cxx, Type *type, uint32_t depth) {
    type = ty_element(type);
    if (type->kind != TY_CLASS) return true;
    const FuncDecl *dtor = cxx_find_dtor(cxx, type);
    if (!dtor) return true;
    if (dtor->is_virtual || may_do_something(dtor)) return false;
    if (depth > cxx->ctx->max_depth) return false;

    const ClassDecl *cls = type->u.cls;
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        if (!destroys_nothing(cxx, cls->members.base[i].type, depth + 1)) return false;
    }
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        if (!destroys_nothing(cxx, cls->members.fields.at[i]->d.type, depth + 1)) return false;
    }
    return true;
}

// ---- dynamic initialisation --------------------------------------------------------------------

// A named scalar, or an array of them, that has no value unless a constructor gives it one
// [dcl.init]/7.
static bool is_left_open(const FieldDecl *field) {
    if (field->init_range.end || !field->d.name) return false;
    return ty_is_scalar(ty_element(field->d.type));
}

// Whether an implicit constructor gives values to some parts of the object (a table pointer,
// default member initialisers) and leaves others: it is no constant initialisation before C++20.
static bool sets_in_part(const Expr *expr) {
    expr = construction_of(expr);
    if (expr->kind != E_CONSTRUCT || expr->n || expr->type->kind != TY_CLASS) return false;

    const ClassDecl *cls = expr->type->u.cls;
    if (cls->tag == CT_UNION || cxx_is_written((const FuncDecl *)expr->u.decl)) return false;

    bool sets = cls->table.polymorphic, leaves = false;
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        const FieldDecl *field = cls->members.fields.at[i];
        sets |= field->init_range.end != 0;
        leaves |= is_left_open(field);
    }
    return sets && leaves;
}

// The address of a managed variable, or of a part of one, is known when the program runs.
static bool has_managed(const ConstVal *constant, uint32_t depth) {
    enum { DEEPEST = 64 };
    if (!constant || depth > DEEPEST) return false;
    switch (constant->kind) {
    case CV_LVALUE: return constant->u.lv.base && constant->u.lv.base->cuda & CU_MANAGED;
    case CV_UNION: return has_managed(constant->u.un.val, depth + 1);
    case CV_AGG:
        for (uint32_t i = 0; i < constant->u.agg.n; i++) {
            if (has_managed(constant->u.agg.at[i], depth + 1)) return true;
        }
        return has_managed(constant->u.agg.filler, depth + 1);
    default: return false;
    }
}

bool cuda_dynamic_init(Cxx *cxx, VarDecl *var) {
    if (!destroys_nothing(cxx, var->d.type, 0)) return true;
    if (!var->init) return false;

    const ConstVal *value = cxx_var_const(cxx, var);
    if (!value) value = cxx_const_eval_init(cxx, var, var->init, false);
    if (!value) return !cuda_constructs_nothing(cxx, var->init, 0);

    // A constant that the loader cannot write, or that is one for later standards only.
    if (has_managed(value, 0)) return true;
    return var->init_style == INIT_NONE && sets_in_part(var->init);
}

// Whether a constructor of a template's instance is written for the object or a part of it. Where
// an ordinary function stands, nvcc has not read its body, so that it is not empty; one that is
// constexpr has been read.
static bool runs_instance(Cxx *cxx, const Expr *expr, uint32_t depth) {
    expr = construction_of(expr);
    if (expr->kind != E_CONSTRUCT || depth > cxx->ctx->max_depth) return false;

    FuncDecl *ctor = (FuncDecl *)expr->u.decl;
    bool unread = cxx_is_written(ctor) && !(ctor->d.flags & DF_CONSTEXPR);
    if (unread && cxx_is_templated(ctor)) return true;
    if (!cxx_func_body(cxx, ctor)) return false;

    for (uint32_t i = 0; i < ctor->body.ninit; i++) {
        const Expr *init = ctor->body.inits[i].init;
        if (init && runs_instance(cxx, init, depth + 1)) return true;
    }
    return false;
}

// Whether it is a shared variable of a class, that its function defines.
static bool is_shared_object(const VarDecl *var) {
    if (!(var->d.cuda & CU_SHARED)) return false;
    if (var->d.flags & (DF_EXTERN | DF_INVALID)) return false;
    return !ty_is_ref(var->d.type) && ty_element(var->d.type)->kind == TY_CLASS;
}

// Static variables of functions; what namespaces have is asked for when it is written.
void cuda_check_local(Parse *parse, VarDecl *var) {
    if (!is_shared_object(var)) return;
    bool dynamic = cuda_dynamic_init(parse->x, var);

    bool ordinary = parse->fn && !cxx_is_templated(parse->fn);
    if (!dynamic && ordinary && var->init) dynamic = runs_instance(parse->x, var->init, 0);

    if (dynamic) diag(parse->x->ctx, CUDA_ROW(dynamic_shared), var->d.pos);
}

void cuda_check_type(Parse *parse, Type *type, Decl *decl, Pos pos) {
    bool managed = decl_is(decl, D_VAR) && decl->cuda & CU_MANAGED;
    if (managed) diag(parse->x->ctx, CUDA_ROW(managed_decltype), pos);

    if (!type || type->kind != TY_LDOUBLE || !parse->fn) return;
    if (cuda_on_device(parse->x, parse->fn)) diag(parse->x->ctx, CUDA_ROW(long_double), pos);
}
