// SPDX-License-Identifier: Apache-2.0
// Prints the machine form as PTX text, in the style of nvcc's output. Instructions are printed by
// their rows in insn.def: base name, then each slot's modifier or type, then the operands in order.
// Order of a module: header, declarations of functions, variables, aliases, bodies, files,
// sections.
#include "ptx/form/form.h"

#include "base/task.h"
#include "ptx/form/op.h"

#include <stdlib.h>

// A short text: byte by byte, into room that the caller has reserved.
static inline void put_short(Buf *out, const char *text) {
    char *to = out->at + out->n;
    while (*text) *to++ = *text++;
    out->n = (size_t)(to - out->at);
}

// Two characters between operands.
static inline void put_two(Buf *out, const char *text) {
    if (CU_UNLIKELY(out->cap - out->n < 2)) buf_reserve(out, 2);
    memcpy(out->at + out->n, text, 2);
    out->n += 2;
}

// Atoms are the context's, which the module has.
static void put_atom(const PtxFunc *fn, Buf *out, Atom a) {
    buf_atom(fn->mod->ctx, out, a);
}

// %r7: prefix and number; registers with a name of their own have no number.
void ptx_print_reg(const PtxFunc *fn, PtxReg r, Buf *out) {
    const PtxRegInfo *info = &fn->reg.at[r];
    put_atom(fn, out, info->prefix);
    if (info->num != UINT32_MAX) buf_u64(out, info->num);
}

// A label's name, or one made of the function's and its own number, as nvcc's are.
static void print_label(const PtxFunc *fn, uint32_t l, Buf *out) {
    if (fn->label.at[l].name) {
        put_atom(fn, out, fn->label.at[l].name);
        return;
    }
    buf_puts(out, "$L__BB");
    buf_u64(out, fn->index);
    buf_putc(out, '_');
    buf_u64(out, l);
}

// The same, faster for nearly all: a short prefix, behind which eight characters may be read, and
// a number of up to four digits.
static void print_numbered(const PtxFunc *fn, PtxReg r, Buf *out) {
    enum { PREFIX = 8, DIGITS = 10 };
    const PtxRegInfo *info = &fn->reg.at[r];
    const AtomInfo *prefix = atom_info(fn->mod->ctx, info->prefix);
    if (info->num >= 10000 || prefix->len > PREFIX || out->cap - out->n < PREFIX + DIGITS) {
        ptx_print_reg(fn, r, out);
        return;
    }
    char *to = out->at + out->n;
    memcpy(to, prefix->s, PREFIX);
    to += prefix->len;
    uint32_t v = info->num;
    uint32_t n = 1 + (v >= 10) + (v >= 100) + (v >= 1000);
    for (uint32_t i = n; i-- > 0; v /= 10) to[i] = (char)('0' + v % 10);
    out->n += prefix->len + n;
}

// A variable of the function or a symbol of the module, with its offset.
static void print_symbol(const PtxFunc *fn, const PtxOpnd *o, Buf *out) {
    // Names of variables in a function may be those of symbols, so the operand says which it means.
    put_atom(fn, out,
             o->flags & PTXOF_LOCAL ? fn->var.at[o->id].name : fn->mod->sym.at[o->id].name);
    if (o->val) { // a negative offset is written "+-4"
        buf_putc(out, '+');
        buf_i64(out, o->val);
    }
}

static void print_opnd(const PtxFunc *fn, const PtxOpnd *operand, Buf *out);

// The operands of a list stand in a row among the function's extra ones.
static void print_list(const PtxFunc *fn, const PtxOpnd *o, const char *sep, Buf *out) {
    for (uint32_t i = 0; i < o->n; i++) {
        if (i) buf_puts(out, sep);
        print_opnd(fn, &fn->extra.at[o->id + i], out);
    }
}

