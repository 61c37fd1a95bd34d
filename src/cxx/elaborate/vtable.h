// SPDX-License-Identifier: Apache-2.0
// The dynamic base class subobjects of a class: those with a virtual table pointer
// (elaborate/vtable.c). What virtual tables are made from, and where the final overrider of a
// virtual function is found.
#ifndef CUPRUM_CXX_ELABORATE_VTABLE_H
#define CUPRUM_CXX_ELABORATE_VTABLE_H

#include "cxx/facts/parse.h"

typedef struct SubObj SubObj;

typedef struct SubUp { // a subobject of which this one is a direct base
    SubObj *sub;
    struct SubUp *next;
} SubUp;

struct SubObj {
    ClassDecl *cls;
    uint64_t off;      // in the most derived object
    SubUp *up;         // one; several for a virtual base
    SubObj **base;     // of its bases in their order, NULL for one without a table
    SubObj *primary;   // its primary base, or NULL
    bool virtual_;     // a virtual base
    bool lost;         // its virtual primary base lies elsewhere in the most derived object
    bool virtual_path; // the root reaches it through a virtual base only, or is one
    bool shares;       // it is the primary base of another subobject, whose table it has
    uint32_t stamp;    // of the walk that saw it last, and what that found
    bool found;
    // irgen's: its table's address point, where the VTT has its class's part and its pointer
    uint32_t point, vtt, pointer;
};

typedef struct SubTree {
    Cxx *x;
    ClassDecl *most;  // the class whose layout places the virtual bases
    VEC(SubObj *) at; // the root first, depth first and left to right
    Map virt;         // ClassDecl* -> SubObj*
    uint32_t walks;
} SubTree;

// The base subobjects that a constructor initialises [class.base.init]/13, i <
// cxx_ninit_bases(cls): virtual ones first. NULL: it is none (a direct virtual base, which was
// among the first). After layout.
static inline uint32_t cxx_ninit_bases(const ClassDecl *cls) {
    return cls->members.vbases.n + cls->members.nbase;
}

// The i-th base in the order in which constructors initialise them: virtual ones first
// [class.base.init]/13.
static inline BaseSpec *cxx_init_base(ClassDecl *cls, uint32_t i) {
    if (i < cls->members.vbases.n) return &cls->members.vbases.at[cls->table.vbase_order.at[i]];
    BaseSpec *b = &cls->members.base[i - cls->members.vbases.n];
    return b->virtual_ || !b->cls ? NULL : b;
}

// ---- vtable.c -----------------------------------------------------------------------------------

// The subobjects of `root`, which lies at `off` in a complete object of class `most`.
SubTree *cxx_subobjects(Cxx *cxx, ClassDecl *root, uint64_t off, ClassDecl *most);
// The direct or indirect virtual base `v` of cls as cls->vbases has it; NULL: it is none.
BaseSpec *cxx_vbase(ClassDecl *cls, const ClassDecl *v);
// The subobject that declares what is called through slot `func` (a ClassDecl.slots entry) of the
// table of s: s or a primary base. NULL if that is a base that lies elsewhere: the slot is unused.
SubObj *cxx_slot_holder(SubTree *sub_tree, SubObj *s, FuncDecl *func);
// The final overrider [class.virtual]/2 of `func` of the subobject `holder`; *in is where it is
// declared. NULL if there is no unique one.
FuncDecl *cxx_final_overrider(SubTree *sub_tree, SubObj *holder, FuncDecl *func, SubObj **in);
// Whether func has the name and parameters of the virtual function fn.
bool cxx_overrides(Cxx *cxx, FuncDecl *func, FuncDecl *fn);
// The virtual function of the class itself that overrides (or is) func; NULL: none.
FuncDecl *cxx_own_overrider(Cxx *cxx, ClassDecl *cls, FuncDecl *func);
// The path by which a covariant result of `from` becomes that of `to`; false if the pointer stays
// as it is.
bool cxx_result_path(Cxx *cxx, FuncDecl *from, FuncDecl *to, BaseSpec ***path, uint32_t *n);

#endif
