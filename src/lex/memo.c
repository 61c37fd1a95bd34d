// SPDX-License-Identifier: Apache-2.0
// Remembered expansions. Headers use the same object-like macros ten thousands of times
// (__device__, _GLIBCXX_NOEXCEPT, _CCCL_API), each a chain of further expansions. The second use of
// such a macro records its complete expansion with every word that was looked at and what macro it
// named; while those are unchanged, later uses copy the result.
//
// A macro is not remembered when its expansion looks behind its own end for a `(`, or meets a
// builtin (__LINE__, _Pragma). A remembered expansion is not used while one of the macros in it is
// disabled.
//
// A function-like macro is recorded with a token T_ARG for each argument (glibc declares a function
// of <math.h> by eight macros that call each other):
//
//   #define DECL(name, args)    DECL_1(double, name, args); DECL_1(float, JOIN(name, f), args)
//   #define DECL_1(t, n, args)  extern t n args
//   #define JOIN(a, b)          a ## b
//   DECL(n, a)   is recorded as   extern double n a; extern float n JOINED f a
//
// and at a call the arguments are put in. That is the expansion of [cpp.subst] and [cpp.rescan]
// only if they take no part in it, so a call is expanded in full when one of them is empty, names a
// macro after its own expansion, could be two arguments of another call, or makes a function-like
// macro's name by `##`; and nothing is recorded if it depends on them otherwise: `#`, __VA_OPT__, a
// call whose parenthesis could be theirs.
#include "lex/lex_int.h"

enum { MAX_DEPS = 48, MAX_RESULT = 1024, MAX_MISSES = 64, MAX_JOINED = 256, MAX_PARTS = 8 };

// A builtin's value may change from use to use, so what meets one is not remembered; nor is what
// depends on more words than the table holds.
void lex_memo_note(Lex *lex, Atom atom, Macro *named) {
    Memo *memo = lex->memo;
    if (named && named->kind != MK_USER) lex->memo_ok = false;
    for (uint32_t i = 0; i < memo->ndeps; i++) {
        if (memo->dep[i].atom == atom) return;
    }
    if (memo->ndeps == MAX_DEPS) {
        lex->memo_ok = false;
        return;
    }
    memo->dep[memo->ndeps++] = (MemoDep){atom, named};
}

// The call of a macro with unknown arguments, as the top context.
static void push_call(Lex *lex, Macro *callee, const Token *name) {
    MacroArg *arg = arena_array(&lex->tmp, MacroArg, CU_MAX(callee->nparams, 1u));
    Token *t = arena_array(&lex->tmp, Token, 2 * callee->nparams + 1u);
    for (uint32_t i = 0; i < callee->nparams; i++) {
        Token *raw = &t[2 * i], *expanded = raw + 1;
        *raw = (Token){.kind = T_ARG, .match = 2 * i + 1};
        *expanded = (Token){.kind = T_ARG, .match = 2 * i};
        arg[i] = (MacroArg){.at = raw, .n = 1, .ex = expanded, .nex = 1, .expanded = true};
    }
    uint32_t n;
    Token *list = lex_substitute(lex, callee, arg, name, &n);
    lex_push_tokens(lex, list, n, callee, 0, 0);
}

// Copies what was recorded to where it stays. The tokens' positions point into the expansion that
// was recorded: by way of it a diagnostic finds where each is spelled.
static Memo *keep(Lex *lex, const Memo *recorded, Token *tok, uint32_t n) {
    Arena *to = &lex->ctx->perm;
    Memo *r = arena_copy(to, recorded, sizeof *recorded, _Alignof(Memo));
    r->n = n;
    r->epoch = lex->epoch;
    r->dep = arena_copy(to, recorded->dep, recorded->ndeps * sizeof *recorded->dep, 8);
    if (!n) return r;
    r->tok = arena_copy(to, tok, n * sizeof(Token), 8);
    r->spelled = arena_alloc(to, n * sizeof(Pos), 4);
    for (uint32_t i = 0; i < n; i++) {
        r->spelled[i] = tok[i].pos; // by way of the recorded expansion
        r->tok[i].flags |= TF_MACRO;
        r->names |= !(tok[i].flags & TF_NOEXPAND) && lex_info(lex, tok[i].text)->macro;
    }
    return r;
}

