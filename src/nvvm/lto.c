// SPDX-License-Identifier: Apache-2.0
// Link-time optimization: the modules of all units become one, and what nobody else can name
// becomes internal; then the ordinary pipeline inlines, propagates constants and removes dead code
// across what were files. There is no index of summaries and no importing by thresholds: one module
// of everything is what NVIDIA's -dlto makes, too, and the optimizer's own measures decide.
#include "nvvm/nvvm.h"

#include "ir/ir_build.h"
#include "ir/intrin_id.h"

#define DIAG_MODULE nvvm
#define DIAG_FILE   "nvvm/nvvm_diag.def"
#include "base/diag_rows.h"

// ---- what the host names ------------------------------------------------------------------------

// A body, or a value: what other units may rely on.
static bool is_definition(const IrGlobal *symbol) {
    return symbol->v.kind == IR_C_FUNC ? !ir_is_decl((const IrFunc *)symbol) : symbol->init != NULL;
}

// By its calling convention, which every way into the IR gives kernels.
static bool is_kernel(const IrGlobal *symbol) {
    return symbol->v.kind == IR_C_FUNC && ((const IrFunc *)symbol)->cc == IR_CC_PTX_KERNEL;
}

// Kernels are launched, variables of global and constant memory copied to and from by their names.
static bool host_names(const IrGlobal *symbol) {
    bool variable = symbol->v.kind == IR_C_VAR &&
                    is_any_of(symbol->v.type->as, IR_AS_GLOBAL, IR_AS_CONST) &&
                    !ir_is_local_linkage(symbol->linkage);
    return is_definition(symbol) && (variable || is_kernel(symbol));
}

// In the generic address space, which llvm.used's elements are of.
static IrConst *plain_address(IrModule *module, IrConst *symbol) {
    if (symbol->v.type == module->ty_ptr) return symbol;
    return ir_ccast(module, IR_ADDRSPACECAST, symbol, module->ty_ptr);
}

// The symbol in an element of llvm.used.
static IrGlobal *used_symbol(IrConst *element) {
    while (element->v.kind == IR_C_EXPR && element->n == 1) element = element->elem[0];
    return ir_as_global(&element->v);
}

// Replaces llvm.used by the list; the old one goes.
static void set_used(IrModule *module, uint32_t n, IrConst *const *at) {
    Atom name = atom_cstr(module->ctx, "llvm.used");
    IrGlobal *old = ir_find(module, name);
    if (old) ir_global_remove(old);
    if (!n) return;
    IrType *type = ir_ty_array(module, module->ty_ptr, n);
    IrGlobal *used =
        ir_var_new(module, name, type, IR_AS_GENERIC, IR_APPENDING, ir_agg(module, type, n, at));
    used->section = atom_cstr(module->ctx, "llvm.metadata");
}

typedef struct {
    IrModule *m;
    VEC(IrConst *) at;
    Map has; // IrGlobal -> itself
} Used;

// Once, in the order of the first call: the list is the same for the same module.
static void add_used(Used *used, IrGlobal *symbol) {
    if (map_get(&used->has, (uintptr_t)symbol)) return;
    map_put(&used->has, (uintptr_t)symbol, symbol);
    vec_push(&used->m->arena, &used->at, plain_address(used->m, (IrConst *)symbol));
}

// What the module lists already, by the user's __attribute__((used)) or by an earlier stage.
static Used read_used(IrModule *module) {
    Used used = {.m = module};
    map_init(&used.has, &module->arena);
    IrGlobal *list = ir_find(module, atom_cstr(module->ctx, "llvm.used"));
    uint64_t n = list && list->init ? list->vty->n : 0;
    for (uint64_t i = 0; i < n; i++) {
        IrConst *element = ir_elem(module, list->init, i);
        IrGlobal *symbol = element ? used_symbol(element) : NULL;
        if (symbol) add_used(&used, symbol);
    }
    return used;
}

