// SPDX-License-Identifier: Apache-2.0
// Which code the translation unit needs [design, decisions 1 and 2]: kernels, device variables and
// explicit instantiations of the unit, and what they reach; device functions of the main file are
// checked as well. Host code is searched by name, to a fixed point, for functions that can reach a
// kernel launch or a kernel's name; only those are parsed, silently, for the kernels they use.
#include "cxx/decl_int.h"

#include <stdlib.h>

// ---- needed code -------------------------------------------------------------------------------

static void need(Cxx *x, Decl *d) {
    if (!d || (d->flags & (DF_USED | DF_INVALID))) return;
    d->flags |= DF_USED;
    if (d->kind == D_FUNC)
        vec_push(xa(x), &x->work, (FuncDecl *)d);
    else if (d->kind == D_VAR)
        vec_push(xa(x), &x->work_vars, (VarDecl *)d);
}

static void need_dtor_of(Cxx *x, Type *t) {
    while (ty_is_array(t)) t = t->u.array.elem;
    FuncDecl *d = t->kind == TY_CLASS ? cxx_find_dtor(x, t) : NULL;
    if (d && !d->deleted) need(x, &d->d);
}

// What a constructor or destructor reaches without naming it.
static void implied_by(Cxx *x, FuncDecl *f) {
    ClassDecl *c = f->cls;
    if (!c || (f->kind != FK_CTOR && f->kind != FK_DTOR)) return;
    if (c->polymorphic) {
        cxx_class_vtable(x, c);
        for (uint32_t i = 0; i < c->vtable.n; i++) {
            FuncDecl *v = c->vtable.at[i];
            if (!v->pure && !v->deleted && (v->d.cuda & CU_DEVICE || x->opt.default_device)) {
                need(x, &v->d);
            }
        }
    }
    if (f->kind != FK_DTOR) return;
    cxx_class_layout(x, c, f->d.pos);
    for (uint32_t i = 0; i < c->nbase; i++) need_dtor_of(x, c->base[i].type);
    for (uint32_t i = 0; i < c->fields.n; i++) need_dtor_of(x, c->fields.at[i]->d.type);
}

// static_asserts of classes completed since the last call.
static void finish_classes(Cxx *x) {
    while (x->decls->ncompleted < x->decls->completed.n) {
        ClassDecl *c = x->decls->completed.at[x->decls->ncompleted++];
        cxx_finish_class(x, c);
    }
}

// Elaborates bodies and initialisers until nothing new is needed.
static void drain(Cxx *x) {
    while (x->work_done < x->work.n || x->work_vars_done < x->work_vars.n) {
        if (x->work_done < x->work.n) {
            FuncDecl *f = x->work.at[x->work_done++];
            cxx_func_body(x, f);
            implied_by(x, f);
            for (uint32_t i = 0; i < f->uses.n; i++) need(x, f->uses.at[i]);
            f->uses.n = 0;
        } else {
            VarDecl *v = x->work_vars.at[x->work_vars_done++];
            cxx_var_init(x, v);
            if (v->value && (v->d.flags & DF_CONSTEXPR)) {
                Parse p = cxx_parse_at(x, v->d.order, v->d.order, x->global, NULL);
                p.fn = NULL;
                cxx_use_const(&p, v->value, v->d.pos, 0);
            }
            if (v->d.cuda & (CU_DEVICE | CU_CONSTANT | CU_MANAGED | CU_SHARED)) {
                uint64_t size;
                uint32_t align;
                if (v->d.type->kind != TY_ARRAY_INC) {
                    ty_size_align(x, v->d.type, v->d.pos, &size, &align);
                }
            }
        }
        finish_classes(x);
    }
}

// ---- roots of the unit -------------------------------------------------------------------------

static bool is_device(const Cxx *x, const Decl *d) {
    if (d->cuda & (CU_DEVICE | CU_GLOBAL)) return true;
    return x->opt.default_device && !(d->cuda & CU_HOST);
}

static bool device_storage(const Decl *d) {
    return d->cuda & (CU_DEVICE | CU_CONSTANT | CU_MANAGED);
}

// Other units may call it (--device-c).
static bool is_exported(const Cxx *x, const FuncDecl *f) {
    return is_device(x, &f->d) && !(f->d.flags & DF_INLINE) && f->d.linkage != LK_INTERNAL &&
           !f->cls;
}

