// SPDX-License-Identifier: Apache-2.0
// Scopes: creation, the chains of declarations by name (latest first, linked through Decl.next),
// namespaces, and the elaboration of index entries.
#include "cxx/decl_int.h"

void *cxx_decl_new_(Cxx *x, size_t size, DeclKind k, Atom name, Pos pos, uint32_t order, Scope *s,
                    Env *env) {
    Decl *d = arena_zalloc(xa(x), size, 16);
    d->kind = (uint8_t)k;
    d->name = name;
    d->pos = pos;
    d->order = order;
    d->scope = s;
    d->env = env;
    d->id = ++x->next_decl_id;
    if (!s || s->kind != SC_FUNC || s->fn) x->nentities++;
    return d;
}

Scope *cxx_scope_new(Cxx *x, ScopeKind k, Scope *parent, Decl *owner) {
    Scope *s = arena_new(xa(x), Scope);
    s->kind = (uint8_t)k;
    s->parent = parent;
    s->owner = owner;
    map_init(&s->names, xa(x));
    if (parent) {
        s->env = parent->env;
        if (k == SC_BLOCK || k == SC_TPARAMS) s->fn = parent->fn;
    }
    if (k == SC_CLASS) s->cls = (ClassDecl *)owner;
    if (k == SC_FUNC) s->fn = (FuncDecl *)owner;
    return s;
}

void cxx_scope_add(Cxx *x, Scope *s, Decl *d) {
    d->scope = s;
    if (!d->name) return;
    void **slot = map_slot(&s->names, d->name);
    d->next = *slot;
    *slot = d;
    if (CU_UNLIKELY(s->many != NULL)) cxx_rivals_add(x, s, d);
}

Scope *cxx_namespace_of(Scope *s) {
    while (s && s->kind != SC_NAMESPACE) s = s->parent;
    return s;
}

Scope *cxx_decl_scope(Scope *s) {
    while (s && s->kind == SC_TPARAMS) s = s->parent;
    return s;
}

