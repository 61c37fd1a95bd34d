// SPDX-License-Identifier: Apache-2.0
// What was left as tokens, parsed when somebody needs it: function bodies, constructors'
// initialisers in execution order [class.base.init]/13, initialisers of variables and fields,
// default arguments, exception specifications.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/decl/decl.h"
#include "cxx/instance/instance.h"
#include "cxx/elaborate/vtable.h"
#include "cxx/body/body.h"

static Type *this_type_of(Cxx *x, const FuncDecl *f) {
    if (!f->cls || (f->d.flags & DF_STATIC)) return NULL;
    unsigned q = f->d.type->kind == TY_FUNC ? f->d.type->u.func.quals : 0;
    return ty_qual(x, ty_class(x, f->cls), q);
}

// The parse state for tokens of function f (body, initialisers, noexcept).
static Parse parse_in_func(Cxx *x, FuncDecl *f, TokRange r) {
    Env *env = f->body_env ? f->body_env : f->d.env;
    Parse p = cxx_parse_at(x, r.begin, r.end, f->param_scope ? f->param_scope : f->d.scope, env);
    p.fn = f;
    p.cls = f->cls;
    if (!p.cls) { // friends are looked up in their class but have no `this`
        for (Scope *s = p.scope; s; s = s->parent) {
            if (s->kind == SC_CLASS) {
                p.cls = s->cls;
                break;
            }
        }
    }
    if (p.cls && p.cls->unbound) p.dependent = true;
    p.this_type = this_type_of(x, f);
    p.complete_ctx = true;
    // templates also have their point of instantiation at the end [temp.point]/7
    p.poi = f->tmpl || env ? UINT32_MAX : r.begin;
    return p;
}

// ---- constructor initialisers ------------------------------------------------------------------

typedef struct Written { // one mem-initialiser as written
    FieldDecl *field;
    BaseSpec *base;
    InitStyle style;
    Expr **arg;
    uint32_t n;
    Pos pos;
    bool used;
} Written;
typedef struct WrittenVec {
    Written *at;
    uint32_t n, cap;
    Map of; // when there are many: field, base or union -> number + 1
} WrittenVec;

enum { FEW_WRITTEN = 16 };

static void note_written(WrittenVec *v, uint32_t i) {
    const Written *w = &v->at[i];
    void *number = (void *)(uintptr_t)(i + 1);
    if (w->base) map_put(&v->of, (uintptr_t)w->base, number);
    if (!w->field) return;
    map_put(&v->of, (uintptr_t)w->field, number);
    if (w->field->owner->tag == CT_UNION) map_put(&v->of, (uintptr_t)w->field->owner, number);
}

static void add_written(Parse *p, WrittenVec *v, const Written *w) {
    vec_push(pp(p), v, *w);
    if (v->n <= FEW_WRITTEN) return;
    uint32_t i = v->n - 1;
    if (v->n == FEW_WRITTEN + 1) {
        map_init(&v->of, pp(p));
        i = 0;
    }
    for (; i < v->n; i++) note_written(v, i);
}

// What is written for a field, a base, or any member of a union (its ClassDecl), or NULL.
static Written *written_for(const WrittenVec *v, const void *what) {
    if (v->n > FEW_WRITTEN) {
        uintptr_t number = (uintptr_t)map_get(&v->of, (uintptr_t)what);
        return number ? &v->at[number - 1] : NULL;
    }
    for (uint32_t i = 0; i < v->n; i++) {
        Written *w = &v->at[i];
        if (w->field == what || w->base == what || (w->field && w->field->owner == what)) return w;
    }
    return NULL;
}

// A direct or a virtual base [class.base.init]/2. That is what cxx_init_base gives.
static BaseSpec *find_base(Cxx *x, ClassDecl *c, Type *t) {
    if (c->has_virtual_bases) cxx_class_layout(x, c, c->d.pos);
    if (c->vbases.n && t->kind == TY_CLASS) {
        BaseSpec *v = cxx_vbase(c, t->unqual->u.cls);
        if (v) return v;
    }
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (c->base[i].cls && ty_class(NULL, c->base[i].cls) == t->unqual) return &c->base[i];
    }
    return NULL;
}

static FieldDecl *find_field(Parse *p, ClassDecl *c, Atom name) {
    Lookup l = {0};
    cxx_lookup_scope(p, c->inner, name, 0, UINT32_MAX, &l);
    for (uint32_t i = 0; i < l.n; i++) {
        if (l.at[i]->kind == D_FIELD) return (FieldDecl *)l.at[i];
    }
    return NULL;
}

