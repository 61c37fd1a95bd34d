// SPDX-License-Identifier: Apache-2.0
// What ptxas checks of declarations (PTX ISA 5.1 to 5.4, 11): types and alignments of variables and
// parameters, linkage, initialisers, performance directives. What is wrong is reported at the
// current token, behind the declaration.
#include "base/target.h"
#include "ptx/ptx_int.h"

#include <stdlib.h>

// False, for `return`, after the message about the declaration of that name.
static bool wrong(Reader *reader, const char *what, Atom name) {
    return rd_fail(reader, DIAG_OF(ptx, bad_declaration), what,
                   name ? atom_str(reader->ctx, name) : "_");
}

// ---- variables ----------------------------------------------------------------------------------

// Other formats of floating point are types of instructions only.
static bool is_storable(PtxType type) {
    char kind = ptx_types[type].kind;
    if (kind == 'f') return is_any_of(type, PTX_F16, PTX_F32, PTX_F64);
    return kind == 'x' ? type == PTX_F16X2 : ptx_types[type].bits >= 8;
}

// What a variable or parameter of a state space can be made of.
static bool check_type(Reader *reader, const PtxVar *var) {
    PtxType type = (PtxType)var->type;
    uint32_t bits = ptx_type_bits(type) * CU_MAX(var->vec, 1u);
    if (type == PTX_PRED) return rd_fail(reader, DIAG_OF(ptx, predicate_space));
    if (ptx_types[type].kind == 'o' && !is_any_of(var->space, PTXS_GLOBAL, PTXS_PARAM))
        return wrong(reader, "textures lie in global memory", var->name);
    if (!is_storable(type)) return wrong(reader, "no variable has this type", var->name);
    if (bits > 128) return wrong(reader, "a vector has 128 bits at most", var->name);
    bool plain = var->space != PTXS_PARAM || (!var->vec && (type != PTX_F16X2 || var->is_array));
    return plain || wrong(reader, "no parameter has this type", var->name);
}

// Where initial values may stand, and the addresses among them.
static bool check_initialiser(Reader *reader, const PtxVar *var) {
    if (!var->has_init) return true;
    if (!is_any_of(var->space, PTXS_GLOBAL, PTXS_CONST))
        return wrong(reader, "no initialiser in this state space", var->name);
    if (var->linkage == PTXL_EXTERN)
        return wrong(reader, "no initialiser of what another module defines", var->name);
    if (var->type == PTX_F16) return wrong(reader, "no initialiser of this type", var->name);
    VEC_FOREACH (const PtxReloc, reloc, &var->reloc) {
        const PtxVar *of = ptx_sym_var(reader->m, reloc->sym);
        if (of && !is_any_of(of->space, PTXS_GLOBAL, PTXS_CONST))
            return wrong(reader, "only addresses in global memory are constants", var->name);
        bool whole = is_any_of(var->type, PTX_U32, PTX_U64);
        if (!whole && var->type != PTX_U8)
            return wrong(reader, "an address has the type .u32 or .u64", var->name);
    }
    return true;
}

// A variable, at module level or in a function, with its initialiser.
void rd_check_declaration(Reader *reader, const PtxVar *var) {
    if (!check_type(reader, var) || !check_initialiser(reader, var)) return;
    // With an initialiser the first dimension may be left open.
    bool sized = (!var->unsized || var->has_init) && (var->count > 0 || var->unsized);
    if (!sized && var->linkage != PTXL_EXTERN && !is_any_of(var->space, PTXS_PARAM, PTXS_REG))
        wrong(reader, "its length is not known", var->name);
    else if (!reader->f && var->space == PTXS_LOCAL)
        wrong(reader, "local variables belong to functions", var->name);
    else if (var->managed && var->space != PTXS_GLOBAL)
        wrong(reader, "managed variables lie in global memory", var->name);
}

// ---- registers ----------------------------------------------------------------------------------

