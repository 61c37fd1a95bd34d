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
// The walk over a body.
typedef struct Values {
    Parse *p;
    Cxx *x;
    Map unset;     // VarDecl id -> loops around its declaration + 1
    uint32_t loop; // around this place
    uint32_t nunset;
    VEC(Escape) escapes;
} Values;

static void walk_stmt(Values *values, const Stmt *walked, bool keeps_value);
static void walk(Values *values, const Expr *evaluated);

// ---- expressions without effect ----------------------------------------------------------------

static bool is_step(uint8_t op) { // ++ or --
    return is_any_of(op, OP_PREINC, OP_PREDEC, OP_POSTINC, OP_POSTDEC);
}

// Whether evaluating the expression does anything but giving a value; what is not understood does.
// Kinds that do as their operands do, and those without any that do nothing:
static const bool only_operands[UINT8_MAX + 1] = {
    [E_INT] = true,    [E_FLOAT] = true,    [E_STRING] = true,    [E_NULLPTR] = true,
    [E_CONST] = true,  [E_OVERLOAD] = true, [E_DECLREF] = true,   [E_THIS] = true,
    [E_MEMBER] = true, [E_CLEANUPS] = true, [E_SUBSCRIPT] = true, [E_BINARY] = true,
    [E_UNARY] = true,  [E_COND] = true,     [E_CAST] = true,      [E_ZERO] = true,
    [E_TEMP] = true,
};

// By what the node itself is, of those kinds.
static bool does_by_itself(const Expr *expr) {
    switch ((ExprKind)expr->kind) {
    case E_UNARY: return is_step(expr->op);
    case E_COND: return expr->type->kind == TY_VOID;
    case E_CAST: return is_any_of(expr->op, CK_VOID, CK_USER);
    case E_ZERO: return is_any_of(expr->type->kind, TY_CLASS, TY_VOID);
    case E_TEMP: return expr->type->kind == TY_CLASS;
    default: return false;
    }
}

static bool has_effect(const Expr *expr) {
    if (!expr) return false;
    if (expr->cat != VC_PRVALUE && xe_quals(expr->type) & Q_VOLATILE) return true;
    if (!only_operands[expr->kind] || does_by_itself(expr)) return true;
    // chains are long on the left: that is looked at last
    return has_effect(expr->c) || has_effect(expr->b) || has_effect(expr->a);
}

static bool copies_trivially(const Expr *expr) { // a class object, as its bytes are
    if (expr->kind != E_CONSTRUCT || expr->n != 1 || expr->type->kind != TY_CLASS) return false;
    const FuncDecl *f = (const FuncDecl *)expr->u.decl;
    const ClassDecl *c = expr->type->u.cls;
    return f && f->is_implicit && c->special.done && c->special.trivial_copy;
}

bool xe_init_effect(const Expr *expr) {
    switch ((ExprKind)expr->kind) {
    case E_ZERO: return false;
    case E_CLEANUPS: return xe_init_effect(expr->a);
    case E_INIT_LIST:
        for (uint32_t i = 0; i < expr->n; i++) {
            if (expr->arg[i] && xe_init_effect(expr->arg[i])) return true;
        }
        return expr->u.init && expr->u.init->filler && xe_init_effect(expr->u.init->filler);
    case E_CAST: return is_any_of(expr->op, CK_VOID, CK_USER) || xe_init_effect(expr->a);
    case E_CONSTRUCT: return !copies_trivially(expr) || xe_init_effect(expr->arg[0]);
    default: return has_effect(expr);
    }
}

// Whether the expression's text begins with that of its operand `a`.
static bool begins_with_operand(const Expr *expr) {
    switch (expr->kind) {
    case E_BINARY:
    case E_SUBSCRIPT:
    case E_MEMBER:
    case E_COND:
    case E_CLEANUPS: return expr->a != NULL;
    case E_CAST: return expr->a && expr->flags & EF_IMPLICIT;
    default: return false;
    }
}

Pos xe_first_pos(const Expr *expr) {
    while (begins_with_operand(expr)) expr = expr->a;
    return expr->pos;
}

// #174, unless evaluating it does something. pos 0: at its first token.
static void check_effect(Values *values, const Expr *discarded, Pos pos) {
    if (discarded && !has_effect(discarded))
        CXX_DIAG(values->x, w_no_effect, pos ? pos : xe_first_pos(discarded));
    if (discarded) cxx_check_discarded(values->x, discarded);
}

// ---- variables that are not set ----------------------------------------------------------------

