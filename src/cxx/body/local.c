// SPDX-License-Identifier: Apache-2.0
// Declarations in blocks and conditions [stmt.dcl]: parsed in order, initialisers at once.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/decl/decl.h"
#include "cxx/elaborate/elaborate.h"
#include "cxx/body/body.h"

// A statement with nothing in it.
static Stmt *stmt_new(Parse *parse, StmtKind k, Pos pos) {
    Stmt *s = arena_new(pp(parse), Stmt);
    s->kind = (uint8_t)k;
    s->pos = pos;
    return s;
}

// A local's number among those of the same name in its function, for mangling local statics.
static void number_local(VarDecl *v) {
    FuncDecl *f = v->fn;
    if (!f) return;
    for (uint32_t i = 0; i < f->body.locals.n; i++) {
        VarDecl *o = f->body.locals.at[i];
        if (o != v && o->d.name == v->d.name && o->storage == STOR_STATIC) v->number++;
    }
}

// The variable that a declarator in a block makes, listed in its function, in no scope yet.
static VarDecl *local_var(Parse *parse, const DeclSpec *ds, Declarator *declared) {
    Cxx *cxx = parse->x;
    VarDecl *var = cxx_decl_new(cxx, VarDecl, D_VAR, declared->name, declared->pos, declared->order,
                                parse->scope, parse->env);
    var->d.flags = ds->flags;
    var->d.cuda = ds->cuda;
    cxx_note_written(cxx, &var->d, ds->written);
    var->d.attrs = cxx_attrs_merge(cxx, ds->attrs, declared->attrs);
    if (var->d.attrs) {
        var->d.cuda |= var->d.attrs->cuda;
        var->align = var->d.attrs->align;
    }
    if (ds->align > var->align) var->align = ds->align;
    var->d.type = declared->type;
    // an alignment that is written goes before that of the typedef
    if (!var->align) var->align = cxx_typedef_align(ds->aligned, var->d.type);
    if (ds->flags & DF_CONSTEXPR) var->d.type = ty_qual(cxx, var->d.type, Q_CONST);
    bool is_static = ds->flags & (DF_STATIC | DF_THREAD) || var->d.cuda & CU_SHARED;
    if ((ds->flags & DF_CONSTINIT) && !is_static) CXX_DIAG(cxx, d_constinit_local, declared->pos);
    if (declared->type->kind == TY_CLASS)
        xe_use_deprecated(parse, &declared->type->u.cls->d, declared->pos);
    var->storage = is_static ? STOR_STATIC : STOR_AUTO;
    var->fn = parse->fn;
    var->asm_label = declared->asm_label;
    var->defined = true;
    if (parse->fn) {
        var->index = parse->fn->body.locals.n;
        if (is_static) number_local(var);
        vec_push(pp(parse), &parse->fn->body.locals, var);
    }
    return var;
}

// False, always: the variable is left without value or use.
static bool invalid(VarDecl *v) {
    v->d.flags |= DF_INVALID;
    return false;
}

// Whether the type of a variable without a valid initialiser is none the less known, and its value
// asked for by nobody: other mistakes in its uses are worth saying.
static bool has_written_type(const VarDecl *var, const Type *written) {
    bool constant = var->d.flags & (DF_CONSTEXPR | DF_CONSTINIT) || written->quals & Q_CONST;
    bool open = written->flags & (TF_HAS_AUTO | TF_DEPENDENT);
    return !constant && !open && !is_any_of(written->kind, TY_ERROR, TY_ARRAY_INC);
}

static bool const_default(Cxx *cxx, ClassDecl *cls, uint32_t depth);

