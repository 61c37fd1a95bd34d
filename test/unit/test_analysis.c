// SPDX-License-Identifier: Apache-2.0
// analysis and opt_simplify against brute force: dominators and loops of random graphs, known bits
// and simplifications of random expressions over i4 for all inputs.
#include "opt/scalar/scalar.h"
#include "unit.h"

static uint64_t seed = 1;         // a test is one thread
static uint32_t rnd(uint32_t n) {
    return (uint32_t)(unit_random(&seed) >> 32) % n;
}

// ---- graphs ----

static bool reaches(IrBlock *from, IrBlock *to, IrBlock *without, uint8_t *seen) {
    if (from == without || seen[from->v.id]) return false;
    if (from == to) return true;
    seen[from->v.id] = 1;
    IrInst *t = ir_term(from);
    for (uint32_t k = 0; k < ir_nsucc(t); k++) {
        if (reaches(ir_succ(t, k), to, without, seen)) return true;
    }
    return false;
}

static bool path(IrFunc *f, IrBlock *from, IrBlock *to, IrBlock *without) {
    uint8_t seen[64] = {0};
    return reaches(from, to, without, seen);
}

static bool to_exit_without(IrFunc *f, IrBlock *from, IrBlock *without) {
    IR_FOREACH_BLOCK(bb, f) {
        if (ir_nsucc(bb->last) == 0 && path(f, from, bb, without)) return true;
    }
    return false;
}

static void random_graph(IrModule *m) {
    IrType *par[1] = {m->ty_i1};
    IrFunc *f = ir_func_new(m, atom_cstr(m->ctx, "g"), ir_ty_func(m, m->ty_void, 1, par, false), 0);
    IrBlock *bb[12];
    uint32_t n = 2 + rnd(11);
    for (uint32_t i = 0; i < n; i++) bb[i] = ir_block_new(f, 0);
    for (uint32_t i = 0; i < n; i++) {
        IrBuilder b = ir_builder(f, bb[i]);
        uint32_t k = rnd(8);
        if (k == 0 || i == n - 1) {
            ir_ret(&b, NULL);
        } else if (k < 3) {
            ir_br(&b, bb[1 + rnd(n - 1)]);
        } else {
            ir_condbr(&b, &f->arg[0]->v, bb[1 + rnd(n - 1)], bb[1 + rnd(n - 1)]);
        }
    }
    AnFunc an;
    an_init(&an, f->g.m->ctx);
    an_begin(&an, f);
    const AnDom *d = an_dom(&an), *pd = an_pdom(&an);
    const AnLoops *ls = an_loops(&an);
    bool all_exit = true; // endless loops count as exits of their own: not what brute force says
    for (uint32_t i = 0; i < n; i++) all_exit = all_exit && to_exit_without(f, bb[i], NULL);
    for (uint32_t i = 0; i < n; i++) {
        bool reach = path(f, bb[0], bb[i], NULL);
        CHECK(an_reachable(an_cfg(&an), bb[i]) == reach);
        for (uint32_t j = 0; j < n; j++) {
            bool dom = !reach || i == j || !path(f, bb[0], bb[i], bb[j]);
            if (reach && path(f, bb[0], bb[j], NULL)) CHECK(an_dominates(d, bb[j], bb[i]) == dom);
            if (all_exit) {
                bool pdom = i == j || !to_exit_without(f, bb[i], bb[j]);
                CHECK(an_dominates(pd, bb[j], bb[i]) == pdom);
            }
        }
        // in a loop of header h: h dominates it and it reaches h back without leaving through h
        for (uint32_t j = 0; j < ls->all.n; j++) {
            const AnLoop *l = ls->all.at[j];
            bool in = false;
            IR_FOREACH_PRED(u, l->header) {
                IrBlock *p = u->user->block;
                if (!an_reachable(an_cfg(&an), p) || !an_dominates(d, l->header, p)) continue;
                in = in || bb[i] == l->header || path(f, bb[i], p, l->header);
            }
            CHECK(an_in_loop(ls, l, bb[i]) == (in && reach && an_dominates(d, l->header, bb[i])));
        }
    }
    CHECK(an_check(&an) == NULL);
    an_free(&an);
    ir_global_remove(&f->g);
}