static void print_opnd(const PtxFunc *fn, const PtxOpnd *operand, Buf *out) {
    if (operand->flags & PTXOF_NOT) buf_putc(out, '!');
    if (operand->flags & PTXOF_NEG) buf_putc(out, '-');
    switch ((PtxOpndKind)operand->kind) {
    // Only lists have operands that may be missing.
    case PTXO_NONE: break;
    case PTXO_REG:
        print_numbered(fn, operand->id, out);
        // .b0, .h1, .b7654: a part of it (video instructions), highest digit first.
        if (operand->n) {
            buf_puts(out, operand->n & PTX_PART_HALVES ? ".h" : ".b");
            for (uint32_t i = PTX_PART_COUNT(operand->n); i-- > 0;)
                buf_putc(out, (char)('0' + PTX_PART_DIGIT(operand->n, i)));
        }
        break;
    // As the source or the compiler wrote it; the value is the same.
    case PTXO_INT:
        if (operand->flags & PTXOF_HEX) {
            buf_printf(out, "0x%llX", (unsigned long long)operand->val);
        } else if (operand->flags & PTXOF_UNSIGNED) {
            buf_u64(out, (uint64_t)operand->val);
        } else {
            buf_i64(out, operand->val);
        }
        break;
    // Bits in hexadecimal: no rounding on the way to ptxas.
    case PTXO_F32: buf_printf(out, "0f%08X", (unsigned)operand->val); break;
    case PTXO_F64: buf_printf(out, "0d%016llX", (unsigned long long)operand->val); break;
    case PTXO_SYM: print_symbol(fn, operand, out); break;
    // Addresses: register, symbol or neither, and an offset.
    case PTXO_MREG:
    case PTXO_MSYM:
    case PTXO_MABS:
        buf_putc(out, '[');
        if (operand->kind == PTXO_MSYM) {
            print_symbol(fn, operand, out);
        } else {
            if (operand->kind == PTXO_MREG) print_numbered(fn, operand->id, out);
            if (operand->kind == PTXO_MREG && operand->val) buf_putc(out, '+');
            if (operand->kind == PTXO_MABS || operand->val) buf_i64(out, operand->val);
        }
        buf_putc(out, ']');
        break;
    // A texture's handle and its coordinates.
    case PTXO_MTEX:
        buf_putc(out, '[');
        print_opnd(fn, &fn->extra.at[operand->id], out);
        buf_puts(out, ", ");
        print_opnd(fn, &fn->extra.at[operand->id + 1], out);
        buf_putc(out, ']');
        break;
    case PTXO_VEC:
        buf_putc(out, '{');
        print_list(fn, operand, ", ", out);
        buf_putc(out, '}');
        break;
    case PTXO_PAIR: print_list(fn, operand, "|", out); break;
    case PTXO_LIST:
        buf_putc(out, '(');
        print_list(fn, operand, ", ", out);
        buf_putc(out, ')');
        break;
    case PTXO_LABEL: print_label(fn, operand->id, out); break;
    case PTXO_SREG: buf_puts(out, ptx_sregs[operand->id].text); break;
    case PTXO_SINK: buf_putc(out, '_'); break;
    }
}

// ---- declarations -------------------------------------------------------------------------------

// In the order of the PTXS_ constants.
static const char *space_name(uint32_t s) {
    static const char *const name[] = {"generic", "reg",   "global", "shared",
                                       "local",   "const", "param"};
    return name[s];
}

// .v4 .f32: elements and their type.
static void print_type(const PtxVar *var, PtxType t, Buf *out) {
    if (var->vec) buf_printf(out, ".v%u ", var->vec);
    buf_printf(out, ".%s ", ptx_types[t].text);
}

// [n], [n][m]; the first of them is empty where the size is open.
static void print_dims(const PtxVar *var, uint64_t count, Buf *out) {
    if (!var->is_array) return;
    if (var->ndim > 1) {
        for (uint32_t i = 0; i < var->ndim; i++) {
            buf_putc(out, '[');
            if (i || !var->unsized) buf_u64(out, var->dim[i]);
            buf_putc(out, ']');
        }
        return;
    }
    buf_putc(out, '[');
    if (!var->unsized) buf_u64(out, count);
    buf_putc(out, ']');
}

// One parameter in the list of a function's head.
static void print_param(Ctx *ctx, const PtxVar *formal, Buf *out) {
    buf_puts(out, formal->space == PTXS_REG ? ".reg " : ".param ");
    // With .ptr the alignment is that of what it points to, and comes behind.
    if (formal->align && !formal->ptr) buf_printf(out, ".align %u ", formal->align);
    print_type(formal, (PtxType)formal->type, out);
    if (formal->ptr) {
        buf_puts(out, ".ptr ");
        if (formal->ptr_space) buf_printf(out, ".%s ", space_name(formal->ptr_space));
        if (formal->ptr_align) buf_printf(out, ".align %u ", formal->ptr_align);
    }
    buf_atom(ctx, out, formal->name);
    print_dims(formal, formal->count, out);
}

// The value of n bytes, little endian.
static uint64_t load_le(const uint8_t *p, uint64_t n) {
    uint64_t v = 0;
    for (uint64_t i = 0; i < n; i++) v |= (uint64_t)p[i] << (8 * i);
    return v;
}

