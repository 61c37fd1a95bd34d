// SPDX-License-Identifier: Apache-2.0
// The notation of examples (rules.h): parsing, and making one function of it for given widths,
// constants, predicates and flags.
#include "rules.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

// ---- parsing ----

static int expr(Example *e);

static void skip(Example *e) {
    while (*e->at == ' ') e->at++;
}

static bool take(Example *e, char c) {
    skip(e);
    if (*e->at != c) return false;
    e->at++;
    return true;
}

static void fail(Example *e, const char *why) {
    if (!e->error) e->error = why;
}

static void word(Example *e, char *out, size_t max) {
    size_t n = 0;
    skip(e);
    while (isalnum((unsigned char)*e->at) || *e->at == '_') {
        if (n + 1 < max) out[n++] = *e->at;
        e->at++;
    }
    out[n] = 0;
}

static int node_new(Example *e, NodeKind kind) {
    if (e->n == MAX_NODES) {
        fail(e, "too large");
        return 0;
    }
    e->node[e->n] = (Node){.kind = kind, .choice = -1};
    return (int)e->n++;
}

static void set_type(Example *e, Node *d, const char *w) {
    if (isdigit((unsigned char)*w)) {
        d->type = '#';
        d->bits = (uint32_t)atoi(w);
    } else {
        d->type = *w;
        if (*w == 'U') e->uses_u = true;
        if (!strchr("TUbHFD", *w) || w[1]) fail(e, "no such type");
    }
}

static int find_name(const Example *e, const char *w) {
    for (uint32_t k = 0; k < e->nnames; k++) {
        if (strcmp(e->name[k], w) == 0) return (int)k;
    }
    return -1;
}

static void add_name(Example *e, const char *w, int node) {
    if (e->nnames == 16) {
        fail(e, "too many names");
        return;
    }
    snprintf(e->name[e->nnames], sizeof e->name[0], "%.15s", w);
    e->name_node[e->nnames++] = node;
}

static int predicate(Example *e, const char *w) {
    if (strcmp(w, "p") == 0 || strcmp(w, "q") == 0) {
        e->has_pred[*w == 'q'] = true;
        return *w == 'p' ? -1 : -2;
    }
    for (int p = 0; p < IR_NPREDS; p++) {
        if (strcmp(ir_pred_names[p], w) == 0) return p;
    }
    fail(e, "no such predicate");
    return IR_EQ;
}

static void operands(Example *e, int at) {
    if (!take(e, '(')) {
        fail(e, "operands expected");
        return;
    }
    while (!e->error && !take(e, ')')) {
        int a = expr(e);
        if (e->node[at].n == MAX_CHILDREN) fail(e, "too many operands");
        if (e->error) return;
        e->node[at].arg[e->node[at].n++] = a;
        take(e, ',');
    }
}

// The number of the row of that id, 0 if there is none.
static uint32_t intrinsic_number(const char *word) {
    static const struct {
        const char *id;
        uint32_t number;
    } rows[] = {
#define INTRIN(id, name, sig, ...) {#id, IR_I_##id},
#include "ir/intrin.def"
    };
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        if (strcmp(rows[i].id, word) == 0) return rows[i].number;
    }
    return 0;
}

static int intrinsic(Example *e) {
    char w[48], ty[16];
    int at = node_new(e, N_INTRIN);
    word(e, w, sizeof w);
    e->node[at].intrin = intrinsic_number(w);
    if (!e->node[at].intrin) fail(e, "no such intrinsic");
    if (take(e, ':')) {
        word(e, ty, sizeof ty);
        set_type(e, &e->node[at], ty);
    }
    operands(e, at);
    return at;
}

