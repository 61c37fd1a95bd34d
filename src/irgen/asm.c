// SPDX-License-Identifier: Apache-2.0
// Inline PTX. GNU operands become LLVM inline asm: "%0" is "$0", "%%" is "%", "[name]" is resolved;
// the result is one value, or a struct of several. Constraint letters: "Inline PTX Assembly in
// CUDA".
#include "irgen/gen.h"
#include "cxx/constant/constant.h"

typedef struct AsmGen {
    Fn *fn;
    AsmData *d;
    Buf text, cons;
    Place *out;
    uint32_t nout;
    IrType **rty;
    IrValue **arg;
    uint32_t narg;
} AsmGen;

static const struct AsmLetter {
    char letter;
    uint8_t size;
    bool fp;
} asm_letters[] = {{'h', 2, false}, {'r', 4, false}, {'l', 8, false}, {'q', 16, false},
                   {'f', 4, true},  {'d', 8, true},  {'b', 1, false}};

static const struct AsmLetter *find_letter(char c) {
    for (uint32_t i = 0; i < CU_COUNT(asm_letters); i++) {
        if (asm_letters[i].letter == c) return &asm_letters[i];
    }
    return NULL;
}

static char operand_letter(const AsmOperand *o, bool *inout) {
    const char *s = o->constraint;
    *inout = false;
    for (; *s == '=' || *s == '+' || *s == '&'; s++) *inout |= *s == '+';
    return s[0] && !s[1] ? s[0] : 0;
}

// The front end has checked the letter and the type's size (cuda/asm.c).
static IrType *register_type(AsmGen *a, char letter) {
    const struct AsmLetter *l = find_letter(letter);
    IrModule *m = a->fn->g->m;
    if (!l) return m->ty_i32;
    if (l->fp) return l->size == 4 ? m->ty_float : m->ty_double;
    return ir_ty_int(m, l->size * 8u);
}

static IrValue *to_register(AsmGen *a, IrValue *v, IrType *t) {
    IrBuilder *b = &a->fn->b;
    if (v->type == t) return v;
    if (v->type->kind == IR_TY_PTR) v = ir_ptrtoint(b, v, a->fn->g->m->ty_i64);
    if (ir_ty_is_int(v->type) && ir_ty_is_int(t)) return ir_int_resize(b, v, t, false);
    if (ir_ty_bits(v->type) == ir_ty_bits(t)) return ir_bitcast(b, v, t);
    return ir_ty_is_fp(v->type) ? v : &ir_undef(a->fn->g->m, t)->v;
}

static IrValue *from_register(AsmGen *a, IrValue *v, Type *to) {
    IrBuilder *b = &a->fn->b;
    IrType *t = gen_value_type(a->fn->g, to);
    if (v->type == t) return v;
    if (t->kind == IR_TY_PTR) return ir_inttoptr(b, v, t);
    if (ir_ty_is_int(v->type) && ir_ty_is_int(t)) return ir_int_resize(b, v, t, false);
    if (ir_ty_bits(v->type) == ir_ty_bits(t)) return ir_bitcast(b, v, t);
    return &ir_undef(a->fn->g->m, t)->v;
}

static void comma(Buf *b) {
    if (b->n) buf_putc(b, ',');
}

static void outputs(AsmGen *a) {
    for (uint32_t i = 0; i < a->d->nout; i++) {
        AsmOperand *o = &a->d->out[i];
        bool inout;
        char letter = operand_letter(o, &inout);
        a->out[i] = gen_place(a->fn, o->e);
        a->rty[i] = register_type(a, letter);
        comma(&a->cons);
        buf_puts(&a->cons, strchr(o->constraint, '&') ? "=&" : "=");
        buf_putc(&a->cons, letter ? letter : 'r');
    }
}

