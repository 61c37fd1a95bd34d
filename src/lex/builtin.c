// SPDX-License-Identifier: Apache-2.0
// Macros whose value the preprocessor computes ([cpp.predefined], gcc's additions). What gcc 12 has
// (builtins, attributes) is in tables, because its headers ask and the tokens depend on it.
#include "lex/lex_int.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

void lex_define_builtins(Lex *L) {
    static const char *const names[] = {
#define BUILTIN(id, name) name,
#include "lex/builtin.def"
    };
    for (size_t i = 0; i < CU_COUNT(names); i++) {
        Atom a = atom_cstr(L->ctx, names[i]);
        Macro *m = lex_macro_new(L, a);
        m->kind = (uint8_t)(MK_POISON + 1 + i);
        lex_macro_set(L, a, m);
    }
}

static void set_number(Lex *L, Token *t, int64_t v) {
    t->kind = T_NUMBER;
    t->text = atom_printf(L->ctx, "%lld", (long long)v);
}

static void set_string(Lex *L, Token *t, const char *s) {
    ArenaMark mark = arena_mark(&L->ctx->scratch);
    Buf b;
    buf_init(&b, &L->ctx->scratch);
    buf_putc(&b, '"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') buf_putc(&b, '\\');
        buf_putc(&b, *s);
    }
    buf_putc(&b, '"');
    t->kind = T_STRING;
    t->text = atom_intern(L->ctx, b.at, b.n);
    arena_reset(&L->ctx->scratch, mark);
}

// ---- dates: reproducible unless told otherwise --------------------------------------------------

static void make_date(Lex *L) {
    if (L->date[0]) return;
    // SOURCE_DATE_EPOCH as in gcc; without it the epoch, so that output is deterministic
    const char *env = getenv("SOURCE_DATE_EPOCH");
    time_t now = env ? (time_t)strtoll(env, NULL, 10) : 0;
    struct tm tm;
    memset(&tm, 0, sizeof tm);
    if (!gmtime_r(&now, &tm)) tm.tm_mday = 1;
    static const char month[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    ArenaMark mark = arena_mark(&L->ctx->scratch);
    const char *d = arena_printf(&L->ctx->scratch, "%.*s %2d %d", 3, month + 3 * (tm.tm_mon % 12),
                                 tm.tm_mday, tm.tm_year + 1900);
    const char *h =
        arena_printf(&L->ctx->scratch, "%02d:%02d:%02d", tm.tm_hour, tm.tm_min, tm.tm_sec);
    memcpy(L->date, d, CU_MIN(strlen(d), sizeof L->date - 1));
    memcpy(L->time, h, CU_MIN(strlen(h), sizeof L->time - 1));
    arena_reset(&L->ctx->scratch, mark);
}

static const char *date_text(Lex *L, unsigned kind) {
    make_date(L);
    if (kind == MK_DATE) return L->opt->date ? L->opt->date : L->date;
    if (kind == MK_TIME) return L->opt->time ? L->opt->time : L->time;
    return "Thu Jan  1 00:00:00 1970";
}

// ---- __has_*: tables ----------------------------------------------------------------------------

static int by_name(const void *key, const void *row) {
    return strcmp(key, *(const char *const *)row);
}

static bool has_builtin(Lex *L, const char *name) {
    static const char *const names[] = {
#define HAS(s) s,
#include "lex/has_builtin.def"
    };
    bool found = bsearch(name, names, CU_COUNT(names), sizeof *names, by_name) != NULL;
    if (!found || strncmp(name, "__builtin_coro_", 15) != 0) return found;
    return L->opt->std >= 20; // coroutines are off before C++20
}

typedef struct {
    const char *name;
    int32_t std, gnu;
} AttrRow;

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
static int64_t has_attribute(Lex *L, Token *t, bool *ok) {
    lex_token(L, t);
    if (!lex_is_word(t->kind)) return *ok = false;
    const AtomInfo *name = lex_info(L, t->text), *scope = NULL;
    lex_token(L, t);
    if (t->kind == T_COLCOL) {
        lex_token(L, t);
        if (!lex_is_word(t->kind)) return *ok = false;
        scope = name;
        name = lex_info(L, t->text);
        lex_token(L, t);
    }
    *ok = t->kind == T_RPAREN;
    bool gnu = scope && (strcmp(scope->s, "gnu") == 0 || strcmp(scope->s, "__gnu__") == 0);
    return scope && !gnu ? 0 : attribute_value(name->s, name->len, gnu);
}

static int64_t has_include(Lex *L, Token *t, bool next, bool *ok) {
    const char *name;
    uint32_t len, dir;
    bool angle, system;
    *ok = lex_header_name(L, &name, &len, &angle);
    if (!*ok) return 0;
    File *f = lex_find(L, name, len, angle, next, &dir, &system);
    if (f && !f->active) lex_leave(L, f);
    lex_raw_token(L, t);
    *ok = t->kind == T_RPAREN;
    return f != NULL;
}

static bool has_operator(Lex *L, Macro *m, Token *t) {
    Token name = *t, u;
    bool ok = true;
    int64_t v = 0;
    if (!L->in_directive && m->kind != MK_HAS_BUILTIN && m->kind != MK_HAS_ATTRIBUTE &&
        m->kind != MK_HAS_CPP_ATTRIBUTE) {
        LEX_DIAG(L, lex_has_outside, t->pos, atom_str(L->ctx, m->name));
    }
    lex_raw_token(L, &u);
    if (u.kind != T_LPAREN) {
        ok = false;
    } else if (m->kind == MK_HAS_INCLUDE || m->kind == MK_HAS_INCLUDE_NEXT) {
        v = has_include(L, &u, m->kind == MK_HAS_INCLUDE_NEXT, &ok);
    } else if (m->kind == MK_HAS_BUILTIN) {
        lex_token(L, &u);
        ok = lex_is_word(u.kind);
        v = ok && has_builtin(L, atom_str(L->ctx, u.text));
        if (ok) lex_token(L, &u);
        ok &= u.kind == T_RPAREN;
    } else {
        v = has_attribute(L, &u, &ok);
    }
    if (!ok) LEX_DIAG(L, lex_has_operand, name.pos, atom_str(L->ctx, m->name));
    *t = name;
    set_number(L, t, v);
    return false;
}

static const char *file_name(Lex *L, Pos pos) {
    SrcLoc at;
    return source_resolve(L->ctx, pos, &at) ? atom_str(L->ctx, at.file) : "";
}

bool lex_builtin(Lex *L, Macro *m, Token *t) {
    SrcLoc at;
    const char *s;
    switch (m->kind) {
    case MK_POISON: LEX_DIAG(L, lex_poisoned, t->pos, m->name); return false;
    case MK_FILE: set_string(L, t, file_name(L, t->pos)); return false;
    case MK_FILE_NAME:
        s = strrchr(file_name(L, t->pos), '/');
        set_string(L, t, s ? s + 1 : file_name(L, t->pos));
        return false;
    case MK_BASE_FILE: set_string(L, t, atom_str(L->ctx, L->main_path)); return false;
    case MK_LINE: set_number(L, t, source_resolve(L->ctx, t->pos, &at) ? at.line : 0); return false;
    case MK_COUNTER: set_number(L, t, L->counter++); return false;
    case MK_INCLUDE_LEVEL: set_number(L, t, L->in.level); return false;
    case MK_DATE:
    case MK_TIME:
    case MK_TIMESTAMP: set_string(L, t, date_text(L, m->kind)); return false;
    case MK_PRAGMA: return lex_pragma_operator(L, t);
    default: return has_operator(L, m, t);
    }
}
