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

Decl *cuda_atomic_constant(Cxx *x, Atom name) {
    const char *s = atom_str(x->ctx, name);
    if (strncmp(s, "__NV_", 5) != 0) return NULL;
    for (uint32_t i = 0; i < CU_COUNT(constants); i++) {
        if (strcmp(constants[i].name, s) != 0) continue;
        EnumeratorDecl *d = arena_new(&x->ctx->perm, EnumeratorDecl);
        d->d = (Decl){.kind = D_ENUMERATOR,
                      .flags = DF_IMPLICIT,
                      .name = name,
                      .id = x->next_decl_id++,
                      .scope = x->global,
                      .type = ty_basic(x, TY_INT)};
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

static void check_object(Check *c, const char *op, const struct Form *f, Type *t) {
    uint64_t size = 0;
    uint32_t align;
    if (!ty_size_align(c->x, t, c->pos, &size, &align)) {
        c->ok = false;
        return;
    }
    bool by_value = strstr(f->args, "v") || f->result_value;
    bool fp = t->kind == TY_FLOAT || t->kind == TY_DOUBLE;
    bool integer = ty_is_integral(t);
    if (!f->modify && by_value && !integer) BAD(c, atomic_integral);
    if (f->modify) {
        const char *what = strncmp(op, "fetch_", 6) == 0 ? op + 6 : op;
        bool minmax = strcmp(what, "min") == 0 || strcmp(what, "max") == 0;
        bool sum = strcmp(what, "add") == 0 || strcmp(what, "sub") == 0;
        if (minmax && fp) BAD(c, atomic_minmax_float);
        if ((size != 4 && size != 8) || !(integer || (fp && (sum || minmax))))
            BAD(c, atomic_modify_size);
    } else if (strncmp(op, "exchange", 8) == 0 && size != 4 && size != 8 && size != 16) {
        BAD(c, atomic_exchange_size);
    } else if (strncmp(op, "compare", 7) == 0 && size != 2 && size != 4 && size != 8 &&
               size != 16) {
        BAD(c, atomic_cas_size);
    } else if (size > 16 || (size & (size - 1)) || !size) {
        BAD(c, atomic_size);
    }
    if (size == 16 && strstr(op, "exchange") && c->x->opt.arch < 900) BAD(c, atomic_128);
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

// Clusters are there from sm_90 on.
static void check_cluster(Cxx *x, const char *op, Pos pos) {
    if (!x->opt.arch || x->opt.arch >= 900) return;
    bool plain = strncmp(op, "load", 4) == 0 || strncmp(op, "store", 5) == 0;
    diag(x->ctx, plain ? CUDA_ROW(atomic_cluster_load) : CUDA_ROW(atomic_cluster), pos);
}

// The arguments converted to what the form says.
static bool convert(Parse *p, Check *c, const char *op, const struct Form *f, Type *t, Expr **arg,
                    uint32_t n, Expr **out) {
    Cxx *x = p->x;
    Type *integer = ty_basic(x, TY_INT);
    for (uint32_t i = 1; i < n; i++) {
        char k = f->args[i - 1];
        Type *to = k == 'v'   ? t
                   : k == 'p' ? ty_pointer(x, op[0] == 's' || (op[0] == 'e' && i == 1) ||
                                                      (op[0] == 'c' && i == 2)
                                                  ? ty_qual(x, t, Q_CONST)
                                                  : t)
                   : k == 'b' ? ty_basic(x, TY_BOOL)
                              : integer;
        out[i] = cxx_convert(p, arg[i], to, "argument");
        if (out[i]->kind == E_ERROR) return false;
        if (k == 'o' || k == 'f') {
            uint64_t v = constant(c, out[i], CUDA_ROW(atomic_order_literal));
            if (c->ok && k == 'o') check_order(c, op, v);
        } else if (k == 's') {
            uint64_t scope = constant(c, out[i], CUDA_ROW(atomic_scope_literal));
            if (scope > 4) BAD(c, atomic_scope);
            if (scope == 2) check_cluster(x, op, arg[0]->pos);
        }
    }
    return c->ok;
}

// (order, scope); the functions for one size are checked for nothing, as nvcc has it.
static bool check_fence(Cxx *x, Expr **arg) {
    Check c = {x, arg[0]->pos, true};
    uint64_t order = constant(&c, arg[0], CUDA_ROW(atomic_order_literal));
    if (c.ok) check_order(&c, "fence", order);
    uint64_t scope = constant(&c, arg[1], CUDA_ROW(atomic_scope_literal));
    if (scope > 4) BAD(&c, atomic_scope);
    if (scope == 2) check_cluster(x, "fence", c.pos);
    return c.ok;
}

// Builds the call with the type that the arguments give it; NULL: an ordinary builtin function.
Expr *cuda_call_builtin(Parse *p, FuncDecl *f, Expr **arg, uint32_t n, Pos pos) {
    Cxx *x = p->x;
    const CudaBuiltin *row = &cuda_builtins[f->builtin - 1];
    const size_t prefix = strlen("nv_atomic.");
    if (strncmp(row->detail, "nv_atomic.", prefix) != 0) return NULL;
    const char *op = row->detail + prefix;
    if (strcmp(op, "thread_fence") == 0 && n == 2 && !p->dependent && !check_fence(x, arg))
        return cxx_expr_error(x, pos);
    if (row->lowering != BI_TYPED) return NULL;
    const struct Form *form = form_of(op);
    uint32_t max = 1 + (uint32_t)strlen(form->args);
    if (n + 1 < max || n > max) { // the scope may be left out
        diag(x->ctx, CUDA_ROW(atomic_arguments), pos, row->name);
        return cxx_expr_error(x, pos);
    }
    Expr **out = arena_array(&x->ctx->perm, Expr *, n);
    out[0] = cxx_rvalue(p, arg[0]);
    if (out[0]->kind == E_ERROR) return out[0];
    Type *q = out[0]->type;
    if (q->kind != TY_PTR || q->u.ptr.to->kind == TY_VOID || q->u.ptr.to->kind == TY_FUNC) {
        diag(x->ctx, CUDA_ROW(atomic_pointer), pos, row->name);
        return cxx_expr_error(x, pos);
    }
    Type *t = ty_unqual(q->u.ptr.to);
    Check c = {x, pos, true};
    check_object(&c, op, form, t);
    if (!c.ok || !convert(p, &c, op, form, t, arg, n, out)) return cxx_expr_error(x, pos);
    cxx_mark_used(p, &f->d, pos);
    Type *ret = form->result_value  ? t
                : form->result_bool ? ty_basic(x, TY_BOOL)
                                    : ty_basic(x, TY_VOID);
    Expr *e = cxx_expr_new(x, E_CALL, ret, VC_PRVALUE, pos);
    e->u.decl = &f->d;
    e->arg = out;
    e->n = (uint16_t)n;
    return e;
}
