// SPDX-License-Identifier: Apache-2.0
// The PTX reader: names, operands and instructions. An opcode's text is matched once against the
// rows of insn.def and the result kept per spelling; the operands then decide between rows that
// share a spelling (mov and its packing forms, for instance).
#include "ptx/ptx_int.h"

// One way to read an opcode's text: the row, and what stands in its slots for types and modifiers.
typedef struct {
    uint16_t op;
    uint8_t type[4];
    uint64_t mods;
    const char *far; // how far the opcode's text fitted
} Cand;

// Rows of one spelling: there are no more in insn.def.
#define MAX_CAND 8

// All readings of one spelling; `label_ok`: an operand of them is a label, so unknown names are
// labels.
typedef struct {
    uint32_t n;
    bool label_ok;
    Cand cand[MAX_CAND];
} Opcode;

// ---- opcodes -----------------------------------------------------------------------------------

// Tables from names to rows, special registers and types. Of the rows with one base name ("mov")
// the first is kept, since the loop runs down: find_rows goes on from it.
void rd_index_rows(Reader *reader) {
    map_init(&reader->row_index, reader->arena);
    map_init(&reader->opcodes, reader->arena);
    map_init(&reader->sregs, reader->arena);
    map_init(&reader->types, reader->arena);
    for (uint32_t i = PTXI_COUNT; i-- > 1;) {
        const char *s = ptx_rows[i].name;
        if (!*s) continue;
        size_t n = strcspn(s, ".");
        map_put(&reader->row_index, atom_intern(reader->ctx, s, n), (void *)(uintptr_t)i);
    }
    for (uint32_t i = 1; i < PTXR_COUNT; i++) {
        map_put(&reader->sregs, atom_cstr(reader->ctx, ptx_sregs[i].text), (void *)(uintptr_t)i);
    }
    for (uint32_t i = 1; i < PTX_NTYPES; i++) {
        map_put(&reader->types, atom_cstr(reader->ctx, ptx_types[i].text), (void *)(uintptr_t)i);
    }
}

// If `text` continues with ".word" (and ends or goes on with '.' after it), the text after it.
static const char *eat(const char *text, const char *word) {
    if (*text != '.') return NULL;
    size_t n = strlen(word);
    if (strncmp(text + 1, word, n) != 0) return NULL;
    text += 1 + n;
    return *text == 0 || *text == '.' ? text : NULL;
}

// Matches the rest of an opcode against slots from `s` on, with backtracking over optional ones.
static bool match_slots(const PtxRow *row, uint32_t s, const char *text, Cand *cand) {
    if (text > cand->far) cand->far = text;
    if (s == PTX_MAX_SLOTS || !row->slot[s].kind) return *text == 0;
    PtxSlot slot = row->slot[s];
    // A type must be there and be one that the row allows.
    if (slot.kind == PTX_SLOT_TYPE) {
        for (uint32_t t = 1; t < PTX_NTYPES; t++) {
            if (!(row->types[slot.arg] >> t & 1)) continue;
            const char *rest = eat(text, ptx_types[t].text);
            cand->type[slot.arg] = (uint8_t)t;
            if (rest && match_slots(row, s + 1, rest, cand)) return true;
        }
        return false;
    }

    // A modifier: its words are tried in turn, then, if it may be left out, its absence.
    PtxClass k = (PtxClass)slot.arg;
    for (uint32_t v = 1; v <= ptx_class_count(k); v++) {
        const char *rest = eat(text, ptx_mod_name(k, v));
        if (!rest || !ptx_slot_allows(slot, v)) continue;
        uint64_t before = cand->mods;
        cand->mods |= (uint64_t)v << ptx_classes[k].shift;
        if (match_slots(row, s + 1, rest, cand)) return true;
        cand->mods = before;
    }
    return slot.kind == PTX_SLOT_OPT && match_slots(row, s + 1, text, cand);
}

// ptxas takes the words of an atom or red instruction in any order, and NVIDIA's compiler makes use
// of it ("atom.add.acq_rel.gpu.u32", "atom.global.sys.add.f64"): order, scope and space come first.
static const char *usual_order(Reader *reader, const char *s) {
    static const char *const rank[][8] = {{"relaxed", "acquire", "release", "acq_rel", "volatile"},
                                          {"cta", "cluster", "gpu", "sys"},
                                          {"global", "shared", "shared::cta", "shared::cluster"}};
    static const char *const names[] = {"atom.", "red.", "ld.", "st."};
    bool known = false;
    for (uint32_t i = 0; i < CU_COUNT(names); i++)
        known |= strncmp(s, names[i], strlen(names[i])) == 0;
    if (!known) return s;
    Buf out;
    buf_init(&out, &reader->ctx->scratch);
    buf_write(&out, s, strcspn(s, "."));
    // Three passes for the ranked words, a fourth for all others.
    for (uint32_t want = 0; want < 4; want++) {
        for (const char *p = strchr(s, '.'), *end; p; p = *end ? end : NULL) {
            end = p + 1 + strcspn(p + 1, ".");
            size_t n = (size_t)(end - p) - 1;
            uint32_t is = 3;
            for (uint32_t k = 0; k < 3 * 8; k++) {
                const char *w = rank[k / 8][k % 8];
                if (w && strlen(w) == n && memcmp(w, p + 1, n) == 0) is = k / 8;
            }
            if (is == want) buf_write(&out, p, n + 1);
        }
    }
    return buf_cstr(&out);
}

// Types may stand before other words: "lg2.approx.f32.ftz". Here they come last.
static const char *types_last(Reader *reader, const char *s) {
    Buf out;
    buf_init(&out, &reader->ctx->scratch);
    buf_write(&out, s, strcspn(s, "."));
    for (int types = 0; types < 2; types++) {
        // Those that begin as .f32, .b16, .s64, .u8 do.
        for (const char *p = strchr(s, '.'), *end; p; p = *end ? end : NULL) {
            end = p + 1 + strcspn(p + 1, ".");
            bool type = strchr("bfsu", p[1]) && p[2] >= '0' && p[2] <= '9';
            if (type == types) buf_write(&out, p, (size_t)(end - p));
        }
    }
    return buf_cstr(&out);
}

