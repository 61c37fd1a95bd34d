// SPDX-License-Identifier: Apache-2.0
// PTX to a container: the module is read with every check there is, compared with the GPU that is
// asked for, and wrapped as the one image of a fat binary, as the options change it.
#include "driver/fatbin.h"
#include "driver/ptxas/ptxas.h"
#include "ptx/form/sem.h"

// ---- reading ------------------------------------------------------------------------------------

// NVIDIA's calls a mistake in the grammar fatal: it reads no further. So nothing behind it is said.
static bool is_syntax(const DiagView *view) {
    static const char *const ids[] = {"expected",     "unknown_directive", "bad_token",
                                      "unterminated", "no_version",        "bad_version",
                                      "bad_target",   "bad_init",          "bad_type"};
    for (uint32_t i = 0; i < CU_COUNT(ids); i++) {
        if (strcmp(view->id, ids[i]) == 0) return true;
    }
    return false;
}

static void say_diagnostics(Ptxas *ptxas, uint32_t from, const char *name) {
    for (uint32_t i = from; i < diag_count(ptxas->ctx); i++) {
        DiagView view;
        diag_get(ptxas->ctx, i, &view);
        if (view.severity < SEV_WARNING) continue;
        bool syntax = is_syntax(&view);
        ptxas_say_at(ptxas, (Severity)view.severity, syntax, name, view.line, view.text);
        if (syntax) return;
    }
}

static uint32_t line_of(const PtxModule *module, const char *name) {
    uint32_t symbol = ptx_find(module, atom_cstr(module->ctx, name));
    const PtxFunc *fn = symbol == UINT32_MAX ? NULL : ptx_sym_func(module, symbol);
    return fn ? fn->pos : 1;
}

// Several inputs are one module. NULL after messages.
static const PtxModule *read_inputs(Ptxas *ptxas, const PtxasInput *inputs, uint32_t n,
                                    PtxPart *whole) {
    Ctx *ctx = ptxas->ctx;
    const PtxModule *module = NULL;
    VEC(PtxPart) parts = {0};
    VEC(const PtxModule *) modules = {0};
    for (uint32_t i = 0; i < n; i++) {
        uint32_t before = diag_count(ctx);
        // The text is a copy that ends with a NUL.
        PtxPart part = {arena_strndup(&ctx->perm, inputs[i].text, inputs[i].n), 0};
        part.n = strlen(part.text);
        module = ptx_read_checked(ctx, &ctx->perm, inputs[i].name, part.text, part.n);
        say_diagnostics(ptxas, before, inputs[i].name);
        if (!module) return NULL;
        vec_push(&ctx->perm, &parts, part);
        vec_push(&ctx->perm, &modules, module);
    }
    *whole = parts.at[0];
    if (n == 1) return module;

    PtxJoined joined = ptx_join(ctx, parts.at, n);
    VEC_FOREACH (const PtxJoinFault, fault, &joined.fault) {
        if (fault->kind != PTX_DEFINED_TWICE) continue;
        const char *text =
            arena_printf(&ctx->perm, "Duplicate definition of function '%s'", fault->name);
        uint32_t line = line_of(modules.at[fault->part], fault->name);
        ptxas_say_at(ptxas, SEV_ERROR, false, inputs[fault->part].name, line, text);
    }
    *whole = (PtxPart){joined.text, joined.n};
    return ptxas->failed ? NULL
                         : ptx_read_checked(ctx, &ctx->perm, "linked", joined.text, joined.n);
}

// ---- what the whole module must be --------------------------------------------------------------

static const char *target_name(Ptxas *ptxas, const PtxModule *named) {
    return arena_printf(&ptxas->ctx->perm, "sm_%u%.*s", named->sm, named->sm_suffix != 0,
                        &named->sm_suffix);
}

