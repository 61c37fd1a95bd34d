// SPDX-License-Identifier: Apache-2.0
// What the verifier says of IR that no text can have: each case reads a good module, breaks one
// thing in it and looks for the rule's words among the errors.
#include "ir/ir.h"
#include "unit.h"

static const char text[] =
    "@g = global i32 1\n"
    "declare void @two(i32, i32)\n"
    "declare void @attr(i32 zeroext)\n"
    "declare void @none()\n"
    "define i32 @other(i32 %y) {\n"
    "  %twice = add i32 %y, %y\n"
    "  ret i32 %twice\n"
    "}\n"
    "define void @far(ptr %p) {\n"
    "  indirectbr ptr %p, [label %a]\n"
    "a:\n"
    "  ret void\n"
    "}\n"
    "define i32 @f(i32 %x, i1 %c, ptr %p, <2 x i32> %v, { i32, i8 } %s) {\n"
    "  %add = add i32 %x, 1\n"
    "  %user = sub i32 %add, %x\n"
    "  %neg = fneg float 1.0\n"
    "  %cast = zext i32 %x to i64\n"
    "  %cmp = icmp eq i32 %x, 1\n"
    "  %load = load i32, ptr %p, align 4\n"
    "  store i32 %x, ptr @g, align 4\n"
    "  %gep = getelementptr { i8, [2 x i8] }, ptr %p, i32 0, i32 1\n"
    "  %swap = cmpxchg ptr %p, i32 1, i32 2 monotonic monotonic\n"
    "  %part = extractvalue { i32, i8 } %s, 0\n"
    "  %elem = extractelement <2 x i32> %v, i32 0\n"
    "  call void @two(i32 %x, i32 1)\n"
    "  %call = call i32 @other(i32 %x)\n"
    "  br i1 %c, label %a, label %b\n"
    "a:\n"
    "  br label %b\n"
    "b:\n"
    "  %phi = phi i32 [ 1, %0 ], [ %add, %a ]\n"
    "  ret i32 %phi\n"
    "}\n";

// A good module, with what the cases break.
typedef struct {
    Ctx ctx;
    IrModule *m;
    IrFunc *f, *other;
    IrBlock *a; // of f
    IrValue *x; // %x of f
    IrGlobal *g;
} Good;

static IrGlobal *global(Good *t, const char *name) {
    return ir_find(t->m, atom_cstr(&t->ctx, name));
}

static IrFunc *func(Good *t, const char *name) {
    return (IrFunc *)global(t, name);
}

static IrInst *named(Good *t, const char *name) {
    Atom a = atom_cstr(&t->ctx, name);
    IR_FOREACH_INST(i, t->f->first) {
        if (i->v.name == a) return i;
    }
    return t->f->last->first; // the phi
}

static IrInst *of_op(Good *t, IrOp op) { // the first of f's entry
    IrInst *i = t->f->first->first;
    while (i->v.op != op) i = i->next;
    return i;
}

static IrValue *number(Good *t, IrType *ty, uint64_t n) {
    return &ir_int(ty, n)->v;
}

// clang-format off
#define BREAK(name) static void name(Good *t)
BREAK(wrong_binary) { named(t, "add")->v.type = t->m->ty_i64; }
BREAK(wrong_cast) { ir_add_op(named(t, "cast"), t->x); }
BREAK(wrong_cmp) { named(t, "cmp")->v.type = t->m->ty_i8; }
BREAK(branch_to_argument) { ir_set_op(t->a->last, 0, t->x); }
BREAK(branch_to_nothing) { ir_set_op(t->a->last, 0, NULL); }
BREAK(branch_out) { ir_set_op(t->a->last, 0, &t->other->first->v); }
BREAK(indirect_to_argument) { ir_set_op(func(t, "far")->first->last, 1, &func(t, "far")->arg[0]->v); }
BREAK(load_align) { named(t, "load")->align = 3; }
BREAK(store_align) { of_op(t, IR_STORE)->align = 0; }
BREAK(gep_base) { ir_set_op(named(t, "gep"), 0, t->x); }
BREAK(gep_source) { named(t, "gep")->aty = t->m->ty_void; }
BREAK(gep_variable) { ir_set_op(named(t, "gep"), 2, t->x); }
BREAK(gep_range) { ir_set_op(named(t, "gep"), 2, number(t, t->m->ty_i32, 7)); }
BREAK(gep_scalar) { named(t, "gep")->aty = t->m->ty_i8; }
BREAK(gep_result) { named(t, "gep")->v.type = t->m->ty_i32; }
BREAK(swap_result) { named(t, "swap")->v.type = t->m->ty_i32; }
BREAK(phi_odd) { ir_add_op(named(t, "phi"), &named(t, "add")->v); }
BREAK(phi_type) { ir_set_op(named(t, "phi"), 0, number(t, t->m->ty_i64, 1)); }
BREAK(phi_block) { ir_set_op(named(t, "phi"), 3, t->x); }
BREAK(phi_block_out) { ir_set_op(named(t, "phi"), 3, &t->other->first->v); }
BREAK(call_type) { named(t, "call")->aty = t->m->ty_i32; }
BREAK(call_number) { ir_set_op(named(t, "call"), 1, t->x); }
BREAK(call_short) { named(t, "call")->aty = func(t, "two")->g.vty; }
BREAK(call_argument) { ir_set_op(named(t, "call"), 0, number(t, t->m->ty_i64, 1)); }
BREAK(call_result) { named(t, "call")->v.type = t->m->ty_i64; }
BREAK(part_type) { named(t, "part")->v.type = t->m->ty_i8; }
BREAK(elem_scalar) { ir_set_op(named(t, "elem"), 0, t->x); }
BREAK(neg_type) { ir_set_op(named(t, "neg"), 0, t->x); }
BREAK(unlinked) { ir_unlink(named(t, "add")); }
BREAK(out_of_function) { ir_set_op(named(t, "add"), 0, &t->other->first->first->v); }
BREAK(no_operand) { ir_set_op(named(t, "user"), 0, NULL); }
BREAK(wrong_user) { named(t, "user")->op[0].user = named(t, "cmp"); }
BREAK(no_use) { named(t, "user")->op[0].prevp = NULL; }
BREAK(wrong_argument) { ir_set_op(named(t, "add"), 0, &t->other->arg[0]->v); }
BREAK(removed_global) { ir_global_remove(t->g); }
BREAK(removed_callee) { ir_global_remove(global(t, "two")); }
BREAK(big_id) { named(t, "cast")->v.id = 1000000; }
BREAK(wrong_flag) { named(t, "add")->v.flags = IR_EXACT; }
BREAK(void_value) { ir_set_op(named(t, "call"), 0, &of_op(t, IR_CALL)->v); }
BREAK(list_back) { named(t, "cast")->prev = NULL; }
BREAK(list_block) { named(t, "cast")->block = t->a; }
BREAK(two_terminators) { ir_insert_before(ir_inst_clone(t->f, t->a->last), t->a->last); }
BREAK(no_terminator) { ir_erase(t->f->last->last); }
BREAK(init_type) { t->g->init = ir_int(t->m->ty_i64, 1); }
BREAK(no_init) { t->g->init = NULL, t->g->linkage = IR_INTERNAL; }
BREAK(attribute_behind) { func(t, "none")->attrs = func(t, "attr")->attrs; }
#undef BREAK

