// SPDX-License-Identifier: Apache-2.0
// The host stub: C++ text that nvcc includes at the end of what cudafe++ made of the host code. It
// defines the host function of each kernel (it puts the arguments' addresses into an array and
// launches) and registers kernels and variables with the runtime under their names in the PTX
// (seen with nvcc --keep; macros of the toolkit's crt/host_runtime.h).
//
// cudafe++ leaves a kernel k as a declaration, a kernel template as a template that calls
// __wrapper__device_stub_k<args>, which is specialized here. Names are those of its output: unnamed
// namespaces are called _NV_ANON_NAMESPACE, extended lambdas __nv_dl_wrapper_t<...>.
#include "cuda/cuda_int.h"

#include <stdio.h>

enum { STUB_LIMIT = 16 << 20 }; // bytes: spelled-out types can grow exponentially

typedef struct {
    Cxx *x;
    Buf *b;
    const CudaStubOptions *opt;
} Stub;

// ---- names --------------------------------------------------------------------------------------

static void text(Stub *s, const char *t) {
    buf_puts(s->b, t);
}

static void stub_name(Stub *s, FuncDecl *f) {
    text(s, "__device_stub_");
    buf_atom(s->x->ctx, s->b, cxx_mangle(s->x, &f->d));
}

// The enclosing function of an extended lambda as a tag: its type, its address, its number in it.
static void lambda_tag(Stub *s, const ClassDecl *c, FuncDecl *fn) {
    Cxx *x = s->x;
    bool trailing = c->extended.trailing;
    text(s, trailing ? "__nv_dl_trailing_return_tag<" : "__nv_dl_tag<");
    Type *t = fn->d.type;
    bool method = fn->cls && !(fn->d.flags & DF_STATIC);
    ty_print(x, s->b, method ? ty_memptr(x, fn->cls->d.type, t) : ty_pointer(x, t));
    text(s, ",(& ");
    cxx_print_decl_name(x, s->b, &fn->d);
    text(s, " ), ");
    if (trailing) {
        ty_print(x, s->b, c->call_op->d.type->u.func.ret);
        text(s, ", ");
    }
    buf_printf(s->b, "%u> ", c->extended.number);
}

static void print_closure(Cxx *x, Buf *b, const ClassDecl *c) {
    Stub s = {.x = x, .b = b};
    FuncDecl *fn = c->mangle_context && c->mangle_context->kind == D_FUNC
                       ? (FuncDecl *)c->mangle_context
                       : NULL;
    if (!fn || !c->extended.number) { // no host type: the host compiler says what is wrong with it
        text(&s, "__nv_lambda_of_no_function");
        return;
    }
    bool host = c->call_op->d.cuda & CU_HOST;
    if (host) {
        bool pointer = !c->fields.n; // the closure converts to a function pointer
        buf_printf(b, "__nv_hdl_wrapper_t<%s,%s,%s,", c->extended.mutable_ ? "true" : "false",
                   pointer ? "true" : "false",
                   c->call_op->d.type->u.func.noexcept_ ? "true" : "false");
    } else {
        text(&s, "__nv_dl_wrapper_t<");
    }
    lambda_tag(&s, c, fn);
    if (host) {
        FuncType ft = c->call_op->d.type->u.func;
        ft.quals = 0, ft.noexcept_ = false;
        text(&s, ",");
        ty_print(x, b, ty_func(x, &ft));
    }
    for (uint32_t i = 0; i < c->fields.n; i++) {
        text(&s, ",");
        ty_print(x, b, c->fields.at[i]->d.type);
    }
    text(&s, "> ");
}

static void line_marker(Stub *s, Pos pos) {
    SrcLoc l;
    if (!source_resolve(s->x->ctx, pos, &l)) return;
    buf_printf(s->b, "\n# %u \"%s\"\n", l.line, atom_str(s->x->ctx, l.file));
}

// ---- parameters ---------------------------------------------------------------------------------

static Type *param_type(FuncDecl *f, uint32_t i) {
    return i < f->nparam && f->param[i] ? f->param[i]->d.type : f->d.type->u.func.param[i];
}

// What the stub function takes: classes by reference (the function type has lost their const),
// references as pointers.
static Type *stub_type(Stub *s, FuncDecl *f, uint32_t i) {
    Type *t = f->d.type->u.func.param[i];
    if (ty_is_ref(t)) return ty_pointer(s->x, t->u.ptr.to);
    return t->kind == TY_CLASS ? ty_ref(s->x, param_type(f, i), false) : t;
}

enum { BARE, NAMED_PAR, NAMED_CUDA, REF_CUDA };

