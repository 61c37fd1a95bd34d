// SPDX-License-Identifier: Apache-2.0
// Constants of bitcode. One that refers to others may come before them: its record is kept and it
// is made when asked for. The rest is made at once.
#include "ir/bitread_int.h"

// Whether a constant of this record may name other constants, which may come later in the file.
static bool refers(uint32_t code) {
    static const bool alone[] = {
        [CST_NULL] = true,          [CST_UNDEF] = true,          [CST_POISON] = true,
        [CST_INTEGER] = true,       [CST_WIDE_INTEGER] = true,   [CST_FLOAT] = true,
        [CST_STRING] = true,        [CST_CSTRING] = true,        [CST_DATA] = true,
        [CST_INLINEASM_OLD] = true, [CST_INLINEASM_OLD2] = true, [CST_INLINEASM_OLD3] = true,
        [CST_INLINEASM] = true,
    };
    return code >= CU_COUNT(alone) || !alone[code];
}

static IrValue *make(Bc *bc, IrType *wanted, uint32_t tid, const Rec *record);

// SETTYPE gives the type of what follows it; the rest of the records are one value each.
bool bc_constants(Bc *bc) {
    BlockMark mark;
    Rec r = {0};
    IrType *type = bc->m->ty_i32;
    uint32_t tid = 0;
    int k;
    if (!bits_enter(&bc->b, BLK_CONSTANTS, &mark)) return false;
    while ((k = bits_next(&bc->b, &r)) != BITS_END) {
        if (k == BITS_BLOCK) {
            bits_skip(&bc->b);
            continue;
        }
        if (r.code == CST_SETTYPE) {
            type = bc_type(bc, rec(&r, 0));
            if (!type) return false;
            if (type->kind == IR_TY_VOID) return bc_fail(bc, "constant of no type") != NULL;
            tid = (uint32_t)rec(&r, 0) + 1;
            continue;
        }
        BcValue entry = {.type = type, .tid = tid};
        // what refers to other values may refer to later ones: kept, and made when it is asked for
        if (refers(r.code)) {
            entry.pending = true;
            entry.rec = arena_copy(bc->a, &r, sizeof r, sizeof(void *));
            entry.rec->op.at = arena_copy(bc->a, r.op.at, r.op.n * sizeof(uint64_t), 8);
            entry.rec->op.cap = r.op.n;
        } else {
            entry.value = make(bc, type, tid, &r);
            if (!entry.value) return false;
        }
        vec_push(bc->a, &bc->value, entry);
    }
    bits_leave(&bc->b, &mark);
    return !bc->b.error;
}

// Record: a value id for each member.
static IrConst *aggregate(Bc *bc, IrType *wanted, const Rec *members) {
    bool has_members = ir_ty_is_agg(wanted) || ir_ty_is_vec(wanted);
    if (!has_members || members->op.n != wanted->n)
        return bc_fail(bc, "aggregate constant of a wrong type");
    IrConst **e = arena_array(bc->a, IrConst *, members->op.n);
    for (uint32_t i = 0; i < members->op.n; i++) {
        e[i] = bc_const(bc, members->op.at[i]);
        if (!e[i]) return NULL;
        if (e[i]->v.type != ir_ty_member(wanted, i)) return bc_fail(bc, "member of a wrong type");
    }
    return ir_agg(bc->m, wanted, members->op.n, e);
}

// A number of 1, 2, 4 or 8 bytes.
static bool has_plain_bytes(const IrType *type) {
    uint32_t bits = type->bits;
    bool number = ir_ty_is_int(type) || ir_ty_is_fp(type);
    bool power = bits && (bits & (bits - 1)) == 0;
    return number && power && bits >= 8 && bits <= 64;
}

static bool is_sequence(const IrType *type) {
    return is_any_of(type->kind, IR_TY_ARRAY, IR_TY_VECTOR);
}

