// SPDX-License-Identifier: Apache-2.0
// The reader of LLVM assembly: the module's level. Reads the modern text (LLVM 15 to 20) and what
// differs only in spelling from the typed-pointer dialects; the grammar is LangRef's.
//
// Types are read first, in a pass of their own, because a struct may be used before its body is
// seen and layouts must be known when instructions are made.
#include "ir/parse_int.h"

// ---- types first ----

// `%t = type i32` names a type that is no struct.
static bool alias_type(Parser *parser, Atom name, IrType *body) {
    if (map_get(&parser->used_types, name)) {
        return pa_fail(parser, "forward reference to a type that is no struct");
    }
    if (body->kind == IR_TY_VOID) return pa_fail(parser, "void is no type for a value");
    map_put(&parser->alias_types, name, body);
    return true;
}

// A line `%name = type ...`, at the name. Structures may be referred to before; whatever else has a
// name is only another word for its type.
static bool type_def(Parser *parser) {
    Atom name = parser->tok.kind == T_LOCALNO ? atom_printf(parser->ctx, "%u", parser->tok.num)
                                              : pa_name(parser);
    pa_next(parser);
    if (!pa_expect(parser, '=') || !pa_eat_word(parser, "type"))
        return pa_fail(parser, "type expected");
    IrType *type = ir_ty_find(parser->m, name);
    bool defined = type && !map_get(&parser->used_types, name);
    if (defined || map_get(&parser->alias_types, name))
        return pa_fail(parser, "type defined twice");
    bool is_struct = pa_is(parser, '{') || pa_is(parser, '<') || pa_is_word(parser, "opaque");
    if (is_struct && !type)
        type = ir_ty_named(parser->m, name); // it may contain itself behind a pointer
    if (is_struct) map_put(&parser->used_types, name, NULL);
    if (pa_eat_word(parser, "opaque")) return true;
    IrType *body = pa_type_void(parser);
    if (!body) return false;
    if (body->kind != IR_TY_STRUCT || body->name) {
        if (!is_struct) return alias_type(parser, name, body);
        map_put(&parser->alias_types, name, body); // began like a struct
        return true;
    }
    ir_ty_set_body(parser->m, type, (uint32_t)body->n, body->sub, body->packed);
    return true;
}

// Does the line at s begin "%name = type"? Names may be quoted.
static bool is_type_line(const char *s, const char *end) {
    while (s < end && (*s == ' ' || *s == '\t')) s++;
    if (s == end || *s != '%') return false;
    s++;
    if (s < end && *s == '"') {
        for (s++; s < end && *s != '"' && *s != '\n'; s++) {
        }
        s++;
    }
    while (s < end && *s != ' ' && *s != '=' && *s != '\n') s++;
    while (s < end && *s == ' ') s++;
    if (s >= end || *s != '=') return false;
    for (s++; s < end && *s == ' '; s++) {
    }
    return end - s > 5 && memcmp(s, "type ", 5) == 0;
}

// Only the lines that define types, wherever they stand; the pass over the module reads them again
// and throws them away.
static bool read_types(Parser *parser) {
    for (const char *s = parser->begin; s && s < parser->end;) {
        if (is_type_line(s, parser->end)) {
            parser->p = s;
            pa_next(parser);
            if (!type_def(parser)) return false;
        }
        s = memchr(s, '\n', (size_t)(parser->end - s));
        if (s) s++;
    }
    // now that every body is known
    if (!ir_types_relayout(parser->m)) return pa_fail(parser, "a type contains itself");
    return true;
}

// ---- globals ----

typedef struct {
    uint8_t linkage, visibility, unnamed_addr, tls, dll;
    uint8_t dso_local, preemptable; // 0 or 1
    bool has_linkage;
} Prefix;

// The word is taken; a model may stand in parentheses.
static bool thread_local_model(Parser *parser, Prefix *read) {
    static const char *const models[] = {"localdynamic", "initialexec", "localexec"};
    read->tls = IR_TLS_GENERAL;
    if (!pa_eat(parser, '(')) return true;
    int k = pa_word_of(parser, 3, models);
    if (k < 0) return pa_fail(parser, "thread-local model expected");
    read->tls = (uint8_t)(IR_TLS_LOCALDYNAMIC + k);
    return pa_expect(parser, ')');
}