static int instruction(Example *e, const char *w) {
    char suffix[16] = "";
    int at = node_new(e, N_INST), op = 0;
    while (op < IR_NOPS && strcmp(ir_ops[op].name, w) != 0) op++;
    if (op == IR_NOPS) {
        fail(e, "no such instruction");
        return at;
    }
    e->node[at].op = (uint8_t)op;
    if (take(e, ':')) {
        word(e, suffix, sizeof suffix);
        if (ir_ops[op].class == IRC_CMP) {
            e->node[at].pred = predicate(e, suffix);
        } else {
            set_type(e, &e->node[at], suffix);
        }
    }
    operands(e, at);
    return at;
}

static int leaf(Example *e, const char *w) {
    char ty[16];
    bool constant = (*w == 'C' || *w == 'K') && (!w[1] || isdigit((unsigned char)w[1]));
    int known = find_name(e, w);
    if (known >= 0) return e->name_node[known];
    int at = node_new(e, constant ? N_CONST : N_PARAM);
    e->node[at].num = constant ? e->nconst++ : e->nparams++;
    add_name(e, w, at);
    if (take(e, ':')) {
        word(e, ty, sizeof ty);
        set_type(e, &e->node[at], ty);
    }
    return at;
}

static int expr(Example *e) {
    char w[48], ty[16];
    skip(e);
    if (e->error) return 0;
    if (take(e, '@')) return intrinsic(e);
    if (*e->at == '-' || isdigit((unsigned char)*e->at)) {
        char *end;
        int at = node_new(e, N_NUMBER);
        e->node[at].num = strtoll(e->at, &end, 0);
        e->at = end;
        if (take(e, ':')) {
            word(e, ty, sizeof ty);
            set_type(e, &e->node[at], ty);
        }
        return at;
    }
    word(e, w, sizeof w);
    if (!*w) fail(e, "expression expected");
    const char *c = e->at;
    if (*c == ':') { // of an instruction's name or a leaf's
        while (*c && *c != '(' && *c != ',' && *c != ')' && *c != ';') c++;
    }
    return *c == '(' ? instruction(e, w) : leaf(e, w);
}

static void options(Example *e) {
    char w[16];
    e->default_type = 'T';
    if (!take(e, '[')) return;
    while (!e->error && !take(e, ']')) {
        word(e, w, sizeof w);
        if (isdigit((unsigned char)*w)) {
            *(e->fixed_t ? &e->fixed_u : &e->fixed_t) = (uint32_t)atoi(w);
        } else if (strcmp(w, "fast") == 0) {
            e->fast = true;
        } else if (strcmp(w, "pays") == 0) {
            e->pays = true;
        } else if (strchr("HFD", *w) && *w && !w[1]) {
            e->default_type = *w;
        } else {
            fail(e, "no such option");
        }
    }
}

bool example_parse(Example *e, const char *text) {
    *e = (Example){.text = text, .at = text};
    options(e);
    for (;;) {
        char w[48];
        const char *start = e->at;
        word(e, w, sizeof w);
        if (*w && take(e, '=')) {
            int d = expr(e);
            add_name(e, w, d);
            if (!take(e, ';')) fail(e, "; expected");
        } else {
            e->at = start;
            e->root = expr(e);
            break;
        }
        if (e->error) break;
    }
    skip(e);
    if (*e->at) fail(e, "end expected");
    return !e->error;
}

// ---- types ----

typedef struct {
    const Example *e;
    const Instance *x;
    IrBuilder b;
    IrValue *made[MAX_NODES];
    uint64_t choice[MAX_CHOICES]; // constants', predicates', flags' raw numbers
    bool bad;
} Make;

static IrType *type_of(IrModule *m, const Example *e, const Node *d, uint32_t t, uint32_t u) {
    switch (d->type) {
    case 'T': return ir_ty_int(m, t);
    case 'U': return ir_ty_int(m, u);
    case 'b': return m->ty_i1;
    case 'H': return m->ty_half;
    case 'F': return m->ty_float;
    case 'D': return m->ty_double;
    case '#': return ir_ty_int(m, d->bits);
    default: return NULL;
    }
}

static IrType *default_type(const Make *k) {
    Node d = {.type = k->e->default_type};
    return type_of(k->x->m, k->e, &d, k->x->t, k->x->u);
}

