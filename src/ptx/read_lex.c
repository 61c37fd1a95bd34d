// SPDX-License-Identifier: Apache-2.0
// The PTX reader's scanner (PTX ISA chapter 4): tokens on demand, messages.
#include "base/apfloat.h"
#include "ptx/ptx_int.h"

enum { C_ID = 1, C_DIGIT = 2, C_SPACE = 4, C_FOLLOW = 8 };

static uint32_t cls(char c) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return C_ID | C_FOLLOW;
    if (c == '_' || c == '$' || c == '%') return C_ID | C_FOLLOW;
    if (c >= '0' && c <= '9') return C_DIGIT | C_FOLLOW;
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') return C_SPACE;
    return 0;
}

// ---- messages ----------------------------------------------------------------------------------

const DiagRow ptx_diag_rows[] = {
#define DIAG(id, sev, group, text) {#id, SEV_##sev, group, text},
#include "ptx/ptx_diag.def"
#undef DIAG
};

// Messages about an instruction as a whole stand at its opcode, others at the current token.
static bool about_instruction(uint32_t id) {
    switch (id) {
    case PTXD_unknown_insn:
    case PTXD_bad_modifier:
    case PTXD_bad_operand:
    case PTXD_few_operands:
    case PTXD_many_operands:
    case PTXD_needs_sm:
    case PTXD_needs_ptx:
    case PTXD_bad_label: return true;
    default: return false;
    }
}

void rd_error(Reader *r, uint32_t id, ...) {
    r->nerr++;
    if (r->quiet || (r->tok.kind == TK_BAD && id == PTXD_expected)) return; // said by the scanner
    if (!r->base) { // nothing is registered for a text without errors
        SourceText *t =
            source_text(r->ctx, atom_cstr(r->ctx, r->name), r->text, (uint32_t)(r->end - r->text));
        r->base = source_add_file(r->ctx, t, 0, false);
    }
    const char *at = r->op_at && about_instruction(id) ? r->op_at : r->tok.at;
    va_list ap;
    va_start(ap, id);
    diag_v(r->ctx, &ptx_diag_rows[id], r->base + (Pos)(at - r->text), ap);
    va_end(ap);
}

const char *rd_tok_text(Reader *r) {
    if (r->tok.kind == TK_END) return "the end of the file";
    return arena_printf(&r->ctx->scratch, "'%.*s'", (int)CU_MIN(r->tok.end - r->tok.at, 60),
                        r->tok.at);
}

// ---- scanning ----------------------------------------------------------------------------------

static void skip_space(Reader *r) {
    for (;;) {
        const char *p = r->p;
        if (p >= r->end) return;
        if (*p == '\n') {
            r->line++;
            r->p++;
            // a line marker of a preprocessor
            while (r->p < r->end && (*r->p == ' ' || *r->p == '\t')) r->p++;
            if (r->p < r->end && *r->p == '#') {
                while (r->p < r->end && *r->p != '\n') r->p++;
            }
        } else if (cls(*p) & C_SPACE) {
            r->p++;
        } else if (*p == '/' && p + 1 < r->end && p[1] == '/') {
            while (r->p < r->end && *r->p != '\n') r->p++;
        } else if (*p == '/' && p + 1 < r->end && p[1] == '*') {
            r->p += 2;
            while (r->p < r->end && !(*r->p == '*' && r->p + 1 < r->end && r->p[1] == '/')) {
                if (*r->p == '\n') r->line++;
                r->p++;
            }
            r->p = CU_MIN(r->p + 2, r->end);
        } else {
            return;
        }
    }
}

static int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

static void scan_decimal_float(Reader *r, PtxTok *t) {
    ApFloat v;
    bool ok = apf_parse(t->at, (size_t)(t->end - t->at), APF_F64, APF_RNE, &v, NULL);
    t->kind = ok ? TK_FLT : TK_BAD;
    t->ival = (int64_t)apf_to_bits(v);
    if (!ok) rd_error(r, PTXD_bad_number, rd_tok_text(r));
}

static void scan_radix(PtxTok *t, const char *p, const char *e, int base) {
    uint64_t v = 0;
    for (; p < e; p++) v = v * (uint64_t)base + (uint64_t)digit_of(*p);
    t->ival = (int64_t)v;
    t->is_unsigned = base != 10 || v > INT64_MAX;
}

// Numbers (4.5): 0f/0d hexadecimal floats, 0x, 0b, octal, decimal with optional U, decimal floats.
static void scan_number(Reader *r) {
    PtxTok *t = &r->tok;
    const char *p = r->p, *e = r->end;
    t->kind = TK_INT;
    char x = p + 1 < e && p[0] == '0' ? (char)(p[1] | 0x20) : 0;
    int base = 10;
    if (x == 'f' || x == 'd') {
        int want = x == 'f' ? 8 : 16;
        p += 2;
        const char *s = p;
        while (p < e && digit_of(*p) < 16) p++;
        t->kind = TK_FLT;
        t->is_f32 = x == 'f';
        t->is_f64 = x == 'd';
        scan_radix(t, s, CU_MIN(p, s + want), 16);
        if (p - s != want) t->kind = TK_BAD;
        t->end = r->p = p;
        if (t->kind == TK_BAD) rd_error(r, PTXD_bad_number, rd_tok_text(r));
        return;
    }
    if (x == 'x') {
        base = 16;
        p += 2;
    } else if (x == 'b') {
        base = 2;
        p += 2;
    }
    const char *s = p;
    while (p < e && digit_of(*p) < base) p++;
    bool flt = base == 10 && p < e &&
               ((*p == '.' && p + 1 < e && cls(p[1]) & C_DIGIT) || *p == 'e' || *p == 'E' ||
                (*p == '.' && !(p + 1 < e && cls(p[1]) & C_ID)));
    if (flt) {
        if (*p == '.') p++;
        while (p < e && cls(*p) & C_DIGIT) p++;
        if (p < e && (*p == 'e' || *p == 'E')) {
            p++;
            if (p < e && (*p == '+' || *p == '-')) p++;
            while (p < e && cls(*p) & C_DIGIT) p++;
        }
        t->end = r->p = p;
        scan_decimal_float(r, t);
        return;
    }
    if (base == 10 && *s == '0' && p - s > 1) base = 8;
    scan_radix(t, s, p, base);
    if (p < e && *p == 'U') {
        p++;
        t->is_unsigned = true;
    }
    t->end = r->p = p;
    if (p < e && cls(*p) & C_FOLLOW) {
        while (p < e && cls(*p) & C_FOLLOW) p++;
        t->end = r->p = p;
        rd_error(r, PTXD_bad_number, rd_tok_text(r));
    }
}

