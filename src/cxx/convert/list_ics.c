// SPDX-License-Identifier: Apache-2.0
// convert/list_ics.c: implicit conversion sequences of braced lists [over.ics.list]. Whether an
// aggregate can be initialised is a demand: the answer initialises it.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"

static bool worst_element(Parse *parse, Expr *list, Type *elem, Ics *sequence) {
    sequence->rank = ICS_EXACT;
    for (uint32_t i = 0; i < list->n; i++) {
        Ics e;
        cxx_ics(parse, list->arg[i], elem, true, false, &e);
        if (e.rank == ICS_BAD) return false;
        if (e.rank > sequence->rank) {
            Type *to = sequence->to;
            *sequence = e;
            sequence->to = to;
        }
    }
    sequence->list_init = true;
    return true;
}

static bool class_list_ics(Parse *parse, Expr *list, Type *to, Ics *sequence) {
    Type *type = ty_unqual(to), *elem;
    ClassDecl *cls = type->u.cls;
    if (!cxx_class_complete(parse->x, cls, 0)) return false;
    cxx_class_specials(parse->x, cls);
    // {e} of the class itself or one derived from it is as e alone [over.ics.list]/2 (CWG1467)
    bool single = list->n == 1 && !xe_untyped(list->arg[0]);
    if (single && list->arg[0]->type->kind == TY_CLASS &&
        xe_reference_related(parse, type, list->arg[0]->type) && !(list->u.init)) {
        cxx_ics(parse, list->arg[0], to, false, false, sequence);
        sequence->list_init = true;
        return sequence->rank != ICS_BAD;
    }
    if (xe_is_initializer_list(parse, type, &elem))
        return worst_element(parse, list, elem, sequence);
    if (cls->special.aggregate) {
        if (!cxx_list_fits(parse, to, list)) return false;
        sequence->rank = ICS_USER;
        return true;
    }
    // first initializer-list constructors with the whole list, then all with its elements
    // [over.match.list]; of one element no user-defined conversion counts unless there is nothing
    // else
    Cands cs = {.best = BEST_NONE};
    CandQuery whole = {.arg = &list, .n = 1, .no_user = true, .only_initlist = true};
    CandQuery elements = {.arg = list->arg, .n = list->n, .no_user = single};
    if (list->n) xe_pick_ctor(parse, cls, &whole, &cs);
    if (cs.best == BEST_NONE) {
        cs = (Cands){.from_list = true};
        xe_pick_ctor(parse, cls, &elements, &cs);
        if (cs.best == BEST_NONE && single) {
            cs = (Cands){0};
            elements.no_user = false;
            xe_pick_ctor(parse, cls, &elements, &cs);
        }
    }
    if (cs.best == BEST_NONE) return false;
    sequence->rank = ICS_USER;
    sequence->ambiguous = cs.best == BEST_AMBIGUOUS;
    if (cs.best >= 0) sequence->user = cs.c.at[cs.best].fn;
    sequence->by_explicit = sequence->user && sequence->user->written.explicit_;
    return true;
}

bool xe_list_ics(Parse *parse, Expr *list, Type *to, Ics *sequence) {
    *sequence = (Ics){.rank = ICS_EXACT, .from = list->type, .to = to, .list_init = true};
    Type *type = ty_deref(to), *u = ty_unqual(type);
    if (list->u.init && list->u.init->designator) { // [over.ics.list]/2
        if (u->kind != TY_CLASS || !cxx_class_complete(parse->x, u->u.cls, 0)) return false;
        cxx_class_specials(parse->x, u->u.cls);
        if (!u->u.cls->special.aggregate) return false;
    }
    if (ty_is_ref(to)) {
        bool single = list->n == 1 && !xe_untyped(list->arg[0]);
        single &= !list->u.init || !list->u.init->designator;
        if (single && xe_reference_related(parse, type, list->arg[0]->type)) {
            cxx_ics(parse, list->arg[0], to, true, false, sequence);
            sequence->list_init = true;
            return sequence->rank != ICS_BAD;
        }
        if (to->kind == TY_LREF && !(xe_quals(type) & Q_CONST)) return false;
    }
    bool ok;
    if (ty_is_array(u)) {
        if (list->n == 1 && xe_string_init(parse, u, list->arg[0]))
            ok = list->arg[0]->u.str.n < u->u.array.n || u->kind == TY_ARRAY_INC;
        else
            ok = (u->kind != TY_ARRAY || list->n <= u->u.array.n) &&
                 worst_element(parse, list, u->u.array.elem, sequence);
    } else if (u->kind == TY_CLASS) {
        ok = class_list_ics(parse, list, u, sequence);
    } else if (u->kind == TY_VECTOR) {
        ok = list->n <= u->u.array.n;
    } else if (list->n == 0) {
        ok = true;
    } else if (list->n == 1 && !xe_list(list->arg[0])) {
        cxx_ics(parse, list->arg[0], u, true, false, sequence);
        ok = sequence->rank != ICS_BAD;
    } else {
        ok = list->n == 1 && list->arg[0]->n == 0;
    }
    sequence->to = to;
    sequence->list_init = true;
    sequence->list_n = list->n;
    if (ty_is_ref(to)) {
        sequence->ref_bind = sequence->binds_temp = true;
        sequence->rvalue_bind = to->kind == TY_RREF;
    }
    return ok;
}