void nvvm_keep_for_host(IrModule *module) {
    Used used = read_used(module);
    IR_FOREACH_FUNC(f, module) {
        if (host_names(&f->g)) add_used(&used, &f->g);
    }
    for (uint32_t i = 0; i < module->vars.n; i++) {
        if (host_names(module->vars.at[i])) add_used(&used, module->vars.at[i]);
    }
    set_used(module, used.at.n, used.at.at);
}

// Kernels and variables that C++ calls static: external here, for the host names them, but by names
// that no other unit has. NVIDIA's linker looks for them among the internal ones.
static bool is_unit_own(const IrGlobal *symbol) {
    static const char own[] = "__nv_static_";
    if (is_kernel(symbol))
        return ir_attr_has_str(((const IrFunc *)symbol)->attrs.fn,
                               atom_cstr(symbol->m->ctx, "nvvm.local"));
    bool variable =
        symbol->v.kind == IR_C_VAR && is_any_of(symbol->v.type->as, IR_AS_GLOBAL, IR_AS_CONST);
    return variable && strncmp(atom_str(symbol->m->ctx, symbol->v.name), own, sizeof own - 1) == 0;
}

// Declarations keep theirs: they are of another unit.
static void set_linkage(IrGlobal *symbol, IrLinkage from, IrLinkage to) {
    bool own = is_definition(symbol) && is_unit_own(symbol);
    if (own && symbol->linkage == from) symbol->linkage = to;
}

// Of all functions and variables that are the unit's own.
static void set_linkage_of_own(IrModule *module, IrLinkage from, IrLinkage to) {
    IR_FOREACH_FUNC(f, module) set_linkage(&f->g, from, to);
    for (uint32_t i = 0; i < module->vars.n; i++) set_linkage(module->vars.at[i], from, to);
}

void nvvm_hide_own(IrModule *module) {
    set_linkage_of_own(module, IR_EXTERNAL, IR_INTERNAL);
}

void nvvm_show_own(IrModule *module) {
    set_linkage_of_own(module, IR_INTERNAL, IR_EXTERNAL);
}

// ---- notes --------------------------------------------------------------------------------------
// How a unit computes, and the suffix of its target, are no part of LLVM's IR: the back end is
// told. They travel as named metadata.

static const char note_name[] = "cuprum.unit";
enum { FLOAT_NOTES = 5, NOTES };
static const char *const note_options[FLOAT_NOTES] = {"-ftz", "-prec-div", "-prec-sqrt",
                                                      "-use_fast_math", "-use_fast_math"};

// The options as numbers and back, in the order of note_options.
static void to_notes(const FloatOptions *fp, uint32_t *v) {
    const bool all[FLOAT_NOTES] = {fp->ftz, fp->prec_div, fp->prec_sqrt, fp->div_approx,
                                   fp->div_approx_ftz};
    for (uint32_t i = 0; i < FLOAT_NOTES; i++) v[i] = all[i];
}

static void from_notes(const uint32_t *v, FloatOptions *fp) {
    fp->ftz = v[0];
    fp->prec_div = v[1];
    fp->prec_sqrt = v[2];
    fp->div_approx = v[3];
    fp->div_approx_ftz = v[4];
}

void nvvm_note_unit(IrModule *module, const FloatOptions *fp, const Target *target) {
    uint32_t v[NOTES];
    IrMd *op[NOTES];
    to_notes(fp, v);
    v[FLOAT_NOTES] = (uint32_t)target->suffix;
    for (uint32_t i = 0; i < NOTES; i++) op[i] = ir_md_int(module, v[i]);
    ir_named_md_add(module, atom_cstr(module->ctx, note_name), ir_md_node(module, NOTES, op));
}

// The numbers of a module's note; false: it has none.
static bool read_notes(IrModule *module, uint32_t *v) {
    Atom name = atom_cstr(module->ctx, note_name);
    const IrMd *node = ir_named_md_n(module, name) ? ir_named_md_get(module, name, 0) : NULL;
    if (!node || node->kind != IR_MD_NODE || node->n != NOTES) return false;
    for (uint32_t i = 0; i < NOTES; i++) {
        const IrMd *op = node->op[i];
        const IrConst *c = op && op->kind == IR_MD_VALUE ? ir_as_cint(op->value) : NULL;
        if (!c) return false;
        v[i] = (uint32_t)ir_uval(c);
    }
    return true;
}

