// SPDX-License-Identifier: Apache-2.0
// reader.h: the parts of the reader, of each other; read.h has what others call.
#ifndef CUPRUM_PTX_READ_READER_H
#define CUPRUM_PTX_READ_READER_H

#include "ptx/check/check.h"
#include "ptx/read/read.h"

// Declarations (read/declare.c, read/init.c), with the token at hand a state space or a `(`.
bool rd_space_of(Reader *reader, uint8_t *out);      // consumes nothing
void rd_attribute(Reader *reader, PtxVar *declared); // .attribute(...)
void rd_registers(Reader *reader);
void rd_variables(Reader *reader, uint8_t space, uint8_t linkage);
void rd_parameters(Reader *reader, PtxFunc *fn, void *list);
void rd_initializer(Reader *reader, PtxVar *initialised);

// Directives (read/directive.c, read/debug.c). The function of a .pragma is NULL at module level.
void rd_pragma(Reader *reader, PtxFunc *fn, bool in_body);
void rd_directives(Reader *reader, PtxFunc *fn);
void rd_file(Reader *reader);
void rd_loc(Reader *reader);

// Functions (read/function.c): a whole one; a function's scope around its body; both, and the body
// between. A body that is to stay unread (read/later.c).
void rd_toplevel_function(Reader *reader, bool entry, uint8_t linkage);
void rd_function_begin(Reader *reader, PtxFunc *fn);
void rd_function_end(Reader *reader);
void rd_function(Reader *reader, PtxFunc *fn);
void rd_skip_function(Reader *reader, PtxFunc *fn);

// Statements up to the closing brace or the end (read/body.c), one instruction (read/inst.c), one
// operand (read/operand.c).
void rd_body(Reader *reader);
void rd_statement(Reader *reader, Atom opcode, uint32_t guard, uint32_t line);
bool rd_operand(Reader *reader, PtxOpnd *out, bool label_ok);

// A new reader (read/read.c), and the tables that it looks opcodes, types and special registers up
// in (read/opcode.c). `quiet`: errors are counted, not reported.
void rd_init(Reader *reader, Ctx *ctx, Arena *arena, const char *name, const char *text, size_t n,
             bool quiet);
void rd_index_rows(Reader *reader);

// Whether an instruction has operands of its row (read/match.c); read/verify.c asks.
bool rd_operands_fit(PtxFunc *fn, const PtxInst *in);

#endif
