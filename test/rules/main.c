// SPDX-License-Identifier: Apache-2.0
// test_rules: every row of opt/rewrite/*.def proved at small widths (rules.h). Also, on the same
// instances: opt_simplify, the whole of instcombine, and what the analyses claim of each value.
//     test_rules [WORD]    only rows whose text has WORD; RULES_MORE=n: n times as many instances
#include "rules.h"

#include "opt/scalar/scalar.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

OPT_FUNC_PASS(instcombine);
OPT_FUNC_PASS(demanded_bits);
OPT_FUNC_PASS(correlated_propagation);

typedef enum { BY_ROW, BY_SIMPLIFY, BY_INSTCOMBINE, BY_DEMANDED, BY_RANGES } By;
static const char *const by_name[] = {"the row", "opt_simplify", "instcombine", "demanded-bits",
                                      "correlated-propagation"};

typedef struct {
    Ctx ctx;
    IrModule *m;
    AnFunc an;
    Arena tmp, run;
    OptOptions opt;
    PassCtx pc;
    uint64_t rnd;
    uint32_t more;
    // of the row at hand
    const RwRow *row;
    const char *text;
    uint32_t applied, failures;
} Checker;

static const char *text_of(Checker *c, IrFunc *f) {
    Buf b;
    buf_init(&b, &c->tmp);
    ir_print_func(f, &b);
    return arena_printf(&c->tmp, "%.*s", (int)b.n, (const char *)b.at);
}

static void print_value(const char *name, const Value *v) {
    static const char *const kinds[] = {"", "poison", "set", "undefined behaviour", "unknown"};
    if (v->kind == V_ONE) {
        fprintf(stderr, "  %s = 0x%llx%016llx\n", name, (unsigned long long)(v->v >> 64),
                (unsigned long long)v->v);
    } else {
        fprintf(stderr, "  %s = %s %llx\n", name, kinds[v->kind], (unsigned long long)v->set[0]);
    }
}

// ---- applying ----

static bool fits(uint8_t pattern, const IrValue *v) {
    if (pattern == RWP_ANY) return true;
    if (pattern == RWP_C) return rw_cint(v) != NULL;
    return v->kind == IR_V_INST && v->op == pattern;
}

static bool apply_row(Checker *c, IrFunc *f, const Example *e) {
    IrInst *root = ir_as_inst(ir_op(ir_term(f->first), 0));
    const RwRow *row = c->row;
    if (!root || root->v.op != row->op) return false;
    IrValue *x = root->nops ? ir_op(root, 0) : NULL, *y = root->nops > 1 ? ir_op(root, 1) : NULL;
    if (row->left != RWP_ANY && (!x || !fits(row->left, x))) return false;
    if (row->right != RWP_ANY && (!y || !fits(row->right, y))) return false;
    Rw r = {.pc = &c->pc, .m = c->m, .f = f, .any_width = !e->pays, .b = ir_builder_at(root)};
    r.b.fmf = root->fmf;
    IrValue *v = opt_rw_apply(&r, row, root, x, y);
    if (!v) return false;
    if (v != &root->v) ir_set_op(ir_term(f->first), 0, v);
    return true;
}

static bool apply(Checker *c, IrFunc *f, const Example *e, By by) {
    if (by == BY_ROW) return apply_row(c, f, e);
    if (by == BY_INSTCOMBINE) return opt_instcombine(&c->pc, f);
    if (by == BY_DEMANDED) return opt_demanded_bits(&c->pc, f);
    if (by == BY_RANGES) return opt_correlated_propagation(&c->pc, f);
    IrInst *root = ir_as_inst(ir_op(ir_term(f->first), 0));
    IrValue *v = root ? opt_simplify(c->m, root) : NULL;
    if (v) ir_set_op(ir_term(f->first), 0, v);
    return v != NULL;
}

// ---- inputs ----

static u128 special_input(Checker *c, IrType *t) {
    static const double fp[] = {0.0,      -0.0,      1.0,   -1.0,     0.5,       2.0,
                                3.0,      1e30,      -1e30, 0x1p-140, -0x1p-149, 0x1p-126,
                                INFINITY, -INFINITY, NAN,   1e-30,    123.456};
    uint64_t r = unit_random(&c->rnd);
    if (ir_ty_is_fp(t) && r % 4) return *ir_words(ir_fp(c->m, t, fp[r / 4 % CU_COUNT(fp)]));
    u128 v = (u128)unit_random(&c->rnd) << 64 | unit_random(&c->rnd);
    uint32_t n = t->bits;
    if (r % 4 == 1) v = (u128)1 << r / 4 % n;
    if (r % 4 == 2) v = (u128)0 - (r / 4 % 3);
    if (r % 4 == 3) v >>= r / 4 % 128;
    if (r % 16 == 4) v = r / 16 % 40;
    return n >= 128 ? v : v & (((u128)1 << n) - 1);
}