// Host code reads and writes device variables through the runtime, those of headers too; one that
// is constant has nothing to write. An extern one is only then another unit's when there are
// others.
static bool host_may_use(const Cxx *x, const VarDecl *v) {
    if (!x->opt.host_program || (x->opt.rdc && !v->defined)) return false;
    return (v->d.flags & DF_IN_MAIN_FILE) || !(v->d.type->quals & Q_CONST);
}

static void check_class(Cxx *x, ClassDecl *c);

// An elaborated declaration of a namespace or class: a root, or checked, or neither.
static void consider(Cxx *x, Decl *d) {
    if (!d || (d->flags & DF_INVALID)) return;
    bool main_file = d->flags & DF_IN_MAIN_FILE;
    switch (d->kind) {
    case D_FUNC: {
        FuncDecl *f = (FuncDecl *)d;
        if (!f->defined || f->deleted || f->defaulted) return;
        if (d->cuda & CU_GLOBAL || (x->opt.keep_functions && is_exported(x, f)))
            need(x, d);
        else if (x->opt.check_all || (main_file && is_device(x, d))) {
            vec_push(xa(x), &x->decls->checked, f);
        }
        return;
    }
    case D_VAR:
        if (((VarDecl *)d)->fn) return;
        if (device_storage(d) && host_may_use(x, (VarDecl *)d)) {
            need(x, d);
        } else if (!((VarDecl *)d)->defined) {
            return;
        } else if (device_storage(d) && main_file) {
            need(x, d);
        } else if (x->opt.check_all && !device_storage(d)) {
            vec_push(xa(x), &x->decls->checked_vars, (VarDecl *)d);
        }
        return;
    case D_CLASS:
        if (main_file || x->opt.check_all) check_class(x, (ClassDecl *)d);
        return;
    default: return;
    }
}

static bool in_main(Cxx *x, const IndexEntry *e) {
    return cxx_in_main_file(x, x->tokens->at[e->begin].pos);
}

// Of a header, but host code or other units may use it.
static bool for_others(Cxx *x, const IndexEntry *e) {
    if (!(e->flags & IX_DEVICE)) return false;
    if (e->form == IXF_SIMPLE)
        return x->opt.host_program && !(e->flags & (IX_FUNCTION | IX_CONSTEXPR | IX_TYPEDEF));
    if (!x->opt.keep_functions || e->form != IXF_FUNC_DEF || e->flags & (IX_STATIC | IX_CONSTEXPR))
        return false;
    for (uint32_t i = e->begin; i < e->order; i++) {
        if (x->tokens->at[i].kind == T_KW_INLINE) return false;
    }
    return true;
}

static bool entry_interesting(Cxx *x, const IndexEntry *e) {
    if (x->opt.check_all) return true;
    if (e->flags & IX_KERNEL) return true;
    bool by_default =
        x->opt.default_device && e->form == IXF_FUNC_DEF && !(e->flags & (IX_HOST | IX_DEVICE));
    if (!(e->flags & IX_DEVICE) && !by_default) return false;
    return in_main(x, e) || for_others(x, e); // of headers: only what is reached
}

// Device member functions defined in the classes of the main file.
static void check_class(Cxx *x, ClassDecl *c) {
    // seen: an ill-formed class can be its own member
    if (c->tmpl || c->env || !c->defined || c->roots_seen) return;
    c->roots_seen = true;
    if (!cxx_class_complete(x, c, c->d.pos) || !c->inner->index) return;
    if (c->polymorphic && c->d.flags & DF_IN_MAIN_FILE) cxx_class_vtable(x, c);
    Scope *s = c->inner;
    for (uint32_t i = 0; i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if ((e->flags & (IX_TEMPLATE | IX_TYPEDEF | IX_FRIEND)) || e->group != i) continue;
        if (e->form == IXF_CLASS) {
            if (!s->state[i]) cxx_elaborate_entry(x, s, i);
            Decl *d = s->elab[i];
            if (d && d->kind == D_CLASS && d->scope == s) check_class(x, (ClassDecl *)d);
            continue;
        }
        if (!entry_interesting(x, e)) continue;
        if (!s->state[i]) cxx_elaborate_entry(x, s, i);
        consider(x, s->elab[i]);
    }
}

static bool want_def(Cxx *x, MemberDef *m) {
    if (x->opt.check_all || (m->flags & (IX_KERNEL | IX_DEVICE))) return true;
    return x->opt.default_device && m->is_func && !(m->flags & IX_HOST);
}

