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
    "llvm.trunc",
    "llvm.readcyclecounter",
};
// Function attributes, in the order in which they are looked for.
static const char *const no_attribute[] = {
    "builtin",         "jumptable",       "naked",         "nobuiltin", "noimplicitfloat",
    "noredzone",       "nonlazybind",     "returns_twice", "safestack", "sanitize_address",
    "sanitize_memory", "sanitize_thread", "ssp",           "sspreq",    "sspstrong",
    "alignstack",      "uwtable",
};
static const char *const no_instruction[] = {"indirectbr", "invoke",     "resume",   "fence",
                                             "landingpad", "cleanupret", "catchret", "catchswitch"};

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

static void CU_PRINTF(2, 3) say(Nv *nv, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(nv->log, fmt, ap);
    va_end(ap);
}

static const char *name_of(Nv *nv, const IrValue *value) {
    return atom_str(nv->ctx, value->name);
}

#define TEXT(id, ...) buf_printf(v->log, texts[id], __VA_ARGS__)

// ---- types -------------------------------------------------------------------------------------

// The spelling of a type that no GPU has, somewhere inside t; NULL.
static const char *foreign_type(const IrType *type) {
    switch (type->kind) {
    case IR_TY_FP128: return "fp128";
    case IR_TY_X86_FP80: return "x86_fp80";
    case IR_TY_PPC_FP128: return "ppc_fp128";
    default: break;
    }
    if (type->kind == IR_TY_ARRAY || type->kind == IR_TY_VECTOR) return foreign_type(type->elem);
    for (uint64_t i = 0; type->kind == IR_TY_STRUCT && i < type->n; i++) {
        const char *s = foreign_type(type->sub[i]);
        if (s) return s;
    }
    return NULL;
}

// ---- instructions ------------------------------------------------------------------------------

static void CU_PRINTF(3, 4) bad_inst(Nv *nv, const IrInst *inst, const char *fmt, ...) {
    if (nv->failed) return;
    nv->failed = true;
    begin(nv, "Error: :  Function `");
    say(nv, "%s' Basic Block `%s': \n  context: ", name_of(nv, &nv->fn->g.v),
        name_of(nv, &inst->block->v));
    size_t at = nv->log->n;
    ir_print_inst(inst, nv->log);
    while (nv->log->n > at && nv->log->at[nv->log->n - 1] == '\n') nv->log->n--;
    buf_puts(nv->log, "\n  ");
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(nv->log, fmt, ap);
    va_end(ap);
    buf_puts(nv->log, "\n\n");
}

static uint32_t space(const IrValue *value) {
    return ir_ty_scalar(value->type)->as;
}

// The generic, global, shared, constant and local spaces.
static bool known_space(uint32_t as) {
    return as <= IR_AS_LOCAL && as != 2;
}

static bool atomic_space(uint32_t as) {
    return as == IR_AS_GENERIC || as == IR_AS_GLOBAL || as == IR_AS_SHARED;
}

static void check_memory(Nv *nv, const IrInst *inst, const IrValue *ptr) {
    if (inst->order != IR_NOT_ATOMIC) bad_inst(nv, inst, "%s", texts[E_atomic_memory]);
    if (nv->latest && space(ptr) == 6) bad_inst(nv, inst, "%s", texts[E_tensor_memory]);
}

static void check_atomic(Nv *nv, const IrInst *inst) {
    bool exchange = inst->v.op == IR_CMPXCHG;
    const IrType *t = ir_op(inst, 1)->type;
    uint32_t bits = t->kind == IR_TY_INT ? t->bits : 0;
    bool fp = !exchange && inst->pred >= IR_RMW_FADD && inst->pred <= IR_RMW_FMIN;
    if (!fp && bits != 32 && bits != 64 && bits != 128)
        bad_inst(nv, inst, "%s", texts[E_atomic_type]);
    else if (!fp && !exchange && bits == 128 && inst->pred != IR_RMW_XCHG)
        bad_inst(nv, inst, "%s", texts[E_atomic_i128]);
    if (!atomic_space(space(ir_op(inst, 0))))
        bad_inst(nv, inst, "%s", texts[exchange ? E_cmpxchg_space : E_rmw_space]);
    if (!exchange && !nv->latest && inst->pred == IR_RMW_NAND)
        bad_inst(nv, inst, "%s", texts[E_rmw_op]);
}

