// SPDX-License-Identifier: Apache-2.0
// convert/overload.c: overload resolution [over.match]: candidates with their conversion sequences,
// the ranking of viable ones [over.match.best], and the address of an overloaded function
// [over.over]. Explanations are in overload_note.c, operators in convert/overload_operator.c.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"

// The sequence of the implied object argument for member function f [over.match.funcs].
void xe_object_ics(Parse *p, Expr *object, FuncDecl *f, Ics *o) {
    Cxx *x = p->x;
    *o = (Ics){.rank = ICS_EXACT};
    if (!object || (f->d.flags & DF_STATIC) || !f->cls || xe_tdep(object)) return;
    const FuncType *ft = &f->d.type->u.func;
    Type *cls = f->cls->d.type, *from = object->type;
    uint32_t quals = ft->quals & ~Q_RESTRICT;
    if (f->kind == FK_DTOR) quals |= xe_quals(from); // any object can be destroyed [class.dtor]
    Type *param = ty_qual(x, cls, quals);
    o->from = from;
    o->ref_bind = true;
    o->rvalue_bind = ft->ref == REF_RVALUE;
    o->any_object = ft->ref == REF_NONE;
    o->to = ty_ref(x, param, ft->ref == REF_RVALUE);
    bool bad = (xe_quals(from) & ~xe_quals(param) & (Q_CONST | Q_VOLATILE)) != 0;
    if (ft->ref == REF_RVALUE && object->cat == VC_LVALUE) bad = true;
    // as a reference to const, not volatile, binds to an rvalue
    bool const_ref = (ft->quals & (Q_CONST | Q_VOLATILE)) == Q_CONST;
    if (ft->ref == REF_LVALUE && object->cat != VC_LVALUE && !const_ref) bad = true;
    Type *a = ty_unqual(from);
    if (a->kind != TY_CLASS) {
        bad = true;
    } else if (a->u.cls != f->cls) {
        if (!xe_reference_related(p, cls, a)) bad = true;
        o->rank = ICS_CONVERSION;
        o->second = CK_DERIVED_TO_BASE;
        o->to_base = true;
    }
    if (bad) o->rank = ICS_BAD;
}

static bool is_member_fn(const FuncDecl *f) {
    return f->cls && f->kind != FK_CTOR;
}

// [over.best.ics]/4: a class list-initialised by `{{...}}` is not made by a user conversion first
// and copied then.
static bool nested_copy(const Cands *cs, const FuncDecl *f, uint32_t i, Expr **arg, uint32_t narg) {
    if (!cs->from_list || i || narg != 1 || !xe_list(arg[0]) || f->kind != FK_CTOR) return false;
    const Type *t = ty_deref(f->d.type->u.func.param[0])->unqual;
    return t->kind == TY_CLASS && t->u.cls == f->cls;
}

// Whether a list is no more than an expression in braces, which may convert without a constructor.
static bool braced_expression(const Expr *list) {
    return list->n == 1 && !xe_list(list->arg[0]);
}