static void scan_string(Reader *r) {
    const char *p = r->p + 1;
    while (p < r->end && *p != '"' && *p != '\n') p += *p == '\\' && p + 1 < r->end ? 2 : 1;
    r->tok.kind = TK_STR;
    r->tok.at = r->p + 1;
    r->tok.end = CU_MIN(p, r->end);
    r->p = CU_MIN(p + 1, r->end);
    if (p >= r->end || *p != '"') rd_error(r, PTXD_unterminated, "string");
}

static void scan_punct(Reader *r) {
    const char *p = r->p;
    char c = *p, d = p + 1 < r->end ? p[1] : 0;
    r->tok.kind = TK_PUNCT;
    r->tok.punct = (unsigned char)c;
    bool two = ((c == '<' || c == '>' || c == '&') && d == c) ||
               ((c == '<' || c == '>' || c == '=' || c == '!') && d == '=');
    if (two) r->tok.punct |= (uint32_t)(unsigned char)d << 8;
    r->p += two ? 2 : 1;
    r->tok.end = r->p;
    if (!memchr("{}()[]<>,;:=+-*/%&|^~!@?", c, 24)) {
        r->tok.kind = TK_BAD;
        rd_error(r, PTXD_bad_token, rd_tok_text(r));
    }
}

void rd_next(Reader *r) {
    PtxTok *t = &r->tok;
    skip_space(r);
    *t = (PtxTok){.at = r->p, .end = r->p, .line = r->line};
    if (r->p >= r->end) {
        t->kind = TK_END;
        return;
    }
    const char *p = r->p, *e = r->end;
    uint32_t c = cls(*p);
    bool dot = *p == '.' && p + 1 < e && cls(p[1]) & C_FOLLOW;
    if (c & C_ID || dot) {
        p += dot;
        const char *s = p;
        while (p < e && cls(*p) & C_FOLLOW) p++;
        t->kind = dot ? TK_DOT : TK_ID;
        t->atom = atom_intern(r->ctx, s, (size_t)(p - s));
        t->end = r->p = p;
    } else if (c & C_DIGIT) {
        scan_number(r);
    } else if (*p == '"') {
        scan_string(r);
    } else {
        scan_punct(r);
    }
}

Atom rd_opcode(Reader *r) {
    r->op_at = r->tok.at;
    const char *s = r->tok.at, *p = r->tok.end, *e = r->end;
    for (;;) {
        if (p + 1 < e && *p == '.' && cls(p[1]) & C_FOLLOW) {
            p++;
        } else if (p + 2 < e && *p == ':' && p[1] == ':' && cls(p[2]) & C_FOLLOW) {
            p += 2;
        } else {
            break;
        }
        while (p < e && cls(*p) & C_FOLLOW) p++;
    }
    Atom a = atom_intern(r->ctx, s, (size_t)(p - s));
    r->p = p;
    rd_next(r);
    return a;
}

bool rd_punct(const Reader *r, uint32_t c) {
    return r->tok.kind == TK_PUNCT && r->tok.punct == c;
}

bool rd_accept(Reader *r, uint32_t c) {
    if (!rd_punct(r, c)) return false;
    rd_next(r);
    return true;
}

bool rd_expect(Reader *r, uint32_t c) {
    if (rd_accept(r, c)) return true;
    char want[4] = {'\'', (char)c, '\'', 0};
    rd_error(r, PTXD_expected, want, rd_tok_text(r));
    return false;
}

bool rd_is(const Reader *r, const char *word) {
    return (r->tok.kind == TK_DOT || r->tok.kind == TK_ID) &&
           strcmp(atom_str(r->ctx, r->tok.atom), word) == 0;
}

void rd_skip_statement(Reader *r) {
    while (r->tok.kind != TK_END && !rd_punct(r, ';') && !rd_punct(r, '}') && !rd_punct(r, '{')) {
        rd_next(r);
    }
    rd_accept(r, ';');
}

Atom rd_raw_section(Reader *r, const char *from) {
    const char *p = r->tok.at;
    while (p < r->end && *p != '{') p++;
    while (p < r->end && *p != '}') p++;
    if (p >= r->end) rd_error(r, PTXD_unterminated, ".section");
    p = CU_MIN(p + 1, r->end);
    for (const char *q = r->tok.at; q < p; q++) r->line += *q == '\n';
    r->p = p;
    Atom a = atom_intern(r->ctx, from, (size_t)(p - from));
    rd_next(r);
    return a;
}
