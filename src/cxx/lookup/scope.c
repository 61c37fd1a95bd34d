// SPDX-License-Identifier: Apache-2.0
// Scopes: creation, the chains of declarations by name (latest first, linked through Decl.next),
// namespaces, and the elaboration of index entries.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"

void cxx_scope_add(Cxx *x, Scope *s, Decl *d) {
    d->scope = s;
    if (!d->name) return;
    void **slot = map_slot(&s->names, d->name);
    d->next = *slot;
    *slot = d;
    if (CU_UNLIKELY(s->many != NULL)) cxx_rivals_add(x, s, d);
}

// ---- namespaces --------------------------------------------------------------------------------

static void add_using_dir(Cxx *x, Scope *s, Scope *ns, uint32_t order) {
    for (uint32_t i = 0; i < s->using_dirs.n; i++) {
        if (s->using_dirs.at[i].ns == ns) return;
    }
    vec_reserve(xa(x), &s->using_dirs, s->using_dirs.n + 1);
    s->using_dirs.at[s->using_dirs.n].ns = ns;
    s->using_dirs.at[s->using_dirs.n++].order = order;
}

Scope *cxx_namespace_open(Cxx *x, Scope *parent, Atom name, uint32_t tok, bool inline_) {
    Atom key = name ? name : atom_cstr(x->ctx, "(unnamed)");
    for (Decl *d = map_get(&parent->names, key); d; d = d->next) {
        if (d->kind != D_NAMESPACE) continue;
        NamespaceDecl *n = (NamespaceDecl *)d;
        if (inline_ && !n->inline_) {
            n->inline_ = true;
            add_using_dir(x, parent, n->inner, 0);
        }
        return n->inner;
    }
    // a nested inline namespace may hold the one that is reopened
    for (uint32_t i = 0; name && i < parent->using_dirs.n; i++) {
        Scope *in = parent->using_dirs.at[i].ns;
        if (in->parent != parent || !((NamespaceDecl *)in->owner)->inline_) continue;
        for (Decl *d = map_get(&in->names, key); d; d = d->next) {
            if (d->kind == D_NAMESPACE) return ((NamespaceDecl *)d)->inner;
        }
    }
    NamespaceDecl *n =
        cxx_decl_new(x, NamespaceDecl, D_NAMESPACE, key, x->tokens->at[tok].pos, tok, parent, NULL);
    n->inline_ = inline_;
    n->anonymous = !name;
    n->d.linkage = name ? LK_EXTERNAL : LK_INTERNAL;
    n->inner = cxx_scope_new(x, SC_NAMESPACE, parent, &n->d);
    n->inner->index = arena_new(xa(x), Index);
    map_init(&n->inner->index->by_name, xa(x));
    vec_push(xa(x), &x->decls->namespaces, n->inner);
    cxx_scope_add(x, parent, &n->d);
    n->d.name = name;
    if (inline_ || !name) add_using_dir(x, parent, n->inner, 0);
    if (name == x->n.std && parent == x->global) x->std_ns = n;
    return n->inner;
}

static bool has_name(const Scope *s, Atom name) {
    return map_get(&s->names, name) || (s->index && map_get(&s->index->by_name, name));
}

Scope *cxx_inline_home(Scope *s, Atom name) {
    if (s->kind != SC_NAMESPACE || has_name(s, name)) return s;
    for (uint32_t i = 0; i < s->using_dirs.n; i++) {
        Scope *in = s->using_dirs.at[i].ns;
        if (in->parent != s || !((NamespaceDecl *)in->owner)->inline_) continue;
        Scope *home = cxx_inline_home(in, name);
        if (has_name(home, name)) return home;
    }
    return s;
}

// `using namespace A::B;`: behind the word `namespace`.
void cxx_using_directive(Cxx *x, Scope *s, uint32_t begin, uint32_t end) {
    Parse p = cxx_parse_at(x, begin, end, s, s->env);
    Scope *ns = cxx_accept(&p, T_COLCOL) ? x->global : NULL;
    while (cxx_peek(&p) == T_IDENT) {
        Lookup l = {0};
        Atom a = p.tok[p.at].text;
        if (ns)
            cxx_lookup_in(&p, ns, a, LU_NS_ONLY, &l);
        else
            cxx_lookup(&p, a, LU_NS_ONLY, &l);
        if (!l.n || l.at[0]->kind != D_NAMESPACE) {
            CXX_DIAG(x, d_not_namespace, tok_pos(&p), a);
            return;
        }
        if (cxx_types_ambiguous(x, &l)) CXX_DIAG(x, x_ambiguous_name, tok_pos(&p), a);
        ns = ((NamespaceDecl *)l.at[0])->inner;
        p.at++;
        if (!cxx_accept(&p, T_COLCOL)) break;
    }
    if (ns && ns != s) add_using_dir(x, s, ns, begin);
}

