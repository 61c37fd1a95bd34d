// SPDX-License-Identifier: Apache-2.0
// The module's blocks but for metadata: types, attributes, global objects, constants.
#include "ir/bitwrite_int.h"

#include <stdlib.h>

// ---- types ----

// Records of types that have no operands; 0 is none.
static uint32_t simple_code(IrTypeKind type_kind) {
    static const uint8_t codes[] = {
        [IR_TY_VOID] = TYP_VOID,         [IR_TY_HALF] = TYP_HALF,
        [IR_TY_BFLOAT] = TYP_BFLOAT,     [IR_TY_FLOAT] = TYP_FLOAT,
        [IR_TY_DOUBLE] = TYP_DOUBLE,     [IR_TY_FP128] = TYP_FP128,
        [IR_TY_LABEL] = TYP_LABEL,       [IR_TY_TOKEN] = TYP_TOKEN,
        [IR_TY_X86_FP80] = TYP_X86_FP80, [IR_TY_PPC_FP128] = TYP_PPC_FP128,
        [IR_TY_X86_AMX] = TYP_X86_AMX,   [IR_TY_METADATA] = TYP_METADATA};
    return type_kind < CU_COUNT(codes) ? codes[type_kind] : 0;
}

static void members(Bw *bw, const IrType *owner) {
    for (uint64_t i = 0; i < owner->n; i++) bw_push(bw, bw_type(bw, owner->sub[i]));
}

// Typed pointers only in the old dialect, where `ptr` stands for i8*.
static void pointer(Bw *bw, const IrType *written) {
    if (!bw->old) {
        bw_push(bw, written->as);
        bw_record(bw, TYP_OPAQUE_POINTER, 0);
        return;
    }
    bw_push(bw, bw_type(bw, written->elem ? written->elem : bw->m->ty_i8));
    bw_push(bw, written->as);
    bw_record(bw, TYP_POINTER, 0);
}

// A name is a record before the structure's.
static void struct_type(Bw *bw, const IrType *written) {
    if (written->name) bw_text_record(bw, TYP_STRUCT_NAME, written->name);
    bw_push(bw, written->opaque ? 0 : written->packed);
    if (!written->opaque) members(bw, written);
    uint32_t code = written->name ? TYP_STRUCT_NAMED : TYP_STRUCT_ANON;
    bw_record(bw, written->opaque ? TYP_OPAQUE : code, 0);
}

// One record of the type table. A vector has one more operand if it is scalable, a named type a
// record of its name before it.
static void one_type(Bw *bw, const IrType *written) {
    switch (written->kind) {
    case IR_TY_INT:
        bw_push(bw, written->bits);
        bw_record(bw, TYP_INTEGER, 0);
        break;
    case IR_TY_PTR: pointer(bw, written); break;
    case IR_TY_ARRAY:
    case IR_TY_VECTOR:
        bw_push(bw, written->n);
        bw_push(bw, bw_type(bw, written->elem));
        if (written->scalable) bw_push(bw, 1);
        bw_record(bw, written->kind == IR_TY_ARRAY ? TYP_ARRAY : TYP_VECTOR, 0);
        break;
    case IR_TY_STRUCT: struct_type(bw, written); break;
    case IR_TY_FUNC:
        bw_push(bw, written->vararg);
        bw_push(bw, bw_type(bw, written->elem));
        members(bw, written);
        bw_record(bw, TYP_FUNCTION, 0);
        break;
    // the record takes its name from the record before it, as structures do
    case IR_TY_TARGET:
        bw_text_record(bw, TYP_STRUCT_NAME, written->name);
        bw_push(bw, written->n);
        members(bw, written);
        for (uint32_t i = 0; i < written->nints; i++) bw_push(bw, written->ints[i]);
        bw_record(bw, TYP_TARGET, 0);
        break;
    default: bw_record(bw, simple_code(written->kind), 0);
    }
}

// The TYPE block, in the order of the ids.
static void type_table(Bw *bw) {
    bw_enter(bw, BLK_TYPES, 4);
    bw_push(bw, bw->types.n);
    bw_record(bw, TYP_NUMENTRY, 0);
    for (uint32_t i = 0; i < bw->types.n; i++) one_type(bw, bw->types.at[i]);
    bw_leave(bw);
}

// ---- attributes ----

// Kinds 3 and 4: characters, each text with a zero behind it.
static void string_attr(Bw *bw, const IrAttrStr *s) {
    bw_push(bw, s->value ? 4 : 3);
    bw_text(bw, s->key);
    bw_push(bw, 0);
    if (!s->value) return;
    bw_text(bw, s->value);
    bw_push(bw, 0);
}

