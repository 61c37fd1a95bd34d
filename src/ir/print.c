// SPDX-License-Identifier: Apache-2.0
// The text writer: LLVM assembly that llvm-as accepts. One printing function per shape of
// instruction, chosen by a table.
#include "ir/print_int.h"

static const char *const order_names[] = {"",        "unordered", "monotonic", "acquire",
                                          "release", "acq_rel",   "seq_cst"};

static void put(Printer *printer, const char *s) {
    buf_puts(printer->o, s);
}

// The flags of arithmetic and comparison, each with a blank before it.
static void flags(Printer *printer, const IrInst *printed) {
    static const struct {
        uint16_t bit;
        const char *text;
    } rows[] = {{IR_NUW, " nuw"},           {IR_NSW, " nsw"},   {IR_EXACT, " exact"},
                {IR_DISJOINT, " disjoint"}, {IR_NNEG, " nneg"}, {IR_SAMESIGN, " samesign"}};
    for (size_t k = 0; k < CU_COUNT(rows); k++) {
        if (printed->v.flags & rows[k].bit) put(printer, rows[k].text);
    }
}

// LLVM's order; all of them are `fast`.
static void fast_math(Printer *printer, const IrInst *printed) {
    if (printed->fmf == IR_FMF_FAST) {
        put(printer, " fast");
        return;
    }
    static const uint8_t order[] = {6, 0, 1, 2, 3, 4, 5}; // reassoc comes first
    for (int k = 0; k < 7; k++) {
        if (printed->fmf >> order[k] & 1) buf_printf(printer->o, " %s", ir_fmf_names[order[k]]);
    }
}

static void sync_scope(Printer *printer, const IrInst *printed) {
    if (printed->scope)
        buf_printf(printer->o, " syncscope(\"%s\")", ir_scope_name(printer->m, printed->scope));
}

// ---- by shape ----

// op T a, b where the operands have one type, else op T a, T b.
static void operands(Printer *printer, const IrInst *printed) {
    flags(printer, printed);
    fast_math(printer, printed);
    bool same = ir_ops[printed->v.op].class == IRC_BINARY || ir_ops[printed->v.op].class == IRC_CMP;
    if (ir_ops[printed->v.op].class == IRC_CMP)
        buf_printf(printer->o, " %s", ir_pred_names[printed->pred]);
    for (uint32_t k = 0; k < printed->nops; k++) {
        put(printer, k ? ", " : " ");
        if (k && same) {
            pr_value(printer, ir_op(printed, k));
        } else {
            pr_typed(printer, ir_op(printed, k));
        }
    }
}

static void cast(Printer *printer, const IrInst *printed) {
    operands(printer, printed);
    put(printer, " to ");
    pr_type(printer, printed->v.type);
}

static void ret(Printer *printer, const IrInst *printed) {
    if (!printed->nops) put(printer, " void");
    operands(printer, printed);
}

// One case a line, as LLVM writes it.
static void switch_(Printer *printer, const IrInst *printed) {
    put(printer, " ");
    pr_typed(printer, ir_op(printed, 0));
    put(printer, ", ");
    pr_typed(printer, ir_op(printed, 1));
    put(printer, " [");
    for (uint32_t k = 2; k + 1 < printed->nops; k += 2) {
        put(printer, "\n    ");
        pr_typed(printer, ir_op(printed, k));
        put(printer, ", ");
        pr_typed(printer, ir_op(printed, k + 1));
    }
    put(printer, printed->nops > 2 ? "\n  ]" : "]");
}

// Operands [from, to), which are blocks, in brackets.
static void label_list(Printer *printer, const IrInst *printed, uint32_t from, uint32_t to) {
    put(printer, "[");
    for (uint32_t k = from; k < to; k++) {
        if (k > from) put(printer, ", ");
        pr_typed(printer, ir_op(printed, k));
    }
    put(printer, "]");
}

static void indirectbr(Printer *printer, const IrInst *printed) {
    put(printer, " ");
    pr_typed(printer, ir_op(printed, 0));
    put(printer, ", ");
    label_list(printer, printed, 1, printed->nops);
}

