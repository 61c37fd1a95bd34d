// SPDX-License-Identifier: Apache-2.0
// The reader of LLVM assembly: the module's level. Reads the modern text (LLVM 15 to 20) and what
// differs only in spelling from the typed-pointer dialects; the grammar is LangRef's.
//
// Types are read first, in a pass of their own, because a struct may be used before its body is
// seen and layouts must be known when instructions are made.
#include "ir/parse_int.h"

#include "ir/ir_diag.h"

const DiagRow ir_diag_rows[] = {
#define DIAG DIAG_ROW
#include "ir/ir_diag.def"
#undef DIAG
};
_Static_assert(CU_COUNT(ir_diag_rows) == D_ir_count_, "rows and ids agree");

// ---- types first ----

// `%t = type i32` names a type that is no struct.
static bool alias_type(Parser *p, Atom name, IrType *body) {
    if (map_get(&p->used_types, name)) {
        return pa_fail(p, "forward reference to a type that is no struct");
    }
    if (body->kind == IR_TY_VOID) return pa_fail(p, "void is no type for a value");
    map_put(&p->alias_types, name, body);
    return true;
}

static bool type_def(Parser *p) { // at the name
    Atom name = p->tok.kind == T_LOCALNO ? atom_printf(p->ctx, "%u", p->tok.num) : pa_name(p);
    pa_next(p);
    if (!pa_expect(p, '=') || !pa_eat_word(p, "type")) return pa_fail(p, "type expected");
    IrType *t = ir_ty_find(p->m, name);
    if ((t && !map_get(&p->used_types, name)) || map_get(&p->alias_types, name)) {
        return pa_fail(p, "type defined twice");
    }
    bool is_struct = pa_is(p, '{') || pa_is(p, '<') || pa_is_word(p, "opaque");
    if (is_struct && !t) t = ir_ty_named(p->m, name); // it may contain itself behind a pointer
    if (is_struct) map_put(&p->used_types, name, NULL);
    if (pa_eat_word(p, "opaque")) return true;
    IrType *body = pa_type_void(p);
    if (!body) return false;
    if (body->kind != IR_TY_STRUCT || body->name) {
        if (!is_struct) return alias_type(p, name, body);
        map_put(&p->alias_types, name, body); // began like a struct
        return true;
    }
    ir_ty_set_body(p->m, t, (uint32_t)body->n, body->sub, body->packed);
    return true;
}

// Does the line at s begin "%name = type"?
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

static bool read_types(Parser *p) {
    for (const char *s = p->begin; s && s < p->end;) {
        if (is_type_line(s, p->end)) {
            p->p = s;
            pa_next(p);
            if (!type_def(p)) return false;
        }
        s = memchr(s, '\n', (size_t)(p->end - s));
        if (s) s++;
    }
    if (!ir_types_relayout(p->m)) return pa_fail(p, "a type contains itself");
    return true;
}

// ---- globals ----

typedef struct {
    uint8_t linkage, visibility, unnamed_addr, tls, dll;
    bool has_linkage, dso_local, preemptable;
} Prefix;

static bool thread_local_model(Parser *p, Prefix *x) { // thread_local(initialexec)
    static const char *const models[] = {"localdynamic", "initialexec", "localexec"};
    x->tls = IR_TLS_GENERAL;
    if (!pa_eat(p, '(')) return true;
    int k = pa_word_of(p, 3, models);
    if (k < 0) return pa_fail(p, "thread-local model expected");
    x->tls = (uint8_t)(IR_TLS_LOCALDYNAMIC + k);
    return pa_expect(p, ')');
}

