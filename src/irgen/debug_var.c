// SPDX-License-Identifier: Apache-2.0
// Variables for a debugger: parameters and locals, each with a place in the frame that a record
// names from its declaration on; globals, which have theirs.
#include "irgen/debug.h"

// ---- locals ------------------------------------------------------------------------------------

typedef struct LocalInfo {
    Atom name;
    uint32_t argument; // its number, from 1; 0: no parameter
    IrMd *type;
    Pos pos;
    const char *flags;
    bool indirect;   // the slot holds the address
    uint64_t offset; // from there
} LocalInfo;

static IrMd *place_expression(Gen *gen, const LocalInfo *info) {
    IrDiField field[3];
    uint32_t n = 0;
    if (info->indirect)
        field[n++] = (IrDiField){.kind = IR_DI_WORD, .text = atom_cstr(gen->ctx, "DW_OP_deref")};
    if (info->offset) {
        Atom plus = atom_cstr(gen->ctx, "DW_OP_plus_uconst");
        field[n++] = (IrDiField){.kind = IR_DI_WORD, .text = plus};
        field[n++] = (IrDiField){.kind = IR_DI_UINT, .num = (int64_t)info->offset};
    }
    return ir_md_di(gen->m, "DIExpression", false, n, field);
}

// The variable is at `slot` from here on.
static void declare(Fn *fn, const LocalInfo *info, IrValue *slot) {
    Gen *gen = fn->g;
    SrcLoc loc = {0};
    if (info->pos) source_resolve(gen->ctx, info->pos, &loc);
    DiNode node = di_begin(gen);
    di_text(&node, "name", info->name);
    di_nonzero(&node, "arg", info->argument);
    di_md(&node, "scope", fn->di_scope);
    di_place(&node, info->pos);
    di_md(&node, "type", info->type);
    di_word(&node, "flags", info->flags);
    IrMd *var = di_end(&node, "DILocalVariable");
    ir_record_new(fn->b.bb, NULL, IR_RECORD_DECLARE, slot, var, place_expression(gen, info),
                  ir_md_loc(gen->m, loc.line, loc.col, fn->di_scope, NULL));
}

void gen_debug_this(Fn *fn, IrValue *slot) {
    Gen *gen = fn->g;
    Type *object = ty_qual(gen->x, fn->fd->cls->d.type, fn->fd->d.type->u.func.quals);
    Type *type = ty_qual(gen->x, ty_pointer(gen->x, object), Q_CONST);
    LocalInfo info = {.name = atom_cstr(gen->ctx, "this"),
                      .argument = 1,
                      .type = di_type(gen, type, NULL, DI_DESCRIBED),
                      .pos = fn->fd->d.pos,
                      .flags = "DIFlagArtificial | DIFlagObjectPointer"};
    declare(fn, &info, slot);
}

// An object that the caller made is shown as what was passed: a reference to it.
void gen_debug_param(Fn *fn, VarDecl *var, uint32_t number, IrValue *slot, bool by_address) {
    Gen *gen = fn->g;
    bool reference = ty_is_ref(var->d.type);
    Type *type = by_address && !reference ? ty_ref(gen->x, var->d.type, false) : var->d.type;
    LocalInfo info = {.name = var->d.name, .argument = number, .pos = var->d.pos};
    info.type = di_type(gen, type, cxx_written_type(gen->x, &var->d), DI_DESCRIBED);
    declare(fn, &info, slot);
}

// Where a structured binding's name is in the hidden variable, if that is a matter of bytes.
static bool part_offset(Gen *gen, const Expr *part, const VarDecl *holder, uint64_t *bytes) {
    *bytes = 0;
    for (; part && part->kind != E_DECLREF; part = part->a) {
        const FieldDecl *field = part->kind == E_MEMBER ? (const FieldDecl *)part->u.decl : NULL;
        const Expr *index = part->kind == E_SUBSCRIPT ? part->b : NULL;
        bool plain = part->kind == E_CAST && (ty_is_array(part->a->type) ||
                                              ty_unqual(part->type) == ty_unqual(part->a->type));
        if (field && field->d.kind == D_FIELD && !field->is_bitfield && !ty_is_ref(field->d.type))
            *bytes += field->offset;
        else if (index && index->kind == E_INT)
            *bytes += apint_u64(&index->u.i) * gen_size(gen, part->type);
        else if (!plain)
            return false;
    }
    return part && part->u.decl == &holder->d;
}

// The names share the place of the hidden variable.
static void declare_bindings(Fn *fn, const VarDecl *var, IrValue *slot) {
    Gen *gen = fn->g;
    const BindingDecl *binding = cxx_first_binding(gen->x, var);
    for (; binding; binding = cxx_next_binding(gen->x, binding)) {
        LocalInfo info = {.name = binding->v.d.name, .pos = binding->v.d.pos};
        if (!binding->e || binding->v.d.flags & DF_INVALID ||
            !part_offset(gen, binding->e, var, &info.offset))
            continue;
        info.type = di_type(gen, binding->v.d.type, NULL, DI_DESCRIBED);
        info.indirect = ty_is_ref(var->d.type);
        declare(fn, &info, slot);
    }
}

