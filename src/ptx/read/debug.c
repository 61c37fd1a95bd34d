// SPDX-License-Identifier: Apache-2.0
// The PTX reader: the directives for debuggers, .file and .loc (PTX ISA 11.5). Sections with
// debugging entries are kept as their text (rd_raw_section).
#include "ptx/read/reader.h"

#include "ptx/form/op.h"

// .file index "name" [, time, size].
void rd_file(Reader *reader) {
    PtxFile file = {0};
    rd_next(reader);
    file.index = (uint32_t)rd_const(reader);
    if (reader->tok.kind == TK_STR) {
        file.name =
            atom_intern(reader->ctx, reader->tok.at, (size_t)(reader->tok.end - reader->tok.at));
        rd_next(reader);
    }
    if (rd_accept(reader, ',')) {
        file.has_stamp = true;
        file.time = (uint64_t)rd_const(reader);
        if (rd_accept(reader, ',')) file.size = (uint64_t)rd_const(reader);
    }
    void **before = map_slot(&reader->files, (uint64_t)file.index + 1);
    rd_refuse(reader, *before, DIAG_OF(ptx, file_twice), (int)file.index);
    *before = reader;
    vec_push(reader->arena, &reader->module->file, file);
}

// .loc file line column [, function_name label+offset, inlined_at file line column].
void rd_loc(Reader *reader) {
    uint32_t line = reader->line, at = reader->tok.line;
    PtxOpnd opnd[8] = {{0}};
    uint32_t n = 3;
    rd_next(reader);
    for (uint32_t i = 0; i < 3; i++) opnd[i] = ptx_o_int(rd_const(reader));
    if (reader->line == line && rd_accept(reader, ',') && rd_is(reader, "function_name")) {
        n = 8;
        rd_next(reader);
        opnd[3] =
            ptx_o_label(ptx_newlabel(reader->fn, reader->tok.atom)); // a label of a debug section
        rd_next(reader);
        opnd[4] = ptx_o_int(rd_accept(reader, '+') ? rd_const(reader) : 0);
        rd_accept(reader, ',');
        if (rd_is(reader, "inlined_at")) rd_next(reader);
        for (uint32_t i = 5; i < 8; i++) opnd[i] = ptx_o_int(rd_const(reader));
    }
    uint32_t i = ptx_emit(reader->fn, PTXI_loc, 0, 0, 0, n, opnd);
    reader->fn->inst.at[i].pos = at;
}