static const struct {
    void (*breaks)(Good *t);
    const char *says;
} cases[] = {
    {wrong_binary, "operand types differ"},
    {wrong_cast, "one operand expected"},
    {wrong_cmp, "result is not i1"},
    {branch_to_argument, "block expected"},
    {branch_to_nothing, "block expected"},
    {branch_out, "block of another function"},
    {indirect_to_argument, "block expected"},
    {load_align, "loads a type without size, or bad alignment"},
    {store_align, "stores a type without size, or bad alignment"},
    {gep_base, "base is no pointer"},
    {gep_source, "source type has no size"},
    {gep_variable, "struct index is no constant"},
    {gep_range, "struct index out of range"},
    {gep_scalar, "index into a scalar"},
    {gep_result, "result type is wrong"},
    {swap_result, "bad result type of cmpxchg"},
    {phi_odd, "bad phi:"},
    {phi_type, "bad phi entry"},
    {phi_block, "bad phi entry"},
    {phi_block_out, "block of another function"},
    {call_type, "bad call"},
    {call_number, "called value is no address"},
    {call_short, "wrong number of arguments"},
    {call_argument, "argument 0 has a wrong type"},
    {call_result, "result type is wrong"},
    {part_type, "member type differs"},
    {elem_scalar, "vector expected"},
    {neg_type, "operand type differs"},
    {unlinked, "operand is not in the function"},
    {out_of_function, "operand is not in the function"},
    {no_operand, "operand 0 is missing"},
    {wrong_user, "operand 0 belongs to another user"},
    {no_use, "use list of operand 0 is broken"},
    {wrong_argument, "argument of another function"},
    {removed_global, "operand 1 is a global that is not in the module"},
    {removed_callee, "operand 2 is a global that is not in the module"},
    {big_id, "id out of range"},
    {wrong_flag, "flag that the instruction cannot have"},
    {void_value, "use of a void value"},
    {list_back, "list of block is broken"},
    {list_block, "list of block is broken"},
    {two_terminators, "terminator in the middle of a block"},
    {no_terminator, "has no terminator"},
    {init_type, "initialiser has another type"},
    {no_init, "a declaration must be external"},
    {attribute_behind, "attribute after last parameter"},
};
// clang-format on

// Whether the errors of the module hold the words; NULL: whether there is none.
static bool verify(Good *t, const char *says) {
    IrVerifyResult r = {.arena = &t->ctx.perm};
    bool good = ir_verify_module(t->m, &r), found = false;
    for (uint32_t k = 0; says && k < r.error.n; k++) {
        found = found || strstr(r.error.at[k], says) != NULL;
    }
    if (says && !found) {
        fprintf(stderr, "expected: %s\n", says);
        for (uint32_t k = 0; k < r.error.n; k++) fprintf(stderr, "got: %s\n", r.error.at[k]);
    }
    return says ? !good && found : good && !r.error.n;
}

static void check_case(void (*breaks)(Good *t), const char *says) {
    Good t;
    ctx_init(&t.ctx);
    t.m = ir_parse(&t.ctx, "t", text, sizeof text - 1);
    CHECK(t.m != NULL);
    if (t.m) {
        t.f = func(&t, "f");
        t.other = func(&t, "other");
        t.a = t.f->first->next;
        t.x = &t.f->arg[0]->v;
        t.g = global(&t, "g");
        if (breaks) breaks(&t);
        CHECK(verify(&t, says));
        ir_module_free(t.m);
    }
    ctx_free(&t.ctx);
}

int main(void) {
    check_case(NULL, NULL);
    for (size_t i = 0; i < CU_COUNT(cases); i++) check_case(cases[i].breaks, cases[i].says);
    return UNIT_END();
}
