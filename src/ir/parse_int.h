// SPDX-License-Identifier: Apache-2.0
// Private to parse*.c, the reader of LLVM assembly: tokens and the state of one read.
//
// The first error is reported and ends the read: from then on the lexer gives only T_EOF, so that
// every loop ends. Nothing of the text is trusted: nesting is limited, numbers are checked.
#ifndef CUPRUM_PARSE_INT_H
#define CUPRUM_PARSE_INT_H

#include "ir/ir_int.h"

typedef enum {
    T_EOF,
    T_PUNCT,   // one character, in `punct`; "..." is '.'
    T_WORD,    // add, i32, nsw
    T_LABEL,   // name:
    T_LOCAL,   // %name
    T_LOCALNO, // %5
    T_GLOBAL,
    T_GLOBALNO,
    T_META,    // !name
    T_METANO,  // !5
    T_ATTRNO,  // #5
    T_COMDAT,  // $name
    T_SUMMARY, // ^5
    T_STRING,
    T_INT, // -5, u0x1F
    T_FP   // 1.5e+00, 0x..., 0xH..., 0xR..., 0xL...
} TokKind;
typedef struct {
    uint8_t kind;
    char punct;
    uint32_t num;  // LOCALNO, GLOBALNO, METANO, ATTRNO; T_LABEL: number if `s` is all digits
    const char *s; // spelling without sigil; strings still with their escapes
    uint32_t n;
} Tok;

typedef struct {
    IrAttrList *list;
    uint32_t group;
    const IrAttrSet **set; // list NULL: a global's
} GroupRef;

// Finds a word in a table of names without comparing with each.
enum { WORDS_MAX = 128, WORDS_HASH = 256 };
typedef struct {
    const char *const *name;
    uint8_t head[WORDS_HASH], next[WORDS_MAX], len[WORDS_MAX]; // 1 + index
} WordTab;

typedef struct { // blockaddress(@f, %bb) met before @f's body
    struct IrBlock *block;
    Atom name; // or numbered
    uint32_t no;
    const char *at;
    bool used;
} PendingBlock;
typedef VEC(PendingBlock) PendingBlocks;

typedef struct {
    IrGlobal *g;
    const char *at;
} CodeRef;
typedef struct {
    Ctx *ctx;
    IrModule *m;
    const char *file;
    const char *begin, *end, *p; // text; next character
    Tok tok;
    const char *tok_at;
    bool failed;
    uint32_t depth;
    Arena tmp;
    Map globals;   // name -> IrGlobal being referred to (placed later)
    Map global_no; // number + 1 -> same
    Map groups;    // number + 1 -> IrAttrSet
    VEC(GroupRef) group_refs;
    Map md; // number + 1 -> IrMd
    Map type_no;
    uint32_t next_global_no;
    Map alias_types;           // name -> IrType: `%t = type i32`
    Map used_types;            // name -> where a type was first used that is not defined yet
    Map comdats;               // name -> 1 + index in the module's list
    Map comdat_refs;           // name -> where
    Map call_types;            // symbol -> function type it was called with
    Map block_refs;            // function -> PendingBlocks
    Map block_names;           // function that was read -> Map of its blocks' names
    VEC(CodeRef) must_be_code; // functions, aliases and ifuncs
    IrDataLayout layout;
    WordTab ops, attrs;
    IrType *pointee;     // of the typed pointer read last; NULL: it was `ptr`
    bool typed_pointers; // met any
    // the function at hand
    IrFunc *fn;
    IrBuilder b;
    Map local;    // name -> IrValue (or placeholder)
    Map local_no; // number + 1 -> the same
    Map fwd;      // placeholder's address -> its position in the text
    uint32_t next_no;
    IrBlock *last_block; // last defined
    uint32_t undefined_blocks;
    uint16_t tail;               // IR_TAIL ... of the call being read
    bool dbg_calls, dbg_records; // met: they exclude each other
    bool local_md_ok;            // metadata on a local value may stand here (call arguments)
    bool local_md_kept;          // it becomes part of a debug record, which follows the value
    IrMd *record[4];             // of the debug intrinsic just read: value, variable, expression
    uint8_t record_kind;         // IrRecordKind of it; IR_NO_RECORD: none was read
} Parser;
enum { IR_NO_RECORD = UINT8_MAX };