static void inputs(AsmGen *a) {
    Gen *g = a->fn->g;
    for (uint32_t i = 0; i < a->d->nin; i++) {
        AsmOperand *o = &a->d->in[i];
        bool inout;
        char letter = operand_letter(o, &inout);
        comma(&a->cons);
        if (letter == 'C') { // its text stands in the template (put_operand); a number all the same
            a->arg[a->narg++] = &ir_int(g->m->ty_i32, 0)->v;
            buf_putc(&a->cons, 'n');
            continue;
        }
        if (letter == 'n') {
            ApInt v;
            if (!cxx_const_int(g->x, o->e, &v, false)) v = apint_from_u64(32, 0);
            a->arg[a->narg++] = &ir_int(gen_mem_type(g, o->e->type), apint_u64(&v))->v;
            buf_putc(&a->cons, 'n');
            continue;
        }
        IrType *t = register_type(a, letter);
        a->arg[a->narg++] = to_register(a, gen_scalar(a->fn, o->e), t);
        buf_putc(&a->cons, letter ? letter : 'r');
    }
    for (uint32_t i = 0; i < a->d->nout; i++) { // "+": an input tied to the output
        bool inout;
        operand_letter(&a->d->out[i], &inout);
        if (!inout) continue;
        comma(&a->cons);
        buf_u64(&a->cons, i);
        a->arg[a->narg++] = to_register(a, gen_load(a->fn, a->out[i]), a->rty[i]);
    }
    for (uint32_t i = 0; i < a->d->nclobber; i++) {
        comma(&a->cons);
        buf_printf(&a->cons, "~{%s}", a->d->clobber[i]);
    }
}

static int named_operand(AsmGen *a, const char *s, size_t n) {
    Atom name = atom_intern(a->fn->g->ctx, s, n);
    for (uint32_t i = 0; i < a->d->nout; i++) {
        if (a->d->out[i].name == name) return (int)i;
    }
    for (uint32_t i = 0; i < a->d->nin; i++) {
        if (a->d->in[i].name == name) return (int)(a->d->nout + i);
    }
    return -1;
}

// Element k of a constant array of characters, or -1.
static int character(const ConstVal *array, uint64_t k) {
    const ConstVal *c = k < array->u.agg.n       ? array->u.agg.at[k]
                        : k < array->u.agg.total ? array->u.agg.filler
                                                 : NULL;
    return c && c->kind == CV_INT ? (int)(apint_u64(&c->u.i) & 0xff) : -1;
}

// The text of a "C" operand: a constant array of characters that ends in 0, or a place in one.
static bool operand_text(AsmGen *a, Expr *e, Buf *b) {
    Cxx *x = a->fn->g->x;
    ConstVal *p = cxx_const_eval(x, e, false);
    if (!p || p->kind != CV_LVALUE || p->u.lv.offset < 0) return false;
    uint64_t k = (uint64_t)p->u.lv.offset;
    const Expr *s = p->u.lv.expr_base;
    if (s && s->kind == E_STRING) {
        for (; k < s->u.str.n && s->u.str.s[k]; k++) buf_putc(b, s->u.str.s[k]);
        return true;
    }
    Decl *d = p->u.lv.base;
    ConstVal *array = d && d->kind == D_VAR ? cxx_var_const(x, (VarDecl *)d) : NULL;
    if (!array || array->kind != CV_AGG) return false;
    int c;
    while ((c = character(array, k++)) > 0) buf_putc(b, (char)c);
    return c == 0;
}

// Operand k in the text. That of a "C" operand is spliced in: nothing in it is an operand.
static void put_operand(AsmGen *a, uint32_t k) {
    AsmData *d = a->d;
    AsmOperand *o = k >= d->nout && k < d->nout + d->nin ? &d->in[k - d->nout] : NULL;
    bool inout;
    if (!o || operand_letter(o, &inout) != 'C') {
        buf_putc(&a->text, '$');
        buf_u64(&a->text, k);
        return;
    }
    Ctx *ctx = a->fn->g->ctx;
    Buf raw;
    buf_init(&raw, &ctx->scratch);
    if (!operand_text(a, o->e, &raw)) diag(ctx, GEN_ROW(gen_asm_text), o->e->pos);
    for (size_t i = 0; i < raw.n; i++) {
        if (raw.at[i] == '$') buf_putc(&a->text, '$');
        buf_putc(&a->text, raw.at[i]);
    }
}

