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
static uint32_t int_args(Parse *p, int64_t *out, uint32_t n) {
    if (!cxx_accept(p, T_LPAREN)) return 0;
    uint32_t count = 0;
    while (cxx_peek(p) != T_RPAREN && cxx_peek(p) != T_EOF) {
        if (count == n) break; // too many: the ')' is missing
        Expr *e = cxx_parse_const_expr(p);
        ApInt v;
        if (count < n) {
            out[count] = -1;
            if (!(e->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) && cxx_const_int(p->x, e, &v, true)) {
                out[count] = apint_i64(&v);
            }
        }
        count++;
        if (!cxx_accept(p, T_COMMA)) break;
    }
    cxx_expect(p, T_RPAREN, ")");
    return CU_MIN(count, n);
}

static LaunchBounds *bounds_of(Parse *p, AttrSet *a, Pos pos) {
    if (!a->bounds) {
        a->bounds = arena_new(pp(p), LaunchBounds);
        *a->bounds = (LaunchBounds){.max_threads = -1,
                                    .min_blocks = -1,
                                    .max_blocks_per_cluster = -1,
                                    .maxnreg = -1,
                                    .cluster = {-1, -1, -1},
                                    .reqntid = {-1, -1, -1}};
    }
    a->bounds->pos = pos;
    return a->bounds;
}

static void set_align(Parse *p, AttrSet *a, int64_t v, Pos pos) {
    if (v == 0) return;
    if (v < 0 || v > 1 << 28 || (v & (v - 1))) {
        CXX_DIAG(p->x, d_bad_alignment, pos);
        return;
    }
    if ((uint32_t)v > a->align) a->align = (uint32_t)v;
}

// alignas(type-id | expression), aligned[(expression)].
static void parse_alignas(Parse *p, AttrSet *a) {
    Pos pos = tok_pos(p);
    if (!cxx_expect(p, T_LPAREN, "(")) return;
    PackLoop l;
    cxx_pack_begin(p, &l);
    do {
        int64_t v = 0;
        if (cxx_starts_type_id(p)) {
            Type *t = cxx_parse_type_id(p);
            uint64_t size;
            uint32_t al;
            if (!ty_dependent(t) && ty_size_align(p->x, t, pos, &size, &al)) v = al;
        } else {
            Expr *e = xe_contextual_integral(p, cxx_parse_const_expr(p));
            ApInt i;
            if (!(e->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) && cxx_const_int(p->x, e, &i, true)) {
                v = apint_i64(&i);
            }
        }
        bool again = cxx_pack_next(p, &l);
        if (l.keep) set_align(p, a, v, pos);
        if (!again) break;
    } while (true);
    cxx_expect(p, T_RPAREN, ")");
}

static const struct {
    const char *name;
    uint8_t type;
} mode_row[] = {{"QI", TY_SCHAR},  {"HI", TY_SHORT},  {"SI", TY_INT},
                {"DI", TY_LONG},   {"TI", TY_INT128}, {"SF", TY_FLOAT},
                {"DF", TY_DOUBLE}, {"word", TY_LONG}, {"pointer", TY_LONG}};

static void parse_mode(Parse *p, AttrSet *a) {
    if (!cxx_accept(p, T_LPAREN)) return;
    const char *s = atom_str(p->x->ctx, p->tok[p->at].text);
    size_t n = strlen(s);
    for (size_t i = 0; i < CU_COUNT(mode_row); i++) {
        size_t m = strlen(mode_row[i].name);
        bool under = n == m + 4 && s[0] == '_' && strncmp(s + 2, mode_row[i].name, m) == 0;
        if (under || strcmp(s, mode_row[i].name) == 0) a->mode = (uint8_t)(mode_row[i].type + 1);
    }
    p->at++;
    cxx_expect(p, T_RPAREN, ")");
}

