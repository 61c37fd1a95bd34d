// SPDX-License-Identifier: Apache-2.0
// The reader's function bodies: blocks, statements, debug records, use-list orders.
#include "ir/parse_int.h"

// ---- statements ----

// What stands behind commas after a statement. `owner` is NULL for a dropped one.
static bool attachments(Parser *parser, IrInst *owner) {
    IrMd *dbg = NULL;
    IrMdAttach *list = NULL;
    while (pa_eat(parser, ',')) {
        if (parser->tok.kind != T_META) return pa_fail(parser, "metadata attachment expected");
        if (!pa_attachment(parser, &dbg, parser->fn->arena, &list)) return false;
    }
    if (owner) {
        owner->dbg = dbg;
        owner->md = list;
    } else if (parser->record_kind != IR_NO_RECORD) {
        IrMd **md = parser->record;
        ir_record_read(parser->last_block, NULL, (IrRecordKind)parser->record_kind, md[0], md[1],
                       md[2], dbg);
    }
    return true;
}

// The mark before `call`, 0 for none.
static uint16_t tail_word(Parser *parser) {
    if (pa_eat_word(parser, "tail")) return IR_TAIL;
    if (pa_eat_word(parser, "musttail")) return IR_MUSTTAIL;
    return pa_eat_word(parser, "notail") ? IR_NOTAIL : 0;
}

typedef struct {
    Atom name;
    bool named, numbered;
    uint32_t no;
    const char *at;
} Result;

// The name on the left of a statement, if there is one. Instructions without a name are numbered,
// those without a value have neither.
static bool name_result(Parser *parser, const Result *name, IrInst *named) {
    uint32_t no = name->no;
    if (named->v.type->kind == IR_TY_VOID) {
        return (!name->named && !name->numbered) ||
               pa_fail_at(parser, name->at, "instruction has no value to name");
    }
    if (!name->named) {
        if (name->numbered && no < parser->next_no) {
            return pa_fail_at(parser, name->at,
                              "instruction expected to be numbered %%%u or greater",
                              parser->next_no);
        }
        if (!name->numbered) no = parser->next_no;
        parser->next_no = no + 1;
    }
    return pa_define_local(parser, name->name, !name->named, no, &named->v);
}

// [name =] opcode and what belongs to it, attachments.
static bool statement(Parser *parser) {
    Result result = {.at = parser->tok_at};
    if (is_any_of(parser->tok.kind, T_LOCAL, T_LOCALNO)) {
        result.named = parser->tok.kind == T_LOCAL;
        result.numbered = !result.named;
        result.no = parser->tok.num;
        if (result.named) result.name = pa_name(parser);
        pa_next(parser);
        if (!pa_expect(parser, '=')) return false;
    }
    int op = pa_word_in(parser, &parser->ops);
    parser->tail = 0;
    parser->record_kind = IR_NO_RECORD;
    if (op < 0) {
        parser->tail = tail_word(parser);
        op = pa_is_word(parser, "ptrtoaddr") ? IR_PTRTOINT : pa_word_in(parser, &parser->ops);
        if (op < 0) return pa_fail(parser, "expected instruction opcode");
        if (parser->tail && op != IR_CALL) return pa_fail(parser, "'call' expected");
    }
    pa_next(parser);
    IrInst *i = pa_inst_fn((IrOp)op)(parser, (IrOp)op);
    if (parser->failed || !attachments(parser, i)) return false;
    if (!i) return true; // dropped
    i->v.flags |= parser->tail;
    return name_result(parser, &result, i);
}

// ---- blocks ----

// A label of digits alone is a number, unless it stood in quotes.
static bool is_number(const Tok *t) {
    for (uint32_t i = 0; i < t->n; i++) {
        if (t->s[i] < '0' || t->s[i] > '9') return false;
    }
    return t->n > 0 && t->n < 10 && t->s[-1] != '"';
}