// The variable that a glvalue is or is a part of; NULL: another object.
static const Expr *root_of(const Expr *expr) {
    for (;;) {
        switch ((ExprKind)expr->kind) {
        case E_DECLREF: return expr->u.decl && expr->u.decl->kind == D_VAR ? expr : NULL;
        case E_MEMBER: expr = expr->a; break;
        case E_CAST:
            if (expr->cat == VC_PRVALUE) return NULL;
            expr = expr->a;
            break;
        case E_SUBSCRIPT:
        case E_UNARY: // an element of the array, not of what a pointer points to
            if (expr->kind == E_UNARY && expr->op != OP_DEREF) return NULL;
            expr = expr->a;
            if (expr->kind == E_CAST && expr->op == CK_ARRAY_TO_PTR)
                expr = expr->a;
            else if (!ty_is_array(expr->type))
                return NULL;
            break;
        default: return NULL;
        }
    }
}

// What is evaluated on the way to the variable.
static void walk_indices(Values *values, const Expr *access) {
    for (; access && access->kind != E_DECLREF; access = access->a) {
        if (access->kind == E_SUBSCRIPT) walk(values, access->b);
    }
}

// From here on the variable has a value, or somebody may have given it one.
static void set_root(Values *values, const Expr *root) {
    if (values->nunset) map_put(&values->unset, root->u.decl->id, NULL);
}

// A variable of the host, if such uses are checked.
static bool host_variable(const Values *values, const VarDecl *v) {
    enum { DEVICE_MEMORY = CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED };
    if (!values->x->hooks.check_access || v->fn || v->d.cuda & DEVICE_MEMORY) return false;
    return is_any_of(v->storage, STOR_GLOBAL, STOR_STATIC);
}

// A variable in device memory, if what host code does with it is looked at.
static bool device_variable(const Values *values, const VarDecl *v) {
    return values->x->opt.host_rules && values->x->hooks.check_access && cxx_device_storage(&v->d);
}

// Const, or a constant by its declaration.
static bool constant(const VarDecl *v) {
    return xe_quals(v->d.type) & Q_CONST || v->d.flags & DF_CONSTEXPR;
}

// Whether reading `access`, a part of the constant variable var, gives a known value. nvcc does not
// look for elements of arrays at namespace scope.
static bool known_value(Values *values, const Expr *access, VarDecl *var) {
    Cxx *cxx = values->x;
    if (xe_quals(var->d.type) & Q_VOLATILE) return false;
    for (; access->kind != E_DECLREF; access = access->a) {
        ApInt i;
        if (!is_any_of(access->kind, E_SUBSCRIPT, E_UNARY)) continue;
        if (!(var->d.flags & DF_MEMBER)) return false;
        if (access->kind == E_SUBSCRIPT && !cxx_const_int(cxx, access->b, &i, false)) return false;
    }
    if (ty_is_arith(var->d.type) || var->d.type->kind == TY_ENUM)
        return cxx_var_fold(cxx, var) != NULL;
    if (cxx_var_const(cxx, var)) return true;
    cxx_var_init(cxx, var);
    const ConstVal *c = var->init ? cxx_const_eval_init(cxx, var, var->init, false) : NULL;
    if (!c || var->d.type->kind == TY_CLASS) return c != NULL;
    return c->kind == CV_LVALUE && !c->u.lv.base && !c->u.lv.expr_base; // a null pointer
}

// A use of a host variable by device code, or of a device variable by host code: told to the CUDA
// hook, but a constant's value may be used.
static void host_access(Values *values, const Expr *access, const Expr *root, VarAccess how) {
    VarDecl *v = (VarDecl *)root->u.decl;
    if (device_variable(values, v)) {
        bool value = constant(v) && how == ACCESS_READ && known_value(values, access, v);
        if (!value) values->x->hooks.check_access(values->p, v, root->pos, how);
        return;
    }
    if (!host_variable(values, v)) return;
    if (!constant(v)) {
        values->x->hooks.check_access(values->p, v, root->pos, how);
    } else if (how != ACCESS_READ || !known_value(values, access, v)) {
        Escape s = {v, root->pos};
        vec_push(&values->x->ctx->scratch, &values->escapes, s);
    }
}

