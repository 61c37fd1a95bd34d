// SPDX-License-Identifier: Apache-2.0
// Inline PTX. GNU operands become LLVM inline asm: "%0" is "$0", "%%" is "%", "[name]" is resolved;
// the result is one value, or a struct of several. Constraint letters: "Inline PTX Assembly in
// CUDA".
#include "irgen/gen.h"
#include "cxx/constant/constant.h"

// One asm statement on its way to an IrAsm; `cons` are LLVM's constraints.
struct AsmGen {
    Fn *fn;
    AsmData *d;
    ArenaMark mark;
    Buf text, cons;
    Place *out;
    IrType **rty;
    IrValue **arg;
    uint32_t narg;
};

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
static IrValue *to_register(AsmGen *asm_gen, IrValue *operand, IrType *type) {
    IrBuilder *b = &asm_gen->fn->b;
    if (operand->type == type) return operand;
    if (operand->type->kind == IR_TY_PTR)
        operand = ir_ptrtoint(b, operand, asm_gen->fn->g->m->ty_i64);
    if (ir_ty_is_int(operand->type) && ir_ty_is_int(type))
        return ir_int_resize(b, operand, type, false);
    if (ir_ty_bits(operand->type) == ir_ty_bits(type)) return ir_bitcast(b, operand, type);
    return ir_ty_is_fp(operand->type) ? operand : &ir_undef(asm_gen->fn->g->m, type)->v;
}

// And back, as the variable has it.
static IrValue *from_register(AsmGen *asm_gen, IrValue *result, Type *to) {
    IrBuilder *b = &asm_gen->fn->b;
    IrType *t = gen_value_type(asm_gen->fn->g, to);
    if (result->type == t) return result;
    if (t->kind == IR_TY_PTR) return ir_inttoptr(b, result, t);
    if (ir_ty_is_int(result->type) && ir_ty_is_int(t)) return ir_int_resize(b, result, t, false);
    if (ir_ty_bits(result->type) == ir_ty_bits(t)) return ir_bitcast(b, result, t);
    return &ir_undef(asm_gen->fn->g->m, t)->v;
}

static void comma(Buf *out) {
    if (out->n) buf_putc(out, ',');
}

void gen_asm_output(AsmGen *asm_gen, uint32_t i, Place place) {
    AsmOperand *o = &asm_gen->d->out[i];
    bool inout;
    char letter = operand_letter(o, &inout);
    asm_gen->out[i] = place;
    asm_gen->rty[i] = register_type(asm_gen, letter);
    comma(&asm_gen->cons);
    buf_puts(&asm_gen->cons, strchr(o->constraint, '&') ? "=&" : "=");
    buf_putc(&asm_gen->cons, letter ? letter : 'r');
}

static void add_arg(AsmGen *asm_gen, IrValue *operand) {
    asm_gen->arg[asm_gen->narg++] = operand;
}

bool gen_asm_evaluates(const AsmGen *asm_gen, uint32_t i) {
    bool inout;
    return !is_any_of(operand_letter(&asm_gen->d->in[i], &inout), 'C', 'n');
}

// What is not evaluated: the text of "C" stands in the template (put_operand), and it is a number
// all the same; that of "n" is written into the text.
static IrValue *constant_input(AsmGen *asm_gen, const AsmOperand *operand, char letter) {
    Gen *gen = asm_gen->fn->g;
    if (letter == 'C') return &ir_int(gen->m->ty_i32, 0)->v;
    ApInt v;
    if (!cxx_const_int(gen->x, operand->e, &v, false)) v = apint_from_u64(32, 0);
    return &ir_int(gen_mem_type(gen, operand->e->type), apint_u64(&v))->v;
}

void gen_asm_input(AsmGen *asm_gen, uint32_t i, IrValue *value) {
    const AsmOperand *operand = &asm_gen->d->in[i];
    bool inout;
    char letter = operand_letter(operand, &inout);
    comma(&asm_gen->cons);
    if (!value) {
        add_arg(asm_gen, constant_input(asm_gen, operand, letter));
        buf_putc(&asm_gen->cons, 'n');
        return;
    }
    add_arg(asm_gen, to_register(asm_gen, value, register_type(asm_gen, letter)));
    buf_putc(&asm_gen->cons, letter ? letter : 'r');
}

