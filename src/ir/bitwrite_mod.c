// SPDX-License-Identifier: Apache-2.0
// The module's blocks but for metadata: types, attributes, global objects, constants.
#include "ir/bitwrite_int.h"

#include <stdlib.h>

// ---- types ----

static uint32_t simple_code(IrTypeKind k) {
    static const uint8_t codes[] = {
        [IR_TY_VOID] = TYP_VOID,         [IR_TY_HALF] = TYP_HALF,
        [IR_TY_BFLOAT] = TYP_BFLOAT,     [IR_TY_FLOAT] = TYP_FLOAT,
        [IR_TY_DOUBLE] = TYP_DOUBLE,     [IR_TY_FP128] = TYP_FP128,
        [IR_TY_LABEL] = TYP_LABEL,       [IR_TY_TOKEN] = TYP_TOKEN,
        [IR_TY_X86_FP80] = TYP_X86_FP80, [IR_TY_PPC_FP128] = TYP_PPC_FP128,
        [IR_TY_X86_AMX] = TYP_X86_AMX,   [IR_TY_METADATA] = TYP_METADATA};
    return k < CU_COUNT(codes) ? codes[k] : 0;
}

static void members(Bw *w, const IrType *t) {
    for (uint64_t i = 0; i < t->n; i++) bw_push(w, bw_type(w, t->sub[i]));
}

static void pointer(Bw *w, const IrType *t) {
    if (!w->old) {
        bw_push(w, t->as);
        bw_record(w, TYP_OPAQUE_POINTER, 0);
        return;
    }
    bw_push(w, bw_type(w, t->elem ? t->elem : w->m->ty_i8));
    bw_push(w, t->as);
    bw_record(w, TYP_POINTER, 0);
}

static void struct_type(Bw *w, const IrType *t) {
    if (t->name) bw_text_record(w, TYP_STRUCT_NAME, t->name);
    bw_push(w, t->opaque ? 0 : t->packed);
    if (!t->opaque) members(w, t);
    bw_record(w, t->opaque ? TYP_OPAQUE : t->name ? TYP_STRUCT_NAMED : TYP_STRUCT_ANON, 0);
}

static void one_type(Bw *w, const IrType *t) {
    switch (t->kind) {
    case IR_TY_INT:
        bw_push(w, t->bits);
        bw_record(w, TYP_INTEGER, 0);
        break;
    case IR_TY_PTR: pointer(w, t); break;
    case IR_TY_ARRAY:
    case IR_TY_VECTOR:
        bw_push(w, t->n);
        bw_push(w, bw_type(w, t->elem));
        if (t->scalable) bw_push(w, 1);
        bw_record(w, t->kind == IR_TY_ARRAY ? TYP_ARRAY : TYP_VECTOR, 0);
        break;
    case IR_TY_STRUCT: struct_type(w, t); break;
    case IR_TY_FUNC:
        bw_push(w, t->vararg);
        bw_push(w, bw_type(w, t->elem));
        members(w, t);
        bw_record(w, TYP_FUNCTION, 0);
        break;
    case IR_TY_TARGET:
        bw_text_record(w, TYP_STRUCT_NAME, t->name);
        bw_push(w, t->n);
        members(w, t);
        for (uint32_t i = 0; i < t->nints; i++) bw_push(w, t->ints[i]);
        bw_record(w, TYP_TARGET, 0);
        break;
    default: bw_record(w, simple_code(t->kind), 0);
    }
}

static void type_table(Bw *w) {
    bw_enter(w, BLK_TYPES, 4);
    bw_push(w, w->types.n);
    bw_record(w, TYP_NUMENTRY, 0);
    for (uint32_t i = 0; i < w->types.n; i++) one_type(w, w->types.at[i]);
    bw_leave(w);
}

// ---- attributes ----

static void string_attr(Bw *w, const IrAttrStr *s) {
    bw_push(w, s->value ? 4 : 3);
    bw_text(w, s->key);
    bw_push(w, 0);
    if (!s->value) return;
    bw_text(w, s->value);
    bw_push(w, 0);
}

