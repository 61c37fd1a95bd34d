// SPDX-License-Identifier: Apache-2.0
// body/value.c: warnings about what a parsed body does with values, as nvcc gives them: expressions
// whose value nobody takes (#174), variables that are read before anything can have set them
// (#549), host variables in device code (the CUDA hooks). One walk in the order of the source. That
// order is not the order of execution: what stands in a loop or behind a label may run behind what
// follows it, so a read there is no mistake of a variable from outside.
#include "cxx/facts/diag.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/body/body.h"

typedef struct Escape { // a constant variable used as an object
    VarDecl *var;
    Pos pos;
} Escape;
typedef struct Values {
    Parse *p;
    Cxx *x;
    Map unset;     // VarDecl id -> loops around its declaration + 1
    uint32_t loop; // around this place
    uint32_t nunset;
    VEC(Escape) escapes;
} Values;

static void walk_stmt(Values *w, const Stmt *s, bool keeps_value);
static void walk(Values *w, const Expr *e);

// ---- expressions without effect ----------------------------------------------------------------

// Whether evaluating e does anything but giving a value; what is not understood does.
static bool has_effect(const Expr *e) {
    if (!e) return false;
    if (e->cat != VC_PRVALUE && xe_quals(e->type) & Q_VOLATILE) return true;
    switch ((ExprKind)e->kind) {
    case E_INT:
    case E_FLOAT:
    case E_STRING:
    case E_NULLPTR:
    case E_CONST:
    case E_DECLREF:
    case E_OVERLOAD:
    case E_THIS: return false;
    case E_MEMBER:
    case E_CLEANUPS: return has_effect(e->a);
    case E_SUBSCRIPT:
    case E_BINARY: return has_effect(e->b) || has_effect(e->a); // chains are long on the left
    case E_UNARY:
        return e->op == OP_PREINC || e->op == OP_PREDEC || e->op == OP_POSTINC ||
               e->op == OP_POSTDEC || has_effect(e->a);
    case E_COND:
        return e->type->kind == TY_VOID || has_effect(e->a) || has_effect(e->b) || has_effect(e->c);
    case E_CAST: return e->op == CK_VOID || e->op == CK_USER || has_effect(e->a);
    case E_ZERO: return e->type->kind == TY_CLASS;
    case E_TEMP: return e->type->kind == TY_CLASS || has_effect(e->a);
    default: return true;
    }
}

static bool copies_trivially(const Expr *e) { // a class object, as its bytes are
    if (e->kind != E_CONSTRUCT || e->n != 1 || e->type->kind != TY_CLASS) return false;
    const FuncDecl *f = (const FuncDecl *)e->u.decl;
    const ClassDecl *c = e->type->u.cls;
    return f && f->is_implicit && c->specials_done && c->trivial_copy;
}

bool xe_init_effect(const Expr *e) {
    switch ((ExprKind)e->kind) {
    case E_ZERO: return false;
    case E_CLEANUPS: return xe_init_effect(e->a);
    case E_INIT_LIST:
        for (uint32_t i = 0; i < e->n; i++) {
            if (e->arg[i] && xe_init_effect(e->arg[i])) return true;
        }
        return e->u.init && e->u.init->filler && xe_init_effect(e->u.init->filler);
    case E_CAST: return e->op != CK_VOID && e->op != CK_USER ? xe_init_effect(e->a) : true;
    case E_CONSTRUCT: return !copies_trivially(e) || xe_init_effect(e->arg[0]);
    default: return has_effect(e);
    }
}

Pos xe_first_pos(const Expr *e) {
    while (e->a && (e->kind == E_BINARY || e->kind == E_SUBSCRIPT || e->kind == E_MEMBER ||
                    e->kind == E_COND || e->kind == E_CLEANUPS ||
                    (e->kind == E_CAST && e->flags & EF_IMPLICIT))) {
        e = e->a;
    }
    return e->pos;
}

static void check_effect(Values *w, const Expr *e, Pos pos) { // 0: that of its first token
    if (e && !has_effect(e)) CXX_DIAG(w->x, w_no_effect, pos ? pos : xe_first_pos(e));
}

// ---- variables that are not set ----------------------------------------------------------------

// The variable that a glvalue is or is a part of; NULL: another object.
static const Expr *root_of(const Expr *e) {
    for (;;) {
        switch ((ExprKind)e->kind) {
        case E_DECLREF: return e->u.decl && e->u.decl->kind == D_VAR ? e : NULL;
        case E_MEMBER: e = e->a; break;
        case E_CAST:
            if (e->cat == VC_PRVALUE) return NULL;
            e = e->a;
            break;
        case E_SUBSCRIPT:
        case E_UNARY: // an element of the array, not of what a pointer points to
            if (e->kind == E_UNARY && e->op != OP_DEREF) return NULL;
            e = e->a;
            if (e->kind == E_CAST && e->op == CK_ARRAY_TO_PTR)
                e = e->a;
            else if (!ty_is_array(e->type))
                return NULL;
            break;
        default: return NULL;
        }
    }
}

