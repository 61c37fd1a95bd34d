// SPDX-License-Identifier: Apache-2.0
// Making declarations from declarators, and merging redeclarations [basic.link] [over.load]: one
// entity is one Decl, whatever the number of its declarations; what a later one adds (a body,
// default arguments, attributes, an array bound) is moved into the first.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/decl/decl.h"

// ---- functions ---------------------------------------------------------------------------------

// `+ - * & ++ --` are unary or binary by the number of operands.
static uint8_t operator_arity(uint8_t op, uint32_t operands) {
    if (operands == 1) {
        switch (op) {
        case OP_ADD: return OP_PLUS;
        case OP_SUB: return OP_MINUS;
        case OP_MUL: return OP_DEREF;
        case OP_AND: return OP_ADDR;
        default: return op;
        }
    }
    if (op == OP_PREINC && operands == 2) return OP_POSTINC;
    if (op == OP_PREDEC && operands == 2) return OP_POSTDEC;
    return op;
}

// Tokens of the name in a mem-initialiser.
static const bool in_member_name[T_count_] = {
    [T_IDENT] = true,       [T_COLCOL] = true,      [T_KW_TEMPLATE] = true,
    [T_KW_DECLTYPE] = true, [T_KW_TYPENAME] = true,
};

static bool is_zero_token(const Parse *parse, uint32_t at) {
    return strcmp(atom_str(parse->x->ctx, parse->tok[at].text), "0") == 0;
}

// Skips `= default`, initialisers and body behind a function declarator.
static void function_rest(Parse *parse, FuncDecl *func) {
    if (cxx_peek(parse) == T_ASSIGN) {
        uint16_t k = cxx_peek_n(parse, 1);
        if (k == T_KW_DEFAULT)
            func->written.defaulted = func->body.defined = true;
        else if (k == T_KW_DELETE)
            func->written.deleted = func->body.defined = true;
        else if (k == T_NUMBER && is_zero_token(parse, parse->at + 1))
            func->pure = true;
        else
            CXX_DIAG(parse->x, d_expected_token, tok_pos(parse), ";");
        parse->at += 2;
        if (k == T_KW_DELETE && cxx_peek(parse) == T_LPAREN) { // delete("reason")
            parse->at = cxx_skip_group(parse->tok, parse->at, parse->end);
        }
        return;
    }
    Pos at_try = tok_pos(parse);
    bool try_ = cxx_accept(parse, T_KW_TRY);
    if (try_ && func->d.flags & DF_CONSTEXPR && parse->x->opt.std < 20) // [dcl.constexpr]/3
        cxx_extension(parse->x, at_try, "a try block in a constexpr function before C++20");
    if (cxx_peek(parse) == T_COLON) {
        func->body.init_range.begin = ++parse->at;

        // A mem-initialiser is a name, perhaps with template arguments or a decltype in it, and
        // then a group: its tokens are skipped, never looked up, for the class may not be complete
        // yet.
        while (cxx_peek(parse) != T_EOF) {
            while (in_member_name[cxx_peek(parse)]) {
                parse->at++;
                if (cxx_peek(parse) == T_LT) {
                    uint32_t e = cxx_skip_angles(parse->x, parse->at, parse->end);
                    if (e) parse->at = e;
                }
                if (parse->tok[parse->at - 1].kind == T_KW_DECLTYPE &&
                    cxx_peek(parse) == T_LPAREN) {
                    parse->at = cxx_skip_group(parse->tok, parse->at, parse->end);
                }
            }
            if (!is_any_of(cxx_peek(parse), T_LPAREN, T_LBRACE)) break;
            parse->at = cxx_skip_group(parse->tok, parse->at, parse->end);
            cxx_accept(parse, T_ELLIPSIS);
            if (!cxx_accept(parse, T_COMMA)) break;
        }
        func->body.init_range.end = parse->at;
        if (cxx_peek(parse) != T_LBRACE) CXX_DIAG(parse->x, d_expected_token, tok_pos(parse), "{");
    }
    if (cxx_peek(parse) == T_LBRACE) {
        func->body.range.begin = parse->at;
        parse->at = cxx_skip_group(parse->tok, parse->at, parse->end);
        func->body.range.end = parse->at;
        func->body.defined = true;
        while (try_ && cxx_peek(parse) == T_KW_CATCH) {
            parse->at++;
            if (cxx_peek(parse) == T_LPAREN)
                parse->at = cxx_skip_group(parse->tok, parse->at, parse->end);
            if (cxx_peek(parse) == T_LBRACE)
                parse->at = cxx_skip_group(parse->tok, parse->at, parse->end);
        }
    }
}

// [basic.link]: members have the linkage of their class, which is external here; `extern "C"` goes
// before an unnamed namespace, and that before `static`.
static uint8_t linkage_of(const Parse *parse, const DeclSpec *ds, Scope *home) {
    if (home->kind == SC_CLASS) return LK_EXTERNAL;
    if ((parse->extern_c && !ds->extern_cpp) || ds->extern_c) return LK_C;
    for (Scope *n = home; n; n = n->parent) {
        if (n->kind == SC_NAMESPACE && n->owner && ((NamespaceDecl *)n->owner)->anonymous) {
            return LK_INTERNAL;
        }
    }
    return ds->flags & DF_STATIC && home->kind == SC_NAMESPACE ? LK_INTERNAL : LK_EXTERNAL;
}

// What every kind of declaration takes from its specifiers and attributes: flags, execution space,
// whether the main file says it. The declaration's position is set before.
static void common(Parse *parse, Decl *made, const DeclSpec *ds, const Declarator *dr) {
    made->flags = ds->flags;
    made->cuda = ds->cuda;
    made->attrs = cxx_attrs_merge(parse->x, ds->attrs, dr->attrs);
    cxx_note_written(parse->x, made, ds->written);
    if (made->attrs) {
        made->cuda |= made->attrs->cuda;
        if (made->attrs->weak) made->flags |= DF_WEAK;
        if (made->attrs->used) made->flags |= DF_USED_ATTR;
        if (made->attrs->deprecated) made->flags |= DF_DEPRECATED;
    }
    if (cxx_in_main_file(parse->x, made->pos)) made->flags |= DF_IN_MAIN_FILE;
}

// Default arguments: the count of parameters that must be given.
static void count_args(FuncDecl *func) {
    func->min_args = func->nparam;
    for (uint32_t i = 0; i < func->nparam; i++) {
        VarDecl *v = func->param[i];
        bool pack = v->d.type && v->d.type->kind == TY_PACK;
        if (v->default_arg.end || v->default_expr || pack) {
            func->min_args = i;
            return;
        }
    }
}

// [dcl.fct.default]/4. What another declaration gave counts too: asked once it is merged, so only
// what no other declaration can mend is said here.
static void check_defaults_last(Parse *parse, FuncDecl *func) {
    if (func->d.type->kind != TY_FUNC || parse->dependent) return;
    const VarDecl *first = NULL; // with a default argument; a pack is none
    for (uint32_t i = func->min_args; i < func->nparam; i++) {
        const VarDecl *v = func->param[i];
        bool pack = v->is_pack_elem || (v->d.type && v->d.type->kind == TY_PACK);
        bool given = v->default_arg.end || v->default_expr;
        if (given && !first) first = v;
        if (given || pack || !first) continue;
        for (const Decl *o = map_get(&func->d.scope->names, func->d.name); o; o = o->next) {
            if (o->kind == D_FUNC && cxx_same_signature(parse->x, (const FuncDecl *)o, func))
                return;
        }
        CXX_DIAG(parse->x, d_default_not_at_end, first->d.pos);
        return;
    }
}