// name, generic(name)+4, or one byte of the address as 0xFF00(name).
static void print_reloc(const PtxModule *module, const PtxReloc *reloc, Buf *out) {
    if (reloc->size == 1) {
        buf_puts(out, "0xFF");
        for (uint32_t i = 0; i < reloc->shift / 8u; i++) buf_puts(out, "00");
        buf_putc(out, '(');
    }
    if (reloc->generic) buf_puts(out, "generic(");
    // A plain name is the address in the variable's own space.
    buf_atom(module->ctx, out, module->sym.at[reloc->sym].name);
    if (reloc->generic) buf_putc(out, ')');
    if (reloc->addend) {
        buf_putc(out, '+');
        buf_i64(out, reloc->addend);
    }
    if (reloc->size == 1) buf_putc(out, ')');
}

// An element of an initialiser, in the form that keeps all its bits.
static void print_number(PtxType type, uint64_t v, Buf *out) {
    if (type == PTX_F32) {
        buf_printf(out, "0f%08X", (unsigned)v);
    } else if (type == PTX_F64) {
        buf_printf(out, "0d%016llX", (unsigned long long)v);
        // A signed element of fewer bits is extended for printing.
    } else if (ptx_types[type].kind == 's' && ptx_type_bits(type) < 64) {
        buf_i64(out, (int64_t)(v << (64 - ptx_type_bits(type))) >> (64 - ptx_type_bits(type)));
    } else {
        buf_u64(out, v);
    }
}

// Trailing zeros need no text: where the last byte or address ends.
static uint64_t last_nonzero(const PtxVar *var) {
    uint64_t n = var->ninit;
    while (n && !var->init[n - 1]) n--;
    VEC_FOREACH (PtxReloc, r, &var->reloc) n = CU_MAX(n, (uint64_t)r->off + r->size);
    return n;
}

// The elements of an initialiser, `type` at a time, with the addresses between them. `nr` bytes of
// a relocation of 8 bytes inside a byte array are written as masks.
static void print_elements(const PtxModule *module, const PtxVar *initialised, PtxType type,
                           uint64_t total, Buf *out) {
    uint64_t es = ptx_type_bits(type) / 8, end = last_nonzero(initialised), off = 0;
    uint32_t next = 0;
    // A scalar zero still has its one element.
    uint64_t n = CU_MIN((end + es - 1) / es, total);
    if (!n) n = 1;
    for (uint64_t i = 0; i < n; i++, off += es) {
        if (i) buf_puts(out, ", ");
        // Relocations stand in the order of their offsets.
        while (next < initialised->reloc.n &&
               initialised->reloc.at[next].off + initialised->reloc.at[next].size <= off)
            next++;
        if (next < initialised->reloc.n && initialised->reloc.at[next].off <= off) {
            PtxReloc r = initialised->reloc.at[next];
            if (r.size > es) {
                // PTX ISA 5.4.4: a mask picks the byte.
                // One byte of a longer address.
                r.shift = (uint8_t)(8 * (off - r.off));
                r.size = 1;
            }
            print_reloc(module, &r, out);
            continue;
        }
        // Bytes behind the initialiser's end are zeros.
        uint64_t have = off < initialised->ninit ? CU_MIN(es, initialised->ninit - off) : 0;
        print_number(type, have ? load_le(initialised->init + off, have) : 0, out);
    }
}

// A byte array that holds whole aligned addresses is written as .u64 elements.
static bool as_words(const PtxVar *var) {
    if (var->type != PTX_B8 || !var->is_array || var->ndim > 1 || !var->reloc.n) return false;
    // ptxas aligns .u64 elements, so the variable must be aligned as well.
    if (var->count % 8 || (var->align && var->align % 8)) return false;
    VEC_FOREACH (PtxReloc, r, &var->reloc) {
        if (r->size != 8 || r->off % 8) return false;
    }
    return true;
}

// The order is that of PtxLinkage.
static void print_linkage(uint32_t l, Buf *out) {
    static const char *const name[] = {"", ".visible ", ".extern ", ".weak ", ".common "};
    buf_puts(out, name[l]);
}