// memory(...) was flags: what is read or written, and where, as far as they can tell.
static void old_memory(Bw *w, uint64_t mem) {
    static const struct {
        uint8_t code, mem;
    } where[] = {{45, IR_MEM_ARG}, {49, IR_MEM_INACC}, {50, IR_MEM_ARG | IR_MEM_INACC}};
    uint64_t how = mem == IR_MEM_NONE            ? 20
                   : (mem & IR_MEM_READ) == mem  ? 21
                   : (mem & IR_MEM_WRITE) == mem ? 52
                                                 : 0;
    if (how) {
        bw_push(w, 0);
        bw_push(w, how);
    }
    for (size_t i = 0; mem && i < CU_COUNT(where); i++) {
        if (mem & ~(uint64_t)where[i].mem) continue;
        bw_push(w, 0);
        bw_push(w, where[i].code);
        break;
    }
}

static int64_t number_in(const char **s) {
    *s += strcspn(*s, "-0123456789");
    char *end;
    int64_t v = strtoll(*s, &end, 10);
    *s = end;
    return v;
}

static void text_attr(Bw *w, IrAttr a, uint8_t code, const char *s) {
    if (w->old && a == IR_ATTR_UWTABLE) {
        bw_push(w, 0);
        bw_push(w, code);
    } else if (a == IR_ATTR_RANGE) { // "i32 0, 10"
        int64_t width = number_in(&s);
        if (width > 64) return; // a hint
        bw_push(w, 7);
        bw_push(w, code);
        bw_push(w, (uint64_t)width);
        bw_signed(w, number_in(&s));
        bw_signed(w, number_in(&s));
    } else if (a == IR_ATTR_INITIALIZES) { // "(0, 4), (8, 12)"
        uint64_t n = 0;
        for (const char *p = s; *p; p++) n += *p == '(';
        bw_push(w, 8);
        bw_push(w, code);
        bw_push(w, n);
        bw_push(w, 64);
        for (uint64_t i = 0; i < 2 * n; i++) bw_signed(w, number_in(&s));
    } else {
        bw_push(w, 1);
        bw_push(w, code);
        bw_push(w, bc_attr_number(a, s));
    }
}

void bw_group(Bw *w, const IrAttrSet *s) {
    uint32_t k = 0;
    for (int a = 0; a < IR_NATTRS; a++) {
        if (!ir_attr_has(s, (IrAttr)a)) continue;
        uint8_t code = bc_attr_code((IrAttr)a), form = ir_attr_form[a];
        const IrAttrVal *v = form == IR_ATTR_FLAG ? NULL : &s->val[k++];
        if (w->old && a == IR_ATTR_MEMORY) old_memory(w, v->num);
        if (!code || (w->old && code > 58)) continue; // LLVM 7 refuses what it does not know
        if (form == IR_ATTR_FLAG || (w->old && form == IR_ATTR_TY)) {
            bw_push(w, 0);
            bw_push(w, code);
        } else if (form == IR_ATTR_TY) {
            bw_push(w, v->type ? 6 : 5);
            bw_push(w, code);
            if (v->type) bw_push(w, bw_type(w, v->type));
        } else if (form == IR_ATTR_TEXT) {
            text_attr(w, (IrAttr)a, code, atom_str(w->ctx, (Atom)v->num));
        } else {
            bw_push(w, 1);
            bw_push(w, code);
            bw_push(w, v->num);
        }
    }
    for (uint32_t i = 0; i < s->nstr; i++) string_attr(w, &s->str[i]);
}

