// SPDX-License-Identifier: Apache-2.0
// scan.h: the reader's state, its tokens, names and constant expressions. The text is scanned once,
// without a token array; `tok` is the current token. Names live in one map from atom to the
// innermost binding, with an undo list per scope.
#ifndef CUPRUM_PTX_SCAN_SCAN_H
#define CUPRUM_PTX_SCAN_SCAN_H

#include "ptx/form/form.h"

typedef enum {
    TK_END,
    TK_ID,    // identifier: atom
    TK_DOT,   // '.' followed by a word: atom is the word without the dot
    TK_INT,   // ival
    TK_FLT,   // ival: bits of a double; is_f32: 0f form, bits of a float
    TK_STR,   // text between the quotes
    TK_PUNCT, // punct: one character, or '<<' '>>' '==' '!=' '<=' '>=' '&&' '||' as c1 | c2 << 8
    TK_BAD,
} TokKind;

typedef struct {
    uint8_t kind;
    bool is_f32, is_f64, is_unsigned; // how a number was written
    uint32_t punct;
    uint32_t line;
    const char *at, *end; // its text
    Atom atom;
    int64_t ival;
} PtxTok;

typedef enum { BIND_REG, BIND_VREG, BIND_GROUP, BIND_VAR, BIND_SYM, BIND_LABEL } BindKind;

typedef struct Bind {
    const char *at; // the instruction that named it first
    uint8_t kind;
    uint8_t type;   // GROUP: register type
    bool defined;   // LABEL
    uint16_t depth; // scope that it belongs to
    uint32_t id;    // register, variable, symbol or label
    uint32_t count; // GROUP: registers %r0 .. %r<count-1>; VREG: elements, from register id
    Atom name;
    Atom prefix;        // GROUP: name to print
    Map *reg;           // GROUP: number -> register + 1
    struct Bind *outer; // what the name meant outside
    struct Bind *next;  // undo list of the scope
} Bind;

#define PTX_MAX_SCOPE 64

// A variable of more bytes than this is a mistake of the input's, not a request.
#define PTX_MAX_VAR_BYTES (1ull << 32)

typedef struct {
    Ctx *ctx;
    Arena *arena;
    PtxModule *module;
    PtxFunc *fn;            // being read, or NULL
    const char *name;       // of the file
    const char *text, *end; // all of it
    const char *rest;       // what is behind the token at hand
    uint32_t line;
    PtxTok tok;
    Map env;                              // Atom -> Bind*
    Map groups;                           // the same of %r<N>: %r itself may be another thing
    Map files;                            // number of a .file + 1 -> non-NULL
    Bind *scope[PTX_MAX_SCOPE + 1];       // undo lists
    uint32_t scope_id[PTX_MAX_SCOPE + 1]; // numbers of those scopes, 1 and so on
    uint32_t depth, nscope;
    Map numbered;        // strict: a scope's registers that groups may have (check/declare.c)
    Map row_index;       // atom of the first component -> index of the first row + 1
    Map opcodes;         // atom of a whole opcode -> Opcode*
    Map reg_names;       // names of registers used in this function
    Map sregs;           // atom -> PtxSreg
    Map types;           // atom -> PtxType
    Map label_alias;     // label -> label + 1 of the outer scope
    Pos base;            // of text[0] in messages; 0 before the first
    bool quiet;          // no messages
    bool strict;         // everything is checked (check/version.c)
    bool past_head;      // strict: a directive behind the head was read
    PtxNeed *need;       // what needs the newest version is noted here; NULL: it is checked
    const char *op_name; // of the instruction that is checked
    PtxType want;        // strict: the type of the operand that is matched
    const char *op_at;   // the opcode read last: what is wrong with operands is said there
    uint32_t nerr;
    bool is_lazy;              // kernels' bodies are left for later (read/later.c)
    uint32_t nsym, nvar, nreg; // inline asm: names bound so far
    uint32_t expr_depth;
    VEC(PtxOpnd) ops; // operands of the instruction being read
} Reader;

// scan/lex.c
void rd_next(Reader *reader);
// Scans an opcode's modifiers from the end of the current identifier: ld.global.v2.f32 as one
// piece, including '::' components. Leaves tok on the token after it.
Atom rd_opcode(Reader *reader);
void rd_error(Reader *reader, const DiagRow *row, ...);
#define rd_fail(...) (rd_error(__VA_ARGS__), false)
// Whether `good` holds; reports the row if not.
#define rd_require(reader, good, ...) ((good) || rd_fail(reader, __VA_ARGS__))
// Of a strict reader: reports the row if `bad` holds.
#define rd_refuse(reader, bad, ...)                                                                \
    do {                                                                                           \
        if ((reader)->strict && (bad)) rd_error(reader, __VA_ARGS__);                              \
    } while (0)
bool rd_punct(const Reader *reader, uint32_t c);
bool rd_accept(Reader *reader, uint32_t c);
bool rd_expect(Reader *reader, uint32_t c);
bool rd_is(const Reader *reader, const char *word); // current token is .word or word
const char *rd_tok_text(Reader *reader);            // for messages
void rd_skip_statement(Reader *reader);
// Raw text up to and including the brace that closes the next '{'.
Atom rd_raw_section(Reader *reader, const char *from);

// Names and their scopes (scan/scope.c).
Bind *rd_lookup(Reader *reader, Atom name);
Bind *rd_bind(Reader *reader, BindKind bind_kind, Atom name, uint32_t id);
// Whether this scope itself declared the name, which is reported; one of an outer scope is hidden.
bool rd_is_taken(Reader *reader, Atom name);
void rd_scope_begin(Reader *reader); // the caller limits the depth
void rd_scope_end(Reader *reader);
// When a whole function is read: operands and lists name the labels that they meant.
void rd_resolve_labels(Reader *reader);
// False: the name is no register's.
bool rd_register_of(Reader *reader, Atom name, PtxReg *out);
// Made if it is new. `define`: it stands here.
uint32_t rd_label(Reader *reader, Atom name, bool define);

// Constant expressions (scan/const.c): a whole one, and +4 or -4 behind a name; 0 if nothing is.
int64_t rd_const(Reader *reader);
int64_t rd_offset(Reader *reader);

#endif
