// SPDX-License-Identifier: Apache-2.0
// Where scopes and variables are in the code (for debug/scope.c). Places are labels that passes
// over machine code take for silent, as .loc: the code is the same with and without.
//
// A variable that is declared on its slot is there everywhere. One that has values (#dbg_value) is
// where the last record on all ways to a place says: states are propagated forwards over blocks
// until they stay (a join of different states is none), then the blocks are walked in the order of
// the text. A value that is computed anew (round a loop) ends what was said of it, and so does, in
// machine code, another write to its register.
#include "analysis/analysis.h"
#include "ptx/debug/dwarf.h"
#include "ptx/form/flow.h"
#include "ptx/form/op.h"

#include <stdlib.h>

enum { NONE = UINT32_MAX };

typedef struct Said { // a place that records name: a value and an expression; number 0 is none
    const IrRecord *record;
    const IrMd *expr;  // all that is done with its value
    uint32_t next;     // of the same key, 0: none
    const IrBlock *of; // block of the value's definition, NULL: none
} Said;

typedef struct Event { // a record: from here the variable is there
    const IrInst *at;
    uint32_t said, next; // of the variable in the order of the text, 0: none
    bool declares;
} Event;

typedef struct Subject { // a variable while its records are gathered
    const IrMd *var, *inlined_at;
    uint32_t next;        // of the same key
    uint32_t first, last; // events
    bool has_values;
    uint64_t bit, bits; // the piece of the variable; bits 0: all of it
} Subject;

struct SelPlacing {
    SelPlaces *out;
    uint32_t *block_label, *record_label; // by id: label + 1
    const IrMd *scope, *inlined_at;       // of the last run
    bool has_values;
    VEC(Said) said;
    VEC(Event) event;
    VEC(Subject) subject;
    Map said_of, subject_of; // hash of value and expression, of variable and copy -> the first
    uint64_t budget;
};

// ---- while code is selected ---------------------------------------------------------------------

static uint32_t place(Sel *sel) {
    uint32_t label = ptx_newlabel(sel->f, atom_cstr(sel->ctx, "$L__tmp"));
    SEL_EMIT(sel, place, NOTYPE, NOTYPE, 0, ptx_o_label(label));
    return label;
}

static bool has_values(const IrInst *inst) {
    IR_FOREACH_RECORD(r, inst->records) {
        if (r->kind == IR_RECORD_VALUE) return true;
    }
    return false;
}

void sel_places_function(Sel *sel, const IrMd *sub, uint32_t begin) {
    SelPlacing *placing = sel->placing = arena_new(sel->a, SelPlacing);
    placing->out = sel->later->places = arena_new(sel->f->arena, SelPlaces);
    placing->out->f = sel->f;
    placing->out->sub = sub;
    placing->out->begin = begin;
    placing->block_label = arena_array(sel->a, uint32_t, sel->fn->nblockids + 1);
    placing->record_label = arena_array(sel->a, uint32_t, sel->fn->nvalues + 1);
    IR_FOREACH_BLOCK(bb, sel->fn) {
        IR_FOREACH_INST(i, bb) placing->has_values = placing->has_values || has_values(i);
    }
}

void sel_places_block(Sel *sel, const IrBlock *bb) {
    SelPlacing *placing = sel->placing;
    if (placing && placing->has_values) placing->block_label[bb->v.id] = place(sel) + 1;
}

void sel_places_records(Sel *sel, const IrInst *behind) {
    SelPlacing *placing = sel->placing;
    if (placing && behind->records && has_values(behind))
        placing->record_label[behind->v.id] = place(sel) + 1;
}

void sel_places_scope(Sel *sel, const IrMd *loc) {
    SelPlacing *placing = sel->placing;
    if (!placing || (loc->scope == placing->scope && loc->inlined_at == placing->inlined_at))
        return;
    placing->scope = loc->scope;
    placing->inlined_at = loc->inlined_at;
    SelRun run = {place(sel), loc->scope, loc->inlined_at};
    vec_push(sel->f->arena, &placing->out->run, run);
}

