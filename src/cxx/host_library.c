// SPDX-License-Identifier: Apache-2.0
// What code of one library can name of another, for host_names.c. A library is an outermost
// namespace; code that stands in none is a library too, whose names everybody can name. Code of
// another one sees those libraries whose names stand in it: libstdc++ has functions `copy` and
// `erase` as Thrust has, but nothing in it can mean Thrust's, unless an argument of a template
// brings one of Thrust's types. Positions count: what stands in front of all mentions sees none.
#include "cxx/host_int.h"

// Number of the library that a namespace belongs to.
uint32_t cxx_host_library(const HostNames *h, const Scope *s) {
    const Cxx *x = h->x;
    while (s && s->parent && s->parent != x->global) s = s->parent;
    if (!s || s == x->global || !s->owner || s->owner->name >= x->decls->natoms) return 0;
    return h->library[s->owner->name];
}

static void find_libraries(HostNames *h) {
    Cxx *x = h->x;
    h->library = arena_array(xa(x), uint8_t, x->decls->natoms + 1);
    h->nlibraries = 1;
    for (uint32_t n = 0; n < x->decls->namespaces.n; n++) {
        const Scope *s = x->decls->namespaces.at[n];
        Atom name = s->parent == x->global && s->owner ? s->owner->name : 0;
        if (!name || name >= x->decls->natoms || h->library[name]) continue;
        if (((const NamespaceDecl *)s->owner)->inline_)
            continue;                                  // its names are those of the outside
        if (h->nlibraries == HOST_LIBRARIES) continue; // likewise: everybody sees them
        h->library[name] = (uint8_t)h->nlibraries++;
    }
    for (uint32_t i = 0; i < HOST_LIBRARIES; i++) {
        for (uint32_t k = 0; k < HOST_LIBRARIES; k++) {
            h->sees_from[i][k] = i == k ? 0 : UINT32_MAX;
        }
    }
}

static uint32_t named_library(const HostNames *h, uint32_t token) {
    const Token *t = &h->x->tokens->at[token];
    return t->kind == T_IDENT && t->text < h->x->decls->natoms ? h->library[t->text] : 0;
}

HostSet cxx_host_specialized_for(const HostNames *h, const HostUnit *u) {
    const Token *tok = h->x->tokens->at;
    uint32_t at = u->s->index->e.at[u->entry].order + 1;
    HostSet in_arguments = 0;
    if (!u->is_class || tok[at].kind != T_LT) return 0;
    uint32_t end = cxx_skip_angles(h->x, at, u->end);
    for (; at < end; at++) {
        uint32_t to = named_library(h, at);
        if (to) in_arguments |= (HostSet)1 << to;
    }
    return in_arguments;
}

void cxx_host_note_library(HostNames *h, uint32_t in, uint32_t token, HostSet but) {
    uint32_t to = named_library(h, token);
    if (!to || but >> to & 1) return;
    if (h->sees_from[in][to] > token) h->sees_from[in][to] = token;
}

// Using-declarations, using-directives and aliases of namespaces: in no library they let everybody
// behind them see another one.
static void note_using(HostNames *h, uint32_t in, const IndexEntry *e) {
    for (uint32_t i = e->begin; i < e->end; i++) {
        for (uint32_t k = 0; k < h->nlibraries; k++) {
            if (!in || k == in) cxx_host_note_library(h, k, i, 0);
        }
    }
}

void cxx_host_libraries(HostNames *h) {
    const Cxx *x = h->x;
    find_libraries(h);
    for (uint32_t n = 0; n < x->decls->namespaces.n; n++) {
        const Scope *s = x->decls->namespaces.at[n];
        uint32_t in = cxx_host_library(h, s);
        for (uint32_t i = 0; s->index && i < s->index->e.n; i++) {
            const IndexEntry *e = &s->index->e.at[i];
            bool use = e->form == IXF_USING || e->form == IXF_USING_DIR || e->form == IXF_NS_ALIAS;
            if (use && e->group == i) note_using(h, in, e);
        }
    }
}

// What a library that is seen sees, is seen: by a base class, a type's other name, a result.
void cxx_host_close_libraries(HostNames *h) {
    for (uint32_t k = 1; k < h->nlibraries; k++) {
        for (uint32_t i = 0; i < h->nlibraries; i++) {
            for (uint32_t j = 1; j < h->nlibraries; j++) {
                uint32_t by_way = CU_MAX(h->sees_from[i][k], h->sees_from[k][j]);
                h->sees_from[i][j] = CU_MIN(h->sees_from[i][j], by_way);
            }
        }
    }
}

HostSet cxx_host_sees(const HostNames *h, uint32_t library, uint32_t at) {
    HostSet sees = 0;
    if (h->calls) return HOST_ALL;
    for (uint32_t k = 1; k < h->nlibraries; k++) {
        if (h->sees_from[library][k] <= at) sees |= (HostSet)1 << k;
    }
    return sees;
}