// A declaration with its initialiser; zeros are what a variable without one has.
static void print_var(const PtxModule *module, const PtxVar *declared, Buf *out) {
    print_linkage(declared->linkage, out);
    buf_printf(out, ".%s ", space_name(declared->space));
    if (declared->managed) buf_puts(out, ".attribute(.managed) ");
    if (declared->align) buf_printf(out, ".align %u ", declared->align);
    bool words = as_words(declared);
    PtxType type = words ? PTX_U64 : (PtxType)declared->type;
    if (type == PTX_B8 && declared->reloc.n) type = PTX_U8; // masks of addresses want it
    uint64_t count = words ? declared->count / 8 : declared->count;
    print_type(declared, type, out);
    buf_atom(module->ctx, out, declared->name);
    print_dims(declared, count, out);
    // A scalar's zero is written all the same.
    bool value = declared->has_init && (last_nonzero(declared) || !declared->is_array);
    if (value && ptx_types[type].kind != 'o') {
        bool braces = declared->is_array || declared->vec;
        buf_puts(out, braces ? " = {" : " = ");
        print_elements(module, declared, type, count * (declared->vec ? declared->vec : 1), out);
        if (braces) buf_putc(out, '}');
    }
    buf_putc(out, ';');
}

// ---- instructions -------------------------------------------------------------------------------

enum { WORD_MOST = 32, OPCODE_MOST = sizeof ptx_rows[0].name + PTX_MAX_SLOTS * WORD_MOST };
#define PTX_TYPE(id, t, b, k)       _Static_assert(sizeof t < WORD_MOST, "the word fits");
#define PTX_CLASS(id, shift, width) // has no text
#define PTX_MOD(cls, id, t)         _Static_assert(sizeof t < WORD_MOST, "the word fits");
#include "ptx/mod.def"
#include "ptx/type.def"
#undef PTX_TYPE
#undef PTX_CLASS
#undef PTX_MOD

// name.modifier.type ... in the order of the row's slots.
static void print_opcode(const PtxInst *in, const PtxRow *row, Buf *out) {
    buf_reserve(out, OPCODE_MOST);
    put_short(out, row->name);
    for (const PtxSlot *s = row->slot; s < row->slot + PTX_MAX_SLOTS && s->kind; s++) {
        if (s->kind == PTX_SLOT_TYPE) {
            // Types are numbered, as a row may have two.
            buf_putc(out, '.');
            put_short(out, ptx_types[in->type[s->arg]].text);
        } else {
            uint32_t v = ptx_mod_get(in, (PtxClass)s->arg);
            // Not said: nothing is printed.
            if (!v) continue;
            buf_putc(out, '.');
            put_short(out, ptx_mod_name((PtxClass)s->arg, v));
        }
    }
}

// call (results), callee, (arguments), prototype: with the line breaks that nvcc has.
static void print_call(const PtxFunc *fn, const PtxOpnd *operands, uint32_t n, Buf *out) {
    // Results, if there are any.
    if (operands[0].kind == PTXO_LIST) {
        print_opnd(fn, &operands[0], out);
        buf_puts(out, ", ");
    }
    buf_puts(out, "\n\t");
    print_opnd(fn, &operands[1], out);
    // Arguments.
    if (n > 2 && operands[2].kind == PTXO_LIST) {
        buf_puts(out, ", \n\t(\n\t");
        print_list(fn, &operands[2], ", \n\t", out);
        buf_puts(out, "\n\t)");
    }
    // The prototype of an indirect call.
    if (n > 3 && operands[3].kind != PTXO_NONE) {
        buf_puts(out, n > 2 && operands[2].kind == PTXO_LIST ? "\n\t, " : ", ");
        print_opnd(fn, &operands[3], out);
    }
}

// (.param .b32 a, .param .b64 b) on one line.
static void print_sig_list(const PtxFunc *fn, const uint32_t *at, uint32_t n, Buf *out) {
    buf_putc(out, '(');
    for (uint32_t i = 0; i < n; i++) {
        if (i) buf_puts(out, ", ");
        print_param(fn->mod->ctx, &fn->var.at[at[i]], out);
    }
    buf_putc(out, ')');
}

// Text as it is, but for the marks of its registers.
static void print_raw(const PtxFunc *fn, const PtxOpnd *operands, uint32_t nreg, Buf *out) {
    for (const char *t = atom_str(fn->mod->ctx, operands[0].id); *t;) {
        char *end = NULL;
        unsigned long k = *t == PTX_RAW_MARK ? strtoul(t + 1, &end, 10) : 0;
        // A mark that closes around a register's number; others are text of the source.
        bool mark = end && end > t + 1 && *end == PTX_RAW_MARK && k < nreg;
        if (mark)
            ptx_print_reg(fn, fn->extra.at[operands[1].id + k].id, out);
        else
            buf_putc(out, *t);
        t = mark ? end + 1 : t + 1;
    }
}

