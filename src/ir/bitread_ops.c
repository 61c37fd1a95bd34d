// SPDX-License-Identifier: Apache-2.0
// Instructions of bitcode but for calls: one function per record code. Nothing is made before its
// operands are checked: later passes rely on the types.
#include "ir/bitread_int.h"

// What a value of an old dialect points at, by its id; NULL if it is no such pointer.
static IrType *pointee(Bc *bc, uint64_t id) {
    uint32_t to = bc_pointee(bc, id);
    return to ? bc_type(bc, to - 1) : NULL;
}

// A value with its type, and another one of that type; false after bc_fail.
static bool two_alike(Bc *bc, BcIn *reading, IrValue **pair) {
    pair[0] = bc_typed(bc, reading);
    pair[1] = pair[0] ? bc_of_type(bc, reading, pair[0]->type) : NULL;
    return pair[1] != NULL;
}

// Bits from the lowest on as flags of ours.
static uint16_t flags_of(uint64_t bits, uint32_t n, const uint16_t *flags) {
    uint16_t all = 0;
    for (uint32_t k = 0; k < n; k++) {
        if (bits >> k & 1) all |= flags[k];
    }
    return all;
}

static uint16_t wrap_flags(uint64_t bits) {
    static const uint16_t flags[] = {IR_NUW, IR_NSW};
    return flags_of(bits, CU_COUNT(flags), flags);
}

// ---- operators ----

// Record: operands, opcode, [flags]. The flags that the operation does not know are left out.
static IrInst *binop(Bc *bc, BcIn *reading) {
    IrValue *value[2];
    if (!two_alike(bc, reading, value)) return NULL;
    bool fp = ir_ty_is_any_fp(ir_ty_scalar(value[0]->type));
    uint64_t code = rec(reading->r, reading->at++), f = rec(reading->r, reading->at);
    if (code >= 13) return bc_fail(bc, "unknown operator");
    IrOp op = bc_binops[fp][code];
    bool num = fp || ir_ty_scalar(value[0]->type)->kind == IR_TY_INT;
    if (!num || (fp && !bc_binops[1][code])) return bc_fail(bc, "operator on a wrong type");
    IrInst *i = bc_make(bc, op, value[0]->type, 2, value);
    uint16_t may = ir_ops[op].flags;
    if (fp) {
        i->fmf = bc_fast_math(f);
    } else if (may & IR_NSW) {
        i->v.flags = wrap_flags(f);
    } else if (f & 1) {
        i->v.flags = may & (IR_EXACT | IR_DISJOINT);
    }
    return i;
}

// Record: operand, operation (0, fneg, is the only one), [fast-math flags].
static IrInst *unop(Bc *bc, BcIn *reading) {
    IrValue *v = bc_typed(bc, reading);
    if (!v) return NULL;
    if (rec(reading->r, reading->at++) != 0) return bc_fail(bc, "unknown operator");
    if (!ir_ty_is_any_fp(ir_ty_scalar(v->type))) return bc_fail(bc, "operator on a wrong type");
    IrInst *i = bc_make(bc, IR_FNEG, v->type, 1, &v);
    i->fmf = bc_fast_math(rec(reading->r, reading->at));
    return i;
}

static IrInst *freeze(Bc *bc, BcIn *reading) {
    IrValue *v = bc_typed(bc, reading);
    return v ? bc_make(bc, IR_FREEZE, v->type, 1, &v) : NULL;
}

// Record: operand, type, opcode, [flags].
static IrInst *cast(Bc *bc, BcIn *reading) {
    IrValue *value = bc_typed(bc, reading);
    reading->tid = (uint32_t)rec(reading->r, reading->at) + 1;
    IrType *type = value ? bc_type(bc, rec(reading->r, reading->at++)) : NULL;
    if (!type) return NULL;
    uint64_t op = rec(reading->r, reading->at++), f = rec(reading->r, reading->at);
    if (op >= 13) return bc_fail(bc, "unknown cast");
    IrOp k = bc_casts[op];
    if (k == IR_BITCAST && ir_ty_scalar(value->type)->kind == IR_TY_PTR && value->type != type) {
        k = IR_ADDRSPACECAST; // what LLVM 3.3 and before wrote
    }
    if (!ir_cast_valid(k, value->type, type))
        return bc_fail(bc, "cast between types that do not fit");
    IrInst *i = bc_make(bc, k, type, 1, &value);
    if ((op == 1 || op == 5) && (f & 1)) i->v.flags = IR_NNEG;
    if (op == 0) i->v.flags = wrap_flags(f);
    return i;
}