static void attributes(Bw *w) {
    if (!w->groups.n) return;
    bw_enter(w, BLK_PARAMATTR_GROUP, 3);
    for (uint32_t i = 0; i < w->groups.n; i++) {
        bw_push(w, i + 1);
        bw_push(w, w->groups.at[i].place);
        bw_group(w, w->groups.at[i].set);
        bw_record(w, 3, 0);
    }
    bw_leave(w);
    bw_enter(w, BLK_PARAMATTR, 3);
    for (uint32_t i = 0; i < w->lists.n; i++) {
        for (uint32_t k = 0; k < w->lists.at[i].n; k++) bw_push(w, w->lists.at[i].at[k]);
        bw_record(w, 2, 0);
    }
    bw_leave(w);
}

// ---- global objects ----

static uint32_t listed(Bw *w, BwAtoms *l, Atom a) { // place + 1
    uint32_t i = 0;
    if (!a) return 0;
    while (i < l->n && l->at[i] != a) i++;
    if (i == l->n) vec_push(&w->a, l, a);
    return i + 1;
}

static uint64_t align_code(uint64_t align) { // log2 + 1
    return align ? (uint64_t)__builtin_ctzll(align) + 1 : 0;
}

static uint32_t comdat_id(Bw *w, Atom name) { // place + 1
    return (uint32_t)(uintptr_t)map_get(&w->comdat_no, (uint64_t)name + 1);
}

static void variable(Bw *w, const IrGlobal *g) {
    bw_name(w, g->v.name);
    bw_push(w, bw_type(w, g->vty));
    bw_push(w, (uint64_t)g->v.type->as << 2 | 2 | g->constant);
    bw_push(w, g->init ? bw_value(w, &g->init->v) + 1 : 0);
    bw_push(w, bc_linkage_code[g->linkage]);
    bw_push(w, align_code(g->align));
    bw_push(w, listed(w, &w->sections, g->section));
    bw_push(w, g->visibility);
    bw_push(w, g->tls);
    bw_push(w, g->unnamed_addr);
    bw_push(w, g->externally_initialized);
    bw_push(w, g->dll);
    bw_push(w, comdat_id(w, g->comdat));
    bw_push(w, g->attrs ? bw_attrs(w, &(IrAttrList){.fn = g->attrs}) : 0);
    bw_push(w, g->dso_local);
    if (g->partition || g->sanitize || g->code_model) {
        bw_name(w, g->partition);
        bw_push(w, g->sanitize);
        bw_push(w, g->code_model);
    }
    bw_record(w, MOD_GLOBALVAR, 0);
}

static void function(Bw *w, const IrFunc *f) {
    bw_name(w, f->g.v.name);
    bw_push(w, bw_type(w, f->g.vty));
    bw_push(w, f->cc);
    bw_push(w, ir_is_decl(f));
    bw_push(w, bc_linkage_code[f->g.linkage]);
    bw_push(w, bw_attrs(w, &f->attrs));
    bw_push(w, align_code(f->g.align));
    bw_push(w, listed(w, &w->sections, f->g.section));
    bw_push(w, f->g.visibility);
    bw_push(w, listed(w, &w->gcs, f->gc));
    bw_push(w, f->g.unnamed_addr);
    bw_push(w, f->prologue ? bw_value(w, &f->prologue->v) + 1 : 0);
    bw_push(w, f->g.dll);
    bw_push(w, comdat_id(w, f->g.comdat));
    bw_push(w, f->prefix ? bw_value(w, &f->prefix->v) + 1 : 0);
    bw_push(w, f->personality ? bw_value(w, &f->personality->v) + 1 : 0);
    bw_push(w, f->g.dso_local);
    bw_push(w, f->g.v.type->as);
    if (f->g.partition) bw_name(w, f->g.partition);
    bw_record(w, MOD_FUNCTION, 0);
}

static void alias(Bw *w, const IrGlobal *g) {
    bw_name(w, g->v.name);
    bw_push(w, bw_type(w, g->vty));
    bw_push(w, g->v.type->as);
    bw_push(w, bw_value(w, &g->init->v));
    bw_push(w, bc_linkage_code[g->linkage]);
    bw_push(w, g->visibility);
    if (g->v.kind == IR_C_ALIAS) {
        bw_push(w, g->dll);
        bw_push(w, g->tls);
        bw_push(w, g->unnamed_addr);
    }
    bw_push(w, g->dso_local);
    if (g->partition) bw_name(w, g->partition);
    bw_record(w, g->v.kind == IR_C_ALIAS ? MOD_ALIAS : MOD_IFUNC, 0);
}