// ---- what records say ---------------------------------------------------------------------------

static uint64_t said_key(const IrRecord *record, const IrMd *expr) {
    uint64_t key = hash_mix((uintptr_t)record->use[0].value, record->kind);
    for (uint32_t i = 0; i < expr->n; i++) key = hash_mix(key, (uint64_t)expr->field[i].num);
    return key;
}

static bool same_expression(const IrMd *a, const IrMd *b) {
    if (a == b) return true;
    bool same = a->n == b->n;
    for (uint32_t i = 0; same && i < a->n; i++)
        same = a->field[i].kind == b->field[i].kind && a->field[i].num == b->field[i].num;
    return same;
}

// Values are numbered in the order of the text.
static bool is_before(const AnDom *dom, const IrInst *def, const IrInst *at) {
    return def->block == at->block ? def->v.id < at->v.id
                                   : an_dominates(dom, def->block, at->block);
}

// The number of what a record says, 0 for nothing.
static uint32_t say(Sel *sel, const AnDom *dom, const IrInst *at, const IrRecord *record) {
    SelPlacing *placing = sel->placing;
    IrValue *value = record->use[0].value;
    if (record->n != 1 || !value || ir_is_undef(value)) return 0;
    const IrMd *expr = ir_record_expression(sel->g->m, record);
    const IrInst *def = ir_as_inst(value);
    // Passes may have moved the value's definition behind the record.
    if (def && !is_before(dom, def, at)) return 0;
    void **first = map_slot(&placing->said_of, said_key(record, expr));
    for (uint32_t i = (uint32_t)(uintptr_t)*first; i; i = placing->said.at[i].next) {
        const Said *other = &placing->said.at[i];
        bool same = other->record->use[0].value == value && other->record->kind == record->kind;
        if (same && same_expression(other->expr, expr)) return i;
    }
    Said said = {record, expr, (uint32_t)(uintptr_t)*first, def ? def->block : NULL};
    *first = (void *)(uintptr_t)placing->said.n;
    vec_push(sel->a, &placing->said, said);
    return placing->said.n - 1;
}

// The piece of its variable that an expression is for; bits 0: all of it.
static void find_piece(Sel *sel, const IrMd *expr, uint64_t *bit, uint64_t *bits) {
    enum { FRAGMENT = 0x1000, SHORT = 3 };
    uint64_t op[64];
    uint32_t n = ir_expression_ops(sel->g->m, expr, CU_COUNT(op), op);
    bool piece = n >= SHORT && n <= CU_COUNT(op) && op[n - SHORT] == FRAGMENT;
    *bit = piece ? op[n - 2] : 0;
    *bits = piece ? op[n - 1] : 0;
}

// All pieces of a variable, or of an inlined copy of it, have the same.
static uint64_t subject_key(const Subject *subject) {
    return hash_mix((uintptr_t)subject->var, (uintptr_t)subject->inlined_at);
}

static bool same_variable(const Subject *subject, const Subject *other) {
    return subject->var == other->var && subject->inlined_at == other->inlined_at;
}

static Subject described(Sel *sel, const IrRecord *record) {
    Subject subject = {.var = record->var, .inlined_at = record->loc->inlined_at};
    find_piece(sel, record->expr, &subject.bit, &subject.bits);
    return subject;
}

// NULL: the variable is in more pieces than locations are made of.
static Subject *subject_of(Sel *sel, const IrRecord *record) {
    SelPlacing *placing = sel->placing;
    Subject wanted = described(sel, record);
    void **first = map_slot(&placing->subject_of, subject_key(&wanted));
    uint32_t pieces = 0;
    wanted.next = (uint32_t)(uintptr_t)*first;
    for (uint32_t i = wanted.next; i; i = placing->subject.at[i].next) {
        Subject *subject = &placing->subject.at[i];
        if (!same_variable(subject, &wanted)) continue;
        if (subject->bit == wanted.bit && subject->bits == wanted.bits) return subject;
        pieces++;
    }
    if (pieces >= SEL_PIECES_MAX) return NULL;
    *first = (void *)(uintptr_t)placing->subject.n;
    vec_push(sel->a, &placing->subject, wanted);
    return &placing->subject.at[placing->subject.n - 1];
}

