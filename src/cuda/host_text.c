// SPDX-License-Identifier: Apache-2.0
// The host's half of a unit: text that the host compiler takes, made of the preprocessed unit by
// small changes in place, so that lines and columns stay those of the source.
//   - CUDA's attributes go.
//   - A kernel's body becomes a call of the run-time library with the addresses of its parameters
//     and its own address: for a template that of the instance, k<T, N>.
//   - The body of a device function becomes a trap, unless the host may need it: to deduce a type,
//     to evaluate a constant, to see what a lambda captures.
//   - k<<<grid, block>>>(x) becomes ((__cuprum_configure(grid, block)) ? (void)0 : k(x)).
//   - A device variable becomes a static one: what host code knows it by. A managed variable
//     becomes a reference to where the run-time library puts it.
// What the text calls is in lib/include/cuprum_build.h; host_register.c writes what registers it
// all.
#include "cuda/cuda_int.h"
#include "cuda/host_text_int.h"

#include <stdlib.h>

// ---- edits -------------------------------------------------------------------------------------

static size_t offset(const HostText *h, uint32_t i) {
    return h->place[i];
}

static size_t token_end(const HostText *h, uint32_t i) {
    return offset(h, i) + strlen(atom_str(h->ctx, h->tok[i].text));
}

static void edit(HostText *h, size_t at, size_t len, const char *text) {
    vec_push(&h->ctx->perm, &h->edit, ((HostEdit){at, len, text, h->edit.n}));
}

static void insert(HostText *h, uint32_t i, const char *text) {
    edit(h, offset(h, i), 0, text);
}

// The tokens [begin, end) become `text` and the line ends that they held.
static void replace(HostText *h, uint32_t begin, uint32_t end, const char *text) {
    size_t from = offset(h, begin), to = token_end(h, end - 1);
    Buf b;
    buf_init(&b, &h->ctx->perm);
    buf_puts(&b, text);
    for (size_t k = from; k < to; k++) {
        if (h->text[k] == '\n') buf_putc(&b, '\n');
    }
    edit(h, from, to - from, buf_cstr(&b));
}