// Behind the inputs: outputs that are read as well, tied to theirs, then what is clobbered.
static void tied_inputs(AsmGen *asm_gen) {
    for (uint32_t i = 0; i < asm_gen->d->nout; i++) { // "+"
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

AsmGen *gen_asm_begin(Fn *fn, Stmt *stmt) {
    Gen *gen = fn->g;
    Arena *sc = &gen->ctx->scratch;
    ArenaMark mark = arena_mark(sc);
    AsmGen *asm_gen = arena_new(sc, AsmGen);
    AsmData *data = stmt->u.asm_;
    *asm_gen = (AsmGen){.fn = fn, .d = data, .mark = mark};
    asm_gen->out = arena_array(sc, Place, data->nout + 1);
    asm_gen->rty = arena_array(sc, IrType *, data->nout + 1);
    asm_gen->arg = arena_array(sc, IrValue *, data->nout + data->nin + 1);
    buf_init(&asm_gen->text, &gen->ctx->perm);
    buf_init(&asm_gen->cons, &gen->ctx->perm);
    return asm_gen;
}

// Whether the text says that it changes memory.
static bool clobbers_memory(const AsmData *data) {
    for (uint32_t i = 0; i < data->nclobber; i++) {
        if (strcmp(data->clobber[i], "memory") == 0) return true;
    }
    return false;
}

// It has effects if it says so, clobbers memory, or gives nothing.
static IrInst *emit_asm(AsmGen *asm_gen) {
    Gen *gen = asm_gen->fn->g;
    AsmData *data = asm_gen->d;
    IrType *ret = data->nout == 0   ? gen->m->ty_void
                  : data->nout == 1 ? asm_gen->rty[0]
                                    : ir_ty_struct(gen->m, data->nout, asm_gen->rty, false);
    IrType **pty = arena_array(&gen->ctx->scratch, IrType *, asm_gen->narg + 1);
    for (uint32_t i = 0; i < asm_gen->narg; i++) pty[i] = asm_gen->arg[i]->type;
    bool memory = clobbers_memory(data);
    IrType *fty = ir_ty_func(gen->m, ret, asm_gen->narg, pty, false);
    IrAsm *ia = ir_asm(gen->m, fty, atom_intern(gen->ctx, asm_gen->text.at, asm_gen->text.n),
                       atom_intern(gen->ctx, asm_gen->cons.at, asm_gen->cons.n),
                       data->is_volatile || memory || data->nout == 0);
    IrInst *call = ir_call(&asm_gen->fn->b, fty, &ia->v, asm_gen->narg, asm_gen->arg);
    ir_call_attr(call, IR_AT_FN, IR_ATTR_NOUNWIND);
    if (data->is_volatile) ir_call_attr(call, IR_AT_FN, IR_ATTR_CONVERGENT);
    // Else it may be moved and removed like arithmetic; a volatile one at least stays.
    if (!memory) { // touches no memory that the compiler knows of
        const IrAttrSet *at = ir_attrs_get(&call->call->attrs, IR_AT_FN);
        at = ir_attr_add_int(gen->m, at, IR_ATTR_MEMORY,
                             data->is_volatile ? IR_MEM_INACC : IR_MEM_NONE);
        ir_attrs_set(gen->m, &call->call->attrs, IR_AT_FN, at);
    }
    return call;
}

void gen_asm_end(AsmGen *asm_gen, Pos pos) {
    Fn *fn = asm_gen->fn;
    tied_inputs(asm_gen);
    template_text(asm_gen, pos);
    IrInst *call = emit_asm(asm_gen);
    uint32_t n = asm_gen->d->nout;
    for (uint32_t i = 0; i < n; i++) {
        IrValue *v = n == 1 ? &call->v : ir_extract(&fn->b, &call->v, i);
        gen_store(fn, asm_gen->out[i], from_register(asm_gen, v, asm_gen->out[i].type));
    }
    arena_reset(&fn->g->ctx->scratch, asm_gen->mark);
}