static void check_cast(Nv *nv, const IrInst *inst) {
    uint32_t from = space(ir_op(inst, 0)), to = space(&inst->v);
    if (!known_space(from))
        bad_inst(nv, inst, "%s", texts[E_cast_from]);
    else if (!known_space(to))
        bad_inst(nv, inst, "%s", texts[E_cast_to]);
    else if (from && to && from != to)
        bad_inst(nv, inst, "%s", texts[E_cast_both]);
}

static void check_alloca(Nv *nv, const IrInst *inst) {
    if (inst->align > 1u << 23) bad_inst(nv, inst, "%s", texts[E_alloca_align]);
    if (inst->v.type->as) bad_inst(nv, inst, "%s", texts[E_alloca_space]);
}

static bool asm_type(const Nv *nv, const IrType *type) {
    switch (type->kind) {
    case IR_TY_INT:
        return (type->bits == 1 && nv->latest) || type->bits == 8 || type->bits == 16 ||
               type->bits == 32 || type->bits == 64;
    case IR_TY_FLOAT:
    case IR_TY_DOUBLE:
    case IR_TY_PTR: return true;
    default: return false;
    }
}

static void check_asm(Nv *nv, const IrInst *inst) {
    for (uint32_t k = 0; k < ir_call_nargs(inst); k++) {
        if (asm_type(nv, ir_op(inst, k)->type)) continue;
        bad_inst(nv, inst, "%s", texts[nv->latest ? E_asm_type : E_asm_type_old]);
    }
}

// Is `name` the intrinsic `base`, overloaded or not? (llvm.exp is not llvm.exp2 nor llvm.exp10.)
static bool is_intrinsic(const char *name, const char *base) {
    size_t n = strlen(base);
    return strncmp(name, base, n) == 0 && (name[n] == 0 || name[n] == '.');
}

static void check_width(Nv *nv, const IrInst *inst, int error, uint32_t smallest) {
    const IrType *t = ir_op(inst, 0)->type;
    if (error == E_count_type && t->kind == IR_TY_VECTOR) t = t->elem;
    uint32_t n = t->bits;
    bool ok = t->kind == IR_TY_INT && n >= smallest && n <= 64 && !(n & (n - 1));
    if (!ok) bad_inst(nv, inst, "%s", texts[error]);
}

static void check_intrinsic(Nv *nv, const IrInst *inst, const char *s) {
    for (size_t k = 0; k < CU_COUNT(no_intrinsic); k++) {
        if (is_intrinsic(s, no_intrinsic[k])) bad_inst(nv, inst, texts[E_intrinsic], s);
    }
    if (is_intrinsic(s, "llvm.memcpy") || is_intrinsic(s, "llvm.memmove")) {
        if (space(ir_op(inst, 0)) == IR_AS_CONST) bad_inst(nv, inst, "%s", texts[E_memcpy_const]);
    } else if (is_intrinsic(s, "llvm.memset")) {
        if (space(ir_op(inst, 0)) == IR_AS_CONST) bad_inst(nv, inst, "%s", texts[E_memset_const]);
    } else if (is_intrinsic(s, "llvm.bswap")) {
        if (inst->v.type->kind == IR_TY_VECTOR) bad_inst(nv, inst, "%s", texts[E_bswap_vector]);
        check_width(nv, inst, E_bswap_type, 16);
    } else if (is_intrinsic(s, "llvm.ctpop") || is_intrinsic(s, "llvm.ctlz") ||
               is_intrinsic(s, "llvm.cttz")) {
        check_width(nv, inst, E_count_type, 8);
    } else if (strstr(s, ".with.overflow.")) {
        check_width(nv, inst, E_overflow_type, 16);
    }
}

// llvm.nvvm.texsurf.handle(metadata ptr addrspace(1) @tex, ptr addrspace(1) @tex)
static void check_nvvm(Nv *nv, const IrInst *inst, const char *s) {
    if (is_intrinsic(s, "llvm.nvvm.stacksave") && inst->v.type->as != IR_AS_LOCAL)
        bad_inst(nv, inst, "%s", texts[E_stacksave]);
    if (is_intrinsic(s, "llvm.nvvm.stackrestore") && space(ir_op(inst, 0)) != IR_AS_LOCAL)
        bad_inst(nv, inst, "%s", texts[E_stackrestore]);
    if (!is_intrinsic(s, "llvm.nvvm.texsurf.handle") || !ir_call_nargs(inst)) return;
    const IrValue *x = ir_op(inst, 0);
    const IrMd *md = x->kind == IR_V_MD ? ((const IrMdValue *)x)->md : NULL;
    if (md && md->kind == IR_MD_NODE && md->n == 1) md = md->op[0];
    if (!md || md->kind != IR_MD_VALUE || !ir_as_var(md->value))
        bad_inst(nv, inst, "%s", texts[E_texsurf]);
}