// `source`, a glvalue, is read; from then on its variable is not asked for again.
static void read_value(Values *values, const Expr *source) {
    if (source->kind == E_COND && source->a && source->b && source->c) {
        walk(values, source->a);
        read_value(values, source->b);
        read_value(values, source->c);
        return;
    }
    const Expr *root = root_of(source);
    if (!root) {
        walk(values, source);
        return;
    }
    walk_indices(values, source);
    host_access(values, source, root, ACCESS_READ);
    if (!values->nunset) return;
    uintptr_t at = (uintptr_t)map_get(&values->unset, root->u.decl->id);
    if (!at) return;
    bool empty = root->type->kind == TY_CLASS && root->type->u.cls->layout.empty;
    if (at == values->loop + 1 && !empty)
        CXX_DIAG(values->x, w_used_unset, root->pos, root->u.decl->name);
    set_root(values, root);
}

// `target`, a glvalue, is assigned to.
static void set_value(Values *values, const Expr *target) {
    const Expr *root = root_of(target);
    if (!root) {
        walk(values, target);
        return;
    }
    walk_indices(values, target);
    host_access(values, target, root, ACCESS_WRITE);
    set_root(values, root);
}

// A named object of the function's frame, no capture.
static bool is_plain_local(const VarDecl *var) {
    enum { ELSEWHERE = CU_SHARED | CU_CONSTANT | CU_DEVICE | CU_MANAGED };
    if (!var->d.name || var->storage != STOR_AUTO || var->capture_of) return false;
    if (var->d.flags & (DF_INVALID | DF_STATIC | DF_EXTERN)) return false;
    return !(var->d.cuda & ELSEWHERE);
}

// Automatic, written without an initialiser, of a type whose objects begin with no value.
static bool begins_unset(Cxx *cxx, const VarDecl *var) {
    Type *type = var->d.type;
    if (!is_plain_local(var) || var->init || var->init_style != INIT_NONE) return false;
    if (ty_is_ref(type) || ty_dependent(type) || xe_quals(type) & Q_VOLATILE) return false;
    while (ty_is_array(type)) type = type->u.array.elem;
    if (type->kind != TY_CLASS) return ty_is_scalar(type);
    cxx_class_specials(cxx, type->u.cls);
    return type->u.cls->special.trivial_default && !type->u.cls->closure.is;
}

// The called function, constructor or destructor is told to the CUDA hook.
static void check_call(Values *values, Decl *callee, Pos pos) {
    if (!values->x->opt.host_rules || !values->x->hooks.check_body_call) return;
    if (decl_is(callee, D_FUNC))
        values->x->hooks.check_body_call(values->p, (FuncDecl *)callee, pos);
}

// The end of an object is a call too.
static void check_dtor(Values *values, Type *ended, Pos pos) {
    if (!values->x->opt.host_rules) return;
    while (ty_is_array(ended)) ended = ended->u.array.elem;
    if (ended->kind == TY_CLASS) check_call(values, (Decl *)cxx_find_dtor(values->x, ended), pos);
}

// A declaration: a variable that its own initialiser names has no value there.
static void walk_var(Values *values, VarDecl *var) {
    bool looked_into = var->init && !(var->d.flags & DF_CONSTEXPR);
    bool own_init =
        looked_into && var->storage == STOR_AUTO && ty_is_scalar(var->d.type) && var->d.name;
    if (own_init || begins_unset(values->x, var)) {
        map_put(&values->unset, var->d.id, (void *)(uintptr_t)(values->loop + 1));
        values->nunset++;
    }
    if (var->d.cuda && values->x->hooks.check_local) values->x->hooks.check_local(values->p, var);
    check_dtor(values, var->d.type, var->d.pos);
    if (!looked_into) return;
    walk(values, var->init);
    if (own_init) map_put(&values->unset, var->d.id, NULL);
}

// ---- the walk ----------------------------------------------------------------------------------

// An implicit assignment of a class object, as its bytes are.
static bool assigns_trivially(const Expr *expr) {
    if (expr->kind != E_CALL || expr->n != 2 || !decl_is(expr->u.decl, D_FUNC)) return false;
    const FuncDecl *f = (const FuncDecl *)expr->u.decl;
    return f->op == OP_ASSIGN && f->is_implicit && f->cls && f->cls->special.trivial_copy_assign;
}

// The right operand is evaluated first [expr.ass]/1.
static void walk_assign(Values *values, const Expr *assignment) {
    walk(values, assignment->b);
    if (assignment->op != OP_ASSIGN) read_value(values, assignment->a);
    set_value(values, assignment->a);
}

// A literal, or arithmetic on literals (constants are literals by now).
static bool known_int(Values *values, const Expr *number, ApInt *v) {
    const Expr *leaf = number;
    while (is_any_of(leaf->kind, E_CAST, E_UNARY, E_BINARY)) leaf = leaf->a;
    if (leaf->kind != E_INT || xe_vdep(number) || !xe_integral_or_enum(ty_unqual(number->type)))
        return false;
    return cxx_const_int(values->x, (Expr *)number, v, false);
}