static void roots_of_namespace(Cxx *x, Scope *s) {
    Index *ix = s->index;
    for (uint32_t i = 0; ix && i < ix->e.n; i++) {
        IndexEntry *e = &ix->e.at[i];
        if (e->group != i) continue; // one visit per declaration
        switch (e->form) {
        case IXF_EXPLICIT_INST: cxx_elaborate_entry(x, s, i); continue;
        case IXF_OUT_OF_CLASS: continue;
        case IXF_STATIC_ASSERT:
            if (in_main(x, e)) cxx_elaborate_entry(x, s, i);
            continue;
        default: break;
        }
        bool spec_kernel = (e->flags & IX_SPECIALIZATION) && (e->flags & IX_KERNEL);
        if ((e->flags & IX_TEMPLATE) && !spec_kernel) {
            if (x->opt.check_all || ((e->flags & IX_KERNEL) && in_main(x, e)))
                cxx_elaborate_entry(x, s, i);
            continue;
        }
        bool cls = e->form == IXF_CLASS && in_main(x, e);
        if (!cls && !entry_interesting(x, e)) continue;
        cxx_elaborate_entry(x, s, i);
        for (uint32_t k = i; k < ix->e.n && ix->e.at[k].group == i; k++) consider(x, s->elab[k]);
    }
}

static void unit_roots(Cxx *x) {
    for (uint32_t i = 0; i < x->decls->namespaces.n; i++) {
        roots_of_namespace(x, x->decls->namespaces.at[i]);
    }
    cxx_member_defs_all(x, want_def);
    for (uint32_t i = 0; i < x->decls->outside.n; i++) consider(x, x->decls->outside.at[i]);
}

// ---- what host code launches -------------------------------------------------------------------

typedef struct Unit { // a definition at namespace level that may be host code
    uint32_t begin, end, entry;
    Scope *s;
    bool is_class, hit;
} Unit;

typedef struct Mention { // of a name in a unit
    uint32_t token, unit;
    uint32_t next; // of the same name: index + 1
} Mention;

typedef struct Host {
    Cxx *x;
    uint8_t *named;     // by Atom: a kernel, or a function that can reach one
    uint32_t *mentions; // by Atom: index + 1 of the first
    VEC(Mention) mention;
    VEC(Atom) name; // those of `named`; the first `nfollowed` have been looked for
    uint32_t nfollowed;
    VEC(Unit) unit;
    VEC(FuncDecl *) todo;
    uint32_t done;
    Map seen;
} Host;

static bool host_entry(const IndexEntry *e) {
    if (e->flags & IX_KERNEL) return false;
    bool device_only = (e->flags & IX_DEVICE) && !(e->flags & IX_HOST);
    if (device_only && e->form != IXF_CLASS) return false;
    return e->form == IXF_FUNC_DEF || e->form == IXF_CLASS || e->form == IXF_OUT_OF_CLASS ||
           e->form == IXF_SIMPLE;
}

static int by_begin(const void *a, const void *b) {
    const Unit *u = a, *v = b;
    return u->begin < v->begin ? -1 : u->begin > v->begin;
}

static void name_it(Host *h, Atom a) {
    if (!a || a >= h->x->decls->natoms || h->named[a]) return;
    h->named[a] = 1;
    vec_push(xa(h->x), &h->name, a);
}

static void collect_units(Host *h) {
    Cxx *x = h->x;
    for (uint32_t n = 0; n < x->decls->namespaces.n; n++) {
        Scope *s = x->decls->namespaces.at[n];
        for (uint32_t i = 0; s->index && i < s->index->e.n; i++) {
            IndexEntry *e = &s->index->e.at[i];
            if (e->group != i) continue;
            if (e->flags & IX_KERNEL) name_it(h, e->name);
            if (!host_entry(e)) continue;
            vec_push(xa(x), &h->unit,
                     ((Unit){.begin = e->begin,
                             .end = e->end,
                             .entry = i,
                             .s = s,
                             .is_class = e->form == IXF_CLASS}));
        }
    }
}

