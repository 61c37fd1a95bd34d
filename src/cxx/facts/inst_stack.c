// SPDX-License-Identifier: Apache-2.0
// The stack of instantiations: why code is being elaborated. It bounds the depth of instances in
// each other, keeps for each instance the reason of its first use, and unwinds behind a limit's
// error.
#include "cxx/facts/diag.h"
#include "cxx/facts/facts.h"
#include "cxx/facts/state.h"

// Says that instantiations nest too deep; false.
bool cxx_too_deep(Cxx *cxx, Pos pos) {
    cxx_inst_unwind(cxx);
    return CXX_DIAG(cxx, d_nesting_too_deep, pos);
}

bool cxx_deeper(Parse *parse, Pos pos) {
    const Ctx *ctx = parse->x->ctx;
    bool fits = ++parse->depth <= ctx->max_nesting && cu_stack_left(ctx);
    return fits || cxx_too_deep(parse->x, pos);
}

void cxx_inst_unwind(Cxx *cxx) {
    cxx->inst_unwinding = cxx->inst_depth > 0;
}

bool cxx_inst_refused(Cxx *cxx) {
    return cxx->inst_unwinding && diag_error_count(cxx->ctx) && !diag_trapped(cxx->ctx);
}

bool tm_limit(Cxx *cxx, Pos pos) {
    cxx_inst_unwind(cxx);
    if (cxx->inst_limit_hit) return CXX_DIAG(cxx, tmpl_depth_again, pos);
    cxx->inst_limit_hit = true;
    HardCtx h;
    tm_hard_begin(cxx, &h);
    CXX_DIAG(cxx, tmpl_depth, pos);
    tm_hard_end(cxx, &h);
    return false;
}

// Puts the frame on the stack; false beyond the limit, or while the stack unwinds after it.
static bool push(Cxx *cxx, struct InstFrame *inst_frame, struct InstFrame *outer) {
    uint32_t limit = cxx->opt.max_template_depth ? cxx->opt.max_template_depth : 1024;
    inst_frame->depth = outer ? outer->depth + 1 : 1;
    if (cxx_inst_refused(cxx)) return false;
    if (cxx->inst_unwinding) return CXX_DIAG(cxx, tmpl_depth_again, inst_frame->pos);
    // deep recursion also ends where the C stack does
    if (inst_frame->depth > limit || (char *)__builtin_frame_address(0) < tm_table(cxx)->stack_low)
        return tm_limit(cxx, inst_frame->pos);
    inst_frame->outer = outer;
    inst_frame->prev = cxx->inst_stack;
    cxx->inst_stack = inst_frame;
    cxx->inst_depth++;
    return true;
}

bool tm_push(Cxx *cxx, struct InstFrame *f, InstKind k, Decl *decl, TmplArgs *args, Pos pos) {
    *f = (struct InstFrame){.kind = (uint8_t)k, .d = decl, .args = args, .pos = pos};
    return push(cxx, f, cxx->inst_stack);
}

void tm_pop(Cxx *cxx) {
    cxx->inst_stack = cxx->inst_stack->prev;
    if (!--cxx->inst_depth) cxx->inst_unwinding = false;
}

// A copy of the stack that outlives it.
static struct InstFrame *keep(Cxx *cxx, struct InstFrame *inst_frame) {
    struct InstFrame *first = NULL, **at = &first;
    for (; inst_frame; inst_frame = inst_frame->outer) {
        if (inst_frame->kept) {
            *at = inst_frame->kept;
            return first;
        }
        struct InstFrame *c = arena_new(tm_arena(cxx), struct InstFrame);
        *c = *inst_frame;
        c->kept = c;
        inst_frame->kept = c;
        *at = c;
        at = &c->outer;
        c->outer = NULL;
    }
    return first;
}

static bool is_var_instance(const VarDecl *v) {
    const Scope *s = cxx_decl_scope(v->d.scope);
    return v->tmpl || (scope_is(s, SC_CLASS) && s->cls->env);
}

void cxx_inst_note(Cxx *cxx, Decl *decl, Pos pos) {
    if (decl->kind == D_FUNC) {
        FuncDecl *f = (FuncDecl *)decl;
        if (f->inst.pos || !(f->inst.tmpl || (f->cls && f->cls->env))) return;
        f->inst.from = keep(cxx, cxx->inst_stack);
        f->inst.pos = pos;
    } else if (decl->kind == D_CLASS) {
        ClassDecl *c = (ClassDecl *)decl;
        if (c->inst.pos || !c->inst.tmpl || c->members.unbound) return;
        c->inst.from = keep(cxx, cxx->inst_stack);
        c->inst.pos = pos;
    } else if (decl->kind == D_VAR) {
        VarDecl *v = (VarDecl *)decl;
        if (v->inst_pos || !is_var_instance(v)) return;
        v->inst_from = keep(cxx, cxx->inst_stack);
        v->inst_pos = pos;
    }
}

bool cxx_inst_push(Cxx *cxx, CxxInst *inst, Decl *decl, Pos pos) {
    *inst = (CxxInst){0};
    cxx_inst_note(cxx, decl, pos);
    struct InstFrame *from = NULL;
    InstKind inst_kind = IF_FUNC_BODY;
    if (decl->kind == D_FUNC) {
        if (!((FuncDecl *)decl)->inst.pos) return true;
        from = ((FuncDecl *)decl)->inst.from;
        pos = ((FuncDecl *)decl)->inst.pos;
    } else if (decl->kind == D_CLASS) {
        if (!((ClassDecl *)decl)->inst.pos) return true;
        from = ((ClassDecl *)decl)->inst.from;
        pos = ((ClassDecl *)decl)->inst.pos;
        inst_kind = IF_CLASS;
    } else if (decl->kind == D_VAR) {
        VarDecl *v = (VarDecl *)decl;
        if (!is_var_instance(v)) return true;
        from = cxx->inst_stack ? cxx->inst_stack : v->inst_from;
        inst_kind = IF_VAR;
    } else {
        return true;
    }
    inst->frame = arena_new(tm_arena(cxx), struct InstFrame);
    *inst->frame = (struct InstFrame){.kind = (uint8_t)inst_kind, .d = decl, .pos = pos};
    return push(cxx, inst->frame, from);
}

void cxx_inst_pop(Cxx *cxx, CxxInst *i) {
    if (i->frame) tm_pop(cxx);
}

void tm_hard_begin(Cxx *cxx, HardCtx *h) {
    diag_trap_push(cxx->ctx, &h->trap);
    h->trap.hard = true;
}

uint32_t tm_hard_end(Cxx *cxx, HardCtx *h) {
    return diag_trap_pop(cxx->ctx, &h->trap);
}

TimerMark cxx_span_begin(Cxx *cxx, const char *kind, const Decl *decl) {
    if (CU_LIKELY(!timer_traces(cxx->ctx))) return (TimerMark){0, 0};
    Buf name;
    buf_init(&name, tm_arena(cxx));
    cxx_print_decl_name(cxx, &name, decl);
    return timer_span_begin(cxx->ctx, kind, buf_cstr(&name));
}
