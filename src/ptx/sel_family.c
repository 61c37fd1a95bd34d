// SPDX-License-Identifier: Apache-2.0
// Intrinsics whose PTX form stands in src/ir/intrin_family.def: the form's text with registers in
// the place of its marks. The result is text (PTXI_raw), like inline assembly; the reader and the
// virtual machine see instructions again.
#include "ptx/sel.h"

typedef struct Form {
    Sel *s;
    IrInst *i;
    const IrFamily *f;
    uint32_t nargs;
    PtxOpnd **arg; // registers of each argument, made when first named
    uint32_t *narg;
    PtxOpnd *res;
    uint32_t nres;
    uint32_t coord, ndim, ncoord; // of the last %t
    SelRaw *raw;
    Buf *b;      // its text
    bool absent; // of the last argument, a number, that older LLVM does not have: nargs counts it
    bool bad;
} Form;

static bool packed(const IrType *t) { // lives in one 32-bit register
    return t->kind == IR_TY_VECTOR && t->n * t->elem->bits == 32 && t->elem->bits < 32;
}

enum { AS_TENSOR = 6 }; // tensor memory (NVPTX usage guide)

// The register that a small vector has as the result of such a call, not yet taken apart, or NULL:
// from a matrix load to the product nothing need be done.
static PtxOpnd *whole_register(const Sel *s, const IrValue *v) {
    const IrInst *part = ir_as_op(v, IR_EXTRACTVALUE);
    if (part && part->nidx != 1) return NULL;
    const IrValue *call = part ? ir_op(part, 0) : v;
    PtxOpnd *of = map_get(&s->whole, (uintptr_t)call);
    return of ? of + (part ? part->idx[0] : 0) : NULL;
}

// An argument; of a generic address that is a cast of a global or shared one, that one, where the
// form names the space (memory-space-opt leaves it so).
static IrValue *argument(const Form *c, uint32_t k) {
    IrValue *v = ir_op(c->i, k), *from = NULL;
    bool generic = v->type->kind == IR_TY_PTR && v->type->as == IR_AS_GENERIC;
    if (!generic || k != 0 || strncmp(c->f->form, "wmma.", 5)) return v;
    IrInst *cast = ir_as_op(v, IR_ADDRSPACECAST);
    if (cast) from = ir_op(cast, 0);
    if (v->kind == IR_C_EXPR && v->op == IR_ADDRSPACECAST) from = &((IrConst *)v)->elem[0]->v;
    bool named = from && (from->type->as == IR_AS_GLOBAL || from->type->as == IR_AS_SHARED);
    return named ? from : v;
}

static void make_arg(Form *c, uint32_t k) {
    Sel *s = c->s;
    if (c->arg[k]) return;
    IrValue *v = argument(c, k);
    if (packed(v->type)) {
        PtxOpnd *o = whole_register(s, v);
        if (o) {
            c->arg[k] = o;
            c->narg[k] = 1;
            return;
        }
        o = sel_new(s, 1);
        bool constant = ir_is_const(v);
        IrConst *bits =
            constant ? ir_fold_cast(s->g->m, IR_BITCAST, (IrConst *)v, s->g->m->ty_i32) : NULL;
        if (bits && bits->v.kind == IR_C_INT) { // both halves in one move, made once
            o[0] = sel_kept_in_reg(s, &bits->v, sel_opnds(s, &bits->v)[0], SC_I32);
        } else {
            sel_bitcast_parts(s, v->type, sel_opnds(s, v), s->g->m->ty_i32, o);
            o[0] = sel_in_reg(s, o[0], SC_I32);
        }
        c->arg[k] = o;
        c->narg[k] = 1;
        return;
    }
    SelParts *p = sel_parts(s->g, v->type);
    PtxOpnd *in = sel_opnds(s, v), *o = sel_new(s, p->n);
    if (v->type->kind == IR_TY_PTR && v->type->as == AS_TENSOR) { // 32 bits, whatever the layout
        o[0] = sel_resize(s, sel_in_reg(s, in[0], sel_class(s, v->type)), sel_class(s, v->type),
                          v->type->bits, SC_I32, false);
        o[0] = sel_in_reg(s, o[0], SC_I32);
        c->arg[k] = o;
        c->narg[k] = 1;
        return;
    }
    for (uint32_t j = 0; j < p->n; j++) {
        bool whole = p->n == 1;
        o[j] =
            whole ? sel_kept_in_reg(s, v, in[j], p->at[j].cls) : sel_in_reg(s, in[j], p->at[j].cls);
    }
    c->arg[k] = o;
    c->narg[k] = p->n;
}

