// SPDX-License-Identifier: Apache-2.0
// decl/friend_def.c: functions of a namespace that only a class body defines, as a friend
// [class.friend]/6.
//
// A class is read when somebody needs it, so a friend that was declared in one class and is defined
// in another may be needed while that other class is still unread. Which class bodies of a
// namespace hold friend definitions is found by one walk over its tokens, made when the first such
// function is needed. Invariant: a class is completed only if its index has a definition of the
// name that is looked for.
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/decl/decl.h"

typedef VEC(uint32_t) Entries; // of a namespace's index

// Whether the tokens have a `friend` with a body.
static bool has_friend_definition(const Cxx *cxx, uint32_t at, uint32_t end) {
    const Token *tok = cxx->tokens->at;
    for (; at < end; at++) {
        if (tok[at].kind != T_KW_FRIEND) continue;
        while (at < end && !is_any_of(tok[at].kind, T_SEMI, T_LBRACE)) at++;
        if (at < end && tok[at].kind == T_LBRACE) return true;
    }
    return false;
}

static Entries *classes_with_friends(Cxx *cxx, Scope *home) {
    void **slot = map_slot(&cxx->decls->index.friend_classes, (uint64_t)(uintptr_t)home);
    if (*slot) return *slot;
    Entries *v = arena_new(&cxx->ctx->perm, Entries);
    *slot = v;
    for (uint32_t i = 0; i < home->index->e.n; i++) {
        const IndexEntry *e = &home->index->e.at[i];
        if (e->form == IXF_CLASS && e->name && has_friend_definition(cxx, e->begin, e->end))
            vec_push(&cxx->ctx->perm, v, i);
    }
    return v;
}

static bool defines(Cxx *cxx, TokRange body, Atom class_name, ClassTag tag, Atom name) {
    if (!body.end) return false;
    const Index *ix = cxx_class_index(cxx, body.begin, body.end, class_name, tag);
    uint32_t i = (uint32_t)(uintptr_t)map_get(&ix->by_name, name);
    for (; i; i = ix->e.at[i - 1].next) {
        const IndexEntry *e = &ix->e.at[i - 1];
        if (e->flags & IX_FRIEND && e->form == IXF_FUNC_DEF) return true;
    }
    return false;
}

static void read_friends(Parse *parse, ClassDecl *cls, Atom name) {
    Lookup found = {0};
    if (cxx_class_complete(parse->x, cls, cls->d.pos)) cxx_lookup_friends(parse, cls, name, &found);
}

// Reads the classes that the declaration stands for, if their body defines a friend of the name.
static void read_if_defined(Parse *parse, Decl *befriending, Atom name) {
    if (befriending->kind == D_CLASS) {
        ClassDecl *c = (ClassDecl *)befriending;
        if (defines(parse->x, c->written.body, befriending->name, (ClassTag)c->tag, name))
            read_friends(parse, c, name);
        return;
    }
    if (!decl_is_template(befriending, TK_CLASS)) return;
    const TemplateDecl *t = (const TemplateDecl *)befriending;
    if (!defines(parse->x, t->body, befriending->name, t->tag, name)) return;

    // an instance that is not complete has no friends yet [temp.inst]/3
    for (uint32_t k = 0; k < t->specs.n; k++) {
        ClassDecl *c = t->specs.entry[k].val;
        if (c && c->members.complete) read_friends(parse, c, name);
    }
}

void cxx_find_friend_definition(Cxx *cxx, FuncDecl *func) {
    Scope *scope = func->d.scope;
    bool wanted = func->d.flags & (DF_FRIEND_ONLY | DF_CONSTEXPR);
    if (!wanted || func->body.defined || !scope_is(scope, SC_NAMESPACE) || !scope->index) return;

    Parse p = cxx_parse_at(cxx, func->d.order, func->d.order, scope, NULL);
    const Entries *classes = classes_with_friends(cxx, scope);
    for (uint32_t i = 0; i < classes->n && !func->body.defined; i++) {
        const IndexEntry *e = &scope->index->e.at[classes->at[i]];
        cxx_elaborate_name(cxx, scope, e->name);
        for (Decl *d = map_get(&scope->names, e->name); d; d = d->next)
            read_if_defined(&p, d, func->d.name);
    }
}
