// SPDX-License-Identifier: Apache-2.0
// Declarations with CUDA's marks, read from their tokens alone: where they begin and end, their
// parameters' names, their bodies. The host's half of a unit needs no more (host_text.c), and the
// host compiler reads the rest.
//
// `<` after a name is a bracket where the name is a template's somewhere in the unit.
#include "cuda/host_text_int.h"

enum { NAMES_LONGEST = 64 };

// ---- attributes --------------------------------------------------------------------------------

static const struct {
    const char *name;
    unsigned mark;
} marks[] = {{"host", HM_HOST},
             {"device", HM_DEVICE},
             {"global", HM_GLOBAL},
             {"shared", HM_SHARED},
             {"constant", HM_CONSTANT},
             {"managed", HM_MANAGED},
             {"launch_bounds", HM_OTHER},
             {"maxnreg", HM_OTHER},
             {"cluster_dims", HM_OTHER},
             {"block_size", HM_OTHER},
             {"grid_constant", HM_OTHER},
             {"nv_pure", HM_OTHER},
             {"nv_register_params", HM_OTHER},
             {"cudart_builtin", HM_OTHER},
             {"device_builtin", HM_OTHER},
             {"device_builtin_texture_type", HM_OTHER},
             {"device_builtin_surface_type", HM_OTHER},
             {"nvstd_function", HM_OTHER}};

static unsigned mark_of(const char *name) {
    for (uint32_t i = 0; i < CU_COUNT(marks); i++) {
        if (strcmp(marks[i].name, name) == 0) return marks[i].mark;
    }
    return 0;
}

// Of the attribute's name at token k; 0: it is the host compiler's own.
static unsigned mark_at(const HostText *h, uint32_t k) {
    const char *word = atom_str(h->ctx, h->tok[k].text);
    size_t n = strlen(word);
    char bare[NAMES_LONGEST];
    if (n > 4 && n < sizeof bare && memcmp(word, "__", 2) == 0) { // __device__ is device
        memcpy(bare, word + 2, n - 4);
        bare[n - 4] = 0;
        word = bare;
    }
    return mark_of(word);
}

// The token behind the entry of an attribute list at k and its comma.
static uint32_t next_entry(const HostText *h, uint32_t k) {
    const Token *t = h->tok;
    if (t[k + 1].kind == T_LPAREN) k = t[k + 1].match;
    return t[k + 1].kind == T_COMMA ? k + 2 : k + 1;
}

// __device__ as __attribute__((device)), __attribute__((__device__)) or in a list with others.
unsigned cuda_host_mark(const HostText *h, uint32_t i, uint32_t *end) {
    const Token *t = h->tok;
    if (t[i].kind != T_KW_ATTRIBUTE || t[i + 1].kind != T_LPAREN || t[i + 2].kind != T_LPAREN)
        return 0;
    *end = t[i + 1].match + 1;
    unsigned all = 0;
    for (uint32_t k = i + 3; k < t[i + 2].match; k = next_entry(h, k)) all |= mark_at(h, k);
    return all;
}

void cuda_host_other_attributes(const HostText *h, uint32_t i, Buf *out) {
    const Token *t = h->tok;
    uint32_t n = 0;
    for (uint32_t k = i + 3, next; k < t[i + 2].match; k = next) {
        next = next_entry(h, k);
        if (mark_at(h, k)) continue;
        buf_puts(out, n++ ? ", " : "__attribute__((");
        for (uint32_t j = k; j < next && t[j].kind != T_COMMA; j++) {
            buf_putc(out, ' ');
            buf_atom(h->ctx, out, t[j].text);
        }
    }
    if (n) buf_puts(out, "))");
}

// ---- brackets ----------------------------------------------------------------------------------

static bool template_name(const HostText *h, uint32_t i) {
    return h->tok[i].kind == T_IDENT && bitset_has(&h->templates, h->tok[i].text);
}

static bool is_cast(uint16_t kind) {
    return kind == T_KW_STATIC_CAST || kind == T_KW_CONST_CAST || kind == T_KW_DYNAMIC_CAST ||
           kind == T_KW_REINTERPRET_CAST;
}

