// SPDX-License-Identifier: Apache-2.0
// The PTX reader: operands as they are written, before the row of their instruction is known
// (PTX ISA 6).
#include "ptx/read/reader.h"

// ---- names --------------------------------------------------------------------------------------

static void report_undeclared(Reader *reader, Atom name) {
    rd_error(reader, DIAG_OF(ptx, undeclared),
             arena_printf(&reader->ctx->scratch, "'%s'", atom_str(reader->ctx, name)));
}

// Whether a character goes on with the name of a part, or with a further part.
static bool continues_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || is_any_of(c, '_', '.');
}

// What follows a register without a blank: ".x". -1: none of the words.
static int suffix(Reader *reader, const char *const *word, uint32_t n) {
    const char *dot = reader->tok.end;
    if (dot >= reader->end || *dot != '.') return -1;
    for (uint32_t i = 0; i < n; i++) {
        size_t length = strlen(word[i]);
        bool fits = (size_t)(reader->end - dot) > length + 1;
        if (!fits || strncmp(dot + 1, word[i], length) != 0) continue;
        // The word must end where the text does: .x is not the start of .xyz.
        if (continues_part(dot[1 + length])) continue;
        rd_next(reader);
        return (int)i;
    }
    return -1;
}

// A vector register variable, or one of its elements: v.x or v.r
static void vector_register(Reader *reader, const Bind *declared, PtxOpnd *out) {
    static const char *const element[] = {"x", "y", "z", "w", "r", "g", "b", "a"};
    int e = suffix(reader, element, CU_COUNT(element));
    rd_next(reader);
    PtxOpnd item[4];
    for (uint32_t i = 0; i < declared->count; i++) item[i] = ptx_o_reg(declared->id + i);
    if (e >= 0) {
        if ((uint32_t)(e & 3) >= declared->count)
            rd_error(reader, DIAG_OF(ptx, undeclared), "this element");
        *out = item[(uint32_t)(e & 3) % declared->count];
    } else {
        *out = ptx_o_list(reader->fn, PTXO_VEC, declared->count, item);
    }
}

// Consumes the part that is named after a register: .b0, .h32, .b7210 (PtxOpnd.n), or nothing.
static uint32_t register_part(Reader *reader) {
    enum { MOST_DIGITS = 4 };
    const char *at = reader->tok.end, *end = reader->end;
    if (end - at < 3 || *at != '.' || !is_any_of(at[1], 'b', 'h')) return 0;
    uint32_t part = at[1] == 'h' ? PTX_PART_HALVES : 0, count = 0, digits = 0;
    for (at += 2; at < end && *at >= '0' && *at <= '7' && count < MOST_DIGITS; at++, count++)
        digits = digits << 3 | (uint32_t)(*at - '0');
    if (!count || (at < end && continues_part(*at))) return 0;
    rd_next(reader);
    return part | count << 12 | digits;
}

// The special register of that name; 0: there is none. Those with a dot, %tid.x, are two tokens for
// the lexer, so both are tried, and the second is given back if there is none of that name.
static uintptr_t special_register(Reader *reader, Atom name) {
    uintptr_t special = (uintptr_t)map_get(&reader->sregs, name);
    const char *text = atom_str(reader->ctx, name), *behind = reader->tok.end;
    bool has_dot = behind < reader->end && *behind == '.';
    if (special || text[0] != '%' || !has_dot) return special;

    PtxTok token = reader->tok;
    const char *rest = reader->rest;
    rd_next(reader);
    const char *word = atom_str(reader->ctx, reader->tok.atom);
    special = (uintptr_t)map_get(&reader->sregs, atom_printf(reader->ctx, "%s.%s", text, word));
    if (!special) {
        reader->tok = token;
        reader->rest = rest;
    }
    return special;
}

static bool is_sink(Reader *reader, Atom name) {
    return strcmp(atom_str(reader->ctx, name), "_") == 0;
}