// ---- atomics ------------------------------------------------------------------------------------
// LLVM 7's dialect has intrinsics for some (ir/bitwrite_old.c), of which the optimizer knows less.

typedef struct {
    IrIntrin id;
    uint8_t op, scope;
} AtomicRow;

static const AtomicRow atomics[] = {
    {IR_I_nvvm_atomic_load_add_f32, IR_RMW_FADD, IR_SCOPE_DEVICE},
    {IR_I_nvvm_atomic_load_add_f64, IR_RMW_FADD, IR_SCOPE_DEVICE},
    {IR_I_nvvm_atomic_load_inc_32, IR_RMW_UINC_WRAP, IR_SCOPE_DEVICE},
    {IR_I_nvvm_atomic_load_dec_32, IR_RMW_UDEC_WRAP, IR_SCOPE_DEVICE},
    {IR_I_nvvm_atomic_add_gen_f_sys, IR_RMW_FADD, IR_SCOPE_SYSTEM},
    {IR_I_nvvm_atomic_add_gen_f_cta, IR_RMW_FADD, IR_SCOPE_BLOCK},
#define SCOPED(name, op)                                                                           \
    {IR_I_nvvm_atomic_##name##_gen_i_sys, IR_RMW_##op, IR_SCOPE_SYSTEM},                           \
        {IR_I_nvvm_atomic_##name##_gen_i_cta, IR_RMW_##op, IR_SCOPE_BLOCK},
    SCOPED(exch, XCHG) SCOPED(add, ADD) SCOPED(and, AND) SCOPED(or, OR) SCOPED(xor, XOR)
        SCOPED(max, MAX) SCOPED(min, MIN) SCOPED(inc, UINC_WRAP) SCOPED(dec, UDEC_WRAP)
#undef SCOPED
};

// The instruction that an intrinsic's call is, or NULL.
static IrValue *restored(IrInst *call) {
    IrIntrin id = ir_intrin_of(call);
    bool system = id == IR_I_nvvm_atomic_cas_gen_i_sys;
    if (!id) return NULL;
    IrBuilder b = ir_builder_at(call);
    if (system || id == IR_I_nvvm_atomic_cas_gen_i_cta) {
        IrInst *x = ir_cmpxchg(&b, ir_op(call, 0), ir_op(call, 1), ir_op(call, 2), IR_MONOTONIC,
                               IR_MONOTONIC, system ? IR_SCOPE_SYSTEM : IR_SCOPE_BLOCK);
        return ir_extract(&b, &x->v, 0);
    }
    for (size_t i = 0; i < CU_COUNT(atomics); i++) {
        if (atomics[i].id != id) continue;
        return &ir_atomicrmw(&b, (IrRmwOp)atomics[i].op, ir_op(call, 0), ir_op(call, 1),
                             IR_MONOTONIC, (IrScope)atomics[i].scope)
                    ->v;
    }
    return NULL;
}

// All calls of such intrinsics become the instructions that they were.
static void restore_atomics(IrModule *module) {
    IR_FOREACH_FUNC(f, module) {
        IR_FOREACH_BLOCK(bb, f) {
            IR_FOREACH_INST_SAFE(i, bb) {
                IrValue *v = restored(i);
                if (v) ir_replace_erase(i, v);
            }
        }
    }
}

// ---- linking ------------------------------------------------------------------------------------

typedef struct {
    Ctx *ctx;
    const Target *target;
    IrModule *all;
    const char *noted_by; // the first unit that says how it computes
    uint32_t notes[FLOAT_NOTES];
} Lto;

// Says why a container cannot be read. Always false.
static bool fault(Lto *lto, const char *name, NvvmContainerFault why) {
    const DiagRow *const rows[] = {[NVVM_CONTAINER_DAMAGED] = DIAG_OF(nvvm, nvvm_lto_damaged),
                                   [NVVM_CONTAINER_LATER] = DIAG_OF(nvvm, nvvm_lto_later),
                                   [NVVM_CONTAINER_SCRAMBLED] = DIAG_OF(nvvm, nvvm_lto_scrambled)};
    return diag(lto->ctx, rows[why], 0, name);
}

// Code of an architecture runs on later ones, that of `a` on itself alone. nvlink names the target
// without its suffix, and has looked for what fits.
static bool fits(const Lto *lto, const NvvmContainer *container) {
    uint32_t arch = lto->target->number * 10u;
    return container->accelerated ? container->arch == arch : container->arch <= arch;
}

// A unit for the target's own features makes the whole be for them.
static void take_suffix(Lto *lto, const NvvmContainer *container, uint32_t noted) {
    uint16_t number = lto->target->number;
    char suffix = container->accelerated ? 'a' : (char)noted;
    bool stronger = suffix == 'a' || (suffix == 'f' && lto->target->suffix != 'a');
    const Target *to = stronger ? target_find(number, suffix) : NULL;
    if (to && container->arch == number * 10u) lto->target = to;
}

// The back end computes one way for the whole module (.ftz and the forms of division are chosen
// there), so that units that were compiled otherwise cannot be one. False after saying where they
// differ.
static bool same_float(Lto *lto, const char *name, const uint32_t *v) {
    if (!lto->noted_by) memcpy(lto->notes, v, sizeof lto->notes);
    if (!lto->noted_by) lto->noted_by = name;
    for (uint32_t i = 0; i < FLOAT_NOTES; i++) {
        if (v[i] != lto->notes[i])
            return diag(lto->ctx, DIAG_OF(nvvm, nvvm_lto_float), 0, note_options[i], lto->noted_by,
                        lto->notes[i], name, v[i]);
    }
    return true;
}

// Reads one unit and links it to those before. What LLVM 7's dialect changed in it is put back
// first, so that the optimizer sees the same code as without the container.
static bool add_unit(Lto *lto, const NvvmLtoInput *in) {
    NvvmContainer container;
    NvvmContainerFault why = nvvm_open_container(in->bytes, in->n, &container);
    if (why != NVVM_CONTAINER_READ) return fault(lto, in->name, why);
    if (!fits(lto, &container))
        return diag(lto->ctx, DIAG_OF(nvvm, nvvm_lto_arch), 0, in->name, container.arch / 10,
                    lto->target->name);
    IrModule *module = ir_read_bitcode(lto->ctx, in->name, container.bitcode, container.size);
    uint32_t v[NOTES] = {0};
    bool noted = module && read_notes(module, v);
    if (!module || (noted && !same_float(lto, in->name, v))) return false;
    take_suffix(lto, &container, v[FLOAT_NOTES]);
    nvvm_plain_lists(module);
    restore_atomics(module);
    nvvm_show_own(module);
    if (!lto->all) {
        lto->all = module;
        return true;
    }
    bool ok = ir_link(lto->all, module, 0);
    ir_module_free(module);
    return ok;
}

IrModule *nvvm_link_lto(Ctx *ctx, const NvvmLtoInput *in, uint32_t n, const Target **target,
                        FloatOptions *fp) {
    Lto lto = {.ctx = ctx, .target = *target};
    bool ok = true;
    for (uint32_t i = 0; i < n; i++) ok &= add_unit(&lto, &in[i]);
    if (!ok) return NULL;
    if (lto.noted_by) from_notes(lto.notes, fp);
    *target = lto.target;
    return lto.all;
}

// ---- what nobody else can name ------------------------------------------------------------------

// A name against a pattern in which * stands for anything.
static bool matches(const char *pattern, size_t n, const char *name) {
    const char *end = pattern + n, *star = NULL, *again = NULL;
    while (*name) {
        // A star is first taken for nothing; on a mismatch the last one takes one letter more.
        if (pattern < end && *pattern == '*') {
            star = ++pattern;
            again = name;
        } else if (pattern < end && *pattern == *name) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star;
            name = ++again;
        } else {
            return false;
        }
    }
    while (pattern < end && *pattern == '*') pattern++;
    return pattern == end;
}

// Whether a list of patterns, with commas between them, has the name.
static bool is_listed(const char *list, const char *name) {
    while (*list) {
        size_t n = strcspn(list, ",");
        if (n && matches(list, n, name)) return true;
        list += n + (list[n] == ',');
    }
    return false;
}

static bool is_named(const NvvmHostNames *names, NvvmHostKind kind, const char *name) {
    const char *external = names->external[kind], *internal = names->internal[kind];
    return (external && is_listed(external, name)) || (internal && is_listed(internal, name));
}

// Whether the host can find the symbol: without lists it may name all.
static bool stays_for_host(const NvvmHostNames *names, const IrGlobal *symbol) {
    if (!host_names(symbol)) return false;
    bool kernel = is_kernel(symbol);
    NvvmHostKind kind = kernel                              ? NVVM_HOST_KERNEL
                        : symbol->v.type->as == IR_AS_CONST ? NVVM_HOST_CONSTANT
                                                            : NVVM_HOST_VARIABLE;
    bool told = kernel ? names->external[kind] != NULL : names->unused_variables;
    return !told || is_named(names, kind, atom_str(symbol->m->ctx, symbol->v.name));
}

// Nobody else can name it any more: it may be inlined everywhere and go.
static void make_internal(IrGlobal *symbol) {
    symbol->linkage = IR_INTERNAL;
    symbol->visibility = 0;
    symbol->comdat = 0;
    symbol->dso_local = false;
}

// llvm.used without the kernels and variables that lists say nobody names.
static Used still_used(IrModule *module, const NvvmHostNames *names) {
    Used before = read_used(module), after = {.m = module};
    map_init(&after.has, &module->arena);
    for (uint32_t i = 0; i < before.at.n; i++) {
        IrGlobal *symbol = used_symbol(before.at.at[i]);
        if (!host_names(symbol) || stays_for_host(names, symbol)) add_used(&after, symbol);
    }
    return after;
}

static void internalize(Used *used, const NvvmHostNames *names, IrGlobal *symbol) {
    bool fixed = map_get(&used->has, (uintptr_t)symbol) || symbol->linkage == IR_APPENDING;
    bool ours = is_definition(symbol) && !ir_is_local_linkage(symbol->linkage);
    if (ours && !fixed && !stays_for_host(names, symbol)) make_internal(symbol);
}

void nvvm_internalize(IrModule *module, const NvvmHostNames *names) {
    Used used = still_used(module, names);
    set_used(module, used.at.n, used.at.at);
    for (uint32_t i = 0; i < module->vars.n; i++) internalize(&used, names, module->vars.at[i]);
    // a kernel that nobody launches is a function that nobody calls
    IR_FOREACH_FUNC(f, module) internalize(&used, names, &f->g);
}

// What every GPU has by itself.
static bool is_system(IrModule *module, const IrFunc *fn) {
    static const char *const system[] = {"vprintf", "malloc", "free", "__assertfail"};
    const char *name = atom_str(module->ctx, fn->g.v.name);
    for (size_t i = 0; i < CU_COUNT(system); i++) {
        if (strcmp(name, system[i]) == 0) return true;
    }
    return fn->intrin != 0;
}

bool nvvm_is_complete(IrModule *module) {
    IR_FOREACH_FUNC(f, module) {
        if (ir_is_decl(f) && !is_system(module, f)) return false;
    }
    for (uint32_t i = 0; i < module->vars.n; i++) {
        const IrGlobal *variable = module->vars.at[i];
        bool by_launch = variable->v.type->as == IR_AS_SHARED;
        if (!variable->init && !by_launch) return false;
    }
    return true;
}