static bool prefix(Parser *p, Prefix *x) {
    memset(x, 0, sizeof *x);
    const char *at = p->tok_at;
    for (int i = 1; i < IR_NLINKAGES; i++) {
        if (!pa_eat_word(p, ir_linkage_names[i])) continue;
        x->linkage = (uint8_t)i;
        x->has_linkage = true;
        break;
    }
    if (!x->has_linkage && pa_eat_word(p, "external")) x->has_linkage = true;
    for (bool more = true; more && !p->failed;) {
        if (pa_eat_word(p, "dso_local")) {
            x->dso_local = true;
        } else if (pa_eat_word(p, "dso_preemptable")) {
            x->preemptable = true;
        } else if (pa_eat_word(p, "hidden")) {
            x->visibility = 1;
        } else if (pa_eat_word(p, "protected")) {
            x->visibility = 2;
        } else if (pa_eat_word(p, "dllimport")) {
            x->dll = 1;
        } else if (pa_eat_word(p, "dllexport")) {
            x->dll = 2;
        } else if (pa_eat_word(p, "unnamed_addr")) {
            x->unnamed_addr = 1;
        } else if (pa_eat_word(p, "local_unnamed_addr")) {
            x->unnamed_addr = 2;
        } else if (pa_eat_word(p, "thread_local")) {
            thread_local_model(p, x);
        } else {
            more = pa_eat_word(p, "default");
        }
    }
    bool local = ir_is_local_linkage(x->linkage);
    if (local && x->visibility) {
        return pa_fail_at(p, at, "symbol with local linkage must have default visibility");
    }
    if (local && x->dll) {
        return pa_fail_at(p, at, "symbol with local linkage cannot have a DLL storage class");
    }
    if (x->dll == 1 && x->dso_local) {
        return pa_fail_at(p, at, "dso_local and dllimport exclude each other");
    }
    return !p->failed;
}

static void apply_prefix(IrGlobal *g, const Prefix *x) {
    g->visibility = x->visibility;
    g->unnamed_addr = x->unnamed_addr;
    g->dso_local = x->dso_local;
    g->tls = x->tls;
    g->dll = x->dll;
}

typedef struct {
    Atom name;
    bool numbered;
    uint32_t no;
    const char *at;
} Symbol;

// @name or @5; without `here`, the next number.
static bool symbol(Parser *p, bool here, Symbol *s) {
    bool unnamed = here && p->tok.kind == T_GLOBAL && !p->tok.n; // @""
    s->at = p->tok_at;
    if (unnamed) pa_next(p);
    here = here && !unnamed;
    s->numbered = !here || p->tok.kind == T_GLOBALNO;
    s->no = here ? p->tok.num : p->next_global_no;
    s->name = s->numbered ? 0 : pa_name(p);
    if (here) pa_next(p);
    if (!s->numbered) return true;
    if (s->no < p->next_global_no) {
        return pa_fail_at(p, s->at, "symbol expected to be numbered @%u or greater",
                          p->next_global_no);
    }
    p->next_global_no = s->no + 1;
    return true;
}

// The object of a symbol that is being defined; NULL when there is one already.
static IrGlobal *define_global(Parser *p, const Symbol *s, IrType *t) {
    void **slot =
        s->numbered ? map_slot(&p->global_no, (uint64_t)s->no + 1) : map_slot(&p->globals, s->name);
    IrGlobal *g = *slot;
    if (!g) {
        IrFunc *f = arena_new(&p->m->arena, IrFunc);
        *slot = g = &f->g;
    }
    if (g->vty) {
        pa_fail_at(p, s->at, "symbol defined twice");
        return NULL;
    }
    if (g->v.type && g->v.type != t) {
        pa_fail_at(p, s->at, "symbol was used with another address space");
        return NULL;
    }
    return g;
}

static bool comdat(Parser *p, IrGlobal *g) { // behind the word
    const char *at = p->tok_at;
    g->comdat = g->v.name;
    if (pa_eat(p, '(')) {
        if (p->tok.kind != T_COMDAT) return pa_fail(p, "comdat name expected");
        g->comdat = pa_name(p);
        pa_next(p);
        if (!pa_expect(p, ')')) return false;
    }
    map_put(&p->comdat_refs, g->comdat, (void *)(uintptr_t)at);
    return true;
}