// What is no instruction: labels, scopes, declarations, lines, prototypes, inline assembly.
static void print_pseudo(const PtxFunc *fn, const PtxInst *in, const PtxOpnd *operands, Buf *out) {
    Ctx *ctx = fn->mod->ctx;
    switch (in->op) {
    case PTXI_label:
    case PTXI_place:
        print_label(fn, operands[0].id, out);
        buf_putc(out, ':');
        break;
    case PTXI_scope_begin:
        // The braces around a call carry its number, for readers of the text.
        buf_puts(out, "\t{");
        if (in->nopnd) buf_printf(out, " // callseq %u, 0", (unsigned)operands[0].val);
        break;
    case PTXI_scope_end:
        buf_puts(out, "\t}");
        if (in->nopnd) buf_printf(out, " // callseq %u", (unsigned)operands[0].val);
        break;
    case PTXI_declvar:
        buf_putc(out, '\t');
        print_var(fn->mod, &fn->var.at[operands[0].id], out);
        break;
    case PTXI_loc:
        buf_printf(out, "\t.loc\t%u %u %u", (unsigned)operands[0].val, (unsigned)operands[1].val,
                   (unsigned)operands[2].val);
        // The line belongs to a function inlined at another line.
        if (in->nopnd >= 8) {
            buf_puts(out, ", function_name ");
            print_label(fn, operands[3].id, out);
            if (operands[4].val) buf_printf(out, "+%u", (unsigned)operands[4].val);
            buf_printf(out, ", inlined_at %u %u %u", (unsigned)operands[5].val,
                       (unsigned)operands[6].val, (unsigned)operands[7].val);
        }
        break;
    case PTXI_pragma:
        buf_puts(out, "\t.pragma \"");
        buf_atom(ctx, out, operands[0].id);
        buf_puts(out, "\";");
        break;
    // The lists of targets of indirect branches and calls stand behind a label.
    case PTXI_targets: {
        const PtxTargets *targets = &fn->targets.at[operands[0].val];
        print_label(fn, targets->label, out);
        buf_puts(out, targets->calls ? ": .calltargets" : ": .branchtargets");
        for (uint32_t i = 0; i < targets->target.n; i++) {
            buf_puts(out, i ? ",\n\t\t" : "\n\t\t");
            if (targets->calls) {
                buf_atom(ctx, out, fn->mod->sym.at[targets->target.at[i]].name);
            } else {
                print_label(fn, targets->target.at[i], out);
            }
        }
        buf_putc(out, ';');
        break;
    }
    case PTXI_proto: {
        const PtxProto *proto = &fn->proto.at[operands[0].val];
        const PtxSig *sig = &fn->protosig.at[proto->sig];
        buf_putc(out, '\t');
        print_label(fn, proto->label, out);
        buf_puts(out, " : .callprototype ");
        if (sig->ret.n) {
            print_sig_list(fn, sig->ret.at, sig->ret.n, out);
            buf_putc(out, ' ');
        } else {
            // Without results the parentheses stay.
            buf_puts(out, "() ");
        }
        buf_puts(out, "_ ");
        print_sig_list(fn, sig->param.at, sig->param.n, out);
        if (sig->noreturn) buf_puts(out, " .noreturn");
        buf_putc(out, ';');
        break;
    }
    case PTXI_raw:
        buf_puts(out, "\t// begin inline asm\n\t");
        print_raw(fn, operands, in->nopnd > 1 ? operands[1].n : 0, out);
        buf_puts(out, "\n\t// end inline asm");
        break;
    default: break;
    }
}

// One instruction with its tab and its semicolon, without the line's end. Also for messages.
void ptx_print_inst(const PtxFunc *fn, const PtxInst *in, Buf *out) {
    const PtxRow *row = &ptx_rows[in->op];
    const PtxOpnd *opnd = fn->opnd.n ? fn->opnd.at + in->opnd : NULL; // an empty list has no place
    bool foreign = in->op == PTXI_foreign;
    if (!row->name[0] && !foreign) {
        print_pseudo(fn, in, opnd, out);
        return;
    }
    buf_putc(out, '\t');
    // A guard's number counts from 1; 0 means none.
    if (in->guard) {
        buf_putc(out, '@');
        if (in->guard & PTX_GUARD_NOT) buf_putc(out, '!');
        ptx_print_reg(fn, (in->guard & ~PTX_GUARD_NOT) - 1, out);
        buf_putc(out, ' ');
    }
    // A foreign instruction is printed with the name that the source had.
    if (foreign) {
        put_atom(fn, out, opnd[0].id);
    } else {
        print_opcode(in, row, out);
    }
    if (in->op == PTXI_call) {
        buf_putc(out, ' ');
        print_call(fn, opnd, in->nopnd, out);
    } else {
        for (uint32_t i = foreign; i < in->nopnd; i++) {
            put_two(out, i > foreign ? ", " : " \t");
            print_opnd(fn, &opnd[i], out);
        }
    }
    buf_putc(out, ';');
}

