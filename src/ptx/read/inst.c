// SPDX-License-Identifier: Apache-2.0
// The PTX reader: one instruction: opcode and operands are read, the row that both fit is chosen.
#include "ptx/read/opcode.h"

#include "ptx/form/op.h"

static bool operand_is(const Reader *reader, uint32_t i, PtxOpndKind kind) {
    return i < reader->ops.n && reader->ops.at[i].kind == kind;
}

// A register, or a function of the module, never a variable.
static bool is_callee(const Reader *reader, const PtxOpnd *called) {
    if (called->kind == PTXO_REG) return true;
    bool is_global = called->kind == PTXO_SYM && !(called->flags & PTXOF_LOCAL);
    return is_global && ptx_sym_func(reader->module, called->id);
}

// call (ret), f, (args), proto -> the four operands of PTXI_call. Each part may be left out but the
// callee.
static bool normalise_call(Reader *reader) {
    enum { RESULT, CALLEE, ARGUMENTS, PROTOTYPE, PARTS };
    PtxOpnd part[PARTS] = {{0}};
    uint32_t i = 0;
    if (operand_is(reader, i, PTXO_LIST)) part[RESULT] = reader->ops.at[i++];
    if (i < reader->ops.n) part[CALLEE] = reader->ops.at[i++];
    if (operand_is(reader, i, PTXO_LIST)) part[ARGUMENTS] = reader->ops.at[i++];
    if (i < reader->ops.n) part[PROTOTYPE] = reader->ops.at[i++];

    uint8_t kind = part[PROTOTYPE].kind;
    bool is_prototype = !kind || is_any_of(kind, PTXO_LABEL, PTXO_SYM);
    if (i != reader->ops.n || !is_callee(reader, &part[CALLEE]) || !is_prototype) {
        rd_error(reader, DIAG_OF(ptx, expected), "a function", rd_tok_text(reader));
        return false;
    }
    reader->ops.n = 0;
    for (i = 0; i < PARTS; i++) vec_push(reader->arena, &reader->ops, part[i]);
    return true;
}

// The row's first target and PTX version. Architecture-specific targets ("a") are only checked by
// number: a module says itself what it is for.
static void check_target(Reader *reader, const Reading *reading, const char *name) {
    const PtxRow *row = &ptx_rows[reading->op];
    uint32_t sm = row->sm & ~(uint32_t)PTX_SM_A;
    if (!rd_need_target(reader, sm, name)) rd_error(reader, DIAG_OF(ptx, needs_sm), name, (int)sm);
    rd_need_version(reader, row->ptx, name);
    // sm_1x rounded in a way of its own, which no later target has; we round to nearest
    enum { LAST_OWN_ROUNDING = 13 };
    bool rounds = reading->mods >> PTXC_SHIFT_RND & PTX_MOD_MASK(RND);
    if (reading->op == PTXI_mad_f32 && reader->module->sm > LAST_OWN_ROUNDING && !rounds)
        rd_error(reader, DIAG_OF(ptx, needs_rounding), name);
}

// What stands between the opcode and the semicolon. False after reporting.
static bool read_operands(Reader *reader, const Opcode *opcode) {
    // No instruction has as many; the rest is refused where the semicolon is missing.
    enum { MOST = 32 };
    reader->ops.n = 0;
    while (!rd_punct(reader, ';')) {
        PtxOpnd opnd = {0};
        if (!rd_operand(reader, &opnd, opcode->label_ok)) return false;
        vec_push(reader->arena, &reader->ops, opnd);
        if (!rd_punct(reader, ';') && !rd_expect(reader, ',')) return false;
        if (reader->ops.n > MOST) break;
    }
    return true;
}

// Of families without rows the opcode is the first operand.
static void put_opcode_first(Reader *reader, Atom name) {
    PtxOpnd opnd = {.kind = PTXO_INT, .id = name};
    vec_push(reader->arena, &reader->ops, opnd);
    for (uint32_t i = reader->ops.n; --i > 0;) reader->ops.at[i] = reader->ops.at[i - 1];
    reader->ops.at[0] = opnd;
}

// The first reading whose operands fit; NULL after reporting.
static const Reading *choose_reading(Reader *reader, const Opcode *opcode, Atom name) {
    const Reading *first = &opcode->reading[0];
    if (first->op == PTXI_foreign) {
        put_opcode_first(reader, name);
        return first;
    }
    if (first->op == PTXI_call) return normalise_call(reader) ? first : NULL;
    for (uint32_t i = 0; i < opcode->n; i++) {
        if (rd_match_operands(reader, &opcode->reading[i]) == UINT32_MAX)
            return &opcode->reading[i];
    }
    rd_report_operands(reader, opcode, atom_str(reader->ctx, name));
    return NULL;
}

static void emit(Reader *reader, const Reading *reading, uint32_t guard, uint32_t line) {
    const uint8_t *type = reading->type;
    uint32_t i = ptx_emit(reader->fn, (PtxOp)reading->op, (PtxType)type[0], (PtxType)type[1],
                          reading->mods, reader->ops.n, reader->ops.at);
    PtxInst *in = &reader->fn->inst.at[i];
    in->type[2] = type[2];
    in->type[3] = type[3];
    in->guard = guard;
    in->pos = line;
}

// One instruction after its guard, up to the semicolon. On any error the statement is skipped and
// reading goes on.
void rd_statement(Reader *reader, Atom name, uint32_t guard, uint32_t line) {
    Opcode *opcode = rd_find_opcode(reader, name);
    if (!opcode || !read_operands(reader, opcode)) {
        rd_skip_statement(reader);
        return;
    }
    const Reading *reading = choose_reading(reader, opcode, name);
    if (reading) {
        const char *text = atom_str(reader->ctx, name);
        check_target(reader, reading, text);
        emit(reader, reading, guard, line);
        if (reader->strict) rd_check_needs(reader, text);
        if (reader->strict && reading->op != PTXI_foreign) {
            reader->op_name = text;
            rd_check_inst(reader, &reader->fn->inst.at[reader->fn->inst.n - 1]);
        }
    }
    rd_expect(reader, ';');
}
