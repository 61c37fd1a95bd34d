// SPDX-License-Identifier: Apache-2.0
// Private to the lexer: state of one translation unit, macros, files, and who does what:
//   scan.c     characters -> one token          skip.c     white space, comments, skipped groups
//   pp.c       main loop, directives            cond.c     #if and its expressions
//   macro.c    #define, collecting arguments    expand.c   substitution, contexts, # and ##
//   builtin.c  __FILE__, __has_include, ...     include.c  files, their cache, guards
//   dirs.c     the search path, handles         host_dirs.c where gcc keeps its headers
//   memo.c     remembered expansions            brackets.c  partners, and what lacks one
//   predef.c   predefined macros                pragma.c    #pragma and _Pragma
//   tables.c   diagnostics, names of kinds      lex.c       entry points
#ifndef CUPRUM_LEX_INT_H
#define CUPRUM_LEX_INT_H

#include "base/timer.h"
#include "lex/lex.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#define LEX_SSE2 1
#endif

enum { PAD = LEX_PAD }; // zero bytes after every text: SIMD may read past the end
enum { MAX_INCLUDE_DEPTH = 200, MAX_CALL_DEPTH = 1000, MAX_IF_DEPTH = 250, MAX_HELD = 1 << 23 };

typedef enum {
    MK_USER,
    MK_POISON,
#define BUILTIN(id, name) MK_##id,
#include "lex/builtin.def"
} MacroKind;

typedef struct MemoDep {
    Atom atom;
    struct Macro *macro; // what the word named
} MemoDep;

// A remembered expansion. Where an argument stands there is a T_ARG, whose `match` is twice its
// number, and one more if the argument is not expanded before it is put in.
typedef struct Memo {
    Token *tok;
    Pos *spelled;
    uint32_t misses; // calls that it was no good for
    uint16_t carry;  // spacing that it leaves to the token behind it
    bool names;      // a function-like macro's name is in it that is not to be looked at again
    uint32_t n, ndeps;
    uint32_t epoch; // of the macro table when the dependences were last checked
    MemoDep *dep;
} Memo;

typedef struct Macro {
    Atom name;
    uint8_t kind; // MacroKind
    bool funlike, variadic, system;
    bool pastes;   // the body has # or ##: it must be substituted even without parameters
    bool pragma;   // object-like, and the body begins with `#pragma`
    bool number;   // object-like, and the body is a number that conditions take as it stands
    bool disabled; // being rescanned
    bool used, no_memo;
    uint16_t nparams;
    uint32_t nbody;
    Token *body;
    Atom *params;
    Pos pos;
    Memo *memo;
} Macro;

// A file's content, read once.
typedef struct File {
    Atom path;
    const char *text; // NULL: given back, see include.c
    uint32_t len;
    uint32_t active; // how often it is being read
    uint32_t visits; // how often it was entered
    bool stacked;    // the text lies in Lex.texts, from `mark` on
    bool reloaded;   // it had been given back too early
    ArenaMark mark;
    bool once;  // #pragma once, #import
    Atom guard; // skip while this macro is defined
    bool entered;
    bool system;        // a built-in header, whoever asks for it
    struct File *canon; // the first name of the same file: holds once, guard, entered
    uint64_t dev, ino;
    SourceText *src;
    const char *caller; // a header in memory: its text without room behind it; NULL: on the disk
} File;

typedef enum { GUARD_NO, GUARD_FIRST, GUARD_IN } GuardState;

// A text being scanned.
typedef struct Input {
    const char *p, *start, *end;
    Pos base;
    File *file;     // NULL: a buffer of ours
    uint32_t dir;   // index into Lex.dirs where it was found, or DIR_OWN
    Atom own_dir;   // directory part of its path
    uint32_t cond;  // depth of conditions at its start
    uint32_t level; // of inclusion
    uint8_t guard;  // GuardState
    Atom guard_name;
    bool system;
    bool imacros;   // drop the tokens
    bool stop;      // its end is the end of the token stream
    TimerMark span; // of a trace
} Input;
enum { DIR_OWN = UINT32_MAX };
enum { DIRECTIVE_SLOTS = 128 };

