// SPDX-License-Identifier: Apache-2.0
// Special member functions [special]: which are declared implicitly, which are deleted or trivial.
// Their bodies are made in body/special_body.c. Whether a subobject can be constructed, copied or
// assigned is asked of the ordinary machinery (initialisation, overload resolution) under a trap.
//
// Trivial copy and move constructors are bytewise copies: callers (IR generation, constant
// evaluation) copy the object instead of calling them, so unions need no body.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/elaborate/elaborate.h"

static bool is_assignment(int k) {
    return is_any_of(k, SP_COPY_ASSIGN, SP_MOVE_ASSIGN);
}

static bool is_copy(int k) {
    return is_any_of(k, SP_COPY, SP_COPY_ASSIGN);
}

static bool is_move(int k) {
    return is_any_of(k, SP_MOVE, SP_MOVE_ASSIGN);
}

// Sets the class's flag for special function k (SP_*).
static void set_trivial(ClassDecl *cls, int k, bool v) {
    switch (k) {
    case SP_DEFAULT: cls->special.trivial_default = v; break;
    case SP_COPY: cls->special.trivial_copy = v; break;
    case SP_MOVE: cls->special.trivial_move = v; break;
    case SP_COPY_ASSIGN: cls->special.trivial_copy_assign = v; break;
    case SP_MOVE_ASSIGN: cls->special.trivial_move_assign = v; break;
    default: cls->special.trivial_dtor = v; break;
    }
}

// The implicit copy function takes C & if some part is not copied from const [class.copy.ctor]/7,
// [class.copy.assign]/2.
static bool part_from_nonconst(Cxx *cxx, const ClassDecl *cls, int k) {
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        if (cls->members.base[i].cls && cxx_copied_from_nonconst(cxx, cls->members.base[i].cls, k))
            return true;
    }
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        const Type *e = ty_element(cls->members.fields.at[i]->d.type);
        if (e->kind == TY_CLASS && cxx_copied_from_nonconst(cxx, e->u.cls, k)) return true;
    }
    return false;
}

// Whether a base of that type admits special function k.
static bool subobject_admits(Parse *parse, Type *part, int k) {
    return cxx_part_admits(parse, part, k, false);
}

// Whether a field admits special function k [class.default.ctor]/2, [class.copy.ctor]/10,
// [class.copy.assign]/7, [class.dtor]/7: references and const objects are not assigned and want an
// initialiser; a member of a union must be trivial.
static bool field_admits(Parse *parse, FieldDecl *field, int k) {
    Type *type = field->d.type;
    if (type->kind == TY_ERROR) return true;
    if (cxx_is_padding(field)) return true;
    bool assign = is_assignment(k);
    Type *e = ty_element(type);
    if (ty_is_ref(type)) {
        if (k == SP_DEFAULT) return field->init_range.end != 0;
        if (k == SP_COPY) return type->kind == TY_LREF;
        return !assign;
    }
    if (k == SP_DEFAULT && field->init_range.end) return true;
    if ((e->quals & Q_CONST) && e->kind != TY_CLASS) return !(assign || k == SP_DEFAULT);
    if ((e->quals & Q_CONST) && assign) return false;
    ClassDecl *cls = parse->cls;
    if (cls->tag == CT_UNION && e->kind == TY_CLASS && !field->anonymous) {
        cxx_class_complete(parse->x, e->u.cls, field->d.pos);
        cxx_class_specials(parse->x, e->u.cls);
        if (k == SP_DEFAULT) { // a default member initialiser anywhere makes it possible
            for (uint32_t i = 0; i < cls->members.fields.n; i++) {
                if (cls->members.fields.at[i]->init_range.end) return true;
            }
        }
        return cxx_part_trivial(parse, type, k, field->d.flags & DF_MUTABLE);
    }
    return cxx_part_admits(parse, type, k, field->d.flags & DF_MUTABLE);
}

typedef VEC(Type *) VirtualBases;

