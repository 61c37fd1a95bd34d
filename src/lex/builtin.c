// SPDX-License-Identifier: Apache-2.0
// Macros whose value the preprocessor computes ([cpp.predefined], gcc's additions). What gcc 12 has
// (builtins, attributes) is in tables, because its headers ask and the tokens depend on it.
#include "lex/lex_int.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

// The kinds follow MK_POISON in the order of builtin.def, which is the order of the names here.
void lex_define_builtins(Lex *lex) {
    static const char *const names[] = {
#define BUILTIN(id, name) name,
#include "lex/builtin.def"
    };
    for (size_t i = 0; i < CU_COUNT(names); i++) {
        Atom a = atom_cstr(lex->ctx, names[i]);
        Macro *m = lex_macro_new(lex, a);
        m->kind = (uint8_t)(MK_POISON + 1 + i);
        lex_macro_set(lex, a, m);
    }
}

static void set_number(Lex *lex, Token *t, int64_t v) {
    static const char *const bits[] = {"0", "1"}; // as most are
    t->kind = T_NUMBER;
    t->text = v == 0 || v == 1 ? atom_cstr(lex->ctx, bits[v])
                               : atom_printf(lex->ctx, "%lld", (long long)v);
}

// Makes the token a string literal that means s: its quotes and backslashes are escaped.
static void set_string(Lex *lex, Token *literal, const char *s) {
    ArenaMark mark = arena_mark(&lex->ctx->scratch);
    Buf out;
    buf_init(&out, &lex->ctx->scratch);
    buf_putc(&out, '"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') buf_putc(&out, '\\');
        buf_putc(&out, *s);
    }
    buf_putc(&out, '"');
    literal->kind = T_STRING;
    literal->text = atom_intern(lex->ctx, out.at, out.n);
    arena_reset(&lex->ctx->scratch, mark);
}

// ---- dates: reproducible unless told otherwise --------------------------------------------------