// Whether each part gets a value: by a constructor of the user's, its own initialiser, or its class
// [dcl.init.general]/8; of a union one member is enough.
static bool find_const_default(Cxx *cxx, ClassDecl *cls, uint32_t depth) {
    cxx_class_specials(cxx, cls);
    for (uint32_t i = 0; i < cls->members.ctors.n; i++) {
        const FuncDecl *f = cls->members.ctors.at[i];
        if (cxx_special_kind(f) == SP_DEFAULT && !f->is_implicit && !f->written.defaulted_first)
            return true;
    }
    for (const Decl *d = map_get(&cls->inner->names, cxx->n.ctor); d; d = d->next) {
        if (d->kind != D_FUNC) return true; // a template, an inherited one
    }
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        if (cls->members.base[i].cls && !const_default(cxx, cls->members.base[i].cls, depth + 1))
            return false;
    }
    bool any = false;
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        const FieldDecl *f = cls->members.fields.at[i];
        Type *t = f->d.type;
        while (ty_is_array(t)) t = t->u.array.elem;
        if (cxx_is_padding(f)) continue;
        bool ok = f->init_style || t->kind == TY_ERROR || ty_dependent(t) ||
                  (t->kind == TY_CLASS && const_default(cxx, t->u.cls, depth + 1));
        if (!ok && cls->tag != CT_UNION) return false;
        any |= ok;
    }
    return any || cls->tag != CT_UNION || !cls->members.fields.n;
}

// [dcl.init.general]/8: default-initialisation of a const object leaves nothing without a value.
// (Of a class that is not defined it is said elsewhere.)
static bool const_default(Cxx *cxx, ClassDecl *cls, uint32_t depth) {
    if (cls->closure.is || !cls->inner || depth > cxx->ctx->max_depth) return true;
    if (cls->special.const_default) return cls->special.const_default != ANSWER_NO;
    cls->special.const_default = ANSWER_ASKED;
    bool yes = find_const_default(cxx, cls, depth);
    cls->special.const_default = cls->members.completing ? ANSWER_NONE
                                 : yes                   ? ANSWER_YES
                                                         : ANSWER_NO;
    return yes;
}

// What a variable without initialiser must satisfy [dcl.init]. False: leave it alone.
static bool check_no_init(Parse *parse, VarDecl *var) {
    Cxx *cxx = parse->x;
    Type *type = var->d.type;
    if (var->d.flags & DF_EXTERN) return false;
    if (type->flags & TF_HAS_AUTO && type->kind != TY_CTAD) {
        CXX_DIAG(cxx, d_auto_without_init, var->d.pos, var->d.name);
        var->d.type = cxx->ty_error;
        return invalid(var);
    }
    if (ty_dependent(type)) return false;
    if (ty_is_ref(type)) {
        CXX_DIAG(cxx, d_ref_needs_init, var->d.pos, var->d.name);
        return invalid(var);
    }
    if (type->kind == TY_CTAD) return true;
    if (!ty_complete(cxx, type, var->d.pos, true)) return invalid(var);
    Type *e = type;
    while (ty_is_array(e)) e = e->u.array.elem;
    if ((e->quals & Q_CONST) && ty_is_scalar(e)) {
        CXX_DIAG(cxx, d_const_needs_init, var->d.pos, var->d.name);
        return invalid(var);
    }
    if ((e->quals & Q_CONST) && e->kind == TY_CLASS && !const_default(cxx, e->u.cls, 0)) {
        CXX_DIAG(cxx, d_const_no_ctor, var->d.pos, var->d.name, ty_unqual(e));
        return invalid(var);
    }
    return true;
}

// Parses the initialiser at parse->at (none: default-initialisation) and attaches it.
void cxx_attach_init(Parse *parse, VarDecl *var) {
    Cxx *cxx = parse->x;
    var->init_done = true;
    if (var->init_style == INIT_NONE && !check_no_init(parse, var)) return;
    Type *type = var->d.type;
    if (var->init_style != INIT_NONE && !(type->flags & (TF_HAS_AUTO | TF_DEPENDENT)) &&
        type->kind != TY_ARRAY_INC && !ty_is_ref(type) && type->kind != TY_ERROR &&
        !ty_complete(cxx, type, var->d.pos, true)) {
        invalid(var);
    }
    // the initialiser of a constexpr variable is a constant expression: what it names is not
    // odr-used, but for what the value refers to (cxx_use_const)
    bool old = parse->const_expr;
    if (var->d.flags & DF_CONSTEXPR) parse->const_expr = true;
    var->init = cxx_parse_var_init(parse, var);
    parse->const_expr = old;
    if (var->d.type->flags & TF_HAS_AUTO) var->d.type = cxx->ty_error; // after a diagnostic
    if ((var->init && var->init->kind == E_ERROR) || var->d.type->kind == TY_ERROR) {
        var->lost_init = !(var->d.flags & DF_INVALID) && has_written_type(var, type);
        invalid(var);
        var->init = NULL;
    }
}

