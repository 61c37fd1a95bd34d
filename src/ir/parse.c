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

static bool type_def(Parser *p) { // at the name
    Atom name = p->tok.kind == T_LOCALNO ? atom_printf(p->ctx, "%u", p->tok.num) : pa_name(p);
    pa_next(p);
    if (!pa_expect(p, '=') || !pa_eat_word(p, "type")) return pa_fail(p, "type expected");
    IrType *t = ir_ty_find(p->m, name);
    if (!t) t = ir_ty_named(p->m, name);
    if (pa_eat_word(p, "opaque")) return true;
    if (!t->opaque) return pa_fail(p, "type defined twice");
    IrType *body = pa_type(p);
    if (!body) return false;
    if (body->kind != IR_TY_STRUCT || body->name) return pa_fail(p, "struct body expected");
    ir_ty_set_body(p->m, t, (uint32_t)body->n, body->sub, body->packed);
    return true;
}

// Does the line at s begin "%name = type"?
static bool is_type_line(const char *s, const char *end) {
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
    uint8_t linkage, visibility, unnamed_addr;
    bool has_linkage, dso_local;
} Prefix;

static bool prefix(Parser *p, Prefix *x) {
    memset(x, 0, sizeof *x);
    for (int i = 1; i < IR_NLINKAGES; i++) {
        if (!pa_eat_word(p, ir_linkage_names[i])) continue;
        x->linkage = (uint8_t)i;
        x->has_linkage = true;
        break;
    }
    if (!x->has_linkage && pa_eat_word(p, "external")) x->has_linkage = true;
    for (;;) {
        if (pa_eat_word(p, "dso_local")) {
            x->dso_local = true;
        } else if (pa_eat_word(p, "hidden")) {
            x->visibility = 1;
        } else if (pa_eat_word(p, "protected")) {
            x->visibility = 2;
        } else if (pa_eat_word(p, "unnamed_addr")) {
            x->unnamed_addr = 1;
        } else if (pa_eat_word(p, "local_unnamed_addr")) {
            x->unnamed_addr = 2;
        } else if (!pa_eat_word(p, "default") && !pa_eat_word(p, "dso_preemptable")) {
            return !p->failed;
        }
    }
}

static void apply_prefix(IrGlobal *g, const Prefix *x) {
    g->visibility = x->visibility;
    g->unnamed_addr = x->unnamed_addr;
    g->dso_local = x->dso_local;
}

// The object of a symbol that is being defined; NULL when there is one already.
static IrGlobal *define_global(Parser *p, Atom name, bool numbered, uint32_t no, IrType *t) {
    void **slot =
        numbered ? map_slot(&p->global_no, (uint64_t)no + 1) : map_slot(&p->globals, name);
    IrGlobal *g = *slot;
    if (!g) {
        IrFunc *f = arena_new(&p->m->arena, IrFunc);
        *slot = g = &f->g;
    }
    if (g->vty) {
        pa_fail(p, "symbol defined twice");
        return NULL;
    }
    if (g->v.type && g->v.type != t) {
        pa_fail(p, "symbol was used with another address space");
        return NULL;
    }
    return g;
}

static bool comdat(Parser *p, IrGlobal *g) {
    g->comdat = g->v.name;
    if (!pa_eat(p, '(')) return true;
    if (p->tok.kind != T_COMDAT) return pa_fail(p, "comdat name expected");
    g->comdat = pa_name(p);
    pa_next(p);
    return pa_expect(p, ')');
}

static bool variable_tail(Parser *p, IrGlobal *g) {
    uint64_t v;
    while (pa_eat(p, ',')) {
        if (pa_eat_word(p, "section")) {
            g->section = pa_string(p);
        } else if (pa_eat_word(p, "align")) {
            if (!pa_u64(p, &v, 1u << 30)) return false;
            g->align = (uint32_t)v;
        } else if (pa_eat_word(p, "comdat")) {
            if (!comdat(p, g)) return false;
        } else if (p->tok.kind == T_META) {
            if (!pa_attachment(p, NULL, &p->m->arena, &g->md)) return false;
        } else {
            return pa_fail(p, "property of a variable expected");
        }
    }
    return pa_attrs(p, NULL, &g->attrs, IR_AT_FN, false);
}

