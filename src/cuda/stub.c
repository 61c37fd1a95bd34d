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

static void text(Stub *stub, const char *t) {
    buf_puts(stub->b, t);
}

static void stub_name(Stub *stub, FuncDecl *f) {
    text(stub, "__device_stub_");
    buf_atom(stub->x->ctx, stub->b, cxx_mangle(stub->x, &f->d));
}

// The enclosing function of an extended lambda as a tag: its type, its address, its number in it.
static void lambda_tag(Stub *stub, const ClassDecl *cls, FuncDecl *fn) {
    Cxx *cxx = stub->x;
    bool trailing = cls->closure.extended.trailing;
    text(stub, trailing ? "__nv_dl_trailing_return_tag<" : "__nv_dl_tag<");
    Type *type = fn->d.type;
    bool method = fn->cls && !(fn->d.flags & DF_STATIC);
    ty_print(cxx, stub->b, method ? ty_memptr(cxx, fn->cls->d.type, type) : ty_pointer(cxx, type));
    text(stub, ",(& ");
    cxx_print_decl_name(cxx, stub->b, &fn->d);
    text(stub, " ), ");
    if (trailing) {
        ty_print(cxx, stub->b, cls->closure.call_op->d.type->u.func.ret);
        text(stub, ", ");
    }
    buf_printf(stub->b, "%u> ", cls->closure.extended.number);
}

static void print_closure(Cxx *cxx, Buf *out, const ClassDecl *cls) {
    Stub stub = {.x = cxx, .b = out};
    FuncDecl *fn = decl_is(cls->closure.context, D_FUNC) ? (FuncDecl *)cls->closure.context : NULL;
    if (!fn || !cls->closure.extended
                    .number) { // no host type: the host compiler says what is wrong with it
        text(&stub, "__nv_lambda_of_no_function");
        return;
    }
    bool host = cls->closure.call_op->d.cuda & CU_HOST;
    if (host) {
        bool pointer = !cls->members.fields.n; // the closure converts to a function pointer
        buf_printf(out, "__nv_hdl_wrapper_t<%s,%s,%s,",
                   cls->closure.extended.mutable_ ? "true" : "false", pointer ? "true" : "false",
                   cls->closure.call_op->d.type->u.func.noexcept_ ? "true" : "false");
    } else {
        text(&stub, "__nv_dl_wrapper_t<");
    }
    lambda_tag(&stub, cls, fn);
    if (host) {
        FuncType ft = cls->closure.call_op->d.type->u.func;
        ft.quals = 0, ft.noexcept_ = false;
        text(&stub, ",");
        ty_print(cxx, out, ty_func(cxx, &ft));
    }
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        text(&stub, ",");
        ty_print(cxx, out, cls->members.fields.at[i]->d.type);
    }
    text(&stub, "> ");
}

static void line_marker(Stub *stub, Pos pos) {
    SrcLoc l;
    if (!source_resolve(stub->x->ctx, pos, &l)) return;
    buf_printf(stub->b, "\n# %u \"%s\"\n", l.line, atom_str(stub->x->ctx, l.file));
}

// ---- parameters ---------------------------------------------------------------------------------

static Type *param_type(FuncDecl *f, uint32_t i) {
    return i < f->nparam && f->param[i] ? f->param[i]->d.type : f->d.type->u.func.param[i];
}

// What the stub function takes: classes by reference (the function type has lost their const),
// references as pointers.
static Type *stub_type(Stub *stub, FuncDecl *f, uint32_t i) {
    Type *t = f->d.type->u.func.param[i];
    if (ty_is_ref(t)) return ty_pointer(stub->x, t->u.ptr.to);
    return t->kind == TY_CLASS ? ty_ref(stub->x, param_type(f, i), false) : t;
}

enum { BARE, NAMED_PAR, NAMED_CUDA, REF_CUDA };

// The list of parameters in one of these forms: `int`; `int __par0` of the stub function;
// `int __cuda_0` of the kernel; `int &__cuda_0` of a wrapper.
static void params(Stub *stub, FuncDecl *func, int form) {
    uint32_t n = func->d.type->u.func.nparam;
    text(stub, "(");
    for (uint32_t i = 0; i < n; i++) {
        if (i) text(stub, ", ");
        char name[32] = "";
        Type *t = form == NAMED_PAR ? stub_type(stub, func, i) : param_type(func, i);
        if (form == BARE) {
            ty_print(stub->x, stub->b, func->d.type->u.func.param[i]);
            continue;
        }
        snprintf(name, sizeof name, form == NAMED_PAR ? "__par%u" : "__cuda_%u", i);
        if (form == REF_CUDA && !ty_is_ref(t)) t = ty_ref(stub->x, t, false);
        ty_print_declarator(stub->x, stub->b, t, name);
    }
    text(stub, n ? ")" : "void)");
}

// ---- one kernel ---------------------------------------------------------------------------------