// Elements as numbers: of strings i8 only, and a final zero may be left out.
static IrConst *data(Bc *bc, IrType *wanted, const Rec *r) {
    uint32_t n = r->op.n + (r->code == CST_CSTRING);
    bool suits = is_sequence(wanted) && wanted->n == n;
    if (!suits || !has_plain_bytes(wanted->elem))
        return bc_fail(bc, "constant data of a wrong type");
    uint32_t w = wanted->elem->bits / 8;
    if (r->code != CST_DATA && w != 1) return bc_fail(bc, "constant data of a wrong type");
    ArenaMark mark = arena_mark(bc->a);
    uint8_t *p = arena_alloc(bc->a, (size_t)n * w + 8, 8);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t v = rec(r, i);
        memcpy(p + (size_t)i * w, &v, w);
    }
    IrConst *x = ir_data(bc->m, wanted, p, (size_t)n * w);
    arena_reset(bc->a, mark);
    return x;
}

// What stands before the base and the indices of an address computation.
typedef struct {
    uint32_t at; // where they begin
    uint16_t flags;
    IrType *src; // NULL: not said, or after bc_fail
} GepHead;

// [type,] [flags,] [range,], by the code. A range is a hint and passed over.
static GepHead gep_head(Bc *bc, const Rec *r) {
    GepHead head = {0};
    if (is_any_of(r->code, CST_GEP_OLD, CST_INBOUNDS_GEP)) {
        if (r->op.n % 2) head.src = bc_type(bc, rec(r, head.at++));
        if (r->code == CST_INBOUNDS_GEP) head.flags = IR_INBOUNDS | IR_NUSW;
        return head;
    }
    enum { INBOUNDS = 1, NUSW = 2, NUW = 4 };
    head.src = bc_type(bc, rec(r, head.at++));
    uint64_t f = rec(r, head.at++);
    if (r->code == CST_GEP_INRANGE_OLD) f &= INBOUNDS; // the place of the hint is above
    if (f & INBOUNDS) head.flags |= IR_INBOUNDS | IR_NUSW;
    if (f & NUSW) head.flags |= IR_NUSW;
    if (f & NUW) head.flags |= IR_NUW;
    if (r->code == CST_GEP_INRANGE) { // width, low, high
        uint64_t width = rec(r, head.at++);
        if (width > 64) head.src = bc_fail(bc, "inrange of wide integers");
        head.at += 2;
    }
    return head;
}

// The path must exist: members of structures by a constant in range, elements of arrays by
// anything. Vectors of indices end the walk.
static bool path_exists(IrType *type, uint32_t n, IrConst *const *index) {
    for (uint32_t i = 0; i < n && !ir_ty_is_vec(index[i]->v.type); i++) {
        bool constant = index[i]->v.kind == IR_C_INT, is_struct = type->kind == IR_TY_STRUCT;
        uint64_t k = constant ? ir_uval(index[i]) : 0;
        bool leads = is_struct ? constant && k < type->n : is_sequence(type);
        if (!leads) return false;
        type = is_struct ? type->sub[k] : type->elem;
    }
    return true;
}

// The record of an address computation: what gep_head reads, then base and indices with types.
// The result is NULL after bc_fail; every index is checked here, since ir_cgep asserts its
// operands.
static IrConst *gep(Bc *bc, IrType *wanted, const Rec *r) {
    IrConst **v = arena_array(bc->a, IrConst *, r->op.n / 2 + 1);
    uint32_t n = 0;
    GepHead head = gep_head(bc, r);
    if (bc->b.error) return NULL;
    for (uint32_t at = head.at; at + 1 < r->op.n; at += 2) {
        if (!head.src && n == 0) { // before LLVM 3.7: what the base points at
            uint32_t to = bc_contained(bc, (uint32_t)rec(r, at) + 1, 0);
            head.src = to ? bc_type(bc, to - 1) : NULL;
        }
        v[n] = bc_const(bc, rec(r, at + 1));
        if (!v[n++]) return NULL;
    }
    bool from_address = n >= 1 && ir_ty_is_ptr(ir_ty_scalar(v[0]->v.type));
    if (!from_address || !head.src || !head.src->sized) return bc_fail(bc, "bad address constant");
    for (uint32_t i = 1; i < n; i++) {
        if (!ir_ty_is_int(ir_ty_scalar(v[i]->v.type)))
            return bc_fail(bc, "bad index of an address constant");
    }
    if (n > 2 && !path_exists(head.src, n - 2, v + 2))
        return bc_fail(bc, "index of an address constant leads nowhere");
    return ir_cgep(bc->m, head.src, v[0], n - 1, v + 1, head.flags);
}

