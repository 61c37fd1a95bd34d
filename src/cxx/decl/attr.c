// SPDX-License-Identifier: Apache-2.0
// Attributes: [[...]], __attribute__((...)), alignas(...), and CUDA's words. What they mean is in
// attr.def; execution and memory spaces become CU_* bits of the declaration, judged by src/cuda.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/decl/decl.h"

// ---- arguments ---------------------------------------------------------------------------------

// At '(' or not: up to n integer constants; how many were given. Dependent ones count as absent.
static uint32_t int_args(Parse *parse, int64_t *out, uint32_t n) {
    if (!cxx_accept(parse, T_LPAREN)) return 0;
    uint32_t count = 0;
    while (!is_any_of(cxx_peek(parse), T_RPAREN, T_EOF)) {
        if (count == n) break; // too many: the ')' is missing
        Expr *e = cxx_parse_const_expr(parse);
        ApInt v;
        if (count < n) {
            out[count] = -1;
            if (!(e->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) &&
                cxx_const_int(parse->x, e, &v, true)) {
                out[count] = apint_i64(&v);
            }
        }
        count++;
        if (!cxx_accept(parse, T_COMMA)) break;
    }
    cxx_expect(parse, T_RPAREN, ")");
    return CU_MIN(count, n);
}

// The launch bounds of the attributes, made with nothing given (-1).
static LaunchBounds *bounds_of(Parse *parse, AttrSet *found, Pos pos) {
    if (!found->bounds) {
        found->bounds = arena_new(pp(parse), LaunchBounds);
        *found->bounds = (LaunchBounds){.max_threads = -1,
                                        .min_blocks = -1,
                                        .max_blocks_per_cluster = -1,
                                        .maxnreg = -1,
                                        .cluster = {-1, -1, -1},
                                        .reqntid = {-1, -1, -1}};
    }
    found->bounds->pos = pos;
    return found->bounds;
}

// The largest alignment asked for counts [dcl.align]/4; it must be a power of two.
static void set_align(Parse *parse, AttrSet *a, int64_t v, Pos pos) {
    if (v == 0) return;
    if (v < 0 || v > 1 << 28 || (v & (v - 1))) {
        CXX_DIAG(parse->x, d_bad_alignment, pos);
        return;
    }
    if ((uint32_t)v > a->align) a->align = (uint32_t)v;
}

// alignas(type-id | expression), aligned[(expression)].
static void parse_alignas(Parse *parse, AttrSet *found) {
    Pos pos = tok_pos(parse);
    if (!cxx_expect(parse, T_LPAREN, "(")) return;
    PackLoop pack_loop;
    cxx_pack_begin(parse, &pack_loop);
    do {
        int64_t v = 0;
        if (cxx_starts_type_id(parse)) {
            Type *t = cxx_parse_type_id(parse);
            uint64_t size;
            uint32_t al;
            if (!ty_dependent(t) && ty_size_align(parse->x, t, pos, &size, &al)) v = al;
        } else {
            Expr *e = xe_contextual_integral(parse, cxx_parse_const_expr(parse));
            ApInt i;
            if (!(e->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) &&
                cxx_const_int(parse->x, e, &i, true)) {
                v = apint_i64(&i);
            }
        }
        bool again = cxx_pack_next(parse, &pack_loop);
        if (pack_loop.keep) set_align(parse, found, v, pos);
        if (!again) break;
    } while (true);
    cxx_expect(parse, T_RPAREN, ")");
}

// GNU: mode(word) replaces the type by one of that width.
static const struct {
    const char *name;
    uint8_t type;
} mode_row[] = {{"QI", TY_SCHAR},  {"HI", TY_SHORT},  {"SI", TY_INT},
                {"DI", TY_LONG},   {"TI", TY_INT128}, {"SF", TY_FLOAT},
                {"DF", TY_DOUBLE}, {"word", TY_LONG}, {"pointer", TY_LONG}};

// (mode), with or without underscores around.
static void parse_mode(Parse *parse, AttrSet *found) {
    if (!cxx_accept(parse, T_LPAREN)) return;
    const char *s = atom_str(parse->x->ctx, parse->tok[parse->at].text);
    size_t n = strlen(s);
    for (size_t i = 0; i < CU_COUNT(mode_row); i++) {
        size_t m = strlen(mode_row[i].name);
        bool under = n == m + 4 && s[0] == '_' && strncmp(s + 2, mode_row[i].name, m) == 0;
        if (under || strcmp(s, mode_row[i].name) == 0)
            found->mode = (uint8_t)(mode_row[i].type + 1);
    }
    parse->at++;
    cxx_expect(parse, T_RPAREN, ")");
}