static bool alias(Parser *p, Atom name, const Prefix *x) {
    pa_next(p);
    IrType *vty = pa_type(p);
    if (!vty || !pa_expect(p, ',')) return false;
    IrType *t = pa_type(p);
    IrConst *c = t ? pa_const(p, t) : NULL;
    if (!c) return false;
    if (t->kind != IR_TY_PTR) return pa_fail(p, "alias of no address");
    IrGlobal *g = define_global(p, name, false, 0, t);
    if (!g) return false;
    ir_alias_place(p->m, g, name, vty, t->as, x->linkage);
    apply_prefix(g, x);
    g->init = c;
    return true;
}

static bool variable(Parser *p) { // at @name
    bool numbered = p->tok.kind == T_GLOBALNO;
    uint32_t no = p->tok.num;
    Atom name = numbered ? 0 : pa_name(p);
    Prefix x;
    uint64_t as = 0;
    bool ext = false;
    pa_next(p);
    if (!pa_expect(p, '=') || !prefix(p, &x)) return false;
    if (pa_is_word(p, "thread_local"))
        return pa_fail(p, "thread-local variables do not exist here");
    if (pa_is_word(p, "alias")) return alias(p, name, &x);
    if (pa_is_word(p, "ifunc")) return pa_fail(p, "ifunc is not supported");
    for (;;) {
        if (pa_eat_word(p, "addrspace")) {
            if (!pa_expect(p, '(') || !pa_u64(p, &as, (1u << 24) - 1) || !pa_expect(p, ')')) {
                return false;
            }
        } else if (pa_eat_word(p, "externally_initialized")) {
            ext = true;
        } else {
            break;
        }
    }
    bool constant = pa_eat_word(p, "constant");
    if (!constant && !pa_eat_word(p, "global")) return pa_fail(p, "global or constant expected");
    IrType *vty = pa_type(p);
    if (!vty) return false;
    IrGlobal *g = define_global(p, name, numbered, no, ir_ty_ptr(p->m, (uint32_t)as));
    if (!g) return false;
    ir_var_place(p->m, g, name, vty, (uint32_t)as, x.linkage);
    apply_prefix(g, &x);
    g->constant = constant;
    g->externally_initialized = ext;
    bool decl = x.has_linkage && (x.linkage == IR_EXTERNAL || x.linkage == IR_EXTERN_WEAK);
    if (!decl) {
        g->init = pa_const(p, vty);
        if (!g->init) return false;
    }
    return variable_tail(p, g);
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
        IrType *t = pa_type(p);
        if (!t || !pa_attrs(p, attrs, NULL, (int)x->type.n, false)) return false;
        Tok name = {.kind = T_EOF};
        if (p->tok.kind == T_LOCAL || p->tok.kind == T_LOCALNO) {
            name = p->tok;
            pa_next(p);
        }
        vec_push(&p->tmp, &x->type, t);
        vec_push(&p->tmp, &x->name, name);
        if (!pa_eat(p, ',')) break;
    }
    return pa_expect(p, ')');
}

static bool func_tail(Parser *p, IrFunc *f) {
    uint64_t v;
    for (;;) {
        const char *at = p->tok_at;
        if (!pa_attrs(p, &f->attrs, NULL, IR_AT_FN, false)) return false;
        if (pa_eat_word(p, "unnamed_addr")) {
            f->g.unnamed_addr = 1;
        } else if (pa_eat_word(p, "local_unnamed_addr")) {
            f->g.unnamed_addr = 2;
        } else if (pa_eat_word(p, "section")) {
            f->g.section = pa_string(p);
        } else if (pa_eat_word(p, "comdat")) {
            if (!comdat(p, &f->g)) return false;
        } else if (pa_eat_word(p, "align")) {
            if (!pa_u64(p, &v, 1u << 30)) return false;
            f->g.align = (uint32_t)v;
        } else if (pa_eat_word(p, "gc")) {
            pa_string(p);
        } else if (pa_eat_word(p, "personality")) { // nothing unwinds here
            IrType *t = pa_type(p);
            if (!t || !pa_const(p, t)) return false;
        } else if (p->tok.kind == T_META) {
            if (!pa_attachment(p, NULL, &p->m->arena, &f->g.md)) return false;
        }
        if (p->failed) return false;
        if (p->tok_at == at) return true;
    }
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
            pa_define_local(p, 0, true, no, &f->arg[i]->v);
            p->next_no = no + 1;
        }
    }
}