// Record: [type,] flags, length and characters of the text, then of the constraints. The codes of
// older LLVMs differ in the flags they know: intel since the second, unwind since the third.
static IrValue *inline_asm(Bc *bc, IrType *wanted, uint32_t tid, const Rec *r) {
    uint32_t at = 0;
    if (r->code == CST_INLINEASM) {
        wanted = bc_type(bc, rec(r, at++));
    } else { // the type is the pointer's
        uint32_t to = bc_contained(bc, tid, 0);
        wanted = to ? bc_type(bc, to - 1) : NULL;
    }
    if (!wanted || wanted->kind != IR_TY_FUNC) return bc_fail(bc, "inline asm of no function type");
    uint64_t flags = rec(r, at++), n = rec(r, at++);
    if (n > r->op.n || at + n >= r->op.n) return bc_fail(bc, "bad inline asm");
    Rec part = *r;
    part.op.n = at + (uint32_t)n;
    Atom text = bc_text(bc, &part, at);
    at += (uint32_t)n;
    uint64_t k = rec(r, at++);
    if (k > r->op.n - at) return bc_fail(bc, "bad inline asm");
    part.op.n = at + (uint32_t)k;
    IrAsm *a = ir_asm(bc->m, wanted, text, bc_text(bc, &part, at), flags & 1);
    a->align_stack = flags & 2;
    a->intel = r->code != CST_INLINEASM_OLD && (flags & 4);
    a->unwind = is_any_of(r->code, CST_INLINEASM, CST_INLINEASM_OLD3) && (flags & 8);
    return &a->v;
}

// Since LLVM 22 the number of a vector is that of all its elements.
static IrConst *for_all(Bc *bc, IrType *wanted, IrConst *element) {
    if (!element || wanted->kind != IR_TY_VECTOR) return element;
    return bc_charge(bc, wanted->n) ? ir_splat(bc->m, wanted, element) : NULL;
}

// Record: words of 64 bits, least significant first, each with its sign in bit 0.
static IrConst *wide_int(Bc *bc, IrType *wanted, const Rec *r) {
    IrType *number = ir_ty_scalar(wanted);
    if (number->kind != IR_TY_INT) return bc_fail(bc, "integer constant of a wrong type");
    uint32_t n = CU_MIN(r->op.n, (number->bits + 63) / 64);
    uint64_t *w = arena_array(bc->a, uint64_t, n + 1);
    for (uint32_t i = 0; i < n; i++) w[i] = (uint64_t)rec_signed(r->op.at[i]);
    if (!bc_charge(bc, number->bits / 64)) return NULL;
    return for_all(bc, wanted, ir_int_words(bc->m, number, n, w));
}

// Operands at..at + n - 1 of the record, which name constants; false after bc_fail.
static bool constants(Bc *bc, const Rec *r, uint32_t at, uint32_t n, IrConst **out) {
    for (uint32_t i = 0; i < n; i++) {
        out[i] = bc_const(bc, rec(r, at + i));
        if (!out[i]) return false;
    }
    return true;
}

// Record: opcode, type id of the operand, operand.
static IrConst *cast(Bc *bc, IrType *wanted, const Rec *r) {
    uint64_t op = rec(r, 0);
    IrConst *v = bc_const(bc, rec(r, 2));
    if (!v) return NULL;
    if (op >= 13) return bc_fail(bc, "bad constant cast");
    IrOp k = bc_casts[op];
    bool pointers = ir_ty_is_ptr(v->v.type) && ir_ty_is_ptr(wanted) && v->v.type != wanted;
    if (k == IR_BITCAST && pointers) k = IR_ADDRSPACECAST; // what LLVM 3.3 and before wrote
    if (!ir_cast_valid(k, v->v.type, wanted)) return bc_fail(bc, "bad constant cast");
    IrConst *x = ir_ccast(bc->m, k, v, wanted);
    return x ? x : ir_cexpr_old(bc->m, k, 0, wanted, 1, &v);
}