// The `<` at i is a bracket.
static bool opens(const HostText *h, uint32_t i) {
    if (!i) return false;
    uint16_t before = h->tok[i - 1].kind;
    return template_name(h, i - 1) || before == T_KW_TEMPLATE || is_cast(before);
}

uint32_t cuda_host_close_angle(const HostText *h, uint32_t i) {
    int depth = 0;
    for (; i < h->n; i++) {
        uint16_t k = h->tok[i].kind;
        if (lex_is_open(k)) {
            i = h->tok[i].match;
        } else if (k == T_LT) {
            depth += !depth || opens(h, i);
        } else if (k == T_GT) {
            if (--depth == 0) return i;
        } else if (k == T_GTGT) {
            depth -= 2;
            if (depth <= 0) return i;
        } else if (k == T_SEMI || lex_is_close(k)) {
            return 0;
        }
    }
    return 0;
}

uint32_t cuda_host_open_angle(const HostText *h, uint32_t i) {
    int depth = 0;
    for (; i > 0; i--) {
        uint16_t k = h->tok[i].kind;
        if (lex_is_close(k)) {
            i = h->tok[i].match;
        } else if (k == T_GT || k == T_GTGT) {
            depth += k == T_GT ? 1 : 2;
        } else if (k == T_LT && opens(h, i)) {
            if (--depth == 0) return i;
        } else if (k == T_SEMI || lex_is_open(k)) {
            return 0;
        }
    }
    return 0;
}

// ---- where a declaration begins ----------------------------------------------------------------

static bool is_access(uint16_t k) {
    return k == T_KW_PUBLIC || k == T_KW_PRIVATE || k == T_KW_PROTECTED;
}

// The token before the declaration of the mark at i, and whether the mark is a lambda's: it stands
// behind the introducer `[...]`, or behind the parameters.
static uint32_t boundary(const HostText *h, uint32_t i, bool *lambda) {
    const Token *t = h->tok;
    *lambda = false;
    uint32_t b = i;
    while (b > 0) {
        uint16_t k = t[b - 1].kind;
        if (k == T_SEMI || k == T_LBRACE || k == T_RBRACE || k == T_LPAREN || k == T_COMMA) break;
        if (k == T_COLON && b > 1 && is_access(t[b - 2].kind)) break;
        if (k == T_PRAGMA) break;
        bool subscript = k == T_RBRACKET && t[t[b - 1].match + 1].kind != T_LBRACKET;
        if (subscript && (t[b].kind == T_KW_ATTRIBUTE || t[b].kind == T_LPAREN)) {
            *lambda = t[t[b - 1].match - 1].kind != T_KW_OPERATOR;
            if (*lambda) return b;
        }
        if (k == T_GT || k == T_GTGT) { // a comma in a template head ends nothing
            uint32_t open = cuda_host_open_angle(h, b - 1);
            if (open) {
                b = open;
                continue;
            }
        }
        b = lex_is_close(k) ? t[b - 1].match : b - 1;
    }
    return b;
}

// ---- what a declaration says -------------------------------------------------------------------

static bool takes_parens(const HostText *h, uint32_t i) {
    uint16_t k = h->tok[i].kind;
    return k == T_KW_ATTRIBUTE || k == T_KW_ALIGNAS || k == T_KW_DECLTYPE || k == T_KW_NOEXCEPT ||
           k == T_KW_EXPLICIT || k == T_KW_DECLSPEC || k == T_KW_TYPEOF || k == T_KW_ASM ||
           k == T_KW_UNDERLYING_TYPE || k == T_KW_REQUIRES || k == T_KW_THROW;
}

static void note_word(HostDecl *d, const HostText *h, uint32_t i) {
    switch (h->tok[i].kind) {
    case T_KW_EXTERN: d->extern_ = i; break;
    case T_KW_STATIC: d->has_static = true; break;
    case T_KW_CONSTEXPR:
    case T_KW_CONSTEVAL: d->has_constexpr = true; break;
    case T_KW_INLINE: d->has_inline = true; break;
    case T_KW_AUTO: d->has_auto = true; break;
    case T_ARROW: d->trailing |= d->params != 0; break;
    default: break;
    }
}

