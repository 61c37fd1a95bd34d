// SPDX-License-Identifier: Apache-2.0
// The module linker: copies what one module defines into another (LLVM's rules: Language Reference,
// "Linkage Types", "Comdats"; each module has its own intern tables, so everything is copied by
// link_map.c). A definition beats a declaration, a strong one a weak one, two strong ones are an
// error; what is local, linkonce or available_externally comes over when something needs it. With
// IR_LINK_ONLY_NEEDED, that holds for all; a device library's symbols become internal as well.
#include "ir/link_int.h"

// Reports the row with its arguments; the link then stops at the next step. The arguments' texts
// may live in the linker's arena, so that the message is made now.
void *ir_link_fail(Link *link, const DiagRow *reason, ...) {
    va_list ap;
    Buf out;
    buf_init(&out, &link->a);
    va_start(ap, reason);
    buf_vprintf(&out, diag_row_text(reason), ap);
    va_end(ap);
    Ctx *ctx = link->dst->ctx;

    // the row with another text
    size_t kept = sizeof *reason + reason->text_at;
    DiagRow *filled = arena_alloc(&ctx->perm, kept + sizeof "%s", _Alignof(DiagRow));
    memcpy(filled, reason, kept);
    strcpy(filled->strings + reason->text_at, "%s");
    diag(ctx, filled, 0, arena_strndup(&ctx->perm, out.at, out.n));
    link->failed = true;
    return NULL;
}

static const char *str(Link *link, Atom a) {
    return atom_str(link->dst->ctx, a);
}

// A body that is not read yet counts.
static bool is_definition(const IrGlobal *global) {
    return global->v.kind == IR_C_FUNC ? ir_has_body((const IrFunc *)global) : global->init != NULL;
}

// Declarations as far as linking goes.
static bool is_declared(const IrGlobal *global) {
    return !is_definition(global) || global->linkage == IR_AVAILABLE_EXTERNALLY;
}

// Sets of linkages.
enum {
    LINKONCE = 1 << IR_LINKONCE | 1 << IR_LINKONCE_ODR,
    WEAK = 1 << IR_WEAK_ANY | 1 << IR_WEAK_ODR,
    // what gives way to a strong definition of another module
    YIELDS = LINKONCE | WEAK | 1 << IR_COMMON | 1 << IR_EXTERN_WEAK,
    LOCAL = 1 << IR_INTERNAL | 1 << IR_PRIVATE,
    // what comes over only when something needs it
    LAZY = LOCAL | LINKONCE | 1 << IR_AVAILABLE_EXTERNALLY,
};

static bool is_among(const IrGlobal *global, uint32_t linkages) {
    return linkages >> global->linkage & 1;
}

// ---- comdats ----

// The destination's comdat of a name, or NULL.
static const IrComdat *comdat_of(Link *link, Atom name) {
    uintptr_t i = (uintptr_t)map_get(&link->dst_comdats, (uint64_t)name + 1);
    return i ? &link->dst->comdats.at[i - 1] : NULL;
}

enum { ANY, EXACT, LARGEST, NO_DUPLICATES, SAME_SIZE };

// The sizes, or the contents, of the variables that stand for two comdats. LINK_COMDAT_*: which of
// two comdats stays, by the size or the contents of the variables that they are named after.
// Without such variables in both, or if they differ where they must not, an error.
static int by_data(Link *link, Atom name, int kind) {
    const IrGlobal *global = ir_find(link->dst, name), *s = ir_find(link->src, name);
    bool variables = global && s && global->v.kind == IR_C_VAR && s->v.kind == IR_C_VAR;
    if (!variables) {
        ir_link_fail(link, DIAG_OF(ir, ir_link_comdat), str(link, name),
                     "GlobalVariable required for data dependent selection!");
        return LINK_COMDAT_DST;
    }
    uint64_t ds = global->vty->size, ss = s->vty->size;
    if (kind == SAME_SIZE && ds != ss) {
        ir_link_fail(link, DIAG_OF(ir, ir_link_comdat), str(link, name), "SameSize violated!");
    }
    if (kind == EXACT && (!s->init || ir_link_const(link, s->init) != global->init)) {
        ir_link_fail(link, DIAG_OF(ir, ir_link_comdat), str(link, name), "ExactMatch violated!");
    }
    return kind == LARGEST && ss > ds ? LINK_COMDAT_SRC : LINK_COMDAT_DST;
}