// The rows, from i on, that the opcode s can be. Returns the end of what fitted best.
static const char *find_rows(Opcode *opcode, const char *s, uint32_t i) {
    const char *far = s;
    size_t first = strcspn(s, ".");
    for (; i < PTXI_COUNT && opcode->n < MAX_CAND; i++) {
        const PtxRow *row = &ptx_rows[i];
        if (!row->name[0] || strncmp(row->name, s, first) != 0 ||
            (row->name[first] && row->name[first] != '.')) {
            continue; // another base name
        }
        size_t n = strlen(row->name);
        if (strncmp(s, row->name, n) != 0 || (s[n] && s[n] != '.')) continue;
        Cand c = {.op = (uint16_t)i, .far = s};
        bool fits = match_slots(row, 0, s + n, &c);
        if (c.far > far) far = c.far;
        if (!fits) continue;
        opcode->cand[opcode->n++] = c;
        if (is_any_of(row->ops[0], 'L', 'C') || strstr(row->ops, ",l")) opcode->label_ok = true;
    }
    return far;
}

// Families without rows: only their names are known, their operands are read as they come.
static bool foreign(const char *s) {
    static const char *const name[] = {"tcgen05.", "multimem."};
    for (uint32_t i = 0; i < CU_COUNT(name); i++) {
        if (strncmp(s, name[i], strlen(name[i])) == 0) return true;
    }
    return false;
}

// The rows that an opcode may be; NULL after reporting when there is none.
static Opcode *find_opcode(Reader *reader, Atom name) {
    void **slot = map_slot(&reader->opcodes, name);
    if (*slot) return *slot;
    const char *s = atom_str(reader->ctx, name);
    size_t first = strcspn(s, ".");
    Atom base = atom_intern(reader->ctx, s, first);
    uint32_t i = (uint32_t)(uintptr_t)map_get(&reader->row_index, base);
    if (!i && foreign(s)) {
        Opcode *o = arena_new(reader->arena, Opcode);
        o->cand[o->n++] = (Cand){.op = PTXI_foreign};
        return *map_slot(&reader->opcodes, name) = o;
    }
    if (!i) {
        rd_error(reader, DIAG_OF(ptx, unknown_insn), s);
        return NULL;
    }

    // As written, then with the words that ptxas takes elsewhere where we want them.
    Opcode *opcode = arena_new(reader->arena, Opcode);
    const char *far = find_rows(opcode, s, i);
    if (!opcode->n) find_rows(opcode, usual_order(reader, s), i);
    if (!opcode->n) find_rows(opcode, types_last(reader, s), i);
    // The first word that no row took is the one to be named.
    if (!opcode->n) {
        uint32_t word = *far == '.' ? 1 + (uint32_t)strcspn(far + 1, ".") : 0;
        rd_error(reader, DIAG_OF(ptx, bad_modifier), s,
                 !word || far == s
                     ? ""
                     : arena_printf(&reader->ctx->scratch, ": '%.*s'", (int)word, far));
        return NULL;
    }
    *map_slot(&reader->opcodes, name) = opcode;
    return opcode;
}

// ---- names -------------------------------------------------------------------------------------

// A register by name: a declared one, or one of a %r<N> group.
bool rd_reg_of(Reader *reader, Atom name, PtxReg *out) {
    Bind *bind = map_get(&reader->env, name);
    const char *s = atom_str(reader->ctx, name);
    // The tail of digits, if it is one that a group could have made: %r1, not %r01 or %r.
    uint32_t n = atom_len(reader->ctx, name), k = n;
    while (k && s[k - 1] >= '0' && s[k - 1] <= '9') k--;
    if (k && k < n && n - k < 10 && (s[k] != '0' || k + 1 == n)) {
        Bind *g = map_get(&reader->groups, atom_intern(reader->ctx, s, k));
        // A prefix may itself end in digits (%r1<5>), but only the longest tail of digits is tried.
        // A name that was declared by itself hides a group of an outer scope, and the other way
        // around.
        if (g && (!bind || g->depth > bind->depth)) {
            uint32_t num = 0;
            for (uint32_t i = k; i < n; i++) num = num * 10 + (uint32_t)(s[i] - '0');

            // The register is made when it is first named.
            if (num < g->count) {
                void **slot = map_slot(g->reg, num);
                if (!*slot) {
                    PtxRegInfo info = {.type = g->type, .prefix = g->prefix, .num = num};
                    vec_push(reader->f->arena, &reader->f->reg, info);
                    *slot = (void *)(uintptr_t)reader->f->reg.n;
                }
                *out = (PtxReg)(uintptr_t)*slot - 1;
                return true;
            }
        }
    }
    if (!bind || bind->kind != BIND_REG) return false;
    *out = bind->id;
    return true;
}

// The label of that name, made if it is new. `define`: it stands here; one that is defined twice in
// a scope is reported.
uint32_t rd_label(Reader *reader, Atom name, bool define) {
    Bind *bind = map_get(&reader->env, name);
    bool other = bind && bind->kind != BIND_LABEL && bind->depth == reader->depth;
    rd_refuse(reader, define && other, DIAG_OF(ptx, redeclared), atom_str(reader->ctx, name));
    if (!bind || bind->kind != BIND_LABEL || (define && bind->depth != reader->depth)) {
        bind = rd_bind(reader, BIND_LABEL, name, ptx_newlabel(reader->f, name));
    } else if (define && bind->defined) {
        rd_error(reader, DIAG_OF(ptx, redeclared), atom_str(reader->ctx, name));
    }
    if (define) {
        bind->defined = true;
        reader->f->label.at[bind->id].inst = reader->f->inst.n;
    }
    return bind->id;
}