static void add_event(Sel *sel, Subject *subject, Event event) {
    SelPlacing *placing = sel->placing;
    *(subject->last ? &placing->event.at[subject->last].next : &subject->first) = placing->event.n;
    subject->last = placing->event.n;
    vec_push(sel->a, &placing->event, event);
}

static bool overlap(const Subject *a, const Subject *b) {
    if (!a->bits || !b->bits) return true;
    return a->bit < b->bit + b->bits && b->bit < a->bit + a->bits;
}

// Another piece of the same bits is told of no longer.
static void end_others(Sel *sel, const Subject *subject, const IrInst *at) {
    SelPlacing *placing = sel->placing;
    uint32_t i = (uint32_t)(uintptr_t)map_get(&placing->subject_of, subject_key(subject));
    for (; i; i = placing->subject.at[i].next) {
        Subject *other = &placing->subject.at[i];
        bool same_piece = other->bit == subject->bit && other->bits == subject->bits;
        if (!same_variable(other, subject) || same_piece) continue;
        if (other->has_values && overlap(other, subject)) add_event(sel, other, (Event){.at = at});
    }
}

static void note_record(Sel *sel, const AnDom *dom, const IrInst *at, const IrRecord *record) {
    Subject *subject = subject_of(sel, record), piece = described(sel, record);
    Event event = {at, say(sel, dom, at, record), 0, record->kind == IR_RECORD_DECLARE};
    if (event.declares && !event.said) return; // its slot is gone
    if (subject) add_event(sel, subject, event);
    if (!event.declares) end_others(sel, &piece, at);
}

// All variables and their pieces, before what is said of them: a piece ends others, be they in the
// text before or behind.
static void find_subjects(Sel *sel) {
    IR_FOREACH_BLOCK(bb, sel->fn) {
        IR_FOREACH_INST(i, bb) {
            IR_FOREACH_RECORD(r, i->records) {
                Subject *subject = subject_of(sel, r);
                if (subject && r->kind == IR_RECORD_VALUE) subject->has_values = true;
            }
        }
    }
}

static void gather(Sel *sel) {
    SelPlacing *placing = sel->placing;
    map_init(&placing->said_of, sel->a);
    map_init(&placing->subject_of, sel->a);
    // Number 0 stands for none in each list.
    vec_push(sel->a, &placing->said, ((Said){NULL}));
    vec_push(sel->a, &placing->event, ((Event){NULL}));
    vec_push(sel->a, &placing->subject, ((Subject){NULL}));
    const AnDom *dom = NULL;
    find_subjects(sel);
    IR_FOREACH_BLOCK(bb, sel->fn) {
        IR_FOREACH_INST(i, bb) {
            if (i->records && !dom)
                dom = an_dom_make(sel->fn, an_cfg_make(sel->fn, sel->a), sel->a);
            IR_FOREACH_RECORD(r, i->records) note_record(sel, dom, i, r);
        }
    }
}

// ---- where that is ------------------------------------------------------------------------------

static bool is_cast(const IrInst *inst) {
    return is_any_of(inst->v.op, IR_ADDRSPACECAST, IR_BITCAST);
}

// An address in the frame, by constant steps.
static bool in_frame(Sel *sel, const IrValue *address, uint64_t *offset) {
    int64_t sum = 0, step;
    for (const IrInst *i = ir_as_inst(address); i; i = ir_as_inst(address)) {
        if (map_get(&sel->frame, (uintptr_t)address)) break;
        if (i->v.op == IR_GEP && ir_gep_const_offset(i, &step))
            sum += step;
        else if (!is_cast(i))
            return false;
        address = ir_op(i, 0);
    }
    void *slot = map_get(&sel->frame, (uintptr_t)address);
    *offset = (uintptr_t)slot - 1 + (uint64_t)sum;
    return slot != NULL;
}