// Innermost first. Each visited base counts once, so that nothing else may visit meanwhile.
static void collect_virtual(Parse *parse, const ClassDecl *cls, uint32_t visit, VirtualBases *out) {
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        ClassDecl *b = cls->members.base[i].cls;
        if (!cxx_class_visit(b, visit)) continue;
        if (b->table.has_virtual_bases) collect_virtual(parse, b, visit, out);
        if (cls->members.base[i].virtual_) vec_push(pa(parse), out, cls->members.base[i].type);
    }
}

// Virtual bases, direct or not, are subobjects of the class for its constructors and destructor.
static bool virtual_admit(Parse *parse, const ClassDecl *cls, int k) {
    VirtualBases v = {0};
    collect_virtual(parse, cls, cxx_visit_begin(parse->x), &v);
    for (uint32_t i = 0; i < v.n; i++) {
        if (!subobject_admits(parse, v.at[i], k)) return false;
        if (k <= SP_MOVE && !subobject_admits(parse, v.at[i], SP_DTOR)) return false;
    }
    return true;
}

// But not for the constructors of an abstract class [special]/7. (One that only inherits pure
// functions is not known before its table, which needs the destructor.)
static bool declares_pure(Cxx *cxx, ClassDecl *cls) {
    Scope *s = cls->inner;
    for (uint32_t i = 0; i < cxx_index_size(s); i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (!(e->flags & IX_VIRTUAL) || !(e->flags & IX_FUNCTION)) continue;
        if (!s->state[i]) cxx_elaborate_entry(cxx, s, i);
        const Decl *d = s->elab[i];
        if (decl_is(d, D_FUNC) && ((const FuncDecl *)d)->pure) return true;
    }
    return false;
}

// Whether a virtual destructor finds a deallocation function that it cannot call [class.dtor]/7.
static bool dealloc_refused(Parse *parse, ClassDecl *cls) {
    bool is_virtual = false;
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        const FuncDecl *dtor = cls->members.base[i].cls->members.dtor;
        is_virtual |= dtor && dtor->is_virtual;
    }
    Lookup lookup = {0};
    if (!is_virtual) return false;
    cxx_lookup_member(parse, cls, cxx_op_atom(parse->x, OP_DELETE), 0, &lookup);
    if (lookup.n != 1 || lookup.at[0]->kind != D_FUNC) return false;
    return ((FuncDecl *)lookup.at[0])->written.deleted || !cxx_access_ok(parse, lookup.at[0], cls);
}

// Whether the implicit function k of the class would be deleted [class.default.ctor]/2 and others.
static bool would_be_deleted(Cxx *cxx, ClassDecl *cls, int k) {
    Parse parse = cxx_parse_in_class(cxx, cls);
    if (k == SP_DTOR && dealloc_refused(&parse, cls)) return true;
    bool assign = is_assignment(k); // of direct bases
    parse.base_init = !assign;
    parse.base_assign = assign;
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        if (cls->members.base[i].virtual_ && !assign) continue;
        if (!subobject_admits(&parse, cls->members.base[i].type, k)) return true;
        if (k <= SP_MOVE && !subobject_admits(&parse, cls->members.base[i].type, SP_DTOR))
            return true;
    }
    if (cls->table.has_virtual_bases && !assign && !virtual_admit(&parse, cls, k) &&
        !(k <= SP_MOVE && declares_pure(cxx, cls)))
        return true;
    parse.base_init = parse.base_assign = false;
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        if (!field_admits(&parse, cls->members.fields.at[i], k)) return true;
        if (k <= SP_MOVE && cls->tag != CT_UNION &&
            !field_admits(&parse, cls->members.fields.at[i], SP_DTOR)) {
            return true;
        }
    }
    return false;
}