// ---- constant expressions (4.6) ----------------------------------------------------------------

static int64_t const_unary(Reader *reader);

// How strongly the operator at hand binds; -1: none, the expression ends. As in C, for the
// operators that PTX has.
static int prec_of(const Reader *reader) {
    if (reader->tok.kind != TK_PUNCT) return -1;
    switch (reader->tok.punct) {
    case '*':
    case '/': return 10;
    case '+':
    case '-': return 9;
    case '<' | '<' << 8:
    case '>' | '>' << 8: return 8;
    case '<':
    case '>':
    case '<' | '=' << 8:
    case '>' | '=' << 8: return 7;
    case '=' | '=' << 8:
    case '!' | '=' << 8: return 6;
    case '&': return 5;
    case '^': return 4;
    case '|': return 3;
    case '&' | '&' << 8: return 2;
    case '|' | '|' << 8: return 1;
    default: return -1;
    }
}

// In 64 bits, wrapping; shifts count modulo 64, a division by zero gives 0: the input may not trap
// us.
static int64_t apply(uint32_t op, int64_t a, int64_t b) {
    switch (op) {
    case '*': return (int64_t)((uint64_t)a * (uint64_t)b);
    case '/': return b == 0 || (a == INT64_MIN && b == -1) ? 0 : a / b;
    case '+': return (int64_t)((uint64_t)a + (uint64_t)b);
    case '-': return (int64_t)((uint64_t)a - (uint64_t)b);
    case '<' | '<' << 8: return (int64_t)((uint64_t)a << (b & 63));
    case '>' | '>' << 8: return a >> (b & 63);
    case '<': return a < b;
    case '>': return a > b;
    case '<' | '=' << 8: return a <= b;
    case '>' | '=' << 8: return a >= b;
    case '=' | '=' << 8: return a == b;
    case '!' | '=' << 8: return a != b;
    case '&': return a & b;
    case '^': return a ^ b;
    case '|': return a | b;
    case '&' | '&' << 8: return a && b;
    default: return a || b;
    }
}

// Precedence climbing: takes operators that bind at least as `min` does.
static int64_t const_binary(Reader *reader, int64_t a, int min) {
    for (;;) {
        int p = prec_of(reader);
        if (p < min) return a;
        uint32_t op = reader->tok.punct;
        rd_next(reader);
        int64_t b = const_unary(reader);
        while (prec_of(reader) > p) b = const_binary(reader, b, prec_of(reader));
        a = apply(op, a, b);
    }
}

// Sign, complement, parentheses, casts (.s64, .u64: no change in 64 bits), numbers.
static int64_t const_unary(Reader *reader) {
    // 200: deeper than any expression that someone wrote, and far from the end of the stack.
    if (++reader->expr_depth > 200) {
        rd_error(reader, DIAG_OF(ptx, too_deep));
        reader->expr_depth--;
        rd_next(reader);
        return 0;
    }
    int64_t v = 0;
    if (rd_accept(reader, '-')) {
        v = (int64_t)(0 - (uint64_t)const_unary(reader));
    } else if (rd_accept(reader, '+')) {
        v = const_unary(reader);
    } else if (rd_accept(reader, '~')) {
        v = ~const_unary(reader);
    } else if (rd_accept(reader, '!')) {
        v = !const_unary(reader);
    } else if (rd_accept(reader, '(')) {
        if (reader->tok.kind == TK_DOT && (rd_is(reader, "s64") || rd_is(reader, "u64"))) {
            rd_next(reader);
            rd_expect(reader, ')');
            v = const_unary(reader);
        } else {
            v = rd_const(reader);
            rd_expect(reader, ')');
        }
    } else if (reader->tok.kind == TK_INT) {
        v = reader->tok.ival;
        rd_next(reader);
    } else if (reader->tok.kind == TK_ID && rd_is(reader, "WARP_SZ")) {
        v = 32;
        rd_next(reader);
    } else {
        rd_error(reader, DIAG_OF(ptx, expected), "a constant", rd_tok_text(reader));
        if (!rd_punct(reader, ';') && !rd_punct(reader, '}')) rd_next(reader);
    }
    reader->expr_depth--;
    return v;
}

// A whole constant expression, the conditional among it. 0 after reporting.
int64_t rd_const(Reader *reader) {
    int64_t a = const_binary(reader, const_unary(reader), 0);
    if (rd_accept(reader, '?')) {
        int64_t x = rd_const(reader);
        rd_expect(reader, ':');
        int64_t y = rd_const(reader);
        return a ? x : y;
    }
    return a;
}

// ---- operands ----------------------------------------------------------------------------------

static bool undeclared(Reader *reader, Atom name) {
    rd_error(reader, DIAG_OF(ptx, undeclared),
             arena_printf(&reader->ctx->scratch, "'%s'", atom_str(reader->ctx, name)));
    return false;
}

// +const / -const after a name or register in an address
static int64_t opt_offset(Reader *reader) {
    if (!rd_punct(reader, '+') && !rd_punct(reader, '-')) return 0;
    // ptxas writes and takes +-4.
    rd_refuse(reader, rd_punct(reader, '-'), DIAG_OF(ptx, expected), "'+'", rd_tok_text(reader));
    // From 9 on: sums and products only, a comparison would be the end.
    return const_binary(reader, 0, 9);
}

// What follows a register without a blank: ".x". -1: none of the words.
static int suffix(Reader *reader, const char *const *word, uint32_t n) {
    const char *p = reader->tok.end;
    if (p >= reader->end || *p != '.') return -1;
    for (uint32_t i = 0; i < n; i++) {
        size_t len = strlen(word[i]);
        // The word must end where the text does: .x is not the start of .xyz.
        if ((size_t)(reader->end - p) <= len + 1 || strncmp(p + 1, word[i], len) != 0) continue;
        char c = p[1 + len];
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || is_any_of(c, '_', '.')) continue;
        rd_next(reader);
        return (int)i;
    }
    return -1;
}

