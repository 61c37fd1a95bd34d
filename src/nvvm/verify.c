// SPDX-License-Identifier: Apache-2.0
// The verifier of the NVVM dialect: what NVIDIA's NVVM IR specification excludes from LLVM's IR.
// nvvmVerifyProgram runs it; compiling does not (as in NVIDIA's library, which compiles much that
// its verifier refuses).
//
// The rules, their texts and their order were found by asking CUDA 13.0's libNVVM. It stops at the
// first error, and so does this: data layout and triple, then variables, then functions in order,
// each by its head and then by its instructions. There are two sets of rules, of the two engines
// (`latest`: for compute_100 and later). LLVM's own rules are ir_verify_module's.
#include "nvvm/nvvm.h"

static const char *const texts[] = {
#define NVERR(id, text) text,
#include "nvvm/verify_diag.def"
};
enum {
#define NVERR(id, text) E_##id,
#include "nvvm/verify_diag.def"
    NERRORS
};
_Static_assert(CU_COUNT(texts) == NERRORS, "rows and ids agree");

// LLVM intrinsics that the dialect does not have, without overload suffixes.
static const char *const no_intrinsic[] = {
    "llvm.adjust.trampoline",
    "llvm.cos",
    "llvm.eh.sjlj",
    "llvm.eh.typeid.for",
    "llvm.exp",
    "llvm.exp2",
    "llvm.fabs",
    "llvm.frameaddress",
    "llvm.gcread",
    "llvm.gcroot",
    "llvm.gcwrite",
    "llvm.init.trampoline",
    "llvm.log",
    "llvm.log10",
    "llvm.log2",
    "llvm.nearbyint",
    "llvm.objectsize",
    "llvm.pcmarker",
    "llvm.pow",
    "llvm.powi",
    "llvm.prefetch",
    "llvm.returnaddress",
    "llvm.rint",
    "llvm.round",
    "llvm.sin",
    "llvm.stackguard",
    "llvm.stackprotector",
    "llvm.stackrestore",
    "llvm.stacksave",
    "llvm.readcyclecounter",
};
static const char no_older_intrinsic[] = "llvm.trunc"; // the newer engine has it since CUDA 13.1
// Function attributes, in the order in which they are looked for.
static const char *const no_attribute[] = {
    "builtin",         "jumptable",       "naked",         "nobuiltin", "noimplicitfloat",
    "noredzone",       "nonlazybind",     "returns_twice", "safestack", "sanitize_address",
    "sanitize_memory", "sanitize_thread", "ssp",           "sspreq",    "sspstrong",
    "alignstack",      "uwtable",
};
static const char *const no_instruction[] = {"indirectbr", "invoke",   "resume",     "landingpad",
                                             "cleanupret", "catchret", "catchswitch"};

// What the verifier knows while it goes through a module. `failed`: an error has been reported, and
// no other will be.
typedef struct {
    IrModule *m;
    Ctx *ctx;
    Buf *log;
    bool latest, failed;
    bool illegal[IR_NOPS];
    uint8_t attribute[CU_COUNT(no_attribute)]; // IrAttr
    const IrFunc *fn;
    Map used;    // constants and globals that are used, empty until is_used is asked
    Map texture; // variables that annotations call textures or surfaces
} Nv;

// "error: " once at the beginning, then each message with its severity.
static Buf *begin(Nv *nv, const char *severity) {
    if (!nv->log->n) buf_puts(nv->log, "error: ");
    buf_puts(nv->log, severity);
    return nv->log;
}

// Goes on with the message that begin() has started.
static void CU_PRINTF(2, 3) say(Nv *nv, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(nv->log, fmt, ap);
    va_end(ap);
}

static const char *name_of(Nv *nv, const IrValue *named) {
    return atom_str(nv->ctx, named->name);
}

// ---- types -------------------------------------------------------------------------------------

