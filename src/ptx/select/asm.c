// SPDX-License-Identifier: Apache-2.0
// Inline PTX: "$0" is replaced by the operand's text; the rest is printed as it is. Outputs get
// fresh registers; tied inputs are copied into them first.
#include "ptx/select/select.h"

#include "ptx/form/op.h"

// One of the comma-separated constraints [LangRef: Inline Assembler Expressions].
typedef struct Constraint {
    bool out, tied, clobber;
    char letter;
    uint32_t tie;
} Constraint;

// How many there are at most.
static uint32_t count_constraints(const char *s) {
    uint32_t n = 1;
    for (; *s; s++) n += *s == ',';
    return n;
}

// Fills `constraint`, and returns how many there are.
static uint32_t parse_constraints(const char *s, Constraint *constraint) {
    uint32_t n = 0;
    while (*s) {
        Constraint *k = &constraint[n++];
        *k = (Constraint){0};
        for (; *s && *s != ','; s++) {
            if (*s == '=')
                k->out = true;
            else if (*s == '~')
                k->clobber = true;
            else if (*s >= '0' && *s <= '9') {
                k->tied = true;
                // A number ties an input to the output of that number.
                k->tie = k->tie * 10 + (uint32_t)(*s - '0');
            } else if (*s != '&' && !k->letter) {
                k->letter = *s;
            }
        }
        if (*s == ',') s++;
    }
    return n;
}

// Puts a mark for the register into the text; form/print.c replaces it by the name, when registers
// have one.
void sel_raw_reg(Sel *sel, SelRaw *into, PtxOpnd reg, bool written) {
    buf_printf(&into->text, "%c%u%c", PTX_RAW_MARK, into->regs.n, PTX_RAW_MARK);
    reg.flags = written ? PTXOF_WRITTEN : 0;
    vec_push(sel->a, &into->regs, reg);
}

// Of several instructions the first may write an output before a later one reads an input.
void sel_raw_emit(Sel *sel, SelRaw *raw) {
    Atom text = atom_intern(sel->ctx, raw->text.at, raw->text.n);
    const char *end = raw->text.n ? memchr(raw->text.at, ';', raw->text.n) : NULL;
    bool several = end && memchr(end + 1, ';', raw->text.n - (size_t)(end + 1 - raw->text.at));
    for (uint32_t k = 0; several && k < raw->regs.n; k++) {
        if (raw->regs.at[k].flags & PTXOF_WRITTEN) raw->regs.at[k].flags |= PTXOF_EARLY;
    }
    SEL_EMIT(sel, raw, NOTYPE, NOTYPE, 0, ((PtxOpnd){.kind = PTXO_INT, .id = text}),
             ptx_o_list(sel->f, PTXO_LIST, raw->regs.n, raw->regs.at));
}

static void print_operand(Sel *sel, SelRaw *into, PtxOpnd opnd, bool written) {
    Buf *out = &into->text;
    switch (opnd.kind) {
    case PTXO_REG: sel_raw_reg(sel, into, opnd, written); break;
    case PTXO_F32:
        buf_puts(out, "0f");
        buf_hex(out, (uint32_t)opnd.val, 8);
        break;
    case PTXO_F64:
        buf_puts(out, "0d");
        buf_hex(out, (uint64_t)opnd.val, 16);
        break;
    // Integers are decimal.
    default: buf_i64(out, opnd.val);
    }
}

// The first `nout` operands are outputs.
static void substitute(Sel *sel, const char *t, const PtxOpnd *operands, uint32_t n, uint32_t nout,
                       SelRaw *into) {
    Buf *out = &into->text;
    for (; *t; t++) {
        if (*t != '$') {
            buf_putc(out, *t);
            // $$ is a dollar sign.
        } else if (t[1] == '$') {
            buf_putc(out, *++t);
        } else {
            uint32_t k = 0;
            bool brace = t[1] == '{';
            if (brace) t++;
            while (t[1] >= '0' && t[1] <= '9') k = k * 10 + (uint32_t)(*++t - '0');
            // ${0:x}: modifiers have no meaning in PTX.
            if (brace && t[1] == ':') {
                while (t[1] && t[1] != '}') t++;
            }
            if (brace && t[1] == '}') t++;
            // A number without an operand prints nothing.
            if (k < n) print_operand(sel, into, operands[k], k < nout);
        }
    }
}