// The type a node has by itself, or NULL (a constant's comes from its neighbours).
static IrType *own_type(const Make *k, int at) {
    const Node *d = &k->e->node[at];
    IrType *t = type_of(k->x->m, k->e, d, k->x->t, k->x->u);
    if (t) return t;
    switch (d->kind) {
    case N_PARAM: return default_type(k);
    case N_CONST:
    case N_NUMBER: return NULL;
    case N_INTRIN:
    case N_INST: break;
    }
    if (d->kind == N_INST && ir_ops[d->op].class == IRC_CMP) return k->x->m->ty_i1;
    uint32_t first = d->kind == N_INST && d->op == IR_SELECT ? 1 : 0;
    for (uint32_t a = first; a < d->n && !t; a++) t = own_type(k, d->arg[a]);
    return t;
}

// ---- choices ----

enum { FLAGS = IR_NUW | IR_NSW | IR_EXACT | IR_DISJOINT | IR_NNEG | IR_SAMESIGN };
static const uint8_t plain_fmf[] = {0, IR_FMF_NSZ, IR_FMF_NNAN, IR_FMF_NINF,
                                    IR_FMF_NSZ | IR_FMF_NNAN | IR_FMF_NINF};
static const uint64_t specials[] = {0,
                                    1,
                                    2,
                                    3,
                                    7,
                                    8,
                                    10,
                                    16,
                                    24,
                                    31,
                                    32,
                                    63,
                                    255,
                                    256,
                                    0xff00,
                                    0x7fffffff,
                                    0x80000000,
                                    0xffffffff,
                                    0x100000000,
                                    INT64_MAX,
                                    1ull << 63,
                                    UINT64_MAX,
                                    UINT64_MAX - 1,
                                    0xff00ff00ff00ff00,
                                    65535,
                                    0xffff0000};
static const double fp_specials[] = {0.0,       -0.0,      1.0,      -1.0,      0.5,
                                     2.0,       -2.0,      3.0,      1e30,      0x1p-140,
                                     0x1p-1030, -0x1p-126, INFINITY, -INFINITY, NAN};

static uint32_t nflags(uint8_t op) {
    return (uint32_t)__builtin_popcount(ir_ops[op].flags & FLAGS);
}

static bool takes_fmf(const Node *d) {
    return d->kind == N_INST && (ir_ops[d->op].props & IRP_FP) && (ir_ops[d->op].props & IRP_FMF);
}

static uint64_t constant_domain(uint32_t bits) {
    return bits <= 5 ? 1ull << bits : CU_COUNT(specials) + 8;
}

// The size of a node's own choice; 1: it has none.
static uint64_t domain(const Make *k, int at) {
    const Node *d = &k->e->node[at];
    if (d->kind == N_CONST) {
        IrType *t = own_type(k, at);
        if (!t) t = default_type(k);
        return ir_ty_is_fp(t) ? CU_COUNT(fp_specials) : constant_domain(t->bits);
    }
    if (takes_fmf(d)) return CU_COUNT(plain_fmf);
    return d->kind == N_INST ? 1ull << nflags(d->op) : 1;
}

static bool compares_fp(const Make *k) {
    for (uint32_t n = 0; n < k->e->n; n++) {
        if (k->e->node[n].kind == N_INST && k->e->node[n].op == IR_FCMP) return true;
    }
    return false;
}

static void read_choices(Make *k) {
    uint64_t nth = k->x->nth;
    for (uint32_t n = 0; n < k->e->n + 2; n++) {
        bool pred = n >= k->e->n;
        if (pred && !k->e->has_pred[n - k->e->n]) continue;
        uint64_t size = pred ? (compares_fp(k) ? 16 : 10) : domain(k, (int)n);
        uint64_t *to = &k->choice[pred ? MAX_CHOICES - 2 + (n - k->e->n) : n % (MAX_CHOICES - 2)];
        *to = k->x->all ? nth % size : unit_random(k->x->rnd) % size;
        nth /= size;
    }
}

