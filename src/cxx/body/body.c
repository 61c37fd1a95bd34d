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
#include "cxx/elaborate/elaborate.h"
#include "cxx/elaborate/vtable.h"
#include "cxx/body/body.h"

// The class type that *this has in the function; NULL: it has no `this`.
static Type *this_type_of(Cxx *cxx, const FuncDecl *func) {
    if (!func->cls || (func->d.flags & DF_STATIC)) return NULL;
    unsigned q = func->d.type->kind == TY_FUNC ? func->d.type->u.func.quals : 0;
    return ty_qual(cxx, ty_class(cxx, func->cls), q);
}

// The parse state for tokens of function func (body, initialisers, noexcept).
static Parse parse_in_func(Cxx *cxx, FuncDecl *func, TokRange tok_range) {
    Env *env = func->body.env ? func->body.env : func->d.env;
    Parse parse = cxx_parse_at(cxx, tok_range.begin, tok_range.end,
                               func->param_scope ? func->param_scope : func->d.scope, env);
    parse.fn = func;
    parse.cls = func->cls;
    if (!parse.cls) { // friends are looked up in their class but have no `this`
        for (Scope *s = parse.scope; s; s = s->parent) {
            if (s->kind == SC_CLASS) {
                parse.cls = s->cls;
                break;
            }
        }
    }
    if (parse.cls && parse.cls->members.unbound) parse.dependent = true;
    parse.this_type = this_type_of(cxx, func);
    parse.complete_ctx = true;
    // templates also have their point of instantiation at the end [temp.point]/7
    parse.poi = func->inst.tmpl || env ? UINT32_MAX : tok_range.begin;
    return parse;
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

// Enters initialiser i under what it initialises.
static void note_written(WrittenVec *v, uint32_t i) {
    const Written *w = &v->at[i];
    void *number = (void *)(uintptr_t)(i + 1);
    if (w->base) map_put(&v->of, (uintptr_t)w->base, number);
    if (!w->field) return;
    map_put(&v->of, (uintptr_t)w->field, number);
    if (w->field->owner->tag == CT_UNION) map_put(&v->of, (uintptr_t)w->field->owner, number);
}

// Adds one. Few are searched in order, many by the map.
static void add_written(Parse *parse, WrittenVec *known, const Written *written) {
    vec_push(pp(parse), known, *written);
    if (known->n <= FEW_WRITTEN) return;
    uint32_t i = known->n - 1;
    if (known->n == FEW_WRITTEN + 1) {
        map_init(&known->of, pp(parse));
        i = 0;
    }
    for (; i < known->n; i++) note_written(known, i);
}

// What is written for a field, a base, or any member of a union (its ClassDecl), or NULL.
static Written *written_for(const WrittenVec *written_vec, const void *what) {
    if (written_vec->n > FEW_WRITTEN) {
        uintptr_t number = (uintptr_t)map_get(&written_vec->of, (uintptr_t)what);
        return number ? &written_vec->at[number - 1] : NULL;
    }
    for (uint32_t i = 0; i < written_vec->n; i++) {
        Written *w = &written_vec->at[i];
        if (w->field == what || w->base == what || (w->field && w->field->owner == what)) return w;
    }
    return NULL;
}

// A direct or a virtual base [class.base.init]/2. That is what cxx_init_base gives.
static BaseSpec *find_base(Cxx *cxx, ClassDecl *cls, Type *named) {
    if (cls->table.has_virtual_bases) cxx_class_layout(cxx, cls, cls->d.pos);
    if (cls->members.vbases.n && named->kind == TY_CLASS) {
        BaseSpec *v = cxx_vbase(cls, named->unqual->u.cls);
        if (v) return v;
    }
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        if (cls->members.base[i].cls && ty_class(NULL, cls->members.base[i].cls) == named->unqual)
            return &cls->members.base[i];
    }
    return NULL;
}

// A field that the class itself declares (or of its anonymous members), or NULL.
static FieldDecl *find_field(Parse *parse, ClassDecl *cls, Atom name) {
    Lookup l = {0};
    cxx_lookup_scope(parse, cls->inner, name, 0, UINT32_MAX, &l);
    for (uint32_t i = 0; i < l.n; i++) {
        if (l.at[i]->kind == D_FIELD) return (FieldDecl *)l.at[i];
    }
    return NULL;
}