// LINK_COMDAT_*: of two with the same selection kind, that kind says which stays. "any" and
// "largest" make "largest", as for LLVM's linker; other mixtures are errors.
static int choose_comdat(Link *link, const IrComdat *offered) {
    const IrComdat *ir_comdat = comdat_of(link, offered->name);
    if (!ir_comdat) return LINK_COMDAT_SRC;
    int dk = ir_comdat->kind, sk = offered->kind;
    if ((dk == ANY && sk == LARGEST) || (dk == LARGEST && sk == ANY)) dk = sk = LARGEST;
    if (dk != sk) {
        ir_link_fail(link, DIAG_OF(ir, ir_link_comdat), str(link, offered->name),
                     "invalid selection kinds!");
        return LINK_COMDAT_DST;
    }
    if (dk == ANY) return LINK_COMDAT_DST;
    if (dk != NO_DUPLICATES) return by_data(link, offered->name, dk);
    ir_link_fail(link, DIAG_OF(ir, ir_link_duplicate), str(link, offered->name));
    return LINK_COMDAT_DST;
}

// A member of a comdat that lost becomes a declaration.
static void demote(Link *link, IrGlobal *loser) {
    if (loser->v.kind == IR_C_FUNC) {
        ir_func_drop_body((IrFunc *)loser);
    } else {
        loser->init = NULL;
    }
    loser->linkage = IR_EXTERNAL;
    loser->comdat = 0;
    (void)link;
}

// Decides each comdat of the source before any symbol: its members go together.
static void comdats(Link *link) {
    for (uint32_t i = 0; i < link->dst->comdats.n; i++) {
        uint64_t key = (uint64_t)link->dst->comdats.at[i].name + 1;
        map_put(&link->dst_comdats, key, (void *)(uintptr_t)(i + 1));
    }
    for (uint32_t i = 0; i < link->src->comdats.n && !link->failed; i++) {
        const IrComdat *comdat = &link->src->comdats.at[i];
        bool both = comdat_of(link, comdat->name) != NULL;
        int which = choose_comdat(link, comdat);
        map_put(&link->comdats, (uint64_t)comdat->name + 1, (void *)(uintptr_t)which);
        if (!both) {
            vec_push(&link->dst->arena, &link->dst->comdats, *comdat);
        } else if (which == LINK_COMDAT_SRC) {
            IR_FOREACH_FUNC(f, link->dst) {
                if (f->g.comdat == comdat->name) demote(link, &f->g);
            }
            for (uint32_t k = 0; k < link->dst->vars.n; k++) {
                if (link->dst->vars.at[k]->comdat == comdat->name)
                    demote(link, link->dst->vars.at[k]);
            }
        }
    }
}

// Whether the symbol's comdat is one of which the destination's stays.
static bool comdat_lost(Link *link, const IrGlobal *offered) {
    return offered->comdat &&
           (uintptr_t)map_get(&link->comdats, (uint64_t)offered->comdat + 1) == LINK_COMDAT_DST;
}

// ---- symbols ----

// All that a global object has beside type, contents and metadata. What comes from a device
// library, or is to be internal, is seen by no other module: visibility and comdat say nothing
// then.
static void copy_properties(Link *link, IrGlobal *to, const IrGlobal *from) {

    bool local = link->library || (link->flags & IR_LINK_INTERNALIZE);
    to->linkage = local && is_definition(from) ? IR_INTERNAL : from->linkage;
    to->visibility = link->library || ir_is_local_linkage(to->linkage) ? 0 : from->visibility;
    to->unnamed_addr = from->unnamed_addr;
    to->constant = from->constant;
    to->externally_initialized = from->externally_initialized;
    to->dso_local = from->dso_local && !ir_is_local_linkage(to->linkage);
    to->tls = from->tls;
    to->dll = from->dll;
    to->sanitize = from->sanitize;
    to->code_model = from->code_model;
    to->partition = from->partition;
    to->align = from->align;
    to->section = from->section;
    to->comdat = local || comdat_lost(link, from) ? 0 : from->comdat;
    to->attrs = ir_link_attrs(link, from->attrs);
}

static IrConst *const_or_null(Link *link, IrConst *constant) {
    return constant ? ir_link_const(link, constant) : NULL;
}

