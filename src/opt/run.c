// SPDX-License-Identifier: Apache-2.0
// The runner: reads a pipeline, drives passes over module and functions, keeps and drops analyses,
// times, dumps, bisects, verifies, and applies the stress modes.
//
// A pipeline is parsed into items; consecutive function passes form a group that is run function by
// function, callees first. See pipeline.def for the text form.
#include "opt/opt.h"

#include "base/timer.h"
#include "opt/opt_diag.h"

const PassRow opt_passes[] = {
#define FUNC_PASS(id, text, ...)   {.name = text, .func = opt_##id, __VA_ARGS__},
#define MODULE_PASS(id, text, ...) {.name = text, .module = opt_##id, __VA_ARGS__},
#include "opt/pass.def"
#undef FUNC_PASS
#undef MODULE_PASS
};
const uint32_t opt_npasses = CU_COUNT(opt_passes);

const DiagRow opt_diag_rows[] = {
#define DIAG DIAG_ROW
#include "opt/opt_diag.def"
#undef DIAG
};
_Static_assert(CU_COUNT(opt_diag_rows) == D_opt_count_, "rows and ids agree");

static const char *const pipelines[4] = {
#define PIPELINE(level, text) [level] = text,
#include "opt/pipeline.def"
};

#ifdef CU_DEBUG
enum { VERIFY_ALWAYS = 1 };
#else
enum { VERIFY_ALWAYS = 0 };
#endif

// ---- pipelines ----

typedef struct Item Item;
typedef VEC(Item) Items;
struct Item {
    const PassRow *row; // NULL: a repeat
    uint32_t times;
    Items *sub;
};

typedef struct {
    IrModule *m;
    Ctx *ctx;
    const OptOptions *o;
    Arena plan;      // the parsed pipeline
    Arena tmp;       // of one pass
    uint64_t number; // of (pass, function) pairs so far: names dumps, bisecting
    PassCtx pc;
} Run;

const PassRow *opt_find_pass(const char *name, size_t n) {
    for (uint32_t i = 0; i < opt_npasses; i++) {
        const char *s = opt_passes[i].name;
        if (strlen(s) == n && memcmp(s, name, n) == 0) return &opt_passes[i];
    }
    return NULL;
}

const char *opt_default_pipeline(uint32_t level) {
    return pipelines[CU_MIN(level, 3u)];
}

void opt_list_passes(Buf *out) {
    for (uint32_t i = 0; i < opt_npasses; i++) {
        buf_printf(out, "  %-24s %s\n", opt_passes[i].name, opt_passes[i].doc);
    }
}

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

// Reads items up to `)` or the end.
static bool parse_items(Run *r, const char **s, Items *out, int depth) {
    while (**s && **s != ')') {
        const char *name = *s;
        while (is_name(**s)) ++*s;
        size_t n = (size_t)(*s - name);
        Item it = {0};
        if (n == 6 && memcmp(name, "repeat", 6) == 0 && **s == '(') {
            ++*s;
            while (**s >= '0' && **s <= '9') it.times = it.times * 10 + (uint32_t)(*(*s)++ - '0');
            if (**s != ':' || it.times == 0 || it.times > 100 || depth > 8) {
                return diag(r->ctx, &opt_diag_rows[D_opt_pipeline], 0,
                            "repeat(n: passes) expected");
            }
            ++*s;
            while (**s == ' ') ++*s;
            it.sub = arena_new(&r->plan, Items);
            if (!parse_items(r, s, it.sub, depth + 1)) return false;
            if (**s != ')') return diag(r->ctx, &opt_diag_rows[D_opt_pipeline], 0, "')' expected");
            ++*s;
        } else {
            it.row = opt_find_pass(name, n);
            if (!it.row) {
                const char *copy = arena_strndup(&r->plan, name, n);
                return diag(r->ctx, &opt_diag_rows[D_opt_no_pass], 0, copy);
            }
        }
        vec_push(&r->plan, out, it);
        while (**s == ',' || **s == ' ' || **s == '\n') ++*s;
        if (**s && **s != ')' && !is_name(**s)) {
            return diag(r->ctx, &opt_diag_rows[D_opt_pipeline], 0, "unexpected character");
        }
    }
    return true;
}

static bool only_funcs(const Items *v) {
    for (uint32_t i = 0; i < v->n; i++) {
        if (v->at[i].row ? !v->at[i].row->func : !only_funcs(v->at[i].sub)) return false;
    }
    return true;
}

// ---- dumps and checks ----

static bool listed(const char *const *list, uint32_t n, const char *name) {
    for (uint32_t i = 0; i < n; i++) {
        if (strcmp(list[i], name) == 0 || strcmp(list[i], "all") == 0) return true;
    }
    return false;
}

static bool wanted(const Run *r, const IrFunc *f) {
    const char *only = r->o->print_func;
    return r->o->log && (!only || !f || strcmp(only, atom_str(r->ctx, f->g.v.name)) == 0);
}