// The arguments `( ... )` or `{ ... }` of a mem-initialiser.
static bool init_args(Parse *parse, Written *filled) {
    if (cxx_peek(parse) == T_LBRACE) {
        filled->style = INIT_LIST;
        filled->arg = arena_array(pp(parse), Expr *, 1);
        filled->arg[0] = cxx_parse_init_clause(parse);
        filled->n = 1;
        return true;
    }
    filled->style = INIT_DIRECT;
    if (!cxx_expect(parse, T_LPAREN, "(")) return false;
    uint32_t behind = cxx_skip_group(parse->tok, parse->at - 1, parse->end);
    if (!cxx_parse_expr_list(parse, T_RPAREN, &filled->arg, &filled->n)) {
        parse->at = behind;
        return false;
    }
    cxx_accept(parse, T_RPAREN);
    return true;
}

// [class.base.init]: each member or base is initialised once, and one member of a union.
static void check_written(Parse *parse, const WrittenVec *out, const Written *added) {
    const void *what = added->field ? (const void *)added->field : added->base;
    if (!what) return;
    if (written_for(out, what)) {
        Atom name = added->field       ? added->field->d.name
                    : added->base->cls ? added->base->cls->d.name
                                       : 0;
        CXX_DIAG(parse->x, d_member_inits_twice, added->pos, name);
    } else if (added->field && added->field->owner->tag == CT_UNION &&
               written_for(out, added->field->owner)) {
        CXX_DIAG(parse->x, d_union_init_twice, added->pos);
    }
}

// A constructor that delegates, to itself in the end [class.base.init]/6.
static void check_delegation(Cxx *cxx, FuncDecl *func, const Expr *init) {
    while (init && init->kind == E_CLEANUPS) init = init->a;
    if (!init || init->kind != E_CONSTRUCT || !decl_is(init->u.decl, D_FUNC)) return;
    func->delegates_to = (FuncDecl *)init->u.decl;
    const FuncDecl *t = func->delegates_to;
    for (uint32_t i = 0; t && t != func && i < func->cls->members.ctors.n; i++) t = t->delegates_to;
    if (t == func) CXX_DIAG(cxx, d_delegates_itself, func->d.pos);
}

// One mem-initialiser; false: stop. Delegation leaves *delegate set.
static bool written_one(Parse *parse, ClassDecl *cls, WrittenVec *out, bool *delegate) {
    Cxx *cxx = parse->x;
    PackLoop pack_loop;
    cxx_pack_begin(parse, &pack_loop);
    bool ok = true;
    for (;;) {
        Written written = {.pos = tok_pos(parse)};
        Atom name = cxx_peek(parse) == T_IDENT ? parse->tok[parse->at].text : 0;
        uint16_t next = cxx_peek_n(parse, 1);
        bool plain = name && is_any_of(next, T_LPAREN, T_LBRACE);
        Type *type = NULL;
        if (plain) written.field = find_field(parse, cls, name);
        if (written.field) {
            parse->at++;
        } else {
            QualName q;
            if (cxx_peek(parse) == T_KW_DECLTYPE &&
                parse->tok[cxx_skip_group(parse->tok, parse->at + 1, parse->end)].kind !=
                    T_COLCOL) {
                type = cxx_parse_decltype(parse);
            } else if (cxx_parse_qual_name(parse, &q)) {
                q.typename_ = true;
                type = cxx_name_type(parse, &q);
                bool lacks_args = type && type->kind == TY_CTAD && !q.qualified;
                if (lacks_args && cxx->decls->unbound.reading &&
                    cls->members.unbound) // of no base that is known
                    CXX_DIAG(cxx, d_template_needs_args, written.pos, type->u.spec.tmpl);
                if (!type) CXX_DIAG(cxx, d_not_member_or_base, written.pos, q.name, &cls->d);
            }
        }
        if (!ty_lost(type) && !written.field) {
            if (type->unqual == ty_class(cxx, cls))
                *delegate = true;
            else if (ty_dependent(type) || cls->members.unbound_bases)
                type = NULL; // of a body read unbound: some base
            else if (!(written.base = find_base(cxx, cls, type))) {
                CXX_DIAG(cxx, d_not_direct_base, written.pos, type, &cls->d);
                type = NULL;
            }
        }
        ok = init_args(parse, &written) && ok;
        bool again = cxx_pack_next(parse, &pack_loop);
        if (pack_loop.keep) check_written(parse, out, &written);
        if (pack_loop.keep && (written.field || written.base || *delegate))
            add_written(parse, out, &written);
        if (!again) break;
    }
    return ok;
}