static void template_text(AsmGen *a, Pos pos) {
    Buf *b = &a->text;
    bool basic = !a->d->nout && !a->d->nin && !a->d->nclobber;
    for (const char *s = a->d->text; *s; s++) {
        if (*s == '$') {
            buf_puts(b, "$$");
        } else if (*s != '%' || basic) {
            buf_putc(b, *s);
        } else if (s[1] == '%') {
            buf_putc(b, *++s);
        } else if (s[1] >= '0' && s[1] <= '9') {
            uint32_t k = 0, n = a->d->nout + a->d->nin;
            for (; s[1] >= '0' && s[1] <= '9'; s++) k = CU_MIN(k * 10 + (uint32_t)(s[1] - '0'), n);
            if (k >= n) diag(a->fn->g->ctx, GEN_ROW(gen_asm_number), pos, n);
            put_operand(a, k);
        } else if (s[1] == '[' && strchr(s, ']')) {
            const char *e = strchr(s, ']');
            int k = named_operand(a, s + 2, (size_t)(e - s - 2));
            if (k < 0) diag(a->fn->g->ctx, GEN_ROW(gen_asm_ref), pos);
            put_operand(a, (uint32_t)CU_MAX(k, 0));
            s = e;
        } else if ((s[1] | 32) >= 'a' && (s[1] | 32) <= 'z') { // nvcc takes %tid for %%tid
            buf_putc(b, *s);
        } else {
            diag(a->fn->g->ctx, GEN_ROW(gen_asm_ref), pos);
            return;
        }
    }
}

void gen_asm(Fn *fn, Stmt *s) {
    Gen *g = fn->g;
    AsmData *d = s->u.asm_;
    ArenaMark mark = arena_mark(&g->ctx->scratch);
    Arena *sc = &g->ctx->scratch;
    AsmGen a = {.fn = fn, .d = d};
    a.out = arena_array(sc, Place, d->nout + 1);
    a.rty = arena_array(sc, IrType *, d->nout + 1);
    a.arg = arena_array(sc, IrValue *, d->nout + d->nin + 1);
    buf_init(&a.text, &g->ctx->perm);
    buf_init(&a.cons, &g->ctx->perm);
    outputs(&a);
    inputs(&a);
    template_text(&a, s->pos);
    IrType *ret = d->nout == 0   ? g->m->ty_void
                  : d->nout == 1 ? a.rty[0]
                                 : ir_ty_struct(g->m, d->nout, a.rty, false);
    IrType **pty = arena_array(sc, IrType *, a.narg + 1);
    for (uint32_t i = 0; i < a.narg; i++) pty[i] = a.arg[i]->type;
    bool memory = false;
    for (uint32_t i = 0; i < d->nclobber; i++) memory |= strcmp(d->clobber[i], "memory") == 0;
    IrType *fty = ir_ty_func(g->m, ret, a.narg, pty, false);
    IrAsm *ia =
        ir_asm(g->m, fty, atom_intern(g->ctx, a.text.at, a.text.n),
               atom_intern(g->ctx, a.cons.at, a.cons.n), d->is_volatile || memory || d->nout == 0);
    IrInst *call = ir_call(&fn->b, fty, &ia->v, a.narg, a.arg);
    ir_call_attr(call, IR_AT_FN, IR_ATTR_NOUNWIND);
    if (d->is_volatile) ir_call_attr(call, IR_AT_FN, IR_ATTR_CONVERGENT);
    if (!memory) { // touches no memory that the compiler knows of
        const IrAttrSet *at = ir_attrs_get(&call->call->attrs, IR_AT_FN);
        at = ir_attr_add_int(g->m, at, IR_ATTR_MEMORY, d->is_volatile ? IR_MEM_INACC : IR_MEM_NONE);
        ir_attrs_set(g->m, &call->call->attrs, IR_AT_FN, at);
    }
    for (uint32_t i = 0; i < d->nout; i++) {
        IrValue *v = d->nout == 1 ? &call->v : ir_extract(&fn->b, &call->v, i);
        gen_store(fn, a.out[i], from_register(&a, v, a.out[i].type));
    }
    arena_reset(sc, mark);
}
