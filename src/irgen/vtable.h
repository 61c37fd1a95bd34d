// SPDX-License-Identifier: Apache-2.0
// Virtual tables, virtual table tables and thunks: what vtable.c, vtt.c and thunk.c share.
#ifndef CUPRUM_IRGEN_VTABLE_H
#define CUPRUM_IRGEN_VTABLE_H
#include "cxx/elaborate/vtable.h"
#include "irgen/gen.h"

typedef struct Offset { // a word below the type information
    const ClassDecl *vbase;
    FuncDecl *vcall;
    int64_t value;
    uint32_t next; // of the vcall offsets by name: number and 1
} Offset;

typedef struct Offsets { // of one table
    Gen *g;
    SubTree *tree;
    SubObj *of; // whose table they are in
    VEC(Offset) at;
    Map seen;  // classes walked for virtual bases
    Map vbase; // ClassDecl* -> number and 1
    Map named; // name of a function -> number and 1 of its last vcall offset
} Offsets;
// Those in the table of subobject s; `virtual_`: it is a virtual base.
Offsets vt_offsets(Gen *gen, SubTree *t, SubObj *s, bool virtual_);

// A virtual table group: the tables of all subobjects of `root`, which lies somewhere in an object
// of class `most` (in a construction group) or is the object.
typedef struct VtGroup {
    ClassDecl *root, *most;
    SubTree *tree; // SubObj.point: word of the address point
    IrGlobal *var;
    IrGlobal *vtt; // of a class that has virtual bases
} VtGroup;

// The tables of a class with virtual functions or bases, made at the first call; they live as long
// as the module.
VtGroup *vt_group(Gen *gen, ClassDecl *c);
// The construction virtual tables of the base subobject s of top's class [Itanium 2.6.1].
VtGroup *vt_construction(Gen *gen, VtGroup *top, SubObj *s);
// What the table pointer of subobject s points to.
IrConst *vt_point(Gen *gen, VtGroup *v, SubObj *s);
// Where the table of class c has the offset of its virtual base v, and the table of a virtual base
// class the offset for its virtual function f: bytes from the address point.
int64_t vt_vbase_at(Gen *gen, ClassDecl *c, const ClassDecl *v);
int64_t vt_vcall_at(Gen *gen, ClassDecl *c, FuncDecl *f);

// What a slot of the table of `holder` calls for the function f of class in->cls, f's own result
// being converted along `path`.
typedef struct Thunk {
    FuncDecl *f, *slot;
    SubObj *holder, *in;
    bool deleting;
    BaseSpec **path;
    uint32_t npath;
} Thunk;
IrConst *vt_thunk(Gen *gen, const Thunk *t);
// Moves p, which points to an object of class c, by the offset of its virtual base v, read from the
// table at vptr.
IrValue *vt_to_vbase(Gen *gen, IrBuilder *builder, IrValue *object, IrValue *vptr, ClassDecl *c,
                     const ClassDecl *v);

// ---- thunk.c ------------------------------------------------------------------------------------

// The deleting destructor (D0): destroys the complete object and frees it.
IrFunc *vt_deleting_dtor(Gen *gen, FuncDecl *func);

#endif