// The kernel parameter whose value (or, with `by_value`, memory) this is.
static Atom parameter(Sel *sel, const IrValue *described, bool by_value) {
    const IrArg *arg = ir_as_arg(described);
    if (!arg || !sel->f->entry) return 0;
    bool memory = ir_attr_has(ir_attrs_get(&sel->fn->attrs, (int)arg->index), IR_ATTR_BYVAL);
    return memory == by_value ? sel->f->var.at[sel->param_var[arg->index]].name : 0;
}

static SelWhere in_register(Sel *sel, const IrValue *described) {
    PtxOpnd *part = *sel_slot(sel, described);
    bool one = part && sel_parts(sel->g, described->type)->n == 1;
    if (!one || part->kind != PTXO_REG || part->flags || part->n) return (SelWhere){AT_NOWHERE};
    vec_push(sel->f->arena, &sel->f->watched, part->id);
    return (SelWhere){.kind = AT_REGISTER, .reg = sel->f->watched.n - 1};
}

// The variable whose generic address this is: that in global memory is the same.
static const IrGlobal *global_of(const IrValue *value) {
    const IrConst *constant = ir_as_const(value);
    while (constant && constant->v.kind == IR_C_EXPR &&
           is_any_of(constant->v.op, IR_ADDRSPACECAST, IR_BITCAST))
        constant = constant->elem[0];
    const IrGlobal *global = constant ? ir_as_global(&constant->v) : NULL;
    bool same =
        global && is_any_of(global->v.type->as, (uint32_t)IR_AS_GENERIC, (uint32_t)IR_AS_GLOBAL);
    return same ? global : NULL;
}

static SelWhere where_is(Sel *sel, const Said *said) {
    const IrRecord *record = said->record;
    const IrValue *value = record->use[0].value;
    bool is_value = record->kind == IR_RECORD_VALUE;
    SelWhere where = {.kind = AT_NOWHERE};
    Atom symbol = parameter(sel, value, !is_value);
    if (symbol) {
        where = (SelWhere){.kind = AT_PARAM, .symbol = symbol};
    } else if (in_frame(sel, value, &where.offset)) {
        where.kind = AT_FRAME;
    } else if (is_any_of(value->kind, IR_C_INT, IR_C_FP, IR_C_NULL) && is_value) {
        where = (SelWhere){.kind = AT_CONSTANT, .constant = (const IrConst *)value};
    } else if (is_value && global_of(value)) {
        where = (SelWhere){.kind = AT_SYMBOL, .global = global_of(value)};
    } else if (is_any_of(value->kind, IR_V_INST, IR_V_ARG)) {
        where = in_register(sel, value);
    }
    where.expr = said->expr;
    where.value = is_value;
    return where;
}

// ---- states of blocks ---------------------------------------------------------------------------

typedef struct Flow {
    uint32_t *in, *out, *made; // by block id: number of what is said; NONE: not known yet
} Flow;

// What holds at the start of a block for all ways that are known.
static uint32_t joined(const Sel *sel, const Flow *flow, const IrBlock *bb) {
    uint32_t state = bb == sel->fn->first ? 0 : NONE;
    IR_FOREACH_PRED(edge, bb) {
        uint32_t from = flow->out[edge->user->block->v.id];
        if (from == NONE) continue;
        if (state == NONE) state = from;
        if (state != from) return 0;
    }
    // Here the value will be another one.
    bool anew = state != NONE && sel->placing->said.at[state].of == bb;
    return anew ? 0 : state;
}

static bool propagate(const Sel *sel, Flow *flow) {
    bool changed = false;
    IR_FOREACH_BLOCK(bb, sel->fn) {
        uint32_t id = bb->v.id, in = joined(sel, flow, bb),
                 out = flow->made[id] == NONE ? in : flow->made[id];
        changed = changed || in != flow->in[id] || out != flow->out[id];
        flow->in[id] = in;
        flow->out[id] = out;
    }
    return changed;
}