bool cxx_scope_encloses(const Scope *outer, const Scope *s) {
    for (; s; s = s->parent) {
        if (s == outer) return true;
    }
    return false;
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

// The namespace `name` (0: unnamed) of a scope, made when it is met first.
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

// The scope that a qualified declaration of `name` in s means: s, or the inline namespace of its
// set that declares the name [namespace.def]/7.
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

static void grow_elab(Cxx *x, Scope *s) {
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

// The declaration of entry e, once its group is parsed; `made`: the last of the group.
static Decl *find_made(Scope *s, const IndexEntry *e, bool alone, Decl *made) {
    if (!e->name || e->flags & IX_FRIEND) return made;
    bool function = made && (made->kind == D_FUNC || made->kind == D_TEMPLATE);
    if (alone && function && made->name == e->name) return made;
    for (Decl *d = map_get(&s->names, e->name); d; d = d->next) {
        if (d->order == e->order) return d;
    }
    return made;
}

// Entry i stands for the == that goes with the <=> of the same tokens.
static Decl *implicit_equal(Cxx *x, Scope *s, uint32_t i) {
    Index *ix = s->index;
    uint32_t begin = ix->e.at[i].begin;
    uint32_t k = (uint32_t)(uintptr_t)map_get(&ix->by_name, cxx_op_atom(x, OP_CMP3));
    for (; k; k = ix->e.at[k - 1].next) {
        if (ix->e.at[k - 1].begin != begin) continue;
        cxx_elaborate_entry(x, s, k - 1);
        return cxx_implicit_equal(x, (FuncDecl *)s->elab[k - 1]);
    }
    return NULL;
}

void cxx_elaborate_entry(Cxx *x, Scope *s, uint32_t i) {
    grow_elab(x, s);
    Index *ix = s->index;
    uint32_t g = ix->e.at[i].group, end = g;
    if (s->state[i]) return;
    while (end < ix->e.n && ix->e.at[end].group == g) s->state[end++] = 1;
    IndexEntry *e = &ix->e.at[g];
    if (++x->decls->depth > x->ctx->max_depth) {
        x->decls->depth--;
        cxx_too_deep(x, x->tokens->at[e->begin].pos);
        return;
    }
    Decl *made = NULL;
    struct InstFrame *stack = x->inst_stack;
    CxxInst inst = {0};
    // a namespace's declarations do not depend on what is being instantiated
    if (s->kind == SC_NAMESPACE) x->inst_stack = NULL;
    bool ok = s->kind != SC_CLASS || cxx_inst_push(x, &inst, &s->cls->d, s->cls->d.pos);
    // A template has one declarator: what looks like a second one behind the comma of an
    // initializer's template arguments, a<struct B, C>::f(0), is none.
    uint32_t outside = end;
    for (uint32_t j = g; j < end && outside == end; j++) {
        bool plain = !(ix->e.at[j].flags & IX_TEMPLATE);
        if (ix->e.at[j].form == IXF_OUT_OF_CLASS && (j == g || plain)) outside = j;
    }
    if (ok && outside < end) {
        // int A::s, b; is parsed once, for whichever name is wanted first
        if (end - g > 1) cxx_elaborate_def_at(x, ix->e.at[outside].name, e->begin);
    } else if (ok && e->form != IXF_USING_DIR && e->form != IXF_EMPTY) {
        DiagTrap trap;
        HostPlace place;
        cxx_hard_context(x, &trap);
        cxx_host_place_begin(x, &place, s, NULL, e->begin);
        Parse p = cxx_parse_at(x, e->begin, e->end, s, s->env);
        if (s->kind == SC_CLASS) p.cls = s->cls;
        p.extern_c = e->flags & IX_EXTERN_C;
        made = e->flags & IX_IMPLICIT_EQ ? implicit_equal(x, s, i)
                                         : cxx_parse_declaration(&p, s, (Access)e->access);
        bool member = s->kind == SC_CLASS && e->form == IXF_SIMPLE && !(e->flags & IX_FUNCTION);
        cxx_host_place_end(x, &place, e->end);
        if (diag_trap_pop(x->ctx, &trap) && trap.silent && member) s->cls->host_errors = true;
    }
    if (ok) cxx_inst_pop(x, &inst);
    x->inst_stack = stack;
    x->decls->depth--;
    for (uint32_t j = g; j < end; j++) {
        s->elab[j] = find_made(s, &s->index->e.at[j], end - g == 1, made);
        s->state[j] = 2;
    }
}

// Elaborates the entries called `name` that stand before `limit`. Friends only when asked for.
void cxx_elaborate_before(Cxx *x, Scope *s, Atom name, uint32_t limit, bool friends) {
    if (!s->index) return;
    uint32_t i = (uint32_t)(uintptr_t)map_get(&s->index->by_name, name);
    if (!i) return;
    if (s->nelab < s->index->e.n) grow_elab(x, s);
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
        grow_elab(x, s);
        if (!s->state[i]) cxx_elaborate_entry(x, s, i);
    }
}

Parse cxx_parse_at(Cxx *x, uint32_t begin, uint32_t end, Scope *s, Env *env) {
    Parse p = {.x = x, .tok = x->tokens->at, .at = begin, .end = end, .scope = s, .env = env};
    // Of a template's instance: its point of instantiation at the end of the unit [temp.point]/7.
    p.poi = env ? UINT32_MAX : begin;
    p.pack_index = -1;
    for (Scope *c = s; c; c = c->parent) {
        if (c->kind == SC_FUNC || c->kind == SC_BLOCK) {
            p.fn = c->fn;
            break;
        }
        if (c->kind == SC_CLASS && !p.cls) p.cls = c->cls;
    }
    if (p.cls && p.cls->unbound) p.dependent = true;
    return p;
}
