// SPDX-License-Identifier: Apache-2.0
// Inline PTX. GNU operands become LLVM inline asm: "%0" is "$0", "%%" is "%", "[name]" is resolved;
// the result is one value, or a struct of several. Constraint letters: "Inline PTX Assembly in
// CUDA".
#include "irgen/gen.h"
#include "cxx/constant/constant.h"

// One asm statement on its way to an IrAsm; `cons` are LLVM's constraints.
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

// What the letters stand for: size in bytes, floating point or integer.
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

// The letter behind =, + and &; 0: there are several, or none.
static char operand_letter(const AsmOperand *o, bool *inout) {
    const char *s = o->constraint;
    *inout = false;
    for (; *s == '=' || *s == '+' || *s == '&'; s++) *inout |= *s == '+';
    return s[0] && !s[1] ? s[0] : 0;
}

// The front end has checked the letter and the type's size (cuda/asm.c).
static IrType *register_type(AsmGen *asm_gen, char letter) {
    const struct AsmLetter *l = find_letter(letter);
    IrModule *m = asm_gen->fn->g->m;
    if (!l) return m->ty_i32;
    if (l->fp) return l->size == 4 ? m->ty_float : m->ty_double;
    return ir_ty_int(m, l->size * 8u);
}

// The value in a register of the operand's kind: the same bits, cut or extended with zeros.
static IrValue *to_register(AsmGen *asm_gen, IrValue *value, IrType *type) {
    IrBuilder *b = &asm_gen->fn->b;
    if (value->type == type) return value;
    if (value->type->kind == IR_TY_PTR) value = ir_ptrtoint(b, value, asm_gen->fn->g->m->ty_i64);
    if (ir_ty_is_int(value->type) && ir_ty_is_int(type))
        return ir_int_resize(b, value, type, false);
    if (ir_ty_bits(value->type) == ir_ty_bits(type)) return ir_bitcast(b, value, type);
    return ir_ty_is_fp(value->type) ? value : &ir_undef(asm_gen->fn->g->m, type)->v;
}

// And back, as the variable has it.
static IrValue *from_register(AsmGen *asm_gen, IrValue *value, Type *to) {
    IrBuilder *b = &asm_gen->fn->b;
    IrType *t = gen_value_type(asm_gen->fn->g, to);
    if (value->type == t) return value;
    if (t->kind == IR_TY_PTR) return ir_inttoptr(b, value, t);
    if (ir_ty_is_int(value->type) && ir_ty_is_int(t)) return ir_int_resize(b, value, t, false);
    if (ir_ty_bits(value->type) == ir_ty_bits(t)) return ir_bitcast(b, value, t);
    return &ir_undef(asm_gen->fn->g->m, t)->v;
}

static void comma(Buf *out) {
    if (out->n) buf_putc(out, ',');
}

// A place for each output, and its constraint.
static void outputs(AsmGen *asm_gen) {
    for (uint32_t i = 0; i < asm_gen->d->nout; i++) {
        AsmOperand *o = &asm_gen->d->out[i];
        bool inout;
        char letter = operand_letter(o, &inout);
        asm_gen->out[i] = gen_place(asm_gen->fn, o->e);
        asm_gen->rty[i] = register_type(asm_gen, letter);
        comma(&asm_gen->cons);
        buf_puts(&asm_gen->cons, strchr(o->constraint, '&') ? "=&" : "=");
        buf_putc(&asm_gen->cons, letter ? letter : 'r');
    }
}

static void add_arg(AsmGen *asm_gen, IrValue *value) {
    asm_gen->arg[asm_gen->narg++] = value;
}

