// SPDX-License-Identifier: Apache-2.0
// Profiles: how often each instruction ran, by PTX line and source line, as text or as one HTML
// page. Every worker counts in an array of its own by the instruction's number (VmFunc.site + pc);
// the launch adds them up, so that the numbers do not depend on the schedule.
//
// The cost of an instruction is a guess: what a warp of it occupies an SM's scheduler or pipes for,
// in cycles, by class alone. It ranks lines; it predicts no time.
#include "vm/schedule/schedule.h"
#include "vm/execute/execute.h"
#include "vm/native/native.h"
#include "vm/check/check.h"
#include "ptx/form/op.h"

#include <stdatomic.h>
#include <stdlib.h>

static const uint8_t class_cost[VM_CLS_COUNT] = {
    [VM_CLS_INT] = 2,     [VM_CLS_FP] = 1,     [VM_CLS_MOVE] = 1,    [VM_CLS_CONTROL] = 2,
    [VM_CLS_GLOBAL] = 16, [VM_CLS_SHARED] = 4, [VM_CLS_LOCAL] = 8,   [VM_CLS_PARAM] = 1,
    [VM_CLS_ATOMIC] = 24, [VM_CLS_SYNC] = 4,   [VM_CLS_MATRIX] = 16,
};

struct VmProfile {
    VmCount *count; // by site
    uint32_t n;
};

// Counts are a worker's own, so counting needs no lock.
void vm_profile_start(Worker *wk) {
    Vm *vm = wk->grid->vm;
    if (vm->opt.profile) wk->profile = arena_array(&wk->arena, VmCount, vm->nsite + 1);
}

static void add_counts(Vm *vm, const Worker *wk) {
    struct VmProfile *profile = vm->profile;
    if (!profile) profile = vm->profile = arena_new(&vm->ctx->perm, struct VmProfile);
    // Modules that were loaded since have more instructions.
    if (profile->n < vm->nsite) {
        VmCount *more = arena_array(&vm->ctx->perm, VmCount, vm->nsite + 1);
        if (profile->n) memcpy(more, profile->count, profile->n * sizeof *more);
        profile->count = more;
        profile->n = vm->nsite;
    }
    for (uint32_t i = 0; i < profile->n; i++) {
        profile->count[i].warps += wk->profile[i].warps;
        profile->count[i].lanes += wk->profile[i].lanes;
    }
}

// The launch is over for this worker.
void vm_profile_add(Vm *vm, const Worker *wk) {
    if (!wk->profile) return;
    pthread_mutex_lock(&vm->lock);
    jmp_buf unwind, *outer = vm->ctx->unwind;
    if (setjmp(unwind) == 0) { // out of memory: without these counts
        vm->ctx->unwind = &unwind;
        add_counts(vm, wk);
    }
    vm->ctx->unwind = outer;
    pthread_mutex_unlock(&vm->lock);
}

// ---- rows --------------------------------------------------------------------------------------

typedef struct { // a PTX instruction or a source line
    const VmFunc *fn;
    uint32_t ptx_line, line;
    const char *file, *text;
    uint64_t warps, lanes, cost;
    uint32_t first, n; // source line: its instructions
} Row;

typedef struct {
    Vm *vm;
    Arena *arena;
    VEC(Row) inst, line;
    uint64_t warps, lanes, cost;
} Profile;

// The text goes on one line of the report.
static const char *instruction_text(Profile *p, const PtxFunc *fn, const PtxInst *in) {
    Buf b;
    buf_init(&b, p->arena);
    ptx_print_inst(fn, in, &b);
    return vm_one_line(&b);
}

// Decoded instructions are in the order of the text.
static void add_function(Profile *profile, const VmFunc *fn, const VmCount *counts) {
    const PtxFunc *func = fn->f;
    const PtxInst *loc = NULL;
    Row *last = NULL;
    uint32_t at = 0;
    for (uint32_t i = 0; i < fn->ncode; i++) {
        const VmInst *in = &fn->code[i];
        const VmCount *vm_count = &counts[fn->site + i];
        // What decoding has added by itself has no line.
        if (!in->line || in->ctl == CTL_JOIN) continue;
        if (!last || last->ptx_line != in->line) { // decoding may have made several of one
            Row row = {.fn = fn, .ptx_line = in->line, .text = ""};
            for (; at < func->inst.n && func->inst.at[at].pos <= in->line; at++) {
                const PtxInst *t = &func->inst.at[at];
                if (t->op == PTXI_loc)
                    loc = t;
                else if (t->pos == in->line && t->op != PTXI_pragma)
                    row.text = instruction_text(profile, func, t);
            }
            VmPlace source = {0};
            vm_source_of_loc(func, loc, &source);
            row.file = source.file;
            row.line = source.line;
            vec_push(profile->arena, &profile->inst, row);
            last = &vec_last(&profile->inst);
        }
        // Of several instructions for one line the most frequent one says how often it ran.
        last->warps = CU_MAX(last->warps, vm_count->warps);
        last->lanes = CU_MAX(last->lanes, vm_count->lanes);
        last->cost += vm_count->warps * class_cost[in->cls];
    }
}