typedef struct {
    Pos pos;
    bool taken, had_else, guard;
} Cond;

// A token list being rescanned, or (macro == NULL) a macro argument being expanded by itself.
typedef struct {
    const Token *cur, *end, *start;
    Macro *macro;
    Pos base;             // position of start[0] when not 0; else the tokens are ready
    uint16_t first_flags; // spacing of the first token
    bool boundary;        // reading past it gives T_EOF
} Context;

typedef struct {
    const char *path;
    Atom atom;
    uint64_t dev, ino;
    bool system, is_virtual, is_private;
} Dir;

typedef VEC(Token) BodyTokens;

typedef struct {
    uint32_t index, closer; // of the token; the kind that closes it
} OpenBracket;

// Partners of brackets found so far in the output.
typedef struct {
    uint32_t linked;       // tokens seen
    bool broken;           // one had no partner
    VEC(OpenBracket) open; // behind a first that stands for none
    VEC(uint32_t) pragma;
} Brackets;

typedef struct Mentions Mentions;

typedef struct Lex {
    Ctx *ctx;
    const LexOptions *opt;
    Input in;            // the current text
    bool first_in_file;  // the directive being obeyed stands first in its file
    bool in_directive;   // a newline ends the token stream
    bool in_args;        // collecting macro arguments
    uint32_t args_depth; // includes.n when that began
    bool no_macros;      // .ii
    bool header_ok;      // `<` begins a header name
    bool evaluating;     // the condition of an #if
    uint16_t carry;      // spacing for the next token delivered
    VEC(Token) out;
    uint32_t room;     // tokens that out has room for and that are allowed
    Brackets brackets; // of out
    VEC(Context) stack;
    VEC(Input) includes;
    VEC(Cond) conds;
    BodyTokens body;    // buffer for #define
    const Macro *macro; // that the word scanned last names
    Atom marked_file;   // of the last line marker
    bool packs;         // see TokenArray
    Memo *memo;         // being recorded
    bool memo_ok;
    uint32_t memo_bottom; // its context + 1
    uint32_t epoch;       // counts changes of the macro table
    Map skips;            // (path, offset of a skipped group) -> offset of the directive behind
    Map handles;          // (directory, subdirectory or 0) -> DirHandle
    Arena texts;          // of the headers being read
    Arena tmp;            // tokens of expansions in progress
    ArenaMark tmp_mark;
    uint32_t call_depth, held; // arguments being expanded, and their tokens
    uint64_t expansions, max_tokens;
    Atom punct[T_count_];
    uint8_t directives[DIRECTIVE_SLOTS]; // hash table of their names: index + 1 (directive.c)
    Atom a_va_args, a_va_opt, a_defined, a_once, a_pragma, a_empty_string, a_dot;
    VEC(Atom) defined_atoms; // all that ever had a macro, to clean up
    uint32_t counter;
    // include.c
    VEC(Dir) dirs; // the quote chain, then the bracket chain
    uint32_t first_bracket;
    Map found;         // (directory, name) -> File
    Map by_path;       // path atom -> File
    Map by_inode;      // identity -> File
    bool dirs_known;   // dirs have been looked for
    bool virtual_dirs; // some virtual file has a directory in its name
    Map virtuals;      // name atom -> LexVirtualFile
    Map assertions;    // #assert
    Map pushed;        // #pragma push_macro stacks
    Atom main_path;
    Mentions *mentions; // NULL: of preprocessed text
    char date[16], time[12];
} Lex;

typedef enum {
    DIR_NONE,
    DIR_IF,
    DIR_IFDEF,
    DIR_IFNDEF,
    DIR_ELIF,
    DIR_ELIFDEF,
    DIR_ELIFNDEF,
    DIR_ELSE,
    DIR_ENDIF,
    DIR_INCLUDE,
    DIR_INCLUDE_NEXT,
    DIR_IMPORT,
    DIR_DEFINE,
    DIR_UNDEF,
    DIR_LINE,
    DIR_ERROR,
    DIR_WARNING,
    DIR_PRAGMA,
    DIR_IDENT,
    DIR_SCCS,
    DIR_ASSERT,
    DIR_UNASSERT
} Directive;

