// SPDX-License-Identifier: Apache-2.0
// The text writer: LLVM assembly that llvm-as accepts. One printing function per shape of
// instruction, chosen by a table.
#include "ir/print_int.h"

static const char *const order_names[] = {"",        "unordered", "monotonic", "acquire",
                                          "release", "acq_rel",   "seq_cst"};

static void put(Printer *p, const char *s) {
    buf_puts(p->o, s);
}

static void flags(Printer *p, const IrInst *i) {
    static const struct {
        uint16_t bit;
        const char *text;
    } rows[] = {{IR_NUW, " nuw"},           {IR_NSW, " nsw"},   {IR_EXACT, " exact"},
                {IR_DISJOINT, " disjoint"}, {IR_NNEG, " nneg"}, {IR_SAMESIGN, " samesign"}};
    for (size_t k = 0; k < CU_COUNT(rows); k++) {
        if (i->v.flags & rows[k].bit) put(p, rows[k].text);
    }
}

static void fast_math(Printer *p, const IrInst *i) {
    if (i->fmf == IR_FMF_FAST) {
        put(p, " fast");
        return;
    }
    static const uint8_t order[] = {6, 0, 1, 2, 3, 4, 5}; // reassoc comes first
    for (int k = 0; k < 7; k++) {
        if (i->fmf >> order[k] & 1) buf_printf(p->o, " %s", ir_fmf_names[order[k]]);
    }
}

static void sync_scope(Printer *p, const IrInst *i) {
    if (i->scope) buf_printf(p->o, " syncscope(\"%s\")", ir_scope_name(p->m, i->scope));
}

// ---- by shape ----

static void operands(Printer *p, const IrInst *i) { // op T a, b   or  op T a, T b
    flags(p, i);
    fast_math(p, i);
    bool same = ir_ops[i->v.op].class == IRC_BINARY || ir_ops[i->v.op].class == IRC_CMP;
    if (ir_ops[i->v.op].class == IRC_CMP) buf_printf(p->o, " %s", ir_pred_names[i->pred]);
    for (uint32_t k = 0; k < i->nops; k++) {
        put(p, k ? ", " : " ");
        if (k && same) {
            pr_value(p, ir_op(i, k));
        } else {
            pr_typed(p, ir_op(i, k));
        }
    }
}

static void cast(Printer *p, const IrInst *i) {
    operands(p, i);
    put(p, " to ");
    pr_type(p, i->v.type);
}

static void ret(Printer *p, const IrInst *i) {
    if (!i->nops) put(p, " void");
    operands(p, i);
}

static void switch_(Printer *p, const IrInst *i) {
    put(p, " ");
    pr_typed(p, ir_op(i, 0));
    put(p, ", ");
    pr_typed(p, ir_op(i, 1));
    put(p, " [");
    for (uint32_t k = 2; k + 1 < i->nops; k += 2) {
        put(p, "\n    ");
        pr_typed(p, ir_op(i, k));
        put(p, ", ");
        pr_typed(p, ir_op(i, k + 1));
    }
    put(p, i->nops > 2 ? "\n  ]" : "]");
}

static void label_list(Printer *p, const IrInst *i, uint32_t from, uint32_t to) {
    put(p, "[");
    for (uint32_t k = from; k < to; k++) {
        if (k > from) put(p, ", ");
        pr_typed(p, ir_op(i, k));
    }
    put(p, "]");
}

static void indirectbr(Printer *p, const IrInst *i) {
    put(p, " ");
    pr_typed(p, ir_op(i, 0));
    put(p, ", ");
    label_list(p, i, 1, i->nops);
}

static void alloca_(Printer *p, const IrInst *i) {
    if (i->pred & 1) put(p, " inalloca");
    if (i->pred & 2) put(p, " swifterror");
    put(p, " ");
    pr_type(p, i->aty);
    if (!ir_is_int(ir_op(i, 0), 1)) {
        put(p, ", ");
        pr_typed(p, ir_op(i, 0));
    }
    buf_printf(p->o, ", align %u", i->align);
    if (i->v.type->as) buf_printf(p->o, ", addrspace(%u)", i->v.type->as);
}