// Record: operands, predicate, [flags].
static IrInst *compare(Bc *bc, BcIn *reading) {
    static const uint8_t icmp[] = {IR_EQ,  IR_NE,  IR_UGT, IR_UGE, IR_ULT,
                                   IR_ULE, IR_SGT, IR_SGE, IR_SLT, IR_SLE};
    IrValue *value[2];
    if (!two_alike(bc, reading, value)) return NULL;
    uint64_t p = rec(reading->r, reading->at++);
    bool fp = p < 16;
    if (!fp && (p < 32 || p > 41)) return bc_fail(bc, "unknown predicate");
    IrType *t = ir_ty_with_shape(bc->m, bc->m->ty_i1, value[0]->type),
           *e = ir_ty_scalar(value[0]->type);
    bool fits = fp ? ir_ty_is_any_fp(e) : is_any_of(e->kind, IR_TY_INT, IR_TY_PTR);
    if (!fits) return bc_fail(bc, "comparison of a wrong type");

    IrInst *i = bc_make(bc, fp ? IR_FCMP : IR_ICMP, t, 2, value);
    i->pred = fp ? (uint8_t)p : icmp[p - 32];
    uint64_t f = rec(reading->r, reading->at);
    if (fp) i->fmf = bc_fast_math(f);
    if (!fp && (f & 1)) i->v.flags = IR_SAMESIGN;
    return i;
}

// A select of the values v[0] (condition), v[1] and v[2]; the condition is an i1, or a vector of
// them as long as the values.
static IrInst *selected(Bc *bc, BcIn *reading, IrValue *const *v) {
    const IrType *k = v[0]->type, *t = v[1]->type;
    bool ok = ir_ty_is_i(k, 1) ||
              (ir_ty_is_vec(k) && ir_ty_is_vec(t) && k->n == t->n && ir_ty_is_i(k->elem, 1));
    if (!ok) return bc_fail(bc, "bad condition of a selection");
    IrInst *i = bc_make(bc, IR_SELECT, v[1]->type, 3, v);
    i->fmf = bc_fast_math(rec(reading->r, reading->at));
    return i;
}

// Record: values, condition, which is an i1.
static IrInst *old_select(Bc *bc, BcIn *reading) {
    IrValue *v[3];
    if (!two_alike(bc, reading, v + 1)) return NULL;
    v[0] = bc_of_type(bc, reading, bc->m->ty_i1);
    return v[0] ? selected(bc, reading, v) : NULL;
}

// Record: values, condition with its type. The result points at what the first value does.
static IrInst *select(Bc *bc, BcIn *reading) {
    IrValue *v[3];
    if (!(v[1] = bc_typed(bc, reading))) return NULL;
    uint64_t first = reading->id;
    if (!(v[2] = bc_of_type(bc, reading, v[1]->type)) || !(v[0] = bc_typed(bc, reading)))
        return NULL;
    reading->ptee = bc_pointee(bc, first);
    return selected(bc, reading, v);
}

// ---- vectors and aggregates ----

// Record: vector, index.
static IrInst *extractelement(Bc *bc, BcIn *reading) {
    IrValue *v[2];
    if (!(v[0] = bc_typed(bc, reading)) || !(v[1] = bc_typed(bc, reading))) return NULL;
    if (!ir_ty_is_vec(v[0]->type)) return bc_fail(bc, "vector expected");
    if (v[1]->type->kind != IR_TY_INT) return bc_fail(bc, "bad index");
    return bc_make(bc, IR_EXTRACTELEMENT, v[0]->type->elem, 2, v);
}

// Record: vector, element, index.
static IrInst *insertelement(Bc *bc, BcIn *reading) {
    IrValue *v[3];
    if (!(v[0] = bc_typed(bc, reading))) return NULL;
    if (!ir_ty_is_vec(v[0]->type)) return bc_fail(bc, "vector expected");
    if (!(v[1] = bc_of_type(bc, reading, v[0]->type->elem)) || !(v[2] = bc_typed(bc, reading)))
        return NULL;
    if (v[2]->type->kind != IR_TY_INT) return bc_fail(bc, "bad index");
    return bc_make(bc, IR_INSERTELEMENT, v[0]->type, 3, v);
}