static const char *const foreign_types[IR_TY_TARGET + 1] = {
    [IR_TY_FP128] = "fp128", [IR_TY_X86_FP80] = "x86_fp80", [IR_TY_PPC_FP128] = "ppc_fp128"};

// The spelling of a type that no GPU has, somewhere inside of `type`; NULL: all is well. Pointers
// do not say what they point to.
static const char *foreign_type(const IrType *type) {
    if (foreign_types[type->kind]) return foreign_types[type->kind];
    if (is_any_of(type->kind, IR_TY_ARRAY, IR_TY_VECTOR)) return foreign_type(type->elem);
    for (uint64_t i = 0; type->kind == IR_TY_STRUCT && i < type->n; i++) {
        const char *s = foreign_type(type->sub[i]);
        if (s) return s;
    }
    return NULL;
}

// ---- metadata ----------------------------------------------------------------------------------

// What a piece of metadata is; NULL: it is something else, or absent.
static const IrMd *md_node(const IrMd *md) {
    return md && md->kind == IR_MD_NODE ? md : NULL;
}

static const IrValue *md_value(const IrMd *md) {
    return md && md->kind == IR_MD_VALUE ? md->value : NULL;
}

static const IrGlobal *md_var(const IrMd *md) {
    const IrValue *value = md_value(md);
    return value ? ir_as_var(value) : NULL;
}

static bool md_is_string(const Nv *nv, const IrMd *md, const char *text) {
    return md && md->kind == IR_MD_STRING && strcmp(atom_str(nv->ctx, md->text), text) == 0;
}

// ---- instructions ------------------------------------------------------------------------------

// Reports the first error of all and no other. The context is the instruction as it prints.
static void CU_PRINTF(3, 4) bad_inst(Nv *nv, const IrInst *culprit, const char *fmt, ...) {
    if (nv->failed) return;
    nv->failed = true;
    begin(nv, "Error: :  Function `");
    say(nv, "%s' Basic Block `%s': \n  context: ", name_of(nv, &nv->fn->g.v),
        name_of(nv, &culprit->block->v));
    size_t at = nv->log->n;
    ir_print_inst(culprit, nv->log);
    while (nv->log->n > at && nv->log->at[nv->log->n - 1] == '\n') nv->log->n--;
    buf_puts(nv->log, "\n  ");
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(nv->log, fmt, ap);
    va_end(ap);
    buf_puts(nv->log, "\n\n");
}

// An error whose text takes no words.
static void broken(Nv *nv, const IrInst *culprit, int error) {
    bad_inst(nv, culprit, "%s", texts[error]);
}

// A list of rules for one instruction, in the order in which they are tried: the first that is
// broken is reported.
typedef struct {
    bool broken;
    int error;
} Rule;

static void check_rules(Nv *nv, const IrInst *checked, const Rule *rule, size_t n) {
    for (size_t k = 0; k < n; k++) {
        if (rule[k].broken) broken(nv, checked, rule[k].error);
    }
}

// The space of a pointer, or of a vector's pointers.
static uint32_t space(const IrValue *address) {
    return ir_ty_scalar(address->type)->as;
}

// The generic, global, shared, constant and local spaces.
static bool known_space(uint32_t as) {
    return as <= IR_AS_LOCAL && as != 2;
}

// Where atomic operations find their memory.
static bool atomic_space(uint32_t as) {
    return is_any_of(as, IR_AS_GENERIC, IR_AS_GLOBAL, IR_AS_SHARED);
}

// Ordering is for atomicrmw and cmpxchg alone.
static void check_memory(Nv *nv, const IrInst *access, const IrValue *ptr) {
    enum { TENSOR_MEMORY = 6 };
    const Rule rules[] = {{access->order != IR_NOT_ATOMIC, E_atomic_memory},
                          {nv->latest && space(ptr) == TENSOR_MEMORY, E_tensor_memory}};
    check_rules(nv, access, rules, CU_COUNT(rules));
}

static void check_load(Nv *nv, const IrInst *load) {
    check_memory(nv, load, ir_op(load, 0));
}