// Linkage, visibility and the like, which stand before `global`, `alias` or a function's type:
// linkage first, the rest in any order.
static bool prefix(Parser *parser, Prefix *x) {
    memset(x, 0, sizeof *x);
    const char *at = parser->tok_at;
    for (int i = 1; i < IR_NLINKAGES; i++) {
        if (!pa_eat_word(parser, ir_linkage_names[i])) continue;
        x->linkage = (uint8_t)i;
        x->has_linkage = true;
        break;
    }
    // said by name it makes a variable a declaration
    if (!x->has_linkage && pa_eat_word(parser, "external")) x->has_linkage = true;
    const struct {
        const char *word;
        uint8_t *field, value;
    } words[] = {
        {"dso_local", &x->dso_local, 1},
        {"dso_preemptable", &x->preemptable, 1},
        {"hidden", &x->visibility, 1},
        {"protected", &x->visibility, 2},
        {"dllimport", &x->dll, 1},
        {"dllexport", &x->dll, 2},
        {"unnamed_addr", &x->unnamed_addr, 1},
        {"local_unnamed_addr", &x->unnamed_addr, 2},
    };
    for (bool more = true; more && !parser->failed;) {
        more = pa_eat_word(parser, "default");
        for (size_t i = 0; i < CU_COUNT(words); i++) {
            if (!pa_eat_word(parser, words[i].word)) continue;
            *words[i].field = words[i].value;
            more = true;
        }
        if (!pa_eat_word(parser, "thread_local")) continue;
        more = thread_local_model(parser, x);
    }
    bool local = ir_is_local_linkage(x->linkage);
    if (local && x->visibility) {
        return pa_fail_at(parser, at, "symbol with local linkage must have default visibility");
    }
    if (local && x->dll) {
        return pa_fail_at(parser, at, "symbol with local linkage cannot have a DLL storage class");
    }
    if (x->dll == 1 && x->dso_local) {
        return pa_fail_at(parser, at, "dso_local and dllimport exclude each other");
    }
    return !parser->failed;
}

// But for the linkage, with which the object is made.
static void apply_prefix(IrGlobal *global, const Prefix *x) {
    global->visibility = x->visibility;
    global->unnamed_addr = x->unnamed_addr;
    global->dso_local = x->dso_local;
    global->tls = x->tls;
    global->dll = x->dll;
}

typedef struct {
    Atom name;
    bool numbered;
    uint32_t no;
    const char *at;
} Symbol;

// @name or @5; without `here`, the next number. Numbers go up, but may leave gaps. The name is 0
// for numbered ones.
static bool symbol(Parser *parser, bool here, Symbol *s) {
    bool unnamed = here && parser->tok.kind == T_GLOBAL && !parser->tok.n; // @""
    s->at = parser->tok_at;
    if (unnamed) pa_next(parser);
    here = here && !unnamed;
    s->numbered = !here || parser->tok.kind == T_GLOBALNO;
    s->no = here ? parser->tok.num : parser->next_global_no;
    s->name = s->numbered ? 0 : pa_name(parser);
    if (here) pa_next(parser);
    if (!s->numbered) return true;
    if (s->no < parser->next_global_no) {
        return pa_fail_at(parser, s->at, "symbol expected to be numbered @%u or greater",
                          parser->next_global_no);
    }
    parser->next_global_no = s->no + 1;
    return true;
}

// The object of a symbol that is being defined; NULL when there is one already. As large as a
// function whatever it is: a reference does not tell.
static IrGlobal *define_global(Parser *parser, const Symbol *defined, IrType *type) {
    void **slot = defined->numbered ? map_slot(&parser->global_no, (uint64_t)defined->no + 1)
                                    : map_slot(&parser->globals, defined->name);
    IrGlobal *global = *slot;
    if (!global) {
        IrFunc *f = arena_new(&parser->m->arena, IrFunc);
        *slot = global = &f->g;
    }
    if (global->vty) {
        pa_fail_at(parser, defined->at, "symbol defined twice");
        return NULL;
    }
    if (global->v.type && global->v.type != type) {
        pa_fail_at(parser, defined->at, "symbol was used with another address space");
        return NULL;
    }
    return global;
}

// Behind the word `comdat`: a name in parentheses, or the symbol's own.
static bool comdat(Parser *parser, IrGlobal *owner) {
    const char *at = parser->tok_at;
    owner->comdat = owner->v.name;
    if (pa_eat(parser, '(')) {
        if (parser->tok.kind != T_COMDAT) return pa_fail(parser, "comdat name expected");
        owner->comdat = pa_name(parser);
        pa_next(parser);
        if (!pa_expect(parser, ')')) return false;
    }
    map_put(&parser->comdat_refs, owner->comdat, (void *)(uintptr_t)at);
    return true;
}

