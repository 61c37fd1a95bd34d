// SPDX-License-Identifier: Apache-2.0
// Bitcode modules: global objects, names, the reader's entry points. Reads LLVM 3.0 to 21.
//
// The string table of names stands behind the module and is found first. The module's block is
// walked once; function bodies are only noted, and read when asked for (ir_materialize) or, by
// ir_read_bitcode, all at the end.
#include "ir/bitread_int.h"

#include "ir/ir_diag.h"

// A FUNCTION record: the function is made, or only noted where the module is a library.
static bool function(Bc *bc, const Rec *r) {
    uint32_t o = bc->version >= 2 ? 2 : 0, fty = bc_function_type(bc, r);
    bool body = !rec(r, o + 2);
    if (bc->library && bc->version < 2) { // names come apart: all in good time
        if (!fty || !bc_later_note(bc, fty, body)) return false;
        if (body) vec_push(bc->a, &bc->bodies, bc->by_id.n - 1);
        return true;
    }
    IrFunc *f = bc_function_of(bc, r, fty);
    if (!f) return false;
    bc_add_global(bc, &f->g, r, fty);
    if (body) {
        vec_push(bc->a, &bc->bodies, bc->by_id.n - 1);
        map_put(&bc->body_id, (uintptr_t)f, (void *)(uintptr_t)bc->value.n); // id + 1
    }
    return !bc->b.error;
}

// An entry of the module's value symbol table: the name of a global in files before version 2.
static bool symbol(Bc *bc, const Rec *r) {
    uint64_t id = rec(r, 0);
    uint32_t from = r->code == SYM_FUNCTION ? 2 : 1; // FNENTRY has an offset
    if (!is_any_of(r->code, SYM_ENTRY, SYM_FUNCTION)) return true;
    if (id >= bc->by_id.n) {
        // constants could have names long ago
        return id < bc->value.n || bc_fail(bc, "name of a value that does not exist") != NULL;
    }
    if (r->op.n <= from) return true;
    if (bc->library && bc->lazy.at[id].record_at)
        bc_later_name(bc, (uint32_t)id, r, from);
    else
        bc->by_id.at[id]->v.name = bc_text(bc, r, from);
    return true;
}

// ---- other records of the module ----

static bool module_asm(Bc *bc, const Rec *r) {
    ir_module_asm_add(bc->m, bc_text(bc, r, 0));
    return true;
}

// Record: name (two numbers, or before version 2 length and characters) and kind of selection.
static bool comdat_record(Bc *bc, const Rec *r) {
    IrComdat comdat = {0};
    uint64_t kind = bc->version >= 2 ? rec(r, 2) : rec(r, 0);
    if (bc->version >= 2) {
        comdat.name = bc_name_in_table(bc, rec(r, 0), rec(r, 1));
    } else {
        uint64_t n = rec(r, 1);
        if (n > r->op.n || r->op.n - n < 2) return bc_fail(bc, "bad comdat") != NULL;
        Rec part = *r;
        part.op.n = (uint32_t)n + 2;
        comdat.name = bc_text(bc, &part, 2);
    }
    comdat.kind = kind >= 1 && kind <= 5 ? (uint8_t)(kind - 1) : 0;
    vec_push(&bc->m->arena, &bc->m->comdats, comdat);
    return !bc->b.error;
}

// Records that stand in the module's block itself. Unknown ones are left out, as in LLVM.
static bool module_record(Bc *bc, const Rec *r) {
    IrModule *module = bc->m;
    switch (r->code) {
    case MOD_VERSION:
        bc->version = (uint32_t)rec(r, 0);
        return bc->version <= 2 || bc_fail(bc, "unknown version of the format") != NULL;
    case MOD_TRIPLE: module->triple = bc_text(bc, r, 0); return true;
    case MOD_DATALAYOUT: {
        IrDataLayout l = {0};
        module->datalayout = bc_text(bc, r, 0);
        if (ir_datalayout_read(atom_str(bc->ctx, module->datalayout),
                               atom_len(bc->ctx, module->datalayout), &l)) {
            return bc_fail(bc, "bad data layout") != NULL;
        }
        bc->alloca_as = l.alloca_as;
        bool fits = ir_types_set_pointers(module, l.short_ptr_as);
        return fits || bc_fail(bc, "a type contains itself") != NULL;
    }
    case MOD_ASM: return module_asm(bc, r);
    case MOD_SECTION: vec_push(bc->a, &bc->sections, bc_text(bc, r, 0)); return true;
    case MOD_GC: vec_push(bc->a, &bc->gcs, bc_text(bc, r, 0)); return true;
    case MOD_COMDAT: return comdat_record(bc, r);
    case MOD_GLOBALVAR: return bc_global_var(bc, r);
    case MOD_FUNCTION: return function(bc, r);
    case MOD_ALIAS_OLD:
    case MOD_ALIAS:
    case MOD_IFUNC: return bc_alias(bc, r);
    case MOD_SOURCE_FILENAME: module->source_name = bc_text(bc, r, 0); return true;
    default: return true;
    }
}

