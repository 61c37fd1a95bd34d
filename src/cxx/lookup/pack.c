// SPDX-License-Identifier: Apache-2.0
// Pack expansion [temp.variadic]. A list element is parsed once; names of packs met on the way are
// noted in p->pack_use, and when `...` follows the element it is parsed again for each further
// element of those packs, with p->pack_index telling which element names stand for.
//
// Lists nest: in f(g(xs)...) the element `xs` of the inner list is no expansion, so its packs
// belong to the outer one. Whether the element that begins at some token is an expansion is a
// property of the source, so it is remembered per token (pack_start). The first time it is not
// known and the element is parsed as if it were; should it turn out not to be and should the outer
// loop stand at another element, it is parsed once more.
//
// Empty packs: the element is parsed with the packs unbound (dependent), then dropped. Unbound
// packs make the element a dependent expansion. If bound and unbound packs meet in one pattern (a
// member template's signature in an instance of its class) all are taken unbound.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"

enum { PACK_NONE = -1, PACK_DEP = -2 };             // special values of Parse.pack_index
enum { MEMO_PLAIN = 1, MEMO_EXPANSION = 2 };        // values of TmplTable.pack_start
enum { PL_FIRST = -1, PL_AGAIN = -2, PL_DEP = -3 }; // special values of PackLoop.len

struct PackUse *tm_pack_use_new(Cxx *cxx) {
    struct PackUse *u = arena_new(tm_arena(cxx), struct PackUse);
    u->len = -1;
    return u;
}

// Where templates are checked a pack that nothing expands is reported where a template is read
// unbound; looking ahead (under a trap) may begin in the middle of a pattern.
static bool unbound(const Parse *parse) {
    bool checked = parse->x->opt.check_all || parse->x->decls->unbound.reading;
    return parse->dependent && checked && !diag_trapped(parse->x->ctx);
}

void tm_pack_note(Parse *parse, Atom name, int64_t len) {
    struct PackUse *pack_use = parse->pack_use;
    if (!pack_use) {
        tm_table(parse->x)->unrepeatable++;
        if (unbound(parse))
            CXX_DIAG(parse->x, tmpl_unexpanded_pack, parse->tok[parse->at ? parse->at - 1 : 0].pos,
                     name);
        return;
    }
    if (!pack_use->any) {
        pack_use->name = name;
        pack_use->pos = parse->tok[parse->at ? parse->at - 1 : 0].pos;
    }
    pack_use->any = true;
    if (len < 0) {
        pack_use->unbound = true;
        return;
    }
    pack_use->bound = true;
    if (pack_use->len >= 0 && pack_use->len != len)
        pack_use->mismatch = true;
    else
        pack_use->len = len;
}

void cxx_pack_note(Parse *parse, Decl *pack, int64_t len) {
    tm_pack_note(parse, pack->name, len);
}

void cxx_pack_ignore(Parse *parse) {
    struct TmplTable *t = tm_table(parse->x);
    if (!t->ignored) t->ignored = tm_pack_use_new(parse->x);
    parse->pack_use = t->ignored;
}

struct PackUse *tm_pack_watch(Parse *parse) {
    return parse->pack_use = tm_pack_use_new(parse->x);
}

bool tm_pack_watched(const struct PackUse *u, int32_t *len) {
    *len = u->bound && !u->unbound && !u->mismatch ? (int32_t)u->len : -1;
    return u->any;
}

void tm_pack_use_merge(struct PackUse *to, const struct PackUse *from) {
    if (!to || !from->any) return;
    if (!to->any) {
        to->name = from->name;
        to->pos = from->pos;
    }
    to->any = true;
    to->unbound |= from->unbound;
    to->bound |= from->bound;
    to->mismatch |= from->mismatch || (to->len >= 0 && from->len >= 0 && to->len != from->len);
    to->element_expansion |= from->element_expansion;
    if (to->len < 0) to->len = from->len;
}

struct PackUse *tm_pack_capture(Parse *parse) {
    struct PackUse *outer = parse->pack_use;
    if (outer) parse->pack_use = tm_pack_use_new(parse->x);
    return outer;
}

struct PackUse *tm_pack_release(Parse *parse, struct PackUse *outer) {
    struct PackUse *u = outer ? parse->pack_use : NULL;
    parse->pack_use = outer;
    if (!u || !u->any) return NULL;
    tm_pack_use_merge(outer, u);
    return u;
}

void tm_pack_repeat(Parse *parse, const struct PackUse *u) {
    if (u) tm_pack_use_merge(parse->pack_use, u);
}

