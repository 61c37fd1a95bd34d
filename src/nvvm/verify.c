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
static Buf *begin(Nv *v, const char *severity) {
    if (!v->log->n) buf_puts(v->log, "error: ");
    buf_puts(v->log, severity);
    return v->log;
}

static void CU_PRINTF(2, 3) say(Nv *v, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(v->log, fmt, ap);
    va_end(ap);
}

static const char *name_of(Nv *v, const IrValue *x) {
    return atom_str(v->ctx, x->name);
}

#define TEXT(id, ...) buf_printf(v->log, texts[id], __VA_ARGS__)

// ---- types -------------------------------------------------------------------------------------

// The spelling of a type that no GPU has, somewhere inside t; NULL.
static const char *foreign_type(const IrType *t) {
    switch (t->kind) {
    case IR_TY_FP128: return "fp128";
    case IR_TY_X86_FP80: return "x86_fp80";
    case IR_TY_PPC_FP128: return "ppc_fp128";
    default: break;
    }
    if (t->kind == IR_TY_ARRAY || t->kind == IR_TY_VECTOR) return foreign_type(t->elem);
    for (uint64_t i = 0; t->kind == IR_TY_STRUCT && i < t->n; i++) {
        const char *s = foreign_type(t->sub[i]);
        if (s) return s;
    }
    return NULL;
}

// ---- instructions ------------------------------------------------------------------------------

static void CU_PRINTF(3, 4) bad_inst(Nv *v, const IrInst *i, const char *fmt, ...) {
    if (v->failed) return;
    v->failed = true;
    begin(v, "Error: :  Function `");
    say(v, "%s' Basic Block `%s': \n  context: ", name_of(v, &v->fn->g.v),
        name_of(v, &i->block->v));
    size_t at = v->log->n;
    ir_print_inst(i, v->log);
    while (v->log->n > at && v->log->at[v->log->n - 1] == '\n') v->log->n--;
    buf_puts(v->log, "\n  ");
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(v->log, fmt, ap);
    va_end(ap);
    buf_puts(v->log, "\n\n");
}

static uint32_t space(const IrValue *p) {
    return ir_ty_scalar(p->type)->as;
}

// The generic, global, shared, constant and local spaces.
static bool known_space(uint32_t as) {
    return as <= IR_AS_LOCAL && as != 2;
}

static bool atomic_space(uint32_t as) {
    return as == IR_AS_GENERIC || as == IR_AS_GLOBAL || as == IR_AS_SHARED;
}

static void check_memory(Nv *v, const IrInst *i, const IrValue *ptr) {
    if (i->order != IR_NOT_ATOMIC) bad_inst(v, i, "%s", texts[E_atomic_memory]);
    if (v->latest && space(ptr) == 6) bad_inst(v, i, "%s", texts[E_tensor_memory]);
}

static void check_atomic(Nv *v, const IrInst *i) {
    bool exchange = i->v.op == IR_CMPXCHG;
    const IrType *t = ir_op(i, 1)->type;
    uint32_t bits = t->kind == IR_TY_INT ? t->bits : 0;
    bool fp = !exchange && i->pred >= IR_RMW_FADD && i->pred <= IR_RMW_FMIN;
    if (!fp && bits != 32 && bits != 64 && bits != 128)
        bad_inst(v, i, "%s", texts[E_atomic_type]);
    else if (!fp && !exchange && bits == 128 && i->pred != IR_RMW_XCHG)
        bad_inst(v, i, "%s", texts[E_atomic_i128]);
    if (!atomic_space(space(ir_op(i, 0))))
        bad_inst(v, i, "%s", texts[exchange ? E_cmpxchg_space : E_rmw_space]);
    if (!exchange && !v->latest && i->pred == IR_RMW_NAND) bad_inst(v, i, "%s", texts[E_rmw_op]);
}

static void check_cast(Nv *v, const IrInst *i) {
    uint32_t from = space(ir_op(i, 0)), to = space(&i->v);
    if (!known_space(from))
        bad_inst(v, i, "%s", texts[E_cast_from]);
    else if (!known_space(to))
        bad_inst(v, i, "%s", texts[E_cast_to]);
    else if (from && to && from != to)
        bad_inst(v, i, "%s", texts[E_cast_both]);
}