static void kernel_pointer(Stub *stub, FuncDecl *f) {
    text(stub, "((void ( *)");
    params(stub, f, BARE);
    text(stub, ")");
    cxx_print_decl_name(stub->x, stub->b, &f->d);
    text(stub, ")");
}

static void set_up_args(Stub *stub, FuncDecl *func) {
    uint64_t at = 0;
    for (uint32_t i = 0; i < func->d.type->u.func.nparam; i++) {
        Type *type = func->d.type->u.func.param[i];
        uint64_t size = 8;
        uint32_t align = 8;
        if (!ty_is_ref(type)) ty_size_align(stub->x, type, func->d.pos, &size, &align);
        at = (at + align - 1) / align * align;
        // the address of a __restrict__ pointer is not that of a pointer
        bool restricted = param_type(func, i)->quals & Q_RESTRICT;
        if (restricted) {
            ty_print_declarator(stub->x, stub->b, ty_unqual(type), "__T");
            buf_printf(stub->b, "%u = __par%u; ", i, i);
        }
        buf_printf(stub->b, "%s(__%s%u, %lluUL); ",
                   type->kind == TY_CLASS ? "__cudaSetupArg" : "__cudaSetupArgSimple",
                   restricted ? "T" : "par", i, (unsigned long long)at);
        at += size;
    }
}

// By the header's macro, or where nothing tells its parameters by the functions behind it, which
// all versions have.
static void launch(Stub *stub, FuncDecl *func) {
    uint32_t n = stub->opt->launch_parameters;
    bool by_macro = is_any_of(n, 1, 2);
    text(stub, by_macro ? "__cudaLaunch(((char *)"
                        : "(void)__args_idx; dim3 __grid, __block; size_t __shared; "
                          "cudaStream_t __stream; "
                          "if (__cudaPopCallConfiguration(&__grid, &__block, &__shared, "
                          "&__stream) == cudaSuccess) (void)cudaLaunchKernel(((char *)");
    kernel_pointer(stub, func);
    text(stub, !by_macro ? "), __grid, __block, __args_arr, __shared, __stream); "
               : n == 2  ? "), 0U); "
                         : ")); ");
}

static void stub_function(Stub *stub, FuncDecl *func) {
    text(stub, "static void ");
    stub_name(stub, func);
    params(stub, func, NAMED_PAR);
    uint32_t n = func->d.type->u.func.nparam;
    buf_printf(stub->b, " { __cudaLaunchPrologue(%u); ", n ? n : 1);
    set_up_args(stub, func);
    launch(stub, func);
    text(stub, "}\n");
}

static void call_stub(Stub *stub, FuncDecl *func) {
    text(stub, "{ ");
    stub_name(stub, func);
    text(stub, "(");
    for (uint32_t i = 0; i < func->d.type->u.func.nparam; i++) {
        bool ref = ty_is_ref(func->d.type->u.func.param[i]);
        buf_printf(stub->b, ref ? "%s__cudaAddressOf(__cuda_%u)" : "%s__cuda_%u", i ? ", " : "", i);
    }
    text(stub, "); }");
}

// Opens (and counts) the namespaces around a declaration: a specialization stands in its own.
static uint32_t open_namespaces(Stub *stub, Scope *sc) {
    while (scope_is_inner(sc)) sc = sc->parent;
    if (!sc || sc == stub->x->global) return 0;
    uint32_t n = open_namespaces(stub, sc->parent);
    const NamespaceDecl *ns = (const NamespaceDecl *)sc->owner;
    text(stub, "namespace ");
    if (ns->anonymous)
        text(stub, "_NV_ANON_NAMESPACE");
    else
        buf_atom(stub->x->ctx, stub->b, ns->d.name);
    text(stub, " { ");
    return n + 1;
}

static void host_function(Stub *stub, FuncDecl *func) {
    if (func->inst.tmpl) {
        uint32_t n = open_namespaces(stub, func->d.scope);
        text(stub, "template<> __specialization_static void __wrapper__device_stub_");
        buf_atom(stub->x->ctx, stub->b, func->d.name);
        cxx_targs_print(stub->x, stub->b, func->inst.args);
        params(stub, func, REF_CUDA);
        text(stub, " ");
        call_stub(stub, func);
        while (n--) text(stub, " }");
        text(stub, "\n");
        return;
    }
    line_marker(stub, func->d.pos);
    text(stub, func->d.linkage == LK_INTERNAL && !func->d.scope->parent ? "static void " : "void ");
    Buf name; // a definition's name does not begin with `::`
    buf_init(&name, &stub->x->ctx->scratch);
    cxx_print_decl_name(stub->x, &name, &func->d);
    text(stub, strncmp(buf_cstr(&name), "::", 2) == 0 ? name.at + 2 : name.at);
    params(stub, func, NAMED_CUDA);
    text(stub, " ");
    call_stub(stub, func);
    buf_printf(stub->b, "\n# 1 \"%s\"\n", stub->opt->name);
}

