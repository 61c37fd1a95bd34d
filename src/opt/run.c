// SPDX-License-Identifier: Apache-2.0
// The runner: drives the passes of a pipeline over module and functions, drops analyses, times,
// dumps, bisects, verifies, and applies the stress modes.
//
// Consecutive function passes form a group that is run function by function (run_group.c).
#include "opt/opt_run.h"

#include "base/timer.h"
#include "opt/opt_diag.h"

#ifdef CU_DEBUG
enum { VERIFY_ALWAYS = 1 };
#else
enum { VERIFY_ALWAYS = 0 };
#endif

// ---- dumps and checks ----

static bool listed(const char *const *list, uint32_t n, const char *name) {
    for (uint32_t i = 0; i < n; i++) {
        if (strcmp(list[i], name) == 0 || strcmp(list[i], "all") == 0) return true;
    }
    return false;
}

static bool wanted(const OptRun *r, const IrFunc *f) {
    const char *only = r->options->print_func;
    return r->options->log && (!only || !f || strcmp(only, atom_str(r->ctx, f->g.v.name)) == 0);
}

static void dump(OptRun *r, const char *when, const PassRow *row, IrFunc *f) {
    Buf *o = r->options->log;
    buf_printf(o, "; %s %s (#%llu)", when, row->name, (unsigned long long)r->number);
    if (!f) {
        buf_puts(o, " module\n");
        ir_print_module(r->m, o);
        return;
    }
    uint32_t blocks = 0;
    IR_FOREACH_BLOCK(bb, f) blocks++;
    buf_printf(o, " fn %s, %llu insts, %u blocks, %zu KiB\n", atom_str(r->ctx, f->g.v.name),
               (unsigned long long)ir_func_size(f), blocks, f->arena ? f->arena->total >> 10 : 0);
    ir_print_func(f, o);
}

static char *text_of(OptRun *r, IrFunc *f) {
    Buf b;
    buf_init(&b, &r->tmp);
    ir_print_func(f, &b);
    return arena_strndup(&r->tmp, b.at, b.n);
}

static void broken(OptRun *r, const PassRow *row, IrFunc *f, const char *what) {
    if (r->options->log) dump(r, "broken by", row, f);
    cu_fatal(r->ctx, "internal error: pass %s (#%llu) on %s: %s", row->name,
             (unsigned long long)r->number, f ? atom_str(r->ctx, f->g.v.name) : "the module", what);
}

static void verify(OptRun *r, const PassRow *row, IrFunc *f) {
    IrVerifyResult v = {.arena = &r->tmp};
    bool ok = f ? ir_verify_func(f, &v) : ir_verify_module(r->m, &v);
    if (!ok) broken(r, row, f, v.error.at[0]);
}

// ---- one pass ----

static bool may_run(OptRun *r, const PassRow *row, const IrFunc *f) {
    if (listed(r->options->disable, r->options->ndisable, row->name)) return false;
    if (r->off[row - opt_passes]) return false;
    bool required = (row->flags & OPT_REQUIRED) != 0;
    if (f && !required && opt_is_left_alone(f)) return false;
    r->number++;
    return required || r->options->bisect_limit < 0 ||
           r->number <= (uint64_t)r->options->bisect_limit;
}

// The function's body moves to memory of its own: what passes have taken out is freed. No analysis
// of it may be in use.
static void move_body(OptRun *r, IrFunc *f) {
    Arena old = *f->arena;
    arena_init(f->arena, r->ctx, old.tag);
    IrCloneMap map;
    ir_clone_map_init(&map, f, &r->tmp);
    IrBlock *last = f->last;
    ir_clone_body(f, f, &map, &r->tmp);
    for (IrBlock *bb = f->first, *next;; bb = next) {
        next = bb->next;
        bool end = bb == last;
        ir_block_remove(bb);
        if (end) break;
    }
    ir_func_renumber(f);
    arena_free(&old);
}

// Inlining and unrolling leave many times the instructions that stay.
void opt_run_shrink(OptRun *r, IrFunc *f) {
    enum { FROM = 1 << 17, PER_VALUE = 2 * 256 };
    if (ir_is_decl(f) || !f->arena || f->arena->total < FROM || r->m->names_blocks) return;
    if (f->arena->total / PER_VALUE < f->nvalues) return;
    move_body(r, f);
    arena_clear(&r->tmp);
}

// The edges of a function, or its accesses to memory, as a number: for the stress mode that catches
// a pass that changes what its row does not say.
static uint64_t edges_hash(const IrFunc *f) {
    uint64_t hash = 1;
    IR_FOREACH_BLOCK(bb, f) {
        const IrInst *term = ir_term(bb);
        hash = hash * 1099511628211u + bb->v.id + 1;
        for (uint32_t k = 0; k < ir_nsucc(term); k++) {
            hash = hash * 1099511628211u + ir_succ(term, k)->v.id + 1;
        }
    }
    return hash;
}

static uint64_t memory_hash(const IrFunc *f) {
    uint64_t hash = 1;
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST(i, bb) {
            if (!ir_may_read(i) && !ir_may_write(i)) continue;
            hash = (hash * 1099511628211u + i->v.id + 1) * 1099511628211u + bb->v.id + 1;
        }
    }
    return hash;
}