static bool code_model(Parser *p, IrGlobal *g) { // code_model "large"
    pa_next(p);
    for (uint8_t k = 0; p->tok.kind == T_STRING && k < 5; k++) {
        if (strlen(ir_code_models[k]) != p->tok.n ||
            memcmp(ir_code_models[k], p->tok.s, p->tok.n) != 0) {
            continue;
        }
        g->code_model = (uint8_t)(k + 1);
        pa_next(p);
        return true;
    }
    return pa_fail(p, "unknown code model");
}

static bool variable_property(Parser *p, IrGlobal *g, bool unnamed) { // behind ','
    static const char *const sanitize[] = {"no_sanitize_address", "no_sanitize_hwaddress",
                                           "sanitize_memtag", "sanitize_address_dyninit"};
    if (pa_eat_word(p, "section")) {
        g->section = pa_string(p);
        return !p->failed;
    }
    if (pa_eat_word(p, "partition")) {
        g->partition = pa_string(p);
        return !p->failed;
    }
    if (pa_eat_word(p, "align")) return pa_align(p, &g->align);
    if (pa_is_word(p, "code_model")) return code_model(p, g);
    if (pa_is_word(p, "comdat")) {
        if (unnamed) return pa_fail(p, "comdat cannot be unnamed");
        pa_next(p);
        return comdat(p, g);
    }
    if (p->tok.kind == T_META) return pa_attachment(p, NULL, &p->m->arena, &g->md);
    int k = pa_word_of(p, 4, sanitize);
    if (k < 0) return pa_fail(p, "property of a variable expected");
    g->sanitize |= (uint8_t)(1u << k);
    return true;
}

static bool alias(Parser *p, const Symbol *s, const Prefix *x) { // or ifunc
    bool ifunc = pa_is_word(p, "ifunc");
    bool bad = x->linkage == IR_AVAILABLE_EXTERNALLY || x->linkage == IR_APPENDING ||
               x->linkage == IR_COMMON || x->linkage == IR_EXTERN_WEAK;
    if (bad && !ifunc) return pa_fail(p, "invalid linkage of an alias");
    pa_next(p);
    IrType *vty = pa_type(p);
    if (!vty || !pa_expect(p, ',')) return false;
    IrConst *c = pa_aliasee(p);
    if (!c) return false;
    IrType *t = c->v.type;
    if (t->kind != IR_TY_PTR) return pa_fail(p, "an alias or ifunc must have an address");
    IrGlobal *g = define_global(p, s, t);
    if (!g) return false;
    ir_alias_place(p->m, g, s->name, vty, t->as, x->linkage);
    if (ifunc) g->v.kind = IR_C_IFUNC;
    apply_prefix(g, x);
    g->init = c;
    while (pa_eat(p, ',')) {
        if (pa_eat_word(p, "partition")) {
            g->partition = pa_string(p);
        } else if (p->tok.kind != T_META || !pa_attachment(p, NULL, &p->m->arena, &g->md)) {
            return pa_fail(p, "property of an alias expected");
        }
        if (p->failed) return false;
    }
    return true;
}

static bool can_be_variable(Parser *p, const IrType *t) {
    switch (t->kind) {
    case IR_TY_FUNC:
    case IR_TY_LABEL:
    case IR_TY_METADATA:
    case IR_TY_TOKEN:
    case IR_TY_X86_AMX:
    case IR_TY_VOID: return false;
    case IR_TY_TARGET: return t->sized; // spirv.*
    default: return true;
    }
}

