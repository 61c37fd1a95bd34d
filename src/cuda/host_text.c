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
//   - What libraries declare and nobody names goes (host_unnamed.c).
// What the text calls is in lib/include/cuprum_build.h; host_register.c writes what registers it
// all.
#include "cuda/cuda_int.h"
#include "cuda/host_table.h"
#include "cuda/host_text_int.h"

// ---- text of tokens ----------------------------------------------------------------------------

// CUDA's attributes are left out.
static void print_tokens(const HostText *host_text, Buf *out, HostRange host_range) {
    for (uint32_t i = host_range.begin; i < host_range.end; i++) {
        uint32_t end;
        if (cuda_host_mark(host_text, i, &end)) {
            i = end - 1;
            continue;
        }
        if (host_text->tok[i].kind == T_PRAGMA) continue;
        // `<` and `::` must not become a digraph; `>>>` is never wanted
        bool together = i > host_range.begin && !(host_text->tok[i].flags & (TF_SPACE | TF_BOL));
        if (!together) buf_putc(out, ' ');
        buf_atom(host_text->ctx, out, host_text->tok[i].text);
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
static void name_template(HostText *host_text, uint32_t head_end) {
    for (uint32_t i = head_end + 1; i < host_text->n && host_kind(host_text, i) != T_KW_TEMPLATE;
         i++) {
        uint16_t symbol = host_kind(host_text, i), next = host_kind(host_text, i + 1);
        Atom name = host_text->tok[i].text;
        bool declared = symbol == T_IDENT && ends_declared_name(next);
        bool known = declared && next == T_LT && bitset_has(&host_text->templates, name);
        if (declared && !known) {
            bitset_add(&host_text->templates, name);
            return;
        }
        if (lex_is_open(symbol)) i = host_partner(host_text, i);
        if (symbol == T_LT) {
            uint32_t close = cuda_host_close_angle(host_text, i);
            if (close) i = close;
        }
        if (is_any_of(symbol, T_SEMI, T_EOF)) return;
    }
}

// Whether `auto` is a parameter's type in the parentheses that open here: then what stands before
// them is declared, an abbreviated template. (`f(auto(x))` is a call with a copy.)
static bool has_auto_parameter(const HostText *host_text, uint32_t open) {
    uint32_t end = host_partner(host_text, open);
    for (uint32_t i = open + 1; i < end; i++) {
        uint16_t symbol = host_kind(host_text, i);
        if (lex_is_open(symbol)) i = host_partner(host_text, i);
        bool copies = is_any_of(host_kind(host_text, i + 1), T_LPAREN, T_LBRACE);
        if (symbol == T_KW_AUTO && !copies) return true;
    }
    return false;
}

static void name_templates(HostText *host_text) {
    static const char *const builtin[] = {"__make_integer_seq", "__type_pack_element"};
    for (uint32_t i = 0; i < CU_COUNT(builtin); i++) {
        Atom name = atom_cstr(host_text->ctx, builtin[i]);
        if (name < host_text->ctx->atoms.n) bitset_add(&host_text->templates, name);
    }
    for (uint32_t i = 0; i + 1 < host_text->n; i++) {
        uint16_t symbol = host_kind(host_text, i), next = host_kind(host_text, i + 1);
        if (symbol == T_KW_TEMPLATE && next == T_LT) {
            uint32_t close = cuda_host_close_angle(host_text, i + 1);
            if (close) name_template(host_text, close);
        } else if (symbol == T_IDENT && next == T_LPAREN && has_auto_parameter(host_text, i + 1)) {
            bitset_add(&host_text->templates, host_text->tok[i].text);
        }
    }
}

// ---- kernels -----------------------------------------------------------------------------------

// Gives a name to a parameter that has none. The parameter's name.
static const char *name_parameter(HostText *host_text, HostParam *p, uint32_t i, const char *stem) {
    if (p->name) return atom_str(host_text->ctx, host_text->tok[p->name].text);
    const char *name = arena_printf(&host_text->ctx->perm, "__cuprum_%s%u", stem, i);
    cuda_host_insert(host_text, p->insert, arena_printf(&host_text->ctx->perm, " %s", name));
    return name;
}

// The kernel's own name: k, or k<T, N, Ts...> in a template.
static void own_name(HostText *host_text, const HostDecl *kernel, Buf *out) {
    print_tokens(host_text, out, kernel->name);
    uint16_t last = host_text->tok[kernel->name.end - 1].kind;
    bool specialised = is_any_of(last, T_GT, T_GTGT);
    if (!kernel->head || specialised) return;
    uint32_t close = cuda_host_close_angle(host_text, kernel->head);
    HostParams params = cuda_host_params(host_text, kernel->head, close, true);
    for (uint32_t i = 0; i < params.n; i++) {
        buf_puts(out, i ? ", " : "<");
        buf_puts(out, name_parameter(host_text, &params.at[i], i, "t"));
        if (params.at[i].pack) buf_puts(out, "...");
    }
    if (params.n) buf_puts(out, ">");
}

// The parts of a kernel's stub that depend on its parameters.
typedef struct StubParts {
    Buf types;     // of the parameters, with their names: int *p, T v
    Buf addresses; // of the arguments, each with a comma behind
    Buf pointers;  // to what references are bound to: declarations
    Buf layouts;   // sizes and alignments, each with a comma behind
    Buf count;     // how many those are
} StubParts;

static bool is_abbreviated(const HostText *host_text, HostRange range) {
    for (uint32_t i = range.begin; i < range.end; i++)
        if (host_kind(host_text, i) == T_KW_AUTO) return true;
    return false;
}

// A parameter that is called as the kernel hides it in the body, where the stub names it: another
// name.
static const char *name_beside(HostText *host_text, const HostDecl *host_decl, HostParam *param,
                               uint32_t i) {
    Atom kernel = 0;
    for (uint32_t k = host_decl->name.begin; k < host_decl->name.end; k++) {
        if (host_kind(host_text, k) == T_LT) break;
        if (host_kind(host_text, k) == T_IDENT) kernel = host_text->tok[k].text;
    }
    if (!param->name || host_text->tok[param->name].text != kernel)
        return name_parameter(host_text, param, i, "p");
    const char *name = arena_printf(&host_text->ctx->perm, "__cuprum_p%u", i);
    cuda_host_replace(host_text, param->name, param->name + 1, name);
    return name;
}

static void add_parameter(HostText *host_text, const HostDecl *kernel, HostParam *param, uint32_t i,
                          StubParts *parts) {
    const char *name = name_beside(host_text, kernel, param, i);
    const char *each = param->pack ? "..." : "";
    if (i) buf_putc(&parts->types, ',');
    if (is_abbreviated(host_text, param->range)) // `auto` is none in the type of a pointer
        buf_printf(&parts->types, "decltype(%s)%s", name, each);
    else
        print_tokens(host_text, &parts->types, param->range);
    if (param->reference && !param->pack) { // what is passed is a pointer
        buf_printf(&parts->pointers,
                   "const volatile void *__cuprum_r%u = __builtin_addressof(%s); ", i, name);
        buf_printf(&parts->addresses, "__cuprum_address(&__cuprum_r%u), ", i);
        buf_puts(&parts->layouts, "8UL << 16 | 8, ");
        buf_puts(&parts->count, " + 1");
        return;
    }
    buf_printf(&parts->addresses, "__cuprum_address(__builtin_addressof(%s))%s, ", name, each);
    // of the type: gcc warns of the size of a parameter that is written as an array. Only decltype
    // expands packs, and C++03 has neither.
    const char *type = param->pack ? "decltype" : "__typeof__";
    buf_printf(&parts->layouts, "(sizeof(%s(%s)) << 16 | __alignof__(%s(%s)))%s, ", type, name,
               type, name, each);
    if (param->pack)
        buf_printf(&parts->count, " + sizeof...(%s)", name);
    else
        buf_puts(&parts->count, " + 1");
}

// The row of the host table for the kernel.
static void note_stub(HostText *host_text, const HostDecl *kernel) {
    host_text->kernels++;
    if (!host_text->table) return;
    Buf name;
    buf_init(&name, &host_text->ctx->perm);
    print_tokens(host_text, &name, kernel->name);
    buf_puts(host_text->table, "stub");
    cuda_table_place(host_text->ctx, host_text->table, host_text->tok[kernel->begin].pos);
    cuda_table_word(host_text->table, buf_cstr(&name) + strspn(buf_cstr(&name), " "));
    cuda_table_word(host_text->table, kernel->head ? "template" : "function");
    buf_putc(host_text->table, '\n');
}

static void replace_body(HostText *host_text, const HostDecl *declared, const char *body) {
    HostRange range = {declared->body, declared->end};
    vec_push(&host_text->ctx->perm, &host_text->bodies, range);
    cuda_host_replace(host_text, range.begin, range.end, body);
}

// { typedef void (*__cuprum_f)(types);
//   static const __cuprum_stub<parameters> __cuprum_s = {own address, signature, number, layouts};
//   asm("" : : "m"(__cuprum_s));
//   void *__cuprum_a[] = {addresses, none};
//   __cuprum_launch(__cuprum_s.host, __cuprum_a); }
// The first is for the driver, which looks for it in the object: out of the instance itself it
// tells which instances there are, and what the compiler calls them. An empty asm reads it, so that
// it is there where the stub is, and not where that is left out.
// All of it stands in the user's line: nothing in it draws a warning, whichever the user asks for
// (no C casts, none that takes qualifiers away, no 0 for a pointer). __cuprum_f(k<Ts...>) is the C
// cast in another form: gcc does not find the instance for a static_cast where a pack is const.
static void kernel_body(HostText *host_text, const HostDecl *kernel) {
    Arena *arena = &host_text->ctx->perm;
    uint32_t close = host_text->tok[kernel->params].match;
    HostParams params = cuda_host_params(host_text, kernel->params, close, false);
    StubParts parts;
    Buf *const bufs[] = {&parts.types, &parts.addresses, &parts.pointers, &parts.layouts,
                         &parts.count};
    for (uint32_t i = 0; i < CU_COUNT(bufs); i++) buf_init(bufs[i], arena);
    for (uint32_t i = 0; i < params.n; i++)
        add_parameter(host_text, kernel, &params.at[i], i, &parts);

    Buf own;
    buf_init(&own, arena);
    buf_puts(&own, "reinterpret_cast<__cuprum_code>(__cuprum_f(");
    own_name(host_text, kernel, &own);
    buf_puts(&own, "))");
    // gcc numbers closures as we do; which one clang means by a number its signature tells
    const char *signature = host_text->clang ? "__PRETTY_FUNCTION__" : "__null";
    const char *body =
        arena_printf(arena,
                     "{ typedef void (*__cuprum_f)(%s); "
                     "static const __cuprum_stub<1%s> __cuprum_s = {%s, %s, %uu, {%s0}}; "
                     "__asm__ volatile(\"\" : : \"m\"(__cuprum_s)); "
                     "%svoid *__cuprum_a[] = {%s__cuprum_address()}; "
                     "__cuprum_launch(__cuprum_s.host, __cuprum_a); }",
                     buf_cstr(&parts.types), buf_cstr(&parts.count), buf_cstr(&own), signature,
                     host_text->kernels, buf_cstr(&parts.layouts), buf_cstr(&parts.pointers),
                     buf_cstr(&parts.addresses));
    note_stub(host_text, kernel);
    replace_body(host_text, kernel, body);
}

// The body of a device function: it is never called, and its parameters are never unused. A
// constructor or destructor does nothing: a device variable's are called for its shadow.
static void device_body(HostText *host_text, const HostDecl *declared, bool structor) {
    HostParams params = cuda_host_params(host_text, declared->params,
                                         host_partner(host_text, declared->params), false);
    Buf b;
    buf_init(&b, &host_text->ctx->perm);
    buf_puts(&b, "{ ");
    for (uint32_t i = 0; i < params.n; i++) {
        const HostParam *p = &params.at[i];
        if (!p->name || p->pack) continue;
        buf_printf(&b, "(void)%s; ", atom_str(host_text->ctx, host_text->tok[p->name].text));
    }
    buf_puts(&b, structor ? "}" : "__builtin_trap(); }");
    replace_body(host_text, declared, buf_cstr(&b));
}

static bool is_declared_inline(const HostText *host_text, const HostDecl *d) {
    for (uint32_t i = d->begin; i < d->params; i++) {
        if (host_kind(host_text, i) == T_KW_INLINE || cuda_host_is(host_text, i, "always_inline"))
            return true;
    }
    return false;
}

// What stands for the mark of a device function: host code of the same file that calls it is warned
// of by the host's compiler, where that sees it surely. Members and templates are left out: which
// of them host code may name and not call is not seen from tokens.
static const char *device_mark(const HostText *host_text, const HostDecl *declared) {
    SrcLoc at;
    bool plain = !declared->head && declared->name.end == declared->name.begin + 1 &&
                 !cuda_host_in_class(host_text);
    bool own = plain && host_kind(host_text, declared->name.begin) == T_IDENT &&
               source_resolve(host_text->ctx, host_text->tok[declared->begin].pos, &at) &&
               at.file == host_text->main;
    return !own || is_declared_inline(host_text, declared)
               ? "__attribute__((__unused__))"
               : "__attribute__((__unused__, __noinline__, __warning__(\"calling a __device__ "
                 "function from a __host__ function is not allowed\")))";
}

// ---- variables ---------------------------------------------------------------------------------

// The names that a declaration of variables declares; the last one is that of S::v where it is a
// member's.
typedef VEC(uint32_t) NameTokens;

static bool ends_declarator_name(uint16_t symbol) {
    return is_any_of(symbol, T_SEMI, T_ASSIGN, T_LBRACKET, T_COMMA, T_LBRACE, T_COLON);
}

static NameTokens declared_names(const HostText *host_text, const HostDecl *declared) {
    NameTokens names = {0};
    bool named = false; // this declarator is: what follows up to the comma is its value
    for (uint32_t i = declared->after_heads; i < declared->end; i++) {
        uint16_t symbol = host_kind(host_text, i);
        if (symbol == T_IDENT && !named && ends_declarator_name(host_kind(host_text, i + 1))) {
            vec_push(&host_text->ctx->perm, &names, i);
            named = true;
        }
        if (symbol == T_COMMA) named = false;
        if (lex_is_open(symbol)) i = host_partner(host_text, i);
        if (symbol == T_LT && !named) {
            uint32_t close = cuda_host_close_angle(host_text, i);
            if (close) i = close;
        }
    }
    return names;
}

// What stands for the mark of a variable: it is the unit's own, unless it is declared extern, is a
// member, or says something else already.
static const char *variable(HostText *host_text, const HostDecl *declared) {
    if (declared->marks & HM_SHARED) return "";
    NameTokens names = declared_names(host_text, declared);
    bool member = false, outside = false;
    for (uint32_t i = 0; i < names.n; i++) {
        Atom a = host_text->tok[names.at[i]].text;
        member |= host_text->tok[names.at[i] - 1].kind == T_COLCOL;
        if (declared->extern_) map_put(&host_text->outside, a, host_text);
        outside |= map_get(&host_text->outside, a) != NULL;
        if (declared->marks & HM_MANAGED) cuda_host_managed(host_text, declared, names.at[i]);
    }
    bool own = !host_text->unit && !member && !outside && !declared->head && !declared->has_inline;
    bool plain = own && !declared->has_static && !declared->has_constexpr;
    return plain ? "static __attribute__((__unused__))" : "";
}

// ---- declarations ------------------------------------------------------------------------------

static bool host_needs_body(const HostDecl *d) {
    return d->marks & HM_HOST || d->has_constexpr || (d->has_auto && !d->trailing);
}

// crt/math_functions.h declares again what <cmath> has as constexpr, which NVIDIA's front end lets
// pass.
static bool declared_again(const HostText *host_text, const HostDecl *d) {
    return d->extern_ && d->begin < host_text->std_end && d->params && !d->body;
}

// A kernel's template belongs to the unit, as nvcc's -static-global-template-stub has it: another
// unit's instance of the same name is another device program's. What may not be said static:
// members, friends, specialisations (they are what their template is).
static bool is_own_template(const HostText *host_text, const HostDecl *d) {
    if (!host_text->static_templates || !d->head || d->has_static || d->extern_) return false;
    bool specialised =
        host_kind(host_text, d->head + 1) == T_GT || host_kind(host_text, d->name.end - 1) == T_GT;
    if (specialised || host_kind(host_text, d->after_heads) == T_KW_FRIEND) return false;
    return !cuda_host_in_class(host_text);
}

// A stub stays what it is: neither inlined nor joined with one that has the same instructions. One
// that nothing refers to goes: an instance that only code names which is never run needs no kernel.
static const char *stub_attributes(const HostText *host_text) {
    return host_text->clang ? "__attribute__((__unused__, __noinline__))"
                            : "__attribute__((__unused__, __noipa__))";
}

// What is said of a kernel's template: gcc's -O0 emits static functions that nothing refers to, but
// not inline ones.
static const char *linkage(const HostText *host_text, const HostDecl *d) {
    bool own = is_own_template(host_text, d), is_static = own || d->has_static;
    bool optional = is_static && d->head && d->body && !d->has_inline && !d->has_constexpr;
    return arena_printf(&host_text->ctx->perm, "%s%s", own ? "static " : "",
                        optional ? "__inline__ " : "");
}

// The mark at token i is the first of its declaration: changes the declaration. What stands for the
// mark, and in *done the token up to which marks belong to it.
static const char *declaration(HostText *host_text, uint32_t i, uint32_t *done) {
    HostDecl host_decl;
    *done = i + 1;
    if (!cuda_host_declaration(host_text, i, &host_decl)) return "";
    *done = host_decl.body ? host_decl.body : host_decl.end;
    if (declared_again(host_text, &host_decl))
        cuda_host_replace(host_text, host_decl.begin, host_decl.end, "");
    if (host_decl.marks & HM_GLOBAL && host_decl.params) {
        const char *specifiers = linkage(host_text, &host_decl);
        if (!host_decl.body) return specifiers;
        kernel_body(host_text, &host_decl);
        return arena_printf(&host_text->ctx->perm, "%s%s", specifiers, stub_attributes(host_text));
    }
    if (!host_decl.body && host_decl.params) return "";
    if (!host_decl.body) return variable(host_text, &host_decl);
    if (host_needs_body(&host_decl)) return "";
    bool structor = cuda_host_is_structor(host_text, &host_decl);
    device_body(host_text, &host_decl, structor);
    return structor ? "" : device_mark(host_text, &host_decl);
}

// ---- launches ----------------------------------------------------------------------------------

// The last token of an operand of `::`, `.` and `->`: a name, template arguments, a call, `this`.
static bool ends_operand(uint16_t symbol) {
    return is_any_of(symbol, T_IDENT, T_GT, T_GTGT, T_KW_THIS) || lex_is_close(symbol);
}

// The first token of the operand that ends in front of `end`.
static uint32_t operand_begin(const HostText *host_text, uint32_t end) {
    uint32_t first = end;
    uint16_t last = first ? host_kind(host_text, first - 1) : T_EOF;
    if (is_any_of(last, T_GT, T_GTGT)) {
        uint32_t open = cuda_host_open_angle(host_text, first - 1);
        if (!open) return end;
        first = open;
    }
    while (first && (host_kind(host_text, first - 1) == T_RPAREN ||
                     host_kind(host_text, first - 1) == T_RBRACKET))
        first = host_partner(host_text, first - 1);
    bool named = first && (host_kind(host_text, first - 1) == T_IDENT ||
                           host_kind(host_text, first - 1) == T_KW_THIS);
    if (named) first--;
    if (first && host_kind(host_text, first - 1) == T_KW_TEMPLATE) first--;
    return first;
}

// The first token of the expression that a launch's `<<<` stands behind.
static uint32_t callee(const HostText *host_text, uint32_t launch) {
    uint32_t first = operand_begin(host_text, launch);
    while (first) {
        uint16_t before = host_kind(host_text, first - 1);
        if (!is_any_of(before, T_COLCOL, T_DOT, T_ARROW)) break;
        first--;
        if (!first || !ends_operand(host_kind(host_text, first - 1))) break; // ::k
        uint32_t begin = operand_begin(host_text, first);
        if (begin == first) break;
        first = begin;
    }
    return first;
}

// `<<<`, also written `<< <`; not the name in `operator<< <T>`.
static bool is_launch(const HostText *host_text, uint32_t token) {
    uint32_t before = token - (token > 0);
    bool opens = host_kind(host_text, token) == T_LTLT && host_kind(host_text, token + 1) == T_LT;
    return opens && host_kind(host_text, before) != T_KW_OPERATOR;
}

// The `>>` of the `>>>(` that closes the `<<<` at this token; 0: there is none.
static uint32_t launch_end(const HostText *host_text, uint32_t launch) {
    for (uint32_t i = launch + 2; i + 2 < host_text->n; i++) {
        uint16_t symbol = host_kind(host_text, i);
        if (lex_is_open(symbol)) {
            i = host_partner(host_text, i);
        } else if (symbol == T_SEMI || lex_is_close(symbol)) {
            return 0;
        } else if (symbol == T_GTGT) {
            bool ends =
                host_kind(host_text, i + 1) == T_GT && host_kind(host_text, i + 2) == T_LPAREN;
            if (ends) return i;
        }
    }
    return 0;
}

// Grid, block, shared memory, stream: whether the last is among what stands in the range.
static bool names_stream(const HostText *host_text, HostRange range) {
    uint32_t commas = 0;
    for (uint32_t i = range.begin; i < range.end; i++) {
        uint16_t symbol = host_kind(host_text, i);
        if (lex_is_open(symbol)) i = host_partner(host_text, i);
        commas += symbol == T_COMMA;
    }
    return commas >= 3;
}

static void launch(HostText *host_text, uint32_t i) {
    uint32_t end = launch_end(host_text, i);
    if (!end) return;
    if (!names_stream(host_text, (HostRange){i + 2, end}))
        diag(host_text->ctx, CUDA_ROW(stream_missing), host_text->tok[end].pos);
    Buf b;
    buf_init(&b, &host_text->ctx->perm);
    buf_puts(&b, "((__cuprum_configure(");
    print_tokens(host_text, &b, (HostRange){i + 2, end});
    buf_puts(&b, ")) ? (void)0 : ");
    cuda_host_insert(host_text, callee(host_text, i), buf_cstr(&b));
    cuda_host_replace(host_text, i, end + 2, "");
    cuda_host_insert(host_text, host_text->tok[end + 2].match, ")");
}

// ---- members of the name of their type ---------------------------------------------------------

// What the type is said by is named in front of the declaration (host_alias.c).
static void name_before(HostText *host_text, const HostAlias *a) {
    Buf b;
    buf_init(&b, &host_text->ctx->perm);
    buf_puts(&b, "template <class __cuprum_u = ");
    print_tokens(host_text, &b, a->type);
    buf_printf(&b, "> using __cuprum_%u = __cuprum_u; ", a->name);
    cuda_host_insert(host_text, a->begin, buf_cstr(&b));
    cuda_host_replace(host_text, a->type.begin, a->type.end,
                      arena_printf(&host_text->ctx->perm, " __cuprum_%u<> ", a->name));
}

static void alias(HostText *host_text, uint32_t word) {
    HostAlias host_alias;
    if (cuda_host_alias(host_text, word, &host_alias)) name_before(host_text, &host_alias);
}

// ---- the unit ----------------------------------------------------------------------------------

static bool is_cuda_pragma(const HostText *host_text, uint32_t i) {
    const char *s = atom_str(host_text->ctx, host_text->tok[i].text);
    return strstr(s, "unroll") || strstr(s, "nv_") || strstr(s, "hd_warning_disable");
}

static void drop_pragma(HostText *host_text, uint32_t i) {
    size_t from = host_offset(host_text, i), to = from;
    while (host_text->text[to] && host_text->text[to] != '\n') to++;
    cuda_host_cut(host_text, from, to);
}

static void note_namespace(HostText *host_text, uint32_t i) {
    const Token *t = host_text->tok;
    bool is_std = t[i].kind == T_KW_NAMESPACE && t[i + 1].kind == T_IDENT &&
                  t[i + 2].kind == T_LBRACE && cuda_host_is(host_text, i + 1, "std");
    if (is_std) host_text->std_end = t[i + 2].match;
}

// __noinline__ is no macro in the toolkit's headers, since gcc's say __attribute__((__noinline__)).
static bool is_noinline(const HostText *host_text, uint32_t i) {
    if (host_text->tok[i].text != host_text->noinline) return false;
    return !i || !is_any_of(host_kind(host_text, i - 1), T_LPAREN, T_COMMA);
}

// Whether a mark stands behind the introducer of a lambda, which no operand is in front of;
// two brackets together begin attributes ([dcl.attr.grammar]/7).
static bool marks_lambda(const HostText *host_text, uint32_t i) {
    if (!i || host_kind(host_text, i - 1) != T_RBRACKET) return false;
    uint32_t open = host_partner(host_text, i - 1);
    if (host_kind(host_text, open + 1) == T_LBRACKET) return false;
    uint16_t before = open ? host_kind(host_text, open - 1) : T_EOF;
    return !is_any_of(before, T_IDENT, T_RBRACKET, T_RPAREN, T_LBRACKET);
}

// The libraries' own headers mark lambdas with or without the option, as NVIDIA's lets them.
static void check_lambda(HostText *host_text, uint32_t i) {
    SrcLoc at;
    bool system = source_resolve(host_text->ctx, host_text->tok[i].pos, &at) && at.system;
    if (!host_text->extended_lambda && !system)
        diag(host_text->ctx, CUDA_ROW(lambda_option), host_text->tok[i].pos);
}

// The text that stands for the attributes at token i, and what their declaration is changed to.
static void attributes(HostText *host_text, uint32_t i, uint32_t end, unsigned mark,
                       uint32_t *done) {
    enum { SPACES = HM_DEVICE | HM_GLOBAL | HM_CONSTANT | HM_MANAGED };
    if (marks_lambda(host_text, i)) check_lambda(host_text, i);
    const char *instead = "";
    if (mark & SPACES && i >= *done) instead = declaration(host_text, i, done);
    Buf b;
    buf_init(&b, &host_text->ctx->perm);
    buf_puts(&b, instead);
    cuda_host_other_attributes(host_text, i, &b);
    cuda_host_replace(host_text, i, end, buf_cstr(&b));
}

static void identifier(HostText *host_text, uint32_t i) {
    HostAlias host_alias;
    if (is_noinline(host_text, i))
        cuda_host_replace(host_text, i, i + 1, "__attribute__((__noinline__))");
    else if (bitset_has(&host_text->managed, host_text->tok[i].text))
        cuda_host_managed_use(host_text, i);
    else if (cuda_host_member(host_text, i, &host_alias))
        name_before(host_text, &host_alias);
}

// Most tokens stay what they are: only kinds that something can begin with are looked at.
static void walk(HostText *host_text) {
    uint32_t done = 0, end;
    for (uint32_t i = 0; i < host_text->n; i++) {
        switch (host_kind(host_text, i)) {
        case T_KW_NAMESPACE: note_namespace(host_text, i); break;
        case T_LBRACE: vec_push(&host_text->ctx->perm, &host_text->scope, i); break;
        case T_RBRACE: host_text->scope.n -= host_text->scope.n > 0; break;
        case T_PRAGMA:
            if (is_cuda_pragma(host_text, i)) drop_pragma(host_text, i);
            break;
        case T_LTLT:
            if (is_launch(host_text, i)) launch(host_text, i);
            break;
        case T_IDENT: identifier(host_text, i); break;
        case T_KW_USING:
        case T_KW_TYPEDEF: alias(host_text, i); break;
        case T_KW_ATTRIBUTE: {
            unsigned mark = cuda_host_mark(host_text, i, &end);
            if (!mark) {
                cuda_host_lift_inner_lists(host_text, i);
                break;
            }
            attributes(host_text, i, end, mark, &done);
            i = end - 1;
            break;
        }
        default: break;
        }
    }
}

void cuda_write_host_text(Ctx *ctx, const TokenArray *tokens, const CudaHostOptions *host_options,
                          Buf *out) {
    Buf text;
    buf_init(&text, &ctx->perm);
    enum { TOKEN_BYTES = 8 }; // more than tokens have in the mean, with what is between them
    buf_reserve(&text, (size_t)tokens->n * TOKEN_BYTES);
    uint32_t *place = arena_array(&ctx->perm, uint32_t, tokens->n);
    lex_print_places(ctx, tokens, &text, place);
    HostText host_text = {.ctx = ctx,
                          .tok = tokens->at,
                          .n = tokens->n - 1,
                          .text = buf_cstr(&text),
                          .place = place,
                          .main = tokens->name,
                          .noinline = atom_cstr(ctx, "__noinline__"),
                          .unit = host_options->unit,
                          .static_templates = host_options->static_templates,
                          .extended_lambda = host_options->extended_lambda,
                          .clang = host_options->clang,
                          .table = host_options->table};
    bitset_init(&host_text.templates, &ctx->perm, ctx->atoms.n);
    bitset_init(&host_text.managed, &ctx->perm, ctx->atoms.n);
    host_text.mark = arena_array(&ctx->perm, uint8_t, ctx->atoms.n + 1);
    map_init(&host_text.outside, &ctx->perm);
    name_templates(&host_text);
    walk(&host_text);
    cuda_host_captures(&host_text);
    if (!host_options->whole) cuda_host_leave_out_unnamed(&host_text);
    HostPlaces lambdas = {0};
    if (host_text.clang) lambdas = cuda_host_lambdas(&host_text);
    cuda_host_apply(&host_text, text.n, &lambdas, out);
    if (host_text.table) cuda_host_note_lambdas(&host_text, &lambdas, out);
}
