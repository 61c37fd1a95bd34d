// SPDX-License-Identifier: Apache-2.0
// What ptxas checks of declarations (PTX ISA 5.1 to 5.4, 11): types and alignments of variables and
// parameters, linkage, initialisers, performance directives. What is wrong is reported at the
// current token, behind the declaration.
#include "base/target.h"
#include "ptx/check/check.h"

#include <stdlib.h>

// False, for `return`, after the message about the declaration of that name.
static bool wrong(Reader *reader, const char *what, Atom name) {
    return rd_fail(reader, DIAG_OF(ptx, bad_declaration), what,
                   name ? atom_str(reader->ctx, name) : "_");
}

typedef struct {
    bool broken;
    const char *what;
} Rule;

// The first rule that is broken is told.
static bool obeys(Reader *reader, Atom name, const Rule *rules, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (rules[i].broken) return wrong(reader, rules[i].what, name);
    }
    return true;
}

// ---- variables ----------------------------------------------------------------------------------

// Other formats of floating point are types of instructions only.
static bool is_storable(PtxType type) {
    char kind = ptx_types[type].kind;
    if (kind == 'f') return is_any_of(type, PTX_F16, PTX_F32, PTX_F64);
    return kind == 'x' ? type == PTX_F16X2 : ptx_types[type].bits >= 8;
}

// What a variable or parameter of a state space can be made of.
static bool check_type(Reader *reader, const PtxVar *declared) {
    PtxType type = (PtxType)declared->type;
    if (type == PTX_PRED) return rd_fail(reader, DIAG_OF(ptx, predicate_space));
    bool handle = ptx_types[type].kind == 'o', parameter = declared->space == PTXS_PARAM;
    bool packed = type == PTX_F16X2 && !declared->is_array; // only as an element of an array
    uint32_t bits = ptx_type_bits(type) * CU_MAX(declared->vec, 1u);
    const Rule rules[] = {
        {handle && !parameter && declared->space != PTXS_GLOBAL, "textures lie in global memory"},
        {!is_storable(type), "no variable has this type"},
        {bits > 128, "a vector has 128 bits at most"},
        {parameter && (declared->vec || packed), "no parameter has this type"},
    };
    return obeys(reader, declared->name, rules, CU_COUNT(rules));
}

// Where initial values may stand, and the addresses among them.
static bool check_initialiser(Reader *reader, const PtxVar *declared) {
    if (!declared->has_init) return true;
    const Rule rules[] = {
        {!is_any_of(declared->space, PTXS_GLOBAL, PTXS_CONST),
         "no initialiser in this state space"},
        {declared->linkage == PTXL_EXTERN, "no initialiser of what another module defines"},
        {declared->type == PTX_F16, "no initialiser of this type"},
    };
    if (!obeys(reader, declared->name, rules, CU_COUNT(rules))) return false;
    bool holds_address = is_any_of(declared->type, PTX_U32, PTX_U64, PTX_U8); // .u8: a byte of one
    VEC_FOREACH (const PtxReloc, reloc, &declared->reloc) {
        const PtxVar *of = ptx_sym_var(reader->module, reloc->sym);
        const Rule of_address[] = {
            {of && !is_any_of(of->space, PTXS_GLOBAL, PTXS_CONST),
             "only addresses in global memory are constants"},
            {!holds_address, "an address has the type .u32 or .u64"},
        };
        if (!obeys(reader, declared->name, of_address, CU_COUNT(of_address))) return false;
    }
    return true;
}

// A variable, at module level or in a function, with its initialiser.
void rd_check_declaration(Reader *reader, const PtxVar *declared) {
    if (!check_type(reader, declared) || !check_initialiser(reader, declared)) return;
    // With an initialiser the first dimension may be left open.
    bool sized = declared->unsized ? declared->has_init : declared->count > 0;
    bool may_be_open =
        declared->linkage == PTXL_EXTERN || is_any_of(declared->space, PTXS_PARAM, PTXS_REG);
    const Rule rules[] = {
        {!sized && !may_be_open, "its length is not known"},
        {!reader->fn && declared->space == PTXS_LOCAL, "local variables belong to functions"},
        {declared->managed && declared->space != PTXS_GLOBAL,
         "managed variables lie in global memory"},
    };
    obeys(reader, declared->name, rules, CU_COUNT(rules));
}