// The count is said only if it is not one.
static void alloca_(Printer *printer, const IrInst *printed) {
    if (printed->pred & 1) put(printer, " inalloca");
    if (printed->pred & 2) put(printer, " swifterror");
    put(printer, " ");
    pr_type(printer, printed->aty);
    if (!ir_is_int(ir_op(printed, 0), 1)) {
        put(printer, ", ");
        pr_typed(printer, ir_op(printed, 0));
    }
    buf_printf(printer->o, ", align %u", printed->align);
    if (printed->v.type->as) buf_printf(printer->o, ", addrspace(%u)", printed->v.type->as);
}

// load and store.
static void memory(Printer *printer, const IrInst *printed) {
    if (printed->order) put(printer, " atomic");
    if (printed->v.flags & IR_VOLATILE) put(printer, " volatile");
    put(printer, " ");
    if (printed->v.op == IR_LOAD) {
        pr_type(printer, printed->v.type);
        put(printer, ", ");
    }
    for (uint32_t k = 0; k < printed->nops; k++) {
        if (k) put(printer, ", ");
        pr_typed(printer, ir_op(printed, k));
    }
    if (printed->order) {
        sync_scope(printer, printed);
        buf_printf(printer->o, " %s", order_names[printed->order]);
    }
    buf_printf(printer->o, ", align %u", printed->align);
}

// inbounds says nusw as well.
static void gep(Printer *printer, const IrInst *printed) {
    if (printed->v.flags & IR_INBOUNDS) put(printer, " inbounds");
    if ((printed->v.flags & (IR_INBOUNDS | IR_NUSW)) == IR_NUSW) put(printer, " nusw");
    if (printed->v.flags & IR_NUW) put(printer, " nuw");
    put(printer, " ");
    pr_type(printer, printed->aty);
    for (uint32_t k = 0; k < printed->nops; k++) {
        put(printer, ", ");
        pr_typed(printer, ir_op(printed, k));
    }
}

static void fence(Printer *printer, const IrInst *printed) {
    sync_scope(printer, printed);
    buf_printf(printer->o, " %s", order_names[printed->order]);
}

// cmpxchg and atomicrmw.
static void atomic(Printer *printer, const IrInst *printed) {
    if (printed->v.flags & IR_WEAK) put(printer, " weak");
    if (printed->v.flags & IR_VOLATILE) put(printer, " volatile");
    if (printed->v.op == IR_ATOMICRMW) buf_printf(printer->o, " %s", ir_rmw_names[printed->pred]);
    for (uint32_t k = 0; k < printed->nops; k++) {
        put(printer, k ? ", " : " ");
        pr_typed(printer, ir_op(printed, k));
    }
    sync_scope(printer, printed);
    buf_printf(printer->o, " %s", order_names[printed->order]);
    if (printed->v.op == IR_CMPXCHG) buf_printf(printer->o, " %s", order_names[printed->order2]);
    buf_printf(printer->o, ", align %u", printed->align);
}

// [ value, %block ] for each entry; the type stands once.
static void phi(Printer *printer, const IrInst *printed) {
    fast_math(printer, printed);
    put(printer, " ");
    pr_type(printer, printed->v.type);
    for (uint32_t k = 0; k < ir_phi_n(printed); k++) {
        put(printer, k ? ", [ " : " [ ");
        pr_value(printer, ir_op(printed, 2 * k));
        put(printer, ", ");
        pr_value(printer, ir_op(printed, 2 * k + 1));
        put(printer, " ]");
    }
}

// The word for a calling convention; NULL: "cc N".
static const char *cc_name(uint32_t cc) {
    static const struct {
        const char *word;
        uint32_t cc;
    } rows[] = {
#define CC(word, cc) {word, cc},
#include "ir/cc.def"
    };
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        if (rows[i].cc == cc) return rows[i].word;
    }
    return NULL;
}

// C's is not written.
static void print_cc(Printer *printer, uint32_t cc) {
    if (cc == IR_CC_C) return;
    const char *name = cc_name(cc);
    if (name) {
        buf_printf(printer->o, " %s", name);
    } else {
        buf_printf(printer->o, " cc %u", cc);
    }
}