// Instructions without a source line come last.
static int by_source(const void *a, const void *b) {
    const Row *x = a, *y = b;
    if (x->file != y->file) {
        if (!x->file || !y->file) return x->file ? -1 : 1;
        int c = strcmp(x->file, y->file);
        if (c) return c;
    }
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return (x->ptx_line > y->ptx_line) - (x->ptx_line < y->ptx_line);
}

static int by_cost(const void *a, const void *b) {
    const Row *x = a, *y = b;
    if (x->cost != y->cost) return x->cost > y->cost ? -1 : 1;
    return by_source(a, b);
}

// False: nothing ran.
static bool collect(Profile *profile, Vm *vm, Arena *arena) {
    *profile = (Profile){.vm = vm, .arena = arena};
    if (!vm->profile) return false;
    for (uint32_t i = 0; i < vm->nfunc; i++) {
        const VmFunc *fn = vm->func_at[i];
        if (fn->code && fn->site + fn->ncode <= vm->profile->n)
            add_function(profile, fn, vm->profile->count);
    }
    if (!profile->inst.n) return false;
    qsort(profile->inst.at, profile->inst.n, sizeof(Row), by_source);
    // Rows of one source line stand together now.
    for (uint32_t i = 0; i < profile->inst.n; i++) {
        const Row *row = &profile->inst.at[i];
        Row *l = profile->line.n ? &vec_last(&profile->line) : NULL;
        if (!l || l->file != row->file || l->line != row->line) {
            vec_push(arena, &profile->line, *row);
            vec_last(&profile->line).first = i;
            vec_last(&profile->line).n = 1;
        } else {
            l->n++;
            l->warps += row->warps;
            l->lanes += row->lanes;
            l->cost += row->cost;
        }
        profile->warps += row->warps;
        profile->lanes += row->lanes;
        profile->cost += row->cost;
    }
    return true;
}