// Record: two vectors, mask. The mask is a constant vector; what is undefined in it becomes -1.
static IrInst *shuffle(Bc *bc, BcIn *reading) {
    IrValue *value[3];
    if (!two_alike(bc, reading, value)) return NULL;
    value[2] = bc_typed(bc, reading);
    if (!value[2]) return NULL;
    bool vectors = ir_ty_is_vec(value[0]->type) && ir_ty_is_vec(value[2]->type);
    if (!vectors || !ir_is_const(value[2])) return bc_fail(bc, "bad shuffle");
    uint32_t n = (uint32_t)value[2]->type->n;
    // a splat of zeros says any length in a few bits: the mask is charged to the budget
    if (value[2]->type->elem->kind != IR_TY_INT || !bc_charge(bc, n))
        return bc_fail(bc, "bad shuffle");
    IrInst *inst = bc_make(bc, IR_SHUFFLEVECTOR,
                           ir_ty_with_shape(bc->m, value[0]->type->elem, value[2]->type), 2, value);
    inst->nidx = n;
    inst->mask = arena_array(bc->fn->arena, int32_t, n);
    for (uint32_t k = 0; k < n; k++) {
        IrConst *e = ir_elem(bc->m, (IrConst *)value[2], k);
        bool known = e && e->v.kind == IR_C_INT;
        inst->mask[k] = known ? (int32_t)ir_uval(e) : -1;
        if (known && ir_uval(e) >= 2 * value[0]->type->n) return bc_fail(bc, "bad shuffle");
    }
    return inst;
}

// Records of extractvalue and insertvalue: aggregate, [value,] indices, each of which must exist.
// The type of an extracted pointer is followed for old dialects.
static IrInst *member(Bc *bc, BcIn *reading, bool insert) {
    IrValue *value[2];
    if (!(value[0] = bc_typed(bc, reading))) return NULL;
    uint32_t tid = reading->id < bc->value.n ? bc->value.at[reading->id].tid : 0;
    if (insert && !(value[1] = bc_typed(bc, reading))) return NULL;
    uint32_t n = reading->r->op.n - reading->at;
    uint32_t *idx = arena_array(bc->fn->arena, uint32_t, n);
    IrType *type = value[0]->type;
    reading->tid = tid;
    for (uint32_t k = 0; k < n; k++) {
        uint64_t x = rec(reading->r, reading->at++);
        type = ir_ty_is_agg(type) ? ir_ty_member(type, x) : NULL;
        if (!type || x > UINT32_MAX) return bc_fail(bc, "member that does not exist");
        if (!insert) reading->tid = bc_contained(bc, reading->tid, (uint32_t)x);
        idx[k] = (uint32_t)x;
    }
    if (!n || (insert && value[1]->type != type)) return bc_fail(bc, "member of a wrong type");
    IrInst *i = bc_make(bc, insert ? IR_INSERTVALUE : IR_EXTRACTVALUE,
                        insert ? value[0]->type : type, insert ? 2 : 1, value);
    i->nidx = n;
    i->idx = idx;
    return i;
}

static IrInst *extractvalue(Bc *bc, BcIn *reading) {
    return member(bc, reading, false);
}

static IrInst *insertvalue(Bc *bc, BcIn *reading) {
    return member(bc, reading, true);
}

// ---- control flow ----

// Record: nothing or a value.
static IrInst *ret(Bc *bc, BcIn *reading) {
    if (!bc_more(reading)) return bc_make(bc, IR_RET, bc->m->ty_void, 0, NULL);
    IrValue *value = bc_typed(bc, reading);
    if (!value || !bc_more(reading))
        return value ? bc_make(bc, IR_RET, bc->m->ty_void, 1, &value) : NULL;
    // several values, long ago: a structure of them
    // LLVM 2 and early 3 spelt the return of a structure as the list of its members
    IrType *type = ir_func_ret(bc->fn);
    IrValue *agg = type->kind == IR_TY_STRUCT ? &ir_undef(bc->m, type)->v : NULL;
    for (uint32_t k = 0; agg && value; k++) {
        if (ir_ty_member(type, k) != value->type) agg = NULL;
        if (!agg) break;
        IrValue *op[2] = {agg, value};
        IrInst *i = bc_make(bc, IR_INSERTVALUE, type, 2, op);
        i->nidx = 1;
        i->idx = arena_new(bc->fn->arena, uint32_t);
        *i->idx = k;
        agg = &i->v;
        if (!bc_more(reading)) break;
        value = bc_typed(bc, reading);
    }
    return agg && value ? bc_make(bc, IR_RET, bc->m->ty_void, 1, &agg) : bc_fail(bc, "bad return");
}

// Record: block, or block, block, condition.
static IrInst *br(Bc *bc, BcIn *reading) {
    IrValue *value[3];
    IrBlock *bb = bc_block(bc, rec(reading->r, 0));
    if (!bb) return NULL;
    if (reading->r->op.n == 1) {
        value[0] = &bb->v;
        return bc_make(bc, IR_BR, bc->m->ty_void, 1, value);
    }
    IrBlock *f = bc_block(bc, rec(reading->r, 1));
    reading->at = 2;
    value[0] = f ? bc_of_type(bc, reading, bc->m->ty_i1) : NULL;
    if (!value[0]) return NULL;
    value[1] = &bb->v;
    value[2] = &f->v;
    return bc_make(bc, IR_BR, bc->m->ty_void, 3, value);
}