// ---- functions ----------------------------------------------------------------------------------

// .visible .entry name(parameters), for declarations and definitions.
static void print_head(const PtxFunc *fn, Atom name, uint32_t linkage, Buf *out) {
    Ctx *ctx = fn->mod->ctx;
    print_linkage(linkage, out);
    if (fn->entry) {
        buf_puts(out, ".entry ");
    } else {
        buf_puts(out, ".func ");
        if (fn->sig.ret.n) {
            buf_putc(out, ' ');
            print_sig_list(fn, fn->sig.ret.at, fn->sig.ret.n, out);
            buf_putc(out, ' ');
        }
    }
    buf_atom(ctx, out, name);
    buf_putc(out, '(');
    // Each parameter on its own line.
    for (uint32_t i = 0; i < fn->sig.param.n; i++) {
        buf_puts(out, i ? ",\n\t" : "\n\t");
        print_param(ctx, &fn->var.at[fn->sig.param.at[i]], out);
    }
    buf_puts(out, fn->sig.param.n ? "\n)\n" : ")\n");
}

// Dimensions that were not said are 1; none was said: the directive is absent.
static void print_triple(const char *name, const uint32_t *v, Buf *out) {
    if (v[0]) buf_printf(out, "%s %u, %u, %u\n", name, v[0], CU_MAX(v[1], 1u), CU_MAX(v[2], 1u));
}

// Directives after the head: those that were asked for.
static void print_directives(const PtxFunc *fn, Buf *out) {
    const PtxDirectives *directives = &fn->dir;
    // The order is fixed, so that outputs can be compared.
    if (directives->noreturn) buf_puts(out, ".noreturn\n");
    if (directives->explicitcluster) buf_puts(out, ".explicitcluster\n");
    print_triple(".reqnctapercluster", directives->reqnctapercluster, out);
    if (directives->blocksareclusters) buf_puts(out, ".blocksareclusters\n");
    if (directives->maxclusterrank)
        buf_printf(out, ".maxclusterrank %u\n", directives->maxclusterrank);
    print_triple(".maxntid", directives->maxntid, out);
    print_triple(".reqntid", directives->reqntid, out);
    if (directives->minnctapersm) buf_printf(out, ".minnctapersm %u\n", directives->minnctapersm);
    if (directives->maxnctapersm) buf_printf(out, ".maxnctapersm %u\n", directives->maxnctapersm);
    if (directives->maxnreg) buf_printf(out, ".maxnreg %u\n", directives->maxnreg);
    if (directives->percta) buf_printf(out, ".minperctamemory %u\n", directives->minperctamemory);
    for (uint32_t i = 0; i < directives->pragma.n; i++) {
        buf_puts(out, ".pragma \"");
        put_atom(fn, out, directives->pragma.at[i]);
        buf_puts(out, "\";\n");
    }
}

typedef struct {
    uint8_t type;
    Atom prefix;
    uint32_t max;
} RegGroup;

// Registers by type and prefix: one .reg line each. Registers without a number get one line each,
// but for those that are parameters: the head declares them.
static void print_regs(const PtxFunc *fn, Buf *out) {
    static const uint8_t order[] = {PTX_PRED, PTX_B16, PTX_B32, PTX_F32,
                                    PTX_B64,  PTX_F64, PTX_B128};
    Arena *arena = &task_here(fn->mod->ctx)->scratch;
    ArenaMark mark = arena_mark(arena);
    Map groups, params;
    map_init(&groups, arena);
    map_init(&params, arena);
    VEC_FOREACH (PtxVar, v, &fn->var) {
        if (v->space == PTXS_REG) map_put(&params, v->name, v);
    }

    // Groups in the order of their first register; the number that is declared is the highest used.
    VEC_FOREACH (PtxRegInfo, r, &fn->reg) {
        if (r->num == UINT32_MAX && map_get(&params, r->prefix)) continue;
        if (r->num == UINT32_MAX) {
            buf_printf(out, "\t.reg .%s \t", ptx_types[r->type].text);
            put_atom(fn, out, r->prefix);
            buf_puts(out, ";\n");
            continue;
        }
        void **slot = map_slot(&groups, (uint64_t)r->type << 32 | r->prefix);
        RegGroup *g = *slot;
        if (!g) {
            *slot = g = arena_new(arena, RegGroup);
            g->type = r->type;
            g->prefix = r->prefix;
        }
        g->max = CU_MAX(g->max, r->num);
    }

    // One line a group, by type in the order above; other types come last.
    for (uint32_t pass = 0; pass <= CU_COUNT(order); pass++) {
        MAP_FOREACH (e, &groups) {
            const RegGroup *g = e->val;
            uint32_t at = 0;
            while (at < CU_COUNT(order) && order[at] != g->type) at++;
            if (at != pass) continue;
            buf_printf(out, "\t.reg .%s \t", ptx_types[g->type].text);
            put_atom(fn, out, g->prefix);
            buf_printf(out, "<%u>;\n", g->max + 1);
        }
    }
    arena_reset(arena, mark);
}