// A constructor that takes its own class by value would have to call itself to be called
// [class.copy.ctor]/5. Goes on as the copy constructor that was meant.
static void copy_by_value(Parse *parse, FuncDecl *func) {
    Cxx *cxx = parse->x;
    if (func->kind != FK_CTOR || !func->cls || !func->nparam || func->min_args > 1) return;
    Type *t = func->param[0]->d.type;
    if (!ty_is_class(t) || t->u.cls != func->cls || func->d.type->kind != TY_FUNC) return;
    CXX_DIAG(cxx, d_copy_by_value, func->param[0]->d.pos, t, t);
    FuncType ft = func->d.type->u.func;
    Type **param = arena_array(xa(cxx), Type *, ft.nparam);
    for (uint32_t i = 1; i < ft.nparam; i++) param[i] = ft.param[i];
    param[0] = func->param[0]->d.type = ty_ref(cxx, ty_qual(cxx, t, Q_CONST), false);
    ft.param = param;
    func->d.type = ty_func(cxx, &ft);
}

// A function declared by a typedef of its type has parameters without names.
static void params_of_type(Parse *parse, FuncDecl *func) {
    Cxx *cxx = parse->x;
    const FuncType *func_type = &func->d.type->u.func;
    func->param_scope = cxx_scope_new(cxx, SC_FUNC, parse->scope, NULL);
    func->param_scope->env = parse->env;
    func->nparam = func_type->nparam;
    func->param = arena_array(xa(cxx), VarDecl *, func_type->nparam + 1);
    for (uint32_t i = 0; i < func_type->nparam; i++) {
        VarDecl *v = cxx_decl_new(cxx, VarDecl, D_VAR, 0, func->d.pos, func->d.order,
                                  func->param_scope, parse->env);
        v->storage = STOR_PARAM;
        v->defined = true;
        v->d.type = func_type->param[i];
        v->index = i;
        func->param[i] = v;
    }
}

// A special member declared as the implicit one would be, but that `const` may be missing
// [dcl.fct.def.default]/1.
static bool defaultable(const FuncDecl *func) {
    const FuncType *t = &func->d.type->u.func;
    if (!cxx_is_special(func) || t->variadic) return false;
    const Type *a = t->nparam ? ty_deref(t->param[0]) : NULL;
    if (a && a->quals & Q_VOLATILE) return false;
    return func->kind == FK_CTOR || !(t->quals & (Q_CONST | Q_VOLATILE));
}

// Whether the class befriends something of the function's name.
static bool befriends(const ClassDecl *cls, const FuncDecl *func) {
    const Index *index = cls->inner ? cls->inner->index : NULL;
    for (uint32_t i = 0; index && i < index->e.n; i++) {
        const IndexEntry *entry = &index->e.at[i];
        if (entry->flags & IX_FRIEND && entry->name == func->d.name) return true;
    }
    return false;
}

// A comparison of the right form [class.compare.default]/1. The parameters of one in a template may
// depend; what is known of them is judged.
static bool comparison_defaultable(Parse *parse, const FuncDecl *func) {
    Cxx *cxx = parse->x;
    const FuncType *type = &func->d.type->u.func;
    if (cxx->opt.std < 20) return false;
    for (uint32_t i = 0; i < type->nparam && parse->dependent; i++) {
        const Type *parameter = ty_deref(type->param[i]);
        if (parameter->kind != TY_CLASS && ty_dependent(type->param[i])) return true;
    }
    if (!cxx_comparison_form(func)) return false;
    bool of_template = parse->env || parse->dependent;
    if (func->op == OP_CMP3 && type->ret->flags & TF_HAS_AUTO && cxx->opt.check_all && !of_template)
        xe_category_type(parse, CAT_STRONG, func->d.pos); // at most
    const Type *compared = type->nparam ? ty_deref(type->param[0]) : NULL;
    if (func->cls || func->d.scope->kind != SC_NAMESPACE || parse->scope->kind != SC_NAMESPACE)
        return true;
    return befriends(compared->u.cls, func);
}

// What may be defaulted: special members and, in C++20, comparisons.
static void check_default(Parse *parse, FuncDecl *func) {
    if (!func->written.defaulted || func->d.type->kind != TY_FUNC) return;
    bool compares = func->op >= OP_EQ && func->op <= OP_CMP3;
    if (parse->dependent && (!compares || !parse->x->opt.check_all)) return;
    if (compares ? comparison_defaultable(parse, func) : defaultable(func)) return;
    CXX_DIAG(parse->x, d_bad_default, func->d.pos, &func->d);
    func->written.defaulted = func->body.defined = false;
}

// An error type if the type names a parameter pack that nothing expands.
static Type *expanded(Parse *parse, Type *written, Pos pos) {
    Type *named = written;
    while (ty_refers(named)) named = named->u.ptr.to;
    if (named->kind != TY_TPARM || !(named->flags & TF_HAS_PACK)) return written;
    bool local = false;
    for (const Scope *s = parse->scope; s; s = s->parent)
        local |= is_any_of(s->kind, SC_FUNC, SC_BLOCK);
    // it is said when the template is read (check/template_check.c)
    if ((local && !parse->x->opt.check_all) || !cxx_in_main_file(parse->x, pos))
        CXX_DIAG(parse->x, tmpl_unexpanded_pack, pos, named->u.tparm.decl->d.name);
    return parse->x->ty_error;
}

// Whether the declaration is a templated entity [temp.pre]/8, which alone may have a requires-
// clause: it stands in a template, whose parameters are bound or not.
static bool templated(const Parse *parse) {
    if (parse->env || parse->dependent) return true;
    for (const Scope *s = parse->scope; scope_is_inner(s); s = s->parent) {
        if (s->kind == SC_TPARAMS) return true;
    }
    return false;
}

// The result and the parameters of a function must not name a pack that nothing expands
// [temp.variadic]/5; each that does becomes an error type. A pack that is being expanded around the
// declaration is no mistake.
static void check_expanded(Parse *parse, FuncDecl *func) {
    if (func->d.type->kind != TY_FUNC || !(func->d.type->flags & TF_HAS_PACK) || parse->pack_use)
        return;
    if (!func->kind) expanded(parse, func->d.type->u.func.ret, func->d.pos);
    for (uint32_t i = 0; i < func->nparam; i++) {
        func->param[i]->d.type = expanded(parse, func->param[i]->d.type, func->param[i]->d.pos);
    }
}

// `A(int) -> A<char>` [temp.deduct.guide]; without the arrow a function that lacks its type.
static bool is_guide(const Parse *parse, const FuncDecl *func, const DeclSpec *ds,
                     const Declarator *d, const Scope *home) {
    if (ds->type || ds->is_friend || func->kind != FK_NORMAL || d->op || !d->is_function)
        return false;
    if (d->has_trailing_ret)
        return home->kind == SC_NAMESPACE || (home->kind == SC_CLASS && !d->qual);
    return home->kind == SC_NAMESPACE && !parse->dependent;
}

