// SPDX-License-Identifier: Apache-2.0
// Declarations with CUDA's marks, read from their tokens alone: where they begin and end, their
// parameters' names, their bodies. The host's half of a unit needs no more (host_text.c), and the
// host compiler reads the rest.
//
// `<` after a name is a bracket where the name is a template's somewhere in the unit.
#include "cuda/host_text_int.h"

enum { NAMES_LONGEST = 64 };

static bool is_one_of(uint16_t kind, const uint16_t *kinds, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (kinds[i] == kind) return true;
    }
    return false;
}

// The last token of the parentheses behind this one, or this one if none follow.
static uint32_t with_parens(const HostText *host_text, uint32_t i) {
    return host_kind(host_text, i + 1) == T_LPAREN ? host_partner(host_text, i + 1) : i;
}

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
             {"tile_global", HM_GLOBAL},
             {"tile", HM_DEVICE},
             {"tile_builtin", HM_OTHER},
             {"applicable_tile_hints", HM_OTHER},
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

// Of the attribute's name at this token, which __device__ gives as device does; 0: it is the host
// compiler's own.
static unsigned find_mark(const HostText *host_text, Atom name) {
    const char *word = atom_str(host_text->ctx, name);
    size_t length = strlen(word);
    char bare[NAMES_LONGEST];
    bool underscored = length > 4 && length < sizeof bare && memcmp(word, "__", 2) == 0;
    if (underscored) {
        memcpy(bare, word + 2, length - 4);
        bare[length - 4] = 0;
        word = bare;
    }
    return mark_of(word);
}

static unsigned mark_at(const HostText *host_text, uint32_t token) {
    Atom name = host_text->tok[token].text;
    uint8_t *mark = &host_text->mark[name];
    if (!*mark) *mark = (uint8_t)(HM_KNOWN | find_mark(host_text, name));
    return *mark & ~(unsigned)HM_KNOWN;
}

// The token behind an entry of an attribute list and its comma.
static uint32_t next_entry(const HostText *host_text, uint32_t entry) {
    uint32_t last = with_parens(host_text, entry);
    return host_kind(host_text, last + 1) == T_COMMA ? last + 2 : last + 1;
}

// `__attribute__((` at these three tokens.
static bool is_attribute(const HostText *host_text, uint32_t i) {
    return host_kind(host_text, i) == T_KW_ATTRIBUTE && host_kind(host_text, i + 1) == T_LPAREN &&
           host_kind(host_text, i + 2) == T_LPAREN;
}

// __device__ as __attribute__((device)), __attribute__((__device__)) or in a list with others.
unsigned cuda_host_mark(const HostText *host_text, uint32_t i, uint32_t *end) {
    if (!is_attribute(host_text, i)) return 0;
    *end = host_partner(host_text, i + 1) + 1;
    unsigned all = 0;
    for (uint32_t entry = i + 3; entry < host_partner(host_text, i + 2);
         entry = next_entry(host_text, entry))
        all |= mark_at(host_text, entry);
    return all;
}

// Toolkits before 13 make a macro of __noinline__, so that gcc's own __attribute__((__noinline__))
// becomes an attribute list in a list, which NVIDIA's front end takes and gcc does not.
static HostRange inner_list(const HostText *host_text, uint32_t inner) {
    return (HostRange){inner + 3, host_partner(host_text, inner + 2)};
}

static void lift_list(HostText *host_text, uint32_t inner) {
    HostRange list = inner_list(host_text, inner);
    cuda_host_replace(host_text, inner, list.begin, "");
    cuda_host_replace(host_text, list.end, list.end + 2, "");
}

void cuda_host_lift_inner_lists(HostText *host_text, uint32_t i) {
    if (!is_attribute(host_text, i)) return;
    bool scoped = i && host_kind(host_text, i - 1) == T_COLCOL; // [[gnu::__noinline__]]
    if (scoped) lift_list(host_text, i);
    for (uint32_t entry = i + 3; entry < host_partner(host_text, i + 2);
         entry = next_entry(host_text, entry)) {
        if (is_attribute(host_text, entry)) lift_list(host_text, entry);
    }
}