void xe_add_cand_fn(Parse *p, Cands *cs, FuncDecl *f, TemplateDecl *tmpl, Decl *as, Expr *object,
                    Expr **arg, uint32_t narg, bool allow_user) {
    Cand c = {.fn = f, .tmpl = tmpl, .decl = as, .bad_arg = -1, .viable = true};
    const FuncType *ft = &f->d.type->u.func;
    c.has_object = is_member_fn(f);
    c.nics = narg + c.has_object;
    if ((narg > ft->nparam && !ft->variadic) || narg < f->min_args) {
        c.viable = false;
        c.nics = 0;
        vec_push(xe_scratch(p), &cs->c, c);
        return;
    }
    if (f->requires_range.end && !tmpl && !cxx_func_satisfied(p->x, f)) {
        c.viable = false;
        c.nics = 0;
        c.bad_arg = -3;
        c.why = diag_trapped(p->x->ctx) ? "" : cxx_why_func(p->x, f);
        vec_push(xe_scratch(p), &cs->c, c);
        return;
    }
    Ics few[16]; // most candidates are not viable, and nobody asks for their sequences
    c.ics = c.nics <= CU_COUNT(few) ? few : arena_array(xe_scratch(p), Ics, c.nics);
    memset(c.ics, 0, c.nics * sizeof *c.ics);
    uint32_t k = 0;
    if (c.has_object) {
        xe_object_ics(p, object, f, &c.ics[k]);
        if (c.ics[k].rank == ICS_BAD) {
            c.viable = false;
            c.bad_arg = -3;
            c.why = "the object argument does not bind to the function's this";
        }
        k++;
    }
    for (uint32_t i = 0; i < narg && c.viable; i++, k++) {
        if (i >= ft->nparam) {
            c.ics[k] = (Ics){.rank = ICS_ELLIPSIS, .from = arg[i]->type};
            if (xe_list(arg[i])) {
                c.viable = false;
                c.bad_arg = -3;
                c.why = "a braced initializer list cannot match the ellipsis";
            }
            c.via_ellipsis = true;
            continue;
        }
        bool copy = cs->direct_of && ty_is_ref(ft->param[i]) &&
                    ty_unqual(ft->param[i]->u.ptr.to) == ty_unqual(cs->direct_of->d.type);
        bool nested = nested_copy(cs, f, i, arg, narg);
        if (nested && !braced_expression(arg[i])) // (and {{{...}}} takes no exponential time)
            c.ics[k].rank = ICS_BAD;
        else
            cxx_ics(p, arg[i], ft->param[i], allow_user, copy, &c.ics[k]);
        if (c.ics[k].rank == ICS_USER && nested) c.ics[k].rank = ICS_BAD;
        if (c.ics[k].rank == ICS_BAD) {
            c.viable = false;
            c.bad_arg = (int)i;
        }
    }
    if (!c.viable) {
        c.ics = NULL;
        c.nics = 0;
    } else if (c.ics == few) {
        c.ics = c.nics ? arena_copy(xe_scratch(p), few, c.nics * sizeof *few, _Alignof(Ics)) : NULL;
    }
    vec_push(xe_scratch(p), &cs->c, c);
}

static void add_template(Parse *p, Cands *cs, TemplateDecl *t, Decl *as, TmplArgs *targs,
                         Expr *object, Expr **arg, uint32_t narg, bool allow_user,
                         bool allow_explicit) {
    DeduceFail why = {0};
    FuncDecl *f = cxx_deduce_call(p, t, targs, arg, narg, &why);
    if (!f) {
        Cand c = {.tmpl = t,
                  .decl = as,
                  .bad_arg = -2,
                  .why = why.why,
                  .targs = targs,
                  .parm = why.parm,
                  .has_object = object != NULL};
        vec_push(xe_scratch(p), &cs->c, c);
        return;
    }
    if (f->explicit_ && !allow_explicit) return;
    xe_add_cand_fn(p, cs, f, t, as, object, arg, narg, allow_user);
}

void xe_add_cands(Parse *p, Cands *cs, Decl **set, uint32_t n, TmplArgs *targs, Expr *object,
                  Expr **arg, uint32_t narg, bool allow_user, bool allow_explicit) {
    vec_reserve(xe_scratch(p), &cs->c, cs->c.n + n);
    for (uint32_t i = 0; i < n; i++) {
        Decl *d = set[i];
        if (d->flags & DF_INVALID) continue;
        if (d->kind == D_TEMPLATE && ((TemplateDecl *)d)->kind == TK_FUNC) {
            add_template(p, cs, (TemplateDecl *)d, d, targs, object, arg, narg, allow_user,
                         allow_explicit);
        } else if (d->kind == D_FUNC && !targs) {
            FuncDecl *f = (FuncDecl *)d;
            if ((f->explicit_ && !allow_explicit) || f->no_candidate) continue;
            xe_add_cand_fn(p, cs, f, NULL, d, object, arg, narg, allow_user);
        }
    }
    if (!object) return;
    // functions brought in by a using-declaration count as members of the derived class
    ClassDecl *first = NULL;
    bool mixed = false;
    for (uint32_t i = 0; i < cs->c.n; i++) {
        FuncDecl *f = cs->c.at[i].fn;
        if (!f || !is_member_fn(f)) continue;
        if (first && f->cls != first) mixed = true;
        first = f->cls;
    }
    if (!mixed) return;
    for (uint32_t i = 0; i < cs->c.n; i++) {
        Cand *c = &cs->c.at[i];
        if (c->viable && c->has_object && c->nics) {
            c->ics[0].rank = ICS_EXACT;
            c->ics[0].second = CK_NOOP;
            c->ics[0].to_base = false;
            Type *to = c->ics[0].to;
            if (to && ty_is_ref(to)) {
                Type *self = ty_qual(p->x, ty_unqual(object->type), xe_quals(to->u.ptr.to));
                c->ics[0].to = ty_ref(p->x, self, to->kind == TY_RREF);
            }
        }
    }
}