typedef VEC(MemInit) MemInits;

// A full-expression [intro.execution]/5 of its own; what is in error is left out.
static void add_init(Parse *parse, MemInits *v, MemInit m) {
    if (!m.init || m.init->kind == E_ERROR) return;
    m.init = cxx_full_expr(parse, m.init);
    vec_push(pp(parse), v, m);
}

// The value as written; `()` value-initialises.
static Expr *written_value(Parse *parse, Type *target, Written *w) {
    w->used = true;
    if (w->style == INIT_DIRECT && !w->n) return cxx_value_init(parse, target, w->pos);
    return cxx_initialize(parse, target, w->style, w->arg, w->n, w->pos, "initialization");
}

static void init_fields(Parse *parse, ClassDecl *cls, WrittenVec *known, MemInits *out,
                        uint32_t depth);

// One field: as written, by its own initialiser, or by default.
static void init_field(Parse *parse, FieldDecl *field, WrittenVec *known, MemInits *out,
                       uint32_t depth) {
    Cxx *cxx = parse->x;
    if (field->anonymous && field->d.type->kind == TY_CLASS) {
        init_fields(parse, field->d.type->u.cls, known, out, depth + 1);
        return;
    }
    if (cxx_is_padding(field)) return;
    Written *written = written_for(known, field);
    if (written) {
        add_init(parse, out,
                 (MemInit){.field = field, .init = written_value(parse, field->d.type, written)});
    } else if (field->init_range.end) {
        Expr *e = cxx_field_init(parse, field, cxx_body_place(cxx, parse->fn));
        if (e) add_init(parse, out, (MemInit){.field = field, .init = e});
    } else if (ty_is_ref(field->d.type)) {
        CXX_DIAG(cxx, d_ref_member_uninit, parse->fn->d.pos, parse->fn->cls, field->d.name);
    } else if (field->d.type->quals & Q_CONST && ty_is_scalar(field->d.type) &&
               !parse->fn->is_implicit && !parse->fn->d.env &&
               cxx_in_main_file(cxx, parse->fn->d.pos)) { // [class.base.init]/9
        CXX_DIAG(cxx, d_const_needs_init, parse->fn->d.pos, field->d.name);
    } else {
        add_init(parse, out,
                 (MemInit){.field = field,
                           .init = cxx_default_init(parse, field->d.type, parse->fn->d.pos)});
    }
}

// Whether f or, if it is anonymous, a member in it is written; by default (w is NULL) initialised.
static bool initialises(WrittenVec *w, FieldDecl *f, uint32_t depth) {
    if (w ? written_for(w, f) != NULL : f->init_range.end != 0) return true;
    if (!f->anonymous || f->d.type->kind != TY_CLASS || depth > 64) return false;
    const ClassDecl *in = f->d.type->u.cls;
    for (uint32_t i = 0; i < in->members.fields.n; i++)
        if (initialises(w, in->members.fields.at[i], depth + 1)) return true;
    return false;
}

// Of a union one member is initialised [class.base.init]/9.
static void init_fields(Parse *parse, ClassDecl *cls, WrittenVec *known, MemInits *out,
                        uint32_t depth) {
    if (depth > 64) return;
    if (cls->tag != CT_UNION) {
        for (uint32_t i = 0; i < cls->members.fields.n; i++)
            init_field(parse, cls->members.fields.at[i], known, out, depth);
        return;
    }
    // a union: the member written, else the one with a default member initialiser
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < cls->members.fields.n; i++) {
            FieldDecl *f = cls->members.fields.at[i];
            if (!initialises(pass == 0 ? known : NULL, f, depth)) continue;
            init_field(parse, f, known, out, depth);
            return;
        }
    }
}

// Whether m is what this mem-initialiser became.
static bool is_written(const Written *w, const MemInit *m) {
    return m->field ? w->field == m->field : m->base && w->base && w->base->cls == m->base;
}