// States go down from not known over one place to none, so that this ends. Without a budget blocks
// begin with none.
static void solve(Sel *sel, const Subject *subject, Flow *flow) {
    SelPlacing *placing = sel->placing;
    size_t bytes = sel->fn->nblockids * sizeof(uint32_t);
    memset(flow->in, 0xff, bytes);
    memset(flow->out, 0xff, bytes);
    memset(flow->made, 0xff, bytes);
    for (uint32_t e = subject->first; e; e = placing->event.at[e].next)
        flow->made[placing->event.at[e].at->block->v.id] = placing->event.at[e].said;
    for (bool more = true; more;) {
        if (placing->budget < sel->fn->nblockids) {
            memset(flow->in, 0, bytes);
            return;
        }
        placing->budget -= sel->fn->nblockids;
        more = propagate(sel, flow);
    }
}

// ---- ranges -------------------------------------------------------------------------------------

typedef struct Open { // the range being walked through
    uint32_t said, from;
} Open;

static void go_on(Sel *sel, Open *open, uint32_t said, uint32_t label) {
    SelPlacing *placing = sel->placing;
    if (said == open->said) return;
    SelWhere where = {AT_NOWHERE};
    if (open->said && open->from != label) where = where_is(sel, &placing->said.at[open->said]);
    if (where.kind != AT_NOWHERE) {
        SelRange range = {open->from, label, where};
        vec_push(sel->f->arena, &placing->out->range, range);
    }
    *open = (Open){said, label};
}

// In the order of the text, in which the events are too.
static void find_ranges(Sel *sel, const Subject *subject, const Flow *flow) {
    SelPlacing *placing = sel->placing;
    Open open = {0, 0};
    uint32_t e = subject->first;
    IR_FOREACH_BLOCK(bb, sel->fn) {
        uint32_t in = flow->in[bb->v.id] == NONE ? 0 : flow->in[bb->v.id];
        go_on(sel, &open, in, placing->block_label[bb->v.id] - 1);
        for (; e && placing->event.at[e].at->block == bb; e = placing->event.at[e].next) {
            const Event *event = &placing->event.at[e];
            uint32_t label = placing->record_label[event->at->v.id];
            if (label) go_on(sel, &open, event->said, label - 1);
        }
    }
    go_on(sel, &open, 0, placing->out->end);
}

static void place_subject(Sel *sel, const Subject *subject, Flow *flow) {
    SelPlacing *placing = sel->placing;
    SelVar var = {.var = subject->var, .inlined_at = subject->inlined_at};
    var.bit = subject->bit;
    var.bits = subject->bits;
    var.first = placing->out->range.n;
    const Event *only = &placing->event.at[subject->first];
    if (!subject->has_values) {
        SelWhere where = {AT_NOWHERE};
        if (only->said) where = where_is(sel, &placing->said.at[only->said]);
        SelRange range = {placing->out->begin, placing->out->end, where};
        if (where.kind != AT_NOWHERE) vec_push(sel->f->arena, &placing->out->range, range);
        var.everywhere = true;
    } else {
        solve(sel, subject, flow);
        find_ranges(sel, subject, flow);
        var.everywhere = !only->next;
    }
    var.n = placing->out->range.n - var.first;
    var.everywhere = var.everywhere && var.n == 1;
    vec_push(sel->f->arena, &placing->out->var, var);
}

// The variable of a subject is the place before it in the list: number 0 of subjects is none. Of
// several pieces the first one has the others.
static void link_piece(Sel *sel, uint32_t number) {
    SelPlacing *placing = sel->placing;
    const Subject *subject = &placing->subject.at[number];
    uint32_t first = number,
             i = (uint32_t)(uintptr_t)map_get(&placing->subject_of, subject_key(subject));
    for (; i; i = placing->subject.at[i].next) {
        if (same_variable(&placing->subject.at[i], subject)) first = CU_MIN(first, i);
    }
    if (first == number) return;
    SelVar *var = placing->out->var.at;
    var[number - 1].is_rest = true;
    var[number - 1].piece = var[first - 1].piece;
    var[first - 1].piece = number;
}