static void check_store(Nv *nv, const IrInst *store) {
    check_memory(nv, store, ir_op(store, 1));
}

// Sizes of integers: a set of powers of two, as a mask. 0 is the size of what is no integer.
static bool is_size_of(const IrType *type, uint32_t sizes) {
    return type->kind == IR_TY_INT && !(type->bits & (type->bits - 1)) && type->bits & sizes;
}

// Integers of 32, 64 and, for exchanges only, 128 bits; floating point has operations of its own.
static void check_atomic(Nv *nv, const IrInst *atomic) {
    const IrType *type = ir_op(atomic, 1)->type;
    bool exchange = atomic->v.op == IR_CMPXCHG;
    bool fp = !exchange && atomic->pred >= IR_RMW_FADD && atomic->pred <= IR_RMW_FMIN;
    bool arithmetic = !fp && !exchange && atomic->pred != IR_RMW_XCHG;
    bool nand = !exchange && atomic->pred == IR_RMW_NAND;
    const Rule rules[] = {
        {!fp && !is_size_of(type, 32 | 64 | 128), E_atomic_type},
        {arithmetic && is_size_of(type, 128), E_atomic_i128},
        {!atomic_space(space(ir_op(atomic, 0))), exchange ? E_cmpxchg_space : E_rmw_space},
        {nand && !nv->latest, E_rmw_op}};
    check_rules(nv, atomic, rules, CU_COUNT(rules));
}

// What a block has and what its cluster has of it: the newer engine knows both since CUDA 13.1.
static bool is_shared(uint32_t as) {
    return is_any_of(as, IR_AS_SHARED, IR_AS_SHARED_CLUSTER);
}

// Between the generic space and a specific one, never between two specific ones.
static void check_cast(Nv *nv, const IrInst *cast) {
    uint32_t from = space(ir_op(cast, 0)), to = space(&cast->v);
    bool from_known = known_space(from) || (nv->latest && from == IR_AS_SHARED_CLUSTER);
    bool to_known = known_space(to) || (nv->latest && to == IR_AS_SHARED_CLUSTER);
    bool both_shared = is_shared(from) && is_shared(to);
    const Rule rules[] = {{!from_known, E_cast_from},
                          {!to_known, E_cast_to},
                          {from && to && from != to && !both_shared, E_cast_both}};
    check_rules(nv, cast, rules, CU_COUNT(rules));
}

static void check_alloca(Nv *nv, const IrInst *slot) {
    const Rule rules[] = {{slot->align > 1u << 23, E_alloca_align},
                          {slot->v.type->as != IR_AS_GENERIC, E_alloca_space}};
    check_rules(nv, slot, rules, CU_COUNT(rules));
}

// What inline assembly may take: what has a register of its own. The newer engine has predicates.
static bool asm_type(const Nv *nv, const IrType *type) {
    static const bool other[IR_TY_TARGET + 1] = {
        [IR_TY_FLOAT] = true, [IR_TY_DOUBLE] = true, [IR_TY_PTR] = true};
    return other[type->kind] || is_size_of(type, 8 | 16 | 32 | 64 | nv->latest);
}

static void check_asm(Nv *nv, const IrInst *call) {
    for (uint32_t k = 0; k < ir_call_nargs(call); k++) {
        if (asm_type(nv, ir_op(call, k)->type)) continue;
        broken(nv, call, nv->latest ? E_asm_type : E_asm_type_old);
    }
}

// Is `name` the intrinsic `base`, overloaded or not? (llvm.exp is not llvm.exp2 nor llvm.exp10.)
static bool is_intrinsic(const char *name, const char *base) {
    size_t n = strlen(base);
    return strncmp(name, base, n) == 0 && (name[n] == 0 || name[n] == '.');
}

// memcpy and memmove write to their first operand; constant memory cannot be written.
static void check_copy(Nv *nv, const IrInst *copy) {
    if (space(ir_op(copy, 0)) == IR_AS_CONST) broken(nv, copy, E_memcpy_const);
}

