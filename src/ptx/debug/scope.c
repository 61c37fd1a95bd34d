// SPDX-License-Identifier: Apache-2.0
// Functions and what is in them: lexical blocks, inlined functions, parameters and variables with
// their locations. A function that was inlined somewhere has an abstract entry, which its copies
// and its own code refer to. Blocks without variables of their own are left out.
#include "ptx/debug/dwarf.h"

#include "ptx/form/op.h"

#include <stdlib.h>

typedef struct Span { // code between two labels
    uint32_t low, high;
} Span;

typedef struct Scope { // of a function: itself, a block, or an inlined copy
    const IrMd *scope, *inlined_at;
    uint32_t next;   // of the same key, 0: none
    uint32_t parent; // 0: the function
    VEC(Span) span;  // its code, in the order of the text
    bool wanted;     // it has variables, or is an inlined copy
    Die *die;
} Scope;

typedef struct Tree {
    Dwarf *d;
    uint32_t *position; // by label: where it is in the code; NULL: not asked for yet
    SelPlaces *places;
    VEC(Scope) scope;
    Map of; // key -> first scope
} Tree;

// Scopes end: they come from the input, where a scope may (wrongly) contain itself.
enum { MAX_SCOPES = 1000 };

static bool is_subprogram(Dwarf *dwarf, const IrMd *node) {
    return dwarf_is(dwarf, node, "DISubprogram");
}

// Asked for each variable and each piece of code: scopes on the way remember it.
static const IrMd *subprogram_of(Dwarf *dwarf, const IrMd *scope) {
    const IrMd *at = scope, *sub = NULL;
    uint32_t n = 0;
    for (; at && !sub && n < MAX_SCOPES; n++) {
        sub = is_subprogram(dwarf, at) ? at : map_get(&dwarf->function, (uintptr_t)at);
        at = dwarf_node(dwarf, at, "scope");
    }
    for (at = scope; sub && --n; at = dwarf_node(dwarf, at, "scope"))
        map_put(&dwarf->function, (uintptr_t)at, (void *)(uintptr_t)sub);
    return sub;
}

// Files in the middle of a block are no scopes of their own.
static const IrMd *real_scope(Dwarf *dwarf, const IrMd *scope) {
    for (uint32_t n = 0; n < MAX_SCOPES && dwarf_is(dwarf, scope, "DILexicalBlockFile"); n++)
        scope = dwarf_node(dwarf, scope, "scope");
    return scope;
}

// ---- the tree of scopes -------------------------------------------------------------------------

static uint32_t find_scope(Tree *tree, const IrMd *scope, const IrMd *inlined_at, bool *made) {
    void **slot = map_slot(&tree->of, hash_mix((uintptr_t)scope, (uintptr_t)inlined_at));
    *made = false;
    for (uint32_t i = (uint32_t)(uintptr_t)*slot; i; i = tree->scope.at[i].next) {
        if (tree->scope.at[i].scope == scope && tree->scope.at[i].inlined_at == inlined_at)
            return i;
    }
    *made = true;
    Scope fresh = {.scope = scope, .inlined_at = inlined_at, .next = (uint32_t)(uintptr_t)*slot};
    *slot = (void *)(uintptr_t)tree->scope.n;
    vec_push(tree->d->a, &tree->scope, fresh);
    return tree->scope.n - 1;
}

// The scope around one: of an inlined copy, that of the call.
static void outer(Dwarf *dwarf, const IrMd **scope, const IrMd **inlined_at) {
    const IrMd *at = *inlined_at;
    if (!is_subprogram(dwarf, *scope)) {
        *scope = real_scope(dwarf, dwarf_node(dwarf, *scope, "scope"));
    } else {
        *scope = at ? real_scope(dwarf, at->scope) : NULL;
        *inlined_at = at ? at->inlined_at : NULL;
    }
}

// The scope's number, with those around it; 0 is the function, and whatever is in no function.
static uint32_t scope_number(Tree *tree, const IrMd *scope, const IrMd *inlined_at) {
    uint32_t first = 0, inner = 0;
    scope = real_scope(tree->d, scope);
    for (uint32_t n = 0; scope && n < MAX_SCOPES; n++) {
        bool made = false, self = is_subprogram(tree->d, scope) && !inlined_at;
        uint32_t number = self ? 0 : find_scope(tree, scope, inlined_at, &made);
        if (inner) tree->scope.at[inner].parent = number;
        if (n == 0) first = number;
        if (self || !made) break;
        tree->scope.at[number].wanted =
            is_subprogram(tree->d, scope) || map_get(&tree->d->holding, (uintptr_t)scope);
        inner = number;
        outer(tree->d, &scope, &inlined_at);
    }
    return first;
}

