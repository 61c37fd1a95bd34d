// SPDX-License-Identifier: Apache-2.0
// The PTX reader: modules, declarations, function bodies (PTX ISA chapters 5 and 11).
// Nested scopes keep their scope_begin/scope_end pseudo instructions; registers declared in them
// become registers of the function (renamed when the name is taken), variables stay where they
// are declared (declvar). A label that is not defined in its scope belongs to the outer one.
#include "ptx/ptx_int.h"

// A variable of more bytes than this is a mistake of the input's, not a request.
#define MAX_VAR_BYTES (1ull << 32)

// ---- scopes ------------------------------------------------------------------------------------

// Reports a name that this scope itself has declared; one of an outer scope may be hidden.
static bool taken(Reader *reader, Atom name) {
    Bind *b = rd_lookup(reader, name);
    if (!b || b->depth != reader->depth) return false;
    rd_error(reader, DIAG_OF(ptx, redeclared), atom_str(reader->ctx, name));
    return true;
}

// The depth is limited by whoever calls it.
static void scope_push(Reader *reader) {
    reader->scope[++reader->depth] = NULL;
    reader->scope_id[reader->depth] = ++reader->nscope;
}

static void scope_pop(Reader *reader) {
    Bind *list = reader->scope[reader->depth];
    reader->depth--;

    // What the names meant outside comes back before labels are looked up there.
    for (Bind *b = list; b; b = b->next)
        map_put(b->kind == BIND_GROUP ? &reader->groups : &reader->env, b->name, b->outer);
    for (Bind *b = list; b; b = b->next) {
        if (b->kind != BIND_LABEL || b->defined) continue;
        if (reader->depth == 0) {
            reader->op_at = b->at;
            rd_error(reader, DIAG_OF(ptx, bad_label), atom_str(reader->ctx, b->name));
        } else { // the outer scope's label of that name, now or later
            uint32_t outer = rd_label(reader, b->name, false);
            map_put(&reader->label_alias, b->id, (void *)(uintptr_t)(outer + 1));
        }
    }
}

// Aliases may be of aliases: a label used two scopes further in than it stands.
static uint32_t resolve_label(Reader *reader, uint32_t l) {
    for (uintptr_t a; (a = (uintptr_t)map_get(&reader->label_alias, l)) != 0;) l = (uint32_t)a - 1;
    return l;
}

// When the whole function is read: operands and target lists name the labels they meant.
static void resolve_labels(Reader *reader) {
    if (!reader->label_alias.n) return;
    VEC_FOREACH (PtxOpnd, o, &reader->f->opnd) {
        if (o->kind == PTXO_LABEL) o->id = resolve_label(reader, o->id);
    }
    VEC_FOREACH (PtxTargets, t, &reader->f->targets) {
        for (uint32_t i = 0; !t->calls && i < t->target.n; i++) {
            t->target.at[i] = resolve_label(reader, t->target.at[i]);
        }
    }
}