static void check_fill(Nv *nv, const IrInst *fill) {
    if (space(ir_op(fill, 0)) == IR_AS_CONST) broken(nv, fill, E_memset_const);
}

// The texts are tried in this order: a vector is named before a width.
static void check_swap(Nv *nv, const IrInst *swap) {
    const Rule rules[] = {{swap->v.type->kind == IR_TY_VECTOR, E_bswap_vector},
                          {!is_size_of(ir_op(swap, 0)->type, 16 | 32 | 64), E_bswap_type}};
    check_rules(nv, swap, rules, CU_COUNT(rules));
}

// Counts have vector forms.
static void check_count(Nv *nv, const IrInst *count) {
    if (!is_size_of(ir_ty_scalar(ir_op(count, 0)->type), 8 | 16 | 32 | 64))
        broken(nv, count, E_count_type);
}

static void check_overflow(Nv *nv, const IrInst *arithmetic) {
    if (!is_size_of(ir_op(arithmetic, 0)->type, 16 | 32 | 64))
        broken(nv, arithmetic, E_overflow_type);
}

typedef void Check(Nv *nv, const IrInst *inst);

// One of LLVM's own intrinsics: those that the dialect does not have, then what it asks of others.
static void check_intrinsic(Nv *nv, const IrInst *call, const char *s) {
    static const struct {
        const char *name;
        Check *check;
    } rows[] = {{"llvm.memcpy", check_copy}, {"llvm.memmove", check_copy},
                {"llvm.memset", check_fill}, {"llvm.bswap", check_swap},
                {"llvm.ctpop", check_count}, {"llvm.ctlz", check_count},
                {"llvm.cttz", check_count}};
    for (size_t k = 0; k < CU_COUNT(no_intrinsic); k++) {
        if (is_intrinsic(s, no_intrinsic[k])) bad_inst(nv, call, texts[E_intrinsic], s);
    }
    if (!nv->latest && is_intrinsic(s, no_older_intrinsic))
        bad_inst(nv, call, texts[E_intrinsic], s);
    for (size_t k = 0; k < CU_COUNT(rows); k++) {
        if (is_intrinsic(s, rows[k].name)) rows[k].check(nv, call);
    }
    if (strstr(s, ".with.overflow.")) check_overflow(nv, call);
}

// llvm.nvvm.texsurf.handle(metadata ptr addrspace(1) @tex, ptr addrspace(1) @tex)
static void check_nvvm(Nv *nv, const IrInst *call, const char *s) {
    if (is_intrinsic(s, "llvm.nvvm.stacksave") && call->v.type->as != IR_AS_LOCAL)
        broken(nv, call, E_stacksave);
    if (is_intrinsic(s, "llvm.nvvm.stackrestore") && space(ir_op(call, 0)) != IR_AS_LOCAL)
        broken(nv, call, E_stackrestore);
    if (!is_intrinsic(s, "llvm.nvvm.texsurf.handle") || !ir_call_nargs(call)) return;
    const IrValue *x = ir_op(call, 0);
    const IrMd *md = x->kind == IR_V_MD ? ((const IrMdValue *)x)->md : NULL;
    const IrMd *node = md_node(md);
    if (node && node->n == 1) md = node->op[0];
    if (!md_var(md)) broken(nv, call, E_texsurf);
}

// By what is called: assembly, NVVM's intrinsics, LLVM's. Other functions may take and give
// anything.
static void check_call(Nv *nv, const IrInst *call) {
    if (ir_callee(call)->kind == IR_V_ASM) {
        check_asm(nv, call);
        return;
    }
    const IrFunc *f = ir_called(call);
    if (!f) return;
    const char *s = name_of(nv, &f->g.v);
    if (strncmp(s, "llvm.nvvm.", 10) == 0)
        check_nvvm(nv, call, s);
    else if (strncmp(s, "llvm.", 5) == 0)
        check_intrinsic(nv, call, s);
}