// Most functions need few walks over their blocks; the most that one may cost is bounded.
enum { BLOCKS_IN_ALL = 1 << 24 };

void sel_places_leave(Sel *sel, uint32_t end) {
    SelPlacing *placing = sel->placing;
    if (!placing) return;
    placing->out->end = end;
    placing->budget = BLOCKS_IN_ALL;
    gather(sel);
    uint32_t n = sel->fn->nblockids + 1;
    Flow flow = {arena_array(sel->a, uint32_t, n), arena_array(sel->a, uint32_t, n),
                 arena_array(sel->a, uint32_t, n)};
    for (uint32_t i = 1; i < placing->subject.n; i++)
        place_subject(sel, &placing->subject.at[i], &flow);
    for (uint32_t i = 1; i < placing->subject.n; i++) link_piece(sel, i);
}

// ---- after the passes over machine code ---------------------------------------------------------

typedef struct Writes { // instructions that write registers which are watched
    PtxFunc *f;
    Arena *a;
    bool *watched;   // by register
    uint32_t *first; // by register: its writes are those from here to the next one's
    uint32_t *inst;  // of each write, ascending for each register
    uint32_t now;    // the instruction being looked at
    VEC(struct Write {
        PtxReg reg;
        uint32_t inst;
    })
    found; // in the order of the code
} Writes;

static PtxReg note_write(void *data, PtxReg reg, uint32_t role) {
    Writes *writes = data;
    if (!(role & PTX_WRITES) || !writes->watched[reg]) return reg;
    vec_push(writes->a, &writes->found, ((struct Write){reg, writes->now}));
    return reg;
}

static void sort_writes(Writes *writes) {
    uint32_t nregs = writes->f->reg.n;
    uint32_t *next = arena_array(writes->a, uint32_t, nregs + 1);
    writes->first = arena_array(writes->a, uint32_t, nregs + 1);
    writes->inst = arena_array(writes->a, uint32_t, writes->found.n + 1);
    VEC_FOREACH (struct Write, write, &writes->found) writes->first[write->reg + 1]++;
    for (uint32_t reg = 0; reg < nregs; reg++) {
        next[reg] = writes->first[reg];
        writes->first[reg + 1] += writes->first[reg];
    }
    VEC_FOREACH (struct Write, write, &writes->found)
        writes->inst[next[write->reg]++] = write->inst;
}

static bool is_written(const Writes *writes, PtxReg reg) {
    return writes->first[reg + 1] > writes->first[reg];
}