// The arguments `( ... )` or `{ ... }` of a mem-initialiser.
static bool init_args(Parse *p, Written *w) {
    if (cxx_peek(p) == T_LBRACE) {
        w->style = INIT_LIST;
        w->arg = arena_array(pp(p), Expr *, 1);
        w->arg[w->n++] = cxx_parse_init_clause(p);
        return true;
    }
    w->style = INIT_DIRECT;
    if (!cxx_expect(p, T_LPAREN, "(")) return false;
    uint32_t behind = cxx_skip_group(p->tok, p->at - 1, p->end);
    if (!cxx_parse_expr_list(p, T_RPAREN, &w->arg, &w->n)) {
        p->at = behind;
        return false;
    }
    cxx_accept(p, T_RPAREN);
    return true;
}

// [class.base.init]: each member or base is initialised once, and one member of a union.
static void check_written(Parse *p, const WrittenVec *out, const Written *e) {
    const void *what = e->field ? (const void *)e->field : e->base;
    if (!what) return;
    if (written_for(out, what)) {
        Atom name = e->field ? e->field->d.name : e->base->cls ? e->base->cls->d.name : 0;
        CXX_DIAG(p->x, d_member_inits_twice, e->pos, name);
    } else if (e->field && e->field->owner->tag == CT_UNION && written_for(out, e->field->owner)) {
        CXX_DIAG(p->x, d_union_init_twice, e->pos);
    }
}

// A constructor that delegates, to itself in the end [class.base.init]/6.
static void check_delegation(Cxx *x, FuncDecl *f, const Expr *e) {
    while (e && e->kind == E_CLEANUPS) e = e->a;
    if (!e || e->kind != E_CONSTRUCT || !e->u.decl || e->u.decl->kind != D_FUNC) return;
    f->delegates_to = (FuncDecl *)e->u.decl;
    const FuncDecl *t = f->delegates_to;
    for (uint32_t i = 0; t && t != f && i < f->cls->ctors.n; i++) t = t->delegates_to;
    if (t == f) CXX_DIAG(x, d_delegates_itself, f->d.pos);
}

// One mem-initialiser; false: stop. Delegation leaves *delegate set.
static bool written_one(Parse *p, ClassDecl *c, WrittenVec *out, bool *delegate) {
    Cxx *x = p->x;
    PackLoop l;
    cxx_pack_begin(p, &l);
    bool ok = true;
    for (;;) {
        Written e = {.pos = tok_pos(p)};
        Atom name = cxx_peek(p) == T_IDENT ? p->tok[p->at].text : 0;
        uint16_t next = cxx_peek_n(p, 1);
        bool plain = name && (next == T_LPAREN || next == T_LBRACE);
        Type *t = NULL;
        if (plain) e.field = find_field(p, c, name);
        if (e.field) {
            p->at++;
        } else {
            QualName q;
            if (cxx_peek(p) == T_KW_DECLTYPE &&
                p->tok[cxx_skip_group(p->tok, p->at + 1, p->end)].kind != T_COLCOL) {
                t = cxx_parse_decltype(p);
            } else if (cxx_parse_qual_name(p, &q)) {
                q.typename_ = true;
                t = cxx_name_type(p, &q);
                if (!t) CXX_DIAG(x, d_not_member_or_base, e.pos, q.name, &c->d);
            }
        }
        if (t && t->kind != TY_ERROR && !e.field) {
            if (t->unqual == ty_class(x, c))
                *delegate = true;
            else if (ty_dependent(t) || c->unbound_bases)
                t = NULL; // of a body read unbound: some base
            else if (!(e.base = find_base(x, c, t))) {
                CXX_DIAG(x, d_not_direct_base, e.pos, t, &c->d);
                t = NULL;
            }
        }
        ok = init_args(p, &e) && ok;
        bool again = cxx_pack_next(p, &l);
        if (l.keep) check_written(p, out, &e);
        if (l.keep && (e.field || e.base || *delegate)) add_written(p, out, &e);
        if (!again) break;
    }
    return ok;
}

typedef VEC(MemInit) MemInits;

static void add_init(Parse *p, MemInits *v, MemInit m) {
    if (!m.init || m.init->kind == E_ERROR) return;
    m.init = cxx_full_expr(p, m.init);
    vec_push(pp(p), v, m);
}