// Whether PTX for the module's .target runs on the GPU (PTX ISA, .target). Targets of old are none
// of the table: they run on all.
static bool check_target(Ptxas *ptxas, const PtxModule *checked) {
    const Target *of = target_find(checked->sm, checked->sm_suffix), *gpu = ptxas->target;
    const char *own = target_name(ptxas, checked);
    if (checked->sm > gpu->number) return ptxas_say(ptxas, PM_higher_target);
    if (!checked->sm_suffix || (of && target_runs_on(of, gpu))) return true;
    if (checked->sm_suffix == 'f') return ptxas_say(ptxas, PM_other_family, own);
    if (checked->sm < gpu->number) return ptxas_say(ptxas, PM_future_target, own);
    const char *arch = opt_value(&ptxas->given, PO_ARCH, gpu->name);
    return ptxas_say(ptxas, PM_exact_target, own, arch);
}

static bool check_entries(Ptxas *ptxas, const PtxModule *checked, PtxTuning *filled) {
    VEC(const char *) names = {0};
    for (uint32_t i = 0; i < ptxas->given.items.n; i++) {
        const OptItem *item = &ptxas->given.items.at[i];
        if (item->id != PO_ENTRY) continue;
        uint32_t symbol = ptx_find(checked, atom_cstr(ptxas->ctx, item->value));
        const PtxFunc *fn = symbol == UINT32_MAX ? NULL : ptx_sym_func(checked, symbol);
        if (!fn) return ptxas_say(ptxas, PM_no_function, item->value);
        if (!fn->entry) {
            ptxas_say(ptxas, PM_no_entry, item->value);
            return ptxas_say(ptxas, PM_aborted);
        }
        vec_push(&ptxas->ctx->perm, &names, item->value);
    }
    filled->entry = names.at;
    filled->nentry = names.n;
    return true;
}

// Functions that the driver brings.
static bool is_system_function(const char *name) {
    static const char *const names[] = {
        "vprintf", "malloc", "free", "__assertfail", "cudaGraphLaunch", "cudaGraphSetConditional"};
    for (uint32_t i = 0; i < CU_COUNT(names); i++) {
        if (strcmp(name, names[i]) == 0) return true;
    }
    return strncmp(name, "__cuda_syscall_", 15) == 0;
}

static void note_symbols(const PtxOpnd *opnd, uint32_t n, BitSet *used) {
    for (uint32_t i = 0; i < n; i++) {
        bool symbol = is_any_of(opnd[i].kind, PTXO_SYM, PTXO_MSYM);
        if (symbol && !(opnd[i].flags & PTXOF_LOCAL)) bitset_add(used, opnd[i].id);
    }
}

// What a whole program declares without using it: kernels, and variables of unknown length.
static bool check_all_defined(Ptxas *ptxas, const PtxModule *checked) {
    for (uint32_t i = 0; i < checked->func.n; i++) {
        const PtxFunc *fn = checked->func.at[i];
        if (fn->entry && !fn->has_body)
            return ptxas_say(ptxas, PM_unresolved, atom_str(ptxas->ctx, fn->name));
    }
    VEC_FOREACH (const PtxVar, var, &checked->var) {
        bool is_memory = is_any_of(var->space, PTXS_GLOBAL, PTXS_CONST);
        if (is_memory && var->linkage == PTXL_EXTERN && var->unsized)
            return ptxas_say(ptxas, PM_unresolved_array, atom_str(ptxas->ctx, var->name));
    }
    return true;
}

// Shared memory of one kernel, its functions' left out.
static void check_shared(Ptxas *ptxas, const PtxModule *checked) {
    for (uint32_t i = 0; i < checked->func.n; i++) {
        const PtxFunc *fn = checked->func.at[i];
        unsigned long long bytes = 0, most = ptxas->target->shared_optin;
        VEC_FOREACH (const PtxVar, var, &fn->var) {
            if (var->space == PTXS_SHARED) bytes += ptx_var_size(var);
        }
        if (fn->entry && bytes > most)
            ptxas_say(ptxas, PM_shared_bytes, atom_str(ptxas->ctx, fn->name), bytes, most);
    }
}