// ---- pressure ----

typedef struct {
    IrFunc *f;
    AnFunc an;
    IrInst *def[12 * 8];
    uint32_t n;
} Lives;

// A definition of the type that dominates the end of the block, or a constant.
static IrValue *some_value(Lives *l, IrType *t, IrBlock *bb) {
    const AnDom *d = an_dom(&l->an);
    for (uint32_t tries = 0; tries < 20 && l->n; tries++) {
        IrInst *i = l->def[rnd(l->n)];
        if (i->v.type == t && (i->block == bb || an_dominates(d, i->block, bb))) return &i->v;
    }
    return &ir_int(t, 1)->v;
}

static void fill_blocks(Lives *l) {
    IrModule *m = l->f->g.m;
    IrType *types[3] = {m->ty_i32, ir_ty_int(m, 64), m->ty_i1};
    const AnCfg *cfg = an_cfg(&l->an);
    for (uint32_t k = 1; k < cfg->n; k++) { // phis, whose operands come later
        IrBuilder b = ir_builder_at(cfg->rpo[k]->first);
        for (uint32_t c = rnd(3); c-- > 0;) l->def[l->n++] = ir_phi(&b, types[rnd(3)], 0);
    }
    for (uint32_t k = 0; k < cfg->n; k++) {
        IrBuilder b = ir_builder_at(ir_term(cfg->rpo[k]));
        for (uint32_t c = rnd(4); c-- > 0;) {
            IrType *t = types[rnd(3)];
            b.no_fold = true;
            IrValue *y = some_value(l, t, cfg->rpo[k]);
            l->def[l->n++] = ir_as_inst(ir_bin(&b, IR_XOR, 0, y, some_value(l, t, cfg->rpo[k])));
        }
    }
    for (uint32_t k = 0; k < l->n; k++) {
        IrInst *phi = l->def[k];
        if (phi->v.op != IR_PHI) continue;
        IR_FOREACH_PRED(u, phi->block) {
            IrBlock *from = u->user->block;
            bool there = an_reachable(cfg, from);
            ir_phi_add(phi, there ? some_value(l, phi->v.type, from) : &ir_int(phi->v.type, 1)->v,
                       from);
        }
    }
}

// Whether some use of d is reached from instruction i on without coming by d again.
static bool alive_before(IrInst *d, IrInst *i, uint8_t *seen) {
    for (; i; i = i->next) {
        if (i == d) return false;
        for (uint32_t k = 0; i->v.op != IR_PHI && k < i->nops; k++) {
            if (ir_op(i, k) == &d->v) return true;
        }
        for (uint32_t s = 0; !i->next && s < ir_nsucc(i); s++) {
            IrBlock *to = ir_succ(i, s);
            for (IrInst *phi = to->first; phi->v.op == IR_PHI; phi = phi->next) {
                if (ir_phi_value(phi, (uint32_t)ir_phi_find(phi, i->block)) == &d->v) return true;
            }
            bool again = (d->block == to && d->v.op == IR_PHI) || seen[to->v.id];
            seen[to->v.id] = 1;
            if (!again && alive_before(d, to->first, seen)) return true;
        }
    }
    return false;
}

static void check_block(Lives *l, IrBlock *bb) {
    AnRegs most = {0, 0}, got = an_pressure(&l->an)->most[bb->v.id];
    IR_FOREACH_INST(i, bb) {
        AnRegs now = {0, 0};
        for (uint32_t k = 0; k < l->n && i->v.op != IR_PHI; k++) {
            uint8_t seen[64] = {0};
            // what begins in front of i and is not used any more is not there
            if (!an_dominates_inst(an_dom(&l->an), l->def[k], i)) continue;
            if (!alive_before(l->def[k], i, seen)) continue;
            now.regs += an_type_regs(l->def[k]->v.type).regs;
            now.preds += an_type_regs(l->def[k]->v.type).preds;
        }
        most = (AnRegs){CU_MAX(most.regs, now.regs), CU_MAX(most.preds, now.preds)};
    }
    CHECK(got.regs == most.regs && got.preds == most.preds);
}