// `if (x = 1)`.
static void check_condition(Values *values, const Expr *condition) {
    ApInt v;
    while (condition->kind == E_CLEANUPS || xe_implicit_cast(condition)) condition = condition->a;
    if (condition->kind == E_ASSIGN && condition->op == OP_ASSIGN &&
        known_int(values, condition->b, &v))
        CXX_DIAG(values->x, w_assigned_condition, condition->pos);
}

// A call whose value is known uses nothing. (What a const object of class type is known to hold
// nvcc uses too where it is no constant expression.)
static bool folds(Values *values, const Expr *call, uint32_t from) {
    if (!is_any_of(call->kind, E_CALL, E_CONSTRUCT)) return false;
    const Decl *d = call->u.decl;
    if (!d || !(d->flags & (DF_CONSTEXPR | DF_CONSTEVAL))) return false;
    bool objects = true;
    for (uint32_t i = from; i < values->escapes.n; i++) {
        const Decl *v = &values->escapes.at[i].var->d;
        objects &= v->type->kind == TY_CLASS && !(v->flags & DF_CONSTEXPR);
    }
    return objects || cxx_const_eval(values->x, (Expr *)call, false);
}

// All operands, in their order. A comma's left one is not used, and what a constant call named is
// not used either.
static void walk_parts(Values *values, const Expr *whole) {
    uint32_t escapes = values->escapes.n;
    bool comma = whole->kind == E_BINARY && whole->op == OP_COMMA;
    if (comma && !(whole->flags & EF_IMPLICIT)) check_effect(values, whole->a, 0);
    for (uint32_t i = comma && root_of(whole->a); i < xe_noperands(whole); i++) {
        const Expr *part = xe_operand(whole, i);
        if (part) walk(values, part);
    }
    if (values->escapes.n > escapes && folds(values, whole, escapes)) values->escapes.n = escapes;
}

// The value is not asked for: an object that is only named, perhaps behind others, is not used.
static void walk_discarded(Values *values, const Expr *discarded) {
    while (xe_is(discarded, E_BINARY, OP_COMMA) && discarded->flags & EF_IMPLICIT) {
        if (!root_of(discarded->a)) walk(values, discarded->a);
        discarded = discarded->b;
    }
    if (!root_of(discarded)) walk(values, discarded);
}

// `++v` writes what it reads; told of device variables only, as nvcc does.
static void step_device(Values *values, const Expr *operand) {
    const Expr *root = root_of(operand);
    if (root && device_variable(values, (VarDecl *)root->u.decl))
        host_access(values, operand, root, ACCESS_WRITE);
}

// Evaluates for its uses: a variable whose address is taken may be set by whoever has it.
static void walk(Values *values, const Expr *evaluated) {
    switch ((ExprKind)evaluated->kind) {
    case E_INT:
    case E_FLOAT:
    case E_STRING:
    case E_CONST: return;
    case E_DECLREF: // its address goes where it may be set
        if (!decl_is(evaluated->u.decl, D_VAR)) return;
        host_access(values, evaluated, evaluated, ACCESS_ADDRESS);
        set_root(values, evaluated);
        return;
    case E_CAST:
        if (evaluated->op == CK_LVAL_TO_RVAL)
            read_value(values, evaluated->a);
        else if (evaluated->op == CK_VOID)
            walk_discarded(values, evaluated->a);
        else
            walk(values, evaluated->a);
        return;
    case E_ASSIGN: walk_assign(values, evaluated); return;
    case E_UNARY:
        if (is_step(evaluated->op)) {
            read_value(values, evaluated->a);
            step_device(values, evaluated->a);
            return;
        }
        break;
    case E_CONSTRUCT:
        check_call(values, evaluated->u.decl, evaluated->pos);
        if (copies_trivially(evaluated)) {
            read_value(values, evaluated->arg[0]);
            return;
        }
        break;
    case E_CALL:
        check_call(values, evaluated->u.decl, evaluated->pos);
        xe_check_format(values->p, evaluated);
        if (assigns_trivially(evaluated)) {
            read_value(values, evaluated->arg[1]);
            set_value(values, evaluated->arg[0]);
            return;
        }
        break;
    case E_DELETE: check_dtor(values, evaluated->u.alloc.type, evaluated->pos); break;
    case E_STMT: walk_stmt(values, evaluated->u.stmt, true); return;
    default: break;
    }
    walk_parts(values, evaluated);
}

