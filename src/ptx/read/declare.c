// SPDX-License-Identifier: Apache-2.0
// The PTX reader: declarations of registers, variables and parameters (PTX ISA 5.4), with the
// types, state spaces and dimensions in them.
#include "ptx/read/reader.h"

#include "ptx/form/op.h"

// ---- types and state spaces ---------------------------------------------------------------------

// .u32 and its like, of type.def; reports what is none.
static bool read_type(Reader *reader, uint8_t *out) {
    uintptr_t t =
        reader->tok.kind == TK_DOT ? (uintptr_t)map_get(&reader->types, reader->tok.atom) : 0;
    if (!t) {
        rd_error(reader, DIAG_OF(ptx, bad_type), rd_tok_text(reader));
        return false;
    }
    *out = (uint8_t)t;
    rd_next(reader);
    return true;
}

// The state space that the token names. False: it names none, and nothing is consumed.
bool rd_space_of(Reader *reader, uint8_t *out) {
    static const struct {
        const char *word;
        uint8_t space;
        // .tex is the old name of .global for textures.
    } table[] = {{"global", PTXS_GLOBAL}, {"shared", PTXS_SHARED}, {"local", PTXS_LOCAL},
                 {"const", PTXS_CONST},   {"param", PTXS_PARAM},   {"reg", PTXS_REG},
                 {"tex", PTXS_GLOBAL}};
    if (reader->tok.kind != TK_DOT) return false;
    for (uint32_t i = 0; i < CU_COUNT(table); i++) {
        if (!rd_is(reader, table[i].word)) continue;
        *out = table[i].space;
        return true;
    }
    return false;
}

// .align N: a power of two. Reports others and goes on with 1.
static uint32_t read_align(Reader *reader) {
    rd_next(reader);
    int64_t a = rd_const(reader);
    if (a < 1 || a > 1 << 20 || a & (a - 1)) {
        rd_error(reader, DIAG_OF(ptx, bad_number), "of an alignment");
        return 1;
    }
    return (uint32_t)a;
}

// .ptr [.space] [.align N] of a kernel's parameter (PTX ISA, kernel function parameter attributes).
static void read_ptr(Reader *reader, PtxVar *formal) {
    formal->ptr = true;
    // The space and the alignment may come in either order.
    rd_next(reader);
    while (reader->tok.kind == TK_DOT) {
        if (rd_is(reader, "align")) {
            formal->ptr_align = read_align(reader);
        } else if (rd_space_of(reader, &formal->ptr_space)) {
            rd_next(reader);
        } else {
            break;
        }
    }
}

// .attribute(...): of those only .managed has a meaning here.
void rd_attribute(Reader *reader, PtxVar *declared) {
    rd_next(reader);
    rd_expect(reader, '(');
    // Values in the parentheses of an attribute are skipped with it.
    while (reader->tok.kind != TK_END && !rd_punct(reader, ')')) {
        if (rd_is(reader, "managed")) declared->managed = true;
        rd_next(reader);
    }
    rd_expect(reader, ')');
}

// [.align N] [.v2] .type [.ptr ...] between the state space and the name
static bool read_variable_type(Reader *reader, PtxVar *declared) {
    for (;;) {
        if (rd_is(reader, "align")) {
            declared->align = read_align(reader);
        } else if (rd_is(reader, "attribute")) {
            rd_attribute(reader, declared);
        } else if (rd_is(reader, "v2") || rd_is(reader, "v4")) {
            declared->vec = rd_is(reader, "v2") ? 2 : 4;
            rd_next(reader);
        } else {
            break;
        }
    }
    if (!read_type(reader, &declared->type)) return false;
    if (reader->tok.kind == TK_DOT && rd_is(reader, "ptr"))
        read_ptr(reader, declared); // it may be a name too
    return true;
}

// [N][M] after a name. `count` is the product; an empty [] leaves the variable unsized until its
// initialiser has been counted.
static void read_dimensions(Reader *reader, PtxVar *declared) {
    VEC(uint64_t) dim = {0};
    declared->count = 1;
    while (rd_accept(reader, '[')) {
        declared->is_array = true;
        int64_t n = 0;
        if (rd_punct(reader, ']')) {
            declared->unsized = true;
        } else {
            n = rd_const(reader);
            if (n < 0 || (n && declared->count > PTX_MAX_VAR_BYTES / (uint64_t)n)) {
                rd_error(reader, DIAG_OF(ptx, too_large), "array");
                n = 1;
            }
            declared->count *= (uint64_t)n;
        }
        vec_push(reader->arena, &dim, (uint64_t)n);
        // Dimensions without an end would fill the memory.
        if (dim.n > 16) {
            rd_error(reader, DIAG_OF(ptx, too_large), "array");
            break;
        }
        rd_expect(reader, ']');
    }
    // One dimension is the count itself.
    declared->ndim = dim.n;
    declared->dim = dim.n > 1 ? dim.at : NULL;
}