// A vector register variable, or one of its elements: v.x or v.r
static void vector_register(Reader *reader, const Bind *bind, PtxOpnd *opnd) {
    static const char *const element[] = {"x", "y", "z", "w", "r", "g", "b", "a"};
    int e = suffix(reader, element, CU_COUNT(element));
    rd_next(reader);
    PtxOpnd item[4];
    for (uint32_t i = 0; i < bind->count; i++) item[i] = ptx_o_reg(bind->id + i);
    if (e >= 0) {
        if ((uint32_t)(e & 3) >= bind->count)
            rd_error(reader, DIAG_OF(ptx, undeclared), "this element");
        *opnd = item[(uint32_t)(e & 3) % bind->count];
    } else {
        *opnd = ptx_o_list(reader->f, PTXO_VEC, bind->count, item);
    }
}

// Consumes the part that is named after a register: .b0, .h32, .b7210 (PtxOpnd.n), or nothing.
static uint32_t register_part(Reader *reader) {
    const char *p = reader->tok.end;
    if (reader->end - p < 3 || *p != '.' || !is_any_of(p[1], 'b', 'h')) return 0;
    uint32_t part = p[1] == 'h' ? PTX_PART_HALVES : 0, count = 0, digits = 0;
    for (p += 2; p < reader->end && *p >= '0' && *p <= '7' && count < 4; p++, count++)
        digits = digits << 3 | (uint32_t)(*p - '0');
    char c = p < reader->end ? *p : ' ';
    if (!count || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || is_any_of(c, '_', '.'))
        return 0;
    rd_next(reader);
    return part | count << 12 | digits;
}

// What a name in an operand means, in this order: `_` for no destination, a register, a vector
// register, a variable or function, a special register, a label. Reports an unknown name.
static bool name_operand(Reader *reader, PtxOpnd *opnd, bool label_ok) {
    Atom name = reader->tok.atom;
    const char *s = atom_str(reader->ctx, name);
    PtxReg reg;
    if (strcmp(s, "_") == 0) {
        rd_next(reader);
        *opnd = (PtxOpnd){.kind = PTXO_SINK};
        return true;
    }
    if (rd_reg_of(reader, name, &reg)) {
        uint32_t part = register_part(reader);
        rd_next(reader);
        *opnd = ptx_o_reg(reg);
        opnd->n = (uint16_t)part;
        return true;
    }
    Bind *bind = rd_lookup(reader, name);
    if (bind && bind->kind == BIND_VREG) {
        vector_register(reader, bind, opnd);
        return true;
    }
    if (bind && is_any_of(bind->kind, BIND_VAR, BIND_SYM)) {
        rd_next(reader);
        *opnd = (PtxOpnd){.kind = PTXO_SYM, .id = bind->id};
        if (bind->kind == BIND_VAR) opnd->flags = PTXOF_LOCAL;
        return true;
    }
    uintptr_t sreg = (uintptr_t)map_get(&reader->sregs, name);

    // Special registers with a dot: %tid.x. Two tokens for the lexer, so both are tried, and the
    // second is given back if there is none of that name.
    if (s[0] == '%' && !sreg && *reader->tok.end == '.' && reader->tok.end < reader->end) {
        PtxTok save = reader->tok;
        const char *p = reader->p;
        rd_next(reader);
        sreg = (uintptr_t)map_get(
            &reader->sregs,
            atom_printf(reader->ctx, "%s.%s", s, atom_str(reader->ctx, reader->tok.atom)));
        if (!sreg) {
            reader->tok = save;
            reader->p = p;
        }
    }
    if (sreg) {
        rd_next(reader);
        *opnd = ptx_o_sreg((PtxSreg)sreg);
        return true;
    }
    if (label_ok || (bind && bind->kind == BIND_LABEL)) {
        rd_next(reader);
        *opnd = ptx_o_label(rd_label(reader, name, false));
        return true;
    }
    undeclared(reader, name);
    rd_next(reader);
    return false;
}

enum { MAX_LIST = 256 }; // wgmma has vectors of 128 registers

// {a, b} or (a, b), which nest in calls of texture instructions: up to 16 deep, each level has its
// own array.
static bool list_operand(Reader *reader, PtxOpnd *opnd, PtxOpndKind kind, uint32_t close) {
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
    *opnd = ptx_o_list(reader->f, kind, n, item);
    return true;
}

// [reg+4] [sym-8] [16] [tex, {..}] [tex, sampler, {..}]
static bool address_operand(Reader *reader, PtxOpnd *opnd) {
    // A name as in an operand, but then read as an address.
    rd_next(reader);
    if (reader->tok.kind == TK_ID) {
        if (!name_operand(reader, opnd, false)) return false;
        if (is_any_of(opnd->kind, PTXO_REG, PTXO_SYM)) {
            opnd->kind = opnd->kind == PTXO_REG ? PTXO_MREG : PTXO_MSYM;
        } else {
            rd_error(reader, DIAG_OF(ptx, expected), "an address", rd_tok_text(reader));
            return false;
        }
        opnd->val = opt_offset(reader);
    } else {
        *opnd = (PtxOpnd){.kind = PTXO_MABS, .val = rd_const(reader)};
    }

    // A texture, or texture and sampler with coordinates. In this mode (unified) the sampler is
    // part of the texture, so three parts are one too many.
    if (rd_accept(reader, ',')) {
        PtxOpnd pair[2] = {*opnd, {0}};
        pair[0].kind = opnd->kind == PTXO_MREG ? PTXO_REG : PTXO_SYM;
        if (!rd_operand(reader, &pair[1], false)) return false;
        if (rd_accept(reader, ',')) {
            rd_error(reader, DIAG_OF(ptx, unknown_insn), "texture access with a separate sampler");
            return false;
        }
        *opnd = ptx_o_list(reader->f, PTXO_MTEX, 2, pair);
    }
    return rd_expect(reader, ']');
}

