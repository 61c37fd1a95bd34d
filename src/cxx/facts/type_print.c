// SPDX-License-Identifier: Apache-2.0
// Spelling of types and declarations as nvcc's messages spell them: `const int *`, `void (*)(int)`,
// `ns::A<int>`. A declarator has a part left of the name and one right of it, printed by two
// mutually recursive walks; pointers to arrays and functions need parentheses between them.
#include "cxx/facts/facts.h"

enum { PRINT_DEPTH = 250 };

static void left(Cxx *x, Buf *b, const Type *t);
static void right(Cxx *x, Buf *b, const Type *t);

static const char *const qual_name[] = {"const", "volatile", "__restrict__"};

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

void cxx_print_scope(Cxx *x, Buf *b, Scope *s) {
    for (; s; s = s->parent) {
        Decl *o = s->owner;
        if (s == x->global && x->host_closure) buf_puts(b, "::");
        if (s->kind == SC_FUNC || s->kind == SC_BLOCK || s == x->global) return;
        if (s->kind == SC_TPARAMS || !o) continue;
        if (s->kind == SC_NAMESPACE) {
            const NamespaceDecl *ns = (NamespaceDecl *)o;
            if (ns->inline_ && !ns->anonymous && !cxx_pretty(x)) continue;
            cxx_print_scope(x, b, s->parent);
            if (ns->anonymous)
                buf_puts(b, x->host_closure ? "_NV_ANON_NAMESPACE" : "<unnamed>");
            else
                buf_atom(x->ctx, b, o->name);
        } else {
            cxx_print_decl_name(x, b, o);
        }
        buf_puts(b, "::");
        return;
    }
}

static void print_closure(Cxx *x, Buf *b, const ClassDecl *c) {
    if (x->host_closure) {
        x->host_closure(x, b, c);
    } else {
        buf_puts(b, "lambda []");
        if (c->call_op && c->call_op->d.type->kind == TY_FUNC) cxx_print_call_op(x, b, c->call_op);
    }
}

static void print_class(Cxx *x, Buf *b, const ClassDecl *c) {
    if (c->is_closure) {
        print_closure(x, b, c);
        return;
    }
    cxx_print_scope(x, b, c->d.scope);
    Atom name = c->d.name ? c->d.name : c->typedef_name ? c->typedef_name->name : 0;
    if (name)
        buf_atom(x->ctx, b, name);
    else
        buf_puts(b, "<unnamed>");
    if (c->args) cxx_targs_print(x, b, c->args);
}

// A type without a name is told by its tag.
static void print_tag(Buf *b, const Type *t) {
    static const char *const tag[] = {"struct ", "class ", "union "};
    const ClassDecl *c = t->u.cls;
    if (t->kind == TY_CLASS && !c->d.name && !c->typedef_name && !c->is_closure)
        buf_puts(b, tag[c->tag]);
    if (t->kind == TY_ENUM && !t->u.enm->d.name && !t->u.enm->typedef_name) buf_puts(b, "enum ");
}

void cxx_print_decl_name(Cxx *x, Buf *b, const Decl *d) {
    if (d->kind == D_CLASS) {
        print_class(x, b, (const ClassDecl *)d);
        return;
    }
    if (d->kind != D_TPARM) cxx_print_scope(x, b, d->scope);
    if (d->kind == D_FUNC) {
        const FuncDecl *f = (const FuncDecl *)d;
        if (f->kind == FK_CTOR || f->kind == FK_DTOR) {
            if (f->kind == FK_DTOR) buf_putc(b, '~');
            if (f->cls) buf_atom(x->ctx, b, f->cls->d.name);
        } else if (f->kind == FK_CONV) {
            buf_puts(b, "operator ");
            if (d->type->kind == TY_FUNC) ty_print(x, b, d->type->u.func.ret);
        } else {
            buf_atom(x->ctx, b, d->name);
        }
        if (f->args) cxx_targs_print(x, b, f->args);
        return;
    }
    Atom name = d->name;
    if (d->kind == D_ENUM && !name && ((const EnumDecl *)d)->typedef_name)
        name = ((const EnumDecl *)d)->typedef_name->name;
    if (!name)
        buf_puts(b, "<unnamed>");
    else
        buf_atom(x->ctx, b, name);
    if (d->kind == D_VAR && ((const VarDecl *)d)->args) {
        cxx_targs_print(x, b, ((const VarDecl *)d)->args);
    }
}