// The tokens behind the declarator are kept, not parsed: a body waits until it is needed.
FuncDecl *cxx_make_func(Parse *parse, const DeclSpec *ds, Declarator *written, Scope *home) {
    Cxx *cxx = parse->x;
    FuncDecl *func = cxx_decl_new(cxx, FuncDecl, D_FUNC, written->name, written->pos,
                                  written->order, home, parse->env);
    common(parse, &func->d, ds, written);
    func->kind = written->fkind;
    func->d.type = written->type;
    func->param = written->param;
    func->nparam = written->nparam;
    func->param_scope = written->param_scope;
    // Parameters: the declarator's, or those of a type that a typedef names.
    if (!written->is_function && written->type->kind == TY_FUNC) params_of_type(parse, func);
    func->written.trailing_result = written->has_trailing_ret;
    func->written.noexcept_ = written->noexcept_range;
    func->written.requires = written->requires_range;
    if (func->written.requires.end && (ds->is_virtual || !templated(parse)))
        CXX_DIAG(cxx, tmpl_requires_plain, parse->tok[func->written.requires.begin].pos);

    // Specifiers stand in front or are attributes behind the declarator: both count.
    func->code.asm_label = written->asm_label;
    func->is_virtual = ds->is_virtual;
    func->written.explicit_ = ds->is_explicit;
    func->written.final_ = written->final_;
    func->written.override_ = written->override_;
    func->code.noinline = ds->noinline;
    func->code.forceinline = ds->forceinline;
    func->code.noreturn = ds->noreturn;
    func->code.bounds = ds->bounds;
    if (func->d.attrs) {
        func->code.noinline |= func->d.attrs->noinline;
        func->code.forceinline |= func->d.attrs->forceinline;
        func->code.noreturn |= func->d.attrs->noreturn;
        func->code.convergent |= func->d.attrs->convergent;
        func->code.returns_twice |= func->d.attrs->returns_twice;
        func->code.cudart |= func->d.attrs->cudart_builtin;
        if (func->d.attrs->bounds) func->code.bounds = func->d.attrs->bounds;
    }

    // What it is: a guide, or a member of the class whose scope this is.
    if (is_guide(parse, func, ds, written, home)) func->kind = FK_GUIDE;
    if (home->kind == SC_CLASS && !ds->is_friend && func->kind != FK_GUIDE) {
        func->cls = home->cls;
        func->d.flags |= DF_MEMBER;
        // allocation functions are static members whether or not it is said [class.free]
        if (written->op >= OP_NEW && written->op <= OP_DELETE_ARRAY) func->d.flags |= DF_STATIC;
    }
    if (written->explicit_object) cxx_set_explicit_object(parse, func, ds, written);
    if (parse->x->opt.std < 14 && written->is_function && !written->has_trailing_ret &&
        written->type->kind == TY_FUNC && written->type->u.func.ret->flags & TF_HAS_AUTO &&
        cxx_in_main_file(parse->x, written->pos))
        CXX_DIAG(parse->x, d_auto_return_late, written->pos);

    // The object of a nonstatic member is an operand of an operator.
    bool member = func->cls && !(func->d.flags & DF_STATIC);
    func->op = written->op ? operator_arity(written->op, func->nparam + member) : 0;
    func->d.linkage = linkage_of(parse, ds, home);
    if (func->kind != FK_NORMAL || func->op) {
        if (func->d.linkage == LK_C && func->kind != FK_NORMAL) func->d.linkage = LK_EXTERNAL;
    }

    // A constexpr function is implicitly inline [dcl.constexpr]/1.
    if (func->d.flags & DF_CONSTEXPR) func->d.flags |= DF_INLINE;
    for (uint32_t i = 0; i < func->nparam; i++) func->param[i]->fn = func;
    if (func->param_scope) {
        func->param_scope->owner = &func->d;
        func->param_scope->fn = func;
        func->body.scope = func->param_scope->parent;
    }

    // From here on only what is wrong with it, and the tokens behind it.
    func->body.env = parse->env;
    check_expanded(parse, func);
    count_args(func);
    copy_by_value(parse, func);
    check_defaults_last(parse, func);
    if ((func->d.flags & DF_CONSTEXPR) && func->kind == FK_CTOR) func->d.flags |= DF_INLINE;
    function_rest(parse, func);
    if (func->cls && func->body.defined && !written->qual) func->d.flags |= DF_INLINE;
    func->written.defaulted_first = func->written.defaulted && !written->qual;
    check_default(parse, func);
    func->written.declaration = (TokRange){written->order, parse->at};
    cxx_check_func(parse, ds, written, func, home);
    return func;
}

// Default arguments of an earlier declaration stand in a later one's parameters.
void cxx_func_defaults_from(FuncDecl *to, const FuncDecl *from) {
    for (uint32_t i = 0; i < to->nparam && i < from->nparam; i++) {
        VarDecl *t = to->param[i], *f = from->param[i];
        if (!t->default_arg.end && !t->default_expr && (f->default_arg.end || f->default_expr)) {
            t->default_arg = f->default_arg;
            t->default_expr = f->default_expr;
            t->init_scope = f->init_scope ? f->init_scope : f->d.scope;
            t->d.env = f->d.env;
        }
        if (f->d.cuda & CU_GRID_CONSTANT) t->d.cuda |= CU_GRID_CONSTANT;
    }
    count_args(to);
}

// The definition `func` of a function that `old` declared: its parameters, whose names the body
// uses, and its tokens become old's. Default arguments of both declarations stand in them.
static void take_body(FuncDecl *old, FuncDecl *func) {
    cxx_func_defaults_from(func, old);
    old->param = func->param;
    old->nparam = func->nparam;
    old->param_scope = func->param_scope;
    old->min_args = func->min_args;
    old->body.range = func->body.range;
    old->body.init_range = func->body.init_range;
    old->body.scope = func->body.scope;
    old->body.env = func->body.env;
    old->written.declaration = func->written.declaration;
    old->written.requires = func->written.requires;
    old->written.defaulted = func->written.defaulted;
    old->written.deleted = func->written.deleted;
    old->body.defined = true;
    for (uint32_t i = 0; i < func->nparam; i++) func->param[i]->fn = old;
    if (func->param_scope) {
        func->param_scope->owner = &old->d;
        func->param_scope->fn = old;
    }
}

// A default argument is given once [dcl.fct.default]/4.
static void check_defaults_once(Cxx *cxx, const FuncDecl *old, const FuncDecl *func) {
    for (uint32_t i = 0; i < func->nparam && i < old->nparam; i++) {
        const VarDecl *a = old->param[i], *b = func->param[i];
        if (!a->default_arg.end || !b->default_arg.end) continue;
        if (a->default_arg.begin == b->default_arg.begin) continue;
        CXX_DIAG(cxx, d_default_again, b->d.pos);
        CXX_DIAG(cxx, x_note_declared_here, a->d.pos, &old->d);
        return;
    }
}

