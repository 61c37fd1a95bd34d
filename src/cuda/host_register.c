// SPDX-License-Identifier: Apache-2.0
// The function that tells the run-time library which host functions and variables stand for which
// kernels and device variables, as C++ text behind the unit's own (host_text.c).
//
// A kernel's host function is not named there: what name the host's compiler gives it is known
// when that compiler has run. Each kernel has a slot, which holds the address of nothing; the
// driver looks in the object for the stubs that are there, finds out which kernel each one is
// (host_table.c), and puts its address into the slot (driver/seam). A kernel whose slot stays as it
// is has no host function: nobody launches it from here.
//
// Where the text leaves our hands (`nvcc -cuda`) the slots name the symbols that we expect.
#include "cuda/cuda_int.h"
#include "cuda/host_table.h"

enum { TEXT_LIMIT = 16 << 20 }; // bytes: spelled-out types can grow exponentially

static const char anonymous[] = "_NV_ANON_NAMESPACE";

// ---- names -------------------------------------------------------------------------------------

// Without the unnamed namespaces: what is in them is found in those around.
static const char *without_anonymous(Cxx *cxx, Buf *printed) {
    const char *s = buf_cstr(printed);
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

// Types and names are spelled for the host compiler, qualified (cxx/facts/type_print.c); a
// closure's type is never among them.
static void no_closure(Cxx *cxx, Buf *b, const ClassDecl *c) {
    buf_puts(b, "__cuprum_lambda");
}

// ---- the text ----------------------------------------------------------------------------------

typedef VEC(FuncDecl *) Kernels;

static Kernels kernels_of(Cxx *cxx) {
    Kernels kernels = {0};
    for (uint32_t i = 0; i < cxx->work.n; i++) {
        FuncDecl *func = cxx->work.at[i];
        if (cuda_is_registered(&func->d)) vec_push(&cxx->ctx->perm, &kernels, func);
    }
    return kernels;
}

// What the slots begin with: nothing, or the symbols that the host's functions should have.
static void declare_symbols(Cxx *cxx, const Kernels *kernels, const CxxHostNaming *naming,
                            Buf *out) {
    for (uint32_t i = 0; i < kernels->n; i++) {
        const char *host = atom_str(cxx->ctx, cxx_mangle_host(cxx, kernels->at[i], naming));
        buf_printf(out, "extern const char __cuprum_k%u __asm__(\"%s\");\n", i, host);
    }
}

static void put_slots(Cxx *cxx, const Kernels *kernels, const CudaRegistration *asked, Buf *out) {
    if (asked->by_name) declare_symbols(cxx, kernels, &asked->naming, out);
    buf_puts(out, "static const char __cuprum_nothing = 0;\n"
                  "static const char *const volatile __cuprum_slots[] __asm__(\"__cuprum_slots\") "
                  "= {\n");
    for (uint32_t i = 0; i < kernels->n; i++) {
        if (asked->by_name)
            buf_printf(out, "  &__cuprum_k%u,\n", i);
        else
            buf_puts(out, "  &__cuprum_nothing,\n");
    }
    buf_puts(out, "  0};\nstatic const char *const __cuprum_names[] = {\n");
    for (uint32_t i = 0; i < kernels->n; i++)
        buf_printf(out, "  \"%s\",\n", atom_str(cxx->ctx, cxx_mangle(cxx, &kernels->at[i]->d)));
    buf_puts(out, "  0};\n");
}

static const char register_kernels[] =
    "  for (unsigned i = 0; __cuprum_names[i]; i++) {\n"
    "    const char *host = __cuprum_slots[i];\n"
    "    if (host != &__cuprum_nothing) __cuprum_kernel(h, host, __cuprum_names[i]);\n"
    "  }\n";

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

// The variables that the unit defines.
static bool is_own_variable(const VarDecl *var) {
    return cuda_is_registered(&var->d) && var->defined; // else its own unit registers it
}

static void put_variables(Cxx *cxx, bool *managed, Buf *out) {
    for (uint32_t i = 0; i < cxx->work_vars.n; i++) {
        VarDecl *var = cxx->work_vars.at[i];
        if (!is_own_variable(var)) continue;
        *managed |= (var->d.cuda & CU_MANAGED) != 0;
        register_var(cxx, var, out);
    }
}

// The sizes and alignments that the host's compiler sees, in the table's order.
static void put_layouts(Cxx *cxx, Buf *out) {
    buf_puts(out, "static const unsigned long long __cuprum_variables[] "
                  "__asm__(\"__cuprum_variables\") __attribute__((__used__)) = {\n");
    for (uint32_t i = 0; i < cxx->work_vars.n; i++) {
        VarDecl *var = cxx->work_vars.at[i];
        if (!is_own_variable(var) || !cuda_has_layout(var)) continue;
        const char *name = declared_name(cxx, &var->d);
        buf_printf(out, "  (unsigned long long)sizeof(%s) << 16 | __alignof__(__typeof__(%s)),\n",
                   name, name);
    }
    buf_puts(out, "  0};\n");
}

void cuda_copy_registration(const CudaRegistration *made, CudaRegistration *kept) {
    buf_write(&kept->text, made->text.at, made->text.n);
    buf_write(&kept->table, made->table.at, made->table.n);
}

bool cuda_write_registration(Cxx *cxx, CudaRegistration *registration) {
    ArenaMark mark = arena_mark(&cxx->ctx->scratch);
    Buf *out = &registration->text;
    bool managed = false;
    cxx->text_limit = TEXT_LIMIT;
    cxx->host_closure = no_closure;
    Kernels kernels = kernels_of(cxx);
    put_slots(cxx, &kernels, registration, out);
    for (uint32_t i = 0; i < cxx->work_vars.n; i++) {
        VarDecl *var = cxx->work_vars.at[i];
        if (!is_own_variable(var) || !(var->d.cuda & CU_MANAGED)) continue;
        if (is_linked(cxx, var)) define_pointer(cxx, var, out);
    }
    put_layouts(cxx, out);
    buf_puts(out, "static void __cuprum_symbols(void **h) {\n");
    buf_puts(out, register_kernels);
    put_variables(cxx, &managed, out);
    buf_printf(out, "}\nstatic const bool __cuprum_has_managed = %s;\n",
               managed ? "true" : "false");
    if (cxx->opt.rdc) put_host_names(cxx, out);
    cxx->host_closure = NULL;
    cuda_write_host_table(cxx, registration);
    cxx->text_limit = CXX_TEXT_LIMIT;
    arena_reset(&cxx->ctx->scratch, mark);
    return out->n <= TEXT_LIMIT || diag(cxx->ctx, CUDA_ROW(stub_too_long), 0);
}