// A local of class type is destroyed at the end of its block: its destructor is used.
static void use_dtor(Parse *parse, VarDecl *v) {
    Type *t = v->d.type;
    while (ty_is_array(t)) t = t->u.array.elem;
    if (t->kind != TY_CLASS || (v->d.flags & DF_INVALID) || parse->dependent) return;
    FuncDecl *d = parse->undestroyed ? NULL : cxx_find_dtor(parse->x, t);
    if (d) cxx_mark_used(parse, &d->d, v->d.pos);
    xe_dtor_access(parse, t, v->d.pos);
}

void cxx_local_init(Parse *parse, VarDecl *var) {
    switch (cxx_peek(parse)) {
    case T_ASSIGN:
        var->init_style = cxx_peek_n(parse, 1) == T_LBRACE ? INIT_COPY_LIST : INIT_COPY;
        break;
    case T_LPAREN: var->init_style = INIT_DIRECT; break;
    case T_LBRACE: var->init_style = INIT_LIST; break;
    default: var->init_style = INIT_NONE; break;
    }
    // device code has no end of the program: static objects may have any destructor
    bool lasts = var->storage == STOR_STATIC || var->d.cuda & CU_SHARED,
         before = parse->undestroyed;
    parse->undestroyed = lasts && parse->fn && parse->fn->d.cuda & (CU_DEVICE | CU_GLOBAL);
    cxx_attach_init(parse, var);
    use_dtor(parse, var);
    parse->undestroyed = before;
}

// Parts of parts, to the limit of nesting.
void cxx_use_const(Parse *parse, const ConstVal *constant, Pos pos, uint32_t depth) {
    if (!constant || depth > parse->x->ctx->max_depth) return;
    switch ((ConstKind)constant->kind) {
    case CV_LVALUE:
        if (constant->u.lv.base) cxx_mark_used(parse, constant->u.lv.base, pos);
        break;
    case CV_MEMPTR:
        if (decl_is(constant->u.mp.member, D_FUNC))
            cxx_mark_used(parse, constant->u.mp.member, pos);
        break;
    case CV_AGG:
        for (uint32_t i = 0; i < constant->u.agg.n; i++)
            cxx_use_const(parse, constant->u.agg.at[i], pos, depth + 1);
        cxx_use_const(parse, constant->u.agg.filler, pos, depth + 1);
        break;
    case CV_UNION: cxx_use_const(parse, constant->u.un.val, pos, depth + 1); break;
    default: break;
    }
}

// What depends is judged in the instance; a value is kept for those that read it.
void cxx_require_const(Parse *parse, VarDecl *var) {
    Cxx *cxx = parse->x;
    if (!(var->d.flags & (DF_CONSTEXPR | DF_CONSTINIT)) || (var->d.flags & DF_INVALID)) return;

    // What depends is judged in the instance.
    if (ty_dependent(var->d.type) || var->const_tried) return;
    if (var->init && (var->init->flags & (EF_TYPE_DEP | EF_VALUE_DEP))) return;
    if (!var->init && !ty_has_parts(var->d.type)) return;
    if (var->d.flags & DF_CONSTEXPR && !cxx_literal_type(cxx, var->d.type)) {
        CXX_DIAG(cxx, d_constexpr_nonliteral, var->d.pos, ty_unqual(var->d.type));
        var->d.flags |= DF_INVALID;
        return;
    }
    var->const_tried = true;
    var->value = cxx_const_eval_init(cxx, var, var->init, true);
    if (!var->value) var->d.flags |= DF_INVALID;
    if (var->value && parse->fn) cxx_use_const(parse, var->value, var->d.pos, 0);
}