static bool all_integers(const IrMd *node) {
    for (uint32_t k = 0; k < node->n; k++) {
        const IrValue *value = md_value(node->op[k]);
        if (!value || !ir_as_cint(value)) return false;
    }
    return true;
}

// An error that has no place: `form` is how NVIDIA's library prints it.
static void bad_attachment(Nv *nv, const char *severity, const char *before, int error,
                           const char *after) {
    nv->failed = true;
    buf_printf(begin(nv, severity), "%s%s%s", before, texts[error], after);
}

// !pragma of a branch: two operands, and "unroll" is none that may be asked for so.
static void check_pragma(Nv *nv, const IrMd *node) {
    if (node->n != 2)
        bad_attachment(nv, "Error: : ", "\n  ", E_pragma_operands, "\n\n");
    else if (md_is_string(nv, node->op[0], "unroll"))
        bad_attachment(nv, "Error: ", "", E_pragma_unroll, "\n");
}

// Attachments of old front ends. (NVIDIA's message has the node's address where ours has none.)
static void check_attachments(Nv *nv, const IrInst *owner) {
    for (const IrMdAttach *attached = owner->md; attached && !nv->failed;
         attached = attached->next) {
        const char *kind = atom_str(nv->ctx, attached->kind);
        const IrMd *node = md_node(attached->md);
        if (!node) continue;
        if (owner->v.op == IR_BR && strcmp(kind, "pragma") == 0)
            check_pragma(nv, node);
        else if (strcmp(kind, "callalign") == 0 && !all_integers(node))
            bad_attachment(nv, "Error: : ", "\n  ", E_callalign, "\n\n");
    }
}

// A type that no GPU has among what the instruction makes, allocates or takes; NULL: there is none.
// On the way it meets the addresses of blocks.
static const char *foreign_part(Nv *nv, const IrInst *user) {
    const char *foreign = foreign_type(user->v.type);
    bool has_type = is_any_of(user->v.op, IR_ALLOCA, IR_GEP);
    if (!foreign && has_type && user->aty) foreign = foreign_type(user->aty);
    for (uint32_t k = 0; !foreign && k < user->nops; k++) {
        const IrValue *x = ir_op(user, k);
        if (x->kind == IR_C_BLOCKADDR) broken(nv, user, E_blockaddress);
        if (!is_any_of(x->kind, IR_V_BLOCK, IR_V_ASM)) foreign = foreign_type(x->type);
    }
    return foreign;
}

// The instruction's metadata first, then its types, then the rules of its operation.
static void check_inst(Nv *nv, const IrInst *checked) {
    static Check *const checks[IR_NOPS] = {
        [IR_LOAD] = check_load,      [IR_STORE] = check_store,      [IR_ALLOCA] = check_alloca,
        [IR_CMPXCHG] = check_atomic, [IR_ATOMICRMW] = check_atomic, [IR_ADDRSPACECAST] = check_cast,
        [IR_CALL] = check_call,
    };
    if (checked->md) check_attachments(nv, checked);
    const char *foreign = foreign_part(nv, checked);
    if (foreign) bad_inst(nv, checked, texts[E_type], foreign);
    if (checked->upgraded) return; // the rules are for what the module said
    if (checks[checked->v.op])
        checks[checked->v.op](nv, checked);
    else if (nv->illegal[checked->v.op])
        bad_inst(nv, checked, texts[E_illegal], ir_ops[checked->v.op].name);
}

// ---- what is used ------------------------------------------------------------------------------