// ---- registration -------------------------------------------------------------------------------

static void register_kernel(Stub *stub, FuncDecl *f) {
    text(stub, "    __cudaRegisterEntry(__T, ");
    kernel_pointer(stub, f);
    text(stub, ", ");
    buf_atom(stub->x->ctx, stub->b, cxx_mangle(stub->x, &f->d));
    long long threads =
        f->code.bounds && f->code.bounds->max_threads > 0 ? f->code.bounds->max_threads : -1;
    buf_printf(stub->b, threads < 0 ? ", (%lld));\n" : ", %lld);\n", threads);
}

static void register_var(Stub *stub, VarDecl *var) {
    Cxx *cxx = stub->x;
    uint64_t size = 0;
    uint32_t align;
    if (var->d.type->kind != TY_ARRAY_INC)
        ty_size_align(cxx, var->d.type, var->d.pos, &size, &align);
    buf_printf(stub->b, "    __cudaRegister%sVariable(__T, __shadow_var(",
               var->d.cuda & CU_MANAGED ? "Managed" : "");
    buf_atom(cxx->ctx, stub->b, cxx_mangle(cxx, &var->d));
    text(stub, ",");
    cxx_print_decl_name(cxx, stub->b, &var->d);
    buf_printf(stub->b, "), %d, %lluUL, %d, 0);\n", !var->defined, (unsigned long long)size,
               !!(var->d.cuda & CU_CONSTANT));
}

// ---- the file -----------------------------------------------------------------------------------

bool cuda_is_registered(const Decl *d) {
    if (d->flags & DF_INVALID) return false;
    if (d->kind == D_FUNC) return (d->cuda & CU_GLOBAL) && ((const FuncDecl *)d)->body.defined;
    return d->kind == D_VAR && !((const VarDecl *)d)->fn &&
           d->cuda & (CU_DEVICE | CU_CONSTANT | CU_MANAGED);
}

static void prologue(Stub *stub) {
    text(stub, "#pragma GCC diagnostic push\n"
               "#pragma GCC diagnostic ignored \"-Wunused-function\"\n"
               "#pragma GCC diagnostic ignored \"-Wcast-qual\"\n");
    if (stub->x->opt.rdc)
        buf_printf(stub->b, "#define __NV_MODULE_ID %s\n", stub->x->opt.module_id);
    buf_printf(stub->b, "#define __NV_CUBIN_HANDLE_STORAGE__ %s\n",
               cxx_links_units(&stub->x->opt) ? "extern" : "static");
    buf_printf(stub->b,
               "#if !defined(__CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__)\n"
               "#define __CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__\n"
               "#endif\n"
               "#include \"crt/host_runtime.h\"\n"
               "#include \"%s\"\n",
               stub->opt->fatbin);
    text(stub, "static void __nv_cudaEntityRegisterCallback(void **);\n"
               "static void __sti____cudaRegisterAll(void) __attribute__((__constructor__));\n");
}

bool cuda_write_stub(Cxx *cxx, const CudaStubOptions *opt, Buf *out) {
    Stub stub = {.x = cxx, .b = out, .opt = opt};
    ArenaMark mark = arena_mark(&cxx->ctx->scratch);
    cxx->host_closure = print_closure;
    cxx->text_limit = STUB_LIMIT;
    prologue(&stub);
    for (uint32_t i = 0; i < cxx->work.n; i++) {
        FuncDecl *f = cxx->work.at[i];
        if (!cuda_is_registered(&f->d)) continue;
        stub_function(&stub, f);
        host_function(&stub, f);
    }
    text(&stub, "static void __nv_cudaEntityRegisterCallback(void **__T)\n{\n"
                "    __nv_dummy_param_ref(__T);\n"
                "    __nv_save_fatbinhandle_for_managed_rt(__T);\n");
    for (uint32_t i = 0; i < cxx->work.n; i++) {
        if (cuda_is_registered(&cxx->work.at[i]->d)) register_kernel(&stub, cxx->work.at[i]);
    }
    for (uint32_t i = 0; i < cxx->work_vars.n; i++) {
        VarDecl *v = cxx->work_vars.at[i];
        bool others = cxx->opt.rdc && !v->defined; // the unit that defines it registers it
        if (cuda_is_registered(&v->d) && !others) register_var(&stub, v);
    }
    buf_printf(out,
               "}\nstatic void __sti____cudaRegisterAll(void) {\n"
               "    %s(__nv_cudaEntityRegisterCallback);\n}\n"
               "#pragma GCC diagnostic pop\n",
               cxx->opt.rdc ? "____cudaRegisterLinkedBinary" : "__cudaRegisterBinary");
    cxx->host_closure = NULL;
    cxx->text_limit = CXX_TEXT_LIMIT;
    arena_reset(&cxx->ctx->scratch, mark);
    if (out->n <= STUB_LIMIT) return true;
    return diag(cxx->ctx, CUDA_ROW(stub_too_long), 0);
}