// At the word: code_model "large".
static bool code_model(Parser *parser, IrGlobal *owner) {
    pa_next(parser);
    for (uint8_t k = 0; parser->tok.kind == T_STRING && k < 5; k++) {
        if (strlen(ir_code_models[k]) != parser->tok.n ||
            memcmp(ir_code_models[k], parser->tok.s, parser->tok.n) != 0) {
            continue;
        }
        owner->code_model = (uint8_t)(k + 1);
        pa_next(parser);
        return true;
    }
    return pa_fail(parser, "unknown code model");
}

// What stands behind a comma after a variable's initialiser.
static bool variable_property(Parser *parser, IrGlobal *owner, bool unnamed) {
    static const char *const sanitize[] = {"no_sanitize_address", "no_sanitize_hwaddress",
                                           "sanitize_memtag", "sanitize_address_dyninit"};
    if (pa_eat_word(parser, "section")) {
        owner->section = pa_string(parser);
        return !parser->failed;
    }
    if (pa_eat_word(parser, "partition")) {
        owner->partition = pa_string(parser);
        return !parser->failed;
    }
    if (pa_eat_word(parser, "align")) return pa_align(parser, &owner->align);
    if (pa_is_word(parser, "code_model")) return code_model(parser, owner);
    if (pa_is_word(parser, "comdat")) {
        if (unnamed) return pa_fail(parser, "comdat cannot be unnamed");
        pa_next(parser);
        return comdat(parser, owner);
    }
    if (parser->tok.kind == T_META)
        return pa_attachment(parser, NULL, &parser->m->arena, &owner->md);
    int k = pa_word_of(parser, 4, sanitize);
    if (k < 0) return pa_fail(parser, "property of a variable expected");
    owner->sanitize |= (uint8_t)(1u << k);
    return true;
}

// An alias or ifunc, at the word: alias T, ptr @x, properties.
static bool alias(Parser *parser, const Symbol *defined, const Prefix *prefix) {
    bool ifunc = pa_is_word(parser, "ifunc");
    static const bool bad[IR_NLINKAGES] = {[IR_AVAILABLE_EXTERNALLY] = true,
                                           [IR_APPENDING] = true,
                                           [IR_COMMON] = true,
                                           [IR_EXTERN_WEAK] = true};
    if (bad[prefix->linkage] && !ifunc) return pa_fail(parser, "invalid linkage of an alias");
    pa_next(parser);
    IrType *vty = pa_type(parser);
    if (!vty || !pa_expect(parser, ',')) return false;
    IrConst *constant = pa_aliasee(parser);
    if (!constant) return false;
    IrType *type = constant->v.type;
    if (type->kind != IR_TY_PTR) return pa_fail(parser, "an alias or ifunc must have an address");
    IrGlobal *global = define_global(parser, defined, type);
    if (!global) return false;
    ir_alias_place(parser->m, global, defined->name, vty, type->as, prefix->linkage);
    if (ifunc) global->v.kind = IR_C_IFUNC;
    apply_prefix(global, prefix);
    global->init = constant;
    // properties come in any order
    while (pa_eat(parser, ',')) {
        if (pa_eat_word(parser, "partition")) {
            global->partition = pa_string(parser);
        } else if (parser->tok.kind != T_META ||
                   !pa_attachment(parser, NULL, &parser->m->arena, &global->md)) {
            return pa_fail(parser, "property of an alias expected");
        }
        if (parser->failed) return false;
    }
    return true;
}

// Whether there can be objects of the type in memory.
static bool can_be_variable(Parser *parser, const IrType *stored) {
    static const bool never[IR_TY_TARGET + 1] = {
        [IR_TY_FUNC] = true,  [IR_TY_LABEL] = true,   [IR_TY_METADATA] = true,
        [IR_TY_TOKEN] = true, [IR_TY_X86_AMX] = true, [IR_TY_VOID] = true};
    if (stored->kind == IR_TY_TARGET) return stored->sized; // spirv.*
    return !never[stored->kind];
}