// The form [ "tag"(T a), ... ].
static void bundles(Printer *printer, const IrInst *caller) {
    for (uint32_t k = 0; k < caller->call->nbundles; k++) {
        const IrBundle *b = &caller->call->bundle[k];
        put(printer, k ? ", " : " [ ");
        pr_string(printer, atom_str(printer->m->ctx, b->tag), atom_len(printer->m->ctx, b->tag));
        put(printer, "(");
        for (uint32_t n = 0; n < b->n; n++) {
            if (n) put(printer, ", ");
            pr_typed(printer, ir_op(caller, b->first + n));
        }
        put(printer, k + 1 < caller->call->nbundles ? ")" : ") ]");
    }
}

// Those of invoke and callbr, on a line of their own.
static void successors(Printer *printer, const IrInst *caller) {
    if (caller->v.op == IR_CALL) return;
    uint32_t n = ir_nsucc(caller), at = caller->nops - 1 - n;
    put(printer, "\n          to ");
    pr_typed(printer, ir_op(caller, at));
    if (caller->v.op == IR_INVOKE) {
        put(printer, " unwind ");
        pr_typed(printer, ir_op(caller, at + 1));
    } else {
        put(printer, " ");
        label_list(printer, caller, at + 1, at + n);
    }
}

// A variadic callee's type is written whole, since the arguments do not tell it.
static void call(Printer *printer, const IrInst *caller) {
    fast_math(printer, caller);
    print_cc(printer, caller->call->cc);
    pr_attrs(printer, caller->call->attrs.ret, false);
    bool spaced = ir_callee(caller)->type->as || printer->call_as;
    if (ir_callee(caller)->kind != IR_V_ASM && spaced) {
        buf_printf(printer->o, " addrspace(%u)", ir_callee(caller)->type->as);
    }
    put(printer, " ");
    pr_type(printer, caller->aty->vararg ? caller->aty : caller->aty->elem);
    put(printer, " ");
    pr_value(printer, ir_callee(caller));
    put(printer, "(");
    for (uint32_t k = 0; k < ir_call_nargs(caller); k++) {
        if (k) put(printer, ", ");
        pr_type(printer, ir_op(caller, k)->type);
        pr_attrs(printer, ir_attrs_get(&caller->call->attrs, (int)k), false);
        put(printer, " ");
        pr_value(printer, ir_op(caller, k));
    }
    // musttail forwards what the function around it was given
    bool forwards = (caller->v.flags & IR_MUSTTAIL) && printer->fn && printer->fn->g.vty->vararg;
    if (forwards) put(printer, ir_call_nargs(caller) ? ", ..." : "...");
    put(printer, ")");
    pr_attr_ref(printer, caller->call->attrs.fn);
    bundles(printer, caller);
    successors(printer, caller);
}

// One clause a line.
static void landingpad(Printer *printer, const IrInst *printed) {
    put(printer, " ");
    pr_type(printer, printed->v.type);
    if (printed->pred) put(printer, "\n          cleanup");
    for (uint32_t k = 0; k < printed->nops; k++) {
        put(printer, printed->idx[k] ? "\n          filter " : "\n          catch ");
        pr_typed(printer, ir_op(printed, k));
    }
}

// catchpad and cleanuppad.
static void funclet(Printer *printer, const IrInst *printed) {
    put(printer, " within ");
    pr_value(printer, ir_op(printed, 0));
    put(printer, " ");
    label_list(printer, printed, 1, printed->nops);
}

// The last operand, or nothing: to the caller.
static void unwind_dest(Printer *printer, const IrInst *printed, bool has) {
    put(printer, " unwind ");
    if (has) {
        pr_typed(printer, ir_op(printed, printed->nops - 1));
    } else {
        put(printer, "to caller");
    }
}

// pred of the instruction says whether it unwinds to a block, the last operand.
static void catchswitch(Printer *printer, const IrInst *printed) {
    put(printer, " within ");
    pr_value(printer, ir_op(printed, 0));
    put(printer, " ");
    label_list(printer, printed, 1, printed->nops - printed->pred);
    unwind_dest(printer, printed, printed->pred);
}