// A friend declaration with default arguments is the only one [dcl.fct.default]/4.
static void check_friend_defaults(Cxx *cxx, const FuncDecl *old, const FuncDecl *func) {
    if (!(old->d.flags & DF_FRIEND_ONLY) || old->d.env || !(func->d.flags & DF_IN_MAIN_FILE))
        return;
    for (uint32_t i = 0; i < old->nparam; i++) {
        if (!old->param[i]->default_arg.end) continue;
        CXX_DIAG(cxx, d_friend_default, func->d.pos);
        cxx_note_declared(cxx, &old->d);
        return;
    }
}

// [dcl.link]/5: an entity that was declared with C++ linkage cannot have another later.
static void check_linkage(Cxx *cxx, const Decl *old, const Decl *again) {
    if (old->linkage != LK_EXTERNAL || again->linkage != LK_C || old->scope->kind == SC_CLASS)
        return;
    if (!cxx->opt.check_all || !(old->flags & again->flags & DF_IN_MAIN_FILE)) return;
    CXX_DIAG(cxx, d_linkage_differs, again->pos, old);
    cxx_note_declared(cxx, old);
}

static Atom version_of(const FuncDecl *func) {
    return func->d.attrs ? func->d.attrs->version : 0;
}

// Versions of a host function for different processors (attributes target, target_clones, ...) are
// told apart by that; the first that was declared stands for all.
static bool is_other_version(const FuncDecl *old, const FuncDecl *func) {
    return version_of(old) != version_of(func) &&
           !((old->d.cuda | func->d.cuda) & (CU_DEVICE | CU_GLOBAL));
}

// Merges a version into the one of its kind behind `old`, or puts it there.
static void merge_version(Cxx *cxx, FuncDecl *old, FuncDecl *func) {
    while (old->next_version) {
        old = old->next_version;
        if (version_of(old) != version_of(func)) continue;
        cxx_merge_func(cxx, old, func);
        return;
    }
    old->next_version = func;
}

// Moves what redeclaration func says into `old`.
void cxx_merge_func(Cxx *cxx, FuncDecl *old, FuncDecl *func) {
    if (old->d.order == func->d.order && old->d.env == func->d.env) return;
    if (is_other_version(old, func)) {
        merge_version(cxx, old, func);
        return;
    }
    Type *ro = old->d.type->u.func.ret, *rf = func->d.type->u.func.ret;
    if (ro != rf && ro->kind != TY_ERROR && rf->kind != TY_ERROR && old->kind == FK_NORMAL) {
        bool deduced = (ro->flags | rf->flags) & TF_HAS_AUTO;
        if (!deduced) {
            CXX_DIAG(cxx, d_overload_by_result, func->d.pos);
            cxx_note_declared(cxx, &old->d);
            return;
        }
    }

    check_linkage(cxx, &old->d, &func->d);

    // Execution spaces must agree (the CUDA hook), default arguments are given once.
    if (cxx->hooks.check_redecl) cxx->hooks.check_redecl(cxx, old, func);
    check_defaults_once(cxx, old, func);
    check_friend_defaults(cxx, old, func);
    if (func->body.defined && old->body.defined) {
        bool twice = !(old->d.flags & DF_INVALID) && !(old->is_implicit) &&
                     old->body.range.begin != func->body.range.begin;
        // the library's placement forms stand beside those of the built-in header
        if (func->op >= OP_NEW && func->op <= OP_DELETE_ARRAY && !func->cls) twice = false;
        if (twice) {
            CXX_DIAG(cxx, d_already_defined, func->d.pos, &old->d);
            cxx_note_declared(cxx, &old->d);
        }
        return;
    }

    // What adds up over declarations [dcl.inline], [dcl.attr]: words, execution spaces, attributes.
    cxx_check_again(cxx, old, func);
    old->d.cuda |= func->d.cuda;
    old->d.flags |= func->d.flags & (DF_INLINE | DF_CONSTEXPR | DF_CONSTEVAL | DF_WEAK |
                                     DF_USED_ATTR | DF_DEPRECATED | DF_IN_MAIN_FILE);
    if (!(func->d.flags & DF_FRIEND_ONLY)) old->d.flags &= ~(uint32_t)DF_FRIEND_ONLY;
    old->code.noinline |= func->code.noinline;
    old->code.forceinline |= func->code.forceinline;
    old->code.noreturn |= func->code.noreturn;
    old->d.attrs = cxx_attrs_merge(cxx, old->d.attrs, func->d.attrs);
    if (func->code.bounds) old->code.bounds = func->code.bounds;
    if (func->code.asm_label) old->code.asm_label = func->code.asm_label;
    if (func->d.type->u.func.noexcept_ && !old->d.type->u.func.noexcept_)
        old->d.type = func->d.type;
    if (!old->written.noexcept_.end) old->written.noexcept_ = func->written.noexcept_;
    if (func->body.defined) {
        old->d.pos = func->d.pos;
        take_body(old, func);
    } else {
        cxx_func_defaults_from(old, func);
    }
}

// ---- variables, fields, typedefs ---------------------------------------------------------------

typedef struct Angles {
    uint32_t at, end; // of `<`; behind the `>` that closes it, 0: none
} Angles;
typedef VEC(Angles) AnglesVec;

// The pairs of `<`, behind a name, and `>` at the level of parse->at, in the order of their `<`.
// Those with a `=` in between, which is the next declarator's, are none.
static void match_angles(Parse *parse, AnglesVec *out) {
    Arena *tmp = &parse->x->ctx->scratch;
    const Token *tok = parse->tok;
    VEC(uint32_t) open = {0};
    uint32_t assign = 0;
    for (uint32_t i = parse->at; i < parse->end;) {
        uint16_t k = tok[i].kind;
        if (lex_is_close(k) || k == T_SEMI) break;
        if (k == T_LT && (tok[i - 1].kind == T_IDENT || cxx_takes_angles(tok[i - 1].kind))) {
            vec_push(tmp, &open, out->n);
            vec_push(tmp, out, ((Angles){.at = i}));
        }
        if (k == T_ASSIGN) assign = i;
        for (int n = k == T_GT ? 1 : k == T_GTGT ? 2 : 0; n && open.n; n--) {
            Angles *a = &out->at[vec_pop(&open)];
            if (assign < a->at) a->end = i + 1;
        }
        i = lex_is_open(k) ? cxx_skip_operand(parse->x, i, parse->end) : i + 1;
    }
}

// Behind the arguments that begin at the `<` at parse->at; 0: it is an operator. They do behind a
// name that is known to be a template's; behind another (a member's of a class that nothing has
// asked for) where they are closed, as in `a < b, c > d` but not in `a < b, c = d > e`. `all`: made
// when it is needed, for the whole initialiser.
static uint32_t skip_arguments(Parse *parse, AnglesVec *all) {
    const Token *token = &parse->tok[parse->at - 1];
    if (token->kind != T_IDENT) return 0;
    bool known = token[-1].kind == T_KW_TEMPLATE || cxx_names_ttp(parse, token->text) ||
                 (token->text < parse->x->decls->index.natoms &&
                  parse->x->decls->index.is_template[token->text]);
    if (known) return cxx_skip_angles(parse->x, parse->at, parse->end);
    if (!all->n) match_angles(parse, all);
    uint32_t low = 0;
    for (uint32_t high = all->n; high - low > 1;) {
        uint32_t mid = low + (high - low) / 2;
        if (all->at[mid].at <= parse->at) {
            low = mid;
        } else {
            high = mid;
        }
    }
    return all->at[low].at == parse->at ? all->at[low].end : 0;
}