static bool variable(Parser *p, bool here) { // at @name, or an unnamed one's rest
    Symbol s;
    Prefix x;
    uint32_t as = p->layout.globals_as;
    bool ext = false;
    if (!symbol(p, here, &s) || (here && !pa_expect(p, '=')) || !prefix(p, &x)) return false;
    if (pa_is_word(p, "alias") || pa_is_word(p, "ifunc")) return alias(p, &s, &x);
    for (;;) {
        if (pa_is_word(p, "addrspace")) {
            if (!pa_addrspace(p, &as)) return false;
        } else if (pa_eat_word(p, "externally_initialized")) {
            ext = true;
        } else {
            break;
        }
    }
    bool constant = pa_eat_word(p, "constant");
    if (!constant && !pa_eat_word(p, "global")) return pa_fail(p, "global or constant expected");
    const char *at = p->tok_at;
    IrType *vty = pa_type_void(p);
    if (!vty) return false;
    if (!can_be_variable(p, vty)) return pa_fail_at(p, at, "invalid type of a variable");
    IrGlobal *g = define_global(p, &s, ir_ty_ptr(p->m, as));
    if (!g) return false;
    ir_var_place(p->m, g, s.name, vty, as, x.linkage);
    apply_prefix(g, &x);
    g->constant = constant;
    g->externally_initialized = ext;
    bool decl = x.has_linkage && (x.linkage == IR_EXTERNAL || x.linkage == IR_EXTERN_WEAK);
    if (!decl) {
        g->init = pa_const(p, vty);
        if (!g->init) return false;
    }
    while (pa_eat(p, ',')) {
        if (!variable_property(p, g, s.numbered)) return false;
    }
    return pa_attrs(p, NULL, &g->attrs, IR_AT_FN, false);
}

// ---- functions ----

typedef struct {
    VEC(IrType *) type;
    VEC(Tok) name; // kind T_EOF: none
    bool vararg;
} Params;

static bool params(Parser *p, Params *x, IrAttrList *attrs) {
    if (!pa_expect(p, '(')) return false;
    while (!pa_is(p, ')')) {
        if (pa_eat(p, '.')) {
            x->vararg = true;
            break;
        }
        const char *at = p->tok_at;
        IrType *t = pa_type_void(p);
        if (!t) return false;
        if (t->kind == IR_TY_VOID) return pa_fail_at(p, at, "an argument cannot be void");
        if (t->kind == IR_TY_FUNC || t->kind == IR_TY_LABEL ||
            (t->kind == IR_TY_STRUCT && t->opaque)) {
            return pa_fail_at(p, at, "invalid type of a function's argument");
        }
        if (!pa_attrs(p, attrs, NULL, (int)x->type.n, false)) return false;
        Tok name = {.kind = T_EOF};
        if (p->tok.kind == T_LOCAL || p->tok.kind == T_LOCALNO) {
            name = p->tok;
            pa_next(p);
        }
        vec_push(&p->tmp, &x->type, t);
        vec_push(&p->tmp, &x->name, name);
        if (!pa_eat(p, ',')) break;
        if (pa_is(p, ')')) return pa_fail(p, "type of an argument expected");
    }
    return pa_expect(p, ')');
}

static bool typed_const(Parser *p, IrConst **c) {
    IrType *t = pa_type(p);
    *c = t ? pa_const(p, t) : NULL;
    return *c != NULL;
}

static bool func_tail_item(Parser *p, IrFunc *f, bool define, bool unnamed) {
    if (!pa_attrs(p, &f->attrs, NULL, IR_AT_FN, false)) return false;
    if (pa_eat_word(p, "section")) {
        f->g.section = pa_string(p);
    } else if (pa_eat_word(p, "partition")) {
        f->g.partition = pa_string(p);
    } else if (pa_is_word(p, "comdat")) {
        if (unnamed) return pa_fail(p, "comdat cannot be unnamed");
        pa_next(p);
        return comdat(p, &f->g);
    } else if (pa_eat_word(p, "align")) {
        bool paren = pa_eat(p, '(');
        return pa_align(p, &f->g.align) && (!paren || pa_expect(p, ')'));
    } else if (pa_eat_word(p, "gc")) {
        f->gc = pa_string(p);
    } else if (pa_eat_word(p, "prefix")) {
        return typed_const(p, &f->prefix);
    } else if (pa_eat_word(p, "prologue")) {
        return typed_const(p, &f->prologue);
    } else if (pa_eat_word(p, "personality")) {
        return typed_const(p, &f->personality);
    } else if (define && p->tok.kind == T_META) {
        return pa_attachment(p, NULL, &p->m->arena, &f->g.md);
    }
    return !p->failed;
}