static void catchret(Printer *printer, const IrInst *printed) {
    put(printer, " from ");
    pr_value(printer, ir_op(printed, 0));
    put(printer, " to ");
    pr_typed(printer, ir_op(printed, 1));
}

static void cleanupret(Printer *printer, const IrInst *printed) {
    put(printer, " from ");
    pr_value(printer, ir_op(printed, 0));
    unwind_dest(printer, printed, printed->nops == 2);
}

static void va_arg_(Printer *printer, const IrInst *printed) {
    operands(printer, printed);
    put(printer, ", ");
    pr_type(printer, printed->v.type);
}

static void aggregate(Printer *printer, const IrInst *printed) {
    operands(printer, printed);
    for (uint32_t k = 0; k < printed->nidx; k++) buf_printf(printer->o, ", %u", printed->idx[k]);
}

// The mask is a constant vector; those all zero or all poison have a word.
static void shuffle(Printer *printer, const IrInst *printed) {
    operands(printer, printed);
    buf_printf(printer->o, printed->v.type->scalable ? ", <vscale x %u x i32> " : ", <%u x i32> ",
               printed->nidx);
    bool zero = true, poison = true;
    for (uint32_t k = 0; k < printed->nidx; k++) {
        zero = zero && printed->mask[k] == 0;
        poison = poison && printed->mask[k] < 0;
    }
    if (zero || poison) {
        put(printer, zero ? "zeroinitializer" : "poison");
        return;
    }
    for (uint32_t k = 0; k < printed->nidx; k++) {
        put(printer, k ? ", " : "<");
        if (printed->mask[k] < 0) {
            put(printer, "i32 poison");
        } else {
            buf_printf(printer->o, "i32 %d", printed->mask[k]);
        }
    }
    put(printer, ">");
}