// memory(...) was flags: what is read or written, and where, as far as they can tell.
static void old_memory(Bw *bw, uint64_t mem) {
    static const struct {
        uint8_t code, mem;
    } where[] = {{45, IR_MEM_ARG}, {49, IR_MEM_INACC}, {50, IR_MEM_ARG | IR_MEM_INACC}};
    uint64_t how = 0; // readnone, readonly, writeonly
    if (mem == IR_MEM_NONE)
        how = 20;
    else if ((mem & IR_MEM_READ) == mem)
        how = 21;
    else if ((mem & IR_MEM_WRITE) == mem)
        how = 52;
    if (how) {
        bw_push(bw, 0);
        bw_push(bw, how);
    }
    for (size_t i = 0; mem && i < CU_COUNT(where); i++) {
        if (mem & ~(uint64_t)where[i].mem) continue;
        bw_push(bw, 0);
        bw_push(bw, where[i].code);
        break;
    }
}

// The next number in a text, behind which *s then stands.
static int64_t number_in(const char **s) {
    *s += strcspn(*s, "-0123456789");
    char *end;
    int64_t v = strtoll(*s, &end, 10);
    *s = end;
    return v;
}

// An attribute that we keep as text, in the form that bitcode has for it: kinds 7 and 8 are ranges,
// kind 1 is a number.
static void text_attr(Bw *bw, IrAttr attr, uint8_t code, const char *s) {
    if (bw->old && attr == IR_ATTR_UWTABLE) {
        bw_push(bw, 0);
        bw_push(bw, code);
    } else if (attr == IR_ATTR_RANGE) { // "i32 0, 10"
        int64_t width = number_in(&s);
        if (width > 64) return; // a hint
        bw_push(bw, 7);
        bw_push(bw, code);
        bw_push(bw, (uint64_t)width);
        bw_signed(bw, number_in(&s));
        bw_signed(bw, number_in(&s));
    } else if (attr == IR_ATTR_INITIALIZES) { // "(0, 4), (8, 12)"
        uint64_t n = 0;
        for (const char *p = s; *p; p++) n += *p == '(';
        bw_push(bw, 8);
        bw_push(bw, code);
        bw_push(bw, n);
        bw_push(bw, 64);
        for (uint64_t i = 0; i < 2 * n; i++) bw_signed(bw, number_in(&s));
    } else {
        bw_push(bw, 1);
        bw_push(bw, code);
        bw_push(bw, bc_attr_number(attr, s));
    }
}

// The kinds of forms: 0 flag, 1 number, 3 and 4 strings, 5 and 6 types (without, with), 7 and 8
// ranges.
void bw_group(Bw *bw, const IrAttrSet *attrs) {
    uint32_t k = 0;
    for (int a = 0; a < IR_NATTRS; a++) {
        if (!ir_attr_has(attrs, (IrAttr)a)) continue;
        uint8_t code = bc_attr_code((IrAttr)a), form = ir_attr_form[a];
        const IrAttrVal *value = form == IR_ATTR_FLAG ? NULL : &attrs->val[k++];
        if (bw->old && a == IR_ATTR_MEMORY) old_memory(bw, value->num);
        if (!code || (bw->old && code > 58)) continue; // LLVM 7 refuses what it does not know
        if (form == IR_ATTR_FLAG || (bw->old && form == IR_ATTR_TY)) {
            bw_push(bw, 0);
            bw_push(bw, code);
        } else if (form == IR_ATTR_TY) {
            bw_push(bw, value->type ? 6 : 5);
            bw_push(bw, code);
            if (value->type) bw_push(bw, bw_type(bw, value->type));
        } else if (form == IR_ATTR_TEXT) {
            text_attr(bw, (IrAttr)a, code, atom_str(bw->ctx, (Atom)value->num));
        } else {
            bw_push(bw, 1);
            bw_push(bw, code);
            bw_push(bw, value->num);
        }
    }
    for (uint32_t i = 0; i < attrs->nstr; i++) string_attr(bw, &attrs->str[i]);
}