// From behind `=`: skips one initialiser, up to ',' or ';' (or ')' ...) at this level.
uint32_t cxx_skip_initializer(Parse *parse) {
    ArenaMark mark = arena_mark(&parse->x->ctx->scratch);
    AnglesVec angles = {0};
    for (bool end = false; !end && parse->at < parse->end;) {
        switch (cxx_peek(parse)) {
        case T_COMMA:
        case T_SEMI:
        case T_RPAREN:
        case T_RBRACE:
        case T_EOF: end = true; break;
        case T_LPAREN:
        case T_LBRACE:
        case T_LBRACKET: parse->at = cxx_skip_operand(parse->x, parse->at, parse->end); break;
        case T_LT: {
            uint32_t e = skip_arguments(parse, &angles);
            parse->at = e ? e : parse->at + 1;
            break;
        }
        default: parse->at++;
        }
    }
    arena_reset(&parse->x->ctx->scratch, mark);
    return parse->at;
}

// Notes an initialiser's tokens without parsing them.
static uint8_t note_initializer(Parse *parse, TokRange *noted) {
    switch (cxx_peek(parse)) {
    case T_ASSIGN:
        parse->at++;
        noted->begin = parse->at;
        noted->end = cxx_skip_initializer(parse);
        return parse->tok[noted->begin].kind == T_LBRACE ? INIT_COPY_LIST : INIT_COPY;
    case T_LPAREN:
        noted->begin = parse->at;
        noted->end = parse->at = cxx_skip_group(parse->tok, parse->at, parse->end);
        return INIT_DIRECT;
    case T_LBRACE:
        noted->begin = parse->at;
        noted->end = parse->at = cxx_skip_group(parse->tok, parse->at, parse->end);
        return INIT_LIST;
    default: return INIT_NONE;
    }
}

// Likewise the initialiser, kept as tokens with its style.
VarDecl *cxx_make_var(Parse *parse, const DeclSpec *ds, Declarator *written, Scope *home) {
    Cxx *cxx = parse->x;
    VarDecl *var = cxx_decl_new(cxx, VarDecl, D_VAR, written->name, written->pos, written->order,
                                home, parse->env);
    common(parse, &var->d, ds, written);
    var->d.type = parse->env && !parse->dependent ? expanded(parse, written->type, written->pos)
                                                  : written->type;
    if (var->d.flags & DF_CONSTEXPR) var->d.type = ty_qual(cxx, var->d.type, Q_CONST);
    var->align = ds->align;
    if (var->d.attrs && var->d.attrs->align > var->align) var->align = var->d.attrs->align;
    if (!var->align) var->align = cxx_typedef_align(ds->aligned, var->d.type);
    var->asm_label = written->asm_label;
    var->storage = home->kind == SC_NAMESPACE ? STOR_GLOBAL : STOR_STATIC;
    var->d.linkage = linkage_of(parse, ds, home);
    var->init_scope =
        written->inner_scope && written->inner_scope != parse->scope ? written->inner_scope : NULL;
    var->init_style = note_initializer(parse, &var->init_range);

    // Whether it is a definition [basic.def]/2: in its class only an inline variable is one,
    // elsewhere all but `extern` without an initialiser. A const variable of a namespace has
    // internal linkage [basic.link]/3.3, an array if its elements are const.
    bool has_init = var->init_style != INIT_NONE;
    if (home->kind == SC_CLASS) {
        var->d.flags |= DF_MEMBER;
        if (var->d.flags & DF_CONSTEXPR) var->d.flags |= DF_INLINE;
        var->defined = (var->d.flags & DF_INLINE) || written->qual;
    } else {
        var->defined = has_init || !(ds->flags & DF_EXTERN);
        bool constant = var->d.type->quals & Q_CONST && !(var->d.type->quals & Q_VOLATILE);
        if (ty_is_array(var->d.type)) {
            Type *e = var->d.type;
            while (ty_is_array(e)) e = e->u.array.elem;
            constant = e->quals & Q_CONST;
        }
        if (constant && var->d.linkage == LK_EXTERNAL && !(ds->flags & (DF_EXTERN | DF_INLINE))) {
            var->d.linkage = LK_INTERNAL;
        }
    }
    if ((var->d.type->kind == TY_VOID) && !ty_dependent(var->d.type)) {
        CXX_DIAG(cxx, d_incomplete_type, written->pos, var->d.type);
        var->d.flags |= DF_INVALID;
        var->d.type = cxx->ty_error;
    }
    cxx_check_var(parse, ds, written, var, home);
    return var;
}

// The width of a bit-field is read at once, for the layout needs it; an initialiser waits.
FieldDecl *cxx_make_field(Parse *parse, const DeclSpec *ds, const Declarator *written, Scope *home,
                          Access acc) {
    Cxx *cxx = parse->x;
    FieldDecl *field_decl = cxx_decl_new(cxx, FieldDecl, D_FIELD, written->name, written->pos,
                                         written->order, home, parse->env);
    common(parse, &field_decl->d, ds, written);
    field_decl->d.access = (uint8_t)acc;
    field_decl->d.type = written->type;
    if (parse->env && !parse->dependent)
        field_decl->d.type = expanded(parse, written->type, written->pos);
    if (written->type->flags & TF_HAS_AUTO && written->type->kind != TY_CTAD && written->name) {
        CXX_DIAG(cxx, d_auto_without_init, written->pos, written->name);
        field_decl->d.type = cxx->ty_error;
    }
    field_decl->d.flags |= DF_MEMBER;
    field_decl->owner = home->cls;
    field_decl->align = ds->align;
    if (field_decl->d.attrs && field_decl->d.attrs->align > field_decl->align)
        field_decl->align = field_decl->d.attrs->align;
    field_decl->type_align = cxx_typedef_align(ds->aligned, field_decl->d.type);

    // A bit-field [class.bit]/1. One that is wider than its type has padding bits behind the value;
    // a width that depends on a parameter is not known yet.
    if (cxx_accept(parse, T_COLON)) {
        uint64_t w = 0;
        Expr *dep;
        field_decl->is_bitfield = true;
        bool known = cxx_const_size(parse, &w, &dep, "bit-field width");
        uint64_t size;
        uint32_t al;
        if (ty_dependent(field_decl->d.type)) {
            w = 1;
        } else if (!ty_is_discrete(field_decl->d.type)) {
            if (field_decl->d.type->kind != TY_ERROR) CXX_DIAG(cxx, d_bad_bitfield, written->pos);
            field_decl->d.type = cxx->ty_error;
            field_decl->is_bitfield = false;
        } else if (known && w == 0 && written->name) {
            CXX_DIAG(cxx, d_zero_bitfield, written->pos);
            w = 1;
        } else if (known && ty_size_align(cxx, field_decl->d.type, written->pos, &size, &al) &&
                   w > size * 8) {
            field_decl->bit_padding = (uint32_t)CU_MIN(w - size * 8, UINT32_MAX / 2u);
            w = size * 8;
        }
        if (known) field_decl->bit_width = (uint32_t)w;
        if (cxx_at_attribute(parse)) // GNU: behind the width too
            field_decl->d.attrs =
                cxx_attrs_merge(cxx, field_decl->d.attrs, cxx_parse_attributes(parse, NULL));
    }
    field_decl->init_style = note_initializer(parse, &field_decl->init_range);
    if (field_decl->init_style && field_decl->d.type->kind == TY_ARRAY_INC) // [dcl.array]/8
        CXX_DIAG(cxx, d_bound_from_default, written->pos);
    if (is_any_of(field_decl->d.type->kind, TY_FUNC, TY_VOID)) {
        CXX_DIAG(cxx, d_incomplete_type, written->pos, field_decl->d.type);
        field_decl->d.type = cxx->ty_error;
    }
    cxx_check_field(parse, ds, field_decl, home);
    if (home->kind == SC_CLASS) vec_push(xa(cxx), &home->cls->members.fields, field_decl);
    return field_decl;
}