static int by_place(const void *a, const void *b) {
    const HostEdit *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static void apply(HostText *h, size_t len, Buf *out) {
    if (h->edit.n) qsort(h->edit.at, h->edit.n, sizeof *h->edit.at, by_place);
    size_t at = 0;
    VEC_FOREACH (HostEdit, e, &h->edit) {
        if (e->at < at) continue; // inside of what is gone
        buf_write(out, h->text + at, e->at - at);
        buf_puts(out, e->text);
        at = e->at + e->len;
    }
    buf_write(out, h->text + at, len - at);
}

// ---- text of tokens ----------------------------------------------------------------------------

// CUDA's attributes are left out.
static void print_tokens(const HostText *h, Buf *b, HostRange r) {
    for (uint32_t i = r.begin; i < r.end; i++) {
        uint32_t end;
        if (cuda_host_mark(h, i, &end)) {
            i = end - 1;
            continue;
        }
        if (h->tok[i].kind == T_PRAGMA) continue;
        // `<` and `::` must not become a digraph; `>>>` is never wanted
        bool together = i > r.begin && !(h->tok[i].flags & (TF_SPACE | TF_BOL));
        if (!together) buf_putc(b, ' ');
        buf_atom(h->ctx, b, h->tok[i].text);
    }
}

// ---- names of templates ------------------------------------------------------------------------

// What may follow the name that a template declares: f(, v;, S {, S :, alias =, partial<,
// parameter,
static bool ends_declared_name(uint16_t symbol) {
    static const uint16_t symbols[] = {T_LPAREN, T_SEMI, T_ASSIGN, T_LBRACE,
                                       T_COLON,  T_LT,   T_COMMA,  T_GT};
    for (uint32_t i = 0; i < CU_COUNT(symbols); i++) {
        if (symbols[i] == symbol) return true;
    }
    return false;
}

// Notes the name that a template declares behind its head; a specialisation's is known.
static void name_template(HostText *h, uint32_t head_end) {
    for (uint32_t i = head_end + 1; i < h->n && host_kind(h, i) != T_KW_TEMPLATE; i++) {
        uint16_t symbol = host_kind(h, i), next = host_kind(h, i + 1);
        Atom name = h->tok[i].text;
        bool declared = symbol == T_IDENT && ends_declared_name(next);
        bool known = declared && next == T_LT && bitset_has(&h->templates, name);
        if (declared && !known) {
            bitset_add(&h->templates, name);
            return;
        }
        if (lex_is_open(symbol)) i = host_partner(h, i);
        if (symbol == T_LT) {
            uint32_t close = cuda_host_close_angle(h, i);
            if (close) i = close;
        }
        if (symbol == T_SEMI || symbol == T_EOF) return;
    }
}

static void name_templates(HostText *h) {
    static const char *const builtin[] = {"__make_integer_seq", "__type_pack_element"};
    for (uint32_t i = 0; i < CU_COUNT(builtin); i++) {
        Atom name = atom_cstr(h->ctx, builtin[i]);
        if (name < h->ctx->atoms.n) bitset_add(&h->templates, name);
    }
    for (uint32_t i = 0; i + 1 < h->n; i++) {
        if (host_kind(h, i) != T_KW_TEMPLATE || host_kind(h, i + 1) != T_LT) continue;
        uint32_t close = cuda_host_close_angle(h, i + 1);
        if (close) name_template(h, close);
    }
}

// ---- kernels -----------------------------------------------------------------------------------

// Gives a name to a parameter that has none. The parameter's name.
static const char *name_parameter(HostText *h, HostParam *p, uint32_t i, const char *stem) {
    if (p->name) return atom_str(h->ctx, h->tok[p->name].text);
    const char *name = arena_printf(&h->ctx->perm, "__cuprum_%s%u", stem, i);
    insert(h, p->insert, arena_printf(&h->ctx->perm, " %s", name));
    return name;
}

// The kernel's own name: k, or k<T, N, Ts...> in a template.
static void own_name(HostText *h, const HostDecl *d, Buf *b) {
    print_tokens(h, b, d->name);
    uint16_t last = h->tok[d->name.end - 1].kind;
    bool specialised = last == T_GT || last == T_GTGT;
    if (!d->head || specialised) return;
    uint32_t close = cuda_host_close_angle(h, d->head);
    HostParams params = cuda_host_params(h, d->head, close, true);
    for (uint32_t i = 0; i < params.n; i++) {
        buf_puts(b, i ? ", " : "<");
        buf_puts(b, name_parameter(h, &params.at[i], i, "t"));
        if (params.at[i].pack) buf_puts(b, "...");
    }
    if (params.n) buf_puts(b, ">");
}

// { void *__cuprum_a[] = {addresses, 0};
//   __cuprum_launch((const void *)(void (*)(types))own name, __cuprum_a); }
static void kernel_body(HostText *h, const HostDecl *d) {
    uint32_t close = h->tok[d->params].match;
    HostParams params = cuda_host_params(h, d->params, close, false);
    Buf b, refs, types;
    buf_init(&b, &h->ctx->perm);
    buf_init(&refs, &h->ctx->perm);
    buf_init(&types, &h->ctx->perm);
    buf_puts(&b, "void *__cuprum_a[] = {");
    for (uint32_t i = 0; i < params.n; i++) {
        HostParam *p = &params.at[i];
        const char *name = name_parameter(h, p, i, "p");
        if (i) buf_putc(&types, ',');
        print_tokens(h, &types, p->range);
        if (p->reference && !p->pack) { // what is passed is a pointer
            buf_printf(&refs, "const volatile void *__cuprum_r%u = __builtin_addressof(%s); ", i,
                       name);
            buf_printf(&b, "(void *)&__cuprum_r%u, ", i);
        } else {
            buf_printf(&b, "(void *)__builtin_addressof(%s)%s, ", name, p->pack ? "..." : "");
        }
    }
    buf_puts(&b, "0}; __cuprum_launch((const void *)(void (*)(");
    buf_write(&b, types.at, types.n);
    buf_puts(&b, "))");
    own_name(h, d, &b);
    buf_puts(&b, ", __cuprum_a); }");
    replace(h, d->body, d->end,
            arena_printf(&h->ctx->perm, "{ %s%s", buf_cstr(&refs), buf_cstr(&b)));
}

// The body of a device function: it is never called, and its parameters are never unused. A
// constructor or destructor does nothing: a device variable's are called for its shadow.
static void device_body(HostText *h, const HostDecl *d, bool structor) {
    HostParams params = cuda_host_params(h, d->params, host_partner(h, d->params), false);
    Buf b;
    buf_init(&b, &h->ctx->perm);
    buf_puts(&b, "{ ");
    for (uint32_t i = 0; i < params.n; i++) {
        const HostParam *p = &params.at[i];
        if (!p->name || p->pack) continue;
        buf_printf(&b, "(void)%s; ", atom_str(h->ctx, h->tok[p->name].text));
    }
    buf_puts(&b, structor ? "}" : "__builtin_trap(); }");
    replace(h, d->body, d->end, buf_cstr(&b));
}

static bool is_declared_inline(const HostText *h, const HostDecl *d) {
    for (uint32_t i = d->begin; i < d->params; i++) {
        if (host_kind(h, i) == T_KW_INLINE || cuda_host_is(h, i, "always_inline")) return true;
    }
    return false;
}

// Whether the token that is looked at is a class's own.
static bool in_class(const HostText *h) {
    return h->scope.n && cuda_host_opens_class(h, h->scope.at[h->scope.n - 1]);
}

// What stands for the mark of a device function: host code of the same file that calls it is warned
// of by the host's compiler, where that sees it surely. Members and templates are left out: which
// of them host code may name and not call is not seen from tokens.
static const char *device_mark(const HostText *h, const HostDecl *d) {
    SrcLoc at;
    bool plain = !d->head && d->name.end == d->name.begin + 1 && !in_class(h);
    bool own = plain && host_kind(h, d->name.begin) == T_IDENT &&
               source_resolve(h->ctx, h->tok[d->begin].pos, &at) && at.file == h->main;
    return !own || is_declared_inline(h, d)
               ? "__attribute__((__unused__))"
               : "__attribute__((__unused__, __noinline__, __warning__(\"calling a __device__ "
                 "function from a __host__ function is not allowed\")))";
}

// ---- variables ---------------------------------------------------------------------------------

// The names that a declaration of variables declares; the last one is that of S::v where it is a
// member's.
typedef VEC(uint32_t) NameTokens;

static bool ends_declarator_name(uint16_t symbol) {
    return symbol == T_SEMI || symbol == T_ASSIGN || symbol == T_LBRACKET || symbol == T_COMMA ||
           symbol == T_LBRACE || symbol == T_COLON;
}

static NameTokens declared_names(const HostText *h, const HostDecl *d) {
    NameTokens names = {0};
    bool named = false; // this declarator is: what follows up to the comma is its value
    for (uint32_t i = d->after_heads; i < d->end; i++) {
        uint16_t symbol = host_kind(h, i);
        if (symbol == T_IDENT && !named && ends_declarator_name(host_kind(h, i + 1))) {
            vec_push(&h->ctx->perm, &names, i);
            named = true;
        }
        if (symbol == T_COMMA) named = false;
        if (lex_is_open(symbol)) i = host_partner(h, i);
        if (symbol == T_LT && !named) {
            uint32_t close = cuda_host_close_angle(h, i);
            if (close) i = close;
        }
    }
    return names;
}

// T &name = *where the run-time library has put it; of another unit's: only declared.
static void managed_variable(HostText *h, const HostDecl *d, uint32_t name) {
    const char *s = atom_str(h->ctx, h->tok[name].text), *own = h->rdc ? "" : "static ";
    replace(h, name, name + 1, arena_printf(&h->ctx->perm, "__cuprum_managed_%s", s));
    const char *type = arena_printf(&h->ctx->perm, "__typeof__(__cuprum_managed_%s)", s);
    const char *text = d->extern_ ? arena_printf(&h->ctx->perm, " extern %s &%s;", type, s)
                                  : arena_printf(&h->ctx->perm,
                                                 " static void *__cuprum_at_%s; %s%s &%s = *(%s *)"
                                                 "__cuprum_managed(&__cuprum_at_%s);",
                                                 s, own, type, s, type, s);
    edit(h, token_end(h, d->end - 1), 0, text);
}

// What stands for the mark of a variable: it is the unit's own, unless it is declared extern, is a
// member, or says something else already.
static const char *variable(HostText *h, const HostDecl *d) {
    if (d->marks & HM_SHARED) return "";
    NameTokens names = declared_names(h, d);
    bool member = false, outside = false;
    for (uint32_t i = 0; i < names.n; i++) {
        Atom a = h->tok[names.at[i]].text;
        member |= h->tok[names.at[i] - 1].kind == T_COLCOL;
        if (d->extern_) map_put(&h->outside, a, h);
        outside |= map_get(&h->outside, a) != NULL;
        if (d->marks & HM_MANAGED) managed_variable(h, d, names.at[i]);
    }
    bool own = !h->rdc && !member && !outside && !d->head && !d->has_inline;
    bool plain = own && !d->has_static && !d->has_constexpr;
    return plain ? "static __attribute__((__unused__))" : "";
}

// ---- declarations ------------------------------------------------------------------------------

static bool host_needs_body(const HostDecl *d) {
    return d->marks & HM_HOST || d->has_constexpr || (d->has_auto && !d->trailing);
}

// crt/math_functions.h declares again what <cmath> has as constexpr, which NVIDIA's front end lets
// pass.
static bool declared_again(const HostText *h, const HostDecl *d) {
    return d->extern_ && d->begin < h->std_end && d->params && !d->body;
}

// A kernel's template belongs to the unit, as nvcc's -static-global-template-stub has it: another
// unit's instance of the same name is another device program's. What may not be said static:
// members, friends, specialisations (they are what their template is).
static bool is_own_template(const HostText *h, const HostDecl *d) {
    if (!h->static_templates || !d->head || d->has_static || d->extern_) return false;
    bool specialised = host_kind(h, d->head + 1) == T_GT || host_kind(h, d->name.end - 1) == T_GT;
    if (specialised || host_kind(h, d->after_heads) == T_KW_FRIEND) return false;
    return !in_class(h);
}

// The mark at token i is the first of its declaration: changes the declaration. What stands for the
// mark, and in *done the token up to which marks belong to it.
static const char *declaration(HostText *h, uint32_t i, uint32_t *done) {
    HostDecl d;
    *done = i + 1;
    if (!cuda_host_declaration(h, i, &d)) return "";
    *done = d.body ? d.body : d.end;
    if (declared_again(h, &d)) replace(h, d.begin, d.end, "");
    if (d.marks & HM_GLOBAL && d.params) {
        bool own = is_own_template(h, &d);
        if (!d.body) return own ? "static" : "";
        kernel_body(h, &d);
        return own ? "static __attribute__((__used__))" : "__attribute__((__used__))";
    }
    if (!d.body && d.params) return "";
    if (!d.body) return variable(h, &d);
    if (host_needs_body(&d)) return "";
    bool structor = cuda_host_is_structor(h, &d);
    device_body(h, &d, structor);
    return structor ? "" : device_mark(h, &d);
}

// ---- launches ----------------------------------------------------------------------------------

// The last token of an operand of `::`, `.` and `->`: a name, template arguments, a call, `this`.
static bool ends_operand(uint16_t symbol) {
    return symbol == T_IDENT || symbol == T_GT || symbol == T_GTGT || symbol == T_KW_THIS ||
           lex_is_close(symbol);
}

// The first token of the operand that ends in front of `end`.
static uint32_t operand_begin(const HostText *h, uint32_t end) {
    uint32_t first = end;
    uint16_t last = first ? host_kind(h, first - 1) : T_EOF;
    if (last == T_GT || last == T_GTGT) {
        uint32_t open = cuda_host_open_angle(h, first - 1);
        if (!open) return end;
        first = open;
    }
    while (first && (host_kind(h, first - 1) == T_RPAREN || host_kind(h, first - 1) == T_RBRACKET))
        first = host_partner(h, first - 1);
    bool named =
        first && (host_kind(h, first - 1) == T_IDENT || host_kind(h, first - 1) == T_KW_THIS);
    if (named) first--;
    if (first && host_kind(h, first - 1) == T_KW_TEMPLATE) first--;
    return first;
}

// The first token of the expression that a launch's `<<<` stands behind.
static uint32_t callee(const HostText *h, uint32_t launch) {
    uint32_t first = operand_begin(h, launch);
    while (first) {
        uint16_t before = host_kind(h, first - 1);
        if (before != T_COLCOL && before != T_DOT && before != T_ARROW) break;
        first--;
        if (!first || !ends_operand(host_kind(h, first - 1))) break; // ::k
        uint32_t begin = operand_begin(h, first);
        if (begin == first) break;
        first = begin;
    }
    return first;
}

// `<<<`, also written `<< <`; not the name in `operator<< <T>`.
static bool is_launch(const HostText *h, uint32_t token) {
    uint32_t before = token - (token > 0);
    bool opens = host_kind(h, token) == T_LTLT && host_kind(h, token + 1) == T_LT;
    return opens && host_kind(h, before) != T_KW_OPERATOR;
}

// The `>>` of the `>>>(` that closes the `<<<` at this token; 0: there is none.
static uint32_t launch_end(const HostText *h, uint32_t launch) {
    for (uint32_t i = launch + 2; i + 2 < h->n; i++) {
        uint16_t symbol = host_kind(h, i);
        if (lex_is_open(symbol)) {
            i = host_partner(h, i);
        } else if (symbol == T_SEMI || lex_is_close(symbol)) {
            return 0;
        } else if (symbol == T_GTGT) {
            bool ends = host_kind(h, i + 1) == T_GT && host_kind(h, i + 2) == T_LPAREN;
            if (ends) return i;
        }
    }
    return 0;
}

static void launch(HostText *h, uint32_t i) {
    uint32_t end = launch_end(h, i);
    if (!end) return;
    Buf b;
    buf_init(&b, &h->ctx->perm);
    buf_puts(&b, "((__cuprum_configure(");
    print_tokens(h, &b, (HostRange){i + 2, end});
    buf_puts(&b, ")) ? (void)0 : ");
    insert(h, callee(h, i), buf_cstr(&b));
    replace(h, i, end + 2, "");
    insert(h, h->tok[end + 2].match, ")");
}

// ---- aliases -----------------------------------------------------------------------------------

static void alias(HostText *h, uint32_t i) {
    HostAlias a;
    if (!cuda_host_alias(h, i, &a)) return;
    Buf b;
    buf_init(&b, &h->ctx->perm);
    buf_puts(&b, "template <class __cuprum_u = ");
    print_tokens(h, &b, a.type);
    buf_printf(&b, "> using __cuprum_%u = __cuprum_u; ", i);
    insert(h, a.begin, buf_cstr(&b));
    replace(h, a.type.begin, a.type.end, arena_printf(&h->ctx->perm, " __cuprum_%u<> ", i));
}

// ---- the unit ----------------------------------------------------------------------------------

static bool is_cuda_pragma(const HostText *h, uint32_t i) {
    const char *s = atom_str(h->ctx, h->tok[i].text);
    return strstr(s, "unroll") || strstr(s, "nv_") || strstr(s, "hd_warning_disable");
}

static void drop_pragma(HostText *h, uint32_t i) {
    size_t from = offset(h, i), to = from;
    while (h->text[to] && h->text[to] != '\n') to++;
    edit(h, from, to - from, "");
}

static void note_namespace(HostText *h, uint32_t i) {
    const Token *t = h->tok;
    bool is_std = t[i].kind == T_KW_NAMESPACE && t[i + 1].kind == T_IDENT &&
                  t[i + 2].kind == T_LBRACE && cuda_host_is(h, i + 1, "std");
    if (is_std) h->std_end = t[i + 2].match;
}

// __noinline__ is no macro in the toolkit's headers, since gcc's say __attribute__((__noinline__)).
static bool is_noinline(const HostText *h, uint32_t i) {
    bool in_list = i && (host_kind(h, i - 1) == T_LPAREN || host_kind(h, i - 1) == T_COMMA);
    return host_kind(h, i) == T_IDENT && !in_list && cuda_host_is(h, i, "__noinline__");
}

// Whether a mark stands behind the introducer of a lambda, which no operand is in front of.
static bool marks_lambda(const HostText *h, uint32_t i) {
    if (!i || host_kind(h, i - 1) != T_RBRACKET) return false;
    uint32_t open = host_partner(h, i - 1);
    uint16_t before = open ? host_kind(h, open - 1) : T_EOF;
    return before != T_IDENT && before != T_RBRACKET && before != T_RPAREN && before != T_LBRACKET;
}

// The libraries' own headers mark lambdas with or without the option, as NVIDIA's lets them.
static void check_lambda(HostText *h, uint32_t i) {
    SrcLoc at;
    bool system = source_resolve(h->ctx, h->tok[i].pos, &at) && at.system;
    if (!h->extended_lambda && !system) diag(h->ctx, CUDA_ROW(lambda_option), h->tok[i].pos);
}

static void walk(HostText *h) {
    uint32_t done = 0;
    enum { SPACES = HM_DEVICE | HM_GLOBAL | HM_CONSTANT | HM_MANAGED };
    for (uint32_t i = 0; i < h->n; i++) {
        uint32_t end;
        note_namespace(h, i);
        while (h->scope.n && host_partner(h, h->scope.at[h->scope.n - 1]) < i) h->scope.n--;
        if (host_kind(h, i) == T_LBRACE) vec_push(&h->ctx->perm, &h->scope, i);
        if (h->tok[i].kind == T_PRAGMA && is_cuda_pragma(h, i)) drop_pragma(h, i);
        if (is_launch(h, i)) launch(h, i);
        if (is_noinline(h, i)) replace(h, i, i + 1, "__attribute__((__noinline__))");
        if (host_kind(h, i) == T_KW_USING || host_kind(h, i) == T_KW_TYPEDEF) alias(h, i);
        unsigned mark = cuda_host_mark(h, i, &end);
        if (!mark) continue;
        if (marks_lambda(h, i)) check_lambda(h, i);
        const char *instead = "";
        if (mark & SPACES && i >= done) instead = declaration(h, i, &done);
        Buf b;
        buf_init(&b, &h->ctx->perm);
        buf_puts(&b, instead);
        cuda_host_other_attributes(h, i, &b);
        replace(h, i, end, buf_cstr(&b));
        i = end - 1;
    }
}

void cuda_write_host_text(Ctx *ctx, const TokenArray *tokens, const CudaHostOptions *o, Buf *out) {
    Buf text;
    buf_init(&text, &ctx->perm);
    uint32_t *place = arena_array(&ctx->perm, uint32_t, tokens->n);
    lex_print_places(ctx, tokens, &text, place);
    HostText h = {.ctx = ctx,
                  .tok = tokens->at,
                  .n = tokens->n - 1,
                  .text = buf_cstr(&text),
                  .place = place,
                  .main = tokens->name,
                  .rdc = o->rdc,
                  .static_templates = o->static_templates,
                  .extended_lambda = o->extended_lambda};
    bitset_init(&h.templates, &ctx->perm, ctx->atoms.n);
    map_init(&h.outside, &ctx->perm);
    name_templates(&h);
    walk(&h);
    apply(&h, text.n, out);
}