// What functions have beyond it.
static void copy_function(Link *link, IrFunc *to, IrFunc *from) {
    to->cc = from->cc;
    to->gc = from->gc;
    to->attrs = ir_link_attr_list(link, &from->attrs);
    to->prefix = const_or_null(link, from->prefix);
    to->prologue = const_or_null(link, from->prologue);
    to->personality = const_or_null(link, from->personality);
}

// A declaration gets the type that the definition has: pointers are opaque, nothing else changes.
// The object stays where it is, since constants of the destination name it; its use lists are
// empty.
static void retype(Link *link, IrGlobal *to, IrGlobal *from) {
    IrType *t = ir_link_type(link, from->vty);
    if (to->vty == t) return;
    if (to->v.kind == IR_C_FUNC) {
        IrFunc *f = (IrFunc *)to;
        uint32_t id = f->g.v.id, order = f->g.order;
        ir_func_init(link->dst, f, t, to->linkage);
        f->g.v.id = id;
        f->g.order = order;
    }
    to->vty = t;
}

// Takes src's definition into `to`; hidden or protected in one module is so in both. `fresh`: the
// symbol was made for it, with nothing to be kept.
static void take(Link *link, IrGlobal *to, IrGlobal *from, bool fresh) {
    uint8_t before = fresh ? 0 : to->visibility, unnamed = to->unnamed_addr;
    if (from->v.kind == IR_C_FUNC && !ir_is_decl((IrFunc *)to)) ir_func_drop_body((IrFunc *)to);
    retype(link, to, from);
    copy_properties(link, to, from);
    if (!ir_is_local_linkage(to->linkage) && before && (!to->visibility || before == 1)) {
        to->visibility = before;
    }
    if (!fresh && to->unnamed_addr && unnamed != to->unnamed_addr) {
        to->unnamed_addr = !unnamed ? 0 : 2; // what both can say
    }
    // a member of a lost comdat comes over as a declaration
    bool definition = is_definition(from) && !comdat_lost(link, from);
    // contents and bodies are copied later (drain): they may name anything
    if (definition) map_put(&link->taken, (uintptr_t)from, to);
    if (from->v.kind == IR_C_FUNC) {
        copy_function(link, (IrFunc *)to, (IrFunc *)from);
        if (definition)
            vec_push(&link->a, &link->bodies, ((LinkBody){(IrFunc *)from, (IrFunc *)to}));
    } else if (definition) {
        to->init = NULL;
        vec_push(&link->a, &link->vars, from);
    }
    if (is_definition(from) && !definition) to->linkage = IR_EXTERNAL;
    to->md = NULL;
    ir_link_attachments(link, &link->dst->arena, &to->md, from->md);
}

// A declaration for a symbol of the source, under its name or one like it.
static IrGlobal *new_symbol(Link *link, IrGlobal *source) {
    IrModule *module = link->dst;
    IrType *type = ir_link_type(link, source->vty);
    uint32_t as = source->v.type->as;
    switch (source->v.kind) {
    case IR_C_FUNC: {
        IrFunc *f = ir_func_new(module, source->v.name, type, source->linkage);
        f->g.v.type = ir_ty_ptr(module, as);
        return &f->g;
    }
    case IR_C_VAR: return ir_var_new(module, source->v.name, type, as, source->linkage, NULL);
    default: {
        IrGlobal *a = ir_alias_new(module, source->v.name, type, as, source->linkage, NULL);
        a->v.kind = source->v.kind;
        return a;
    }
    }
}

enum { KEEP, TAKE, CLASH };

// ---- variables that are joined: llvm.used, llvm.global_ctors ----

// Why two such variables cannot be joined, or NULL. The texts are those of LLVM's linker.
static const char *appending_differ(const IrGlobal *into, const IrGlobal *from,
                                    const IrType *elem) {
    if (into->constant != from->constant) return "different const'ness";
    if (into->align != from->align) return "different alignment need to be linked";
    if (into->visibility != from->visibility) return "different visibility need to be linked";
    if (into->unnamed_addr != from->unnamed_addr) return "different unnamed_addr need to be linked";
    if (into->section != from->section) return "different section name need to be linked";
    if (into->v.type->as != from->v.type->as) return "different address spaces need to be linked";
    bool same_elements = into->vty->kind == IR_TY_ARRAY && into->vty->elem == elem;
    return same_elements ? NULL : "different element types";
}

static int decide(Link *link, const IrGlobal *there, const IrGlobal *source);