static void random_pressure(IrModule *m) {
    static Lives l;
    memset(&l, 0, sizeof l);
    l.f = ir_func_new(m, atom_cstr(m->ctx, "p"), ir_ty_func(m, m->ty_void, 0, NULL, false), 0);
    IrBlock *bb[12];
    uint32_t n = 2 + rnd(11);
    for (uint32_t i = 0; i < n; i++) bb[i] = ir_block_new(l.f, 0);
    for (uint32_t i = 0; i < n; i++) {
        IrBuilder b = ir_builder(l.f, bb[i]);
        uint32_t x = 1 + rnd(n - 1), y = 1 + rnd(n - 1);
        b.no_fold = true;
        if (i == n - 1) {
            ir_ret(&b, NULL);
        } else if (x == y) {
            ir_br(&b, bb[x]);
        } else {
            ir_condbr(&b, &ir_int(m->ty_i1, 1)->v, bb[x], bb[y]);
        }
    }
    an_init(&l.an, m->ctx);
    an_begin(&l.an, l.f);
    fill_blocks(&l);
    CHECK(!an_pressure(&l.an)->full);
    for (uint32_t k = 0; k < an_cfg(&l.an)->n; k++) check_block(&l, an_cfg(&l.an)->rpo[k]);
    an_free(&l.an);
    ir_global_remove(&l.f->g);
}

// ---- values ----

enum { BITS = 4, INPUTS = 1 << (2 * BITS), OPS = 10 };
typedef struct {
    IrValue *v;
    IrConst *at[INPUTS];
} Table;

static IrConst *value_at(IrModule *m, Table *t, uint32_t n, IrValue *v, uint32_t in) {
    if (ir_is_const(v)) return (IrConst *)v;
    for (uint32_t k = 0; k < n; k++) {
        if (t[k].v == v) return t[k].at[in];
    }
    return NULL;
}

static void fill(IrModule *m, Table *t, uint32_t n, IrInst *i) {
    t[n].v = &i->v;
    for (uint32_t in = 0; in < INPUTS; in++) {
        IrConst *op[3] = {0};
        for (uint32_t k = 0; k < i->nops; k++) op[k] = value_at(m, t, n, ir_op(i, k), in);
        IrConst *r = NULL;
        bool poison = false;
        for (uint32_t k = 0; k < i->nops; k++) poison = poison || !op[k] || ir_is_poison(&op[k]->v);
        if (i->v.op == IR_SELECT) {
            r = op[0] && op[0]->v.kind == IR_C_INT ? op[ir_is_zero(&op[0]->v) ? 2 : 1] : NULL;
        } else if (!poison && ir_ops[i->v.op].class == IRC_BINARY) {
            r = ir_fold_bin(m, i->v.op, i->v.flags, op[0], op[1]);
        } else if (!poison && i->v.op == IR_ICMP) {
            r = ir_fold_cmp(m, i->pred, op[0], op[1]);
        } else if (!poison) {
            r = ir_fold_cast(m, i->v.op, op[0], i->v.type);
        }
        t[n].at[in] = r ? r : ir_poison(m, i->v.type); // undefined behaviour counts as poison
    }
}

static void check_value(IrModule *m, Table *t, uint32_t n, IrInst *i) {
    AnBits k = an_known_bits(&i->v);
    uint32_t sb = an_sign_bits(&i->v), bits = i->v.type->bits;
    bool nz = an_is_nonzero(&i->v);
    IrValue *s = opt_simplify(m, i);
    for (uint32_t in = 0; in < INPUTS; in++) {
        IrConst *c = t[n].at[in];
        if (c->v.kind != IR_C_INT) continue;
        bool ok = (c->bits & k.zero) == 0 && (c->bits & k.one) == k.one;
        int64_t v = ir_sval(c);
        ok = ok && v >> (bits - sb) == (v < 0 ? -1 : 0) && (!nz || v);
        IrConst *by = s ? value_at(m, t, n, s, in) : c;
        if (!ok || by != c) {
            Buf b;
            buf_init(&b, &m->ctx->perm);
            ir_print_func(i->block->fn, &b);
            ir_print_inst(i, &b);
            fprintf(stderr, "%s: input %u, simplified %d\n", buf_cstr(&b), in, s != NULL);
            CHECK(ok && by == c);
            return;
        }
    }
    CHECK(true);
}

