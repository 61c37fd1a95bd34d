// SPDX-License-Identifier: Apache-2.0
// Calls of the generic __nv_atomic_* functions (CUDA C++ Programming Guide, "Atomic Functions"):
// the object's type is that of what the first argument points to; order and scope are constants.
#include "cuda/cuda_int.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/constant/constant.h"

// Constants that the compiler knows without a header.
static const struct {
    const char *name;
    uint8_t value;
} constants[] = {
    {"__NV_ATOMIC_RELAXED", 0},       {"__NV_ATOMIC_CONSUME", 1},
    {"__NV_ATOMIC_ACQUIRE", 2},       {"__NV_ATOMIC_RELEASE", 3},
    {"__NV_ATOMIC_ACQ_REL", 4},       {"__NV_ATOMIC_SEQ_CST", 5},
    {"__NV_THREAD_SCOPE_THREAD", 0},  {"__NV_THREAD_SCOPE_BLOCK", 1},
    {"__NV_THREAD_SCOPE_CLUSTER", 2}, {"__NV_THREAD_SCOPE_DEVICE", 3},
    {"__NV_THREAD_SCOPE_SYSTEM", 4},
};

Decl *cuda_atomic_constant(Cxx *cxx, Atom name) {
    const char *s = atom_str(cxx->ctx, name);
    if (strncmp(s, "__NV_", 5) != 0) return NULL;
    for (uint32_t i = 0; i < CU_COUNT(constants); i++) {
        if (strcmp(constants[i].name, s) != 0) continue;
        EnumeratorDecl *d = arena_new(&cxx->ctx->perm, EnumeratorDecl);
        d->d = (Decl){.kind = D_ENUMERATOR,
                      .flags = DF_IMPLICIT,
                      .name = name,
                      .id = cxx->next_decl_id++,
                      .scope = cxx->global,
                      .type = ty_basic(cxx, TY_INT)};
        d->value = apint_from_u64(32, constants[i].value);
        return &d->d;
    }
    return NULL;
}

// What the arguments behind the object's address are: v a value, p a pointer to one, b bool, o the
// order, f the order on failure, s the scope.
static const struct Form {
    const char *name, *args;
    bool result_value, result_bool;
    bool modify; // and, or, add ...: scalars only
} forms[] = {
    {"load", "pos", false, false, false},
    {"load_n", "os", true, false, false},
    {"store", "pos", false, false, false},
    {"store_n", "vos", false, false, false},
    {"exchange", "ppos", false, false, false},
    {"exchange_n", "vos", true, false, false},
    {"compare_exchange", "ppbofs", false, true, false},
    {"compare_exchange_n", "pvbofs", false, true, false},
    {"fetch_", "vos", true, false, true},
    {"", "vos", false, false, true},
};

static const struct Form *form_of(const char *op) {
    for (uint32_t i = 0; i < CU_COUNT(forms); i++) {
        bool all = !forms[i].modify;
        if (all ? strcmp(op, forms[i].name) == 0
                : strncmp(op, forms[i].name, strlen(forms[i].name)) == 0)
            return &forms[i];
    }
    return &forms[CU_COUNT(forms) - 1];
}

typedef struct Check {
    Cxx *x;
    Pos pos;
    bool ok;
} Check;

#define BAD(c, id) ((c)->ok = false, diag((c)->x->ctx, CUDA_ROW(id), (c)->pos))

static void check_object(Check *check, const char *op, const struct Form *form, Type *type) {
    uint64_t size = 0;
    uint32_t align;
    if (!ty_size_align(check->x, type, check->pos, &size, &align)) {
        check->ok = false;
        return;
    }
    bool by_value = strstr(form->args, "v") || form->result_value;
    bool fp = type->kind == TY_FLOAT || type->kind == TY_DOUBLE;
    bool integer = ty_is_integral(type);
    if (!form->modify && by_value && !integer) BAD(check, atomic_integral);
    if (form->modify) {
        const char *what = strncmp(op, "fetch_", 6) == 0 ? op + 6 : op;
        bool minmax = strcmp(what, "min") == 0 || strcmp(what, "max") == 0;
        bool sum = strcmp(what, "add") == 0 || strcmp(what, "sub") == 0;
        if (minmax && fp) BAD(check, atomic_minmax_float);
        if ((size != 4 && size != 8) || !(integer || (fp && (sum || minmax))))
            BAD(check, atomic_modify_size);
    } else if (strncmp(op, "exchange", 8) == 0 && size != 4 && size != 8 && size != 16) {
        BAD(check, atomic_exchange_size);
    } else if (strncmp(op, "compare", 7) == 0 && size != 2 && size != 4 && size != 8 &&
               size != 16) {
        BAD(check, atomic_cas_size);
    } else if (size > 16 || (size & (size - 1)) || !size) {
        BAD(check, atomic_size);
    }
    bool wide = size == 16 && strstr(op, "exchange");
    if (wide && !target_has(check->x->opt.target, SMF_atom_b128)) BAD(check, atomic_128);
}

static uint64_t constant(Check *c, Expr *e, const DiagRow *row) {
    ApInt v;
    if (cxx_const_int(c->x, e, &v, false)) return apint_u64(&v);
    c->ok = false;
    diag(c->x->ctx, row, e->pos);
    return 0;
}

