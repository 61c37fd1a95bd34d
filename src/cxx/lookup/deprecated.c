// SPDX-License-Identifier: Apache-2.0
// Uses of what is declared [[deprecated]] (#1215, #1444 with a reason), as nvcc reports them: in
// functions that are not deprecated themselves, where the name stands; nothing is said in headers
// of the system.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"

// What the message calls it.
static const char *kind_word(const Decl *decl) {
    switch (decl->kind) {
    case D_FUNC: return "function";
    case D_VAR: return decl->flags & DF_MEMBER ? "member" : "variable";
    case D_FIELD: return "member";
    case D_ENUMERATOR: return "constant";
    case D_CLASS: return "class";
    case D_ENUM: return "enum";
    default: return "type";
    }
}

static bool is_deprecated(const Decl *decl) {
    return decl->flags & DF_DEPRECATED || (decl->attrs && decl->attrs->deprecated);
}

void xe_use_deprecated(Parse *parse, const Decl *decl, Pos pos) {
    SrcFile file;
    if (!decl || !is_deprecated(decl) || parse->dependent || !parse->fn) return;
    if (is_deprecated(&parse->fn->d)) return;
    if (parse->fn->cls && is_deprecated(&parse->fn->cls->d)) return;
    if (source_file(parse->x->ctx, pos, &file) && file.system) return;
    Atom text = decl->attrs ? decl->attrs->deprecated_text : 0;
    if (text)
        CXX_DIAG(parse->x, w_deprecated_text, pos, kind_word(decl), decl, text);
    else
        CXX_DIAG(parse->x, w_deprecated, pos, kind_word(decl), decl);
}
