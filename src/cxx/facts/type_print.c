// SPDX-License-Identifier: Apache-2.0
// Spelling of types and declarations as nvcc's messages spell them: `const int *`, `void (*)(int)`,
// `ns::A<int>`. A declarator has a part left of the name and one right of it, printed by two
// mutually recursive walks; pointers to arrays and functions need parentheses between them.
#include "cxx/facts/facts.h"

enum { PRINT_DEPTH = 250 };

static void left(Cxx *cxx, Buf *out, const Type *type);
static void right(Cxx *cxx, Buf *b, const Type *type);

static const char *const qual_name[] = {"const", "volatile", "__restrict__"};

// Of what has a name: `const int`.
static void quals_before(Buf *b, unsigned q) {
    for (int i = 0; i < 3; i++) {
        if (q >> i & 1) buf_printf(b, "%s ", qual_name[i]);
    }
}

static void quals_behind(Buf *b, unsigned q) { // of a pointer (`*const`) or of a function
    for (int i = 0; i < 3; i++) {
        if (!(q >> i & 1)) continue;
        if (b->n && b->at[b->n - 1] != '*') buf_putc(b, ' ');
        buf_puts(b, qual_name[i]);
    }
}

// A declarator that follows a type: `int [3]`, `void (int)`, but `int (&)[3]`, `int *[3]`.
static void space_behind_type(Buf *b) {
    char last = b->n ? b->at[b->n - 1] : ' ';
    if (!strchr(" *&()]", last)) buf_putc(b, ' ');
}

void cxx_print_scope(Cxx *cxx, Buf *out, Scope *scope) {
    for (; scope; scope = scope->parent) {
        Decl *decl = scope->owner;
        if (scope == cxx->global && cxx->host_closure) buf_puts(out, "::");
        if (is_any_of(scope->kind, SC_FUNC, SC_BLOCK) || scope == cxx->global) return;
        if (scope->kind == SC_TPARAMS || !decl) continue;
        if (scope->kind == SC_NAMESPACE) {
            const NamespaceDecl *ns = (NamespaceDecl *)decl;
            if (ns->inline_ && !ns->anonymous && !cxx_pretty(cxx)) continue;
            cxx_print_scope(cxx, out, scope->parent);
            if (ns->anonymous)
                buf_puts(out, cxx->host_closure ? "_NV_ANON_NAMESPACE" : "<unnamed>");
            else
                buf_atom(cxx->ctx, out, decl->name);
        } else {
            cxx_print_decl_name(cxx, out, decl);
        }
        buf_puts(out, "::");
        return;
    }
}

// By its parameters, or as the host compiler is to name it.
static void print_closure(Cxx *cxx, Buf *b, const ClassDecl *cls) {
    if (cxx->host_closure) {
        cxx->host_closure(cxx, b, cls);
    } else {
        buf_puts(b, "lambda []");
        if (cxx_is_typed(cls->closure.call_op)) cxx_print_call_op(cxx, b, cls->closure.call_op);
    }
}

// With its scope and template arguments; an unnamed one by its typedef name [dcl.typedef]/4.
static void print_class(Cxx *cxx, Buf *out, const ClassDecl *cls) {
    if (cls->closure.is) {
        print_closure(cxx, out, cls);
        return;
    }
    cxx_print_scope(cxx, out, cls->d.scope);
    Atom name = cls->d.name ? cls->d.name : cls->typedef_name ? cls->typedef_name->name : 0;
    if (name)
        buf_atom(cxx->ctx, out, name);
    else
        buf_puts(out, "<unnamed>");
    if (cls->inst.args) cxx_targs_print(cxx, out, cls->inst.args);
}

// A type without a name is told by its tag.
static void print_tag(Buf *b, const Type *type) {
    static const char *const tag[] = {"struct ", "class ", "union "};
    const ClassDecl *c = type->u.cls;
    if (type->kind == TY_CLASS && cxx_is_nameless(c) && !c->closure.is) buf_puts(b, tag[c->tag]);
    if (type->kind == TY_ENUM && !type->u.enm->d.name && !type->u.enm->typedef_name)
        buf_puts(b, "enum ");
}