// ---- registers ----------------------------------------------------------------------------------

// Splits %r7 into %r and 7. False: the name does not end in a number, or is nothing else.
static bool split_number(Reader *reader, Atom name, Atom *prefix, uint32_t *number) {
    enum { MOST_DIGITS = 9 };
    const char *text = atom_str(reader->ctx, name);
    uint32_t n = atom_len(reader->ctx, name), digits = n;
    while (digits && text[digits - 1] >= '0' && text[digits - 1] <= '9') digits--;
    if (!digits || digits == n || n - digits > MOST_DIGITS) return false;
    *prefix = atom_intern(reader->ctx, text, digits);
    *number = (uint32_t)strtoul(text + digits, NULL, 10);
    return true;
}

// Whether a group of this scope has a register of the name, as %r<8> has %r7.
bool rd_is_grouped(Reader *reader, Atom name) {
    Atom prefix;
    uint32_t number;
    if (!split_number(reader, name, &prefix, &number)) return false;
    const Bind *group = map_get(&reader->groups, prefix);
    return group && group->depth == reader->depth && number < group->count;
}

// The register of a scope that has the least number behind a prefix.
typedef struct {
    Atom name;
    uint32_t number;
} Numbered;

static void **numbered_slot(Reader *reader, Atom prefix) {
    uint64_t scope = reader->scope_id[reader->depth];
    return map_slot(&reader->numbered, scope << 32 | prefix);
}

void rd_note_register(Reader *reader, Atom name) {
    Atom prefix;
    uint32_t number;
    if (!split_number(reader, name, &prefix, &number)) return;
    void **slot = numbered_slot(reader, prefix);
    const Numbered *least = *slot, own = {name, number};
    if (!least || number < least->number)
        *slot = arena_copy(reader->arena, &own, sizeof own, _Alignof(Numbered));
}

// A group has none of the names that its scope has declared.
void rd_check_group(Reader *reader, const Bind *group) {
    const Numbered *least = *numbered_slot(reader, group->name);
    if (least && least->number < group->count)
        rd_error(reader, DIAG_OF(ptx, redeclared), atom_str(reader->ctx, least->name));
}

// Where an initialiser's values stand: as many braces deep as the variable has dimensions, of which
// the elements of a vector are one.
uint32_t rd_init_depth(const PtxVar *var) {
    return (var->is_array ? CU_MAX(var->ndim, 1u) : 0) + (var->vec != 0);
}

// The most items in braces of that depth; 0: any number.
uint64_t rd_init_items(const PtxVar *var, uint32_t depth) {
    uint32_t dimensions = var->is_array ? CU_MAX(var->ndim, 1u) : 0;
    if (depth > dimensions) return var->vec;
    if (depth == 1 && var->unsized) return 0;
    return var->dim ? var->dim[depth - 1] : var->count;
}

// ---- functions ----------------------------------------------------------------------------------

// One parameter of a kernel or function. (A kernel's may be called "_".)
static bool check_parameter(Reader *reader, const PtxFunc *fn, const PtxVar *formal, bool is_last) {
    enum { MOST_ALIGNED = 128 };
    bool in_register = formal->space == PTXS_REG, blank = !formal->name;
    if (!blank && !fn->entry) blank = strcmp(atom_str(reader->ctx, formal->name), "_") == 0;
    const Rule first[] = {
        {fn->entry && in_register, "a kernel's parameters are in the state space .param"},
        {blank, "a parameter has a name"},
    };
    if (!obeys(reader, formal->name, first, CU_COUNT(first))) return false;
    if (in_register) return true;
    if (!check_type(reader, formal)) return false;
    const Rule rules[] = {
        {fn->entry && (formal->unsized || !formal->count), "a kernel's parameter has a length"},
        {formal->unsized && !is_last, "only the last parameter has no length"},
        {!fn->entry && formal->align > MOST_ALIGNED, "a parameter is aligned to 128 bytes at most"},
        {!fn->entry && formal->ptr, ".ptr is for kernels"},
    };
    return obeys(reader, formal->name, rules, CU_COUNT(rules));
}