// What is evaluated on the way to the variable.
static void walk_indices(Values *w, const Expr *e) {
    for (; e && e->kind != E_DECLREF; e = e->a) {
        if (e->kind == E_SUBSCRIPT) walk(w, e->b);
    }
}

static void set_root(Values *w, const Expr *root) {
    if (w->nunset) map_put(&w->unset, root->u.decl->id, NULL);
}

// A variable of the host, if such uses are checked.
static bool host_variable(const Values *w, const VarDecl *v) {
    enum { DEVICE_MEMORY = CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED };
    return (v->storage == STOR_GLOBAL || v->storage == STOR_STATIC) && !v->fn &&
           !(v->d.cuda & DEVICE_MEMORY) && w->x->hooks.check_access;
}

static bool constant(const VarDecl *v) {
    return xe_quals(v->d.type) & Q_CONST || v->d.flags & DF_CONSTEXPR;
}

// Whether reading e, a part of the constant variable v, gives a known value. nvcc does not look for
// elements of arrays at namespace scope.
static bool known_value(Values *w, const Expr *e, VarDecl *v) {
    Cxx *x = w->x;
    if (xe_quals(v->d.type) & Q_VOLATILE) return false;
    for (; e->kind != E_DECLREF; e = e->a) {
        ApInt i;
        if (e->kind != E_SUBSCRIPT && e->kind != E_UNARY) continue;
        if (!(v->d.flags & DF_MEMBER)) return false;
        if (e->kind == E_SUBSCRIPT && !cxx_const_int(x, e->b, &i, false)) return false;
    }
    if (ty_is_arith(v->d.type) || v->d.type->kind == TY_ENUM) return cxx_var_fold(x, v) != NULL;
    if (cxx_var_const(x, v)) return true;
    cxx_var_init(x, v);
    const ConstVal *c = v->init ? cxx_const_eval_init(x, v, v->init, false) : NULL;
    if (!c || v->d.type->kind == TY_CLASS) return c != NULL;
    return c->kind == CV_LVALUE && !c->u.lv.base && !c->u.lv.expr_base; // a null pointer
}

static void host_access(Values *w, const Expr *e, const Expr *root, VarAccess how) {
    VarDecl *v = (VarDecl *)root->u.decl;
    if (!host_variable(w, v)) return;
    if (!constant(v)) {
        w->x->hooks.check_access(w->p, v, root->pos, how);
    } else if (how != ACCESS_READ || !known_value(w, e, v)) {
        Escape s = {v, root->pos};
        vec_push(&w->x->ctx->scratch, &w->escapes, s);
    }
}

// e, a glvalue, is read; from then on its variable is not asked for again.
static void read_value(Values *w, const Expr *e) {
    if (e->kind == E_COND && e->a && e->b && e->c) {
        walk(w, e->a);
        read_value(w, e->b);
        read_value(w, e->c);
        return;
    }
    const Expr *root = root_of(e);
    if (!root) {
        walk(w, e);
        return;
    }
    walk_indices(w, e);
    host_access(w, e, root, ACCESS_READ);
    if (!w->nunset) return;
    uintptr_t at = (uintptr_t)map_get(&w->unset, root->u.decl->id);
    if (!at) return;
    bool empty = root->type->kind == TY_CLASS && root->type->u.cls->empty;
    if (at == w->loop + 1 && !empty) CXX_DIAG(w->x, w_used_unset, root->pos, root->u.decl->name);
    set_root(w, root);
}

static void set_value(Values *w, const Expr *e) {
    const Expr *root = root_of(e);
    if (!root) {
        walk(w, e);
        return;
    }
    walk_indices(w, e);
    host_access(w, e, root, ACCESS_WRITE);
    set_root(w, root);
}

// Automatic, written without an initialiser, of a type whose objects begin with no value.
static bool begins_unset(Cxx *x, const VarDecl *v) {
    Type *t = v->d.type;
    if (!v->d.name || v->storage != STOR_AUTO || v->init || v->init_style != INIT_NONE ||
        v->capture_of || v->d.flags & (DF_INVALID | DF_STATIC | DF_EXTERN) ||
        v->d.cuda & (CU_SHARED | CU_CONSTANT | CU_DEVICE | CU_MANAGED) || ty_is_ref(t) ||
        ty_dependent(t) || xe_quals(t) & Q_VOLATILE) {
        return false;
    }
    while (ty_is_array(t)) t = t->u.array.elem;
    if (t->kind != TY_CLASS) return ty_is_scalar(t);
    cxx_class_specials(x, t->u.cls);
    return t->u.cls->trivial_default && !t->u.cls->is_closure;
}

