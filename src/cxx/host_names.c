// SPDX-License-Identifier: Apache-2.0
// Which tokens of host code can lead to a kernel [design, decision 2], by name and to a fixed
// point: launches, names of kernels, names of functions whose definitions have such a token, and
// names of classes that run such code without a call of it that can be seen: by a constructor, a
// destructor, an operator, a conversion, a virtual function, a member or a base. Names only: what a
// token really means is found when host.c parses the functions that have one.
#include "cxx/host_int.h"

#include <stdlib.h>

static bool device_only(const IndexEntry *e) {
    return (e->flags & IX_DEVICE) && !(e->flags & IX_HOST);
}

static bool host_entry(const IndexEntry *e) {
    if (e->flags & IX_KERNEL) return false;
    if (device_only(e) && e->form != IXF_CLASS) return false;
    return e->form == IXF_FUNC_DEF || e->form == IXF_CLASS || e->form == IXF_OUT_OF_CLASS ||
           e->form == IXF_SIMPLE || e->form == IXF_ALIAS;
}

static int by_begin(const void *a, const void *b) {
    const HostUnit *u = a, *v = b;
    return u->begin < v->begin ? -1 : u->begin > v->begin;
}

static uint8_t what_is(const HostNames *h, Atom a) {
    return a < h->named.n ? h->named.at[a] : 0;
}

bool cxx_host_named(const HostNames *h, Atom a) {
    return what_is(h, a) != 0;
}

bool cxx_host_kernel(const HostNames *h, Atom a) {
    return what_is(h, a) & (HN_KERNEL | HN_PLAIN_KERNEL);
}

bool cxx_host_plain_kernel(const HostNames *h, Atom a) {
    return (what_is(h, a) & (HN_KERNEL | HN_PLAIN_KERNEL)) == HN_PLAIN_KERNEL;
}

static void name_as(HostNames *h, Atom a, uint8_t what) {
    while (h->named.n <= a) vec_push(xa(h->x), &h->named, 0);
    h->named.at[a] |= what;
}

void cxx_host_name(HostNames *h, Atom a) {
    if (!a || what_is(h, a) & HN_LEADS) return;
    name_as(h, a, HN_LEADS);
    vec_push(xa(h->x), &h->name, ((HostName){a, 0}));
}

// A kernel: what stands in front of its first declaration means something else by its name. (A
// kernel `copy` or `init` must not have half of the standard library read.) Its own arguments do
// not find a kernel for a template in front of it either: that would be a launch, a hit of its own.
static void name_kernel(HostNames *h, const IndexEntry *e) {
    bool is_template = (e->flags & IX_TEMPLATE) != 0;
    name_as(h, e->name, is_template ? HN_KERNEL : HN_PLAIN_KERNEL);
    h->templates |= is_template;
    void **from = map_slot(&h->kernel_from, e->name);
    if (!*from) {
        vec_push(xa(h->x), &h->kernel, e->name);
        *from = (void *)(uintptr_t)e->order;
    } else if (e->order < (uintptr_t)*from) {
        *from = (void *)(uintptr_t)e->order;
    }
}

static void collect_units(HostNames *h) {
    Cxx *x = h->x;
    for (uint32_t n = 0; n < x->decls->namespaces.n; n++) {
        Scope *s = x->decls->namespaces.at[n];
        for (uint32_t i = 0; s->index && i < s->index->e.n; i++) {
            IndexEntry *e = &s->index->e.at[i];
            if (e->group != i) continue;
            if (e->flags & IX_KERNEL && !h->calls && e->name) {
                name_kernel(h, e);
            }
            if (!host_entry(e)) continue;
            vec_push(xa(x), &h->unit,
                     ((HostUnit){.begin = e->begin,
                                 .end = e->end,
                                 .entry = i,
                                 .s = s,
                                 .is_class = e->form == IXF_CLASS}));
        }
    }
}