// What a name in an operand means, in this order: `_` for no destination, a register, a vector
// register, a variable or function, a special register, a label. Reports an unknown name.
static bool name_operand(Reader *reader, PtxOpnd *out, bool label_ok) {
    Atom name = reader->tok.atom;
    PtxReg reg;
    if (is_sink(reader, name)) {
        *out = (PtxOpnd){.kind = PTXO_SINK};
        rd_next(reader);
        return true;
    }
    if (rd_register_of(reader, name, &reg)) {
        uint32_t part = register_part(reader);
        *out = ptx_o_reg(reg);
        out->n = (uint16_t)part;
        rd_next(reader);
        return true;
    }

    // what the program declares goes before the special registers: it may have one's name
    Bind *bind = rd_lookup(reader, name);
    if (bind && bind->kind == BIND_VREG) {
        vector_register(reader, bind, out);
        return true;
    }
    uintptr_t special = 0;
    bool known = true;
    if (bind && is_any_of(bind->kind, BIND_VAR, BIND_SYM)) {
        *out = (PtxOpnd){.kind = PTXO_SYM, .id = bind->id};
        if (bind->kind == BIND_VAR) out->flags = PTXOF_LOCAL;
    } else if ((special = special_register(reader, name)) != 0) {
        *out = ptx_o_sreg((PtxSreg)special);
        rd_need_word(reader, ptx_sregs[special].text);
    } else if (label_ok || (bind && bind->kind == BIND_LABEL)) {
        *out = ptx_o_label(rd_label(reader, name, false));
    } else {
        report_undeclared(reader, name);
        known = false;
    }
    rd_next(reader);
    return known;
}

// -%r1, of vmad alone.
// The token is given back if it is something else.
static bool negated_register(Reader *reader, PtxOpnd *out) {
    PtxTok tok = reader->tok;
    const char *p = reader->rest;
    uint32_t line = reader->line;
    PtxReg reg;
    rd_next(reader);
    if (reader->tok.kind == TK_ID && rd_register_of(reader, reader->tok.atom, &reg) &&
        name_operand(reader, out, false)) {
        out->flags |= PTXOF_NEG;
        return true;
    }
    reader->tok = tok;
    reader->rest = p;
    reader->line = line;
    return false;
}

// ---- lists, addresses, numbers ------------------------------------------------------------------

enum { MAX_LIST = 256 }; // wgmma has vectors of 128 registers

// {a, b} or (a, b), which nest in calls of texture instructions: up to 16 deep, each level has its
// own array.
static bool list_operand(Reader *reader, PtxOpnd *out, PtxOpndKind kind, uint32_t close) {
    PtxOpnd item[MAX_LIST];
    uint32_t n = 0;
    rd_next(reader);
    if (++reader->expr_depth > 16) {
        reader->expr_depth--;
        rd_error(reader, DIAG_OF(ptx, too_deep));
        return false;
    }
    bool ok = true;
    while (ok && !rd_punct(reader, close)) {
        if (n == MAX_LIST) {
            rd_error(reader, DIAG_OF(ptx, too_large), "list");
            ok = false;
            break;
        }
        ok = rd_operand(reader, &item[n++], false);
        if (!ok || rd_punct(reader, close)) continue;
        ok = rd_expect(reader, ',');
        rd_refuse(reader, rd_punct(reader, close), DIAG_OF(ptx, comma));
    }
    reader->expr_depth--;
    if (!ok) return false;
    rd_next(reader);
    *out = ptx_o_list(reader->fn, kind, n, item);
    return true;
}

// [reg+4] [sym-8] [16] [tex, {..}] [tex, sampler, {..}]
static bool address_operand(Reader *reader, PtxOpnd *out) {
    // A name as in an operand, but then read as an address.
    rd_next(reader);
    if (reader->tok.kind == TK_ID) {
        if (!name_operand(reader, out, false)) return false;
        if (is_any_of(out->kind, PTXO_REG, PTXO_SYM)) {
            out->kind = out->kind == PTXO_REG ? PTXO_MREG : PTXO_MSYM;
        } else {
            rd_error(reader, DIAG_OF(ptx, expected), "an address", rd_tok_text(reader));
            return false;
        }
        out->val = rd_offset(reader);
    } else {
        *out = (PtxOpnd){.kind = PTXO_MABS, .val = rd_const(reader)};
    }

    // A texture, or texture and sampler with coordinates. In this mode (unified) the sampler is
    // part of the texture, so three parts are one too many.
    if (rd_accept(reader, ',')) {
        PtxOpnd pair[2] = {*out, {0}};
        pair[0].kind = out->kind == PTXO_MREG ? PTXO_REG : PTXO_SYM;
        if (!rd_operand(reader, &pair[1], false)) return false;
        if (rd_accept(reader, ',')) {
            rd_error(reader, DIAG_OF(ptx, unknown_insn), "texture access with a separate sampler");
            return false;
        }
        *out = ptx_o_list(reader->fn, PTXO_MTEX, 2, pair);
    }
    return rd_expect(reader, ']');
}