// Whether a group of this scope has a register of the name, as %r<8> has %r7.
bool rd_is_grouped(Reader *reader, Atom name) {
    const char *text = atom_str(reader->ctx, name);
    uint32_t n = atom_len(reader->ctx, name), k = n;
    while (k && text[k - 1] >= '0' && text[k - 1] <= '9') k--;
    if (!k || k == n || n - k > 9) return false;
    const Bind *group = map_get(&reader->groups, atom_intern(reader->ctx, text, k));
    if (!group || group->depth != reader->depth) return false;
    return strtoul(text + k, NULL, 10) < group->count;
}

// A group has none of the names that its scope has declared.
void rd_check_group(Reader *reader, const Bind *group) {
    for (const Bind *bind = reader->scope[reader->depth]; bind; bind = bind->next) {
        if (bind->kind != BIND_REG || !rd_is_grouped(reader, bind->name)) continue;
        const char *text = atom_str(reader->ctx, bind->name);
        size_t n = atom_len(reader->ctx, group->name);
        if (strncmp(text, atom_str(reader->ctx, group->name), n) == 0 && text[n] >= '0' &&
            text[n] <= '9')
            rd_error(reader, DIAG_OF(ptx, redeclared), text);
    }
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

// One parameter of a kernel or function.
static bool check_parameter(Reader *reader, const PtxFunc *fn, const PtxVar *var, bool is_last) {
    enum { MOST_ALIGNED = 128 };
    if (fn->entry && var->space == PTXS_REG)
        return wrong(reader, "a kernel's parameters are in the state space .param", var->name);
    if (!var->name || strcmp(atom_str(reader->ctx, var->name), "_") == 0) {
        if (!fn->entry || !var->name) return wrong(reader, "a parameter has a name", var->name);
    }
    if (var->space == PTXS_REG) return true;
    if (!check_type(reader, var)) return false;
    if ((var->unsized || !var->count) && fn->entry)
        return wrong(reader, "a kernel's parameter has a length", var->name);
    if (var->unsized && !is_last)
        return wrong(reader, "only the last parameter has no length", var->name);
    if (!fn->entry && var->align > MOST_ALIGNED)
        return wrong(reader, "a parameter is aligned to 128 bytes at most", var->name);
    return fn->entry || !var->ptr || wrong(reader, ".ptr is for kernels", var->name);
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
    bool of_kernel = have->maxntid[0] || have->reqntid[0] || have->minnctapersm || have->maxnreg ||
                     have->reqnctapercluster[0] || have->maxclusterrank || have->explicitcluster;
    if (of_kernel && !fn->entry) return wrong(reader, "a directive for kernels", fn->name);
    if (have->noreturn && fn->entry) return wrong(reader, ".noreturn is for functions", fn->name);
    if (have->maxntid[0] && have->reqntid[0])
        return wrong(reader, ".maxntid and .reqntid exclude each other", fn->name);
    if (have->reqnctapercluster[0] && have->maxclusterrank)
        return wrong(reader, ".reqnctapercluster and .maxclusterrank exclude each other", fn->name);
    bool clusters = have->reqnctapercluster[0] || have->maxclusterrank || have->explicitcluster;
    if (clusters && reader->m->sm < 90) return wrong(reader, "clusters need sm_90", fn->name);
    bool cluster = have->reqntid[0] && have->reqnctapercluster[0];
    return !have->blocksareclusters || cluster ||
           wrong(reader, ".blocksareclusters needs .reqntid and .reqnctapercluster", fn->name);
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
    if (fn->sig.ret.n > 1 && fn->var.at[fn->sig.ret.at[0]].space == PTXS_PARAM)
        wrong(reader, "more than one result needs registers", fn->name);
    else if (bytes > TARGET_PARAM_BYTES)
        wrong(reader, "a kernel's parameters have 32764 bytes at most", fn->name);
    else if (has_body && fn->linkage == PTXL_EXTERN)
        wrong(reader, "another module defines it", fn->name);
    else if (fn->linkage == PTXL_COMMON)
        wrong(reader, ".common is for variables", fn->name);
    else
        check_directives(reader, fn);
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