// ---- ranking -----------------------------------------------------------------------------------

static uint32_t params_used(const Cand *c) {
    return c->nics - (c->has_object ? 1u : 0u);
}

static bool derives(Parse *p, ClassDecl *d, ClassDecl *b) {
    BaseSpec **path;
    uint32_t n;
    bool amb;
    return d && b && d != b && cxx_class_derived_from(p->x, d, b, &path, &n, &amb);
}

// a is better than b [over.match.best]/2.
static bool better(Parse *p, const Cand *a, const Cand *b) {
    bool won = false;
    uint32_t n = CU_MIN(a->nics, b->nics);
    // a static member among non-static ones: compare from the last argument
    for (uint32_t i = 0; i < n; i++) {
        const Ics *ia = &a->ics[a->reversed ? a->nics - 1 - i : i];
        const Ics *ib = &b->ics[b->reversed ? b->nics - 1 - i : i];
        int c = cxx_ics_compare(p, ia, ib);
        if (c > 0) return false;
        if (c < 0) won = true;
    }
    if (won) return true;
    if (!a->fn != !b->fn) return a->fn != NULL; // a function beats an equal built-in candidate
    if (!a->fn) return false;
    if (!a->tmpl != !b->tmpl) return !a->tmpl;
    if (a->tmpl && b->tmpl && a->tmpl != b->tmpl) {
        int c = cxx_more_specialized(p->x, a->tmpl, b->tmpl, params_used(a));
        if (c) return c > 0;
    }
    if (cxx_same_params(a->fn, b->fn)) { // both templates, or neither
        int c = a->tmpl ? 0 : cxx_more_constrained_func(p->x, a->fn, b->fn);
        if (!c && p->x->hooks.prefer) c = p->x->hooks.prefer(p, a->fn, b->fn);
        if (c) return c > 0;
    }
    if (a->fn->kind == FK_CTOR && b->fn->kind == FK_CTOR && a->fn->cls != b->fn->cls)
        return derives(p, a->fn->cls, b->fn->cls); // not inherited beats inherited
    if (a->rewritten != b->rewritten) return !a->rewritten;
    if (a->reversed != b->reversed) return !a->reversed;
    if (a->fn->kind == FK_GUIDE && b->fn->kind == FK_GUIDE &&
        a->fn->is_implicit != b->fn->is_implicit)
        return !a->fn->is_implicit;
    return false;
}

// One declaration, or one member template of several instances of its class.
static bool same_declaration(const Cand *a, const Cand *b) {
    if (a->fn && a->fn == b->fn) return true;
    return a->tmpl && b->tmpl && a->tmpl->d.order == b->tmpl->d.order;
}

void xe_choose(Parse *p, Cands *cs) {
    cs->best = -1;
    cs->rival = -1;
    for (uint32_t i = 0; i < cs->c.n; i++) {
        if (!cs->c.at[i].viable) continue;
        if (cs->best < 0 || better(p, &cs->c.at[i], &cs->c.at[cs->best])) cs->best = (int)i;
    }
    if (cs->best < 0) return;
    Cand *b = &cs->c.at[cs->best];
    for (uint32_t i = 0; i < cs->c.n; i++) {
        Cand *c = &cs->c.at[i];
        if ((int)i == cs->best || !c->viable) continue;
        if (c->fn && c->fn == b->fn && c->reversed == b->reversed) continue; // found twice
        // an operator== that is ambiguous with itself reversed: the operands as written (clang,
        // gcc)
        if (c->reversed != b->reversed && same_declaration(c, b)) {
            if (b->reversed && !better(p, b, c)) {
                cs->best = (int)i;
                b = c;
            }
            continue;
        }
        if (!better(p, b, c)) {
            cs->rival = cs->best;
            cs->best = -2;
            // remember one of the others for the message
            if (cs->rival == (int)i) continue;
            return;
        }
    }
}

// ---- constructors and conversion functions -----------------------------------------------------

static bool takes_initializer_list(Parse *p, FuncDecl *f) {
    const FuncType *ft = &f->d.type->u.func;
    Type *elem;
    if (!ft->nparam || f->min_args > 1) return false;
    Type *t = ty_unqual(ty_deref(ft->param[0]));
    return xe_is_initializer_list(p, t, &elem);
}