static void check_alloca(Nv *v, const IrInst *i) {
    if (i->align > 1u << 23) bad_inst(v, i, "%s", texts[E_alloca_align]);
    if (i->v.type->as) bad_inst(v, i, "%s", texts[E_alloca_space]);
}

static bool asm_type(const Nv *v, const IrType *t) {
    switch (t->kind) {
    case IR_TY_INT:
        return (t->bits == 1 && v->latest) || t->bits == 8 || t->bits == 16 || t->bits == 32 ||
               t->bits == 64;
    case IR_TY_FLOAT:
    case IR_TY_DOUBLE:
    case IR_TY_PTR: return true;
    default: return false;
    }
}

static void check_asm(Nv *v, const IrInst *i) {
    for (uint32_t k = 0; k < ir_call_nargs(i); k++) {
        if (asm_type(v, ir_op(i, k)->type)) continue;
        bad_inst(v, i, "%s", texts[v->latest ? E_asm_type : E_asm_type_old]);
    }
}

// Is `name` the intrinsic `base`, overloaded or not? (llvm.exp is not llvm.exp2 nor llvm.exp10.)
static bool is_intrinsic(const char *name, const char *base) {
    size_t n = strlen(base);
    return strncmp(name, base, n) == 0 && (name[n] == 0 || name[n] == '.');
}

static void check_width(Nv *v, const IrInst *i, int error, uint32_t smallest) {
    const IrType *t = ir_op(i, 0)->type;
    if (error == E_count_type && t->kind == IR_TY_VECTOR) t = t->elem;
    uint32_t n = t->bits;
    bool ok = t->kind == IR_TY_INT && n >= smallest && n <= 64 && !(n & (n - 1));
    if (!ok) bad_inst(v, i, "%s", texts[error]);
}

static void check_intrinsic(Nv *v, const IrInst *i, const char *s) {
    for (size_t k = 0; k < CU_COUNT(no_intrinsic); k++) {
        if (is_intrinsic(s, no_intrinsic[k])) bad_inst(v, i, texts[E_intrinsic], s);
    }
    if (is_intrinsic(s, "llvm.memcpy") || is_intrinsic(s, "llvm.memmove")) {
        if (space(ir_op(i, 0)) == IR_AS_CONST) bad_inst(v, i, "%s", texts[E_memcpy_const]);
    } else if (is_intrinsic(s, "llvm.memset")) {
        if (space(ir_op(i, 0)) == IR_AS_CONST) bad_inst(v, i, "%s", texts[E_memset_const]);
    } else if (is_intrinsic(s, "llvm.bswap")) {
        if (i->v.type->kind == IR_TY_VECTOR) bad_inst(v, i, "%s", texts[E_bswap_vector]);
        check_width(v, i, E_bswap_type, 16);
    } else if (is_intrinsic(s, "llvm.ctpop") || is_intrinsic(s, "llvm.ctlz") ||
               is_intrinsic(s, "llvm.cttz")) {
        check_width(v, i, E_count_type, 8);
    } else if (strstr(s, ".with.overflow.")) {
        check_width(v, i, E_overflow_type, 16);
    }
}

// llvm.nvvm.texsurf.handle(metadata ptr addrspace(1) @tex, ptr addrspace(1) @tex)
static void check_nvvm(Nv *v, const IrInst *i, const char *s) {
    if (is_intrinsic(s, "llvm.nvvm.stacksave") && i->v.type->as != IR_AS_LOCAL)
        bad_inst(v, i, "%s", texts[E_stacksave]);
    if (is_intrinsic(s, "llvm.nvvm.stackrestore") && space(ir_op(i, 0)) != IR_AS_LOCAL)
        bad_inst(v, i, "%s", texts[E_stackrestore]);
    if (!is_intrinsic(s, "llvm.nvvm.texsurf.handle") || !ir_call_nargs(i)) return;
    const IrValue *x = ir_op(i, 0);
    const IrMd *md = x->kind == IR_V_MD ? ((const IrMdValue *)x)->md : NULL;
    if (md && md->kind == IR_MD_NODE && md->n == 1) md = md->op[0];
    if (!md || md->kind != IR_MD_VALUE || !ir_as_var(md->value))
        bad_inst(v, i, "%s", texts[E_texsurf]);
}