#define LEX_DIAG(L, id, ...) diag((L)->ctx, DIAG_OF(lex, id), __VA_ARGS__)

static inline Pos lex_pos(const Lex *lex, const char *p) {
    return lex->in.base + (Pos)(p - lex->in.start);
}
static inline AtomInfo *lex_info(Lex *lex, Atom a) {
    return atom_info(lex->ctx, a);
}

// What a word is: its keyword's kind, which is 0 for none, or T_IDENT. (One in four is a keyword:
// no branch.)
static inline uint16_t lex_word_kind(const AtomInfo *word) {
    _Static_assert(T_IDENT == 1, "");
    return (uint16_t)(word->keyword + !word->keyword);
}

// Behind the letters, digits, `_` and `$` at p.
static inline const char *lex_word_end(const char *p) {
#ifdef LEX_SSE2
    for (;; p += 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)p);
        __m128i low = _mm_or_si128(v, _mm_set1_epi8(0x20));
        // signed compares: bytes >= 0x80 are negative and fall out of every range
        __m128i alpha = _mm_and_si128(_mm_cmpgt_epi8(low, _mm_set1_epi8('a' - 1)),
                                      _mm_cmplt_epi8(low, _mm_set1_epi8('z' + 1)));
        __m128i digit = _mm_and_si128(_mm_cmpgt_epi8(v, _mm_set1_epi8('0' - 1)),
                                      _mm_cmplt_epi8(v, _mm_set1_epi8('9' + 1)));
        __m128i other = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('_')),
                                     _mm_cmpeq_epi8(v, _mm_set1_epi8('$')));
        unsigned m =
            (unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(alpha, digit), other)) ^ 0xffff;
        if (m) return p + __builtin_ctz(m);
    }
#else
    while ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') ||
           *p == '_' || *p == '$') {
        p++;
    }
    return p;
#endif
}

// scan.c: the next token of the current text; T_EOF at its end, T_NEWLINE at the end of a
// directive's line. Fills everything but `match`.
void lex_scan(Lex *lex, Token *t);
// Tokens of the text that need nothing done, straight to the output. Returns with one that does
// (a macro's name, `#`, the end) behind the output's last.
void lex_scan_plain(Lex *lex);
// Scans one token out of a cleaned spelling (a paste); returns its length.
uint32_t lex_scan_spelling(Lex *lex, const char *s, uint32_t n, Token *out);
// An error, and the end, when Lex.out holds more tokens than allowed.
void lex_check_limit(Lex *lex);
void lex_init_atoms(Lex *L);
// A copy with PAD zero bytes behind.
char *lex_pad(Ctx *ctx, const char *s, size_t n);

// skip.c
const char *lex_line_end(const char *p, const char *end);           // the '\n' or end
const char *lex_skip_line_comment(const char *p, const char *end);  // to the newline or end
const char *lex_skip_block_comment(const char *p, const char *end); // behind it; NULL: unterminated
// Steps over a line splice (backslash, blanks, newline) at p; NULL when there is none.
const char *lex_splice(const char *p, const char *end);
// Behind white space and comments, newlines too if `lines`.
const char *lex_skip_blank(Lex *lex, const char *p, bool lines);
// From the start of a line in a skipped group to the next directive: behind its '#', or NULL at the
// end of the text.
const char *lex_skip_to_directive(Lex *lex, const char *p);
// From inside a line to the newline that ends it (past comments and splices), or the end.
const char *lex_skip_line(Lex *lex, const char *p);

// brackets.c
// Links partners and lists the pragmas, from where it stopped last time.
void lex_link_brackets(Lex *lex);
// Drops closing brackets that nothing opened and closes what is left open, with diagnostics.
void lex_repair_brackets(Ctx *ctx, TokenArray *tokens);