// Whether k is trivial as far as the class's parts are concerned.
static bool parts_trivial(Cxx *cxx, ClassDecl *cls, int k) {
    if (k != SP_DTOR && cxx_is_dynamic(cls)) return false;
    Parse parse = cxx_parse_in_class(cxx, cls);
    parse.base_assign = is_assignment(k);
    parse.base_init = !parse.base_assign;
    for (uint32_t i = 0; i < cls->members.nbase; i++)
        if (!cxx_part_trivial(&parse, cls->members.base[i].type, k, false)) return false;
    parse.base_init = parse.base_assign = false;
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        const FieldDecl *f = cls->members.fields.at[i];
        if (k == SP_DEFAULT && f->init_range.end) return false;
        if (!cxx_part_trivial(&parse, f->d.type, k, f->d.flags & DF_MUTABLE)) return false;
    }
    return true;
}

// ---- implicit declarations ---------------------------------------------------------------------

// The name under which the scope of a class has its special function k.
static Atom special_name(Cxx *cxx, int k) {
    if (k == SP_DTOR) return cxx->n.dtor;
    return is_assignment(k) ? cxx_op_atom(cxx, OP_ASSIGN) : cxx->n.ctor;
}

// The implicit special function k of the class, inline and constexpr, for host and device; not yet
// in its scope, nor judged to be deleted.
static FuncDecl *declare_implicit(Cxx *cxx, ClassDecl *cls, int k) {
    bool assign = is_assignment(k);
    Atom name = special_name(cxx, k);
    FuncDecl *func = cxx_decl_new(cxx, FuncDecl, D_FUNC, name, cls->d.pos, 0, cls->inner, cls->env);
    Type *self = ty_class(cxx, cls), *param = NULL;
    if (is_copy(k))
        param = ty_ref(cxx, part_from_nonconst(cxx, cls, k) ? self : ty_qual(cxx, self, Q_CONST),
                       false);
    else if (is_move(k))
        param = ty_ref(cxx, self, true);
    FuncType func_type = {.ret = assign ? ty_ref(cxx, self, false) : ty_basic(cxx, TY_VOID),
                          .param = &param,
                          .nparam = param != NULL};
    func->d.type = ty_func(cxx, &func_type);
    func->kind = assign ? FK_NORMAL : FK_CTOR;
    if (k == SP_DTOR) func->kind = FK_DTOR;
    func->op = assign ? OP_ASSIGN : 0;
    func->cls = cls;
    func->d.access = ACC_PUBLIC;
    func->d.linkage = LK_EXTERNAL;
    func->d.flags = DF_IMPLICIT | DF_INLINE | DF_MEMBER | DF_CONSTEXPR;
    func->d.cuda = CU_HOST | CU_DEVICE;
    func->is_implicit = func->written.defaulted = func->written.defaulted_first =
        func->body.defined = true;
    func->param_scope = cxx_scope_new(cxx, SC_FUNC, cls->inner, &func->d);
    func->param_scope->env = cls->env;
    func->body.scope = cls->inner;
    func->body.env = cls->env;
    if (param) {
        VarDecl *v =
            cxx_decl_new(cxx, VarDecl, D_VAR, 0, cls->d.pos, 0, func->param_scope, cls->env);
        v->storage = STOR_PARAM;
        v->defined = true;
        v->d.type = param;
        v->fn = func;
        func->param = arena_array(xa(cxx), VarDecl *, 1);
        func->param[0] = v;
        func->nparam = func->min_args = 1;
    }
    if (k == SP_DTOR) { // virtual if some base's is
        for (uint32_t i = 0; i < cls->members.nbase; i++) {
            FuncDecl *b = cls->members.base[i].cls->members.dtor;
            func->is_virtual |= b && b->is_virtual;
        }
    }
    return func;
}

typedef struct Declared { // what the class itself declares
    FuncDecl *f[SP_COUNT];
    bool has[SP_COUNT];
    bool any_ctor, explicit_ctor, provided_ctor, inherited;
} Declared;