// The first write to a register from an instruction on, NONE if there is none before `to`.
static uint32_t first_write(const Writes *writes, PtxReg reg, uint32_t from, uint32_t to) {
    uint32_t low = writes->first[reg], end = writes->first[reg + 1], high = end;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (writes->inst[middle] < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && writes->inst[low] < to ? writes->inst[low] : NONE;
}

typedef struct Cut { // a label to stand before an instruction
    uint32_t before, label;
} Cut;

static int by_instruction(const void *a, const void *b) {
    const Cut *x = a, *y = b;
    if (x->before != y->before) return cu_order(x->before, y->before);
    return cu_order(x->label, y->label);
}

static void insert_labels(PtxFunc *fn, Cut *cuts, uint32_t n) {
    if (!n) return;
    qsort(cuts, n, sizeof *cuts, by_instruction);
    uint32_t old = fn->inst.n, to = old + n;
    for (uint32_t k = 0; k < n; k++)
        ptx_emit_(fn, PTXI_place, PTX_NOTYPE, PTX_NOTYPE, 0, ptx_o_label(cuts[k].label));
    PtxInst *made = arena_copy(fn->arena, fn->inst.at + old, n * sizeof *made, 8);
    for (uint32_t i = old; i-- > 0 && n;) {
        fn->inst.at[--to] = fn->inst.at[i];
        while (n && cuts[n - 1].before == i) fn->inst.at[--to] = made[--n];
    }
}

// Ranges end where their register gets another value. Registers that nothing writes any more, since
// only records named them, hold nothing.
static void cut_ranges(SelPlaces *places, Writes *writes, const uint32_t *at, Atom label) {
    PtxFunc *fn = places->f;
    VEC(Cut) cuts = {0};
    VEC_FOREACH (SelRange, range, &places->range) {
        if (range->where.kind != AT_REGISTER) continue;
        range->where.reg = fn->watched.at[range->where.reg];
        if (!is_written(writes, range->where.reg)) range->where.kind = AT_NOWHERE;
    }
    VEC_FOREACH (SelVar, var, &places->var) {
        for (uint32_t i = var->first; i < var->first + var->n; i++) {
            SelRange *range = &places->range.at[i];
            if (range->where.kind != AT_REGISTER) continue;
            uint32_t w = first_write(writes, range->where.reg, at[range->from], at[range->to]);
            if (w == NONE) continue;
            range->to = ptx_newlabel(fn, label);
            var->everywhere = false;
            vec_push(writes->a, &cuts, ((Cut){w + 1, range->to}));
        }
    }
    insert_labels(fn, cuts.at, cuts.n);
}

// Labels that no range or run names are not printed.
static void remove_unnamed(SelPlaces *places, Arena *scratch) {
    PtxFunc *fn = places->f;
    bool *named = arena_array(scratch, bool, fn->label.n + 1);
    named[places->begin] = named[places->end] = true;
    VEC_FOREACH (SelRun, run, &places->run) named[run->label] = true;
    VEC_FOREACH (SelRange, range, &places->range) named[range->from] = named[range->to] = true;
    VEC_FOREACH (PtxInst, in, &fn->inst) {
        if (in->op == PTXI_place && !named[ptx_opnds(fn, in)->id]) ptx_delete(in);
    }
}

void sel_places_finish(Sel *sel) {
    if (!sel->placing) return;
    SelPlaces *places = sel->placing->out;
    PtxFunc *fn = places->f;
    Writes writes = {.f = fn, .a = sel->a};
    writes.watched = arena_array(sel->a, bool, fn->reg.n + 1);
    uint32_t *at = arena_array(sel->a, uint32_t, fn->label.n + 1);
    VEC_FOREACH (PtxReg, reg, &fn->watched) writes.watched[*reg] = true;
    for (uint32_t i = 0; i < fn->inst.n; i++) {
        PtxInst *in = &fn->inst.at[i];
        writes.now = i;
        if (in->op == PTXI_place)
            at[ptx_opnds(fn, in)->id] = i;
        else if (fn->watched.n)
            ptx_walk_regs(fn, in, note_write, &writes);
    }
    sort_writes(&writes);
    cut_ranges(places, &writes, at, atom_cstr(sel->ctx, "$L__tmp"));
    remove_unnamed(places, sel->a);
}

// ---- in the order of functions ------------------------------------------------------------------

void sel_places_settle(SelModule *sel_module, PtxFunc *fn, SelPlaces *places, uint32_t depot) {
    Atom unnumbered = atom_cstr(sel_module->ctx, "$L__tmp");
    VEC_FOREACH (PtxInst, in, &fn->inst) {
        if (in->op != PTXI_place) continue;
        PtxLabel *label = &fn->label.at[ptx_opnds(fn, in)->id];
        if (label->name == unnumbered)
            label->name = atom_printf(sel_module->ctx, "$L__tmp%u", sel_module->nplace++);
    }
    if (depot != UINT32_MAX) places->depot = fn->var.at[depot].name;
    vec_push(&sel_module->ctx->perm, &sel_module->places, places);
}
