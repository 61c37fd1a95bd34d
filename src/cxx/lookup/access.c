// SPDX-License-Identifier: Apache-2.0
// Access of members [class.access]: checked where names are used, never part of look-up. Who names
// a member is the code that is parsed (its scopes, class and function); what it is named as, the
// naming class; [class.access.base]/5 says when the two go together. Friends are elaborated only
// when the answer depends on one.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"

// The first name of the nested-name-specifier that ends in front of token `name`, from token `at`;
// 0: the name is not qualified.
static uint32_t qualifier_begin(Cxx *cxx, uint32_t at, uint32_t name) {
    const Token *tok = cxx->tokens->at;
    for (; at < name; at++) {
        uint32_t i = at;
        while (i < name && tok[i].kind == T_IDENT) {
            uint32_t behind = tok[i + 1].kind == T_LT ? cxx_skip_angles(cxx, i + 1, name) : i + 1;
            if (!behind || tok[behind].kind != T_COLCOL) break;
            i = behind + 1 + (tok[behind + 1].kind == T_KW_TEMPLATE);
        }
        if (i == name && at < name) return at;
    }
    return 0;
}

// The class template that the qualifier from token *at to `end` names; *at: its name's token.
static Decl *qualifying_template(Cxx *cxx, const ClassDecl *cls, uint32_t *at, uint32_t end) {
    const Token *tok = cxx->tokens->at;
    Parse parse = cxx_parse_at(cxx, *at, end, cls->inner, cls->inner->env);
    Scope *scope = NULL;
    for (; *at < end && tok[*at].kind == T_IDENT; *at += 2) { // namespaces in front of it
        Lookup l = {0};
        parse.at = *at;
        bool found = scope ? cxx_lookup_in(&parse, scope, tok[*at].text, LU_SCOPE_ONLY, &l)
                           : cxx_lookup(&parse, tok[*at].text, LU_SCOPE_ONLY, &l);
        if (found && l.at[0]->kind == D_TEMPLATE) return l.at[0];
        if (!found || l.at[0]->kind != D_NAMESPACE) return NULL;
        scope = ((NamespaceDecl *)l.at[0])->inner;
    }
    return NULL;
}

typedef struct TemplateMember { // A<T>::B::name
    Decl *tmpl;                 // A
    Atom name[16];              // B, name
    uint32_t n;
} TemplateMember;

// `template <class T> friend struct A<T>::B;` and `template <class T> friend int A<T>::f();`: the
// members of all instances of A [temp.friend]/5. (Of a friend of A<T *>, too.)
static bool befriends_members(Cxx *cxx, const ClassDecl *cls, const IndexEntry *index_entry,
                              TemplateMember *template_member) {
    const Token *tok = cxx->tokens->at;
    uint32_t at = index_entry->begin, end = index_entry->order;
    if (end == at) // a class that is only named: before the semicolon
        for (end = index_entry->end - 1; end > at && tok[end].kind == T_SEMI;) end--;

    // behind the headers, of which there is one at least
    while (tok[at].kind == T_KW_TEMPLATE && tok[at + 1].kind == T_LT) {
        at = cxx_skip_angles(cxx, at + 1, end);
        if (!at) return false;
    }
    if (at == index_entry->begin || end >= index_entry->end) return false;
    at = qualifier_begin(cxx, at, end);
    template_member->tmpl = at ? qualifying_template(cxx, cls, &at, end) : NULL;
    if (!template_member->tmpl) return false;

    // the names behind the template's arguments, then the one that is declared
    for (uint32_t i = cxx_skip_angles(cxx, at + 1, end); i && i < end; i++) {
        if (tok[i].kind == T_IDENT && template_member->n < CU_COUNT(template_member->name) - 1)
            template_member->name[template_member->n++] = tok[i].text;
        uint32_t angles = tok[i].kind == T_LT ? cxx_skip_angles(cxx, i, end) : 0;
        if (angles) i = angles - 1;
    }
    template_member->name[template_member->n++] =
        index_entry->name ? index_entry->name : tok[end].text;
    return true;
}