static bool inherited_copy(FuncDecl *f, ClassDecl *c) {
    // constructors inherited from a base do not include its copy and move constructors
    if (f->cls == c) return false;
    const FuncType *ft = &f->d.type->u.func;
    if (ft->nparam < 1 || f->min_args > 1) return false;
    Type *t = ty_unqual(ty_deref(ft->param[0]));
    return t->kind == TY_CLASS && (t->u.cls == f->cls || t->u.cls == c);
}

// Adds the constructors of c as candidates and chooses. Returns cs->best.
int xe_pick_ctor(Parse *p, ClassDecl *c, Expr **arg, uint32_t n, bool allow_explicit,
                 bool allow_user, bool only_initlist, Cands *cs) {
    Cxx *x = p->x;
    cs->best = -1;
    if (!cxx_class_complete(x, c, 0)) return -1;
    if (allow_explicit && allow_user && n == 1) cs->direct_of = c;
    Lookup l;
    xe_ctors(p, c, &l);
    for (uint32_t i = 0; i < l.n; i++) {
        Decl *d = l.at[i];
        FuncDecl *f = d->kind == D_TEMPLATE ? ((TemplateDecl *)d)->pattern : xe_func_of(d);
        if (!f || !f->d.type || f->d.type->kind != TY_FUNC) continue;
        if (only_initlist && !takes_initializer_list(p, f)) continue;
        if (inherited_copy(f, c)) continue;
        uint32_t before = cs->c.n;
        xe_add_cands(p, cs, &d, 1, NULL, NULL, arg, n, allow_user, allow_explicit);
        if (cs->c.n > before && cs->c.at[before].fn && inherited_copy(cs->c.at[before].fn, c))
            cs->c.n = before;
    }
    xe_choose(p, cs);
    return cs->best;
}

static bool has_decl(const Lookup *l, const Decl *d) {
    for (uint32_t i = 0; i < l->n; i++)
        if (l->at[i] == d) return true;
    return false;
}

typedef VEC(ClassDecl *) Classes;

// c and its bases, each once, derived classes first.
static void add_classes(Parse *p, ClassDecl *c, Classes *out, uint32_t visit, uint32_t depth) {
    Cxx *x = p->x;
    if (!cxx_class_visit(c, visit) || depth > x->ctx->max_depth || !cxx_class_complete(x, c, 0))
        return;
    vec_push(pa(p), out, c);
    for (uint32_t i = 0; i < c->nbase; i++)
        if (c->base[i].cls) add_classes(p, c->base[i].cls, out, visit, depth + 1);
}

static void add_conversions(Parse *p, ClassDecl *c, Lookup *out) {
    Cxx *x = p->x;
    Lookup l = {0};
    cxx_lookup_in(p, c->inner, x->n.conv, LU_LOCAL | LU_ALL, &l);
    for (uint32_t i = 0; i < l.n; i++) {
        Decl *d = l.at[i];
        if (d->kind == D_FUNC && !cxx_func_satisfied(x, (FuncDecl *)d)) continue;
        bool hidden = has_decl(out, d);
        if (d->kind == D_FUNC) { // hidden by one to the same type in a derived class
            for (uint32_t k = 0; k < out->n && !hidden; k++) {
                Decl *o = out->at[k];
                if (o->kind == D_FUNC && ((FuncDecl *)o)->cls != c && o->type && d->type &&
                    o->type->u.func.ret == d->type->u.func.ret)
                    hidden = true;
            }
        }
        if (hidden) continue;
        Decl **v = arena_array(pa(p), Decl *, out->n + 1);
        if (out->n) memcpy(v, out->at, out->n * sizeof *v);
        v[out->n++] = d;
        out->at = v;
    }
}

void xe_conv_functions(Parse *p, ClassDecl *c, Lookup *out) {
    if (!c->conversions) {
        Lookup found = {0};
        Classes all = {0};
        add_classes(p, c, &all, cxx_visit_begin(p->x), 0);
        for (uint32_t i = 0; i < all.n; i++) add_conversions(p, all.at[i], &found);
        if (!cxx_class_complete(p->x, c, 0)) {
            *out = found;
            return;
        }
        c->conversions = arena_new(pa(p), Lookup);
        *c->conversions = found;
    }
    *out = *c->conversions;
}