// What the program has no name for: the variables of a range-for, what a structured binding names
// parts of.
static Atom hidden_name(Fn *fn, const VarDecl *var) {
    if (fn->di_hidden) return fn->di_hidden;
    return cxx_first_binding(fn->g->x, var) ? atom_cstr(fn->g->ctx, "__binding") : 0;
}

void gen_debug_local(Fn *fn, VarDecl *var, IrValue *slot) {
    Gen *gen = fn->g;
    if (!gen->debug) return;
    LocalInfo info = {.name = var->d.name, .pos = var->d.pos};
    if (!info.name) {
        info.name = hidden_name(fn, var);
        info.flags = "DIFlagArtificial";
    }
    if (!info.name) return;
    info.type = di_type_of(gen, &var->d, DI_DESCRIBED);
    declare(fn, &info, slot);
    declare_bindings(fn, var, slot);
}

// ---- globals -----------------------------------------------------------------------------------

static void attach(Gen *gen, IrGlobal *variable, IrMd *var) {
    DiNode node = di_begin(gen);
    di_md(&node, "var", var);
    di_md(&node, "expr", ir_md_di(gen->m, "DIExpression", false, 0, NULL));
    IrMd *md = di_end(&node, "DIGlobalVariableExpression");
    ir_global_set_md(variable, atom_cstr(gen->ctx, "dbg"), md);
    vec_push(&gen->ctx->perm, &gen->debug->globals, md);
}

// `scope`: of a static local its block, else NULL.
static void describe(Gen *gen, VarDecl *var, IrGlobal *variable, IrMd *scope) {
    bool launched = (var->d.cuda & CU_SHARED) && (var->d.flags & DF_EXTERN);
    Atom dbg = atom_cstr(gen->ctx, "dbg");
    if ((!variable->init && !launched) || ir_global_get_md(variable, dbg)) return;
    bool is_member = var->d.flags & DF_MEMBER && var->d.scope->kind == SC_CLASS;
    Buf name;
    buf_init(&name, &gen->ctx->perm);
    buf_atom(gen->ctx, &name, var->d.name);
    if (var->args) cxx_targs_print(gen->x, &name, var->args);
    // what a block only declares is the namespace's [basic.link]/6
    Scope *around = launched ? cxx_namespace_of(var->d.scope) : var->d.scope;
    if (!scope || launched) scope = di_scope_of(gen, around);
    if (!name.n) return;
    DiNode node = di_begin(gen);
    di_text(&node, "name", atom_cstr(gen->ctx, buf_cstr(&name)));
    di_md(&node, "scope", scope ? scope : gen->di_unit);
    di_text(&node, "linkageName", variable->v.name);
    di_place(&node, var->d.pos);
    di_md(&node, "type", di_type_of(gen, &var->d, DI_DESCRIBED));
    di_word(&node, "isLocal", variable->linkage == IR_INTERNAL ? "true" : "false");
    di_word(&node, "isDefinition", "true");
    if (var->tmpl && var->args)
        di_md(&node, "templateParams", di_template_params(gen, var->tmpl->params, var->args));
    if (is_member) di_md(&node, "declaration", di_static_member(gen, var));
    di_nonzero(&node, "align", 8 * var->align);
    attach(gen, variable, di_end_distinct(&node, "DIGlobalVariable"));
}

// Those of functions are described in their blocks.
void gen_debug_global(Gen *gen, VarDecl *var, IrGlobal *global) {
    if (gen->debug && !var->fn) describe(gen, var, global, NULL);
}

void gen_debug_static(Fn *fn, VarDecl *var, IrGlobal *global) {
    if (fn->g->debug) describe(fn->g, var, global, fn->di_scope);
}

// Virtual tables are of long, their tables of pointers to such, as NVIDIA's compiler has them.
void gen_debug_table(Gen *gen, IrGlobal *global, uint64_t words, bool of_tables) {
    if (!gen->debug) return;
    Type *word = ty_qual(gen->x, ty_basic(gen->x, TY_LONG), Q_CONST);
    if (of_tables) word = ty_qual(gen->x, ty_pointer(gen->x, word), Q_CONST);
    DiNode node = di_begin(gen);
    di_text(&node, "name", global->v.name);
    di_md(&node, "scope", gen->di_unit);
    di_text(&node, "linkageName", global->v.name);
    di_md(&node, "file", ir_md_field(gen->di_unit, atom_cstr(gen->ctx, "file"))->md);
    di_md(&node, "type", di_type(gen, ty_array(gen->x, word, words), NULL, DI_DESCRIBED));
    di_word(&node, "isLocal", "true");
    di_word(&node, "isDefinition", "true");
    attach(gen, global, di_end_distinct(&node, "DIGlobalVariable"));
}
