// SPDX-License-Identifier: Apache-2.0
// The function that tells the run-time library which host functions and variables stand for which
// kernels and device variables, as C++ text behind the unit's own (host_text.c).
//
// A kernel is spelled as in C++, with its type: so its host function is there, whoever else uses
// it. Where an argument of its template has no name (a lambda, a class of a function) it goes by
// the name that the host compiler gives the symbol, which is ours too (Itanium mangling); as a weak
// reference, since the host compiler may have found that nobody calls it.
#include "cuda/cuda_int.h"

enum { TEXT_LIMIT = 16 << 20 }; // bytes: spelled-out types can grow exponentially

static const char anonymous[] = "_NV_ANON_NAMESPACE";

// ---- can it be named? --------------------------------------------------------------------------

static bool args_unnamed(const TmplArgs *a, uint32_t depth);

static bool type_unnamed(const Type *type, uint32_t depth) {
    while (type->kind == TY_PTR || ty_is_ref(type) || ty_is_array(type))
        type = ty_is_array(type) ? type->u.array.elem : type->u.ptr.to;
    if (depth > 64) return true;
    if (type->kind == TY_FUNC) {
        bool unnamed = type_unnamed(type->u.func.ret, depth + 1);
        for (uint32_t i = 0; i < type->u.func.nparam && !unnamed; i++)
            unnamed = type_unnamed(type->u.func.param[i], depth + 1);
        return unnamed;
    }
    if (type->kind != TY_CLASS) return false;
    for (const ClassDecl *c = type->u.cls; c;) {
        if (c->closure.is || c->written.is_local ||
            (c->inst.args && args_unnamed(c->inst.args, depth + 1)))
            return true;
        c = c->d.scope && c->d.scope->kind == SC_CLASS ? c->d.scope->cls : NULL;
    }
    return false;
}

static bool args_unnamed(const TmplArgs *a, uint32_t depth) {
    for (uint32_t i = 0; i < a->n; i++) {
        const TmplArg *e = &a->a[i];
        if (e->kind == TA_TYPE && e->type && type_unnamed(e->type, depth)) return true;
        if (e->kind == TA_PACK && e->pack && args_unnamed(e->pack, depth + 1)) return true;
    }
    return false;
}

// ---- names -------------------------------------------------------------------------------------

// Without the unnamed namespaces: what is in them is found in those around.
static const char *without_anonymous(Cxx *cxx, Buf *buf) {
    const char *s = buf_cstr(buf);
    Buf out;
    buf_init(&out, &cxx->ctx->perm);
    for (const char *at; (at = strstr(s, anonymous)); s = at + sizeof anonymous - 1) {
        buf_write(&out, s, (size_t)(at - s));
        if (strncmp(at + sizeof anonymous - 1, "::", 2) == 0) at += 2;
    }
    buf_puts(&out, s);
    return buf_cstr(&out);
}

static const char *declared_name(Cxx *cxx, Decl *d) {
    Buf b;
    buf_init(&b, &cxx->ctx->perm);
    cxx_print_decl_name(cxx, &b, d);
    return without_anonymous(cxx, &b);
}

static const char *kernel_type(Cxx *cxx, FuncDecl *func) {
    Buf b;
    buf_init(&b, &cxx->ctx->perm);
    buf_puts(&b, "void (*)(");
    for (uint32_t i = 0; i < func->d.type->u.func.nparam; i++) {
        if (i) buf_puts(&b, ", ");
        ty_print(cxx, &b, func->d.type->u.func.param[i]);
    }
    buf_puts(&b, ")");
    return without_anonymous(cxx, &b);
}

// Types and names are spelled for the host compiler, qualified (cxx/facts/type_print.c); a
// closure's type is never among them.
static void no_closure(Cxx *cxx, Buf *b, const ClassDecl *c) {
    buf_puts(b, "__cuprum_lambda");
}

// ---- the text ----------------------------------------------------------------------------------

// A kernel that cannot be named is declared before the function, as a symbol: a reference that may
// be weak and leaves the symbol what it is.
static void declare_symbol(Cxx *cxx, FuncDecl *f, uint32_t i, Buf *out) {
    for (int by_context = 0; by_context < 2; by_context++) {
        CxxHostNaming naming = {.version = by_context ? 12 : 13};
        const char *host = atom_str(cxx->ctx, cxx_mangle_host(cxx, f, &naming));
        buf_printf(out, "static void __cuprum_k%u_%d(void) __attribute__((__weakref__(\"%s\")));\n",
                   i, by_context, host);
    }
}

static bool by_symbol(const FuncDecl *f) {
    return f->inst.tmpl && f->inst.args && args_unnamed(f->inst.args, 0);
}

static void register_kernel(Cxx *cxx, FuncDecl *func, uint32_t i, Buf *out) {
    const char *device = atom_str(cxx->ctx, cxx_mangle(cxx, &func->d));
    if (by_symbol(func))
        buf_printf(out,
                   "  __cuprum_kernel(h, __cuprum_by_context ? (const void *)&__cuprum_k%u_1 : "
                   "(const void *)&__cuprum_k%u_0, \"%s\");\n",
                   i, i, device);
    else
        buf_printf(out, "  __cuprum_kernel(h, (const void *)(%s)%s, \"%s\");\n",
                   kernel_type(cxx, func), declared_name(cxx, &func->d), device);
}

// Whether other units may name the managed variable. Then its symbol is the pointer to its place,
// as it is in objects of nvcc; host_managed.c has only declared it.
static bool is_linked(const Cxx *cxx, const VarDecl *var) {
    return cxx->opt.rdc && var->d.linkage != LK_INTERNAL;
}