static bool bundle_tag(Bc *bc, const Rec *r) {
    vec_push(bc->a, &bc->tags, bc_text(bc, r, 0));
    return true;
}

static bool sync_scope(Bc *bc, const Rec *r) {
    int k = ir_scope(bc->m, bc_text(bc, r, 0));
    if (k < 0) return bc_fail(bc, "too many synchronisation scopes") != NULL;
    vec_push(bc->a, &bc->scopes, (uint8_t)k);
    return true;
}

// Bodies follow in the order of the FUNCTION records that have one. Only the place is kept.
static bool note_body(Bc *bc) {
    if (bc->nbodies >= bc->bodies.n) return bc_fail(bc, "body of no function") != NULL;
    uint32_t id = bc->bodies.at[bc->nbodies++];
    IrFunc *f = (IrFunc *)bc->by_id.at[id];
    if (f) f->body_at = bc->b.pos;
    if (bc->library) bc->lazy.at[id].body_at = bc->b.pos;
    bits_skip(&bc->b);
    return !bc->b.error;
}

// A block inside the module's. Blocks of no use to us (symbol tables of linkers, summaries,
// use-list orders) are passed over.
static bool module_item(Bc *bc, uint32_t block) {
    switch (block) {
    case BLK_INFO: {
        BlockMark info;
        return bits_enter(&bc->b, BLK_INFO, &info);
    }
    case BLK_PARAMATTR: return bc_each(bc, block, bc_attr_list);
    case BLK_PARAMATTR_GROUP: return bc_each(bc, block, bc_attr_group);
    case BLK_CONSTANTS: return bc_constants(bc);
    case BLK_FUNCTION: return note_body(bc);
    case BLK_SYMBOLS: return bc_each(bc, block, symbol);
    case BLK_TYPES: return bc_types(bc);
    case BLK_METADATA: return bc_metadata(bc);
    case BLK_METADATA_KIND: return bc_each(bc, block, bc_metadata_kind);
    case BLK_BUNDLE_TAGS: return bc_each(bc, block, bundle_tag);
    case BLK_SYNC_SCOPES: return bc_each(bc, block, sync_scope);
    default: bits_skip(&bc->b); return !bc->b.error;
    }
}

// Initialisers, aliasees and resolvers, now that every global has a value id.
static bool initializers(Bc *bc) {
    for (uint32_t i = 0; i < bc->inits.n; i++) {
        IrGlobal *g = bc->inits.at[i].g;
        IrConst *x = bc_const(bc, bc->inits.at[i].init - 1);
        if (!x) return false;
        bool fits = g->v.kind == IR_C_VAR ? x->v.type == g->vty : x->v.type->kind == IR_TY_PTR;
        if (!fits) return bc_fail(bc, "initialiser of another type") != NULL;
        g->init = x;
    }
    return bc_extras(bc);
}

// The whole module but for bodies.
static bool module_block(Bc *bc) {
    BlockMark mark;
    Rec rec = {0};
    int k;
    if (!bits_enter(&bc->b, BLK_MODULE, &mark)) return false;
    while ((k = bits_next(&bc->b, &rec)) != BITS_END) {
        if (!(k == BITS_RECORD ? module_record(bc, &rec) : module_item(bc, rec.code))) return false;
    }
    if (bc->b.error) return false;
    if (bc->nbodies < bc->bodies.n) return bc_fail(bc, "function without its body") != NULL;
    if (!initializers(bc)) return false;
    bc_md_old_units(bc);
    bits_leave(&bc->b, &mark);
    return !bc->b.error;
}

// ---- names are known: into the module ----

