// SPDX-License-Identifier: Apache-2.0
// Profiles: how often each instruction ran, by PTX line and source line, as text or as one HTML
// page. Every worker counts in an array of its own by the instruction's number (VmFunc.site + pc);
// the launch adds them up, so that the numbers do not depend on the schedule.
//
// The cost of an instruction is a guess: what a warp of it occupies an SM's scheduler or pipes for,
// in cycles, by class alone. It ranks lines; it predicts no time.
#include "vm/check.h"

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

void vm_profile_start(Worker *wk) {
    Vm *vm = wk->grid->vm;
    if (vm->opt.profile) wk->profile = arena_array(&wk->arena, VmCount, vm->nsite + 1);
}

static void add_counts(Vm *vm, const Worker *wk) {
    struct VmProfile *p = vm->profile;
    if (!p) p = vm->profile = arena_new(&vm->ctx->perm, struct VmProfile);
    if (p->n < vm->nsite) {
        VmCount *more = arena_array(&vm->ctx->perm, VmCount, vm->nsite + 1);
        if (p->n) memcpy(more, p->count, p->n * sizeof *more);
        p->count = more;
        p->n = vm->nsite;
    }
    for (uint32_t i = 0; i < p->n; i++) {
        p->count[i].warps += wk->profile[i].warps;
        p->count[i].lanes += wk->profile[i].lanes;
    }
}

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

static const char *instruction_text(Profile *p, const PtxFunc *f, const PtxInst *in) {
    Buf b;
    buf_init(&b, p->arena);
    ptx_print_inst(f, in, &b);
    return vm_one_line(&b);
}

// Decoded instructions are in the order of the text.
static void add_function(Profile *p, const VmFunc *fn, const VmCount *count) {
    const PtxFunc *f = fn->f;
    const PtxInst *loc = NULL;
    Row *last = NULL;
    uint32_t at = 0;
    for (uint32_t i = 0; i < fn->ncode; i++) {
        const VmInst *in = &fn->code[i];
        const VmCount *c = &count[fn->site + i];
        if (!in->line || in->ctl == CTL_JOIN) continue;
        if (!last || last->ptx_line != in->line) { // decoding may have made several of one
            Row r = {.fn = fn, .ptx_line = in->line, .text = ""};
            for (; at < f->inst.n && f->inst.at[at].pos <= in->line; at++) {
                const PtxInst *t = &f->inst.at[at];
                if (t->op == PTXI_loc)
                    loc = t;
                else if (t->pos == in->line && t->op != PTXI_pragma)
                    r.text = instruction_text(p, f, t);
            }
            VmPlace source = {0};
            vm_source_of_loc(f, loc, &source);
            r.file = source.file;
            r.line = source.line;
            vec_push(p->arena, &p->inst, r);
            last = &vec_last(&p->inst);
        }
        last->warps = CU_MAX(last->warps, c->warps);
        last->lanes = CU_MAX(last->lanes, c->lanes);
        last->cost += c->warps * class_cost[in->cls];
    }
}

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

static bool collect(Profile *p, Vm *vm, Arena *arena) {
    *p = (Profile){.vm = vm, .arena = arena};
    if (!vm->profile) return false;
    for (uint32_t i = 0; i < vm->nfunc; i++) {
        const VmFunc *fn = vm->func_at[i];
        if (fn->code && fn->site + fn->ncode <= vm->profile->n)
            add_function(p, fn, vm->profile->count);
    }
    if (!p->inst.n) return false;
    qsort(p->inst.at, p->inst.n, sizeof(Row), by_source);
    for (uint32_t i = 0; i < p->inst.n; i++) {
        const Row *r = &p->inst.at[i];
        Row *l = p->line.n ? &vec_last(&p->line) : NULL;
        if (!l || l->file != r->file || l->line != r->line) {
            vec_push(arena, &p->line, *r);
            vec_last(&p->line).first = i;
            vec_last(&p->line).n = 1;
        } else {
            l->n++;
            l->warps += r->warps;
            l->lanes += r->lanes;
            l->cost += r->cost;
        }
        p->warps += r->warps;
        p->lanes += r->lanes;
        p->cost += r->cost;
    }
    return true;
}