static bool body(Parser *p, IrFunc *f, const Params *x) {
    p->fn = f;
    map_init(&p->local, &p->tmp);
    map_init(&p->local_no, &p->tmp);
    map_init(&p->fwd, &p->tmp);
    p->undefined_blocks = 0;
    bind_params(p, f, x);
    bool ok = !p->failed && pa_body(p);
    p->fn = NULL;
    return ok;
}

static bool function(Parser *p, bool define) {
    IrAttrList attrs = {0};
    Params x = {0};
    Prefix pre;
    IrMdAttach *md = NULL;
    pa_next(p);
    while (!define && p->tok.kind == T_META) { // declare !srcloc !1 void @f()
        if (!pa_attachment(p, NULL, &p->m->arena, &md)) return false;
    }
    if (!prefix(p, &pre)) return false;
    uint32_t cc = pa_cc(p);
    if (!pa_attrs(p, &attrs, NULL, IR_AT_RET, false)) return false;
    IrType *ret = pa_type_void(p);
    if (!ret) return false;
    if (p->tok.kind != T_GLOBAL && p->tok.kind != T_GLOBALNO) {
        return pa_fail(p, "function name expected");
    }
    bool numbered = p->tok.kind == T_GLOBALNO;
    uint32_t no = p->tok.num;
    Atom name = numbered ? 0 : pa_name(p);
    pa_next(p);
    if (!params(p, &x, &attrs)) return false;
    IrFunc *f = (IrFunc *)define_global(p, name, numbered, no, p->m->ty_ptr);
    if (!f) return false;
    ir_func_init(p->m, f, ir_ty_func(p->m, ret, x.type.n, x.type.at, x.vararg), pre.linkage);
    ir_func_register(p->m, f, name);
    apply_prefix(&f->g, &pre);
    f->cc = cc;
    f->attrs = attrs;
    f->g.md = md;
    if (!func_tail(p, f)) return false;
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
    Atom a = pa_string(p);
    *(layout ? &p->m->datalayout : &p->m->triple) = a;
    return !p->failed;
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

static bool skip_line_def(Parser *p) { // $name = comdat any
    pa_next(p);
    if (!pa_expect(p, '=') || !pa_eat_word(p, "comdat")) return pa_fail(p, "comdat expected");
    pa_next(p);
    return true;
}

static bool top(Parser *p) {
    switch (p->tok.kind) {
    case T_GLOBAL:
    case T_GLOBALNO: return variable(p);
    case T_META:
    case T_METANO: return pa_md_def(p);
    case T_COMDAT: return skip_line_def(p);
    case T_LOCAL:
    case T_LOCALNO: { // its type was read before
        pa_next(p);
        if (!pa_expect(p, '=') || !pa_eat_word(p, "type")) return pa_fail(p, "type expected");
        return pa_eat_word(p, "opaque") || pa_type(p) != NULL;
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
        vec_push(&p->m->arena, &p->m->module_asm, pa_string(p));
        return !p->failed;
    }
    return pa_fail(p, "expected top-level entity");
}

static bool all_defined(Parser *p) {
    MAP_FOREACH (e, &p->globals) {
        const IrGlobal *g = e->val;
        if (g->vty) continue;
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
    return true;
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

// Data layouts other than ours are not supported; what varies is the width of shared pointers.
static void read_layout(Parser *p) {
    const char *s = strstr(p->begin, "target datalayout");
    const char *line = s ? strchr(s, '\n') : NULL;
    if (!s || !line) return;
    const char *p3 = strstr(s, "p3:32");
    p->m->short_ptr_as = p3 && p3 < line ? 1u << IR_AS_SHARED : 0;
    const char *p4 = strstr(s, "p4:32"), *p5 = strstr(s, "p5:32");
    if (p4 && p4 < line) p->m->short_ptr_as |= 1u << IR_AS_CONST;
    if (p5 && p5 < line) p->m->short_ptr_as |= 1u << IR_AS_LOCAL;
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
    read_layout(&p);
    bool ok = read_types(&p);
    p.p = p.begin;
    if (ok) pa_next(&p);
    while (ok && p.tok.kind != T_EOF) ok = top(&p);
    ok = ok && !p.failed && all_defined(&p) && resolve_groups(&p);
    if (ok) ir_intrin_settle(p.m);
    if (ok) ir_upgrade(p.m);
    arena_free(&p.tmp);
    if (ok) return p.m;
    ir_module_free(p.m);
    return NULL;
}