static void module_info(Bw *w) {
    IrModule *m = w->m;
    if (m->triple) bw_text_record(w, MOD_TRIPLE, m->triple);
    if (m->datalayout) bw_text_record(w, MOD_DATALAYOUT, m->datalayout);
    for (uint32_t i = 0; i < m->module_asm.n; i++) { // one record
        bw_text(w, m->module_asm.at[i]);
        bw_push(w, '\n');
    }
    if (m->module_asm.n) bw_record(w, MOD_ASM, 0);
    for (uint32_t i = 0; i < w->nglobals; i++) {
        const IrGlobal *g = (const IrGlobal *)w->values.at[i];
        listed(w, &w->sections, g->section);
        if (g->v.kind == IR_C_FUNC) listed(w, &w->gcs, ((const IrFunc *)g)->gc);
    }
    for (uint32_t i = 0; i < m->comdats.n; i++) {
        static const uint8_t code[] = {1, 2, 3, 4, 5};
        map_put(&w->comdat_no, (uint64_t)m->comdats.at[i].name + 1, (void *)(uintptr_t)(i + 1));
        bw_name(w, m->comdats.at[i].name);
        bw_push(w, code[m->comdats.at[i].kind]);
        bw_record(w, MOD_COMDAT, 0);
    }
    for (uint32_t i = 0; i < w->gcs.n; i++) bw_text_record(w, MOD_GC, w->gcs.at[i]);
    for (uint32_t i = 0; i < w->sections.n; i++) {
        bw_text_record(w, MOD_SECTION, w->sections.at[i]);
    }
    if (m->source_name) bw_text_record(w, MOD_SOURCE_FILENAME, m->source_name);
    for (uint32_t i = 0; i < m->vars.n; i++) variable(w, m->vars.at[i]);
    IR_FOREACH_FUNC(f, m) function(w, f);
    for (int k = IR_C_ALIAS; k <= IR_C_IFUNC; k++) { // ids: aliases, then ifuncs
        for (uint32_t i = 0; i < m->aliases.n; i++) {
            if (m->aliases.at[i]->v.kind == k) alias(w, m->aliases.at[i]);
        }
    }
}

// ---- constants ----

static void elements(Bw *w, const IrConst *c) { // CST_DATA and the strings
    const IrType *e = c->v.type->elem;
    uint32_t width = e->bits / 8;
    bool text = c->v.type->kind == IR_TY_ARRAY && ir_ty_is_i(e, 8), nul = false;
    if (text && c->n) nul = c->data[c->n - 1] == 0 && !memchr(c->data, 0, c->n - 1);
    for (uint32_t i = 0; i < c->n - nul; i += width) {
        uint64_t v = 0;
        memcpy(&v, c->data + i, width);
        bw_push(w, v);
    }
    bw_record(w, nul ? CST_CSTRING : text ? CST_STRING : CST_DATA, 0);
}

static void integer(Bw *w, const IrConst *c) {
    if (c->v.type->bits <= 64) {
        bw_signed(w, ir_sval(c));
        bw_record(w, CST_INTEGER, AB_INTEGER);
        return;
    }
    // as many words as are active, unsigned; each with its sign in bit 0
    uint32_t n = c->n;
    while (n > 1 && !c->words[n - 1]) n--;
    for (uint32_t i = 0; i < n; i++) bw_signed(w, (int64_t)c->words[i]);
    bw_record(w, CST_WIDE_INTEGER, 0);
}

