// SPDX-License-Identifier: Apache-2.0
// The PTX reader: names, operands and instructions. An opcode's text is matched once against the
// rows of insn.def and the result kept per spelling; the operands then decide between rows that
// share a spelling (mov and its packing forms, for instance).
#include "ptx/ptx_int.h"

typedef struct {
    uint16_t op;
    uint8_t type[4];
    uint64_t mods;
    const char *far; // how far the opcode's text fitted
} Cand;

#define MAX_CAND 8
typedef struct {
    uint32_t n;
    bool label_ok;
    Cand cand[MAX_CAND];
} Opcode;

// ---- opcodes -----------------------------------------------------------------------------------

void rd_index_rows(Reader *r) {
    map_init(&r->row_index, r->arena);
    map_init(&r->opcodes, r->arena);
    map_init(&r->sregs, r->arena);
    map_init(&r->types, r->arena);
    for (uint32_t i = PTXI_COUNT; i-- > 1;) {
        const char *s = ptx_rows[i].name;
        if (!s) continue;
        size_t n = strcspn(s, ".");
        map_put(&r->row_index, atom_intern(r->ctx, s, n), (void *)(uintptr_t)i);
    }
    for (uint32_t i = 1; i < PTXR_COUNT; i++) {
        map_put(&r->sregs, atom_cstr(r->ctx, ptx_sregs[i].text), (void *)(uintptr_t)i);
    }
    for (uint32_t i = 1; i < PTX_NTYPES; i++) {
        map_put(&r->types, atom_cstr(r->ctx, ptx_types[i].text), (void *)(uintptr_t)i);
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
static bool match_slots(const PtxRow *row, uint32_t s, const char *text, Cand *c) {
    if (text > c->far) c->far = text;
    if (s == PTX_MAX_SLOTS || !row->slot[s].kind) return *text == 0;
    PtxSlot slot = row->slot[s];
    if (slot.kind == PTX_SLOT_TYPE) {
        for (uint32_t t = 1; t < PTX_NTYPES; t++) {
            if (!(row->types[slot.arg] >> t & 1)) continue;
            const char *rest = eat(text, ptx_types[t].text);
            c->type[slot.arg] = (uint8_t)t;
            if (rest && match_slots(row, s + 1, rest, c)) return true;
        }
        return false;
    }
    PtxClass k = (PtxClass)slot.arg;
    for (uint32_t v = 1; v <= ptx_class_count(k); v++) {
        const char *rest = eat(text, ptx_mod_name(k, v));
        if (!rest || !ptx_slot_allows(slot, v)) continue;
        uint64_t before = c->mods;
        c->mods |= (uint64_t)v << ptx_classes[k].shift;
        if (match_slots(row, s + 1, rest, c)) return true;
        c->mods = before;
    }
    return slot.kind == PTX_SLOT_OPT && match_slots(row, s + 1, text, c);
}

// ptxas takes the words of an atom or red instruction in any order, and NVIDIA's compiler makes use
// of it ("atom.add.acq_rel.gpu.u32", "atom.global.sys.add.f64"): order, scope and space come first.
static const char *usual_order(Reader *r, const char *s) {
    static const char *const rank[][8] = {{"relaxed", "acquire", "release", "acq_rel", "volatile"},
                                          {"cta", "cluster", "gpu", "sys"},
                                          {"global", "shared", "shared::cta", "shared::cluster"}};
    if (strncmp(s, "atom.", 5) != 0 && strncmp(s, "red.", 4) != 0) return s;
    Buf b;
    buf_init(&b, &r->ctx->scratch);
    buf_write(&b, s, strcspn(s, "."));
    for (uint32_t want = 0; want < 4; want++) {
        for (const char *p = strchr(s, '.'), *end; p; p = *end ? end : NULL) {
            end = p + 1 + strcspn(p + 1, ".");
            size_t n = (size_t)(end - p) - 1;
            uint32_t is = 3;
            for (uint32_t k = 0; k < 3 * 8; k++) {
                const char *w = rank[k / 8][k % 8];
                if (w && strlen(w) == n && memcmp(w, p + 1, n) == 0) is = k / 8;
            }
            if (is == want) buf_write(&b, p, n + 1);
        }
    }
    return buf_cstr(&b);
}

// Types may stand before other words: "lg2.approx.f32.ftz". Here they come last.
static const char *types_last(Reader *r, const char *s) {
    Buf b;
    buf_init(&b, &r->ctx->scratch);
    buf_write(&b, s, strcspn(s, "."));
    for (int types = 0; types < 2; types++) {
        for (const char *p = strchr(s, '.'), *end; p; p = *end ? end : NULL) {
            end = p + 1 + strcspn(p + 1, ".");
            bool type = strchr("bfsu", p[1]) && p[2] >= '0' && p[2] <= '9';
            if (type == types) buf_write(&b, p, (size_t)(end - p));
        }
    }
    return buf_cstr(&b);
}

// The rows, from i on, that the opcode s can be. Returns the end of what fitted best.
static const char *find_rows(Opcode *o, const char *s, uint32_t i) {
    const char *far = s;
    size_t first = strcspn(s, ".");
    for (; i < PTXI_COUNT && o->n < MAX_CAND; i++) {
        const PtxRow *row = &ptx_rows[i];
        if (!row->name || strncmp(row->name, s, first) != 0 ||
            (row->name[first] && row->name[first] != '.')) {
            continue; // another base name
        }
        size_t n = strlen(row->name);
        if (strncmp(s, row->name, n) != 0 || (s[n] && s[n] != '.')) continue;
        Cand c = {.op = (uint16_t)i, .far = s};
        bool fits = match_slots(row, 0, s + n, &c);
        if (c.far > far) far = c.far;
        if (!fits) continue;
        o->cand[o->n++] = c;
        if (row->ops[0] == 'L' || row->ops[0] == 'C' || strstr(row->ops, ",l")) o->label_ok = true;
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
static Opcode *find_opcode(Reader *r, Atom name) {
    void **slot = map_slot(&r->opcodes, name);
    if (*slot) return *slot;
    const char *s = atom_str(r->ctx, name);
    size_t first = strcspn(s, ".");
    Atom base = atom_intern(r->ctx, s, first);
    uint32_t i = (uint32_t)(uintptr_t)map_get(&r->row_index, base);
    if (!i && foreign(s)) {
        Opcode *o = arena_new(r->arena, Opcode);
        o->cand[o->n++] = (Cand){.op = PTXI_foreign};
        return *map_slot(&r->opcodes, name) = o;
    }
    if (!i) {
        rd_error(r, PTXD_unknown_insn, s);
        return NULL;
    }
    Opcode *o = arena_new(r->arena, Opcode);
    const char *far = find_rows(o, s, i);
    if (!o->n) find_rows(o, usual_order(r, s), i);
    if (!o->n) find_rows(o, types_last(r, s), i);
    if (!o->n) {
        uint32_t word = *far == '.' ? 1 + (uint32_t)strcspn(far + 1, ".") : 0;
        rd_error(r, PTXD_bad_modifier, s,
                 !word || far == s ? ""
                                   : arena_printf(&r->ctx->scratch, ": '%.*s'", (int)word, far));
        return NULL;
    }
    *map_slot(&r->opcodes, name) = o;
    return o;
}

// ---- names -------------------------------------------------------------------------------------

Bind *rd_lookup(Reader *r, Atom name) {
    return map_get(&r->env, name);
}

// A register by name: a declared one, or one of a %r<N> group.
bool rd_reg_of(Reader *r, Atom name, PtxReg *out) {
    Bind *b = map_get(&r->env, name);
    const char *s = atom_str(r->ctx, name);
    uint32_t n = atom_len(r->ctx, name), k = n;
    while (k && s[k - 1] >= '0' && s[k - 1] <= '9') k--;
    if (k && k < n && n - k < 10 && (s[k] != '0' || k + 1 == n)) {
        Bind *g = map_get(&r->groups, atom_intern(r->ctx, s, k));
        // the prefix may itself end in digits: %r1<5>; only the longest digit tail is tried
        if (g && (!b || g->depth > b->depth)) {
            uint32_t num = 0;
            for (uint32_t i = k; i < n; i++) num = num * 10 + (uint32_t)(s[i] - '0');
            if (num < g->count) {
                void **slot = map_slot(g->reg, num);
                if (!*slot) {
                    PtxRegInfo info = {.type = g->type, .prefix = g->prefix, .num = num};
                    vec_push(r->f->arena, &r->f->reg, info);
                    *slot = (void *)(uintptr_t)r->f->reg.n;
                }
                *out = (PtxReg)(uintptr_t)*slot - 1;
                return true;
            }
        }
    }
    if (!b || b->kind != BIND_REG) return false;
    *out = b->id;
    return true;
}

uint32_t rd_label(Reader *r, Atom name, bool define) {
    Bind *b = map_get(&r->env, name);
    if (!b || b->kind != BIND_LABEL || (define && b->depth != r->depth)) {
        b = rd_bind(r, BIND_LABEL, name, ptx_newlabel(r->f, name));
    } else if (define && b->defined) {
        rd_error(r, PTXD_redeclared, atom_str(r->ctx, name));
    }
    if (define) {
        b->defined = true;
        r->f->label.at[b->id].inst = r->f->inst.n;
    }
    return b->id;
}

// ---- constant expressions (4.6) ----------------------------------------------------------------

static int64_t const_unary(Reader *r);

static int prec_of(const Reader *r) {
    if (r->tok.kind != TK_PUNCT) return -1;
    switch (r->tok.punct) {
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
    default: return -1;
    }
}

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
    default: return a && b;
    }
}

static int64_t const_binary(Reader *r, int64_t a, int min) {
    for (;;) {
        int p = prec_of(r);
        if (p < min) return a;
        uint32_t op = r->tok.punct;
        rd_next(r);
        int64_t b = const_unary(r);
        while (prec_of(r) > p) b = const_binary(r, b, prec_of(r));
        a = apply(op, a, b);
    }
}

static int64_t const_unary(Reader *r) {
    if (++r->expr_depth > 200) {
        rd_error(r, PTXD_too_deep);
        r->expr_depth--;
        rd_next(r);
        return 0;
    }
    int64_t v = 0;
    if (rd_accept(r, '-')) {
        v = (int64_t)(0 - (uint64_t)const_unary(r));
    } else if (rd_accept(r, '+')) {
        v = const_unary(r);
    } else if (rd_accept(r, '~')) {
        v = ~const_unary(r);
    } else if (rd_accept(r, '!')) {
        v = !const_unary(r);
    } else if (rd_accept(r, '(')) {
        if (r->tok.kind == TK_DOT && (rd_is(r, "s64") || rd_is(r, "u64"))) {
            rd_next(r);
            rd_expect(r, ')');
            v = const_unary(r);
        } else {
            v = rd_const(r);
            rd_expect(r, ')');
        }
    } else if (r->tok.kind == TK_INT) {
        v = r->tok.ival;
        rd_next(r);
    } else if (r->tok.kind == TK_ID && rd_is(r, "WARP_SZ")) {
        v = 32;
        rd_next(r);
    } else {
        rd_error(r, PTXD_expected, "a constant", rd_tok_text(r));
        if (!rd_punct(r, ';') && !rd_punct(r, '}')) rd_next(r);
    }
    r->expr_depth--;
    return v;
}

int64_t rd_const(Reader *r) {
    int64_t a = const_binary(r, const_unary(r), 0);
    if (rd_accept(r, '?')) {
        int64_t x = rd_const(r);
        rd_expect(r, ':');
        int64_t y = rd_const(r);
        return a ? x : y;
    }
    return a;
}

// ---- operands ----------------------------------------------------------------------------------

static bool undeclared(Reader *r, Atom name) {
    rd_error(r, PTXD_undeclared, arena_printf(&r->ctx->scratch, "'%s'", atom_str(r->ctx, name)));
    return false;
}

// +const / -const after a name or register in an address
static int64_t opt_offset(Reader *r) {
    if (!rd_punct(r, '+') && !rd_punct(r, '-')) return 0;
    return const_binary(r, 0, 9);
}

// What follows a register without a blank: ".x". -1: none of the words.
static int suffix(Reader *r, const char *const *word, uint32_t n) {
    const char *p = r->tok.end;
    if (p >= r->end || *p != '.') return -1;
    for (uint32_t i = 0; i < n; i++) {
        size_t len = strlen(word[i]);
        if ((size_t)(r->end - p) <= len + 1 || strncmp(p + 1, word[i], len) != 0) continue;
        char c = p[1 + len];
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.') continue;
        rd_next(r);
        return (int)i;
    }
    return -1;
}

// A vector register variable, or one of its elements: v.x or v.r
static void vector_register(Reader *r, const Bind *b, PtxOpnd *o) {
    static const char *const element[] = {"x", "y", "z", "w", "r", "g", "b", "a"};
    int e = suffix(r, element, CU_COUNT(element));
    rd_next(r);
    PtxOpnd item[4];
    for (uint32_t i = 0; i < b->count; i++) item[i] = ptx_o_reg(b->id + i);
    if (e >= 0) {
        if ((uint32_t)(e & 3) >= b->count) rd_error(r, PTXD_undeclared, "this element");
        *o = item[(uint32_t)(e & 3) % b->count];
    } else {
        *o = ptx_o_list(r->f, PTXO_VEC, b->count, item);
    }
}

// Consumes the part that is named after a register: .b0, .h32, .b7210 (PtxOpnd.n), or nothing.
static uint32_t register_part(Reader *r) {
    const char *p = r->tok.end;
    if (r->end - p < 3 || *p != '.' || (p[1] != 'b' && p[1] != 'h')) return 0;
    uint32_t part = p[1] == 'h' ? PTX_PART_HALVES : 0, count = 0, digits = 0;
    for (p += 2; p < r->end && *p >= '0' && *p <= '7' && count < 4; p++, count++)
        digits = digits << 3 | (uint32_t)(*p - '0');
    char c = p < r->end ? *p : ' ';
    if (!count || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.')
        return 0;
    rd_next(r);
    return part | count << 12 | digits;
}

static bool name_operand(Reader *r, PtxOpnd *o, bool label_ok) {
    Atom name = r->tok.atom;
    const char *s = atom_str(r->ctx, name);
    PtxReg reg;
    if (strcmp(s, "_") == 0) {
        rd_next(r);
        *o = (PtxOpnd){.kind = PTXO_SINK};
        return true;
    }
    if (rd_reg_of(r, name, &reg)) {
        uint32_t part = register_part(r);
        rd_next(r);
        *o = ptx_o_reg(reg);
        o->n = (uint16_t)part;
        return true;
    }
    Bind *b = rd_lookup(r, name);
    if (b && b->kind == BIND_VREG) {
        vector_register(r, b, o);
        return true;
    }
    if (b && (b->kind == BIND_VAR || b->kind == BIND_SYM)) {
        rd_next(r);
        *o = (PtxOpnd){.kind = PTXO_SYM, .id = b->id};
        if (b->kind == BIND_VAR) o->flags = PTXOF_LOCAL;
        return true;
    }
    uintptr_t sreg = (uintptr_t)map_get(&r->sregs, name);
    if (s[0] == '%' && !sreg && *r->tok.end == '.' && r->tok.end < r->end) {
        PtxTok save = r->tok;
        const char *p = r->p;
        rd_next(r);
        sreg = (uintptr_t)map_get(&r->sregs,
                                  atom_printf(r->ctx, "%s.%s", s, atom_str(r->ctx, r->tok.atom)));
        if (!sreg) {
            r->tok = save;
            r->p = p;
        }
    }
    if (sreg) {
        rd_next(r);
        *o = ptx_o_sreg((PtxSreg)sreg);
        return true;
    }
    if (label_ok || (b && b->kind == BIND_LABEL)) {
        rd_next(r);
        *o = ptx_o_label(rd_label(r, name, false));
        return true;
    }
    undeclared(r, name);
    rd_next(r);
    return false;
}

enum { MAX_LIST = 256 }; // wgmma has vectors of 128 registers

static bool list_operand(Reader *r, PtxOpnd *o, PtxOpndKind kind, uint32_t close) {
    PtxOpnd item[MAX_LIST];
    uint32_t n = 0;
    rd_next(r);
    if (++r->expr_depth > 16) {
        r->expr_depth--;
        rd_error(r, PTXD_too_deep);
        return false;
    }
    bool ok = true;
    while (ok && !rd_punct(r, close)) {
        if (n == MAX_LIST) {
            rd_error(r, PTXD_too_large, "list");
            ok = false;
            break;
        }
        ok = rd_operand(r, &item[n++], false);
        if (ok && !rd_punct(r, close)) ok = rd_expect(r, ',');
    }
    r->expr_depth--;
    if (!ok) return false;
    rd_next(r);
    *o = ptx_o_list(r->f, kind, n, item);
    return true;
}

// [reg+4] [sym-8] [16] [tex, {..}] [tex, sampler, {..}]
static bool address_operand(Reader *r, PtxOpnd *o) {
    rd_next(r);
    if (r->tok.kind == TK_ID) {
        if (!name_operand(r, o, false)) return false;
        if (o->kind == PTXO_REG || o->kind == PTXO_SYM) {
            o->kind = o->kind == PTXO_REG ? PTXO_MREG : PTXO_MSYM;
        } else {
            rd_error(r, PTXD_expected, "an address", rd_tok_text(r));
            return false;
        }
        o->val = opt_offset(r);
    } else {
        *o = (PtxOpnd){.kind = PTXO_MABS, .val = rd_const(r)};
    }
    if (rd_accept(r, ',')) {
        PtxOpnd pair[2] = {*o, {0}};
        pair[0].kind = o->kind == PTXO_MREG ? PTXO_REG : PTXO_SYM;
        if (!rd_operand(r, &pair[1], false)) return false;
        if (rd_accept(r, ',')) {
            rd_error(r, PTXD_unknown_insn, "texture access with a separate sampler");
            return false;
        }
        *o = ptx_o_list(r->f, PTXO_MTEX, 2, pair);
    }
    return rd_expect(r, ']');
}

static bool number_operand(Reader *r, PtxOpnd *o) {
    bool neg = false;
    PtxTok t = r->tok;
    if (rd_punct(r, '-')) {
        const char *p = r->p;
        uint32_t line = r->line;
        rd_next(r);
        neg = r->tok.kind == TK_FLT;
        if (!neg) { // an integer expression
            r->tok = t;
            r->p = p;
            r->line = line;
        }
    }
    if (r->tok.kind == TK_FLT) {
        uint64_t bits = (uint64_t)r->tok.ival;
        if (neg) bits ^= r->tok.is_f32 ? 0x80000000u : 1ull << 63;
        *o = (PtxOpnd){.kind = r->tok.is_f32 ? PTXO_F32 : PTXO_F64, .val = (int64_t)bits};
        if (!r->tok.is_f32 && !r->tok.is_f64) o->flags = PTXOF_HEX; // decimal: takes the type
        rd_next(r);
        return true;
    }
    bool uns = r->tok.kind == TK_INT && r->tok.is_unsigned && r->tok.ival < 0;
    *o = ptx_o_int(rd_const(r));
    if (uns && o->val < 0) o->flags = PTXOF_UNSIGNED;
    return true;
}

// `|p` after a destination
static bool opt_pair(Reader *r, PtxOpnd *o) {
    if (!rd_accept(r, '|')) return true;
    PtxOpnd pair[2] = {*o, {0}};
    if (r->tok.kind != TK_ID || !name_operand(r, &pair[1], false)) {
        rd_error(r, PTXD_expected, "a register", rd_tok_text(r));
        return false;
    }
    *o = ptx_o_list(r->f, PTXO_PAIR, 2, pair);
    return true;
}

// -%r1, of vmad alone.
static bool negated_register(Reader *r, PtxOpnd *o) {
    PtxTok t = r->tok;
    const char *p = r->p;
    uint32_t line = r->line;
    PtxReg reg;
    rd_next(r);
    if (r->tok.kind == TK_ID && rd_reg_of(r, r->tok.atom, &reg) && name_operand(r, o, false)) {
        o->flags |= PTXOF_NEG;
        return true;
    }
    r->tok = t;
    r->p = p;
    r->line = line;
    return false;
}

bool rd_operand(Reader *r, PtxOpnd *o, bool label_ok) {
    if (r->tok.kind == TK_ID) {
        if (rd_is(r, "WARP_SZ")) return number_operand(r, o);
        if (!name_operand(r, o, label_ok)) return false;
        if (o->kind == PTXO_SYM) o->val = opt_offset(r);
        return opt_pair(r, o);
    }
    if (rd_punct(r, '[')) return address_operand(r, o);
    if (rd_punct(r, '{')) return list_operand(r, o, PTXO_VEC, '}') && opt_pair(r, o);
    if (rd_punct(r, '(') && !r->expr_depth) return list_operand(r, o, PTXO_LIST, ')');
    if (rd_punct(r, '!')) {
        rd_next(r);
        if (r->tok.kind == TK_ID && name_operand(r, o, false) && o->kind == PTXO_REG) {
            o->flags |= PTXOF_NOT;
            return true;
        }
        rd_error(r, PTXD_expected, "a predicate", rd_tok_text(r));
        return false;
    }
    if (rd_punct(r, '-') && negated_register(r, o)) return true;
    if (r->tok.kind == TK_INT || r->tok.kind == TK_FLT || rd_punct(r, '-') || rd_punct(r, '~') ||
        rd_punct(r, '(') || rd_punct(r, '+')) {
        return number_operand(r, o);
    }
    rd_error(r, PTXD_expected, "an operand", rd_tok_text(r));
    return false;
}

// ---- matching operands with a row --------------------------------------------------------------

// Writes a decimal constant in the form that the instruction's type asks for.
static bool fix_float(PtxOpnd *o, PtxType t, uint32_t bits) {
    if (o->kind == PTXO_F64 && o->flags & PTXOF_HEX && bits == 32) {
        double d;
        memcpy(&d, &o->val, 8);
        float s = (float)d;
        uint32_t v;
        memcpy(&v, &s, 4);
        *o = ptx_o_f32(v);
    }
    char kind = ptx_types[t].kind;
    if (kind != 'f' && kind != 'b') return false;
    o->flags &= (uint8_t)~PTXOF_HEX;
    return o->kind == PTXO_F32 ? bits == 32 : bits == 64;
}

static uint32_t letter_bits(char c, const Cand *k) {
    switch (c) {
    case 'T': return ptx_type_bits((PtxType)k->type[0]);
    case 'U': return ptx_type_bits((PtxType)k->type[1]);
    case 'V': return ptx_type_bits((PtxType)k->type[2]);
    case 'W': return ptx_type_bits((PtxType)k->type[3]);
    case 'p':
    case 'P': return 1;
    case 'h': return 16;
    case 'b': return 32;
    case 'd': return 64;
    case 'q': return 128;
    default: return 0;
    }
}

// Loads, stores and conversions take registers wider than the type (9.4.1).
static bool relaxed(const Cand *k) {
    switch (ptx_rows[k->op].sem) {
    case PTX_SEM_LD:
    case PTX_SEM_ST:
    case PTX_SEM_CVT:
    case PTX_SEM_SHL:
    case PTX_SEM_SHR:
    case PTX_SEM_TEX:
    case PTX_SEM_CVTFP8:
    case PTX_SEM_CVTFROMFP8:
    case PTX_SEM_CVTRS:
    case PTX_SEM_STASYNC:
    case PTX_SEM_SET: return true;
    default: return false;
    }
}

static bool scalar_ok(Reader *r, PtxOpnd *o, bool dest, uint32_t bits, PtxType t, bool wider) {
    if (o->kind == PTXO_REG) {
        uint32_t have = ptx_type_bits((PtxType)r->f->reg.at[o->id].type);
        if (o->flags & PTXOF_NOT && (dest || have != 1)) return false;
        return have == bits || (wider && have > bits && bits > 1) || (bits == 4 && have == 16);
    }
    if (dest) return o->kind == PTXO_SINK;
    switch (o->kind) {
    case PTXO_INT: return bits == 1 || !t || ptx_types[t].kind != 'f';
    case PTXO_F32:
    case PTXO_F64: return t && fix_float(o, t, bits);
    case PTXO_SYM: return bits >= 32;
    case PTXO_SREG: return true;
    default: return false;
    }
}

static bool vector_ok(Reader *r, PtxOpnd *o, bool dest, uint32_t n, uint32_t bits, PtxType t,
                      bool wider) {
    if (o->kind != PTXO_VEC || (n && o->n != n)) return false;
    for (uint32_t i = 0; i < o->n; i++) {
        if (!scalar_ok(r, &r->f->extra.at[o->id + i], dest, bits, t, wider)) return false;
    }
    return true;
}

static bool fragment_ok(Reader *r, const PtxOpnd *o, bool dest) {
    if (o->kind == PTXO_REG) return true; // a vector of one, as in sust.b.1d.b32
    if (o->kind != PTXO_VEC) return false;
    for (uint32_t i = 0; i < o->n; i++) {
        uint8_t k = r->f->extra.at[o->id + i].kind;
        if (k != PTXO_REG && k != PTXO_SINK && (dest || k > PTXO_SYM)) return false;
    }
    return o->n > 0;
}

static bool pack_ok(Reader *r, const Cand *k, const PtxOpnd *o) {
    uint32_t total = ptx_type_bits((PtxType)k->type[0]);
    if (o->kind != PTXO_VEC || !o->n || total % o->n) return false;
    for (uint32_t i = 0; i < o->n; i++) {
        const PtxOpnd *e = &r->f->extra.at[o->id + i];
        if (e->kind == PTXO_REG &&
            ptx_type_bits((PtxType)r->f->reg.at[e->id].type) * o->n != total) {
            return false;
        }
    }
    return fragment_ok(r, o, false);
}

// Only video instructions name parts of their operands, and only vmad negates some.
static bool is_special(Reader *r, const PtxOpnd *o) {
    if (o->kind == PTXO_REG || o->kind == PTXO_MREG) return o->n || o->flags & PTXOF_NEG;
    if (o->kind != PTXO_VEC && o->kind != PTXO_PAIR && o->kind != PTXO_MTEX) return false;
    for (uint32_t i = 0; i < (o->kind == PTXO_VEC ? o->n : 2u); i++) {
        const PtxOpnd *e = &r->f->extra.at[o->id + i];
        if (e->kind == PTXO_REG && (e->n || e->flags & PTXOF_NEG)) return true;
    }
    return false;
}

// The part of operand i (PTX ISA 9.7.17, 9.7.18): a byte or half of scalar ones; of the others a
// mask of the destination's lanes, from the highest down, and for each lane one of {b,a}'s.
static bool part_ok(const Cand *k, uint32_t i, const PtxOpnd *o) {
    uint32_t n = o->n, count = PTX_PART_COUNT(n), lanes = n & PTX_PART_HALVES ? 2 : 4;
    uint32_t sem = ptx_rows[k->op].sem;
    if (o->kind != PTXO_REG) return true; // a constant; operand_ok refuses the rest
    if (o->flags & PTXOF_NEG && (k->op != PTXI_vmad || !i)) return false;
    if (!n) return true;
    if (i > 2) return false;
    if (sem == PTX_SEM_VSCALAR) return count == 1 && PTX_PART_DIGIT(n, 0) < lanes;
    const char *name = ptx_rows[k->op].name;
    if (name[strlen(name) - 1] != (lanes == 2 ? '2' : '4')) return false;
    if (i && count != lanes) return false;
    for (uint32_t d = 0; d < count; d++) {
        if (PTX_PART_DIGIT(n, d) >= (i ? 2 * lanes : lanes)) return false;
        if (!i && d && PTX_PART_DIGIT(n, d) <= PTX_PART_DIGIT(n, d - 1)) return false;
    }
    return true;
}

// Does an operand fit one element of a row's template ("dT", "wT", "m", ...)?
static bool operand_ok(Reader *r, const Cand *k, const char *spec, PtxOpnd *o) {
    char c = spec[0], x = spec[1];
    uint32_t bits = letter_bits(x, k), vec = ptx_rows[k->op].types[0] ? 1 : 0;
    PtxType t = x == 'T'   ? (PtxType)k->type[0]
                : x == 'U' ? (PtxType)k->type[1]
                : x == 'b' ? PTX_B32
                : x == 'd' ? PTX_B64
                : x == 'h' ? PTX_B16
                           : PTX_NOTYPE;
    bool dest = c == 'd' || c == 'e' || c == 'v' || c == 'V';
    switch (c) {
    case 'd':
        if (o->kind == PTXO_PAIR) {
            if (x != 'P' && spec[2] != 'P') return false;
            return scalar_ok(r, &r->f->extra.at[o->id], true, bits, t, false) &&
                   scalar_ok(r, &r->f->extra.at[o->id + 1], true, 1, PTX_PRED, false);
        }
        return scalar_ok(r, o, true, bits, t, relaxed(k));
    case 's': return scalar_ok(r, o, false, bits, t, relaxed(k));
    case 'e':
    case 'f': return scalar_ok(r, o, dest, bits * 2, PTX_NOTYPE, false);
    case 'v':
    case 'w':
        vec = (uint32_t)(k->mods >> PTXC_SHIFT_VEC & PTX_MOD_MASK(VEC));
        if (vec) return vector_ok(r, o, dest, 1u << vec, bits, t, true);
        if (o->kind == PTXO_VEC && o->n == 1) return vector_ok(r, o, dest, 1, bits, t, true);
        return scalar_ok(r, o, dest, bits, t, true);
    case 'V':
    case 'W':
        if (ptx_rows[k->op].sem == PTX_SEM_PACK || ptx_rows[k->op].sem == PTX_SEM_UNPACK) {
            return pack_ok(r, k, o);
        }
        if (dest && o->kind == PTXO_PAIR && ptx_rows[k->op].slot[0].kind) { // tex d|p
            return fragment_ok(r, &r->f->extra.at[o->id], true) &&
                   scalar_ok(r, &r->f->extra.at[o->id + 1], true, 1, PTX_PRED, false);
        }
        return fragment_ok(r, o, dest);
    case 'm': return o->kind == PTXO_MREG || o->kind == PTXO_MSYM || o->kind == PTXO_MABS;
    case 'x': return o->kind == PTXO_MTEX;
    case 'i': return o->kind == PTXO_INT;
    case 'l':
    case 'L': return o->kind == PTXO_LABEL;
    default: return true;
    }
}

static const char *next_spec(const char *s) {
    while (*s && *s != ',') s++;
    return *s ? s + 1 : s;
}

static bool optional(const char *s) {
    while (*s && *s != ',') {
        if (*s++ == '?') return true;
    }
    return false;
}

// Index of the operand that does not fit, UINT32_MAX when all do.
static uint32_t match_operands(Reader *r, const Cand *k) {
    const char *s = ptx_rows[k->op].ops;
    uint32_t sem = ptx_rows[k->op].sem;
    bool video = sem == PTX_SEM_VSCALAR || sem == PTX_SEM_VSIMD;
    for (uint32_t i = 0; i < r->ops.n; i++) {
        if (!*s) return i;
        if (video ? !part_ok(k, i, &r->ops.at[i]) : is_special(r, &r->ops.at[i])) return i;
        if (!operand_ok(r, k, s, &r->ops.at[i])) return i;
        s = next_spec(s);
    }
    return !*s || optional(s) ? UINT32_MAX : r->ops.n;
}

bool rd_operands_fit(PtxFunc *f, const PtxInst *in) {
    Reader r = {.ctx = f->mod->ctx, .arena = f->arena, .m = f->mod, .f = f};
    Cand k = {.op = in->op, .mods = in->mods};
    memcpy(k.type, in->type, sizeof k.type);
    PtxOpnd copy[64];
    if (in->nopnd > 64 || !in->nopnd) return !in->nopnd;
    memcpy(copy, f->opnd.at + in->opnd, in->nopnd * sizeof *copy);
    r.ops.at = copy;
    r.ops.n = in->nopnd;
    return match_operands(&r, &k) == UINT32_MAX;
}

// ---- instructions ------------------------------------------------------------------------------

static const char *wanted(char c, char x) {
    switch (c) {
    case 'd':
    case 'e': return x == 'p' || x == 'P' ? "a predicate register" : "a register of the right size";
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

static void report_operands(Reader *r, const Opcode *oc, const char *name) {
    const Cand *k = &oc->cand[oc->n - 1];
    uint32_t i = match_operands(r, k);
    const char *s = ptx_rows[k->op].ops;
    for (uint32_t n = 0; n < i && *s; n++) s = next_spec(s);
    if (i >= r->ops.n) {
        rd_error(r, PTXD_few_operands, name);
    } else if (!*s) {
        rd_error(r, PTXD_many_operands, name);
    } else {
        rd_error(r, PTXD_bad_operand, (int)i + 1, name, wanted(s[0], s[1]));
    }
}

// call (ret), f, (args), proto -> the four operands of PTXI_call
static bool normalise_call(Reader *r) {
    PtxOpnd o[4] = {{0}};
    uint32_t i = 0;
    if (i < r->ops.n && r->ops.at[i].kind == PTXO_LIST) o[0] = r->ops.at[i++];
    if (i < r->ops.n) o[1] = r->ops.at[i++];
    if (i < r->ops.n && r->ops.at[i].kind == PTXO_LIST) o[2] = r->ops.at[i++];
    if (i < r->ops.n) o[3] = r->ops.at[i++];
    bool callee = o[1].kind == PTXO_REG || (o[1].kind == PTXO_SYM && !(o[1].flags & PTXOF_LOCAL) &&
                                            ptx_sym_func(r->m, o[1].id));
    if (i != r->ops.n || !callee ||
        (o[3].kind && o[3].kind != PTXO_LABEL && o[3].kind != PTXO_SYM)) {
        rd_error(r, PTXD_expected, "a function", rd_tok_text(r));
        return false;
    }
    r->ops.n = 0;
    for (i = 0; i < 4; i++) vec_push(r->arena, &r->ops, o[i]);
    return true;
}

static void check_target(Reader *r, const Cand *k, const char *name) {
    const PtxRow *row = &ptx_rows[k->op];
    uint32_t sm = row->sm & ~(uint32_t)PTX_SM_A;
    if (r->m->sm < sm) rd_error(r, PTXD_needs_sm, name, (int)sm);
    if (r->m->version < row->ptx) {
        rd_error(r, PTXD_needs_ptx, name, row->ptx / 10, row->ptx % 10);
    }
    // sm_1x rounded in a way of its own, which no later target has; we round to nearest
    bool rounds = k->mods >> PTXC_SHIFT_RND & PTX_MOD_MASK(RND);
    if (k->op == PTXI_mad_f32 && r->m->sm >= 20 && !rounds) rd_error(r, PTXD_needs_rounding, name);
}

void rd_statement(Reader *r, Atom name, uint32_t guard, uint32_t line) {
    Opcode *oc = find_opcode(r, name);
    if (!oc) {
        rd_skip_statement(r);
        return;
    }
    r->ops.n = 0;
    while (!rd_punct(r, ';')) {
        PtxOpnd o = {0};
        if (!rd_operand(r, &o, oc->label_ok)) {
            rd_skip_statement(r);
            return;
        }
        vec_push(r->arena, &r->ops, o);
        if (!rd_punct(r, ';') && !rd_expect(r, ',')) {
            rd_skip_statement(r);
            return;
        }
        if (r->ops.n > 32) break;
    }
    const Cand *k = NULL;
    if (oc->cand[0].op == PTXI_foreign) { // the opcode is the first operand
        PtxOpnd op = {.kind = PTXO_INT, .id = name};
        vec_push(r->arena, &r->ops, op);
        for (uint32_t i = r->ops.n; --i > 0;) r->ops.at[i] = r->ops.at[i - 1];
        r->ops.at[0] = op;
        k = &oc->cand[0];
    } else if (oc->cand[0].op == PTXI_call) {
        if (normalise_call(r)) k = &oc->cand[0];
    } else {
        for (uint32_t i = 0; i < oc->n && !k; i++) {
            if (match_operands(r, &oc->cand[i]) == UINT32_MAX) k = &oc->cand[i];
        }
        if (!k) report_operands(r, oc, atom_str(r->ctx, name));
    }
    if (k) {
        check_target(r, k, atom_str(r->ctx, name));
        uint32_t i = ptx_emit(r->f, (PtxOp)k->op, (PtxType)k->type[0], (PtxType)k->type[1], k->mods,
                              r->ops.n, r->ops.at);
        PtxInst *in = &r->f->inst.at[i];
        in->type[2] = k->type[2];
        in->type[3] = k->type[3];
        in->guard = guard;
        in->pos = line;
    }
    rd_expect(r, ';');
}
