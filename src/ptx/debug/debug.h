// SPDX-License-Identifier: Apache-2.0
// debug.h: what debuggers and profilers see of the code: lines, the places of scopes and variables,
// and the entries that describe them (debug/dwarf.h).
#ifndef CUPRUM_PTX_DEBUG_DEBUG_H
#define CUPRUM_PTX_DEBUG_DEBUG_H

#include "ptx/select/select.h"

// ---- debug/line.c -------------------------------------------------------------------------------
// A compile unit's emission kind. Only the directives: no debugger will look, no sections are
// needed.
enum { SEL_DEBUG_NONE, SEL_DEBUG_FULL, SEL_DEBUG_LINES, SEL_DEBUG_DIRECTIVES };
uint32_t sel_lines_kind(IrModule *module); // of all units the one that asks for most
SelLines *sel_lines_new(Ctx *ctx);
void sel_lines_function(Sel *sel); // at its start
// Puts the line of an instruction before what was selected for it, the instructions from `first`
// on.
void sel_lines_before(Sel *sel, const IrInst *selected, uint32_t first);
void sel_lines_leave(Sel *sel); // at a function's end
// In the order of functions: numbers of files and names.
void sel_lines_settle(SelModule *sel_module, PtxFunc *fn, SelFuncLines *lines);
void sel_lines_end(
    SelModule *sel_module); // the names of inlined functions, and what debuggers want

// The number of a DIFile's path, made when there is none yet; 0: it has none. For the module's end.
uint32_t sel_lines_file(SelModule *sel_module, const IrMd *file);

// ---- debug/place.c: places of scopes and variables in the code, for debug/dwarf.h ---------------
// Behind the label at a function's start; `sub` is its DISubprogram.
void sel_places_function(Sel *sel, const IrMd *sub, uint32_t begin);
void sel_places_block(Sel *sel, const IrBlock *bb);      // at its start
void sel_places_records(Sel *sel, const IrInst *behind); // before its code
void sel_places_scope(Sel *sel, const IrMd *loc);        // before code of a location
void sel_places_leave(Sel *sel, uint32_t end);           // behind all code
void sel_places_finish(Sel *sel);                        // after all passes over it
// In the order of functions; `depot` is the frame's variable.
void sel_places_settle(SelModule *sel_module, PtxFunc *fn, SelPlaces *places, uint32_t depot);

// ---- debug/unit.c -------------------------------------------------------------------------------
void dwarf_module(SelModule *sel_module, uint32_t n, SelPlaces *const *func);

#endif
