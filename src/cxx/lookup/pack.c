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

struct PackUse *tm_pack_use_new(Cxx *x) {
    struct PackUse *u = arena_new(tm_arena(x), struct PackUse);
    u->len = -1;
    return u;
}

// Where templates are checked a pack that nothing expands is reported where a template is read
// unbound; looking ahead (under a trap) may begin in the middle of a pattern.
static bool unbound(const Parse *p) {
    bool checked = p->x->opt.check_all || p->x->decls->unbound;
    return p->dependent && checked && !diag_trapped(p->x->ctx);
}

void tm_pack_note(Parse *p, Atom name, int64_t len) {
    struct PackUse *u = p->pack_use;
    if (!u) {
        tm_table(p->x)->unrepeatable++;
        if (unbound(p))
            CXX_DIAG(p->x, tmpl_unexpanded_pack, p->tok[p->at ? p->at - 1 : 0].pos, name);
        return;
    }
    if (!u->any) {
        u->name = name;
        u->pos = p->tok[p->at ? p->at - 1 : 0].pos;
    }
    u->any = true;
    if (len < 0) {
        u->unbound = true;
        return;
    }
    u->bound = true;
    if (u->len >= 0 && u->len != len)
        u->mismatch = true;
    else
        u->len = len;
}

void cxx_pack_note(Parse *p, Decl *pack, int64_t len) {
    tm_pack_note(p, pack->name, len);
}

void cxx_pack_ignore(Parse *p) {
    struct TmplTable *t = tm_table(p->x);
    if (!t->ignored) t->ignored = tm_pack_use_new(p->x);
    p->pack_use = t->ignored;
}