static void put_list(Form *c, const PtxOpnd *o, uint32_t n, bool first, bool written) {
    for (uint32_t k = 0; k < n; k++) {
        if (k || !first) buf_puts(c->b, ", ");
        sel_raw_reg(c->s, c->raw, o[k], written);
    }
}

static void put_args(Form *c, uint32_t from, uint32_t to) { // to: one beyond the last
    if (to > c->nargs - c->absent || from > to) {
        c->bad = true;
        return;
    }
    for (uint32_t k = from; k < to; k++) {
        make_arg(c, k);
        put_list(c, c->arg[k], c->narg[k], k == from, false);
    }
}

static uint32_t number(const char **p) {
    uint32_t n = 0;
    while (**p >= '0' && **p <= '9') n = n * 10 + (uint32_t)(*(*p)++ - '0');
    return n;
}

// "3" or "<2": an argument's index
static uint32_t position(Form *c, const char **p) {
    if (**p != '<') return number(p);
    (*p)++;
    uint32_t back = number(p);
    if (back > c->nargs) c->bad = true;
    return back > c->nargs ? 0 : c->nargs - back;
}

static const IrConst *constant(Form *c, uint32_t k) {
    if (c->absent && k + 1 == c->nargs) return ir_int(c->s->g->m->ty_i32, 0);
    const IrConst *v = k < c->nargs ? ir_as_cint(ir_op(c->i, k)) : NULL;
    if (!v) c->bad = true;
    return v;
}

// Three coordinates are written as four, the last twice (PTX ISA, tex: .v4 vectors).
static void put_vector(Form *c, uint32_t from, uint32_t n) {
    buf_putc(c->b, '{');
    put_args(c, from, from + n);
    if (n == 3) {
        buf_puts(c->b, ", ");
        put_args(c, from + 2, from + 3);
    }
    buf_putc(c->b, '}');
}

static void coordinates(Form *c, uint32_t from) {
    const char *g = ir_family_word(c->f, 'g', 0);
    bool array = g && g[0] == 'a';
    if (array) g++;
    c->ndim = !g ? 2 : g[0] == 'c' ? 3 : (uint32_t)(g[0] - '0');
    c->ncoord = c->ndim + array;
    c->coord = from;
    put_vector(c, from, c->ncoord);
}

static void put_space(Form *c, uint32_t k, const char *shared) {
    if (k >= c->nargs || argument(c, k)->type->kind != IR_TY_PTR) {
        c->bad = true;
        return;
    }
    uint32_t as = argument(c, k)->type->as;
    buf_puts(c->b, as == IR_AS_GLOBAL           ? ".global"
                   : as == IR_AS_SHARED         ? shared
                   : as == IR_AS_SHARED_CLUSTER ? ".shared::cluster"
                                                : "");
}

static void put_result(Form *c, const char **p) {
    if ((**p == '-' || **p == '<') && c->nres > 1) {
        bool last = *(*p)++ == '<';
        put_list(c, last ? c->res + c->nres - 1 : c->res, last ? 1 : c->nres - 1, true, true);
        return;
    }
    if (**p < '0' || **p > '9') {
        put_list(c, c->res, c->nres, true, true);
        return;
    }
    uint32_t k = number(p);
    if (k < c->nres)
        put_list(c, c->res + k, 1, true, true);
    else
        c->bad = true;
}

static void fragment(Form *c, char which, uint32_t end) {
    uint32_t a = 0, b = 0;
    if (!ir_family_fragments(c->f, &a, &b)) c->bad = true;
    if (which == 'A')
        put_args(c, 0, a);
    else if (which == 'B')
        put_args(c, a, a + b);
    else
        put_args(c, a + b, end);
}