// A constructor of data that the other module's symbol stands for: !{priority, function, data}.
// LLVM then leaves the constructor out: the data that it is for is not the source's.
static bool key_lost(Link *link, IrConst *ctor) {
    bool three = ctor->v.type->kind == IR_TY_STRUCT && ctor->v.type->n == 3;
    IrConst *c = three ? ir_elem(link->src, ctor, 2) : NULL;
    if (!c || c->v.kind < IR_C_VAR) return false;
    const IrGlobal *key = (const IrGlobal *)c;
    if (map_get(&link->globals, (uintptr_t)key)) return !map_get(&link->taken, (uintptr_t)key);
    const IrGlobal *d = ir_is_local_linkage(key->linkage) ? NULL : ir_find(link->dst, key->v.name);
    return comdat_lost(link, key) || (d && decide(link, d, key) == KEEP);
}

// Joins the elements of both; the destination's come first. NULL after an error.
static IrGlobal *append(Link *link, IrGlobal *to, IrGlobal *source) {
    IrModule *module = link->dst;
    IrType *type = ir_link_type(link, source->vty);
    if (to->linkage != IR_APPENDING || to->v.kind != IR_C_VAR || type->kind != IR_TY_ARRAY) {
        return ir_link_fail(link, DIAG_OF(ir, ir_link_appending), str(link, source->v.name));
    }
    const char *why = appending_differ(to, source, type->elem);
    if (why) return ir_link_fail(link, DIAG_OF(ir, ir_link_appending_differ), why);
    map_put(&link->globals, (uintptr_t)source, to);
    uint64_t n = to->init ? to->vty->n : 0, k = source->init ? source->vty->n : 0;
    IrConst *init = const_or_null(link, source->init), *old = to->init;
    IrConst **e = arena_array(&link->a, IrConst *, n + k);
    for (uint64_t i = 0; i < n; i++) e[i] = ir_elem(module, old, i);
    for (uint64_t i = 0; i < k; i++) {
        if (!key_lost(link, ir_elem(link->src, source->init, i))) e[n++] = ir_elem(module, init, i);
    }
    to->vty = ir_ty_array(module, type->elem, n);
    to->init = ir_agg(module, to->vty, (uint32_t)n, e);
    return to;
}

// ---- which of two ----

// A common symbol against another one: the larger of two commons, weaker ones give way.
static int common(const IrGlobal *there, const IrGlobal *source) {
    if (is_among(there, LINKONCE | WEAK)) return TAKE;
    if (there->linkage != IR_COMMON) return KEEP;
    return source->vty->size > there->vty->size ? TAKE : KEEP;
}

// KEEP the destination's symbol, TAKE the source's, or CLASH: two strong definitions.
static int decide(Link *link, const IrGlobal *there, const IrGlobal *source) {
    if (!is_definition(source) || comdat_lost(link, source)) return KEEP;
    if (source->linkage == IR_AVAILABLE_EXTERNALLY) return is_definition(there) ? KEEP : TAKE;
    if (is_declared(there)) return TAKE;
    if (source->linkage == IR_COMMON) return common(there, source);
    bool weaker = is_among(there, LINKONCE) && is_among(source, WEAK);
    if (is_among(source, YIELDS)) return weaker ? TAKE : KEEP;
    if (is_among(there, YIELDS)) return TAKE;
    return link->library ? KEEP : CLASH;
}

// Whether both are functions, or variables, or neither, in one address space.
static bool same_kind(const IrGlobal *there, const IrGlobal *source) {
    bool kinds = CU_MIN(there->v.kind, IR_C_ALIAS) == CU_MIN(source->v.kind, IR_C_ALIAS);
    return kinds && there->v.type->as == source->v.type->as;
}

// The destination's declaration of the same intrinsic.
static IrGlobal *intrinsic(Link *link, IrFunc *fn) {
    if (ir_is_family(fn->intrin)) {
        return &ir_intrinsic_family(link->dst, fn->intrin, fn->g.v.name,
                                    ir_link_type(link, fn->g.vty))
                    ->g;
    }
    IrType *ov[IR_MAX_OVERLOAD];
    for (uint32_t i = 0; i < fn->noverload; i++) ov[i] = ir_link_type(link, fn->overload[i]);
    return &ir_intrinsic(link->dst, fn->intrin, fn->noverload, ov)->g;
}