static void check_call(Nv *v, const IrInst *i) {
    if (ir_callee(i)->kind == IR_V_ASM) {
        check_asm(v, i);
        return;
    }
    const IrFunc *f = ir_called(i);
    if (!f) return;
    const char *s = name_of(v, &f->g.v);
    if (strncmp(s, "llvm.nvvm.", 10) == 0)
        check_nvvm(v, i, s);
    else if (strncmp(s, "llvm.", 5) == 0)
        check_intrinsic(v, i, s);
}

static bool all_integers(const IrMd *node) {
    for (uint32_t k = 0; k < node->n; k++) {
        const IrMd *e = node->op[k];
        if (!e || e->kind != IR_MD_VALUE || !ir_as_cint(e->value)) return false;
    }
    return true;
}

// Attachments of old front ends. (NVIDIA's message has the node's address where ours has none.)
static void check_attachments(Nv *v, const IrInst *i) {
    for (const IrMdAttach *a = i->md; a && !v->failed; a = a->next) {
        const char *kind = atom_str(v->ctx, a->kind);
        if (!a->md || a->md->kind != IR_MD_NODE) continue;
        bool pragma = i->v.op == IR_BR && strcmp(kind, "pragma") == 0;
        const IrMd *name = a->md->n ? a->md->op[0] : NULL;
        if (pragma && a->md->n != 2) {
            v->failed = true;
            buf_printf(begin(v, "Error: : "), "\n  %s\n\n", texts[E_pragma_operands]);
        } else if (pragma && name && name->kind == IR_MD_STRING &&
                   strcmp(atom_str(v->ctx, name->text), "unroll") == 0) {
            v->failed = true;
            buf_printf(begin(v, "Error: "), "%s\n", texts[E_pragma_unroll]);
        } else if (strcmp(kind, "callalign") == 0 && !all_integers(a->md)) {
            v->failed = true;
            buf_printf(begin(v, "Error: : "), "\n  %s\n\n", texts[E_callalign]);
        }
    }
}

static void check_inst(Nv *v, const IrInst *i) {
    if (i->md) check_attachments(v, i);
    const char *foreign = foreign_type(i->v.type);
    bool has_type = i->v.op == IR_ALLOCA || i->v.op == IR_GEP;
    if (!foreign && has_type && i->aty) foreign = foreign_type(i->aty);
    for (uint32_t k = 0; !foreign && k < i->nops; k++) {
        const IrValue *x = ir_op(i, k);
        if (x->kind == IR_C_BLOCKADDR) bad_inst(v, i, "%s", texts[E_blockaddress]);
        if (x->kind != IR_V_BLOCK && x->kind != IR_V_ASM) foreign = foreign_type(x->type);
    }
    if (foreign) bad_inst(v, i, texts[E_type], foreign);
    switch (i->v.op) {
    case IR_LOAD: check_memory(v, i, ir_op(i, 0)); break;
    case IR_STORE: check_memory(v, i, ir_op(i, 1)); break;
    case IR_ALLOCA: check_alloca(v, i); break;
    case IR_CMPXCHG:
    case IR_ATOMICRMW: check_atomic(v, i); break;
    case IR_ADDRSPACECAST: check_cast(v, i); break;
    case IR_CALL: check_call(v, i); break;
    default:
        if (v->illegal[i->v.op]) bad_inst(v, i, texts[E_illegal], ir_ops[i->v.op].name);
    }
}

// ---- what is used ----

static void mark_used(Nv *v, const IrValue *x, uint32_t depth) {
    const IrConst *c = ir_as_const(x);
    if (!c || depth > 64 || map_get(&v->used, (uintptr_t)c)) return;
    bool global = c->v.kind >= IR_C_VAR;
    bool inner = c->v.kind == IR_C_AGG || c->v.kind == IR_C_EXPR;
    if (global || inner) map_put(&v->used, (uintptr_t)c, v);
    for (uint32_t k = 0; inner && k < c->n; k++) mark_used(v, &c->elem[k]->v, depth + 1);
}

// Does any instruction or initialiser refer to it? The newer engine has dropped the declarations of
// which this is not so before it verifies.
static bool is_used(Nv *v, const IrGlobal *g) {
    if (!v->used.arena) {
        map_init(&v->used, &v->ctx->perm);
        IR_FOREACH_FUNC(f, v->m) {
            IR_FOREACH_BLOCK(bb, f) {
                IR_FOREACH_INST(i, bb) {
                    for (uint32_t k = 0; k < i->nops; k++) mark_used(v, ir_op(i, k), 0);
                }
            }
        }
        for (uint32_t i = 0; i < v->m->vars.n; i++) {
            if (v->m->vars.at[i]->init) mark_used(v, &v->m->vars.at[i]->init->v, 0);
        }
    }
    return map_get(&v->used, (uintptr_t)g) != NULL;
}

