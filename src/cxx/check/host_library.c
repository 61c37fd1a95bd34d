// SPDX-License-Identifier: Apache-2.0
// What code of one library can name of another, for check/host_names.c. A library is an outermost
// namespace; code that stands in none is a library too, whose names everybody can name. Code of
// another one sees those libraries whose names stand in it: libstdc++ has functions `copy` and
// `erase` as Thrust has, but nothing in it can mean Thrust's, unless an argument of a template
// brings one of Thrust's types. Positions count: what stands in front of all mentions sees none.
#include "cxx/facts/state.h"
#include "cxx/check/host_int.h"

// Number of the library that a namespace belongs to.
uint32_t cxx_host_library(const HostNames *host_names, const Scope *inner) {
    const Cxx *x = host_names->x;
    while (inner && inner->parent && inner->parent != x->global) inner = inner->parent;
    bool in_none = !inner || inner == x->global || !inner->owner;
    if (in_none || inner->owner->name >= x->decls->index.natoms) return 0;
    return host_names->library[inner->owner->name];
}

// The name of an outermost namespace that is a library of its own; 0: it is none, or an inline one,
// whose names are those of the outside.
static Atom library_name(const Cxx *cxx, const Scope *outermost) {
    if (outermost->parent != cxx->global || !outermost->owner) return 0;
    if (outermost->owner->name >= cxx->decls->index.natoms) return 0;
    return ((const NamespaceDecl *)outermost->owner)->inline_ ? 0 : outermost->owner->name;
}

static void find_libraries(HostNames *host_names) {
    Cxx *cxx = host_names->x;
    host_names->library = arena_array(xa(cxx), uint8_t, cxx->decls->index.natoms + 1);
    host_names->nlibraries = 1;
    for (uint32_t n = 0; n < cxx->decls->index.namespaces.n; n++) {
        Atom name = library_name(cxx, cxx->decls->index.namespaces.at[n]);
        bool counted = !name || host_names->library[name];
        // one too many is none: everybody sees it
        if (!counted && host_names->nlibraries < HOST_LIBRARIES)
            host_names->library[name] = (uint8_t)host_names->nlibraries++;
    }

    // at first each sees itself only
    for (uint32_t from = 0; from < HOST_LIBRARIES; from++) {
        for (uint32_t to = 0; to < HOST_LIBRARIES; to++) {
            host_names->sees_from[from][to] = from == to ? 0 : UINT32_MAX;
        }
    }
}

static uint32_t named_library(const HostNames *host_names, uint32_t token) {
    const Token *t = &host_names->x->tokens->at[token];
    return t->kind == T_IDENT && t->text < host_names->x->decls->index.natoms
               ? host_names->library[t->text]
               : 0;
}

HostSet cxx_host_specialized_for(const HostNames *host_names, const HostUnit *unit) {
    const Token *tok = host_names->x->tokens->at;
    uint32_t behind_name = unit->s->index->e.at[unit->entry].order + 1;
    if (!unit->is_class || tok[behind_name].kind != T_LT) return 0;

    HostSet in_arguments = 0;
    uint32_t end = cxx_skip_angles(host_names->x, behind_name, unit->end);
    for (uint32_t token = behind_name; token < end; token++) {
        uint32_t library = named_library(host_names, token);
        if (library) in_arguments |= (HostSet)1 << library;
    }
    return in_arguments;
}

void cxx_host_note_library(HostNames *host_names, uint32_t in, uint32_t token, HostSet but) {
    uint32_t to = named_library(host_names, token);
    if (!to || but >> to & 1) return;
    host_names->sees_from[in][to] = CU_MIN(host_names->sees_from[in][to], token);
}

// Using-declarations, using-directives and aliases of namespaces: in no library they let everybody
// behind them see another one.
static void note_using(HostNames *host_names, uint32_t in, const IndexEntry *directive) {
    for (uint32_t token = directive->begin; token < directive->end; token++) {
        if (!named_library(host_names, token)) continue;
        for (uint32_t from = 0; from < host_names->nlibraries; from++) {
            if (!in || from == in) cxx_host_note_library(host_names, from, token, 0);
        }
    }
}

static bool is_using(const IndexEntry *entry) {
    return is_any_of(entry->form, IXF_USING, IXF_USING_DIR, IXF_NS_ALIAS);
}

void cxx_host_libraries(HostNames *host_names) {
    const Cxx *x = host_names->x;
    find_libraries(host_names);
    for (uint32_t n = 0; n < x->decls->index.namespaces.n; n++) {
        const Scope *scope = x->decls->index.namespaces.at[n];
        uint32_t in = cxx_host_library(host_names, scope);
        for (uint32_t i = 0; i < cxx_index_size(scope); i++) {
            const IndexEntry *entry = &scope->index->e.at[i];
            if (is_using(entry) && entry->group == i) note_using(host_names, in, entry);
        }
    }
}

// What a library that is seen sees, is seen: by a base class, a type's other name, a result.
void cxx_host_close_libraries(HostNames *host_names) {
    for (uint32_t by = 1; by < host_names->nlibraries; by++) {
        for (uint32_t from = 0; from < host_names->nlibraries; from++) {
            for (uint32_t to = 1; to < host_names->nlibraries; to++) {
                uint32_t detour =
                    CU_MAX(host_names->sees_from[from][by], host_names->sees_from[by][to]);
                host_names->sees_from[from][to] = CU_MIN(host_names->sees_from[from][to], detour);
            }
        }
    }
}

HostSet cxx_host_sees(const HostNames *host_names, uint32_t library, uint32_t at) {
    if (host_names->calls) return HOST_ALL;
    HostSet sees = 0;
    for (uint32_t to = 1; to < host_names->nlibraries; to++) {
        if (host_names->sees_from[library][to] <= at) sees |= (HostSet)1 << to;
    }
    return sees;
}