// unnamed_addr, address space, attributes and the rest, in LLVM's order or any other.
static bool func_tail(Parser *p, IrFunc *f, bool define, bool unnamed) {
    const char *at;
    do {
        at = p->tok_at;
        if (!func_tail_item(p, f, define, unnamed)) return false;
    } while (p->tok_at != at);
    return true;
}

static void bind_params(Parser *p, IrFunc *f, const Params *x) {
    p->next_no = 0;
    for (uint32_t i = 0; i < f->nargs && !p->failed; i++) {
        const Tok *t = &x->name.at[i];
        Tok here = p->tok;
        if (t->kind == T_LOCAL) {
            p->tok = *t;
            Atom name = pa_name(p);
            p->tok = here;
            pa_define_local(p, name, false, 0, &f->arg[i]->v);
        } else {
            uint32_t no = t->kind == T_LOCALNO ? t->num : p->next_no;
            if (no < p->next_no) {
                pa_fail(p, "argument expected to be numbered %%%u or greater", p->next_no);
            }
            pa_define_local(p, 0, true, no, &f->arg[i]->v);
            p->next_no = no + 1;
        }
    }
}

// Blocks whose address was taken before the body is read: the body finds them by name.
static void adopt_blocks(Parser *p, IrFunc *f) {
    PendingBlocks *list = map_get(&p->block_refs, (uintptr_t)f);
    if (!list) return;
    VEC_FOREACH (PendingBlock, b, list) {
        ir_block_adopt(f, b->block);
        map_put(b->name ? &p->local : &p->local_no, b->name ? b->name : (uint64_t)b->no + 1,
                &b->block->v);
        map_put(&p->fwd, (uintptr_t)b->block, (void *)(uintptr_t)b->at);
        b->used = true;
    }
}

static bool body(Parser *p, IrFunc *f, const Params *x) {
    p->fn = f;
    map_init(&p->local, &p->tmp);
    map_init(&p->local_no, &p->tmp);
    map_init(&p->fwd, &p->tmp);
    p->undefined_blocks = 0;
    bind_params(p, f, x);
    adopt_blocks(p, f);
    bool ok = !p->failed && pa_body(p);
    p->fn = NULL;
    return ok;
}

static bool func_linkage_ok(Parser *p, bool define, IrLinkage l) {
    bool extern_or_weak = l == IR_EXTERNAL || l == IR_EXTERN_WEAK;
    if (l == IR_APPENDING || l == IR_COMMON) return pa_fail(p, "invalid linkage of a function");
    if (define && l == IR_EXTERN_WEAK) {
        return pa_fail(p, "invalid linkage of a function definition");
    }
    if (!define && !extern_or_weak) return pa_fail(p, "invalid linkage of a function declaration");
    return true;
}