// Record: type, address, blocks.
static IrInst *indirectbr(Bc *bc, BcIn *reading) {
    IrType *type = bc_type(bc, rec(reading->r, reading->at++));
    IrValue *p = type ? bc_of_type(bc, reading, type) : NULL;
    if (!p) return NULL;
    if (type->kind != IR_TY_PTR) return bc_fail(bc, "branch to no address");
    IrInst *i = bc_make(bc, IR_INDIRECTBR, bc->m->ty_void, 1, &p);
    while (bc_more(reading)) {
        IrBlock *bb = bc_block(bc, rec(reading->r, reading->at++));
        if (!bb) return NULL;
        ir_add_op(i, &bb->v);
    }
    return i;
}

// A case as words of an old switch record: [number of words if wide,] words with their signs.
static IrConst *case_value(Bc *bc, BcIn *reading, IrType *compared) {
    uint64_t n = compared->bits > 64 ? rec(reading->r, reading->at++) : 1;
    if (n > reading->r->op.n || reading->at + n > reading->r->op.n)
        return bc_fail(bc, "bad switch");
    uint64_t *w = arena_array(bc->a, uint64_t, n + 1);
    for (uint64_t i = 0; i < n; i++) w[i] = (uint64_t)rec_signed(rec(reading->r, reading->at++));
    return ir_int_words(bc->m, compared, (uint32_t)n, w);
}

// LLVM 3.2 and 3.3 tried cases that are ranges: [magic, type, condition, default, number of cases,
// (number of ranges, (is single, low, high if not)*, block)*]. A range becomes its single cases,
// whose number is charged to the budget.
static IrInst *switch_ranges(Bc *bc, BcIn *reading) {
    reading->at = 1;
    IrType *type = bc_type(bc, rec(reading->r, reading->at++));
    if (!type || type->kind != IR_TY_INT) return bc_fail(bc, "bad switch");
    IrValue *value[2] = {bc_of_type(bc, reading, type), NULL};
    IrBlock *block = value[0] ? bc_block(bc, rec(reading->r, reading->at++)) : NULL;
    if (!block) return NULL;
    value[1] = &block->v;
    IrInst *inst = bc_make(bc, IR_SWITCH, bc->m->ty_void, 2, value);
    uint64_t ncases = rec(reading->r, reading->at++);
    VEC(IrConst *) values = {0};
    for (uint64_t k = 0; k < ncases && bc_more(reading); k++) {
        uint64_t n = rec(reading->r, reading->at++);
        values.n = 0;
        for (uint64_t r = 0; r < n && bc_more(reading); r++) {
            bool single = rec(reading->r, reading->at++);
            IrConst *lo = case_value(bc, reading, type), *hi = lo;
            if (!lo || (!single && !(hi = case_value(bc, reading, type)))) return NULL;
            // a range of numbers of more than 64 bits is refused
            uint64_t a = ir_uval(lo), b = ir_uval(hi);
            if (b < a || (type->bits > 64 && lo != hi) || !bc_charge(bc, b - a)) {
                return bc_fail(bc, "bad switch");
            }
            vec_push(bc->a, &values, lo);
            for (uint64_t x = a; x < b;) vec_push(bc->a, &values, ir_int(type, ++x));
        }
        IrBlock *bb = bc_block(bc, rec(reading->r, reading->at++));
        if (!bb) return NULL;
        for (uint32_t r = 0; r < values.n; r++) ir_switch_add(inst, values.at[r], bb);
    }
    return inst;
}

// Record: type, condition, default, pairs of value and block.
static IrInst *switch_(Bc *bc, BcIn *reading) {
    if (rec(reading->r, 0) >> 16 == 0x4b5) return switch_ranges(bc, reading);
    IrType *type = bc_type(bc, rec(reading->r, reading->at++));
    IrValue *value[2];
    if (!type || !(value[0] = bc_of_type(bc, reading, type))) return NULL;
    IrBlock *block = bc_block(bc, rec(reading->r, reading->at++));
    if (!block) return NULL;
    value[1] = &block->v;
    IrInst *i = bc_make(bc, IR_SWITCH, bc->m->ty_void, 2, value);
    for (; reading->at + 1 < reading->r->op.n; reading->at += 2) {
        IrConst *x = bc_const(bc, rec(reading->r, reading->at));
        IrBlock *bb = bc_block(bc, rec(reading->r, reading->at + 1));
        if (!x || !bb) return NULL;
        if (x->v.kind != IR_C_INT || x->v.type != type) return bc_fail(bc, "bad case of a switch");
        ir_switch_add(i, x, bb);
    }
    return i;
}

static IrInst *unreachable(Bc *bc, BcIn *reading) {
    return bc_make(bc, IR_UNREACHABLE, bc->m->ty_void, 0, NULL);
}