static void br(Printer *printer, const IrInst *inst) {
    operands(printer, inst);
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

// A line: #dbg_value(value, !variable, !expression, !location), or a declaration.
static void record(Printer *printer, const IrRecord *record) {
    put(printer, record->kind == IR_RECORD_DECLARE ? "    #dbg_declare(" : "    #dbg_value(");
    if (record->n != 1) put(printer, "!DIArgList(");
    for (uint32_t i = 0; i < record->n; i++) {
        if (i) put(printer, ", ");
        if (record->use[i].value) {
            pr_typed(printer, record->use[i].value);
        } else {
            pr_type(printer, record->use[i].type);
            put(printer, " poison");
        }
    }
    if (record->n != 1) put(printer, ")");
    IrMd *node[] = {record->var, ir_record_expression(printer->m, record), record->loc};
    for (uint32_t i = 0; i < CU_COUNT(node); i++) {
        put(printer, ", ");
        pr_md_ref(printer, node[i]);
    }
    put(printer, ")\n");
}

// A line: result, opcode, what belongs to it, attachments. Debug records stand on lines before it.
static void inst(Printer *printer, const IrInst *instruction) {
    IR_FOREACH_RECORD(r, instruction->records) record(printer, r);
    put(printer, "  ");
    if (instruction->v.type->kind != IR_TY_VOID) {
        pr_value(printer, &instruction->v);
        put(printer, " = ");
    }
    if (instruction->v.flags & IR_TAIL) put(printer, "tail ");
    if (instruction->v.flags & IR_MUSTTAIL) put(printer, "musttail ");
    if (instruction->v.flags & IR_NOTAIL) put(printer, "notail ");
    put(printer, ir_ops[instruction->v.op].name);
    PrintFn fn = shape[instruction->v.op];
    if (fn) {
        fn(printer, instruction);
    } else if (ir_ops[instruction->v.op].class == IRC_CAST) {
        cast(printer, instruction);
    } else {
        operands(printer, instruction);
    }
    pr_attach(printer, instruction->dbg, instruction->md, ", ");
    put(printer, "\n");
}

// ---- globals ----

// Words before `global` or a function's type. `external_too`: say `external`, which marks a
// variable without initialiser.
static void linkage(Printer *printer, const IrGlobal *global, bool external_too) {
    if (global->linkage) {
        buf_printf(printer->o, "%s ", ir_linkage_names[global->linkage]);
    } else if (external_too) {
        put(printer, "external ");
    }
    if (global->dso_local) put(printer, "dso_local ");
    if (global->visibility == 1) put(printer, "hidden ");
    if (global->visibility == 2) put(printer, "protected ");
    if (global->dll) put(printer, global->dll == 1 ? "dllimport " : "dllexport ");
    static const char *const tls[] = {[IR_TLS_GENERAL] = "thread_local ",
                                      [IR_TLS_LOCALDYNAMIC] = "thread_local(localdynamic) ",
                                      [IR_TLS_INITIAL] = "thread_local(initialexec) ",
                                      [IR_TLS_LOCAL] = "thread_local(localexec) "};
    if (global->tls) put(printer, tls[global->tls]);
}

// Where it stands differs: `before` and `after` are the blanks.
static void unnamed_addr(Printer *printer, const IrGlobal *global, const char *before,
                         const char *after) {
    if (!global->unnamed_addr) return;
    buf_printf(printer->o, "%s%s%s", before,
               global->unnamed_addr == 1 ? "unnamed_addr" : "local_unnamed_addr", after);
}

// Section, partition and comdat, each after `before`.
static void section(Printer *printer, const IrGlobal *global, const char *before) {
    Ctx *ctx = printer->m->ctx;
    if (global->section) {
        buf_printf(printer->o, "%ssection ", before);
        pr_string(printer, atom_str(ctx, global->section), atom_len(ctx, global->section));
    }
    if (global->partition) {
        buf_printf(printer->o, "%spartition ", before);
        pr_string(printer, atom_str(ctx, global->partition), atom_len(ctx, global->partition));
    }
    if (global->comdat) {
        buf_printf(printer->o, "%scomdat(", before);
        pr_name(printer, '$', global->comdat);
        put(printer, ")");
    }
}

// A line: @name = linkage ... global T init, properties.
static void variable(Printer *printer, const IrGlobal *global) {
    pr_name(printer, '@', global->v.name);
    put(printer, " = ");
    linkage(printer, global, !global->init);
    unnamed_addr(printer, global, "", " ");
    if (global->v.type->as) buf_printf(printer->o, "addrspace(%u) ", global->v.type->as);
    if (global->externally_initialized) put(printer, "externally_initialized ");
    put(printer, global->constant ? "constant " : "global ");
    pr_type(printer, global->vty);
    if (global->init) {
        put(printer, " ");
        pr_value(printer, &global->init->v);
    }
    section(printer, global, ", ");
    static const char *const sanitize[] = {"no_sanitize_address", "no_sanitize_hwaddress",
                                           "sanitize_memtag", "sanitize_address_dyninit"};
    for (int k = 0; k < 4; k++) {
        if (global->sanitize >> k & 1) buf_printf(printer->o, ", %s", sanitize[k]);
    }
    if (global->align) buf_printf(printer->o, ", align %u", global->align);
    if (global->code_model)
        buf_printf(printer->o, ", code_model \"%s\"", ir_code_models[global->code_model - 1]);
    pr_attach(printer, NULL, global->md, ", ");
    pr_attr_ref(printer, global->attrs);
    put(printer, "\n");
}

// A line: @name = ... alias T, ptr @x.
static void alias(Printer *printer, const IrGlobal *global) {
    pr_name(printer, '@', global->v.name);
    put(printer, " = ");
    linkage(printer, global, false);
    unnamed_addr(printer, global, "", " ");
    put(printer, global->v.kind == IR_C_IFUNC ? "ifunc " : "alias ");
    pr_type(printer, global->vty);
    put(printer, ", ");
    pr_typed(printer, &global->init->v);
    section(printer, global, ", ");
    pr_attach(printer, NULL, global->md, ", ");
    put(printer, "\n");
}

static void func_const(Printer *printer, const char *word, const IrConst *constant) {
    if (!constant) return;
    put(printer, word);
    pr_typed(printer, &constant->v);
}

// The line of a function up to its body.
static void signature(Printer *printer, IrFunc *fn) {
    bool decl = ir_is_decl(fn);
    put(printer, decl ? "declare" : "define");
    if (decl) pr_attach(printer, NULL, fn->g.md, " ");
    put(printer, " ");
    linkage(printer, &fn->g, false);
    size_t at = printer->o->n;
    print_cc(printer, fn->cc);
    pr_attrs(printer, fn->attrs.ret, false);
    if (printer->o->n > at) { // these begin with a blank
        memmove(printer->o->at + at, printer->o->at + at + 1, printer->o->n - at - 1);
        printer->o->at[printer->o->n - 1] = ' ';
    }
    pr_type(printer, ir_func_ret(fn));
    put(printer, " ");
    pr_name(printer, '@', fn->g.v.name);
    put(printer, "(");
    for (uint32_t i = 0; i < fn->nargs; i++) {
        if (i) put(printer, ", ");
        pr_type(printer, fn->arg[i]->v.type);
        pr_attrs(printer, ir_attrs_get(&fn->attrs, (int)i), false);
        if (!decl) {
            put(printer, " ");
            pr_value(printer, &fn->arg[i]->v);
        }
    }
    if (fn->g.vty->vararg) put(printer, fn->nargs ? ", ..." : "...");
    put(printer, ")");
    unnamed_addr(printer, &fn->g, " ", "");
    if (fn->g.v.type->as || printer->call_as)
        buf_printf(printer->o, " addrspace(%u)", fn->g.v.type->as);
    pr_attr_ref(printer, fn->attrs.fn);
    section(printer, &fn->g, " ");
    if (fn->g.align) buf_printf(printer->o, " align %u", fn->g.align);
    if (fn->gc) {
        put(printer, " gc ");
        pr_string(printer, atom_str(printer->m->ctx, fn->gc), atom_len(printer->m->ctx, fn->gc));
    }
    func_const(printer, " prefix ", fn->prefix);
    func_const(printer, " prologue ", fn->prologue);
    func_const(printer, " personality ", fn->personality);
    if (!decl) pr_attach(printer, NULL, fn->g.md, " ");
}

// The name of the entry block is left out if it has none, as LLVM does.
static void function(Printer *printer, IrFunc *fn) {
    pr_number_func(printer, fn);
    signature(printer, fn);
    if (ir_is_decl(fn)) {
        put(printer, "\n");
        return;
    }
    put(printer, " {\n");
    IR_FOREACH_BLOCK(bb, fn) {
        if (bb != fn->first) put(printer, "\n");
        if (bb != fn->first || bb->v.name) {
            pr_block_label(printer, bb);
            put(printer, "\n");
        }
        IR_FOREACH_INST(i, bb) inst(printer, i);
    }
    put(printer, "}\n");
}

// What the module says of itself, module-level assembly, named types.
static void header(Printer *printer) {
    IrModule *module = printer->m;
    Ctx *ctx = module->ctx;
    buf_printf(printer->o, "; ModuleID = '%s'\n", atom_str(ctx, module->name));
    put(printer, "source_filename = ");
    pr_string(printer, atom_str(ctx, module->source_name), atom_len(ctx, module->source_name));
    if (module->datalayout) {
        put(printer, "\ntarget datalayout = ");
        pr_string(printer, atom_str(ctx, module->datalayout), atom_len(ctx, module->datalayout));
    }
    if (module->triple) {
        put(printer, "\ntarget triple = ");
        pr_string(printer, atom_str(ctx, module->triple), atom_len(ctx, module->triple));
    }
    put(printer, "\n");
    for (uint32_t i = 0; i < module->module_asm.n; i++) {
        put(printer, "\nmodule asm ");
        Atom a = module->module_asm.at[i];
        pr_string(printer, atom_str(ctx, a), atom_len(ctx, a));
    }
    put(printer, "\n");
    for (uint32_t i = 0; i < module->named_types.n; i++) {
        pr_name(printer, '%', module->named_types.at[i]->name);
        put(printer, " = type ");
        pr_type_body(printer, module->named_types.at[i]);
        put(printer, "\n");
    }
    if (module->named_types.n) put(printer, "\n");
}

static void add_comdat(Map *seen, Atom name) {
    if (!map_get(seen, name)) map_put(seen, name, (void *)(uintptr_t)ir_comdat_kinds[0]);
}

// Those that the module defines, and those that only symbols name, which come to be "any".
static void comdats(Printer *printer) {
    Map seen;
    map_init(&seen, printer->a);
    for (uint32_t i = 0; i < printer->m->comdats.n; i++) {
        const IrComdat *c = &printer->m->comdats.at[i];
        map_put(&seen, c->name, (void *)(uintptr_t)ir_comdat_kinds[c->kind]);
    }
    IR_FOREACH_FUNC(f, printer->m) {
        if (f->g.comdat) add_comdat(&seen, f->g.comdat);
    }
    for (uint32_t i = 0; i < printer->m->vars.n; i++) {
        Atom c = printer->m->vars.at[i]->comdat;
        if (c) add_comdat(&seen, c);
    }
    MAP_FOREACH (e, &seen) {
        pr_name(printer, '$', (Atom)e->key);
        buf_printf(printer->o, " = comdat %s\n", (const char *)e->val);
    }
    if (seen.n) put(printer, "\n");
}

// Attribute groups and metadata are numbered as they are met, hence at the end.
void ir_print_module(IrModule *module, Buf *out) {
    Arena arena;
    Printer printer;
    arena_init(&arena, module->ctx, "ir-print");
    pr_init(&printer, module, out, &arena);
    header(&printer);
    comdats(&printer);
    for (uint32_t i = 0; i < module->vars.n; i++) variable(&printer, module->vars.at[i]);
    for (uint32_t i = 0; i < module->aliases.n; i++) alias(&printer, module->aliases.at[i]);
    IR_FOREACH_FUNC(f, module) {
        put(&printer, "\n");
        function(&printer, f);
    }
    // from here on there are no local names
    printer.fn = NULL;
    if (printer.attrs.n) put(&printer, "\n");
    for (uint32_t i = 0; i < printer.attrs.n; i++) {
        buf_printf(out, "attributes #%u = {", i);
        pr_attrs(&printer, printer.attrs.at[i], true);
        put(&printer, " }\n");
    }
    if (module->nnamed_md || printer.mds.n) put(&printer, "\n");
    pr_md_all(&printer);
    arena_free(&arena);
}

// References to attribute groups and metadata have no definitions here.
void ir_print_func(IrFunc *fn, Buf *out) {
    Arena a;
    Printer p;
    arena_init(&a, fn->g.m->ctx, "ir-print");
    pr_init(&p, fn->g.m, out, &a);
    function(&p, fn);
    arena_free(&a);
}

// The whole function is numbered for it: for diagnostics, not for many.
void ir_print_inst(const IrInst *instruction, Buf *out) {
    Arena a;
    Printer p;
    IrFunc *f = instruction->block->fn;
    arena_init(&a, f->g.m->ctx, "ir-print");
    pr_init(&p, f->g.m, out, &a);
    pr_number_func(&p, f);
    inst(&p, instruction);
    arena_free(&a);
}

// As an operand: the type, then the value. No numbering of locals is made for it.
void ir_print_value(const IrValue *value, Buf *out) {
    Arena a;
    Printer p;
    IrModule *m = value->type->m;
    arena_init(&a, m->ctx, "ir-print");
    pr_init(&p, m, out, &a);
    pr_typed(&p, value);
    arena_free(&a);
}

// Without the line end that variable() writes.
void ir_print_var(const IrGlobal *global, Buf *out) {
    Arena a;
    Printer p;
    arena_init(&a, global->m->ctx, "ir-print");
    pr_init(&p, global->m, out, &a);
    variable(&p, global);
    if (out->n) out->n--;
    arena_free(&a);
}

void ir_print_type(const IrType *type, Buf *out) {
    Printer p = {.m = type->m, .o = out};
    pr_type(&p, type);
}
