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
} Parser;

// parse_lex.c
void pa_next(Parser *p);
bool pa_fail(Parser *p, const char *fmt, ...) CU_PRINTF(2, 3); // returns false
bool pa_fail_at(Parser *p, const char *at, const char *fmt, ...) CU_PRINTF(3, 4);
static inline bool pa_is(const Parser *p, char c) {
    return p->tok.kind == T_PUNCT && p->tok.punct == c;
}
bool pa_eat(Parser *p, char c);    // takes it if it is there
bool pa_expect(Parser *p, char c); // an error if not
static inline bool pa_is_word(const Parser *p, const char *w) {
    return p->tok.kind == T_WORD && *w == *p->tok.s && strlen(w) == p->tok.n &&
           memcmp(w, p->tok.s, p->tok.n) == 0;
}
static inline bool pa_eat_word(Parser *p, const char *w) {
    if (!pa_is_word(p, w)) return false;
    pa_next(p);
    return true;
}
void pa_words_init(WordTab *t, const char *const *name, uint32_t n);
int pa_word_in(const Parser *p, const WordTab *t);              // index or -1
int pa_word_of(Parser *p, uint32_t n, const char *const *name); // taken; -1 if none
typedef struct {
    const char *p, *at;
    Tok tok;
} PaMark; // to look ahead
static inline PaMark pa_mark(const Parser *p) {
    return (PaMark){p->p, p->tok_at, p->tok};
}
static inline void pa_back(Parser *p, const PaMark *m) {
    p->p = m->p;
    p->tok_at = m->at;
    p->tok = m->tok;
}
bool pa_skip_parens(Parser *p); // ( ... ), [ ... ] with what is nested in it
Atom pa_string(Parser *p);      // decodes the T_STRING at hand and takes it
Atom pa_name(Parser *p);        // the name of the LOCAL, GLOBAL, LABEL... at hand (not taken)
bool pa_u64(Parser *p, uint64_t *v, uint64_t max);
bool pa_u32(Parser *p, uint32_t *v);
bool pa_align(Parser *p, uint32_t *v);      // a power of two
bool pa_addrspace(Parser *p, uint32_t *as); // at the word; number or "A", "G", "P"
bool pa_enter(Parser *p);                   // nesting
void pa_leave(Parser *p);

// parse_val.c
IrType *pa_type(Parser *p);      // NULL after an error
IrType *pa_type_void(Parser *p); // void too
IrConst *pa_const(Parser *p, IrType *t);
IrValue *pa_value(Parser *p, IrType *t); // constants and locals
IrValue *pa_typed(Parser *p);
IrBlock *pa_block_ref(Parser *p); // label %x
IrGlobal *pa_global_ref(Parser *p, IrType *t);
IrValue *pa_local_ref(Parser *p, IrType *t);
bool pa_define_local(Parser *p, Atom name, bool numbered, uint32_t no, IrValue *v);
IrConst *pa_aliasee(Parser *p);
IrConst *pa_int_const(Parser *p, IrType *t);

// parse_md.c
IrMd *pa_md(Parser *p);                  // a metadata operand
bool pa_md_operands(Parser *p, IrMd *d); // behind '{'
bool pa_md_def(Parser *p);
bool pa_attachment(Parser *p, IrMd **dbg, Arena *a, IrMdAttach **list); // at T_META

// parse_di.c
bool pa_di(Parser *p, IrMd *d); // at the tag of !DIxxx(...)

// parse_attr.c: all attributes that stand here; `at` tells what they belong to (IR_AT_FN ...). With
// l NULL, into *set. Group references are resolved at the end of the module.
bool pa_attrs(Parser *p, IrAttrList *l, const IrAttrSet **set, int at, bool in_group);

// parse_body.c
bool pa_body(Parser *p);
bool pa_uselistorder(Parser *p); // at the word

// parse_inst.c: the reader of an instruction's rest, by op
typedef IrInst *(*PaInstFn)(Parser *p, IrOp op);
PaInstFn pa_inst_fn(IrOp op);
IrInst *pa_emit(Parser *p, IrInst *i);
IrInst *pa_make(Parser *p, IrOp op, IrType *t, uint32_t n, IrValue *const *v);
IrBlock *pa_label(Parser *p); // label %x
uint8_t pa_fast_math(Parser *p);

// parse_call.c: calls, and what has to do with unwinding
IrInst *pa_call(Parser *p, IrOp op);
IrInst *pa_landingpad(Parser *p, IrOp op);
IrInst *pa_resume(Parser *p, IrOp op);
IrInst *pa_funclet(Parser *p, IrOp op); // catchpad, cleanuppad
IrInst *pa_catchswitch(Parser *p, IrOp op);
IrInst *pa_catchret(Parser *p, IrOp op);
IrInst *pa_cleanupret(Parser *p, IrOp op);
uint32_t pa_cc(Parser *p);

#endif