// All declarations of kernels have been seen.
static void follow_kernels(HostNames *h) {
    for (uint32_t i = 0; i < h->kernel.n; i++) {
        Atom a = h->kernel.at[i];
        uintptr_t from = (uintptr_t)map_get(&h->kernel_from, a);
        vec_push(xa(h->x), &h->name, ((HostName){a, (uint32_t)from}));
    }
}

// ---- a hit -------------------------------------------------------------------------------------

static bool is_virtual(const HostNames *h, const IndexEntry *e) {
    return (e->flags & IX_VIRTUAL) || (e->name < h->x->decls->natoms && h->virtual_[e->name]);
}

static bool is_operator(const HostNames *h, const IndexEntry *e) {
    return h->x->tokens->at[e->order].kind == T_KW_OPERATOR; // or a conversion
}

static bool is_range(const HostNames *h, const IndexEntry *e) { // of a range-for
    return e->name == h->x->n.begin || e->name == h->x->n.end;
}

// A hit in member e of class `cls`: what is named that lets others come here.
static void hit_in_member(HostNames *h, const IndexEntry *e, Atom cls) {
    const Cxx *x = h->x;
    bool special = e->name == x->n.ctor || e->name == x->n.dtor;
    if (device_only(e)) return;
    if (special || is_range(h, e) || is_operator(h, e) || is_virtual(h, e)) cxx_host_name(h, cls);
    if (e->form == IXF_SIMPLE && !(e->flags & (IX_STATIC | IX_TYPEDEF | IX_FUNCTION))) {
        cxx_host_name(h, cls); // a data member: its class's constructors run, ...
        return;
    }
    if (!special) cxx_host_name(h, e->name);
}

// The name and key of the class with the head [begin, i): those under which the elaboration asks
// for its index.
static Atom class_of_head(HostNames *h, uint32_t begin, uint32_t i, ClassTag *tag) {
    const Token *tok = h->x->tokens->at;
    Atom name = 0;
    *tag = CT_STRUCT;
    for (uint32_t k = begin; k < i; k++) {
        uint16_t c = tok[k].kind;
        if (c == T_LT) {
            uint32_t e = cxx_skip_angles(h->x, k, i);
            if (e) k = e - 1;
        } else if (c == T_LPAREN || c == T_LBRACKET) {
            k = tok[k].match;
        } else if (c == T_KW_CLASS || c == T_KW_STRUCT || c == T_KW_UNION) {
            *tag = c == T_KW_CLASS ? CT_CLASS : c == T_KW_UNION ? CT_UNION : CT_STRUCT;
            name = 0;
        } else if (c == T_COLON) {
            break;
        } else if (c == T_IDENT && tok[k + 1].kind != T_LPAREN &&
                   !(name && tok[k].text == h->x->n.final_)) {
            name = tok[k].text;
        }
    }
    return name;
}

// A hit at token t inside a class: the member around it, by the class's index.
static void hit_in_class(HostNames *h, uint32_t begin, uint32_t end, uint32_t t, int depth) {
    const Token *tok = h->x->tokens->at;
    uint32_t i = begin;
    while (i < end && tok[i].kind != T_LBRACE && tok[i].kind != T_SEMI) {
        i = tok[i].kind == T_LPAREN ? cxx_skip_group(tok, i, end) : i + 1;
    }
    if (i >= end || tok[i].kind != T_LBRACE || depth > 32) return;
    ClassTag tag;
    Atom name = class_of_head(h, begin, i, &tag);
    if (t < i) { // a base
        if (tok[t].text != name) cxx_host_name(h, name);
        return;
    }
    Index *ix = cxx_class_index(h->x, i, cxx_skip_group(tok, i, end), name, tag);
    uint32_t lo = 0, hi = ix->e.n; // entries are in the order of their tokens
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (ix->e.at[mid].begin <= t)
            lo = mid + 1;
        else
            hi = mid;
    }
    for (uint32_t k = lo; k-- > 0;) {
        IndexEntry *e = &ix->e.at[k];
        if (t >= e->end || e->group != k) continue; // of the same group, or inside of the entry
        if (e->form == IXF_CLASS)
            hit_in_class(h, e->begin, e->end, t, depth + 1);
        else if (t != e->order)
            hit_in_member(h, e, name);
        return;
    }
}