// A parameter's name is not declared again in the outermost block [basic.scope.block]/2.
static void check_parameter(Parse *parse, const Declarator *d) {
    const Decl *o = cxx_outer_name(parse, d->name);
    if (!o) return;
    CXX_DIAG(parse->x, d_already_declared, d->pos, d->name);
    cxx_note_declared(parse->x, o);
}

// A variable in a block: entered in its scope, then initialised, so that its initialiser sees it
// [basic.scope.pdecl]/1. An `extern` one gives the namespace's variable.
static VarDecl *declare_local(Parse *parse, DeclSpec *ds, Declarator *declared) {
    Cxx *cxx = parse->x;
    VarDecl *var = local_var(parse, ds, declared);
    static const uint8_t refused[] = {SW_INLINE};
    cxx_refuse_words(parse, ds, refused, 1, declared->pos); // [dcl.inline]/5
    if (var->d.type->kind == TY_VOID) {
        CXX_DIAG(cxx, d_incomplete_type, declared->pos, var->d.type);
        var->d.type = cxx->ty_error;
        var->d.flags |= DF_INVALID;
    }
    if (ds->flags & DF_EXTERN && !(var->d.cuda & CU_SHARED)) {
        // a local extern declaration names the namespace's variable
        if (is_any_of(cxx_peek(parse), T_ASSIGN, T_LBRACE))
            CXX_DIAG(cxx, d_extern_init, declared->pos, declared->name);
        var->storage = STOR_GLOBAL;
        var->defined = false;
        var->d.linkage = LK_EXTERNAL;
        var->fn = NULL;
        if (parse->fn) parse->fn->body.locals.n--;
        Decl *decl = cxx_lookup_one(parse, cxx_namespace_of(parse->scope), declared->name, 0);
        if (decl_is(decl, D_VAR) && decl->type == var->d.type) {
            UsingDecl *u = cxx_decl_new(cxx, UsingDecl, D_USING, declared->name, declared->pos,
                                        declared->order, parse->scope, parse->env);
            u->from = cxx_namespace_of(parse->scope);
            cxx_scope_add(cxx, parse->scope, &u->d);
            return (VarDecl *)decl;
        }
        bool dep = ty_dependent(var->d.type) || (decl && decl->type && ty_dependent(decl->type));
        bool inc = decl && (ty_is_array(decl->type) || ty_is_array(var->d.type));
        if (decl_is(decl, D_VAR) && !dep && !inc && decl->type->kind != TY_ERROR &&
            var->d.type->kind != TY_ERROR) { // [basic.link]/11
            CXX_DIAG(cxx, d_incompatible_redeclaration, declared->pos, decl);
            cxx_note_declared(cxx, decl);
        }
    }
    if (!parse->env && cxx_in_main_file(cxx, declared->pos) && !(ds->flags & DF_EXTERN) &&
        !parse->cls &&
        cxx_incomplete_at(cxx, var->d.type,
                          declared->order)) { // (a member's body: its class may follow)
        CXX_DIAG(cxx, d_incomplete_here, declared->pos, ty_unqual(var->d.type));
        var->d.type = cxx->ty_error;
    }
    if (declared->qual) CXX_DIAG(cxx, d_qualified_here, declared->pos); // [dcl.meaning]/1
    if (ds->flags & DF_MUTABLE) CXX_DIAG(cxx, d_specifier_here, declared->pos, "mutable");
    check_parameter(parse, declared);
    uint64_t errors = diag_errors_seen(cxx->ctx);
    Decl *made = cxx_declare(parse, parse->scope, &var->d);
    if (made != &var->d && made->kind == D_VAR && ds->flags & DF_EXTERN &&
        made->type == var->d.type && ((VarDecl *)made)->storage == STOR_GLOBAL)
        return (VarDecl *)made;
    if (made != &var->d && made->kind == D_VAR && errors == diag_errors_seen(cxx->ctx))
        CXX_DIAG(cxx, d_already_declared, declared->pos, declared->name);
    cxx_local_init(parse, var);
    if (var->d.type->kind == TY_ARRAY_INC && var->init_style && !(var->d.flags & DF_INVALID) &&
        parse->env && !parse->dependent) // `T t(args...)` with no arguments
        CXX_DIAG(cxx, d_incomplete_type, declared->pos, var->d.type);
    if (cxx->hooks.check_decl) cxx->hooks.check_decl(parse, &var->d);
    cxx_require_const(parse, var);
    return var;
}