// Whether decl is that member of an instance of the template, by its name and those of the classes
// around it.
static bool is_member(const TemplateMember *member, const Decl *decl) {
    if (decl->name != member->name[member->n - 1]) return false;
    const Scope *scope = cxx_decl_scope(decl->scope);
    for (uint32_t i = member->n - 1; i-- > 0 && scope; scope = cxx_decl_scope(scope->parent))
        if (scope->kind != SC_CLASS || scope->cls->d.name != member->name[i]) return false;
    return scope_is(scope, SC_CLASS) && scope->cls->inst.tmpl &&
           &scope->cls->inst.tmpl->d == member->tmpl;
}

// Whether fn may be declared by the friend declaration func, which may not be merged with it.
static bool may_be_same(Cxx *cxx, const FuncDecl *func, const FuncDecl *fn) {
    if (func->d.name != fn->d.name || func->cls != fn->cls) return false;
    bool dependent = ty_dependent(func->d.type) || ty_dependent(fn->d.type);
    bool known =
        ty_both(func->d.type, fn->d.type, TY_FUNC) && !dependent && !cxx->decls->unbound.reading;
    return !known || cxx_same_signature(cxx, func, fn);
}

// Whether fn is an instance of the friend template, or of the member template it was made of.
static bool is_instance_of(const FuncDecl *fn, const Decl *tmpl) {
    const TemplateDecl *of = fn ? fn->inst.tmpl : NULL;
    if (!of) return false;
    return &of->d == tmpl || (of->origin && &of->origin->d == tmpl);
}

// Whether a friend that is a member of one scope may be the template of another: of two namespaces
// one is in the other.
static bool may_befriend(const Scope *scope, const Scope *other) {
    if (scope->kind != SC_NAMESPACE || other->kind != SC_NAMESPACE) return true;
    return scope == other ||
           (scope_is(scope->parent, SC_NAMESPACE) && cxx_scope_encloses(other, scope));
}

// Whether cls is an instance of the friend template, or of one of that name which may be the same.
static bool is_class_of(const ClassDecl *cls, const Decl *tmpl) {
    const TemplateDecl *of = cls ? cls->inst.tmpl : NULL;
    if (!of || ((const TemplateDecl *)tmpl)->kind != TK_CLASS) return false;
    if (&of->d == tmpl) return true;
    return of->d.name == tmpl->name && may_befriend(of->d.scope, tmpl->scope);
}

// Whether a friend template means the class cls or the function fn (either may be NULL). Templates
// that were not merged with their friend declaration are matched by name.
static bool is_befriended_template(Cxx *cxx, const Decl *decl, const ClassDecl *cls,
                                   const FuncDecl *fn) {
    if (is_instance_of(fn, decl) || is_class_of(cls, decl)) return true;
    bool of_template = fn && (fn->inst.tmpl || cxx->decls->unbound.reading);
    return of_template && fn->d.name == decl->name;
}

// Whether entry i of the class's index, a friend declaration, means cls or fn.
static bool entry_befriends(Cxx *cxx, ClassDecl *c, uint32_t i, const ClassDecl *cls,
                            const FuncDecl *fn) {
    Scope *scope = c->inner;
    const IndexEntry *index_entry = &scope->index->e.at[i];
    TemplateMember template_member = {0};
    if (befriends_members(cxx, c, index_entry, &template_member)) {
        return (cls && is_member(&template_member, &cls->d)) ||
               (fn && is_member(&template_member, &fn->d));
    }
    Atom name = index_entry->name;
    cxx_elaborate_entry(cxx, scope, i);
    Decl *decl = scope->elab[i];
    if (!decl) return fn && cxx->decls->unbound.reading && name == fn->d.name; // of a template
    if (fn && decl == &fn->d) return true;
    if (decl->kind == D_TEMPLATE && is_befriended_template(cxx, decl, cls, fn)) return true;
    if (decl->kind == D_FUNC && fn && may_be_same(cxx, (FuncDecl *)decl, fn)) return true;
    return cls && decl == &cls->d;
}