// Record: type, pairs of value and block, [fast-math flags]. Since version 1 the values are
// relative and signed, for loops.
static IrInst *phi(Bc *bc, BcIn *reading) {
    reading->tid = (uint32_t)rec(reading->r, reading->at) + 1;
    IrType *type = bc_type(bc, rec(reading->r, reading->at++));
    if (!type) return NULL;
    if (!type->sized) return bc_fail(bc, "phi of a type without values");
    IrInst *inst = bc_make(bc, IR_PHI, type, 0, NULL);
    for (; reading->at + 1 < reading->r->op.n; reading->at += 2) {
        uint64_t rel = rec(reading->r, reading->at);
        uint64_t id = bc->version >= 1 ? (uint32_t)(bc->value.n - (uint32_t)rec_signed(rel)) : rel;
        IrValue *v = bc_value(bc, id, type);
        IrBlock *bb = bc_block(bc, rec(reading->r, reading->at + 1));
        if (!v || !bb) return NULL;
        ir_phi_add(inst, v, bb);
    }
    if (bc_more(reading)) inst->fmf = bc_fast_math(rec(reading->r, reading->at));
    return inst;
}

// ---- memory ----

// An ordering has our number. Unknown ones are an error; what does not fit is checked by the
// caller.
static uint8_t order(Bc *bc, BcIn *reading) {
    uint64_t o = rec(reading->r, reading->at++);
    if (o > IR_SEQ_CST) bc_fail(bc, "unknown ordering");
    return (uint8_t)o;
}

// A synchronisation scope: the file's list, or in older files 0 for single thread, 1 for system.
static uint16_t scope(Bc *bc, BcIn *reading) {
    uint64_t id = rec(reading->r, reading->at++);
    if (id < bc->scopes.n) return bc->scopes.at[id];
    return id == 0 ? IR_SCOPE_THREAD : IR_SCOPE_SYSTEM;
}

// An alignment of log2 + 1; 0 means the type's own, which our instructions always spell out.
static uint32_t aligned(Bc *bc, uint64_t code, const IrType *accessed) {
    if (code > 33) bc_fail(bc, "bad alignment");
    if (code > 32) return 1u << 31;
    return code ? 1u << (code - 1) : accessed->align;
}

// Whether it is, after bc_fail if not.
static bool is_pointer(Bc *bc, const IrValue *address) {
    return address->type->kind == IR_TY_PTR || bc_fail(bc, "pointer expected") != NULL;
}

// Record: type, type of the count, count (absolute id), alignment and marks, [address space]. The
// alignment's upper bits came later and stand apart.
static IrInst *alloca_(Bc *bc, BcIn *reading) {
    if (reading->r->op.n < 3) return bc_fail(bc, "record too short");
    uint64_t al = rec(reading->r, 3), code = (al & 31) | (al >> 8 & 7) << 5;
    uint32_t tid = (uint32_t)rec(reading->r, 0) + 1;
    IrType *type = bc_type(bc, rec(reading->r, 0));
    if (!type) return NULL;
    if (!(al & 64)) { // the type is the pointer's
        tid = type->kind == IR_TY_PTR ? bc_contained(bc, tid, 0) : 0;
        if (!tid || !(type = bc_type(bc, tid - 1))) return bc_fail(bc, "bad alloca");
    }
    IrValue *value = bc_value(bc, rec(reading->r, 2), NULL);
    if (!value) return NULL;
    if (!type->sized) return bc_fail(bc, "allocated type has no size");
    if (value->type->kind != IR_TY_INT) return bc_fail(bc, "size of an alloca is no integer");
    uint64_t as = reading->r->op.n > 4 ? rec(reading->r, 4) : bc->alloca_as;
    if (as > 0xffffff) return bc_fail(bc, "bad address space");
    IrInst *i = bc_make(bc, IR_ALLOCA, ir_ty_ptr(bc->m, (uint32_t)as), 1, &value);
    i->aty = type;
    i->pred = (al >> 5 & 1) | (al >> 6 & 2);
    i->align = aligned(bc, code, type);
    reading->ptee = tid;
    return i;
}