void cuda_host_other_attributes(const HostText *host_text, uint32_t i, Buf *out) {
    uint32_t written = 0;
    for (uint32_t entry = i + 3, next; entry < host_partner(host_text, i + 2); entry = next) {
        next = next_entry(host_text, entry);
        if (mark_at(host_text, entry)) continue;
        buf_puts(out, written++ ? ", " : "__attribute__((");
        HostRange words = {entry, with_parens(host_text, entry) + 1};
        if (is_attribute(host_text, entry)) words = inner_list(host_text, entry);
        for (uint32_t token = words.begin; token < words.end; token++) {
            buf_putc(out, ' ');
            buf_atom(host_text->ctx, out, host_text->tok[token].text);
        }
    }
    if (written) buf_puts(out, "))");
}

// ---- brackets ----------------------------------------------------------------------------------

static bool is_template_name(const HostText *host_text, uint32_t token) {
    return host_kind(host_text, token) == T_IDENT &&
           bitset_has(&host_text->templates, host_text->tok[token].text);
}

static bool is_cast(uint16_t word) {
    static const uint16_t casts[] = {T_KW_STATIC_CAST, T_KW_CONST_CAST, T_KW_DYNAMIC_CAST,
                                     T_KW_REINTERPRET_CAST};
    return is_one_of(word, casts, CU_COUNT(casts));
}

// The `<` at this token is a bracket.
static bool opens(const HostText *host_text, uint32_t token) {
    if (!token) return false;
    uint16_t before = host_kind(host_text, token - 1);
    return is_template_name(host_text, token - 1) || before == T_KW_TEMPLATE || is_cast(before);
}

static bool closes_angle(uint16_t symbol) {
    return is_any_of(symbol, T_GT, T_GTGT);
}

uint32_t cuda_host_close_angle(const HostText *host_text, uint32_t i) {
    int depth = 0;
    for (; i < host_text->n; i++) {
        uint16_t symbol = host_kind(host_text, i);
        if (lex_is_open(symbol)) {
            i = host_partner(host_text, i);
        } else if (symbol == T_LT) {
            depth += !depth || opens(host_text, i); // the first one is asked about: it is a bracket
        } else if (closes_angle(symbol)) {
            depth -= symbol == T_GT ? 1 : 2;
            if (depth <= 0) return i;
        } else if (symbol == T_SEMI || lex_is_close(symbol)) {
            return 0;
        }
    }
    return 0;
}

uint32_t cuda_host_open_angle(const HostText *host_text, uint32_t i) {
    int depth = 0;
    for (; i > 0; i--) {
        uint16_t symbol = host_kind(host_text, i);
        if (lex_is_close(symbol)) {
            i = host_partner(host_text, i);
        } else if (closes_angle(symbol)) {
            depth += symbol == T_GT ? 1 : 2;
        } else if (symbol == T_LT && opens(host_text, i)) {
            if (--depth == 0) return i;
        } else if (symbol == T_SEMI || lex_is_open(symbol)) {
            return 0;
        }
    }
    return 0;
}

// ---- where a declaration begins ----------------------------------------------------------------

static bool is_access(uint16_t word) {
    static const uint16_t words[] = {T_KW_PUBLIC, T_KW_PRIVATE, T_KW_PROTECTED};
    return is_one_of(word, words, CU_COUNT(words));
}

// The declaration begins behind this token: a statement, a block, a parameter, `public:` ends here.
static bool ends_what_is_before(const HostText *host_text, uint32_t token) {
    static const uint16_t ends[] = {T_SEMI, T_LBRACE, T_RBRACE, T_LPAREN, T_COMMA, T_PRAGMA};
    uint16_t kind = host_kind(host_text, token);
    if (kind == T_COLON) return token > 0 && is_access(host_kind(host_text, token - 1));
    return is_one_of(kind, ends, CU_COUNT(ends));
}

// The `]` at this token closes a lambda's introducer, and no attribute [[x]] or operator[].
static bool ends_introducer(const HostText *host_text, uint32_t token) {
    if (host_kind(host_text, token) != T_RBRACKET) return false;
    uint32_t open = host_partner(host_text, token);
    bool attribute = host_kind(host_text, open + 1) == T_LBRACKET;
    bool subscript = open > 0 && host_kind(host_text, open - 1) == T_KW_OPERATOR;
    uint16_t behind = host_kind(host_text, token + 1); // its marks, or its parameters
    return !attribute && !subscript && is_any_of(behind, T_KW_ATTRIBUTE, T_LPAREN);
}