// Whether the class c has cls or fn (either may be NULL) as a friend: elaborates its friends.
static bool is_friend(Cxx *cxx, ClassDecl *c, const ClassDecl *cls, const FuncDecl *fn) {
    Scope *scope = c->inner;
    if (!scope) return false;
    if (c->members.unbound) return true; // its friends may depend on the arguments
    for (uint32_t i = 0; i < cxx_index_size(scope); i++) {
        bool friend_ = scope->index->e.at[i].flags & IX_FRIEND;
        if (friend_ && entry_befriends(cxx, c, i, cls, fn)) return true;
    }
    // classes that a friend declaration names without declaring them
    for (uint32_t i = 0; cls && i < c->members.friends.n; i++) {
        const ClassDecl *named = c->members.friends.at[i];
        bool same_template = named->inst.tmpl && named->inst.tmpl == cls->inst.tmpl;
        if (named == cls || (cls->members.unbound && same_template)) return true;
    }
    return false;
}

// The signature of a function template that is cls's friend is being made.
static bool friend_signature(Cxx *cxx, ClassDecl *cls) {
    const struct InstFrame *frame = cxx->inst_stack;
    Scope *scope = cls->inner;
    bool has_members = scope && scope->index;
    if (!frame || frame->kind != IF_FUNC_SIG || !has_members) return false;
    for (uint32_t i = 0; i < scope->index->e.n; i++) {
        if (!(scope->index->e.at[i].flags & IX_FRIEND)) continue;
        cxx_elaborate_entry(cxx, scope, i);
        const Decl *decl = scope->elab[i];
        bool of_template = decl_is(decl, D_TEMPLATE);
        if (of_template && decl->name == frame->d->name) return true;
    }
    return false;
}

// The same class, or another declaration of the same instance.
static bool is_same_class(const ClassDecl *cls, const ClassDecl *other) {
    return cls == other || (cls->inst.tmpl && cls->inst.tmpl == other->inst.tmpl &&
                            cls->inst.args == other->inst.args);
}

// Whether one of the scopes around the code gives it the rights of class cls.
static bool is_in_scope_of(Parse *parse, ClassDecl *cls) {
    for (Scope *scope = parse->scope; scope; scope = scope->parent) {
        ClassDecl *around = scope->kind == SC_CLASS ? scope->cls : NULL;
        if (around && (is_same_class(around, cls) || is_friend(parse->x, cls, around, NULL)))
            return true;
        FuncDecl *fn = scope->fn;
        if (fn && (fn->cls == cls || is_friend(parse->x, cls, fn->cls, fn))) return true;
    }
    return false;
}

static bool is_nested_in(const ClassDecl *nested, const ClassDecl *cls) {
    for (const Scope *scope = nested->d.scope; scope; scope = scope->parent) {
        if (scope->kind == SC_CLASS && scope->cls == cls) return true;
    }
    return false;
}

// Whether the code that is parsed has the rights of class cls: it is in cls, in a class nested in
// it, or in a friend of it [class.access.general]/2, [class.access.nest].
static bool inside(Parse *parse, ClassDecl *cls) {
    if (is_in_scope_of(parse, cls)) return true;

    // what is parsed outside of its class's scope: a definition that stands elsewhere
    if (parse->cls == cls || (parse->fn && parse->fn->cls == cls)) return true;
    if (parse->cls && is_nested_in(parse->cls, cls)) return true;
    if (friend_signature(parse->x, cls)) return true;
    bool somewhere = (parse->cls || parse->fn) && parse->cls != cls;
    return somewhere && is_friend(parse->x, cls, parse->cls, parse->fn);
}

// The class whose member the code of a scope is, or NULL.
static ClassDecl *class_of_scope(const Scope *scope) {
    if (scope->kind == SC_CLASS) return scope->cls;
    return scope->fn ? scope->fn->cls : NULL;
}

static bool is_or_derives(Cxx *cxx, ClassDecl *cls, ClassDecl *base) {
    return cls == base || cxx_class_derived_from(cxx, cls, base, NULL, NULL, NULL);
}

// Whether the code that is parsed is in cls or a class derived from it.
static bool derived_inside(Parse *parse, ClassDecl *cls) {
    for (Scope *scope = parse->scope; scope; scope = scope->parent) {
        ClassDecl *own = class_of_scope(scope);
        if (own && is_or_derives(parse->x, own, cls)) return true;
    }
    if (!parse->cls) return false;
    return parse->cls->members.unbound_bases || is_or_derives(parse->x, parse->cls, cls);
}