static void memory(Printer *p, const IrInst *i) { // load, store
    if (i->order) put(p, " atomic");
    if (i->v.flags & IR_VOLATILE) put(p, " volatile");
    put(p, " ");
    if (i->v.op == IR_LOAD) {
        pr_type(p, i->v.type);
        put(p, ", ");
    }
    for (uint32_t k = 0; k < i->nops; k++) {
        if (k) put(p, ", ");
        pr_typed(p, ir_op(i, k));
    }
    if (i->order) {
        sync_scope(p, i);
        buf_printf(p->o, " %s", order_names[i->order]);
    }
    buf_printf(p->o, ", align %u", i->align);
}

static void gep(Printer *p, const IrInst *i) {
    if (i->v.flags & IR_INBOUNDS) put(p, " inbounds");
    if ((i->v.flags & (IR_INBOUNDS | IR_NUSW)) == IR_NUSW) put(p, " nusw");
    if (i->v.flags & IR_NUW) put(p, " nuw");
    put(p, " ");
    pr_type(p, i->aty);
    for (uint32_t k = 0; k < i->nops; k++) {
        put(p, ", ");
        pr_typed(p, ir_op(i, k));
    }
}

static void fence(Printer *p, const IrInst *i) {
    sync_scope(p, i);
    buf_printf(p->o, " %s", order_names[i->order]);
}

static void atomic(Printer *p, const IrInst *i) { // cmpxchg, atomicrmw
    if (i->v.flags & IR_WEAK) put(p, " weak");
    if (i->v.flags & IR_VOLATILE) put(p, " volatile");
    if (i->v.op == IR_ATOMICRMW) buf_printf(p->o, " %s", ir_rmw_names[i->pred]);
    for (uint32_t k = 0; k < i->nops; k++) {
        put(p, k ? ", " : " ");
        pr_typed(p, ir_op(i, k));
    }
    sync_scope(p, i);
    buf_printf(p->o, " %s", order_names[i->order]);
    if (i->v.op == IR_CMPXCHG) buf_printf(p->o, " %s", order_names[i->order2]);
    buf_printf(p->o, ", align %u", i->align);
}

static void phi(Printer *p, const IrInst *i) {
    fast_math(p, i);
    put(p, " ");
    pr_type(p, i->v.type);
    for (uint32_t k = 0; k < ir_phi_n(i); k++) {
        put(p, k ? ", [ " : " [ ");
        pr_value(p, ir_op(i, 2 * k));
        put(p, ", ");
        pr_value(p, ir_op(i, 2 * k + 1));
        put(p, " ]");
    }
}

static void print_cc(Printer *p, uint32_t cc) {
    if (cc == IR_CC_C) return;
    const char *name = ir_cc_name(cc);
    if (name) {
        buf_printf(p->o, " %s", name);
    } else {
        buf_printf(p->o, " cc %u", cc);
    }
}

static void bundles(Printer *p, const IrInst *i) {
    for (uint32_t k = 0; k < i->call->nbundles; k++) {
        const IrBundle *b = &i->call->bundle[k];
        put(p, k ? ", " : " [ ");
        pr_string(p, atom_str(p->m->ctx, b->tag), atom_len(p->m->ctx, b->tag));
        put(p, "(");
        for (uint32_t n = 0; n < b->n; n++) {
            if (n) put(p, ", ");
            pr_typed(p, ir_op(i, b->first + n));
        }
        put(p, k + 1 < i->call->nbundles ? ")" : ") ]");
    }
}

static void successors(Printer *p, const IrInst *i) { // of invoke and callbr
    if (i->v.op == IR_CALL) return;
    uint32_t n = ir_nsucc(i), at = i->nops - 1 - n;
    put(p, "\n          to ");
    pr_typed(p, ir_op(i, at));
    if (i->v.op == IR_INVOKE) {
        put(p, " unwind ");
        pr_typed(p, ir_op(i, at + 1));
    } else {
        put(p, " ");
        label_list(p, i, at + 1, at + n);
    }
}

