// SPDX-License-Identifier: Apache-2.0
// Name expressions: what a client of NVRTC asks the symbols of, as text beside the source
// ("kernel<int>", "&variable"). Each is a constant expression, read as if it stood behind the
// unit; what it points at needs code.
//
// The texts are a file of their own to messages, a line each, as NVRTC shows them.
#include "cxx/cxx.h"
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/check/check.h"

#define LINE_BEGIN "#pragma nv_mangled_name "

// The tokens of all texts, and where each begins: behind the words of its line's beginning.
typedef struct {
    Cxx *x;
    const Token *tok; // by number from the unit's end on
    uint32_t at, end;
} Names;

// All texts as one file whose first line is empty.
void cxx_lex_names(Cxx *cxx) {
    if (!cxx->opt.nnames) return;
    Buf text;
    buf_init(&text, xa(cxx));
    buf_putc(&text, '\n');
    for (uint32_t i = 0; i < cxx->opt.nnames; i++) {
        buf_puts(&text, LINE_BEGIN);
        size_t end = strcspn(cxx->opt.names[i], "\n");
        buf_write(&text, cxx->opt.names[i], end);
        buf_putc(&text, '\n');
    }
    size_t n = text.n;
    cxx->name_tokens = lex_text(cxx->ctx, "__nv_name_map", buf_cstr(&text), n);
}

// The tokens numbered from `first` on, as if they stood behind the unit: lookups see all of it.
static const Token *behind_unit(Cxx *cxx, const TokenArray *names, uint32_t first) {
    Token *tok = arena_array(xa(cxx), Token, names->n);
    for (uint32_t i = 0; i < names->n; i++) {
        tok[i] = names->at[i];
        if (lex_is_open(tok[i].kind) || lex_is_close(tok[i].kind)) tok[i].match += first;
    }
    return (const Token *)((uintptr_t)tok - (uintptr_t)first * sizeof(Token));
}

// Where the line that begins at token `at` ends.
static uint32_t line_end(const Names *names, uint32_t at) {
    do at++;
    while (at < names->end && !(names->tok[at].flags & TF_BOL));
    return at;
}

// The expression's tokens as NVRTC shows them.
static const char *shown(const Names *names, uint32_t begin, uint32_t end) {
    Buf text;
    buf_init(&text, xa(names->x));
    for (uint32_t i = begin; i < end; i++) {
        bool joined = is_any_of(names->tok[i].kind, T_SEMI, T_COMMA);
        if (!joined) buf_putc(&text, ' ');
        buf_atom(names->x->ctx, &text, names->tok[i].text);
    }
    return buf_cstr(&text);
}

// The function or variable that a constant of pointer type leads to, or NULL.
static Decl *pointed_at(Parse *parse, Expr *pointer) {
    Cxx *cxx = parse->x;
    if (pointer->kind == E_DECLREF && pointer->u.decl->kind == D_FUNC) return pointer->u.decl;
    pointer = cxx_rvalue(parse, pointer);
    ConstVal *value = xe_err(pointer) ? NULL : cxx_const_eval(cxx, pointer, true);
    return value && value->kind == CV_LVALUE ? value->u.lv.base : NULL;
}

static bool is_variable(const Decl *decl) {
    if (decl->kind != D_VAR || decl->cuda & (CU_SHARED | CU_MANAGED)) return false;
    return cxx_device_storage(decl) || decl->type->quals & Q_CONST;
}

// Reads the expression between two tokens; NULL after a diagnostic.
static Decl *read_name(const Names *names, uint32_t begin, uint32_t end) {
    Cxx *cxx = names->x;
    Parse parse = cxx_parse_at(cxx, begin, end, cxx->global, NULL);
    parse.tok = names->tok;
    Pos pos = names->tok[begin < end ? begin : begin - 1].pos;
    const char *text = shown(names, begin, end);
    Expr *expr = cxx_parse_const_expr(&parse);
    if (!xe_err(expr)) expr = cxx_resolve_address(&parse, expr, ty_basic(cxx, TY_VOID), true);
    if (xe_lost(expr)) {
        CXX_DIAG(cxx, d_name_unread, pos, text);
        return NULL;
    }

    if (parse.at < end) {
        CXX_DIAG(cxx, d_name_extra, pos, text);
        return NULL;
    }
    Decl *decl = pointed_at(&parse, expr);
    if (decl_is(decl, D_FUNC) && !(decl->cuda & CU_GLOBAL)) {
        CXX_DIAG(cxx, d_name_function, pos, text);
        return NULL;
    }
    if (decl && (decl->kind == D_FUNC || is_variable(decl))) return decl;
    CXX_DIAG(cxx, d_name_kind, pos, text);
    return NULL;
}

void cxx_read_names(Cxx *cxx) {
    if (!cxx->opt.nnames) return;
    enum { WORDS = 3 }; // of LINE_BEGIN
    const TokenArray *texts = cxx->name_tokens;
    uint32_t first = cxx->tokens->n;
    Names names = {.x = cxx, .tok = behind_unit(cxx, texts, first), .at = first};
    names.end = first + texts->n - 1;
    cxx->named = arena_array(xa(cxx), Decl *, cxx->opt.nnames);
    for (uint32_t i = 0; i < cxx->opt.nnames; i++) {
        uint32_t end = line_end(&names, names.at);
        cxx->named[i] = read_name(&names, names.at + WORDS, end);
        if (cxx->named[i]) cxx_need(cxx, cxx->named[i]);
        names.at = end;
    }
}