// Record: opcode, operands, [flags].
static IrConst *binary(Bc *bc, IrType *wanted, const Rec *r) {
    uint64_t op = rec(r, 0), f = rec(r, 3);
    IrConst *constant[2];
    if (!constants(bc, r, 1, 2, constant)) return NULL;
    bool fp = ir_ty_is_fp(ir_ty_scalar(wanted)), number = fp || ir_ty_is_int(ir_ty_scalar(wanted));
    bool fits = constant[0]->v.type == wanted && constant[1]->v.type == wanted;
    IrOp k = op < 13 ? bc_binops[fp][op] : 0;
    if (!number || !fits || op >= 13 || (fp && !k)) return bc_fail(bc, "bad constant expression");
    uint16_t flags = 0;
    if (ir_ops[k].flags & IR_NSW) flags = (f & 1 ? IR_NUW : 0) | (f & 2 ? IR_NSW : 0);
    if ((ir_ops[k].flags & IR_EXACT) && (f & 1)) flags = IR_EXACT;
    IrConst *x = ir_cexpr(bc->m, k, flags, wanted, NULL, 2, constant);
    return x ? x : ir_cexpr_old(bc->m, k, flags, wanted, 2, constant);
}

static IrConst *integer(Bc *bc, IrType *wanted, const Rec *r) {
    IrType *number = ir_ty_scalar(wanted);
    if (number->kind != IR_TY_INT) return bc_fail(bc, "integer constant of a wrong type");
    if (!bc_charge(bc, number->bits / 64)) return NULL;
    return for_all(bc, wanted, ir_sint(number, rec_signed(rec(r, 0))));
}

// Older bitcode has more constant expressions: those that do not fold become instructions
// (upgrade_expr.c). Record: type id of the operands, two of them, predicate.
static IrConst *compare(Bc *bc, IrType *wanted, const Rec *r) {
    IrConst *constant[2];
    if (!constants(bc, r, 1, 2, constant)) return NULL;
    uint64_t p = rec(r, 3);
    IrType *t = constant[0]->v.type, *e = ir_ty_scalar(t);
    bool fp = p < 16, known = fp || (p >= 32 && p < 42);
    bool takes = fp ? ir_ty_is_fp(e) : ir_ty_is_int(e) || ir_ty_is_ptr(e);
    if (!known || !takes || constant[1]->v.type != t) return bc_fail(bc, "bad constant expression");
    IrPred pred = fp ? (IrPred)p : bc_icmp[p - 32];
    IrConst *x = ir_fold_cmp(bc->m, pred, constant[0], constant[1]);
    if (x) return x;
    IrType *to = ir_ty_with_shape(bc->m, bc->m->ty_i1, t);
    return ir_cexpr_old(bc->m, fp ? IR_FCMP : IR_ICMP, (uint16_t)pred, to, 2, constant);
}

// Record of a select: condition, two values. A vector of conditions selects among vectors of its
// shape.
static IrConst *choice(Bc *bc, IrType *wanted, const Rec *r) {
    IrConst *constant[3];
    if (!constants(bc, r, 0, 3, constant)) return NULL;
    IrType *ct = constant[0]->v.type;
    bool alike =
        wanted->kind == IR_TY_VECTOR && wanted->n == ct->n && wanted->scalable == ct->scalable;
    bool shape = alike || ct->kind != IR_TY_VECTOR;
    bool typed = constant[1]->v.type == wanted && constant[2]->v.type == wanted;
    bool condition = ir_ty_is_i(ir_ty_scalar(ct), 1);
    if (!shape || !typed || !condition) return bc_fail(bc, "bad constant expression");

    if (constant[0]->v.kind == IR_C_INT)
        return ir_is_zero(&constant[0]->v) ? constant[2] : constant[1];
    if (constant[1] == constant[2]) return constant[1];
    return ir_cexpr_old(bc->m, IR_SELECT, 0, wanted, 3, constant);
}

// Record: operation (0 is fneg, the only one), operand.
static IrConst *unary(Bc *bc, IrType *wanted, const Rec *r) {
    IrConst *v = bc_const(bc, rec(r, 1));
    if (!v) return NULL;
    if (rec(r, 0) || v->v.type != wanted || !ir_ty_is_fp(ir_ty_scalar(wanted)))
        return bc_fail(bc, "bad constant expression");
    return ir_cexpr_old(bc->m, IR_FNEG, 0, wanted, 1, &v);
}