// Record: pointer, [type,] alignment, volatile, [ordering, scope].
static IrInst *load(Bc *bc, BcIn *reading, bool atomic) {
    IrValue *value = bc_typed(bc, reading);
    if (!value || !is_pointer(bc, value)) return NULL;
    uint32_t rest = atomic ? 4 : 2;
    reading->tid = bc_pointee(bc, reading->id);
    if (reading->at + rest < reading->r->op.n)
        reading->tid = (uint32_t)rec(reading->r, reading->at++) + 1;
    IrType *type = reading->tid ? bc_type(bc, reading->tid - 1) : NULL;
    if (!type || !type->sized) return bc_fail(bc, "loaded type has no size");
    if (reading->at + rest != reading->r->op.n) return bc_fail(bc, "bad load");
    IrInst *inst = bc_make(bc, IR_LOAD, type, 1, &value);
    inst->align = aligned(bc, rec(reading->r, reading->at++), type);
    if (rec(reading->r, reading->at++)) inst->v.flags = IR_VOLATILE;
    if (atomic) {
        inst->order = order(bc, reading);
        if (inst->order == 0 || is_any_of(inst->order, IR_RELEASE, IR_ACQ_REL)) {
            return bc_fail(bc, "bad ordering of a load");
        }
        inst->scope = scope(bc, reading);
    }
    return inst;
}

static IrInst *plain_load(Bc *bc, BcIn *reading) {
    return load(bc, reading, false);
}

static IrInst *atomic_load(Bc *bc, BcIn *reading) {
    return load(bc, reading, true);
}

// Old forms leave the value's type to the pointer's. Record: pointer, value, alignment, volatile,
// [ordering, scope].
static IrInst *store(Bc *bc, BcIn *reading, bool atomic, bool old) {
    IrValue *value[2];
    if (!(value[1] = bc_typed(bc, reading)) || !is_pointer(bc, value[1])) return NULL;
    IrType *type = old ? pointee(bc, reading->id) : NULL;
    if (!(value[0] = old ? bc_of_type(bc, reading, type) : bc_typed(bc, reading))) return NULL;
    if (!value[0]->type->sized) return bc_fail(bc, "stored type has no size");
    if (reading->at + (atomic ? 4 : 2) != reading->r->op.n) return bc_fail(bc, "bad store");
    IrInst *inst = bc_make(bc, IR_STORE, bc->m->ty_void, 2, value);
    inst->align = aligned(bc, rec(reading->r, reading->at++), value[0]->type);
    if (rec(reading->r, reading->at++)) inst->v.flags = IR_VOLATILE;
    if (atomic) {
        inst->order = order(bc, reading);
        if (inst->order == 0 || is_any_of(inst->order, IR_ACQUIRE, IR_ACQ_REL)) {
            return bc_fail(bc, "bad ordering of a store");
        }
        inst->scope = scope(bc, reading);
    }
    return inst;
}

static IrInst *plain_store(Bc *bc, BcIn *reading) {
    return store(bc, reading, false, reading->r->code == FUN_STORE_OLD);
}

static IrInst *atomic_store(Bc *bc, BcIn *reading) {
    return store(bc, reading, true, reading->r->code == FUN_STOREATOMIC_OLD);
}

// The element that indices lead to, as a type id + 1: known for old dialects.
static uint32_t element(Bc *bc, uint32_t tid, uint32_t n, IrValue *const *idx) {
    for (uint32_t k = 1; k < n && tid; k++) {
        const IrConst *x = ir_as_cint(idx[k]);
        tid = bc_contained(bc, tid, x ? (uint32_t)ir_uval(x) : 0);
    }
    return tid;
}

// Whether the indices lead to something in `type`: the first steps over whole objects, the others
// into members that exist.
static bool indices_fit(IrType *type, uint32_t n, IrValue *const *idx) {
    for (uint32_t k = 0; k < n; k++) {
        if (ir_ty_scalar(idx[k]->type)->kind != IR_TY_INT) return false;
        if (k == 0) continue;
        if (type->kind == IR_TY_STRUCT) {
            const IrConst *x = ir_as_const(idx[k]);
            if (x && ir_ty_is_vec(x->v.type)) x = ir_splat_value(type->m, (IrConst *)(uintptr_t)x);
            if (!x || x->v.kind != IR_C_INT || ir_uval(x) >= type->n) return false;
            type = type->sub[ir_uval(x)];
        } else if (is_any_of(type->kind, IR_TY_ARRAY, IR_TY_VECTOR)) {
            type = type->elem;
        } else {
            return false;
        }
    }
    return true;
}

