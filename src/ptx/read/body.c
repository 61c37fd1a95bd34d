// SPDX-License-Identifier: Apache-2.0
// The PTX reader: the statements of a body: directives, labels, lists of targets, instructions with
// their guards, and blocks of them (PTX ISA 4.2).
#include "ptx/read/reader.h"

#include "ptx/form/op.h"

// ---- lists with a name --------------------------------------------------------------------------

// .callprototype (..) _ (..): of an indirect call; parameters only, the name in it is `_`.
static void read_prototype(Reader *reader, uint32_t label) {
    PtxFunc *fn = reader->fn;
    PtxSig sig = {0};
    rd_next(reader);
    rd_parameters(reader, fn, &sig.ret);
    rd_next(reader); // _
    rd_parameters(reader, fn, &sig.param);
    while (reader->tok.kind == TK_DOT) {
        sig.noreturn |= rd_is(reader, "noreturn");
        rd_next(reader);
        if (reader->tok.kind == TK_INT) rd_next(reader);
    }

    vec_push(reader->arena, &fn->protosig, sig);
    PtxProto prototype = {.label = label, .sig = fn->protosig.n - 1};
    vec_push(reader->arena, &fn->proto, prototype);
    ptx_emit_(fn, PTXI_proto, 0, 0, 0, ptx_o_int(fn->proto.n - 1));
}

// False after reporting. Labels of a brx.idx may come later, functions of a list may not.
static bool read_target_name(Reader *reader, bool calls, uint32_t *id) {
    if (!calls) {
        *id = rd_label(reader, reader->tok.atom, false);
        return true;
    }
    Bind *bind = rd_lookup(reader, reader->tok.atom);
    if (bind && bind->kind == BIND_SYM) {
        *id = bind->id;
        return true;
    }
    rd_error(reader, DIAG_OF(ptx, undeclared), rd_tok_text(reader));
    return false;
}

// .branchtargets A, B; .calltargets f, g;
static void read_targets(Reader *reader, uint32_t label) {
    PtxTargets targets = {.label = label, .calls = rd_is(reader, "calltargets")};
    rd_next(reader);
    do {
        uint32_t id;
        if (reader->tok.kind != TK_ID) break;
        if (read_target_name(reader, targets.calls, &id))
            vec_push(reader->arena, &targets.target, id);
        rd_next(reader);
    } while (rd_accept(reader, ','));

    PtxFunc *fn = reader->fn;
    vec_push(reader->arena, &fn->targets, targets);
    ptx_emit_(fn, PTXI_targets, 0, 0, 0, ptx_o_int(fn->targets.n - 1));
}

// What stands behind `NAME:`, a list of that name or anything else.
static void read_label(Reader *reader, Atom name) {
    uint32_t label = rd_label(reader, name, true);
    if (rd_is(reader, "callprototype")) {
        read_prototype(reader, label);
    } else if (rd_is(reader, "branchtargets") || rd_is(reader, "calltargets")) {
        read_targets(reader, label);
    } else {
        ptx_emit_(reader->fn, PTXI_label, 0, 0, 0, ptx_o_label(label));
        return;
    }
    rd_expect(reader, ';');
}

// ---- statements ---------------------------------------------------------------------------------

// What starts with a dot inside of a body.
static void body_directive(Reader *reader) {
    uint8_t space;
    if (rd_space_of(reader, &space)) {
        if (space == PTXS_REG) {
            rd_registers(reader);
        } else {
            rd_variables(reader, space, PTXL_NONE);
        }
    } else if (rd_is(reader, "loc")) {
        rd_loc(reader);
    } else if (rd_is(reader, "pragma")) {
        rd_pragma(reader, reader->fn, true);
    } else if (rd_is(reader, "file")) {
        rd_file(reader);
    } else {
        rd_error(reader, DIAG_OF(ptx, unknown_directive), rd_tok_text(reader));
        rd_skip_statement(reader);
    }
}

// @p or @!p: the register's number + 1 with PTX_GUARD_NOT, 0 after reporting.
static uint32_t read_guard(Reader *reader) {
    rd_next(reader);
    bool is_not = rd_accept(reader, '!');
    PtxReg reg = 0;
    bool is_register = reader->tok.kind == TK_ID && rd_register_of(reader, reader->tok.atom, &reg);
    if (!is_register || reader->fn->reg.at[reg].type != PTX_PRED) {
        rd_error(reader, DIAG_OF(ptx, expected), "a predicate", rd_tok_text(reader));
        if (reader->tok.kind == TK_ID) rd_next(reader);
        return 0;
    }
    rd_next(reader);
    return (reg + 1) | (is_not ? PTX_GUARD_NOT : 0);
}

// Whether the name at hand is a label: a colon follows. `::` does not make one, it is part of an
// opcode's word (shared::cta). Looked for in the text, because the lexer has not split the opcode
// yet.
static bool is_label(const Reader *reader) {
    const char *at = reader->tok.end, *end = reader->end;
    while (at < end && is_any_of(*at, ' ', '\t')) at++;
    bool colon = at < end && *at == ':';
    return colon && !(at + 1 < end && at[1] == ':');
}

// What stopped the skipping may be what was wrong: goes past it, unless it is a brace, which
// rd_body counts.
static void skip_no_instruction(Reader *reader) {
    rd_error(reader, DIAG_OF(ptx, expected), "an instruction", rd_tok_text(reader));
    rd_skip_statement(reader);
    bool is_brace = rd_punct(reader, '}') || rd_punct(reader, '{');
    if (reader->tok.kind == TK_PUNCT && !is_brace) rd_next(reader);
}

// One statement of a body: directive, label or instruction. It always consumes something, so that
// rd_body ends.
static void read_statement(Reader *reader) {
    uint32_t line = reader->tok.line;
    if (reader->tok.kind == TK_DOT) {
        body_directive(reader);
        return;
    }
    rd_refuse(reader, rd_punct(reader, ';'), DIAG_OF(ptx, empty_statement));
    if (rd_accept(reader, ';')) return;

    uint32_t guard = rd_punct(reader, '@') ? read_guard(reader) : 0;
    if (reader->tok.kind != TK_ID) {
        skip_no_instruction(reader);
        return;
    }
    if (!guard && is_label(reader)) {
        Atom name = reader->tok.atom;
        rd_next(reader);
        rd_next(reader);
        read_label(reader, name);
        return;
    }
    rd_statement(reader, rd_opcode(reader), guard, line);
}

// Until the brace that closes the body, which is left to the caller. Blocks in it are read here in
// a loop, not by recursion.
void rd_body(Reader *reader) {
    uint32_t base = reader->depth;
    while (reader->tok.kind != TK_END) {
        if (rd_punct(reader, '{')) {
            if (reader->depth >= PTX_MAX_SCOPE) {
                rd_error(reader, DIAG_OF(ptx, too_deep));
                reader->rest = reader->end;
            } else {
                rd_scope_begin(reader);
                ptx_emit(reader->fn, PTXI_scope_begin, 0, 0, 0, 0, NULL);
            }
            rd_next(reader);
        } else if (rd_punct(reader, '}')) {
            if (reader->depth == base) return;
            rd_scope_end(reader);
            ptx_emit(reader->fn, PTXI_scope_end, 0, 0, 0, 0, NULL);
            rd_next(reader);
        } else {
            read_statement(reader);
        }
    }
    if (reader->depth != base) rd_error(reader, DIAG_OF(ptx, unterminated), "block");
    while (reader->depth > base) rd_scope_end(reader);
}