static IrConst *extraction(Bc *bc, IrType *wanted, IrConst **operand) {
    IrType *of = operand[0]->v.type;
    const IrConst *index = operand[1];
    if (!ir_ty_is_int(index->v.type) || of->elem != wanted)
        return bc_fail(bc, "bad vector constant");
    bool known = index->v.kind == IR_C_INT && !of->scalable;
    IrConst *e = known ? ir_elem(bc->m, operand[0], ir_uval(index)) : NULL;
    return e ? e : ir_cexpr_raw(bc->m, IR_EXTRACTELEMENT, wanted, 2, operand, 0);
}

static IrConst *insertion(Bc *bc, IrType *wanted, IrConst **operand) {
    bool fits = operand[0]->v.type == wanted && operand[1]->v.type == wanted->elem;
    if (!fits || !ir_ty_is_int(operand[2]->v.type)) return bc_fail(bc, "bad vector constant");
    return ir_cexpr_raw(bc->m, IR_INSERTELEMENT, wanted, 3, operand, 0);
}

// A splat of a scalable vector can be said only as insertion at 0 and a shuffle of zeros.
static bool is_scalable_splat(const IrType *type, IrConst *const *operand) {
    const IrConst *of = operand[0];
    bool inserts = of->v.kind == IR_C_EXPR && of->v.op == IR_INSERTELEMENT;
    bool at_0 = inserts && ir_is_zero(&of->elem[2]->v);
    return type->scalable && at_0 && ir_is_zero(&operand[2]->v);
}

static IrConst *shuffle(Bc *bc, IrType *wanted, IrConst **operand) {
    IrType *of = operand[0]->v.type, *mask = operand[2]->v.type;
    bool vectors = operand[1]->v.type == of && ir_ty_is_vec(mask) && ir_ty_is_vec(wanted);
    bool fits = vectors && wanted->n == mask->n && wanted->elem == of->elem;
    if (!fits || !ir_ty_is_int(mask->elem)) return bc_fail(bc, "bad vector constant");
    if (!is_scalable_splat(wanted, operand))
        return ir_cexpr_raw(bc->m, IR_SHUFFLEVECTOR, wanted, 3, operand, 0);
    return bc_charge(bc, wanted->n) ? ir_splat(bc->m, wanted, operand[0]->elem[1]) : NULL;
}

// Records of extractelement, insertelement and shufflevector, in the forms with and without types
// before the operands.
static IrConst *vector_expr(Bc *bc, IrType *wanted, const Rec *r) {
    IrConst *operand[3];
    bool ex = r->code == CST_SHUFFLEVEC_EX, two = r->code == CST_EXTRACTELT;
    bool has_index = r->code != CST_SHUFFLEVEC && !ex;
    // operands, with types before the first (extraction, _EX) and before the index
    uint32_t at = two || ex ? 1 : 0, n = two ? 2 : 3;
    for (uint32_t i = 0; i < n; i++) {
        bool typed_index = has_index && i + 1 == n && at + 1 < r->op.n;
        at += typed_index;
        operand[i] = bc_const(bc, rec(r, at++));
        if (!operand[i]) return NULL;
    }
    if (!ir_ty_is_vec(operand[0]->v.type)) return bc_fail(bc, "vector expected");
    if (two) return extraction(bc, wanted, operand);
    bool insert = r->code == CST_INSERTELT;
    return insert ? insertion(bc, wanted, operand) : shuffle(bc, wanted, operand);
}

// Record: type id, function, number of the block in it.
static IrConst *block_address(Bc *bc, IrType *wanted, const Rec *r) {
    IrConst *v = bc_const(bc, rec(r, 1));
    IrFunc *f = v ? ir_as_func(&v->v) : NULL;
    uint64_t n = rec(r, 2);
    if (!f) return bc_fail(bc, "address of a block of no function");
    IrBlock *bb = bc_block_of(bc, f, n);
    return bb ? ir_block_address(bc->m, f, bb) : NULL;
}

// Record: type id, symbol.
static IrConst *wrapped(Bc *bc, IrType *wanted, const Rec *r) {
    IrValueKind kind = r->code == CST_NO_CFI ? IR_C_NO_CFI : IR_C_DSO_LOCAL;
    IrConst *v = bc_const(bc, rec(r, 1));
    if (!v) return NULL;
    if (v->v.kind < IR_C_VAR) return bc_fail(bc, "symbol expected");
    return ir_wrapped(bc->m, kind, v->v.type, 1, &v);
}