// At @name, or with `here` false at the rest of an unnamed one. Without `external` or `extern_weak`
// an initialiser follows.
static bool variable(Parser *parser, bool here) {
    Symbol s;
    Prefix x;
    uint32_t as = parser->layout.globals_as;
    bool ext = false;
    if (!symbol(parser, here, &s) || (here && !pa_expect(parser, '=')) || !prefix(parser, &x))
        return false;
    if (pa_is_word(parser, "alias") || pa_is_word(parser, "ifunc")) return alias(parser, &s, &x);
    for (;;) {
        if (pa_is_word(parser, "addrspace")) {
            if (!pa_addrspace(parser, &as)) return false;
        } else if (pa_eat_word(parser, "externally_initialized")) {
            ext = true;
        } else {
            break;
        }
    }
    bool constant = pa_eat_word(parser, "constant");
    if (!constant && !pa_eat_word(parser, "global"))
        return pa_fail(parser, "global or constant expected");
    const char *at = parser->tok_at;
    IrType *vty = pa_type_void(parser);
    if (!vty) return false;
    if (!can_be_variable(parser, vty)) return pa_fail_at(parser, at, "invalid type of a variable");
    IrGlobal *global = define_global(parser, &s, ir_ty_ptr(parser->m, as));
    if (!global) return false;
    ir_var_place(parser->m, global, s.name, vty, as, x.linkage);
    apply_prefix(global, &x);
    global->constant = constant;
    global->externally_initialized = ext;
    // a variable without a linkage that says so has an initialiser
    bool decl = x.has_linkage && is_any_of(x.linkage, IR_EXTERNAL, IR_EXTERN_WEAK);
    if (!decl) {
        global->init = pa_const(parser, vty);
        if (!global->init) return false;
    }
    while (pa_eat(parser, ',')) {
        if (!variable_property(parser, global, s.numbered)) return false;
    }
    return pa_attrs(parser, NULL, &global->attrs, IR_AT_FN, false);
}

// ---- functions ----

typedef struct {
    VEC(IrType *) type;
    VEC(Tok) name; // kind T_EOF: none
    bool vararg;
} Params;

// A function's parameters in parentheses; attributes go to the list.
static bool params(Parser *parser, Params *x, IrAttrList *attrs) {
    if (!pa_expect(parser, '(')) return false;
    while (!pa_is(parser, ')')) {
        // the dots end the list, as the ')' must show
        if (pa_eat(parser, '.')) {
            x->vararg = true;
            break;
        }
        const char *at = parser->tok_at;
        IrType *type = pa_type_void(parser);
        if (!type) return false;
        if (type->kind == IR_TY_VOID) return pa_fail_at(parser, at, "an argument cannot be void");
        bool opaque = type->kind == IR_TY_STRUCT && type->opaque;
        if (is_any_of(type->kind, IR_TY_FUNC, IR_TY_LABEL) || opaque)
            return pa_fail_at(parser, at, "invalid type of a function's argument");
        if (!pa_attrs(parser, attrs, NULL, (int)x->type.n, false)) return false;
        Tok name = {.kind = T_EOF};
        if (is_any_of(parser->tok.kind, T_LOCAL, T_LOCALNO)) {
            name = parser->tok;
            pa_next(parser);
        }
        vec_push(&parser->tmp, &x->type, type);
        vec_push(&parser->tmp, &x->name, name);
        if (!pa_eat(parser, ',')) break;
        if (pa_is(parser, ')')) return pa_fail(parser, "type of an argument expected");
    }
    return pa_expect(parser, ')');
}

// A constant with its type; NULL in *c after an error.
static bool typed_const(Parser *parser, IrConst **c) {
    IrType *t = pa_type(parser);
    *c = t ? pa_const(parser, t) : NULL;
    return *c != NULL;
}

// One of the things that stand behind a function's parameters, if one does.
static bool func_tail_item(Parser *parser, IrFunc *fn, bool define, bool unnamed) {
    if (!pa_attrs(parser, &fn->attrs, NULL, IR_AT_FN, false)) return false;
    if (pa_eat_word(parser, "section")) {
        fn->g.section = pa_string(parser);
    } else if (pa_eat_word(parser, "partition")) {
        fn->g.partition = pa_string(parser);
    } else if (pa_is_word(parser, "comdat")) {
        if (unnamed) return pa_fail(parser, "comdat cannot be unnamed");
        pa_next(parser);
        return comdat(parser, &fn->g);
    } else if (pa_eat_word(parser, "align")) {
        // LLVM prints align 8 and reads align(8) too
        bool paren = pa_eat(parser, '(');
        return pa_align(parser, &fn->g.align) && (!paren || pa_expect(parser, ')'));
    } else if (pa_eat_word(parser, "gc")) {
        fn->gc = pa_string(parser);
    } else if (pa_eat_word(parser, "prefix")) {
        return typed_const(parser, &fn->prefix);
    } else if (pa_eat_word(parser, "prologue")) {
        return typed_const(parser, &fn->prologue);
    } else if (pa_eat_word(parser, "personality")) {
        return typed_const(parser, &fn->personality);
    } else if (define && parser->tok.kind == T_META) {
        return pa_attachment(parser, NULL, &parser->m->arena, &fn->g.md);
    }
    return !parser->failed;
}