static void walk_var(Values *w, VarDecl *v) {
    bool own_init = v->init && v->storage == STOR_AUTO && ty_is_scalar(v->d.type) && v->d.name;
    if (own_init || begins_unset(w->x, v)) {
        map_put(&w->unset, v->d.id, (void *)(uintptr_t)(w->loop + 1));
        w->nunset++;
    }
    if (v->d.cuda && w->x->hooks.check_local) w->x->hooks.check_local(w->p, v);
    if (!v->init || v->d.flags & DF_CONSTEXPR) return;
    walk(w, v->init);
    if (own_init) map_put(&w->unset, v->d.id, NULL);
}

// ---- the walk ----------------------------------------------------------------------------------

static bool assigns_trivially(const Expr *e) {
    if (e->kind != E_CALL || e->n != 2 || !e->u.decl || e->u.decl->kind != D_FUNC) return false;
    const FuncDecl *f = (const FuncDecl *)e->u.decl;
    return f->op == OP_ASSIGN && f->is_implicit && f->cls && f->cls->trivial_copy_assign;
}

static void walk_assign(Values *w, const Expr *e) {
    walk(w, e->b);
    if (e->op != OP_ASSIGN) read_value(w, e->a);
    set_value(w, e->a);
}

// A literal, or arithmetic on literals (constants are literals by now).
static bool known_int(Values *w, const Expr *e, ApInt *v) {
    const Expr *leaf = e;
    while (leaf->kind == E_CAST || leaf->kind == E_UNARY || leaf->kind == E_BINARY) leaf = leaf->a;
    if (leaf->kind != E_INT || xe_vdep(e) || !xe_integral_or_enum(ty_unqual(e->type))) return false;
    return cxx_const_int(w->x, (Expr *)e, v, false);
}

// `if (x = 1)`.
static void check_condition(Values *w, const Expr *e) {
    ApInt v;
    while (e->kind == E_CLEANUPS || (e->kind == E_CAST && e->flags & EF_IMPLICIT)) e = e->a;
    if (e->kind == E_ASSIGN && e->op == OP_ASSIGN && known_int(w, e->b, &v))
        CXX_DIAG(w->x, w_assigned_condition, e->pos);
}

// A call whose value is known uses nothing. (What a const object of class type is known to hold
// nvcc uses too where it is no constant expression.)
static bool folds(Values *w, const Expr *e, uint32_t from) {
    if (e->kind != E_CALL && e->kind != E_CONSTRUCT) return false;
    const Decl *d = e->u.decl;
    if (!d || !(d->flags & (DF_CONSTEXPR | DF_CONSTEVAL))) return false;
    bool objects = true;
    for (uint32_t i = from; i < w->escapes.n; i++) {
        const Decl *v = &w->escapes.at[i].var->d;
        objects &= v->type->kind == TY_CLASS && !(v->flags & DF_CONSTEXPR);
    }
    return objects || cxx_const_eval(w->x, (Expr *)e, false);
}

static void walk_parts(Values *w, const Expr *e) {
    uint32_t escapes = w->escapes.n;
    bool comma = e->kind == E_BINARY && e->op == OP_COMMA;
    if (comma && !(e->flags & EF_IMPLICIT)) check_effect(w, e->a, 0);
    if (e->a && !(comma && root_of(e->a))) walk(w, e->a);
    if (e->b) walk(w, e->b);
    if (e->c) walk(w, e->c);
    for (uint32_t i = 0; i < e->n; i++) {
        if (e->arg && e->arg[i]) walk(w, e->arg[i]);
    }
    if (w->escapes.n > escapes && folds(w, e, escapes)) w->escapes.n = escapes;
}

// The value is not asked for: an object that is only named, perhaps behind others, is not used.
static void walk_discarded(Values *w, const Expr *e) {
    while (e->kind == E_BINARY && e->op == OP_COMMA && e->flags & EF_IMPLICIT) {
        if (!root_of(e->a)) walk(w, e->a);
        e = e->b;
    }
    if (!root_of(e)) walk(w, e);
}