// What a mem-initialiser is for, to name it.
static const Decl *written_decl(const Written *w) {
    return w->field ? &w->field->d : &w->base->cls->d;
}

// #1719: the first initialiser that is written behind one of which it is done before.
static void warn_order(Parse *parse, const WrittenVec *known, const MemInits *out) {
    uint32_t k = 0;
    for (uint32_t i = 0; i < out->n && k < known->n; i++)
        k += is_written(&known->at[k], &out->at[i]);
    if (k == known->n) return;
    Map place;
    map_init(&place, pp(parse));
    for (uint32_t i = 0; i < out->n; i++) {
        const MemInit *m = &out->at[i];
        const void *key = m->field ? (const void *)m->field : (const void *)m->base;
        if (key) map_put(&place, (uintptr_t)key, (void *)(uintptr_t)(i + 1));
    }
    uintptr_t last = 0;
    for (uint32_t i = 0; i < known->n; i++) {
        const Written *written = &known->at[i];
        const void *key = written->field  ? (const void *)written->field
                          : written->base ? (const void *)written->base->cls
                                          : NULL;
        uintptr_t at = key ? (uintptr_t)map_get(&place, (uintptr_t)key) : 0;
        if (!at) return; // wrong, or in an anonymous union
        if (at < last) {
            const Decl *a = written_decl(written), *b = written_decl(&known->at[i - 1]);
            CXX_DIAG(parse->x, w_init_order, written->pos, a->kind == D_FIELD ? "member" : "class",
                     a, b->kind == D_FIELD ? "member" : "class", b);
            return;
        }
        last = at;
    }
}

// As written first, for the arguments are parsed in that order; then in the order of execution. A
// delegating constructor has one initialiser.
void cxx_ctor_inits(Parse *parse, FuncDecl *func, TokRange tok_range) {
    Cxx *cxx = parse->x;
    ClassDecl *cls = func->cls;
    WrittenVec written_vec = {0};
    MemInits out = {0};
    bool delegate = false;
    if (tok_range.end) {
        uint32_t at = parse->at, end = parse->end;
        parse->at = tok_range.begin;
        parse->end = tok_range.end;
        while (parse->at < parse->end) {
            if (!written_one(parse, cls, &written_vec, &delegate) || !cxx_accept(parse, T_COMMA))
                break;
        }
        parse->at = at;
        parse->end = end;
    }
    if (delegate && written_vec.n > 1) CXX_DIAG(parse->x, d_delegate_alone, written_vec.at[1].pos);
    if (delegate && written_vec.n) {
        Expr *e = written_value(parse, ty_class(cxx, cls), &written_vec.at[0]);
        add_init(parse, &out, (MemInit){.init = e});
        check_delegation(cxx, func, e);
    } else {
        cxx_class_layout(cxx, cls, func->d.pos);
        for (uint32_t i = 0; i < cxx_ninit_bases(cls); i++) {
            BaseSpec *base_spec = cxx_init_base(cls, i);
            if (!base_spec) continue;
            if (base_spec->virtual_ && cls->table.abstract)
                continue; // the most derived class does it
            Written *m = written_for(&written_vec, base_spec);
            if (cls->members.unbound && !m) continue; // how it is written may not be known
            parse->base_init = true;
            bool forward = func->inherited && func->inherited->cls == base_spec->cls;
            Expr *e = forward ? cxx_inherited_init(parse, func)
                      : m     ? written_value(parse, base_spec->type, m)
                              : cxx_default_init(parse, base_spec->type, func->d.pos);
            parse->base_init = false;
            add_init(parse, &out,
                     (MemInit){.base = base_spec->cls, .virtual_ = base_spec->virtual_, .init = e});
        }
        init_fields(parse, cls, &written_vec, &out, 0);
        if (written_vec.n > 1) warn_order(parse, &written_vec, &out);
    }
    func->body.inits = out.at;
    func->body.ninit = out.n;
}

// ---- bodies ------------------------------------------------------------------------------------

// The body of a function in error, or of one that does nothing.
static Stmt *empty_body(Cxx *cxx, Pos pos) {
    Stmt *s = arena_new(xa(cxx), Stmt);
    s->kind = S_COMPOUND;
    s->pos = s->end = pos;
    return s;
}