// Gives a global object its symbol and its place in the lists of the module. ir_var_place and
// ir_alias_place set up the object anew, hence the copy.
static void place(Bc *bc, IrGlobal *placed) {
    IrGlobal old = *placed;
    switch (placed->v.kind) {
    case IR_C_FUNC: {
        IrFunc *f = (IrFunc *)placed;
        ir_func_register(bc->m, f, placed->v.name);
        if (!f->body_at) ir_intrin_adopt(bc->m, f);
        return;
    }
    case IR_C_VAR:
        ir_var_place(bc->m, placed, old.v.name, old.vty, old.v.type->as, old.linkage);
        break;
    default:
        ir_alias_place(bc->m, placed, old.v.name, old.vty, old.v.type->as, old.linkage);
        placed->v.kind = old.v.kind;
    }
    if (old.align) placed->align = old.align;
}

// All names are known: everything goes into the module. Intrinsics of one name become one
// declaration.
static void finish(Bc *bc) {
    for (uint32_t i = 0; i < bc->by_id.n; i++) {
        if (bc->by_id.at[i]) place(bc, bc->by_id.at[i]);
    }
    bc->placed = true;
    // a declaration has no comdat
    for (uint32_t i = 0; i < bc->own_comdat.n; i++) {
        IrGlobal *g = bc->own_comdat.at[i];
        if (g->v.kind == IR_C_FUNC ? !ir_has_body((IrFunc *)g) : !g->init) continue;
        g->comdat = g->v.name;
        vec_push(&bc->m->arena, &bc->m->comdats, ((IrComdat){g->v.name, 0}));
    }
    ir_intrin_settle(bc->m);
    for (uint32_t i = 0; i < bc->by_id.n; i++) { // one declaration stands for several
        IrFunc *f = bc->by_id.at[i] ? ir_as_func(&bc->by_id.at[i]->v) : NULL;
        if (!f || !f->g.dead || !f->intrin) continue;
        bc->value.at[i].value = &ir_intrinsic(bc->m, f->intrin, f->noverload, f->overload)->g.v;
    }
}

// ---- the file ----

// The STRTAB block: one blob.
static bool strtab(Bc *bc, const Rec *r) {
    if (r->code != 1 || !r->blob) return true;
    bc->strtab = (const char *)r->blob;
    bc->nstrtab = r->nblob;
    return true;
}

// IDENTIFICATION: only the epoch matters; LLVM has had no other than 0.
static bool old_identification(Bc *bc, const Rec *r) {
    return r->code != 2 || rec(r, 0) == 0 || bc_fail(bc, "unknown epoch of the format") != NULL;
}

// Finds the module and its string table, which stands behind it, and reads the module. Of several
// modules in a file the first counts.
static bool top_level(Bc *bc) {
    Rec rec = {0};
    uint64_t module_at = 0;
    while (!bc->b.error && bc->b.end - bc->b.pos >= 64) {
        int k = bits_next(&bc->b, &rec);
        if (k != BITS_BLOCK) {
            // padding behind the last block is no harm
            if (module_at) break;
            return bc_fail(bc, "block expected") != NULL;
        }
        if (rec.code == BLK_STRTAB && module_at && !bc->strtab) {
            if (!bc_each(bc, BLK_STRTAB, strtab)) return false;
        } else if (rec.code == BLK_IDENTIFICATION) {
            if (!bc_each(bc, rec.code, old_identification)) return false;
        } else {
            if (rec.code == BLK_MODULE && !module_at) module_at = bc->b.pos;
            bits_skip(&bc->b);
        }
    }
    if (bc->b.error && module_at) { // so is garbage
        bc->b.error = NULL;
    }
    if (bc->b.error) return false;
    if (!module_at) return bc_fail(bc, "no module in it") != NULL;
    bc->b.pos = module_at;
    return module_block(bc);
}

// Raw bitcode begins with "BC" 0xC0DE, wrapped one with 0x0B17C0DE.
bool ir_is_bitcode(const void *data, size_t n) {
    static const uint8_t raw[] = {'B', 'C', 0xC0, 0xDE}, wrapped[] = {0xDE, 0xC0, 0x17, 0x0B};
    if (n < sizeof raw) return false;
    return memcmp(data, raw, sizeof raw) == 0 || memcmp(data, wrapped, sizeof wrapped) == 0;
}

