// SPDX-License-Identifier: Apache-2.0
// check.h: what ptxas checks beyond what reading needs, of strict readers only. The reader calls
// these where it has read the thing in question: what is wrong is reported at the current token.
#ifndef CUPRUM_PTX_CHECK_CHECK_H
#define CUPRUM_PTX_CHECK_CHECK_H

#include "ptx/check/version.h"
#include "ptx/scan/scan.h"

// The head of the module, and what things need (check/version.c).
void rd_check_version(Reader *reader);
void rd_bad_version(Reader *reader); // the current token is none that is read
void rd_check_target(Reader *reader);
void rd_check_mode(Reader *reader);
void rd_check_order(Reader *reader);
// The opcode's features and versions (check/needs.def).
void rd_check_needs(Reader *reader, const char *opcode);
// What came with that version: checked against the module's, or noted. A directive or special
// register, of those that came with a version of their own.
void rd_need_version(Reader *reader, uint32_t version, const char *what);
void rd_need_word(Reader *reader, const char *word);
// What targets from that number on have. False: the module's has it not, and that is not noted.
bool rd_need_target(Reader *reader, uint32_t sm, const char *what);
// Whether it is a type of numbers with a sign or without.
bool rd_is_integer(PtxType type);
// Whether a register of the first type can be an operand of the second.
bool rd_register_agrees(PtxType have, PtxType want);
// One instruction, after its operands have been matched and it was emitted.
void rd_check_inst(Reader *reader, const PtxInst *in);
// Matrix fragments (check/matrix.c).
bool rd_check_mma(Reader *reader, const PtxInst *in);
bool rd_check_wgmma(Reader *reader, const PtxInst *in);
bool rd_check_ldmatrix(Reader *reader, const PtxInst *in);
bool rd_check_wmma_load(Reader *reader, const PtxInst *in);
bool rd_check_wmma_mma(Reader *reader, const PtxInst *in);
bool rd_check_wmma_store(Reader *reader, const PtxInst *in);
// Textures and surfaces (check/texture.c).
bool rd_check_texture(Reader *reader, const PtxInst *in);
bool rd_check_query(Reader *reader, const PtxInst *in);
// Calls and repeated declarations (check/call.c).
void rd_check_call(Reader *reader, const PtxInst *in);
// Declarations (check/declare.c).
void rd_check_declaration(Reader *reader, const PtxVar *declared);
bool rd_is_grouped(Reader *reader, Atom name);
void rd_check_group(Reader *reader, const Bind *group);
// A register of its own was declared: a group behind it is compared with it.
void rd_note_register(Reader *reader, Atom name);
// The braces around an initialiser's values, and how many items braces of a depth may have.
uint32_t rd_init_depth(const PtxVar *var);
uint64_t rd_init_items(const PtxVar *var, uint32_t depth);
void rd_check_function(Reader *reader, const PtxFunc *fn, bool has_body);
void rd_check_linkage(Reader *reader, const PtxFunc *before, const PtxFunc *now, bool has_body);
void rd_check_prototype(Reader *reader, const PtxFunc *before, const PtxFunc *now);
void rd_check_alias(Reader *reader, Atom name, const PtxFunc *of);
void rd_check_variable(Reader *reader, const PtxVar *before, const PtxVar *now);

#endif