// The class that declares the member, for the enumerators of a member enumeration, too; or NULL.
static ClassDecl *owner_of(const Decl *decl) {
    Scope *scope = decl->scope;
    while (scope_is(scope, SC_TPARAMS)) scope = scope->parent;
    if (decl->kind == D_ENUMERATOR && scope_is(scope, SC_ENUM)) scope = scope->parent;
    return scope_class(scope);
}

// The access that a using-declaration of the naming class gives to a base's member, or ACC_NONE.
static uint8_t by_using(const Decl *decl, const ClassDecl *naming) {
    if (!naming->inner) return ACC_NONE;
    for (Decl *using_decl = map_get(&naming->inner->names, decl->name); using_decl;
         using_decl = using_decl->next) {
        if (using_decl->kind == D_USING)
            return using_decl->access ? using_decl->access : ACC_PUBLIC;
    }
    return ACC_NONE;
}

static bool is_or_has_base(Cxx *cxx, ClassDecl *cls, const ClassDecl *base) {
    return cls == base ||
           (cxx_class_complete(cxx, cls, cls->d.pos) && cxx_class_has_base(cxx, cls, base));
}

// One member named as a member of a class derived from its own. A lattice of bases has 2^n paths at
// n levels: what a class with several bases gives is remembered.
typedef struct Named {
    Parse *p;
    const Decl *d;
    ClassDecl *owner, *object;
    Map access;  // class -> access_in and 1
    Map refused; // class -> itself: named_ok is false
} Named;

enum { MAX_PATH = 64 }; // bases between a naming class and the member's

static uint8_t access_in(Named *named, ClassDecl *cls, uint32_t depth);

// The access that the bases of the class give to the member, at best.
static uint8_t access_by_bases(Named *named, const ClassDecl *cls, uint32_t depth) {
    uint8_t best = ACC_NONE;
    for (uint32_t i = 0; i < cls->members.nbase && best != ACC_PUBLIC; i++) {
        const BaseSpec *base = &cls->members.base[i];
        if (!base->cls || !is_or_has_base(named->p->x, base->cls, named->owner)) continue;
        uint8_t access = access_in(named, base->cls, depth + 1);
        if (is_any_of(access, ACC_NONE, ACC_PRIVATE)) continue;
        access = CU_MAX(access, CU_MAX(base->access, (uint8_t)ACC_PUBLIC));
        if (!best || access < best) best = access;
    }
    return best;
}

// The access of the member as one of cls; ACC_NONE: cls cannot name it.
static uint8_t access_in(Named *named, ClassDecl *cls, uint32_t depth) {
    if (cls == named->owner) return named->d->access ? named->d->access : ACC_PUBLIC;
    uint8_t given = by_using(named->d, cls);
    if (given || depth > MAX_PATH) return given ? given : ACC_PUBLIC;
    if (cls->members.nbase <= 1) return access_by_bases(named, cls, depth);

    uintptr_t known = (uintptr_t)map_get(&named->access, (uintptr_t)cls);
    if (known) return (uint8_t)(known - 1);
    uint8_t best = access_by_bases(named, cls, depth);
    map_put(&named->access, (uintptr_t)cls, (void *)(uintptr_t)(best + 1u));
    return best;
}

// Whether code of class k may name the protected member, of the object's class `of` (NULL: of no
// object).
static bool may_name_protected(Cxx *cxx, const Named *named, ClassDecl *k, ClassDecl *of) {
    return is_or_has_base(cxx, k, named->owner) && (!of || is_or_has_base(cxx, of, k));
}

// Whether the member belongs to an object.
static bool is_nonstatic(const Decl *decl) {
    return decl->kind == D_FIELD || (cxx_names_function(decl) && !(decl->flags & DF_STATIC));
}

// [class.protected]: where a nonstatic member is named for an object, that is one of the class of
// the code that names it, or of one derived from that.
static bool protected_ok(const Named *named) {
    Cxx *cxx = named->p->x;
    ClassDecl *of = is_nonstatic(named->d) ? named->object : NULL;
    for (Scope *scope = named->p->scope; scope; scope = scope->parent) {
        ClassDecl *own = class_of_scope(scope);
        if (own && may_name_protected(cxx, named, own, of)) return true;
    }
    // a friend of the object's class
    if (of && is_or_has_base(cxx, of, named->owner) && inside(named->p, of)) return true;
    ClassDecl *own = named->p->cls;
    return own && (own->members.unbound_bases || may_name_protected(cxx, named, own, of));
}