static void dump(Run *r, const char *when, const PassRow *row, IrFunc *f) {
    Buf *o = r->o->log;
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

static char *text_of(Run *r, IrFunc *f) {
    Buf b;
    buf_init(&b, &r->tmp);
    ir_print_func(f, &b);
    return arena_strndup(&r->tmp, b.at, b.n);
}

static void broken(Run *r, const PassRow *row, IrFunc *f, const char *what) {
    if (r->o->log) dump(r, "broken by", row, f);
    cu_fatal(r->ctx, "internal error: pass %s (#%llu) on %s: %s", row->name,
             (unsigned long long)r->number, f ? atom_str(r->ctx, f->g.v.name) : "the module", what);
}

static void verify(Run *r, const PassRow *row, IrFunc *f) {
    IrVerifyResult v = {.arena = &r->tmp};
    bool ok = f ? ir_verify_func(f, &v) : ir_verify_module(r->m, &v);
    if (!ok) broken(r, row, f, v.error.at[0]);
}

// ---- one pass ----

static bool may_run(Run *r, const PassRow *row, const IrFunc *f) {
    if (listed(r->o->disable, r->o->ndisable, row->name)) return false;
    bool required = (row->flags & OPT_REQUIRED) != 0;
    if (f && !required && ir_fn_has(f, IR_ATTR_OPTNONE)) return false;
    r->number++;
    return required || r->o->bisect_limit < 0 || r->number <= (uint64_t)r->o->bisect_limit;
}

// The function's body moves to memory of its own: what passes have taken out is freed. No analysis
// of it may be in use.
static void move_body(Run *r, IrFunc *f) {
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
static void shrink(Run *r, IrFunc *f) {
    enum { FROM = 1 << 17, PER_VALUE = 2 * 256 };
    if (ir_is_decl(f) || !f->arena || f->arena->total < FROM || r->m->names_blocks) return;
    if (f->arena->total / PER_VALUE < f->nvalues) return;
    move_body(r, f);
    arena_clear(&r->tmp);
}

static bool run_func_pass(Run *r, const PassRow *row, AnFunc *an) {
    IrFunc *f = an->fn;
    if (ir_is_decl(f) || !may_run(r, row, f)) return false;
    bool see = wanted(r, f), check = (r->o->stress & OPT_STRESS_CHECK) != 0;
    if (see && listed(r->o->print_before, r->o->nprint_before, row->name))
        dump(r, "before", row, f);
    char *before = check || (see && r->o->print_changed) ? text_of(r, f) : NULL;
    r->pc.an = an;
    r->pc.row = row;
    TimerMark t = timer_begin(r->ctx, row->name, atom_str(r->ctx, f->g.v.name));
    bool changed = row->func(&r->pc, f);
    timer_end(r->ctx, t);
    if (changed) an_keep(an, row->keeps);
    if (changed && (VERIFY_ALWAYS || r->o->verify)) verify(r, row, f);
    if (check) {
        if (!changed && strcmp(before, text_of(r, f)) != 0)
            broken(r, row, f, "changed, but says not");
        const char *wrong = an_check(an);
        if (wrong) broken(r, row, f, arena_printf(&r->tmp, "does not keep %s", wrong));
    }
    if (see && listed(r->o->print_after, r->o->nprint_after, row->name)) dump(r, "after", row, f);
    if (see && r->o->print_changed && changed && strcmp(before, text_of(r, f)) != 0) {
        dump(r, "changed by", row, f);
    }
    if (r->o->stress & OPT_STRESS_DROP) an_keep(an, 0);
    if (r->o->stress & (OPT_STRESS_CLONE | OPT_STRESS_RENUMBER)) {
        an_keep(an, 0);
        if (r->o->stress & OPT_STRESS_CLONE && !r->m->names_blocks) move_body(r, f);
        ir_func_renumber(f);
    }
    arena_clear(&r->tmp);
    return changed;
}

static bool run_module_pass(Run *r, const PassRow *row) {
    if (!may_run(r, row, NULL)) return false;
    if (r->o->log && listed(r->o->print_before, r->o->nprint_before, row->name)) {
        dump(r, "before", row, NULL);
    }
    r->pc.an = NULL;
    r->pc.row = row;
    TimerMark t = timer_begin(r->ctx, row->name, NULL);
    bool changed = row->module(&r->pc, r->m);
    timer_end(r->ctx, t);
    if (changed && (VERIFY_ALWAYS || r->o->verify)) verify(r, row, NULL);
    bool see = listed(r->o->print_after, r->o->nprint_after, row->name) ||
               (r->o->print_changed && changed);
    if (r->o->log && see) dump(r, "after", row, NULL);
    arena_clear(&r->tmp);
    return changed;
}

// ---- groups ----

static bool run_on_func(Run *r, const Items *v, uint32_t from, uint32_t to, AnFunc *an) {
    bool changed = false;
    for (uint32_t i = from; i < to; i++) {
        const Item *it = &v->at[i];
        if (it->row) {
            changed |= run_func_pass(r, it->row, an);
            continue;
        }
        for (uint32_t k = 0; k < it->times; k++) {
            if (!run_on_func(r, it->sub, 0, it->sub->n, an)) break;
            changed = true;
        }
    }
    return changed;
}

// Functions that nobody calls any more, found when the last of their callers is done: in template
// libraries nearly all are, and their bodies would be most of the memory until globaldce.
typedef struct {
    uint32_t *first, *next; // by place: functions whose last caller it is, + 1
    bool *kept;             // by place: some call of it was not inlined
    VEC(IrGlobal *) dead;
} Inlined;

static void inlined_init(Inlined *d, const AnCallGraph *g, Arena *a) {
    *d = (Inlined){0};
    d->first = arena_array(a, uint32_t, g->n);
    d->next = arena_array(a, uint32_t, g->n);
    d->kept = arena_array(a, bool, g->n);
    for (uint32_t i = 0; i < g->n && !g->order[0]->g.m->names_blocks; i++) {
        if (g->last[i] == AN_NONE || g->recursive[i] || g->address_taken[i]) continue;
        if (!ir_is_discardable(g->order[i]->g.linkage)) continue;
        d->next[i] = d->first[g->last[i]];
        d->first[g->last[i]] = i + 1;
    }
}

// The function at place i is done.
static void drop_inlined(Inlined *d, const AnCallGraph *g, uint32_t i, Arena *a) {
    IR_FOREACH_BLOCK(bb, g->order[i]) {
        IR_FOREACH_INST(c, bb) {
            const IrFunc *f = c->v.op == IR_CALL ? ir_called(c) : NULL;
            uint32_t place = f && !ir_is_decl(f) ? an_cg_place(g, f) : AN_NONE;
            if (place != AN_NONE) d->kept[place] = true;
        }
    }
    for (uint32_t k = d->first[i]; k; k = d->next[k - 1]) {
        if (d->kept[k - 1]) continue;
        ir_func_drop_body(g->order[k - 1]);
        vec_push(a, &d->dead, &g->order[k - 1]->g);
    }
}

static bool run_group(Run *r, const Items *v, uint32_t from, uint32_t to) {
    Arena a;
    Inlined inlined;
    bool changed = false;
    arena_init(&a, r->ctx, "callgraph");
    AnCallGraph *g = r->pc.cg = an_callgraph_make(r->m, &a);
    AnFunc an;
    an_init(&an, r->ctx);
    inlined_init(&inlined, g, &a);
    for (uint32_t i = 0; i < g->n; i++) {
        an_begin(&an, g->order[i]);
        changed |= run_on_func(r, v, from, to, &an);
        // passes have left holes in the numbering; tables by id should stay small
        ir_func_renumber(g->order[i]);
        an_keep(&an, 0);
        shrink(r, g->order[i]);
        drop_inlined(&inlined, g, i, &a);
    }
    if (inlined.dead.n) ir_globals_remove(r->m, inlined.dead.n, inlined.dead.at);
    an_free(&an);
    r->pc.cg = NULL;
    arena_free(&a);
    return changed;
}

static bool run_items(Run *r, const Items *v) {
    bool changed = false;
    for (uint32_t i = 0; i < v->n;) {
        const Item *it = &v->at[i];
        if (it->row ? it->row->func != NULL : only_funcs(it->sub)) {
            uint32_t to = i + 1;
            while (to < v->n &&
                   (v->at[to].row ? v->at[to].row->func != NULL : only_funcs(v->at[to].sub))) {
                to++;
            }
            changed |= run_group(r, v, i, to);
            i = to;
        } else if (it->row) {
            changed |= run_module_pass(r, it->row);
            i++;
        } else {
            for (uint32_t k = 0; k < it->times && run_items(r, it->sub); k++) changed = true;
            i++;
        }
    }
    return changed;
}

// The printed module must be readable and print the same again.
static void stress_reread(Run *r) {
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
    Run r = {.m = m, .ctx = m->ctx, .o = o};
    Items items = {0};
    const char *text = o->passes ? o->passes : opt_default_pipeline(o->level);
    arena_init(&r.plan, m->ctx, "opt-plan");
    arena_init(&r.tmp, m->ctx, "opt-pass");
    bool ok = parse_items(&r, &text, &items, 0);
    if (ok && *text) ok = diag(m->ctx, &opt_diag_rows[D_opt_pipeline], 0, "unexpected ')'");
    r.pc = (PassCtx){.ctx = m->ctx, .m = m, .opt = o, .tmp = &r.tmp, .run = &r.plan};
    if (ok && (VERIFY_ALWAYS || o->verify)) {
        static const PassRow input = {.name = "(input)"};
        verify(&r, &input, NULL);
    }
    if (ok) run_items(&r, &items);
    if (ok && (o->stress & OPT_STRESS_REREAD)) stress_reread(&r);
    arena_free(&r.tmp);
    arena_free(&r.plan);
    return ok;
}
