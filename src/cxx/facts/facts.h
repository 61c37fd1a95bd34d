// SPDX-License-Identifier: Apache-2.0
// facts.h: the lowest floor: types, declarations, expressions, constants, template arguments as
// data, how they are printed and mangled, and the questions that follow from them alone. What is
// not known yet is demanded (demand.h). Every floor stands on this one.
#ifndef CUPRUM_CXX_FACTS_FACTS_H
#define CUPRUM_CXX_FACTS_FACTS_H

#include "cxx/demand.h"
#include "cxx/facts/attr.h"
#include "cxx/facts/expr_node.h"
#include "cxx/facts/mangle.h"
#include "cxx/facts/print.h"
#include "cxx/facts/syntax.h"
#include "cxx/facts/template.h"

#endif
