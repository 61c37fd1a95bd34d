// SPDX-License-Identifier: Apache-2.0
// Calls whose value nobody takes although they are declared [[nodiscard]] (#2809, #3000 with a
// reason), give a type that is (#2810), or are warn_unused_result (#1650).
#include "cxx/facts/diag.h"
#include "cxx/body/body.h"

// The attributes of what the call gives, where that is an object of a class or an enumeration.
static const AttrSet *type_attrs(const Expr *call) {
    if (call->cat != VC_PRVALUE) return NULL;
    if (call->type->kind == TY_CLASS) return call->type->u.cls->d.attrs;
    if (call->type->kind == TY_ENUM) return call->type->u.enm->d.attrs;
    return NULL;
}

static void check_call(Cxx *cxx, const Expr *call) {
    SrcFile file;
    const Decl *callee = call->u.decl;
    if (source_file(cxx->ctx, call->pos, &file) && file.system) return;
    const AttrSet *own = callee ? callee->attrs : NULL, *given = type_attrs(call);
    Pos pos = xe_first_pos(call);
    if (own && own->nodiscard && own->nodiscard_text)
        CXX_DIAG(cxx, w_nodiscard_text, pos, own->nodiscard_text);
    else if (own && own->nodiscard)
        CXX_DIAG(cxx, w_nodiscard, pos);
    else if (own && own->warn_unused)
        CXX_DIAG(cxx, w_unused_result, pos);
    else if (given && given->nodiscard)
        CXX_DIAG(cxx, w_nodiscard_type, pos);
}

void cxx_check_discarded(Cxx *cxx, const Expr *discarded) {
    bool wraps = true;
    while (wraps && discarded) {
        bool conversion = discarded->kind == E_CAST && discarded->flags & EF_IMPLICIT;
        wraps = conversion || is_any_of(discarded->kind, E_CLEANUPS, E_TEMP);
        if (wraps) discarded = discarded->a;
    }
    if (!discarded) return;
    if (discarded->kind == E_CALL) check_call(cxx, discarded);
    if (discarded->kind != E_COND) return;
    cxx_check_discarded(cxx, discarded->b);
    cxx_check_discarded(cxx, discarded->c);
}
