// SPDX-License-Identifier: Apache-2.0
// lex: characters to tokens, and the preprocessor (C++ phases 1 to 6, [lex], [cpp]).
//
// Contract of the module:
//  - lex_translation_unit turns one file (source text or preprocessed text with line markers) into
//    ONE array of 16-byte tokens that ends with T_EOF. Brackets know their partners, so a parser
//    skips any bracketed region in O(1). Macro expansion is over; `_Pragma` and `#pragma` that the
//    preprocessor does not consume itself are single T_PRAGMA tokens.
//  - A token's `text` is its spelling. Literals are decoded on demand by lex_number, lex_string and
//    lex_char. Adjacent string literals are not joined: give all of them to lex_string.
//  - Positions are resolved lazily by base's source_resolve; a file or an expansion costs O(1).
//  - Errors are diagnostics; the array is always well formed: every bracket has a partner.
#ifndef CUPRUM_LEX_H
#define CUPRUM_LEX_H

#include "base/base.h"

// ---- tokens ------------------------------------------------------------------------------------

typedef enum {
#define TOK(name, text)          T_##name,
#define PUNCT(name, spelling)    T_##name,
#define KEYWORD(name, sp, since) T_KW_##name,
#include "lex/token.def"
    T_count_
} TokenKind;

enum {
    TF_BOL = 1,      // first token of its line
    TF_SPACE = 2,    // white space before it
    TF_NOEXPAND = 4, // an identifier painted blue: never a macro name again
    TF_MACRO = 8,    // came out of a macro expansion
    TF_ALT = 16,     // alternative spelling: `and`, `<:`
    TF_UCN = 32,     // spelled with universal character names (text is UTF-8)
    TF_RAW = 64,     // raw string literal
    // the rest is private to the preprocessor
    TF_PARAM = 128, // in a macro body: parameter number `match`
    TF_STRINGIFY = 256,
    TF_PASTE_LHS = 512, // `##` follows
    TF_PASTE_RHS = 1024,
    TF_VAOPT = 2048, // begins __VA_OPT__( ... ), which ends at body index `match`
    TF_CLEAN = 4096, // literal whose spelling holds a line splice was cleaned
    // in a remembered expansion, for which arguments will be put in: `##` and the next token;
    // behind a `##`, the first of what is joined by itself
    TF_JOINED = 8192,
    TF_JOINED_RHS = 16384
};

// Invariant: for ( ) [ ] { } `match` is the index of the partner in the array.
typedef struct {
    uint16_t kind;
    uint16_t flags;
    Atom text;
    Pos pos;
    uint32_t match;
} Token;
_Static_assert(sizeof(Token) == 16, "tokens are 16 bytes");

typedef struct {
    Token *at;              // at[n - 1] is T_EOF
    uint32_t n;             // at least 1
    bool packs;             // there may be a #pragma pack
    bool repaired;          // brackets had no partner: what stands where is a guess
    bool partial;           // declarations were left out that nothing seemed to name
    bool ascending;         // positions ascend: nothing was included or expanded
    const uint32_t *pragma; // the indices of all T_PRAGMA
    uint32_t npragma;
    Atom name;       // of the main file
    uint32_t length; // its bytes
} TokenArray;

// A kind's spelling for diagnostics: "identifier", ";", "class".
const char *lex_kind_name(uint16_t kind);
static inline bool lex_is_keyword(uint16_t kind) {
    return kind >= T_KW_ALIGNAS;
}
// An identifier or keyword: anything that may be a macro's name.
static inline bool lex_is_word(uint16_t kind) {
    return kind == T_IDENT || kind >= T_KW_ALIGNAS;
}
static inline bool lex_is_open(uint16_t kind) {
    return is_any_of(kind, T_LPAREN, T_LBRACKET, T_LBRACE);
}
static inline bool lex_is_close(uint16_t kind) {
    return is_any_of(kind, T_RPAREN, T_RBRACKET, T_RBRACE);
}

// ---- options -----------------------------------------------------------------------------------

typedef enum {
    LEX_DIR_QUOTE,
    LEX_DIR_NORMAL,
    LEX_DIR_SYSTEM,
    LEX_DIR_AFTER,
    LEX_DIR_PRIVATE // for headers in folders of virtual files only
} LexDirKind;
typedef struct {
    const char *path; // beginning with '<' it is a directory of virtual files only
    uint8_t kind;     // LexDirKind
} LexDir;