// The first token of the declaration whose mark is at `mark`; *lambda: the mark is a lambda's,
// behind the introducer or behind the parameters.
static uint32_t first_token(const HostText *host_text, uint32_t mark, bool *lambda) {
    uint32_t first = mark;
    *lambda = false;
    while (first > 0 && !ends_what_is_before(host_text, first - 1)) {
        uint32_t before = first - 1;
        if (ends_introducer(host_text, before)) {
            *lambda = true;
            return first;
        }
        // a comma in a template head ends nothing
        uint32_t open = closes_angle(host_kind(host_text, before))
                            ? cuda_host_open_angle(host_text, before)
                            : 0;
        if (!open && lex_is_close(host_kind(host_text, before)))
            open = host_partner(host_text, before);
        first = open ? open : before;
    }
    return first;
}

// ---- what a declaration says -------------------------------------------------------------------

// Words whose parentheses are no parameters.
static bool takes_parens(uint16_t word) {
    static const uint16_t words[] = {T_KW_ATTRIBUTE, T_KW_ALIGNAS,    T_KW_DECLTYPE, T_KW_NOEXCEPT,
                                     T_KW_EXPLICIT,  T_KW_DECLSPEC,   T_KW_TYPEOF,   T_KW_ASM,
                                     T_KW_REQUIRES,  T_KW_TYPE_TRAIT, T_KW_THROW};
    return is_one_of(word, words, CU_COUNT(words));
}

static void note_word(HostDecl *host_decl, const HostText *host_text, uint32_t token) {
    switch (host_kind(host_text, token)) {
    case T_KW_EXTERN: host_decl->extern_ = token; break;
    case T_KW_STATIC: host_decl->has_static = true; break;
    case T_KW_CONSTEXPR:
    case T_KW_CONSTEVAL: host_decl->has_constexpr = true; break;
    case T_KW_INLINE: host_decl->has_inline = true; break;
    case T_KW_AUTO: host_decl->has_auto = true; break;
    case T_KW_DECLTYPE: host_decl->has_auto |= host_kind(host_text, token + 2) == T_KW_AUTO; break;
    case T_ARROW: host_decl->trailing |= host_decl->params != 0; break;
    case T_ASSIGN: host_decl->initialised = true; break;
    default: break;
    }
}

// The name before the `(` at this token: k, ns::k<int>, Class::~Class, operator().
static HostRange name_before(const HostText *host_text, uint32_t paren) {
    uint32_t first = paren;
    while (first > 0) {
        if (closes_angle(host_kind(host_text, first - 1))) {
            uint32_t open = cuda_host_open_angle(host_text, first - 1);
            if (!open) break;
            first = open;
        }
        if (!first || host_kind(host_text, first - 1) != T_IDENT) break;
        first--;
        if (!first || host_kind(host_text, first - 1) != T_COLCOL) break;
        first--;
    }
    return (HostRange){first, paren};
}

// Behind the constructor's initialisers, which follow the `:` at this token: the body's brace.
static uint32_t skip_initialisers(const HostText *host_text, uint32_t colon) {
    uint32_t i = colon + 1;
    while (i < host_text->n) {
        // the member's or base's name
        while (i < host_text->n && !is_any_of(host_kind(host_text, i), T_LPAREN, T_LBRACE)) {
            uint32_t close =
                host_kind(host_text, i) == T_LT ? cuda_host_close_angle(host_text, i) : 0;
            i = close ? close + 1 : i + 1;
        }
        if (i >= host_text->n) return i;

        // its value
        i = host_partner(host_text, i) + 1;
        if (host_kind(host_text, i) == T_ELLIPSIS) i++;
        if (host_kind(host_text, i) != T_COMMA) return i;
        i++;
    }
    return i;
}

// `operator` and its symbol, which may be a bracket: the token behind the parameters.
static uint32_t read_operator(const HostText *host_text, HostDecl *filled, uint32_t word) {
    uint32_t i = word + 1;
    if (is_any_of(host_kind(host_text, i), T_LPAREN, T_LBRACKET))
        i = host_partner(host_text, i) + 1;
    while (i < host_text->n && !is_any_of(host_kind(host_text, i), T_LPAREN, T_SEMI)) i++;
    if (i >= host_text->n || host_kind(host_text, i) != T_LPAREN) return i;
    filled->name = (HostRange){word, i};
    filled->params = i;
    return host_partner(host_text, i) + 1;
}

