// SPDX-License-Identifier: Apache-2.0
// Builtin device functions: rows of builtin.def become function declarations when a program names
// them.
#include "cuda/cuda_int.h"

static TyKind letter_kind(char c) {
    static const struct {
        char c;
        uint8_t k;
    } map[] = {{'v', TY_VOID},    {'b', TY_BOOL},   {'c', TY_CHAR},    {'h', TY_UCHAR},
               {'s', TY_SHORT},   {'t', TY_USHORT}, {'i', TY_INT},     {'u', TY_UINT},
               {'l', TY_LONG},    {'m', TY_ULONG},  {'x', TY_LLONG},   {'y', TY_ULLONG},
               {'f', TY_FLOAT},   {'d', TY_DOUBLE}, {'L', TY_LDOUBLE}, {'z', TY_ULONG},
               {'o', TY_UINT128}, {'a', TY_SCHAR}};
    for (uint32_t i = 0; i < CU_COUNT(map); i++) {
        if (map[i].c == c) return map[i].k;
    }
    return TY_INT;
}

static Type *sig_type(Cxx *cxx, const char **s) {
    char c = *(*s)++;
    switch (c) {
    case 'p': return ty_pointer(cxx, ty_basic(cxx, TY_VOID));
    case 'q': return ty_pointer(cxx, ty_qual(cxx, ty_basic(cxx, TY_VOID), Q_CONST));
    case 'P': return ty_pointer(cxx, sig_type(cxx, s));
    case 'K': return ty_pointer(cxx, ty_qual(cxx, sig_type(cxx, s), Q_CONST));
    case 'V': return ty_pointer(cxx, ty_qual(cxx, sig_type(cxx, s), Q_VOLATILE));
    default: return ty_basic(cxx, letter_kind(c));
    }
}

static FuncDecl *declare(Cxx *cxx, const CudaBuiltin *builtin) {
    Arena *arena = &cxx->ctx->perm;
    const char *s = builtin->sig;
    Type *param[12];
    FuncType ft = {.ret = sig_type(cxx, &s), .param = param, .noexcept_ = true};
    while (*s && *s != '.') param[ft.nparam++] = sig_type(cxx, &s);
    ft.variadic = *s == '.';
    FuncDecl *func = arena_new(arena, FuncDecl);
    func->d = (Decl){.kind = D_FUNC, .linkage = LK_C, .cuda = CU_DEVICE, .flags = DF_IMPLICIT};
    if (strcmp(builtin->name, "printf") == 0 || strncmp(builtin->name, "mem", 3) == 0)
        func->d.cuda |= CU_HOST;
    func->d.name = atom_cstr(cxx->ctx, builtin->name);
    func->d.id = cxx_decl_id(cxx);
    func->d.scope = cxx->global;
    func->d.type = ty_func(cxx, &ft);
    func->d.linkage = LK_C;
    func->nparam = func->min_args = ft.nparam;
    func->param = arena_array(arena, VarDecl *, ft.nparam + 1);
    for (uint32_t i = 0; i < ft.nparam; i++) {
        VarDecl *p = arena_new(arena, VarDecl);
        p->d = (Decl){.kind = D_VAR, .type = param[i], .id = cxx_decl_id(cxx)};
        p->storage = STOR_PARAM;
        p->index = i;
        p->fn = func;
        func->param[i] = p;
    }
    func->code.builtin = (uint32_t)(builtin - cuda_builtins) + 1;
    func->ret_deduced = true;
    return func;
}

Decl *cuda_lookup_builtin(Cxx *cxx, Atom name) {
    CudaState *s = cxx->hooks.data;
    const CudaBuiltin *row = cuda_builtin_find(atom_str(cxx->ctx, name));
    if (!row) return cuda_atomic_constant(cxx, name);
    if (strpbrk(row->sig, "wWgG")) return NULL; // only with its header
    void **slot = map_slot(&s->decls, name);
    if (*slot) return *slot;
    FuncDecl *f = declare(cxx, row);
    map_put(&s->decls, name, f);
    return &f->d;
}

static bool is_class_pointer(const Type *type, bool to_const) {
    if (type->kind != TY_PTR || type->u.ptr.to->unqual->kind != TY_CLASS) return false;
    return to_const == (type->u.ptr.to->quals == Q_CONST);
}

// Is t what the signature says at *s? float2 and float4 are whatever classes have these names.
static bool sig_matches(Cxx *cxx, const char **s, const Type *parameter) {
    if (is_any_of(**s, 'g', 'G')) return is_class_pointer(parameter, *(*s)++ == 'G');
    if (**s != 'w' && **s != 'W' && (**s != 'P' || ((*s)[1] != 'w' && (*s)[1] != 'W')))
        return sig_type(cxx, s) == parameter;
    if (**s == 'P') {
        ++*s;
        return parameter->kind == TY_PTR && sig_matches(cxx, s, parameter->u.ptr.to);
    }
    const char *name = *(*s)++ == 'w' ? "float2" : "float4";
    return parameter->kind == TY_CLASS &&
           strcmp(atom_str(cxx->ctx, parameter->u.cls->d.name), name) == 0;
}

// A declaration of a builtin in a header (device_builtin, or simply the same signature and no
// definition) becomes that builtin at its first use.
void cuda_bind_builtin(Cxx *cxx, FuncDecl *func) {
    if (func->code.builtin || func->body.defined || func->inst.tmpl || func->cls) return;
    if (func->d.scope != cxx->global && func->d.linkage != LK_C)
        return; // extern "C": one in all namespaces
    const CudaBuiltin *row = cuda_builtin_find(atom_str(cxx->ctx, func->d.name));
    if (!row) return;
    const FuncType *have = &func->d.type->u.func;
    const char *s = row->sig;
    bool same = sig_matches(cxx, &s, have->ret);
    for (uint32_t i = 0; same && i < have->nparam; i++)
        same = *s && *s != '.' && sig_matches(cxx, &s, have->param[i]);
    if (same && have->variadic == (*s == '.') && (!*s || have->variadic))
        func->code.builtin = (uint32_t)(row - cuda_builtins) + 1;
}