static void call(Printer *p, const IrInst *i) {
    fast_math(p, i);
    print_cc(p, i->call->cc);
    pr_attrs(p, i->call->attrs.ret, false);
    if (ir_callee(i)->kind != IR_V_ASM && (ir_callee(i)->type->as || p->call_as)) {
        buf_printf(p->o, " addrspace(%u)", ir_callee(i)->type->as);
    }
    put(p, " ");
    pr_type(p, i->aty->vararg ? i->aty : i->aty->elem);
    put(p, " ");
    pr_value(p, ir_callee(i));
    put(p, "(");
    for (uint32_t k = 0; k < ir_call_nargs(i); k++) {
        if (k) put(p, ", ");
        pr_type(p, ir_op(i, k)->type);
        pr_attrs(p, ir_attrs_get(&i->call->attrs, (int)k), false);
        put(p, " ");
        pr_value(p, ir_op(i, k));
    }
    bool forwards = (i->v.flags & IR_MUSTTAIL) && p->fn && p->fn->g.vty->vararg;
    if (forwards) put(p, ir_call_nargs(i) ? ", ..." : "...");
    put(p, ")");
    pr_attr_ref(p, i->call->attrs.fn);
    bundles(p, i);
    successors(p, i);
}

static void landingpad(Printer *p, const IrInst *i) {
    put(p, " ");
    pr_type(p, i->v.type);
    if (i->pred) put(p, "\n          cleanup");
    for (uint32_t k = 0; k < i->nops; k++) {
        put(p, i->idx[k] ? "\n          filter " : "\n          catch ");
        pr_typed(p, ir_op(i, k));
    }
}

static void funclet(Printer *p, const IrInst *i) { // catchpad, cleanuppad
    put(p, " within ");
    pr_value(p, ir_op(i, 0));
    put(p, " ");
    label_list(p, i, 1, i->nops);
}

static void unwind_dest(Printer *p, const IrInst *i, bool has) {
    put(p, " unwind ");
    if (has) {
        pr_typed(p, ir_op(i, i->nops - 1));
    } else {
        put(p, "to caller");
    }
}

static void catchswitch(Printer *p, const IrInst *i) {
    put(p, " within ");
    pr_value(p, ir_op(i, 0));
    put(p, " ");
    label_list(p, i, 1, i->nops - i->pred);
    unwind_dest(p, i, i->pred);
}

static void catchret(Printer *p, const IrInst *i) {
    put(p, " from ");
    pr_value(p, ir_op(i, 0));
    put(p, " to ");
    pr_typed(p, ir_op(i, 1));
}

static void cleanupret(Printer *p, const IrInst *i) {
    put(p, " from ");
    pr_value(p, ir_op(i, 0));
    unwind_dest(p, i, i->nops == 2);
}

static void va_arg_(Printer *p, const IrInst *i) {
    operands(p, i);
    put(p, ", ");
    pr_type(p, i->v.type);
}

static void aggregate(Printer *p, const IrInst *i) {
    operands(p, i);
    for (uint32_t k = 0; k < i->nidx; k++) buf_printf(p->o, ", %u", i->idx[k]);
}

static void shuffle(Printer *p, const IrInst *i) {
    operands(p, i);
    buf_printf(p->o, i->v.type->scalable ? ", <vscale x %u x i32> " : ", <%u x i32> ", i->nidx);
    bool zero = true, poison = true;
    for (uint32_t k = 0; k < i->nidx; k++) {
        zero = zero && i->mask[k] == 0;
        poison = poison && i->mask[k] < 0;
    }
    if (zero || poison) {
        put(p, zero ? "zeroinitializer" : "poison");
        return;
    }
    for (uint32_t k = 0; k < i->nidx; k++) {
        put(p, k ? ", " : "<");
        if (i->mask[k] < 0) {
            put(p, "i32 poison");
        } else {
            buf_printf(p->o, "i32 %d", i->mask[k]);
        }
    }
    put(p, ">");
}

static void br(Printer *p, const IrInst *i) {
    operands(p, i);
}