// Two symbols of one name of which at most one is a declaration or gives way. The symbol that
// stands for both in the destination, or NULL after an error. A definition and a declaration of
// different kinds can meet only where one is an alias.
static IrGlobal *merge(Link *link, IrGlobal *to, IrGlobal *source) {
    bool alias = to->v.kind >= IR_C_ALIAS || source->v.kind >= IR_C_ALIAS;
    int what = decide(link, to, source);
    if (to->linkage == IR_APPENDING && is_definition(source)) {
        return ir_link_fail(link, DIAG_OF(ir, ir_link_appending), str(link, source->v.name));
    }
    if (what == CLASH)
        return ir_link_fail(link, DIAG_OF(ir, ir_link_duplicate), str(link, source->v.name));
    if (!same_kind(to, source)) {
        if (!alias) return ir_link_fail(link, DIAG_OF(ir, ir_link_type), str(link, source->v.name));
        if (what == KEEP) return to;
        // a declaration makes room for an alias, or the other way round
        Atom name = to->v.name;
        ir_global_rename(to, atom_printf(link->dst->ctx, "%s.old", str(link, name)));
        IrGlobal *n = new_symbol(link, source);
        map_put(&link->globals, (uintptr_t)source, n);
        take(link, n, source, true);
        ir_global_replace(link->dst, to, (IrConst *)n);
        ir_global_remove(to);
        map_init(&link->consts, &link->a); // those of it are stale
        return n;
    }
    // LLVM refuses variables whose sizes differ
    uint64_t a = to->vty->size, b = source->vty->size;
    bool sizes_differ = to->v.kind == IR_C_VAR && a && b && a != b;
    bool may_differ = source->comdat || to->linkage == IR_COMMON || source->linkage == IR_COMMON;
    if (sizes_differ && !may_differ) {
        return ir_link_fail(link, DIAG_OF(ir, ir_link_size), str(link, source->v.name),
                            str(link, link->src->name), (unsigned long long)b,
                            str(link, link->dst->name), (unsigned long long)a);
    }
    uint32_t align = CU_MAX(to->align, source->align);
    bool commons = to->linkage == IR_COMMON && source->linkage == IR_COMMON;
    bool stricter = source->visibility && (!to->visibility || source->visibility == 1);
    if (what == TAKE) {
        take(link, to, source, false);
    } else if (stricter && !ir_is_local_linkage(to->linkage)) {
        to->visibility = source->visibility;
    }
    if (commons) to->align = align;
    return to;
}

// The destination's symbol for one of the source's: made, merged or found, the first time that
// something names it. Never NULL: after an error it is the destination's own.
IrGlobal *ir_link_global(Link *link, IrGlobal *source) {
    IrGlobal *to = map_get(&link->globals, (uintptr_t)source);
    if (to) return to;
    IrFunc *fn = ir_as_func(&source->v);
    if (fn && fn->intrin) {
        to = intrinsic(link, fn);
        map_put(&link->globals, (uintptr_t)source, to);
        return to;
    }
    bool local = ir_is_local_linkage(source->linkage);
    to = local ? NULL : ir_find(link->dst, source->v.name);
    if (to && ir_is_local_linkage(to->linkage) && !(link->library && is_definition(to))) {
        // its name is free for the symbol that others see
        ir_global_rename(to, atom_printf(link->dst->ctx, "%s.0", str(link, to->v.name)));
        to = NULL;
    }
    if (!to && source->linkage == IR_APPENDING && source->init && !link->failed) {
        to = new_symbol(link, source);
        copy_properties(link, to, source);
        append(link, to, source);
        return to;
    }
    if (!to) {
        to = new_symbol(link, source);
        map_put(&link->globals, (uintptr_t)source, to);
        take(link, to, source, true);
        return to;
    }
    if (source->linkage == IR_APPENDING && !link->failed) {
        IrGlobal *r = append(link, to, source);
        return r ? r : to;
    }
    map_put(&link->globals, (uintptr_t)source, to);
    IrGlobal *r = merge(link, to, source);
    return r ? r : to;
}

// ---- the walk ----

// Copies the contents that were found to be needed, which may find more, until nothing is left.
static void drain(Link *link) {
    while (!link->failed && (link->nbodies < link->bodies.n || link->nvars < link->vars.n)) {
        if (link->nvars < link->vars.n) {
            IrGlobal *g = link->vars.at[link->nvars++];
            IrConst *init = ir_link_const(link, g->init);
            ir_link_global(link, g)->init = init;
            continue;
        }
        LinkBody body = link->bodies.at[link->nbodies++];
        if (body.from->body_at) { // read now, and brought to the modern form
            if (!ir_materialize(body.from)) {
                link->failed = true;
                return;
            }
            ir_upgrade_func(body.from);
        }
        if (!body.to->first) ir_link_body(link, &body);
    }
}

