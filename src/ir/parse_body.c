// SPDX-License-Identifier: Apache-2.0
// The reader's function bodies: blocks, statements, debug records, use-list orders.
#include "ir/parse_int.h"

// ---- statements ----

static bool attachments(Parser *p, IrInst *i) {
    IrMd *dbg = NULL;
    IrMdAttach *list = NULL;
    while (pa_eat(p, ',')) {
        if (p->tok.kind != T_META) return pa_fail(p, "metadata attachment expected");
        if (!pa_attachment(p, &dbg, p->fn->arena, &list)) return false;
    }
    if (i) {
        i->dbg = dbg;
        i->md = list;
    }
    return true;
}

static uint16_t tail_word(Parser *p) {
    if (pa_eat_word(p, "tail")) return IR_TAIL;
    if (pa_eat_word(p, "musttail")) return IR_MUSTTAIL;
    return pa_eat_word(p, "notail") ? IR_NOTAIL : 0;
}

typedef struct {
    Atom name;
    bool named, numbered;
    uint32_t no;
    const char *at;
} Result;

static bool name_result(Parser *p, const Result *r, IrInst *i) {
    uint32_t no = r->no;
    if (i->v.type->kind == IR_TY_VOID) {
        return (!r->named && !r->numbered) ||
               pa_fail_at(p, r->at, "instruction has no value to name");
    }
    if (!r->named) {
        if (r->numbered && no < p->next_no) {
            return pa_fail_at(p, r->at, "instruction expected to be numbered %%%u or greater",
                              p->next_no);
        }
        if (!r->numbered) no = p->next_no;
        p->next_no = no + 1;
    }
    return pa_define_local(p, r->name, !r->named, no, &i->v);
}

static bool statement(Parser *p) {
    Result r = {.at = p->tok_at};
    if (p->tok.kind == T_LOCAL || p->tok.kind == T_LOCALNO) {
        r.named = p->tok.kind == T_LOCAL;
        r.numbered = !r.named;
        r.no = p->tok.num;
        if (r.named) r.name = pa_name(p);
        pa_next(p);
        if (!pa_expect(p, '=')) return false;
    }
    int op = pa_word_in(p, &p->ops);
    p->tail = 0;
    if (op < 0) {
        p->tail = tail_word(p);
        op = pa_is_word(p, "ptrtoaddr") ? IR_PTRTOINT : pa_word_in(p, &p->ops);
        if (op < 0) return pa_fail(p, "expected instruction opcode");
        if (p->tail && op != IR_CALL) return pa_fail(p, "'call' expected");
    }
    pa_next(p);
    IrInst *i = pa_inst_fn((IrOp)op)(p, (IrOp)op);
    if (p->failed || !attachments(p, i)) return false;
    if (!i) return true; // dropped
    i->v.flags |= p->tail;
    return name_result(p, &r, i);
}

// ---- blocks ----

static bool is_number(const Tok *t) {
    for (uint32_t i = 0; i < t->n; i++) {
        if (t->s[i] < '0' || t->s[i] > '9') return false;
    }
    return t->n > 0 && t->n < 10 && t->s[-1] != '"';
}

static bool begin_block(Parser *p) {
    Atom name = 0;
    bool numbered = true;
    uint32_t no = p->next_no;
    if (p->tok.kind == T_LABEL) {
        if (is_number(&p->tok)) {
            no = 0;
            for (uint32_t i = 0; i < p->tok.n; i++) no = no * 10 + (uint32_t)(p->tok.s[i] - '0');
            if (no < p->next_no) {
                return pa_fail(p, "label expected to be numbered %u or greater", p->next_no);
            }
        } else {
            name = pa_name(p);
            numbered = false;
        }
        pa_next(p);
    }
    if (numbered) p->next_no = no + 1;
    void **slot = numbered ? map_slot(&p->local_no, (uint64_t)no + 1) : map_slot(&p->local, name);
    IrBlock *bb;
    if (*slot) { // referred to before
        IrValue *v = *slot;
        if (v->kind != IR_V_BLOCK || !map_get(&p->fwd, (uintptr_t)v)) {
            return pa_fail(p, "block defined twice, or its name is another value's");
        }
        map_put(&p->fwd, (uintptr_t)v, NULL);
        bb = (IrBlock *)v;
    } else {
        bb = ir_block_new(p->fn, name);
        *slot = &bb->v;
    }
    ir_block_move_after(bb, p->last_block);
    p->last_block = bb;
    ir_at_end(&p->b, bb);
    return true;
}

static bool undefined_names(Parser *p) {
    const char *first = NULL;
    MAP_FOREACH (e, &p->fwd) {
        const char *at = e->val;
        if (at && (!first || at < first)) first = at;
    }
    return !first || pa_fail_at(p, first, "name is not defined");
}

// ---- debug records ----

// A metadata node written with its '!'.
static bool record_node(Parser *p) {
    bool node = p->tok.kind == T_METANO || p->tok.kind == T_META || pa_is(p, '!');
    if (!node) return pa_fail(p, "metadata node expected");
    IrMd *d = pa_md(p);
    return !p->failed && (!d || d->kind != IR_MD_STRING || pa_fail(p, "metadata node expected"));
}

