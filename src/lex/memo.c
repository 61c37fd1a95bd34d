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

void lex_memo_note(Lex *L, Atom a, Macro *m) {
    Memo *memo = L->memo;
    if (m && m->kind != MK_USER) L->memo_ok = false;
    for (uint32_t i = 0; i < memo->ndeps; i++) {
        if (memo->dep[i].atom == a) return;
    }
    if (memo->ndeps == MAX_DEPS) {
        L->memo_ok = false;
        return;
    }
    memo->dep[memo->ndeps++] = (MemoDep){a, m};
}

// The call of a macro with unknown arguments, as the top context.
static void push_call(Lex *L, Macro *m, const Token *name) {
    MacroArg *arg = arena_array(&L->tmp, MacroArg, CU_MAX(m->nparams, 1u));
    Token *t = arena_array(&L->tmp, Token, 2 * m->nparams + 1u);
    for (uint32_t i = 0; i < m->nparams; i++) {
        Token *raw = &t[2 * i], *expanded = raw + 1;
        *raw = (Token){.kind = T_ARG, .match = 2 * i + 1};
        *expanded = (Token){.kind = T_ARG, .match = 2 * i};
        arg[i] = (MacroArg){.at = raw, .n = 1, .ex = expanded, .nex = 1, .expanded = true};
    }
    uint32_t n;
    Token *list = lex_substitute(L, m, arg, name, &n);
    lex_push_tokens(L, list, n, m, 0, 0);
}

static Memo *keep(Lex *L, const Memo *memo, Token *tok, uint32_t n) {
    Arena *to = &L->ctx->perm;
    Memo *r = arena_copy(to, memo, sizeof *memo, _Alignof(Memo));
    r->n = n;
    r->epoch = L->epoch;
    r->dep = arena_copy(to, memo->dep, memo->ndeps * sizeof *memo->dep, 8);
    if (!n) return r;
    r->tok = arena_copy(to, tok, n * sizeof(Token), 8);
    r->spelled = arena_alloc(to, n * sizeof(Pos), 4);
    for (uint32_t i = 0; i < n; i++) {
        r->spelled[i] = tok[i].pos; // by way of the recorded expansion
        r->tok[i].flags |= TF_MACRO;
        r->names |= !(tok[i].flags & TF_NOEXPAND) && lex_info(L, tok[i].text)->macro;
    }
    return r;
}

static Memo *build(Lex *L, Macro *m, const Token *name) {
    MemoDep dep[MAX_DEPS];
    Memo memo = {.dep = dep};
    Token first = *name;
    VEC(Token) out = {0};
    first.flags &= (uint16_t) ~(TF_SPACE | TF_BOL);
    m->no_memo = true; // unless it succeeds
    uint16_t carry = L->carry;
    L->carry = 0;
    L->memo = &memo;
    L->memo_ok = !m->variadic;
    L->call_depth++;
    Context c = {.cur = &first, .end = &first + !m->funlike, .start = &first, .boundary = true};
    vec_push(&L->ctx->perm, &L->stack, c);
    L->memo_bottom = L->stack.n;
    if (m->funlike && L->memo_ok) push_call(L, m, name);
    while (L->memo_ok && out.n < MAX_RESULT) {
        vec_reserve(&L->tmp, &out, out.n + 1);
        lex_token(L, &out.at[out.n]);
        if (out.at[out.n].kind == T_EOF) break;
        out.n++;
    }
    if (out.n < MAX_RESULT && L->memo_ok) memo.carry = out.at[out.n].flags; // of the end
    lex_pop_contexts(L, L->memo_bottom - 1);
    L->memo_bottom = 0;
    L->call_depth--;
    L->memo = NULL;
    L->carry = carry;
    if (!L->memo_ok || out.n >= MAX_RESULT) return NULL;
    m->no_memo = false;
    return m->memo = keep(L, &memo, out.at, out.n);
}

