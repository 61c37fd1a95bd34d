// SPDX-License-Identifier: Apache-2.0
// Completeness of types, their sizes and alignments (for the 64-bit host and device, which agree).
#include "cxx/facts/diag.h"
#include "cxx/facts/facts.h"

// Neither the class nor, of a template's instance, anything that could define it is written.
static bool is_undefined(const ClassDecl *cls) {
    const TemplateDecl *tmpl = cls->inst.tmpl;
    if (!tmpl) return true;
    bool specialized = tmpl->partial.n || cls->inst.explicit_spec;
    bool of_namespace = !tmpl->env && tmpl->d.scope->kind == SC_NAMESPACE;
    return of_namespace && !tmpl->defined && !specialized;
}

// Whatever a template is read for: a class of no template, whose members are all known.
static bool is_certainly_incomplete(const ClassDecl *cls) {
    bool open = cls->members.unbound || cls->members.completing || cls->written.is_local;
    return !open && is_undefined(cls) && (cls->inst.tmpl || !cls->env);
}

void cxx_say_incomplete(Cxx *cxx, Pos pos, Type *type) {
    if (type->kind == TY_CLASS && is_certainly_incomplete(type->u.cls))
        CXX_DIAG(cxx, x_incomplete_type, pos, type);
    else
        CXX_DIAG(cxx, d_incomplete_type, pos, type);
}

// Pointers, references and scalars are complete as they are; of an array its element counts.
bool ty_complete(Cxx *cxx, Type *type, Pos pos, bool report) {
    while (ty_is_array(type) && type->kind != TY_ARRAY_INC) type = type->u.array.elem;
    bool ok = true;
    switch (type->kind) {
    case TY_CLASS:
        if (type->u.cls->members.complete) return true;
        ok = cxx_class_complete(cxx, type->u.cls, pos);
        break;
    case TY_ENUM: ok = cxx_enum_complete(cxx, type->u.enm); break;
    case TY_VOID:
    case TY_ARRAY_INC: ok = false; break;
    default: return true;
    }
    if (!ok && report && !cxx_inst_refused(cxx)) cxx_say_incomplete(cxx, pos, type);
    return ok;
}

bool ty_size_align(Cxx *cxx, Type *type, Pos pos, uint64_t *size, uint32_t *align) {
    *size = 1, *align = 1;
    switch (type->kind) {
    case TY_PTR: *size = 8, *align = 8; return true;
    case TY_LREF:
    case TY_RREF: *size = 8, *align = 8; return true; // storage of a reference member
    case TY_MEMPTR: *size = type->u.ptr.to->kind == TY_FUNC ? 16 : 8, *align = 8; return true;
    case TY_ARRAY: {
        if (!ty_size_align(cxx, type->u.array.elem, pos, size, align)) return false;
        if (type->u.array.n && *size > (UINT64_MAX >> 2) / type->u.array.n) {
            *size = 0;
            return CXX_DIAG(cxx, d_array_too_large, pos);
        }
        *size *= type->u.array.n;
        return true;
    }
    case TY_VECTOR: { // GNU: the next power of two, aligned to itself
        if (!ty_size_align(cxx, type->u.array.elem, pos, size, align)) return false;
        uint64_t n = *size * type->u.array.n, p = 1;
        while (p < n) p <<= 1;
        *size = p, *align = (uint32_t)CU_MIN(p, 4096u);
        return true;
    }
    case TY_CLASS:
        if (!ty_complete(cxx, type, pos, true) || !cxx_class_layout(cxx, type->u.cls, pos))
            return false;
        *size = type->u.cls->layout.size, *align = type->u.cls->layout.align;
        return true;
    case TY_ENUM:
        if (!ty_complete(cxx, type, pos, true)) return false;
        if (!ty_size_align(cxx, type->u.enm->underlying, pos, size, align)) return false;
        *align = CU_MAX(*align, cxx_enum_align(type->u.enm)); // alignas in its head
        return true;
    case TY_FUNC: // GNU: sizeof a function is 1
    case TY_VOID: return true;
    case TY_ERROR: return false;
    default:
        if (type->kind < TY_FIRST_COMPOUND) {
            ty_basic_size((TyKind)type->kind, size, align);
            return true;
        }
        if (ty_dependent(type)) return false;
        return CXX_DIAG(cxx, d_incomplete_type, pos, type);
    }
}

// The values of an enumeration whose type is not fixed are those of the smallest bit-field that
// holds all enumerators [dcl.enum]/8.
void cxx_enum_values(Cxx *cxx, EnumDecl *enm, int *bits, bool *uns) {
    if (!cxx_enum_complete(cxx, enm) || !enm->list.n) return;
    uint32_t n = 1;
    bool neg = false;
    for (uint32_t i = 0; i < enm->list.n; i++) {
        const ApInt *v = &enm->list.at[i]->value;
        bool below = !ty_is_unsigned(enm->underlying) && apint_is_neg(v);
        neg |= below;
        uint32_t need = below ? apint_bits_signed(*v) - 1 : apint_bits_unsigned(*v);
        n = CU_MAX(n, need);
    }
    *bits = (int)n + neg;
    *uns = !neg;
}