static Expr *written_value(Parse *p, Type *t, Written *w) {
    w->used = true;
    if (w->style == INIT_DIRECT && !w->n) return cxx_value_init(p, t, w->pos);
    return cxx_initialize(p, t, w->style, w->arg, w->n, w->pos, "initialization");
}

static void init_fields(Parse *p, ClassDecl *c, WrittenVec *w, MemInits *out, uint32_t depth);

// One field: as written, by its own initialiser, or by default.
static void init_field(Parse *p, FieldDecl *f, WrittenVec *w, MemInits *out, uint32_t depth) {
    Cxx *x = p->x;
    if (f->anonymous && f->d.type->kind == TY_CLASS) {
        init_fields(p, f->d.type->u.cls, w, out, depth + 1);
        return;
    }
    if (!f->d.name && f->is_bitfield) return;
    Written *m = written_for(w, f);
    if (m) {
        add_init(p, out, (MemInit){.field = f, .init = written_value(p, f->d.type, m)});
    } else if (f->init_range.end) {
        Expr *e = cxx_field_init(p, f, cxx_body_place(x, p->fn));
        if (e) add_init(p, out, (MemInit){.field = f, .init = e});
    } else if (ty_is_ref(f->d.type)) {
        CXX_DIAG(x, d_ref_member_uninit, p->fn->d.pos, p->fn->cls, f->d.name);
    } else if (f->d.type->quals & Q_CONST && ty_is_scalar(f->d.type) && !p->fn->is_implicit &&
               !p->fn->d.env && cxx_in_main_file(x, p->fn->d.pos)) { // [class.base.init]/9
        CXX_DIAG(x, d_const_needs_init, p->fn->d.pos, f->d.name);
    } else {
        add_init(p, out,
                 (MemInit){.field = f, .init = cxx_default_init(p, f->d.type, p->fn->d.pos)});
    }
}

// Whether f or, if it is anonymous, a member in it is written; by default (w is NULL) initialised.
static bool initialises(WrittenVec *w, FieldDecl *f, uint32_t depth) {
    if (w ? written_for(w, f) != NULL : f->init_range.end != 0) return true;
    if (!f->anonymous || f->d.type->kind != TY_CLASS || depth > 64) return false;
    const ClassDecl *in = f->d.type->u.cls;
    for (uint32_t i = 0; i < in->fields.n; i++)
        if (initialises(w, in->fields.at[i], depth + 1)) return true;
    return false;
}

static void init_fields(Parse *p, ClassDecl *c, WrittenVec *w, MemInits *out, uint32_t depth) {
    if (depth > 64) return;
    if (c->tag != CT_UNION) {
        for (uint32_t i = 0; i < c->fields.n; i++) init_field(p, c->fields.at[i], w, out, depth);
        return;
    }
    // a union: the member written, else the one with a default member initialiser
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < c->fields.n; i++) {
            FieldDecl *f = c->fields.at[i];
            if (!initialises(pass == 0 ? w : NULL, f, depth)) continue;
            init_field(p, f, w, out, depth);
            return;
        }
    }
}

static bool is_written(const Written *w, const MemInit *m) {
    return m->field ? w->field == m->field : m->base && w->base && w->base->cls == m->base;
}

static const Decl *written_decl(const Written *w) {
    return w->field ? &w->field->d : &w->base->cls->d;
}

// #1719: the first initialiser that is written behind one of which it is done before.
static void warn_order(Parse *p, const WrittenVec *w, const MemInits *out) {
    uint32_t k = 0;
    for (uint32_t i = 0; i < out->n && k < w->n; i++) k += is_written(&w->at[k], &out->at[i]);
    if (k == w->n) return;
    Map place;
    map_init(&place, pp(p));
    for (uint32_t i = 0; i < out->n; i++) {
        const MemInit *m = &out->at[i];
        const void *key = m->field ? (const void *)m->field : (const void *)m->base;
        if (key) map_put(&place, (uintptr_t)key, (void *)(uintptr_t)(i + 1));
    }
    uintptr_t last = 0;
    for (uint32_t i = 0; i < w->n; i++) {
        const Written *m = &w->at[i];
        const void *key = m->field  ? (const void *)m->field
                          : m->base ? (const void *)m->base->cls
                                    : NULL;
        uintptr_t at = key ? (uintptr_t)map_get(&place, (uintptr_t)key) : 0;
        if (!at) return; // wrong, or in an anonymous union
        if (at < last) {
            const Decl *a = written_decl(m), *b = written_decl(&w->at[i - 1]);
            CXX_DIAG(p->x, w_init_order, m->pos, a->kind == D_FIELD ? "member" : "class", a,
                     b->kind == D_FIELD ? "member" : "class", b);
            return;
        }
        last = at;
    }
}