uint64_t example_count(const Example *e, uint32_t t, uint32_t u) {
    uint64_t n = 1;
    for (uint32_t at = 0; at < e->n; at++) {
        const Node *d = &e->node[at];
        uint64_t size = 1;
        if (d->kind == N_CONST &&
            (strchr("HFD", e->default_type) || (d->type && strchr("HFD", d->type)))) {
            size = CU_COUNT(fp_specials);
        } else if (d->kind == N_CONST) {
            size = constant_domain(d->type == '#' ? d->bits : CU_MAX(t, u));
        } else if (takes_fmf(d)) {
            size = CU_COUNT(plain_fmf);
        } else if (d->kind == N_INST) {
            size = 1ull << nflags(d->op);
        }
        n = n > 1 << 20 ? n : n * size;
    }
    for (int p = 0; p < 2; p++) n *= e->has_pred[p] ? 16 : 1;
    return n;
}

// ---- making ----

static IrValue *make(Make *k, int at, IrType *want);

static IrValue *constant(Make *k, int at, IrType *want) {
    const Node *d = &k->e->node[at];
    uint64_t c = k->choice[at % (MAX_CHOICES - 2)];
    IrType *t = own_type(k, at);
    if (!t) t = want ? want : default_type(k);
    if (d->kind == N_NUMBER) {
        return ir_ty_is_fp(t) ? &ir_fp(k->x->m, t, (double)d->num)->v : &ir_sint(t, d->num)->v;
    }
    if (ir_ty_is_fp(t)) return &ir_fp(k->x->m, t, fp_specials[c % CU_COUNT(fp_specials)])->v;
    if (t->bits > 5) {
        uint64_t v = c < CU_COUNT(specials) ? specials[c] : unit_random(k->x->rnd);
        if (c % 3 == 1) v = specials[c % 13] % CU_MAX(t->bits, 1u);
        if (c % 7 == 1) v = 0 - v;
        return &ir_sint(t, (int64_t)v)->v;
    }
    return &ir_int(t, c & rw_mask(t->bits))->v;
}

static uint16_t flags_of(const Node *d, uint64_t c) {
    uint16_t all = ir_ops[d->op].flags & FLAGS, f = 0;
    for (uint32_t bit = 0; bit < 16; bit++) {
        if (!(all >> bit & 1)) continue;
        if (c & 1) f |= (uint16_t)(1u << bit);
        c >>= 1;
    }
    return f;
}

static IrPred pred_of(const Make *k, const Node *d) {
    if (d->pred >= 0) return (IrPred)d->pred;
    uint64_t c = k->choice[MAX_CHOICES - 2 + (d->pred == -2)];
    return (IrPred)(d->op == IR_FCMP ? c % 16 : IR_EQ + c % 10);
}

static bool cast_fits(uint8_t op, const IrType *from, const IrType *to) {
    switch (op) {
    case IR_TRUNC: return ir_ty_is_int(from) && ir_ty_is_int(to) && from->bits > to->bits;
    case IR_ZEXT:
    case IR_SEXT: return ir_ty_is_int(from) && ir_ty_is_int(to) && from->bits < to->bits;
    case IR_FPTRUNC: return from->bits > to->bits;
    case IR_FPEXT: return from->bits < to->bits;
    case IR_BITCAST: return from->bits == to->bits;
    default: return true;
    }
}