bool cxx_launch_at(const Token *t) {
    return t[0].kind == T_LTLT && t[1].kind == T_LT;
}

static const MemberDef *outside_def(HostNames *h, const IndexEntry *e) {
    for (MemberDef *m = cxx_member_defs(h->x, e->name); m; m = m->next) {
        if (m->order == e->order) return m;
    }
    return NULL;
}

// The class that a qualified name is a member of: the last name of its qualifier.
static Atom qualifying_class(HostNames *h, const MemberDef *m) {
    const Token *tok = h->x->tokens->at;
    Atom name = 0;
    for (uint32_t i = m->qual_begin; i < m->order; i++) {
        uint32_t e = tok[i].kind == T_LT ? cxx_skip_angles(h->x, i, m->order) : 0;
        if (e) i = e - 1;
        if (tok[i].kind == T_IDENT) name = tok[i].text;
    }
    return name;
}

static void hit_outside(HostNames *h, IndexEntry *e, uint32_t t) {
    const MemberDef *m = outside_def(h, e);
    if (!m) return;
    if (m->is_class)
        hit_in_class(h, m->begin, m->end, t, 0);
    else
        hit_in_member(h, e, qualifying_class(h, m));
}

static void hit_in_namespace(HostNames *h, HostUnit *d, IndexEntry *e) {
    Index *ix = d->s->index;
    for (uint32_t k = d->entry; k < ix->e.n && ix->e.at[k].group == e->group; k++) {
        cxx_host_name(h, ix->e.at[k].name);
    }
    CxxOp op;
    if (e->form == IXF_FUNC_DEF && is_range(h, e)) vec_push(xa(h->x), &h->op, HOST_RANGE_FOR);
    if (e->form == IXF_FUNC_DEF && is_operator(h, e) &&
        cxx_operator_tokens(h->x, e->order + 1, e->end, &op)) {
        vec_push(xa(h->x), &h->op, (uint8_t)op);
    }
}

// Unit u mentions a name of the set, or launches, at token t.
static void hit(HostNames *h, uint32_t u, uint32_t t) {
    HostUnit *d = &h->unit.at[u];
    IndexEntry *e = &d->s->index->e.at[d->entry];
    if (t == e->order || bitset_has(&h->hit, t)) return; // its own name; known
    bitset_add(&h->hit, t);
    if (d->is_class)
        hit_in_class(h, d->begin, d->end, t, 0);
    else if (e->form == IXF_OUT_OF_CLASS)
        hit_outside(h, e, t);
    else if (!d->hit)
        hit_in_namespace(h, d, e);
    d->hit = true;
}

// ---- the fixed point ---------------------------------------------------------------------------

// `virtual` at token i: the name of the function.
static void note_virtual(HostNames *h, uint32_t i, uint32_t end) {
    const Token *tok = h->x->tokens->at;
    for (i++; i < end; i++) {
        uint16_t k = tok[i].kind;
        if (k == T_KW_OPERATOR) { // `virtual` goes with the class's name anyway
            return;
        } else if (k == T_IDENT && tok[i + 1].kind == T_LPAREN &&
                   tok[i].text < h->x->decls->natoms) {
            h->virtual_[tok[i].text] = 1;
            return;
        } else if (k == T_SEMI || k == T_LBRACE) {
            return;
        }
    }
}

