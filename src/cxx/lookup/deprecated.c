// SPDX-License-Identifier: Apache-2.0
// Uses of what is declared [[deprecated]] (#1215, #1444 with a reason), as nvcc reports them: in
// functions that are not deprecated themselves, where the name stands; nothing is said in headers
// of the system.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"

static const char *kind_word(const Decl *d) {
    switch (d->kind) {
    case D_FUNC: return "function";
    case D_VAR: return d->flags & DF_MEMBER ? "member" : "variable";
    case D_FIELD: return "member";
    case D_ENUMERATOR: return "constant";
    case D_CLASS: return "class";
    case D_ENUM: return "enum";
    default: return "type";
    }
}

static bool is_deprecated(const Decl *d) {
    return d->flags & DF_DEPRECATED || (d->attrs && d->attrs->deprecated);
}

void xe_use_deprecated(Parse *p, const Decl *d, Pos pos) {
    SrcFile file;
    if (!d || !is_deprecated(d) || p->dependent || !p->fn || is_deprecated(&p->fn->d)) return;
    if (p->fn->cls && is_deprecated(&p->fn->cls->d)) return;
    if (source_file(p->x->ctx, pos, &file) && file.system) return;
    Atom text = d->attrs ? d->attrs->deprecated_text : 0;
    if (text)
        CXX_DIAG(p->x, w_deprecated_text, pos, kind_word(d), d, text);
    else
        CXX_DIAG(p->x, w_deprecated, pos, kind_word(d), d);
}