// ---- entering ----------------------------------------------------------------------------------

// [dcl.array]/9, [basic.link]/11: equal types, but one bound may be missing; what depends is not
// judged before it is bound.
static bool may_redeclare(const Type *type, const Type *again) {
    if (type == again || type->kind == TY_ERROR || again->kind == TY_ERROR) return true;
    if ((type->flags | again->flags) & (TF_HAS_AUTO | TF_DEPENDENT)) return true;
    if (!ty_is_array(type) || !ty_is_array(again)) return false;
    if (type->u.array.elem != again->u.array.elem) return false;
    return type->kind == TY_ARRAY_INC || again->kind == TY_ARRAY_INC;
}

// Makes one of two declarations of a variable: `old` stays, with what `var` adds. Gives `old`, also
// after a diagnostic: the later declaration's own type is dropped.
static Decl *merge_var(Cxx *cxx, VarDecl *old, VarDecl *var) {
    if (old->d.order == var->d.order) return &old->d;
    Type *type = old->d.type, *b = var->d.type;
    if (!may_redeclare(type, b)) {
        CXX_DIAG(cxx, d_incompatible_redeclaration, var->d.pos, &old->d);
        cxx_note_declared(cxx, &old->d);
        return &old->d;
    }
    // `extern int x;` twice is no definition; a constexpr member is declared again outside
    // [depr.static.constexpr]
    check_linkage(cxx, &old->d, &var->d);
    bool both = var->defined && old->defined;
    bool definition = old->init_style || var->init_style || !(old->d.flags & DF_EXTERN);
    if (both && definition && !(old->d.flags & DF_CONSTEXPR)) {
        CXX_DIAG(cxx, d_already_defined, var->d.pos, &old->d);
        cxx_note_declared(cxx, &old->d);
        return &old->d;
    }

    // The initialiser's names are those of the place where it is written.
    if (cxx->hooks.check_var_redecl) cxx->hooks.check_var_redecl(cxx, old, var);
    if (type->kind == TY_ARRAY_INC) old->d.type = b;
    old->d.cuda |= var->d.cuda;
    old->d.flags |= var->d.flags & (DF_IN_MAIN_FILE | DF_USED_ATTR | DF_WEAK | DF_CONSTEXPR);
    if (var->align > old->align) old->align = var->align;
    old->d.attrs = cxx_attrs_merge(cxx, old->d.attrs, var->d.attrs);
    if (var->init_style) {
        old->init_range = var->init_range;
        old->init_style = var->init_style;
        old->init_scope = var->init_scope ? var->init_scope : var->d.scope;
        old->d.env = var->d.env;
        old->init_done = old->const_tried = false;
    }
    if (var->defined) {
        old->defined = true;
        old->d.pos = var->d.pos;
        if (!(var->d.flags & DF_EXTERN)) old->d.flags &= ~(uint32_t)DF_EXTERN;
    }
    return &old->d;
}

static bool same_kind_of_entity(const Decl *left, const Decl *right) {
    return left->kind == right->kind;
}

// [over.load]/2.3: of members with the same parameters all have a ref-qualifier, or none.
static void check_ref_qualifiers(Cxx *cxx, const FuncDecl *func, const FuncDecl *fn) {
    const FuncType *a = &func->d.type->u.func, *b = &fn->d.type->u.func;
    if (!func->cls || func->cls != fn->cls || func->d.order == fn->d.order || func->is_implicit)
        return;
    if ((func->d.flags | fn->d.flags) & DF_STATIC || !a->ref == !b->ref ||
        !cxx_same_params(func, fn))
        return;
    if (a->variadic != b->variadic || (func->kind == FK_CONV && a->ret != b->ret)) return;
    if (func->written.requires.end || fn->written.requires.end) return;
    CXX_DIAG(cxx, d_ref_qualifiers, fn->d.pos, &fn->d);
    cxx_note_declared(cxx, &func->d);
}

// [class.mem.general]/5: a data member or member type is declared once.
static bool member_again(Parse *parse, const Scope *home, const Decl *again, const Decl *earlier) {
    bool both = (again->kind == D_VAR && earlier->kind == D_VAR) ||
                (again->kind == D_TYPEDEF && earlier->kind == D_TYPEDEF);
    if (!both || home->kind != SC_CLASS || earlier->order == again->order || parse->env)
        return false;
    if (!cxx_in_main_file(parse->x, again->pos)) return false;
    CXX_DIAG(parse->x, d_already_declared, again->pos, again->name);
    cxx_note_declared(parse->x, earlier);
    return true;
}

static bool is_type(const Decl *decl) {
    return is_any_of(decl->kind, D_TYPEDEF, D_CLASS, D_ENUM);
}

// A scope in which one name is one entity [basic.scope.scope]/4.
static bool holds_entities(const Scope *scope) {
    enum { KINDS = 1 << SC_FUNC | 1 << SC_BLOCK | 1 << SC_CLASS | 1 << SC_NAMESPACE };
    return KINDS >> scope->kind & 1;
}

// Whether `func` declares the function `old` again, which then has what is new in it. Functions
// with C linkage and one name are one function, whatever their parameters [dcl.link]/6.
static bool function_again(Cxx *cxx, const Scope *home, FuncDecl *old, FuncDecl *func) {
    if (old->d.type->kind != TY_FUNC || func->d.type->kind != TY_FUNC) return false;
    bool both_c = old->d.linkage == LK_C && func->d.linkage == LK_C && !old->cls;
    check_ref_qualifiers(cxx, old, func);
    if (!cxx_same_signature(cxx, old, func)) {
        if (!both_c) return false;
        CXX_DIAG(cxx, d_extern_c_overload, func->d.pos);
        cxx_note_declared(cxx, &old->d);
        return true;
    }

    // a member is declared once in its class [class.mem.general]/5
    bool implicit = old->is_implicit || old->d.flags & DF_IMPLICIT;
    if (home->kind == SC_CLASS && old->d.order != func->d.order && !implicit &&
        !is_other_version(old, func)) {
        CXX_DIAG(cxx, d_member_twice, func->d.pos, &old->d);
        cxx_note_declared(cxx, &old->d);
    }
    cxx_merge_func(cxx, old, func);
    return true;
}