// An old-style debug intrinsic or any other implicit one: called, never declared.
static bool function(Parser *p, bool define) {
    IrAttrList attrs = {0};
    Params x = {0};
    Prefix pre;
    Symbol s;
    IrMdAttach *md = NULL;
    pa_next(p);
    while (!define && p->tok.kind == T_META) { // declare !srcloc !1 void @f()
        if (!pa_attachment(p, NULL, &p->m->arena, &md)) return false;
    }
    if (!prefix(p, &pre) || !func_linkage_ok(p, define, pre.linkage)) return false;
    uint32_t cc = pa_cc(p), as = p->layout.program_as;
    if (!pa_attrs(p, &attrs, NULL, IR_AT_RET, false)) return false;
    const char *at = p->tok_at;
    IrType *ret = pa_type_void(p);
    if (!ret) return false;
    if (ret->kind == IR_TY_FUNC || ret->kind == IR_TY_LABEL || ret->kind == IR_TY_METADATA ||
        (ret->kind == IR_TY_STRUCT && ret->opaque)) {
        return pa_fail_at(p, at, "invalid result type of a function");
    }
    bool named = p->tok.kind == T_GLOBAL || p->tok.kind == T_GLOBALNO;
    if (!named && !pa_is(p, '(')) return pa_fail(p, "function name expected");
    if (!symbol(p, named, &s) || !params(p, &x, &attrs)) return false;
    uint8_t unnamed = pa_eat_word(p, "unnamed_addr")         ? 1
                      : pa_eat_word(p, "local_unnamed_addr") ? 2
                                                             : pre.unnamed_addr;
    if (pa_is_word(p, "addrspace") && !pa_addrspace(p, &as)) return false;
    IrFunc *f = (IrFunc *)define_global(p, &s, ir_ty_ptr(p->m, as));
    if (!f) return false;
    ir_func_init(p->m, f, ir_ty_func(p->m, ret, x.type.n, x.type.at, x.vararg), pre.linkage);
    f->g.v.type = ir_ty_ptr(p->m, as);
    ir_func_register(p->m, f, s.name);
    apply_prefix(&f->g, &pre);
    f->g.unnamed_addr = unnamed;
    f->cc = cc;
    f->attrs = attrs;
    f->g.md = md;
    if (!func_tail(p, f, define, s.numbered)) return false;
    if (!define) {
        ir_intrin_adopt(p->m, f);
        return true;
    }
    return pa_expect(p, '{') && body(p, f, &x);
}

// ---- the rest ----

static bool target(Parser *p) { // target triple = "...", target datalayout = "..."
    pa_next(p);
    bool layout = pa_eat_word(p, "datalayout");
    if (!layout && !pa_eat_word(p, "triple")) return pa_fail(p, "triple or datalayout expected");
    if (!pa_expect(p, '=')) return false;
    const char *at = p->tok_at;
    Atom a = pa_string(p);
    if (p->failed) return false;
    *(layout ? &p->m->datalayout : &p->m->triple) = a;
    IrDataLayout l;
    const char *why =
        layout ? ir_datalayout_read(atom_str(p->ctx, a), atom_len(p->ctx, a), &l) : NULL;
    return !why || pa_fail_at(p, at, "%s", why);
}

static bool attr_group(Parser *p) { // attributes #0 = { ... }
    pa_next(p);
    if (p->tok.kind != T_ATTRNO) return pa_fail(p, "attribute group expected");
    uint32_t no = p->tok.num;
    const IrAttrSet *s = NULL;
    pa_next(p);
    if (!pa_expect(p, '=') || !pa_expect(p, '{')) return false;
    if (!pa_attrs(p, NULL, &s, IR_AT_FN, true)) return false;
    map_put(&p->groups, (uint64_t)no + 1, (void *)(uintptr_t)s);
    return pa_expect(p, '}');
}

static bool comdat_def(Parser *p) { // $name = comdat any
    const char *at = p->tok_at;
    Atom name = pa_name(p);
    pa_next(p);
    if (!pa_expect(p, '=') || !pa_eat_word(p, "comdat")) return pa_fail(p, "comdat expected");
    int k = pa_word_of(p, 5, ir_comdat_kinds);
    if (k < 0) return pa_fail(p, "kind of comdat expected");
    if (map_get(&p->comdats, name)) return pa_fail_at(p, at, "comdat defined twice");
    vec_push(&p->m->arena, &p->m->comdats, ((IrComdat){name, (uint8_t)k}));
    map_put(&p->comdats, name, (void *)(uintptr_t)p->m->comdats.n);
    return true;
}

// ^0 = module: (...): ThinLTO's summary says nothing that code generation needs; read over.
static bool summary(Parser *p) {
    pa_next(p);
    if (!pa_expect(p, '=')) return false;
    if (p->tok.kind != T_LABEL) return pa_fail(p, "kind of summary entry expected");
    pa_next(p);
    if (pa_is(p, '(')) return pa_skip_parens(p);
    uint64_t v;
    return pa_u64(p, &v, UINT64_MAX); // flags: 8, blockcount: 5
}