// pp.c
void lex_file_special(Lex *lex, Token *next); // what lex_file_token does about `#` and the end
// Next token of the text with directives obeyed; pops finished includes unless in_args.
static inline void lex_file_token(Lex *lex, Token *t) {
    lex_scan(lex, t);
    if (CU_UNLIKELY(is_any_of(t->kind, T_HASH, T_EOF))) lex_file_special(lex, t);
}
// Next token with macros expanded.
void lex_token(Lex *lex, Token *next);
// Next token without expansion (arguments, operands of `defined`).
void lex_listed_token(Lex *lex, Token *next); // while there are contexts
static inline void lex_raw_token(Lex *lex, Token *t) {
    if (lex->stack.n) {
        lex_listed_token(lex, t);
    } else {
        lex_file_token(lex, t);
    }
}
void lex_run(Lex *lex); // everything to Lex.out
// A directive whose # has been read; true: *hash has become a token for the parser.
bool lex_directive(Lex *lex, Token *hash);
// The operand of #include or __has_include: spelling without quotes. False after a diagnostic.
typedef struct {
    const char *name;
    uint32_t len;
    bool angle;
} HeaderName;
bool lex_header_name(Lex *lex, HeaderName *header);

// directive.c
void lex_init_directives(Lex *lex);
// The directive whose name stands at *name or behind blanks, where *name is moved; *end is behind
// it. DIR_NONE: none.
unsigned lex_directive_name(Lex *lex, const char **name, const char **end);
// Skips the rest of the directive's line; warns about extra tokens when `extra`.
void lex_end_directive(Lex *lex, bool extra, const char *name);

// cond.c
void lex_if(Lex *lex, Pos pos, int directive);
void lex_elif(Lex *lex, Pos pos, int directive);
void lex_endif(Lex *lex, Pos pos);
// `( answer )` after a predicate, as one atom; 0 when there is none.
Atom lex_assert_answer(Lex *lex);

// macro.c
void lex_define(Lex *lex);
void lex_undef(Lex *lex);
Macro *lex_macro_new(Lex *lex, Atom name);
void lex_macro_set(Lex *lex, Atom name, Macro *m); // NULL removes

// expand.c
// Expands the macro named by t. True: tokens were pushed (or it vanished), read on. False: t is
// to be delivered as it stands (maybe changed).
bool lex_expand(Lex *lex, Macro *macro, Token *token);
// The same for a function-like macro; `output`: t stands behind the output's last token.
bool lex_expand_call(Lex *lex, Macro *macro, Token *token, bool output);
void lex_push_tokens(Lex *lex, const Token *t, uint32_t n, Macro *m, Pos base, uint16_t flags);
// At the end of the top context: pops it and returns false, or gives T_EOF at a boundary.
bool lex_context_end(Lex *lex, Token *t);
// Next token of the top context; false when it was exhausted and has been popped.
static inline bool lex_context_token(Lex *lex, Token *token) {
    Context *context = &lex->stack.at[lex->stack.n - 1];
    if (CU_UNLIKELY(context->cur == context->end)) return lex_context_end(lex, token);
    *token = *context->cur;
    if (context->base) {
        token->pos = context->base + (Pos)(context->cur - context->start);
        token->flags |= TF_MACRO;
    }
    if (context->cur == context->start && !context->boundary) {
        token->flags = (uint16_t)((token->flags & ~(TF_BOL | TF_SPACE)) | context->first_flags);
    }
    context->cur++;
    return true;
}

// Takes what the top context has up to its end or a macro's name, ready for delivery; returns how
// much. There must be room for all that is left of it.
uint32_t lex_context_plain(Lex *lex, Token *out);
static inline uint32_t lex_context_left(const Lex *lex) {
    const Context *c = &lex->stack.at[lex->stack.n - 1];
    return (uint32_t)(c->end - c->cur);
}