// Values for the inputs in order, then outputs that are read as well, then what is clobbered.
static void inputs(AsmGen *asm_gen) {
    Gen *gen = asm_gen->fn->g;
    for (uint32_t i = 0; i < asm_gen->d->nin; i++) {
        AsmOperand *asm_operand = &asm_gen->d->in[i];
        bool inout;
        char letter = operand_letter(asm_operand, &inout);
        comma(&asm_gen->cons);
        if (letter == 'C') { // its text stands in the template (put_operand); a number all the same
            add_arg(asm_gen, &ir_int(gen->m->ty_i32, 0)->v);
            buf_putc(&asm_gen->cons, 'n');
            continue;
        }
        // A number that is written into the text.
        if (letter == 'n') {
            ApInt v;
            if (!cxx_const_int(gen->x, asm_operand->e, &v, false)) v = apint_from_u64(32, 0);
            IrType *type = gen_mem_type(gen, asm_operand->e->type);
            add_arg(asm_gen, &ir_int(type, apint_u64(&v))->v);
            buf_putc(&asm_gen->cons, 'n');
            continue;
        }
        IrType *t = register_type(asm_gen, letter);
        IrValue *value = gen_scalar(asm_gen->fn, asm_operand->e);
        add_arg(asm_gen, to_register(asm_gen, value, t));
        buf_putc(&asm_gen->cons, letter ? letter : 'r');
    }
    for (uint32_t i = 0; i < asm_gen->d->nout; i++) { // "+": an input tied to the output
        bool inout;
        operand_letter(&asm_gen->d->out[i], &inout);
        if (!inout) continue;
        comma(&asm_gen->cons);
        buf_u64(&asm_gen->cons, i);
        IrValue *value = gen_load(asm_gen->fn, asm_gen->out[i]);
        add_arg(asm_gen, to_register(asm_gen, value, asm_gen->rty[i]));
    }
    for (uint32_t i = 0; i < asm_gen->d->nclobber; i++) {
        comma(&asm_gen->cons);
        buf_printf(&asm_gen->cons, "~{%s}", asm_gen->d->clobber[i]);
    }
}