// A run is code of its scope and of all around it; runs in a row are one span.
static void spread_run(Tree *tree, uint32_t number, uint32_t low, uint32_t high) {
    for (uint32_t n = 0; number && n < MAX_SCOPES; n++) {
        Scope *scope = &tree->scope.at[number];
        if (scope->span.n && scope->span.at[scope->span.n - 1].high == low)
            scope->span.at[scope->span.n - 1].high = high;
        else
            vec_push(tree->d->a, &scope->span, ((Span){low, high}));
        number = scope->parent;
    }
}

static void make_tree(Tree *tree) {
    SelPlaces *places = tree->places;
    map_init(&tree->of, tree->d->a);
    vec_push(tree->d->a, &tree->scope, ((Scope){.wanted = true}));
    for (uint32_t i = 0; i < places->run.n; i++) {
        const SelRun *run = &places->run.at[i];
        uint32_t high = i + 1 < places->run.n ? places->run.at[i + 1].label : places->end;
        spread_run(tree, scope_number(tree, run->scope, run->inlined_at), run->label, high);
    }
    VEC_FOREACH (SelVar, var, &places->var) {
        const IrMd *scope = dwarf_node(tree->d, var->var, "scope");
        tree->scope.at[scope_number(tree, scope, var->inlined_at)].wanted = true;
    }
}

// ---- abstract entries ---------------------------------------------------------------------------

static void describe_variable(Dwarf *dwarf, Die *entry, const IrMd *var) {
    dwarf_name(dwarf, entry, var);
    dwarf_place(dwarf, entry, var);
    dwarf_set_type(dwarf, entry, dwarf_node(dwarf, var, "type"));
    if (dwarf_number(dwarf, var, "flags") & FLAG_ARTIFICIAL) die_flag(dwarf, entry, DA_ARTIFICIAL);
}

static uint16_t variable_tag(Dwarf *dwarf, const IrMd *var) {
    return dwarf_number(dwarf, var, "arg") ? DT_PARAMETER : DT_VARIABLE;
}

// The abstract entry of a block in an abstract function, and those around it.
static Die *abstract_scope(Dwarf *dwarf, const IrMd *scope, uint32_t depth) {
    scope = real_scope(dwarf, scope);
    if (!scope || depth > MAX_SCOPES) return dwarf->unit;
    Die *die = map_get(&dwarf->abstract, (uintptr_t)scope);
    if (die || is_subprogram(dwarf, scope)) return die ? die : dwarf->unit;
    Die *parent = abstract_scope(dwarf, dwarf_node(dwarf, scope, "scope"), depth + 1);
    die = die_new(dwarf, parent, DT_LEXICAL_BLOCK);
    map_put(&dwarf->abstract, (uintptr_t)scope, die);
    return die;
}

static Die *abstract_variable(Dwarf *dwarf, const IrMd *var) {
    Die *die = map_get(&dwarf->die, (uintptr_t)var);
    if (die) return die;
    Die *parent = abstract_scope(dwarf, dwarf_node(dwarf, var, "scope"), 0);
    die = die_new(dwarf, parent, variable_tag(dwarf, var));
    map_put(&dwarf->die, (uintptr_t)var, die);
    describe_variable(dwarf, die, var);
    return die;
}

// A definition's entry: in the unit when its declaration stands in a class.
static Die *definition(Dwarf *dwarf, const IrMd *sub) {
    const IrMd *declaration = dwarf_node(dwarf, sub, "declaration");
    Die *declared = declaration ? dwarf_declaration(dwarf, declaration) : NULL;
    Die *parent = declared ? dwarf->unit : dwarf_parent(dwarf, dwarf_node(dwarf, sub, "scope"));
    Die *die = die_new(dwarf, parent, DT_FUNCTION);
    if (declared) {
        // One declaration of a constructor stands for several functions.
        Atom name = dwarf_text(dwarf, sub, "linkageName");
        if (name != dwarf_text(dwarf, declaration, "linkageName"))
            die_string(dwarf, die, DA_LINKAGE_NAME, name);
        die_ref(dwarf, die, DA_SPECIFICATION, declared);
        dwarf_place(dwarf, die, sub);
    } else {
        dwarf_function_head(dwarf, die, sub, false);
    }
    return die;
}