// A constant and, for an aggregate or an expression, all that it is made of. Numbers are not noted:
// nobody asks for them.
static void mark_used(Nv *nv, const IrValue *listed, uint32_t depth) {
    const IrConst *c = ir_as_const(listed);
    if (!c || depth > 64 || map_get(&nv->used, (uintptr_t)c)) return;

    // Depth: initialisers may nest without end; 64 levels hold any that a compiler writes.
    bool global = c->v.kind >= IR_C_VAR;
    bool inner = is_any_of(c->v.kind, IR_C_AGG, IR_C_EXPR);
    if (global || inner) map_put(&nv->used, (uintptr_t)c, nv);
    for (uint32_t k = 0; inner && k < c->n; k++) mark_used(nv, &c->elem[k]->v, depth + 1);
}

static void find_used(Nv *nv) {
    map_init(&nv->used, &nv->ctx->perm);
    IR_FOREACH_FUNC(f, nv->m) {
        IR_FOREACH_BLOCK(bb, f) {
            IR_FOREACH_INST(i, bb) {
                for (uint32_t k = 0; k < i->nops; k++) mark_used(nv, ir_op(i, k), 0);
            }
        }
    }
    for (uint32_t i = 0; i < nv->m->vars.n; i++) {
        if (nv->m->vars.at[i]->init) mark_used(nv, &nv->m->vars.at[i]->init->v, 0);
    }
}

// Does any instruction or initialiser refer to it? The newer engine has dropped the declarations of
// which this is not so before it verifies.
static bool is_used(Nv *nv, const IrGlobal *symbol) {
    if (!nv->used.arena) find_used(nv);
    return map_get(&nv->used, (uintptr_t)symbol) != NULL;
}

// ---- functions ---------------------------------------------------------------------------------

// As bad_inst, of a function's head.
static void bad_func(Nv *nv, const IrFunc *fn, int error, const char *what) {
    if (nv->failed) return;
    nv->failed = true;
    begin(nv, "Error: : Function `");
    say(nv, "%s': ", name_of(nv, &fn->g.v));
    buf_printf(nv->log, texts[error], what);
    buf_puts(nv->log, "\n\n");
}

// A name as PTX has it. The empty one, of what has no name, is one, too.
static bool identifier(const char *s) {
    static const char letters[] =
        "0123456789$_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    bool digit_first = *s >= '0' && *s <= '9';
    return !digit_first && s[strspn(s, letters)] == 0;
}

// Names and linkages that PTX cannot express. llvm.* and nvvm.* are the compilers' own names.
static void check_linkage(Nv *nv, const IrGlobal *symbol) {
    int error = -1;
    const char *s = name_of(nv, &symbol->v);
    bool own = strncmp(s, "llvm.", 5) == 0 || strncmp(s, "nvvm.", 5) == 0;
    if (!own && !ir_is_local_linkage(symbol->linkage) && !identifier(s)) error = E_identifier;
    if (symbol->linkage == IR_APPENDING && strcmp(s, "llvm.used") &&
        strcmp(s, "llvm.compiler.used"))
        error = E_appending;
    if (symbol->linkage == IR_EXTERN_WEAK && symbol->v.kind == IR_C_FUNC) error = E_extern_weak;
    if (error < 0 || nv->failed) return;
    nv->failed = true;
    begin(nv, "Error: : Global Value `");
    say(nv, "%s': ", s);
    buf_printf(nv->log, texts[error], s);
    buf_puts(nv->log, "\n\n");
}

// What is said about the whole function: attributes in the order of the list, then the rest.
static void check_head(Nv *nv, const IrFunc *fn) {
    const IrAttrSet *attrs = fn->attrs.fn;
    check_linkage(nv, &fn->g);
    for (size_t k = 0; attrs && k < CU_COUNT(no_attribute); k++) {
        uint32_t id = nv->attribute[k];
        if (id < IR_NATTRS && ir_attr_has(attrs, id))
            bad_func(nv, fn, E_attribute, no_attribute[k]);
    }
    bool kernel = fn->cc == IR_CC_PTX_KERNEL;
    const Rule rules[] = {
        {fn->g.section != 0, E_section},
        {fn->g.align != 0, E_alignment},
        {fn->prefix != NULL, E_prefix},
        {fn->prologue != NULL, E_prologue},
        {fn->personality != NULL, E_personality},
        {fn->gc != 0, E_gc},
        {kernel && ir_func_ret(fn)->kind != IR_TY_VOID, E_entry_value},
    };
    for (size_t k = 0; k < CU_COUNT(rules); k++) { // only the section's text has a word in it
        if (rules[k].broken) bad_func(nv, fn, rules[k].error, atom_str(nv->ctx, fn->g.section));
    }
}