static void check_order(Check *c, const char *op, uint64_t v) {
    if (v > 5)
        BAD(c, atomic_order);
    else if (strncmp(op, "load", 4) == 0 && (v == 3 || v == 4))
        BAD(c, atomic_load_order);
    else if (strncmp(op, "store", 5) == 0 && (v == 1 || v == 2 || v == 4))
        BAD(c, atomic_store_order);
}

static void check_cluster(Cxx *cxx, const char *op, Pos pos) {
    if (!cxx->opt.target || target_has(cxx->opt.target, SMF_cluster)) return;
    bool plain = strncmp(op, "load", 4) == 0 || strncmp(op, "store", 5) == 0;
    diag(cxx->ctx, plain ? CUDA_ROW(atomic_cluster_load) : CUDA_ROW(atomic_cluster), pos);
}

// The arguments converted to what the form says.
static bool convert(Parse *parse, Check *check, const char *op, const struct Form *form, Type *type,
                    Expr **arg, uint32_t n, Expr **out) {
    Cxx *cxx = parse->x;
    Type *integer = ty_basic(cxx, TY_INT);
    for (uint32_t i = 1; i < n; i++) {
        char k = form->args[i - 1];
        Type *to = k == 'v'   ? type
                   : k == 'p' ? ty_pointer(cxx, op[0] == 's' || (op[0] == 'e' && i == 1) ||
                                                        (op[0] == 'c' && i == 2)
                                                    ? ty_qual(cxx, type, Q_CONST)
                                                    : type)
                   : k == 'b' ? ty_basic(cxx, TY_BOOL)
                              : integer;
        out[i] = cxx_convert(parse, arg[i], to, "argument");
        if (out[i]->kind == E_ERROR) return false;
        if (k == 'o' || k == 'f') {
            uint64_t v = constant(check, out[i], CUDA_ROW(atomic_order_literal));
            if (check->ok && k == 'o') check_order(check, op, v);
        } else if (k == 's') {
            uint64_t scope = constant(check, out[i], CUDA_ROW(atomic_scope_literal));
            if (scope > 4) BAD(check, atomic_scope);
            if (scope == 2) check_cluster(cxx, op, arg[0]->pos);
        }
    }
    return check->ok;
}

// (order, scope); the functions for one size are checked for nothing, as nvcc has it.
static bool check_fence(Cxx *cxx, Expr **arg) {
    Check c = {cxx, arg[0]->pos, true};
    uint64_t order = constant(&c, arg[0], CUDA_ROW(atomic_order_literal));
    if (c.ok) check_order(&c, "fence", order);
    uint64_t scope = constant(&c, arg[1], CUDA_ROW(atomic_scope_literal));
    if (scope > 4) BAD(&c, atomic_scope);
    if (scope == 2) check_cluster(cxx, "fence", c.pos);
    return c.ok;
}

// Builds the call with the type that the arguments give it; NULL: an ordinary builtin function.
Expr *cuda_call_builtin(Parse *parse, FuncDecl *func, Expr **arg, uint32_t n, Pos pos) {
    Cxx *cxx = parse->x;
    const CudaBuiltin *row = &cuda_builtins[func->builtin - 1];
    const size_t prefix = strlen("nv_atomic.");
    if (strncmp(row->detail, "nv_atomic.", prefix) != 0) return NULL;
    const char *op = row->detail + prefix;
    if (strcmp(op, "thread_fence") == 0 && n == 2 && !parse->dependent && !check_fence(cxx, arg))
        return cxx_expr_error(cxx, pos);
    if (row->lowering != BI_TYPED) return NULL;
    const struct Form *form = form_of(op);
    uint32_t max = 1 + (uint32_t)strlen(form->args);
    if (n + 1 < max || n > max) { // the scope may be left out
        diag(cxx->ctx, CUDA_ROW(atomic_arguments), pos, row->name);
        return cxx_expr_error(cxx, pos);
    }
    Expr **out = arena_array(&cxx->ctx->perm, Expr *, n);
    out[0] = cxx_rvalue(parse, arg[0]);
    if (out[0]->kind == E_ERROR) return out[0];
    Type *type = out[0]->type;
    if (type->kind != TY_PTR || type->u.ptr.to->kind == TY_VOID ||
        type->u.ptr.to->kind == TY_FUNC) {
        diag(cxx->ctx, CUDA_ROW(atomic_pointer), pos, row->name);
        return cxx_expr_error(cxx, pos);
    }
    Type *t = ty_unqual(type->u.ptr.to);
    Check check = {cxx, pos, true};
    check_object(&check, op, form, t);
    if (!check.ok || !convert(parse, &check, op, form, t, arg, n, out))
        return cxx_expr_error(cxx, pos);
    cxx_mark_used(parse, &func->d, pos);
    Type *ret = form->result_value  ? t
                : form->result_bool ? ty_basic(cxx, TY_BOOL)
                                    : ty_basic(cxx, TY_VOID);
    Expr *e = cxx_expr_new(cxx, E_CALL, ret, VC_PRVALUE, pos);
    e->u.decl = &func->d;
    e->arg = out;
    e->n = (uint16_t)n;
    return e;
}
