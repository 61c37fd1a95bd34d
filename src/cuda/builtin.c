// SPDX-License-Identifier: Apache-2.0
// Builtin device functions: rows of builtin.def become function declarations when a program names
// them.
#include "cuda/cuda_int.h"

static TyKind letter_kind(char c) {
    static const struct {
        char c;
        uint8_t k;
    } map[] = {{'v', TY_VOID},   {'b', TY_BOOL},   {'c', TY_CHAR},    {'h', TY_UCHAR},
               {'s', TY_SHORT},  {'t', TY_USHORT}, {'i', TY_INT},     {'u', TY_UINT},
               {'l', TY_LONG},   {'m', TY_ULONG},  {'x', TY_LLONG},   {'y', TY_ULLONG},
               {'f', TY_FLOAT},  {'d', TY_DOUBLE}, {'L', TY_LDOUBLE}, {'z', TY_ULONG},
               {'o', TY_UINT128}};
    for (uint32_t i = 0; i < CU_COUNT(map); i++) {
        if (map[i].c == c) return map[i].k;
    }
    return TY_INT;
}

static Type *sig_type(Cxx *x, const char **s) {
    char c = *(*s)++;
    switch (c) {
    case 'p': return ty_pointer(x, ty_basic(x, TY_VOID));
    case 'q': return ty_pointer(x, ty_qual(x, ty_basic(x, TY_VOID), Q_CONST));
    case 'P': return ty_pointer(x, sig_type(x, s));
    case 'K': return ty_pointer(x, ty_qual(x, sig_type(x, s), Q_CONST));
    case 'V': return ty_pointer(x, ty_qual(x, sig_type(x, s), Q_VOLATILE));
    default: return ty_basic(x, letter_kind(c));
    }
}

static FuncDecl *declare(Cxx *x, const CudaBuiltin *b) {
    Arena *a = &x->ctx->perm;
    const char *s = b->sig;
    Type *param[12];
    FuncType ft = {.ret = sig_type(x, &s), .param = param, .noexcept_ = true};
    while (*s && *s != '.') param[ft.nparam++] = sig_type(x, &s);
    ft.variadic = *s == '.';
    FuncDecl *f = arena_new(a, FuncDecl);
    f->d = (Decl){.kind = D_FUNC, .linkage = LK_C, .cuda = CU_DEVICE, .flags = DF_IMPLICIT};
    if (strcmp(b->name, "printf") == 0 || strncmp(b->name, "mem", 3) == 0) f->d.cuda |= CU_HOST;
    f->d.name = atom_cstr(x->ctx, b->name);
    f->d.id = x->next_decl_id++;
    f->d.scope = x->global;
    f->d.type = ty_func(x, &ft);
    f->d.linkage = LK_C;
    f->nparam = f->min_args = ft.nparam;
    f->param = arena_array(a, VarDecl *, ft.nparam + 1);
    for (uint32_t i = 0; i < ft.nparam; i++) {
        VarDecl *p = arena_new(a, VarDecl);
        p->d = (Decl){.kind = D_VAR, .type = param[i], .id = x->next_decl_id++};
        p->storage = STOR_PARAM;
        p->index = i;
        p->fn = f;
        f->param[i] = p;
    }
    f->builtin = (uint32_t)(b - cuda_builtins) + 1;
    f->ret_deduced = true;
    return f;
}

Decl *cuda_lookup_builtin(Cxx *x, Atom name) {
    CudaState *s = x->hooks.data;
    const CudaBuiltin *row = cuda_builtin_find(atom_str(x->ctx, name));
    if (!row) return cuda_atomic_constant(x, name);
    if (strpbrk(row->sig, "wW")) return NULL; // only with its header
    void **slot = map_slot(&s->decls, name);
    if (*slot) return *slot;
    FuncDecl *f = declare(x, row);
    map_put(&s->decls, name, f);
    return &f->d;
}

// Is t what the signature says at *s? float2 and float4 are whatever classes have these names.
static bool sig_matches(Cxx *x, const char **s, const Type *t) {
    if (**s != 'w' && **s != 'W' && (**s != 'P' || ((*s)[1] != 'w' && (*s)[1] != 'W')))
        return sig_type(x, s) == t;
    if (**s == 'P') {
        ++*s;
        return t->kind == TY_PTR && sig_matches(x, s, t->u.ptr.to);
    }
    const char *name = *(*s)++ == 'w' ? "float2" : "float4";
    return t->kind == TY_CLASS && strcmp(atom_str(x->ctx, t->u.cls->d.name), name) == 0;
}

// A declaration of a builtin in a header (device_builtin, or simply the same signature and no
// definition) becomes that builtin at its first use.
void cuda_bind_builtin(Cxx *x, FuncDecl *f) {
    if (f->builtin || f->defined || f->tmpl || f->cls) return;
    if (f->d.scope != x->global && f->d.linkage != LK_C)
        return; // extern "C": one in all namespaces
    const CudaBuiltin *row = cuda_builtin_find(atom_str(x->ctx, f->d.name));
    if (!row) return;
    const FuncType *have = &f->d.type->u.func;
    const char *s = row->sig;
    bool same = sig_matches(x, &s, have->ret);
    for (uint32_t i = 0; same && i < have->nparam; i++)
        same = *s && *s != '.' && sig_matches(x, &s, have->param[i]);
    if (same && have->variadic == (*s == '.') && (!*s || have->variadic))
        f->builtin = (uint32_t)(row - cuda_builtins) + 1;
}