// Input number `nth`; false: that was the last.
static bool input(Checker *c, IrFunc *f, uint32_t nth, Value *arg) {
    uint32_t total = 0;
    bool small = true;
    for (uint32_t k = 0; k < f->nargs; k++) {
        total += f->arg[k]->v.type->bits;
        small = small && ir_ty_is_int(f->arg[k]->v.type);
    }
    bool all = small && total <= 10;
    if (nth >= (all ? 1u << total : 160 * c->more)) return false;
    uint32_t at = 0;
    for (uint32_t k = 0; k < f->nargs; k++) {
        IrType *t = f->arg[k]->v.type;
        arg[k] =
            (Value){.kind = V_ONE, .v = all ? nth >> at & rw_mask(t->bits) : special_input(c, t)};
        at += t->bits;
    }
    return true;
}

static Value whole(const IrType *t) {
    Value v = {.kind = V_SET};
    for (uint32_t x = 0; x < 1u << t->bits; x++) v.set[x / 64] |= 1ull << x % 64;
    return v;
}

static void report(Checker *c, IrFunc *f, const Program *b, By by, const char *before,
                   const Value *arg, Value vb, Value va) {
    (void)b;
    if (c->failures++ >= 3) return;
    fprintf(stderr, "%s %s: wrong by %s\n", ir_ops[c->row->op].name, c->row->doc, by_name[by]);
    fprintf(stderr, "before:\n%s", before);
    fprintf(stderr, "after:\n%s", text_of(c, f));
    for (uint32_t k = 0; k < f->nargs; k++) print_value("argument", &arg[k]);
    print_value("before", &vb);
    print_value("after", &va);
}

static bool same(Checker *c, IrFunc *f, Program *b, Program *a, const Example *e, By by,
                 const char *before, const Value *arg) {
    Value vb = program_outcomes(b, arg), va = program_outcomes(a, arg);
    if (value_refines(b, vb, va, e->fast)) return true;
    report(c, f, b, by, before, arg, vb, va);
    return false;
}

static void facts_hold(Checker *c, IrFunc *f, Program *b, const Value *arg) {
    program_run(b, arg, 0);
    const Step *s = program_facts_hold(b);
    if (!s || c->failures++ >= 3) return;
    fprintf(stderr, "%s: an analysis is wrong\n%s", c->text, text_of(c, f));
    for (uint32_t k = 0; k < f->nargs; k++) print_value("argument", &arg[k]);
    print_value("value", &b->slot[s - b->step]);
    fprintf(stderr,
            "  known zero %llx one %llx sign bits %u nonzero %d not poison %d range %llx..%llx "
            "%lld..%lld\n",
            (unsigned long long)s->known.zero, (unsigned long long)s->known.one, s->sign_bits,
            s->nonzero, s->not_poison, (unsigned long long)s->range.umin,
            (unsigned long long)s->range.umax, (long long)s->range.smin, (long long)s->range.smax);
}

// One argument poison, or undef, the others some values.
static bool poisoned(Checker *c, IrFunc *f, Program *b, Program *a, const Example *e, By by,
                     const char *before) {
    for (uint32_t k = 0; k < f->nargs * 16; k++) {
        Value arg[8];
        IrType *t = f->arg[k / 16]->v.type;
        bool undef = k & 1, sets = true;
        for (uint32_t n = 0; n < f->nargs; n++) {
            IrType *at = f->arg[n]->v.type;
            arg[n] = (Value){.kind = V_ONE, .v = special_input(c, at)};
            sets = sets && ir_ty_is_int(at) && at->bits <= 4;
        }
        if (undef && !sets) continue;
        arg[k / 16] = undef ? whole(t) : (Value){.kind = V_POISON};
        if (!same(c, f, b, a, e, by, before, arg)) return false;
    }
    return true;
}

static bool check_instance(Checker *c, IrFunc *f, const Example *e, By by) {
    static Program b, a;
    program_make(&b, f, c->opt.fp.ftz, by == BY_ROW ? &c->an : NULL);
    if (!b.good) return false;
    Value arg[8];
    if (by == BY_ROW) { // before the change: its instructions are still there
        for (uint32_t n = 0; input(c, f, n, arg); n++) facts_hold(c, f, &b, arg);
    }
    const char *before = text_of(c, f);
    if (!apply(c, f, e, by)) return false;
    IrVerifyResult v = {.arena = &c->tmp};
    if (!ir_verify_func(f, &v)) {
        if (c->failures++ < 3)
            fprintf(stderr, "%s: bad IR: %s\n%s%s", c->text, v.error.at[0], before, text_of(c, f));
        return true;
    }
    program_make(&a, f, c->opt.fp.ftz, NULL);
    if (!a.good) {
        if (c->failures++ < 3)
            fprintf(stderr, "%s: cannot be evaluated\n%s", c->text, text_of(c, f));
        return true;
    }
    for (uint32_t n = 0; input(c, f, n, arg); n++) {
        if (!same(c, f, &b, &a, e, by, before, arg)) return true;
    }
    poisoned(c, f, &b, &a, e, by, before);
    return true;
}