static void vector_expression(Bw *w, const IrConst *c) {
    IrType *vt = c->elem[0]->v.type;
    bool insert = c->v.op == IR_INSERTELEMENT, extract = c->v.op == IR_EXTRACTELEMENT;
    bool ex = c->v.op == IR_SHUFFLEVECTOR && c->v.type != vt;
    if (extract || ex) bw_push(w, bw_type(w, vt));
    for (uint32_t i = 0; i < c->n; i++) {
        if ((insert || extract) && i + 1 == c->n) bw_push(w, bw_type(w, c->elem[i]->v.type));
        bw_push(w, bw_value(w, &c->elem[i]->v));
    }
    bw_record(w,
              insert    ? CST_INSERTELT
              : extract ? CST_EXTRACTELT
              : ex      ? CST_SHUFFLEVEC_EX
                        : CST_SHUFFLEVEC,
              0);
}

static void expression(Bw *w, const IrConst *c) {
    if (c->v.op == IR_GEP) {
        bool in = c->v.flags & IR_INBOUNDS;
        bw_push(w, bw_type(w, c->aty));
        if (w->old) {
            for (uint32_t i = 0; i < c->n; i++) {
                bw_push(w, bw_type(w, c->elem[i]->v.type));
                bw_push(w, bw_value(w, &c->elem[i]->v));
            }
            bw_record(w, in ? CST_INBOUNDS_GEP : CST_GEP_OLD, 0);
            return;
        }
        bw_push(w,
                (in ? 1u : 0) | (c->v.flags & IR_NUSW ? 2u : 0) | (c->v.flags & IR_NUW ? 4u : 0));
        for (uint32_t i = 0; i < c->n; i++) {
            bw_push(w, bw_type(w, c->elem[i]->v.type));
            bw_push(w, bw_value(w, &c->elem[i]->v));
        }
        bw_record(w, CST_GEP, 0);
    } else if (ir_ops[c->v.op].class == IRC_VEC) {
        vector_expression(w, c);
    } else if (ir_ops[c->v.op].class == IRC_CAST) {
        bw_push(w, (uint64_t)bc_cast_code(c->v.op));
        bw_push(w, bw_type(w, c->elem[0]->v.type));
        bw_push(w, bw_value(w, &c->elem[0]->v));
        bw_record(w, CST_CAST, AB_CAST);
    } else {
        bw_push(w, (uint64_t)bc_binop_code(c->v.op));
        bw_push(w, bw_value(w, &c->elem[0]->v));
        bw_push(w, bw_value(w, &c->elem[1]->v));
        uint64_t flags = (c->v.flags & IR_NUW ? 1u : 0) | (c->v.flags & IR_NSW ? 2u : 0);
        if (flags) bw_push(w, flags);
        bw_record(w, CST_BINOP, 0);
    }
}

static void inline_asm(Bw *w, const IrAsm *a) {
    if (!w->old) bw_push(w, bw_type(w, a->v.type));
    bw_push(w, (a->side_effect ? 1u : 0) | (a->align_stack ? 2u : 0) | (a->intel ? 4u : 0) |
                   (a->unwind ? 8u : 0));
    bw_push(w, atom_len(w->ctx, a->text));
    bw_text(w, a->text);
    bw_push(w, atom_len(w->ctx, a->constraints));
    bw_text(w, a->constraints);
    bw_record(w, w->old ? CST_INLINEASM_OLD2 : CST_INLINEASM, 0);
}

static uint64_t block_number(const IrBlock *bb) { // in its function
    uint64_t n = 0;
    for (const IrBlock *b = bb->fn->first; b != bb; b = b->next) n++;
    return n;
}