// ---- functions ---------------------------------------------------------------------------------

static void bad_func(Nv *v, const IrFunc *f, int error, const char *what) {
    if (v->failed) return;
    v->failed = true;
    begin(v, "Error: : Function `");
    say(v, "%s': ", name_of(v, &f->g.v));
    buf_printf(v->log, texts[error], what);
    buf_puts(v->log, "\n\n");
}

static bool identifier(const char *s) {
    if (*s >= '0' && *s <= '9') return false;
    for (; *s; s++) {
        bool letter = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z');
        if (!letter && !(*s >= '0' && *s <= '9') && *s != '$' && *s != '_') return false;
    }
    return true;
}

static void check_linkage(Nv *v, const IrGlobal *g) {
    int error = -1;
    const char *s = name_of(v, &g->v);
    bool own = strncmp(s, "llvm.", 5) == 0 || strncmp(s, "nvvm.", 5) == 0;
    if (!own && !ir_is_local_linkage(g->linkage) && !identifier(s)) error = E_identifier;
    if (g->linkage == IR_APPENDING && strcmp(s, "llvm.used") && strcmp(s, "llvm.compiler.used"))
        error = E_appending;
    if (g->linkage == IR_EXTERN_WEAK && g->v.kind == IR_C_FUNC) error = E_extern_weak;
    if (error < 0 || v->failed) return;
    v->failed = true;
    begin(v, "Error: : Global Value `");
    say(v, "%s': ", s);
    buf_printf(v->log, texts[error], s);
    buf_puts(v->log, "\n\n");
}

static void check_head(Nv *v, const IrFunc *f) {
    const IrAttrSet *a = f->attrs.fn;
    check_linkage(v, &f->g);
    for (size_t k = 0; a && k < CU_COUNT(no_attribute); k++) {
        uint32_t id = v->attribute[k];
        if (id < IR_NATTRS && ir_attr_has(a, id)) bad_func(v, f, E_attribute, no_attribute[k]);
    }
    if (f->g.section) bad_func(v, f, E_section, atom_str(v->ctx, f->g.section));
    if (f->g.align) bad_func(v, f, E_alignment, "");
    if (f->prefix) bad_func(v, f, E_prefix, "");
    if (f->prologue) bad_func(v, f, E_prologue, "");
    if (f->personality) bad_func(v, f, E_personality, "");
    if (f->gc) bad_func(v, f, E_gc, "");
    bool kernel = f->cc == IR_CC_PTX_KERNEL;
    if (kernel && ir_func_ret(f)->kind != IR_TY_VOID) bad_func(v, f, E_entry_value, "");
}

static void check_func(Nv *v, IrFunc *f) {
    bool declared = ir_is_decl(f);
    if (declared && v->latest && !is_used(v, &f->g)) return;
    if (!f->intrin) check_head(v, f);
    v->fn = f;
    IR_FOREACH_BLOCK(bb, f) {
        for (const IrInst *i = bb->first; i && !v->failed; i = i->next) check_inst(v, i);
    }
}

// ---- variables ---------------------------------------------------------------------------------

static void bad_var(Nv *v, const IrGlobal *g, bool warn, const char *fmt, ...) CU_PRINTF(4, 5);
static void bad_var(Nv *v, const IrGlobal *g, bool warn, const char *fmt, ...) {
    if (v->failed) return;
    v->failed = !warn;
    begin(v, warn ? "Warning: : Global Variable `" : "Error: : Global Variable `");
    say(v, "%s': \n  context: ", name_of(v, &g->v));
    IrGlobal plain = *g; // the reader has given it the alignment that it has anyway
    if (plain.align == g->vty->align) plain.align = 0;
    ir_print_var(&plain, v->log);
    buf_puts(v->log, "\n  ");
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(v->log, fmt, ap);
    va_end(ap);
    buf_puts(v->log, warn ? "\n" : "\n\n");
}

static bool all_undef(const IrConst *c) {
    if (c->v.kind != IR_C_AGG) return c->v.kind == IR_C_UNDEF || c->v.kind == IR_C_POISON;
    for (uint32_t i = 0; i < c->n; i++) {
        if (!all_undef(c->elem[i])) return false;
    }
    return true;
}