// ---- rows ----

static void one(Checker *c, const Example *e, Instance *x, By by) {
    IrFunc *f = example_make(e, x);
    if (!f) return;
    an_begin(&c->an, f);
    c->opt.fp.ftz = e->default_type == 'F' && x->nth % 4 == 3;
    if (check_instance(c, f, e, by) && by == BY_ROW) c->applied++;
    an_changed(&c->an, AN_CHANGED_ALL);
    ir_func_drop_body(f);
    ir_global_remove(&f->g);
    arena_clear(&c->tmp);
}

static void at_widths(Checker *c, const Example *e, uint32_t t, uint32_t u) {
    uint32_t most = (t > 5 ? 60 : 160) * c->more;
    uint64_t count = example_count(e, t, u);
    Instance x = {.m = c->m, .t = t, .u = u, .rnd = &c->rnd, .all = count <= most};
    for (x.nth = 0; x.nth < CU_MIN(count, most) && c->failures < 3; x.nth++) {
        uint64_t seed = c->rnd; // the same instance again for the others
        one(c, e, &x, BY_ROW);
        for (By by = BY_SIMPLIFY; by <= BY_RANGES; by++) {
            if (x.nth % 8 != by) continue;
            c->rnd = seed;
            one(c, e, &x, by);
        }
    }
}

static void check_example(Checker *c, const char *text) {
    static const uint32_t widths[] = {1, 2, 3, 4, 5, 8, 32, 64};
    static Example e;
    c->text = text;
    if (!example_parse(&e, text)) {
        fprintf(stderr, "%s: %s at \"%s\"\n", text, e.error, e.at);
        c->failures++;
        return;
    }
    uint32_t before = c->applied;
    bool types = e.default_type != 'T';
    for (uint32_t k = 0; k < CU_COUNT(widths); k++) {
        for (uint32_t l = 0; l < (e.uses_u ? CU_COUNT(widths) : 1); l++) {
            uint32_t t = e.fixed_t ? e.fixed_t : widths[k], u = e.fixed_u ? e.fixed_u : widths[l];
            if ((e.fixed_t && k) || (e.fixed_u && l)) continue;
            if (types && !e.uses_u && k) continue;
            at_widths(c, &e, t, u);
        }
    }
    if (c->applied > before) return;
    fprintf(stderr, "%s: the row %s never fires\n", text, c->row->doc);
    c->failures++;
}

static void check_row(Checker *c, const RwRow *row) {
    c->row = row;
    c->applied = c->failures = 0;
    c->m = c->pc.m = ir_module_new(&c->ctx, atom_cstr(&c->ctx, "rules"));
    for (uint32_t k = 0; k < CU_COUNT(row->example) && row->example[k]; k++) {
        const char *text = row->example[k];
        if (strncmp(text, "file:", 5) == 0) {
            CHECK(access(text + 5, R_OK) == 0);
        } else {
            check_example(c, text);
        }
    }
    if (!row->example[0]) {
        fprintf(stderr, "%s %s: has no example\n", ir_ops[row->op].name, row->doc);
        c->failures++;
    }
    CHECK(c->failures == 0);
    ir_module_free(c->m);
}

int main(int argc, char **argv) {
    static Checker c;
    const char *more = getenv("RULES_MORE");
    c.opt = (OptOptions){.level = 3,
                         .bisect_limit = -1,
                         .target = target_find(90, 0),
                         .fp.prec_div = true,
                         .fp.prec_sqrt = true};
    c.more = more ? (uint32_t)CU_MAX(atoi(more), 1) : 1;
    ctx_init(&c.ctx);
    an_init(&c.an, &c.ctx);
    arena_init(&c.tmp, &c.ctx, "rules");
    arena_init(&c.run, &c.ctx, "rules-run");
    c.pc = (PassCtx){.ctx = &c.ctx, .opt = &c.opt, .an = &c.an, .tmp = &c.tmp, .run = &c.run};
    // the sanitizer build looks at the code, not at the rules: every eighth
    uint32_t step = getenv("QUICK") ? 8 : 1;
    for (uint32_t t = 0; t < opt_rw_ntables; t++) {
        for (uint32_t k = 0; k < opt_rw_tables[t]->n; k += step) {
            const RwRow *row = &opt_rw_tables[t]->row[k];
            if (argc < 2 || strstr(row->doc, argv[1])) check_row(&c, row);
        }
    }
    return UNIT_END();
}