static void make_abstract(Dwarf *dwarf, const IrMd *sub) {
    if (map_get(&dwarf->abstract, (uintptr_t)sub)) return;
    Die *die = definition(dwarf, sub);
    die_data(dwarf, die, DA_INLINE, 1);
    map_put(&dwarf->abstract, (uintptr_t)sub, die);
    const IrMd *list = dwarf_node(dwarf, sub, "retainedNodes");
    for (uint32_t i = 0; i < dwarf_count(list); i++) {
        if (dwarf_is(dwarf, dwarf_item(list, i), "DILocalVariable"))
            abstract_variable(dwarf, dwarf_item(list, i));
    }
}

// ---- locations ----------------------------------------------------------------------------------

static void put_register(DieBytes *bytes, const char *name, uint32_t operation) {
    uint64_t number = 0;
    for (uint32_t i = 0; name[i] && i < 8; i++) number = number << 8 | (uint8_t)name[i];
    die_u8(bytes, operation);
    die_uleb(bytes, number);
}

static void put_constant(DieBytes *bytes, const IrConst *constant) {
    uint32_t size = (constant->v.type->bits + 7) / 8;
    bool whole = constant->v.kind != IR_C_NULL;
    die_u8(bytes, DO_IMPLICIT_VALUE);
    die_uleb(bytes, whole ? size : 8);
    for (uint32_t i = 0; i < (whole ? size : 8); i++) {
        uint64_t word = whole ? ir_words(constant)[i / 8] : 0;
        die_u8(bytes, word >> i % 8 * 8 & 0xff);
    }
}

// What the expression begins with. `alone`: nothing is done with it.
static uint32_t put_base(Dwarf *dwarf, DieBytes *expression, const SelPlaces *places,
                         const SelWhere *where, bool alone) {
    Buf name;
    uintptr_t symbol;
    switch (where->kind) {
    case AT_REGISTER:
        buf_init(&name, dwarf->a);
        ptx_print_reg(places->f, where->reg, &name);
        bool is_value = where->value && alone;
        put_register(expression, buf_cstr(&name), is_value ? DO_REGX : DO_BREGX);
        if (!is_value) die_sleb(expression, 0);
        return is_value ? DC_REGISTER : DC_GENERIC;
    case AT_CONSTANT: put_constant(expression, where->constant); return 0;
    case AT_SYMBOL:
        symbol = (uintptr_t)map_get(&dwarf->g->symbols, (uintptr_t)where->global);
        die_u8(expression, DO_ADDR);
        die_address(dwarf, expression, symbol ? dwarf->g->pm->sym.at[symbol - 1].name : 0);
        return DC_GLOBAL;
    case AT_PARAM:
        die_u8(expression, DO_ADDR);
        die_address(dwarf, expression, where->symbol);
        return DC_PARAM;
    default:
        die_u8(expression, DO_ADDR);
        die_address(dwarf, expression, places->depot);
        die_u8(expression, DO_PLUS_UCONST);
        die_uleb(expression, where->offset);
        return DC_LOCAL;
    }
}

// The rest of an expression; false: something in it is not known here.
static bool put_operations(DieBytes *bytes, uint32_t n, const uint64_t *op) {
    for (uint32_t i = 0; i < n; i++) {
        die_u8(bytes, (uint32_t)op[i] & 0xff);
        bool plain = is_any_of(op[i], DO_DEREF, DO_MINUS, DO_PLUS, DO_STACK_VALUE, DO_DUP);
        bool number = is_any_of(op[i], DO_PLUS_UCONST, DO_CONSTU);
        if (!plain && (!number || i + 1 == n)) return false;
        if (number) die_uleb(bytes, op[++i]);
    }
    return true;
}

static bool says_value(uint32_t n, const uint64_t *op) {
    for (uint32_t i = 0; i < n; i++) {
        if (op[i] == DO_STACK_VALUE) return true;
        i += is_any_of(op[i], DO_PLUS_UCONST, DO_CONSTU);
    }
    return false;
}

enum { MAX_OPS = 64, MAX_CONSTANT_BITS = 1024, MAX_BYTES = 255 }; // a block's size is one byte