// Where the bitstream begins and ends. The budget for what records may expand to is in proportion
// to the size of the input: see bc_charge.
static void set_input(Bc *bc, const uint8_t *p, size_t n) {
    if (n >= 20 && p[0] == 0xDE) { // wrapper: magic, version, offset, size, cpu
        uint32_t off, size;
        memcpy(&off, p + 8, 4);
        memcpy(&size, p + 12, 4);
        if (off <= n && size <= n - off) {
            p += off;
            n = size;
        }
    }
    bc->b.data = p;
    bc->b.nbytes = n;
    bc->b.pos = 32;
    bc->b.end = (uint64_t)n / 4 * 32;
    bc->budget = 64 * (uint64_t)n + (1 << 16);
    if (!ir_is_bitcode(p, n) || n < 8 || p[0] != 'B') bc_fail(bc, "no bitcode");
}

// Reads everything but bodies. The reader stays with the module until ir_reader_free; NULL after a
// diagnostic.
static IrModule *read_lazy(Ctx *ctx, const char *name, const void *data, size_t n, bool library) {
    IrModule *module = ir_module_new(ctx, atom_cstr(ctx, name));
    Bc *bc = arena_new(&module->arena, Bc);
    module->triple = 0; // what the file says, nothing if it says nothing
    bc->ctx = ctx;
    bc->m = module;
    bc->a = &bc->arena;
    bc->name = name;
    bc->library = library;
    arena_init(bc->a, ctx, "ir-bitcode");
    bc->b = (Bits){.ctx = ctx, .a = bc->a, .width = 2};
    map_init(&bc->b.info, bc->a);
    map_init(&bc->groups, bc->a);
    map_init(&bc->later, bc->a);
    map_init(&bc->body_id, bc->a);
    map_init(&bc->wrapped, bc->a);
    map_init(&bc->block_ref, bc->a);
    map_init(&bc->kinds, bc->a);
    map_init(&bc->by_name, bc->a);
    bc->dbg = atom_cstr(ctx, "dbg");
    set_input(bc, data, n);
    if (library) { // a guess from the size, so that the lists need not grow
        uint32_t guess = (uint32_t)CU_MIN(n / 600, 4096u);
        vec_reserve(bc->a, &bc->value, guess);
        vec_reserve(bc->a, &bc->by_id, guess);
        vec_reserve(bc->a, &bc->lazy, guess);
    }
    if (!bc->b.error && top_level(bc)) {
        finish(bc);
        if (!library) ir_upgrade_ctors(module);
        module->reader = bc;
        module->intern->reader = bc->a;
        return module;
    }
    bc_report(bc);
    arena_free(bc->a);
    ir_module_free(module);
    return NULL;
}

IrModule *ir_read_bitcode_lazy(Ctx *ctx, const char *name, const void *data, size_t n) {
    return read_lazy(ctx, name, data, n, false);
}

IrModule *ir_read_bitcode_library(Ctx *ctx, const char *name, const void *data, size_t n) {
    return read_lazy(ctx, name, data, n, true);
}

// Any order of functions will do. False after a diagnostic; the module is then to be thrown away.
bool ir_materialize(IrFunc *fn) {
    Bc *c = fn->g.m->reader;
    if (!fn->body_at) return true;
    c->b.pos = fn->body_at;
    c->b.end = c->b.nbytes / 4 * 32;
    fn->body_at = 0;
    return bc_function(c, fn) || bc_report(c);
}

// Bodies in the order of the file; then what older LLVMs spelt differently is brought up to date.
IrModule *ir_read_bitcode(Ctx *ctx, const char *name, const void *data, size_t n) {
    IrModule *module = ir_read_bitcode_lazy(ctx, name, data, n);
    if (!module) return NULL;
    module->reader->names = true;
    bool ok = true;
    for (uint32_t i = 0; ok && i < module->reader->bodies.n; i++) {
        ok = ir_materialize((IrFunc *)module->reader->by_id.at[module->reader->bodies.at[i]]);
    }
    if (ok && module->reader->nblock_refs) {
        bc_fail(module->reader, "address of a block that does not exist");
        ok = bc_report(module->reader);
    }
    ir_reader_free(module);
    if (!ok || !ir_expand_old(module)) {
        ir_module_free(module);
        return NULL;
    }
    ir_upgrade(module);
    return module;
}
