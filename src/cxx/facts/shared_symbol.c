// SPDX-License-Identifier: Apache-2.0
// Functions that several units may define, whose definitions a linker therefore merges: inline
// ones and instances of templates [basic.def.odr]/15. A specialization that was written is a
// function of its own, unless it says inline itself [temp.expl.spec]/13.
#include "cxx/facts/mangle_int.h"

bool cxx_is_of_instance(const ClassDecl *cls) {
    while (cls) {
        if (cls->inst.tmpl && !cls->inst.explicit_spec) return true;
        const Scope *around = cls->d.scope ? m_scope(cls->d.scope) : NULL;
        cls = scope_class(around);
    }
    return false;
}

bool cxx_is_instance(const FuncDecl *func) {
    return func->d.flags & DF_TEMPLATE_INST || (func->inst.tmpl && !func->inst.explicit_spec);
}

bool cxx_is_shared_function(const FuncDecl *func) {
    while (func) {
        bool closure = cxx_is_of_closure(func);
        if (closure || func->d.flags & DF_INLINE || cxx_is_instance(func)) return true;
        if (!func->inst.explicit_spec && cxx_is_of_instance(func->cls)) return true;
        // a local class is as shared as the function around it
        const Scope *around = func->cls ? m_scope(func->cls->d.scope) : NULL;
        while (scope_is(around, SC_CLASS)) around = m_scope(around->parent);
        func = around && around->kind == SC_FUNC ? around->fn : NULL;
    }
    return false;
}