Memo *lex_memo(Lex *L, Macro *m, const Token *name) {
    if (m->no_memo || L->memo || m->disabled) return NULL;
    Memo *r = m->memo;
    if (!r) {
        if (!m->used) {
            m->used = true;
            return NULL;
        }
        if (L->stack.n) return NULL; // macros may be disabled
        return build(L, m, name);
    }
    if (r->epoch != L->epoch) {
        for (uint32_t i = 0; i < r->ndeps; i++) {
            if (lex_info(L, r->dep[i].atom)->macro == r->dep[i].macro) continue;
            m->memo = NULL;
            return NULL;
        }
        r->epoch = L->epoch;
    }
    if (L->stack.n) {
        if (r->carry || r->names) return NULL; // its tokens are scanned once more
        for (uint32_t i = 0; i < r->ndeps; i++) {
            if (r->dep[i].macro && r->dep[i].macro->disabled) return NULL;
        }
    }
    return r;
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

static void put_list(Call *c, const Token *t, uint32_t n, uint16_t space) {
    Lex *L = c->L;
    vec_reserve(&L->ctx->perm, &L->out, L->out.n + n);
    Token *out = &L->out.at[L->out.n];
    for (uint32_t i = 0; i < n; i++) out[i] = t[i];
    out->flags = (uint16_t)((out->flags & ~(TF_SPACE | TF_BOL)) | (space & TF_SPACE) | c->space);
    c->space = 0;
    L->out.n += n;
}

static bool is_raw(const Token *arg) {
    return arg->match & 1;
}

// What the token T_ARG stands for.
static const Token *arg_tokens(Call *c, const Token *t, uint32_t *n) {
    MacroArg *a = &c->arg[t->match / 2];
    bool raw = is_raw(t);
    if (!raw && !a->expanded) lex_expand_arg(c->L, a, c->name);
    *n = raw ? a->n : a->nex;
    return raw ? a->at : a->ex;
}

static bool names_macro(Lex *L, const Token *t, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (lex_info(L, t[i].text)->macro) return true;
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

static bool put_arg(Call *c, const Token *t) {
    uint32_t n;
    const Token *list = arg_tokens(c, t, &n);
    if (!n || names_macro(c->L, list, n) || !is_one_arg(list, n)) return false;
    if (c->L->out.n + (uint64_t)n > c->L->max_tokens) return false;
    put_list(c, list, n, t->flags);
    return true;
}

// Which of the macros in the expansion are being rescanned at some place of it is not recorded:
// what is expanded there must do without all of them.
static void disable(Call *c, bool on) {
    c->m->disabled = on;
    for (uint32_t i = 0; i < c->memo->ndeps; i++) {
        if (c->memo->dep[i].macro) c->memo->dep[i].macro->disabled = on;
    }
}

// Expands the word in *a as if to record it: what has an effect (_Pragma, a diagnostic) is left to
// the expansion in full. False if there was such a thing.
static bool expand_word(Call *c, MacroArg *a) {
    Lex *L = c->L;
    MemoDep dep[MAX_DEPS];
    Memo memo = {.dep = dep};
    disable(c, true);
    L->memo = &memo;
    L->memo_ok = true;
    lex_expand_arg(L, a, c->name);
    L->memo = NULL;
    disable(c, false);
    return L->memo_ok;
}

// The macro that a word made by `##` names.
static bool put_made_macro(Call *c, Token word, const Macro *m) {
    Lex *L = c->L;
    if (m->funlike || m->kind != MK_USER) return false;
    word.flags |= c->space;
    MacroArg a = {.at = &word, .n = 1};
    if (!expand_word(c, &a)) return false;
    if (names_macro(L, a.ex, a.nex) || !is_one_arg(a.ex, a.nex)) return false;
    if (a.nex == 0) return !(word.flags & ~c->space & TF_SPACE);
    if (a.carry) return false; // whose would the blank be?
    vec_reserve(&L->ctx->perm, &L->out, L->out.n + a.nex);
    memcpy(&L->out.at[L->out.n], a.ex, a.nex * sizeof *a.ex);
    L->out.n += a.nex;
    c->space = 0;
    return true;
}

// A word that was made by `##`.
static bool put_word(Call *c, Token word) {
    const Macro *m = lex_info(c->L, word.text)->macro;
    if (m) return put_made_macro(c, word, m);
    put_list(c, &word, 1, word.flags);
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
static const Token *read_parts(Call *c, const Token *t, Parts *p) {
    uint32_t len = 0;
    bool rhs = false;
    for (p->n = 0;; t++) {
        uint32_t k = 1;
        const Token *part = t->kind == T_ARG ? arg_tokens(c, t, &k) : t;
        rhs |= (t->flags & TF_JOINED_RHS) != 0;
        if (k > 1) return NULL;
        if (k) {
            const AtomInfo *a = lex_info(c->L, part->text);
            bool number = p->n && part->kind == T_NUMBER;
            if ((!lex_is_word(part->kind) && !number) || part->flags & TF_UCN) return NULL;
            if (t->kind == T_ARG && !is_raw(t) && a->macro) return NULL;
            if (len + a->len > MAX_JOINED || p->n == MAX_PARTS) return NULL;
            if (!p->n) p->first = *part;
            memcpy(p->s + len, a->s, a->len);
            p->rhs[p->n] = rhs;
            p->end[p->n++] = len += a->len;
            rhs = false;
        }
        if (!(t->flags & TF_JOINED)) break;
    }
    memset(p->s + len, 0, PAD);
    return t;
}

static bool part_is_macro(Lex *L, const Parts *p, uint32_t from, uint32_t to) {
    uint32_t at = from ? p->end[from - 1] : 0;
    Atom a = atom_intern(L->ctx, p->s + at, p->end[to - 1] - at);
    return lex_info(L, a)->macro != NULL;
}

// Would something that is joined before the whole is have been replaced?
static bool partly_macro(Lex *L, const Parts *p) {
    for (uint32_t i = 1, from = 0; i < p->n; i++) {
        if (p->rhs[i]) {
            if (part_is_macro(L, p, i, p->n)) return true;
            from = i;
        } else if (i + 1 < p->n && part_is_macro(L, p, from, i + 1)) {
            return true;
        }
    }
    return false;
}

// Joins the tokens from t on; returns the last of them, or NULL.
static const Token *put_joined(Call *c, const Token *t) {
    Lex *L = c->L;
    Parts p;
    const Token *last = read_parts(c, t, &p);
    if (!last || !p.n || partly_macro(L, &p)) return NULL;
    Token word = p.first;
    if (p.n > 1) {
        uint32_t len = p.end[p.n - 1];
        word.text = atom_intern_padded(L->ctx, p.s, len, atom_hash_padded(p.s, len));
        word.kind = lex_word_kind(lex_info(L, word.text));
        word.flags &= (uint16_t)~TF_NOEXPAND;
    }
    if (word.flags & TF_NOEXPAND) return NULL;
    word.flags &= (uint16_t) ~(TF_JOINED | TF_JOINED_RHS | TF_BOL | TF_SPACE);
    word.flags |= t->flags & TF_SPACE;
    return put_word(c, word) ? last : NULL;
}

static bool put_tokens(Call *c) {
    const Token *t = c->memo->tok, *end = c->memo->n ? t + c->memo->n : t;
    for (; t < end; t++) {
        if (t->flags & TF_JOINED) {
            t = put_joined(c, t);
            if (!t) return false;
        } else if (t->kind == T_ARG) {
            if (!put_arg(c, t)) return false;
        } else {
            const Token *from = t;
            while (t + 1 < end && t[1].kind != T_ARG && !(t[1].flags & TF_JOINED)) t++;
            put_list(c, from, (uint32_t)(t + 1 - from), from->flags);
        }
    }
    return true;
}

bool lex_put_call(Lex *L, Macro *m, MacroArg *arg, const Token *name) {
    Memo *memo = lex_memo(L, m, name);
    if (!memo) return false;
    Call c = {.L = L, .m = m, .memo = memo, .arg = arg, .name = name};
    c.space = name->flags & (TF_BOL | TF_SPACE);
    uint32_t start = L->out.n, epoch = L->epoch;
    if (!put_tokens(&c) || L->epoch != epoch) { // an argument's _Pragma("pop_macro(...)")
        L->out.n = start;
        if (++memo->misses == MAX_MISSES) m->no_memo = true;
        return false;
    }
    uint32_t n = L->out.n - start;
    lex_count_expansion(L, name, n);
    L->carry |= c.space | memo->carry;
    if (!n) return true;
    Token *t = &L->out.at[start];
    Pos *spelled = arena_alloc(&L->ctx->perm, n * sizeof *spelled, _Alignof(Pos));
    Pos base = source_add_macro(L->ctx, m->name, name->pos, n, spelled, sizeof *spelled);
    for (uint32_t i = 0; i < n; i++) {
        spelled[i] = t[i].pos;
        t[i].pos = base + i;
        t[i].flags |= TF_MACRO;
    }
    return true;
}