// The address of a shared variable, cast or with an offset, as the whole initialiser.
static bool refers_to_shared(const IrConst *c) {
    for (int depth = 0; c->v.kind == IR_C_EXPR && c->n && depth < 64; depth++) c = c->elem[0];
    return c->v.kind == IR_C_VAR && c->v.type->as == IR_AS_SHARED;
}

// !{ptr addrspace(1) @t, !"texture", i32 1} and the like
static void find_textures(Nv *v) {
    Atom name = atom_cstr(v->ctx, "nvvm.annotations");
    uint32_t n = ir_named_md_n(v->m, name);
    if (n) map_init(&v->texture, &v->ctx->perm);
    for (uint32_t i = 0; i < n; i++) {
        const IrMd *a = ir_named_md_get(v->m, name, i);
        const IrMd *var = a && a->kind == IR_MD_NODE && a->n ? a->op[0] : NULL;
        const IrGlobal *g = var && var->kind == IR_MD_VALUE ? ir_as_var(var->value) : NULL;
        for (uint32_t k = 1; g && k < a->n; k += 2) {
            const char *s =
                a->op[k] && a->op[k]->kind == IR_MD_STRING ? atom_str(v->ctx, a->op[k]->text) : "";
            if (strcmp(s, "texture") == 0 || strcmp(s, "surface") == 0)
                map_put(&v->texture, (uintptr_t)g, v);
        }
    }
}

static void check_var(Nv *v, const IrGlobal *g) {
    uint32_t as = g->v.type->as;
    const char *s = name_of(v, &g->v), *foreign = foreign_type(g->vty);
    if (strcmp(s, "llvm.global_ctors") == 0 || strcmp(s, "llvm.global_dtors") == 0)
        bad_var(v, g, true, texts[E_ctors], s);
    if (!g->init && v->latest && !is_used(v, g)) return;
    if (!known_space(as) || as == IR_AS_LOCAL) bad_var(v, g, false, "%s", texts[E_global_space]);
    if (as == IR_AS_SHARED && g->init && !all_undef(g->init))
        bad_var(v, g, false, "%s", texts[E_shared_init]);
    const char *section = atom_str(v->ctx, g->section);
    if (*section && strcmp(section, "llvm.metadata"))
        bad_var(v, g, false, "%s", texts[E_global_section]);
    if (foreign) bad_var(v, g, false, texts[E_type], foreign);
    if (g->init && refers_to_shared(g->init)) bad_var(v, g, false, "%s", texts[E_init_space]);
    if (v->texture.n && map_get(&v->texture, (uintptr_t)g)) {
        if (as != IR_AS_GLOBAL && as != IR_AS_GENERIC)
            bad_var(v, g, false, "%s", texts[E_texture_space]);
        if (!ir_ty_is_i(g->vty, 64)) bad_var(v, g, false, "%s", texts[E_texture_type]);
    }
    check_linkage(v, g);
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
    Buf b;
    buf_init(&b, &v->ctx->perm);
    if (!nvvm_check_layout(layout, v->latest, true, &b)) {
        begin(v, "Error: ");
        buf_write(v->log, b.at, b.n);
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
static void prepare(Nv *v) {
    for (uint32_t op = 0; op < IR_NOPS; op++) {
        for (size_t k = 0; k < CU_COUNT(no_instruction); k++)
            v->illegal[op] |= strcmp(ir_ops[op].name, no_instruction[k]) == 0;
    }
    for (size_t k = 0; k < CU_COUNT(no_attribute); k++) {
        uint8_t id = 0;
        while (id < IR_NATTRS && strcmp(ir_attr_names[id], no_attribute[k])) id++;
        v->attribute[k] = id;
    }
}

bool nvvm_verify(IrModule *m, bool latest, Buf *log) {
    Nv v = {.m = m, .ctx = m->ctx, .log = log, .latest = latest};
    prepare(&v);
    check_module(&v);
    find_textures(&v);
    for (uint32_t i = 0; i < m->vars.n && !v.failed; i++) check_var(&v, m->vars.at[i]);
    for (uint32_t i = 0; i < m->funcs.n && !v.failed; i++) check_func(&v, m->funcs.at[i]);
    return !v.failed;
}
