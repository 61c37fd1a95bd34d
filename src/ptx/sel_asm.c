// SPDX-License-Identifier: Apache-2.0
// Inline PTX: "$0" is replaced by the operand's text; the rest is printed as it is. Outputs get
// fresh registers; tied inputs are copied into them first.
#include "ptx/sel.h"

typedef struct Constraint {
    bool out, tied, clobber;
    char letter;
    uint32_t tie;
} Constraint;

static uint32_t parse_constraints(const char *s, Constraint *c, uint32_t max) {
    uint32_t n = 0;
    while (*s && n < max) {
        Constraint *k = &c[n++];
        *k = (Constraint){0};
        for (; *s && *s != ','; s++) {
            if (*s == '=')
                k->out = true;
            else if (*s == '~')
                k->clobber = true;
            else if (*s >= '0' && *s <= '9') {
                k->tied = true;
                k->tie = k->tie * 10 + (uint32_t)(*s - '0');
            } else if (*s != '&' && !k->letter) {
                k->letter = *s;
            }
        }
        if (*s == ',') s++;
    }
    return n;
}

void sel_raw_reg(Sel *s, SelRaw *raw, PtxOpnd reg, bool written) {
    buf_printf(&raw->text, "%c%u%c", PTX_RAW_MARK, raw->regs.n, PTX_RAW_MARK);
    reg.flags = written ? PTXOF_WRITTEN : 0;
    vec_push(s->a, &raw->regs, reg);
}

// Of several instructions the first may write an output before a later one reads an input.
void sel_raw_emit(Sel *s, SelRaw *raw) {
    Atom text = atom_intern(s->ctx, raw->text.at, raw->text.n);
    const char *end = raw->text.n ? memchr(raw->text.at, ';', raw->text.n) : NULL;
    bool several = end && memchr(end + 1, ';', raw->text.n - (size_t)(end + 1 - raw->text.at));
    for (uint32_t k = 0; several && k < raw->regs.n; k++) {
        if (raw->regs.at[k].flags & PTXOF_WRITTEN) raw->regs.at[k].flags |= PTXOF_EARLY;
    }
    SEL_EMIT(s, raw, NOTYPE, NOTYPE, 0, ((PtxOpnd){.kind = PTXO_INT, .id = text}),
             ptx_o_list(s->f, PTXO_LIST, raw->regs.n, raw->regs.at));
}

static void print_operand(Sel *s, SelRaw *raw, PtxOpnd o, bool written) {
    Buf *b = &raw->text;
    switch (o.kind) {
    case PTXO_REG: sel_raw_reg(s, raw, o, written); break;
    case PTXO_F32:
        buf_puts(b, "0f");
        buf_hex(b, (uint32_t)o.val, 8);
        break;
    case PTXO_F64:
        buf_puts(b, "0d");
        buf_hex(b, (uint64_t)o.val, 16);
        break;
    default: buf_i64(b, o.val);
    }
}

// The first `nout` operands are outputs.
static void substitute(Sel *s, const char *t, const PtxOpnd *o, uint32_t n, uint32_t nout,
                       SelRaw *raw) {
    Buf *b = &raw->text;
    for (; *t; t++) {
        if (*t != '$') {
            buf_putc(b, *t);
        } else if (t[1] == '$') {
            buf_putc(b, *++t);
        } else {
            uint32_t k = 0;
            bool brace = t[1] == '{';
            if (brace) t++;
            while (t[1] >= '0' && t[1] <= '9') k = k * 10 + (uint32_t)(*++t - '0');
            if (brace && t[1] == ':') {
                while (t[1] && t[1] != '}') t++;
            }
            if (brace && t[1] == '}') t++;
            if (k < n) print_operand(s, raw, o[k], k < nout);
        }
    }
}