static IrValue *make_inst(Make *k, int at, const Node *d) {
    IrValue *a[MAX_CHILDREN] = {0};
    IrType *t = NULL, *to = type_of(k->x->m, k->e, d, k->x->t, k->x->u);
    uint32_t first = d->op == IR_SELECT ? 1 : 0;
    for (uint32_t n = first; n < d->n && !t; n++) t = own_type(k, d->arg[n]);
    for (uint32_t n = 0; n < d->n && !k->bad; n++) {
        a[n] = make(k, d->arg[n], d->op == IR_SELECT && n == 0 ? k->x->m->ty_i1 : t);
    }
    if (k->bad) return NULL;
    uint64_t c = k->choice[at % (MAX_CHOICES - 2)];
    uint16_t flags = takes_fmf(d) ? 0 : flags_of(d, c);
    IrValue *v;
    k->b.fmf = takes_fmf(d) ? (k->e->fast ? IR_FMF_FAST : plain_fmf[c % CU_COUNT(plain_fmf)]) : 0;
    switch (ir_ops[d->op].class) {
    case IRC_BINARY:
        k->bad = a[0]->type != a[1]->type;
        if (k->bad) return NULL;
        v = ir_bin(&k->b, (IrOp)d->op, flags, a[0], a[1]);
        break;
    case IRC_CAST:
        k->bad = !cast_fits(d->op, a[0]->type, to);
        if (k->bad) return NULL;
        v = ir_cast(&k->b, (IrOp)d->op, flags, a[0], to);
        break;
    case IRC_CMP:
        k->bad = a[0]->type != a[1]->type;
        if (k->bad) return NULL;
        v = ir_cmp(&k->b, pred_of(k, d), a[0], a[1]);
        if (d->op == IR_ICMP) v->flags = flags;
        break;
    default:
        k->bad = true;
        if (d->op == IR_SELECT) {
            k->bad = a[1]->type != a[2]->type || !ir_ty_is_i(a[0]->type, 1);
            return k->bad ? NULL : ir_select(&k->b, a[0], a[1], a[2]);
        }
        if (d->op != IR_FNEG && d->op != IR_FREEZE) return NULL;
        k->bad = false;
        v = d->op == IR_FNEG ? ir_fneg(&k->b, a[0]) : ir_freeze(&k->b, a[0]);
    }
    return v;
}

static IrValue *make(Make *k, int at, IrType *want) {
    const Node *d = &k->e->node[at];
    if (k->made[at] || k->bad) return k->made[at];
    IrValue *a[MAX_CHILDREN] = {0}, *v = NULL;
    switch (d->kind) {
    case N_PARAM: v = &k->b.fn->arg[d->num]->v; break;
    case N_CONST:
    case N_NUMBER: return k->made[at] = constant(k, at, want);
    case N_INST: v = make_inst(k, at, d); break;
    case N_INTRIN: {
        IrType *t = NULL;
        for (uint32_t n = 0; n < d->n && !t; n++) t = own_type(k, d->arg[n]);
        for (uint32_t n = 0; n < d->n && !k->bad; n++) a[n] = make(k, d->arg[n], t);
        if (k->bad) return NULL;
        IrType *slot = type_of(k->x->m, k->e, d, k->x->t, k->x->u);
        k->b.fmf = k->e->fast ? IR_FMF_FAST : 0;
        v = ir_call_intrin(&k->b, (IrIntrin)d->intrin, slot, d->n, a);
        break;
    }
    }
    return k->made[at] = v;
}

IrFunc *example_make(const Example *e, const Instance *x) {
    Make k = {.e = e, .x = x};
    IrType *par[8] = {0};
    for (uint32_t n = 0; n < e->n; n++) {
        if (e->node[n].kind == N_PARAM && e->node[n].num < 8)
            par[e->node[n].num] = own_type(&k, (int)n);
    }
    read_choices(&k);
    IrType *ret = own_type(&k, e->root);
    if (!ret) ret = default_type(&k);
    IrFunc *f = ir_func_new(x->m, atom_cstr(x->m->ctx, "rule"),
                            ir_ty_func(x->m, ret, e->nparams, par, false), IR_INTERNAL);
    k.b = ir_builder(f, ir_block_new(f, 0));
    k.b.no_fold = true;
    IrValue *v = make(&k, e->root, ret);
    if (k.bad || !v || v->type != ret || v->kind != IR_V_INST) {
        ir_func_drop_body(f);
        ir_global_remove(&f->g);
        return NULL;
    }
    ir_ret(&k.b, v);
    return f;
}