void cxx_ctor_inits(Parse *p, FuncDecl *f, TokRange r) {
    Cxx *x = p->x;
    ClassDecl *c = f->cls;
    WrittenVec w = {0};
    MemInits out = {0};
    bool delegate = false;
    if (r.end) {
        uint32_t at = p->at, end = p->end;
        p->at = r.begin;
        p->end = r.end;
        while (p->at < p->end) {
            if (!written_one(p, c, &w, &delegate) || !cxx_accept(p, T_COMMA)) break;
        }
        p->at = at;
        p->end = end;
    }
    if (delegate && w.n > 1) CXX_DIAG(p->x, d_delegate_alone, w.at[1].pos);
    if (delegate && w.n) {
        Expr *e = written_value(p, ty_class(x, c), &w.at[0]);
        add_init(p, &out, (MemInit){.init = e});
        check_delegation(x, f, e);
    } else {
        cxx_class_layout(x, c, f->d.pos);
        for (uint32_t i = 0; i < cxx_ninit_bases(c); i++) {
            BaseSpec *b = cxx_init_base(c, i);
            if (!b) continue;
            if (b->virtual_ && c->abstract) continue; // the most derived class does it
            Written *m = written_for(&w, b);
            if (c->unbound && !m) continue; // how it is written may not be known
            p->base_init = true;
            bool forward = f->inherited && f->inherited->cls == b->cls;
            Expr *e = forward ? cxx_inherited_init(p, f)
                      : m     ? written_value(p, b->type, m)
                              : cxx_default_init(p, b->type, f->d.pos);
            p->base_init = false;
            add_init(p, &out, (MemInit){.base = b->cls, .virtual_ = b->virtual_, .init = e});
        }
        init_fields(p, c, &w, &out, 0);
        if (w.n > 1) warn_order(p, &w, &out);
    }
    f->inits = out.at;
    f->ninit = out.n;
}

// ---- bodies ------------------------------------------------------------------------------------

static Stmt *empty_body(Cxx *x, Pos pos) {
    Stmt *s = arena_new(xa(x), Stmt);
    s->kind = S_COMPOUND;
    s->pos = s->end = pos;
    return s;
}

// [class.abstract]/3: of a definition, which is where the types are complete.
static void no_abstract(Cxx *x, const FuncDecl *f) {
    cxx_no_abstract(x, f->d.type->u.func.ret, &cxx_diag_rows[D_x_abstract_result], f->d.pos);
    for (uint32_t i = 0; i < f->nparam; i++) {
        const Decl *d = &f->param[i]->d;
        cxx_no_abstract(x, d->type, &cxx_diag_rows[D_x_abstract_parameter], d->pos);
    }
}