struct PackUse *tm_pack_watch(Parse *p) {
    return p->pack_use = tm_pack_use_new(p->x);
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

struct PackUse *tm_pack_capture(Parse *p) {
    struct PackUse *outer = p->pack_use;
    if (outer) p->pack_use = tm_pack_use_new(p->x);
    return outer;
}

struct PackUse *tm_pack_release(Parse *p, struct PackUse *outer) {
    struct PackUse *u = outer ? p->pack_use : NULL;
    p->pack_use = outer;
    if (!u || !u->any) return NULL;
    tm_pack_use_merge(outer, u);
    return u;
}

void tm_pack_repeat(Parse *p, const struct PackUse *u) {
    if (u) tm_pack_use_merge(p->pack_use, u);
}

// ---- what names stand for ----------------------------------------------------------------------

// An element that is an expansion itself stands for its pattern; the loop wraps the result again.
static TmplArg *pack_pattern(Parse *p, TmplArg *el) {
    if (!tm_arg_is_expansion(el)) return el;
    if (p->pack_use) p->pack_use->element_expansion = true;
    TmplArg *a = arena_new(tm_arena(p->x), TmplArg);
    *a = *el;
    if (el->kind == TA_TYPE)
        a->type = el->type->u.ptr.to;
    else if (el->kind == TA_EXPR)
        a->expr = el->expr->a; // of templates the parameter pack is its own pattern
    return a;
}

TmplArg *cxx_parm_arg(Parse *p, TParmDecl *parm) {
    TmplArg *a = cxx_env_arg(p->env, parm);
    if (!parm->pack) return a;
    if (!a || a->kind != TA_PACK) {
        cxx_pack_note(p, &parm->d, -1);
        return NULL;
    }
    cxx_pack_note(p, &parm->d, a->pack->n);
    if (p->pack_index < 0 || (uint32_t)p->pack_index >= a->pack->n) return NULL;
    return pack_pattern(p, &a->pack->a[p->pack_index]);
}

Decl *cxx_pack_elem(Parse *p, PackDecl *pack) {
    if (pack->d.type && pack->d.type->kind == TY_PACK) { // of a signature with unbound parameters
        cxx_pack_note(p, &pack->d, -1);
        return NULL;
    }
    cxx_pack_note(p, &pack->d, pack->n);
    if (p->pack_index < 0 || (uint32_t)p->pack_index >= pack->n) return NULL;
    return pack->elem[p->pack_index];
}

// ---- the loop ----------------------------------------------------------------------------------

static uintptr_t memo_get(Parse *p, uint32_t token) {
    return (uintptr_t)map_get(&tm_table(p->x)->pack_start, token + 1);
}

static void memo_put(Parse *p, uint32_t token, uintptr_t what) {
    map_put(&tm_table(p->x)->pack_start, token + 1, (void *)what);
}

void cxx_pack_begin(Parse *p, PackLoop *l) {
    *l = (PackLoop){.start = p->at,
                    .outer_index = p->pack_index,
                    .outer_use = p->pack_use,
                    .len = PL_FIRST,
                    .keep = true};
    if (memo_get(p, l->start) == MEMO_PLAIN) return; // transparent: l->use == NULL
    l->errors = diag_errors_seen(p->x->ctx);
    l->use = tm_pack_use_new(p->x);
    p->pack_use = l->use;
    p->pack_index = 0;
}

// How many elements the pack of that name has in the instance that is read; -1: no such pack.
static int64_t named_length(Parse *p, Atom name) {
    Lookup l = {0};
    if (!cxx_lookup(p, name, 0, &l) || !l.n) return -1;
    const Decl *d = l.at[0];
    if (d->kind == D_PACK) {
        bool known = !d->type || d->type->kind != TY_PACK;
        return known ? (int64_t)((const PackDecl *)d)->n : -1;
    }
    if (d->kind != D_TPARM || !((const TParmDecl *)d)->pack) return -1;
    const TmplArg *a = cxx_env_arg(p->env, (const TParmDecl *)d);
    return a && a->kind == TA_PACK ? (int64_t)a->pack->n : -1;
}

// Where the element of a list that begins at p->at ends.
static uint32_t element_end(const Parse *p) {
    const Token *tok = p->tok;
    uint32_t i = p->at;
    while (i < p->end) {
        uint32_t next = i + 1;
        switch (tok[i].kind) {
        case T_LPAREN:
        case T_LBRACE:
        case T_LBRACKET: next = cxx_skip_group(tok, i, p->end); break;
        case T_LT: {
            uint32_t e = tok[i - 1].kind == T_IDENT ? cxx_skip_angles(p->x, i, p->end) : 0;
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
    return p->end;
}

bool cxx_pack_empty(Parse *p, const PackLoop *l) {
    if (!l->use || !p->env) return false;
    uint32_t end = element_end(p);
    if (end <= p->at + 1 || p->tok[end - 1].kind != T_ELLIPSIS) return false;
    // all of them: one without elements may be expanded inside of the pattern of another
    bool empty = false;
    for (uint32_t i = p->at; i < end; i++) {
        uint16_t before = i ? p->tok[i - 1].kind : T_EOF;
        if (p->tok[i].kind != T_IDENT || before == T_DOT || before == T_ARROW || before == T_COLCOL)
            continue;
        int64_t length = named_length(p, p->tok[i].text);
        if (length > 0) return false;
        empty |= !length;
    }
    return empty;
}

bool cxx_pack_any(const PackLoop *l) {
    return l->use && l->use->any;
}

static void loop_restore(Parse *p, PackLoop *l) {
    p->pack_index = l->outer_index;
    p->pack_use = l->outer_use;
}

static bool loop_again(Parse *p, PackLoop *l, int32_t index) {
    p->at = l->start;
    p->half_gtgt = false;
    p->pack_index = index;
    p->pack_use = l->use;
    return true;
}

// The element was no expansion: its packs are the outer loop's.
static bool loop_plain(Parse *p, PackLoop *l) {
    struct PackUse *u = l->use;
    if (l->errors == diag_errors_seen(p->x->ctx)) memo_put(p, l->start, MEMO_PLAIN);
    loop_restore(p, l);
    if (!u->any) return false;
    if (l->outer_index > 0 || l->outer_index == PACK_DEP) {
        l->keep = false;
        l->len = PL_AGAIN;
        p->at = l->start;
        p->half_gtgt = false;
        return true;
    }
    tm_pack_use_merge(l->outer_use, u);
    if (!l->outer_use && ((u->bound && !u->unbound) || unbound(p))) {
        CXX_DIAG(p->x, tmpl_unexpanded_pack, u->pos, u->name);
    }
    return false;
}

static bool loop_first(Parse *p, PackLoop *l, bool ellipsis) {
    struct PackUse *u = l->use;
    if (!ellipsis) return loop_plain(p, l);
    if (!u->any) { // `...` of another meaning, or an error for the caller
        loop_restore(p, l);
        return false;
    }
    memo_put(p, l->start, MEMO_EXPANSION);
    if (!l->ellipsis) p->at++;
    if (u->mismatch) {
        CXX_DIAG(p->x, tmpl_pack_lengths, u->pos, u->name);
        l->keep = false;
        loop_restore(p, l);
        return false;
    }
    if (u->unbound) {
        if (u->bound) {
            l->keep = false;
            l->len = PL_DEP;
            return loop_again(p, l, PACK_DEP);
        }
        l->dependent = true;
        loop_restore(p, l);
        return false;
    }
    l->len = u->len;
    l->keep = l->len > 0;
    l->dependent = u->element_expansion;
    if (l->len <= 1) {
        loop_restore(p, l);
        return false;
    }
    u->element_expansion = false;
    l->i = 1;
    return loop_again(p, l, 1);
}

bool cxx_pack_next(Parse *p, PackLoop *l) {
    if (!l->use) return false; // known to be no expansion
    bool ellipsis = l->ellipsis || cxx_peek(p) == T_ELLIPSIS;
    if (l->len == PL_AGAIN) {
        l->keep = true;
        return false;
    }
    if (l->len == PL_FIRST) {
        bool more = loop_first(p, l, ellipsis);
        l->ellipsis = false;
        return more;
    }
    if (ellipsis && !l->ellipsis) p->at++;
    l->ellipsis = false;
    l->keep = true;
    if (l->len == PL_DEP) {
        l->dependent = true;
        loop_restore(p, l);
        return false;
    }
    l->dependent = l->use->element_expansion;
    l->use->element_expansion = false;
    if (++l->i >= l->len) {
        loop_restore(p, l);
        return false;
    }
    return loop_again(p, l, l->i);
}