// Groups, numbered from 1, and the lists of them.
static void attributes(Bw *bw) {
    if (!bw->groups.n) return;
    bw_enter(bw, BLK_PARAMATTR_GROUP, 3);
    for (uint32_t i = 0; i < bw->groups.n; i++) {
        bw_push(bw, i + 1);
        bw_push(bw, bw->groups.at[i].place);
        bw_group(bw, bw->groups.at[i].set);
        bw_record(bw, 3, 0);
    }
    bw_leave(bw);
    bw_enter(bw, BLK_PARAMATTR, 3);
    for (uint32_t i = 0; i < bw->lists.n; i++) {
        for (uint32_t k = 0; k < bw->lists.at[i].n; k++) bw_push(bw, bw->lists.at[i].at[k]);
        bw_record(bw, 2, 0);
    }
    bw_leave(bw);
}

// ---- global objects ----

// Place + 1 of a name in a list, which gets it if need be; 0 for no name.
static uint32_t listed(Bw *bw, BwAtoms *l, Atom a) {
    uint32_t i = 0;
    if (!a) return 0;
    while (i < l->n && l->at[i] != a) i++;
    if (i == l->n) vec_push(&bw->a, l, a);
    return i + 1;
}

// Log2 + 1; 0 for none.
static uint64_t align_code(uint64_t align) {
    return align ? (uint64_t)__builtin_ctzll(align) + 1 : 0;
}

// Place + 1 of a comdat, 0 for none.
static uint32_t comdat_id(Bw *bw, Atom name) {
    return (uint32_t)(uintptr_t)map_get(&bw->comdat_no, (uint64_t)name + 1);
}

// A GLOBALVAR record of version 2; the fields of later LLVMs only if they say something.
static void variable(Bw *bw, const IrGlobal *written) {
    bw_name(bw, written->v.name);
    bw_push(bw, bw_type(bw, written->vty));
    bw_push(bw, (uint64_t)written->v.type->as << 2 | 2 | written->constant);
    bw_push(bw, written->init ? bw_value(bw, &written->init->v) + 1 : 0);
    bw_push(bw, bc_linkage_code[written->linkage]);
    bw_push(bw, align_code(written->align));
    bw_push(bw, listed(bw, &bw->sections, written->section));
    bw_push(bw, written->visibility);
    bw_push(bw, written->tls);
    bw_push(bw, written->unnamed_addr);
    bw_push(bw, written->externally_initialized);
    bw_push(bw, written->dll);
    bw_push(bw, comdat_id(bw, written->comdat));
    bw_push(bw, written->attrs ? bw_attrs(bw, &(IrAttrList){.fn = written->attrs}) : 0);
    bw_push(bw, written->dso_local);
    if (written->partition || written->sanitize || written->code_model) {
        bw_name(bw, written->partition);
        bw_push(bw, written->sanitize);
        bw_push(bw, written->code_model);
    }
    bw_record(bw, MOD_GLOBALVAR, 0);
}

// A FUNCTION record of version 2. Prologue, prefix and personality are ids + 1.
static void function(Bw *bw, const IrFunc *fn) {
    bw_name(bw, fn->g.v.name);
    bw_push(bw, bw_type(bw, fn->g.vty));
    bw_push(bw, fn->cc);
    bw_push(bw, ir_is_decl(fn));
    bw_push(bw, bc_linkage_code[fn->g.linkage]);
    bw_push(bw, bw_attrs(bw, &fn->attrs));
    bw_push(bw, align_code(fn->g.align));
    bw_push(bw, listed(bw, &bw->sections, fn->g.section));
    bw_push(bw, fn->g.visibility);
    bw_push(bw, listed(bw, &bw->gcs, fn->gc));
    bw_push(bw, fn->g.unnamed_addr);
    bw_push(bw, fn->prologue ? bw_value(bw, &fn->prologue->v) + 1 : 0);
    bw_push(bw, fn->g.dll);
    bw_push(bw, comdat_id(bw, fn->g.comdat));
    bw_push(bw, fn->prefix ? bw_value(bw, &fn->prefix->v) + 1 : 0);
    bw_push(bw, fn->personality ? bw_value(bw, &fn->personality->v) + 1 : 0);
    bw_push(bw, fn->g.dso_local);
    bw_push(bw, fn->g.v.type->as);
    if (fn->g.partition) bw_name(bw, fn->g.partition);
    bw_record(bw, MOD_FUNCTION, 0);
}