void cxx_print_decl_name(Cxx *cxx, Buf *out, const Decl *decl) {
    if (decl->kind == D_CLASS) {
        print_class(cxx, out, (const ClassDecl *)decl);
        return;
    }
    if (decl->kind != D_TPARM) cxx_print_scope(cxx, out, decl->scope);
    if (decl->kind == D_FUNC) {
        const FuncDecl *func = (const FuncDecl *)decl;
        if (is_any_of(func->kind, FK_CTOR, FK_DTOR)) {
            if (func->kind == FK_DTOR) buf_putc(out, '~');
            if (func->cls) buf_atom(cxx->ctx, out, func->cls->d.name);
        } else if (func->kind == FK_CONV) {
            buf_puts(out, "operator ");
            if (decl->type->kind == TY_FUNC) ty_print(cxx, out, decl->type->u.func.ret);
        } else {
            buf_atom(cxx->ctx, out, decl->name);
        }
        if (func->inst.args) cxx_targs_print(cxx, out, func->inst.args);
        return;
    }
    Atom name = decl->name;
    if (decl->kind == D_ENUM && !name && ((const EnumDecl *)decl)->typedef_name)
        name = ((const EnumDecl *)decl)->typedef_name->name;
    if (!name)
        buf_puts(out, "<unnamed>");
    else
        buf_atom(cxx->ctx, out, name);
    if (decl->kind == D_VAR && ((const VarDecl *)decl)->args) {
        cxx_targs_print(cxx, out, ((const VarDecl *)decl)->args);
    }
}

void cxx_print_params(Cxx *cxx, Buf *out, const FuncType *func_type) {
    buf_putc(out, '(');
    for (uint32_t i = 0; i < func_type->nparam; i++) {
        if (i) buf_puts(out, ", ");
        ty_print(cxx, out, func_type->param[i]);
    }
    if (func_type->variadic) buf_puts(out, func_type->nparam ? ", ..." : "...");
    buf_putc(out, ')');
}

void cxx_print_ref_quals(Buf *b, const FuncType *f) {
    quals_behind(b, f->quals);
    if (f->ref) buf_puts(b, f->ref == REF_LVALUE ? " &" : " &&");
}

// What a `*` in front of binds weaker than.
static bool needs_paren(const Type *to) {
    return ty_is_array(to) || to->kind == TY_FUNC;
}

// An unbound parameter; one that `auto` invented is spelled as that, its constraint in front.
static void print_tparm(Cxx *cxx, Buf *out, const TParmDecl *tparm_decl) {
    tparm_decl = cxx_spelled_parm(cxx, tparm_decl);
    if (tparm_decl && tparm_decl->d.name) {
        buf_atom(cxx->ctx, out, tparm_decl->d.name);
    } else if (tparm_decl && cxx_is_invented(cxx, tparm_decl)) {
        cxx_print_constraint(cxx, out, tparm_decl);
        buf_puts(out, "auto");
    } else {
        buf_puts(out, "<unnamed>");
    }
}

void cxx_print_parm_name(Cxx *cxx, Buf *b, const Expr *expr) {
    const TParmDecl *d = cxx_spelled_parm(cxx, (TParmDecl *)expr->u.decl);
    if (d->d.name)
        buf_atom(cxx->ctx, b, d->d.name);
    else
        buf_puts(b, "<unnamed>");
}

static void print_basic(Cxx *cxx, Buf *b, TyKind k) { // nvcc's names, where programs see them
    if (cxx_pretty(cxx) && k == TY_BOOL)
        buf_puts(b, "__nv_bool");
    else
        buf_puts(b, ty_basic_spelling(cxx_pretty(cxx) && k == TY_WCHAR ? TY_INT : k));
}

// As GNU C++ writes it, in bytes.
static void print_vector_size(Cxx *cxx, Buf *b, const Type *type) {
    uint64_t size = 1;
    uint32_t align;
    ty_size_align(cxx, type->u.array.elem, 0, &size, &align);
    buf_printf(b, "__attribute__((vector_size(%llu))) ",
               (unsigned long long)(size * type->u.array.n));
}

