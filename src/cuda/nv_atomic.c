// SPDX-License-Identifier: Apache-2.0
// Calls of the generic __nv_atomic_* functions (CUDA C++ Programming Guide, "Atomic Functions"):
// the object's type is that of what the first argument points to; order and scope are constants.
#include "cuda/cuda_int.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/constant/constant.h"
#include "base/feature.h"

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
                      .id = cxx_decl_id(cxx),
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

static bool begins(const char *op, const char *with) {
    return strncmp(op, with, strlen(with)) == 0;
}

static bool is_one_of(uint64_t x, const uint8_t *list, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (list[i] == x) return true;
    }
    return false;
}

static const struct Form *form_of(const char *op) {
    for (uint32_t i = 0; i < CU_COUNT(forms); i++) {
        const char *name = forms[i].name;
        bool is_it = forms[i].modify ? begins(op, name) : strcmp(op, name) == 0;
        if (is_it) return &forms[i];
    }
    return &forms[CU_COUNT(forms) - 1];
}

typedef struct Check {
    Cxx *x;
    Pos pos;
    bool ok;
} Check;

#define BAD(c, id) ((c)->ok = false, diag((c)->x->ctx, CUDA_ROW(id), (c)->pos))

// Operations that read and write: minima, maxima and sums of floats too.
static void check_modified(Check *check, const char *op, const Type *type, uint64_t size) {
    const char *what = begins(op, "fetch_") ? op + strlen("fetch_") : op;
    bool fp = is_any_of(type->kind, TY_FLOAT, TY_DOUBLE);
    bool minmax = strcmp(what, "min") == 0 || strcmp(what, "max") == 0;
    bool sum = strcmp(what, "add") == 0 || strcmp(what, "sub") == 0;
    if (minmax && fp) BAD(check, atomic_minmax_float);
    bool fits = size == 4 || size == 8, takes = ty_is_integral(type) || (fp && (sum || minmax));
    if (!fits || !takes) BAD(check, atomic_modify_size);
}

// Operations that take any object of some sizes.
static void check_size(Check *check, const char *op, uint64_t size) {
    static const uint8_t exchanged[] = {4, 8, 16}, compared[] = {2, 4, 8, 16},
                         all[] = {1, 2, 4, 8, 16};
    if (begins(op, "exchange") && !is_one_of(size, exchanged, CU_COUNT(exchanged)))
        BAD(check, atomic_exchange_size);
    else if (begins(op, "compare") && !is_one_of(size, compared, CU_COUNT(compared)))
        BAD(check, atomic_cas_size);
    else if (!is_one_of(size, all, CU_COUNT(all)))
        BAD(check, atomic_size);
}

static void check_object(Check *check, const char *op, const struct Form *form, Type *type) {
    uint64_t size = 0;
    uint32_t align;
    if (!ty_size_align(check->x, type, check->pos, &size, &align)) {
        check->ok = false;
        return;
    }
    bool by_value = strstr(form->args, "v") || form->result_value;
    if (form->modify) {
        check_modified(check, op, type, size);
    } else {
        if (by_value && !ty_is_integral(type)) BAD(check, atomic_integral);
        check_size(check, op, size);
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
    enum { RELAXED, CONSUME, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST };
    static const uint8_t releases[] = {RELEASE, ACQ_REL}, acquires[] = {CONSUME, ACQUIRE, ACQ_REL};
    if (v > SEQ_CST)
        BAD(c, atomic_order);
    else if (begins(op, "load") && is_one_of(v, releases, CU_COUNT(releases)))
        BAD(c, atomic_load_order);
    else if (begins(op, "store") && is_one_of(v, acquires, CU_COUNT(acquires)))
        BAD(c, atomic_store_order);
}

static void check_cluster(Cxx *cxx, const char *op, Pos pos) {
    if (!cxx->opt.target || target_has(cxx->opt.target, SMF_cluster)) return;
    bool plain = begins(op, "load") || begins(op, "store");
    diag(cxx->ctx, plain ? CUDA_ROW(atomic_cluster_load) : CUDA_ROW(atomic_cluster), pos);
}

// Whether the pointer that is argument i is read only: of a store, of what is exchanged for, of the
// value that replaces the expected one.
static bool is_read_only(const char *op, uint32_t i) {
    switch (op[0]) {
    case 's': return true;
    case 'e': return i == 1;
    case 'c': return i == 2;
    default: return false;
    }
}

static Type *argument_type(Cxx *cxx, char kind, bool read_only, Type *object) {
    switch (kind) {
    case 'v': return object;
    case 'p': return ty_pointer(cxx, read_only ? ty_qual(cxx, object, Q_CONST) : object);
    case 'b': return ty_basic(cxx, TY_BOOL);
    default: return ty_basic(cxx, TY_INT);
    }
}

// The arguments converted to what the form says.
static bool convert(Parse *parse, Check *check, const char *op, const struct Form *form, Type *type,
                    Expr **arg, uint32_t n, Expr **out) {
    Cxx *cxx = parse->x;
    for (uint32_t i = 1; i < n; i++) {
        char k = form->args[i - 1];
        Type *to = argument_type(cxx, k, is_read_only(op, i), type);
        out[i] = cxx_convert(parse, arg[i], to, "argument");
        if (out[i]->kind == E_ERROR) return false;
        if (is_any_of(k, 'o', 'f')) {
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

static bool points_to_object(const Type *type) {
    if (type->kind != TY_PTR) return false;
    return !is_any_of(type->u.ptr.to->kind, TY_VOID, TY_FUNC);
}

// Builds the call with the type that the arguments give it; NULL: an ordinary builtin function.
Expr *cuda_call_builtin(Parse *parse, FuncDecl *func, Expr **arg, uint32_t n, Pos pos) {
    Cxx *cxx = parse->x;
    const CudaBuiltin *row = &cuda_builtins[func->code.builtin - 1];
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
    if (!points_to_object(type)) {
        diag(cxx->ctx, CUDA_ROW(atomic_pointer), pos, row->name);
        return cxx_expr_error(cxx, pos);
    }
    Type *t = ty_unqual(type->u.ptr.to);
    Check check = {cxx, pos, true};
    check_object(&check, op, form, t);
    if (!check.ok || !convert(parse, &check, op, form, t, arg, n, out))
        return cxx_expr_error(cxx, pos);
    cxx_mark_used(parse, &func->d, pos);
    Type *ret = form->result_value ? t : ty_basic(cxx, form->result_bool ? TY_BOOL : TY_VOID);
    Expr *e = cxx_expr_new(cxx, E_CALL, ret, VC_PRVALUE, pos);
    e->u.decl = &func->d;
    e->arg = out;
    e->n = (uint16_t)n;
    return e;
}