typedef void (*PrintFn)(Printer *, const IrInst *);
static const PrintFn shape[IR_NOPS] = {
    [IR_RET] = ret,
    [IR_BR] = br,
    [IR_SWITCH] = switch_,
    [IR_INDIRECTBR] = indirectbr,
    [IR_ALLOCA] = alloca_,
    [IR_LOAD] = memory,
    [IR_STORE] = memory,
    [IR_GEP] = gep,
    [IR_FENCE] = fence,
    [IR_CMPXCHG] = atomic,
    [IR_ATOMICRMW] = atomic,
    [IR_PHI] = phi,
    [IR_CALL] = call,
    [IR_INVOKE] = call,
    [IR_CALLBR] = call,
    [IR_LANDINGPAD] = landingpad,
    [IR_CATCHPAD] = funclet,
    [IR_CLEANUPPAD] = funclet,
    [IR_CATCHSWITCH] = catchswitch,
    [IR_CATCHRET] = catchret,
    [IR_CLEANUPRET] = cleanupret,
    [IR_VA_ARG] = va_arg_,
    [IR_EXTRACTVALUE] = aggregate,
    [IR_INSERTVALUE] = aggregate,
    [IR_SHUFFLEVECTOR] = shuffle,
};

static void inst(Printer *p, const IrInst *i) {
    put(p, "  ");
    if (i->v.type->kind != IR_TY_VOID) {
        pr_value(p, &i->v);
        put(p, " = ");
    }
    if (i->v.flags & IR_TAIL) put(p, "tail ");
    if (i->v.flags & IR_MUSTTAIL) put(p, "musttail ");
    if (i->v.flags & IR_NOTAIL) put(p, "notail ");
    put(p, ir_ops[i->v.op].name);
    PrintFn fn = shape[i->v.op];
    if (fn) {
        fn(p, i);
    } else if (ir_ops[i->v.op].class == IRC_CAST) {
        cast(p, i);
    } else {
        operands(p, i);
    }
    pr_attach(p, i->dbg, i->md, ", ");
    put(p, "\n");
}

// ---- globals ----

static void linkage(Printer *p, const IrGlobal *g, bool external_too) {
    if (g->linkage) {
        buf_printf(p->o, "%s ", ir_linkage_names[g->linkage]);
    } else if (external_too) {
        put(p, "external ");
    }
    if (g->dso_local) put(p, "dso_local ");
    if (g->visibility == 1) put(p, "hidden ");
    if (g->visibility == 2) put(p, "protected ");
    if (g->dll) put(p, g->dll == 1 ? "dllimport " : "dllexport ");
    static const char *const tls[] = {[IR_TLS_GENERAL] = "thread_local ",
                                      [IR_TLS_LOCALDYNAMIC] = "thread_local(localdynamic) ",
                                      [IR_TLS_INITIAL] = "thread_local(initialexec) ",
                                      [IR_TLS_LOCAL] = "thread_local(localexec) "};
    if (g->tls) put(p, tls[g->tls]);
}

static void unnamed_addr(Printer *p, const IrGlobal *g, const char *before, const char *after) {
    if (!g->unnamed_addr) return;
    buf_printf(p->o, "%s%s%s", before, g->unnamed_addr == 1 ? "unnamed_addr" : "local_unnamed_addr",
               after);
}

static void section(Printer *p, const IrGlobal *g, const char *before) {
    Ctx *ctx = p->m->ctx;
    if (g->section) {
        buf_printf(p->o, "%ssection ", before);
        pr_string(p, atom_str(ctx, g->section), atom_len(ctx, g->section));
    }
    if (g->partition) {
        buf_printf(p->o, "%spartition ", before);
        pr_string(p, atom_str(ctx, g->partition), atom_len(ctx, g->partition));
    }
    if (g->comdat) {
        buf_printf(p->o, "%scomdat(", before);
        pr_name(p, '$', g->comdat);
        put(p, ")");
    }
}

static void variable(Printer *p, const IrGlobal *g) {
    pr_name(p, '@', g->v.name);
    put(p, " = ");
    linkage(p, g, !g->init);
    unnamed_addr(p, g, "", " ");
    if (g->v.type->as) buf_printf(p->o, "addrspace(%u) ", g->v.type->as);
    if (g->externally_initialized) put(p, "externally_initialized ");
    put(p, g->constant ? "constant " : "global ");
    pr_type(p, g->vty);
    if (g->init) {
        put(p, " ");
        pr_value(p, &g->init->v);
    }
    section(p, g, ", ");
    static const char *const sanitize[] = {"no_sanitize_address", "no_sanitize_hwaddress",
                                           "sanitize_memtag", "sanitize_address_dyninit"};
    for (int k = 0; k < 4; k++) {
        if (g->sanitize >> k & 1) buf_printf(p->o, ", %s", sanitize[k]);
    }
    if (g->align) buf_printf(p->o, ", align %u", g->align);
    if (g->code_model) buf_printf(p->o, ", code_model \"%s\"", ir_code_models[g->code_model - 1]);
    pr_attach(p, NULL, g->md, ", ");
    pr_attr_ref(p, g->attrs);
    put(p, "\n");
}