static void check_call(Nv *nv, const IrInst *inst) {
    if (ir_callee(inst)->kind == IR_V_ASM) {
        check_asm(nv, inst);
        return;
    }
    const IrFunc *f = ir_called(inst);
    if (!f) return;
    const char *s = name_of(nv, &f->g.v);
    if (strncmp(s, "llvm.nvvm.", 10) == 0)
        check_nvvm(nv, inst, s);
    else if (strncmp(s, "llvm.", 5) == 0)
        check_intrinsic(nv, inst, s);
}

static bool all_integers(const IrMd *node) {
    for (uint32_t k = 0; k < node->n; k++) {
        const IrMd *e = node->op[k];
        if (!e || e->kind != IR_MD_VALUE || !ir_as_cint(e->value)) return false;
    }
    return true;
}

// Attachments of old front ends. (NVIDIA's message has the node's address where ours has none.)
static void check_attachments(Nv *nv, const IrInst *inst) {
    for (const IrMdAttach *md_attach = inst->md; md_attach && !nv->failed;
         md_attach = md_attach->next) {
        const char *kind = atom_str(nv->ctx, md_attach->kind);
        if (!md_attach->md || md_attach->md->kind != IR_MD_NODE) continue;
        bool pragma = inst->v.op == IR_BR && strcmp(kind, "pragma") == 0;
        const IrMd *name = md_attach->md->n ? md_attach->md->op[0] : NULL;
        if (pragma && md_attach->md->n != 2) {
            nv->failed = true;
            buf_printf(begin(nv, "Error: : "), "\n  %s\n\n", texts[E_pragma_operands]);
        } else if (pragma && name && name->kind == IR_MD_STRING &&
                   strcmp(atom_str(nv->ctx, name->text), "unroll") == 0) {
            nv->failed = true;
            buf_printf(begin(nv, "Error: "), "%s\n", texts[E_pragma_unroll]);
        } else if (strcmp(kind, "callalign") == 0 && !all_integers(md_attach->md)) {
            nv->failed = true;
            buf_printf(begin(nv, "Error: : "), "\n  %s\n\n", texts[E_callalign]);
        }
    }
}

static void check_inst(Nv *nv, const IrInst *inst) {
    if (inst->md) check_attachments(nv, inst);
    const char *foreign = foreign_type(inst->v.type);
    bool has_type = inst->v.op == IR_ALLOCA || inst->v.op == IR_GEP;
    if (!foreign && has_type && inst->aty) foreign = foreign_type(inst->aty);
    for (uint32_t k = 0; !foreign && k < inst->nops; k++) {
        const IrValue *x = ir_op(inst, k);
        if (x->kind == IR_C_BLOCKADDR) bad_inst(nv, inst, "%s", texts[E_blockaddress]);
        if (x->kind != IR_V_BLOCK && x->kind != IR_V_ASM) foreign = foreign_type(x->type);
    }
    if (foreign) bad_inst(nv, inst, texts[E_type], foreign);
    switch (inst->v.op) {
    case IR_LOAD: check_memory(nv, inst, ir_op(inst, 0)); break;
    case IR_STORE: check_memory(nv, inst, ir_op(inst, 1)); break;
    case IR_ALLOCA: check_alloca(nv, inst); break;
    case IR_CMPXCHG:
    case IR_ATOMICRMW: check_atomic(nv, inst); break;
    case IR_ADDRSPACECAST: check_cast(nv, inst); break;
    case IR_CALL: check_call(nv, inst); break;
    default:
        if (nv->illegal[inst->v.op]) bad_inst(nv, inst, texts[E_illegal], ir_ops[inst->v.op].name);
    }
}

// ---- what is used ----

static void mark_used(Nv *nv, const IrValue *value, uint32_t depth) {
    const IrConst *c = ir_as_const(value);
    if (!c || depth > 64 || map_get(&nv->used, (uintptr_t)c)) return;
    bool global = c->v.kind >= IR_C_VAR;
    bool inner = c->v.kind == IR_C_AGG || c->v.kind == IR_C_EXPR;
    if (global || inner) map_put(&nv->used, (uintptr_t)c, nv);
    for (uint32_t k = 0; inner && k < c->n; k++) mark_used(nv, &c->elem[k]->v, depth + 1);
}