// A whole program defines what its functions use; other modules are linked.
static bool check_defined(Ptxas *ptxas, const PtxModule *checked) {
    if (ptxas_has(ptxas, PO_COMPILE_ONLY) || ptxas_has(ptxas, PO_WHOLE)) return true;
    BitSet used;
    bitset_init(&used, &ptxas->ctx->perm, checked->sym.n);
    for (uint32_t i = 0; i < checked->func.n; i++) {
        const PtxFunc *fn = checked->func.at[i];
        note_symbols(fn->opnd.at, fn->opnd.n, &used);
        note_symbols(fn->extra.at, fn->extra.n, &used);
    }
    for (uint32_t i = 0; i < checked->sym.n; i++) {
        if (!bitset_has(&used, i)) continue;
        const char *name = atom_str(ptxas->ctx, checked->sym.at[i].name);
        const PtxFunc *fn = ptx_sym_func(checked, i);
        const PtxVar *var = ptx_sym_var(checked, i);
        if (fn && !fn->has_body && !is_system_function(name))
            return ptxas_say(ptxas, PM_unresolved, name);
        bool is_memory = var && is_any_of(var->space, PTXS_GLOBAL, PTXS_CONST);
        if (is_memory && var->linkage == PTXL_EXTERN)
            ptxas_say(ptxas, PM_unresolved_variable, name);
    }
    return check_all_defined(ptxas, checked);
}

static void check_constants(Ptxas *ptxas, const PtxModule *checked) {
    uint64_t bytes = 0;
    VEC_FOREACH (const PtxVar, var, &checked->var) {
        if (var->space == PTXS_CONST) bytes += ptx_var_size(var);
    }
    if (bytes > TARGET_CONST_BANK)
        ptxas_say(ptxas, PM_constant_bytes, (unsigned long long)bytes, TARGET_CONST_BANK);
}

static bool has_section(const PtxModule *module, const char *name) {
    VEC_FOREACH (const Atom, section, &module->section) {
        if (strstr(atom_str(module->ctx, *section), name)) return true;
    }
    return false;
}

// Debug information is asked for by the option, or promised by the module.
static void check_debug_info(Ptxas *ptxas, const PtxModule *checked) {
    static const char *const names[] = {".debug_abbrev", ".debug_info"};
    for (uint32_t i = 0; i < CU_COUNT(names); i++) {
        if (has_section(checked, names[i])) continue;
        if (checked->debug) {
            ptxas_say(ptxas, PM_no_debug_info);
            return;
        }
        if (ptxas_has(ptxas, PO_DEBUG)) ptxas_say(ptxas, PM_no_section, names[i]);
    }
}

// Options that are not for every target.
static void say_ignored(Ptxas *ptxas, const PtxModule *checked) {
    enum { TENSOR_MEMORY = 100 };
    bool checks = ptxas_has(ptxas, PO_TENSOR_CHECK) || ptxas_has(ptxas, PO_NO_TENSOR_CHECK);
    if (ptxas_has(ptxas, PO_RELOCS)) ptxas_say(ptxas, PM_relocs, ptxas->target->name);
    if (ptxas_has(ptxas, PO_LEGACY_BAR)) {
        ptxas_say(ptxas, PM_deprecated);
        ptxas_say(ptxas, PM_legacy_bar);
    }
    if (checks && checked->sm < TENSOR_MEMORY)
        ptxas_say(ptxas, PM_tensor_check, target_name(ptxas, checked));
}

// Code for tools is put into the kernels of others.
static void check_patch(Ptxas *ptxas, const PtxModule *checked) {
    bool shared = false, entry = false;
    VEC_FOREACH (const PtxVar, var, &checked->var) shared |= var->space == PTXS_SHARED;
    for (uint32_t i = 0; i < checked->func.n; i++) {
        entry |= checked->func.at[i]->entry;
        VEC_FOREACH (const PtxVar, var, &checked->func.at[i]->var)
            shared |= var->space == PTXS_SHARED;
    }
    if (shared) ptxas_say(ptxas, PM_patch_shared);
    if (entry) ptxas_say(ptxas, PM_patch_entry);
}