// A constant. A minus before a float is its sign bit, before an integer part of an expression: what
// follows decides.
static bool number_operand(Reader *reader, PtxOpnd *opnd) {
    bool neg = false;
    PtxTok tok = reader->tok;
    if (rd_punct(reader, '-')) {
        const char *p = reader->p;
        uint32_t line = reader->line;
        rd_next(reader);
        neg = reader->tok.kind == TK_FLT;
        if (!neg) { // an integer expression
            reader->tok = tok;
            reader->p = p;
            reader->line = line;
        }
    }
    if (reader->tok.kind == TK_FLT) {
        uint64_t bits = (uint64_t)reader->tok.ival;
        if (neg) bits ^= reader->tok.is_f32 ? 0x80000000u : 1ull << 63;
        *opnd = (PtxOpnd){.kind = reader->tok.is_f32 ? PTXO_F32 : PTXO_F64, .val = (int64_t)bits};
        if (!reader->tok.is_f32 && !reader->tok.is_f64)
            opnd->flags = PTXOF_HEX; // decimal: takes the type
        rd_next(reader);
        return true;
    }

    // An integer that only unsigned types hold is marked, so that printing gives it back.
    bool uns = reader->tok.kind == TK_INT && reader->tok.is_unsigned && reader->tok.ival < 0;
    *opnd = ptx_o_int(rd_const(reader));
    if (uns && opnd->val < 0) opnd->flags = PTXOF_UNSIGNED;
    return true;
}

// `|p` after a destination
static bool opt_pair(Reader *reader, PtxOpnd *opnd) {
    if (!rd_accept(reader, '|')) return true;
    PtxOpnd pair[2] = {*opnd, {0}};
    if (reader->tok.kind != TK_ID || !name_operand(reader, &pair[1], false)) {
        rd_error(reader, DIAG_OF(ptx, expected), "a register", rd_tok_text(reader));
        return false;
    }
    *opnd = ptx_o_list(reader->f, PTXO_PAIR, 2, pair);
    return true;
}

// -%r1, of vmad alone.
// The token is given back if it is something else.
static bool negated_register(Reader *reader, PtxOpnd *opnd) {
    PtxTok tok = reader->tok;
    const char *p = reader->p;
    uint32_t line = reader->line;
    PtxReg reg;
    rd_next(reader);
    if (reader->tok.kind == TK_ID && rd_reg_of(reader, reader->tok.atom, &reg) &&
        name_operand(reader, opnd, false)) {
        opnd->flags |= PTXOF_NEG;
        return true;
    }
    reader->tok = tok;
    reader->p = p;
    reader->line = line;
    return false;
}

// The variable that a symbol names; NULL: it is a function.
static const PtxVar *variable_of(const Reader *reader, const PtxOpnd *opnd) {
    if (opnd->flags & PTXOF_LOCAL) return &reader->f->var.at[opnd->id];
    return ptx_sym_var(reader->m, opnd->id);
}

// Behind a variable's name: "+8", or "[2]", an element of it [PTX ISA, "Arrays as Operands"]. The
// latter is also an address by itself, which `n` says.
static bool symbol_offset(Reader *reader, PtxOpnd *opnd) {
    const PtxVar *var = variable_of(reader, opnd);
    if (!var || !rd_accept(reader, '[')) {
        opnd->val = opt_offset(reader);
        return true;
    }
    uint32_t elements = var->vec ? var->vec : 1;
    int64_t size = ptx_type_bits((PtxType)var->type) / 8 * elements;
    opnd->val = (int64_t)((uint64_t)rd_const(reader) * (uint64_t)size);
    opnd->n = 1;
    return rd_expect(reader, ']');
}

// One operand as it is written, before its row is known. `label_ok`: a name that is not known may
// be a label that comes later.
bool rd_operand(Reader *reader, PtxOpnd *opnd, bool label_ok) {
    if (reader->tok.kind == TK_ID) {
        if (rd_is(reader, "WARP_SZ")) return number_operand(reader, opnd);
        if (!name_operand(reader, opnd, label_ok)) return false;
        if (opnd->kind == PTXO_SYM && !symbol_offset(reader, opnd)) return false;
        return opt_pair(reader, opnd);
    }
    if (rd_punct(reader, '[')) return address_operand(reader, opnd);
    if (rd_punct(reader, '{'))
        return list_operand(reader, opnd, PTXO_VEC, '}') && opt_pair(reader, opnd);
    // Only calls have lists in parentheses; inside of an expression they group.
    if (rd_punct(reader, '(') && !reader->expr_depth)
        return list_operand(reader, opnd, PTXO_LIST, ')');
    if (rd_punct(reader, '!')) {
        rd_next(reader);
        if (reader->tok.kind == TK_ID && name_operand(reader, opnd, false) &&
            opnd->kind == PTXO_REG) {
            opnd->flags |= PTXOF_NOT;
            return true;
        }
        rd_error(reader, DIAG_OF(ptx, expected), "a predicate", rd_tok_text(reader));
        return false;
    }
    if (rd_punct(reader, '-') && negated_register(reader, opnd)) return true;
    if (is_any_of(reader->tok.kind, TK_INT, TK_FLT) || rd_punct(reader, '-') ||
        rd_punct(reader, '~') || rd_punct(reader, '(') || rd_punct(reader, '+')) {
        return number_operand(reader, opnd);
    }
    rd_error(reader, DIAG_OF(ptx, expected), "an operand", rd_tok_text(reader));
    return false;
}

// ---- matching operands with a row --------------------------------------------------------------

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