// The name before the `(` at i: k, ns::k<int>, Class::~Class, operator().
static HostRange name_before(const HostText *h, uint32_t i) {
    const Token *t = h->tok;
    uint32_t b = i;
    for (;;) {
        if (b && (t[b - 1].kind == T_GT || t[b - 1].kind == T_GTGT)) {
            uint32_t open = cuda_host_open_angle(h, b - 1);
            if (!open) break;
            b = open;
        }
        if (!b || t[b - 1].kind != T_IDENT) break;
        b--;
        if (!b || t[b - 1].kind != T_COLCOL) break;
        b--;
    }
    return (HostRange){b, i};
}

// Behind the constructor's initialisers: the body's brace.
static uint32_t skip_initialisers(const HostText *h, uint32_t i) {
    const Token *t = h->tok;
    for (i++; i < h->n;) {
        while (i < h->n && t[i].kind != T_LPAREN && t[i].kind != T_LBRACE) {
            uint32_t close = t[i].kind == T_LT ? cuda_host_close_angle(h, i) : 0;
            i = close ? close + 1 : i + 1;
        }
        if (i >= h->n) return i;
        i = t[i].match + 1;
        if (t[i].kind == T_ELLIPSIS) i++;
        if (t[i].kind != T_COMMA) return i;
        i++;
    }
    return i;
}

// One step of reading the declarator from token i on; the next token. d->end is set at the end.
static uint32_t step(const HostText *h, HostDecl *d, uint32_t i) {
    const Token *t = h->tok;
    uint16_t k = t[i].kind;
    uint32_t end;
    unsigned mark = cuda_host_mark(h, i, &end);
    if (mark) {
        d->marks |= mark;
        return end;
    }
    note_word(d, h, i);
    if (k == T_KW_DECLTYPE && t[i + 2].kind == T_KW_AUTO) d->has_auto = true;
    if (takes_parens(h, i)) return t[i + 1].kind == T_LPAREN ? t[i + 1].match + 1 : i + 1;
    if (k == T_KW_OPERATOR) { // its symbol may be a bracket
        uint32_t from = i++;
        if (t[i].kind == T_LPAREN || t[i].kind == T_LBRACKET) i = t[i].match + 1;
        while (i < h->n && t[i].kind != T_LPAREN && t[i].kind != T_SEMI) i++;
        if (t[i].kind != T_LPAREN) return i;
        d->name = (HostRange){from, i};
        d->params = i;
        return t[i].match + 1;
    }
    if (k == T_LT) {
        end = cuda_host_close_angle(h, i);
        return end ? end + 1 : i + 1;
    }
    if (k == T_LPAREN) {
        bool named = i && (t[i - 1].kind == T_IDENT || t[i - 1].kind == T_GT);
        if (named && !d->params && !d->initialised) {
            d->params = i;
            d->name = name_before(h, i);
        }
        return t[i].match + 1;
    }
    if (k == T_ASSIGN) d->initialised = true;
    if (k == T_COLON && d->params) return skip_initialisers(h, i);
    if (k == T_LBRACE && d->params && !d->initialised) {
        d->body = i;
        d->end = t[i].match + 1;
        return d->end;
    }
    if (k == T_SEMI || lex_is_close(k)) {
        d->end = i + (k == T_SEMI);
        return i + 1;
    }
    return lex_is_open(k) ? t[i].match + 1 : i + 1;
}

bool cuda_host_declaration(const HostText *h, uint32_t i, HostDecl *d) {
    bool lambda;
    *d = (HostDecl){.begin = boundary(h, i, &lambda)};
    if (lambda) return false;
    uint32_t k = d->begin;
    while (h->tok[k].kind == T_KW_TEMPLATE && h->tok[k + 1].kind == T_LT) {
        uint32_t close = cuda_host_close_angle(h, k + 1);
        if (!close) return false;
        d->head = k + 1;
        k = close + 1;
    }
    d->after_heads = k;
    while (k < h->n && !d->end) k = step(h, d, k);
    return d->end;
}

