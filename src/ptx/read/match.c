// SPDX-License-Identifier: Apache-2.0
// The PTX reader: whether operands are those of a row of insn.def. They decide between rows that
// share a spelling (mov and its packing forms, for instance).
#include "ptx/read/opcode.h"

#include "ptx/form/op.h"
#include "ptx/form/sem.h"

// ---- constants ----------------------------------------------------------------------------------

static PtxOpnd narrowed(const PtxOpnd *opnd) {
    double d;
    memcpy(&d, &opnd->val, 8);
    float s = (float)d;
    uint32_t bits;
    memcpy(&bits, &s, 4);
    return ptx_o_f32(bits);
}

static PtxOpnd widened(const PtxOpnd *opnd) {
    uint32_t bits = (uint32_t)opnd->val;
    float s;
    memcpy(&s, &bits, 4);
    double d = (double)s;
    uint64_t wide;
    memcpy(&wide, &d, 8);
    return ptx_o_f64(wide);
}

// Writes a decimal constant in the form that the instruction's type asks for.
// False: this is no number of that type. A float for an instruction on bits keeps its width.
static bool fix_float(PtxOpnd *opnd, PtxType type, uint32_t bits) {
    if (opnd->kind == PTXO_F64 && opnd->flags & PTXOF_HEX && bits == 32) *opnd = narrowed(opnd);
    char kind = ptx_types[type].kind;
    if (!is_any_of(kind, 'f', 'b')) return false;
    // The bits of one width are converted to the other.
    if (type == PTX_F64 && opnd->kind == PTXO_F32) *opnd = widened(opnd);
    if (type == PTX_F32 && opnd->kind == PTXO_F64) *opnd = narrowed(opnd);
    opnd->flags &= (uint8_t)~PTXOF_HEX;
    return opnd->kind == PTXO_F32 ? bits == 32 : bits == 64;
}

// ---- what a template asks for -------------------------------------------------------------------

// The width that the second letter of a template stands for (insn.def); 0: none.
static uint32_t letter_bits(char c, const Reading *reading) {
    switch (c) {
    case 'T': return ptx_type_bits((PtxType)reading->type[0]);
    case 'U': return ptx_type_bits((PtxType)reading->type[1]);
    case 'V': return ptx_type_bits((PtxType)reading->type[2]);
    case 'W': return ptx_type_bits((PtxType)reading->type[3]);
    case 'p':
    case 'P': return 1;
    case 'o': return 8;
    case 'h': return 16;
    case 'b': return 32;
    case 'd': return 64;
    case 'q': return 128;
    default: return 0;
    }
}

// The type that a letter of a template asks of registers: those of a size alone take
// integers, those of 16 bits only untyped ones.
static PtxType letter_type(char c, const Reading *reading) {
    static const PtxType sized[] = {PTX_BF16, PTX_U32, PTX_U64, PTX_B128, PTX_U8};
    if (ptx_rows[reading->op].sem == PTX_SEM_CVTTF32) return (PtxType)reading->type[c == 'U'];
    // Exchanged between threads are bits of any type.
    if (is_any_of(ptx_rows[reading->op].sem, PTX_SEM_SHFL, PTX_SEM_BALLOT, PTX_SEM_MATCHANY,
                  PTX_SEM_MATCHALL))
        return PTX_NOTYPE;
    const char *type = strchr("TUVW", c), *size = strchr("hbdqo", c);
    if (c && type) return (PtxType)reading->type[type - "TUVW"];
    return c && size ? sized[size - "hbdqo"] : PTX_NOTYPE;
}

// Loads, stores and conversions take registers wider than the type (9.4.1).
static bool relaxed(const Reader *reader, const Reading *reading) {
    bool shift = is_any_of(ptx_rows[reading->op].sem, PTX_SEM_SHL, PTX_SEM_SHR);
    if (shift && reader->strict) return false;
    return is_any_of(ptx_rows[reading->op].sem, PTX_SEM_LD, PTX_SEM_ST, PTX_SEM_CVT, PTX_SEM_SHL,
                     PTX_SEM_SHR, PTX_SEM_TEX, PTX_SEM_CVTFP8, PTX_SEM_CVTFROMFP8, PTX_SEM_CVTRS,
                     PTX_SEM_STASYNC, PTX_SEM_SET);
}

