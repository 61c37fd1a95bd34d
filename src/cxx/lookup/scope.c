// SPDX-License-Identifier: Apache-2.0
// Scopes: creation, the chains of declarations by name (latest first, linked through Decl.next),
// namespaces, and the elaboration of index entries.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"

void cxx_scope_add(Cxx *cxx, Scope *scope, Decl *decl) {
    decl->scope = scope;
    if (!decl->name) return;
    void **slot = map_slot(&scope->names, decl->name);
    if (!*slot) cxx_has_name(cxx, decl->name, scope->place);
    decl->next = *slot;
    *slot = decl;
    if (CU_UNLIKELY(scope->many != NULL)) cxx_rivals_add(cxx, scope, decl);
}

// ---- namespaces --------------------------------------------------------------------------------

// A namespace whose names are seen in the scope from token `order` on.
static void add_using_dir(Cxx *cxx, Scope *scope, Scope *ns, uint32_t order) {
    for (uint32_t i = 0; i < scope->using_dirs.n; i++) {
        if (scope->using_dirs.at[i].ns == ns) return;
    }
    vec_reserve(xa(cxx), &scope->using_dirs, scope->using_dirs.n + 1);
    scope->using_dirs.at[scope->using_dirs.n].ns = ns;
    scope->using_dirs.at[scope->using_dirs.n++].order = order;
}