typedef void PrintKind(Cxx *cxx, Buf *out, const Type *type);

static void print_class_type(Cxx *cxx, Buf *out, const Type *type) {
    print_class(cxx, out, type->u.cls);
}

static void print_enum_type(Cxx *cxx, Buf *out, const Type *type) {
    cxx_print_decl_name(cxx, out, &type->u.enm->d);
}

static void print_vector(Cxx *cxx, Buf *out, const Type *type) {
    print_vector_size(cxx, out, type);
    ty_print(cxx, out, type->u.array.elem);
}

// With the concept that constrains it, if any.
static void print_auto(Cxx *cxx, Buf *out, const Type *type) {
    if (type->u.spec.tmpl)
        cxx_print_concept(cxx, out, type->u.spec.tmpl, type->u.spec.args != NULL);
    buf_puts(out, "auto");
}

static void print_template_name(Cxx *cxx, Buf *out, const Type *type) {
    cxx_print_decl_name(cxx, out, type->u.spec.tmpl);
}

static void print_parameter(Cxx *cxx, Buf *out, const Type *type) {
    print_tparm(cxx, out, type->u.tparm.decl);
}

static void print_dependent_name(Cxx *cxx, Buf *out, const Type *type) {
    ty_print(cxx, out, type->u.depname.scope);
    buf_puts(out, "::");
    buf_atom(cxx->ctx, out, type->u.depname.name);
    if (type->u.depname.args) cxx_targs_print(cxx, out, type->u.depname.args);
}

static void print_specialization(Cxx *cxx, Buf *out, const Type *type) {
    cxx_print_decl_name(cxx, out, type->u.spec.tmpl);
    cxx_targs_print(cxx, out, type->u.spec.args);
}

static void print_trait(Cxx *cxx, Buf *out, const Type *type) {
    buf_printf(out, "%s(", ty_trait_name(type->u.dtype.trait));
    ty_print(cxx, out, type->u.dtype.arg);
    buf_putc(out, ')');
}

static void print_expansion(Cxx *cxx, Buf *out, const Type *type) {
    ty_print(cxx, out, type->u.ptr.to);
    buf_puts(out, "...");
}

// A type that is no pointer, array or function, with its qualifiers: by its kind's function or
// text; those with neither are basic types.
static void print_base(Cxx *cxx, Buf *out, const Type *type) {
    static const struct {
        PrintKind *print;
        const char *text;
    } kinds[UINT8_MAX + 1] = {
        [TY_CLASS] = {.print = print_class_type},
        [TY_ENUM] = {.print = print_enum_type},
        [TY_VECTOR] = {.print = print_vector},
        [TY_AUTO] = {.print = print_auto},
        [TY_CTAD] = {.print = print_template_name},
        [TY_TPARM] = {.print = print_parameter},
        [TY_DEPNAME] = {.print = print_dependent_name},
        [TY_SPEC] = {.print = print_specialization},
        [TY_TRAIT] = {.print = print_trait},
        [TY_PACK] = {.print = print_expansion},
        [TY_DECLTYPE_AUTO] = {.text = "decltype(auto)"},
        [TY_DECLTYPE] = {.text = "decltype((<expression>))"},
        [TY_DEPENDENT] = {.text = "<dependent-type>"},
        [TY_OVERLOAD] = {.text = "<unknown-type>"},
        [TY_INITLIST] = {.text = "{...}"},
        [TY_ERROR] = {.text = "<error-type>"},
    };
    quals_before(out, type->quals);
    print_tag(out, type);
    PrintKind *print = kinds[type->kind].print;
    const char *text = kinds[type->kind].text;
    if (print)
        print(cxx, out, type);
    else if (text)
        buf_puts(out, text);
    else
        print_basic(cxx, out, (TyKind)type->kind);
}