static double percent(uint64_t part, uint64_t whole) {
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

// ---- text --------------------------------------------------------------------------------------

enum { TOP = 20 };

static void print_text(Profile *p, Buf *out) {
    buf_printf(out, "profile: %llu thread instructions, %llu warp instructions\n",
               (unsigned long long)p->lanes, (unsigned long long)p->warps);
    qsort(p->line.at, p->line.n, sizeof(Row), by_cost);
    buf_puts(out, "   cost       threads  source line\n");
    for (uint32_t i = 0; i < CU_MIN(p->line.n, (uint32_t)TOP) && p->line.at[i].warps; i++) {
        const Row *r = &p->line.at[i];
        buf_printf(out, "%6.2f%% %13llu  %s:%u\n", percent(r->cost, p->cost),
                   (unsigned long long)r->lanes, r->file ? r->file : "?", r->line);
    }
    qsort(p->inst.at, p->inst.n, sizeof(Row), by_cost);
    buf_puts(out, "   cost       threads   lanes  PTX line\n");
    for (uint32_t i = 0; i < CU_MIN(p->inst.n, (uint32_t)TOP) && p->inst.at[i].warps; i++) {
        const Row *r = &p->inst.at[i];
        buf_printf(out, "%6.2f%% %13llu %7.2f  %u: %s\n", percent(r->cost, p->cost),
                   (unsigned long long)r->lanes, (double)r->lanes / (double)r->warps, r->ptx_line,
                   r->text);
    }
}

// ---- HTML --------------------------------------------------------------------------------------

static void escape(Buf *o, const char *s, size_t n) {
    for (size_t i = 0; i < n; i++) {
        switch (s[i]) {
        case '<': buf_puts(o, "&lt;"); break;
        case '>': buf_puts(o, "&gt;"); break;
        case '&': buf_puts(o, "&amp;"); break;
        case '"': buf_puts(o, "&quot;"); break;
        default: buf_putc(o, s[i]);
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
static void open_row(Buf *o, uint64_t cost, uint64_t most) {
    if (!cost) {
        buf_puts(o, "<tr>");
        return;
    }
    buf_printf(o, "<tr style=\"background:rgba(255,120,0,%.3f)\">",
               most ? 0.05 + 0.6 * (double)cost / (double)most : 0.05);
}

static void cells(Buf *o, const Row *r, uint64_t whole) {
    if (!r || !r->warps) {
        buf_puts(o, "<td></td><td></td><td></td>");
        return;
    }
    buf_printf(o, "<td>%.2f%%</td><td>%llu</td><td>%.1f</td>", percent(r->cost, whole),
               (unsigned long long)r->lanes, (double)r->lanes / (double)r->warps);
}

static void html_instructions(Profile *p, Buf *o, const Row *line) {
    buf_puts(o, "<pre>");
    for (uint32_t i = 0; i < line->n; i++) {
        const Row *r = &p->inst.at[line->first + i];
        buf_printf(o, "%6.2f%% %12llu  %5u  ", percent(r->cost, p->cost),
                   (unsigned long long)r->lanes, r->ptx_line);
        escape(o, r->text, strlen(r->text));
        buf_putc(o, '\n');
    }
    buf_puts(o, "</pre>");
}

// One file: its text with the counts beside it; lines that ran open to their instructions.
static void html_file(Profile *p, Buf *o, uint32_t from, uint32_t to, uint64_t most) {
    const char *file = p->line.at[from].file;
    size_t n = 0;
    const char *text = file ? ctx_map_file(p->vm->ctx, file, &n) : NULL;
    buf_puts(o, "<h2>");
    escape(o, file ? file : "without a source line", file ? strlen(file) : 21);
    buf_puts(o, "</h2>\n<table><tr><th>cost</th><th>threads</th><th>lanes</th><th>line</th>"
                "<th class=\"c\">source</th></tr>\n");
    const char *at = text, *end = text ? text + n : NULL;
    uint32_t number = 1;
    for (uint32_t i = from; i < to || (at && at < end); number++) {
        if (!at && i < to) number = p->line.at[i].line; // the text is not there: only what ran
        const Row *r = i < to && p->line.at[i].line <= number ? &p->line.at[i++] : NULL;
        const char *stop = at && at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
        if (at && at < end && !stop) stop = end;
        open_row(o, r ? r->cost : 0, most);
        cells(o, r, p->cost);
        buf_printf(o, "<td>%u</td><td class=\"c\">", number);
        if (r) buf_puts(o, "<details><summary>");
        if (stop) escape(o, at, (size_t)(stop - at));
        if (r) {
            buf_puts(o, "</summary>");
            html_instructions(p, o, r);
            buf_puts(o, "</details>");
        }
        buf_puts(o, "</td></tr>\n");
        at = stop && stop < end ? stop + 1 : stop ? end : at;
        if (at == end && i >= to) break;
        if (at == end) at = NULL, end = NULL;
    }
    buf_puts(o, "</table>\n");
    if (text) ctx_unmap(p->vm->ctx, text);
}

static void print_html(Profile *p, Buf *o) {
    buf_puts(o, head);
    buf_printf(o,
               "<p>%llu thread instructions, %llu warp instructions. Cost is an estimate by "
               "instruction class; lanes is the mean number of threads of a warp.</p>\n",
               (unsigned long long)p->lanes, (unsigned long long)p->warps);
    uint64_t most = 0;
    for (uint32_t i = 0; i < p->line.n; i++) most = CU_MAX(most, p->line.at[i].cost);
    for (uint32_t i = 0, k; i < p->line.n; i = k) {
        for (k = i + 1; k < p->line.n && p->line.at[k].file == p->line.at[i].file;) k++;
        html_file(p, o, i, k, most);
    }
    buf_puts(o, "</body></html>\n");
}

void vm_print_profile(Vm *vm, bool html, Buf *out) {
    Profile p;
    if (!collect(&p, vm, &vm->ctx->perm)) return;
    if (html)
        print_html(&p, out);
    else
        print_text(&p, out);
}
