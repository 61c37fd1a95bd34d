// SPDX-License-Identifier: Apache-2.0
// The runner: drives the passes of a pipeline over module and functions, drops analyses, times,
// dumps, bisects, verifies, and applies the stress modes.
//
// Consecutive function passes form a group that is run function by function (runner/group.c).
#include "opt/runner/runner.h"
#include "opt/loop/loop.h"

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

static bool wanted(const OptRun *run, const IrFunc *fn) {
    const char *only = run->options->print_func;
    return run->options->log &&
           (!only || !fn || strcmp(only, atom_str(run->ctx, fn->g.v.name)) == 0);
}

static void dump(OptRun *run, const char *when, const PassRow *pass, IrFunc *fn) {
    Buf *out = run->options->log;
    buf_printf(out, "; %s %s (#%llu)", when, pass->name, (unsigned long long)run->number);
    if (!fn) {
        buf_puts(out, " module\n");
        ir_print_module(run->m, out);
        return;
    }
    uint32_t blocks = 0;
    IR_FOREACH_BLOCK(bb, fn) blocks++;
    buf_printf(out, " fn %s, %llu insts, %u blocks, %zu KiB\n", atom_str(run->ctx, fn->g.v.name),
               (unsigned long long)ir_func_size(fn), blocks,
               fn->arena ? fn->arena->total >> 10 : 0);
    ir_print_func(fn, out);
}

// The dumps that the command line asks for by the pass's name.
static void dump_before(OptRun *run, const PassRow *pass, IrFunc *fn) {
    const OptOptions *o = run->options;
    if (listed(o->print_before, o->nprint_before, pass->name)) dump(run, "before", pass, fn);
}

static bool asks_after(const OptRun *run, const PassRow *pass) {
    return listed(run->options->print_after, run->options->nprint_after, pass->name);
}

static char *text_of(OptRun *run, IrFunc *fn) {
    Buf b;
    buf_init(&b, &run->tmp);
    ir_print_func(fn, &b);
    return arena_strndup(&run->tmp, b.at, b.n);
}

static void broken(OptRun *run, const PassRow *pass, IrFunc *fn, const char *what) {
    if (run->options->log) dump(run, "broken by", pass, fn);
    cu_fatal(run->ctx, "internal error: pass %s (#%llu) on %s: %s", pass->name,
             (unsigned long long)run->number, fn ? atom_str(run->ctx, fn->g.v.name) : "the module",
             what);
}

static void verify(OptRun *run, const PassRow *pass, IrFunc *fn) {
    IrVerifyResult v = {.arena = &run->tmp};
    bool ok = fn ? ir_verify_func(fn, &v) : ir_verify_module(run->m, &v);
    if (!ok) broken(run, pass, fn, v.error.at[0]);
}

// ---- one pass ----

// As LLVM's -opt-bisect-limit does.
static void say_step(OptRun *run, const PassRow *pass, const IrFunc *fn, bool runs) {
    const char *name = atom_str(run->ctx, fn ? fn->g.v.name : run->m->name);
    if (run->options->log)
        buf_printf(run->options->log, "BISECT: %srunning pass (%llu) %s on %s (%s)\n",
                   runs ? "" : "NOT ", (unsigned long long)run->number, pass->name,
                   fn ? "function" : "module", name);
}

static bool may_run(OptRun *run, const PassRow *pass, const IrFunc *fn) {
    if (listed(run->options->disable, run->options->ndisable, pass->name)) return false;
    if (run->off[pass - opt_passes]) return false;
    bool required = (pass->flags & OPT_REQUIRED) != 0;
    if (fn && !required && opt_is_left_alone(fn)) return false;
    run->number++;
    bool runs = required || run->options->bisect_limit < 0 ||
                run->number <= (uint64_t)run->options->bisect_limit;
    if (run->options->bisect_aloud) say_step(run, pass, fn, runs);
    return runs;
}

// The function's body moves to memory of its own: what passes have taken out is freed. No analysis
// of it may be in use.
static void move_body(OptRun *run, IrFunc *fn) {
    Arena old = *fn->arena;
    ir_records_untrack(fn);
    arena_init(fn->arena, run->ctx, old.tag);
    IrCloneMap map;
    ir_clone_map_init(&map, fn, &run->tmp);
    IrBlock *last = fn->last;
    ir_clone_body(fn, fn, &map, &run->tmp);
    for (IrBlock *bb = fn->first, *next;; bb = next) {
        next = bb->next;
        bool end = bb == last;
        ir_block_remove(bb);
        if (end) break;
    }
    ir_func_renumber(fn);
    arena_free(&old);
}

// Inlining and unrolling leave many times the instructions that stay.
void opt_run_shrink(OptRun *run, IrFunc *fn) {
    enum { FROM = 1 << 18, PER_VALUE = 2 * 256 };
    if (ir_is_decl(fn) || !fn->arena || fn->arena->total < FROM || run->m->names_blocks) return;
    if (fn->arena->total / PER_VALUE < fn->nvalues) return;
    move_body(run, fn);
    arena_clear(&run->tmp);
}