// Functions and variables of one name with C linkage are one, whatever namespaces declare them
// [dcl.link]/6.
static void check_other_c(Cxx *cxx, const Scope *home, Decl *again) {
    bool entity = is_any_of(again->kind, D_FUNC, D_VAR);
    if (!cxx->opt.check_all || !entity || again->linkage != LK_C || home->kind != SC_NAMESPACE)
        return;
    if (!(again->flags & DF_IN_MAIN_FILE) || again->flags & DF_STATIC) return;
    if (!cxx->decls->index.extern_c.arena) map_init(&cxx->decls->index.extern_c, xa(cxx));
    void **slot = map_slot(&cxx->decls->index.extern_c, again->name);
    const Decl *old = *slot;
    if (!old) *slot = again;
    if (!old || old->scope == home || old->kind != again->kind) return;
    bool same = again->kind == D_VAR ? may_redeclare(old->type, again->type)
                                     : cxx_same_but_noexcept(cxx, old->type, again->type);
    if (same || old->type->kind == TY_ERROR || again->type->kind == TY_ERROR) return;
    CXX_DIAG(cxx, d_incompatible_redeclaration, again->pos, old);
    cxx_note_declared(cxx, old);
}

// Rivals are the declarations of the name in the scope, reduced to those that can be the same
// entity; each is either merged with, passed over, or clashed with.
Decl *cxx_declare(Parse *parse, Scope *home, Decl *declared) {
    Cxx *cxx = parse->x;
    if (!declared->name) {
        declared->scope = home;
        return declared;
    }
    if (home->index && declared->order)
        cxx_elaborate_before(cxx, home, declared->name, declared->order, false);
    if (cxx->decls->unbound.reading && parse->dependent)
        cxx_check_param_name(parse, home, declared);
    Rivals rivals = cxx_rivals(cxx, home, declared);
    for (Decl *o; (o = cxx_next_rival(&rivals));) {
        if (o == declared) return declared;
        if (declared->kind == D_FUNC && o->kind == D_FUNC) {
            if (function_again(cxx, home, (FuncDecl *)o, (FuncDecl *)declared)) return o;
            continue;
        }
        if (member_again(parse, home, declared, o)) return o;
        if (declared->kind == D_VAR && o->kind == D_VAR)
            return merge_var(cxx, (VarDecl *)o, (VarDecl *)declared);
        if (declared->kind == D_TYPEDEF && is_type(o)) {
            bool error = o->type->kind == TY_ERROR || declared->type->kind == TY_ERROR;
            if (o->type != declared->type && !error) { // [dcl.typedef]/2
                CXX_DIAG(cxx, d_type_redeclared, declared->pos, declared->name);
                cxx_note_declared(cxx, o);
            }
            if (o->kind == D_TYPEDEF) { // the strictest alignment counts
                TypedefDecl *first = (TypedefDecl *)o;
                first->align = CU_MAX(first->align, ((TypedefDecl *)declared)->align);
            } else if (o->kind == D_CLASS && ((TypedefDecl *)declared)->align) {
                ((ClassDecl *)o)->aligned = (TypedefDecl *)declared;
            }
            if (o->kind == D_CLASS && cxx->opt.keep_typedefs)
                cxx_note_written(cxx, o, (TypedefDecl *)declared);
            return o;
        }
        if (o->order == declared->order && same_kind_of_entity(o, declared)) return o;
        if (o->kind == D_USING && cxx_clashes_using(parse, home, declared, (UsingDecl *)o)) {
            declared->flags |= DF_INVALID;
            return declared;
        }
        if (cxx_may_coexist(o, declared)) continue;
        if (holds_entities(home)) {
            CXX_DIAG(cxx, d_already_declared, declared->pos, declared->name);
            cxx_note_declared(cxx, o);
            declared->flags |= DF_INVALID;
            return declared;
        }
    }
    check_other_c(cxx, home, declared);
    cxx_scope_add(cxx, home, declared);
    return declared;
}

// `friend int f<T>(T)`: the specialization of a function template [temp.friend]/1.
static Decl *friend_specialization(Parse *parse, Scope *in, FuncDecl *func, const Declarator *dr) {
    FuncDecl *found = NULL;
    TemplateDecl *of = NULL;
    Lookup lookup = {0};
    cxx_lookup_in(parse, in, func->d.name, LU_ALL, &lookup);
    for (uint32_t i = 0; i < lookup.n; i++) {
        TemplateDecl *t = (TemplateDecl *)lookup.at[i];
        DeduceFail why = {0};
        if (t->d.kind != D_TEMPLATE || t->kind != TK_FUNC) continue;
        FuncDecl *k = cxx_deduce_type(parse, t, dr->targs, func->d.type, &why);
        if (!k || !cxx_same_but_noexcept(parse->x, k->d.type, func->d.type)) continue;
        if (found && cxx_more_specialized(parse->x, t, of, UINT32_MAX) <= 0) continue;
        found = k;
        of = t;
    }
    return found ? &found->d : NULL;
}

// A qualified friend that is none of what its scope has under that name [dcl.meaning.general]/3.
// Templates, using-declarations and special members may still be what it means.
static void friend_of_nothing(Parse *parse, FuncDecl *func, const Declarator *dr,
                              const Lookup *found) {
    Scope *in = dr->qual;
    bool of_class = in->kind == SC_CLASS;
    bool special = is_any_of(func->kind, FK_CTOR, FK_DTOR) || dr->op;
    if (special || dr->targs || parse->dependent || ty_dependent(func->d.type)) return;
    if (of_class &&
        (!in->cls->members.complete || in->cls->members.unbound || in->cls->members.unbound_bases))
        return;
    if (!cxx_in_main_file(parse->x, dr->pos)) return;
    for (uint32_t i = 0; i < found->n; i++) {
        TemplateDecl *tmpl = (TemplateDecl *)found->at[i];
        DeduceFail why = {0};
        bool function = tmpl->d.kind == D_TEMPLATE && tmpl->kind == TK_FUNC;
        if (tmpl->d.kind != D_FUNC && !function) return;
        if (function && cxx_deduce_type(parse, tmpl, NULL, func->d.type, &why)) return;
    }
    if (!found->n)
        cxx_say_no_member(parse, dr->pos, in, dr->name);
    else if (of_class)
        CXX_DIAG(parse->x, d_no_matching_member, dr->pos, &func->d, &in->cls->d);
    else if (in->owner)
        CXX_DIAG(parse->x, d_no_matching_member, dr->pos, &func->d, in->owner);
    else
        CXX_DIAG(parse->x, x_global_no_member, dr->pos, dr->name);
}

// A friend that a class template defines, whose type depends on no parameter, is defined once more
// by each instance [temp.friend]/5.
static void check_friend_again(Parse *parse, const FuncDecl *old, const FuncDecl *func) {
    bool twice =
        old->body.defined && func->body.defined && old->d.env != func->d.env && func->d.env;
    if (!twice || parse->x->decls->unbound.reading || !(func->d.flags & DF_IN_MAIN_FILE)) return;
    CXX_DIAG(parse->x, d_already_defined, func->d.pos, &old->d);
}