// The width that the second letter of a template stands for (insn.def); 0: none.
static uint32_t letter_bits(char c, const Cand *cand) {
    switch (c) {
    case 'T': return ptx_type_bits((PtxType)cand->type[0]);
    case 'U': return ptx_type_bits((PtxType)cand->type[1]);
    case 'V': return ptx_type_bits((PtxType)cand->type[2]);
    case 'W': return ptx_type_bits((PtxType)cand->type[3]);
    case 'p':
    case 'P': return 1;
    case 'h': return 16;
    case 'b': return 32;
    case 'd': return 64;
    case 'q': return 128;
    default: return 0;
    }
}

// The type that a letter of a template asks of registers: those of a size alone take
// integers, those of 16 bits only untyped ones.
static PtxType letter_type(char c, const Cand *cand) {
    static const PtxType sized[] = {PTX_BF16, PTX_U32, PTX_U64, PTX_B128};
    if (ptx_rows[cand->op].sem == PTX_SEM_CVTTF32) return (PtxType)cand->type[c == 'U'];
    // Exchanged between threads are bits of any type.
    if (is_any_of(ptx_rows[cand->op].sem, PTX_SEM_SHFL, PTX_SEM_BALLOT, PTX_SEM_MATCHANY,
                  PTX_SEM_MATCHALL))
        return PTX_NOTYPE;
    const char *type = strchr("TUVW", c), *size = strchr("hbdq", c);
    if (c && type) return (PtxType)cand->type[type - "TUVW"];
    return c && size ? sized[size - "hbdq"] : PTX_NOTYPE;
}

// Loads, stores and conversions take registers wider than the type (9.4.1).
static bool relaxed(const Reader *reader, const Cand *cand) {
    bool shift = is_any_of(ptx_rows[cand->op].sem, PTX_SEM_SHL, PTX_SEM_SHR);
    if (shift && reader->strict) return false;
    return is_any_of(ptx_rows[cand->op].sem, PTX_SEM_LD, PTX_SEM_ST, PTX_SEM_CVT, PTX_SEM_SHL,
                     PTX_SEM_SHR, PTX_SEM_TEX, PTX_SEM_CVTFP8, PTX_SEM_CVTFROMFP8, PTX_SEM_CVTRS,
                     PTX_SEM_STASYNC, PTX_SEM_SET);
}

// A register of `bits` bits, or a constant or address where only a source can be. `wider`: the
// register may be wider than what is moved (9.4.1). Type 0: any kind of constant.
static bool scalar_ok(Reader *reader, PtxOpnd *opnd, bool dest, uint32_t bits, PtxType type,
                      bool wider) {
    if (opnd->kind == PTXO_REG) {
        uint32_t have = ptx_type_bits((PtxType)reader->f->reg.at[opnd->id].type);
        if (opnd->flags & PTXOF_NOT && (dest || have != 1)) return false;
        if (reader->strict &&
            !rd_register_agrees((PtxType)reader->f->reg.at[opnd->id].type, reader->want))
            return false;
        // An f4 or f6 type of four bits lies in a register of 16.
        return have == bits || (wider && have > bits && bits > 1) || (bits == 4 && have == 16);
    }
    if (dest) return opnd->kind == PTXO_SINK;
    switch (opnd->kind) {
    case PTXO_INT:
        if (reader->strict && is_any_of(reader->want, PTX_F16X2, PTX_BF16X2)) return false;
        return bits == 1 || !type || ptx_types[type].kind != 'f';
    case PTXO_F32:
    case PTXO_F64:
        if (reader->strict && is_any_of(ptx_types[reader->want].kind, 'u', 's')) return false;
        return type && fix_float(opnd, type, bits);
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
        if (!scalar_ok(reader, &reader->f->extra.at[o->id + i], dest, bits, t, wider)) return false;
    }
    return true;
}

// Operands of matrix and texture instructions: a vector whose elements the row does not name.
// Destinations are registers, sources also constants.
static bool fragment_ok(Reader *reader, const PtxOpnd *opnd, bool dest) {
    if (opnd->kind == PTXO_REG) return true; // a vector of one, as in sust.b.1d.b32
    if (opnd->kind != PTXO_VEC) return false;
    for (uint32_t i = 0; i < opnd->n; i++) {
        uint8_t k = reader->f->extra.at[opnd->id + i].kind;
        if (!is_any_of(k, PTXO_REG, PTXO_SINK) && (dest || k > PTXO_SYM)) return false;
    }
    return opnd->n > 0;
}

// mov between one register and its parts: the parts together are as wide as the whole.
static bool pack_ok(Reader *reader, const Cand *cand, const PtxOpnd *opnd) {
    uint32_t total = ptx_type_bits((PtxType)cand->type[0]);
    if (opnd->kind != PTXO_VEC || !opnd->n || total % opnd->n) return false;
    for (uint32_t i = 0; i < opnd->n; i++) {
        const PtxOpnd *e = &reader->f->extra.at[opnd->id + i];
        if (e->kind == PTXO_REG &&
            ptx_type_bits((PtxType)reader->f->reg.at[e->id].type) * opnd->n != total) {
            return false;
        }
    }
    return fragment_ok(reader, opnd, false);
}

// Only video instructions name parts of their operands, and only vmad negates some.
static bool is_special(Reader *reader, const PtxOpnd *opnd) {
    if (is_any_of(opnd->kind, PTXO_REG, PTXO_MREG)) return opnd->n || opnd->flags & PTXOF_NEG;
    if (!is_any_of(opnd->kind, PTXO_VEC, PTXO_PAIR, PTXO_MTEX)) return false;
    for (uint32_t i = 0; i < (opnd->kind == PTXO_VEC ? opnd->n : 2u); i++) {
        const PtxOpnd *e = &reader->f->extra.at[opnd->id + i];
        if (e->kind == PTXO_REG && (e->n || e->flags & PTXOF_NEG)) return true;
    }
    return false;
}