static PtxOpnd input_operand(Sel *sel, IrValue *input, char letter) {
    SelClass class = sel_class(sel, input->type);
    PtxOpnd opnd = sel_use(sel, input);
    // An immediate, as it is.
    if (letter == 'n') return opnd;
    if (letter == 'q') { // 128 bits in one register
        PtxOpnd *v2 = sel_opnds(sel, input), q = sel_o(ptx_newreg(sel->f, PTX_B128));
        PtxOpnd two[2] = {sel_in_reg(sel, v2[0], SC_I64), sel_in_reg(sel, v2[1], SC_I64)};
        SEL_EMIT(sel, mov_pack, B128, NOTYPE, 0, q, ptx_o_list(sel->f, PTXO_VEC, 2, two));
        return q;
    }
    // Predicates come as such, or as 0 and 1 for other letters.
    if (class == SC_I1 && letter == 'b') return sel_in_reg(sel, opnd, class);
    if (class == SC_I1) return sel_resize(sel, opnd, SC_I1, 1, SC_I32, false);
    return sel_kept_in_reg(sel, input, opnd, class);
}

typedef struct Output { // the parts of the result that an output operand gives
    PtxOpnd reg;
    uint32_t part;
    bool wide; // a 128-bit register, two parts
    bool tied; // an input begins in it
} Output;

// 128-bit outputs come apart after the text.
static void unpack_outputs(Sel *sel, const Output *out, uint32_t n, PtxOpnd *res) {
    for (uint32_t k = 0; k < n; k++) {
        if (!out[k].wide) continue;
        PtxOpnd two[2] = {sel_o(sel_tmp(sel, SC_I64)), sel_o(sel_tmp(sel, SC_I64))};
        SEL_EMIT(sel, mov_unpack, B128, NOTYPE, 0, ptx_o_list(sel->f, PTXO_VEC, 2, two),
                 out[k].reg);
        res[out[k].part] = two[0];
        res[out[k].part + 1] = two[1];
    }
}

void sel_asm(Sel *sel, IrInst *call) {
    IrAsm *assembly = (IrAsm *)ir_callee(call);
    const char *constraints = atom_str(sel->ctx, assembly->constraints);
    Constraint *constraint = arena_array(sel->a, Constraint, count_constraints(constraints));
    uint32_t n = parse_constraints(constraints, constraint);
    SelParts *rp = sel_parts(sel->g, call->v.type);
    PtxOpnd *opnd = sel_new(sel, n), *res = sel_new(sel, rp->n);
    Output *out = arena_array(sel->a, Output, n + 1);
    uint32_t nout = 0, part = 0, nin = 0, nop = 0;
    for (uint32_t k = 0; k < n; k++) {
        // What the text destroys are registers of ptxas: nothing is to be saved.
        if (constraint[k].clobber) continue;
        if (constraint[k].out) {
            bool wide = constraint[k].letter == 'q';
            // A result that the type has no room for.
            if (part + wide >= rp->n) continue;
            PtxOpnd r = sel_o(wide ? ptx_newreg(sel->f, PTX_B128)
                                   : sel_tmp(sel, (SelClass)rp->at[part].cls));
            out[nout++] = (Output){r, part, wide, false};
            res[part] = opnd[nop++] = r;
            part += wide ? 2 : 1;
            continue;
        }
        if (nin >= ir_call_nargs(call)) break;
        IrValue *value = ir_op(call, nin++);
        bool tied = constraint[k].tied &&
                    constraint[k].tie < nout; // an in/out operand: starts with this value
        Output *to = tied ? &out[constraint[k].tie] : NULL;
        PtxOpnd in = input_operand(sel, value, tied && to->wide ? 'q' : constraint[k].letter);
        if (tied) {
            PtxType t = to->wide ? PTX_B128 : sel_bits_type((SelClass)rp->at[to->part].cls);
            ptx_emit_(sel->f, PTXI_mov, t, PTX_NOTYPE, 0, to->reg, in);
            opnd[nop++] = to->reg;
            to->tied = true;
        } else {
            opnd[nop++] = in;
        }
    }
    SelRaw raw = {0};
    buf_init(&raw.text, sel->a);
    substitute(sel, atom_str(sel->ctx, assembly->text), opnd, nop, nout, &raw);
    for (uint32_t k = 0; k < nout; k++) { // read as well, though the text has them only once
        if (out[k].tied) vec_push(sel->a, &raw.regs, out[k].reg);
    }
    sel_raw_emit(sel, &raw);
    unpack_outputs(sel, out, nout, res);
    sel_set(sel, call, res);
}