// What the destination declares and the source defines. Copying may add declarations: those are
// seen to as they are met.
static void needed(Link *link) {
    uint32_t nf = link->dst->funcs.n, nv = link->dst->vars.n;
    IrGlobal **d = arena_array(&link->a, IrGlobal *, nf + nv);
    for (uint32_t i = 0; i < nf; i++) d[i] = &link->dst->funcs.at[i]->g;
    for (uint32_t i = 0; i < nv; i++) d[nf + i] = link->dst->vars.at[i];
    for (uint32_t i = 0; i < nf + nv && !link->failed; i++) {
        if (is_definition(d[i]) || (d[i]->v.kind == IR_C_FUNC && ((IrFunc *)d[i])->intrin))
            continue;
        IrGlobal *s = ir_library_find(link->src, d[i]->v.name);
        if (s && is_definition(s) && !ir_is_local_linkage(s->linkage)) ir_link_global(link, s);
    }
}

// Takes a symbol over for its own sake: what others may see of the source, unless it is of the
// kinds that come only when something needs them.
static void consider(Link *link, IrGlobal *source) {
    if (link->failed) return;
    bool appending = source->linkage == IR_APPENDING;
    if (link->only_needed) {
        if (appending && !link->library) ir_link_global(link, source);
        return;
    }
    if (!is_definition(source) || is_among(source, LOCAL) || comdat_lost(link, source)) return;
    bool lazy = is_among(source, LAZY);
    if (!lazy || ir_find(link->dst, source->v.name)) ir_link_global(link, source);
}

// Symbols, then what they need, then named metadata, which may need more.
static void everything(Link *link) {
    for (uint32_t i = 0; i < link->src->vars.n; i++) consider(link, link->src->vars.at[i]);
    IR_FOREACH_FUNC(f, link->src) consider(link, &f->g);
    for (uint32_t i = 0; i < link->src->aliases.n; i++) consider(link, link->src->aliases.at[i]);
    if (link->only_needed) needed(link);
    drain(link);
    if (link->library || link->failed) return;
    ir_link_named(link);
    drain(link);
    for (uint32_t i = 0; i < link->src->module_asm.n; i++) {
        vec_push(&link->dst->arena, &link->dst->module_asm, link->src->module_asm.at[i]);
    }
}

// Layout and triple come from the first module that has them; a difference is told.
static void target(Link *link) {
    IrModule *module = link->dst, *mod = link->src;
    if (!module->triple) module->triple = mod->triple;
    if (!module->datalayout) {
        module->datalayout = mod->datalayout;
        module->short_ptr_as = mod->short_ptr_as;
    }
    if (link->library) return; // the device library has one of its own
    if (mod->datalayout && mod->datalayout != module->datalayout) {
        diag(module->ctx, DIAG_OF(ir, ir_link_layout), 0, str(link, mod->name),
             str(link, mod->datalayout), str(link, module->name), str(link, module->datalayout));
    }
    if (mod->triple && mod->triple != module->triple) {
        diag(module->ctx, DIAG_OF(ir, ir_link_triple), 0, str(link, mod->name),
             str(link, mod->triple), str(link, module->name), str(link, module->triple));
    }
}

// The maps are the linker's; what is copied is the destination's.
bool ir_link(IrModule *dst, IrModule *src, unsigned flags) {
    Link link = {.dst = dst, .src = src, .flags = flags};
    link.library = flags & IR_LINK_LIBRARY;
    link.only_needed = (flags & (IR_LINK_LIBRARY | IR_LINK_ONLY_NEEDED)) != 0;
    arena_init(&link.a, dst->ctx, "ir-link");
    Map *maps[] = {&link.types,  &link.consts,  &link.globals,     &link.attrs, &link.mds,
                   &link.blocks, &link.comdats, &link.dst_comdats, &link.taken};
    for (size_t i = 0; i < CU_COUNT(maps); i++) map_init(maps[i], &link.a);
    target(&link);
    if (src->reader) ir_upgrade_annotations(src);
    comdats(&link);
    if (!link.failed) everything(&link);
    arena_free(&link.a);
    return !link.failed;
}