// The edges of a function, or its accesses to memory, as a number: for the stress mode that catches
// a pass that changes what its row does not say.
static uint64_t edges_hash(const IrFunc *fn) {
    uint64_t hash = 1;
    IR_FOREACH_BLOCK(bb, fn) {
        const IrInst *term = ir_term(bb);
        hash = hash * 1099511628211u + bb->v.id + 1;
        for (uint32_t k = 0; k < ir_nsucc(term); k++) {
            hash = hash * 1099511628211u + ir_succ(term, k)->v.id + 1;
        }
    }
    return hash;
}

static uint64_t memory_hash(const IrFunc *fn) {
    uint64_t hash = 1;
    IR_FOREACH_BLOCK(bb, fn) {
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

static void check_step(OptRun *run, const PassItem *step, AnFunc *an, const Before *before,
                       bool changed) {
    const PassRow *row = step->row;
    IrFunc *f = an->fn;
    if (!changed && strcmp(before->text, text_of(run, f)) != 0)
        broken(run, row, f, "changed, but says not");
    if (!(row->changes & AN_CHANGED_EDGES) && before->edges != edges_hash(f))
        broken(run, row, f, "changed edges, but its row says not");
    if (!(row->changes & AN_CHANGED_MEMORY) && before->memory != memory_hash(f))
        broken(run, row, f, "changed accesses to memory, but its row says not");
}

static void check_analyses(OptRun *run, const PassRow *pass, AnFunc *an) {
    const char *lost = an_check(an);
    if (lost) broken(run, pass, an->fn, arena_printf(&run->tmp, "does not keep %s", lost));
}

static bool call_pass(OptRun *run, const PassItem *step, AnFunc *an, OptLoop *loop,
                      OptLoopResult *result) {
    const PassRow *row = step->row;
    IrFunc *fn = an->fn;
    run->pc.an = an;
    run->pc.current = false;
    run->pc.row = row;
    run->pc.knob = step->knob;
    run->pc.remark_kinds = opt_remarks_of(run->remarks, row, step->last);
    TimerMark t = timer_begin(run->timing, row->name, atom_str(run->ctx, fn->g.v.name));
    bool changed;
    if (row->func) {
        changed = row->func(&run->pc, fn);
    } else {
        *result = row->loop(&run->pc, loop);
        changed = is_any_of(*result, OPT_LOOP_CHANGED, OPT_LOOP_RESHAPED);
    }
    timer_end(run->timing, t);
    return changed;
}

// Whether the pass, run again, would do nothing: it changed nothing the last time, and neither did
// any other pass since. (Who asked for remarks gets those of each run; a pass that never changes
// anything is there for what it writes.)
static bool has_nothing_to_do(OptRun *run, const PassItem *step) {
    const PassRow *row = step->row;
    if (!row->func || !row->changes || run->remarks) return false;
    if (!run->idle) run->idle = arena_array(&run->plan, OptIdle, opt_npasses);
    const OptIdle *idle = &run->idle[row - opt_passes];
    if (idle->since != run->changes) return false;
    return memcmp(idle->knob, step->knob, opt_nknobs * sizeof *step->knob) == 0;
}

static void note_step(OptRun *run, const PassItem *step, bool changed) {
    if (changed) {
        run->changes++;
    } else if (step->row->func && run->idle) {
        run->idle[step->row - opt_passes] = (OptIdle){.since = run->changes, .knob = step->knob};
    }
}

bool opt_run_step(OptRun *run, const PassItem *step, AnFunc *an, OptLoop *loop,
                  OptLoopResult *result) {
    const PassRow *row = step->row;
    IrFunc *fn = an->fn;
    if (ir_is_decl(fn) || !may_run(run, row, fn)) return false;
    bool see = wanted(run, fn), check = (run->options->stress & OPT_STRESS_CHECK) != 0;
    if (see) dump_before(run, row, fn);
    Before before = {0};
    if (check || (see && run->options->print_changed)) before.text = text_of(run, fn);
    if (check) before.edges = edges_hash(fn);
    if (check) before.memory = memory_hash(fn);

    bool changed = !has_nothing_to_do(run, step) && call_pass(run, step, an, loop, result);
    note_step(run, step, changed);

    // the analyses of other loops stand until the round ends (runner/loops.c)
    bool reshaped = loop && *result == OPT_LOOP_RESHAPED;
    uint32_t what = row->changes;
    if (loop) what &= ~(uint32_t)AN_CHANGED_EDGES;
    if (changed && what && !run->pc.current) an_changed(an, what);
    if (changed && (VERIFY_ALWAYS || run->options->verify)) verify(run, row, fn);
    if (check) check_step(run, step, an, &before, changed);
    if (check && !reshaped && !(loop && loop->stale)) check_analyses(run, row, an);
    if (loop && !reshaped && VERIFY_ALWAYS) {
        const char *lack = opt_loop_check(loop, an_cfg(an));
        if (lack) broken(run, row, fn, lack);
    }
    if (see && asks_after(run, row)) dump(run, "after", row, fn);
    if (see && run->options->print_changed && changed &&
        strcmp(before.text, text_of(run, fn)) != 0) {
        dump(run, "changed by", row, fn);
    }
    arena_clear(&run->tmp);
    return changed;
}

void opt_run_stress(OptRun *run, AnFunc *an) {
    uint32_t modes = run->options->stress;
    if (modes & OPT_STRESS_DROP) an_changed(an, AN_CHANGED_ALL);
    if (!(modes & (OPT_STRESS_CLONE | OPT_STRESS_RENUMBER))) return;
    an_changed(an, AN_CHANGED_ALL);
    if (modes & OPT_STRESS_CLONE && !run->m->names_blocks) move_body(run, an->fn);
    ir_func_renumber(an->fn);
    arena_clear(&run->tmp);
}

static bool run_module_pass(OptRun *run, const PassItem *step) {
    const PassRow *row = step->row;
    if (!may_run(run, row, NULL)) return false;
    if (run->options->log) dump_before(run, row, NULL);
    run->pc.an = NULL;
    run->pc.row = row;
    run->pc.knob = step->knob;
    run->pc.remark_kinds = opt_remarks_of(run->remarks, row, step->last);
    TimerMark t = timer_begin(run->ctx, row->name, NULL);
    bool changed = row->module(&run->pc, run->m);
    timer_end(run->ctx, t);
    opt_remarks_flush(run->ctx, run->remarks, &run->remark_buf);
    if (changed && (VERIFY_ALWAYS || run->options->verify)) verify(run, row, NULL);
    bool see = asks_after(run, row) || (run->options->print_changed && changed);
    if (run->options->log && see) dump(run, "after", row, NULL);
    arena_clear(&run->tmp);
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

static bool run_items(OptRun *run, const PassItems *pass_items) {
    bool changed = false;
    for (uint32_t i = 0; i < pass_items->n;) {
        const PassItem *item = &pass_items->at[i];
        if (is_func_item(item)) {
            uint32_t to = i + 1;
            while (to < pass_items->n && is_func_item(&pass_items->at[to])) to++;
            changed |= opt_run_group(run, pass_items, i, to);
            i = to;
        } else if (item->kind == PASS_ITEM_PASS) {
            changed |= run_module_pass(run, item);
            i++;
        } else {
            for (uint32_t k = 0; k < item->times && run_items(run, item->sub); k++) changed = true;
            i++;
        }
    }
    return changed;
}

// The printed module must be readable and print the same again.
static void stress_reread(OptRun *run) {
    Buf out, buf;
    buf_init(&out, &run->tmp);
    buf_init(&buf, &run->tmp);
    ir_print_module(run->m, &out);
    IrModule *m = ir_parse(run->ctx, atom_str(run->ctx, run->m->name), out.at, out.n);
    if (!m) cu_fatal(run->ctx, "internal error: the printed module cannot be read");
    ir_print_module(m, &buf);
    ir_module_free(m);
    if (out.n != buf.n || memcmp(out.at, buf.at, out.n) != 0) {
        cu_fatal(run->ctx, "internal error: the module prints differently after reading it back");
    }
    arena_free(&run->tmp);
}

bool opt_stress_add(OptOptions *options, const char *name) {
    static const char *const names[] = {"clone", "reread", "drop", "check", "renumber"};
    bool all = strcmp(name, "all") == 0, known = all;
    for (uint32_t i = 0; i < CU_COUNT(names); i++) {
        if (!all && strcmp(name, names[i]) != 0) continue;
        options->stress |= 1u << i;
        known = true;
    }
    return known;
}

bool opt_run(IrModule *module, const OptOptions *options) {
    OptRun run = {.m = module, .ctx = module->ctx, .timing = module->ctx, .options = options};
    PassItems items = {0};
    arena_init(&run.plan, module->ctx, "opt-plan");
    arena_init(&run.tmp, module->ctx, "opt-pass");
    bool *off = arena_array(&run.plan, bool, opt_npasses), ok;
    run.off = off;
    ok = opt_parse_pipeline(run.ctx, &run.plan, options, &items, off);
    arena_init(&run.remark_buf.a, module->ctx, "opt-remarks");
    run.remarks = opt_remarks_begin(run.ctx, options->remarks, &run.plan);
    run.pc = (PassCtx){.ctx = module->ctx,
                       .m = module,
                       .opt = options,
                       .tmp = &run.tmp,
                       .run = &run.plan,
                       .remarks = run.remarks,
                       .remark_buf = &run.remark_buf};
    if (ok && (VERIFY_ALWAYS || options->verify)) {
        static const PassRow input = {.name = "(input)"};
        verify(&run, &input, NULL);
    }
    if (ok) run_items(&run, &items);
    if (ok && (options->stress & OPT_STRESS_REREAD)) stress_reread(&run);
    opt_remarks_end(run.remarks);
    arena_free(&run.remark_buf.a);
    for (uint32_t i = 1; i < run.nworkers; i++) {
        arena_free(&run.worker[i]->tmp);
        arena_free(&run.worker[i]->plan);
    }
    arena_free(&run.tmp);
    arena_free(&run.plan);
    return ok;
}