// The part of operand i (PTX ISA 9.7.17, 9.7.18): a byte or half of scalar ones; of the others a
// mask of the destination's lanes, from the highest down, and for each lane one of {b,a}'s.
static bool part_ok(const Cand *cand, uint32_t i, const PtxOpnd *opnd) {
    uint32_t n = opnd->n, count = PTX_PART_COUNT(n), lanes = n & PTX_PART_HALVES ? 2 : 4;
    uint32_t sem = ptx_rows[cand->op].sem;
    if (opnd->kind != PTXO_REG) return true; // a constant; operand_ok refuses the rest
    if (opnd->flags & PTXOF_NEG && (cand->op != PTXI_vmad || !i)) return false;
    if (!n) return true;
    if (i > 2) return false;
    if (sem == PTX_SEM_VSCALAR) return count == 1 && PTX_PART_DIGIT(n, 0) < lanes;
    const char *name = ptx_rows[cand->op].name;
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
    return scalar_ok(reader, &reader->f->extra.at[pair->id + 1], true, 1, PTX_PRED, false);
}

// Does an operand fit one element of a row's template ("dT", "wT", "m", ...)? The first letter says
// its role (destination, source, vector, address), the second its type; insn.def lists them.
static bool operand_ok(Reader *reader, const Cand *cand, const char *spec, PtxOpnd *opnd) {
    char c = spec[0], x = spec[1];
    uint32_t bits = letter_bits(x, cand), vec = ptx_rows[cand->op].types[0] ? 1 : 0;
    PtxType type = x == 'T'   ? (PtxType)cand->type[0]
                   : x == 'U' ? (PtxType)cand->type[1]
                   : x == 'b' ? PTX_B32
                   : x == 'd' ? PTX_B64
                   : x == 'h' ? PTX_B16
                              : PTX_NOTYPE;
    reader->want = letter_type(x, cand);
    // The roles that are written: d, e, v, V.
    bool dest = is_any_of(c, 'd', 'e', 'v', 'V');
    switch (c) {
    case 'd':
        // Two destinations: the second is a predicate, and the template must allow it.
        if (opnd->kind == PTXO_PAIR) {
            if (x != 'P' && spec[2] != 'P') return false;
            return scalar_ok(reader, &reader->f->extra.at[opnd->id], true, bits, type, false) &&
                   second_ok(reader, opnd);
        }
        return scalar_ok(reader, opnd, true, bits, type, relaxed(reader, cand));
    case 's': return scalar_ok(reader, opnd, false, bits, type, relaxed(reader, cand));
    case 'e':
    case 'f': return scalar_ok(reader, opnd, dest, bits * 2, PTX_NOTYPE, false);
    case 'v':
    case 'w':
        // The vector's length is a modifier, .v2; without it a list of one is taken as the element.
        vec = (uint32_t)(cand->mods >> PTXC_SHIFT_VEC & PTX_MOD_MASK(VEC));
        if (vec) return vector_ok(reader, opnd, dest, 1u << vec, bits, type, true);
        if (opnd->kind == PTXO_VEC && opnd->n == 1)
            return vector_ok(reader, opnd, dest, 1, bits, type, true);
        return scalar_ok(reader, opnd, dest, bits, type, true);
    case 'V':
    case 'W':
        if (ptx_rows[cand->op].sem == PTX_SEM_PACK || ptx_rows[cand->op].sem == PTX_SEM_UNPACK) {
            return pack_ok(reader, cand, opnd);
        }
        if (dest && opnd->kind == PTXO_PAIR && ptx_rows[cand->op].slot[0].kind) { // tex d|p
            return fragment_ok(reader, &reader->f->extra.at[opnd->id], true) &&
                   second_ok(reader, opnd);
        }
        return fragment_ok(reader, opnd, dest);
    case 'm':
        if (opnd->kind == PTXO_SYM && opnd->n) { // an element
            opnd->kind = PTXO_MSYM;
            opnd->n = 0;
        }
        return is_any_of(opnd->kind, PTXO_MREG, PTXO_MSYM, PTXO_MABS);
    case 'x': return opnd->kind == PTXO_MTEX;
    case 'i': return opnd->kind == PTXO_INT;
    case 'l':
    case 'L': return opnd->kind == PTXO_LABEL;
    default: return true;
    }
}

// Past the comma of the template's element.
static const char *next_spec(const char *s) {
    while (*s && *s != ',') s++;
    return *s ? s + 1 : s;
}

// The element at `s` and, by the order of templates, those after it may be left out.
static bool optional(const char *s) {
    while (*s && *s != ',') {
        if (*s++ == '?') return true;
    }
    return false;
}

// Index of the operand that does not fit, UINT32_MAX when all do.
static uint32_t match_operands(Reader *reader, const Cand *cand) {
    const char *s = ptx_rows[cand->op].ops;
    uint32_t sem = ptx_rows[cand->op].sem;
    bool video = is_any_of(sem, PTX_SEM_VSCALAR, PTX_SEM_VSIMD);
    for (uint32_t i = 0; i < reader->ops.n; i++) {
        if (!*s) return i;
        if (video ? !part_ok(cand, i, &reader->ops.at[i]) : is_special(reader, &reader->ops.at[i]))
            return i;
        if (!operand_ok(reader, cand, s, &reader->ops.at[i])) return i;
        s = next_spec(s);
    }
    return !*s || optional(s) ? UINT32_MAX : reader->ops.n;
}

// Whether an instruction that was made by other means could be read: its operands are those of its
// row. Checked on a copy, because matching rewrites constants.
bool rd_operands_fit(PtxFunc *fn, const PtxInst *in) {
    Reader r = {.ctx = fn->mod->ctx, .arena = fn->arena, .m = fn->mod, .f = fn};
    Cand k = {.op = in->op, .mods = in->mods};
    memcpy(k.type, in->type, sizeof k.type);
    PtxOpnd copy[64];
    if (in->nopnd > 64 || !in->nopnd) return !in->nopnd;
    memcpy(copy, fn->opnd.at + in->opnd, in->nopnd * sizeof *copy);
    r.ops.at = copy;
    r.ops.n = in->nopnd;
    return match_operands(&r, &k) == UINT32_MAX;
}