// #dbg_value(value, !variable, !expression, !location): read and dropped, variables are not kept.
static bool debug_record(Parser *p) { // behind '#'
    static const char *const kinds[] = {"dbg_value", "dbg_declare", "dbg_assign", "dbg_label",
                                        "dbg_declare_value"};
    int k = pa_word_of(p, CU_COUNT(kinds), kinds);
    if (k < 0) return pa_fail(p, "kind of debug record expected");
    p->dbg_records = true;
    if (p->dbg_calls) return pa_fail(p, "debug record in a module with debug intrinsics");
    if (!pa_expect(p, '(')) return false;
    p->local_md_ok = true;
    uint32_t nodes = k == 2 ? 2 : k == 3 ? 2 : 3;
    if (k != 3) { // the value, then nodes
        pa_md(p);
        if (p->failed || !pa_expect(p, ',')) return false;
    }
    if (k == 2) { // variable, expression, id, then the address
        for (uint32_t i = 0; i < 3; i++) {
            if (!record_node(p) || !pa_expect(p, ',')) return false;
        }
        pa_md(p);
        if (p->failed || !pa_expect(p, ',')) return false;
    }
    for (uint32_t i = 0; i < nodes; i++) {
        if (!record_node(p) || (i + 1 < nodes && !pa_expect(p, ','))) return false;
    }
    p->local_md_ok = false;
    return pa_expect(p, ')');
}

// ---- use-list orders ----

static bool order_indexes(Parser *p,
                          const IrValue *of) { // { 1, 0 }: a permutation that changes something
    VEC(uint32_t) v = {0};
    uint64_t sum = 0;
    uint32_t max = 0;
    bool sorted = true;
    if (!pa_expect(p, '{')) return false;
    if (pa_is(p, '}')) return pa_fail(p, "non-empty list of use-list indexes expected");
    const char *at = p->tok_at;
    do {
        uint32_t x;
        if (!pa_u32(p, &x)) return false;
        sorted = sorted && x == v.n;
        sum += x;
        max = CU_MAX(max, x);
        vec_push(&p->tmp, &v, x);
    } while (pa_eat(p, ','));
    uint8_t *seen = arena_array(&p->tmp, uint8_t, v.n);
    bool distinct = max < v.n;
    for (uint32_t i = 0; distinct && i < v.n; i++) distinct = !seen[v.at[i]]++;
    if (v.n < 2) return pa_fail_at(p, at, "at least two use-list indexes expected");
    if (!distinct || sum != (uint64_t)v.n * (v.n - 1) / 2) {
        return pa_fail_at(p, at, "use-list indexes must be distinct and in range");
    }
    uint32_t uses = 0;
    if (of && of->kind <= IR_V_INST) {
        IR_FOREACH_USE(u, of) uses += of->kind != IR_V_BLOCK || u->user->v.op != IR_PHI;
        if (uses != v.n)
            return pa_fail_at(p, at, "wrong number of indexes, the value has %u uses", uses);
    }
    if (sorted) return pa_fail_at(p, at, "use-list indexes must change the order");
    return pa_expect(p, '}');
}

static bool block_named(const IrFunc *f, Atom name) {
    IR_FOREACH_BLOCK(bb, f) {
        if (bb->v.name == name) return true;
    }
    return false;
}

static bool order_of_block(Parser *p) { // @f, %bb,
    if (p->tok.kind != T_GLOBAL && p->tok.kind != T_GLOBALNO) {
        return pa_fail(p, "name of a function expected");
    }
    IrGlobal *g = p->tok.kind == T_GLOBAL ? map_get(&p->globals, pa_name(p))
                                          : map_get(&p->global_no, (uint64_t)p->tok.num + 1);
    if (!g || g->v.kind != IR_C_FUNC || !((IrFunc *)g)->first) {
        return pa_fail(p, "uselistorder_bb needs a function with a body");
    }
    pa_next(p);
    if (!pa_expect(p, ',')) return false;
    if (p->tok.kind != T_LOCAL || !block_named((IrFunc *)g, pa_name(p))) {
        return pa_fail(p, "name of a block of the function expected");
    }
    pa_next(p);
    return pa_expect(p, ',');
}

bool pa_uselistorder(Parser *p) { // uselistorder i32 %x, { 1, 0 }; the order itself is not kept
    bool bb = pa_is_word(p, "uselistorder_bb");
    const IrValue *of = NULL;
    pa_next(p);
    if (bb) {
        if (p->fn) return pa_fail(p, "uselistorder_bb stands outside of functions");
        if (!order_of_block(p)) return false;
    } else {
        of = pa_typed(p);
        if (!of || !pa_expect(p, ',')) return false;
    }
    return order_indexes(p, of);
}

// ---- bodies ----

bool pa_body(Parser *p) { // behind '{'; takes the '}'
    bool open = false, record = false;
    p->b = ir_builder(p->fn, NULL);
    p->last_block = NULL;
    while (!pa_is(p, '}') || !p->last_block) {
        if (p->tok.kind == T_EOF) return pa_fail(p, "'}' expected");
        if (pa_is_word(p, "uselistorder") && p->last_block && !open) break;
        if (!open || p->tok.kind == T_LABEL) {
            if (open) return pa_fail(p, "block before has no terminator");
            if (!begin_block(p)) return false;
            open = true;
            continue;
        }
        record = pa_eat(p, '#');
        if (record ? !debug_record(p) : !statement(p)) return false;
        open = !ir_term(p->last_block);
    }
    while (pa_is_word(p, "uselistorder")) {
        if (!pa_uselistorder(p)) return false;
    }
    if (open) return pa_fail(p, "block has no terminator");
    if (!pa_expect(p, '}') || !undefined_names(p)) return false;
    // forward references made blocks early: number them in the order of the text
    ir_func_renumber(p->fn);
    return true;
}