// [over.dcl]/1, of two declarations in the main file.
static void check_result(Cxx *cxx, const FuncDecl *old, const FuncDecl *func) {
    if (!old || !(old->d.flags & func->d.flags & DF_IN_MAIN_FILE)) return;
    const Type *a = old->d.type->u.func.ret, *b = func->d.type->u.func.ret;
    bool open = (a->flags | b->flags) & (TF_DEPENDENT | TF_HAS_AUTO);
    if (a == b || open || a->kind == TY_ERROR || b->kind == TY_ERROR) return;
    CXX_DIAG(cxx, d_overload_by_result, func->d.pos);
    cxx_note_declared(cxx, &old->d);
}

// The name of a function that a block declares is no namespace, and no function of another
// namespace that a using-declaration of the block names with the same parameters
// [namespace.udecl]/14.
static void check_names(Parse *parse, const Scope *ns, const FuncDecl *func) {
    Cxx *cxx = parse->x;
    if (!(func->d.flags & DF_IN_MAIN_FILE)) return;
    for (const Decl *o = map_get(&ns->names, func->d.name); o; o = o->next) {
        if (o->kind == D_NAMESPACE && cxx_in_main_file(cxx, o->pos))
            CXX_DIAG(cxx, d_already_declared, func->d.pos, func->d.name);
    }
    for (const Decl *o = map_get(&parse->scope->names, func->d.name); o; o = o->next) {
        const UsingDecl *u = o->kind == D_USING ? (const UsingDecl *)o : NULL;
        Lookup l = {0};
        if (!u || u->target || !u->from || u->from == ns) continue;
        cxx_lookup_in(parse, u->from, func->d.name, 0, &l);
        for (uint32_t i = 0; i < l.n; i++) {
            const FuncDecl *f = (const FuncDecl *)l.at[i];
            bool other = f->d.kind == D_FUNC && f->d.type->kind == TY_FUNC && f->d.scope != ns;
            if (other && f->d.linkage != LK_C && cxx_same_signature(cxx, f, func))
                CXX_DIAG(cxx, d_already_declared, func->d.pos, func->d.name);
        }
    }
}

// A function declared in a block is one of the namespace, found here by a using-declaration; until
// it is declared there other code does not see it [basic.link]/5.
static Decl *local_function(Parse *parse, DeclSpec *ds, Declarator *declared) {
    Cxx *cxx = parse->x;
    Scope *ns = cxx_namespace_of(parse->scope);
    FuncDecl *func = cxx_make_func(parse, ds, declared, ns);
    if (ds->flags & DF_STATIC) CXX_DIAG(cxx, d_storage_here, declared->pos); // [dcl.stc]/4
    static const uint8_t refused[] = {SW_INLINE};
    cxx_refuse_words(parse, ds, refused, 1, declared->pos); // [dcl.inline]/4
    if (declared->qual) CXX_DIAG(cxx, d_qualified_here, declared->pos);
    // a block's function declaration redeclares the namespace's function
    cxx_elaborate_before(cxx, ns, func->d.name, func->d.order, false);
    Decl *target = NULL;
    for (Decl *o = map_get(&ns->names, func->d.name); o; o = o->next) {
        if (o->kind == D_FUNC && cxx_same_signature(cxx, (FuncDecl *)o, func)) target = o;
    }
    check_result(cxx, (const FuncDecl *)target, func);
    check_names(parse, ns, func);
    // its default arguments stand for themselves, as long as nothing uses them
    if (cxx->opt.check_all && !parse->dependent && func->d.flags & DF_IN_MAIN_FILE)
        vec_push(xa(cxx), &cxx->decls->checks.parts, &func->d);
    if (!target) {
        func->d.flags |= DF_FRIEND_ONLY;
        cxx_scope_add(cxx, ns, &func->d);
        target = &func->d;
    }
    UsingDecl *u = cxx_decl_new(cxx, UsingDecl, D_USING, func->d.name, func->d.pos, func->d.order,
                                parse->scope, parse->env);
    u->target = target;
    cxx_scope_add(cxx, parse->scope, &u->d);
    return target;
}

