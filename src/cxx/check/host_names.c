// SPDX-License-Identifier: Apache-2.0
// Which tokens of host code can lead to a kernel [design, decision 2], by name and to a fixed
// point: launches, names of kernels, names of functions whose definitions have such a token, and
// names of classes that run such code without a call of it that can be seen: by a constructor, a
// destructor, an operator, a conversion, a virtual function, a member or a base. Names only: what a
// token really means is found when check/host.c parses the functions that have one.
#include "cxx/facts/state.h"
#include "cxx/check/host_int.h"

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

static HostSet seen_by(const HostNames *h, Atom a) {
    return a < h->named.n ? h->named.at[a] >> HN_BITS : 0;
}

bool cxx_host_named(const HostNames *h, Atom a) {
    return cxx_host_meaning(h, a) != 0;
}

// Names outside of all libraries mean that to everybody behind their first declaration.
static uint32_t meant_from(const HostNames *h, Atom a) {
    return a < h->from.n ? h->from.at[a] : UINT32_MAX;
}

bool cxx_host_leads(const HostNames *h, Atom a, HostSet sees, uint32_t at) {
    HostSet by = seen_by(h, a);
    return (by & sees) != 0 || (by & HOST_OUTSIDE && meant_from(h, a) < at);
}

static void name_as(HostNames *h, Atom a, unsigned what, HostSet by, uint32_t from) {
    while (h->named.n <= a) {
        vec_push(xa(h->x), &h->named, 0);
        vec_push(xa(h->x), &h->from, UINT32_MAX);
    }
    h->named.at[a] |= what | by << HN_BITS;
    if (by & HOST_OUTSIDE) h->from.at[a] = CU_MIN(h->from.at[a], from);
}

void cxx_host_name(HostNames *h, Atom a, HostSet by, uint32_t from) {
    if (cxx_host_meaning(h, a) & HN_LEADS) {
        HostSet known = seen_by(h, a);
        if (from < meant_from(h, a)) known &= ~(HostSet)HOST_OUTSIDE;
        by &= ~known;
    }
    if (!a || !by) return;
    name_as(h, a, HN_LEADS, by, from);
    HostSet in_library = by & ~(HostSet)HOST_OUTSIDE, outside = by & HOST_OUTSIDE;
    if (in_library) vec_push(xa(h->x), &h->name, ((HostName){a, 0, in_library, false}));
    if (outside) vec_push(xa(h->x), &h->name, ((HostName){a, from, outside, false}));
}

// A kernel: what stands in front of its first declaration means something else by its name. (A
// kernel `copy` or `init` must not have half of the standard library read.) Its own arguments do
// not find a kernel for a template in front of it either: that would be a launch, a hit of its own.
static void name_kernel(HostNames *h, const IndexEntry *e, const Scope *s) {
    bool is_template = (e->flags & IX_TEMPLATE) != 0;
    HostSet by = (HostSet)1 << cxx_host_library(h, s);
    name_as(h, e->name, is_template ? HN_KERNEL : HN_PLAIN_KERNEL, by, e->order);
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
        uint32_t library = cxx_host_library(h, s);
        for (uint32_t i = 0; s->index && i < s->index->e.n; i++) {
            IndexEntry *e = &s->index->e.at[i];
            if (e->group != i) continue;
            if (e->flags & IX_KERNEL && !h->calls && e->name) {
                name_kernel(h, e, s);
            }
            if (!host_entry(e)) continue;
            vec_push(xa(x), &h->unit,
                     ((HostUnit){.begin = e->begin,
                                 .end = e->end,
                                 .entry = i,
                                 .s = s,
                                 .library = library,
                                 .is_class = e->form == IXF_CLASS}));
        }
    }
}

// All declarations of kernels have been seen.
static void follow_kernels(HostNames *h) {
    for (uint32_t i = 0; i < h->kernel.n; i++) {
        Atom a = h->kernel.at[i];
        uintptr_t from = (uintptr_t)map_get(&h->kernel_from, a);
        vec_push(xa(h->x), &h->name, ((HostName){a, (uint32_t)from, seen_by(h, a), true}));
    }
}