// ALIAS or IFUNC; the latter lacks storage class, model and unnamed_addr.
static void alias(Bw *bw, const IrGlobal *written) {
    bw_name(bw, written->v.name);
    bw_push(bw, bw_type(bw, written->vty));
    bw_push(bw, written->v.type->as);
    bw_push(bw, bw_value(bw, &written->init->v));
    bw_push(bw, bc_linkage_code[written->linkage]);
    bw_push(bw, written->visibility);
    if (written->v.kind == IR_C_ALIAS) {
        bw_push(bw, written->dll);
        bw_push(bw, written->tls);
        bw_push(bw, written->unnamed_addr);
    }
    bw_push(bw, written->dso_local);
    if (written->partition) bw_name(bw, written->partition);
    bw_record(bw, written->v.kind == IR_C_ALIAS ? MOD_ALIAS : MOD_IFUNC, 0);
}

// Everything of the module that is a record of its own, in LLVM's order: names of sections and
// collectors come before the objects that use their numbers.
static void module_info(Bw *bw) {
    IrModule *module = bw->m;
    if (module->triple) bw_text_record(bw, MOD_TRIPLE, module->triple);
    if (module->datalayout) bw_text_record(bw, MOD_DATALAYOUT, module->datalayout);
    for (uint32_t i = 0; i < module->module_asm.n; i++) { // one record
        bw_text(bw, module->module_asm.at[i]);
        bw_push(bw, '\n');
    }
    if (module->module_asm.n) bw_record(bw, MOD_ASM, 0);
    for (uint32_t i = 0; i < bw->nglobals; i++) {
        const IrGlobal *g = (const IrGlobal *)bw->values.at[i];
        listed(bw, &bw->sections, g->section);
        if (g->v.kind == IR_C_FUNC) listed(bw, &bw->gcs, ((const IrFunc *)g)->gc);
    }
    for (uint32_t i = 0; i < module->comdats.n; i++) {
        static const uint8_t code[] = {1, 2, 3, 4, 5};
        map_put(&bw->comdat_no, (uint64_t)module->comdats.at[i].name + 1,
                (void *)(uintptr_t)(i + 1));
        bw_name(bw, module->comdats.at[i].name);
        bw_push(bw, code[module->comdats.at[i].kind]);
        bw_record(bw, MOD_COMDAT, 0);
    }
    for (uint32_t i = 0; i < bw->gcs.n; i++) bw_text_record(bw, MOD_GC, bw->gcs.at[i]);
    for (uint32_t i = 0; i < bw->sections.n; i++) {
        bw_text_record(bw, MOD_SECTION, bw->sections.at[i]);
    }
    if (module->source_name) bw_text_record(bw, MOD_SOURCE_FILENAME, module->source_name);
    for (uint32_t i = 0; i < module->vars.n; i++) variable(bw, module->vars.at[i]);
    IR_FOREACH_FUNC(f, module) function(bw, f);
    for (int k = IR_C_ALIAS; k <= IR_C_IFUNC; k++) { // ids: aliases, then ifuncs
        for (uint32_t i = 0; i < module->aliases.n; i++) {
            if (module->aliases.at[i]->v.kind == k) alias(bw, module->aliases.at[i]);
        }
    }
}

// ---- constants ----

// CST_DATA, or a string: without its last zero if that is its only one.
static void elements(Bw *bw, const IrConst *constant) {
    const IrType *e = constant->v.type->elem;
    uint32_t width = e->bits / 8;
    bool text = constant->v.type->kind == IR_TY_ARRAY && ir_ty_is_i(e, 8), nul = false;
    if (text && constant->n)
        nul = constant->data[constant->n - 1] == 0 && !memchr(constant->data, 0, constant->n - 1);
    for (uint32_t i = 0; i < constant->n - nul; i += width) {
        uint64_t v = 0;
        memcpy(&v, constant->data + i, width);
        bw_push(bw, v);
    }
    uint32_t code = text ? CST_STRING : CST_DATA;
    bw_record(bw, nul ? CST_CSTRING : code, 0);
}

// Wide ones as words.
static void integer(Bw *bw, const IrConst *constant) {
    if (constant->v.type->bits <= 64) {
        bw_signed(bw, ir_sval(constant));
        bw_record(bw, CST_INTEGER, AB_INTEGER);
        return;
    }
    // as many words as are active, unsigned; each with its sign in bit 0
    uint32_t n = constant->n;
    while (n > 1 && !constant->words[n - 1]) n--;
    for (uint32_t i = 0; i < n; i++) bw_signed(bw, (int64_t)constant->words[i]);
    bw_record(bw, CST_WIDE_INTEGER, 0);
}