// One `auto` stands for one type in all declarators [dcl.spec.auto]/7.
static void check_same_auto(Parse *parse, const Declarator *d, const VarDecl *v, Type **first) {
    bool deduced = is_any_of(d->type->kind, TY_AUTO, TY_CTAD);
    if (!deduced || v->d.type->kind == TY_ERROR) return;
    Type *t = v->d.type->unqual;
    if (ty_dependent(t)) return; // judged in the instance
    if (*first && *first != t) CXX_DIAG(parse->x, d_auto_types, d->pos, t, *first);
    if (!*first) *first = t;
}

// A simple-declaration in a block, up to behind its ';'. Its variables make `made` an S_DECL.
static void simple_block_declaration(Parse *parse, Stmt *made) {
    Cxx *cxx = parse->x;
    DeclSpec ds;
    Type *deduced = NULL;
    uint32_t begin = parse->at;
    VEC(VarDecl *) vars = {0};
    bool lost = false;
    if (!cxx_parse_declspecs(parse, &ds, false) || !ds.type) {
        if (!cxx_unknown_type(parse)) {
            CXX_DIAG(cxx, d_expected_declaration, tok_pos(parse));
            cxx_skip_to_semi(parse);
            return;
        }
        ds.type = cxx->ty_error;
    }
    if (cxx_accept(parse, T_SEMI)) {
        if (ds.cls_defined && !ds.cls_defined->d.name && ds.cls_defined->tag == CT_UNION) {
            cxx_anonymous_local(parse, &ds, made);
        }
        return;
    }
    for (;;) {
        Declarator declarator;
        uint32_t errors = diag_error_count(cxx->ctx);
        if (!cxx_parse_declarator(parse, &ds, &declarator, false)) {
            cxx_skip_to_semi(parse);
            break;
        }
        bool bad_bound = ds.cuda & CU_SHARED && diag_error_count(cxx->ctx) > errors &&
                         parse->tok[declarator.order + 1].kind == T_LBRACKET;
        if (bad_bound)
            CXX_DIAG(cxx, x_note_dynamic_shared, declarator.pos, ds.type, declarator.name);
        if (cxx_function_by_parameter(parse, &ds, &declarator, begin))
            declarator.type = cxx->ty_error;
        if (ds.is_typedef) {
            TypedefDecl *t =
                cxx_decl_new(cxx, TypedefDecl, D_TYPEDEF, declarator.name, declarator.pos,
                             declarator.order, parse->scope, parse->env);
            t->d.type = declarator.type;
            cxx_note_written(cxx, &t->d, ds.written);
            t->align = cxx_typedef_asks(&ds, &declarator);
            if (ds.cls_defined && !ds.cls_defined->d.name) ds.cls_defined->typedef_name = &t->d;
            cxx_declare(parse, parse->scope, &t->d);
        } else if (declarator.type->kind == TY_FUNC) {
            local_function(parse, &ds, &declarator);
        } else {
            VarDecl *v = declare_local(parse, &ds, &declarator);
            check_same_auto(parse, &declarator, v, &deduced);
            vec_push(pp(parse), &vars, v);
            lost |= v->d.flags & DF_INVALID; // its initialiser may not have been read to its end
        }
        if (!cxx_accept(parse, T_COMMA)) {
            if (!cxx_accept(parse, T_SEMI)) {
                if (!lost) cxx_expect(parse, T_SEMI, ";");
                if (lost || !cxx_statement_begins(parse)) cxx_skip_to_semi(parse);
            }
            break;
        }
    }
    if (vars.n) {
        made->kind = S_DECL;
        made->u.decl.var = vars.at;
        made->u.decl.n = vars.n;
    }
}