// ---- what names stand for ----------------------------------------------------------------------

// An element that is an expansion itself stands for its pattern; the loop wraps the result again.
static TmplArg *pack_pattern(Parse *parse, TmplArg *el) {
    if (!tm_arg_is_expansion(el)) return el;
    if (parse->pack_use) parse->pack_use->element_expansion = true;
    TmplArg *a = arena_new(tm_arena(parse->x), TmplArg);
    *a = *el;
    if (el->kind == TA_TYPE)
        a->type = el->type->u.ptr.to;
    else if (el->kind == TA_EXPR)
        a->expr = el->expr->a; // of templates the parameter pack is its own pattern
    return a;
}

TmplArg *cxx_parm_arg(Parse *parse, TParmDecl *parm) {
    TmplArg *a = cxx_env_arg(parse->env, parm);
    if (!parm->pack) return a;
    if (!a || a->kind != TA_PACK) {
        cxx_pack_note(parse, &parm->d, -1);
        return NULL;
    }
    cxx_pack_note(parse, &parm->d, a->pack->n);
    if (parse->pack_index < 0 || (uint32_t)parse->pack_index >= a->pack->n) return NULL;
    return pack_pattern(parse, &a->pack->a[parse->pack_index]);
}

Decl *cxx_pack_elem(Parse *parse, PackDecl *pack) {
    if (pack->d.type && pack->d.type->kind == TY_PACK) { // of a signature with unbound parameters
        cxx_pack_note(parse, &pack->d, -1);
        return NULL;
    }
    cxx_pack_note(parse, &pack->d, pack->n);
    if (parse->pack_index < 0 || (uint32_t)parse->pack_index >= pack->n) return NULL;
    return pack->elem[parse->pack_index];
}

// ---- the loop ----------------------------------------------------------------------------------

static unsigned memo_get(Parse *parse, uint32_t token) {
    return tm_table(parse->x)->pack_start[token];
}

static void memo_put(Parse *parse, uint32_t token, unsigned what) {
    tm_table(parse->x)->pack_start[token] = (uint8_t)what;
}

void cxx_pack_begin(Parse *parse, PackLoop *pack_loop) {
    *pack_loop = (PackLoop){.start = parse->at,
                            .outer_index = parse->pack_index,
                            .outer_use = parse->pack_use,
                            .len = PL_FIRST,
                            .keep = true};
    if (memo_get(parse, pack_loop->start) == MEMO_PLAIN)
        return; // transparent: pack_loop->use == NULL
    pack_loop->errors = diag_errors_seen(parse->x->ctx);
    pack_loop->use = tm_pack_use_new(parse->x);
    parse->pack_use = pack_loop->use;
    parse->pack_index = 0;
}

// How many elements the pack of that name has in the instance that is read; -1: no such pack.
static int64_t named_length(Parse *parse, Atom name) {
    Lookup l = {0};
    if (!cxx_lookup(parse, name, 0, &l) || !l.n) return -1;
    const Decl *d = l.at[0];
    if (d->kind == D_PACK) {
        bool known = !d->type || d->type->kind != TY_PACK;
        return known ? (int64_t)((const PackDecl *)d)->n : -1;
    }
    if (d->kind != D_TPARM || !((const TParmDecl *)d)->pack) return -1;
    const TmplArg *a = cxx_env_arg(parse->env, (const TParmDecl *)d);
    return a && a->kind == TA_PACK ? (int64_t)a->pack->n : -1;
}

// Where the element of a list that begins at parse->at ends.
static uint32_t element_end(const Parse *parse) {
    const Token *tok = parse->tok;
    uint32_t i = parse->at;
    while (i < parse->end) {
        uint32_t next = i + 1;
        switch (tok[i].kind) {
        case T_LPAREN:
        case T_LBRACE:
        case T_LBRACKET: next = cxx_skip_operand(parse->x, i, parse->end); break;
        case T_LT: {
            uint32_t e = tok[i - 1].kind == T_IDENT ? cxx_skip_angles(parse->x, i, parse->end) : 0;
            if (e) next = e;
            break;
        }
        case T_COMMA:
        case T_RPAREN:
        case T_RBRACE:
        case T_RBRACKET:
        case T_SEMI: return i;
        default: break;
        }
        i = next > i ? next : i + 1;
    }
    return parse->end;
}