static IrInst *random_inst(IrModule *m, IrBuilder *b, Table *t, uint32_t n) {
    static const IrOp ops[] = {IR_ADD,  IR_SUB,  IR_MUL,  IR_AND,  IR_OR,   IR_XOR,
                               IR_SHL,  IR_LSHR, IR_ASHR, IR_UDIV, IR_UREM, IR_SDIV,
                               IR_SREM, IR_ADD,  IR_AND,  IR_OR,   IR_XOR,  IR_SUB};
    IrType *i4 = ir_ty_int(m, BITS);
    IrValue *x[3];
    for (int k = 0; k < 3; k++) {
        do {
            x[k] = rnd(4) == 0 ? &ir_int(i4, rnd(16))->v : t[rnd(n)].v;
        } while (x[k]->type != i4);
    }
    uint32_t kind = rnd(10);
    b->no_fold = true;
    if (kind == 0) return ir_as_inst(ir_cmp(b, IR_EQ + rnd(10), x[0], x[1]));
    if (kind == 1) {
        IrValue *c = ir_cmp(b, IR_EQ + rnd(10), x[0], x[1]);
        fill(m, t, n, ir_as_inst(c));
        return NULL; // the caller makes the select
    }
    if (kind == 2) {
        IrValue *w = ir_cast(b, rnd(2) ? IR_ZEXT : IR_SEXT, 0, x[0], m->ty_i8);
        fill(m, t, n, ir_as_inst(w));
        return NULL;
    }
    return ir_as_inst(ir_bin(b, ops[rnd(CU_COUNT(ops))], 0, x[0], x[1]));
}

static void random_expr(IrModule *m) {
    IrType *i4 = ir_ty_int(m, BITS), *par[2] = {i4, i4};
    IrFunc *f = ir_func_new(m, atom_cstr(m->ctx, "e"), ir_ty_func(m, m->ty_void, 2, par, false), 0);
    IrBuilder b = ir_builder(f, ir_block_new(f, 0));
    static Table t[2 * OPS + 4];
    uint32_t n = 2;
    for (uint32_t k = 0; k < 2; k++) {
        t[k].v = &f->arg[k]->v;
        for (uint32_t in = 0; in < INPUTS; in++) t[k].at[in] = ir_int(i4, in >> (k * BITS) & 15);
    }
    for (uint32_t k = 0; k < OPS; k++) {
        IrInst *i = random_inst(m, &b, t, n);
        if (!i) {
            IrValue *v = t[n].v;
            check_value(m, t, n++, ir_as_inst(v));
            IrValue *y = ir_ty_is_i(v->type, 1) ? ir_select(&b, v, t[rnd(2)].v, t[rnd(2)].v)
                                                : ir_cast(&b, IR_TRUNC, 0, v, i4);
            i = ir_as_inst(y);
            if (!i) continue;
        }
        fill(m, t, n, i);
        check_value(m, t, n++, i);
    }
    ir_ret(&b, NULL);
    ir_global_remove(&f->g);
}

int main(void) {
    Ctx ctx;
    ctx_init(&ctx);
    IrModule *m = ir_module_new(&ctx, atom_cstr(&ctx, "t"));
    for (int k = 0; k < 300; k++) random_graph(m);
    for (int k = 0; k < 300; k++) random_pressure(m);
    for (int k = 0; k < 1500; k++) random_expr(m);
    ir_module_free(m);
    ctx_free(&ctx);
    return UNIT_END();
}