// ---- declarations ------------------------------------------------------------------------------

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
static bool space_of(Reader *reader, uint8_t *out) {
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
static void read_ptr(Reader *reader, PtxVar *var) {
    var->ptr = true;
    // The space and the alignment may come in either order.
    rd_next(reader);
    while (reader->tok.kind == TK_DOT) {
        if (rd_is(reader, "align")) {
            var->ptr_align = read_align(reader);
        } else if (space_of(reader, &var->ptr_space)) {
            rd_next(reader);
        } else {
            break;
        }
    }
}

// .attribute(...): of those only .managed has a meaning here.
static void read_attribute(Reader *reader, PtxVar *var) {
    rd_next(reader);
    rd_expect(reader, '(');
    // Values in the parentheses of an attribute are skipped with it.
    while (reader->tok.kind != TK_END && !rd_punct(reader, ')')) {
        if (rd_is(reader, "managed")) var->managed = true;
        rd_next(reader);
    }
    rd_expect(reader, ')');
}

// [.align N] [.v2] .type [.ptr ...] between the state space and the name
static bool read_var_type(Reader *reader, PtxVar *var) {
    for (;;) {
        if (rd_is(reader, "align")) {
            var->align = read_align(reader);
        } else if (rd_is(reader, "attribute")) {
            read_attribute(reader, var);
        } else if (rd_is(reader, "v2") || rd_is(reader, "v4")) {
            var->vec = rd_is(reader, "v2") ? 2 : 4;
            rd_next(reader);
        } else {
            break;
        }
    }
    if (!read_type(reader, &var->type)) return false;
    if (reader->tok.kind == TK_DOT && rd_is(reader, "ptr"))
        read_ptr(reader, var); // it may be a name too
    return true;
}

// [N][M] after a name. `count` is the product; an empty [] leaves the variable unsized until its
// initialiser has been counted.
static void read_dims(Reader *reader, PtxVar *var) {
    VEC(uint64_t) dim = {0};
    var->count = 1;
    while (rd_accept(reader, '[')) {
        var->is_array = true;
        int64_t n = 0;
        if (rd_punct(reader, ']')) {
            var->unsized = true;
        } else {
            n = rd_const(reader);
            if (n < 0 || (n && var->count > MAX_VAR_BYTES / (uint64_t)n)) {
                rd_error(reader, DIAG_OF(ptx, too_large), "array");
                n = 1;
            }
            var->count *= (uint64_t)n;
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
    var->ndim = dim.n;
    var->dim = dim.n > 1 ? dim.at : NULL;
}

// ---- initialisers ------------------------------------------------------------------------------

// What an initialiser has filled so far.
typedef struct {
    Reader *r;
    PtxVar *v;
    uint64_t off, size; // next byte, bytes of the variable (0 while unsized)
    uint64_t es;        // element size
    uint64_t cap;
    uint32_t depth;
    uint32_t nerr; // of the reader before it
} Init;

// One mistake in a table of numbers is told; what follows from it is passed over.
static bool is_wrong(const Init *in) {
    return in->r->nerr != in->nerr;
}

// Room for one more element. The array grows by doubling: no one knows its length before the end if
// it is unsized.
static bool init_room(Init *in) {
    // The size is known for all but arrays whose first dimension is open.
    if (in->off + in->es > (in->size ? in->size : MAX_VAR_BYTES)) {
        rd_error(in->r, DIAG_OF(ptx, bad_init), "too many values");
        return false;
    }
    if (in->off + in->es > in->cap) {
        uint64_t cap = CU_MAX(in->cap * 2, in->off + in->es + 64);
        uint8_t *p = arena_zalloc(in->r->arena, cap, 16);
        if (in->off) memcpy(p, in->v->init, in->off);
        in->v->init = p;
        in->cap = cap;
    }
    return true;
}

// One element, little endian.
static void init_put(Init *in, uint64_t bits) {
    if (!init_room(in)) return;
    for (uint64_t i = 0; i < in->es; i++) in->v->init[in->off + i] = (uint8_t)(bits >> (8 * i));
    in->off += in->es;
    in->v->ninit = in->off;
}

// name, name+4, generic(name)+4
static void init_symbol(Init *in, uint8_t size, uint8_t shift) {
    Reader *reader = in->r;
    // An address takes the whole element, or one byte of it (`shift` says which).
    PtxReloc rel = {.off = (uint32_t)in->off, .size = size, .shift = shift};
    if (rd_is(reader, "generic")) {
        rd_next(reader);
        rel.generic = true;
        rd_expect(reader, '(');
    }

    // Only names that are declared already are known; the compiler writes them in that order.
    Bind *bind = reader->tok.kind == TK_ID ? rd_lookup(reader, reader->tok.atom) : NULL;
    if (!bind || bind->kind != BIND_SYM) {
        rd_error(reader, DIAG_OF(ptx, undeclared), rd_tok_text(reader));
        rd_next(reader);
        return;
    }
    rel.sym = bind->id;
    rd_next(reader);
    if (rel.generic) rd_expect(reader, ')');
    // The sign belongs to the number.
    if (rd_punct(reader, '+') || rd_punct(reader, '-')) rel.addend = rd_const(reader);
    if (!init_room(in)) return;
    vec_push(reader->arena, &in->v->reloc, rel);
    in->off += in->es;
    in->v->ninit = in->off;
}

// A number of any kind in an array of floats: integers are converted, hexadecimal floats (0f, 0d)
// keep their bits, a NaN's among them.
static void init_float(Init *in) {
    Reader *reader = in->r;
    bool neg = rd_accept(reader, '-');
    if (!neg) rd_accept(reader, '+');
    uint64_t bits = (uint64_t)reader->tok.ival;
    // Hexadecimal floats of either width come as their bits.
    double d = 0;
    if (reader->tok.kind == TK_INT) {
        d = (double)reader->tok.ival;
    } else if (reader->tok.is_f32) {
        uint32_t w = (uint32_t)bits;
        float s;
        memcpy(&s, &w, 4);
        d = (double)s;
    } else {
        memcpy(&d, &bits, 8);
    }
    if (neg) d = -d;
    if (in->v->type == PTX_F32) {
        float s = (float)d;
        uint32_t w;
        memcpy(&w, &s, 4);
        // A float's bits are kept, as a conversion would change a signalling NaN.
        bits = reader->tok.is_f32 && !neg ? (uint32_t)bits : w;
    } else {
        memcpy(&bits, &d, 8);
    }
    init_put(in, bits);
    rd_next(reader);
}

// One value, or a list in braces, which may nest. Data are laid out flat.
static void init_value(Init *in) {
    Reader *reader = in->r;
    if (rd_punct(reader, '{')) {
        if (++in->depth > 8) {
            // Nesting is bounded by the dimensions, but the text may be hostile.
            rd_error(reader, DIAG_OF(ptx, too_deep));
            reader->p = reader->end;
        }
        rd_next(reader);
        uint64_t items = 0, most = reader->strict ? rd_init_items(in->v, in->depth) : 0;
        // an inner brace starts at a multiple of its row, which flat data keep by themselves
        while (reader->tok.kind != TK_END && !rd_punct(reader, '}')) {
            init_value(in);
            if (++items > most && most) rd_error(reader, DIAG_OF(ptx, bad_init), "too many values");
            if (is_wrong(in)) return;
            bool comma = rd_accept(reader, ',');
            if (!comma && !rd_punct(reader, '}')) break;
            rd_refuse(reader, comma && rd_punct(reader, '}'), DIAG_OF(ptx, comma));
        }
        in->depth--;
        rd_expect(reader, '}');
        return;
    }
    rd_refuse(reader, in->depth != rd_init_depth(in->v), DIAG_OF(ptx, bad_init),
              "its braces are not those of the type");
    if (reader->tok.kind == TK_ID && !rd_is(reader, "WARP_SZ")) {
        init_symbol(in, (uint8_t)in->es, 0);
        return;
    }
    char kind = ptx_types[in->v->type].kind;
    bool is_float = reader->tok.kind == TK_FLT;
    rd_refuse(reader, (kind == 'f' ? reader->tok.kind == TK_INT : is_float && kind != 'b'),
              DIAG_OF(ptx, bad_init), "a value of another type");
    if (kind == 'f' || reader->tok.kind == TK_FLT) {
        init_float(in);
        return;
    }

    // Integers, and 0xFF00(name): one byte of an address, which the mask picks.
    int64_t v = rd_const(reader);
    if (rd_accept(reader, '(')) { // mask: 0xFF00(name)
        uint8_t shift = 0;
        // The byte of the address that the mask has in its lowest place.
        while (shift < 56 && !((uint64_t)v >> shift & 0xff)) shift += 8;
        init_symbol(in, 1, shift);
        rd_expect(reader, ')');
        return;
    }
    init_put(in, (uint64_t)v);
}

// After `=`. An unsized array of one dimension gets its length from what follows.
static void read_init(Reader *reader, PtxVar *var) {
    Init in = {.r = reader, .v = var, .nerr = reader->nerr};
    in.size = var->unsized ? 0 : ptx_var_size(var);
    in.es = CU_MAX(1u, ptx_type_bits((PtxType)var->type) / 8);
    var->has_init = true;
    if (ptx_types[var->type].kind == 'o') { // sampler settings: no meaning here
        while (reader->tok.kind != TK_END && !rd_punct(reader, ';')) rd_next(reader);
        return;
    }
    init_value(&in);
    while (is_wrong(&in) && reader->tok.kind != TK_END && !rd_punct(reader, ';')) rd_next(reader);
    // Only of one dimension does the length follow from the values.
    if (var->unsized && var->ndim == 1) {
        var->unsized = false;
        var->count = in.off / in.es / CU_MAX(1u, var->vec);
    }
}

// ---- registers and variables -------------------------------------------------------------------

// Registers of nested scopes get a name that is free in the function.
static Atom unique_reg_name(Reader *reader, Atom name) {
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
static void read_vector_reg(Reader *reader, Atom name, PtxType type, uint32_t n) {
    uint32_t first = reader->f->reg.n;
    for (uint32_t i = 0; i < n; i++) {
        Atom e = atom_printf(reader->ctx, "%s_%c", atom_str(reader->ctx, name), "xyzw"[i]);
        ptx_newreg_named(reader->f, type, unique_reg_name(reader, e));
    }
    // The elements' registers stand one behind the other.
    rd_bind(reader, BIND_VREG, name, first)->count = n;
}

// .reg [.v2|.v4] .type name, name<N>; a group binds its prefix only: its registers are made when
// they are first named (rd_reg_of), since most of a large group are not.
static void read_regs(Reader *reader) {
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
    // Names, each a register, a vector of registers or a group.
    do {
        if (reader->tok.kind != TK_ID) {
            rd_expect(reader, ';');
            return;
        }
        Atom name = reader->tok.atom;
        rd_next(reader);
        if (vec) {
            if (!taken(reader, name)) read_vector_reg(reader, name, (PtxType)type, vec);
        } else if (rd_accept(reader, '<')) {
            // The count is a number alone, since an expression would take the > as an operator.
            int64_t n = reader->tok.kind == TK_INT ? reader->tok.ival : 0;
            rd_next(reader);
            rd_expect(reader, '>');
            if (n < 0 || n > 1 << 28) rd_error(reader, DIAG_OF(ptx, too_large), "register count");
            Bind *bind = map_get(&reader->groups, name);
            if (bind && bind->depth == reader->depth) {
                rd_error(reader, DIAG_OF(ptx, redeclared), atom_str(reader->ctx, name));
                continue;
            }
            bind = rd_bind(reader, BIND_GROUP, name, 0);
            bind->type = type;
            // A large number is an error already; the bound keeps it in 32 bits.
            bind->count = (uint32_t)CU_MIN(CU_MAX(n, 0), 1 << 28);
            bind->prefix = unique_reg_name(reader, name);
            if (reader->strict) rd_check_group(reader, bind);
            bind->reg = arena_new(reader->arena, Map);
            map_init(bind->reg, reader->arena);
        } else if (reader->strict && rd_is_grouped(reader, name)) {
            rd_error(reader, DIAG_OF(ptx, redeclared), atom_str(reader->ctx, name));
        } else if (!taken(reader, name)) {
            PtxReg reg = ptx_newreg_named(reader->f, (PtxType)type, unique_reg_name(reader, name));
            rd_bind(reader, BIND_REG, name, reg);
            if (reader->strict) rd_note_register(reader, name);
        }
    } while (rd_accept(reader, ','));
    rd_expect(reader, ';');
}

// Variables of a state space, at module level or in a function.
// Returns after reporting; the statement is then skipped so that reading goes on with the next.
void rd_vars(Reader *reader, uint8_t space, uint8_t linkage) {
    PtxVar proto = {.space = space, .linkage = linkage, .pos = reader->tok.line};
    // All variables of the statement share what stands before their names.
    rd_next(reader);
    if (!read_var_type(reader, &proto)) {
        rd_skip_statement(reader);
        return;
    }
    do {
        PtxVar var = proto;
        if (reader->tok.kind != TK_ID) {
            rd_expect(reader, ';');
            return;
        }
        var.name = reader->tok.atom;
        rd_next(reader);
        // name<N>, many names at once, is read for registers only
        uint32_t copies = 1;
        if (rd_accept(reader, '<')) {
            rd_error(reader, DIAG_OF(ptx, expected), "one variable", "'<'");
            while (copies && reader->tok.kind != TK_END && !rd_accept(reader, '>')) rd_next(reader);
        }
        read_dims(reader, &var);
        if (rd_accept(reader, '=')) read_init(reader, &var);
        if (reader->strict) rd_check_declaration(reader, &var);
        // At module level a variable may be declared again (.extern, then its definition); in a
        // function it may not, and it is bound to its scope.
        if (!reader->f) {
            Bind *b = rd_lookup(reader, var.name);
            // A function of that name is another thing.
            if (b && !(b->kind == BIND_SYM && ptx_sym_var(reader->m, b->id))) {
                rd_error(reader, DIAG_OF(ptx, redeclared), atom_str(reader->ctx, var.name));
                continue;
            }
            if (reader->strict && b) rd_check_variable(reader, ptx_sym_var(reader->m, b->id), &var);
            uint32_t id = ptx_add_var(reader->m, &var);
            if (!b) rd_bind(reader, BIND_SYM, var.name, id);
        } else if (!taken(reader, var.name)) {
            uint32_t id = ptx_newvar(reader->f, &var);
            rd_bind(reader, BIND_VAR, var.name, id);
            // The place of the declaration is the beginning of the variable's life.
            ptx_emit_(reader->f, PTXI_declvar, 0, 0, 0, (PtxOpnd){.id = id});
        }
    } while (rd_accept(reader, ','));
    rd_expect(reader, ';');
}

// ---- functions ---------------------------------------------------------------------------------

// ( .param .type name, ... ); names are bound by the caller
static void read_params(Reader *reader, PtxFunc *fn, void *list_) {
    VEC(uint32_t) *list = list_;
    if (!rd_accept(reader, '(')) return;
    while (reader->tok.kind != TK_END && !rd_punct(reader, ')')) {
        // Results may be registers in old PTX.
        PtxVar var = {.pos = reader->tok.line};
        if (!space_of(reader, &var.space) || !is_any_of(var.space, PTXS_PARAM, PTXS_REG)) {
            rd_error(reader, DIAG_OF(ptx, expected), ".param", rd_tok_text(reader));
            break;
        }
        rd_next(reader);
        if (!read_var_type(reader, &var)) break;
        if (reader->tok.kind == TK_ID) {
            var.name = reader->tok.atom;
            rd_next(reader);
        }
        read_dims(reader, &var);
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

// One to three numbers; those left out are 1.
static void read_triple(Reader *reader, uint32_t *out) {
    rd_next(reader);
    for (uint32_t i = 0; i < 3; i++) out[i] = 1;
    for (uint32_t i = 0; i < 3; i++) {
        out[i] = (uint32_t)rd_const(reader);
        if (!rd_accept(reader, ',')) break;
    }
}

// .pragma "a", "b"; in a body it is an instruction, so that it keeps its place, else one of the
// function's directives, or nothing at module level.
static void read_pragma(Reader *reader, PtxFunc *fn, bool in_body) {
    do {
        rd_next(reader);
        if (reader->tok.kind != TK_STR) break;
        Atom a =
            atom_intern(reader->ctx, reader->tok.at, (size_t)(reader->tok.end - reader->tok.at));
        uint32_t line = reader->tok.line;
        rd_next(reader);
        if (in_body) {
            // The operand is the text, as an atom.
            uint32_t i = ptx_emit_(fn, PTXI_pragma, 0, 0, 0, (PtxOpnd){.id = a});
            fn->inst.at[i].pos = line;
        } else if (fn) {
            vec_push(reader->arena, &fn->dir.pragma, a);
        }
    } while (rd_punct(reader, ','));
    rd_expect(reader, ';');
}

// The next thing of the module: a declaration need not end with a semicolon.
static bool begins_declaration(Reader *reader) {
    static const char *const word[] = {"visible", "extern", "weak", "common", "entry", "func"};
    for (uint32_t i = 0; i < CU_COUNT(word); i++) {
        if (rd_is(reader, word[i])) return true;
    }
    return false;
}

// Between a function's parameters and its body: PTX ISA 11.4, performance-tuning directives, and
// 11.7 for clusters. Numbers are stored by the offset of their field.
static void read_directives(Reader *reader, PtxFunc *fn) {
    PtxDirectives *directives = &fn->dir;
    // Numbers and triples by their word; what stands alone follows.
    while (reader->tok.kind == TK_DOT && !begins_declaration(reader)) {
        static const struct {
            const char *word;
            uint32_t offset;
        } number[] = {{"minnctapersm", offsetof(PtxDirectives, minnctapersm)},
                      {"maxnctapersm", offsetof(PtxDirectives, maxnctapersm)},
                      {"maxnreg", offsetof(PtxDirectives, maxnreg)},
                      {"maxclusterrank", offsetof(PtxDirectives, maxclusterrank)}},
          triple[] = {{"maxntid", offsetof(PtxDirectives, maxntid)},
                      {"reqntid", offsetof(PtxDirectives, reqntid)},
                      {"reqnctapercluster", offsetof(PtxDirectives, reqnctapercluster)}};
        bool done = false;
        for (uint32_t i = 0; i < CU_COUNT(number) && !done; i++) {
            if (!rd_is(reader, number[i].word)) continue;
            rd_next(reader);
            int64_t given = rd_const(reader);
            *(uint32_t *)(void *)((char *)directives + number[i].offset) = (uint32_t)given;
            bool counts = number[i].offset != offsetof(PtxDirectives, maxclusterrank);
            rd_refuse(reader, counts && given <= 0, DIAG_OF(ptx, zero), number[i].word);
            rd_refuse(reader, strcmp(number[i].word, "maxnctapersm") == 0,
                      DIAG_OF(ptx, old_directive), ".maxnctapersm");
            done = true;
        }
        for (uint32_t i = 0; i < CU_COUNT(triple) && !done; i++) {
            if (!rd_is(reader, triple[i].word)) continue;
            uint32_t *given = (uint32_t *)(void *)((char *)directives + triple[i].offset);
            read_triple(reader, given);
            bool counts = triple[i].offset != offsetof(PtxDirectives, reqnctapercluster);
            rd_refuse(reader, counts && !(given[0] && given[1] && given[2]), DIAG_OF(ptx, zero),
                      triple[i].word);
            done = true;
        }
        if (done) continue;
        if (rd_is(reader, "pragma")) {
            read_pragma(reader, fn, false);
        } else if (rd_is(reader, "noreturn")) {
            directives->noreturn = true;
            rd_next(reader);
        } else if (rd_is(reader, "blocksareclusters")) {
            directives->blocksareclusters = true;
            rd_next(reader);
        } else if (rd_is(reader, "explicitcluster")) {
            directives->explicitcluster = true;
            rd_next(reader);
        } else if (rd_is(reader, "abi_preserve") || rd_is(reader, "abi_preserve_control")) {
            rd_next(reader); // of how many registers
            if (reader->tok.kind == TK_INT) rd_next(reader);
        } else {
            rd_error(reader, DIAG_OF(ptx, unknown_directive), rd_tok_text(reader));
            rd_next(reader);
        }
    }
}

// A function's parameters are names of its body's scope.
static void bind_params(Reader *reader, PtxFunc *fn) {
    for (uint32_t i = 0; i < fn->var.n; i++) {
        PtxVar *v = &fn->var.at[i];
        if (!v->name || taken(reader, v->name)) continue;
        if (v->space == PTXS_REG) { // a parameter that is a register: the register of its name
            PtxReg reg = ptx_newreg_named(fn, (PtxType)v->type, v->name);
            map_put(&reader->reg_names, v->name, reader);
            rd_bind(reader, BIND_REG, v->name, reg);
        } else {
            rd_bind(reader, BIND_VAR, v->name, i);
        }
    }
}

// .entry and .func, declaration or definition. A definition may follow declarations, whose
// parameters may lack names: it replaces what they said, except for linkage.
static void read_function(Reader *reader, bool entry, uint8_t linkage) {
    PtxFunc tmp = {.mod = reader->m, .arena = reader->arena, .entry = entry, .linkage = linkage};
    tmp.pos = reader->tok.line;
    rd_next(reader);
    if (rd_is(reader, "attribute")) {
        PtxVar ignore = {0};
        read_attribute(reader, &ignore);
    }
    if (!entry) read_params(reader, &tmp, &tmp.sig.ret);
    if (reader->tok.kind != TK_ID) {
        rd_error(reader, DIAG_OF(ptx, expected), "a function name", rd_tok_text(reader));
        rd_skip_statement(reader);
        return;
    }
    tmp.name = reader->tok.atom;
    rd_next(reader);
    read_params(reader, &tmp, &tmp.sig.param);
    read_directives(reader, &tmp);

    // A name that means something else stays that; the function is read under it all the same, so
    // that errors in its body are found.
    Bind *bind = rd_lookup(reader, tmp.name);
    if (bind && !(bind->kind == BIND_SYM && ptx_sym_func(reader->m, bind->id))) {
        rd_error(reader, DIAG_OF(ptx, redeclared), atom_str(reader->ctx, tmp.name));
        bind = NULL;
    }
    uint32_t id = ptx_add_func(reader->m, tmp.name, entry, reader->arena);
    if (!bind) rd_bind(reader, BIND_SYM, tmp.name, id);
    PtxFunc *fn = ptx_sym_func(reader->m, id);
    if (!fn) return;
    if (reader->strict) {
        bool body = rd_punct(reader, '{');
        rd_check_function(reader, &tmp, body);
        if (bind) rd_check_linkage(reader, fn, &tmp, body);
        if (bind) rd_check_prototype(reader, fn, &tmp);
    }

    // A declaration: the first one counts.
    if (rd_accept(reader, ';') || !rd_punct(reader, '{')) {
        if (!fn->has_body && !fn->var.n) {
            tmp.index = fn->index;
            *fn = tmp;
        }
        return;
    }

    // A definition: it takes the place of what was declared, index and uses stay.
    if (fn->has_body) rd_error(reader, DIAG_OF(ptx, redeclared), atom_str(reader->ctx, tmp.name));
    tmp.index = fn->index;
    tmp.forward = entry && bind;
    if (!tmp.linkage) tmp.linkage = fn->linkage == PTXL_EXTERN ? PTXL_NONE : fn->linkage;
    *fn = tmp;
    fn->has_body = true;
    fn->def = ++reader->m->ndef;
    if (entry && reader->is_lazy)
        rd_skip_function(reader, fn);
    else
        rd_function(reader, fn);
}

void rd_function_begin(Reader *reader, PtxFunc *fn) {
    reader->f = fn;
    map_init(&reader->reg_names, reader->arena);
    map_init(&reader->label_alias, reader->arena);
    scope_push(reader);
    bind_params(reader, fn);
}

void rd_function_end(Reader *reader) {
    scope_pop(reader);
    resolve_labels(reader);
    reader->f = NULL;
}

// From the brace that opens the body to behind the one that closes it.
void rd_function(Reader *reader, PtxFunc *fn) {
    rd_function_begin(reader, fn);
    rd_next(reader);
    rd_body(reader);
    rd_expect(reader, '}');
    rd_function_end(reader);
}

// ---- bodies ------------------------------------------------------------------------------------

// .loc file line column [, function_name label+offset, inlined_at file line column].
static void read_loc(Reader *reader) {
    uint32_t line = reader->line, at = reader->tok.line;
    PtxOpnd opnd[8] = {{0}};
    uint32_t n = 3;
    rd_next(reader);
    for (uint32_t i = 0; i < 3; i++) opnd[i] = ptx_o_int(rd_const(reader));
    if (reader->line == line && rd_accept(reader, ',') && rd_is(reader, "function_name")) {
        n = 8;
        rd_next(reader);
        opnd[3] =
            ptx_o_label(ptx_newlabel(reader->f, reader->tok.atom)); // a label of a debug section
        rd_next(reader);
        opnd[4] = ptx_o_int(rd_accept(reader, '+') ? rd_const(reader) : 0);
        rd_accept(reader, ',');
        if (rd_is(reader, "inlined_at")) rd_next(reader);
        for (uint32_t i = 5; i < 8; i++) opnd[i] = ptx_o_int(rd_const(reader));
    }
    uint32_t i = ptx_emit(reader->f, PTXI_loc, 0, 0, 0, n, opnd);
    reader->f->inst.at[i].pos = at;
}

// .file index "name" [, time, size].
static void read_file(Reader *reader) {
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
    vec_push(reader->arena, &reader->m->file, file);
}

// NAME: .branchtargets A, B;  NAME: .calltargets f, g;  NAME: .callprototype (..) _ (..);
static void read_named_list(Reader *reader, Atom name) {
    uint32_t label = rd_label(reader, name, true);
    if (rd_is(reader, "callprototype")) {
        // The prototype of an indirect call: parameters only, the name in it is `_`.
        PtxSig sig = {0};
        rd_next(reader);
        read_params(reader, reader->f, &sig.ret);
        rd_next(reader); // _
        read_params(reader, reader->f, &sig.param);
        while (reader->tok.kind == TK_DOT) {
            sig.noreturn |= rd_is(reader, "noreturn");
            rd_next(reader);
            if (reader->tok.kind == TK_INT) rd_next(reader);
        }
        vec_push(reader->arena, &reader->f->protosig, sig);
        PtxProto p = {.label = label, .sig = reader->f->protosig.n - 1};
        vec_push(reader->arena, &reader->f->proto, p);
        ptx_emit_(reader->f, PTXI_proto, 0, 0, 0, ptx_o_int(reader->f->proto.n - 1));
    } else {
        // Labels of a brx.idx may come later, functions of a list may not.
        PtxTargets targets = {.label = label, .calls = rd_is(reader, "calltargets")};
        rd_next(reader);
        do {
            if (reader->tok.kind != TK_ID) break;
            Bind *b = rd_lookup(reader, reader->tok.atom);
            uint32_t id =
                targets.calls ? (b ? b->id : 0) : rd_label(reader, reader->tok.atom, false);
            if (targets.calls && (!b || b->kind != BIND_SYM)) {
                rd_error(reader, DIAG_OF(ptx, undeclared), rd_tok_text(reader));
            } else {
                vec_push(reader->arena, &targets.target, id);
            }
            rd_next(reader);
        } while (rd_accept(reader, ','));
        vec_push(reader->arena, &reader->f->targets, targets);
        ptx_emit_(reader->f, PTXI_targets, 0, 0, 0, ptx_o_int(reader->f->targets.n - 1));
    }
    rd_expect(reader, ';');
}

// What starts with a dot inside of a body.
static void body_directive(Reader *reader) {
    uint8_t space;
    if (space_of(reader, &space)) {
        if (space == PTXS_REG) {
            read_regs(reader);
        } else {
            rd_vars(reader, space, PTXL_NONE);
        }
    } else if (rd_is(reader, "loc")) {
        read_loc(reader);
    } else if (rd_is(reader, "pragma")) {
        read_pragma(reader, reader->f, true);
    } else if (rd_is(reader, "file")) {
        read_file(reader);
    } else {
        rd_error(reader, DIAG_OF(ptx, unknown_directive), rd_tok_text(reader));
        rd_skip_statement(reader);
    }
}

// @p or @!p: the register's number + 1 with PTX_GUARD_NOT, 0 after reporting.
static uint32_t read_guard(Reader *reader) {
    rd_next(reader);
    bool neg = rd_accept(reader, '!');
    PtxReg reg = 0;
    if (reader->tok.kind != TK_ID || !rd_reg_of(reader, reader->tok.atom, &reg) ||
        reader->f->reg.at[reg].type != PTX_PRED) {
        rd_error(reader, DIAG_OF(ptx, expected), "a predicate", rd_tok_text(reader));
        if (reader->tok.kind == TK_ID) rd_next(reader);
        return 0;
    }
    rd_next(reader);
    return (reg + 1) | (neg ? PTX_GUARD_NOT : 0);
}

// One statement of a body: directive, label or instruction. It always consumes something, so that
// rd_body ends.
static void read_statement(Reader *reader) {
    uint32_t line = reader->tok.line;
    if (reader->tok.kind == TK_DOT) {
        body_directive(reader);
        return;
    }
    rd_refuse(reader, rd_punct(reader, ';'), DIAG_OF(ptx, empty_statement));
    if (rd_accept(reader, ';')) return;
    uint32_t guard = rd_punct(reader, '@') ? read_guard(reader) : 0;
    if (reader->tok.kind != TK_ID) {
        // What stopped the skipping may be what was wrong: go past it, unless it is a brace, which
        // rd_body counts.
        rd_error(reader, DIAG_OF(ptx, expected), "an instruction", rd_tok_text(reader));
        rd_skip_statement(reader);
        if (reader->tok.kind == TK_PUNCT && !rd_punct(reader, '}') && !rd_punct(reader, '{'))
            rd_next(reader);
        return;
    }
    Atom name = reader->tok.atom;
    const char *p = reader->tok.end;
    while (p < reader->end && (*p == ' ' || *p == '\t')) p++;

    // A name before a colon is a label: `::` is not, it is part of an opcode's word (shared::cta).
    // Looked for in the text, because the lexer has not split the opcode yet.
    if (!guard && p < reader->end && *p == ':' && !(p + 1 < reader->end && p[1] == ':')) {
        rd_next(reader);
        rd_next(reader);
        if (rd_is(reader, "branchtargets") || rd_is(reader, "calltargets") ||
            rd_is(reader, "callprototype")) {
            read_named_list(reader, name);
        } else {
            uint32_t l = rd_label(reader, name, true);
            ptx_emit_(reader->f, PTXI_label, 0, 0, 0, ptx_o_label(l));
        }
        return;
    }
    rd_statement(reader, rd_opcode(reader), guard, line);
}

// Until the brace that closes the body, which is left to the caller. Blocks in it are read here in
// a loop, not by recursion.
void rd_body(Reader *reader) {
    uint32_t base = reader->depth;
    while (reader->tok.kind != TK_END) {
        if (rd_punct(reader, '{')) {
            if (reader->depth >= PTX_MAX_SCOPE) {
                rd_error(reader, DIAG_OF(ptx, too_deep));
                reader->p = reader->end;
            } else {
                scope_push(reader);
                ptx_emit(reader->f, PTXI_scope_begin, 0, 0, 0, 0, NULL);
            }
            rd_next(reader);
        } else if (rd_punct(reader, '}')) {
            if (reader->depth == base) return;
            scope_pop(reader);
            ptx_emit(reader->f, PTXI_scope_end, 0, 0, 0, 0, NULL);
            rd_next(reader);
        } else {
            read_statement(reader);
        }
    }
    if (reader->depth != base) rd_error(reader, DIAG_OF(ptx, unterminated), "block");
    while (reader->depth > base) scope_pop(reader);
}

// ---- modules -----------------------------------------------------------------------------------

// .version M.N, kept as ten times itself; 0 after reporting.
static void read_version(Reader *reader) {
    rd_next(reader);
    double v = 0;
    if (reader->tok.kind == TK_FLT) memcpy(&v, &reader->tok.ival, 8);
    bool good = v >= 1.0 && v <= 9.9;
    if (!(v > 0 && v < 100)) {
        rd_error(reader, DIAG_OF(ptx, expected), "a PTX version", rd_tok_text(reader));
    } else if (!good) {
        int tenths = (int)(v * 10 + 0.5);
        rd_error(reader, DIAG_OF(ptx, bad_version), tenths / 10, tenths % 10);
    }
    reader->m->version = good ? (uint32_t)(v * 10 + 0.5) : 0;
    if (reader->strict && good) rd_check_version(reader);
    rd_next(reader);
}

// .target sm_90a, debug ... Names of modes of the days before sm_20 are taken and have no effect.
static void read_target(Reader *reader) {
    do {
        rd_next(reader);
        const char *s = reader->tok.kind == TK_ID ? atom_str(reader->ctx, reader->tok.atom) : "";
        if (strncmp(s, "sm_", 3) == 0) {
            uint32_t sm = 0;
            const char *p = s + 3;
            for (; *p >= '0' && *p <= '9' && sm < 10000; p++) sm = sm * 10 + (uint32_t)(*p - '0');
            reader->m->sm = sm;
            reader->m->sm_suffix = *p;
            if (!sm || (*p && ((*p != 'a' && *p != 'f') || p[1])))
                rd_error(reader, DIAG_OF(ptx, bad_target), rd_tok_text(reader));
            else if (reader->strict)
                rd_check_target(reader);
        } else if (strcmp(s, "debug") == 0) {
            reader->m->debug = true;
        } else if (strncmp(s, "texmode_", 8) != 0 && strcmp(s, "map_f64_to_f32") != 0) {
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
    if (!b || b->kind != BIND_SYM || !ptx_sym_func(reader->m, b->id) || of == name) {
        rd_error(reader, DIAG_OF(ptx, undeclared), rd_tok_text(reader));
    } else {
        if (reader->strict) rd_check_alias(reader, name, ptx_sym_func(reader->m, b->id));
        uint32_t id = ptx_add_alias(reader->m, name, b->id);
        if (!rd_lookup(reader, name)) rd_bind(reader, BIND_SYM, name, id);
    }
    rd_next(reader);
    rd_expect(reader, ';');
}

// Several may stand together, as .visible .weak: the last counts.
static uint8_t read_linkage(Reader *reader) {
    static const char *const word[] = {"", "visible", "extern", "weak", "common"};
    uint8_t l = PTXL_NONE;
    for (uint8_t i = 1; i < CU_COUNT(word); i++) {
        if (!rd_is(reader, word[i])) continue;
        rd_refuse(reader, l, DIAG_OF(ptx, linkage_twice));
        l = i;
        rd_next(reader);
    }
    return l;
}

// One directive of a module. It always consumes something, so that ptx_read ends.
static void read_toplevel(Reader *reader) {
    uint8_t space;
    if (reader->tok.kind != TK_DOT) {
        rd_refuse(reader, rd_punct(reader, ';'), DIAG_OF(ptx, empty_statement));
        if (rd_accept(reader, ';')) return;
        // "@@DWARF" lines of old debug information.
        if (reader->tok.kind == TK_ID && reader->tok.end - reader->tok.at > 1 &&
            *reader->tok.at == '@')
            return;
        rd_error(reader, DIAG_OF(ptx, expected), "a directive", rd_tok_text(reader));
        const char *at = reader->tok.at;
        rd_skip_statement(reader);
        if (reader->tok.at == at) rd_next(reader);
        return;
    }
    if (reader->strict) rd_check_order(reader);
    const char *from = reader->tok.at;
    uint8_t linkage = read_linkage(reader);
    if (rd_is(reader, "entry") || rd_is(reader, "func")) {
        read_function(reader, rd_is(reader, "entry"), linkage);
    } else if (space_of(reader, &space) && !is_any_of(space, PTXS_REG, PTXS_PARAM)) {
        rd_vars(reader, space, linkage);
    } else if (rd_is(reader, "version")) {
        read_version(reader);
    } else if (rd_is(reader, "target")) {
        read_target(reader);
    } else if (rd_is(reader, "address_size")) {
        rd_next(reader);
        if (reader->tok.kind != TK_INT || reader->tok.ival != 64)
            rd_error(reader, DIAG_OF(ptx, expected), "an address size of 64", rd_tok_text(reader));
        reader->m->address_size = (uint32_t)rd_const(reader);
    } else if (rd_is(reader, "file")) {
        read_file(reader);
    } else if (rd_is(reader, "section")) {
        vec_push(reader->arena, &reader->m->section, rd_raw_section(reader, from));
    } else if (rd_is(reader, "alias")) {
        read_alias(reader);
    } else if (rd_is(reader, "pragma")) {
        read_pragma(reader, NULL, false);
    } else {
        rd_error(reader, DIAG_OF(ptx, unknown_directive), rd_tok_text(reader));
        const char *at = reader->tok.at;
        rd_next(reader);
        if (reader->tok.at != at) rd_skip_statement(reader);
    }
}

// `quiet`: errors are counted, not reported; inline assembly that cannot be read stays text.
static void reader_init(Reader *reader, Ctx *ctx, Arena *arena, const char *name, const char *text,
                        size_t n, bool quiet) {
    *reader = (Reader){.ctx = ctx,
                       .arena = arena,
                       .name = name,
                       .text = text,
                       .p = text,
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

typedef enum { READ_WHOLE, READ_LAZILY, READ_CHECKED } ReadWay;

static PtxModule *read_module(Ctx *ctx, Arena *arena, const char *name, const char *text, size_t n,
                              ReadWay way) {
    Reader *r = arena_new(arena, Reader);
    // Images hold their text with the final zero.
    if (n && text[n - 1] == 0) n--;
    reader_init(r, ctx, arena, name, text, n, false);
    r->strict = way == READ_CHECKED;
    r->is_lazy = way == READ_LAZILY;
    r->m = ptx_module_new(ctx, arena);
    r->m->version = 0;
    if (r->strict) r->m->sm = 0;
    if (r->is_lazy) r->m->reader = r;
    rd_next(r);
    if (!rd_is(r, "version")) rd_error(r, DIAG_OF(ptx, no_version));
    while (r->tok.kind != TK_END) read_toplevel(r);
    if (r->strict && !r->nerr && !r->m->sm) rd_error(r, DIAG_OF(ptx, no_version));
    return r->nerr ? NULL : r->m;
}

PtxModule *ptx_read(Ctx *ctx, Arena *arena, const char *name, const char *text, size_t n) {
    return read_module(ctx, arena, name, text, n, READ_WHOLE);
}

PtxModule *ptx_read_lazily(Ctx *ctx, Arena *arena, const char *name, const char *text, size_t n) {
    return read_module(ctx, arena, name, text, n, READ_LAZILY);
}

PtxModule *ptx_read_checked(Ctx *ctx, Arena *arena, const char *name, const char *text, size_t n) {
    return read_module(ctx, arena, name, text, n, READ_CHECKED);
}

// Inline assembly is read by one reader per function, which learns the names that are new.
static Reader *asm_reader(PtxFunc *fn) {
    Reader *reader = fn->asm_reader;
    if (!reader) {
        reader = fn->asm_reader = arena_new(fn->arena, Reader);
        reader_init(reader, fn->mod->ctx, fn->arena, "inline asm", "", 0, true);
        reader->m = fn->mod;
        reader->in_asm = true;
    }
    // What the function and its module got since the last text becomes known under its name.
    for (; reader->nsym < fn->mod->sym.n; reader->nsym++) {
        rd_bind(reader, BIND_SYM, fn->mod->sym.at[reader->nsym].name, reader->nsym);
    }
    for (; reader->nvar < fn->var.n; reader->nvar++) {
        if (fn->var.at[reader->nvar].name)
            rd_bind(reader, BIND_VAR, fn->var.at[reader->nvar].name, reader->nvar);
    }
    for (; reader->nreg < fn->reg.n; reader->nreg++) {
        const PtxRegInfo *info = &fn->reg.at[reader->nreg];
        const char *s = atom_str(reader->ctx, info->prefix);
        Atom full = info->prefix;
        if (info->num != UINT32_MAX) full = atom_printf(reader->ctx, "%s%u", s, info->num);
        rd_bind(reader, BIND_REG, full, reader->nreg);
        map_put(&reader->reg_names, info->prefix, reader);
    }
    return reader;
}

// On failure the function is as it was, and what was appended to its arrays is cut off with the
// lengths: the copy holds them.
bool ptx_read_asm(PtxFunc *fn, const char *text, size_t n) {
    Reader *reader = asm_reader(fn);
    PtxFunc save = *fn;
    reader->f = fn;
    reader->text = reader->p = text;
    reader->end = text + n;
    reader->line = 1;
    reader->nerr = 0;
    reader->expr_depth = 0;
    map_init(&reader->label_alias, reader->arena);
    scope_push(reader);
    rd_next(reader);
    rd_body(reader);
    if (reader->tok.kind != TK_END)
        rd_error(reader, DIAG_OF(ptx, expected), "an instruction", rd_tok_text(reader));
    scope_pop(reader);
    resolve_labels(reader);
    if (reader->nerr) *fn = save;
    return reader->nerr == 0;
}