// What stands left of the name: of a pointer to array or function up to the `(*`.
static void left_part(Cxx *cxx, Buf *out, const Type *type) {
    switch (type->kind) {
    case TY_PTR:
    case TY_LREF:
    case TY_RREF:
    case TY_MEMPTR: {
        const Type *to = type->u.ptr.to;
        left(cxx, out, to);
        char last = out->n ? out->at[out->n - 1] : 0;
        if (!is_any_of(last, '*', '&', '(')) buf_putc(out, ' ');
        if (needs_paren(to)) buf_putc(out, '(');
        if (type->kind == TY_MEMPTR) {
            ty_print(cxx, out, type->u.ptr.cls);
            buf_puts(out, "::");
        }
        buf_puts(out, type->kind == TY_LREF ? "&" : type->kind == TY_RREF ? "&&" : "*");
        quals_behind(out, type->quals);
        return;
    }
    case TY_ARRAY:
    case TY_ARRAY_INC:
    case TY_ARRAY_DEP: left(cxx, out, type->u.array.elem); return;
    case TY_FUNC: left(cxx, out, type->u.func.ret); return;
    default: print_base(cxx, out, type);
    }
}

// Declarators nested without end print as far as anybody reads.
static void left(Cxx *cxx, Buf *out, const Type *type) {
    if (cxx->print_depth >= PRINT_DEPTH) {
        buf_puts(out, "...");
        return;
    }
    cxx->print_depth++;
    left_part(cxx, out, type);
    cxx->print_depth--;
}

static void print_bound(Cxx *cxx, Buf *out, const Type *type) {
    const Expr *e = type->kind == TY_ARRAY_DEP ? type->u.array.size : NULL;
    while (e && e->kind == E_CAST) e = e->a;
    buf_putc(out, '[');
    if (e && e->kind == E_TPARM)
        cxx_print_parm_name(cxx, out, e);
    else if (type->kind == TY_ARRAY_DEP)
        buf_puts(out, "<expression>");
    buf_putc(out, ']');
}

static void right_part(Cxx *cxx, Buf *out, const Type *type) {
    switch (type->kind) {
    case TY_PTR:
    case TY_LREF:
    case TY_RREF:
    case TY_MEMPTR:
        if (needs_paren(type->u.ptr.to)) buf_putc(out, ')');
        right(cxx, out, type->u.ptr.to);
        return;
    case TY_ARRAY:
        space_behind_type(out);
        buf_printf(out, "[%llu]", (unsigned long long)type->u.array.n);
        right(cxx, out, type->u.array.elem);
        return;
    case TY_ARRAY_INC:
    case TY_ARRAY_DEP:
        space_behind_type(out);
        print_bound(cxx, out, type);
        right(cxx, out, type->u.array.elem);
        return;
    case TY_FUNC: {
        const FuncType *f = &type->u.func;
        cxx_print_params(cxx, out, f);
        cxx_print_ref_quals(out, f);
        if (f->noexcept_) buf_puts(out, " noexcept");
        right(cxx, out, f->ret);
        return;
    }
    default: return;
    }
}

static void right(Cxx *cxx, Buf *b, const Type *type) {
    if (cxx->print_depth >= PRINT_DEPTH) return;
    cxx->print_depth++;
    right_part(cxx, b, type);
    cxx->print_depth--;
}

void ty_print(Cxx *cxx, Buf *b, const Type *type) {
    Type plain = *type;
    if (type->kind == TY_FUNC && cxx_pretty(cxx)) plain.u.func.quals = 0; // as nvcc
    left(cxx, b, &plain);
    if (type->kind == TY_FUNC) space_behind_type(b);
    right(cxx, b, &plain);
}

static void type_before_name(Cxx *cxx, Buf *b, const Type *type) {
    left(cxx, b, type);
    char last = b->n ? b->at[b->n - 1] : 0;
    if (!is_any_of(last, '*', '&', '(')) buf_putc(b, ' ');
}

void ty_print_declarator(Cxx *cxx, Buf *b, const Type *type, const char *name) {
    type_before_name(cxx, b, type);
    buf_puts(b, name);
    right(cxx, b, type);
}