void cxx_print_params(Cxx *x, Buf *b, const FuncType *f) {
    buf_putc(b, '(');
    for (uint32_t i = 0; i < f->nparam; i++) {
        if (i) buf_puts(b, ", ");
        ty_print(x, b, f->param[i]);
    }
    if (f->variadic) buf_puts(b, f->nparam ? ", ..." : "...");
    buf_putc(b, ')');
}

void cxx_print_ref_quals(Buf *b, const FuncType *f) {
    quals_behind(b, f->quals);
    if (f->ref) buf_puts(b, f->ref == REF_LVALUE ? " &" : " &&");
}

static bool needs_paren(const Type *to) {
    return ty_is_array(to) || to->kind == TY_FUNC;
}

// An unbound parameter; one that `auto` invented is spelled as that, its constraint in front.
static void print_tparm(Cxx *x, Buf *b, const TParmDecl *d) {
    d = cxx_spelled_parm(x, d);
    if (d && d->d.name) {
        buf_atom(x->ctx, b, d->d.name);
    } else if (d && cxx_is_invented(x, d)) {
        cxx_print_constraint(x, b, d);
        buf_puts(b, "auto");
    } else {
        buf_puts(b, "<unnamed>");
    }
}

void cxx_print_parm_name(Cxx *x, Buf *b, const Expr *e) {
    const TParmDecl *d = cxx_spelled_parm(x, (TParmDecl *)e->u.decl);
    if (d->d.name)
        buf_atom(x->ctx, b, d->d.name);
    else
        buf_puts(b, "<unnamed>");
}

static void print_basic(Cxx *x, Buf *b, TyKind k) { // nvcc's names, where programs see them
    if (cxx_pretty(x) && k == TY_BOOL)
        buf_puts(b, "__nv_bool");
    else
        buf_puts(b, ty_basic_spelling(cxx_pretty(x) && k == TY_WCHAR ? TY_INT : k));
}

static void print_vector_size(Cxx *x, Buf *b, const Type *t) {
    uint64_t size = 1;
    uint32_t align;
    ty_size_align(x, t->u.array.elem, 0, &size, &align);
    buf_printf(b, "__attribute__((vector_size(%llu))) ", (unsigned long long)(size * t->u.array.n));
}

static void print_base(Cxx *x, Buf *b, const Type *t) {
    quals_before(b, t->quals);
    print_tag(b, t);
    switch (t->kind) {
    case TY_CLASS: print_class(x, b, t->u.cls); break;
    case TY_ENUM: cxx_print_decl_name(x, b, &t->u.enm->d); break;
    case TY_VECTOR:
        print_vector_size(x, b, t);
        ty_print(x, b, t->u.array.elem);
        break;
    case TY_AUTO:
        if (t->u.spec.tmpl) cxx_print_concept(x, b, t->u.spec.tmpl, t->u.spec.args != NULL);
        buf_puts(b, "auto");
        break;
    case TY_DECLTYPE_AUTO: buf_puts(b, "decltype(auto)"); break;
    case TY_CTAD: cxx_print_decl_name(x, b, t->u.spec.tmpl); break;
    case TY_TPARM: print_tparm(x, b, t->u.tparm.decl); break;
    case TY_DEPNAME:
        ty_print(x, b, t->u.depname.scope);
        buf_puts(b, "::");
        buf_atom(x->ctx, b, t->u.depname.name);
        if (t->u.depname.args) cxx_targs_print(x, b, t->u.depname.args);
        break;
    case TY_SPEC:
        cxx_print_decl_name(x, b, t->u.spec.tmpl);
        cxx_targs_print(x, b, t->u.spec.args);
        break;
    case TY_DECLTYPE: buf_puts(b, "decltype((<expression>))"); break;
    case TY_TRAIT:
        buf_printf(b, "%s(", ty_trait_name(t->u.dtype.trait));
        ty_print(x, b, t->u.dtype.arg);
        buf_putc(b, ')');
        break;
    case TY_PACK:
        ty_print(x, b, t->u.ptr.to);
        buf_puts(b, "...");
        break;
    case TY_DEPENDENT: buf_puts(b, "<dependent-type>"); break;
    case TY_OVERLOAD: buf_puts(b, "<unknown-type>"); break;
    case TY_INITLIST: buf_puts(b, "{...}"); break;
    case TY_ERROR: buf_puts(b, "<error-type>"); break;
    default: print_basic(x, b, (TyKind)t->kind); break;
    }
}