// ("text"): the text, 0 if there is none.
static Atom string_arg(Parse *parse) {
    if (!cxx_accept(parse, T_LPAREN)) return 0;
    Atom a = 0;
    LexString s;
    if (cxx_peek(parse) == T_STRING && lex_string(parse->x->ctx, &parse->tok[parse->at], 1, &s)) {
        a = atom_intern(parse->x->ctx, s.data, s.n);
    }
    while (!is_any_of(cxx_peek(parse), T_RPAREN, T_EOF)) parse->at++;
    cxx_accept(parse, T_RPAREN);
    return a;
}

// deprecated("reason"), nodiscard("reason"); parse->at stays.
static void read_reason(Parse *parse, Atom *reason) {
    uint32_t at = parse->at;
    Atom text = string_arg(parse);
    parse->at = at;
    if (text) *reason = text;
}

// "(x, y, z)" within __block_size__, which has no defaults.
static bool dims_of_block_size(Parse *parse, int64_t *dims) {
    Pos pos = parse->tok[parse->at].pos;
    if (cxx_peek(parse) != T_LPAREN) return cxx_expect(parse, T_LPAREN, "(");
    uint32_t n = int_args(parse, dims, 3);
    if (n < 3) CXX_DIAG(parse->x, d_block_size_args, pos);
    for (uint32_t i = n; i < 3; i++) dims[i] = 1;
    return true;
}

// __block_size__((threads x, y, z)[, (blocks of a cluster x, y, z)])
static void parse_block_size(Parse *parse, LaunchBounds *bounds) {
    uint32_t end = cxx_skip_group(parse->tok, parse->at, parse->end);
    if (!cxx_expect(parse, T_LPAREN, "(")) return;
    bool good = dims_of_block_size(parse, bounds->reqntid);
    if (good && cxx_accept(parse, T_COMMA)) {
        bounds->cluster_both = bounds->cluster[0] != -1;
        bounds->cluster_of_block = true;
        good = dims_of_block_size(parse, bounds->cluster);
    }
    if (good)
        cxx_expect(parse, T_RPAREN, ")");
    else
        parse->at = end; // said what is wrong
}

// One attribute whose row was found; parse->at is behind its name.
// The tokens between the parentheses as one word.
static Atom version_text(Parse *parse) {
    Buf text;
    buf_init(&text, pp(parse));
    buf_puts(&text, "target ");
    if (cxx_peek(parse) != T_LPAREN) return 0;
    uint32_t close = parse->tok[parse->at].match;
    for (uint32_t i = parse->at + 1; i < close; i++) {
        if (!parse->tok[i].text) continue;
        buf_atom(parse->x->ctx, &text, parse->tok[i].text);
        buf_putc(&text, ' ');
    }
    parse->at = close + 1;
    return atom_cstr(parse->x->ctx, buf_cstr(&text));
}

// At `(N, key=value, ...)` of Tile C++: appended to those that there are.
static void add_tile_hint(Parse *parse, AttrSet *found) {
    if (cxx_peek(parse) != T_LPAREN) return;
    Ctx *ctx = parse->x->ctx;
    Buf text;
    buf_init(&text, pp(parse));
    if (found->tile_hints) buf_atom(ctx, &text, found->tile_hints);
    uint32_t close = parse->tok[parse->at].match;
    for (uint32_t i = parse->at + 1; i < close; i++) {
        if (parse->tok[i].kind == T_COMMA)
            buf_putc(&text, ' ');
        else if (parse->tok[i].text)
            buf_atom(ctx, &text, parse->tok[i].text);
    }
    buf_putc(&text, ';');
    parse->at = close + 1;
    found->tile_hints = atom_intern(ctx, text.at, text.n);
}

// What an attribute of the table does, by its action; the parser stands at its arguments.
typedef void ApplyAttr(Parse *parse, const AttrRow *rule, AttrSet *found, Pos pos);

static void apply_cuda(Parse *parse, const AttrRow *rule, AttrSet *found, Pos pos) {
    found->cuda |= rule->value;
}