// By its first word; what no block can declare is refused and skipped.
Stmt *cxx_parse_block_declaration(Parse *parse) {
    Stmt *stmt = stmt_new(parse, S_NULL, tok_pos(parse));
    if (xe_at_binding(parse)) return xe_parse_binding_decl(parse, NULL);
    switch (cxx_peek(parse)) {
    case T_KW_USING: cxx_parse_using(parse, parse->scope, ACC_NONE); break;
    case T_KW_STATIC_ASSERT: cxx_parse_static_assert(parse); break;
    case T_KW_NAMESPACE: {
        uint32_t n = cxx_peek_n(parse, 1) == T_IDENT ? 2 : 1;
        if (cxx_peek_n(parse, n) == T_LBRACE) {
            CXX_DIAG(parse->x, d_namespace_in_block, tok_pos(parse));
            parse->at = cxx_skip_group(parse->tok, parse->at + n, parse->end);
        } else {
            cxx_parse_ns_alias(parse, parse->scope);
        }
        break;
    }
    case T_KW_TEMPLATE:
        CXX_DIAG(parse->x, d_template_in_block, tok_pos(parse));
        cxx_skip_to_semi(parse);
        break;
    case T_KW_ASM: cxx_skip_to_semi(parse); break;
    default: simple_block_declaration(parse, stmt); break;
    }
    stmt->end = parse->at ? parse->tok[parse->at - 1].pos : 0;
    return stmt;
}

// [stmt.pre]/4: no function, no array, no type definition, and of the specifiers only constexpr.
static void check_condition(Parse *parse, const DeclSpec *ds, Declarator *declarator) {
    Cxx *cxx = parse->x;
    static const uint8_t refused[] = {SW_TYPEDEF, SW_STATIC,  SW_EXTERN,
                                      SW_INLINE,  SW_MUTABLE, SW_THREAD_LOCAL};
    const char *word = cxx_first_word(ds, refused, CU_COUNT(refused));
    if (word) CXX_DIAG(cxx, d_specifier_here, declarator->pos, word);
    if (ds->cls_defined || ds->enum_defined) CXX_DIAG(cxx, d_type_defined_here, ds->type_pos);
    if (declarator->type->kind != TY_FUNC && !ty_is_array(declarator->type)) return;
    CXX_DIAG(cxx, d_condition_form, declarator->pos);
    declarator->type = cxx->ty_error;
}

// `T x = e` or `T x{e}` in a condition.
VarDecl *cxx_parse_condition_declaration(Parse *parse) {
    if (!cxx_starts_declaration(parse)) return NULL;
    uint32_t at = parse->at;
    DeclSpec ds;
    Declarator declarator;
    DiagTrap trap;
    // `if (T(x)) ` and the like are expressions: a declaration needs an initialiser
    diag_trap_push(parse->x->ctx, &trap);
    bool ok = cxx_parse_declspecs(parse, &ds, false) && ds.type &&
              cxx_parse_declarator(parse, &ds, &declarator, false);
    bool init = ok && is_any_of(cxx_peek(parse), T_ASSIGN, T_LBRACE);
    if (diag_trap_pop(parse->x->ctx, &trap) && ok) init = init && declarator.type->kind != TY_ERROR;
    if (!init) {
        parse->at = at;
        return NULL;
    }
    check_condition(parse, &ds, &declarator);
    return declare_local(parse, &ds, &declarator);
}