// An unnamed variable without its "@5 =".
static bool begins_variable(const Parser *p) {
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
        if (pa_is_word(p, words[i])) return true;
    }
    for (int i = 1; i < IR_NLINKAGES; i++) {
        if (pa_is_word(p, ir_linkage_names[i])) return true;
    }
    return false;
}

static bool top(Parser *p) {
    switch (p->tok.kind) {
    case T_GLOBAL:
    case T_GLOBALNO: return variable(p, true);
    case T_META:
    case T_METANO: return pa_md_def(p);
    case T_COMDAT: return comdat_def(p);
    case T_SUMMARY: return summary(p);
    case T_LOCAL:
    case T_LOCALNO: { // its type was read before
        pa_next(p);
        if (!pa_expect(p, '=') || !pa_eat_word(p, "type")) return pa_fail(p, "type expected");
        return pa_eat_word(p, "opaque") || pa_type_void(p) != NULL;
    }
    default: break;
    }
    if (pa_is_word(p, "define")) return function(p, true);
    if (pa_is_word(p, "declare")) return function(p, false);
    if (pa_is_word(p, "target")) return target(p);
    if (pa_is_word(p, "attributes")) return attr_group(p);
    if (pa_eat_word(p, "source_filename")) {
        if (!pa_expect(p, '=')) return false;
        p->m->source_name = pa_string(p);
        return !p->failed;
    }
    if (pa_eat_word(p, "module")) {
        if (!pa_eat_word(p, "asm")) return pa_fail(p, "'asm' expected");
        ir_module_asm_add(p->m, pa_string(p));
        return !p->failed;
    }
    if (pa_is_word(p, "uselistorder") || pa_is_word(p, "uselistorder_bb")) {
        return pa_uselistorder(p);
    }
    if (begins_variable(p)) return variable(p, false);
    return pa_fail(p, "expected top-level entity");
}

static bool undefined_at(Parser *p, const Map *m, const char *what) {
    const MapEntry *first = NULL; // in the text
    MAP_FOREACH (e, m) {
        if (e->val && (!first || (uintptr_t)e->val < (uintptr_t)first->val)) first = e;
    }
    if (!first) return true;
    return pa_fail_at(p, first->val, "%s '%s' is not defined", what,
                      atom_str(p->ctx, (Atom)first->key));
}

// `call void @llvm.assume(i1 true)` needs no declaration: the uses say the type.
static bool implicit_intrinsic(Parser *p, IrGlobal *g) {
    const char *s = atom_str(p->ctx, g->v.name);
    IrType *fty = map_get(&p->call_types, (uintptr_t)g);
    if (strncmp(s, "llvm.", 5) != 0 || !fty) return false;
    IrFunc *f = (IrFunc *)g;
    Atom name = g->v.name;
    IrType *t = g->v.type;
    ir_func_init(p->m, f, fty, IR_EXTERNAL);
    f->g.v.type = t;
    ir_func_register(p->m, f, name);
    ir_intrin_adopt(p->m, f);
    return f->intrin || strncmp(s, "llvm.dbg.", 9) == 0 ||
           strncmp(s, "llvm.experimental.", 18) == 0;
}

