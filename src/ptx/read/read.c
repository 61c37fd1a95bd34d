// SPDX-License-Identifier: Apache-2.0
// The PTX reader: a whole text is a module, a sequence of directives (PTX ISA 11.2 and 11.6). Here
// is where reading begins; what a directive declares is read by the files beside: read/declare.c
// and read/init.c variables, read/function.c functions, read/directive.c and read/debug.c what is
// said of them, read/body.c statements, read/inst.c instructions, read/asm.c inline assembly.
#include "ptx/read/reader.h"

// .version M.N, kept as ten times itself; 0 after reporting.
static void read_version(Reader *reader) {
    rd_next(reader);
    double v = 0;
    if (reader->tok.kind == TK_FLT) memcpy(&v, &reader->tok.ival, 8);
    bool good = v >= 1.0 && v <= 9.9;
    if (!(v > 0 && v < 100)) {
        rd_error(reader, DIAG_OF(ptx, expected), "a PTX version", rd_tok_text(reader));
    } else if (!good) {
        rd_bad_version(reader);
    }
    reader->module->version = good ? (uint32_t)(v * 10 + 0.5) : 0;
    if (reader->strict && good) rd_check_version(reader);
    rd_next(reader);
}

// sm_90, sm_90a, sm_100f; `name` is what stands behind "sm_".
static void read_architecture(Reader *reader, const char *name) {
    enum { MORE_THAN_ANY = 10000 };
    uint32_t sm = 0;
    for (; *name >= '0' && *name <= '9' && sm < MORE_THAN_ANY; name++)
        sm = sm * 10 + (uint32_t)(*name - '0');
    reader->module->sm = sm;
    reader->module->sm_suffix = *name;

    bool good_suffix = !*name || (is_any_of(*name, 'a', 'f') && !name[1]);
    if (!sm || !good_suffix)
        rd_error(reader, DIAG_OF(ptx, bad_target), rd_tok_text(reader));
    else if (reader->strict)
        rd_check_target(reader);
}

// .target sm_90a, debug ... Names of modes of the days before sm_20 are taken and have no effect.
static void read_target(Reader *reader) {
    do {
        rd_next(reader);
        const char *word = reader->tok.kind == TK_ID ? atom_str(reader->ctx, reader->tok.atom) : "";
        if (strncmp(word, "sm_", 3) == 0) {
            read_architecture(reader, word + 3);
        } else if (strcmp(word, "debug") == 0) {
            reader->module->debug = true;
        } else if (strncmp(word, "texmode_", 8) != 0 && strcmp(word, "map_f64_to_f32") != 0) {
            rd_error(reader, DIAG_OF(ptx, bad_target), rd_tok_text(reader));
        } else if (reader->strict) {
            rd_check_mode(reader);
        }
        if (reader->tok.kind == TK_ID) rd_next(reader);
    } while (rd_punct(reader, ','));
}

// .alias name, function; both are functions (PTX ISA, .alias).
static void read_alias(Reader *reader) {
    rd_next(reader);
    Atom name = reader->tok.atom, of = 0;
    rd_next(reader);
    rd_expect(reader, ',');
    if (reader->tok.kind == TK_ID) of = reader->tok.atom;
    Bind *b = of ? rd_lookup(reader, of) : NULL;
    if (!b || b->kind != BIND_SYM || !ptx_sym_func(reader->module, b->id) || of == name) {
        rd_error(reader, DIAG_OF(ptx, undeclared), rd_tok_text(reader));
    } else {
        if (reader->strict) rd_check_alias(reader, name, ptx_sym_func(reader->module, b->id));
        uint32_t id = ptx_add_alias(reader->module, name, b->id);
        if (!rd_lookup(reader, name)) rd_bind(reader, BIND_SYM, name, id);
    }
    rd_next(reader);
    rd_expect(reader, ';');
}

// Several may stand together, as .visible .weak: the last counts.
static uint8_t read_linkage(Reader *reader) {
    static const char *const word[] = {"", "visible", "extern", "weak", "common"};
    uint8_t linkage = PTXL_NONE;
    for (uint8_t i = 1; i < CU_COUNT(word); i++) {
        if (!rd_is(reader, word[i])) continue;
        rd_refuse(reader, linkage, DIAG_OF(ptx, linkage_twice));
        linkage = i;
        rd_next(reader);
    }
    return linkage;
}

// .address_size 64
static void read_address_size(Reader *reader) {
    rd_next(reader);
    if (reader->tok.kind != TK_INT || reader->tok.ival != 64)
        rd_error(reader, DIAG_OF(ptx, expected), "an address size of 64", rd_tok_text(reader));
    reader->module->address_size = (uint32_t)rd_const(reader);
}