// A hit at token t inside a class body: the member function around it, by the class's index.
static void hit_in_class(Host *h, uint32_t begin, uint32_t end, uint32_t t, int depth) {
    const Token *tok = h->x->tokens->at;
    uint32_t i = begin;
    while (i < end && tok[i].kind != T_LBRACE && tok[i].kind != T_SEMI) {
        i = tok[i].kind == T_LPAREN ? cxx_skip_group(tok, i, end) : i + 1;
    }
    if (i >= end || tok[i].kind != T_LBRACE || t < i || depth > 32) return;
    // the index is shared with the elaboration: name and default access must be the class's own
    Atom name = 0;
    ClassTag tag = CT_STRUCT;
    for (uint32_t k = begin; k < i; k++) {
        uint16_t c = tok[k].kind;
        if (c == T_LT) {
            uint32_t e = cxx_skip_angles(h->x, k, i);
            if (e) k = e - 1;
        } else if (c == T_LPAREN || c == T_LBRACKET) {
            k = tok[k].match;
        } else if (c == T_KW_CLASS || c == T_KW_STRUCT || c == T_KW_UNION) {
            tag = c == T_KW_CLASS ? CT_CLASS : c == T_KW_UNION ? CT_UNION : CT_STRUCT;
            name = 0;
        } else if (c == T_COLON) {
            break;
        } else if (c == T_IDENT && tok[k + 1].kind != T_LPAREN &&
                   !(name && tok[k].text == h->x->n.final_)) {
            name = tok[k].text;
        }
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
        else if (e->name == h->x->n.ctor)
            name_it(h, name);
        else
            name_it(h, e->name);
        return;
    }
}

static bool launch_at(const Token *t) {
    return t[0].kind == T_LTLT && t[1].kind == T_LT && !(t[1].flags & TF_SPACE);
}

// Unit u mentions a name of the set, or launches, at token t.
static void hit(Host *h, uint32_t u, uint32_t t) {
    Unit *d = &h->unit.at[u];
    IndexEntry *e = &d->s->index->e.at[d->entry];
    if (t == e->order) return; // its own name
    if (d->is_class) {
        hit_in_class(h, d->begin, d->end, t, 0);
    } else if (!d->hit && e->form != IXF_SIMPLE) {
        name_it(h, e->name);
    }
    d->hit = true;
}

// Does a unit launch, or mention a kernel other than by being it? Headers' host code rarely does,
// and then nothing need be noted.
static bool any_hit(const Host *h) {
    const Token *tok = h->x->tokens->at;
    for (uint32_t u = 0; u < h->unit.n; u++) {
        for (uint32_t i = h->unit.at[u].begin, end = h->unit.at[u].end; i < end; i++) {
            if (tok[i].kind == T_IDENT ? tok[i].text < h->x->decls->natoms && h->named[tok[i].text]
                                       : launch_at(&tok[i]))
                return true;
        }
    }
    return false;
}

// One pass over the tokens of the units: notes who mentions what, and follows the launches.
static void collect_mentions(Host *h) {
    Cxx *x = h->x;
    const Token *tok = x->tokens->at;
    h->mentions = arena_array(xa(x), uint32_t, x->decls->natoms + 1);
    for (uint32_t u = 0; u < h->unit.n; u++) {
        uint32_t end = h->unit.at[u].end;
        for (uint32_t i = h->unit.at[u].begin; i < end; i++) {
            if (tok[i].kind == T_IDENT && tok[i].text < x->decls->natoms) {
                uint32_t *first = &h->mentions[tok[i].text];
                vec_push(xa(x), &h->mention, ((Mention){i, u, *first}));
                *first = h->mention.n;
            } else if (launch_at(&tok[i])) {
                hit(h, u, i);
            }
        }
    }
}

// Names whatever can reach a launch or a name of the set, to the fixed point.
static void mark_units(Host *h) {
    if (!any_hit(h)) return;
    qsort(h->unit.at, h->unit.n, sizeof(Unit), by_begin);
    collect_mentions(h);
    while (h->nfollowed < h->name.n) {
        uint32_t k = h->mentions[h->name.at[h->nfollowed++]];
        for (; k; k = h->mention.at[k - 1].next) {
            hit(h, h->mention.at[k - 1].unit, h->mention.at[k - 1].token);
        }
    }
}

static void visit(Host *h, FuncDecl *f) {
    if (map_get(&h->seen, f->d.id)) return;
    map_put(&h->seen, f->d.id, f);
    vec_push(xa(h->x), &h->todo, f);
}