// ---- registers ----------------------------------------------------------------------------------

// Registers of nested scopes get a name that is free in the function.
static Atom unique_register(Reader *reader, Atom name) {
    Atom a = name;
    // Counting from the number of names finds a free one at once.
    for (uint32_t i = 1; map_get(&reader->reg_names, a); i++) {
        a = atom_printf(reader->ctx, "%s_s%u_", atom_str(reader->ctx, name),
                        (unsigned)(reader->reg_names.n + i));
    }
    map_put(&reader->reg_names, a, reader);
    return a;
}

// .reg .v4 .f32 v: one register for each element, v_x v_y v_z v_w.
static void read_vector_register(Reader *reader, Atom name, PtxType type, uint32_t n) {
    uint32_t first = reader->fn->reg.n;
    for (uint32_t i = 0; i < n; i++) {
        Atom e = atom_printf(reader->ctx, "%s_%c", atom_str(reader->ctx, name), "xyzw"[i]);
        ptx_newreg_named(reader->fn, type, unique_register(reader, e));
    }
    // The elements' registers stand one behind the other.
    rd_bind(reader, BIND_VREG, name, first)->count = n;
}

// The N> of name<N>: a number alone, since an expression would take the > as an operator.
static uint32_t read_group_count(Reader *reader) {
    enum { MOST = 1 << 28 };
    int64_t count = reader->tok.kind == TK_INT ? reader->tok.ival : 0;
    rd_next(reader);
    rd_expect(reader, '>');
    if (count < 0 || count > MOST) rd_error(reader, DIAG_OF(ptx, too_large), "register count");
    return (uint32_t)CU_MIN(CU_MAX(count, 0), MOST);
}

// name<N> binds its prefix only: its registers are made when they are first named (rd_register_of),
// since most of a large group are not.
static void read_group(Reader *reader, Atom name, uint8_t type) {
    uint32_t count = read_group_count(reader);
    Bind *group = map_get(&reader->groups, name);
    if (group && group->depth == reader->depth) {
        rd_error(reader, DIAG_OF(ptx, redeclared), atom_str(reader->ctx, name));
        return;
    }

    group = rd_bind(reader, BIND_GROUP, name, 0);
    group->type = type;
    group->count = count;
    group->prefix = unique_register(reader, name);
    if (reader->strict) rd_check_group(reader, group);
    group->reg = arena_new(reader->arena, Map);
    map_init(group->reg, reader->arena);
}

static void declare_register(Reader *reader, Atom name, PtxType type) {
    if (reader->strict && rd_is_grouped(reader, name)) {
        rd_error(reader, DIAG_OF(ptx, redeclared), atom_str(reader->ctx, name));
    } else if (!rd_is_taken(reader, name)) {
        PtxReg reg = ptx_newreg_named(reader->fn, type, unique_register(reader, name));
        rd_bind(reader, BIND_REG, name, reg);
        if (reader->strict) rd_note_register(reader, name);
    }
}

// .reg [.v2|.v4] .type name, name<N>: each a register, a vector of registers or a group.
void rd_registers(Reader *reader) {
    uint8_t type;
    rd_next(reader);
    uint32_t vec = rd_is(reader, "v2") ? 2 : rd_is(reader, "v4") ? 4 : 0;
    if (vec) rd_next(reader);
    if (!read_type(reader, &type)) {
        rd_skip_statement(reader);
        return;
    }
    bool registers = !is_any_of(type, PTX_BF16, PTX_BF16X2, PTX_TF32) && type <= PTX_F16X2;
    rd_refuse(reader, !registers, DIAG_OF(ptx, register_type), ptx_types[type].text);

    do {
        if (reader->tok.kind != TK_ID) {
            rd_expect(reader, ';');
            return;
        }
        Atom name = reader->tok.atom;
        rd_next(reader);
        if (vec) {
            if (!rd_is_taken(reader, name)) read_vector_register(reader, name, (PtxType)type, vec);
        } else if (rd_accept(reader, '<')) {
            read_group(reader, name, type);
        } else {
            declare_register(reader, name, (PtxType)type);
        }
    } while (rd_accept(reader, ','));
    rd_expect(reader, ';');
}