// ---- elaboration of entries --------------------------------------------------------------------

void cxx_scope_attach_index(Cxx *x, Scope *s, Index *ix) {
    s->index = ix;
    s->nelab = ix->e.n;
    s->elab = arena_array(xa(x), Decl *, ix->e.n);
    s->state = arena_array(xa(x), uint8_t, ix->e.n);
}

void cxx_scope_grow(Cxx *x, Scope *s) {
    uint32_t n = s->index->e.n;
    if (s->nelab >= n) return;
    uint32_t cap = CU_MAX(n, s->nelab * 2);
    Decl **e = arena_array(xa(x), Decl *, cap);
    uint8_t *st = arena_array(xa(x), uint8_t, cap);
    if (s->nelab) {
        memcpy(e, s->elab, sizeof *e * s->nelab);
        memcpy(st, s->state, s->nelab);
    }
    s->elab = e;
    s->state = st;
    s->nelab = cap;
}

void cxx_elaborate_before(Cxx *x, Scope *s, Atom name, uint32_t limit, bool friends) {
    if (!s->index) return;
    uint32_t i = (uint32_t)(uintptr_t)map_get(&s->index->by_name, name);
    if (!i) return;
    if (s->nelab < s->index->e.n) cxx_scope_grow(x, s);
    // long chains (explicit specializations) are not walked again from their beginning
    if (s->resume.arena) {
        uint32_t r = (uint32_t)(uintptr_t)map_get(&s->resume, name);
        if (r) i = r;
    }
    uint32_t steps = 0, done = 0;
    bool prefix = true;
    for (; i; steps++) {
        IndexEntry *e = &s->index->e.at[i - 1];
        if (e->order >= limit) break;
        if (!s->state[i - 1] && (friends || !(e->flags & IX_FRIEND)) &&
            e->form != IXF_OUT_OF_CLASS) {
            cxx_elaborate_entry(x, s, i - 1);
        }
        if (s->state[i - 1] != 2 && s->index->e.at[i - 1].form != IXF_OUT_OF_CLASS) prefix = false;
        if (prefix) done = i;
        i = s->index->e.at[i - 1].next;
    }
    if (steps > 16 && done) {
        if (!s->resume.arena) map_init(&s->resume, xa(x));
        map_put(&s->resume, name, (void *)(uintptr_t)done);
    }
}

void cxx_elaborate_name(Cxx *x, Scope *s, Atom name) {
    cxx_elaborate_before(x, s, name, UINT32_MAX, false);
}

void cxx_elaborate_all(Cxx *x, Scope *s) {
    if (!s->index) return;
    for (uint32_t i = 0; i < s->index->e.n; i++) {
        if (s->index->e.at[i].form == IXF_OUT_OF_CLASS) continue;
        cxx_scope_grow(x, s);
        if (!s->state[i]) cxx_elaborate_entry(x, s, i);
    }
}

// The declaration that the block p is in cannot declare again: a parameter, in the outermost block
// of a function [basic.scope.block]/2, or a variable of the condition or for-init-statement, in the
// outermost block of a controlled statement [stmt.pre]/7.
const Decl *cxx_outer_name(const Parse *p, Atom name) {
    const Scope *s = p->scope;
    if (s->kind != SC_BLOCK || !name || s->part == BLOCK_CONTROL) return NULL;
    if (s->part != BLOCK_SUB) s = s->parent;
    while (s && s->kind == SC_BLOCK && s->part == BLOCK_SUB) s = s->parent;
    bool control = s && s->kind == SC_BLOCK && s->part == BLOCK_CONTROL;
    if (!s || (s->kind != SC_FUNC && !control)) return NULL;
    for (const Decl *o = map_get(&s->names, name); o; o = o->next) {
        if (o->kind == D_VAR && (control || ((const VarDecl *)o)->storage == STOR_PARAM)) return o;
    }
    return NULL;
}

bool cxx_names_param(const Parse *p, Atom name) {
    return cxx_outer_name(p, name) != NULL;
}