// [class.abstract]/3: of a definition, which is where the types are complete.
static void no_abstract(Cxx *cxx, const FuncDecl *func) {
    cxx_no_abstract(cxx, func->d.type->u.func.ret, DIAG_OF(cxx, x_abstract_result), func->d.pos);
    for (uint32_t i = 0; i < func->nparam; i++) {
        const Decl *d = &func->param[i]->d;
        cxx_no_abstract(cxx, d->type, DIAG_OF(cxx, x_abstract_parameter), d->pos);
    }
}

// Whether the function belongs to a class that a static_assert of its own refuses: what its body
// breaks follows from that. (A deduced result needs the body.)
static bool is_refused(const FuncDecl *func) {
    bool of_refused = func->cls && func->cls->members.refused && func->d.type->kind == TY_FUNC;
    return of_refused && !(func->d.type->u.func.ret->flags & TF_HAS_AUTO);
}

// The definition is found (a later one, a friend's, a template's), or made for a special member;
// then its tokens are parsed under a trap of their own. False: there is none, or it is being
// parsed.
bool cxx_answer_func_body(Cxx *cxx, FuncDecl *func) {
    if (func->body.elaborating) return false;
    if (func->written.deleted) return false;
    func->body.elaborating = true;
    if (!func->body.defined && cxx_is_written(func)) {
        if (!func->inst.tmpl && !(func->d.flags & DF_TEMPLATE_INST)) {
            if (func->cls)
                cxx_plain_member_def(cxx, func);
            else if (scope_is(func->d.scope, SC_NAMESPACE)) {
                cxx_elaborate_name(cxx, func->d.scope, func->d.name);
                cxx_plain_member_def(cxx, func);
            }
        }
        cxx_find_friend_definition(cxx, func);
        if (!func->body.defined) cxx_func_find_body(cxx, func);
    } else if ((func->inst.tmpl || (func->cls && func->cls->env)) && !func->is_implicit) {
        cxx_func_find_body(cxx, func); // a specialization, or a definition that came later
    }
    if (func->written.deleted || (!func->body.defined && cxx_is_written(func))) {
        func->body.elaborating = false;
        return false;
    }
    if (func->written.defaulted && cxx_is_comparison(func)) {
        func->body.elaborating = false;
        cxx_compare_prepare(cxx, func);
        return !func->written.deleted;
    }
    if (!cxx_is_written(func)) {
        if (!cxx_lambda_body(cxx, func)) cxx_synthesize_body(cxx, func);
        if (!func->body.tree) func->body.tree = empty_body(cxx, func->d.pos);
        func->body.elaborating = false;
        func->body.done = true;
        return true;
    }
    if (!func->body.range.end) {
        func->body.elaborating = false;
        return func->body.tree != NULL;
    }
    if (is_refused(func)) {
        func->body.tree = empty_body(cxx, func->d.pos);
        func->body.elaborating = false;
        func->body.done = true;
        return true;
    }
    if (++cxx->decls->depth > cxx->ctx->max_depth) {
        cxx->decls->depth--;
        func->body.elaborating = false;
        return cxx_too_deep(cxx, func->d.pos);
    }
    CxxInst inst;
    if (!cxx_inst_push(cxx, &inst, &func->d, func->d.pos)) {
        cxx->decls->depth--;
        func->body.elaborating = false;
        return false;
    }
    TimerMark span =
        cxx_span_begin(cxx, inst.frame ? "InstantiateFunction" : "ParseFunction", &func->d);
    DiagTrap trap;
    cxx_hard_context(cxx, &trap);
    no_abstract(cxx, func);
    Parse parse = parse_in_func(cxx, func, func->body.range);
    if (func->cls && func->kind == FK_CTOR) {
        HostPlace place;
        cxx_host_place_begin(cxx, &place, func->d.scope, func, func->body.init_range.begin);
        cxx_ctor_inits(&parse, func, func->body.init_range);
        cxx_host_place_end(cxx, &place, func->body.init_range.end);
    }
    func->body.tree = cxx_parse_func_body(&parse);
    if (!func->body.tree) func->body.tree = empty_body(cxx, func->d.pos);
    bool errors = diag_trap_pop(cxx->ctx, &trap);
    if (errors && trap.silent) func->body.host_errors = true;
    timer_span_end(cxx->ctx, span);
    cxx_inst_pop(cxx, &inst);
    cxx->decls->depth--;
    func->body.elaborating = false;
    func->body.done = true;
    // What a constant expression of host code calls is instantiated as a whole, and is no use of
    // it.
    if (cxx->decls->host.phase && func->d.flags & DF_TEMPLATE_INST && func->body.uses.n &&
        func->d.flags & DF_CONSTEXPR)
        vec_push(xa(cxx), &cxx->decls->host.uses, func);
    if (!errors) cxx_check_constexpr(cxx, func);
    if (cxx_returns_auto(func)) {
        // no return statement: auto is void
        FuncType t = func->d.type->u.func;
        t.ret = ty_basic(cxx, TY_VOID);
        func->d.type = ty_func(cxx, &t);
        func->ret_deduced = true;
    }
    return true;
}