static void constant(Bw *w, const IrValue *v) {
    const IrConst *c = (const IrConst *)v;
    switch (v->kind) {
    case IR_V_ASM: inline_asm(w, (const IrAsm *)v); break;
    case IR_C_INT:
        if (ir_is_zero(v)) {
            bw_record(w, CST_NULL, AB_NULL);
        } else {
            integer(w, c);
        }
        break;
    case IR_C_FP:
        bw_push(w, ir_words(c)[0]);
        if (v->type->bits > 64) bw_push(w, c->words[1]);
        if (v->type->kind == IR_TY_X86_FP80) { // the upper 64 bits come first
            w->r.at[0] = c->words[1] << 48 | c->words[0] >> 16;
            w->r.at[1] = c->words[0] & 0xffff;
        }
        bw_record(w, CST_FLOAT, 0);
        break;
    case IR_C_NULL:
    case IR_C_ZERO: bw_record(w, CST_NULL, AB_NULL); break;
    case IR_C_UNDEF: bw_record(w, CST_UNDEF, 0); break;
    case IR_C_POISON: bw_record(w, w->old ? CST_UNDEF : CST_POISON, 0); break;
    case IR_C_BLOCKADDR:
        bw_push(w, bw_type(w, c->elem[0]->v.type));
        bw_push(w, bw_value(w, &c->elem[0]->v));
        bw_push(w, block_number(c->block));
        bw_record(w, CST_BLOCKADDRESS, 0);
        break;
    case IR_C_DSO_LOCAL:
    case IR_C_NO_CFI:
        bw_push(w, bw_type(w, c->elem[0]->v.type));
        bw_push(w, bw_value(w, &c->elem[0]->v));
        bw_record(w, v->kind == IR_C_NO_CFI ? CST_NO_CFI : CST_DSO_LOCAL_EQUIVALENT, 0);
        break;
    case IR_C_PTRAUTH:
        for (uint32_t i = 0; i < c->n; i++) bw_push(w, bw_value(w, &c->elem[i]->v));
        bw_record(w, CST_PTRAUTH, 0);
        break;
    case IR_C_DATA: elements(w, c); break;
    case IR_C_AGG:
        for (uint32_t i = 0; i < c->n; i++) bw_push(w, bw_value(w, &c->elem[i]->v));
        bw_record(w, CST_AGGREGATE, 0);
        break;
    default: expression(w, c);
    }
}

void bw_constants(Bw *w, uint32_t from, uint32_t to) {
    const IrType *last = NULL;
    if (from == to) return;
    bw_enter(w, BLK_CONSTANTS, 4);
    for (uint32_t i = from; i < to; i++) {
        const IrValue *v = w->values.at[i];
        IrType *t = bw_value_type(w, v);
        if (t != last) {
            bw_push(w, bw_type(w, t));
            bw_record(w, CST_SETTYPE, AB_SETTYPE);
            last = t;
        }
        constant(w, v);
    }
    bw_leave(w);
}

static void sync_scopes(Bw *w) { // ids are places in the list
    bw_enter(w, BLK_SYNC_SCOPES, 3);
    for (int i = 0; i < 5; i++) { // as ir_scope_names, but single thread and system have 0 and 1
        static const uint8_t order[] = {IR_SCOPE_THREAD, IR_SCOPE_SYSTEM, IR_SCOPE_BLOCK,
                                        IR_SCOPE_CLUSTER, IR_SCOPE_DEVICE};
        bw_text_record(w, 1, atom_cstr(w->ctx, ir_scope_names[order[i]]));
    }
    for (uint32_t i = 0; i < w->m->scopes.n; i++) bw_text_record(w, 1, w->m->scopes.at[i]);
    bw_leave(w);
}

void bw_module(Bw *w) {
    if (w->old) attributes(w);
    type_table(w);
    if (!w->old) attributes(w);
    module_info(w);
    bw_constants(w, w->nglobals, w->nmodule);
    bw_metadata(w);
    if (w->bundle_tags.n) {
        bw_enter(w, BLK_BUNDLE_TAGS, 3);
        for (uint32_t i = 0; i < w->bundle_tags.n; i++) {
            bw_text_record(w, 1, w->bundle_tags.at[i]);
        }
        bw_leave(w);
    }
    sync_scopes(w);
    IR_FOREACH_FUNC(f, w->m) {
        if (!ir_is_decl(f)) bw_function(w, f);
    }
}