bool cxx_answer_func_body(Cxx *x, FuncDecl *f) {
    if (f->elaborating) return false;
    if (f->deleted) return false;
    f->elaborating = true;
    if (!f->defined && !f->is_implicit && !f->defaulted) {
        if (!f->tmpl && !(f->d.flags & DF_TEMPLATE_INST)) {
            if (f->cls)
                cxx_plain_member_def(x, f);
            else if (f->d.scope && f->d.scope->kind == SC_NAMESPACE) {
                cxx_elaborate_name(x, f->d.scope, f->d.name);
                cxx_plain_member_def(x, f);
            }
        }
        cxx_find_friend_definition(x, f);
        if (!f->defined) cxx_func_find_body(x, f);
    } else if ((f->tmpl || (f->cls && f->cls->env)) && !f->is_implicit) {
        cxx_func_find_body(x, f); // a specialization, or a definition that came later
    }
    if (f->deleted || (!f->defined && !f->is_implicit && !f->defaulted)) {
        f->elaborating = false;
        return false;
    }
    if (f->defaulted && cxx_is_comparison(f)) {
        f->elaborating = false;
        cxx_compare_prepare(x, f);
        return !f->deleted;
    }
    if (f->defaulted || f->is_implicit) {
        if (!cxx_lambda_body(x, f)) cxx_synthesize_body(x, f);
        if (!f->body) f->body = empty_body(x, f->d.pos);
        f->elaborating = false;
        f->body_done = true;
        return true;
    }
    if (!f->body_range.end) {
        f->elaborating = false;
        return f->body != NULL;
    }
    if (++x->decls->depth > x->ctx->max_depth) {
        x->decls->depth--;
        f->elaborating = false;
        return cxx_too_deep(x, f->d.pos);
    }
    CxxInst inst;
    if (!cxx_inst_push(x, &inst, &f->d, f->d.pos)) {
        x->decls->depth--;
        f->elaborating = false;
        return false;
    }
    DiagTrap trap;
    cxx_hard_context(x, &trap);
    no_abstract(x, f);
    Parse p = parse_in_func(x, f, f->body_range);
    if (f->cls && f->kind == FK_CTOR) {
        HostPlace place;
        cxx_host_place_begin(x, &place, f->d.scope, f, f->init_range.begin);
        cxx_ctor_inits(&p, f, f->init_range);
        cxx_host_place_end(x, &place, f->init_range.end);
    }
    f->body = cxx_parse_func_body(&p);
    if (!f->body) f->body = empty_body(x, f->d.pos);
    bool errors = diag_trap_pop(x->ctx, &trap);
    if (errors && trap.silent) f->host_errors = true;
    cxx_inst_pop(x, &inst);
    x->decls->depth--;
    f->elaborating = false;
    f->body_done = true;
    // What a constant expression of host code calls is instantiated as a whole, and is no use of
    // it.
    if (x->decls->host_phase && f->d.flags & DF_TEMPLATE_INST && f->uses.n &&
        f->d.flags & DF_CONSTEXPR)
        vec_push(xa(x), &x->decls->host_uses, f);
    if (!errors) cxx_check_constexpr(x, f);
    if (f->d.type->kind == TY_FUNC && (f->d.type->u.func.ret->flags & TF_HAS_AUTO)) {
        // no return statement: auto is void
        FuncType t = f->d.type->u.func;
        t.ret = ty_basic(x, TY_VOID);
        f->d.type = ty_func(x, &t);
        f->ret_deduced = true;
    }
    return true;
}

void cxx_func_body_again(Cxx *x, FuncDecl *f) {
    f->host_errors = f->body_done = false;
    f->body = NULL;
    f->inits = NULL;
    f->ninit = f->locals.n = f->uses.n = 0;
    cxx_func_body(x, f);
}

void cxx_check_body(Cxx *x, FuncDecl *f) {
    if (!f->body_range.end || f->elaborating || f->body_done) return;
    Type *type = f->d.type;
    f->elaborating = true;
    no_abstract(x, f);
    Parse p = parse_in_func(x, f, f->body_range);
    p.dependent = true;
    if (f->cls && f->kind == FK_CTOR) cxx_ctor_inits(&p, f, f->init_range);
    cxx_parse_func_body(&p);
    f->elaborating = f->ret_deduced = false;
    f->d.type = type;
    f->locals.n = 0;
    f->inits = NULL;
    f->ninit = 0;
}

bool cxx_answer_func_noexcept(Cxx *x, FuncDecl *f) {
    if (f->d.type->kind != TY_FUNC) return false;
    if (f->d.type->u.func.noexcept_) return true;
    if (f->noexcept_tried) return false;
    f->noexcept_tried = true;
    bool v = false;
    if (f->noexcept_range.end) {
        Parse p = parse_in_func(x, f, f->noexcept_range);
        p.unevaluated = true;
        Expr *e = cxx_parse_const_expr(&p);
        if (e->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) return false;
        if (e->kind != E_ERROR) {
            e = cxx_to_bool(&p, e);
            bool constant = e->kind == E_ERROR || cxx_const_bool(x, e, &v);
            if (e->kind == E_ERROR || !constant) v = false;
            if (!constant && !diag_trapped(x->ctx) && cxx_in_main_file(x, e->pos))
                CXX_DIAG(x, d_noexcept_value, e->pos); // [except.spec]/1
        }
    } else if (f->is_implicit || f->defaulted) {
        v = cxx_special_noexcept(x, f);
    } else if (f->kind == FK_DTOR) {
        v = true;
    }
    if (v) {
        FuncType t = f->d.type->u.func;
        t.noexcept_ = true;
        f->d.type = ty_func(x, &t);
    }
    return v;
}