// ---- a hit -------------------------------------------------------------------------------------

typedef struct Hit {
    uint32_t token;
    HostSet by;    // what it makes lead on does so where one of these is seen,
    uint32_t from; // or behind this token if it stands outside of all libraries
    bool sure;     // not only in instances that see more than the template
} Hit;

static bool is_virtual(const HostNames *h, const IndexEntry *e) {
    return (e->flags & IX_VIRTUAL) || (e->name < h->x->decls->natoms && h->virtual_[e->name]);
}

static bool is_operator(const HostNames *h, const IndexEntry *e) {
    return h->x->tokens->at[e->order].kind == T_KW_OPERATOR; // or a conversion
}

static bool is_range(const HostNames *h, const IndexEntry *e) { // of a range-for
    return e->name == h->x->n.begin || e->name == h->x->n.end;
}

static bool says_auto(const Token *tok, uint32_t begin, uint32_t end) {
    while (begin < end && tok[begin].kind != T_KW_AUTO) begin++;
    return begin < end;
}

// Whether token t stands in the body of a function that is no template. It is parsed for its own
// sake, called or not, so nobody need come there for what its body does. (With `auto` in its head
// callers may see what the body makes: a closure.)
static bool in_plain_body(const HostNames *h, const IndexEntry *e, bool in_template, uint32_t t) {
    const Token *tok = h->x->tokens->at;
    bool function = e->form == IXF_FUNC_DEF || e->form == IXF_OUT_OF_CLASS;
    if (h->calls || in_template || e->flags & IX_TEMPLATE || !function) return false;
    if (tok[e->end - 1].kind != T_RBRACE) return false;
    uint32_t body = tok[e->end - 1].match;
    return t > body && !says_auto(tok, e->begin, body);
}

// A hit in member e of class `cls`: what is named that lets others come here. Whether it is one.
static bool hit_in_member(HostNames *h, const IndexEntry *e, Atom cls, bool in_template, Hit hit) {
    const Cxx *x = h->x;
    bool special = e->name == x->n.ctor || e->name == x->n.dtor;
    if (device_only(e)) return hit.sure;
    if (in_plain_body(h, e, in_template, hit.token)) return hit.sure;
    if (special || is_range(h, e) || is_operator(h, e) || is_virtual(h, e))
        cxx_host_name(h, cls, hit.by, hit.from);
    if (e->form == IXF_SIMPLE && !(e->flags & (IX_STATIC | IX_TYPEDEF | IX_FUNCTION)))
        cxx_host_name(h, cls, hit.by, hit.from); // a data member: its class's constructors run, ...
    else if (!special)
        cxx_host_name(h, e->name, hit.by, hit.from);
    return true;
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

// The body of the class with the tokens [begin, end), or no members.
static HostClass class_body(HostNames *h, uint32_t begin, uint32_t end) {
    const Token *tok = h->x->tokens->at;
    uint32_t i = begin;
    while (i < end && tok[i].kind != T_LBRACE && tok[i].kind != T_SEMI) {
        i = tok[i].kind == T_LPAREN ? cxx_skip_group(tok, i, end) : i + 1;
    }
    if (i >= end || tok[i].kind != T_LBRACE) return (HostClass){.known = true};
    HostClass c = {.known = true, .open = i};
    ClassTag tag;
    c.name = class_of_head(h, begin, i, &tag);
    c.members = cxx_class_index(h->x, i, cxx_skip_group(tok, i, end), c.name, tag);
    return c;
}

// The member of a class at token t, or NULL.
static IndexEntry *member_at(const Index *ix, uint32_t t) {
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
        if (t < e->end && e->group == k) return e; // else of the same group, or inside of the entry
    }
    return NULL;
}