// What the record computes, but for a fragment at its end, which tells of which piece it is; false:
// more than there is room for.
static bool operations_of(const Dwarf *dwarf, const SelWhere *where, uint64_t *op, uint32_t *n) {
    enum { FRAGMENT = 0x1000, OF_FRAGMENT = 3 };
    *n = ir_expression_ops(dwarf->g->m, where->expr, MAX_OPS, op);
    if (*n > MAX_OPS) return false;
    bool of_piece = *n >= OF_FRAGMENT && op[*n - OF_FRAGMENT] == FRAGMENT;
    if (of_piece) *n -= OF_FRAGMENT;
    return true;
}

// A constant is written as it is, and not too long.
static bool is_writable(const SelWhere *where, uint32_t n) {
    if (where->kind != AT_CONSTANT) return true;
    return n == 0 && where->constant->v.type->bits <= MAX_CONSTANT_BITS;
}

// The bytes of a location and the class of memory that it is in (0: none); false when it cannot be
// written. What a record of a value computes is the value if it says so (stack_value), or the
// variable's place if it is followed at last (deref).
static bool put_where(Dwarf *dwarf, DieBytes *expression, const SelPlaces *places,
                      const SelWhere *where, uint32_t *class) {
    uint64_t op[MAX_OPS];
    uint32_t n;
    if (!operations_of(dwarf, where, op, &n) || !is_writable(where, n)) return false;
    uint32_t base = put_base(dwarf, expression, places, where, n == 0);
    bool is_value = where->value && says_value(n, op);
    bool followed = where->value && !is_value && n && op[n - 1] == DO_DEREF;
    bool leads_nowhere = where->kind == AT_PARAM || !(is_value || followed);
    if (where->value && n && leads_nowhere) return false;

    n -= followed;
    bool in_base = n == 0 || (n == 2 && op[0] == DO_PLUS_UCONST);
    *class = is_value ? 0 : in_base ? base : DC_GENERIC;
    // of a pointer to a variable the value is the address itself
    bool address = is_any_of(where->kind, AT_FRAME, AT_SYMBOL);
    if (where->value && address && !is_value && !followed) {
        *class = 0;
        die_u8(expression, DO_STACK_VALUE);
    }
    return put_operations(expression, n, op) && expression->size <= MAX_BYTES;
}

static void put_range(Dwarf *dwarf, const SelPlaces *places, uint32_t from, uint32_t to,
                      const DieBytes *expression) {
    const PtxLabel *label = places->f->label.at;
    die_address(dwarf, &dwarf->loc, label[from].name);
    die_address(dwarf, &dwarf->loc, label[to].name);
    die_u8(&dwarf->loc, expression->size & 0xff);
    die_u8(&dwarf->loc, expression->size >> 8);
    die_append(&dwarf->loc, expression);
}

static void end_list(Dwarf *dwarf, Die *variable, uint32_t start) {
    die_address(dwarf, &dwarf->loc, 0);
    die_address(dwarf, &dwarf->loc, 0);
    die_offset(dwarf, variable, DA_LOCATION, ".debug_loc", start);
}

// A list in .debug_loc: ranges, a pair of zeros.
static bool put_list(Dwarf *dwarf, Die *holder, const SelPlaces *places, const SelVar *variable) {
    uint32_t start = dwarf->loc.size, class;
    bool any = false;
    for (uint32_t i = 0; i < variable->n; i++) {
        const SelRange *range = &places->range.at[variable->first + i];
        DieBytes bytes;
        die_bytes_init(dwarf, &bytes);
        if (range->where.kind == AT_NOWHERE) continue;
        if (!put_where(dwarf, &bytes, places, &range->where, &class)) continue;
        put_range(dwarf, places, range->from, range->to, &bytes);
        any = true;
    }
    if (!any) return false;
    end_list(dwarf, holder, start);
    return true;
}

// ---- variables in pieces ------------------------------------------------------------------------

enum { MAX_PIECE_RANGES = 512 };

typedef struct Pieces { // of one variable, by their first bit
    const SelVar *var[SEL_PIECES_MAX];
    uint32_t n;
    uint32_t label[2 * MAX_PIECE_RANGES]; // where one of them changes, in the order of the code
    uint32_t nlabel;
} Pieces;