// A comment with the line that a .loc names: a blank line, then "//FILE:LINE TEXT".
static void print_source(const PtxFunc *fn, const PtxInst *in, Buf *out) {
    const PtxSourceText *source_text = fn->mod->source;
    const PtxOpnd *opnd = ptx_opnds(fn, in);
    if (!source_text) return;
    VEC_FOREACH (PtxFile, file, &fn->mod->file) {
        if (file->index != opnd[0].val) continue;
        uint32_t n, skip = source_text->directory ? (uint32_t)strlen(source_text->directory) : 0;
        const char *name = atom_str(fn->mod->ctx, file->name);
        // Names inside of the compilation's directory are shown without it.
        bool inside = skip && strncmp(name, source_text->directory, skip) == 0 && name[skip] == '/';
        const char *line =
            source_text->line(source_text->data, file->name, (uint32_t)opnd[1].val, &n);
        buf_printf(out, "\n//%s:%u %.*s\n", name + (inside ? skip + 1 : 0), (unsigned)opnd[1].val,
                   (int)n, line);
    }
}

// A definition. The first .loc is the function's own line and stands before everything else, also
// as a comment in front of the head.
void ptx_print_func(const PtxFunc *fn, Buf *out) {
    const PtxInst *first = fn->inst.n && fn->inst.at[0].op == PTXI_loc ? &fn->inst.at[0] : NULL;
    bool hide = fn->mod->hide_lines;
    if (fn->linkage == PTXL_VISIBLE) {
        buf_puts(out, "\t// .globl\t");
        put_atom(fn, out, fn->name);
        buf_putc(out, '\n');
    }
    if (first) print_source(fn, first, out);
    print_head(fn, fn->name, fn->linkage, out);
    print_directives(fn, out);
    buf_puts(out, "{\n");
    print_regs(fn, out);
    if (first && !hide) { // the function's own line
        print_source(fn, first, out);
        ptx_print_inst(fn, first, out);
        buf_putc(out, '\n');
    }
    buf_putc(out, '\n');
    VEC_FOREACH (PtxInst, in, &fn->inst) {
        if (in->op == PTXI_nop || in == first || (in->op == PTXI_loc && hide)) continue;
        if (in->op == PTXI_loc) print_source(fn, in, out);
        ptx_print_inst(fn, in, out);
        buf_putc(out, '\n');
    }
    buf_puts(out, "\n}\n");
}

// Version, target, address size, after the comments.
static void print_header(const PtxModule *module, Buf *out) {
    if (module->head) buf_puts(out, module->head);
    buf_printf(out, "\n.version %u.%u\n.target sm_%u", module->version / 10, module->version % 10,
               module->sm);
    if (module->sm_suffix) buf_putc(out, module->sm_suffix);
    if (module->debug) buf_puts(out, ", debug");
    buf_printf(out, "\n.address_size %u\n\n", module->address_size);
}

// Bodies stand in the order of their definitions, which is another than that of the declarations
// before them.
typedef struct {
    Ctx *ctx;
    const PtxFunc **func; // n of them
    uint32_t n;
    Buf *text;    // by function
    Arena *arena; // by thread
} Bodies;

// Each function prints into a buffer of its own, from the arena of the thread that runs it.
static void print_body(Ctx *thread, void *data, uint32_t i) {
    Bodies *w = data;
    buf_init(&w->text[i], &w->arena[thread->timer_thread - w->ctx->timer_thread]);
    ptx_print_func(w->func[i], &w->text[i]);
}

