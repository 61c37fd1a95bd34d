// SPDX-License-Identifier: Apache-2.0
// Private to src/ptx: the reader's state. The text is scanned once, without a token array; `tok`
// is the current token. Names live in one map from atom to the innermost binding, with an undo
// list per scope.
#ifndef CUPRUM_PTX_INT_H
#define CUPRUM_PTX_INT_H

#include "ptx/ptx.h"

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
    Map numbered;        // strict: a scope's registers that groups may have (check_declare.c)
    Map row_index;       // atom of the first component -> index of the first row + 1
    Map opcodes;         // atom of a whole opcode -> Opcode*
    Map reg_names;       // names of registers used in this function
    Map sregs;           // atom -> PtxSreg
    Map types;           // atom -> PtxType
    Map label_alias;     // label -> label + 1 of the outer scope
    Pos base;            // of text[0] in messages; 0 before the first
    bool quiet;          // no messages
    bool strict;         // everything is checked (check.c)
    bool past_head;      // strict: a directive behind the head was read
    PtxNeed *need;       // what needs the newest version is noted here; NULL: it is checked
    const char *op_name; // of the instruction that is checked
    PtxType want;        // strict: the type of the operand that is matched
    const char *op_at;   // the opcode read last: what is wrong with operands is said there
    uint32_t nerr;
    bool is_lazy;              // kernels' bodies are left for later (read_later.c)
    uint32_t nsym, nvar, nreg; // inline asm: names bound so far
    uint32_t expr_depth;
    VEC(PtxOpnd) ops; // operands of the instruction being read
} Reader;

// read_lex.c
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

// Names and their scopes (read_scope.c).
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

// Constant expressions (read_const.c): a whole one, and +4 or -4 behind a name; 0 if nothing is.
int64_t rd_const(Reader *reader);
int64_t rd_offset(Reader *reader);

// Declarations (read_declare.c, read_init.c), with the token at hand a state space or a `(`.
bool rd_space_of(Reader *reader, uint8_t *out); // consumes nothing
void rd_attribute(Reader *reader, PtxVar *var); // .attribute(...)
void rd_registers(Reader *reader);
void rd_variables(Reader *reader, uint8_t space, uint8_t linkage);
void rd_parameters(Reader *reader, PtxFunc *fn, void *list);
void rd_initializer(Reader *reader, PtxVar *var);

// Directives (read_directive.c, read_debug.c). The function of a .pragma is NULL at module level.
void rd_pragma(Reader *reader, PtxFunc *fn, bool in_body);
void rd_directives(Reader *reader, PtxFunc *fn);
void rd_file(Reader *reader);
void rd_loc(Reader *reader);

// Functions (read_function.c): a whole one; a function's scope around its body; both, and the body
// between. A body that is to stay unread (read_later.c).
void rd_toplevel_function(Reader *reader, bool entry, uint8_t linkage);
void rd_function_begin(Reader *reader, PtxFunc *fn);
void rd_function_end(Reader *reader);
void rd_function(Reader *reader, PtxFunc *fn);
void rd_skip_function(Reader *reader, PtxFunc *fn);

// Statements up to the closing brace or the end (read_body.c), one instruction (read_inst.c), one
// operand (read_operand.c).
void rd_body(Reader *reader);
void rd_statement(Reader *reader, Atom opcode, uint32_t guard, uint32_t line);
bool rd_operand(Reader *reader, PtxOpnd *opnd, bool label_ok);

// A new reader (read.c), and the tables that it looks opcodes, types and special registers up in
// (read_opcode.c). `quiet`: errors are counted, not reported.
void rd_init(Reader *reader, Ctx *ctx, Arena *arena, const char *name, const char *text, size_t n,
             bool quiet);
void rd_index_rows(Reader *reader);

// Whether an instruction has operands of its row (read_match.c); verify.c asks.
bool rd_operands_fit(PtxFunc *fn, const PtxInst *in);

// check.c: only of strict readers. What is wrong is reported at the current token.
void rd_check_version(Reader *reader);
void rd_bad_version(Reader *reader); // the current token is none that is read
void rd_check_target(Reader *reader);
void rd_check_mode(Reader *reader);
void rd_check_order(Reader *reader);
// The opcode's features and versions (needs.def).
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
// Matrix fragments (check_matrix.c).
bool rd_check_mma(Reader *reader, const PtxInst *in);
bool rd_check_wgmma(Reader *reader, const PtxInst *in);
bool rd_check_ldmatrix(Reader *reader, const PtxInst *in);
bool rd_check_wmma_load(Reader *reader, const PtxInst *in);
bool rd_check_wmma_mma(Reader *reader, const PtxInst *in);
bool rd_check_wmma_store(Reader *reader, const PtxInst *in);
// Textures and surfaces (check_texture.c).
bool rd_check_texture(Reader *reader, const PtxInst *in);
bool rd_check_query(Reader *reader, const PtxInst *in);
// Calls and repeated declarations (check_call.c).
void rd_check_call(Reader *reader, const PtxInst *in);
// Declarations (check_declare.c).
void rd_check_declaration(Reader *reader, const PtxVar *var);
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