static const uint32_t *positions(Tree *tree) {
    const PtxFunc *fn = tree->places->f;
    if (tree->position) return tree->position;
    tree->position = arena_array(tree->d->a, uint32_t, fn->label.n + 1);
    for (uint32_t i = 0; i < fn->inst.n; i++) {
        const PtxInst *in = &fn->inst.at[i];
        if (in->op == PTXI_place) tree->position[ptx_opnds(fn, in)->id] = i;
    }
    return tree->position;
}

// Puts a label where it belongs; they are few, and most come in order.
static void add_label(const uint32_t *position, Pieces *pieces, uint32_t label) {
    uint32_t i = pieces->nlabel;
    while (i && position[pieces->label[i - 1]] > position[label]) i--;
    if (i && position[pieces->label[i - 1]] == position[label]) return;
    memmove(pieces->label + i + 1, pieces->label + i, (pieces->nlabel - i) * sizeof label);
    pieces->label[i] = label;
    pieces->nlabel++;
}

// False: there are too many.
static bool find_pieces(Tree *tree, const SelVar *first, Pieces *pieces) {
    const SelPlaces *places = tree->places;
    const uint32_t *position = positions(tree);
    pieces->n = pieces->nlabel = 0;
    for (const SelVar *var = first; var;
         var = var->piece ? &places->var.at[var->piece - 1] : NULL) {
        bool fits =
            pieces->n < SEL_PIECES_MAX && pieces->nlabel + 2 * var->n <= CU_COUNT(pieces->label);
        if (!fits) return false;
        uint32_t i = pieces->n++;
        for (; i && pieces->var[i - 1]->bit > var->bit; i--) pieces->var[i] = pieces->var[i - 1];
        pieces->var[i] = var;
        for (uint32_t k = 0; k < var->n; k++) {
            add_label(position, pieces, places->range.at[var->first + k].from);
            add_label(position, pieces, places->range.at[var->first + k].to);
        }
    }
    return true;
}

// The range of a piece that holds at a position, or NULL.
static const SelRange *range_at(Tree *tree, const SelVar *piece, uint32_t at) {
    for (uint32_t k = 0; k < piece->n; k++) {
        const SelRange *range = &tree->places->range.at[piece->first + k];
        bool holds = tree->position[range->from] <= at && at < tree->position[range->to];
        if (holds && range->where.kind != AT_NOWHERE) return range;
    }
    return NULL;
}

// What lies between pieces, and pieces that are nowhere, are pieces without a place. A record of
// the whole variable needs no pieces. False: nothing is known.
static bool put_composite(Tree *tree, const Pieces *pieces, uint32_t at, DieBytes *expression) {
    uint64_t done = 0;
    bool any = false;
    uint32_t class;
    for (uint32_t i = 0; i < pieces->n; i++) {
        const SelVar *var = pieces->var[i];
        const SelRange *range = range_at(tree, var, at);
        bool whole_bytes = var->bit % 8 == 0 && var->bits % 8 == 0 && var->bit >= done;
        DieBytes place;
        die_bytes_init(tree->d, &place);
        if (!range || !whole_bytes) continue;
        if (!put_where(tree->d, &place, tree->places, &range->where, &class)) continue;
        if (!var->bits) {
            *expression = place;
            return true;
        }
        if (var->bit > done) {
            die_u8(expression, DO_PIECE);
            die_uleb(expression, (var->bit - done) / 8);
        }
        die_append(expression, &place);
        die_u8(expression, DO_PIECE);
        die_uleb(expression, var->bits / 8);
        done = var->bit + var->bits;
        any = true;
    }
    return any;
}

static void put_pieces(Tree *tree, Die *holder, const SelVar *first) {
    Dwarf *dwarf = tree->d;
    Pieces *pieces = arena_new(dwarf->a, Pieces);
    uint32_t start = dwarf->loc.size;
    if (!find_pieces(tree, first, pieces)) return;
    for (uint32_t i = 0; i + 1 < pieces->nlabel; i++) {
        DieBytes bytes;
        die_bytes_init(dwarf, &bytes);
        if (put_composite(tree, pieces, tree->position[pieces->label[i]], &bytes))
            put_range(dwarf, tree->places, pieces->label[i], pieces->label[i + 1], &bytes);
    }
    if (dwarf->loc.size > start) end_list(dwarf, holder, start);
}