// ---- kinds of operands --------------------------------------------------------------------------

// A register of `bits` bits, or of more where it may be wider than what is moved.
static bool register_ok(const Reader *reader, const PtxOpnd *operand, bool dest, uint32_t bits,
                        bool wider) {
    PtxType type = (PtxType)reader->fn->reg.at[operand->id].type;
    uint32_t have = ptx_type_bits(type);
    if (operand->flags & PTXOF_NOT && (dest || have != 1)) return false;
    if (reader->strict && !rd_register_agrees(type, reader->want)) return false;

    // An f4 or f6 type of four bits lies in a register of 16.
    bool small_float = bits == 4 && have == 16, wide = wider && have > bits && bits > 1;
    return have == bits || wide || small_float;
}

// A register of `bits` bits, or a constant or address where only a source can be. `wider`: the
// register may be wider than what is moved (9.4.1). Type 0: any kind of constant.
static bool scalar_ok(Reader *reader, PtxOpnd *operand, bool dest, uint32_t bits, PtxType type,
                      bool wider) {
    if (operand->kind == PTXO_REG) return register_ok(reader, operand, dest, bits, wider);
    if (dest) return operand->kind == PTXO_SINK;

    switch (operand->kind) {
    case PTXO_INT:
        if (reader->strict && ptx_types[reader->want].kind == 'x' && reader->want != PTX_F32X2)
            return false;
        return bits == 1 || !type || ptx_types[type].kind != 'f';
    case PTXO_F32:
    case PTXO_F64:
        if (reader->strict && is_any_of(ptx_types[reader->want].kind, 'u', 's')) return false;
        return type && fix_float(operand, type, bits);
    case PTXO_SYM: return bits >= 32;
    case PTXO_SREG: return true;
    default: return false;
    }
}

// `n` elements, 0: as many as there are.
static bool vector_ok(Reader *reader, PtxOpnd *o, bool dest, uint32_t n, uint32_t bits, PtxType t,
                      bool wider) {
    if (o->kind != PTXO_VEC || (n && o->n != n)) return false;
    for (uint32_t i = 0; i < o->n; i++) {
        if (!scalar_ok(reader, &reader->fn->extra.at[o->id + i], dest, bits, t, wider))
            return false;
    }
    return true;
}

// Operands of matrix and texture instructions: a vector whose elements the row does not name.
// Destinations are registers, sources also constants.
static bool fragment_ok(Reader *reader, const PtxOpnd *fragment, bool dest) {
    if (fragment->kind == PTXO_REG) return true; // a vector of one, as in sust.b.1d.b32
    if (fragment->kind != PTXO_VEC) return false;
    for (uint32_t i = 0; i < fragment->n; i++) {
        uint8_t k = reader->fn->extra.at[fragment->id + i].kind;
        if (!is_any_of(k, PTXO_REG, PTXO_SINK) && (dest || k > PTXO_SYM)) return false;
    }
    return fragment->n > 0;
}

// mov between one register and its parts: the parts together are as wide as the whole.
static bool pack_ok(Reader *reader, const Reading *reading, const PtxOpnd *parts) {
    uint32_t total = ptx_type_bits((PtxType)reading->type[0]);
    if (parts->kind != PTXO_VEC || !parts->n || total % parts->n) return false;
    for (uint32_t i = 0; i < parts->n; i++) {
        const PtxOpnd *e = &reader->fn->extra.at[parts->id + i];
        if (e->kind == PTXO_REG &&
            ptx_type_bits((PtxType)reader->fn->reg.at[e->id].type) * parts->n != total) {
            return false;
        }
    }
    return fragment_ok(reader, parts, false);
}

// Only video instructions name parts of their operands, and only vmad negates some.
static bool is_special(Reader *reader, const PtxOpnd *operand) {
    if (is_any_of(operand->kind, PTXO_REG, PTXO_MREG))
        return operand->n || operand->flags & PTXOF_NEG;
    if (!is_any_of(operand->kind, PTXO_VEC, PTXO_PAIR, PTXO_MTEX)) return false;
    for (uint32_t i = 0; i < (operand->kind == PTXO_VEC ? operand->n : 2u); i++) {
        const PtxOpnd *e = &reader->fn->extra.at[operand->id + i];
        if (e->kind == PTXO_REG && (e->n || e->flags & PTXOF_NEG)) return true;
    }
    return false;
}