// ---- parameters --------------------------------------------------------------------------------

static bool is_type_word(uint16_t k) {
    switch (k) {
    case T_KW_BOOL:
    case T_KW_CHAR:
    case T_KW_CHAR8_T:
    case T_KW_CHAR16_T:
    case T_KW_CHAR32_T:
    case T_KW_WCHAR_T:
    case T_KW_SHORT:
    case T_KW_INT:
    case T_KW_LONG:
    case T_KW_SIGNED:
    case T_KW_UNSIGNED:
    case T_KW_FLOAT:
    case T_KW_DOUBLE:
    case T_KW_VOID:
    case T_KW_AUTO:
    case T_KW_DECLTYPE:
    case T_KW_TYPEOF:
    case T_KW_INT128:
    case T_KW_FLOAT16:
    case T_KW_FLOAT32:
    case T_KW_FLOAT64:
    case T_KW_FLOAT128: return true;
    default: return false;
    }
}

// A name inside of the parentheses of `void (*name)(int)`, `int (&name)[4]`.
static uint32_t inner_name(const HostText *h, uint32_t open) {
    uint32_t name = 0;
    for (uint32_t i = open + 1; i < h->tok[open].match; i++) {
        if (h->tok[i].kind == T_LPAREN || h->tok[i].kind == T_LBRACKET) break;
        if (h->tok[i].kind == T_IDENT) name = i;
    }
    return name;
}

// Reads one parameter from token i up to `stop`.
static HostParam parameter(const HostText *h, uint32_t i, uint32_t stop, bool of_template) {
    const Token *t = h->tok;
    HostParam p = {.range = {i, stop}, .insert = stop};
    bool typed = false, name_at_end = false;
    for (; i < stop; i++) {
        uint16_t k = t[i].kind;
        uint32_t end;
        if (cuda_host_mark(h, i, &end) || k == T_KW_ATTRIBUTE || k == T_KW_ALIGNAS) {
            i = t[i + 1].kind == T_LPAREN ? t[i + 1].match : i;
        } else if (k == T_ASSIGN) {
            p.range.end = p.insert = i;
            break;
        } else if (k == T_LBRACKET) {
            if (p.insert == stop) p.insert = i;
            i = t[i].match;
        } else if (k == T_LPAREN) {
            bool pointer =
                t[i + 1].kind == T_STAR || t[i + 1].kind == T_AMP || t[i + 1].kind == T_AMPAMP;
            if (pointer && typed) {
                p.name = inner_name(h, i);
                p.insert = t[i].match;
                p.reference = t[i + 1].kind != T_STAR;
                name_at_end = true;
            }
            i = t[i].match;
        } else if (k == T_LT) {
            uint32_t close = cuda_host_close_angle(h, i);
            if (close && close < stop) i = close;
        } else if (k == T_IDENT && !name_at_end) {
            bool qualified = i > p.range.begin && t[i - 1].kind == T_COLCOL;
            p.name = typed && !qualified ? i : 0;
            typed = true;
        } else if (k == T_ELLIPSIS) {
            p.pack = true;
        } else if ((k == T_AMP || k == T_AMPAMP) && !name_at_end) {
            p.reference = true;
        }
        typed |= is_type_word(k) || (of_template && (k == T_KW_CLASS || k == T_KW_TYPENAME));
    }
    return p;
}

HostParams cuda_host_params(const HostText *h, uint32_t open, uint32_t close, bool of_template) {
    const Token *t = h->tok;
    HostParams out = {0};
    uint32_t from = open + 1;
    for (uint32_t i = open + 1; i <= close; i++) {
        uint16_t k = t[i].kind;
        if (i < close && lex_is_open(k)) {
            i = t[i].match;
        } else if (i < close && k == T_LT) {
            uint32_t end = cuda_host_close_angle(h, i);
            if (end && end < close) i = end;
        } else if (i == close || k == T_COMMA) {
            bool nothing = i == from || (i == from + 1 && t[from].kind == T_KW_VOID);
            if (!nothing) vec_push(&h->ctx->perm, &out, parameter(h, from, i, of_template));
            from = i + 1;
        }
    }
    return out;
}