void xe_ctors(Parse *p, ClassDecl *c, Lookup *out) {
    if (!c->ctors_found) {
        Lookup found = {0};
        cxx_class_specials(p->x, c);
        cxx_lookup_member(p, c, p->x->n.ctor, LU_ALL, &found);
        if (!c->specials_found) { // (of a class that has itself as a member)
            *out = found;
            return;
        }
        c->ctors_found = arena_new(pa(p), Lookup);
        *c->ctors_found = found;
    }
    *out = *c->ctors_found;
}

// ---- [over.over] -------------------------------------------------------------------------------

static Type *function_target(Type *t) {
    if (!t) return NULL;
    t = ty_unqual(ty_deref(t));
    if (t->kind == TY_PTR || t->kind == TY_MEMPTR) t = t->u.ptr.to;
    return t->kind == TY_FUNC ? t : NULL;
}

bool cxx_same_but_noexcept(Cxx *x, Type *a, Type *want) {
    if (a == want) return true;
    if (a->kind != TY_FUNC || !a->u.func.noexcept_) return false;
    FuncType f = a->u.func;
    f.noexcept_ = false;
    return ty_func(x, &f) == want;
}

static Expr *function_value(Parse *p, Expr *ovl, FuncDecl *f, bool report) {
    Cxx *x = p->x;
    if (report ? !cxx_func_deduced(p, f, ovl->pos) : !cxx_func_signature(x, f)) return NULL;
    Expr *r;
    bool member = f->cls && !(f->d.flags & DF_STATIC);
    bool immediate = p->const_expr || p->unevaluated || (p->fn && (p->fn->d.flags & DF_CONSTEVAL));
    if (report && (f->d.flags & DF_CONSTEVAL) && !immediate) {
        CXX_DIAG(x, x_consteval_address, ovl->pos, &f->d);
        return NULL;
    }
    ClassDecl *naming = report ? ovl->u.ovl->naming : NULL;
    if (naming && !cxx_access_object_ok(p, &f->d, naming, member ? naming : NULL)) {
        CXX_DIAG(x, x_inaccessible, ovl->pos, &f->d);
        cxx_note_declared(x, &f->d);
    }
    if (report) cxx_mark_used(p, &f->d, ovl->pos);
    r = xe_ref(p, &f->d, f->d.type, ovl->pos);
    r->end = ovl->end;
    if (member) {
        if (ovl->op != OP_ADDR || !(ovl->pad & XP_QUALIFIED)) {
            if (report) CXX_DIAG(x, x_member_function_not_called, ovl->pos, &f->d);
            return NULL;
        }
        Type *t = ty_memptr(x, f->cls->d.type, f->d.type);
        Expr *e = xe_un(p, E_UNARY, t, VC_PRVALUE, ovl->pos, r);
        e->op = OP_ADDR;
        return e;
    }
    if (ovl->op != OP_ADDR) return r;
    Expr *e = xe_un(p, E_UNARY, ty_pointer(x, f->d.type), VC_PRVALUE, ovl->pos, r);
    e->op = OP_ADDR;
    return e;
}