static Atom string_arg(Parse *p) {
    if (!cxx_accept(p, T_LPAREN)) return 0;
    Atom a = 0;
    LexString s;
    if (cxx_peek(p) == T_STRING && lex_string(p->x->ctx, &p->tok[p->at], 1, &s)) {
        a = atom_intern(p->x->ctx, s.data, s.n);
    }
    while (cxx_peek(p) != T_RPAREN && cxx_peek(p) != T_EOF) p->at++;
    cxx_accept(p, T_RPAREN);
    return a;
}

// deprecated("reason"); p->at stays.
static void read_reason(Parse *p, AttrSet *a) {
    uint32_t at = p->at;
    Atom text = string_arg(p);
    p->at = at;
    if (text) a->deprecated_text = text;
}

// "(x, y, z)" within __block_size__, which has no defaults.
static bool dims_of_block_size(Parse *p, int64_t *dims) {
    Pos pos = p->tok[p->at].pos;
    if (cxx_peek(p) != T_LPAREN) return cxx_expect(p, T_LPAREN, "(");
    uint32_t n = int_args(p, dims, 3);
    if (n < 3) CXX_DIAG(p->x, d_block_size_args, pos);
    for (uint32_t i = n; i < 3; i++) dims[i] = 1;
    return true;
}

// __block_size__((threads x, y, z)[, (blocks of a cluster x, y, z)])
static void parse_block_size(Parse *p, LaunchBounds *b) {
    uint32_t end = cxx_skip_group(p->tok, p->at, p->end);
    if (!cxx_expect(p, T_LPAREN, "(")) return;
    bool good = dims_of_block_size(p, b->reqntid);
    if (good && cxx_accept(p, T_COMMA)) {
        b->cluster_both = b->cluster[0] != -1;
        b->cluster_of_block = true;
        good = dims_of_block_size(p, b->cluster);
    }
    if (good)
        cxx_expect(p, T_RPAREN, ")");
    else
        p->at = end; // said what is wrong
}

// One attribute whose row was found; p->at is behind its name.
static void apply_row(Parse *p, const AttrRow *r, AttrSet *a, Pos pos) {
    int64_t v[3];
    uint32_t n;
    switch ((AttrAction)r->action) {
    case ATTR_CUDA: a->cuda |= (uint8_t)r->value; return;
    case ATTR_FLAG: *((bool *)a + r->value) = true; return;
    case ATTR_LAUNCH_BOUNDS: {
        LaunchBounds *b = bounds_of(p, a, pos);
        n = int_args(p, v, 3);
        if (n > 0) b->max_threads = v[0];
        if (n > 1) b->min_blocks = v[1];
        if (n > 2) b->max_blocks_per_cluster = v[2] < 0 ? -2 : v[2]; // -1: not given
        return;
    }
    case ATTR_MAXNREG:
        if (int_args(p, v, 1)) bounds_of(p, a, pos)->maxnreg = v[0];
        return;
    case ATTR_CLUSTER_DIMS: {
        LaunchBounds *b = bounds_of(p, a, pos);
        n = int_args(p, v, 3);
        b->cluster_both = b->cluster_of_block;
        b->cluster_of_block = false;
        for (uint32_t i = 0; i < 3; i++) b->cluster[i] = i < n ? v[i] : n ? 1 : 0;
        return;
    }
    case ATTR_BLOCK_SIZE: parse_block_size(p, bounds_of(p, a, pos)); return;
    case ATTR_ALIGNED:
        if (cxx_peek(p) == T_LPAREN)
            parse_alignas(p, a);
        else
            set_align(p, a, 16, pos);
        return;
    case ATTR_VECTOR_SIZE:
        if (int_args(p, v, 1) && v[0] > 0) a->vector_size = (uint32_t)v[0];
        return;
    case ATTR_MODE: parse_mode(p, a); return;
    case ATTR_SECTION: a->section = string_arg(p); return;
    case ATTR_ALIAS: a->alias = string_arg(p); return;
    case ATTR_VISIBILITY: {
        Atom s = string_arg(p);
        a->visibility_hidden = s && strcmp(atom_str(p->x->ctx, s), "hidden") == 0;
        return;
    }
    }
}