// A constant. A minus before a float is its sign bit, before an integer part of an expression: what
// follows decides.
static bool number_operand(Reader *reader, PtxOpnd *out) {
    bool neg = false;
    PtxTok tok = reader->tok;
    if (rd_punct(reader, '-')) {
        const char *p = reader->rest;
        uint32_t line = reader->line;
        rd_next(reader);
        neg = reader->tok.kind == TK_FLT;
        if (!neg) { // an integer expression
            reader->tok = tok;
            reader->rest = p;
            reader->line = line;
        }
    }
    if (reader->tok.kind == TK_FLT) {
        uint64_t bits = (uint64_t)reader->tok.ival;
        if (neg) bits ^= reader->tok.is_f32 ? 0x80000000u : 1ull << 63;
        *out = (PtxOpnd){.kind = reader->tok.is_f32 ? PTXO_F32 : PTXO_F64, .val = (int64_t)bits};
        if (!reader->tok.is_f32 && !reader->tok.is_f64)
            out->flags = PTXOF_HEX; // decimal: takes the type
        rd_next(reader);
        return true;
    }

    // An integer that only unsigned types hold is marked, so that printing gives it back.
    bool uns = reader->tok.kind == TK_INT && reader->tok.is_unsigned && reader->tok.ival < 0;
    *out = ptx_o_int(rd_const(reader));
    if (uns && out->val < 0) out->flags = PTXOF_UNSIGNED;
    return true;
}

// ---- any operand --------------------------------------------------------------------------------

// `|p` after a destination
static bool opt_pair(Reader *reader, PtxOpnd *first) {
    if (!rd_accept(reader, '|')) return true;
    PtxOpnd pair[2] = {*first, {0}};
    if (reader->tok.kind != TK_ID || !name_operand(reader, &pair[1], false)) {
        rd_error(reader, DIAG_OF(ptx, expected), "a register", rd_tok_text(reader));
        return false;
    }
    *first = ptx_o_list(reader->fn, PTXO_PAIR, 2, pair);
    return true;
}

// The variable that a symbol names; NULL: it is a function.
static const PtxVar *variable_of(const Reader *reader, const PtxOpnd *symbol) {
    if (symbol->flags & PTXOF_LOCAL) return &reader->fn->var.at[symbol->id];
    return ptx_sym_var(reader->module, symbol->id);
}

// Behind a variable's name: "+8", or "[2]", an element of it [PTX ISA, "Arrays as Operands"]. The
// latter is also an address by itself, which `n` says.
static bool symbol_offset(Reader *reader, PtxOpnd *symbol) {
    const PtxVar *var = variable_of(reader, symbol);
    if (!var || !rd_accept(reader, '[')) {
        symbol->val = rd_offset(reader);
        return true;
    }
    uint32_t elements = var->vec ? var->vec : 1;
    int64_t size = ptx_type_bits((PtxType)var->type) / 8 * elements;
    symbol->val = (int64_t)((uint64_t)rd_const(reader) * (uint64_t)size);
    symbol->n = 1;
    return rd_expect(reader, ']');
}

// One operand as it is written, before its row is known. `label_ok`: a name that is not known may
// be a label that comes later.
bool rd_operand(Reader *reader, PtxOpnd *out, bool label_ok) {
    if (reader->tok.kind == TK_ID) {
        if (rd_is(reader, "WARP_SZ")) return number_operand(reader, out);
        if (!name_operand(reader, out, label_ok)) return false;
        if (out->kind == PTXO_SYM && !symbol_offset(reader, out)) return false;
        return opt_pair(reader, out);
    }
    if (rd_punct(reader, '[')) return address_operand(reader, out);
    if (rd_punct(reader, '{'))
        return list_operand(reader, out, PTXO_VEC, '}') && opt_pair(reader, out);
    // Only calls have lists in parentheses; inside of an expression they group.
    if (rd_punct(reader, '(') && !reader->expr_depth)
        return list_operand(reader, out, PTXO_LIST, ')');
    if (rd_punct(reader, '!')) {
        rd_next(reader);
        if (reader->tok.kind == TK_ID && name_operand(reader, out, false) &&
            out->kind == PTXO_REG) {
            out->flags |= PTXOF_NOT;
            return true;
        }
        rd_error(reader, DIAG_OF(ptx, expected), "a predicate", rd_tok_text(reader));
        return false;
    }
    if (rd_punct(reader, '-') && negated_register(reader, out)) return true;
    if (is_any_of(reader->tok.kind, TK_INT, TK_FLT) || rd_punct(reader, '-') ||
        rd_punct(reader, '~') || rd_punct(reader, '(') || rd_punct(reader, '+')) {
        return number_operand(reader, out);
    }
    rd_error(reader, DIAG_OF(ptx, expected), "an operand", rd_tok_text(reader));
    return false;
}