typedef struct {
    const Token *at;
    uint32_t n;
    bool macros; // a word of it names one
    bool expanded, omitted;
    uint16_t carry; // spacing that its expansion leaves behind its end
    const Token *ex;
    uint32_t nex;
} MacroArg;
// Arguments of a call whose name has been read; NULL (and `called` false) when no `(` follows.
MacroArg *lex_collect_args(Lex *lex, Macro *callee, const Token *name, bool *called);
Token *lex_substitute(Lex *lex, Macro *callee, MacroArg *arg, const Token *name, uint32_t *n);
void lex_expand_arg(Lex *lex, MacroArg *macro_arg, const Token *name);
// A token list with its macros expanded, as an argument is.
void lex_expand_list(Lex *lex, const Token **t, uint32_t *n);
Token lex_stringify(Lex *lex, const Token *operand, uint32_t n, const Token *like);
// Spelling of a token list with single blanks.
void lex_spell(Ctx *ctx, const Token *t, uint32_t n, Buf *out);

// Drops contexts down to n.
void lex_pop_contexts(Lex *lex, uint32_t n);
void lex_count_expansion(Lex *lex, const Token *t, uint32_t n);

// memo.c
Memo *lex_memo(Lex *lex, Macro *macro, const Token *name); // a valid one, or NULL
void lex_memo_note(Lex *lex, Atom atom, Macro *named);     // while recording: a word was looked at
// Appends the remembered expansion of a call to the output; false when there is none that fits.
bool lex_put_call(Lex *lex, Macro *callee, MacroArg *arg, const Token *name);

// builtin.c
bool lex_builtin(Lex *lex, Macro *macro, Token *word); // as lex_expand
void lex_define_builtins(Lex *lex);

// dirs.c
enum { DIR_MISSING = -1, DIR_BY_PATH = -2 };
// Opens the header of that name in a directory. DIR_MISSING: not there; DIR_BY_PATH: too many
// directories are open, it may be there.
int lex_open_in(Lex *lex, Atom dir, const char *name);
void lex_init_dirs(Lex *lex);
void lex_find_dirs(Lex *lex); // fills Lex.dirs

// include.c
// #include, #include_next, #import of that header, when its line has been read
void lex_include(Lex *lex, int directive, Pos pos, const HeaderName *header);
void lex_push_input(Lex *lex, Input in);
bool lex_include_name(Lex *lex, const char *name, bool imacros); // -include, -imacros
File *lex_find(Lex *lex, const char *name, uint32_t len, bool angle, bool next, uint32_t *dir,
               bool *system);
// The caller's header in memory of that whole name, or NULL.
const LexVirtualFile *lex_virtual(Lex *lex, Atom path);
File *lex_open_main(Lex *lex, const char *path, const char *text, size_t len);
void lex_enter(Lex *lex, File *file, uint32_t dir, Pos from, bool system);
// At the end of a file, and for one that was found and is not entered: what lex_find read last.
void lex_leave(Lex *lex, File *file);

// pragma.c
// After `#pragma`; appends a token to `t` and returns true when the parser should see it.
bool lex_pragma(Lex *lex, Pos pos, Token *t);
bool lex_pragma_operator(Lex *lex, Token *word); // _Pragma ( "..." )
// The use t of a macro that is a pragma, with the rest of its line: *t is the pragma, or false.
bool lex_pragma_macro(Lex *lex, Macro *macro, Token *use);

// predef.c
void lex_predefine(Lex *lex);

// mention.c
void lex_collect_mentions(Lex *lex, const File *main);
// May the unit say one of the words between p and end (LexCmd.only_for)?
bool lex_says(const Lex *lex, const char *p, const char *end);
// May it say any word?
bool lex_says_all(const Lex *lex);
// Was some word asked for that it does not say?
bool lex_left_out(const Lex *lex);

// literal.c
// A number that a condition takes as it stands, as nearly all are: a few decimal digits, an L or U
// behind them. Its value needs no diagnostic. False for others.
bool lex_plain_number(const AtomInfo *info, uint64_t *value, bool *is_unsigned);
uint32_t lex_utf8_encode(char *out, uint32_t c);
uint32_t lex_utf8_decode(const char *p, const char *end, uint32_t *c); // length, 0 if malformed

#endif