// Begins the elaboration of a default argument: of the call, or of the call around it.
static CallSite *call_site(Parse *from, CallSite *own, Pos pos) {
    if (from->site) return from->site;
    *own = (CallSite){.pos = pos, .fn = from->fn};
    return own;
}

// A default argument or default member initialiser is read once. What it uses is used wherever it
// stands for something: by device code, too, if host code had it read.
static void keep_uses(Parse *from, Expr *e, const UseList *uses, Pos pos) {
    if (!e || !uses->n) return;
    map_put(&from->x->decls->part_uses, (uintptr_t)e,
            arena_copy(xa(from->x), uses, sizeof *uses, _Alignof(UseList)));
    cxx_use_again(from, uses, pos);
}

static Expr *known_part(Parse *from, Expr *e, Pos pos) {
    const UseList *uses = e ? map_get(&from->x->decls->part_uses, (uintptr_t)e) : NULL;
    if (uses) cxx_use_again(from, uses, pos);
    return e;
}

static Expr *parse_default_arg(Parse *p, FuncDecl *f, VarDecl *v) {
    p->complete_ctx = true;
    p->fn = NULL;
    for (Scope *k = p->scope; k; k = k->parent) {
        if (k->kind == SC_CLASS) {
            p->cls = k->cls;
            break;
        }
    }
    p->poi = v->d.env ? UINT32_MAX : v->default_arg.begin;
    if (f->d.flags & DF_CONSTEVAL) p->const_expr = true;
    Expr *e = cxx_parse_init_clause(p);
    if (e->kind == E_ERROR) return e;
    InitStyle style = e->kind == E_INITLIST_SYNTAX ? INIT_COPY_LIST : INIT_COPY;
    return cxx_initialize(p, v->d.type, style, &e, 1, e->pos, "default argument");
}

Expr *cxx_answer_default_arg(Parse *from, FuncDecl *f, uint32_t i, Pos pos) {
    Cxx *x = from->x;
    VarDecl *v = i < f->nparam ? f->param[i] : NULL;
    if (!v) return cxx_expr_error(x, pos);
    if (v->default_expr) return known_part(from, v->default_expr, pos);
    if (!v->default_arg.end || v->elaborating) {
        CXX_DIAG(x, d_no_default_arg, pos);
        return cxx_expr_error(x, pos);
    }
    if (x->decls->depth >= x->ctx->max_depth) { // calls what has default arguments that call ...
        cxx_too_deep(x, pos);
        return cxx_expr_error(x, pos);
    }
    x->decls->depth++;
    v->elaborating = true;
    DiagTrap trap;
    cxx_hard_context(x, &trap);
    Scope *s = v->init_scope ? v->init_scope : v->d.scope;
    Parse p = cxx_parse_at(x, v->default_arg.begin, v->default_arg.end, s, v->d.env);
    CallSite own;
    p.site = call_site(from, &own, from->at ? from->tok[from->at - 1].pos : pos);
    bool used = p.site->used;
    p.site->used = false;
    UseList uses = {0};
    p.uses = &uses;
    Expr *e = parse_default_arg(&p, f, v);
    diag_trap_pop(x->ctx, &trap);
    v->elaborating = false;
    x->decls->depth--;
    if (!e) e = cxx_expr_error(x, pos);
    if (!p.site->used) v->default_expr = e;
    p.site->used |= used;
    keep_uses(from, e, &uses, pos);
    return e;
}

static Expr *parse_field_init(Parse *p, FieldDecl *f) {
    Expr **arg = NULL, *one;
    uint32_t n = 0;
    Pos pos = tok_pos(p);
    if (f->init_style == INIT_DIRECT) {
        p->at++;
        if (!cxx_parse_expr_list(p, T_RPAREN, &arg, &n)) return NULL;
    } else {
        one = cxx_parse_init_clause(p);
        if (one->kind == E_ERROR) return NULL;
        if (p->at < p->end) CXX_DIAG(p->x, d_expected_token, tok_pos(p), ";");
        arg = &one;
        n = 1;
    }
    Expr *e = cxx_initialize(p, f->d.type, (InitStyle)f->init_style, arg, n, pos, "initialization");
    return e && e->kind != E_ERROR ? e : NULL;
}