// A comma-separated list up to the closing bracket `end`; standard: of [[...]].
static void parse_list(Parse *p, uint32_t end, AttrSet *a, bool standard) {
    bool prefix = cxx_peek(p) == T_KW_USING; // [[using gnu: ...]]
    if (prefix) {
        p->at += 2;
        cxx_accept(p, T_COLON);
    }
    while (p->at < end) {
        if (!lex_is_word(cxx_peek(p))) {
            if (standard && cxx_peek(p) == T_ELLIPSIS)
                CXX_DIAG(p->x, d_expected_token, tok_pos(p), "attribute");
            p->at = lex_is_open(cxx_peek(p)) ? cxx_skip_group(p->tok, p->at, end) : p->at + 1;
            continue;
        }
        Pos pos = tok_pos(p);
        Atom name = p->tok[p->at].text;
        p->at++;
        if (cxx_peek(p) == T_COLCOL) {
            if (prefix) CXX_DIAG(p->x, d_attr_two_scopes, pos); // [dcl.attr.grammar]/3
            p->at++;
            continue;
        }
        cxx_check_attr_args(p, name, standard);
        const AttrRow *r = cxx_attr_row_of(p->x, name);
        if (r) apply_row(p, r, a, pos);
        if (r && r->action == ATTR_FLAG && r->value == offsetof(AttrSet, deprecated))
            read_reason(p, a);
        if (cxx_peek(p) == T_LPAREN) p->at = cxx_skip_group(p->tok, p->at, end);
        cxx_accept(p, T_ELLIPSIS);
    }
}

static void parse_one(Parse *p, AttrSet *a) {
    uint32_t outer;
    switch (cxx_peek(p)) {
    case T_LBRACKET:
        outer = cxx_skip_group(p->tok, p->at, p->end);
        p->at += 2;
        parse_list(p, outer - 2, a, true);
        p->at = outer;
        return;
    case T_KW_ATTRIBUTE:
    case T_KW_DECLSPEC: {
        bool gnu = cxx_peek(p) == T_KW_ATTRIBUTE;
        p->at++;
        if (cxx_peek(p) != T_LPAREN) return;
        outer = cxx_skip_group(p->tok, p->at, p->end);
        p->at += gnu ? 2 : 1;
        parse_list(p, outer - (gnu ? 2 : 1), a, false);
        p->at = outer;
        return;
    }
    case T_KW_ALIGNAS:
        p->at++;
        parse_alignas(p, a);
        return;
    default: {
        const AttrRow *r = cxx_attr_word_row(p->x, p->tok[p->at].text);
        Pos pos = tok_pos(p);
        p->at++;
        apply_row(p, r, a, pos);
    }
    }
}

void cxx_apply_attrs_to_specs(DeclSpec *ds, AttrSet *a) {
    ds->cuda |= a->cuda;
    ds->noinline |= a->noinline;
    ds->forceinline |= a->forceinline;
    ds->noreturn |= a->noreturn;
    if (a->weak) ds->flags |= DF_WEAK;
    if (a->used) ds->flags |= DF_USED_ATTR;
    if (a->deprecated) ds->flags |= DF_DEPRECATED;
    if (a->bounds) ds->bounds = a->bounds;
    if (a->align > ds->align) ds->align = a->align;
}

AttrSet *cxx_parse_attributes(Parse *p, DeclSpec *ds) {
    if (!cxx_at_attribute(p)) return NULL;
    AttrSet *a = arena_new(pp(p), AttrSet);
    while (cxx_at_attribute(p)) parse_one(p, a);
    if (ds) {
        cxx_apply_attrs_to_specs(ds, a);
        ds->attrs = cxx_attrs_merge(p->x, ds->attrs, a);
    }
    return a;
}