// The text is put together in the order of definitions, whoever printed first.
static void print_parallel(Bodies *bodies, uint32_t jobs, Buf *out) {
    Arena *tmp = &bodies->ctx->scratch;
    bodies->text = arena_array(tmp, Buf, bodies->n);
    bodies->arena = arena_array(tmp, Arena, jobs);
    for (uint32_t i = 0; i < jobs; i++) arena_init(&bodies->arena[i], bodies->ctx, "print");
    uint32_t *weight = arena_array(tmp, uint32_t, bodies->n);
    for (uint32_t i = 0; i < bodies->n; i++) weight[i] = bodies->func[i]->inst.n;
    task_for(bodies->ctx, jobs, bodies->n, weight, print_body, bodies);
    for (uint32_t i = 0; i < bodies->n; i++) buf_write(out, bodies->text[i].at, bodies->text[i].n);
    for (uint32_t i = 0; i < jobs; i++) arena_free(&bodies->arena[i]);
}

static void print_bodies(const PtxModule *module, Buf *out) {
    Arena *tmp = &module->ctx->scratch;
    ArenaMark mark = arena_mark(tmp);
    uint32_t n = module->func.n + module->ndef,
             jobs = module->jobs ? module->jobs : task_processors();
    Bodies bodies = {.ctx = module->ctx, .func = arena_array(tmp, const PtxFunc *, n + 1)};

    // By their place among definitions; those that have none, from hand-made modules, come after.
    for (uint32_t i = 0; i < module->func.n; i++) {
        const PtxFunc *f = module->func.at[i];
        if (f->has_body) bodies.func[f->def ? f->def - 1 : module->ndef + i] = f;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (bodies.func[i]) bodies.func[bodies.n++] = bodies.func[i];
    }
    if (jobs > 1 && bodies.n > 1 && !module->source) { // source files are read as they come
        print_parallel(&bodies, jobs, out);
    } else {
        for (uint32_t i = 0; i < bodies.n; i++) ptx_print_func(bodies.func[i], out);
    }
    arena_reset(tmp, mark);
}

// Lines have 20 to 30 characters each: with so much room the text need not be copied into more.
static void reserve_text(const PtxModule *module, Buf *out) {
    enum { LINE = 32, FUNCTION = 1024 };
    size_t room = 0;
    for (uint32_t i = 0; i < module->func.n; i++)
        room += FUNCTION + (size_t)module->func.at[i]->inst.n * LINE;
    buf_reserve(out, room);
}

// Prints the whole module (order: above). Deterministic for any number of threads.
void ptx_print(const PtxModule *module, Buf *out) {
    reserve_text(module, out);
    print_header(module, out);
    for (uint32_t i = 0; i < module->func.n; i++) {
        const PtxFunc *f = module->func.at[i];
        // Kernels are only declared ahead if something names them before their body.
        if (f->entry && f->has_body && !f->forward) continue;
        print_head(f, f->name, f->linkage, out);
        print_directives(f, out);
        buf_puts(out, ";\n");
    }
    VEC_FOREACH (PtxVar, v, &module->var) {
        print_var(module, v, out);
        buf_putc(out, '\n');
    }
    VEC_FOREACH (PtxSym, s, &module->sym) { // declared like the function that they stand for
        const PtxFunc *f =
            s->kind == PTXK_ALIAS ? ptx_sym_func(module, (uint32_t)(s - module->sym.at)) : NULL;
        if (!f) continue;
        print_head(f, s->name, PTXL_VISIBLE, out);
        print_directives(f, out);
        buf_puts(out, ";\n");
    }
    buf_putc(out, '\n');
    print_bodies(module, out);
    VEC_FOREACH (PtxSym, s, &module->sym) { // behind the functions: PTX ISA, .alias
        if (s->kind != PTXK_ALIAS) continue;
        buf_puts(out, ".alias ");
        buf_atom(module->ctx, out, s->name);
        buf_puts(out, ", ");
        buf_atom(module->ctx, out, module->sym.at[s->index].name);
        buf_puts(out, ";\n");
    }
    if (module->hide_lines) return;

    // Files and debug sections end the module.
    VEC_FOREACH (PtxFile, f, &module->file) {
        buf_printf(out, "\t.file\t%u \"", f->index);
        buf_atom(module->ctx, out, f->name);
        buf_putc(out, '"');
        if (f->has_stamp) {
            buf_printf(out, ", %llu, %llu", (unsigned long long)f->time,
                       (unsigned long long)f->size);
        }
        buf_putc(out, '\n');
    }
    for (uint32_t i = 0; i < module->section.n; i++) {
        buf_atom(module->ctx, out, module->section.at[i]);
        buf_putc(out, '\n');
    }
}