// A label, or none for numbered blocks. A block that was referred to before exists already; the
// order is that of the text.
static bool begin_block(Parser *parser) {
    Atom name = 0;
    bool numbered = true;
    uint32_t no = parser->next_no;
    if (parser->tok.kind == T_LABEL) {
        if (is_number(&parser->tok)) {
            no = 0;
            for (uint32_t i = 0; i < parser->tok.n; i++)
                no = no * 10 + (uint32_t)(parser->tok.s[i] - '0');
            if (no < parser->next_no) {
                return pa_fail(parser, "label expected to be numbered %u or greater",
                               parser->next_no);
            }
        } else {
            name = pa_name(parser);
            numbered = false;
        }
        pa_next(parser);
    }
    if (numbered) parser->next_no = no + 1;
    void **slot =
        numbered ? map_slot(&parser->local_no, (uint64_t)no + 1) : map_slot(&parser->local, name);
    IrBlock *bb;
    if (*slot) { // referred to before
        IrValue *v = *slot;
        if (v->kind != IR_V_BLOCK || !map_get(&parser->fwd, (uintptr_t)v)) {
            return pa_fail(parser, "block defined twice, or its name is another value's");
        }
        map_put(&parser->fwd, (uintptr_t)v, NULL);
        bb = (IrBlock *)v;
    } else {
        bb = ir_block_new(parser->fn, name);
        *slot = &bb->v;
    }
    ir_block_move_after(bb, parser->last_block);
    parser->last_block = bb;
    ir_at_end(&parser->b, bb);
    return true;
}

// The first in the text of the placeholders that nothing has filled.
static bool undefined_names(Parser *parser) {
    const char *first = NULL;
    MAP_FOREACH (e, &parser->fwd) {
        const char *at = e->val;
        if (at && (!first || at < first)) first = at;
    }
    return !first || pa_fail_at(parser, first, "name is not defined");
}

// ---- debug records ----

// A metadata node written with its '!'.
static bool record_node(Parser *parser, IrMd **parts) {
    bool node = is_any_of(parser->tok.kind, T_METANO, T_META) || pa_is(parser, '!');
    if (!node) return pa_fail(parser, "metadata node expected");
    *parts = pa_md(parser);
    return !parser->failed &&
           (!*parts || (*parts)->kind != IR_MD_STRING || pa_fail(parser, "metadata node expected"));
}

// Nodes with commas between them: `n` in all, the first `kept` of them to `parts`.
static bool record_nodes(Parser *parser, uint32_t n, uint32_t kept, IrMd **parts) {
    for (uint32_t i = 0; i < n; i++) {
        IrMd *node = NULL;
        if (!record_node(parser, &node) || (i + 1 < n && !pa_expect(parser, ','))) return false;
        if (i < kept) parts[i] = node;
    }
    return true;
}

// A value as metadata and the comma behind it.
static bool record_value(Parser *parser, IrMd **parts) {
    *parts = pa_md(parser);
    return !parser->failed && pa_expect(parser, ',');
}

enum { OF_VALUE, OF_DECLARE, OF_ASSIGN, OF_LABEL };

// #dbg_value(value, !variable, !expression, !location), and likewise a declaration; an assignment
// has its id, the address and its expression before the location. Labels are not kept.
static bool record_parts(Parser *parser, int kind, IrMd **parts) {
    if (kind == OF_LABEL) return record_nodes(parser, 2, 0, NULL);
    if (!record_value(parser, &parts[0])) return false;
    if (kind != OF_ASSIGN) return record_nodes(parser, 3, 3, parts + 1);
    IrMd *address;
    return record_nodes(parser, 3, 2, parts + 1) && pa_expect(parser, ',') &&
           record_value(parser, &address) && record_nodes(parser, 1, 0, NULL) &&
           pa_expect(parser, ',') && record_nodes(parser, 1, 1, parts + 3);
}

// Behind '#'.
static bool debug_record(Parser *parser) {
    static const char *const kinds[] = {"dbg_value", "dbg_declare", "dbg_assign", "dbg_label",
                                        "dbg_declare_value"};
    int k = pa_word_of(parser, CU_COUNT(kinds), kinds);
    if (k < 0) return pa_fail(parser, "kind of debug record expected");
    parser->dbg_records = true;
    if (parser->dbg_calls) return pa_fail(parser, "debug record in a module with debug intrinsics");
    if (!pa_expect(parser, '(')) return false;
    IrMd *md[4] = {NULL};
    parser->local_md_ok = parser->local_md_kept = true;
    bool ok = record_parts(parser, k, md);
    parser->local_md_ok = parser->local_md_kept = false;
    if (!ok || !pa_expect(parser, ')')) return false;
    if (k == OF_LABEL) return true;
    IrRecordKind kind = k == OF_DECLARE ? IR_RECORD_DECLARE : IR_RECORD_VALUE;
    ir_record_read(parser->last_block, NULL, kind, md[0], md[1], md[2], md[3]);
    return true;
}

// ---- use-list orders ----