bool cxx_pack_empty(Parse *parse, const PackLoop *pack_loop) {
    if (!pack_loop->use || !parse->env) return false;
    uint32_t end = element_end(parse);
    if (end <= parse->at + 1 || parse->tok[end - 1].kind != T_ELLIPSIS) return false;
    // all of them: one without elements may be expanded inside of the pattern of another
    bool empty = false;
    for (uint32_t i = parse->at; i < end; i++) {
        uint16_t before = i ? parse->tok[i - 1].kind : T_EOF;
        if (parse->tok[i].kind != T_IDENT || is_any_of(before, T_DOT, T_ARROW, T_COLCOL)) continue;
        int64_t length = named_length(parse, parse->tok[i].text);
        if (length > 0) return false;
        empty |= !length;
    }
    return empty;
}

bool cxx_pack_any(const PackLoop *l) {
    return l->use && l->use->any;
}

static void loop_restore(Parse *parse, PackLoop *l) {
    parse->pack_index = l->outer_index;
    parse->pack_use = l->outer_use;
}

static bool loop_again(Parse *parse, PackLoop *l, int32_t index) {
    parse->at = l->start;
    parse->half_gtgt = false;
    parse->pack_index = index;
    parse->pack_use = l->use;
    return true;
}

// The element was no expansion: its packs are the outer loop's.
static bool loop_plain(Parse *parse, PackLoop *pack_loop) {
    struct PackUse *pack_use = pack_loop->use;
    if (pack_loop->errors == diag_errors_seen(parse->x->ctx))
        memo_put(parse, pack_loop->start, MEMO_PLAIN);
    loop_restore(parse, pack_loop);
    if (!pack_use->any) return false;
    if (pack_loop->outer_index > 0 || pack_loop->outer_index == PACK_DEP) {
        pack_loop->keep = false;
        pack_loop->len = PL_AGAIN;
        parse->at = pack_loop->start;
        parse->half_gtgt = false;
        return true;
    }
    tm_pack_use_merge(pack_loop->outer_use, pack_use);
    if (!pack_loop->outer_use && ((pack_use->bound && !pack_use->unbound) || unbound(parse))) {
        CXX_DIAG(parse->x, tmpl_unexpanded_pack, pack_use->pos, pack_use->name);
    }
    return false;
}

static bool loop_first(Parse *parse, PackLoop *pack_loop, bool ellipsis) {
    struct PackUse *pack_use = pack_loop->use;
    if (!ellipsis) return loop_plain(parse, pack_loop);
    if (!pack_use->any) { // `...` of another meaning, or an error for the caller
        loop_restore(parse, pack_loop);
        return false;
    }
    memo_put(parse, pack_loop->start, MEMO_EXPANSION);
    if (!pack_loop->ellipsis) parse->at++;
    if (pack_use->mismatch) {
        CXX_DIAG(parse->x, tmpl_pack_lengths, pack_use->pos, pack_use->name);
        pack_loop->keep = false;
        loop_restore(parse, pack_loop);
        return false;
    }
    if (pack_use->unbound) {
        if (pack_use->bound) {
            pack_loop->keep = false;
            pack_loop->len = PL_DEP;
            return loop_again(parse, pack_loop, PACK_DEP);
        }
        pack_loop->dependent = true;
        loop_restore(parse, pack_loop);
        return false;
    }
    pack_loop->len = pack_use->len;
    pack_loop->keep = pack_loop->len > 0;
    pack_loop->dependent = pack_use->element_expansion;
    if (pack_loop->len <= 1) {
        loop_restore(parse, pack_loop);
        return false;
    }
    pack_use->element_expansion = false;
    pack_loop->i = 1;
    return loop_again(parse, pack_loop, 1);
}

bool cxx_pack_next(Parse *parse, PackLoop *pack_loop) {
    if (!pack_loop->use) return false; // known to be no expansion
    bool ellipsis = pack_loop->ellipsis || cxx_peek(parse) == T_ELLIPSIS;
    if (pack_loop->len == PL_AGAIN) {
        pack_loop->keep = true;
        return false;
    }
    if (pack_loop->len == PL_FIRST) {
        bool more = loop_first(parse, pack_loop, ellipsis);
        pack_loop->ellipsis = false;
        return more;
    }
    if (ellipsis && !pack_loop->ellipsis) parse->at++;
    pack_loop->ellipsis = false;
    pack_loop->keep = true;
    if (pack_loop->len == PL_DEP) {
        pack_loop->dependent = true;
        loop_restore(parse, pack_loop);
        return false;
    }
    pack_loop->dependent = pack_loop->use->element_expansion;
    pack_loop->use->element_expansion = false;
    if (++pack_loop->i >= pack_loop->len) {
        loop_restore(parse, pack_loop);
        return false;
    }
    return loop_again(parse, pack_loop, pack_loop->i);
}