// Records the expansion of a macro: expands it by itself, with all words noted, in a state of the
// Lex that is put back. NULL when it cannot be remembered; then it is not tried again.
static Memo *build(Lex *lex, Macro *macro, const Token *name) {
    MemoDep dep[MAX_DEPS];
    Memo memo = {.dep = dep};
    Token first = *name;
    VEC(Token) out = {0};
    first.flags &= (uint16_t) ~(TF_SPACE | TF_BOL);
    macro->no_memo = true; // unless it succeeds
    uint16_t carry = lex->carry;
    lex->carry = 0;
    lex->memo = &memo;
    lex->memo_ok = !macro->variadic;
    lex->call_depth++;
    Context context = {
        .cur = &first, .end = &first + !macro->funlike, .start = &first, .boundary = true};
    vec_push(&lex->ctx->perm, &lex->stack, context);
    lex->memo_bottom = lex->stack.n;
    if (macro->funlike && lex->memo_ok) push_call(lex, macro, name);
    while (lex->memo_ok && out.n < MAX_RESULT) {
        vec_reserve(&lex->tmp, &out, out.n + 1);
        lex_token(lex, &out.at[out.n]);
        if (out.at[out.n].kind == T_EOF) break;
        out.n++;
    }
    if (out.n < MAX_RESULT && lex->memo_ok) memo.carry = out.at[out.n].flags; // of the end
    lex_pop_contexts(lex, lex->memo_bottom - 1);
    lex->memo_bottom = 0;
    lex->call_depth--;
    lex->memo = NULL;
    lex->carry = carry;
    if (!lex->memo_ok || out.n >= MAX_RESULT) return NULL;
    macro->no_memo = false;
    return macro->memo = keep(lex, &memo, out.at, out.n);
}

// The first use only marks the macro, since most are used once; the second one records. A recorded
// expansion is valid while each word in it names what it named.
Memo *lex_memo(Lex *lex, Macro *macro, const Token *name) {
    if (macro->no_memo || lex->memo || macro->disabled) return NULL;
    Memo *memo = macro->memo;
    if (!memo) {
        if (!macro->used) {
            macro->used = true;
            return NULL;
        }
        if (lex->stack.n) return NULL; // macros may be disabled
        return build(lex, macro, name);
    }
    if (memo->epoch != lex->epoch) {
        for (uint32_t i = 0; i < memo->ndeps; i++) {
            if (lex_info(lex, memo->dep[i].atom)->macro == memo->dep[i].macro) continue;
            macro->memo = NULL;
            return NULL;
        }
        memo->epoch = lex->epoch;
    }
    if (lex->stack.n) {
        if (memo->carry || memo->names) return NULL; // its tokens are scanned once more
        for (uint32_t i = 0; i < memo->ndeps; i++) {
            if (memo->dep[i].macro && memo->dep[i].macro->disabled) return NULL;
        }
    }
    return memo;
}

// ---- calls -------------------------------------------------------------------------------------

typedef struct {
    Lex *L;
    Macro *m;
    const Memo *memo;
    MacroArg *arg;
    const Token *name;
    uint16_t space; // for the next token
} Call;

// Appends tokens to the output. The first takes `space`, and what a list before it left over.
static void put_list(Call *call, const Token *list, uint32_t n, uint16_t space) {
    Lex *L = call->L;
    vec_reserve(&L->ctx->perm, &L->out, L->out.n + n);
    Token *out = &L->out.at[L->out.n];
    for (uint32_t i = 0; i < n; i++) out[i] = list[i];
    out->flags = (uint16_t)((out->flags & ~(TF_SPACE | TF_BOL)) | (space & TF_SPACE) | call->space);
    call->space = 0;
    L->out.n += n;
}

static bool is_raw(const Token *arg) {
    return arg->match & 1;
}

// What the token T_ARG stands for.
static const Token *arg_tokens(Call *call, const Token *t, uint32_t *n) {
    MacroArg *a = &call->arg[t->match / 2];
    bool raw = is_raw(t);
    if (!raw && !a->expanded) lex_expand_arg(call->L, a, call->name);
    *n = raw ? a->n : a->nex;
    return raw ? a->at : a->ex;
}