// Fills Lex.date and Lex.time, once for the unit, so that two uses never disagree.
static void make_date(Lex *lex) {
    if (lex->date[0]) return;
    // SOURCE_DATE_EPOCH as in gcc; without it the epoch, so that output is deterministic
    const char *env = getenv("SOURCE_DATE_EPOCH");
    time_t now = env ? (time_t)strtoll(env, NULL, 10) : 0;
    struct tm tm;
    memset(&tm, 0, sizeof tm);
    if (!gmtime_r(&now, &tm)) tm.tm_mday = 1;
    static const char month[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    ArenaMark mark = arena_mark(&lex->ctx->scratch);
    const char *d = arena_printf(&lex->ctx->scratch, "%.*s %2d %d", 3, month + 3 * (tm.tm_mon % 12),
                                 tm.tm_mday, tm.tm_year + 1900);
    const char *h =
        arena_printf(&lex->ctx->scratch, "%02d:%02d:%02d", tm.tm_hour, tm.tm_min, tm.tm_sec);
    memcpy(lex->date, d, CU_MIN(strlen(d), sizeof lex->date - 1));
    memcpy(lex->time, h, CU_MIN(strlen(h), sizeof lex->time - 1));
    arena_reset(&lex->ctx->scratch, mark);
}

// The value of __DATE__, __TIME__ or __TIMESTAMP__. What the options say comes first; a file's time
// of change would make the output depend on the checkout, so __TIMESTAMP__ is constant.
static const char *date_text(Lex *lex, unsigned kind) {
    make_date(lex);
    if (kind == MK_DATE) return lex->opt->date ? lex->opt->date : lex->date;
    if (kind == MK_TIME) return lex->opt->time ? lex->opt->time : lex->time;
    return "Thu Jan  1 00:00:00 1970";
}

// ---- __has_*: tables ----------------------------------------------------------------------------

// Rows begin with their names.
static int by_name(const void *key, const void *row) {
    return strcmp(key, row);
}

// __has_builtin: does gcc 12 have it in the dialect at hand?
static bool has_builtin(Lex *lex, const char *name) {
    static const char names[][52] = {
    // no pointers: nothing to relocate
#define HAS(s) s,
#include "lex/has_builtin.def"
    };
    bool found = bsearch(name, names, CU_COUNT(names), sizeof *names, by_name) != NULL;
    if (!found || strncmp(name, "__builtin_coro_", 15) != 0) return found;
    return lex->opt->std >= 20; // coroutines are off before C++20
}

typedef struct {
    char name[40];
    int32_t std, gnu;
} AttrRow;

// What __has_attribute (gnu) or __has_cpp_attribute says of a name; 0 for an unknown one. __name__
// asks for name, as everywhere in gcc.
static int attribute_value(const char *name, size_t n, bool gnu) {
    static const AttrRow rows[] = {
#define ATTR(name, std, gnu) {name, std, gnu},
#include "lex/attr.def"
    };
    char buf[64];
    if (n > 4 && memcmp(name, "__", 2) == 0 && memcmp(name + n - 2, "__", 2) == 0) {
        name += 2;
        n -= 4;
    }
    if (n >= sizeof buf) return 0;
    memcpy(buf, name, n);
    buf[n] = 0;
    const AttrRow *r = bsearch(buf, rows, CU_COUNT(rows), sizeof *rows, by_name);
    return !r ? 0 : gnu ? r->gnu : r->std;
}

// ( name ) or ( scope :: name )
static int64_t has_attribute(Lex *lex, Token *next, bool *ok) {
    lex_token(lex, next);
    if (!lex_is_word(next->kind)) return *ok = false;
    const AtomInfo *name = lex_info(lex, next->text), *scope = NULL;
    lex_token(lex, next);
    if (next->kind == T_COLCOL) {
        lex_token(lex, next);
        if (!lex_is_word(next->kind)) return *ok = false;
        scope = name;
        name = lex_info(lex, next->text);
        lex_token(lex, next);
    }
    *ok = next->kind == T_RPAREN;
    bool gnu = scope && (strcmp(scope->s, "gnu") == 0 || strcmp(scope->s, "__gnu__") == 0);
    return scope && !gnu ? 0 : attribute_value(name->s, name->len, gnu);
}

// __has_include and __has_include_next, from the header's name on: is there such a file? *ok is
// false when the operand is malformed. *token ends as the token behind the name.
static int64_t has_include(Lex *lex, Token *next_token, bool next, bool *ok) {
    HeaderName header;
    uint32_t dir;
    bool system;
    *ok = lex_header_name(lex, &header);
    if (!*ok) return 0;
    File *f = lex_find(lex, header.name, header.len, header.angle, next, &dir, &system);
    // the look may have read the file, and nobody enters it
    if (f && !f->active) lex_leave(lex, f);
    lex_raw_token(lex, next_token);
    *ok = next_token->kind == T_RPAREN;
    return f != NULL;
}

// The words up to the parenthesis that closes, which are no tokens.
static bool says(Lex *lex, bool *ok) {
    const char *begin = lex->in.p, *end = memchr(begin, ')', (size_t)(lex->in.end - begin));
    *ok = end && !lex->stack.n;
    if (!*ok) return false;
    lex->in.p = end + 1;
    return lex_says(lex, begin, end);
}

// An operator of the __has_ family ([cpp.cond]): *token becomes its value, a number; 0 after a
// diagnostic. Always false: the token is to be delivered.
static bool has_operator(Lex *lex, Macro *operator, Token * word) {
    Token name = *word, tok;
    bool ok = true;
    int64_t v = 0;
    // __has_include is for directives alone, the others may stand in the text
    bool anywhere =
        is_any_of(operator->kind, MK_HAS_BUILTIN, MK_HAS_ATTRIBUTE, MK_HAS_CPP_ATTRIBUTE);
    if (!lex->in_directive && !anywhere) {
        LEX_DIAG(lex, lex_has_outside, word->pos, atom_str(lex->ctx, operator->name));
    }
    lex_raw_token(lex, &tok);
    if (tok.kind != T_LPAREN) {
        ok = false;
    } else if (operator->kind == MK_SAYS) {
        v = says(lex, &ok);
    } else if (is_any_of(operator->kind, MK_HAS_INCLUDE, MK_HAS_INCLUDE_NEXT)) {
        v = has_include(lex, &tok, operator->kind == MK_HAS_INCLUDE_NEXT, &ok);
    } else if (operator->kind == MK_HAS_BUILTIN) {
        lex_token(lex, &tok);
        ok = lex_is_word(tok.kind);
        v = ok && has_builtin(lex, atom_str(lex->ctx, tok.text));
        if (ok) lex_token(lex, &tok);
        ok &= tok.kind == T_RPAREN;
    } else {
        v = has_attribute(lex, &tok, &ok);
    }
    if (!ok) LEX_DIAG(lex, lex_has_operand, name.pos, atom_str(lex->ctx, operator->name));
    *word = name;
    set_number(lex, word, v);
    return false;
}

static const char *file_name(Lex *lex, Pos pos) {
    SrcLoc at;
    return source_resolve(lex->ctx, pos, &at) ? atom_str(lex->ctx, at.file) : "";
}

// The value stands where the name stood; positions and spacing stay the name's.
bool lex_builtin(Lex *lex, Macro *macro, Token *word) {
    SrcLoc at;
    const char *s;
    switch (macro->kind) {
    case MK_POISON: LEX_DIAG(lex, lex_poisoned, word->pos, macro->name); return false;
    case MK_FILE: set_string(lex, word, file_name(lex, word->pos)); return false;
    case MK_FILE_NAME:
        s = strrchr(file_name(lex, word->pos), '/');
        set_string(lex, word, s ? s + 1 : file_name(lex, word->pos));
        return false;
    case MK_BASE_FILE: set_string(lex, word, atom_str(lex->ctx, lex->main_path)); return false;
    case MK_LINE:
        set_number(lex, word, source_resolve(lex->ctx, word->pos, &at) ? at.line : 0);
        return false;
    case MK_COUNTER: set_number(lex, word, lex->counter++); return false;
    case MK_INCLUDE_LEVEL: set_number(lex, word, lex->in.level); return false;
    case MK_DATE:
    case MK_TIME:
    case MK_TIMESTAMP: set_string(lex, word, date_text(lex, macro->kind)); return false;
    case MK_PRAGMA: return lex_pragma_operator(lex, word);
    default: return has_operator(lex, macro, word);
    }
}