// The number of the operand with that name, outputs first; -1: none.
static int named_operand(AsmGen *asm_gen, const char *s, size_t n) {
    Atom name = atom_intern(asm_gen->fn->g->ctx, s, n);
    for (uint32_t i = 0; i < asm_gen->d->nout; i++) {
        if (asm_gen->d->out[i].name == name) return (int)i;
    }
    for (uint32_t i = 0; i < asm_gen->d->nin; i++) {
        if (asm_gen->d->in[i].name == name) return (int)(asm_gen->d->nout + i);
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
static bool operand_text(AsmGen *asm_gen, Expr *expr, Buf *out) {
    Cxx *cxx = asm_gen->fn->g->x;
    ConstVal *constant = cxx_const_eval(cxx, expr, false);
    if (!constant || constant->kind != CV_LVALUE || constant->u.lv.offset < 0) return false;
    uint64_t k = (uint64_t)constant->u.lv.offset;
    const Expr *s = constant->u.lv.expr_base;

    // A literal, or a variable whose value is known.
    if (s && s->kind == E_STRING) {
        for (; k < s->u.str.n && s->u.str.s[k]; k++) buf_putc(out, s->u.str.s[k]);
        return true;
    }
    Decl *d = constant->u.lv.base;
    ConstVal *array = d && d->kind == D_VAR ? cxx_var_const(cxx, (VarDecl *)d) : NULL;
    if (!array || array->kind != CV_AGG) return false;
    int c;
    while ((c = character(array, k++)) > 0) buf_putc(out, (char)c);
    return c == 0;
}

// Operand k in the text. That of a "C" operand is spliced in: nothing in it is an operand.
static void put_operand(AsmGen *asm_gen, uint32_t k) {
    AsmData *asm_data = asm_gen->d;
    AsmOperand *asm_operand = k >= asm_data->nout && k < asm_data->nout + asm_data->nin
                                  ? &asm_data->in[k - asm_data->nout]
                                  : NULL;
    bool inout;
    if (!asm_operand || operand_letter(asm_operand, &inout) != 'C') {
        buf_putc(&asm_gen->text, '$');
        buf_u64(&asm_gen->text, k);
        return;
    }
    Ctx *ctx = asm_gen->fn->g->ctx;
    Buf raw;
    buf_init(&raw, &ctx->scratch);
    if (!operand_text(asm_gen, asm_operand->e, &raw))
        diag(ctx, GEN_ROW(gen_asm_text), asm_operand->e->pos);
    for (size_t i = 0; i < raw.n; i++) {
        if (raw.at[i] == '$') buf_putc(&asm_gen->text, '$');
        buf_putc(&asm_gen->text, raw.at[i]);
    }
}

// The text in LLVM's spelling. Without operands % is nothing special (GNU: basic asm).
static void template_text(AsmGen *asm_gen, Pos pos) {
    Buf *out = &asm_gen->text;
    bool basic = !asm_gen->d->nout && !asm_gen->d->nin && !asm_gen->d->nclobber;
    for (const char *s = asm_gen->d->text; *s; s++) {
        if (*s == '$') {
            buf_puts(out, "$$");
        } else if (*s != '%' || basic) {
            buf_putc(out, *s);
        } else if (s[1] == '%') {
            buf_putc(out, *++s);
        } else if (s[1] >= '0' && s[1] <= '9') {
            uint32_t k = 0, n = asm_gen->d->nout + asm_gen->d->nin;
            for (; s[1] >= '0' && s[1] <= '9'; s++) k = CU_MIN(k * 10 + (uint32_t)(s[1] - '0'), n);
            if (k >= n) diag(asm_gen->fn->g->ctx, GEN_ROW(gen_asm_number), pos, n);
            put_operand(asm_gen, k);
        } else if (s[1] == '[' && strchr(s, ']')) {
            const char *e = strchr(s, ']');
            int k = named_operand(asm_gen, s + 2, (size_t)(e - s - 2));
            if (k < 0) diag(asm_gen->fn->g->ctx, GEN_ROW(gen_asm_ref), pos);
            put_operand(asm_gen, (uint32_t)CU_MAX(k, 0));
            s = e;
        } else if ((s[1] | 32) >= 'a' && (s[1] | 32) <= 'z') { // nvcc takes %tid for %%tid
            buf_putc(out, *s);
        } else {
            diag(asm_gen->fn->g->ctx, GEN_ROW(gen_asm_ref), pos);
            return;
        }
    }
}

// The statement as a call of inline assembly. It has effects if it says so, clobbers memory, or
// gives nothing.
void gen_asm(Fn *fn, Stmt *stmt) {
    Gen *gen = fn->g;
    AsmData *asm_data = stmt->u.asm_;
    ArenaMark mark = arena_mark(&gen->ctx->scratch);
    Arena *sc = &gen->ctx->scratch;
    AsmGen asm_gen = {.fn = fn, .d = asm_data};
    asm_gen.out = arena_array(sc, Place, asm_data->nout + 1);
    asm_gen.rty = arena_array(sc, IrType *, asm_data->nout + 1);
    asm_gen.arg = arena_array(sc, IrValue *, asm_data->nout + asm_data->nin + 1);
    buf_init(&asm_gen.text, &gen->ctx->perm);
    buf_init(&asm_gen.cons, &gen->ctx->perm);
    outputs(&asm_gen);
    inputs(&asm_gen);
    template_text(&asm_gen, stmt->pos);
    IrType *ret = asm_data->nout == 0   ? gen->m->ty_void
                  : asm_data->nout == 1 ? asm_gen.rty[0]
                                        : ir_ty_struct(gen->m, asm_data->nout, asm_gen.rty, false);
    IrType **pty = arena_array(sc, IrType *, asm_gen.narg + 1);
    for (uint32_t i = 0; i < asm_gen.narg; i++) pty[i] = asm_gen.arg[i]->type;
    bool memory = false;
    for (uint32_t i = 0; i < asm_data->nclobber; i++)
        memory |= strcmp(asm_data->clobber[i], "memory") == 0;
    IrType *fty = ir_ty_func(gen->m, ret, asm_gen.narg, pty, false);
    IrAsm *ia = ir_asm(gen->m, fty, atom_intern(gen->ctx, asm_gen.text.at, asm_gen.text.n),
                       atom_intern(gen->ctx, asm_gen.cons.at, asm_gen.cons.n),
                       asm_data->is_volatile || memory || asm_data->nout == 0);
    IrInst *call = ir_call(&fn->b, fty, &ia->v, asm_gen.narg, asm_gen.arg);
    ir_call_attr(call, IR_AT_FN, IR_ATTR_NOUNWIND);
    if (asm_data->is_volatile) ir_call_attr(call, IR_AT_FN, IR_ATTR_CONVERGENT);
    // Else it may be moved and removed like arithmetic; a volatile one at least stays.
    if (!memory) { // touches no memory that the compiler knows of
        const IrAttrSet *at = ir_attrs_get(&call->call->attrs, IR_AT_FN);
        at = ir_attr_add_int(gen->m, at, IR_ATTR_MEMORY,
                             asm_data->is_volatile ? IR_MEM_INACC : IR_MEM_NONE);
        ir_attrs_set(gen->m, &call->call->attrs, IR_AT_FN, at);
    }
    for (uint32_t i = 0; i < asm_data->nout; i++) {
        IrValue *v = asm_data->nout == 1 ? &call->v : ir_extract(&fn->b, &call->v, i);
        gen_store(fn, asm_gen.out[i], from_register(&asm_gen, v, asm_gen.out[i].type));
    }
    arena_reset(sc, mark);
}