// One pass over the tokens of the units: notes who mentions what, and follows the launches.
static void collect_mentions(HostNames *h) {
    Cxx *x = h->x;
    const Token *tok = x->tokens->at;
    h->mentions = arena_array(xa(x), uint32_t, x->decls->natoms + 1);
    h->virtual_ = arena_array(xa(x), uint8_t, x->decls->natoms + 1);
    for (uint32_t u = 0; u < h->unit.n; u++) {
        uint32_t end = h->unit.at[u].end;
        for (uint32_t i = h->unit.at[u].begin; i < end; i++) {
            uint16_t k = tok[i].kind;
            if (k == T_IDENT && tok[i].text < x->decls->natoms) {
                uint32_t *first = &h->mentions[tok[i].text];
                vec_push(xa(x), &h->mention, ((HostMention){i, u, *first}));
                *first = h->mention.n;
            } else if (k == T_KW_VIRTUAL) {
                note_virtual(h, i, end);
            } else if (k == T_LTLT && !h->calls && cxx_launch_at(&tok[i])) {
                hit(h, u, i);
            }
        }
    }
}

static void find_main_file(HostNames *h) {
    for (uint32_t u = 0; u < h->unit.n; u++) {
        HostUnit *d = &h->unit.at[u];
        d->in_main_file = cxx_in_main_file(h->x, h->x->tokens->at[d->begin].pos);
    }
}

// An operator function that is no member: the operator alone tells little, so it counts in the main
// file only. (In templates of headers it is reached by the types of their arguments.)
static void follow_operator(HostNames *h, uint8_t want) {
    Cxx *x = h->x;
    if (h->nops == 1) find_main_file(h); // the first
    for (uint32_t u = 0; u < h->unit.n; u++) {
        HostUnit *d = &h->unit.at[u];
        for (uint32_t i = d->begin; d->in_main_file && i < d->end; i++) {
            CxxOp op;
            bool found = want == HOST_RANGE_FOR
                             ? x->tokens->at[i].kind == T_KW_FOR
                             : cxx_operator_tokens(x, i, d->end, &op) && op == want;
            if (found) hit(h, u, i);
        }
    }
}

// Does a unit launch, or mention a kernel other than by being it? Headers' host code rarely does,
// and then nothing need be noted.
static bool any_hit(const HostNames *h) {
    const Token *tok = h->x->tokens->at;
    for (uint32_t u = 0; u < h->unit.n; u++) {
        for (uint32_t i = h->unit.at[u].begin, end = h->unit.at[u].end; i < end; i++) {
            if (tok[i].kind == T_IDENT ? cxx_host_named(h, tok[i].text)
                                       : !h->calls && cxx_launch_at(&tok[i]))
                return true;
        }
    }
    return false;
}

void cxx_host_names(HostNames *h) {
    collect_units(h);
    follow_kernels(h);
    if (!h->op.n && !any_hit(h)) return;
    qsort(h->unit.at, h->unit.n, sizeof(HostUnit), by_begin);
    bitset_init(&h->hit, xa(h->x), h->x->tokens->n);
    collect_mentions(h);
    for (;;) {
        if (h->nfollowed < h->name.n) {
            HostName name = h->name.at[h->nfollowed++];
            if (name.name >= h->x->decls->natoms) continue; // no token has this name
            for (uint32_t k = h->mentions[name.name]; k; k = h->mention.at[k - 1].next) {
                const HostMention *at = &h->mention.at[k - 1];
                if (at->token >= name.from) hit(h, at->unit, at->token);
            }
        } else if (h->nops < h->op.n) {
            uint8_t op = h->op.at[h->nops++];
            bool done = false;
            for (uint32_t i = 0; i + 1 < h->nops; i++) done |= h->op.at[i] == op;
            if (!done) follow_operator(h, op);
        } else {
            break;
        }
    }
    BITSET_FOREACH (t, &h->hit) vec_push(xa(h->x), &h->hits, t);
}

uint32_t cxx_host_first_hit(const HostNames *h, uint32_t begin, uint32_t end) {
    uint32_t lo = 0, hi = h->hits.n;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (h->hits.at[mid] < begin)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < h->hits.n && h->hits.at[lo] < end ? h->hits.at[lo] : UINT32_MAX;
}

bool cxx_host_hit(const HostNames *h, uint32_t begin, uint32_t end) {
    return cxx_host_first_hit(h, begin, end) != UINT32_MAX;
}