static void set_location(Tree *tree, Die *holder, const SelVar *variable) {
    Dwarf *dwarf = tree->d;
    const SelPlaces *places = tree->places;
    if (variable->bits || variable->piece) {
        put_pieces(tree, holder, variable);
        return;
    }
    if (!variable->n) return;
    const SelWhere *where = &places->range.at[variable->first].where;
    if (!variable->everywhere) {
        put_list(dwarf, holder, places, variable);
        return;
    }
    DieBytes bytes;
    die_bytes_init(dwarf, &bytes);
    uint32_t class;
    uint64_t op;
    bool constant = where->kind == AT_CONSTANT &&
                    !ir_expression_ops(dwarf->g->m, where->expr, 1, &op) &&
                    where->constant->v.type->bits <= 64;
    if (constant) {
        dwarf_const_value(dwarf, holder, where->constant);
    } else if (where->kind != AT_NOWHERE && put_where(dwarf, &bytes, places, where, &class)) {
        *die_block(dwarf, holder, DA_LOCATION) = bytes;
        if (class) die_data(dwarf, holder, DA_ADDRESS_CLASS, class);
    }
}

void dwarf_global_location(Dwarf *dwarf, Die *holder, const IrGlobal *global, const IrMd *expr) {
    static const uint8_t classes[] = {[IR_AS_GLOBAL] = DC_GLOBAL,
                                      [IR_AS_SHARED] = DC_SHARED,
                                      [IR_AS_CONST] = DC_CONSTANT,
                                      [IR_AS_LOCAL] = DC_LOCAL};
    uintptr_t symbol = (uintptr_t)map_get(&dwarf->g->symbols, (uintptr_t)global);
    uint64_t op[8];
    uint32_t n = expr ? ir_expression_ops(dwarf->g->m, expr, CU_COUNT(op), op) : 0;
    if (!symbol || n > CU_COUNT(op)) return;
    // The form of clang for an address space, whose number is NVIDIA's.
    enum { SWAP = 0x16, XDEREF = 0x18, SPACE_OPS = 4 };
    bool space = n >= SPACE_OPS && op[n - 4] == DO_CONSTU && op[n - 2] == SWAP;
    if (space && op[n - 1] == XDEREF) n -= SPACE_OPS;
    DieBytes bytes;
    die_bytes_init(dwarf, &bytes);
    die_u8(&bytes, DO_ADDR);
    die_address(dwarf, &bytes, dwarf->g->pm->sym.at[symbol - 1].name);
    if (!put_operations(&bytes, n, op)) return;
    uint32_t as = global->v.type->as;
    uint32_t class = as < CU_COUNT(classes) && classes[as] ? classes[as] : DC_GLOBAL;
    die_data(dwarf, holder, DA_ADDRESS_CLASS, class);
    *die_block(dwarf, holder, DA_LOCATION) = bytes;
}

// ---- entries of one function --------------------------------------------------------------------

static Atom label_name(const SelPlaces *places, uint32_t label) {
    return places->f->label.at[label].name;
}

static void set_range(Dwarf *dwarf, Die *code, const SelPlaces *places, Span span) {
    die_label(dwarf, code, DA_LOW_PC, label_name(places, span.low));
    die_label(dwarf, code, DA_HIGH_PC, label_name(places, span.high));
}

// Code in several pieces: a list in .debug_ranges, which ends with a pair of zeros.
static void set_spans(Dwarf *dwarf, Die *code, const SelPlaces *places, const Scope *scope) {
    if (scope->span.n == 1) {
        set_range(dwarf, code, places, scope->span.at[0]);
        return;
    }
    die_offset(dwarf, code, DA_RANGES, ".debug_ranges", dwarf->ranges.size);
    for (uint32_t i = 0; i < scope->span.n; i++) {
        die_address(dwarf, &dwarf->ranges, label_name(places, scope->span.at[i].low));
        die_address(dwarf, &dwarf->ranges, label_name(places, scope->span.at[i].high));
    }
    die_address(dwarf, &dwarf->ranges, 0);
    die_address(dwarf, &dwarf->ranges, 0);
}

static void set_call(Dwarf *dwarf, Die *inlined, const IrMd *at) {
    const IrMd *scope = at->scope, *file = NULL;
    for (uint32_t n = 0; scope && !file && n < MAX_SCOPES; n++) {
        file = dwarf_node(dwarf, scope, "file");
        scope = dwarf_node(dwarf, scope, "scope");
    }
    uint32_t number = sel_lines_file(dwarf->g, file);
    if (number) die_data(dwarf, inlined, DA_CALL_FILE, number);
    die_data(dwarf, inlined, DA_CALL_LINE, at->line);
    if (at->column) die_data(dwarf, inlined, DA_CALL_COLUMN, at->column);
}