Expr *cxx_answer_field_init(Parse *from, FieldDecl *f, Pos pos) {
    Cxx *x = from->x;
    if (f->init_busy) { // [class.mem.general]/11: a complete-class context cannot need itself
        f->init_busy = false;
        if (!f->owner->is_closure) CXX_DIAG(x, d_field_init_cycle, f->d.pos, &f->d);
    }
    if (f->init_done) return known_part(from, f->init, pos);
    if (!f->init_range.end) return NULL;
    f->init_done = f->init_busy = true;
    ClassDecl *c = f->owner;
    Parse p = cxx_parse_at(x, f->init_range.begin, f->init_range.end, c->inner, c->inner->env);
    ClassDecl *outer = c;
    while (outer->anon_member) outer = outer->anon_member->owner;
    p.cls = outer;
    p.this_type = ty_class(x, outer);
    p.complete_ctx = true;
    p.poi = p.env ? UINT32_MAX : p.at;
    CallSite own;
    p.site = call_site(from, &own, pos);
    bool used = p.site->used;
    p.site->used = false;
    UseList uses = {0};
    p.uses = &uses;
    Expr *e = parse_field_init(&p, f);
    f->init_busy = false;
    if (!p.site->used)
        f->init = e;
    else
        f->init_done = false;
    p.site->used |= used;
    keep_uses(from, e, &uses, pos);
    return e;
}

void cxx_check_parts(Cxx *x, Decl *d) {
    if (d->flags & DF_INVALID) return;
    Parse p = cxx_parse_at(x, d->order, d->order, d->scope, d->env);
    if (d->kind == D_FIELD) {
        cxx_field_init(&p, (FieldDecl *)d, d->pos);
        return;
    }
    FuncDecl *f = (FuncDecl *)d;
    uint32_t nuses = f->uses.n;
    if (f->noexcept_range.end) cxx_func_noexcept(x, f);
    for (uint32_t i = 0; i < f->nparam; i++) {
        VarDecl *v = f->param[i];
        if (v->default_arg.end && !v->elaborating) cxx_default_arg(&p, f, i, v->d.pos);
    }
    f->uses.n = nuses; // f itself uses none of it: a call that lacks the argument does
}

// ---- variables ---------------------------------------------------------------------------------

bool cxx_answer_var_init(Cxx *x, VarDecl *v) {
    if (v->elaborating || v->storage == STOR_PARAM) return false;
    cxx_var_find(x, v);
    CxxInst inst;
    if (!cxx_inst_push(x, &inst, &v->d, v->d.pos)) {
        v->d.flags |= DF_INVALID;
        v->init_done = true;
        return false;
    }
    v->elaborating = true;
    DiagTrap trap;
    cxx_hard_context(x, &trap);
    Scope *s = v->init_scope ? v->init_scope : v->d.scope;
    HostPlace place;
    cxx_host_place_begin(x, &place, s, NULL, v->init_range.begin);
    Parse p = cxx_parse_at(x, v->init_range.begin, v->init_range.end, s, v->d.env);
    if (!v->init_range.end) p.at = p.end = v->d.order;
    for (Scope *k = s; k; k = k->parent) {
        if (k->kind == SC_CLASS) {
            p.cls = k->cls;
            break;
        }
    }
    p.fn = NULL;
    p.device_init = v->d.cuda & (CU_DEVICE | CU_CONSTANT | CU_SHARED | CU_MANAGED);
    p.host_init = !x->opt.default_device && !p.device_init;
    if (s->kind == SC_CLASS && v->init_scope) p.complete_ctx = true;
    p.poi = v->d.env ? UINT32_MAX : p.at;
    if (v->init_style == INIT_NONE && !v->defined) {
        v->init_done = true; // a declaration only
    } else {
        cxx_attach_init(&p, v);
        xe_dtor_access(&p, v->d.type, v->d.pos);
        if (!v->fn && !(v->d.flags & DF_INVALID)) xe_warn_number(&p, v->init);
    }
    v->elaborating = false;
    if (p.at < p.end && !(v->d.flags & DF_INVALID) && v->init_style != INIT_NONE) {
        CXX_DIAG(x, d_expected_token, tok_pos(&p), ";");
    }
    cxx_require_const(&p, v);
    if (v->d.flags & DF_INVALID || (v->init && v->init->kind == E_ERROR)) cxx_host_failed(x);
    cxx_host_place_end(x, &place, v->init_range.end);
    diag_trap_pop(x->ctx, &trap);
    cxx_inst_pop(x, &inst);
    return !(v->d.flags & DF_INVALID);
}