// unnamed_addr, address space, attributes and the rest, in LLVM's order or any other.
static bool func_tail(Parser *parser, IrFunc *fn, bool define, bool unnamed) {
    const char *at;
    do {
        at = parser->tok_at;
        if (!func_tail_item(parser, fn, define, unnamed)) return false;
    } while (parser->tok_at != at);
    return true;
}

// The names of parameters, as local names of the body.
static void bind_params(Parser *parser, IrFunc *fn, const Params *params) {
    parser->next_no = 0;
    for (uint32_t i = 0; i < fn->nargs && !parser->failed; i++) {
        const Tok *tok = &params->name.at[i];
        Tok here = parser->tok;
        // pa_name reads the token at hand
        if (tok->kind == T_LOCAL) {
            parser->tok = *tok;
            Atom name = pa_name(parser);
            parser->tok = here;
            pa_define_local(parser, name, false, 0, &fn->arg[i]->v);
        } else {
            uint32_t no = tok->kind == T_LOCALNO ? tok->num : parser->next_no;
            if (no < parser->next_no) {
                pa_fail(parser, "argument expected to be numbered %%%u or greater",
                        parser->next_no);
            }
            pa_define_local(parser, 0, true, no, &fn->arg[i]->v);
            parser->next_no = no + 1;
        }
    }
}

// Blocks whose address was taken before the body is read: the body finds them by name.
static void adopt_blocks(Parser *parser, IrFunc *fn) {
    PendingBlocks *list = map_get(&parser->block_refs, (uintptr_t)fn);
    if (!list) return;
    VEC_FOREACH (PendingBlock, b, list) {
        ir_block_adopt(fn, b->block);
        map_put(b->name ? &parser->local : &parser->local_no,
                b->name ? b->name : (uint64_t)b->no + 1, &b->block->v);
        map_put(&parser->fwd, (uintptr_t)b->block, (void *)(uintptr_t)b->at);
        b->used = true;
    }
}

// Names are local: the maps begin anew.
static bool body(Parser *parser, IrFunc *fn, const Params *params) {
    parser->fn = fn;
    map_init(&parser->local, &parser->tmp);
    map_init(&parser->local_no, &parser->tmp);
    map_init(&parser->fwd, &parser->tmp);
    parser->undefined_blocks = 0;
    bind_params(parser, fn, params);
    adopt_blocks(parser, fn);
    bool ok = !parser->failed && pa_body(parser);
    parser->fn = NULL;
    return ok;
}

// Definitions and declarations have linkages of their own.
static bool func_linkage_ok(Parser *parser, bool define, IrLinkage linkage) {
    bool extern_or_weak = is_any_of(linkage, IR_EXTERNAL, IR_EXTERN_WEAK);
    if (is_any_of(linkage, IR_APPENDING, IR_COMMON))
        return pa_fail(parser, "invalid linkage of a function");
    if (define && linkage == IR_EXTERN_WEAK) {
        return pa_fail(parser, "invalid linkage of a function definition");
    }
    if (!define && !extern_or_weak)
        return pa_fail(parser, "invalid linkage of a function declaration");
    return true;
}