// The part of operand i (PTX ISA 9.7.17, 9.7.18): a byte or half of scalar ones; of the others a
// mask of the destination's lanes, from the highest down, and for each lane one of {b,a}'s.
static bool part_ok(const Reading *reading, uint32_t i, const PtxOpnd *operand) {
    uint32_t n = operand->n, count = PTX_PART_COUNT(n), lanes = n & PTX_PART_HALVES ? 2 : 4;
    uint32_t sem = ptx_rows[reading->op].sem;
    if (operand->kind != PTXO_REG) return true; // a constant; operand_ok refuses the rest
    if (operand->flags & PTXOF_NEG && (reading->op != PTXI_vmad || !i)) return false;
    if (!n) return true;
    if (i > 2) return false;
    if (sem == PTX_SEM_VSCALAR) return count == 1 && PTX_PART_DIGIT(n, 0) < lanes;
    const char *name = ptx_rows[reading->op].name;
    if (name[strlen(name) - 1] != (lanes == 2 ? '2' : '4')) return false;
    if (i && count != lanes) return false;
    for (uint32_t d = 0; d < count; d++) {
        if (PTX_PART_DIGIT(n, d) >= (i ? 2 * lanes : lanes)) return false;
        if (!i && d && PTX_PART_DIGIT(n, d) <= PTX_PART_DIGIT(n, d - 1)) return false;
    }
    return true;
}

// The second destination of a pair, a predicate.
static bool second_ok(Reader *reader, const PtxOpnd *pair) {
    reader->want = PTX_PRED;
    return scalar_ok(reader, &reader->fn->extra.at[pair->id + 1], true, 1, PTX_PRED, false);
}

// Does an operand fit one element of a row's template ("dT", "wT", "m", ...)? The first letter says
// its role (destination, source, vector, address), the second its type; insn.def lists them.
static bool operand_ok(Reader *reader, const Reading *reading, const char *spec, PtxOpnd *operand) {
    char c = spec[0], x = spec[1];
    uint32_t bits = letter_bits(x, reading), vec = ptx_rows[reading->op].types[0] ? 1 : 0;
    PtxType type = x == 'T'   ? (PtxType)reading->type[0]
                   : x == 'U' ? (PtxType)reading->type[1]
                   : x == 'b' ? PTX_B32
                   : x == 'd' ? PTX_B64
                   : x == 'h' ? PTX_B16
                   : x == 'o' ? PTX_B8
                              : PTX_NOTYPE;
    reader->want = letter_type(x, reading);
    // The roles that are written: d, e, v, V.
    bool dest = is_any_of(c, 'd', 'e', 'v', 'V');
    switch (c) {
    case 'd':
        // Two destinations: the second is a predicate, and the template must allow it.
        if (operand->kind == PTXO_PAIR) {
            if (x != 'P' && spec[2] != 'P') return false;
            return scalar_ok(reader, &reader->fn->extra.at[operand->id], true, bits, type, false) &&
                   second_ok(reader, operand);
        }
        return scalar_ok(reader, operand, true, bits, type, relaxed(reader, reading));
    case 's': // of a scale it is one byte
        return scalar_ok(reader, operand, false, bits, type, x != 'o' && relaxed(reader, reading));
    case 'e':
    case 'f': return scalar_ok(reader, operand, dest, bits * 2, PTX_NOTYPE, false);
    case 'v':
    case 'w':
        // The vector's length is a modifier, .v2; without it a list of one is rd_is_taken as the
        // element.
        vec = (uint32_t)(reading->mods >> PTXC_SHIFT_VEC & PTX_MOD_MASK(VEC));
        if (vec) return vector_ok(reader, operand, dest, 1u << vec, bits, type, true);
        if (operand->kind == PTXO_VEC && operand->n == 1)
            return vector_ok(reader, operand, dest, 1, bits, type, true);
        return scalar_ok(reader, operand, dest, bits, type, true);
    case 'V':
    case 'W':
        if (ptx_rows[reading->op].sem == PTX_SEM_PACK ||
            ptx_rows[reading->op].sem == PTX_SEM_UNPACK) {
            return pack_ok(reader, reading, operand);
        }
        if (dest && operand->kind == PTXO_PAIR && ptx_rows[reading->op].slot[0].kind) { // tex d|p
            return fragment_ok(reader, &reader->fn->extra.at[operand->id], true) &&
                   second_ok(reader, operand);
        }
        return fragment_ok(reader, operand, dest);
    case 'm':
        if (operand->kind == PTXO_SYM && operand->n) { // an element
            operand->kind = PTXO_MSYM;
            operand->n = 0;
        }
        return is_any_of(operand->kind, PTXO_MREG, PTXO_MSYM, PTXO_MABS);
    case 'x': return operand->kind == PTXO_MTEX;
    case 'i': return operand->kind == PTXO_INT;
    case 'l':
    case 'L': return operand->kind == PTXO_LABEL;
    default: return true;
    }
}