// ---- variables and parameters -------------------------------------------------------------------

// At module level a variable may be declared again: .extern, then its definition.
static void declare_global(Reader *reader, const PtxVar *declared) {
    Bind *before = rd_lookup(reader, declared->name);
    // A function of that name is another thing.
    if (before && !(before->kind == BIND_SYM && ptx_sym_var(reader->module, before->id))) {
        rd_error(reader, DIAG_OF(ptx, redeclared), atom_str(reader->ctx, declared->name));
        return;
    }
    if (reader->strict && before)
        rd_check_variable(reader, ptx_sym_var(reader->module, before->id), declared);
    uint32_t id = ptx_add_var(reader->module, declared);
    if (!before) rd_bind(reader, BIND_SYM, declared->name, id);
}

// In a function it may not, and it is bound to its scope: the place of the declaration is the
// beginning of the variable's life.
static void declare_local(Reader *reader, const PtxVar *declared) {
    if (rd_is_taken(reader, declared->name)) return;
    uint32_t id = ptx_newvar(reader->fn, declared);
    rd_bind(reader, BIND_VAR, declared->name, id);
    ptx_emit_(reader->fn, PTXI_declvar, 0, 0, 0, (PtxOpnd){.id = id});
}

// Variables of a state space, at module level or in a function. After a mistake in the type the
// statement is skipped, so that reading goes on with the next.
void rd_variables(Reader *reader, uint8_t space, uint8_t linkage) {
    // All variables of the statement share what stands before their names.
    PtxVar common = {.space = space, .linkage = linkage, .pos = reader->tok.line};
    rd_next(reader);
    if (!read_variable_type(reader, &common)) {
        rd_skip_statement(reader);
        return;
    }

    do {
        PtxVar var = common;
        if (reader->tok.kind != TK_ID) {
            rd_expect(reader, ';');
            return;
        }
        var.name = reader->tok.atom;
        rd_next(reader);
        // name<N>, many names at once, is read for registers only
        if (rd_accept(reader, '<')) {
            rd_error(reader, DIAG_OF(ptx, expected), "one variable", "'<'");
            while (reader->tok.kind != TK_END && !rd_accept(reader, '>')) rd_next(reader);
        }
        read_dimensions(reader, &var);
        if (rd_accept(reader, '=')) rd_initializer(reader, &var);

        if (reader->strict) rd_check_declaration(reader, &var);
        if (reader->fn)
            declare_local(reader, &var);
        else
            declare_global(reader, &var);
    } while (rd_accept(reader, ','));
    rd_expect(reader, ';');
}

// ( .param .type name, ... ); names are bound by the caller
void rd_parameters(Reader *reader, PtxFunc *fn, void *list_) {
    VEC(uint32_t) *list = list_;
    if (!rd_accept(reader, '(')) return;
    while (reader->tok.kind != TK_END && !rd_punct(reader, ')')) {
        // Results may be registers in old PTX.
        PtxVar var = {.pos = reader->tok.line};
        if (!rd_space_of(reader, &var.space) || !is_any_of(var.space, PTXS_PARAM, PTXS_REG)) {
            rd_error(reader, DIAG_OF(ptx, expected), ".param", rd_tok_text(reader));
            break;
        }
        rd_next(reader);
        if (!read_variable_type(reader, &var)) break;
        if (reader->tok.kind == TK_ID) {
            var.name = reader->tok.atom;
            rd_next(reader);
        }
        read_dimensions(reader, &var);
        // Parameters are variables of the function, in order.
        vec_push(reader->arena, list, ptx_newvar(fn, &var));
        if (!rd_punct(reader, ')') && !rd_expect(reader, ',')) break;
    }
    if (!rd_accept(reader, ')')) {
        rd_error(reader, DIAG_OF(ptx, expected), "')'", rd_tok_text(reader));
        // Goes on where the body or the end of the declaration must be.
        while (reader->tok.kind != TK_END && !rd_punct(reader, '{') && !rd_punct(reader, ';'))
            rd_next(reader);
    }
}