// Record: pointer, key, discriminator, address discriminator.
static IrConst *ptrauth(Bc *bc, IrType *wanted, const Rec *r) {
    IrConst *e[4];
    return constants(bc, r, 0, 4, e) ? ir_wrapped(bc->m, IR_C_PTRAUTH, wanted, 4, e) : NULL;
}

// The bits as numbers of 64, least significant first, except for x86_fp80.
static IrConst *fp(Bc *bc, IrType *wanted, const Rec *r) {
    IrType *number = ir_ty_scalar(wanted);
    if (!ir_ty_is_any_fp(number)) return bc_fail(bc, "floating-point constant of a wrong type");
    uint64_t lo = rec(r, 0), hi = rec(r, 1);
    if (number->kind == IR_TY_X86_FP80) { // the upper 64 bits come first
        uint64_t top = lo;
        lo = top << 16 | (hi & 0xffff);
        hi = top >> 48;
    }
    return for_all(bc, wanted, ir_fp_bits(bc->m, number, lo, hi));
}

static IrConst *null(Bc *bc, IrType *wanted, const Rec *r) {
    if (ir_ty_is_int(wanted) && !bc_charge(bc, wanted->bits / 64)) return NULL;
    return ir_null(bc->m, wanted);
}

static IrConst *undef(Bc *bc, IrType *wanted, const Rec *r) {
    return ir_undef(bc->m, wanted);
}

static IrConst *poison(Bc *bc, IrType *wanted, const Rec *r) {
    return ir_poison(bc->m, wanted);
}

// By the code of the record; inline asm, which is no constant, is made by inline_asm.
static IrConst *(*const makers[])(Bc *, IrType *, const Rec *) = {
    [CST_NULL] = null,
    [CST_UNDEF] = undef,
    [CST_POISON] = poison,
    [CST_INTEGER] = integer,
    [CST_WIDE_INTEGER] = wide_int,
    [CST_FLOAT] = fp,
    [CST_AGGREGATE] = aggregate,
    [CST_STRING] = data,
    [CST_CSTRING] = data,
    [CST_DATA] = data,
    [CST_BINOP] = binary,
    [CST_CAST] = cast,
    [CST_GEP_OLD] = gep,
    [CST_INBOUNDS_GEP] = gep,
    [CST_GEP_INRANGE_OLD] = gep,
    [CST_GEP_INRANGE] = gep,
    [CST_GEP] = gep,
    [CST_BLOCKADDRESS] = block_address,
    [CST_DSO_LOCAL_EQUIVALENT] = wrapped,
    [CST_NO_CFI] = wrapped,
    [CST_PTRAUTH] = ptrauth,
    [CST_EXTRACTELT] = vector_expr,
    [CST_INSERTELT] = vector_expr,
    [CST_SHUFFLEVEC] = vector_expr,
    [CST_SHUFFLEVEC_EX] = vector_expr,
    [CST_SELECT] = choice,
    [CST_CMP] = compare,
    [CST_UNOP] = unary,
};

static bool is_asm(uint32_t code) {
    return is_any_of(code, CST_INLINEASM, CST_INLINEASM_OLD, CST_INLINEASM_OLD2,
                     CST_INLINEASM_OLD3);
}

// The constant of a record, or NULL after bc_fail. `tid` is the id + 1 of its type, which old asm
// needs to learn its function type.
static IrValue *make(Bc *bc, IrType *wanted, uint32_t tid, const Rec *record) {
    if (is_asm(record->code)) return inline_asm(bc, wanted, tid, record);
    // these have only null or undef
    bool nothing = is_any_of(wanted->kind, IR_TY_TOKEN, IR_TY_TARGET);
    if (!wanted->sized && !nothing) return bc_fail(bc, "constant of a type without size");
    bool known = record->code < CU_COUNT(makers) && makers[record->code];
    if (!known) return bc_fail(bc, "unknown kind of constant");
    IrConst *constant = makers[record->code](bc, wanted, record);
    return constant ? &constant->v : NULL;
}

