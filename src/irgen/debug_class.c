// SPDX-License-Identifier: Apache-2.0
// Classes for a debugger: bases, members, member functions, template arguments. A class's node is
// made when it is first mentioned and filled when the module is done; what by then is no complete
// class to the front end, or was only mentioned, is a declaration.
#include "irgen/debug.h"
#include "irgen/vtable.h"

typedef VEC(IrMd *) Nodes;

// ---- template arguments ------------------------------------------------------------------------

// A number; addresses are not kept: nothing shall be generated for them.
static IrMd *number(Gen *gen, const ConstVal *value, Type *type) {
    IrType *of = value && type && ty_is_scalar(type) ? gen_mem_type(gen, type) : NULL;
    if (!of) return NULL;
    if (value->kind == CV_INT && of->kind == IR_TY_INT)
        return ir_md_value(gen->m, gen_int_const(gen, &value->u.i, of));
    if (value->kind == CV_FLOAT) return ir_md_value(gen->m, gen_float_const(gen, &value->u.f, of));
    return NULL;
}

static IrMd *template_name(Gen *gen, const Decl *tmpl) {
    Buf text;
    buf_init(&text, &gen->ctx->perm);
    cxx_print_decl_name(gen->x, &text, tmpl);
    return ir_md_string(gen->m, text.at, text.n);
}

static IrMd *argument(Gen *gen, Atom name, const TmplArg *arg);

static IrMd *argument_list(Gen *gen, const TmplArgs *args) {
    ArenaMark mark = arena_mark(&gen->ctx->scratch);
    IrMd **op = arena_array(&gen->ctx->scratch, IrMd *, args->n + 1);
    for (uint32_t i = 0; i < args->n; i++) op[i] = argument(gen, 0, &args->a[i]);
    IrMd *md = di_list(gen, args->n, op);
    arena_reset(&gen->ctx->scratch, mark);
    return md;
}

// What is no type: its tag (NULL: a value), type and value.
static IrMd *value_argument(Gen *gen, Atom name, const char *tag, IrMd *type, IrMd *value) {
    DiNode node = di_begin(gen);
    di_word(&node, "tag", tag);
    di_text(&node, "name", name);
    di_md(&node, "type", type);
    di_md_or_null(&node, "value", value);
    return di_end(&node, "DITemplateValueParameter");
}

static IrMd *type_argument(Gen *gen, Atom name, Type *type) {
    DiNode node = di_begin(gen);
    di_text(&node, "name", name);
    IrMd *md = di_type(gen, type, NULL, DI_MENTIONED);
    di_md_or_null(&node, "type", md);
    return di_end(&node, "DITemplateTypeParameter");
}

static IrMd *argument(Gen *gen, Atom name, const TmplArg *arg) {
    switch ((TmplArgKind)arg->kind) {
    case TA_TYPE: return type_argument(gen, name, arg->type);
    case TA_VALUE: {
        Type *type = arg->type ? arg->type : arg->val->type;
        IrMd *value = number(gen, arg->val, arg->val->type ? arg->val->type : type);
        return value_argument(gen, name, NULL, di_type(gen, type, NULL, DI_MENTIONED), value);
    }
    case TA_TEMPLATE:
        return value_argument(gen, name, "DW_TAG_GNU_template_template_param", NULL,
                              template_name(gen, arg->tmpl));
    case TA_PACK:
        return value_argument(gen, name, "DW_TAG_GNU_template_parameter_pack", NULL,
                              argument_list(gen, arg->pack));
    default: return value_argument(gen, name, NULL, NULL, NULL);
    }
}

IrMd *di_template_params(Gen *gen, const TmplParams *params, const TmplArgs *args) {
    if (!args) return NULL;
    ArenaMark mark = arena_mark(&gen->ctx->scratch);
    IrMd **op = arena_array(&gen->ctx->scratch, IrMd *, args->n + 1);
    for (uint32_t i = 0; i < args->n; i++) {
        Atom name = params && i < params->n ? params->parm[i]->d.name : 0;
        op[i] = argument(gen, name, &args->a[i]);
    }
    IrMd *md = di_list(gen, args->n, op);
    arena_reset(&gen->ctx->scratch, mark);
    return md;
}

// ---- members -----------------------------------------------------------------------------------