Scope *cxx_namespace_open(Cxx *cxx, Scope *parent, Atom name, uint32_t tok, bool inline_) {
    Atom key = name ? name : atom_cstr(cxx->ctx, "(unnamed)");
    for (Decl *d = map_get(&parent->names, key); d; d = d->next) {
        if (d->kind != D_NAMESPACE) continue;
        NamespaceDecl *n = (NamespaceDecl *)d;
        if (inline_ && !n->inline_) {
            Pos pos = cxx->tokens->at[tok].pos;
            bool told = cxx_in_main_file(cxx, pos) && cxx_in_main_file(cxx, n->d.pos);
            if (told && cxx->opt.check_all) CXX_DIAG(cxx, d_inline_late, pos); // [namespace.def]/4
            n->inline_ = true;
            add_using_dir(cxx, parent, n->inner, 0);
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
    NamespaceDecl *namespace_decl = cxx_decl_new(cxx, NamespaceDecl, D_NAMESPACE, key,
                                                 cxx->tokens->at[tok].pos, tok, parent, NULL);
    namespace_decl->inline_ = inline_;
    namespace_decl->anonymous = !name;
    namespace_decl->d.linkage = name ? LK_EXTERNAL : LK_INTERNAL;
    namespace_decl->inner = cxx_scope_new(cxx, SC_NAMESPACE, parent, &namespace_decl->d);
    namespace_decl->inner->index = cxx_index_new(cxx);
    vec_push(xa(cxx), &cxx->decls->index.namespaces, namespace_decl->inner);
    cxx_scope_add(cxx, parent, &namespace_decl->d);
    namespace_decl->d.name = name;
    if (inline_ || !name) add_using_dir(cxx, parent, namespace_decl->inner, 0);
    if (name == cxx->n.std && parent == cxx->global) cxx->std_ns = namespace_decl;
    return namespace_decl->inner;
}

// The scope declares the name, elaborated or not.
static bool has_name(const Scope *scope, Atom name) {
    return map_get(&scope->names, name) || (scope->index && map_get(&scope->index->by_name, name));
}

Scope *cxx_inline_home(Scope *scope, Atom name) {
    if (scope->kind != SC_NAMESPACE || has_name(scope, name)) return scope;
    for (uint32_t i = 0; i < scope->using_dirs.n; i++) {
        Scope *in = scope->using_dirs.at[i].ns;
        if (in->parent != scope || !((NamespaceDecl *)in->owner)->inline_) continue;
        Scope *home = cxx_inline_home(in, name);
        if (has_name(home, name)) return home;
    }
    return scope;
}

// `using namespace A::B;`: behind the word `namespace`.
void cxx_using_directive(Cxx *cxx, Scope *scope, uint32_t begin, uint32_t end) {
    Parse parse = cxx_parse_at(cxx, begin, end, scope, scope->env);
    Scope *ns = cxx_accept(&parse, T_COLCOL) ? cxx->global : NULL;
    while (cxx_peek(&parse) == T_IDENT) {
        Lookup lookup = {0};
        Atom atom = parse.tok[parse.at].text;
        if (ns)
            cxx_lookup_in(&parse, ns, atom, LU_NS_ONLY, &lookup);
        else
            cxx_lookup(&parse, atom, LU_NS_ONLY, &lookup);
        if (!lookup.n || lookup.at[0]->kind != D_NAMESPACE) {
            CXX_DIAG(cxx, d_not_namespace, tok_pos(&parse), atom);
            return;
        }
        if (cxx_types_ambiguous(cxx, &lookup))
            CXX_DIAG(cxx, x_ambiguous_name, tok_pos(&parse), atom);
        ns = ((NamespaceDecl *)lookup.at[0])->inner;
        parse.at++;
        if (!cxx_accept(&parse, T_COLCOL)) break;
    }
    if (ns && ns != scope) add_using_dir(cxx, scope, ns, begin);
}

// ---- elaboration of entries --------------------------------------------------------------------

void cxx_scope_attach_index(Cxx *cxx, Scope *scope, Index *ix) {
    scope->index = ix;
    scope->nelab = ix->e.n;
    scope->elab = arena_array(xa(cxx), Decl *, ix->e.n);
    scope->state = arena_array(xa(cxx), uint8_t, ix->e.n);
}

void cxx_scope_grow(Cxx *cxx, Scope *scope) {
    uint32_t n = scope->index->e.n;
    if (scope->nelab >= n) return;
    uint32_t cap = CU_MAX(n, scope->nelab * 2);
    Decl **e = arena_array(xa(cxx), Decl *, cap);
    uint8_t *st = arena_array(xa(cxx), uint8_t, cap);
    if (scope->nelab) {
        memcpy(e, scope->elab, sizeof *e * scope->nelab);
        memcpy(st, scope->state, scope->nelab);
    }
    scope->elab = e;
    scope->state = st;
    scope->nelab = cap;
}

void cxx_elaborate_before(Cxx *cxx, Scope *scope, Atom name, uint32_t limit, bool friends) {
    if (!scope->index) return;
    uint32_t i = (uint32_t)(uintptr_t)map_get(&scope->index->by_name, name);
    if (!i) return;
    if (scope->nelab < scope->index->e.n) cxx_scope_grow(cxx, scope);
    // long chains (explicit specializations) are not walked again from their beginning
    if (scope->resume.arena) {
        uint32_t r = (uint32_t)(uintptr_t)map_get(&scope->resume, name);
        if (r) i = r;
    }
    uint32_t steps = 0, done = 0;
    bool prefix = true;
    for (; i; steps++) {
        IndexEntry *e = &scope->index->e.at[i - 1];
        if (e->order >= limit) break;
        if (!scope->state[i - 1] && (friends || !(e->flags & IX_FRIEND)) &&
            e->form != IXF_OUT_OF_CLASS) {
            cxx_elaborate_entry(cxx, scope, i - 1);
        }
        if (scope->state[i - 1] != 2 && scope->index->e.at[i - 1].form != IXF_OUT_OF_CLASS)
            prefix = false;
        if (prefix) done = i;
        i = scope->index->e.at[i - 1].next;
    }
    if (steps > 16 && done) {
        if (!scope->resume.arena) map_init(&scope->resume, xa(cxx));
        map_put(&scope->resume, name, (void *)(uintptr_t)done);
    }
}

void cxx_elaborate_name(Cxx *cxx, Scope *scope, Atom name) {
    cxx_elaborate_before(cxx, scope, name, UINT32_MAX, false);
}

void cxx_elaborate_all(Cxx *cxx, Scope *scope) {
    if (!scope->index) return;
    for (uint32_t i = 0; i < scope->index->e.n; i++) {
        if (scope->index->e.at[i].form == IXF_OUT_OF_CLASS) continue;
        cxx_scope_grow(cxx, scope);
        if (!scope->state[i]) cxx_elaborate_entry(cxx, scope, i);
    }
}

// A variable of the scope by that name; of a function's own scope a parameter.
static const Decl *variable_named(const Scope *scope, Atom name, bool parameter) {
    for (const Decl *decl = map_get(&scope->names, name); decl; decl = decl->next) {
        if (decl->kind != D_VAR) continue;
        if (!parameter || ((const VarDecl *)decl)->storage == STOR_PARAM) return decl;
    }
    return NULL;
}

// The declaration that the block `parse` is in cannot declare again: a parameter, in the outermost
// block of a function [basic.scope.block]/2, or a variable of the condition or for-init-statement,
// in the outermost block of a controlled statement [stmt.pre]/7.
const Decl *cxx_outer_name(const Parse *parse, Atom name) {
    const Scope *s = parse->scope;
    if (s->kind != SC_BLOCK || !name || s->part == BLOCK_CONTROL) return NULL;
    if (s->part != BLOCK_SUB) s = s->parent;
    while (scope_is(s, SC_BLOCK) && s->part == BLOCK_SUB) s = s->parent;

    bool control = scope_is(s, SC_BLOCK) && s->part == BLOCK_CONTROL;
    if (!control) return scope_is(s, SC_FUNC) ? variable_named(s, name, true) : NULL;
    const Decl *own = variable_named(s, name, false);
    // a handler of a function-try-block is an outermost block, too
    if (own || !scope_is(s->parent, SC_FUNC)) return own;
    return variable_named(s->parent, name, true);
}

bool cxx_names_param(const Parse *parse, Atom name) {
    return cxx_outer_name(parse, name) != NULL;
}