// What parsed host code uses: kernels are needed, host functions that may launch are visited.
static void follow(Host *h, Decl *d) {
    if (d->kind != D_FUNC) {
        if (d->kind == D_VAR && device_storage(d)) need(h->x, d);
        return;
    }
    FuncDecl *f = (FuncDecl *)d;
    if (d->cuda & CU_GLOBAL) {
        need(h->x, d);
        return;
    }
    Atom n = f->kind == FK_CTOR && f->cls ? f->cls->d.name : d->name;
    bool named = n < h->x->decls->natoms && h->named[n];
    bool lambda = f->cls && f->cls->is_closure;
    if ((named || lambda) && !(d->flags & DF_USED)) visit(h, f);
}

static void parse_hosts(Host *h) {
    while (h->done < h->todo.n) {
        FuncDecl *f = h->todo.at[h->done++];
        if (f->deleted) continue;
        cxx_func_body(h->x, f);
        for (uint32_t k = 0; k < f->uses.n; k++) follow(h, f->uses.at[k]);
    }
}

// Parses the marked units that are functions; classes' members are visited by name.
static void host_members(Host *h, ClassDecl *c) {
    Cxx *x = h->x;
    if (c->tmpl || c->env || !cxx_class_complete(x, c, c->d.pos) || !c->inner->index) return;
    Scope *s = c->inner;
    for (uint32_t i = 0; i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (e->group != i || (e->flags & (IX_TEMPLATE | IX_FRIEND))) continue;
        Atom n = e->name == x->n.ctor ? c->d.name : e->name;
        bool named = n && n < x->decls->natoms && h->named[n];
        if (e->form == IXF_CLASS) {
            if (!s->state[i]) cxx_elaborate_entry(x, s, i);
            Decl *d = s->elab[i];
            if (d && d->kind == D_CLASS && d->scope == s) host_members(h, (ClassDecl *)d);
        } else if (named && e->form == IXF_FUNC_DEF) {
            if (!s->state[i]) cxx_elaborate_entry(x, s, i);
            if (s->elab[i] && s->elab[i]->kind == D_FUNC) visit(h, (FuncDecl *)s->elab[i]);
        }
    }
}

static void visit_unit(Host *h, Unit *u) {
    Cxx *x = h->x;
    IndexEntry *e = &u->s->index->e.at[u->entry];
    if ((e->flags & IX_TEMPLATE) && !(e->flags & IX_SPECIALIZATION)) return;
    if (e->form == IXF_OUT_OF_CLASS) return; // by cxx_member_defs_all
    cxx_elaborate_entry(x, u->s, u->entry);
    for (uint32_t k = u->entry; k < u->s->index->e.n; k++) {
        if (u->s->index->e.at[k].group != e->group) break;
        Decl *d = u->s->elab[k];
        if (!d) continue;
        if (d->kind == D_FUNC && ((FuncDecl *)d)->defined) visit(h, (FuncDecl *)d);
        if (d->kind == D_CLASS) host_members(h, (ClassDecl *)d);
        if (d->kind == D_VAR && !device_storage(d)) {
            VarDecl *v = (VarDecl *)d;
            cxx_var_init(x, v);
        }
    }
}

// Uses outside of functions (initialisers) were pushed as needed: of those only kernels and device
// variables are.
static void keep_kernels(Host *h, uint32_t n, uint32_t nv) {
    Cxx *x = h->x;
    for (uint32_t i = n; i < x->work.n; i++) {
        FuncDecl *f = x->work.at[i];
        if (f->d.cuda & CU_GLOBAL) {
            x->work.at[n++] = f;
            continue;
        }
        f->d.flags &= ~(uint32_t)DF_USED;
        follow(h, &f->d);
    }
    x->work.n = n;
    for (uint32_t i = nv; i < x->work_vars.n; i++) {
        VarDecl *w = x->work_vars.at[i];
        if (device_storage(&w->d))
            x->work_vars.at[nv++] = w;
        else
            w->d.flags &= ~(uint32_t)DF_USED;
    }
    x->work_vars.n = nv;
}