const char *di_access(const Decl *decl) {
    static const char *const flag[] = {[ACC_PUBLIC] = "DIFlagPublic",
                                       [ACC_PROTECTED] = "DIFlagProtected",
                                       [ACC_PRIVATE] = "DIFlagPrivate"};
    return flag[decl->access];
}

// A closure's fields have the names of what they capture.
static Atom field_name(Gen *gen, const FieldDecl *field) {
    if (field->d.name) return field->d.name;
    if (field->capture) return field->capture->d.name;
    return field->owner->closure.this_capture == field ? atom_cstr(gen->ctx, "this") : 0;
}

static IrMd *member(Gen *gen, const DiClass *info, const FieldDecl *field) {
    uint64_t bits = 8 * field->offset;
    const char *flags = di_access(&field->d);
    if (field->is_bitfield) flags = di_flags(gen, flags, "DIFlagBitField");
    DiNode node = di_begin(gen);
    di_word(&node, "tag", "DW_TAG_member");
    di_text(&node, "name", field_name(gen, field));
    di_md(&node, "scope", info->node);
    di_place(&node, field->d.pos);
    const Decl *written = field->capture ? &field->capture->d : &field->d;
    di_md(&node, "baseType",
          di_type(gen, field->d.type, cxx_written_type(gen->x, written), DI_DESCRIBED));
    bool reference = ty_is_ref(field->d.type);
    uint64_t size = reference ? 64 : 8 * gen_size(gen, field->d.type);
    di_nonzero(&node, "size", field->is_bitfield ? field->bit_width : size);
    di_nonzero(&node, "offset", bits + (field->is_bitfield ? field->bit_offset : 0));
    di_word(&node, "flags", flags);
    if (field->is_bitfield) // where its storage begins
        di_md(&node, "extraData", ir_md_value(gen->m, ir_int(gen->m->ty_i64, bits)));
    return di_end(&node, "DIDerivedType");
}

IrMd *di_static_member(Gen *gen, VarDecl *var) {
    void **slot = map_slot(&gen->debug->static_members, (uintptr_t)var);
    if (*slot) return *slot;
    DiNode node = di_begin(gen);
    di_word(&node, "tag", "DW_TAG_member");
    di_text(&node, "name", var->d.name);
    di_md(&node, "scope", di_class(gen, var->d.scope->cls, DI_MENTIONED));
    di_place(&node, var->d.pos);
    di_md(&node, "baseType", di_type_of(gen, &var->d, DI_MENTIONED));
    di_word(&node, "flags", di_flags(gen, di_access(&var->d), "DIFlagStaticMember"));
    di_md(&node, "extraData", number(gen, var->value, var->d.type));
    IrMd *md = di_end(&node, "DIDerivedType");
    map_put(&gen->debug->static_members, (uintptr_t)var, md);
    return md;
}

// ---- bases -------------------------------------------------------------------------------------

// Of a virtual base: where its offset stands, in bytes in front of what the table pointer points
// to; as LLVM has it.
static IrMd *inheritance(Gen *gen, const DiClass *info, const BaseSpec *base) {
    static const char *const flag[] = {[ACC_NONE] = NULL,
                                       [ACC_PUBLIC] = "DIFlagPublic",
                                       [ACC_PROTECTED] = "DIFlagProtected",
                                       [ACC_PRIVATE] = "DIFlagPrivate"};
    const char *flags = flag[base->access];
    if (base->virtual_) flags = di_flags(gen, flags, "DIFlagVirtual");
    DiNode node = di_begin(gen);
    di_word(&node, "tag", "DW_TAG_inheritance");
    di_md(&node, "scope", info->node);
    di_md(&node, "baseType", di_class(gen, base->cls, DI_DESCRIBED));
    uint64_t offset =
        base->virtual_ ? (uint64_t)-vt_vbase_at(gen, info->cls, base->cls) : 8 * base->offset;
    di_nonzero(&node, "offset", offset);
    di_word(&node, "flags", flags);
    return di_end(&node, "DIDerivedType");
}

// The base at offset 0 whose table pointer is the class's own too.
static bool shares_table_pointer(const ClassDecl *cls) {
    if (cls->layout.virtual_primary) return true;
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        const BaseSpec *base = &cls->members.base[i];
        if (!base->virtual_ && !base->offset && base->cls->table.has_pointer) return true;
    }
    return false;
}