static void alias(Printer *p, const IrGlobal *g) {
    pr_name(p, '@', g->v.name);
    put(p, " = ");
    linkage(p, g, false);
    unnamed_addr(p, g, "", " ");
    put(p, g->v.kind == IR_C_IFUNC ? "ifunc " : "alias ");
    pr_type(p, g->vty);
    put(p, ", ");
    pr_typed(p, &g->init->v);
    section(p, g, ", ");
    pr_attach(p, NULL, g->md, ", ");
    put(p, "\n");
}

static void func_const(Printer *p, const char *word, const IrConst *c) {
    if (!c) return;
    put(p, word);
    pr_typed(p, &c->v);
}

static void signature(Printer *p, IrFunc *f) {
    bool decl = ir_is_decl(f);
    put(p, decl ? "declare" : "define");
    if (decl) pr_attach(p, NULL, f->g.md, " ");
    put(p, " ");
    linkage(p, &f->g, false);
    size_t at = p->o->n;
    print_cc(p, f->cc);
    pr_attrs(p, f->attrs.ret, false);
    if (p->o->n > at) { // these begin with a blank
        memmove(p->o->at + at, p->o->at + at + 1, p->o->n - at - 1);
        p->o->at[p->o->n - 1] = ' ';
    }
    pr_type(p, ir_func_ret(f));
    put(p, " ");
    pr_name(p, '@', f->g.v.name);
    put(p, "(");
    for (uint32_t i = 0; i < f->nargs; i++) {
        if (i) put(p, ", ");
        pr_type(p, f->arg[i]->v.type);
        pr_attrs(p, ir_attrs_get(&f->attrs, (int)i), false);
        if (!decl) {
            put(p, " ");
            pr_value(p, &f->arg[i]->v);
        }
    }
    if (f->g.vty->vararg) put(p, f->nargs ? ", ..." : "...");
    put(p, ")");
    unnamed_addr(p, &f->g, " ", "");
    if (f->g.v.type->as || p->call_as) buf_printf(p->o, " addrspace(%u)", f->g.v.type->as);
    pr_attr_ref(p, f->attrs.fn);
    section(p, &f->g, " ");
    if (f->g.align) buf_printf(p->o, " align %u", f->g.align);
    if (f->gc) {
        put(p, " gc ");
        pr_string(p, atom_str(p->m->ctx, f->gc), atom_len(p->m->ctx, f->gc));
    }
    func_const(p, " prefix ", f->prefix);
    func_const(p, " prologue ", f->prologue);
    func_const(p, " personality ", f->personality);
    if (!decl) pr_attach(p, NULL, f->g.md, " ");
}

static void function(Printer *p, IrFunc *f) {
    pr_number_func(p, f);
    signature(p, f);
    if (ir_is_decl(f)) {
        put(p, "\n");
        return;
    }
    put(p, " {\n");
    IR_FOREACH_BLOCK(bb, f) {
        if (bb != f->first) put(p, "\n");
        if (bb != f->first || bb->v.name) {
            pr_block_label(p, bb);
            put(p, "\n");
        }
        IR_FOREACH_INST(i, bb) inst(p, i);
    }
    put(p, "}\n");
}