// ---- all operands -------------------------------------------------------------------------------

// Past the comma of the template's element.
static const char *next_spec(const char *s) {
    while (*s && *s != ',') s++;
    return *s ? s + 1 : s;
}

// The element at `s` and, by the order of templates, those after it may be left out.
static bool is_optional(const char *s) {
    while (*s && *s != ',') {
        if (*s++ == '?') return true;
    }
    return false;
}

// Index of the operand that does not fit, UINT32_MAX when all do.
uint32_t rd_match_operands(Reader *reader, const Reading *reading) {
    const char *s = ptx_rows[reading->op].ops;
    uint32_t sem = ptx_rows[reading->op].sem;
    bool video = is_any_of(sem, PTX_SEM_VSCALAR, PTX_SEM_VSIMD);
    for (uint32_t i = 0; i < reader->ops.n; i++) {
        if (!*s) return i;
        if (video ? !part_ok(reading, i, &reader->ops.at[i])
                  : is_special(reader, &reader->ops.at[i]))
            return i;
        if (!operand_ok(reader, reading, s, &reader->ops.at[i])) return i;
        s = next_spec(s);
    }
    return !*s || is_optional(s) ? UINT32_MAX : reader->ops.n;
}

// Whether an instruction that was made by other means could be read: its operands are those of its
// row. Checked on a copy, because matching rewrites constants.
bool rd_operands_fit(PtxFunc *fn, const PtxInst *in) {
    Reader reader = {.ctx = fn->mod->ctx, .arena = fn->arena, .module = fn->mod, .fn = fn};
    Reading reading = {.op = in->op, .mods = in->mods};
    memcpy(reading.type, in->type, sizeof reading.type);
    PtxOpnd copy[64];
    if (in->nopnd > 64 || !in->nopnd) return !in->nopnd;
    memcpy(copy, fn->opnd.at + in->opnd, in->nopnd * sizeof *copy);
    reader.ops.at = copy;
    reader.ops.n = in->nopnd;
    return rd_match_operands(&reader, &reading) == UINT32_MAX;
}

// For the diagnostic, what an element of the template asks for.
static const char *wanted(char c, char x) {
    switch (c) {
    case 'd':
    case 'e':
        return is_any_of(x, 'p', 'P') ? "a predicate register" : "a register of the right size";
    case 's':
    case 'f': return x == 'p' ? "a predicate" : "a register or constant of the right size";
    case 'v':
    case 'w': return "a register or vector of the right size";
    case 'V':
    case 'W': return "a vector";
    case 'm': return "an address";
    case 'x': return "a texture address";
    case 'i': return "an integer constant";
    default: return "a label";
    }
}

// By the last reading, which is the most general one of a spelling.
void rd_report_operands(Reader *reader, const Opcode *oc, const char *name) {
    const Reading *reading = &oc->reading[oc->n - 1];
    uint32_t i = rd_match_operands(reader, reading);
    const char *s = ptx_rows[reading->op].ops;
    for (uint32_t n = 0; n < i && *s; n++) s = next_spec(s);
    if (i >= reader->ops.n) {
        rd_error(reader, DIAG_OF(ptx, few_operands), name);
    } else if (!*s) {
        rd_error(reader, DIAG_OF(ptx, many_operands), name);
    } else {
        rd_error(reader, DIAG_OF(ptx, bad_operand), (int)i + 1, name, wanted(s[0], s[1]));
    }
}