// A mark behind '%'. Returns the text behind it.
static const char *mark(Form *c, const char *p) {
    char k = *p;
    switch (k) {
    case '%': buf_putc(c->b, '%'); return p + 1;
    case 'r':
        p++;
        put_result(c, &p);
        return p;
    case '#': {
        p++;
        const IrConst *v = constant(c, position(c, &p));
        if (v) buf_i64(c->b, ir_sval(v));
        return p;
    }
    case 's':
    case 'S':
        p++;
        put_space(c, number(&p), k == 's' ? ".shared" : ".shared::cta");
        return p;
    case 'p': {
        p++;
        uint32_t a = number(&p);
        bool half = a < c->nargs && ir_op(c->i, a)->type->bits == 32;
        buf_puts(c->b, half ? "u32" : "u64");
        return p;
    }
    case 'A':
    case 'B':
    case 'C': {
        p++;
        bool more = k == 'C' && *p == '<';
        fragment(c, k, more ? position(c, &p) : c->nargs);
        return p;
    }
    case 't':
        p++;
        coordinates(c, number(&p));
        return p;
    case 'l': put_args(c, c->coord + c->ncoord, c->coord + c->ncoord + 1); return p + 1;
    case 'v': put_args(c, c->coord + c->ncoord, c->nargs); return p + 1;
    case 'd':
        put_vector(c, c->coord + c->ncoord, c->ndim);
        buf_puts(c->b, ", ");
        put_vector(c, c->coord + c->ncoord + c->ndim, c->ndim);
        return p + 1;
    default: break;
    }
    uint32_t from = position(c, &p), to = from + 1;
    if (*p == '-') {
        p++;
        bool open = *p != '<' && (*p < '0' || *p > '9');
        to = open ? c->nargs : position(c, &p) + 1;
    }
    put_args(c, from, to);
    return p;
}

// Behind "?N": the text of "[a|b|c]" whose number the argument is. Returns what follows.
static const char *choice(Form *c, const IrConst *v, const char *p) {
    uint64_t k = v ? ir_uval(v) : 0;
    for (; k; k--) {
        p += strcspn(p + 1, "|]") + 1;
        if (*p == ']') c->bad = true;
        if (*p == ']') return p + 1;
    }
    size_t n = strcspn(p + 1, "|]");
    buf_write(c->b, p + 1, n);
    return strchr(p, ']') + 1;
}

static void expand(Form *c, const char *p) {
    bool skip = false, inside = false; // in the braces of a condition
    uint32_t word_seen[128] = {0};
    while (*p) {
        if (*p == '?') {
            const IrConst *v = NULL;
            const char *w = p[1] == '$' ? ir_family_word(c->f, p[2], 0) : NULL;
            if (p[1] == '$')
                p += 3;
            else
                p++, v = constant(c, position(c, &p));
            if (*p == '[') {
                p = choice(c, v, p);
                continue;
            }
            skip = w ? !*w : !v || !ir_uval(v);
            inside = true;
            p += *p == '{';
        } else if (inside && *p == '}') {
            inside = skip = false;
            p++;
        } else if (skip) {
            p++;
        } else if (*p == '$') {
            char set = p[1];
            const char *w = ir_family_word(c->f, set, word_seen[set & 127]);
            if (w && ir_family_word(c->f, set, word_seen[set & 127] + 1)) word_seen[set & 127]++;
            buf_puts(c->b, w ? w : "");
            p += 2;
        } else if (*p == '%') {
            p = mark(c, p + 1);
        } else {
            buf_putc(c->b, *p++);
        }
    }
}

// Registers for the results, and the value's parts from them (when they are other registers).
static void results(Form *c) {
    Sel *s = c->s;
    IrType *t = c->i->v.type;
    if (t->kind == IR_TY_VOID) return;
    uint32_t n = t->kind == IR_TY_STRUCT ? (uint32_t)t->n : 1;
    SelParts *p = sel_parts(s->g, t);
    c->res = sel_new(s, p->n + n);
    for (uint32_t k = 0; k < n; k++) {
        IrType *e = t->kind == IR_TY_STRUCT ? ir_ty_member(t, k) : t;
        SelParts *ep = sel_parts(s->g, e);
        if (packed(e)) {
            c->res[c->nres++] = sel_o(sel_tmp(s, SC_I32));
            continue;
        }
        for (uint32_t j = 0; j < ep->n; j++)
            c->res[c->nres++] = sel_o(sel_tmp(s, (SelClass)ep->at[j].cls));
    }
}