// [special]/6: its constraints hold and no other of its kind for the same parameter is more
// constrained.
static bool eligible(Cxx *cxx, ClassDecl *cls, FuncDecl *func) {
    if (!cxx_func_satisfied(cxx, func)) return false;
    for (Decl *o = map_get(&cls->inner->names, func->d.name); o; o = o->next) {
        FuncDecl *g = (FuncDecl *)o;
        if (o->kind != D_FUNC || g == func || !g->written.requires.end) continue;
        if (g->d.type->kind != TY_FUNC || !cxx_same_params(func, g)) continue;
        if (!cxx_func_satisfied(cxx, g)) continue;
        if (cxx_more_constrained_func(cxx, g, func) > 0) return false;
    }
    return true;
}

// Constructor and assignment templates, and assignments of a base, may be selected where the class
// has a copy or move of its own; so may the other of two copies. Asked before `member` is
// collected.
static void note_rival(ClassDecl *cls, const Decl *member, bool ctor, const Declared *found) {
    int kind = member->kind == D_FUNC ? cxx_special_kind((const FuncDecl *)member) : SP_NONE;
    bool rival = member->kind == D_TEMPLATE || (member->kind == D_USING && !ctor) ||
                 ((is_copy(kind) || is_move(kind)) && found->has[kind]);
    if (ctor)
        cls->special.ctor_rivals |= rival;
    else
        cls->special.assign_rivals |= rival;
}

// What the class declares itself: declared->has tells of all, declared->f has the eligible function
// of each kind [special]/6. Constructors are listed in cls->ctors.
static void collect(Cxx *cxx, ClassDecl *cls, Declared *found) {
    Atom names[] = {cxx->n.ctor, cxx->n.dtor, cxx_op_atom(cxx, OP_ASSIGN)};
    for (int i = 0; i < 3; i++) {
        if (cls->inner->index) cxx_elaborate_name(cxx, cls->inner, names[i]);
        for (Decl *decl = map_get(&cls->inner->names, names[i]); decl; decl = decl->next) {
            note_rival(cls, decl, i == 0, found);
            if (i == 0) {
                found->any_ctor |= is_any_of(decl->kind, D_FUNC, D_TEMPLATE);
                found->inherited |= decl->kind == D_USING;
                FuncDecl *t = decl->kind == D_TEMPLATE ? ((TemplateDecl *)decl)->pattern : NULL;
                if (decl->kind == D_FUNC) t = (FuncDecl *)decl;
                if (t) {
                    found->explicit_ctor |= t->written.explicit_;
                    found->provided_ctor |= !t->written.defaulted_first && !t->written.deleted;
                }
            }
            if (decl->kind != D_FUNC) continue;
            FuncDecl *func = (FuncDecl *)decl;
            if (func->kind == FK_CTOR) vec_push(xa(cxx), &cls->members.ctors, func);
            int k = cxx_special_kind(func);
            if (k == SP_NONE) continue;
            found->has[k] = true;
            if (!eligible(cxx, cls, func)) continue;
            // the one for const T& when there are several
            const FuncType *ft = &func->d.type->u.func;
            bool of_const = ft->nparam && ty_deref(ft->param[0])->quals & Q_CONST;
            if (!found->f[k] || of_const) {
                found->f[k] = func;
            }
        }
    }
}

// Declares implicitly what the class does not [class.copy.ctor]/6, /8, [class.copy.assign]/2, /4: a
// copy declared by the user deletes no other copy, but keeps moves from being declared; a move
// deletes the copies. A closure has no default constructor with captures, and no assignment.
static void declare_missing(Cxx *cxx, ClassDecl *cls, Declared *found) {
    bool copy_any = found->has[SP_COPY] || found->has[SP_COPY_ASSIGN];
    bool move_any = found->has[SP_MOVE] || found->has[SP_MOVE_ASSIGN];
    bool closure = cls->closure.is;
    for (int k = SP_DEFAULT; k < SP_COUNT; k++) {
        if (found->has[k]) continue;
        if (k == SP_DEFAULT && (found->any_ctor || (closure && cls->members.fields.n))) continue;
        bool move = is_move(k);
        bool no_move = copy_any || move_any || found->has[SP_DTOR] || cxx->opt.std < 11;
        if (move && no_move) continue;
        FuncDecl *f = declare_implicit(cxx, cls, k);
        bool copy = is_copy(k);
        f->written.deleted = (copy && move_any) || would_be_deleted(cxx, cls, k);
        if (closure && is_assignment(k) && cls->members.fields.n) f->written.deleted = true;
        if (f->written.deleted && move) continue; // ignored by overload resolution: not declared
        cxx_scope_add(cxx, cls->inner, &f->d);
        f->d.scope = cls->inner;
        found->f[k] = f;
        if (k <= SP_MOVE) vec_push(xa(cxx), &cls->members.ctors, f);
    }
}