// `define` or `declare` at hand: attachments, prefix, convention, result, name, parameters, the
// rest, and of a definition the body.
static bool function(Parser *parser, bool define) {
    IrAttrList attrs = {0};
    Params x = {0};
    Prefix pre;
    Symbol s;
    IrMdAttach *md = NULL;
    pa_next(parser);
    while (!define && parser->tok.kind == T_META) { // declare !srcloc !1 void @f()
        if (!pa_attachment(parser, NULL, &parser->m->arena, &md)) return false;
    }
    if (!prefix(parser, &pre) || !func_linkage_ok(parser, define, pre.linkage)) return false;
    uint32_t cc = pa_cc(parser), as = parser->layout.program_as;
    if (!pa_attrs(parser, &attrs, NULL, IR_AT_RET, false)) return false;
    const char *at = parser->tok_at;
    IrType *ret = pa_type_void(parser);
    if (!ret) return false;
    bool opaque = ret->kind == IR_TY_STRUCT && ret->opaque;
    bool no_value = is_any_of(ret->kind, IR_TY_FUNC, IR_TY_LABEL, IR_TY_METADATA);
    if (no_value || opaque) return pa_fail_at(parser, at, "invalid result type of a function");

    bool named = is_any_of(parser->tok.kind, T_GLOBAL, T_GLOBALNO);
    if (!named && !pa_is(parser, '(')) return pa_fail(parser, "function name expected");
    if (!symbol(parser, named, &s) || !params(parser, &x, &attrs)) return false;
    uint8_t unnamed = pre.unnamed_addr;
    if (pa_eat_word(parser, "unnamed_addr"))
        unnamed = 1;
    else if (pa_eat_word(parser, "local_unnamed_addr"))
        unnamed = 2;
    if (pa_is_word(parser, "addrspace") && !pa_addrspace(parser, &as)) return false;
    IrFunc *fn = (IrFunc *)define_global(parser, &s, ir_ty_ptr(parser->m, as));
    if (!fn) return false;
    // references may have made the object: it is filled in place
    ir_func_init(parser->m, fn, ir_ty_func(parser->m, ret, x.type.n, x.type.at, x.vararg),
                 pre.linkage);
    fn->g.v.type = ir_ty_ptr(parser->m, as);
    ir_func_register(parser->m, fn, s.name);
    apply_prefix(&fn->g, &pre);
    fn->g.unnamed_addr = unnamed;
    fn->cc = cc;
    fn->attrs = attrs;
    fn->g.md = md;
    if (!func_tail(parser, fn, define, s.numbered)) return false;
    if (!define) {
        ir_intrin_adopt(parser->m, fn);
        return true;
    }
    return pa_expect(parser, '{') && body(parser, fn, &x);
}

// ---- the rest ----

// At the word: target triple = "..." or target datalayout = "...".
static bool target(Parser *parser) {
    pa_next(parser);
    bool layout = pa_eat_word(parser, "datalayout");
    if (!layout && !pa_eat_word(parser, "triple"))
        return pa_fail(parser, "triple or datalayout expected");
    if (!pa_expect(parser, '=')) return false;
    const char *at = parser->tok_at;
    Atom a = pa_string(parser);
    if (parser->failed) return false;
    *(layout ? &parser->m->datalayout : &parser->m->triple) = a;
    IrDataLayout l;
    const char *why =
        layout ? ir_datalayout_read(atom_str(parser->ctx, a), atom_len(parser->ctx, a), &l) : NULL;
    return !why || pa_fail_at(parser, at, "%s", why);
}

// At the word: attributes #0 = { ... }.
static bool attr_group(Parser *parser) {
    pa_next(parser);
    if (parser->tok.kind != T_ATTRNO) return pa_fail(parser, "attribute group expected");
    uint32_t no = parser->tok.num;
    const IrAttrSet *s = NULL;
    pa_next(parser);
    if (!pa_expect(parser, '=') || !pa_expect(parser, '{')) return false;
    if (!pa_attrs(parser, NULL, &s, IR_AT_FN, true)) return false;
    map_put(&parser->groups, (uint64_t)no + 1, (void *)(uintptr_t)s);
    return pa_expect(parser, '}');
}

// At the name: $name = comdat any.
static bool comdat_def(Parser *parser) {
    const char *at = parser->tok_at;
    Atom name = pa_name(parser);
    pa_next(parser);
    if (!pa_expect(parser, '=') || !pa_eat_word(parser, "comdat"))
        return pa_fail(parser, "comdat expected");
    int k = pa_word_of(parser, 5, ir_comdat_kinds);
    if (k < 0) return pa_fail(parser, "kind of comdat expected");
    if (map_get(&parser->comdats, name)) return pa_fail_at(parser, at, "comdat defined twice");
    vec_push(&parser->m->arena, &parser->m->comdats, ((IrComdat){name, (uint8_t)k}));
    map_put(&parser->comdats, name, (void *)(uintptr_t)parser->m->comdats.n);
    return true;
}

// ^0 = module: (...): ThinLTO's summary says nothing that code generation needs; read over.
static bool summary(Parser *parser) {
    pa_next(parser);
    if (!pa_expect(parser, '=')) return false;
    if (parser->tok.kind != T_LABEL) return pa_fail(parser, "kind of summary entry expected");
    pa_next(parser);
    if (pa_is(parser, '(')) return pa_skip_parens(parser);
    uint64_t v;
    return pa_u64(parser, &v, UINT64_MAX); // flags: 8, blockcount: 5
}