// The list of parameters in one of these forms: `int`; `int __par0` of the stub function;
// `int __cuda_0` of the kernel; `int &__cuda_0` of a wrapper.
static void params(Stub *s, FuncDecl *f, int form) {
    uint32_t n = f->d.type->u.func.nparam;
    text(s, "(");
    for (uint32_t i = 0; i < n; i++) {
        if (i) text(s, ", ");
        char name[32] = "";
        Type *t = form == NAMED_PAR ? stub_type(s, f, i) : param_type(f, i);
        if (form == BARE) {
            ty_print(s->x, s->b, f->d.type->u.func.param[i]);
            continue;
        }
        snprintf(name, sizeof name, form == NAMED_PAR ? "__par%u" : "__cuda_%u", i);
        if (form == REF_CUDA && !ty_is_ref(t)) t = ty_ref(s->x, t, false);
        ty_print_declarator(s->x, s->b, t, name);
    }
    text(s, n ? ")" : "void)");
}

// ---- one kernel ---------------------------------------------------------------------------------

static void kernel_pointer(Stub *s, FuncDecl *f) {
    text(s, "((void ( *)");
    params(s, f, BARE);
    text(s, ")");
    cxx_print_decl_name(s->x, s->b, &f->d);
    text(s, ")");
}

static void set_up_args(Stub *s, FuncDecl *f) {
    uint64_t at = 0;
    for (uint32_t i = 0; i < f->d.type->u.func.nparam; i++) {
        Type *t = f->d.type->u.func.param[i];
        uint64_t size = 8;
        uint32_t align = 8;
        if (!ty_is_ref(t)) ty_size_align(s->x, t, f->d.pos, &size, &align);
        at = (at + align - 1) / align * align;
        // the address of a __restrict__ pointer is not that of a pointer
        bool restricted = param_type(f, i)->quals & Q_RESTRICT;
        if (restricted) {
            ty_print_declarator(s->x, s->b, ty_unqual(t), "__T");
            buf_printf(s->b, "%u = __par%u; ", i, i);
        }
        buf_printf(s->b, "%s(__%s%u, %lluUL); ",
                   t->kind == TY_CLASS ? "__cudaSetupArg" : "__cudaSetupArgSimple",
                   restricted ? "T" : "par", i, (unsigned long long)at);
        at += size;
    }
}

static void stub_function(Stub *s, FuncDecl *f) {
    text(s, "static void ");
    stub_name(s, f);
    params(s, f, NAMED_PAR);
    uint32_t n = f->d.type->u.func.nparam;
    buf_printf(s->b, " { __cudaLaunchPrologue(%u); ", n ? n : 1);
    set_up_args(s, f);
    text(s, "__cudaLaunch(((char *)");
    kernel_pointer(s, f);
    text(s, "), 0U); }\n");
}

static void call_stub(Stub *s, FuncDecl *f) {
    text(s, "{ ");
    stub_name(s, f);
    text(s, "(");
    for (uint32_t i = 0; i < f->d.type->u.func.nparam; i++) {
        bool ref = ty_is_ref(f->d.type->u.func.param[i]);
        buf_printf(s->b, ref ? "%s__cudaAddressOf(__cuda_%u)" : "%s__cuda_%u", i ? ", " : "", i);
    }
    text(s, "); }");
}

// Opens (and counts) the namespaces around a declaration: a specialization stands in its own.
static uint32_t open_namespaces(Stub *s, Scope *sc) {
    while (sc && sc->kind != SC_NAMESPACE) sc = sc->parent;
    if (!sc || sc == s->x->global) return 0;
    uint32_t n = open_namespaces(s, sc->parent);
    const NamespaceDecl *ns = (const NamespaceDecl *)sc->owner;
    text(s, "namespace ");
    if (ns->anonymous)
        text(s, "_NV_ANON_NAMESPACE");
    else
        buf_atom(s->x->ctx, s->b, ns->d.name);
    text(s, " { ");
    return n + 1;
}

static void host_function(Stub *s, FuncDecl *f) {
    if (f->tmpl) {
        uint32_t n = open_namespaces(s, f->d.scope);
        text(s, "template<> __specialization_static void __wrapper__device_stub_");
        buf_atom(s->x->ctx, s->b, f->d.name);
        cxx_targs_print(s->x, s->b, f->args);
        params(s, f, REF_CUDA);
        text(s, " ");
        call_stub(s, f);
        while (n--) text(s, " }");
        text(s, "\n");
        return;
    }
    line_marker(s, f->d.pos);
    text(s, f->d.linkage == LK_INTERNAL && !f->d.scope->parent ? "static void " : "void ");
    Buf name; // a definition's name does not begin with `::`
    buf_init(&name, &s->x->ctx->scratch);
    cxx_print_decl_name(s->x, &name, &f->d);
    text(s, strncmp(buf_cstr(&name), "::", 2) == 0 ? name.at + 2 : name.at);
    params(s, f, NAMED_CUDA);
    text(s, " ");
    call_stub(s, f);
    buf_printf(s->b, "\n# 1 \"%s\"\n", s->opt->name);
}