// The form { 1, 0 }: a permutation that changes something. `of`: the value whose uses are counted,
// or NULL.
static bool order_indexes(Parser *parser, const IrValue *of) {
    VEC(uint32_t) v = {0};
    uint64_t sum = 0;
    uint32_t max = 0;
    bool sorted = true;
    if (!pa_expect(parser, '{')) return false;
    if (pa_is(parser, '}')) return pa_fail(parser, "non-empty list of use-list indexes expected");
    const char *at = parser->tok_at;
    do {
        uint32_t x;
        if (!pa_u32(parser, &x)) return false;
        sorted = sorted && x == v.n;
        sum += x;
        max = CU_MAX(max, x);
        vec_push(&parser->tmp, &v, x);
    } while (pa_eat(parser, ','));
    // a permutation: distinct, in range
    uint8_t *seen = arena_array(&parser->tmp, uint8_t, v.n);
    bool distinct = max < v.n;
    for (uint32_t i = 0; distinct && i < v.n; i++) distinct = !seen[v.at[i]]++;
    if (v.n < 2) return pa_fail_at(parser, at, "at least two use-list indexes expected");
    if (!distinct || sum != (uint64_t)v.n * (v.n - 1) / 2) {
        return pa_fail_at(parser, at, "use-list indexes must be distinct and in range");
    }
    uint32_t uses = 0;
    if (of && of->kind <= IR_V_INST) {
        IR_FOREACH_USE(u, of) uses += of->kind != IR_V_BLOCK || u->user->v.op != IR_PHI;
        if (uses != v.n)
            return pa_fail_at(parser, at, "wrong number of indexes, the value has %u uses", uses);
    }
    if (sorted) return pa_fail_at(parser, at, "use-list indexes must change the order");
    return pa_expect(parser, '}');
}

static bool block_named(const IrFunc *fn, Atom name) {
    IR_FOREACH_BLOCK(bb, fn) {
        if (bb->v.name == name) return true;
    }
    return false;
}

// @f, %bb and the comma behind them.
static bool order_of_block(Parser *parser) {
    if (!is_any_of(parser->tok.kind, T_GLOBAL, T_GLOBALNO)) {
        return pa_fail(parser, "name of a function expected");
    }
    IrGlobal *global = parser->tok.kind == T_GLOBAL
                           ? map_get(&parser->globals, pa_name(parser))
                           : map_get(&parser->global_no, (uint64_t)parser->tok.num + 1);
    if (!global || global->v.kind != IR_C_FUNC || !((IrFunc *)global)->first) {
        return pa_fail(parser, "uselistorder_bb needs a function with a body");
    }
    pa_next(parser);
    if (!pa_expect(parser, ',')) return false;
    if (parser->tok.kind != T_LOCAL || !block_named((IrFunc *)global, pa_name(parser))) {
        return pa_fail(parser, "name of a block of the function expected");
    }
    pa_next(parser);
    return pa_expect(parser, ',');
}

// uselistorder i32 %x, { 1, 0 }; checked, but the order itself is not kept.
bool pa_uselistorder(Parser *parser) {
    bool bb = pa_is_word(parser, "uselistorder_bb");
    const IrValue *of = NULL;
    pa_next(parser);
    if (bb) {
        if (parser->fn) return pa_fail(parser, "uselistorder_bb stands outside of functions");
        if (!order_of_block(parser)) return false;
    } else {
        of = pa_typed(parser);
        if (!of || !pa_expect(parser, ',')) return false;
    }
    return order_indexes(parser, of);
}

// ---- bodies ----

// Blocks until '}'. Every statement belongs to a block; the first may have no label.
bool pa_body(Parser *parser) {
    bool open = false, record = false;
    parser->b = ir_builder(parser->fn, NULL);
    parser->last_block = NULL;
    while (!pa_is(parser, '}') || !parser->last_block) {
        if (parser->tok.kind == T_EOF) return pa_fail(parser, "'}' expected");
        if (pa_is_word(parser, "uselistorder") && parser->last_block && !open) break;
        if (!open || parser->tok.kind == T_LABEL) {
            if (open) return pa_fail(parser, "block before has no terminator");
            if (!begin_block(parser)) return false;
            open = true;
            continue;
        }
        record = pa_eat(parser, '#');
        if (record ? !debug_record(parser) : !statement(parser)) return false;
        open = !ir_term(parser->last_block);
    }
    while (pa_is_word(parser, "uselistorder")) {
        if (!pa_uselistorder(parser)) return false;
    }
    if (open) return pa_fail(parser, "block has no terminator");
    if (!pa_expect(parser, '}') || !undefined_names(parser)) return false;
    // forward references made blocks early: number them in the order of the text
    ir_func_renumber(parser->fn);
    return true;
}