// The first parentheses behind a name are the parameters'.
static uint32_t read_parens(const HostText *host_text, HostDecl *d, uint32_t open) {
    bool named = open > 0 && (host_kind(host_text, open - 1) == T_IDENT ||
                              host_kind(host_text, open - 1) == T_GT);
    if (named && !d->params && !d->initialised) {
        d->params = open;
        d->name = name_before(host_text, open);
    }
    return host_partner(host_text, open) + 1;
}

// Words before a name that are no part of a type, with the parentheses behind them.
static bool is_specifier(const HostText *host_text, uint32_t i) {
    static const uint16_t keywords[] = {T_KW_INLINE,  T_KW_EXPLICIT, T_KW_CONSTEXPR,
                                        T_KW_VIRTUAL, T_KW_FRIEND,   T_KW_TEMPLATE};
    if (is_one_of(host_kind(host_text, i), keywords, CU_COUNT(keywords))) return true;
    return cuda_host_is(host_text, i, "__attribute__") ||
           cuda_host_is(host_text, i, "__noinline__");
}

bool cuda_host_is_structor(const HostText *host_text, const HostDecl *declared) {
    uint32_t name = declared->name.begin, end;
    if (host_kind(host_text, name) == T_KW_OPERATOR) return false;
    if (name && host_kind(host_text, name - 1) == T_TILDE) return true;
    for (uint32_t i = declared->after_heads; i < name;) {
        if (cuda_host_mark(host_text, i, &end)) {
            i = end;
        } else if (host_kind(host_text, i) == T_LBRACKET) { // [[attribute]]
            i = host_partner(host_text, i) + 1;
        } else if (is_specifier(host_text, i)) {
            i = with_parens(host_text, i) + 1;
        } else {
            return false;
        }
    }
    return true;
}

// One step of reading the declarator from token i on; the next token. `filled->end` is set at the
// end.
static uint32_t step(const HostText *host_text, HostDecl *filled, uint32_t i) {
    uint16_t symbol = host_kind(host_text, i);
    uint32_t end;
    unsigned mark = cuda_host_mark(host_text, i, &end);
    if (mark) {
        filled->marks |= mark;
        return end;
    }

    note_word(filled, host_text, i);
    if (takes_parens(symbol)) return with_parens(host_text, i) + 1;
    if (symbol == T_KW_OPERATOR) return read_operator(host_text, filled, i);
    if (symbol == T_LPAREN) return read_parens(host_text, filled, i);
    if (symbol == T_LT) {
        end = cuda_host_close_angle(host_text, i);
        return end ? end + 1 : i + 1;
    }

    bool is_function = filled->params && !filled->initialised;
    if (symbol == T_COLON && filled->params) return skip_initialisers(host_text, i);
    if (symbol == T_LBRACE && is_function) {
        filled->body = i;
        filled->end = host_partner(host_text, i) + 1;
        return filled->end;
    }
    if (symbol == T_SEMI || lex_is_close(symbol)) {
        filled->end = i + (symbol == T_SEMI);
        return i + 1;
    }
    return lex_is_open(symbol) ? host_partner(host_text, i) + 1 : i + 1;
}

bool cuda_host_declaration(const HostText *host_text, uint32_t i, HostDecl *filled) {
    bool lambda;
    *filled = (HostDecl){.begin = first_token(host_text, i, &lambda)};
    if (lambda) return false;

    uint32_t token = filled->begin;
    while (host_kind(host_text, token) == T_KW_TEMPLATE &&
           host_kind(host_text, token + 1) == T_LT) {
        uint32_t close = cuda_host_close_angle(host_text, token + 1);
        if (!close) return false;
        filled->head = token + 1;
        token = close + 1;
    }
    filled->after_heads = token;
    while (token < host_text->n && !filled->end) token = step(host_text, filled, token);
    return filled->end;
}

// ---- parameters --------------------------------------------------------------------------------

static bool is_type_word(uint16_t word) {
    static const uint16_t words[] = {
        T_KW_BOOL,    T_KW_CHAR,    T_KW_CHAR8_T, T_KW_CHAR16_T, T_KW_CHAR32_T, T_KW_WCHAR_T,
        T_KW_SHORT,   T_KW_INT,     T_KW_LONG,    T_KW_SIGNED,   T_KW_UNSIGNED, T_KW_FLOAT,
        T_KW_DOUBLE,  T_KW_VOID,    T_KW_AUTO,    T_KW_DECLTYPE, T_KW_TYPEOF,   T_KW_INT128,
        T_KW_FLOAT16, T_KW_FLOAT32, T_KW_FLOAT64, T_KW_FLOAT128};
    return is_one_of(word, words, CU_COUNT(words));
}