// A declaration that nobody uses may say anything, for the newer engine.
static void check_func(Nv *nv, IrFunc *fn) {
    bool declared = ir_is_decl(fn);
    if (declared && nv->latest && !is_used(nv, &fn->g)) return;
    if (!fn->intrin) check_head(nv, fn);
    nv->fn = fn;
    IR_FOREACH_BLOCK(bb, fn) {
        for (const IrInst *i = bb->first; i && !nv->failed; i = i->next) check_inst(nv, i);
    }
}

// ---- variables ---------------------------------------------------------------------------------

static void bad_var(Nv *nv, const IrGlobal *variable, bool warn, const char *fmt, ...)
    CU_PRINTF(4, 5);
static void bad_var(Nv *nv, const IrGlobal *variable, bool warn, const char *fmt, ...) {
    if (nv->failed) return;
    nv->failed = !warn;
    begin(nv, warn ? "Warning: : Global Variable `" : "Error: : Global Variable `");
    say(nv, "%s': \n  context: ", name_of(nv, &variable->v));
    IrGlobal plain = *variable; // the reader has given it the alignment that it has anyway
    if (plain.align == variable->vty->align) plain.align = 0;
    ir_print_var(&plain, nv->log);
    buf_puts(nv->log, "\n  ");
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(nv->log, fmt, ap);
    va_end(ap);
    buf_puts(nv->log, warn ? "\n" : "\n\n");
}

// A shared variable may have an initialiser without any value.
static bool all_undef(const IrConst *initializer) {
    if (initializer->v.kind != IR_C_AGG)
        return is_any_of(initializer->v.kind, IR_C_UNDEF, IR_C_POISON);
    for (uint32_t i = 0; i < initializer->n; i++) {
        if (!all_undef(initializer->elem[i])) return false;
    }
    return true;
}

// The address of a shared variable, cast or with an offset, as the whole initialiser.
static bool refers_to_shared(const IrConst *initializer) {
    for (int depth = 0; initializer->v.kind == IR_C_EXPR && initializer->n && depth < 64; depth++)
        initializer = initializer->elem[0];
    return initializer->v.kind == IR_C_VAR && initializer->v.type->as == IR_AS_SHARED;
}

// !{ptr addrspace(1) @t, !"texture", i32 1} and the like
static void find_textures(Nv *nv) {
    Atom name = atom_cstr(nv->ctx, "nvvm.annotations");
    uint32_t n = ir_named_md_n(nv->m, name);
    if (n) map_init(&nv->texture, &nv->ctx->perm);
    for (uint32_t i = 0; i < n; i++) {
        const IrMd *node = md_node(ir_named_md_get(nv->m, name, i));
        const IrGlobal *var = node && node->n ? md_var(node->op[0]) : NULL;
        for (uint32_t k = 1; var && k < node->n; k += 2) {
            const IrMd *what = node->op[k];
            bool handle = md_is_string(nv, what, "texture") || md_is_string(nv, what, "surface");
            if (handle) map_put(&nv->texture, (uintptr_t)var, nv);
        }
    }
}