typedef struct { // of the function before a pass
    char *text;
    uint64_t edges, memory;
} Before;

static void check_step(OptRun *r, const PassItem *item, AnFunc *an, const Before *before,
                       bool changed) {
    const PassRow *row = item->row;
    IrFunc *f = an->fn;
    if (!changed && strcmp(before->text, text_of(r, f)) != 0)
        broken(r, row, f, "changed, but says not");
    if (!(row->changes & AN_CHANGED_EDGES) && before->edges != edges_hash(f))
        broken(r, row, f, "changed edges, but its row says not");
    if (!(row->changes & AN_CHANGED_MEMORY) && before->memory != memory_hash(f))
        broken(r, row, f, "changed accesses to memory, but its row says not");
}

static void check_analyses(OptRun *r, const PassRow *row, AnFunc *an) {
    const char *lost = an_check(an);
    if (lost) broken(r, row, an->fn, arena_printf(&r->tmp, "does not keep %s", lost));
}

static bool call_pass(OptRun *r, const PassItem *item, AnFunc *an, OptLoop *loop,
                      OptLoopResult *result) {
    const PassRow *row = item->row;
    IrFunc *f = an->fn;
    r->pc.an = an;
    r->pc.row = row;
    r->pc.knob = item->knob;
    r->pc.remark_kinds = opt_remarks_of(r->remarks, row, item->last);
    TimerMark t = timer_begin(r->timing, row->name, atom_str(r->ctx, f->g.v.name));
    bool changed;
    if (row->func) {
        changed = row->func(&r->pc, f);
    } else {
        *result = row->loop(&r->pc, loop);
        changed = *result != OPT_LOOP_SAME;
    }
    timer_end(r->timing, t);
    return changed;
}

// Whether the pass, run again, would do nothing: it changed nothing the last time, and neither did
// any other pass since. (Who asked for remarks gets those of each run; a pass that never changes
// anything is there for what it writes.)
static bool has_nothing_to_do(OptRun *r, const PassItem *item) {
    const PassRow *row = item->row;
    if (!row->func || !row->changes || r->remarks) return false;
    if (!r->idle) r->idle = arena_array(&r->plan, OptIdle, opt_npasses);
    const OptIdle *idle = &r->idle[row - opt_passes];
    if (idle->since != r->changes) return false;
    return memcmp(idle->knob, item->knob, OPT_KNOB_COUNT * sizeof *item->knob) == 0;
}

static void note_step(OptRun *r, const PassItem *item, bool changed) {
    if (changed) {
        r->changes++;
    } else if (item->row->func && r->idle) {
        r->idle[item->row - opt_passes] = (OptIdle){.since = r->changes, .knob = item->knob};
    }
}

bool opt_run_step(OptRun *r, const PassItem *item, AnFunc *an, OptLoop *loop,
                  OptLoopResult *result) {
    const PassRow *row = item->row;
    IrFunc *f = an->fn;
    if (ir_is_decl(f) || !may_run(r, row, f)) return false;
    bool see = wanted(r, f), check = (r->options->stress & OPT_STRESS_CHECK) != 0;
    if (see && listed(r->options->print_before, r->options->nprint_before, row->name))
        dump(r, "before", row, f);
    Before before = {0};
    if (check || (see && r->options->print_changed)) before.text = text_of(r, f);
    if (check) before.edges = edges_hash(f);
    if (check) before.memory = memory_hash(f);

    bool changed = !has_nothing_to_do(r, item) && call_pass(r, item, an, loop, result);
    note_step(r, item, changed);

    // the analyses of other loops stand until the round ends (run_loops.c)
    bool reshaped = loop && *result == OPT_LOOP_RESHAPED;
    uint32_t what = row->changes;
    if (loop) what &= ~(uint32_t)AN_CHANGED_EDGES;
    if (changed && what) an_changed(an, what);
    if (changed && (VERIFY_ALWAYS || r->options->verify)) verify(r, row, f);
    if (check) check_step(r, item, an, &before, changed);
    if (check && !reshaped && !(loop && loop->stale)) check_analyses(r, row, an);
    if (loop && !reshaped && VERIFY_ALWAYS) {
        const char *lack = opt_loop_check(loop, an_cfg(an));
        if (lack) broken(r, row, f, lack);
    }
    if (see && listed(r->options->print_after, r->options->nprint_after, row->name))
        dump(r, "after", row, f);
    if (see && r->options->print_changed && changed && strcmp(before.text, text_of(r, f)) != 0) {
        dump(r, "changed by", row, f);
    }
    arena_clear(&r->tmp);
    return changed;
}

void opt_run_stress(OptRun *r, AnFunc *an) {
    uint32_t modes = r->options->stress;
    if (modes & OPT_STRESS_DROP) an_changed(an, AN_CHANGED_ALL);
    if (!(modes & (OPT_STRESS_CLONE | OPT_STRESS_RENUMBER))) return;
    an_changed(an, AN_CHANGED_ALL);
    if (modes & OPT_STRESS_CLONE && !r->m->names_blocks) move_body(r, an->fn);
    ir_func_renumber(an->fn);
    arena_clear(&r->tmp);
}