// Is there a word in the list that would be looked at again when the result is rescanned?
static bool names_macro(Lex *lex, const Token *t, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (lex_info(lex, t[i].text)->macro) return true;
    }
    return false;
}

// Would other calls have taken the list for one argument?
static bool is_one_arg(const Token *t, uint32_t n) {
    int32_t depth = 0;
    for (uint32_t i = 0; i < n && depth >= 0; i++) {
        depth += (t[i].kind == T_LPAREN) - (t[i].kind == T_RPAREN);
        if (t[i].kind == T_COMMA && depth == 0) return false;
    }
    return depth == 0;
}

// Puts an argument in. False when it takes part in the expansion: see the head of the file.
static bool put_arg(Call *call, const Token *t) {
    uint32_t n;
    const Token *list = arg_tokens(call, t, &n);
    if (!n || names_macro(call->L, list, n) || !is_one_arg(list, n)) return false;
    if (call->L->out.n + (uint64_t)n > call->L->max_tokens) return false;
    put_list(call, list, n, t->flags);
    return true;
}

// Which of the macros in the expansion are being rescanned at some place of it is not recorded:
// what is expanded there must do without all of them.
static void disable(Call *call, bool on) {
    call->m->disabled = on;
    for (uint32_t i = 0; i < call->memo->ndeps; i++) {
        if (call->memo->dep[i].macro) call->memo->dep[i].macro->disabled = on;
    }
}

// Expands the word in *a as if to record it: what has an effect (_Pragma, a diagnostic) is left to
// the expansion in full. False if there was such a thing.
static bool expand_word(Call *call, MacroArg *word) {
    Lex *L = call->L;
    MemoDep dep[MAX_DEPS];
    Memo memo = {.dep = dep};
    disable(call, true);
    L->memo = &memo;
    L->memo_ok = true;
    lex_expand_arg(L, word, call->name);
    L->memo = NULL;
    disable(call, false);
    return L->memo_ok;
}

// The macro that a word made by `##` names.
static bool put_made_macro(Call *call, Token word, const Macro *named) {
    Lex *lex = call->L;
    if (named->funlike || named->kind != MK_USER) return false;
    word.flags |= call->space;
    MacroArg a = {.at = &word, .n = 1};
    if (!expand_word(call, &a)) return false;
    if (names_macro(lex, a.ex, a.nex) || !is_one_arg(a.ex, a.nex)) return false;
    if (a.nex == 0) return !(word.flags & ~call->space & TF_SPACE);
    if (a.carry) return false; // whose would the blank be?
    vec_reserve(&lex->ctx->perm, &lex->out, lex->out.n + a.nex);
    memcpy(&lex->out.at[lex->out.n], a.ex, a.nex * sizeof *a.ex);
    lex->out.n += a.nex;
    call->space = 0;
    return true;
}

// A word that was made by `##`.
static bool put_word(Call *call, Token word) {
    const Macro *m = lex_info(call->L, word.text)->macro;
    if (m) return put_made_macro(call, word, m);
    put_list(call, &word, 1, word.flags);
    return true;
}

// What `##` joins: the texts of the tokens that are not empty.
typedef struct {
    char s[MAX_JOINED + PAD];
    uint32_t end[MAX_PARTS], n; // end[i]: of the part i
    bool rhs[MAX_PARTS];        // from it to the end they are joined first
    Token first;
} Parts;

// Reads the tokens to be joined from t on; returns the last of them, or NULL.
static const Token *read_parts(Call *call, const Token *next, Parts *parts) {
    uint32_t len = 0;
    bool rhs = false;
    for (parts->n = 0;; next++) {
        uint32_t k = 1;
        const Token *part = next->kind == T_ARG ? arg_tokens(call, next, &k) : next;
        rhs |= (next->flags & TF_JOINED_RHS) != 0;
        if (k > 1) return NULL;
        if (k) {
            const AtomInfo *a = lex_info(call->L, part->text);
            bool number = parts->n && part->kind == T_NUMBER;
            if ((!lex_is_word(part->kind) && !number) || part->flags & TF_UCN) return NULL;
            if (next->kind == T_ARG && !is_raw(next) && a->macro) return NULL;
            if (len + a->len > MAX_JOINED || parts->n == MAX_PARTS) return NULL;
            if (!parts->n) parts->first = *part;
            memcpy(parts->s + len, a->s, a->len);
            parts->rhs[parts->n] = rhs;
            parts->end[parts->n++] = len += a->len;
            rhs = false;
        }
        if (!(next->flags & TF_JOINED)) break;
    }
    memset(parts->s + len, 0, PAD);
    return next;
}