// A hit inside a class: the member around it, by the class's index.
static bool hit_in_class(HostNames *h, const HostClass *c, Hit hit, bool in_template, int depth) {
    uint32_t t = hit.token;
    if (!c->members || depth > 32) return true;
    if (t < c->open) { // a base
        if (h->x->tokens->at[t].text != c->name) cxx_host_name(h, c->name, hit.by, hit.from);
        return true;
    }
    const IndexEntry *e = member_at(c->members, t);
    if (!e || t == e->order) return true;
    in_template |= (e->flags & IX_TEMPLATE) != 0;
    if (e->form != IXF_CLASS) return hit_in_member(h, e, c->name, in_template, hit);
    HostClass inner = class_body(h, e->begin, e->end);
    return hit_in_class(h, &inner, hit, in_template, depth + 1);
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

static bool hit_outside(HostNames *h, IndexEntry *e, Hit hit) {
    const MemberDef *m = outside_def(h, e);
    if (!m) return true;
    if (m->is_class) {
        HostClass c = class_body(h, m->begin, m->end);
        return hit_in_class(h, &c, hit, m->nheaders, 0);
    }
    return hit_in_member(h, e, qualifying_class(h, m), m->nheaders, hit);
}

// The first declaration of what entry k of a unit's scope declares.
static uint32_t declared_from(const HostUnit *d, uint32_t k) {
    const Index *ix = d->s->index;
    if (ix->e.at[k].form == IXF_OUT_OF_CLASS) return 0; // (somewhere)
    uintptr_t first = (uintptr_t)map_get(&ix->by_name, ix->e.at[k].name);
    return ix->e.at[first ? first - 1 : k].order;
}

static bool hit_in_namespace(HostNames *h, HostUnit *d, IndexEntry *e, Hit hit) {
    Index *ix = d->s->index;
    if (in_plain_body(h, e, false, hit.token)) return hit.sure;
    if (!(hit.by & ~d->named)) return true;
    d->named |= hit.by;
    for (uint32_t k = d->entry; k < ix->e.n && ix->e.at[k].group == e->group; k++) {
        uint32_t from = hit.sure ? declared_from(d, k) : hit.from;
        cxx_host_name(h, ix->e.at[k].name, hit.by, from);
    }
    CxxOp op;
    if (e->form == IXF_FUNC_DEF && is_range(h, e)) vec_push(xa(h->x), &h->op, HOST_RANGE_FOR);
    if (e->form == IXF_FUNC_DEF && is_operator(h, e) &&
        cxx_operator_tokens(h->x, e->order + 1, e->end, &op)) {
        vec_push(xa(h->x), &h->op, (uint8_t)op);
    }
    return true;
}

// Unit u launches at token t, or mentions a name of the set, which means one where one of `by` is
// seen, or behind token `from` where it stands outside of all libraries. What the unit sees counts;
// in a template also what its instances' arguments see, so that its own name leads on under the
// same condition.
static void hit(HostNames *h, uint32_t u, uint32_t token, HostSet by, uint32_t from) {
    HostUnit *unit = &h->unit.at[u];
    IndexEntry *entry = &unit->s->index->e.at[unit->entry];
    bool own_name = token == entry->order;
    if (own_name || bitset_has(&h->sure, token)) return;

    if (!unit->sees) unit->sees = cxx_host_sees(h, unit->library, unit->end);
    bool sees_it = (by & unit->sees) != 0, sees_outside = by & HOST_OUTSIDE && from < unit->end;
    Hit hit = {.token = token, .sure = sees_it || sees_outside, .by = by, .from = from};
    if (!hit.sure && !unit->has_template) return;
    if (hit.sure) { // who sees this unit's library sees its name
        hit.by = h->calls ? HOST_ALL : (HostSet)1 << unit->library;
        hit.from = declared_from(unit, unit->entry);
    }

    if (unit->is_class && !unit->cls.known) unit->cls = class_body(h, unit->begin, unit->end);
    bool is_hit = unit->is_class ? hit_in_class(h, &unit->cls, hit, entry->flags & IX_TEMPLATE, 0)
                  : entry->form == IXF_OUT_OF_CLASS ? hit_outside(h, entry, hit)
                                                    : hit_in_namespace(h, unit, entry, hit);
    if (!is_hit) return;
    bitset_add(&h->hit, token);
    if (hit.sure) bitset_add(&h->sure, token);
    unit->hit = true;
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

// One pass over the tokens of the units: notes who mentions what.
static void collect_mentions(HostNames *h) {
    Cxx *x = h->x;
    const Token *tok = x->tokens->at;
    h->mentions = arena_array(&x->ctx->scratch, uint32_t, x->decls->natoms + 1);
    h->virtual_ = arena_array(&x->ctx->scratch, uint8_t, x->decls->natoms + 1);
    for (uint32_t u = 0; u < h->unit.n; u++) {
        HostUnit *d = &h->unit.at[u];
        d->specialized_for = cxx_host_specialized_for(h, d);
        for (uint32_t i = d->begin; i < d->end; i++) {
            uint16_t k = tok[i].kind;
            if (k == T_IDENT && tok[i].text < x->decls->natoms) {
                uint32_t *first = &h->mentions[tok[i].text];
                vec_push(&x->ctx->scratch, &h->mention, ((HostMention){i, u, *first}));
                *first = h->mention.n;
                if (h->library[tok[i].text])
                    cxx_host_note_library(h, d->library, i, d->specialized_for);
            } else if (k == T_KW_VIRTUAL) {
                note_virtual(h, i, d->end);
            } else if (k == T_KW_TEMPLATE || k == T_KW_AUTO) {
                d->has_template = true;
            } else if (k == T_LTLT && !h->calls && cxx_launch_at(&tok[i])) {
                vec_push(&x->ctx->scratch, &h->launch, ((HostMention){.token = i, .unit = u}));
            }
        }
    }
    cxx_host_close_libraries(h);
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
            if (found) hit(h, u, i, HOST_ALL, 0);
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

// The mentions of a name, the last first.
static void follow_name(HostNames *h, HostName name) {
    for (uint32_t k = h->mentions[name.name]; k; k = h->mention.at[k - 1].next) {
        const HostMention *at = &h->mention.at[k - 1];
        if (name.is_kernel && at->token < name.from) break;
        hit(h, at->unit, at->token, name.by, name.from);
    }
}

// To the fixed point.
static void follow_names(HostNames *h) {
    for (uint32_t i = 0; i < h->launch.n; i++) {
        hit(h, h->launch.at[i].unit, h->launch.at[i].token, HOST_ALL, 0);
    }
    for (;;) {
        if (h->nfollowed < h->name.n) {
            HostName name = h->name.at[h->nfollowed++];
            if (name.name < h->x->decls->natoms) follow_name(h, name); // else no token has it
        } else if (h->nops < h->op.n) {
            uint8_t op = h->op.at[h->nops++];
            bool done = false;
            for (uint32_t i = 0; i + 1 < h->nops; i++) done |= h->op.at[i] == op;
            if (!done) follow_operator(h, op);
        } else {
            break;
        }
    }
}

void cxx_host_names(HostNames *h) {
    cxx_host_libraries(h);
    collect_units(h);
    follow_kernels(h);
    if (!h->op.n && !any_hit(h)) return;
    qsort(h->unit.at, h->unit.n, sizeof(HostUnit), by_begin);
    bitset_init(&h->hit, xa(h->x), h->x->tokens->n);
    bitset_init(&h->sure, xa(h->x), h->x->tokens->n);
    ArenaMark mark = arena_mark(&h->x->ctx->scratch); // who mentions what: asked here only
    collect_mentions(h);
    follow_names(h);
    arena_reset(&h->x->ctx->scratch, mark);
    BITSET_FOREACH (t, &h->hit) vec_push(xa(h->x), &h->hits, t);
}

bool cxx_host_hit_seeing(const HostNames *h, uint32_t begin, uint32_t end, HostSet sees,
                         uint32_t at) {
    const Token *tok = h->x->tokens->at;
    for (uint32_t t = begin; (t = cxx_host_first_hit(h, t, end)) != UINT32_MAX; t++) {
        if (bitset_has(&h->sure, t) || cxx_host_leads(h, tok[t].text, sees, at)) return true;
    }
    return false;
}

bool cxx_host_hit(const HostNames *h, uint32_t begin, uint32_t end) {
    return cxx_host_first_hit(h, begin, end) != UINT32_MAX;
}