static bool run_module_pass(OptRun *r, const PassItem *item) {
    const PassRow *row = item->row;
    if (!may_run(r, row, NULL)) return false;
    if (r->options->log && listed(r->options->print_before, r->options->nprint_before, row->name)) {
        dump(r, "before", row, NULL);
    }
    r->pc.an = NULL;
    r->pc.row = row;
    r->pc.knob = item->knob;
    r->pc.remark_kinds = opt_remarks_of(r->remarks, row, item->last);
    TimerMark t = timer_begin(r->ctx, row->name, NULL);
    bool changed = row->module(&r->pc, r->m);
    timer_end(r->ctx, t);
    opt_remarks_flush(r->ctx, r->remarks, &r->remark_buf);
    if (changed && (VERIFY_ALWAYS || r->options->verify)) verify(r, row, NULL);
    bool see = listed(r->options->print_after, r->options->nprint_after, row->name) ||
               (r->options->print_changed && changed);
    if (r->options->log && see) dump(r, "after", row, NULL);
    arena_clear(&r->tmp);
    return changed;
}

// ---- the pipeline ----

// Whether the item runs function by function.
static bool is_func_item(const PassItem *item) {
    if (item->kind == PASS_ITEM_PASS) return item->row->func != NULL;
    if (item->kind == PASS_ITEM_LOOP) return true;
    for (uint32_t i = 0; i < item->sub->n; i++) {
        if (!is_func_item(&item->sub->at[i])) return false;
    }
    return true;
}

static bool run_items(OptRun *r, const PassItems *v) {
    bool changed = false;
    for (uint32_t i = 0; i < v->n;) {
        const PassItem *item = &v->at[i];
        if (is_func_item(item)) {
            uint32_t to = i + 1;
            while (to < v->n && is_func_item(&v->at[to])) to++;
            changed |= opt_run_group(r, v, i, to);
            i = to;
        } else if (item->kind == PASS_ITEM_PASS) {
            changed |= run_module_pass(r, item);
            i++;
        } else {
            for (uint32_t k = 0; k < item->times && run_items(r, item->sub); k++) changed = true;
            i++;
        }
    }
    return changed;
}

// The printed module must be readable and print the same again.
static void stress_reread(OptRun *r) {
    Buf a, b;
    buf_init(&a, &r->tmp);
    buf_init(&b, &r->tmp);
    ir_print_module(r->m, &a);
    IrModule *m = ir_parse(r->ctx, atom_str(r->ctx, r->m->name), a.at, a.n);
    if (!m) cu_fatal(r->ctx, "internal error: the printed module cannot be read");
    ir_print_module(m, &b);
    ir_module_free(m);
    if (a.n != b.n || memcmp(a.at, b.at, a.n) != 0) {
        cu_fatal(r->ctx, "internal error: the module prints differently after reading it back");
    }
    arena_free(&r->tmp);
}

bool opt_stress_add(OptOptions *o, const char *name) {
    static const char *const names[] = {"clone", "reread", "drop", "check", "renumber"};
    for (uint32_t i = 0; i < CU_COUNT(names); i++) {
        if (strcmp(name, names[i]) == 0 || strcmp(name, "all") == 0) o->stress |= 1u << i;
    }
    for (uint32_t i = 0; i < CU_COUNT(names); i++) {
        if (strcmp(name, names[i]) == 0) return true;
    }
    return strcmp(name, "all") == 0;
}

bool opt_run(IrModule *m, const OptOptions *o) {
    OptRun r = {.m = m, .ctx = m->ctx, .timing = m->ctx, .options = o};
    PassItems items = {0};
    arena_init(&r.plan, m->ctx, "opt-plan");
    arena_init(&r.tmp, m->ctx, "opt-pass");
    bool *off = arena_array(&r.plan, bool, opt_npasses), ok;
    r.off = off;
    ok = opt_parse_pipeline(r.ctx, &r.plan, o, &items, off);
    arena_init(&r.remark_buf.a, m->ctx, "opt-remarks");
    r.remarks = opt_remarks_begin(r.ctx, o->remarks, &r.plan);
    r.pc = (PassCtx){.ctx = m->ctx,
                     .m = m,
                     .opt = o,
                     .tmp = &r.tmp,
                     .run = &r.plan,
                     .remarks = r.remarks,
                     .remark_buf = &r.remark_buf};
    if (ok && (VERIFY_ALWAYS || o->verify)) {
        static const PassRow input = {.name = "(input)"};
        verify(&r, &input, NULL);
    }
    if (ok) run_items(&r, &items);
    if (ok && (o->stress & OPT_STRESS_REREAD)) stress_reread(&r);
    opt_remarks_end(r.remarks);
    arena_free(&r.remark_buf.a);
    for (uint32_t i = 1; i < r.nworkers; i++) {
        arena_free(&r.worker[i]->tmp);
        arena_free(&r.worker[i]->plan);
    }
    arena_free(&r.tmp);
    arena_free(&r.plan);
    return ok;
}