// ---- instructions ------------------------------------------------------------------------------

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
static void report_operands(Reader *reader, const Opcode *oc, const char *name) {
    const Cand *cand = &oc->cand[oc->n - 1];
    uint32_t i = match_operands(reader, cand);
    const char *s = ptx_rows[cand->op].ops;
    for (uint32_t n = 0; n < i && *s; n++) s = next_spec(s);
    if (i >= reader->ops.n) {
        rd_error(reader, DIAG_OF(ptx, few_operands), name);
    } else if (!*s) {
        rd_error(reader, DIAG_OF(ptx, many_operands), name);
    } else {
        rd_error(reader, DIAG_OF(ptx, bad_operand), (int)i + 1, name, wanted(s[0], s[1]));
    }
}

// call (ret), f, (args), proto -> the four operands of PTXI_call
static bool normalise_call(Reader *reader) {

    // Each part may be left out but the callee.
    PtxOpnd opnd[4] = {{0}};
    uint32_t i = 0;
    if (i < reader->ops.n && reader->ops.at[i].kind == PTXO_LIST) opnd[0] = reader->ops.at[i++];
    if (i < reader->ops.n) opnd[1] = reader->ops.at[i++];
    if (i < reader->ops.n && reader->ops.at[i].kind == PTXO_LIST) opnd[2] = reader->ops.at[i++];
    if (i < reader->ops.n) opnd[3] = reader->ops.at[i++];

    // The callee is a register or a function of the module, never a variable.
    bool callee =
        opnd[1].kind == PTXO_REG || (opnd[1].kind == PTXO_SYM && !(opnd[1].flags & PTXOF_LOCAL) &&
                                     ptx_sym_func(reader->m, opnd[1].id));
    if (i != reader->ops.n || !callee ||
        (opnd[3].kind && !is_any_of(opnd[3].kind, PTXO_LABEL, PTXO_SYM))) {
        rd_error(reader, DIAG_OF(ptx, expected), "a function", rd_tok_text(reader));
        return false;
    }
    reader->ops.n = 0;
    for (i = 0; i < 4; i++) vec_push(reader->arena, &reader->ops, opnd[i]);
    return true;
}

// The row's first target and PTX version. Architecture-specific targets ("a") are only checked by
// number: a module says itself what it is for.
static void check_target(Reader *reader, const Cand *cand, const char *name) {
    const PtxRow *row = &ptx_rows[cand->op];
    uint32_t sm = row->sm & ~(uint32_t)PTX_SM_A;
    if (reader->m->sm < sm) rd_error(reader, DIAG_OF(ptx, needs_sm), name, (int)sm);
    if (reader->m->version < row->ptx) {
        rd_error(reader, DIAG_OF(ptx, needs_ptx), name, row->ptx / 10, row->ptx % 10);
    }
    // sm_1x rounded in a way of its own, which no later target has; we round to nearest
    enum { LAST_OWN_ROUNDING = 13 };
    bool rounds = cand->mods >> PTXC_SHIFT_RND & PTX_MOD_MASK(RND);
    if (cand->op == PTXI_mad_f32 && reader->m->sm > LAST_OWN_ROUNDING && !rounds)
        rd_error(reader, DIAG_OF(ptx, needs_rounding), name);
}

// One instruction after its guard, up to the semicolon. On any error the statement is skipped and
// reading goes on.
void rd_statement(Reader *reader, Atom name, uint32_t guard, uint32_t line) {
    Opcode *oc = find_opcode(reader, name);
    if (!oc) {
        rd_skip_statement(reader);
        return;
    }
    reader->ops.n = 0;
    while (!rd_punct(reader, ';')) {
        PtxOpnd opnd = {0};
        if (!rd_operand(reader, &opnd, oc->label_ok)) {
            rd_skip_statement(reader);
            return;
        }
        vec_push(reader->arena, &reader->ops, opnd);
        if (!rd_punct(reader, ';') && !rd_expect(reader, ',')) {
            rd_skip_statement(reader);
            return;
        }
        // No instruction has as many; the rest is refused where the semicolon is missing.
        if (reader->ops.n > 32) break;
    }
    const Cand *cand = NULL;
    if (oc->cand[0].op == PTXI_foreign) { // the opcode is the first operand
        PtxOpnd op = {.kind = PTXO_INT, .id = name};
        vec_push(reader->arena, &reader->ops, op);
        for (uint32_t i = reader->ops.n; --i > 0;) reader->ops.at[i] = reader->ops.at[i - 1];
        reader->ops.at[0] = op;
        cand = &oc->cand[0];
    } else if (oc->cand[0].op == PTXI_call) {
        if (normalise_call(reader)) cand = &oc->cand[0];
        // The first reading whose operands fit.
    } else {
        for (uint32_t i = 0; i < oc->n && !cand; i++) {
            if (match_operands(reader, &oc->cand[i]) == UINT32_MAX) cand = &oc->cand[i];
        }
        if (!cand) report_operands(reader, oc, atom_str(reader->ctx, name));
    }
    if (cand) {
        check_target(reader, cand, atom_str(reader->ctx, name));
        uint32_t i = ptx_emit(reader->f, (PtxOp)cand->op, (PtxType)cand->type[0],
                              (PtxType)cand->type[1], cand->mods, reader->ops.n, reader->ops.at);
        PtxInst *in = &reader->f->inst.at[i];
        in->type[2] = cand->type[2];
        in->type[3] = cand->type[3];
        in->guard = guard;
        in->pos = line;
        if (reader->strict) rd_check_needs(reader, atom_str(reader->ctx, name));
        if (reader->strict && cand->op != PTXI_foreign) {
            reader->op_name = atom_str(reader->ctx, name);
            rd_check_inst(reader, &reader->f->inst.at[i]);
        }
    }
    rd_expect(reader, ';');
}