// [dcl.init.aggr]/1, of the language version: since C++20 any declared constructor counts, before
// only those that are user-provided, explicit or inherited; bases are allowed since C++17.
static bool is_aggregate(Cxx *cxx, ClassDecl *cls, const Declared *declared) {
    if (cls->closure.is || cxx_is_dynamic(cls) || declared->inherited) return false;
    bool own_ctor = declared->provided_ctor || declared->explicit_ctor;
    if (cxx->opt.std >= 20) own_ctor = declared->any_ctor;
    if (own_ctor) return false;
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        if (cls->members.base[i].virtual_ || cls->members.base[i].access != ACC_PUBLIC)
            return false;
        if (cxx->opt.std < 17) return false;
    }
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        uint8_t a = cls->members.fields.at[i]->d.access;
        if (is_any_of(a, ACC_PRIVATE, ACC_PROTECTED)) return false;
    }
    return true;
}

// Whether a field of that type keeps its class a standard-layout class.
static bool std_layout_type(Cxx *cxx, Type *type) {
    type = ty_element(type);
    if (ty_is_ref(type)) return false;
    if (type->kind != TY_CLASS || !cxx_class_complete(cxx, type->u.cls, 0)) return true;
    cxx_class_specials(cxx, type->u.cls);
    return type->u.cls->special.standard_layout;
}

// Of the class or its bases, empty or not. (An unnamed bit-field is no member.)
static bool has_members(Cxx *cxx, const ClassDecl *cls) {
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        if (cls->members.fields.at[i]->d.name || !cls->members.fields.at[i]->is_bitfield)
            return true;
    }
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        cxx_class_specials(cxx, cls->members.base[i].cls);
        if (cls->members.base[i].cls->members.has_members) return true;
    }
    return false;
}

// [class.prop]/3
static bool is_standard_layout(Cxx *cxx, ClassDecl *cls) {
    if (cxx_is_dynamic(cls)) return false;
    uint8_t access = 0;
    ClassDecl *with_fields = NULL;
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        FieldDecl *f = cls->members.fields.at[i];
        if (!std_layout_type(cxx, f->d.type)) return false;
        uint8_t a = f->d.access ? f->d.access : ACC_PUBLIC;
        if (access && a != access) return false;
        access = a;
        with_fields = cls;
    }
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        ClassDecl *b = cls->members.base[i].cls;
        cxx_class_specials(cxx, b);
        if (!b->special.standard_layout) return false;
        if (b->members.has_members) {
            if (with_fields) return false;
            with_fields = b;
        }
        if (cls->members.fields.n && cls->members.fields.at[0]->d.type->unqual == ty_class(cxx, b))
            return false;
    }
    return true;
}

// A defaulted copy function for const objects where the implicit one would not be: an error, since
// C++20 deleted if it is defaulted at once [dcl.fct.def.default]/2.
static bool defaulted_from_const(Cxx *cxx, const ClassDecl *cls, FuncDecl *func, int k) {
    if (!is_copy(k) || cls->members.unbound) return false;
    Type *param = func->d.type->u.func.param[0];
    if (!ty_is_ref(param) || !(ty_deref(param)->quals & Q_CONST)) return false;
    if (!part_from_nonconst(cxx, cls, k)) return false;
    if (cxx->opt.std < 20 && cxx_in_main_file(cxx, func->d.pos))
        CXX_DIAG(cxx, d_bad_default, func->d.pos, &func->d);
    return true;
}