static void define_pointer(Cxx *cxx, VarDecl *var, Buf *out) {
    buf_printf(
        out, "__attribute__((__visibility__(\"hidden\"))) void *__cuprum_at_%u __asm__(\"%s\");\n",
        var->d.id, atom_str(cxx->ctx, cxx_mangle(cxx, &var->d)));
}

static void register_var(Cxx *cxx, VarDecl *var, Buf *out) {
    uint64_t size = 0;
    uint32_t align;
    if (var->d.type->kind != TY_ARRAY_INC)
        ty_size_align(cxx, var->d.type, var->d.pos, &size, &align);
    const char *name = declared_name(cxx, &var->d),
               *device = atom_str(cxx->ctx, cxx_mangle(cxx, &var->d));
    if (var->d.cuda & CU_MANAGED && is_linked(cxx, var)) {
        buf_printf(out, "  __cuprum_managed_variable(h, &__cuprum_at_%u, \"%s\", %llu);\n",
                   var->d.id, device, (unsigned long long)size);
        return;
    }
    if (var->d.cuda & CU_MANAGED) {
        const char *last = name + strlen(name);
        while (last > name && last[-1] != ':') last--;
        buf_printf(out, "  __cuprum_managed_variable(h, &%.*s__cuprum_at_%s, \"%s\", %llu);\n",
                   (int)(last - name), name, last, device, (unsigned long long)size);
        return;
    }
    buf_printf(out,
               "  __cuprum_variable(h, (const volatile void *)__builtin_addressof(%s), \"%s\", "
               "0, %llu, %d);\n",
               name, device, (unsigned long long)size, !!(var->d.cuda & CU_CONSTANT));
}

// ---- what linkers of device code read -----------------------------------------------------------

// Names in sections of the object: nvlink takes kernels and variables that no such section has for
// dead. Those of symbols that others see and those of the unit's own stand apart (seen in the
// output of cudafe++); which is which is nvlink's to find out, so both have all.
static void put_names(const char *kind, Buf *names, Buf *out) {
    static const char *const linkages[] = {"E", "I"};
    for (size_t i = 0; i < CU_COUNT(linkages); i++)
        buf_printf(
            out,
            "static const char __cuprum_names_%s%s[] __attribute__((__section__(\".nvHR%s%s\"), "
            "__used__)) = \"%s\";\n",
            kind, linkages[i], kind, linkages[i], buf_cstr(names));
}

static void add_name(Cxx *cxx, Decl *d, Buf *names) {
    buf_printf(names, "%s%s", names->n ? "\\0" : "", atom_str(cxx->ctx, cxx_mangle(cxx, d)));
}

static void put_host_names(Cxx *cxx, Buf *out) {
    Buf kernels, variables, constants;
    buf_init(&kernels, &cxx->ctx->perm);
    buf_init(&variables, &cxx->ctx->perm);
    buf_init(&constants, &cxx->ctx->perm);
    for (uint32_t i = 0; i < cxx->work.n; i++) {
        FuncDecl *f = cxx->work.at[i];
        if (cuda_is_registered(&f->d)) add_name(cxx, &f->d, &kernels);
    }
    for (uint32_t i = 0; i < cxx->work_vars.n; i++) {
        VarDecl *v = cxx->work_vars.at[i];
        if (!cuda_is_registered(&v->d)) continue;
        add_name(cxx, &v->d, v->d.cuda & CU_CONSTANT ? &constants : &variables);
    }
    put_names("K", &kernels, out);
    put_names("D", &variables, out);
    put_names("C", &constants, out);
}

bool cuda_write_registration(Cxx *cxx, Buf *out) {
    ArenaMark mark = arena_mark(&cxx->ctx->scratch);
    bool managed = false;
    cxx->text_limit = TEXT_LIMIT;
    cxx->host_closure = no_closure;
    for (uint32_t i = 0; i < cxx->work.n; i++) {
        FuncDecl *f = cxx->work.at[i];
        if (cuda_is_registered(&f->d) && by_symbol(f)) declare_symbol(cxx, f, i, out);
    }
    for (uint32_t i = 0; i < cxx->work_vars.n; i++) {
        VarDecl *v = cxx->work_vars.at[i];
        if (!cuda_is_registered(&v->d) || !v->defined || !(v->d.cuda & CU_MANAGED)) continue;
        if (is_linked(cxx, v)) define_pointer(cxx, v, out);
    }
    buf_puts(out, "static void __cuprum_symbols(void **h) {\n  (void)h;\n");
    for (uint32_t i = 0; i < cxx->work.n; i++) {
        if (cuda_is_registered(&cxx->work.at[i]->d)) register_kernel(cxx, cxx->work.at[i], i, out);
    }
    for (uint32_t i = 0; i < cxx->work_vars.n; i++) {
        VarDecl *v = cxx->work_vars.at[i];
        if (!cuda_is_registered(&v->d) || !v->defined) continue; // its own unit registers it
        managed |= (v->d.cuda & CU_MANAGED) != 0;
        register_var(cxx, v, out);
    }
    buf_printf(out, "}\nstatic const bool __cuprum_has_managed = %s;\n",
               managed ? "true" : "false");
    if (cxx->opt.rdc) put_host_names(cxx, out);
    cxx->host_closure = NULL;
    cxx->text_limit = CXX_TEXT_LIMIT;
    arena_reset(&cxx->ctx->scratch, mark);
    return out->n <= TEXT_LIMIT || diag(cxx->ctx, CUDA_ROW(stub_too_long), 0);
}