// The row's value is the place of the flag in the set.
static void apply_flag(Parse *parse, const AttrRow *rule, AttrSet *found, Pos pos) {
    *((bool *)found + rule->value) = true;
}

static void apply_launch_bounds(Parse *parse, const AttrRow *rule, AttrSet *found, Pos pos) {
    LaunchBounds *bounds = bounds_of(parse, found, pos);
    int64_t v[3];
    uint32_t n = int_args(parse, v, 3);
    if (n > 0) bounds->max_threads = v[0];
    if (n > 1) bounds->min_blocks = v[1];
    if (n > 2) bounds->max_blocks_per_cluster = v[2] < 0 ? -2 : v[2]; // -1: not given
}

static void apply_maxnreg(Parse *parse, const AttrRow *rule, AttrSet *found, Pos pos) {
    int64_t registers;
    if (int_args(parse, &registers, 1)) bounds_of(parse, found, pos)->maxnreg = registers;
}

// Dimensions that are not written are 1; with none written there is no cluster.
static void apply_cluster_dims(Parse *parse, const AttrRow *rule, AttrSet *found, Pos pos) {
    LaunchBounds *bounds = bounds_of(parse, found, pos);
    int64_t v[3];
    uint32_t n = int_args(parse, v, 3);
    bounds->cluster_both = bounds->cluster_of_block;
    bounds->cluster_of_block = false;
    for (uint32_t i = 0; i < 3; i++) bounds->cluster[i] = i < n ? v[i] : n ? 1 : 0;
}

static void apply_block_size(Parse *parse, const AttrRow *rule, AttrSet *found, Pos pos) {
    parse_block_size(parse, bounds_of(parse, found, pos));
}

// Without a number: the largest alignment that any type asks for.
static void apply_aligned(Parse *parse, const AttrRow *rule, AttrSet *found, Pos pos) {
    if (cxx_peek(parse) == T_LPAREN)
        parse_alignas(parse, found);
    else
        set_align(parse, found, 16, pos);
}

static void apply_vector_size(Parse *parse, const AttrRow *rule, AttrSet *found, Pos pos) {
    int64_t bytes;
    if (int_args(parse, &bytes, 1) && bytes > 0) found->vector_size = (uint32_t)bytes;
}

static void apply_mode(Parse *parse, const AttrRow *rule, AttrSet *found, Pos pos) {
    parse_mode(parse, found);
}

static void apply_section(Parse *parse, const AttrRow *rule, AttrSet *found, Pos pos) {
    found->section = string_arg(parse);
}

static void apply_alias(Parse *parse, const AttrRow *rule, AttrSet *found, Pos pos) {
    found->alias = string_arg(parse);
}

static void apply_tile_hint(Parse *parse, const AttrRow *rule, AttrSet *found, Pos pos) {
    add_tile_hint(parse, found);
}

static void apply_version(Parse *parse, const AttrRow *rule, AttrSet *found, Pos pos) {
    found->version = version_text(parse);
}

static void apply_visibility(Parse *parse, const AttrRow *rule, AttrSet *found, Pos pos) {
    Atom word = string_arg(parse);
    found->visibility_hidden = word && strcmp(atom_str(parse->x->ctx, word), "hidden") == 0;
}

static void apply_row(Parse *parse, const AttrRow *rule, AttrSet *found, Pos pos) {
    static ApplyAttr *const actions[] = {
        [ATTR_CUDA] = apply_cuda,
        [ATTR_FLAG] = apply_flag,
        [ATTR_LAUNCH_BOUNDS] = apply_launch_bounds,
        [ATTR_MAXNREG] = apply_maxnreg,
        [ATTR_CLUSTER_DIMS] = apply_cluster_dims,
        [ATTR_BLOCK_SIZE] = apply_block_size,
        [ATTR_ALIGNED] = apply_aligned,
        [ATTR_VECTOR_SIZE] = apply_vector_size,
        [ATTR_MODE] = apply_mode,
        [ATTR_SECTION] = apply_section,
        [ATTR_ALIAS] = apply_alias,
        [ATTR_TILE_HINT] = apply_tile_hint,
        [ATTR_VERSION] = apply_version,
        [ATTR_VISIBILITY] = apply_visibility,
    };
    actions[rule->action](parse, rule, found, pos);
}