static PtxOpnd input_operand(Sel *s, IrValue *v, char letter) {
    SelClass c = sel_class(s, v->type);
    PtxOpnd o = sel_use(s, v);
    if (letter == 'n') return o;
    if (letter == 'q') { // 128 bits in one register
        PtxOpnd *v2 = sel_opnds(s, v), q = sel_o(ptx_newreg(s->f, PTX_B128));
        PtxOpnd two[2] = {sel_in_reg(s, v2[0], SC_I64), sel_in_reg(s, v2[1], SC_I64)};
        SEL_EMIT(s, mov_pack, B128, NOTYPE, 0, q, ptx_o_list(s->f, PTXO_VEC, 2, two));
        return q;
    }
    if (c == SC_I1 && letter == 'b') return sel_in_reg(s, o, c);
    if (c == SC_I1) return sel_resize(s, o, SC_I1, 1, SC_I32, false);
    return sel_kept_in_reg(s, v, o, c);
}

enum { MAX_ASM_OPERANDS = 256 };

typedef struct Output { // the parts of the result that an output operand gives
    PtxOpnd reg;
    uint32_t part;
    bool wide; // a 128-bit register, two parts
    bool tied; // an input begins in it
} Output;

// 128-bit outputs come apart after the text.
static void unpack_outputs(Sel *s, const Output *out, uint32_t n, PtxOpnd *res) {
    for (uint32_t k = 0; k < n; k++) {
        if (!out[k].wide) continue;
        PtxOpnd two[2] = {sel_o(sel_tmp(s, SC_I64)), sel_o(sel_tmp(s, SC_I64))};
        SEL_EMIT(s, mov_unpack, B128, NOTYPE, 0, ptx_o_list(s->f, PTXO_VEC, 2, two), out[k].reg);
        res[out[k].part] = two[0];
        res[out[k].part + 1] = two[1];
    }
}

void sel_asm(Sel *s, IrInst *i) {
    IrAsm *a = (IrAsm *)ir_callee(i);
    Constraint *c = arena_array(s->a, Constraint, MAX_ASM_OPERANDS);
    uint32_t n = parse_constraints(atom_str(s->ctx, a->constraints), c, MAX_ASM_OPERANDS);
    SelParts *rp = sel_parts(s->g, i->v.type);
    PtxOpnd *o = sel_new(s, n), *res = sel_new(s, rp->n);
    Output *out = arena_array(s->a, Output, n + 1);
    uint32_t nout = 0, part = 0, nin = 0, nop = 0;
    for (uint32_t k = 0; k < n; k++) {
        if (c[k].clobber) continue;
        if (c[k].out) {
            bool wide = c[k].letter == 'q';
            if (part + wide >= rp->n) continue;
            PtxOpnd r =
                sel_o(wide ? ptx_newreg(s->f, PTX_B128) : sel_tmp(s, (SelClass)rp->at[part].cls));
            out[nout++] = (Output){r, part, wide, false};
            res[part] = o[nop++] = r;
            part += wide ? 2 : 1;
            continue;
        }
        if (nin >= ir_call_nargs(i)) break;
        IrValue *v = ir_op(i, nin++);
        bool tied = c[k].tied && c[k].tie < nout; // an in/out operand: starts with this value
        Output *to = tied ? &out[c[k].tie] : NULL;
        PtxOpnd in = input_operand(s, v, tied && to->wide ? 'q' : c[k].letter);
        if (tied) {
            PtxType t = to->wide ? PTX_B128 : sel_bits_type((SelClass)rp->at[to->part].cls);
            ptx_emit_(s->f, PTXI_mov, t, PTX_NOTYPE, 0, to->reg, in);
            o[nop++] = to->reg;
            to->tied = true;
        } else {
            o[nop++] = in;
        }
    }
    SelRaw raw = {0};
    buf_init(&raw.text, s->a);
    substitute(s, atom_str(s->ctx, a->text), o, nop, nout, &raw);
    for (uint32_t k = 0; k < nout; k++) { // read as well, though the text has them only once
        if (out[k].tied) vec_push(s->a, &raw.regs, out[k].reg);
    }
    sel_raw_emit(s, &raw);
    unpack_outputs(s, out, nout, res);
    sel_set(s, i, res);
}