// ---- warnings -----------------------------------------------------------------------------------

static bool uses_doubles(const PtxInst *in) {
    const PtxRow *row = &ptx_rows[in->op];
    if (!*row->name || is_any_of(row->sem, PTX_SEM_LD, PTX_SEM_ST, PTX_SEM_MOV)) return false;
    for (uint32_t i = 0; i < CU_COUNT(in->type); i++) {
        if (row->types[i] && in->type[i] == PTX_F64) return true;
    }
    return false;
}

// Of a function: the first instruction on doubles, its local variables.
static void warn(Ptxas *ptxas, const PtxFunc *fn, const char *file) {
    bool doubles = ptxas_has(ptxas, PO_WARN_DOUBLE);
    uint64_t local = 0;
    VEC_FOREACH (const PtxVar, var, &fn->var) {
        if (var->space == PTXS_LOCAL) local += ptx_var_size(var);
    }
    if (local && ptxas_has(ptxas, PO_WARN_LOCAL))
        ptxas_say(ptxas, PM_local_memory, atom_str(ptxas->ctx, fn->name),
                  (unsigned long long)local);
    VEC_FOREACH (const PtxInst, in, &fn->inst) {
        if (!doubles || !uses_doubles(in)) continue;
        ptxas_say_at(ptxas, SEV_WARNING, false, file, in->pos,
                     "Program is doing double precision computations.");
        doubles = false;
    }
}

// ---- the container ------------------------------------------------------------------------------

static void put_container(Ptxas *ptxas, const PtxModule *checked, const PtxPart *text,
                          PtxTuning *given, Buf *out) {
    Buf tuned;
    buf_init(&tuned, &ptxas->ctx->perm);
    memcpy(given->maxntid, ptxas->threads, sizeof given->maxntid);
    given->minnctapersm = ptxas->blocks;
    given->maxnreg = ptxas->registers;
    given->replace = ptxas_has(ptxas, PO_OVERRIDE);
    ptx_tune(checked, text, given, &tuned);
    // The bytes end with a NUL, which n does not count: their version is looked for.
    DriverImage image = {.target = ptxas->target, .bytes = buf_cstr(&tuned), .n = tuned.n};
    driver_fat_binary(ptxas->ctx, &image, 1, out);
}

static bool assemble(Ptxas *ptxas, const PtxasInput *inputs, uint32_t n, Buf *out) {
    PtxPart text = {0};
    PtxTuning tuning = {0};
    const PtxModule *module = read_inputs(ptxas, inputs, n, &text);
    if (!module) return ptxas_say(ptxas, PM_aborted);
    if (!check_target(ptxas, module) || !check_entries(ptxas, module, &tuning)) return false;
    if (!check_defined(ptxas, module)) return false;
    check_constants(ptxas, module);
    check_shared(ptxas, module);
    check_debug_info(ptxas, module);
    say_ignored(ptxas, module);
    if (ptxas_has(ptxas, PO_TOOLS_PATCH)) check_patch(ptxas, module);
    for (uint32_t i = 0; i < module->func.n; i++) warn(ptxas, module->func.at[i], inputs[0].name);
    if (ptxas->failed) return ptxas_say(ptxas, PM_aborted);
    if (ptxas_has(ptxas, PO_VERBOSE)) {
        ptxas_say_effects(ptxas);
        ptxas_statistics(ptxas, module);
    }
    if (!ptxas->is_virtual && out) put_container(ptxas, module, &text, &tuning, out);
    return true;
}

bool ptxas_assemble(Ptxas *ptxas, const PtxasInput *inputs, uint32_t n, Buf *out) {
    return n > 0 && assemble(ptxas, inputs, n, out);
}