// Record: flags, source type, base and indices; FUN_GEP_OLD and its inbounds form have neither
// flags nor type.
static IrInst *gep(Bc *bc, BcIn *reading) {
    bool old = reading->r->code != FUN_GEP;
    uint64_t f = old ? reading->r->code == FUN_INBOUNDS_GEP_OLD : rec(reading->r, reading->at++);
    uint32_t tid = old ? 0 : (uint32_t)rec(reading->r, reading->at++) + 1;
    VEC(IrValue *) v = {0};
    while (bc_more(reading)) {
        IrValue *x = bc_typed(bc, reading);
        if (!x) return NULL;
        if (old && !v.n) tid = bc_pointee(bc, reading->id);
        vec_push(bc->a, &v, x);
    }
    IrType *src = tid ? bc_type(bc, tid - 1) : NULL;
    if (!src || !v.n || !src->sized) return bc_fail(bc, "bad address computation");
    IrType *type = v.at[0]->type;
    if (ir_ty_scalar(type)->kind != IR_TY_PTR || !indices_fit(src, v.n - 1, v.at + 1)) {
        return bc_fail(bc, "bad address computation");
    }
    // one vector among base and indices makes the result a vector of pointers; lengths must agree
    for (uint32_t k = 1; k < v.n; k++) {
        const IrType *x = v.at[k]->type;
        if (ir_ty_is_vec(x) && ir_ty_is_vec(type) && x->n != type->n) {
            return bc_fail(bc, "bad address computation");
        }
        if (type->kind == IR_TY_PTR) type = ir_ty_with_shape(bc->m, type, x);
    }
    IrInst *i = bc_make(bc, IR_GEP, type, v.n, v.at);
    i->aty = src;
    static const uint16_t flags[] = {IR_INBOUNDS | IR_NUSW, IR_NUSW, IR_NUW};
    i->v.flags = flags_of(f, CU_COUNT(flags), flags);
    if (type->kind == IR_TY_PTR) reading->ptee = element(bc, tid, v.n - 1, v.at + 1);
    return i;
}

// Record: ordering, scope.
static IrInst *fence(Bc *bc, BcIn *reading) {
    IrInst *i = bc_make(bc, IR_FENCE, bc->m->ty_void, 0, NULL);
    i->order = order(bc, reading);
    if (i->order < IR_ACQUIRE) return bc_fail(bc, "bad ordering of a fence");
    i->scope = scope(bc, reading);
    return i;
}

// Record: pointer, expected, new, volatile, ordering, scope, [ordering on failure, weak,
// alignment].
static IrInst *cmpxchg(Bc *bc, BcIn *reading) {
    bool old = reading->r->code == FUN_CMPXCHG_OLD;
    IrValue *value[3];
    if (!(value[0] = bc_typed(bc, reading)) || !is_pointer(bc, value[0])) return NULL;
    IrType *type = old ? pointee(bc, reading->id) : NULL;
    if (!(value[1] = old ? bc_of_type(bc, reading, type) : bc_typed(bc, reading))) return NULL;
    if (!(value[2] = bc_of_type(bc, reading, value[1]->type))) return NULL;
    type = value[1]->type;
    if (!is_any_of(type->kind, IR_TY_INT, IR_TY_PTR)) return bc_fail(bc, "bad exchange");
    IrType *pair[2] = {type, bc->m->ty_i1};
    IrInst *inst = bc_make(bc, IR_CMPXCHG, ir_ty_struct(bc->m, 2, pair, false), 3, value);
    if (rec(reading->r, reading->at++)) inst->v.flags |= IR_VOLATILE;
    inst->order = order(bc, reading);
    inst->scope = scope(bc, reading);
    // what older records mean: the ordering without its release part
    static const uint8_t weaker[] = {0, 1, 2, 3, 2, 3, 6};
    inst->order2 = bc_more(reading) ? order(bc, reading) : weaker[inst->order % 7];
    bool too_weak = inst->order < IR_MONOTONIC || inst->order2 < IR_MONOTONIC;
    bool releases = is_any_of(inst->order2, IR_RELEASE, IR_ACQ_REL); // without a store
    if (too_weak || releases) return bc_fail(bc, "bad ordering of an exchange");

    bool pair_result = bc_more(reading);
    if (rec(reading->r, reading->at++)) inst->v.flags |= IR_WEAK;
    inst->align = (uint32_t)type->store_size;
    if (bc_more(reading)) inst->align = aligned(bc, rec(reading->r, reading->at), type);
    if (pair_result) return inst;

    // before LLVM 3.5 the result was the value alone
    IrValue *p = &inst->v;
    IrInst *x = bc_make(bc, IR_EXTRACTVALUE, type, 1, &p);
    x->nidx = 1;
    x->idx = arena_new(bc->fn->arena, uint32_t);
    return x;
}