typedef enum { LEX_CMD_DEFINE, LEX_CMD_UNDEF, LEX_CMD_INCLUDE, LEX_CMD_IMACROS } LexCmdKind;
typedef struct {
    uint8_t kind;     // LexCmdKind
    const char *text; // "NAME", "NAME=VALUE", "F(x)=VALUE"; "NAME"; file name
    // Of LEX_CMD_INCLUDE: the file is read only if the unit may say one of these words, which are
    // written as in __cuprum_says(...): "word", "beginning*", "*part*", "<<<"; NULL: it is read.
    const char *only_for;
    bool quiet; // the same: the file says nothing that the unit does not say
} LexCmd;

// A header in memory. It is found by its whole name (as written between the quotes, NVRTC's way)
// before the disk is searched, and as DIR/NAME while directory DIR is searched. Names and texts
// must live as long as the Ctx.
typedef struct {
    const char *name;
    const char *text;
    size_t len;
    bool system; // warnings for it are those of a system header
    bool quiet;  // including it brings no word that __cuprum_says is asked for
    bool padded; // LEX_PAD zero bytes follow the text
} LexVirtualFile;

// Files of a system's in memory, sorted by their names as strcmp does; LEX_PAD zero bytes follow
// each text. It takes no memory by itself, and holds three addresses.
typedef struct {
    uint32_t name, text, len; // where it begins in LexLibrary's names and texts; the text's length
} LexPlace;
typedef struct {
    const char *names, *texts;
    const LexPlace *places;
    uint32_t n;
} LexLibrary;

// The i-th of them, whose name and text are the library's own.
LexVirtualFile lex_library_file(const LexLibrary *library, uint32_t i);

typedef enum {
    LEX_PREDEF_NONE,  // only what the standard and -D say
    LEX_PREDEF_GIVEN, // what the host's compiler says: `predefined`
    LEX_PREDEF_HOST,  // gcc 12 for x86-64 Linux
    LEX_PREDEF_NVCC,  // the same and nvcc's: __CUDACC__, __NVCC__, versions; device if cuda_arch
    LEX_PREDEF_NVRTC, // __CUDACC_RTC__ and its small set
} LexPredef;

enum { LEX_PAD = 64 };

typedef struct {
    int std;                // 3, 11, 14, 17, 20, 23 (default 17)
    bool gnu;               // gnu++NN: `typeof`, `linux`, `unix`; nvcc without -std gives gnu++17
    uint8_t predef;         // LexPredef
    const char *predefined; // of LEX_PREDEF_GIVEN: #define lines
    bool preprocessed;      // .ii: no directives but line markers and #pragma, no macros
    bool padded; // LEX_PAD zero bytes follow the text; it stays until the end and may be changed
    bool keep_comments;
    bool no_std_inc; // do not probe for the host's include directories
    bool no_own_dir; // a name in quotes is not looked for in the main file's directory
    // CUDA: 900 for sm_90, 0 on the host pass; `arch_features` 'a', 'f' or 0
    int cuda_arch;
    char arch_features;
    const char *cuda_arch_list; // __CUDA_ARCH_LIST__, NULL: cuda_arch
    int cuda_version;           // 13000 for 13.0; 0: 13000
    int cuda_build;             // __CUDACC_VER_BUILD__ of that version
    bool relocatable_device_code, extended_lambda, relaxed_constexpr, device_debug, tile;
    bool per_thread_stream;              // --default-stream per-thread
    bool optimize;                       // nvcc hands -O1 and up to gcc: __OPTIMIZE__
    bool fast_math, ftz, default_device; // no macro depends on them today
    const LexDir *dirs;
    uint32_t ndirs;
    const LexCmd *cmds; // -D, -U, -include, -imacros in the order of the command line
    uint32_t ncmds;
    bool says_all;               // no declaration is left out because nothing names it
    const char *const *mentions; // texts that __cuprum_says looks at besides the main one
    uint32_t nmentions;
    const LexVirtualFile *files;
    uint32_t nfiles;
    // More of them, behind those, or NULL: what is not asked for costs nothing.
    const LexLibrary *library;
    // Called for each file read, once each, in order (dependency listing). May be NULL.
    void (*dep)(void *data, const char *path, bool system);
    void *dep_data;
    // What to say of a header that is not there; NULL, or gives NULL: nothing.
    const char *(*hint)(Ctx *ctx, const char *header);
    const char *date, *time; // __DATE__ "Mmm dd yyyy", __TIME__; NULL: SOURCE_DATE_EPOCH, or 1970
    uint64_t max_tokens;     // of the whole unit; 0: 1 << 25
} LexOptions;