// The one function of a set meant by a target type (NULL: none, the set must name one function).
// NULL, after a diagnostic if `report`, when there is none or more than one.
Expr *cxx_resolve_address(Parse *p, Expr *ovl, Type *target, bool report) {
    Cxx *x = p->x;
    if (ovl->kind != E_OVERLOAD) return ovl;
    Type *want = function_target(target);
    FuncDecl *plain = NULL, *inst = NULL;
    TemplateDecl *inst_of = NULL;
    uint32_t nplain = 0, ninst = 0;
    for (uint32_t i = 0; i < ovl->u.ovl->n; i++) {
        Decl *d = ovl->u.ovl->set[i];
        DeduceFail why = {0};
        if (d->kind == D_FUNC && !ovl->u.ovl->targs) {
            FuncDecl *f = (FuncDecl *)d;
            if (!cxx_func_satisfied(x, f)) continue;
            if (want && d->type != want && (d->type->flags & TF_HAS_AUTO)) cxx_func_signature(x, f);
            if (want && !cxx_same_but_noexcept(x, d->type, want)) continue;
            if (plain && plain != f) {
                int c = cxx_more_constrained_func(x, f, plain);
                if (c < 0) continue;
                if (c > 0) nplain = 0;
            }
            if (plain != f) nplain++;
            plain = f;
        } else if (d->kind == D_TEMPLATE) {
            TemplateDecl *t = (TemplateDecl *)d;
            if (!want && !ovl->u.ovl->targs) {
                ninst += 2;
                continue;
            }
            FuncDecl *f = want ? cxx_deduce_type(p, t, ovl->u.ovl->targs, want, &why)
                               : cxx_deduce_explicit(p, t, ovl->u.ovl->targs);
            if (!f) continue;
            if (want && !cxx_same_but_noexcept(x, f->d.type, want) && cxx_func_signature(x, f) &&
                !cxx_same_but_noexcept(x, f->d.type, want))
                continue;
            if (inst && f != inst) {
                int c = cxx_more_specialized(x, t, inst_of, UINT32_MAX);
                if (c < 0) continue;
                if (c > 0) ninst = 0;
            }
            ninst++;
            inst = f;
            inst_of = t;
        }
    }
    FuncDecl *f = nplain == 1 ? plain : !nplain && ninst == 1 ? inst : NULL;
    if (f) return function_value(p, ovl, f, report);
    if (report) {
        if (!ovl->u.ovl->n)
            cxx_say_undefined(p, ovl->pos, ovl->u.ovl->name);
        else if (nplain > 1 || ninst > 1)
            CXX_DIAG(x, x_ambiguous_address, ovl->pos, ovl->u.ovl->name);
        else if (want)
            CXX_DIAG(x, x_no_address_match, ovl->pos, ovl->u.ovl->name, want);
        else
            CXX_DIAG(x, x_overload_no_target, ovl->pos, ovl->u.ovl->name);
    }
    return NULL;
}

enum { MAX_NOTES = 8 };

const char *cxx_why_func(Cxx *x, FuncDecl *f) {
    struct TmplTable *t = tm_table(x);
    const char *why = NULL, **old = t->why;
    t->why = &why;
    cxx_func_satisfied(x, f);
    t->why = old;
    return why ? why : "a constraint is not satisfied";
}

// ---- what is said when none is chosen ----------------------------------------------------------
//
// Each candidate that lost gets a note saying why: arity, the argument that does not convert, or
// what deduction failed on.

static const char *arg_types(Parse *p, Expr *object, Expr **arg, uint32_t n) {
    Buf b;
    buf_init(&b, pa(p));
    buf_putc(&b, '(');
    for (uint32_t i = 0; i < n && i < 12; i++) {
        if (i) buf_puts(&b, ", ");
        if (xe_list(arg[i]))
            buf_puts(&b, "{...}");
        else if (arg[i]->kind == E_OVERLOAD)
            buf_puts(&b, "<unknown-type>");
        else
            ty_print(p->x, &b, arg[i]->type);
    }
    if (n > 12) buf_puts(&b, ", ...");
    buf_putc(&b, ')');
    if (object && !xe_err(object)) {
        buf_puts(&b, "; object type is: ");
        ty_print(p->x, &b, object->type);
    }
    return buf_cstr(&b);
}

// What deduction failed on; the error that made a substitution fail is found by doing it again.
static const char *deduction_failure(Parse *p, const Cand *c, Expr **arg, uint32_t narg) {
    const char *why = c->why ? c->why : "deduction failed";
    DeduceFail again = {.explain = true};
    if (diag_trapped(p->x->ctx)) return why; // nobody will see the note
    size_t n = strlen(why);
    if (why[n - 1] == ' ' && c->parm && c->parm->d.name)
        why = arena_printf(pa(p), "%s\"%s\"", why, atom_str(p->x->ctx, c->parm->d.name));
    else if (why[n - 1] == ' ')
        why = arena_strndup(pa(p), why, n - 1);
    if (!c->reversed) cxx_deduce_call(p, c->tmpl, c->targs, arg, narg, &again);
    return again.text ? arena_printf(pa(p), "%s: %s", why, again.text) : why;
}