// Record: pointer, value, operation, volatile, ordering, scope, [alignment].
static IrInst *atomicrmw(Bc *bc, BcIn *reading) {
    bool old = reading->r->code == FUN_ATOMICRMW_OLD;
    IrValue *value[2];
    if (!(value[0] = bc_typed(bc, reading)) || !is_pointer(bc, value[0])) return NULL;
    IrType *type = old ? pointee(bc, reading->id) : NULL;
    if (!(value[1] = old ? bc_of_type(bc, reading, type) : bc_typed(bc, reading))) return NULL;
    uint64_t op = rec(reading->r, reading->at++);
    if (op >= IR_RMW_NOPS) return bc_fail(bc, "unknown atomic operation");
    // what the operation may work on, as the verifier would have it
    type = ir_ty_scalar(value[1]->type);
    bool fp = (op >= IR_RMW_FADD && op <= IR_RMW_FMIN) || op >= IR_RMW_FMAXIMUM;
    bool fits = value[1]->type->kind == IR_TY_INT;
    if (fp) fits = ir_ty_is_any_fp(type);
    if (op == IR_RMW_XCHG)
        fits = type->sized && !ir_ty_is_agg(type) && !ir_ty_is_vec(value[1]->type);
    if (!fits) return bc_fail(bc, "atomic operation on a wrong type");

    IrInst *i = bc_make(bc, IR_ATOMICRMW, value[1]->type, 2, value);
    i->pred = (uint8_t)op;
    if (rec(reading->r, reading->at++)) i->v.flags = IR_VOLATILE;
    i->order = order(bc, reading);
    if (i->order < IR_MONOTONIC) return bc_fail(bc, "bad ordering of an atomic operation");
    i->scope = scope(bc, reading);
    i->align = (uint32_t)value[1]->type->store_size;
    if (bc_more(reading)) i->align = aligned(bc, rec(reading->r, reading->at), value[1]->type);
    return i;
}

// Record: type of the list, list, type of the result.
static IrInst *va_arg_(Bc *bc, BcIn *reading) {
    IrType *lt = bc_type(bc, rec(reading->r, reading->at++));
    IrValue *list = lt ? bc_of_type(bc, reading, lt) : NULL;
    reading->tid = (uint32_t)rec(reading->r, reading->at) + 1;
    IrType *t = list ? bc_type(bc, rec(reading->r, reading->at++)) : NULL;
    if (!t) return NULL;
    if (!is_pointer(bc, list) || !t->sized) return bc_fail(bc, "bad va_arg");
    return bc_make(bc, IR_VA_ARG, t, 1, &list);
}

typedef IrInst *(*InstFn)(Bc *, BcIn *);
static const InstFn codes[] = {
    [FUN_BINOP] = binop,
    [FUN_CAST] = cast,
    [FUN_GEP_OLD] = gep,
    [FUN_SELECT_OLD] = old_select,
    [FUN_EXTRACTELT] = extractelement,
    [FUN_INSERTELT] = insertelement,
    [FUN_SHUFFLEVEC] = shuffle,
    [FUN_CMP] = compare,
    [FUN_RET] = ret,
    [FUN_BR] = br,
    [FUN_SWITCH] = switch_,
    [FUN_UNREACHABLE] = unreachable,
    [FUN_PHI] = phi,
    [FUN_ALLOCA] = alloca_,
    [FUN_LOAD] = plain_load,
    [FUN_VAARG] = va_arg_,
    [FUN_STORE_OLD] = plain_store,
    [FUN_EXTRACTVAL] = extractvalue,
    [FUN_INSERTVAL] = insertvalue,
    [FUN_CMP2] = compare,
    [FUN_VSELECT] = select,
    [FUN_INBOUNDS_GEP_OLD] = gep,
    [FUN_INDIRECTBR] = indirectbr,
    [FUN_CALL] = bc_call,
    [FUN_FENCE] = fence,
    [FUN_CMPXCHG_OLD] = cmpxchg,
    [FUN_ATOMICRMW_OLD] = atomicrmw,
    [FUN_LOADATOMIC] = atomic_load,
    [FUN_STOREATOMIC_OLD] = atomic_store,
    [FUN_GEP] = gep,
    [FUN_STORE] = plain_store,
    [FUN_STOREATOMIC] = atomic_store,
    [FUN_CMPXCHG] = cmpxchg,
    [FUN_UNOP] = unop,
    [FUN_FREEZE] = freeze,
    [FUN_ATOMICRMW] = atomicrmw,
    [FUN_INVOKE] = bc_invoke,
    [FUN_CALLBR] = bc_invoke,
    [FUN_RESUME] = bc_resume,
    [FUN_LANDINGPAD] = bc_landingpad,
    [FUN_LANDINGPAD_OLD] = bc_landingpad,
    [FUN_CLEANUPRET] = bc_pad_end,
    [FUN_CATCHRET] = bc_pad_end,
    [FUN_CATCHSWITCH] = bc_pad_end,
    [FUN_CATCHPAD] = bc_pad,
    [FUN_CLEANUPPAD] = bc_pad,
};

// By the code of the record; what has no function here is no instruction that we know.
IrInst *bc_instruction(Bc *bc, BcIn *reading) {
    InstFn fn = reading->r->code < CU_COUNT(codes) ? codes[reading->r->code] : NULL;
    return fn ? fn(bc, reading) : bc_fail(bc, "unknown instruction");
}
