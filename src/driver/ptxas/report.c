// SPDX-License-Identifier: Apache-2.0
// What ptxas says: messages in the form of NVIDIA's, which build systems read, and under -v what
// kernels and functions need as far as PTX tells it. Registers are virtual ones: none are
// allocated, so none are spilled either.
#include "driver/ptxas/ptxas.h"

#include "ptx/form/sem.h"

#include <stdarg.h>

static const char *const kind_words[] = {[SEV_NOTE] = "info    ",
                                         [SEV_WARNING] = "warning ",
                                         [SEV_ERROR] = "error   ",
                                         [SEV_FATAL] = "fatal   "};

// Warnings are errors or nothing where options say so.
static Severity severity_of(const Ptxas *ptxas, Severity severity) {
    if (severity != SEV_WARNING) return severity;
    if (ptxas_has(ptxas, PO_NO_WARNINGS)) return SEV_IGNORED;
    return ptxas_has(ptxas, PO_WERROR) ? SEV_ERROR : SEV_WARNING;
}

bool ptxas_say(Ptxas *ptxas, PtxasMessage id, ...) {
    enum { INFO = SEV_NOTE, WARNING = SEV_WARNING, ERROR = SEV_ERROR, FATAL = SEV_FATAL };
    static const struct {
        uint8_t severity;
        const char *text;
    } messages[] = {
#define MESSAGE(id, kind, text) {kind, text},
#include "driver/ptxas/message.def"
#undef MESSAGE
    };
    Severity severity = severity_of(ptxas, (Severity)messages[id].severity);
    if (severity == SEV_IGNORED) return true;
    bool is_error = severity >= SEV_ERROR;
    Buf *out = is_error ? ptxas->errors : ptxas->info;
    va_list arguments;
    va_start(arguments, id);
    buf_printf(out, "ptxas %s: ", kind_words[severity]);
    buf_vprintf(out, messages[id].text, arguments);
    buf_putc(out, '\n');
    va_end(arguments);
    ptxas->failed |= is_error;
    return !is_error;
}

void ptxas_say_at(Ptxas *ptxas, Severity severity, bool syntax, const char *file, uint32_t line,
                  const char *text) {
    severity = severity_of(ptxas, severity);
    if (severity == SEV_IGNORED) return;
    bool is_error = severity >= SEV_ERROR;
    if (is_error) severity = syntax ? SEV_FATAL : SEV_ERROR;
    Buf *out = is_error ? ptxas->errors : ptxas->info;
    buf_printf(out, "ptxas %s, line %u; %s: %s\n", file, line, kind_words[severity], text);
    ptxas->failed |= is_error;
}

// ---- statistics ---------------------------------------------------------------------------------

typedef struct {
    uint64_t local, shared;
    uint32_t barriers;
} Needs;

// The shared variables of the module that the function names, each once.
static void count_symbols(const PtxFunc *fn, const PtxOpnd *operands, uint32_t n, Map *seen,
                          Needs *counted) {
    for (uint32_t i = 0; i < n; i++) {
        bool symbol = is_any_of(operands[i].kind, PTXO_SYM, PTXO_MSYM);
        if (!symbol || operands[i].flags & PTXOF_LOCAL) continue;
        const PtxVar *var = ptx_sym_var(fn->mod, operands[i].id);
        if (!var || var->space != PTXS_SHARED || map_get(seen, operands[i].id)) continue;
        map_put(seen, operands[i].id, seen);
        counted->shared += ptx_var_size(var);
    }
}

// Barriers have numbers; one that a register gives may be any.
static void count_barrier(const PtxFunc *fn, const PtxInst *in, Needs *counted) {
    enum { BARRIERS = 16 };
    uint16_t sem = ptx_rows[in->op].sem;
    if (!is_any_of(sem, PTX_SEM_BARSYNC, PTX_SEM_BARARRIVE, PTX_SEM_BARRED) || !in->nopnd) return;
    const PtxOpnd *which = &ptx_opnds(fn, in)[sem == PTX_SEM_BARRED];
    uint64_t number = which->kind == PTXO_INT ? (uint64_t)which->val : BARRIERS - 1;
    counted->barriers = CU_MAX(counted->barriers, (uint32_t)CU_MIN(number, BARRIERS - 1) + 1);
}

static Needs needs_of(const PtxFunc *fn) {
    Needs needs = {0};
    Map seen;
    map_init(&seen, fn->arena);
    VEC_FOREACH (const PtxVar, var, &fn->var) {
        if (var->space == PTXS_LOCAL) needs.local += ptx_var_size(var);
        if (var->space == PTXS_SHARED) needs.shared += ptx_var_size(var);
    }
    VEC_FOREACH (const PtxInst, in, &fn->inst) count_barrier(fn, in, &needs);
    count_symbols(fn, fn->opnd.at, fn->opnd.n, &seen, &needs);
    count_symbols(fn, fn->extra.at, fn->extra.n, &seen, &needs);
    return needs;
}

static void say_variables(Ptxas *ptxas, const PtxModule *reported) {
    uint64_t global = 0, constant = 0;
    VEC_FOREACH (const PtxVar, var, &reported->var) {
        if (var->linkage == PTXL_EXTERN) continue;
        if (var->space == PTXS_GLOBAL) global += ptx_var_size(var);
        if (var->space == PTXS_CONST) constant += ptx_var_size(var);
    }
    const char *text =
        arena_printf(&ptxas->ctx->perm, "%llu bytes gmem", (unsigned long long)global);
    if (constant)
        text = arena_printf(&ptxas->ctx->perm, "%s, %llu bytes cmem[3]", text,
                            (unsigned long long)constant);
    ptxas_say(ptxas, PM_variables, text);
}

static void say_properties(Ptxas *ptxas, const PtxFunc *fn, const Needs *counted) {
    ptxas_say(ptxas, PM_properties, atom_str(ptxas->ctx, fn->name));
    buf_printf(ptxas->info,
               "    %llu bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n",
               (unsigned long long)counted->local);
}

void ptxas_statistics(Ptxas *ptxas, const PtxModule *reported) {
    say_variables(ptxas, reported);
    for (uint32_t i = 0; i < reported->func.n; i++) {
        const PtxFunc *fn = reported->func.at[i];
        if (!fn->has_body) continue;
        Needs needs = needs_of(fn);
        const char *name = atom_str(ptxas->ctx, fn->name), *shared = "";
        if (fn->entry) ptxas_say(ptxas, PM_compiling, name, ptxas->target->name);
        say_properties(ptxas, fn, &needs);
        if (!fn->entry) continue;
        if (needs.shared)
            shared = arena_printf(&ptxas->ctx->perm, ", %llu bytes smem",
                                  (unsigned long long)needs.shared);
        ptxas_say(ptxas, PM_used, fn->reg.n, needs.barriers, shared);
    }
}