// C++17, nvcc's predefined macros, no directories.
void lex_options_init(LexOptions *o);

// ---- lexing ------------------------------------------------------------------------------------

// Preprocesses `path`; with text != NULL that is the file's content (path is then only its name).
// Never returns NULL; a file that cannot be read is a diagnostic and gives an empty unit. The array
// and all texts live in ctx->perm.
TokenArray *lex_translation_unit(Ctx *ctx, const LexOptions *options, const char *path,
                                 const char *text, size_t len);
// Tokenises a text of our own (no directives, no macros): declarations of builtins and the like.
// Keywords are those of the dialect that lex_translation_unit set, or of C++20 before it ran.
TokenArray *lex_text(Ctx *ctx, const char *name, const char *text, size_t len);

// Directories that gcc would search for C++ headers, found by probing well-known places under
// `sysroot` ("" usually); added to `out` in order.
typedef VEC(LexDir) LexDirs;
void lex_host_dirs(Ctx *ctx, const char *sysroot, LexDirs *out);

// ---- literals ----------------------------------------------------------------------------------

typedef enum {
    LEX_FS_NONE, // double
    LEX_FS_F,
    LEX_FS_L,
    LEX_FS_F16,
    LEX_FS_F32,
    LEX_FS_F64,
    LEX_FS_F128, // also q and Q
    LEX_FS_F32X,
    LEX_FS_F64X,
    LEX_FS_BF16,
    LEX_FS_W, // __float80
    LEX_FS_DEC
} LexFloatSuffix;
enum { LEX_IS_U = 1, LEX_IS_L = 2, LEX_IS_LL = 4, LEX_IS_Z = 8 };

typedef struct {
    bool is_float;
    bool imaginary; // GNU i, j
    uint8_t base;   // 2, 8, 10, 16
    uint8_t suffix; // integers: LEX_IS_* bits; floats: LexFloatSuffix
    bool too_large; // an integer over 128 bits; value is modulo 2^128
    uint64_t lo, hi;
    // Digits without separators and suffix, NUL-terminated, for apfloat: "1.5e3", "0x1.8p3".
    const char *digits;
    uint32_t raw_len; // length of the spelling before a ud-suffix
    Atom ud_suffix;   // 0 when none
} LexNumber;
// Decodes a T_NUMBER. False after a diagnostic.
bool lex_number(Ctx *ctx, const Token *tok, LexNumber *out);

typedef enum { LEX_ENC_CHAR, LEX_ENC_WIDE, LEX_ENC_UTF8, LEX_ENC_UTF16, LEX_ENC_UTF32 } LexEnc;
typedef struct {
    uint8_t enc;  // LexEnc
    uint8_t unit; // bytes per code unit: 1, 2 or 4
    uint32_t n;   // code units, without the terminating zero (which is there)
    const void *data;
    Atom ud_suffix;
} LexString;
// Decodes and joins `n` adjacent T_STRINGs into target code units (UTF-8, UTF-16, UTF-32).
bool lex_string(Ctx *ctx, const Token *tok, uint32_t n, LexString *out);

typedef struct {
    uint8_t enc;
    bool multi;    // more than one character: type int
    int64_t value; // sign-extended as gcc does for plain char
    Atom ud_suffix;
} LexChar;
bool lex_char(Ctx *ctx, const Token *tok, LexChar *out);

// ---- dumps -------------------------------------------------------------------------------------

// One line per token: "line:col kind 'spelling' [bol space] -> partner".
void lex_dump_tokens(Ctx *ctx, const TokenArray *t, Buf *out);
// Text as `gcc -E` prints it, with line markers; no markers when `bare` (gcc -E -P).
void lex_print_pp(Ctx *ctx, const TokenArray *t, bool bare, Buf *out);
// The same with markers; place[i] becomes where token i begins in `out`, and place[n - 1] its end.
void lex_print_places(Ctx *ctx, const TokenArray *t, Buf *out, uint32_t *place);

// ---- diagnostics -------------------------------------------------------------------------------

extern const DiagRow *const lex_diag_rows[]; // NULL ends them

#endif