// Whether the block declares the function.
static bool declares_function(Cxx *cxx, const Scope *block, const FuncDecl *func) {
    for (const Decl *o = map_get(&block->names, func->d.name); o; o = o->next) {
        const Decl *t = o->kind == D_USING ? ((const UsingDecl *)o)->target : o;
        if (!t) return true; // names some
        bool known = t->kind == D_FUNC && ty_both(t->type, func->d.type, TY_FUNC);
        if (known && cxx_same_signature(cxx, (const FuncDecl *)t, func)) return true;
    }
    return false;
}

// A friend function: the member of the namespace (or named scope) that it redeclares, else a new
// one that only argument-dependent lookup sees [class.friend].
Decl *cxx_declare_friend(Parse *parse, Scope *home, Decl *declared, const Declarator *dr) {
    Cxx *cxx = parse->x;
    Scope *target = dr->qual ? dr->qual : cxx_namespace_of(home);
    if (declared->kind != D_FUNC) return declared;
    FuncDecl *func = (FuncDecl *)declared;
    if (!dr->qual && home->kind == SC_CLASS && home->cls->written.is_local && !parse->env) {
        const Scope *b = home->parent; // [class.friend]/11
        while (b && is_any_of(b->kind, SC_CLASS, SC_TPARAMS)) b = b->parent;
        if (scope_is(b, SC_BLOCK) && !declares_function(cxx, b, func))
            CXX_DIAG(cxx, d_friend_local, declared->pos);
    }
    Decl *spec =
        dr->targs && !parse->dependent ? friend_specialization(parse, target, func, dr) : NULL;
    if (spec) return spec;

    // A qualified friend is a member of its scope, and must have been declared there.
    if (dr->qual) {
        Lookup l;
        cxx_lookup_in(parse, dr->qual, declared->name, LU_ALL, &l);
        for (uint32_t i = 0; i < l.n; i++) {
            if (l.at[i]->kind == D_FUNC && cxx_same_signature(cxx, (FuncDecl *)l.at[i], func)) {
                bool member = dr->qual->kind == SC_CLASS && cxx_in_main_file(cxx, declared->pos);
                if (member)
                    cxx_check_access(parse, l.at[i], dr->qual->cls,
                                     declared->pos); // [class.friend]/9
                return l.at[i];
            }
        }
        if (cxx->opt.check_all) friend_of_nothing(parse, func, dr, &l);
        return declared;
    }
    cxx_elaborate_before(cxx, target, declared->name, declared->order, false);
    declared->scope = target;
    declared->flags |= DF_FRIEND_ONLY;
    if (func->body.defined) declared->flags |= DF_INLINE; // [class.friend]/7
    Rivals rivals = cxx_rivals(cxx, target, declared);
    for (Decl *o; (o = cxx_next_rival(&rivals));) {
        if (o->kind != D_FUNC) continue;
        bool both_c =
            o->linkage == LK_C && declared->linkage == LK_C && o->order != declared->order;
        if (!cxx_same_signature(cxx, (FuncDecl *)o, func)) {
            if (both_c && declared->flags & o->flags & DF_IN_MAIN_FILE) // [dcl.link]/6
                CXX_DIAG(cxx, d_extern_c_overload, declared->pos);
            continue;
        }
        if (o->order == declared->order &&
            (!func->written.requires.end || o->env == declared->env)) {
            check_friend_again(parse, (const FuncDecl *)o, func);
            return o;
        }
        if (func->written.requires.end && home->env)
            continue; // each instance has its own [temp.friend]/9
        if (!cxx->decls->unbound.reading) cxx_merge_func(cxx, (FuncDecl *)o, func);
        return o;
    }
    if (!cxx->decls->unbound.reading)
        cxx_scope_add(cxx, target, declared); // of a class read unbound: nothing is kept
    return declared;
}

// A parsed declaration with a qualified name: merges it into the member it declares again.
Decl *cxx_declare_outside(Parse *parse, Decl *declared) {
    Cxx *cxx = parse->x;
    if (!declared->scope) return declared;
    const ClassDecl *of = declared->scope->kind == SC_CLASS ? declared->scope->cls : NULL;
    bool instance =
        of && of->env && !of->inst.explicit_spec && !of->written.is_local && !of->members.unbound;
    if (instance && declared->flags & DF_IN_MAIN_FILE) // [temp.expl.spec]/1
        CXX_DIAG(cxx, d_spec_needs_header, declared->pos);
    Scope *scope = declared->scope = cxx_inline_home(declared->scope, declared->name);
    cxx_elaborate_name(cxx, scope, declared->name);
    vec_push(xa(cxx), &cxx->decls->checks.outside, declared);
    uint32_t mine = cxx->decls->checks.outside.n - 1;
    Rivals rivals = cxx_rivals(cxx, scope, declared);
    for (Decl *o; (o = cxx_next_rival(&rivals));) {
        if (o->kind != declared->kind) continue;
        if (declared->kind == D_FUNC) {
            FuncDecl *of = (FuncDecl *)o, *f = (FuncDecl *)declared;
            if (of->is_implicit || !cxx_same_signature(cxx, of, f)) continue;
            f->d.flags |= of->d.flags & DF_STATIC; // `static` is not repeated
            cxx_merge_func(cxx, of, f);
            cxx->decls->checks.outside.at[mine] = o;
            return o;
        }
        if (declared->kind == D_VAR) {
            VarDecl *ov = (VarDecl *)o, *var = (VarDecl *)declared;
            if (var->init_style) {
                bool twice =
                    ov->init_style && (ov->defined || cxx->opt.check_all); // [class.static.data]/4
                if (twice && ov->init_range.begin != var->init_range.begin)
                    CXX_DIAG(cxx, d_already_defined, declared->pos, o);
                ov->init_range = var->init_range;
                ov->init_style = var->init_style;
                ov->init_scope = var->init_scope ? var->init_scope : scope;
                ov->init_done = ov->const_tried = false;
            }
            ov->defined = true;
            ov->d.cuda |= var->d.cuda;
            if (ov->d.type->kind == TY_ARRAY_INC) ov->d.type = var->d.type;
            ov->d.flags |= var->d.flags & (DF_IN_MAIN_FILE | DF_USED_ATTR | DF_WEAK | DF_CONSTEXPR);
            cxx->decls->checks.outside.at[mine] = o;
            return o;
        }
    }
    if (scope->kind == SC_CLASS) {
        // Nothing matches: a member of another type, or no member at all.
        const Decl *any = map_get(&scope->names, declared->name);
        while (any && any->kind != declared->kind) any = any->next;
        if (any)
            CXX_DIAG(cxx, d_no_matching_member, declared->pos, declared, &scope->cls->d);
        else
            cxx_say_no_member(parse, declared->pos, scope, declared->name);
    } else if (scope->owner) {
        cxx_say_no_member(parse, declared->pos, scope, declared->name);
    }
    declared->flags |= DF_INVALID;
    return declared;
}