// The bytes of a kernel's parameters, each at its alignment.
static uint64_t parameter_bytes(const PtxFunc *fn) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < fn->sig.param.n; i++) {
        const PtxVar *var = &fn->var.at[fn->sig.param.at[i]];
        uint64_t align = ptx_var_align(var);
        bytes = (bytes + align - 1) / align * align + ptx_var_size(var);
    }
    return bytes;
}

// Which of the directives may stand together, and for what.
static bool check_directives(Reader *reader, const PtxFunc *fn) {
    const PtxDirectives *have = &fn->dir;
    bool cluster_size = have->reqnctapercluster[0], cluster_rank = have->maxclusterrank;
    bool clusters = cluster_size || cluster_rank || have->explicitcluster;
    bool most = have->maxntid[0], threads = have->reqntid[0];
    bool of_kernel = most || threads || clusters || have->minnctapersm || have->maxnreg;
    const Rule rules[] = {
        {of_kernel && !fn->entry, "a directive for kernels"},
        {have->noreturn && fn->entry, ".noreturn is for functions"},
        {most && threads, ".maxntid and .reqntid exclude each other"},
        {cluster_size && cluster_rank, ".reqnctapercluster and .maxclusterrank exclude each other"},
        {clusters && reader->module->sm < 90, "clusters need sm_90"},
        {have->blocksareclusters && !(threads && cluster_size),
         ".blocksareclusters needs .reqntid and .reqnctapercluster"},
    };
    return obeys(reader, fn->name, rules, CU_COUNT(rules));
}

// PTX ISA 8.1: more than 4 KB of a kernel's parameters.
static bool may_be_large(Reader *reader, uint64_t bytes) {
    enum { ALWAYS = 4352, SINCE_SM = 70, SINCE_PTX = 81 };
    static const char what[] = "kernel parameters of more than 4352 bytes";
    if (bytes <= ALWAYS) return true;
    rd_need_version(reader, SINCE_PTX, what);
    return rd_need_target(reader, SINCE_SM, what);
}

// A function's header; `has_body`: a definition.
void rd_check_function(Reader *reader, const PtxFunc *fn, bool has_body) {
    uint64_t bytes = fn->entry ? parameter_bytes(fn) : 0;
    for (uint32_t i = 0; i < fn->sig.param.n; i++) {
        const PtxVar *var = &fn->var.at[fn->sig.param.at[i]];
        if (!check_parameter(reader, fn, var, i + 1 == fn->sig.param.n)) return;
    }
    for (uint32_t i = 0; i < fn->sig.ret.n; i++) {
        const PtxVar *var = &fn->var.at[fn->sig.ret.at[i]];
        if (var->space != PTXS_REG && !check_type(reader, var)) return;
    }
    bool many = fn->sig.ret.n > 1;
    const Rule rules[] = {
        {many && fn->var.at[fn->sig.ret.at[0]].space == PTXS_PARAM,
         "more than one result needs registers"},
        {!may_be_large(reader, bytes), "kernel parameters of more than 4352 bytes need sm_70"},
        {bytes > TARGET_PARAM_BYTES, "a kernel's parameters have 32764 bytes at most"},
        {has_body && fn->linkage == PTXL_EXTERN, "another module defines it"},
        {fn->linkage == PTXL_COMMON, ".common is for variables"},
    };
    if (obeys(reader, fn->name, rules, CU_COUNT(rules))) check_directives(reader, fn);
}

// A function that is declared before: who may see it is said in the same words, or left to the
// first declaration.
void rd_check_linkage(Reader *reader, const PtxFunc *before, const PtxFunc *now, bool has_body) {
    bool same =
        before->linkage == now->linkage || (!now->linkage && before->linkage != PTXL_EXTERN);
    if (!same) wrong(reader, "it is declared with another linkage before", now->name);
    if (before->has_body && !has_body)
        rd_error(reader, DIAG_OF(ptx, redeclared), atom_str(reader->ctx, now->name));
}