// Whether the base of cls is accessible to the code that is parsed [class.access.base]/4.
static bool base_ok(Parse *parse, ClassDecl *cls, const BaseSpec *b) {
    if (b->access <= ACC_PUBLIC || inside(parse, cls)) return true;
    return b->access == ACC_PROTECTED && derived_inside(parse, cls);
}

static bool named_ok(Named *named, ClassDecl *cls, uint32_t depth);

// Whether an accessible base of the class is one in which the member is accessible.
static bool named_in_base(Named *named, ClassDecl *cls, uint32_t depth) {
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        const BaseSpec *base = &cls->members.base[i];
        if (!base->cls || !is_or_has_base(named->p->x, base->cls, named->owner)) continue;
        if (base_ok(named->p, cls, base) && named_ok(named, base->cls, depth + 1)) return true;
    }
    return false;
}

// [class.access.base]/5: whether the member is accessible when named in class cls, directly or in
// an accessible base of it.
static bool named_ok(Named *named, ClassDecl *cls, uint32_t depth) {
    uint8_t access = access_in(named, cls, 0);
    if (access == ACC_PUBLIC || depth > MAX_PATH) return true;
    if (access != ACC_NONE && inside(named->p, cls)) return true;
    if (access == ACC_PROTECTED && protected_ok(named)) return true;
    if (cls == named->owner) return false;

    bool several = cls->members.nbase > 1;
    if (several && map_get(&named->refused, (uintptr_t)cls)) return false;
    if (named_in_base(named, cls, depth)) return true;
    if (several) map_put(&named->refused, (uintptr_t)cls, cls);
    return false;
}

// Whether a using-declaration of class `naming` that gives this access lets the code name it.
static bool using_ok(Parse *parse, uint8_t access, ClassDecl *naming) {
    if (access == ACC_PUBLIC || inside(parse, naming)) return true;
    return access == ACC_PROTECTED && derived_inside(parse, naming);
}

bool cxx_access_object_ok(Parse *parse, Decl *decl, ClassDecl *naming, ClassDecl *object) {
    Cxx *cxx = parse->x;
    ClassDecl *cls = owner_of(decl);
    if (cxx->decls->unbound.defining)
        return true; // by the member that is defined [class.access.general]/8
    bool elsewhere = naming && naming != cls;
    if (decl->kind == D_ENUMERATOR && elsewhere) { // by `using E::e` [enum.udecl]
        uint8_t u = by_using(decl, naming);
        if (u != ACC_NONE) return using_ok(parse, u, naming);
    }
    // a member of an anonymous union has the access of the union [class.union.anon]/3
    for (int guard = 0; cls && cls->members.anon_member && decl->access <= ACC_PUBLIC && guard < 64;
         guard++) {
        decl = &cls->members.anon_member->d;
        cls = cls->members.anon_member->owner;
    }
    if (!cls || (decl->access <= ACC_PUBLIC && (!naming || naming == cls))) return true;
    if (decl->kind == D_CLASS && (ClassDecl *)decl == cls) return true; // injected name
    for (int guard = 0; cls->members.anon_member && guard < 64; guard++)
        cls = cls->members.anon_member->owner;

    // the class it is named as: its own where the other has nothing to do with it
    if (!naming || naming->members.unbound_bases || !is_or_has_base(cxx, naming, cls)) naming = cls;
    bool ctor = decl->kind == D_FUNC && ((const FuncDecl *)decl)->kind == FK_CTOR;
    if (ctor) naming = cls; // the access of the using-declaration is ignored [namespace.udecl]/19
    if (decl->access == ACC_NONE && naming == cls) return true;
    uint8_t u = naming != cls ? by_using(decl, naming) : ACC_NONE; // [namespace.udecl]/19
    if (u != ACC_NONE) return using_ok(parse, u, naming);

    ArenaMark mark = arena_mark(&cxx->ctx->scratch);
    Named m = {.p = parse, .d = decl, .owner = cls, .object = object};
    map_init(&m.access, &cxx->ctx->scratch);
    map_init(&m.refused, &cxx->ctx->scratch);
    bool ok = named_ok(&m, naming, 0);
    arena_reset(&cxx->ctx->scratch, mark);
    return ok;
}