static void left_part(Cxx *x, Buf *b, const Type *t) {
    switch (t->kind) {
    case TY_PTR:
    case TY_LREF:
    case TY_RREF:
    case TY_MEMPTR: {
        const Type *to = t->u.ptr.to;
        left(x, b, to);
        char last = b->n ? b->at[b->n - 1] : 0;
        if (last != '*' && last != '&' && last != '(') buf_putc(b, ' ');
        if (needs_paren(to)) buf_putc(b, '(');
        if (t->kind == TY_MEMPTR) {
            ty_print(x, b, t->u.ptr.cls);
            buf_puts(b, "::");
        }
        buf_puts(b, t->kind == TY_LREF ? "&" : t->kind == TY_RREF ? "&&" : "*");
        quals_behind(b, t->quals);
        return;
    }
    case TY_ARRAY:
    case TY_ARRAY_INC:
    case TY_ARRAY_DEP: left(x, b, t->u.array.elem); return;
    case TY_FUNC: left(x, b, t->u.func.ret); return;
    default: print_base(x, b, t);
    }
}

// Declarators nested without end print as far as anybody reads.
static void left(Cxx *x, Buf *b, const Type *t) {
    if (x->print_depth >= PRINT_DEPTH) {
        buf_puts(b, "...");
        return;
    }
    x->print_depth++;
    left_part(x, b, t);
    x->print_depth--;
}

static void print_bound(Cxx *x, Buf *b, const Type *t) {
    const Expr *e = t->kind == TY_ARRAY_DEP ? t->u.array.size : NULL;
    while (e && e->kind == E_CAST) e = e->a;
    buf_putc(b, '[');
    if (e && e->kind == E_TPARM)
        cxx_print_parm_name(x, b, e);
    else if (t->kind == TY_ARRAY_DEP)
        buf_puts(b, "<expression>");
    buf_putc(b, ']');
}

static void right_part(Cxx *x, Buf *b, const Type *t) {
    switch (t->kind) {
    case TY_PTR:
    case TY_LREF:
    case TY_RREF:
    case TY_MEMPTR:
        if (needs_paren(t->u.ptr.to)) buf_putc(b, ')');
        right(x, b, t->u.ptr.to);
        return;
    case TY_ARRAY:
        space_behind_type(b);
        buf_printf(b, "[%llu]", (unsigned long long)t->u.array.n);
        right(x, b, t->u.array.elem);
        return;
    case TY_ARRAY_INC:
    case TY_ARRAY_DEP:
        space_behind_type(b);
        print_bound(x, b, t);
        right(x, b, t->u.array.elem);
        return;
    case TY_FUNC: {
        const FuncType *f = &t->u.func;
        cxx_print_params(x, b, f);
        cxx_print_ref_quals(b, f);
        if (f->noexcept_) buf_puts(b, " noexcept");
        right(x, b, f->ret);
        return;
    }
    default: return;
    }
}

static void right(Cxx *x, Buf *b, const Type *t) {
    if (x->print_depth >= PRINT_DEPTH) return;
    x->print_depth++;
    right_part(x, b, t);
    x->print_depth--;
}