// ---- registration -------------------------------------------------------------------------------

static void register_kernel(Stub *s, FuncDecl *f) {
    text(s, "    __cudaRegisterEntry(__T, ");
    kernel_pointer(s, f);
    text(s, ", ");
    buf_atom(s->x->ctx, s->b, cxx_mangle(s->x, &f->d));
    long long threads = f->bounds && f->bounds->max_threads > 0 ? f->bounds->max_threads : -1;
    buf_printf(s->b, threads < 0 ? ", (%lld));\n" : ", %lld);\n", threads);
}

static void register_var(Stub *s, VarDecl *v) {
    Cxx *x = s->x;
    uint64_t size = 0;
    uint32_t align;
    if (v->d.type->kind != TY_ARRAY_INC) ty_size_align(x, v->d.type, v->d.pos, &size, &align);
    buf_printf(s->b, "    __cudaRegister%sVariable(__T, __shadow_var(",
               v->d.cuda & CU_MANAGED ? "Managed" : "");
    buf_atom(x->ctx, s->b, cxx_mangle(x, &v->d));
    text(s, ",");
    cxx_print_decl_name(x, s->b, &v->d);
    buf_printf(s->b, "), %d, %lluUL, %d, 0);\n", !v->defined, (unsigned long long)size,
               !!(v->d.cuda & CU_CONSTANT));
}

// ---- the file -----------------------------------------------------------------------------------

bool cuda_is_registered(const Decl *d) {
    if (d->flags & DF_INVALID) return false;
    if (d->kind == D_FUNC) return (d->cuda & CU_GLOBAL) && ((const FuncDecl *)d)->defined;
    return d->kind == D_VAR && !((const VarDecl *)d)->fn &&
           d->cuda & (CU_DEVICE | CU_CONSTANT | CU_MANAGED);
}

static void prologue(Stub *s) {
    text(s, "#pragma GCC diagnostic push\n"
            "#pragma GCC diagnostic ignored \"-Wunused-function\"\n"
            "#pragma GCC diagnostic ignored \"-Wcast-qual\"\n");
    if (s->x->opt.rdc) buf_printf(s->b, "#define __NV_MODULE_ID %s\n", s->x->opt.module_id);
    buf_printf(s->b, "#define __NV_CUBIN_HANDLE_STORAGE__ %s\n",
               cxx_links_units(&s->x->opt) ? "extern" : "static");
    buf_printf(s->b,
               "#if !defined(__CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__)\n"
               "#define __CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__\n"
               "#endif\n"
               "#include \"crt/host_runtime.h\"\n"
               "#include \"%s\"\n",
               s->opt->fatbin);
    text(s, "static void __nv_cudaEntityRegisterCallback(void **);\n"
            "static void __sti____cudaRegisterAll(void) __attribute__((__constructor__));\n");
}

bool cuda_write_stub(Cxx *x, const CudaStubOptions *opt, Buf *out) {
    Stub s = {.x = x, .b = out, .opt = opt};
    ArenaMark mark = arena_mark(&x->ctx->scratch);
    x->host_closure = print_closure;
    x->text_limit = STUB_LIMIT;
    prologue(&s);
    for (uint32_t i = 0; i < x->work.n; i++) {
        FuncDecl *f = x->work.at[i];
        if (!cuda_is_registered(&f->d)) continue;
        stub_function(&s, f);
        host_function(&s, f);
    }
    text(&s, "static void __nv_cudaEntityRegisterCallback(void **__T)\n{\n"
             "    __nv_dummy_param_ref(__T);\n"
             "    __nv_save_fatbinhandle_for_managed_rt(__T);\n");
    for (uint32_t i = 0; i < x->work.n; i++) {
        if (cuda_is_registered(&x->work.at[i]->d)) register_kernel(&s, x->work.at[i]);
    }
    for (uint32_t i = 0; i < x->work_vars.n; i++) {
        VarDecl *v = x->work_vars.at[i];
        bool others = x->opt.rdc && !v->defined; // the unit that defines it registers it
        if (cuda_is_registered(&v->d) && !others) register_var(&s, v);
    }
    buf_printf(out,
               "}\nstatic void __sti____cudaRegisterAll(void) {\n"
               "    %s(__nv_cudaEntityRegisterCallback);\n}\n"
               "#pragma GCC diagnostic pop\n",
               x->opt.rdc ? "____cudaRegisterLinkedBinary" : "__cudaRegisterBinary");
    x->host_closure = NULL;
    x->text_limit = CXX_TEXT_LIMIT;
    arena_reset(&x->ctx->scratch, mark);
    if (out->n <= STUB_LIMIT) return true;
    return diag(x->ctx, CUDA_ROW(stub_too_long), 0);
}