// Fills in all that is known of the class's special functions. Order matters: triviality asks the
// parts alone, deletedness asks for overload resolution on the parts, and both for the layout.
static void find_specials(Cxx *cxx, ClassDecl *cls) {
    if (!cls->closure.is) cxx_collect_fields(cxx, cls);
    Declared declared = {0};
    collect(cxx, cls, &declared);
    if (declared.has[SP_DTOR]) cls->members.dtor = declared.f[SP_DTOR];
    // trivial first: deletedness asks the parts, not this class
    for (int k = SP_DEFAULT; k < SP_COUNT; k++) {
        bool t = parts_trivial(cxx, cls, k);
        if (declared.has[k] && !declared.f[k]) {
            t = false;
        } else if (declared.has[k]) {
            for (Decl *o = map_get(&cls->inner->names, declared.f[k]->d.name); o; o = o->next) {
                FuncDecl *f = (FuncDecl *)o;
                if (o->kind == D_FUNC && cxx_special_kind(f) == k && eligible(cxx, cls, f)) {
                    t = t && (f->written.defaulted_first || f->written.deleted) && !f->is_virtual;
                }
            }
        }
        set_trivial(cls, k, t);
    }
    for (int k = SP_DEFAULT; k < SP_COUNT; k++) { // explicitly defaulted ones may be deleted
        FuncDecl *func = declared.f[k];
        if (func && func->written.defaulted && !func->is_implicit) {
            if (func->written.defaulted_first) func->d.cuda |= CU_HOST | CU_DEVICE;
            bool is_constexpr = func->d.flags & DF_CONSTEXPR;
            func->d.flags |= DF_CONSTEXPR | DF_INLINE;
            if (k == SP_DEFAULT && is_constexpr && func->written.defaulted_first)
                cxx_check_constexpr_default(cxx, func);
            bool wider = defaulted_from_const(cxx, cls, func, k);
            if (!func->written.deleted && (wider || would_be_deleted(cxx, cls, k))) {
                func->written.deleted = true;
                func->no_candidate = is_move(k);
                if (func->no_candidate) declared.f[k] = NULL; // moves fall back to copies
            }
        }
    }
    declare_missing(cxx, cls, &declared);
    cls->members.dtor = declared.f[SP_DTOR];
    if (cls->members.dtor && cls->members.dtor->is_virtual) cls->special.trivial_dtor = false;
    for (int k = SP_DEFAULT; k < SP_COUNT; k++) {
        // without the function or with a deleted one nothing is trivial; moves fall back to copies
        if (!declared.f[k]) {
            if (k == SP_MOVE)
                cls->special.trivial_move = cls->special.trivial_copy;
            else if (k == SP_MOVE_ASSIGN)
                cls->special.trivial_move_assign = cls->special.trivial_copy_assign;
            else
                set_trivial(cls, k, false);
        } else if (declared.f[k]->written.deleted && !declared.f[k]->inst.tmpl) {
            set_trivial(cls, k, false);
        }
    }
    cls->special.aggregate = is_aggregate(cxx, cls, &declared);
    cxx_class_layout(cxx, cls, cls->d.pos);
    cls->members.has_members = has_members(cxx, cls);
    cls->special.standard_layout = is_standard_layout(cxx, cls);
}

// Asks of parts lead to their classes: nesting is limited, since a class may hold itself by an
// error.
void cxx_answer_class_specials(Cxx *cxx, ClassDecl *cls) {
    if (!cls->members.complete && !cxx_class_complete(cxx, cls, cls->d.pos)) return;
    if (!cls->inner) return;
    cls->special.done = true;
    if (cxx->specials_depth > cxx->ctx->max_depth) { // a member of a member of ...
        if (!cxx->inst_limit_hit) cxx_too_deep(cxx, cls->d.pos);
        cxx->inst_limit_hit |= !diag_trapped(cxx->ctx); // then the layouts say no more
        return;
    }
    cxx->specials_depth++;
    find_specials(cxx, cls);
    cls->special.found = true;
    cxx->specials_depth--;
}