static IrMd *table_pointer(Gen *gen, const DiClass *info) {
    IrMd *result = di_type(gen, ty_basic(gen->x, TY_INT), NULL, DI_DESCRIBED);
    DiNode entry = di_begin(gen);
    di_word(&entry, "tag", "DW_TAG_pointer_type");
    di_text(&entry, "name", atom_cstr(gen->ctx, "__vtbl_ptr_type"));
    di_md(&entry, "baseType", di_subroutine(gen, 1, &result));
    di_number(&entry, "size", 64);
    DiNode node = di_begin(gen);
    di_word(&node, "tag", "DW_TAG_member");
    di_text(&node, "name",
            atom_printf(gen->ctx, "_vptr$%s", atom_str(gen->ctx, info->cls->d.name)));
    di_md(&node, "scope", info->node);
    di_md(&node, "baseType", di_pointer(gen, di_end(&entry, "DIDerivedType")));
    di_number(&node, "size", 64);
    di_word(&node, "flags", "DIFlagArtificial");
    return di_end(&node, "DIDerivedType");
}

// ---- what a class has --------------------------------------------------------------------------

// Whether the declaration, which an entry of the class's index made, is listed in it.
static IrMd *listed(Gen *gen, Decl *decl) {
    if (!decl || decl->flags & DF_INVALID) return NULL;
    if (decl->kind == D_FUNC && ((FuncDecl *)decl)->cls && decl->type->kind == TY_FUNC)
        return di_method(gen, (FuncDecl *)decl);
    if (decl->kind == D_VAR && decl->flags & DF_MEMBER && decl->scope->kind == SC_CLASS)
        return di_static_member(gen, (VarDecl *)decl);
    return NULL;
}

static void add_once(Gen *gen, Nodes *nodes, Map *seen, IrMd *md) {
    void **slot = md ? map_slot(seen, (uintptr_t)md) : NULL;
    if (!slot || *slot) return;
    map_put(seen, (uintptr_t)md, md);
    vec_push(&gen->ctx->perm, nodes, md);
}

// Those static members and functions that the front end has looked at, and those with code: the
// latter may be implicit, or of templates.
static void add_declarations(Gen *gen, Nodes *nodes, DiClass *info) {
    Map seen;
    map_init(&seen, &gen->ctx->perm);
    const Scope *scope = info->cls->inner;
    for (uint32_t i = 0; scope && scope->elab && i < scope->nelab; i++) {
        Decl *decl = scope->elab[i];
        if (decl && decl->scope == scope) add_once(gen, nodes, &seen, listed(gen, decl));
    }
    for (uint32_t i = 0; i < info->emitted.n; i++)
        add_once(gen, nodes, &seen, di_method(gen, info->emitted.at[i]));
}

static IrMd *elements(Gen *gen, DiClass *info) {
    ClassDecl *cls = info->cls;
    Nodes nodes = {0};
    Arena *arena = &gen->ctx->perm;
    for (uint32_t i = 0; i < cls->members.nbase; i++)
        vec_push(arena, &nodes, inheritance(gen, info, &cls->members.base[i]));
    if (cls->table.has_pointer && !shares_table_pointer(cls))
        vec_push(arena, &nodes, table_pointer(gen, info));
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        const FieldDecl *field = cls->members.fields.at[i];
        bool padding = field->is_bitfield && !field->d.name;
        if (!padding) vec_push(arena, &nodes, member(gen, info, field));
    }
    add_declarations(gen, &nodes, info);
    return di_list(gen, nodes.n, nodes.at);
}

// ---- classes -----------------------------------------------------------------------------------

// A class that the program defines, no template: it is read whether or not code asks for it.
static bool is_plainly_defined(Gen *gen, ClassDecl *cls) {
    if (cls->inst.tmpl || cls->d.env || cls->members.completing) return false;
    cxx_find_class_def(gen->x, cls);
    return cls->written.defined && !ty_dependent(cls->d.type);
}

// To the front end it is complete, or would be to one that reads everything; what is wrong with it
// is not said here. Instances of templates are not made for a debugger.
static bool has_layout(Gen *gen, ClassDecl *cls) {
    if (cls->layout.done) return true;
    if (cls->inst.candidate || cls->members.unbound || cls->layout.busy) return false;
    DiagTrap trap;
    diag_trap_push(gen->ctx, &trap);
    trap.silent = true;
    bool known = cls->members.complete ||
                 (is_plainly_defined(gen, cls) && cxx_class_complete(gen->x, cls, cls->d.pos));
    bool done = known && !ty_dependent(cls->d.type) && cxx_class_layout(gen->x, cls, cls->d.pos);
    return !diag_trap_pop(gen->ctx, &trap) && done;
}

