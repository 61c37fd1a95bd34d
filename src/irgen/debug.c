// SPDX-License-Identifier: Apache-2.0
// Source positions for -lineinfo: one DICompileUnit and DIFile, a DISubprogram for each function, a
// DILocation for each statement.
#include "irgen/gen.h"

static IrMd *di_file(Gen *g, Atom name) {
    if (!g->di_file) {
        IrDiField f[2] = {
            {.key = atom_cstr(g->ctx, "filename"), .kind = IR_DI_STRING, .text = name},
            {.key = atom_cstr(g->ctx, "directory"), .kind = IR_DI_STRING, .text = 0}};
        g->di_file = ir_md_di(g->m, "DIFile", false, 2, f);
        IrDiField cu[4] = {{.key = atom_cstr(g->ctx, "language"),
                            .kind = IR_DI_WORD,
                            .text = atom_cstr(g->ctx, "DW_LANG_C_plus_plus")},
                           {.key = atom_cstr(g->ctx, "file"), .kind = IR_DI_MD, .md = g->di_file},
                           {.key = atom_cstr(g->ctx, "producer"),
                            .kind = IR_DI_STRING,
                            .text = atom_cstr(g->ctx, "cuprum")},
                           {.key = atom_cstr(g->ctx, "emissionKind"),
                            .kind = IR_DI_WORD,
                            .text = atom_cstr(g->ctx, "LineTablesOnly")}};
        g->di_unit = ir_md_di(g->m, "DICompileUnit", true, 4, cu);
        ir_named_md_add(g->m, atom_cstr(g->ctx, "llvm.dbg.cu"), g->di_unit);
        ir_module_flag(g->m, 2, "Debug Info Version", ir_int(g->m->ty_i32, 3));
    }
    return g->di_file;
}

IrMd *gen_di_function(Gen *g, FuncDecl *fd) {
    void **slot = map_slot(&g->di_sub, (uintptr_t)fd);
    if (*slot) return *slot;
    SrcLoc loc = {0};
    source_resolve(g->ctx, fd->d.pos, &loc);
    IrMd *file = di_file(g, loc.file);
    IrDiField f[] = {{.key = atom_cstr(g->ctx, "name"), .kind = IR_DI_STRING, .text = fd->d.name},
                     {.key = atom_cstr(g->ctx, "linkageName"),
                      .kind = IR_DI_STRING,
                      .text = cxx_mangle(g->x, &fd->d)},
                     {.key = atom_cstr(g->ctx, "scope"), .kind = IR_DI_MD, .md = file},
                     {.key = atom_cstr(g->ctx, "file"), .kind = IR_DI_MD, .md = file},
                     {.key = atom_cstr(g->ctx, "line"), .kind = IR_DI_UINT, .num = loc.line},
                     {.key = atom_cstr(g->ctx, "scopeLine"), .kind = IR_DI_UINT, .num = loc.line},
                     {.key = atom_cstr(g->ctx, "spFlags"),
                      .kind = IR_DI_WORD,
                      .text = atom_cstr(g->ctx, "DISPFlagDefinition")},
                     {.key = atom_cstr(g->ctx, "unit"), .kind = IR_DI_MD, .md = g->di_unit}};
    IrMd *md = ir_md_di(g->m, "DISubprogram", true, CU_COUNT(f), f);
    map_put(&g->di_sub, (uintptr_t)fd, md);
    return md;
}

void gen_loc(Fn *fn, Pos pos) {
    if (!fn->g->opt.line_info || !pos) return;
    SrcLoc loc;
    if (!source_resolve(fn->g->ctx, pos, &loc)) return;
    fn->b.dbg = ir_md_loc(fn->g->m, loc.line, loc.col, gen_di_function(fn->g, fn->fd), NULL);
}