// A comma-separated list up to the closing bracket `end`; standard: of [[...]].
static void parse_list(Parse *parse, uint32_t end, AttrSet *found, bool standard) {
    bool prefix = cxx_peek(parse) == T_KW_USING; // [[using gnu: ...]]
    if (prefix) {
        parse->at += 2;
        cxx_accept(parse, T_COLON);
    }
    while (parse->at < end) {
        if (!lex_is_word(cxx_peek(parse))) {
            if (standard && cxx_peek(parse) == T_ELLIPSIS)
                CXX_DIAG(parse->x, d_expected_token, tok_pos(parse), "attribute");
            parse->at = lex_is_open(cxx_peek(parse)) ? cxx_skip_group(parse->tok, parse->at, end)
                                                     : parse->at + 1;
            continue;
        }
        Pos pos = tok_pos(parse);
        Atom name = parse->tok[parse->at].text;
        parse->at++;
        if (cxx_peek(parse) == T_COLCOL) {
            if (prefix) CXX_DIAG(parse->x, d_attr_two_scopes, pos); // [dcl.attr.grammar]/3
            parse->at++;
            continue;
        }
        cxx_check_attr_args(parse, name, standard);
        const AttrRow *r = cxx_attr_row_of(parse->x, name);
        if (r) apply_row(parse, r, found, pos);
        if (r && r->action == ATTR_FLAG && r->value == offsetof(AttrSet, deprecated))
            read_reason(parse, &found->deprecated_text);
        if (r && r->action == ATTR_FLAG && r->value == offsetof(AttrSet, nodiscard))
            read_reason(parse, &found->nodiscard_text);
        if (cxx_peek(parse) == T_LPAREN) parse->at = cxx_skip_group(parse->tok, parse->at, end);
        cxx_accept(parse, T_ELLIPSIS);
    }
}

// One attribute-specifier, of whichever syntax.
static void parse_one(Parse *parse, AttrSet *found) {
    uint32_t outer;
    switch (cxx_peek(parse)) {
    case T_LBRACKET:
        outer = cxx_skip_group(parse->tok, parse->at, parse->end);
        parse->at += 2;
        parse_list(parse, outer - 2, found, true);
        parse->at = outer;
        return;
    case T_KW_ATTRIBUTE:
    case T_KW_DECLSPEC: {
        bool gnu = cxx_peek(parse) == T_KW_ATTRIBUTE;
        parse->at++;
        if (cxx_peek(parse) != T_LPAREN) return;
        outer = cxx_skip_group(parse->tok, parse->at, parse->end);
        parse->at += gnu ? 2 : 1;
        parse_list(parse, outer - (gnu ? 2 : 1), found, false);
        parse->at = outer;
        return;
    }
    case T_KW_ALIGNAS:
        found->alignas_pos = tok_pos(parse);
        parse->at++;
        parse_alignas(parse, found);
        return;
    default: {
        const AttrRow *r = cxx_attr_word_row(parse->x, parse->tok[parse->at].text);
        Pos pos = tok_pos(parse);
        parse->at++;
        apply_row(parse, r, found, pos);
    }
    }
}

uint32_t cxx_typedef_asks(const DeclSpec *ds, const Declarator *alias) {
    uint32_t align = ds->align;
    if (alias->attrs) align = CU_MAX(align, alias->attrs->align);
    return align ? align : cxx_typedef_align(ds->aligned, alias->type);
}

void cxx_apply_attrs_to_specs(DeclSpec *ds, AttrSet *found) {
    ds->cuda |= found->cuda;
    ds->noinline |= found->noinline;
    ds->forceinline |= found->forceinline;
    ds->noreturn |= found->noreturn;
    if (found->weak) ds->flags |= DF_WEAK;
    if (found->used) ds->flags |= DF_USED_ATTR;
    if (found->deprecated) ds->flags |= DF_DEPRECATED;
    if (found->bounds) ds->bounds = found->bounds;
    if (found->align > ds->align) ds->align = found->align;
}

AttrSet *cxx_parse_attributes(Parse *parse, DeclSpec *ds) {
    if (!cxx_at_attribute(parse)) return NULL;
    AttrSet *a = arena_new(pp(parse), AttrSet);
    while (cxx_at_attribute(parse)) parse_one(parse, a);
    if (ds) {
        cxx_apply_attrs_to_specs(ds, a);
        ds->attrs = cxx_attrs_merge(parse->x, ds->attrs, a);
    }
    return a;
}