// Types stand before the first operand where the result does not tell them, and before an index.
static void vector_expression(Bw *bw, const IrConst *constant) {
    IrType *vt = constant->elem[0]->v.type;
    bool insert = constant->v.op == IR_INSERTELEMENT, extract = constant->v.op == IR_EXTRACTELEMENT;
    bool ex = constant->v.op == IR_SHUFFLEVECTOR && constant->v.type != vt;
    if (extract || ex) bw_push(bw, bw_type(bw, vt));
    for (uint32_t i = 0; i < constant->n; i++) {
        if ((insert || extract) && i + 1 == constant->n)
            bw_push(bw, bw_type(bw, constant->elem[i]->v.type));
        bw_push(bw, bw_value(bw, &constant->elem[i]->v));
    }
    uint32_t code = ex ? CST_SHUFFLEVEC_EX : CST_SHUFFLEVEC;
    if (insert) code = CST_INSERTELT;
    if (extract) code = CST_EXTRACTELT;
    bw_record(bw, code, 0);
}

// Constant expressions by their kind. LLVM 7 has inbounds by the code of the record.
static void expression(Bw *bw, const IrConst *constant) {
    if (constant->v.op == IR_GEP) {
        bool in = constant->v.flags & IR_INBOUNDS;
        bw_push(bw, bw_type(bw, constant->aty));
        if (bw->old) {
            for (uint32_t i = 0; i < constant->n; i++) {
                bw_push(bw, bw_type(bw, constant->elem[i]->v.type));
                bw_push(bw, bw_value(bw, &constant->elem[i]->v));
            }
            bw_record(bw, in ? CST_INBOUNDS_GEP : CST_GEP_OLD, 0);
            return;
        }
        bw_push(bw, (in ? 1u : 0) | (constant->v.flags & IR_NUSW ? 2u : 0) |
                        (constant->v.flags & IR_NUW ? 4u : 0));
        for (uint32_t i = 0; i < constant->n; i++) {
            bw_push(bw, bw_type(bw, constant->elem[i]->v.type));
            bw_push(bw, bw_value(bw, &constant->elem[i]->v));
        }
        bw_record(bw, CST_GEP, 0);
    } else if (ir_ops[constant->v.op].class == IRC_VEC) {
        vector_expression(bw, constant);
    } else if (ir_ops[constant->v.op].class == IRC_CAST) {
        bw_push(bw, (uint64_t)bc_cast_code(constant->v.op));
        bw_push(bw, bw_type(bw, constant->elem[0]->v.type));
        bw_push(bw, bw_value(bw, &constant->elem[0]->v));
        bw_record(bw, CST_CAST, AB_CAST);
    } else {
        bw_push(bw, (uint64_t)bc_binop_code(constant->v.op));
        bw_push(bw, bw_value(bw, &constant->elem[0]->v));
        bw_push(bw, bw_value(bw, &constant->elem[1]->v));
        uint64_t flags =
            (constant->v.flags & IR_NUW ? 1u : 0) | (constant->v.flags & IR_NSW ? 2u : 0);
        // without flags there is no operand, as LLVM writes it
        if (flags) bw_push(bw, flags);
        bw_record(bw, CST_BINOP, 0);
    }
}

// Since LLVM 14 the function type is in the record; in the old dialect it is the pointer's.
static void inline_asm(Bw *bw, const IrAsm *assembly) {
    if (!bw->old) bw_push(bw, bw_type(bw, assembly->v.type));
    bw_push(bw, (assembly->side_effect ? 1u : 0) | (assembly->align_stack ? 2u : 0) |
                    (assembly->intel ? 4u : 0) | (assembly->unwind ? 8u : 0));
    bw_push(bw, atom_len(bw->ctx, assembly->text));
    bw_text(bw, assembly->text);
    bw_push(bw, atom_len(bw->ctx, assembly->constraints));
    bw_text(bw, assembly->constraints);
    bw_record(bw, bw->old ? CST_INLINEASM_OLD2 : CST_INLINEASM, 0);
}

// The place of a block in its function.
static uint64_t block_number(const IrBlock *bb) {
    uint64_t n = 0;
    for (const IrBlock *b = bb->fn->first; b != bb; b = b->next) n++;
    return n;
}