static Atom class_name(Gen *gen, const ClassDecl *cls) {
    Buf text;
    buf_init(&text, &gen->ctx->perm);
    Atom name = cls->d.name ? cls->d.name : cls->typedef_name ? cls->typedef_name->name : 0;
    const FuncDecl *call = cls->closure.is ? cls->closure.call_op : NULL;
    if (cxx_is_typed(call)) { // as GNU C++ calls it
        buf_puts(&text, "<lambda");
        cxx_print_params(gen->x, &text, &call->d.type->u.func);
        buf_putc(&text, '>');
        return atom_cstr(gen->ctx, buf_cstr(&text));
    }
    if (cls->closure.is || !name) return 0;
    buf_atom(gen->ctx, &text, name);
    if (cls->inst.args) cxx_targs_print(gen->x, &text, cls->inst.args);
    return atom_cstr(gen->ctx, buf_cstr(&text));
}

// _ZTS: the name of the type's name [Itanium 5.1.4.1], where other units may have the type too.
static Atom identifier(Gen *gen, ClassDecl *cls) {
    bool has_linkage = (cls->d.name || cls->typedef_name) && !cls->closure.is;
    if (!has_linkage || cls->written.is_local) return 0;
    const char *text = atom_str(gen->ctx, cxx_mangle(gen->x, &cls->d));
    return atom_printf(gen->ctx, "_ZTS%s", strncmp(text, "_Z", 2) ? text : text + 2);
}

static const char *const class_tag[] = {[CT_STRUCT] = "DW_TAG_structure_type",
                                        [CT_CLASS] = "DW_TAG_class_type",
                                        [CT_UNION] = "DW_TAG_union_type"};

static void fill_class(Gen *gen, DiClass *info) {
    ClassDecl *cls = info->cls;
    bool whole = info->described && has_layout(gen, cls);
    DiNode node = di_begin(gen);
    di_word(&node, "tag", class_tag[cls->tag]);
    di_text(&node, "name", class_name(gen, cls));
    di_md(&node, "scope", di_scope_of(gen, cls->d.scope));
    di_place(&node, cls->d.pos);
    di_text(&node, "identifier", identifier(gen, cls));
    if (!whole) {
        di_word(&node, "flags", "DIFlagFwdDecl");
        di_fill(&node, info->node);
        return;
    }
    di_nonzero(&node, "size", 8 * cls->layout.size);
    di_md(&node, "elements", elements(gen, info));
    if (cls->table.has_pointer) di_md(&node, "vtableHolder", info->node);
    if (cls->inst.tmpl && cls->inst.args)
        di_md(&node, "templateParams",
              di_template_params(gen, cls->inst.tmpl->params, cls->inst.args));
    di_fill(&node, info->node);
}

DiClass *di_class_info(Gen *gen, ClassDecl *cls) {
    DebugState *debug = gen->debug;
    DiClass *info = map_get(&debug->classes, (uintptr_t)cls);
    if (info) return info;
    info = arena_new(&gen->ctx->perm, DiClass);
    info->cls = cls;
    info->node = ir_md_di(gen->m, "DICompositeType", true, 0, NULL);
    map_put(&debug->classes, (uintptr_t)cls, info);
    vec_push(&gen->ctx->perm, &debug->order, info);
    return info;
}

IrMd *di_class(Gen *gen, ClassDecl *cls, DiDepth depth) {
    DiClass *info = di_class_info(gen, cls);
    if (depth == DI_DESCRIBED && !info->described) {
        info->described = true;
        vec_push(&gen->ctx->perm, &gen->debug->work, info);
    }
    return info->node;
}

// Filling one may mention others, or ask for their description.
void di_describe_classes(Gen *gen) {
    DebugState *debug = gen->debug;
    for (uint32_t i = 0; i < debug->work.n; i++) fill_class(gen, debug->work.at[i]);
    uint32_t described = debug->work.n;
    for (uint32_t i = 0; i < debug->order.n; i++) {
        if (!debug->order.at[i]->described) fill_class(gen, debug->order.at[i]);
    }
    CU_ASSERT(gen->ctx, described == debug->work.n); // declarations describe nothing
}