const char *ty_str(Cxx *cxx, const Type *type) {
    Buf b;
    buf_init(&b, &cxx->ctx->perm);
    ty_print(cxx, &b, type);
    return buf_cstr(&b);
}

void cxx_print_decl(Cxx *cxx, Buf *out, const Decl *decl) {
    if (decl->kind == D_CLASS) {
        static const char *const tag[] = {"struct ", "class ", "union "};
        if (!((const ClassDecl *)decl)->closure.is)
            buf_puts(out, tag[((const ClassDecl *)decl)->tag]);
        cxx_print_decl_name(cxx, out, decl);
        return;
    }
    if (decl->kind != D_FUNC || decl->type->kind != TY_FUNC) {
        cxx_print_decl_name(cxx, out, decl);
        return;
    }
    const FuncDecl *f = (const FuncDecl *)decl;
    bool plain = is_any_of(f->kind, FK_NORMAL, FK_LITERAL_OP);
    if (plain) type_before_name(cxx, out, decl->type->u.func.ret);
    cxx_print_decl_name(cxx, out, decl);
    const FuncType *ft = &decl->type->u.func;
    cxx_print_params(cxx, out, ft);
    cxx_print_ref_quals(out, ft);
    if (plain) right(cxx, out, ft->ret);
}

void cxx_print_name(Cxx *cxx, Buf *out, const Decl *decl) {
    const FuncDecl *f = decl->kind == D_FUNC ? (const FuncDecl *)decl : NULL;
    if (f && f->inst.args) {
        cxx_print_decl(cxx, out, decl);
        return;
    }
    cxx_print_decl_name(cxx, out, decl);
    if (f && f->kind == FK_CTOR && decl->type->kind == TY_FUNC)
        cxx_print_params(cxx, out, &decl->type->u.func);
}

bool cxx_is_invented(const Cxx *cxx, const TParmDecl *d) {
    return !d->d.name && d->kind == TA_TYPE && cxx->tokens->at[d->d.order].kind == T_KW_AUTO;
}

void cxx_print_concept(Cxx *cxx, Buf *b, const Decl *concept, bool more_args) {
    cxx_print_scope(cxx, b, concept->scope);
    buf_atom(cxx->ctx, b, concept->name);
    buf_puts(b, more_args ? "<...> " : " ");
}

// Equal types are one type, whatever their parameters are called [temp.type].
const TParmDecl *cxx_spelled_parm(const Cxx *cxx, const TParmDecl *d) {
    for (uint32_t l = 0; d && cxx->spelling && l < cxx->spelling->n; l++) {
        const TmplParams *ps = cxx->spelling->level[l].params;
        if (ps->depth == d->depth && d->index < ps->n) return ps->parm[d->index];
    }
    return d;
}

void cxx_add_spelling(CxxSpelling *names, const TmplParams *ps, const TmplArgs *args) {
    if (!ps || names->n == CU_COUNT(names->level)) return;
    names->level[names->n].params = ps;
    names->level[names->n++].args = args;
}

// The parameters and what follows them, of a closure's call operator.
void cxx_print_call_op(Cxx *cxx, Buf *out, const FuncDecl *func) {
    const CxxSpelling *outer = cxx->spelling;
    CxxSpelling names = {.pretty = cxx_pretty(cxx)};
    const Decl *decl = map_get(&func->cls->inner->names, func->d.name);
    if (decl_is(decl, D_TEMPLATE))
        cxx_add_spelling(&names, ((const TemplateDecl *)decl)->params, NULL);
    for (uint32_t l = 0; outer && l < outer->n; l++)
        cxx_add_spelling(&names, outer->level[l].params, outer->level[l].args);
    cxx->spelling = &names;
    const FuncType *ft = &func->d.type->u.func;
    cxx_print_params(cxx, out, ft);
    if (!(ft->quals & Q_CONST)) buf_puts(out, " mutable");
    buf_puts(out, "->");
    ty_print(cxx, out, ft->ret);
    if (ft->noexcept_) buf_puts(out, " noexcept");
    cxx->spelling = outer;
}