static void header(Printer *p) {
    IrModule *m = p->m;
    Ctx *ctx = m->ctx;
    buf_printf(p->o, "; ModuleID = '%s'\n", atom_str(ctx, m->name));
    put(p, "source_filename = ");
    pr_string(p, atom_str(ctx, m->source_name), atom_len(ctx, m->source_name));
    if (m->datalayout) {
        put(p, "\ntarget datalayout = ");
        pr_string(p, atom_str(ctx, m->datalayout), atom_len(ctx, m->datalayout));
    }
    if (m->triple) {
        put(p, "\ntarget triple = ");
        pr_string(p, atom_str(ctx, m->triple), atom_len(ctx, m->triple));
    }
    put(p, "\n");
    for (uint32_t i = 0; i < m->module_asm.n; i++) {
        put(p, "\nmodule asm ");
        Atom a = m->module_asm.at[i];
        pr_string(p, atom_str(ctx, a), atom_len(ctx, a));
    }
    put(p, "\n");
    for (uint32_t i = 0; i < m->named_types.n; i++) {
        pr_name(p, '%', m->named_types.at[i]->name);
        put(p, " = type ");
        pr_type_body(p, m->named_types.at[i]);
        put(p, "\n");
    }
    if (m->named_types.n) put(p, "\n");
}

static void add_comdat(Map *seen, Atom name) {
    if (!map_get(seen, name)) map_put(seen, name, (void *)(uintptr_t)ir_comdat_kinds[0]);
}

static void comdats(Printer *p) {
    Map seen;
    map_init(&seen, p->a);
    for (uint32_t i = 0; i < p->m->comdats.n; i++) {
        const IrComdat *c = &p->m->comdats.at[i];
        map_put(&seen, c->name, (void *)(uintptr_t)ir_comdat_kinds[c->kind]);
    }
    IR_FOREACH_FUNC(f, p->m) {
        if (f->g.comdat) add_comdat(&seen, f->g.comdat);
    }
    for (uint32_t i = 0; i < p->m->vars.n; i++) {
        Atom c = p->m->vars.at[i]->comdat;
        if (c) add_comdat(&seen, c);
    }
    MAP_FOREACH (e, &seen) {
        pr_name(p, '$', (Atom)e->key);
        buf_printf(p->o, " = comdat %s\n", (const char *)e->val);
    }
    if (seen.n) put(p, "\n");
}

void ir_print_module(IrModule *m, Buf *out) {
    Arena a;
    Printer p;
    arena_init(&a, m->ctx, "ir-print");
    pr_init(&p, m, out, &a);
    header(&p);
    comdats(&p);
    for (uint32_t i = 0; i < m->vars.n; i++) variable(&p, m->vars.at[i]);
    for (uint32_t i = 0; i < m->aliases.n; i++) alias(&p, m->aliases.at[i]);
    IR_FOREACH_FUNC(f, m) {
        put(&p, "\n");
        function(&p, f);
    }
    p.fn = NULL;
    if (p.attrs.n) put(&p, "\n");
    for (uint32_t i = 0; i < p.attrs.n; i++) {
        buf_printf(out, "attributes #%u = {", i);
        pr_attrs(&p, p.attrs.at[i], true);
        put(&p, " }\n");
    }
    if (m->nnamed_md || p.mds.n) put(&p, "\n");
    pr_md_all(&p);
    arena_free(&a);
}

void ir_print_func(IrFunc *f, Buf *out) {
    Arena a;
    Printer p;
    arena_init(&a, f->g.m->ctx, "ir-print");
    pr_init(&p, f->g.m, out, &a);
    function(&p, f);
    arena_free(&a);
}

void ir_print_inst(const IrInst *i, Buf *out) {
    Arena a;
    Printer p;
    IrFunc *f = i->block->fn;
    arena_init(&a, f->g.m->ctx, "ir-print");
    pr_init(&p, f->g.m, out, &a);
    pr_number_func(&p, f);
    inst(&p, i);
    arena_free(&a);
}

void ir_print_value(const IrValue *v, Buf *out) {
    Arena a;
    Printer p;
    IrModule *m = v->type->m;
    arena_init(&a, m->ctx, "ir-print");
    pr_init(&p, m, out, &a);
    pr_typed(&p, v);
    arena_free(&a);
}

void ir_print_var(const IrGlobal *g, Buf *out) {
    Arena a;
    Printer p;
    arena_init(&a, g->m->ctx, "ir-print");
    pr_init(&p, g->m, out, &a);
    variable(&p, g);
    if (out->n) out->n--;
    arena_free(&a);
}

void ir_print_type(const IrType *t, Buf *out) {
    Printer p = {.m = t->m, .o = out};
    pr_type(&p, t);
}