static void walk(Values *w, const Expr *e) {
    switch ((ExprKind)e->kind) {
    case E_INT:
    case E_FLOAT:
    case E_STRING:
    case E_CONST: return;
    case E_DECLREF: // its address goes where it may be set
        if (!e->u.decl || e->u.decl->kind != D_VAR) return;
        host_access(w, e, e, ACCESS_ADDRESS);
        set_root(w, e);
        return;
    case E_CAST:
        if (e->op == CK_LVAL_TO_RVAL)
            read_value(w, e->a);
        else if (e->op == CK_VOID)
            walk_discarded(w, e->a);
        else
            walk(w, e->a);
        return;
    case E_ASSIGN: walk_assign(w, e); return;
    case E_UNARY:
        if (e->op == OP_PREINC || e->op == OP_PREDEC || e->op == OP_POSTINC ||
            e->op == OP_POSTDEC) {
            read_value(w, e->a);
            return;
        }
        break;
    case E_CONSTRUCT:
        if (copies_trivially(e)) {
            read_value(w, e->arg[0]);
            return;
        }
        break;
    case E_CALL:
        xe_check_format(w->p, e);
        if (assigns_trivially(e)) {
            read_value(w, e->arg[1]);
            set_value(w, e->arg[0]);
            return;
        }
        break;
    case E_STMT: walk_stmt(w, e->u.stmt, true); return;
    default: break;
    }
    walk_parts(w, e);
}

static void walk_asm(Values *w, const AsmData *a) {
    for (uint32_t i = 0; i < a->nout; i++) {
        if (a->out[i].constraint[0] == '+') read_value(w, a->out[i].e);
        set_value(w, a->out[i].e);
    }
    for (uint32_t i = 0; i < a->nin; i++) {
        // of "C" the text is used, not the array (irgen/asm.c)
        if (a->in[i].constraint[0] != 'C') walk(w, a->in[i].e);
    }
}

static void walk_loop(Values *w, const Stmt *s) {
    bool last = s->kind == S_DO;
    if (s->init) walk_stmt(w, s->init, false);
    if (s->e) check_condition(w, s->e);
    if (s->e && !last) walk(w, s->e);
    w->loop++;
    if (s->kind == S_FOR && s->inc) {
        check_effect(w, s->inc, 0);
        walk(w, s->inc);
    }
    if (s->body) walk_stmt(w, s->body, false);
    w->loop--;
    if (s->e && last) walk(w, s->e);
}

static void walk_range_for(Values *w, const Stmt *s) {
    if (s->init) walk_stmt(w, s->init, false);
    if (s->u.range && s->u.range->range && s->u.range->range->init)
        walk(w, s->u.range->range->init);
    w->loop++;
    if (s->body) walk_stmt(w, s->body, false);
    w->loop--;
}

// keeps_value: of a statement expression, whose last expression is its value.
static void walk_list(Values *w, const Stmt *s, bool keeps_value) {
    for (uint32_t i = 0; i < s->u.list.n; i++) {
        const Stmt *c = s->u.list.at[i];
        if (keeps_value && i + 1 == s->u.list.n && c->kind == S_EXPR && c->e)
            read_value(w, c->e);
        else
            walk_stmt(w, c, false);
    }
}

static void walk_stmt(Values *w, const Stmt *s, bool keeps_value) {
    switch ((StmtKind)s->kind) {
    case S_COMPOUND: walk_list(w, s, keeps_value); return;
    case S_EXPR:
        if (!s->e || xe_err(s->e)) return;
        check_effect(w, s->e, s->pos);
        walk_discarded(w, s->e);
        return;
    case S_DECL:
        for (uint32_t i = 0; i < s->u.decl.n; i++) walk_var(w, s->u.decl.var[i]);
        return;
    case S_WHILE:
    case S_DO:
    case S_FOR: walk_loop(w, s); return;
    case S_RANGE_FOR: walk_range_for(w, s); return;
    case S_ASM: walk_asm(w, s->u.asm_); return;
    case S_LABEL:
        map_init(&w->unset, &w->x->ctx->scratch);
        w->nunset = 0;
        break;
    case S_ERROR: return;
    default: break;
    }
    if (s->init) walk_stmt(w, s->init, false);
    if (s->kind == S_IF && s->e) check_condition(w, s->e);
    if (s->e && !xe_err(s->e)) walk(w, s->e);
    if (s->body) walk_stmt(w, s->body, false);
    if (s->els) walk_stmt(w, s->els, false);
}

void xe_warn_values(Parse *p, const Stmt *body) {
    Values w = {.p = p, .x = p->x};
    ArenaMark mark = arena_mark(&p->x->ctx->scratch);
    map_init(&w.unset, &p->x->ctx->scratch);
    walk_stmt(&w, body, false);
    for (uint32_t i = 0; i < w.escapes.n; i++)
        p->x->hooks.check_access(p, w.escapes.at[i].var, w.escapes.at[i].pos, ACCESS_CONST);
    arena_reset(&p->x->ctx->scratch, mark);
}