static bool part_is_macro(Lex *lex, const Parts *p, uint32_t from, uint32_t to) {
    uint32_t at = from ? p->end[from - 1] : 0;
    Atom a = atom_intern(lex->ctx, p->s + at, p->end[to - 1] - at);
    return lex_info(lex, a)->macro != NULL;
}

// Would something that is joined before the whole is have been replaced?
static bool partly_macro(Lex *lex, const Parts *parts) {
    for (uint32_t i = 1, from = 0; i < parts->n; i++) {
        if (parts->rhs[i]) {
            if (part_is_macro(lex, parts, i, parts->n)) return true;
            from = i;
        } else if (i + 1 < parts->n && part_is_macro(lex, parts, from, i + 1)) {
            return true;
        }
    }
    return false;
}

// Joins the tokens from t on; returns the last of them, or NULL.
static const Token *put_joined(Call *call, const Token *token) {
    Lex *lex = call->L;
    Parts parts;
    const Token *last = read_parts(call, token, &parts);
    if (!last || !parts.n || partly_macro(lex, &parts)) return NULL;
    Token word = parts.first;
    if (parts.n > 1) {
        uint32_t len = parts.end[parts.n - 1];
        word.text = atom_intern_padded(lex->ctx, parts.s, len, atom_hash_padded(parts.s, len));
        word.kind = lex_word_kind(lex_info(lex, word.text));
        word.flags &= (uint16_t)~TF_NOEXPAND;
    }
    if (word.flags & TF_NOEXPAND) return NULL;
    word.flags &= (uint16_t) ~(TF_JOINED | TF_JOINED_RHS | TF_BOL | TF_SPACE);
    word.flags |= token->flags & TF_SPACE;
    return put_word(call, word) ? last : NULL;
}

// Puts the whole expansion into the output, arguments and joined words in their places. False when
// the call is to be expanded in full; the caller drops what is in the output by then.
static bool put_tokens(Call *call) {
    const Token *token = call->memo->tok, *end = call->memo->n ? token + call->memo->n : token;
    for (; token < end; token++) {
        if (token->flags & TF_JOINED) {
            token = put_joined(call, token);
            if (!token) return false;
        } else if (token->kind == T_ARG) {
            if (!put_arg(call, token)) return false;
        } else {
            const Token *from = token;
            while (token + 1 < end && token[1].kind != T_ARG && !(token[1].flags & TF_JOINED))
                token++;
            put_list(call, from, (uint32_t)(token + 1 - from), from->flags);
        }
    }
    return true;
}

// A macro whose calls miss again and again is not tried any more.
bool lex_put_call(Lex *lex, Macro *callee, MacroArg *arg, const Token *name) {
    Memo *memo = lex_memo(lex, callee, name);
    if (!memo) return false;
    Call call = {.L = lex, .m = callee, .memo = memo, .arg = arg, .name = name};
    call.space = name->flags & (TF_BOL | TF_SPACE);
    uint32_t start = lex->out.n, epoch = lex->epoch;
    if (!put_tokens(&call) || lex->epoch != epoch) { // an argument's _Pragma("pop_macro(...)")
        lex->out.n = start;
        if (++memo->misses == MAX_MISSES) callee->no_memo = true;
        return false;
    }
    uint32_t n = lex->out.n - start;
    lex_count_expansion(lex, name, n);
    lex->carry |= call.space | memo->carry;
    if (!n) return true;
    Token *t = &lex->out.at[start];
    Pos *spelled = arena_alloc(&lex->ctx->perm, n * sizeof *spelled, _Alignof(Pos));
    Pos base = source_add_macro(lex->ctx, callee->name, name->pos, n, spelled, sizeof *spelled);
    for (uint32_t i = 0; i < n; i++) {
        spelled[i] = t[i].pos;
        t[i].pos = base + i;
        t[i].flags |= TF_MACRO;
    }
    return true;
}