static void give_results(Form *c) {
    Sel *s = c->s;
    IrType *t = c->i->v.type;
    if (t->kind == IR_TY_VOID) return;
    uint32_t n = t->kind == IR_TY_STRUCT ? (uint32_t)t->n : 1, at = 0, from = 0;
    PtxOpnd *out = sel_new(s, sel_parts(s->g, t)->n), *whole = sel_new(s, n);
    for (uint32_t k = 0; k < n; k++) {
        IrType *e = t->kind == IR_TY_STRUCT ? ir_ty_member(t, k) : t;
        SelParts *ep = sel_parts(s->g, e);
        if (packed(e)) {
            whole[k] = c->res[from];
            sel_bitcast_parts(s, s->g->m->ty_i32, &c->res[from++], e, out + at);
        } else {
            for (uint32_t j = 0; j < ep->n; j++) out[at + j] = c->res[from++];
        }
        at += ep->n;
    }
    map_put(&s->whole, (uintptr_t)c->i, whole);
    sel_set(s, c->i, out);
}

bool sel_target_has(Sel *s, IrInst *i, uint32_t sm, uint32_t version) {
    const SelModule *g = s->g;
    const Target *target = g->o->target, *first = NULL;
    if (sm & IR_SM_FEATURE) {
        TargetFeature f = (TargetFeature)(sm & ~(uint32_t)IR_SM_FEATURE);
        if (!target_has(target, f)) first = target_feature_first(f);
    } else if (g->sm < sm) {
        first = target_find(sm, 0);
    }
    if (!first && g->pm->version >= version) return true;
    const char *name = atom_str(s->ctx, ir_called(i)->g.v.name);
    if (!first)
        diag(s->ctx, &ptx_diag_rows[PTXD_intrin_version], s->fn->g.pos, name, version / 10,
             version % 10);
    else if (first->suffix)
        diag(s->ctx, &ptx_diag_rows[PTXD_intrin_arch], s->fn->g.pos, name, first->name,
             target->name);
    else
        diag(s->ctx, &ptx_diag_rows[PTXD_intrin_sm], s->fn->g.pos, name, first->name);
    if (i->v.type->kind != IR_TY_VOID) sel_def(s, i);
    return false;
}

// PTX had .satfinite for the matrices of floats up to version 6.4 only; ptxas refuses it in what is
// written here.
static bool saturates_floats(const IrFamily *f) {
    const char *saturate = ir_family_word(f, '5', 0), *types = ir_family_word(f, 'E', 0);
    return saturate && *saturate && !(types && strncmp(types, ".s32", 4) == 0);
}

// What a function calls again and again (matrix products) is matched once.
static const IrFamily *family_of(Sel *s, const IrFunc *fn) {
    void **slot = map_slot(&s->families, (uintptr_t)fn);
    if (*slot) return *slot;
    const char *name = atom_str(s->ctx, fn->g.v.name);
    IrFamily f;
    if (!ir_family_match(name, strlen(name), &f)) return NULL;
    IrFamily *kept = arena_new(s->a, IrFamily);
    *kept = f;
    *slot = kept;
    return kept;
}

bool sel_family(Sel *s, IrInst *i) {
    IrFunc *fn = ir_called(i);
    const char *name = atom_str(s->ctx, fn->g.v.name);
    const IrFamily *f = family_of(s, fn);
    if (!f) return false;
    if (!sel_target_has(s, i, f->sm, f->version)) return true;
    if (saturates_floats(f)) {
        diag(s->ctx, &ptx_diag_rows[PTXD_intrin_refused], s->fn->g.pos, name,
             "PTX has no .satfinite for a matrix of floats from version 6.5 on");
        if (i->v.type->kind != IR_TY_VOID) sel_def(s, i);
        return true;
    }
    SelRaw raw = {0};
    buf_init(&raw.text, s->a);
    Form c = {.s = s, .i = i, .f = f, .nargs = ir_call_nargs(i), .raw = &raw, .b = &raw.text};
    if (*f->form == '~') { // flags are i1 but for the newer one
        c.absent = c.nargs && ir_ty_is_i(ir_op(i, c.nargs - 1)->type, 1);
        c.nargs += c.absent;
    }
    c.arg = arena_array(s->a, PtxOpnd *, c.nargs + 1);
    c.narg = arena_array(s->a, uint32_t, c.nargs + 1);
    results(&c);
    expand(&c, f->form + (*f->form == '~'));
    if (c.bad) {
        diag(s->ctx, &ptx_diag_rows[PTXD_intrin_args], s->fn->g.pos, name);
        if (i->v.type->kind != IR_TY_VOID) sel_def(s, i);
        return true;
    }
    sel_raw_emit(s, &raw);
    give_results(&c);
    return true;
}