void ty_print(Cxx *x, Buf *b, const Type *t) {
    Type plain = *t;
    if (t->kind == TY_FUNC && cxx_pretty(x)) plain.u.func.quals = 0; // as nvcc
    left(x, b, &plain);
    if (t->kind == TY_FUNC) space_behind_type(b);
    right(x, b, &plain);
}

static void type_before_name(Cxx *x, Buf *b, const Type *t) {
    left(x, b, t);
    char last = b->n ? b->at[b->n - 1] : 0;
    if (last != '*' && last != '&' && last != '(') buf_putc(b, ' ');
}

void ty_print_declarator(Cxx *x, Buf *b, const Type *t, const char *name) {
    type_before_name(x, b, t);
    buf_puts(b, name);
    right(x, b, t);
}

const char *ty_str(Cxx *x, const Type *t) {
    Buf b;
    buf_init(&b, &x->ctx->perm);
    ty_print(x, &b, t);
    return buf_cstr(&b);
}

void cxx_print_decl(Cxx *x, Buf *b, const Decl *d) {
    if (d->kind == D_CLASS) {
        static const char *const tag[] = {"struct ", "class ", "union "};
        if (!((const ClassDecl *)d)->is_closure) buf_puts(b, tag[((const ClassDecl *)d)->tag]);
        cxx_print_decl_name(x, b, d);
        return;
    }
    if (d->kind != D_FUNC || d->type->kind != TY_FUNC) {
        cxx_print_decl_name(x, b, d);
        return;
    }
    const FuncDecl *f = (const FuncDecl *)d;
    bool plain = f->kind == FK_NORMAL || f->kind == FK_LITERAL_OP;
    if (plain) type_before_name(x, b, d->type->u.func.ret);
    cxx_print_decl_name(x, b, d);
    const FuncType *ft = &d->type->u.func;
    cxx_print_params(x, b, ft);
    cxx_print_ref_quals(b, ft);
    if (plain) right(x, b, ft->ret);
}

void cxx_print_name(Cxx *x, Buf *b, const Decl *d) {
    const FuncDecl *f = d->kind == D_FUNC ? (const FuncDecl *)d : NULL;
    if (f && f->args) {
        cxx_print_decl(x, b, d);
        return;
    }
    cxx_print_decl_name(x, b, d);
    if (f && f->kind == FK_CTOR && d->type->kind == TY_FUNC)
        cxx_print_params(x, b, &d->type->u.func);
}

bool cxx_is_invented(const Cxx *x, const TParmDecl *d) {
    return !d->d.name && d->kind == TA_TYPE && x->tokens->at[d->d.order].kind == T_KW_AUTO;
}

void cxx_print_concept(Cxx *x, Buf *b, const Decl *concept, bool more_args) {
    cxx_print_scope(x, b, concept->scope);
    buf_atom(x->ctx, b, concept->name);
    buf_puts(b, more_args ? "<...> " : " ");
}

// Equal types are one type, whatever their parameters are called [temp.type].
const TParmDecl *cxx_spelled_parm(const Cxx *x, const TParmDecl *d) {
    for (uint32_t l = 0; d && x->spelling && l < x->spelling->n; l++) {
        const TmplParams *ps = x->spelling->level[l].params;
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
void cxx_print_call_op(Cxx *x, Buf *b, const FuncDecl *f) {
    const CxxSpelling *outer = x->spelling;
    CxxSpelling names = {.pretty = cxx_pretty(x)};
    const Decl *t = map_get(&f->cls->inner->names, f->d.name);
    if (t && t->kind == D_TEMPLATE)
        cxx_add_spelling(&names, ((const TemplateDecl *)t)->params, NULL);
    for (uint32_t l = 0; outer && l < outer->n; l++)
        cxx_add_spelling(&names, outer->level[l].params, outer->level[l].args);
    x->spelling = &names;
    const FuncType *ft = &f->d.type->u.func;
    cxx_print_params(x, b, ft);
    if (!(ft->quals & Q_CONST)) buf_puts(b, " mutable");
    buf_puts(b, "->");
    ty_print(x, b, ft->ret);
    if (ft->noexcept_) buf_puts(b, " noexcept");
    x->spelling = outer;
}