static bool all_defined(Parser *p) {
    MAP_FOREACH (e, &p->globals) {
        IrGlobal *g = e->val;
        if (g->vty || implicit_intrinsic(p, g)) continue;
        return pa_fail(p, "symbol '%s' is used but not defined", atom_str(p->ctx, (Atom)e->key));
    }
    MAP_FOREACH (e, &p->global_no) {
        if (!((IrGlobal *)e->val)->vty) return pa_fail(p, "unnamed symbol is not defined");
    }
    MAP_FOREACH (e, &p->md) {
        if (((IrMd *)e->val)->kind == UINT8_MAX) {
            return pa_fail(p, "metadata !%u is not defined", (unsigned)e->key - 1);
        }
    }
    MAP_FOREACH (e, &p->block_refs) {
        VEC_FOREACH (PendingBlock, b, (PendingBlocks *)e->val) {
            if (!b->used)
                return pa_fail_at(p, b->at, "blockaddress of what is no function with a body");
        }
    }
    MAP_FOREACH (e, &p->comdat_refs) {
        if (!map_get(&p->comdats, e->key)) {
            return pa_fail_at(p, e->val, "comdat '%s' is not defined",
                              atom_str(p->ctx, (Atom)e->key));
        }
    }
    VEC_FOREACH (CodeRef, r, &p->must_be_code) {
        bool code = r->g->v.kind != IR_C_VAR && r->g->vty->kind == IR_TY_FUNC;
        if (!code) return pa_fail_at(p, r->at, "function, alias to a function, or ifunc expected");
    }
    return undefined_at(p, &p->used_types, "type");
}

static bool resolve_groups(Parser *p) {
    VEC_FOREACH (GroupRef, r, &p->group_refs) {
        const IrAttrSet *s = map_get(&p->groups, (uint64_t)r->group + 1);
        if (r->list) {
            r->list->fn = ir_attr_merge(p->m, r->list->fn, s);
        } else {
            *r->set = ir_attr_merge(p->m, *r->set, s);
        }
    }
    return true;
}

// The layout is needed before anything else: how wide pointers are, which address spaces are meant.
static void read_layout(Parser *p) {
    const char *s = p->begin; // at the beginning of a line
    while ((s = strstr(s, "target datalayout")) != NULL && s > p->begin && s[-1] != '\n') s++;
    const char *q = s ? strpbrk(s, "\"\n") : NULL,
               *e = q && *q == '"' ? strpbrk(q + 1, "\"\n") : NULL;
    if (!e || *e != '"') return;
    if (ir_datalayout_read(q + 1, (size_t)(e - q - 1), &p->layout)) return;
    uint32_t known = 1u << IR_AS_SHARED | 1u << IR_AS_CONST | 1u << IR_AS_LOCAL;
    p->m->short_ptr_as = p->layout.short_ptr_as & known;
}

IrModule *ir_parse(Ctx *ctx, const char *name, const char *text, size_t n) {
    Parser p = {.ctx = ctx, .file = name};
    p.m = ir_module_new(ctx, atom_cstr(ctx, name));
    p.m->triple = 0; // what the text says, nothing if it says nothing
    arena_init(&p.tmp, ctx, "ir-parse");
    p.begin = p.p = arena_strndup(&p.tmp, text, n); // so that a NUL stands at the end
    p.end = p.begin + strlen(p.begin);
    map_init(&p.globals, &p.tmp);
    map_init(&p.global_no, &p.tmp);
    map_init(&p.groups, &p.tmp);
    map_init(&p.md, &p.tmp);
    Map *more[] = {&p.alias_types, &p.used_types,  &p.comdats,   &p.comdat_refs,
                   &p.block_refs,  &p.block_names, &p.call_types};
    for (size_t i = 0; i < CU_COUNT(more); i++) map_init(more[i], &p.tmp);
    const char *op_names[IR_NOPS];
    for (int i = 0; i < IR_NOPS; i++) op_names[i] = ir_ops[i].name;
    pa_words_init(&p.ops, op_names, IR_NOPS);
    pa_words_init(&p.attrs, ir_attr_names, IR_NATTRS);
    read_layout(&p);
    bool ok = read_types(&p);
    p.p = p.begin;
    if (ok) pa_next(&p);
    while (ok && p.tok.kind != T_EOF) ok = top(&p);
    ok = ok && !p.failed && all_defined(&p) && resolve_groups(&p);
    if (ok) ir_intrin_settle(p.m);
    ok = ok && ir_expand_old(p.m);
    if (ok) ir_upgrade(p.m);
    arena_free(&p.tmp);
    if (ok) return p.m;
    ir_module_free(p.m);
    return NULL;
}