// An unnamed variable without its "@5 =".
static bool begins_variable(const Parser *parser) {
    static const char *const words[] = {"external",
                                        "global",
                                        "constant",
                                        "thread_local",
                                        "unnamed_addr",
                                        "local_unnamed_addr",
                                        "dso_local",
                                        "dso_preemptable",
                                        "hidden",
                                        "protected",
                                        "default",
                                        "dllimport",
                                        "dllexport",
                                        "alias",
                                        "ifunc",
                                        "addrspace",
                                        "externally_initialized"};
    for (size_t i = 0; i < CU_COUNT(words); i++) {
        if (pa_is_word(parser, words[i])) return true;
    }
    for (int i = 1; i < IR_NLINKAGES; i++) {
        if (pa_is_word(parser, ir_linkage_names[i])) return true;
    }
    return false;
}

// One entity of the module.
static bool top(Parser *parser) {
    switch (parser->tok.kind) {
    case T_GLOBAL:
    case T_GLOBALNO: return variable(parser, true);
    case T_META:
    case T_METANO: return pa_md_def(parser);
    case T_COMDAT: return comdat_def(parser);
    case T_SUMMARY: return summary(parser);
    case T_LOCAL:
    case T_LOCALNO: { // its type was read before
        pa_next(parser);
        if (!pa_expect(parser, '=') || !pa_eat_word(parser, "type"))
            return pa_fail(parser, "type expected");
        return pa_eat_word(parser, "opaque") || pa_type_void(parser) != NULL;
    }
    default: break;
    }
    if (pa_is_word(parser, "define")) return function(parser, true);
    if (pa_is_word(parser, "declare")) return function(parser, false);
    if (pa_is_word(parser, "target")) return target(parser);
    if (pa_is_word(parser, "attributes")) return attr_group(parser);
    if (pa_eat_word(parser, "source_filename")) {
        if (!pa_expect(parser, '=')) return false;
        parser->m->source_name = pa_string(parser);
        return !parser->failed;
    }
    if (pa_eat_word(parser, "module")) {
        if (!pa_eat_word(parser, "asm")) return pa_fail(parser, "'asm' expected");
        ir_module_asm_add(parser->m, pa_string(parser));
        return !parser->failed;
    }
    if (pa_is_word(parser, "uselistorder") || pa_is_word(parser, "uselistorder_bb")) {
        return pa_uselistorder(parser);
    }
    if (begins_variable(parser)) return variable(parser, false);
    return pa_fail(parser, "expected top-level entity");
}

// Reports the first in the text of what was used and not defined. The values of the map are places
// in the text, NULL once defined.
static bool undefined_at(Parser *parser, const Map *used, const char *what) {
    const MapEntry *first = NULL; // in the text
    MAP_FOREACH (e, used) {
        if (e->val && (!first || (uintptr_t)e->val < (uintptr_t)first->val)) first = e;
    }
    if (!first) return true;
    return pa_fail_at(parser, first->val, "%s '%s' is not defined", what,
                      atom_str(parser->ctx, (Atom)first->key));
}

// `call void @llvm.assume(i1 true)` needs no declaration: the uses say the type.
static bool implicit_intrinsic(Parser *parser, IrGlobal *callee) {
    const char *s = atom_str(parser->ctx, callee->v.name);
    IrType *fty = map_get(&parser->call_types, (uintptr_t)callee);
    if (strncmp(s, "llvm.", 5) != 0 || !fty) return false;
    IrFunc *f = (IrFunc *)callee;
    Atom name = callee->v.name;
    IrType *t = callee->v.type;
    ir_func_init(parser->m, f, fty, IR_EXTERNAL);
    f->g.v.type = t;
    ir_func_register(parser->m, f, name);
    ir_intrin_adopt(parser->m, f);
    return f->intrin || strncmp(s, "llvm.dbg.", 9) == 0 ||
           strncmp(s, "llvm.experimental.", 18) == 0;
}