static void explain_one(Parse *p, const Cand *c, Expr *object, Expr **arg, uint32_t narg) {
    Cxx *x = p->x;
    Decl *d = c->decl ? c->decl : c->fn ? &c->fn->d : NULL;
    if (!d) return;
    // operands of an operator: the first is the object of a member
    uint32_t skip = c->has_object && !object && narg;
    if (c->viable) {
        CXX_DIAG(x, x_note_candidate, d->pos, d);
    } else if (c->bad_arg == -2) {
        CXX_DIAG(x, x_note_candidate_deduction, d->pos, d,
                 deduction_failure(p, c, skip ? arg + skip : arg, narg - skip));
    } else if (c->bad_arg == -3) {
        CXX_DIAG(x, x_note_candidate_because, d->pos, d, c->why);
    } else if (c->bad_arg < 0) {
        int min = (int)c->fn->min_args, max = (int)c->fn->d.type->u.func.nparam;
        bool few = (int)narg < min, exact = min == max && !c->fn->d.type->u.func.variadic;
        CXX_DIAG(x, x_note_candidate_arity, d->pos, d,
                 exact ? "exactly"
                 : few ? "at least"
                       : "at most",
                 few ? min : max, (int)narg);
    } else {
        Expr *a = arg[c->bad_arg];
        Type *to = c->fn->d.type->u.func.param[c->bad_arg];
        if (xe_list(a) || a->kind == E_OVERLOAD)
            CXX_DIAG(x, x_note_candidate_arg_list, d->pos, d, c->bad_arg + 1, to);
        else
            CXX_DIAG(x, x_note_candidate_arg, d->pos, d, c->bad_arg + 1, a->type, to);
    }
}

void xe_explain(Parse *p, Cands *cs, Expr *object, Expr **arg, uint32_t narg) {
    uint32_t shown = 0;
    for (uint32_t i = 0; i < cs->c.n && shown < MAX_NOTES; i++) {
        if (cs->best == -2 && !cs->c.at[i].viable) continue;
        explain_one(p, &cs->c.at[i], object, arg, narg);
        shown++;
    }
}

// The argument behind the last parameter, or the parenthesis where more arguments should stand.
void xe_wrong_arity(Parse *p, Expr **arg, uint32_t narg, uint32_t nparam, Pos pos) {
    bool closed = p->at && p->tok[p->at - 1].kind == T_RPAREN;
    if (narg > nparam)
        CXX_DIAG(p->x, x_too_many_arguments, arg[nparam]->pos ? arg[nparam]->pos : pos);
    else
        CXX_DIAG(p->x, x_too_few_arguments, closed ? xe_prev_pos(p) : pos);
}

static Expr *report_single(Parse *p, Cand *c, Expr **arg, uint32_t narg, Pos pos) {
    Cxx *x = p->x;
    FuncDecl *f = c->fn;
    if (c->bad_arg == -1) {
        xe_wrong_arity(p, arg, narg, narg < f->min_args ? narg : f->nparam, pos);
        CXX_DIAG(x, x_note_declared_here, f->d.pos, &f->d);
    } else if (c->bad_arg >= 0) {
        Expr *a = arg[c->bad_arg];
        xe_no_conversion(p, a, f->d.type->u.func.param[c->bad_arg], "argument", a->pos);
        CXX_DIAG(x, x_note_declared_here, f->d.pos, &f->d);
    } else if (c->bad_arg == -3 && c->via_ellipsis) {
        uint32_t i = f->d.type->u.func.nparam;
        while (i + 1 < narg && !xe_list(arg[i])) i++;
        CXX_DIAG(x, x_unexpected_list, arg[i]->pos);
    } else {
        CXX_DIAG(x, x_object_quals, pos, &f->d);
    }
    return cxx_expr_error(x, pos);
}

Expr *xe_report_cands(Parse *p, Cands *cs, Atom name, Expr *object, Expr **arg, uint32_t narg,
                      Pos pos) {
    Cxx *x = p->x;
    for (uint32_t i = 0; i < narg; i++)
        if (xe_err(arg[i])) return cxx_expr_error(x, pos);
    bool unsatisfied = cs->c.n == 1 && cs->c.at[0].bad_arg == -3 && cs->c.at[0].fn &&
                       cs->c.at[0].fn->constraint_state;
    if (cs->best != -2 && cs->c.n == 1 && cs->c.at[0].fn && !cs->c.at[0].tmpl && !unsatisfied)
        return report_single(p, &cs->c.at[0], arg, narg, pos);
    const char *types = arg_types(p, object, arg, narg);
    if (cs->best == -2)
        CXX_DIAG(x, x_ambiguous_call, pos, name, types);
    else if (cs->c.n == 1 && !unsatisfied)
        CXX_DIAG(x, x_no_template_instance, pos, name, types);
    else
        CXX_DIAG(x, x_no_instance, pos, name, types);
    xe_explain(p, cs, object, arg, narg);
    return cxx_expr_error(x, pos);
}