// A variable's rules, in the order of NVIDIA's library; constructors are only a warning.
static void check_var(Nv *nv, const IrGlobal *variable) {
    uint32_t as = variable->v.type->as;
    const char *s = name_of(nv, &variable->v), *foreign = foreign_type(variable->vty);
    if (strcmp(s, "llvm.global_ctors") == 0 || strcmp(s, "llvm.global_dtors") == 0)
        bad_var(nv, variable, true, texts[E_ctors], s);
    if (!variable->init && nv->latest && !is_used(nv, variable)) return;

    const char *section = atom_str(nv->ctx, variable->section);
    bool shared_value = as == IR_AS_SHARED && variable->init && !all_undef(variable->init);
    bool texture = nv->texture.n && map_get(&nv->texture, (uintptr_t)variable);
    bool texture_space = is_any_of(as, IR_AS_GLOBAL, IR_AS_GENERIC);
    const Rule rules[] = {
        {!known_space(as) || as == IR_AS_LOCAL, E_global_space},
        {shared_value, E_shared_init},
        {*section && strcmp(section, "llvm.metadata"), E_global_section},
        {foreign != NULL, E_type},
        {variable->init && refers_to_shared(variable->init), E_init_space},
        {texture && !texture_space, E_texture_space},
        {texture && !ir_ty_is_i(variable->vty, 64), E_texture_type},
    };
    for (size_t k = 0; k < CU_COUNT(rules); k++) { // only the type's text has a word in it
        if (rules[k].broken) bad_var(nv, variable, false, texts[rules[k].error], foreign);
    }
    check_linkage(nv, variable);
}

// ---- the module --------------------------------------------------------------------------------

// nvptx[64]-VENDOR-cuda; the vendor may be missing with one of its dashes.
static bool good_triple(const char *s) {
    size_t n = strlen(s), wide = strlen("nvptx64-"), narrow = strlen("nvptx-");
    bool is_wide = strncmp(s, "nvptx64-", wide) == 0;
    if (!is_wide && strncmp(s, "nvptx-", narrow) != 0) return false;
    size_t head = is_wide ? wide : narrow, tail = strlen("-cuda");
    return n >= head + tail - 1 && strcmp(s + n - tail, "-cuda") == 0;
}

// An error that belongs to no function or variable.
static void CU_PRINTF(2, 3) bad_module(Nv *nv, const char *fmt, ...) {
    nv->failed = true;
    begin(nv, "Error: ");
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(nv->log, fmt, ap);
    va_end(ap);
    buf_putc(nv->log, '\n');
}

// What the module says about the machine.
static void check_module(Nv *nv) {
    if (!nv->m->datalayout) {
        bad_module(nv, "%s", texts[E_no_layout]);
        return;
    }
    const char *layout = atom_str(nv->ctx, nv->m->datalayout);
    const char *triple = atom_str(nv->ctx, nv->m->triple);
    Buf out;
    buf_init(&out, &nv->ctx->perm);
    if (!nvvm_check_layout(layout, nv->latest, true, &out))
        bad_module(nv, "%s", buf_cstr(&out));
    else if (!good_triple(triple))
        bad_module(nv, texts[E_triple], triple);
}

// Names to numbers.
static void prepare(Nv *nv) {
    for (uint32_t op = 0; op < IR_NOPS; op++) {
        for (size_t k = 0; k < CU_COUNT(no_instruction); k++)
            nv->illegal[op] |= strcmp(ir_ops[op].name, no_instruction[k]) == 0;
    }
    nv->illegal[IR_FENCE] = !nv->latest; // the newer engine has it since CUDA 13.3
    for (size_t k = 0; k < CU_COUNT(no_attribute); k++) {
        uint8_t id = 0;
        while (id < IR_NATTRS && strcmp(ir_attr_names[id], no_attribute[k])) id++;
        nv->attribute[k] = id;
    }
}

bool nvvm_verify(IrModule *module, bool latest, Buf *log) {
    Nv v = {.m = module, .ctx = module->ctx, .log = log, .latest = latest};
    prepare(&v);
    check_module(&v);
    find_textures(&v);
    for (uint32_t i = 0; i < module->vars.n && !v.failed; i++) check_var(&v, module->vars.at[i]);
    for (uint32_t i = 0; i < module->funcs.n && !v.failed; i++) check_func(&v, module->funcs.at[i]);
    return !v.failed;
}