// At the end of the text: whatever was referred to must be there.
static bool all_defined(Parser *parser) {
    MAP_FOREACH (e, &parser->globals) {
        IrGlobal *g = e->val;
        // an intrinsic may be called without a declaration
        if (g->vty || implicit_intrinsic(parser, g)) continue;
        return pa_fail(parser, "symbol '%s' is used but not defined",
                       atom_str(parser->ctx, (Atom)e->key));
    }
    MAP_FOREACH (e, &parser->global_no) {
        if (!((IrGlobal *)e->val)->vty) return pa_fail(parser, "unnamed symbol is not defined");
    }
    MAP_FOREACH (e, &parser->md) {
        if (((IrMd *)e->val)->kind == UINT8_MAX) {
            return pa_fail(parser, "metadata !%u is not defined", (unsigned)e->key - 1);
        }
    }
    MAP_FOREACH (e, &parser->block_refs) {
        VEC_FOREACH (PendingBlock, b, (PendingBlocks *)e->val) {
            if (!b->used)
                return pa_fail_at(parser, b->at, "blockaddress of what is no function with a body");
        }
    }
    MAP_FOREACH (e, &parser->comdat_refs) {
        if (!map_get(&parser->comdats, e->key)) {
            return pa_fail_at(parser, e->val, "comdat '%s' is not defined",
                              atom_str(parser->ctx, (Atom)e->key));
        }
    }
    VEC_FOREACH (CodeRef, r, &parser->must_be_code) {
        bool code = r->g->v.kind != IR_C_VAR && r->g->vty->kind == IR_TY_FUNC;
        if (!code)
            return pa_fail_at(parser, r->at, "function, alias to a function, or ifunc expected");
    }
    return undefined_at(parser, &parser->used_types, "type");
}

// Groups may stand behind what refers to them. Those that do not exist are empty.
static bool resolve_groups(Parser *parser) {
    VEC_FOREACH (GroupRef, r, &parser->group_refs) {
        const IrAttrSet *s = map_get(&parser->groups, (uint64_t)r->group + 1);
        if (r->list) {
            r->list->fn = ir_attr_merge(parser->m, r->list->fn, s);
        } else {
            *r->set = ir_attr_merge(parser->m, *r->set, s);
        }
    }
    return true;
}

// The layout is needed before anything else: how wide pointers are, which address spaces are meant.
static void read_layout(Parser *parser) {
    const char *s = parser->begin; // at the beginning of a line
    while ((s = strstr(s, "target datalayout")) != NULL && s > parser->begin && s[-1] != '\n') s++;
    const char *q = s ? strpbrk(s, "\"\n") : NULL,
               *e = q && *q == '"' ? strpbrk(q + 1, "\"\n") : NULL;
    if (!e || *e != '"') return;
    if (ir_datalayout_read(q + 1, (size_t)(e - q - 1), &parser->layout)) return;
    uint32_t known =
        1u << IR_AS_SHARED | 1u << IR_AS_CONST | 1u << IR_AS_LOCAL | 1u << IR_AS_SHARED_CLUSTER;
    parser->m->short_ptr_as = parser->layout.short_ptr_as & known;
}

// Two passes: types, then everything. Old forms are brought up to date at the end.
IrModule *ir_parse(Ctx *ctx, const char *name, const char *text, size_t n) {
    Parser parser = {.ctx = ctx, .file = name};
    parser.m = ir_module_new(ctx, atom_cstr(ctx, name));
    parser.m->triple = 0; // what the text says, nothing if it says nothing
    arena_init(&parser.tmp, ctx, "ir-parse");
    // the lexer looks one character ahead everywhere
    parser.begin = parser.p =
        arena_strndup(&parser.tmp, text, n); // so that a NUL stands at the end
    parser.end = parser.begin + strlen(parser.begin);
    map_init(&parser.globals, &parser.tmp);
    map_init(&parser.global_no, &parser.tmp);
    map_init(&parser.groups, &parser.tmp);
    map_init(&parser.md, &parser.tmp);
    Map *more[] = {&parser.alias_types, &parser.used_types,  &parser.comdats,   &parser.comdat_refs,
                   &parser.block_refs,  &parser.block_names, &parser.call_types};
    for (size_t i = 0; i < CU_COUNT(more); i++) map_init(more[i], &parser.tmp);
    const char *op_names[IR_NOPS];
    for (int i = 0; i < IR_NOPS; i++) op_names[i] = ir_ops[i].name;
    pa_words_init(&parser.ops, op_names, IR_NOPS);
    pa_words_init(&parser.attrs, ir_attr_names, IR_NATTRS);
    read_layout(&parser);
    bool ok = read_types(&parser);
    parser.p = parser.begin;
    if (ok) pa_next(&parser);
    while (ok && parser.tok.kind != T_EOF) ok = top(&parser);
    ok = ok && !parser.failed && all_defined(&parser) && resolve_groups(&parser);
    if (ok) ir_intrin_settle(parser.m);
    ok = ok && ir_expand_old(parser.m);
    if (ok) ir_upgrade(parser.m);
    arena_free(&parser.tmp);
    if (ok) return parser.m;
    ir_module_free(parser.m);
    return NULL;
}