// The record of one constant, under the type that SETTYPE gave.
static void constant(Bw *bw, const IrValue *written) {
    const IrConst *c = (const IrConst *)written;
    switch (written->kind) {
    case IR_V_ASM: inline_asm(bw, (const IrAsm *)written); break;
    case IR_C_INT:
        if (ir_is_zero(written)) {
            bw_record(bw, CST_NULL, AB_NULL);
        } else {
            integer(bw, c);
        }
        break;
    case IR_C_FP:
        bw_push(bw, ir_words(c)[0]);
        if (written->type->bits > 64) bw_push(bw, c->words[1]);
        if (written->type->kind == IR_TY_X86_FP80) { // the upper 64 bits come first
            bw->r.at[0] = c->words[1] << 48 | c->words[0] >> 16;
            bw->r.at[1] = c->words[0] & 0xffff;
        }
        bw_record(bw, CST_FLOAT, 0);
        break;
    case IR_C_NULL:
    case IR_C_ZERO: bw_record(bw, CST_NULL, AB_NULL); break;
    case IR_C_UNDEF: bw_record(bw, CST_UNDEF, 0); break;
    case IR_C_POISON: bw_record(bw, bw->old ? CST_UNDEF : CST_POISON, 0); break;
    case IR_C_BLOCKADDR:
        bw_push(bw, bw_type(bw, c->elem[0]->v.type));
        bw_push(bw, bw_value(bw, &c->elem[0]->v));
        bw_push(bw, block_number(c->block));
        bw_record(bw, CST_BLOCKADDRESS, 0);
        break;
    case IR_C_DSO_LOCAL:
    case IR_C_NO_CFI:
        bw_push(bw, bw_type(bw, c->elem[0]->v.type));
        bw_push(bw, bw_value(bw, &c->elem[0]->v));
        bw_record(bw, written->kind == IR_C_NO_CFI ? CST_NO_CFI : CST_DSO_LOCAL_EQUIVALENT, 0);
        break;
    case IR_C_PTRAUTH:
        for (uint32_t i = 0; i < c->n; i++) bw_push(bw, bw_value(bw, &c->elem[i]->v));
        bw_record(bw, CST_PTRAUTH, 0);
        break;
    case IR_C_DATA: elements(bw, c); break;
    case IR_C_AGG:
        for (uint32_t i = 0; i < c->n; i++) bw_push(bw, bw_value(bw, &c->elem[i]->v));
        bw_record(bw, CST_AGGREGATE, 0);
        break;
    default: expression(bw, c);
    }
}

// SETTYPE where the type changes; ids are grouped by type, so seldom.
void bw_constants(Bw *bw, uint32_t from, uint32_t to) {
    const IrType *last = NULL;
    if (from == to) return;
    bw_enter(bw, BLK_CONSTANTS, 4);
    for (uint32_t i = from; i < to; i++) {
        const IrValue *v = bw->values.at[i];
        IrType *t = bw_value_type(bw, v);
        if (t != last) {
            bw_push(bw, bw_type(bw, t));
            bw_record(bw, CST_SETTYPE, AB_SETTYPE);
            last = t;
        }
        constant(bw, v);
    }
    bw_leave(bw);
}

// Names of scopes; their ids are places in the list.
static void sync_scopes(Bw *bw) {
    bw_enter(bw, BLK_SYNC_SCOPES, 3);
    for (int i = 0; i < 5; i++) { // as ir_scope_names, but single thread and system have 0 and 1
        static const uint8_t order[] = {IR_SCOPE_THREAD, IR_SCOPE_SYSTEM, IR_SCOPE_BLOCK,
                                        IR_SCOPE_CLUSTER, IR_SCOPE_DEVICE};
        bw_text_record(bw, 1, atom_cstr(bw->ctx, ir_scope_names[order[i]]));
    }
    for (uint32_t i = 0; i < bw->m->scopes.n; i++) bw_text_record(bw, 1, bw->m->scopes.at[i]);
    bw_leave(bw);
}

// LLVM 7 reads attributes before types (they name none there), LLVM 12 and later after them.
void bw_module(Bw *bw) {
    if (bw->old) attributes(bw);
    type_table(bw);
    if (!bw->old) attributes(bw);
    module_info(bw);
    bw_constants(bw, bw->nglobals, bw->nmodule);
    bw_metadata(bw);
    if (bw->bundle_tags.n) {
        bw_enter(bw, BLK_BUNDLE_TAGS, 3);
        for (uint32_t i = 0; i < bw->bundle_tags.n; i++) {
            bw_text_record(bw, 1, bw->bundle_tags.at[i]);
        }
        bw_leave(bw);
    }
    sync_scopes(bw);
    IR_FOREACH_FUNC(f, bw->m) {
        if (!ir_is_decl(f)) bw_function(bw, f);
    }
}