// What is no directive: an empty statement, or a mistake.
static void read_no_directive(Reader *reader) {
    rd_refuse(reader, rd_punct(reader, ';'), DIAG_OF(ptx, empty_statement));
    if (rd_accept(reader, ';')) return;
    rd_error(reader, DIAG_OF(ptx, expected), "a directive", rd_tok_text(reader));
    const char *at = reader->tok.at;
    rd_skip_statement(reader);
    if (reader->tok.at == at) rd_next(reader);
}

static void skip_unknown_directive(Reader *reader) {
    rd_error(reader, DIAG_OF(ptx, unknown_directive), rd_tok_text(reader));
    const char *at = reader->tok.at;
    rd_next(reader);
    if (reader->tok.at != at) rd_skip_statement(reader);
}

// One directive of a module. It always consumes something, so that read_module ends.
static void read_toplevel(Reader *reader) {
    if (reader->tok.kind != TK_DOT) {
        read_no_directive(reader);
        return;
    }
    if (reader->strict) rd_check_order(reader);
    const char *from = reader->tok.at;
    uint8_t space, linkage = read_linkage(reader);

    if (rd_is(reader, "entry") || rd_is(reader, "func")) {
        rd_toplevel_function(reader, rd_is(reader, "entry"), linkage);
    } else if (rd_space_of(reader, &space) && !is_any_of(space, PTXS_REG, PTXS_PARAM)) {
        rd_variables(reader, space, linkage);
    } else if (rd_is(reader, "version")) {
        read_version(reader);
    } else if (rd_is(reader, "target")) {
        read_target(reader);
    } else if (rd_is(reader, "address_size")) {
        read_address_size(reader);
    } else if (rd_is(reader, "file")) {
        rd_file(reader);
    } else if (rd_is(reader, "section")) {
        vec_push(reader->arena, &reader->module->section, rd_raw_section(reader, from));
    } else if (rd_is(reader, "alias")) {
        read_alias(reader);
    } else if (rd_is(reader, "pragma")) {
        rd_pragma(reader, NULL, false);
    } else {
        skip_unknown_directive(reader);
    }
}

// ---- beginning ----------------------------------------------------------------------------------

void rd_init(Reader *reader, Ctx *ctx, Arena *arena, const char *name, const char *text, size_t n,
             bool quiet) {
    *reader = (Reader){.ctx = ctx,
                       .arena = arena,
                       .name = name,
                       .text = text,
                       .rest = text,
                       .line = 1,
                       .quiet = quiet};
    reader->end = text + n;
    map_init(&reader->env, arena);
    map_init(&reader->groups, arena);
    map_init(&reader->files, arena);
    map_init(&reader->numbered, arena);
    map_init(&reader->reg_names, arena);
    map_init(&reader->label_alias, arena);
    rd_index_rows(reader);
}

// Everything at once; kernels' bodies when they are asked for; with all that ptxas checks.
typedef enum { READ_WHOLE, READ_LAZILY, READ_CHECKED } ReadWay;

static PtxModule *read_module(Ctx *ctx, Arena *arena, const char *name, const char *text, size_t n,
                              ReadWay way, PtxNeed *need) {
    Reader *reader = arena_new(arena, Reader);
    // Images hold their text with the final zero.
    if (n && text[n - 1] == 0) n--;
    rd_init(reader, ctx, arena, name, text, n, false);
    reader->strict = way == READ_CHECKED;
    reader->is_lazy = way == READ_LAZILY;
    reader->need = need;

    PtxModule *module = reader->module = ptx_module_new(ctx, arena);
    module->version = 0;
    if (reader->strict) module->sm = 0;
    if (reader->is_lazy) module->reader = reader;

    rd_next(reader);
    if (!rd_is(reader, "version")) rd_error(reader, DIAG_OF(ptx, no_version));
    while (reader->tok.kind != TK_END) read_toplevel(reader);
    if (reader->strict && !reader->nerr && !module->sm) rd_error(reader, DIAG_OF(ptx, no_version));
    return reader->nerr ? NULL : module;
}

PtxModule *ptx_read(Ctx *ctx, Arena *arena, const char *name, const char *text, size_t n) {
    return read_module(ctx, arena, name, text, n, READ_WHOLE, NULL);
}

PtxModule *ptx_read_lazily(Ctx *ctx, Arena *arena, const char *name, const char *text, size_t n) {
    return read_module(ctx, arena, name, text, n, READ_LAZILY, NULL);
}

PtxModule *ptx_read_checked(Ctx *ctx, Arena *arena, const char *name, const char *text, size_t n) {
    return read_module(ctx, arena, name, text, n, READ_CHECKED, NULL);
}

bool ptx_needed_version(Ctx *ctx, Arena *arena, const char *name, const char *text, size_t n,
                        PtxNeed *need) {
    *need = (PtxNeed){0};
    return read_module(ctx, arena, name, text, n, READ_CHECKED, need);
}