// Does any instruction or initialiser refer to it? The newer engine has dropped the declarations of
// which this is not so before it verifies.
static bool is_used(Nv *nv, const IrGlobal *global) {
    if (!nv->used.arena) {
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
    return map_get(&nv->used, (uintptr_t)global) != NULL;
}

// ---- functions ---------------------------------------------------------------------------------

static void bad_func(Nv *nv, const IrFunc *fn, int error, const char *what) {
    if (nv->failed) return;
    nv->failed = true;
    begin(nv, "Error: : Function `");
    say(nv, "%s': ", name_of(nv, &fn->g.v));
    buf_printf(nv->log, texts[error], what);
    buf_puts(nv->log, "\n\n");
}

static bool identifier(const char *s) {
    if (*s >= '0' && *s <= '9') return false;
    for (; *s; s++) {
        bool letter = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z');
        if (!letter && !(*s >= '0' && *s <= '9') && *s != '$' && *s != '_') return false;
    }
    return true;
}

static void check_linkage(Nv *nv, const IrGlobal *global) {
    int error = -1;
    const char *s = name_of(nv, &global->v);
    bool own = strncmp(s, "llvm.", 5) == 0 || strncmp(s, "nvvm.", 5) == 0;
    if (!own && !ir_is_local_linkage(global->linkage) && !identifier(s)) error = E_identifier;
    if (global->linkage == IR_APPENDING && strcmp(s, "llvm.used") &&
        strcmp(s, "llvm.compiler.used"))
        error = E_appending;
    if (global->linkage == IR_EXTERN_WEAK && global->v.kind == IR_C_FUNC) error = E_extern_weak;
    if (error < 0 || nv->failed) return;
    nv->failed = true;
    begin(nv, "Error: : Global Value `");
    say(nv, "%s': ", s);
    buf_printf(nv->log, texts[error], s);
    buf_puts(nv->log, "\n\n");
}

static void check_head(Nv *nv, const IrFunc *fn) {
    const IrAttrSet *attrs = fn->attrs.fn;
    check_linkage(nv, &fn->g);
    for (size_t k = 0; attrs && k < CU_COUNT(no_attribute); k++) {
        uint32_t id = nv->attribute[k];
        if (id < IR_NATTRS && ir_attr_has(attrs, id))
            bad_func(nv, fn, E_attribute, no_attribute[k]);
    }
    if (fn->g.section) bad_func(nv, fn, E_section, atom_str(nv->ctx, fn->g.section));
    if (fn->g.align) bad_func(nv, fn, E_alignment, "");
    if (fn->prefix) bad_func(nv, fn, E_prefix, "");
    if (fn->prologue) bad_func(nv, fn, E_prologue, "");
    if (fn->personality) bad_func(nv, fn, E_personality, "");
    if (fn->gc) bad_func(nv, fn, E_gc, "");
    bool kernel = fn->cc == IR_CC_PTX_KERNEL;
    if (kernel && ir_func_ret(fn)->kind != IR_TY_VOID) bad_func(nv, fn, E_entry_value, "");
}

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

static void bad_var(Nv *nv, const IrGlobal *global, bool warn, const char *fmt, ...)
    CU_PRINTF(4, 5);
static void bad_var(Nv *nv, const IrGlobal *global, bool warn, const char *fmt, ...) {
    if (nv->failed) return;
    nv->failed = !warn;
    begin(nv, warn ? "Warning: : Global Variable `" : "Error: : Global Variable `");
    say(nv, "%s': \n  context: ", name_of(nv, &global->v));
    IrGlobal plain = *global; // the reader has given it the alignment that it has anyway
    if (plain.align == global->vty->align) plain.align = 0;
    ir_print_var(&plain, nv->log);
    buf_puts(nv->log, "\n  ");
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(nv->log, fmt, ap);
    va_end(ap);
    buf_puts(nv->log, warn ? "\n" : "\n\n");
}

static bool all_undef(const IrConst *constant) {
    if (constant->v.kind != IR_C_AGG)
        return constant->v.kind == IR_C_UNDEF || constant->v.kind == IR_C_POISON;
    for (uint32_t i = 0; i < constant->n; i++) {
        if (!all_undef(constant->elem[i])) return false;
    }
    return true;
}

// The address of a shared variable, cast or with an offset, as the whole initialiser.
static bool refers_to_shared(const IrConst *constant) {
    for (int depth = 0; constant->v.kind == IR_C_EXPR && constant->n && depth < 64; depth++)
        constant = constant->elem[0];
    return constant->v.kind == IR_C_VAR && constant->v.type->as == IR_AS_SHARED;
}

// !{ptr addrspace(1) @t, !"texture", i32 1} and the like
static void find_textures(Nv *nv) {
    Atom name = atom_cstr(nv->ctx, "nvvm.annotations");
    uint32_t n = ir_named_md_n(nv->m, name);
    if (n) map_init(&nv->texture, &nv->ctx->perm);
    for (uint32_t i = 0; i < n; i++) {
        const IrMd *a = ir_named_md_get(nv->m, name, i);
        const IrMd *var = a && a->kind == IR_MD_NODE && a->n ? a->op[0] : NULL;
        const IrGlobal *g = var && var->kind == IR_MD_VALUE ? ir_as_var(var->value) : NULL;
        for (uint32_t k = 1; g && k < a->n; k += 2) {
            const char *s =
                a->op[k] && a->op[k]->kind == IR_MD_STRING ? atom_str(nv->ctx, a->op[k]->text) : "";
            if (strcmp(s, "texture") == 0 || strcmp(s, "surface") == 0)
                map_put(&nv->texture, (uintptr_t)g, nv);
        }
    }
}

static void check_var(Nv *nv, const IrGlobal *global) {
    uint32_t as = global->v.type->as;
    const char *s = name_of(nv, &global->v), *foreign = foreign_type(global->vty);
    if (strcmp(s, "llvm.global_ctors") == 0 || strcmp(s, "llvm.global_dtors") == 0)
        bad_var(nv, global, true, texts[E_ctors], s);
    if (!global->init && nv->latest && !is_used(nv, global)) return;
    if (!known_space(as) || as == IR_AS_LOCAL)
        bad_var(nv, global, false, "%s", texts[E_global_space]);
    if (as == IR_AS_SHARED && global->init && !all_undef(global->init))
        bad_var(nv, global, false, "%s", texts[E_shared_init]);
    const char *section = atom_str(nv->ctx, global->section);
    if (*section && strcmp(section, "llvm.metadata"))
        bad_var(nv, global, false, "%s", texts[E_global_section]);
    if (foreign) bad_var(nv, global, false, texts[E_type], foreign);
    if (global->init && refers_to_shared(global->init))
        bad_var(nv, global, false, "%s", texts[E_init_space]);
    if (nv->texture.n && map_get(&nv->texture, (uintptr_t)global)) {
        if (as != IR_AS_GLOBAL && as != IR_AS_GENERIC)
            bad_var(nv, global, false, "%s", texts[E_texture_space]);
        if (!ir_ty_is_i(global->vty, 64)) bad_var(nv, global, false, "%s", texts[E_texture_type]);
    }
    check_linkage(nv, global);
}

// ---- the module --------------------------------------------------------------------------------

static bool good_triple(const char *s) {
    size_t n = strlen(s), head = strncmp(s, "nvptx64-", 8) == 0 ? 8 : 6;
    return (head == 8 || strncmp(s, "nvptx-", 6) == 0) && n >= head + 5 - 1 &&
           strcmp(s + n - 5, "-cuda") == 0;
}

static void check_module(Nv *v) {
    if (!v->m->datalayout) {
        begin(v, "Error: ");
        buf_puts(v->log, texts[E_no_layout]);
        buf_putc(v->log, '\n');
        v->failed = true;
        return;
    }
    const char *layout = atom_str(v->ctx, v->m->datalayout),
               *triple = atom_str(v->ctx, v->m->triple);
    Buf out;
    buf_init(&out, &v->ctx->perm);
    if (!nvvm_check_layout(layout, v->latest, true, &out)) {
        begin(v, "Error: ");
        buf_write(v->log, out.at, out.n);
        buf_putc(v->log, '\n');
        v->failed = true;
    } else if (!good_triple(triple)) {
        begin(v, "Error: ");
        TEXT(E_triple, triple);
        buf_putc(v->log, '\n');
        v->failed = true;
    }
}

// Names to numbers.
static void prepare(Nv *nv) {
    for (uint32_t op = 0; op < IR_NOPS; op++) {
        for (size_t k = 0; k < CU_COUNT(no_instruction); k++)
            nv->illegal[op] |= strcmp(ir_ops[op].name, no_instruction[k]) == 0;
    }
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