static void host_launches(Cxx *x) {
    Host h = {.x = x};
    h.named = arena_array(xa(x), uint8_t, x->decls->natoms + 1);
    map_init(&h.seen, xa(x));
    collect_units(&h);
    mark_units(&h);
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    trap.silent = true;
    uint32_t n = x->work.n, nv = x->work_vars.n;
    for (uint32_t i = 0; i < h.unit.n; i++) {
        if (h.unit.at[i].hit) visit_unit(&h, &h.unit.at[i]);
    }
    for (uint32_t i = 0; i < x->decls->host_insts.n; i++)
        follow(&h, &x->decls->host_insts.at[i]->d);
    for (uint32_t i = 0; i < x->decls->all_member_defs.n; i++) {
        MemberDef *m = x->decls->all_member_defs.at[i];
        bool named = m->name < x->decls->natoms && h.named[m->name];
        if (m->nheaders || m->is_class || !named) continue;
        Decl *o = cxx_member_def_owner(x, m);
        if (!o) continue;
        Scope *s = o->kind == D_CLASS ? ((ClassDecl *)o)->inner : NULL;
        if (o->kind == D_NAMESPACE) s = ((NamespaceDecl *)o)->inner;
        if (!s) continue;
        cxx_elaborate_defs(x, m->name, s);
        for (Decl *d = map_get(&s->names, m->name); d; d = d->next) {
            if (d->kind == D_FUNC && ((FuncDecl *)d)->defined) follow(&h, d);
        }
    }
    parse_hosts(&h);
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t todo = h.todo.n;
        keep_kernels(&h, n, nv);
        if (h.todo.n == todo) break;
        parse_hosts(&h);
    }
    x->decls->ncompleted = x->decls->completed.n; // host classes are not checked
    diag_trap_pop(x->ctx, &trap);
}

// With --check-all: what a host function of this file uses is needed if it is a kernel, and checked
// if it is another instance or lambda of this file.
static void check_used(Cxx *x, FuncDecl *f, Map *seen) {
    for (uint32_t i = 0; i < f->uses.n; i++) {
        Decl *d = f->uses.at[i];
        if (d->kind != D_FUNC || d->flags & DF_USED || map_get(seen, d->id)) continue;
        map_put(seen, d->id, d);
        if (d->cuda & CU_GLOBAL)
            need(x, d);
        else if (d->flags & DF_IN_MAIN_FILE && ((FuncDecl *)d)->defined)
            vec_push(xa(x), &x->decls->checked, (FuncDecl *)d);
    }
}

// The initialisers of host variables. What they use is checked with all else and needs no code,
// except kernels.
static void check_vars(Cxx *x) {
    for (uint32_t i = 0; i < x->decls->checked_vars.n; i++) {
        VarDecl *v = x->decls->checked_vars.at[i];
        if (v->d.flags & (DF_USED | DF_INVALID)) continue;
        uint32_t n = x->work.n, nv = x->work_vars.n;
        cxx_var_init(x, v);
        if (v->value && (v->d.flags & DF_CONSTEXPR)) {
            Parse p = cxx_parse_at(x, v->d.order, v->d.order, x->global, NULL);
            p.fn = NULL;
            cxx_use_const(&p, v->value, v->d.pos, 0);
        }
        uint32_t keep = n, keep_vars = nv;
        for (uint32_t k = n; k < x->work.n; k++) {
            FuncDecl *f = x->work.at[k];
            if (f->d.cuda & CU_GLOBAL)
                x->work.at[keep++] = f;
            else
                f->d.flags &= ~(uint32_t)DF_USED;
        }
        for (uint32_t k = nv; k < x->work_vars.n; k++) {
            VarDecl *w = x->work_vars.at[k];
            if (device_storage(&w->d))
                x->work_vars.at[keep_vars++] = w;
            else
                w->d.flags &= ~(uint32_t)DF_USED;
        }
        x->work.n = keep;
        x->work_vars.n = keep_vars;
        finish_classes(x);
    }
}

// ---- the unit ----------------------------------------------------------------------------------

void cxx_run(Cxx *x) {
    unit_roots(x);
    drain(x);
    x->decls->host_phase = true;
    if (!x->opt.check_all) host_launches(x); // else they are found below, with their errors
    drain(x);
    Map seen;
    map_init(&seen, xa(x));
    for (uint32_t i = 0; i < x->decls->checked.n; i++) {
        FuncDecl *f = x->decls->checked.at[i];
        if (!(f->d.flags & DF_USED)) cxx_func_body(x, f);
        if (x->opt.check_all && !is_device(x, &f->d)) check_used(x, f, &seen);
        finish_classes(x);
    }
    check_vars(x);
    drain(x);
}