bool cxx_access_ok(Parse *parse, Decl *decl, ClassDecl *naming) {
    return cxx_access_object_ok(parse, decl, naming, NULL);
}

// Whether accessible bases lead from cls to `to`.
static bool reaches(Parse *parse, ClassDecl *cls, const ClassDecl *to, uint32_t visit) {
    if (cls == to) return true;
    if (!cxx_class_visit(cls, visit)) return false;
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        const BaseSpec *b = &cls->members.base[i];
        if (b->cls && base_ok(parse, cls, b) && reaches(parse, b->cls, to, visit)) return true;
    }
    return false;
}

bool cxx_base_access_ok(Parse *parse, ClassDecl *cls, BaseSpec **path, uint32_t n) {
    ClassDecl *from = cls;
    bool ok = true, virtual_ = false;
    for (uint32_t i = 0; i < n; cls = path[i++]->cls) {
        ok = ok && base_ok(parse, cls, path[i]);
        virtual_ |= path[i]->virtual_;
    }
    // to a virtual base any path gives access [class.paths]
    return ok || (virtual_ && reaches(parse, from, cls, cxx_visit_begin(parse->x)));
}

// ---- names in front of a declarator -------------------------------------------------------------

typedef struct LateName {
    Decl *d;
    ClassDecl *naming;
    Pos pos;
} LateName;
struct LateAccess {
    const Scope *scope; // of the declaration: what is instantiated on the way is not its
    const Env *env;
    VEC(LateName) names;
};

static void say_inaccessible(Cxx *cxx, Decl *decl, Pos pos) {
    CXX_DIAG(cxx, d_inaccessible, pos, decl);
    cxx_note_declared(cxx, decl);
}

// Whether the name stands in the declaration whose names are kept for later.
static bool waits(const Parse *parse) {
    if (!parse->late || parse->env != parse->late->env) return false;
    const Scope *s = parse->scope;
    if (scope_is(s, SC_FUNC) && !s->fn) s = s->parent; // of parameters
    return s == parse->late->scope;
}

void cxx_check_access(Parse *parse, Decl *decl, ClassDecl *naming, Pos pos) {
    if (cxx_access_ok(parse, decl, naming)) return;
    if (!waits(parse)) {
        say_inaccessible(parse->x, decl, pos);
        return;
    }
    for (uint32_t i = 0; i < parse->late->names.n; i++) { // the tokens may be read again
        if (parse->late->names.at[i].pos == pos) return;
    }
    LateName l = {decl, naming, pos};
    vec_push(pp(parse), &parse->late->names, l);
}

// `C::Private C::member` and `C::Private f()` of a friend f may name it: the specifiers are checked
// as part of what the first declarator declares [class.access.general]/6.
void cxx_begin_late_access(Parse *parse) {
    parse->late = arena_new(pp(parse), struct LateAccess);
    parse->late->scope = parse->scope;
    parse->late->env = parse->env;
}

struct LateAccess *cxx_take_late_access(Parse *parse) {
    struct LateAccess *l = parse->late;
    parse->late = NULL;
    return l;
}

void cxx_end_late_access(Parse *parse, const struct LateAccess *late_access, Decl *made,
                         Scope *scope) {
    if (!late_access || !late_access->names.n) return;
    Parse q = *parse;
    if (scope) q.scope = scope;
    if (scope_is(scope, SC_CLASS)) q.cls = scope->cls;
    if (decl_is(made, D_FUNC)) {
        q.fn = (FuncDecl *)made;
        if (q.fn->cls) q.cls = q.fn->cls;
    }
    for (uint32_t i = 0; i < late_access->names.n; i++) {
        const LateName *n = &late_access->names.at[i];
        if (!cxx_access_ok(&q, n->d, n->naming)) say_inaccessible(parse->x, n->d, n->pos);
    }
}