// Outputs are set, with "+" read before.
static void walk_asm(Values *values, const AsmData *statement) {
    for (uint32_t i = 0; i < statement->nout; i++) {
        if (statement->out[i].constraint[0] == '+') read_value(values, statement->out[i].e);
        set_value(values, statement->out[i].e);
    }
    for (uint32_t i = 0; i < statement->nin; i++) {
        // of "C" the text is used, not the array (irgen/asm.c)
        if (statement->in[i].constraint[0] != 'C') walk(values, statement->in[i].e);
    }
}

// What stands in the loop may run again behind itself: one level deeper. The condition of a do
// statement stands behind the body.
static void walk_loop(Values *values, const Stmt *loop) {
    bool last = loop->kind == S_DO;
    if (loop->init) walk_stmt(values, loop->init, false);
    if (loop->e) check_condition(values, loop->e);
    if (loop->e && !last) walk(values, loop->e);
    values->loop++;
    if (loop->kind == S_FOR && loop->inc) {
        check_effect(values, loop->inc, 0);
        walk(values, loop->inc);
    }
    if (loop->body) walk_stmt(values, loop->body, false);
    values->loop--;
    if (loop->e && last) walk(values, loop->e);
}

// The range is evaluated once, in front of the loop.
static void walk_range_for(Values *values, const Stmt *loop) {
    if (loop->init) walk_stmt(values, loop->init, false);
    if (loop->u.range && loop->u.range->range && loop->u.range->range->init)
        walk(values, loop->u.range->range->init);
    values->loop++;
    if (loop->body) walk_stmt(values, loop->body, false);
    values->loop--;
}

// keeps_value: of a statement expression, whose last expression is its value.
static void walk_list(Values *values, const Stmt *block, bool keeps_value) {
    for (uint32_t i = 0; i < block->u.list.n; i++) {
        const Stmt *c = block->u.list.at[i];
        if (keeps_value && i + 1 == block->u.list.n && c->kind == S_EXPR && c->e)
            read_value(values, c->e);
        else
            walk_stmt(values, c, false);
    }
}

// Behind a label everything may have been set.
static void walk_stmt(Values *values, const Stmt *walked, bool keeps_value) {
    switch ((StmtKind)walked->kind) {
    case S_COMPOUND: walk_list(values, walked, keeps_value); return;
    case S_EXPR:
        if (xe_lost(walked->e)) return;
        check_effect(values, walked->e, walked->pos);
        walk_discarded(values, walked->e);
        return;
    case S_DECL:
        for (uint32_t i = 0; i < walked->u.decl.n; i++) walk_var(values, walked->u.decl.var[i]);
        return;
    case S_WHILE:
    case S_DO:
    case S_FOR: walk_loop(values, walked); return;
    case S_RANGE_FOR: walk_range_for(values, walked); return;
    case S_ASM: walk_asm(values, walked->u.asm_); return;
    case S_LABEL:
        map_init(&values->unset, &values->x->ctx->scratch);
        values->nunset = 0;
        break;
    case S_ERROR: return;
    default: break;
    }
    if (walked->init) walk_stmt(values, walked->init, false);
    if (walked->kind == S_IF && walked->e) check_condition(values, walked->e);
    if (!xe_lost(walked->e)) walk(values, walked->e);
    if (walked->body) walk_stmt(values, walked->body, false);
    if (walked->els) walk_stmt(values, walked->els, false);
}

// The members' initialisers of a host constructor, for the hooks. (Of bases nvcc says nothing.)
static void walk_inits(Values *values, const FuncDecl *func) {
    for (uint32_t i = 0; i < func->body.ninit; i++) {
        const MemInit *init = &func->body.inits[i];
        if (init->field && !xe_lost(init->init)) walk(values, init->init);
    }
}

void xe_warn_values(Parse *parse, const FuncDecl *func, const Stmt *body) {
    Values w = {.p = parse, .x = parse->x};
    ArenaMark mark = arena_mark(&parse->x->ctx->scratch);
    map_init(&w.unset, &parse->x->ctx->scratch);
    if (diag_silent(parse->x->ctx)) walk_inits(&w, func);
    walk_stmt(&w, body, false);
    for (uint32_t i = 0; i < w.escapes.n; i++)
        parse->x->hooks.check_access(parse, w.escapes.at[i].var, w.escapes.at[i].pos, ACCESS_CONST);
    arena_reset(&parse->x->ctx->scratch, mark);
}