void cxx_func_body_again(Cxx *cxx, FuncDecl *func) {
    func->body.host_errors = func->body.done = false;
    func->body.tree = NULL;
    func->body.inits = NULL;
    func->body.ninit = func->body.locals.n = func->body.uses.n = 0;
    cxx_func_body(cxx, func);
}

// Nothing of it is kept: the function's type and locals are as before.
void cxx_check_body(Cxx *cxx, FuncDecl *func) {
    if (!func->body.range.end || func->body.elaborating || func->body.done) return;
    Type *type = func->d.type;
    func->body.elaborating = true;
    no_abstract(cxx, func);
    Parse p = parse_in_func(cxx, func, func->body.range);
    p.dependent = true;
    if (func->cls && func->kind == FK_CTOR) cxx_ctor_inits(&p, func, func->body.init_range);
    cxx_parse_func_body(&p);
    func->body.elaborating = func->ret_deduced = false;
    func->d.type = type;
    func->body.locals.n = 0;
    func->body.inits = NULL;
    func->body.ninit = 0;
}

// Read once, when somebody asks [except.spec]/13; the function's type has the answer.
bool cxx_answer_func_noexcept(Cxx *cxx, FuncDecl *func) {
    if (func->d.type->kind != TY_FUNC) return false;
    if (func->d.type->u.func.noexcept_) return true;
    if (func->noexcept_tried) return false;
    func->noexcept_tried = true;
    bool v = false;
    if (func->written.noexcept_.end) {
        Parse parse = parse_in_func(cxx, func, func->written.noexcept_);
        parse.unevaluated = true;
        Expr *e = cxx_parse_const_expr(&parse);
        if (e->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) return false;
        if (e->kind != E_ERROR) {
            e = cxx_to_bool(&parse, e);
            bool constant = e->kind == E_ERROR || cxx_const_bool(cxx, e, &v);
            if (e->kind == E_ERROR || !constant) v = false;
            if (!constant && !diag_trapped(cxx->ctx) && cxx_in_main_file(cxx, e->pos))
                CXX_DIAG(cxx, d_noexcept_value, e->pos); // [except.spec]/1
        }
    } else if (!cxx_is_written(func) || func->kind == FK_DTOR) {
        v = cxx_special_noexcept(cxx, func);
    }
    if (v) {
        FuncType t = func->d.type->u.func;
        t.noexcept_ = true;
        func->d.type = ty_func(cxx, &t);
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
static void keep_uses(Parse *from, Expr *part, const UseList *uses, Pos pos) {
    if (!part || !uses->n) return;
    map_put(&from->x->decls->host.part_uses, (uintptr_t)part,
            arena_copy(xa(from->x), uses, sizeof *uses, _Alignof(UseList)));
    cxx_use_again(from, uses, pos);
}

// The same expression again, for another use.
static Expr *known_part(Parse *from, Expr *part, Pos pos) {
    const UseList *uses = part ? map_get(&from->x->decls->host.part_uses, (uintptr_t)part) : NULL;
    if (uses) cxx_use_again(from, uses, pos);
    return part;
}

// Parses the default argument of `var` in its own place [dcl.fct.default]/5.
static Expr *parse_default_arg(Parse *parse, FuncDecl *func, VarDecl *var) {
    parse->complete_ctx = true;
    parse->fn = NULL;
    for (Scope *k = parse->scope; k; k = k->parent) {
        if (k->kind == SC_CLASS) {
            parse->cls = k->cls;
            break;
        }
    }
    parse->poi = var->d.env ? UINT32_MAX : var->default_arg.begin;
    if (func->d.flags & DF_CONSTEVAL) parse->const_expr = true;
    Expr *e = cxx_parse_init_clause(parse);
    if (e->kind == E_ERROR) return e;
    if (parse->at < parse->end) CXX_DIAG(parse->x, d_expected_token, tok_pos(parse), ")");
    InitStyle style = e->kind == E_INITLIST_SYNTAX ? INIT_COPY_LIST : INIT_COPY;
    return cxx_initialize(parse, var->d.type, style, &e, 1, e->pos, "default argument");
}

// Parsed once, unless a name in it depends on the call (std::source_location).
Expr *cxx_answer_default_arg(Parse *from, FuncDecl *func, uint32_t i, Pos pos) {
    Cxx *cxx = from->x;
    VarDecl *var = i < func->nparam ? func->param[i] : NULL;
    if (!var) return cxx_expr_error(cxx, pos);
    if (var->default_expr) return known_part(from, var->default_expr, pos);
    if (!var->default_arg.end || var->elaborating) {
        CXX_DIAG(cxx, d_no_default_arg, pos);
        return cxx_expr_error(cxx, pos);
    }
    if (cxx->decls->depth >=
        cxx->ctx->max_depth) { // calls what has default arguments that call ...
        cxx_too_deep(cxx, pos);
        return cxx_expr_error(cxx, pos);
    }
    cxx->decls->depth++;
    var->elaborating = true;
    DiagTrap trap;
    cxx_hard_context(cxx, &trap);
    Scope *scope = var->init_scope ? var->init_scope : var->d.scope;
    Parse parse =
        cxx_parse_at(cxx, var->default_arg.begin, var->default_arg.end, scope, var->d.env);
    CallSite own;
    parse.site = call_site(from, &own, from->at ? from->tok[from->at - 1].pos : pos);
    bool used = parse.site->used;
    parse.site->used = false;
    UseList uses = {0};
    parse.uses = &uses;
    parse.initialised = &var->d;
    Expr *e = parse_default_arg(&parse, func, var);
    diag_trap_pop(cxx->ctx, &trap);
    var->elaborating = false;
    cxx->decls->depth--;
    if (!e) e = cxx_expr_error(cxx, pos);
    if (!parse.site->used) var->default_expr = e;
    parse.site->used |= used;
    keep_uses(from, e, &uses, pos);
    return e;
}

// Parses a default member initialiser; NULL in error.
static Expr *parse_field_init(Parse *parse, FieldDecl *field) {
    Expr **arg = NULL, *one;
    uint32_t n = 0;
    Pos pos = tok_pos(parse);
    if (field->init_style == INIT_DIRECT) {
        parse->at++;
        if (!cxx_parse_expr_list(parse, T_RPAREN, &arg, &n)) return NULL;
    } else {
        one = cxx_parse_init_clause(parse);
        if (one->kind == E_ERROR) return NULL;
        if (parse->at < parse->end) CXX_DIAG(parse->x, d_expected_token, tok_pos(parse), ";");
        arg = &one;
        n = 1;
    }
    Expr *e = cxx_initialize(parse, field->d.type, (InitStyle)field->init_style, arg, n, pos,
                             "initialization");
    return e && e->kind != E_ERROR ? e : NULL;
}

// Likewise; NULL: it has none.
Expr *cxx_answer_field_init(Parse *from, FieldDecl *field, Pos pos) {
    Cxx *cxx = from->x;
    if (field->init_busy) { // [class.mem.general]/11: a complete-class context cannot need itself
        field->init_busy = false;
        if (!field->owner->closure.is) CXX_DIAG(cxx, d_field_init_cycle, field->d.pos, &field->d);
    }
    if (field->init_done) return known_part(from, field->init, pos);
    if (!field->init_range.end) return NULL;
    field->init_done = field->init_busy = true;
    ClassDecl *cls = field->owner;
    Parse parse = cxx_parse_at(cxx, field->init_range.begin, field->init_range.end, cls->inner,
                               cls->inner->env);
    ClassDecl *outer = cls;
    while (outer->members.anon_member) outer = outer->members.anon_member->owner;
    parse.cls = outer;
    parse.this_type = ty_class(cxx, outer);
    parse.complete_ctx = true;
    parse.poi = parse.env ? UINT32_MAX : parse.at;
    CallSite own;
    parse.site = call_site(from, &own, pos);
    bool used = parse.site->used;
    parse.site->used = false;
    UseList uses = {0};
    parse.uses = &uses;
    parse.initialised = &field->d;
    Expr *e = parse_field_init(&parse, field);
    field->init_busy = false;
    if (!parse.site->used)
        field->init = e;
    else
        field->init_done = false;
    parse.site->used |= used;
    keep_uses(from, e, &uses, pos);
    return e;
}

void cxx_check_parts(Cxx *cxx, Decl *holder) {
    if (holder->flags & DF_INVALID) return;
    Parse parse = cxx_parse_at(cxx, holder->order, holder->order, holder->scope, holder->env);
    if (holder->kind == D_FIELD) {
        cxx_field_init(&parse, (FieldDecl *)holder, holder->pos);
        return;
    }
    FuncDecl *f = (FuncDecl *)holder;
    uint32_t nuses = f->body.uses.n;
    if (f->written.noexcept_.end) cxx_func_noexcept(cxx, f);
    for (uint32_t i = 0; i < f->nparam; i++) {
        VarDecl *v = f->param[i];
        if (v->default_arg.end && !v->elaborating) cxx_default_arg(&parse, f, i, v->d.pos);
    }
    f->body.uses.n = nuses; // f itself uses none of it: a call that lacks the argument does
}

// ---- variables ---------------------------------------------------------------------------------

// Parses the initialiser in the scope of the declaration that has it. False: the variable is
// invalid, or is just being initialised.
bool cxx_answer_var_init(Cxx *cxx, VarDecl *var) {
    if (var->elaborating || var->storage == STOR_PARAM) return false;
    cxx_var_find(cxx, var);
    CxxInst inst;
    if (!cxx_inst_push(cxx, &inst, &var->d, var->d.pos)) {
        var->d.flags |= DF_INVALID;
        var->init_done = true;
        return false;
    }
    var->elaborating = true;
    DiagTrap trap;
    cxx_hard_context(cxx, &trap);
    Scope *scope = var->init_scope ? var->init_scope : var->d.scope;
    HostPlace place;
    cxx_host_place_begin(cxx, &place, scope, NULL, var->init_range.begin);
    place.var = var;
    Parse parse = cxx_parse_at(cxx, var->init_range.begin, var->init_range.end, scope, var->d.env);
    if (!var->init_range.end) parse.at = parse.end = var->d.order;
    for (Scope *k = scope; k; k = k->parent) {
        if (k->kind == SC_CLASS) {
            parse.cls = k->cls;
            break;
        }
    }
    parse.fn = NULL;
    if (!var->fn) parse.initialised = &var->d;
    parse.device_init = var->d.cuda & (CU_DEVICE | CU_CONSTANT | CU_SHARED | CU_MANAGED);
    parse.host_init = !cxx->opt.default_device && !parse.device_init;
    if (scope->kind == SC_CLASS && var->init_scope) parse.complete_ctx = true;
    parse.poi = var->d.env ? UINT32_MAX : parse.at;
    if (var->init_style == INIT_NONE && !var->defined) {
        var->init_done = true; // a declaration only
    } else {
        cxx_attach_init(&parse, var);
        xe_dtor_access(&parse, var->d.type, var->d.pos);
        if (!var->fn && !(var->d.flags & DF_INVALID)) xe_warn_number(&parse, var->init);
    }
    var->elaborating = false;
    if (parse.at < parse.end && !(var->d.flags & DF_INVALID) && var->init_style != INIT_NONE) {
        CXX_DIAG(cxx, d_expected_token, tok_pos(&parse), ";");
    }
    cxx_require_const(&parse, var);
    if (var->d.flags & DF_INVALID || (var->init && var->init->kind == E_ERROR))
        cxx_host_failed(cxx);
    cxx_host_place_end(cxx, &place, var->init_range.end);
    diag_trap_pop(cxx->ctx, &trap);
    cxx_inst_pop(cxx, &inst);
    return !(var->d.flags & DF_INVALID);
}