static bool is_reference(uint16_t symbol) {
    return is_any_of(symbol, T_AMP, T_AMPAMP);
}

// A name inside of the parentheses of `void (*name)(int)`, `int (&name)[4]`.
static uint32_t inner_name(const HostText *host_text, uint32_t open) {
    uint32_t name = 0;
    for (uint32_t i = open + 1; i < host_partner(host_text, open); i++) {
        if (is_any_of(host_kind(host_text, i), T_LPAREN, T_LBRACKET)) break;
        if (host_kind(host_text, i) == T_IDENT) name = i;
    }
    return name;
}

typedef struct {
    HostParam param;
    uint32_t stop;    // behind its last token
    bool typed;       // its type has been met: the next name is its own
    bool name_inside; // of parentheses, and known
} ParamReader;

// `(*name)` or `(&name)` behind a type: a pointer or reference to a function or an array.
static void read_inner_declarator(const HostText *host_text, ParamReader *reader, uint32_t open) {
    uint16_t first = host_kind(host_text, open + 1);
    bool inner = reader->typed && (first == T_STAR || is_reference(first));
    if (!inner) return;
    reader->param.name = inner_name(host_text, open);
    reader->param.insert = host_partner(host_text, open);
    reader->param.reference = first != T_STAR;
    reader->name_inside = true;
}

static void read_name(const HostText *host_text, ParamReader *r, uint32_t token) {
    bool qualified = token > r->param.range.begin && host_kind(host_text, token - 1) == T_COLCOL;
    r->param.name = r->typed && !qualified ? token : 0;
    r->typed = true;
}

// Reads a parameter's token i; the last token of what was read.
static uint32_t read_param_token(const HostText *host_text, ParamReader *reader, uint32_t i) {
    uint16_t symbol = host_kind(host_text, i);
    switch (symbol) {
    case T_KW_ATTRIBUTE:
    case T_KW_ALIGNAS: return with_parens(host_text, i);
    case T_ASSIGN: // a default argument ends it
        reader->param.range.end = reader->param.insert = i;
        return reader->stop;
    case T_LBRACKET:
        if (reader->param.insert == reader->stop) reader->param.insert = i;
        return host_partner(host_text, i);
    case T_LPAREN: read_inner_declarator(host_text, reader, i); return host_partner(host_text, i);
    case T_LT: {
        uint32_t close = cuda_host_close_angle(host_text, i);
        return close && close < reader->stop ? close : i;
    }
    case T_IDENT:
        if (!reader->name_inside) read_name(host_text, reader, i);
        return i;
    case T_ELLIPSIS: reader->param.pack = true; return i;
    case T_AMP:
    case T_AMPAMP: reader->param.reference |= !reader->name_inside; return i;
    default: return i;
    }
}

static HostParam parameter(const HostText *host_text, uint32_t begin, uint32_t stop,
                           bool of_template) {
    ParamReader r = {.param = {.range = {begin, stop}, .insert = stop}, .stop = stop};
    for (uint32_t i = begin; i < stop; i++) {
        uint16_t symbol = host_kind(host_text, i);
        i = read_param_token(host_text, &r, i);
        bool type_parameter = of_template && is_any_of(symbol, T_KW_CLASS, T_KW_TYPENAME);
        r.typed |= is_type_word(symbol) || type_parameter;
    }
    return r.param;
}

HostParams cuda_host_params(const HostText *host_text, uint32_t open, uint32_t close,
                            bool of_template) {
    HostParams out = {0};
    uint32_t from = open + 1;
    for (uint32_t i = open + 1; i <= close; i++) {
        bool at_end = i == close;
        if (at_end || host_kind(host_text, i) == T_COMMA) {
            bool only_void = i == from + 1 && host_kind(host_text, from) == T_KW_VOID;
            bool nothing = i == from || only_void;
            if (!nothing)
                vec_push(&host_text->ctx->perm, &out, parameter(host_text, from, i, of_template));
            from = i + 1;
        } else if (lex_is_open(host_kind(host_text, i))) {
            i = host_partner(host_text, i);
        } else if (host_kind(host_text, i) == T_LT) {
            uint32_t end = cuda_host_close_angle(host_text, i);
            if (end && end < close) i = end;
        }
    }
    return out;
}