// The value of an id outside of functions, made if need be.
enum { MAX_DEPTH = 500 }; // so that recursion over constants needs no limit of its own
// The making of a constant may add to the table, so that the row is looked up again after it.
static IrValue *settle(Bc *bc, uint64_t id) {
    if (id >= bc->value.n) return bc_fail(bc, "value that does not exist");
    BcValue *value = &bc->value.at[id];
    if (!value->pending) return value->value;
    if (value->later) return bc_later_make(bc, value->later - 1);
    if (value->busy) return bc_fail(bc, "constant contains itself");
    if (++bc->depth > MAX_DEPTH) return bc_fail(bc, "constant nested too deeply");
    value->busy = true;
    Rec rec = *value->rec;
    IrValue *x = make(bc, value->type, value->tid, &rec);
    value = &bc->value.at[id];
    value->busy = false;
    value->pending = false;
    value->value = x;
    if (x) value->type = x->type;
    bc->depth--;
    if (x && ir_is_const(x) && ir_const_depth((IrConst *)x) > MAX_DEPTH)
        return bc_fail(bc, "constant nested too deeply");
    return x;
}

// As settle, for what must be a constant: NULL after bc_fail for asm.
IrConst *bc_const(Bc *bc, uint64_t id) {
    IrValue *v = settle(bc, id);
    if (v && !ir_is_const(v)) return bc_fail(bc, "constant expected");
    return (IrConst *)v;
}

// In a function an id beyond the table is a forward reference: a placeholder of the given type
// stands for it (bc->fwd) until its definition replaces it.
IrValue *bc_value(Bc *bc, uint64_t id, IrType *wanted) {
    if (wanted && wanted->kind == IR_TY_METADATA) { // operands of debug intrinsics
        IrMd *d = bc_md_known(bc, id);
        return d ? &ir_md_as_value(bc->m, d)->v : NULL;
    }
    if (id < bc->value.n) {
        IrValue *v = settle(bc, id);
        if (v && wanted && v->type != wanted && v->kind != IR_V_ASM) {
            return bc_fail(bc, "value of another type than expected");
        }
        return v;
    }

    bool possible = bc->fn && wanted && id <= UINT32_MAX;
    bool has_values = possible && !is_any_of(wanted->kind, IR_TY_VOID, IR_TY_FUNC, IR_TY_LABEL);
    if (!has_values) return bc_fail(bc, "forward reference");
    void **slot = map_slot(&bc->fwd, id + 1);
    if (!*slot) {
        IrInst *stand_in = ir_inst_new(bc->fn, IR_FREEZE, wanted, 0);
        stand_in->block = bc->fn->last; // any of the function: records ask whose it is
        *slot = stand_in;
    }
    IrValue *v = &((IrInst *)*slot)->v;
    return v->type == wanted ? v : bc_fail(bc, "forward reference of two types");
}

// A block whose address a constant takes. Where the function's body is not read yet, a block is
// made now and adopted when its body declares its blocks.
IrBlock *bc_block_of(Bc *bc, IrFunc *fn, uint64_t n) {
    if (n == 0 || n > UINT32_MAX) return bc_fail(bc, "address of a block that has none");
    IrBlock *bb = fn->first;
    // counted: the walk is as long as the block's number, for each constant
    if (bb && !bc_charge(bc, n)) return NULL;
    for (uint64_t i = 0; bb && i < n; i++) bb = bb->next;
    if (bb) return bb;
    if (fn->first || !map_get(&bc->body_id, (uintptr_t)fn)) {
        return bc_fail(bc, "address of a block that does not exist");
    }
    void **slot = map_slot(&bc->block_ref, (uint64_t)fn->g.v.id << 32 | n);
    if (!*slot) { // its body comes later
        bb = arena_new(&bc->m->arena, IrBlock);
        bb->v.kind = IR_V_BLOCK;
        bb->v.type = bc->m->ty_label;
        *slot = bb;
        bc->nblock_refs++;
    }
    return *slot;
}

// Taken from the list one by one: making a constant may make a function of a library, which adds to
// it.
bool bc_extras(Bc *bc) {
    while (bc->extras.n) {
        struct BcExtra one = vec_pop(&bc->extras), *x = &one;
        IrConst **to[] = {&x->f->prefix, &x->f->prologue, &x->f->personality};
        for (int k = 0; k < 3; k++) {
            if (x->id[k] && !(*to[k] = bc_const(bc, x->id[k] - 1))) return false;
        }
    }
    return true;
}