// The entry of a scope, and of those around it first; a scope that is not wanted is the one around.
static Die *scope_die(Tree *tree, uint32_t number, uint32_t depth) {
    Scope *scope = &tree->scope.at[number];
    if (scope->die || depth > MAX_SCOPES) return scope->die ? scope->die : tree->scope.at[0].die;
    Die *parent = scope_die(tree, scope->parent, depth + 1);
    bool inlined = is_subprogram(tree->d, scope->scope);
    if (!scope->wanted || !scope->span.n) return scope->die = parent;
    scope->die = die_new(tree->d, parent, inlined ? DT_INLINED : DT_LEXICAL_BLOCK);
    if (inlined) {
        die_ref(tree->d, scope->die, DA_ABSTRACT_ORIGIN,
                map_get(&tree->d->abstract, (uintptr_t)scope->scope));
    }
    set_spans(tree->d, scope->die, tree->places, scope);
    if (inlined) set_call(tree->d, scope->die, scope->inlined_at);
    if (!scope->inlined_at) map_put(&tree->d->die, (uintptr_t)scope->scope, scope->die);
    return scope->die;
}

typedef struct Listed { // a variable with what it is ordered by
    const SelVar *var;
    uint32_t scope;
    uint64_t arg;
    uint32_t order;
} Listed;

// Parameters come first, by their number.
static int by_number(const void *a, const void *b) {
    const Listed *x = a, *y = b;
    if (x->scope != y->scope) return cu_order(x->scope, y->scope);
    uint64_t x_arg = x->arg - 1, y_arg = y->arg - 1; // no parameter: last
    if (x_arg != y_arg) return cu_order(x_arg, y_arg);
    return cu_order(x->order, y->order);
}

static void make_variable(Tree *tree, const SelVar *variable, Die *parent) {
    Dwarf *dwarf = tree->d;
    Die *die = die_new(dwarf, parent, variable_tag(dwarf, variable->var));
    const IrMd *sub = subprogram_of(dwarf, dwarf_node(dwarf, variable->var, "scope"));
    if (sub && map_get(&dwarf->abstract, (uintptr_t)sub))
        die_ref(dwarf, die, DA_ABSTRACT_ORIGIN, abstract_variable(dwarf, variable->var));
    else
        describe_variable(dwarf, die, variable->var);
    set_location(tree, die, variable);
    bool object = dwarf_number(dwarf, variable->var, "flags") & FLAG_OBJECT_POINTER;
    if (object && parent->tag == DT_FUNCTION) die_ref(dwarf, parent, DA_OBJECT_POINTER, die);
}

// Variables that no record names: they are there, but nowhere.
static void add_retained(Tree *tree) {
    SelPlaces *places = tree->places;
    const IrMd *list = dwarf_node(tree->d, places->sub, "retainedNodes");
    Map named;
    map_init(&named, tree->d->a);
    VEC_FOREACH (SelVar, var, &places->var)
        if (!var->inlined_at) map_put(&named, (uintptr_t)var->var, places);
    for (uint32_t i = 0; i < dwarf_count(list); i++) {
        const IrMd *var = dwarf_item(list, i);
        bool own = dwarf_is(tree->d, var, "DILocalVariable") &&
                   dwarf_node(tree->d, var, "scope") == places->sub;
        if (own && !map_get(&named, (uintptr_t)var))
            vec_push(places->f->arena, &places->var, ((SelVar){.var = var}));
    }
}

static void make_variables(Tree *tree) {
    SelPlaces *places = tree->places;
    Dwarf *dwarf = tree->d;
    Listed *listed = arena_array(dwarf->a, Listed, places->var.n + 1);
    for (uint32_t i = 0; i < places->var.n; i++) {
        const SelVar *var = &places->var.at[i];
        uint32_t scope = scope_number(tree, dwarf_node(dwarf, var->var, "scope"), var->inlined_at);
        listed[i] = (Listed){var, scope, dwarf_number(dwarf, var->var, "arg"), i};
    }
    qsort(listed, places->var.n, sizeof *listed, by_number);
    for (uint32_t i = 0; i < places->var.n; i++) {
        // Without code its scope is no place where somebody could ask for it.
        if (listed[i].var->is_rest) continue;
        bool there = listed[i].scope == 0 || tree->scope.at[listed[i].scope].span.n;
        if (there) make_variable(tree, listed[i].var, scope_die(tree, listed[i].scope, 0));
    }
}