// parse_lex.c The next token is in `tok`, its place in `tok_at`. At the end, and after an error, it
// is T_EOF for ever.
void pa_next(Parser *parser);
// Reports the first error with its line and column, at the token at hand or at a place in the text;
// later ones are not told.
bool pa_fail(Parser *parser, const char *fmt, ...) CU_PRINTF(2, 3); // returns false
bool pa_fail_at(Parser *parser, const char *at, const char *fmt, ...) CU_PRINTF(3, 4);
static inline bool pa_is(const Parser *parser, char c) {
    return parser->tok.kind == T_PUNCT && parser->tok.punct == c;
}
bool pa_eat(Parser *parser, char c);    // takes it if it is there
bool pa_expect(Parser *parser, char c); // an error if not
// Whether the token at hand is this word.
static inline bool pa_is_word(const Parser *parser, const char *w) {
    return parser->tok.kind == T_WORD && *w == *parser->tok.s && strlen(w) == parser->tok.n &&
           memcmp(w, parser->tok.s, parser->tok.n) == 0;
}
static inline bool pa_eat_word(Parser *parser, const char *w) {
    if (!pa_is_word(parser, w)) return false;
    pa_next(parser);
    return true;
}
// Fills the table for at most WORDS_MAX names, which stay the caller's.
void pa_words_init(WordTab *word_tab, const char *const *name, uint32_t n);
int pa_word_in(const Parser *parser, const WordTab *words);          // index or -1
int pa_word_of(Parser *parser, uint32_t n, const char *const *name); // taken; -1 if none
typedef struct {
    const char *p, *at;
    Tok tok;
} PaMark; // to look ahead
// To look ahead: pa_back makes the marked token the one at hand again.
static inline PaMark pa_mark(const Parser *parser) {
    return (PaMark){parser->p, parser->tok_at, parser->tok};
}
static inline void pa_back(Parser *parser, const PaMark *m) {
    parser->p = m->p;
    parser->tok_at = m->at;
    parser->tok = m->tok;
}
bool pa_skip_parens(Parser *parser); // ( ... ), [ ... ] with what is nested in it
Atom pa_string(Parser *parser);      // decodes the T_STRING at hand and takes it
Atom pa_name(Parser *parser);        // the name of the LOCAL, GLOBAL, LABEL... at hand (not taken)
// Numbers: false after an error, also where they exceed `max`.
bool pa_u64(Parser *parser, uint64_t *v, uint64_t max);
bool pa_u32(Parser *parser, uint32_t *v);
bool pa_align(Parser *parser, uint32_t *v);      // a power of two
bool pa_addrspace(Parser *parser, uint32_t *as); // at the word; number or "A", "G", "P"
bool pa_enter(Parser *parser);                   // nesting
void pa_leave(Parser *parser);

// parse_val.c All of these give NULL after an error.
IrType *pa_type(Parser *parser);      // NULL after an error
IrType *pa_type_void(Parser *parser); // void too
// The constant, or value, of this type that stands here.
IrConst *pa_const(Parser *parser, IrType *wanted);
IrValue *pa_value(Parser *parser, IrType *wanted); // constants and locals
IrValue *pa_typed(Parser *parser);
IrBlock *pa_block_ref(Parser *parser); // label %x
// A symbol or local name at hand, taken. One that is not defined yet gives an object, or a
// placeholder, that its definition fills; `wanted` is what the place expects.
IrGlobal *pa_global_ref(Parser *parser, IrType *wanted);
IrValue *pa_local_ref(Parser *parser, IrType *wanted);
// The value has this name, or number, from now on: placeholders give way to it.
bool pa_define_local(Parser *parser, Atom name, bool numbered, uint32_t no, IrValue *defined);
// What an alias or ifunc stands for: a pointer constant with its type.
IrConst *pa_aliasee(Parser *parser);
IrConst *pa_int_const(Parser *parser, IrType *wanted);

// parse_md.c
IrMd *pa_md(Parser *parser);                       // a metadata operand
bool pa_md_operands(Parser *parser, IrMd *filled); // behind '{'
// A definition at the level of the module: !0 = ..., !name = !{...}.
bool pa_md_def(Parser *parser);
bool pa_attachment(Parser *parser, IrMd **dbg, Arena *owner, IrMdAttach **list); // at T_META

// parse_di.c
bool pa_di(Parser *parser, IrMd *filled); // at the tag of !DIxxx(...)

// parse_attr.c: all attributes that stand here; `at` tells what they belong to (IR_AT_FN ...). With
// l NULL, into *set. Group references are resolved at the end of the module.
bool pa_attrs(Parser *parser, IrAttrList *attr_list, const IrAttrSet **set, int at, bool in_group);

// parse_body.c Behind '{' of a definition; takes the '}'.
bool pa_body(Parser *parser);
bool pa_uselistorder(Parser *parser); // at the word

// parse_inst.c: the reader of an instruction's rest, by op
typedef IrInst *(*PaInstFn)(Parser *p, IrOp op);
// The reader of what follows an opcode. It gives the instruction, in its block; NULL after an
// error, or for what is read and dropped.
PaInstFn pa_inst_fn(IrOp op);
// At the end of the block at hand. pa_make: with these operands.
IrInst *pa_emit(Parser *parser, IrInst *made);
IrInst *pa_make(Parser *parser, IrOp op, IrType *result, uint32_t n, IrValue *const *v);
IrBlock *pa_label(Parser *parser); // label %x
// Flags that stand here, none included.
uint8_t pa_fast_math(Parser *parser);

// parse_call.c: calls, and what has to do with unwinding What stands behind these opcodes; NULL as
// for PaInstFn.
IrInst *pa_call(Parser *parser, IrOp op);
IrInst *pa_landingpad(Parser *parser, IrOp op);
IrInst *pa_resume(Parser *parser, IrOp op);
IrInst *pa_funclet(Parser *parser, IrOp op); // catchpad, cleanuppad
IrInst *pa_catchswitch(Parser *parser, IrOp op);
IrInst *pa_catchret(Parser *parser, IrOp op);
IrInst *pa_cleanupret(Parser *parser, IrOp op);
// A calling convention, by name or number; 0 if there is none.
uint32_t pa_cc(Parser *parser);

#endif