static double percent(uint64_t part, uint64_t whole) {
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

// ---- text --------------------------------------------------------------------------------------

enum { TOP = 20 };

static void print_text(Profile *profile, Buf *out) {
    buf_printf(out, "profile: %llu thread instructions, %llu warp instructions\n",
               (unsigned long long)profile->lanes, (unsigned long long)profile->warps);
    qsort(profile->line.at, profile->line.n, sizeof(Row), by_cost);
    buf_puts(out, "   cost       threads  source line\n");
    for (uint32_t i = 0; i < CU_MIN(profile->line.n, (uint32_t)TOP) && profile->line.at[i].warps;
         i++) {
        const Row *r = &profile->line.at[i];
        buf_printf(out, "%6.2f%% %13llu  %s:%u\n", percent(r->cost, profile->cost),
                   (unsigned long long)r->lanes, r->file ? r->file : "?", r->line);
    }
    qsort(profile->inst.at, profile->inst.n, sizeof(Row), by_cost);
    buf_puts(out, "   cost       threads   lanes  PTX line\n");
    for (uint32_t i = 0; i < CU_MIN(profile->inst.n, (uint32_t)TOP) && profile->inst.at[i].warps;
         i++) {
        const Row *r = &profile->inst.at[i];
        buf_printf(out, "%6.2f%% %13llu %7.2f  %u: %s\n", percent(r->cost, profile->cost),
                   (unsigned long long)r->lanes, (double)r->lanes / (double)r->warps, r->ptx_line,
                   r->text);
    }
}

// ---- HTML --------------------------------------------------------------------------------------

// Source text may have any characters.
static void escape(Buf *out, const char *s, size_t n) {
    for (size_t i = 0; i < n; i++) {
        switch (s[i]) {
        case '<': buf_puts(out, "&lt;"); break;
        case '>': buf_puts(out, "&gt;"); break;
        case '&': buf_puts(out, "&amp;"); break;
        case '"': buf_puts(out, "&quot;"); break;
        default: buf_putc(out, s[i]);
        }
    }
}

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Cuprum profile</title>"
    "<style>\nbody{font:14px sans-serif;margin:1em}table{border-collapse:collapse;width:100%}\n"
    "td,th{padding:0 .6em;text-align:right;white-space:pre;font:12px "
    "monospace;vertical-align:top}\n"
    "td.c,th.c{text-align:left;width:100%}summary{cursor:pointer}details pre{margin:0 0 0 2em;"
    "color:#555}\n</style></head><body>\n<h1>Cuprum profile</h1>\n";

// A row's colour: the share of the hottest line.
static void open_row(Buf *out, uint64_t cost, uint64_t most) {
    if (!cost) {
        buf_puts(out, "<tr>");
        return;
    }
    buf_printf(out, "<tr style=\"background:rgba(255,120,0,%.3f)\">",
               most ? 0.05 + 0.6 * (double)cost / (double)most : 0.05);
}

// The mean number of lanes shows divergence.
static void cells(Buf *out, const Row *r, uint64_t whole) {
    if (!r || !r->warps) {
        buf_puts(out, "<td></td><td></td><td></td>");
        return;
    }
    buf_printf(out, "<td>%.2f%%</td><td>%llu</td><td>%.1f</td>", percent(r->cost, whole),
               (unsigned long long)r->lanes, (double)r->lanes / (double)r->warps);
}

static void html_instructions(Profile *profile, Buf *out, const Row *line) {
    buf_puts(out, "<pre>");
    for (uint32_t i = 0; i < line->n; i++) {
        const Row *r = &profile->inst.at[line->first + i];
        buf_printf(out, "%6.2f%% %12llu  %5u  ", percent(r->cost, profile->cost),
                   (unsigned long long)r->lanes, r->ptx_line);
        escape(out, r->text, strlen(r->text));
        buf_putc(out, '\n');
    }
    buf_puts(out, "</pre>");
}

// One file: its text with the counts beside it; lines that ran open to their instructions.
static void html_file(Profile *profile, Buf *out, uint32_t from, uint32_t to, uint64_t most) {
    const char *file = profile->line.at[from].file;
    size_t n = 0;
    const char *text = file ? ctx_map_file(profile->vm->ctx, file, &n) : NULL;
    buf_puts(out, "<h2>");
    escape(out, file ? file : "without a source line", file ? strlen(file) : 21);
    buf_puts(out, "</h2>\n<table><tr><th>cost</th><th>threads</th><th>lanes</th><th>line</th>"
                  "<th class=\"c\">source</th></tr>\n");
    const char *at = text, *end = text ? text + n : NULL;
    uint32_t number = 1;
    for (uint32_t i = from; i < to || (at && at < end); number++) {
        if (!at && i < to)
            number = profile->line.at[i].line; // the text is not there: only what ran
        // Lines that did not run have no row.
        const Row *row =
            i < to && profile->line.at[i].line <= number ? &profile->line.at[i++] : NULL;
        const char *stop = at && at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
        if (at && at < end && !stop) stop = end;
        open_row(out, row ? row->cost : 0, most);
        cells(out, row, profile->cost);
        buf_printf(out, "<td>%u</td><td class=\"c\">", number);
        if (row) buf_puts(out, "<details><summary>");
        if (stop) escape(out, at, (size_t)(stop - at));
        if (row) {
            buf_puts(out, "</summary>");
            html_instructions(profile, out, row);
            buf_puts(out, "</details>");
        }
        buf_puts(out, "</td></tr>\n");
        at = stop && stop < end ? stop + 1 : stop ? end : at;
        if (at == end && i >= to) break;
        // Rows behind the text's end: it has changed since it was compiled.
        if (at == end) at = NULL, end = NULL;
    }
    buf_puts(out, "</table>\n");
    if (text) ctx_unmap(profile->vm->ctx, text);
}

static void print_html(Profile *profile, Buf *out) {
    buf_puts(out, head);
    buf_printf(out,
               "<p>%llu thread instructions, %llu warp instructions. Cost is an estimate by "
               "instruction class; lanes is the mean number of threads of a warp.</p>\n",
               (unsigned long long)profile->lanes, (unsigned long long)profile->warps);
    uint64_t most = 0;
    for (uint32_t i = 0; i < profile->line.n; i++) most = CU_MAX(most, profile->line.at[i].cost);
    // One table for each file.
    for (uint32_t i = 0, k; i < profile->line.n; i = k) {
        for (k = i + 1;
             k < profile->line.n && profile->line.at[k].file == profile->line.at[i].file;)
            k++;
        html_file(profile, out, i, k, most);
    }
    buf_puts(out, "</body></html>\n");
}

void vm_print_profile(Vm *vm, bool html, Buf *out) {
    Profile p;
    if (!collect(&p, vm, &vm->ctx->perm)) return;
    if (html)
        print_html(&p, out);
    else
        print_text(&p, out);
}