static void make_function(Dwarf *dwarf, SelPlaces *places) {
    Tree tree = {.d = dwarf, .places = places};
    add_retained(&tree);
    make_tree(&tree);
    Die *abstract = map_get(&dwarf->abstract, (uintptr_t)places->sub), *die;
    if (abstract) {
        die = die_new(dwarf, dwarf->unit, DT_FUNCTION);
        die_ref(dwarf, die, DA_ABSTRACT_ORIGIN, abstract);
    } else {
        die = definition(dwarf, places->sub);
    }
    if (!map_get(&dwarf->die, (uintptr_t)places->sub))
        map_put(&dwarf->die, (uintptr_t)places->sub, die);
    tree.scope.at[0].die = die;
    set_range(dwarf, die, places, (Span){places->begin, places->end});
    die_u8(die_block(dwarf, die, DA_FRAME_BASE), DO_CALL_FRAME_CFA);
    make_variables(&tree);
    for (uint32_t i = 1; i < tree.scope.n; i++) scope_die(&tree, i, 0);

    const IrMd *types = dwarf_node(dwarf, dwarf_node(dwarf, places->sub, "type"), "types");
    uint32_t n = dwarf_count(types);
    if (n > 1 && !dwarf_item(types, n - 1)) die_new(dwarf, die, DT_UNSPECIFIED_PARAMETERS);
}

void dwarf_functions(Dwarf *dwarf, uint32_t n, SelPlaces *const *func) {
    // What is inlined anywhere is abstract everywhere.
    for (uint32_t i = 0; i < n; i++) {
        VEC_FOREACH (SelRun, run, &func[i]->run) {
            const IrMd *scope = run->scope, *at = run->inlined_at;
            while (at) {
                const IrMd *sub = subprogram_of(dwarf, scope);
                if (sub) make_abstract(dwarf, sub);
                if (map_get(&dwarf->inlined, (uintptr_t)at)) break; // and so are those around
                map_put(&dwarf->inlined, (uintptr_t)at, dwarf->unit);
                scope = at->scope;
                at = at->inlined_at;
            }
        }
    }
    for (uint32_t i = 0; i < n; i++) make_function(dwarf, func[i]);
}

Die *dwarf_function_of(Dwarf *dwarf, const IrMd *sub) {
    Die *die = map_get(&dwarf->die, (uintptr_t)sub);
    return die ? die : map_get(&dwarf->abstract, (uintptr_t)sub);
}

// ---- what stands in what ------------------------------------------------------------------------

static Die *namespace_die(Dwarf *dwarf, const IrMd *scope) {
    Die *parent = dwarf_parent(dwarf, dwarf_node(dwarf, scope, "scope"));
    Die *die = die_new(dwarf, parent, DT_NAMESPACE);
    map_put(&dwarf->die, (uintptr_t)scope, die);
    dwarf_name(dwarf, die, scope);
    if (dwarf_number(dwarf, scope, "exportSymbols")) die_flag(dwarf, die, DA_EXPORT_SYMBOLS);
    return die;
}

// Scopes that are none, and chains that are too long, stand in the unit.
Die *dwarf_parent(Dwarf *dwarf, const IrMd *scope) {
    enum { MAX_DEPTH = 500 };
    if (!scope || scope->kind != IR_MD_DI || dwarf->depth > MAX_DEPTH) return dwarf->unit;
    Die *die = map_get(&dwarf->die, (uintptr_t)scope);
    dwarf->depth++;
    if (die) {
    } else if (dwarf_is(dwarf, scope, "DINamespace")) {
        die = namespace_die(dwarf, scope);
    } else if (dwarf_is(dwarf, scope, "DICompositeType")) {
        die = dwarf_type(dwarf, scope);
    } else if (is_subprogram(dwarf, scope)) {
        die = dwarf_function_of(dwarf, scope);
    } else if (!is_any_of(scope->text, atom_cstr(dwarf->ctx, "DIFile"),
                          atom_cstr(dwarf->ctx, "DICompileUnit"))) {
        die = dwarf_parent(dwarf, dwarf_node(dwarf, scope, "scope"));
    }
    dwarf->depth--;
    return die ? die : dwarf->unit;
}
