// A header that is entered often: which of its groups are skipped differs each time. Directives whose
// names are spliced, spaced, followed by a comment; names that only begin like a directive's.
// RUN: cuprum --emit=pp %s -o - | sed -n '/revisit.h/,$p' | grep -o 'int [a-z_]*' | cut -c5- | tr '\n' ' '
// CHECK: one one_else last two last two last three last three last other other last one one_else last yes end
#define STEP 1
#include "inputs/revisit.h"
#undef STEP
#define STEP 2
#include "inputs/revisit.h"
#include "inputs/revisit.h"
#undef STEP
#define STEP 3
#include "inputs/revisit.h"
#include "inputs/revisit.h"
#undef STEP
#define STEP 4
#define NEVER
#include "inputs/revisit.h"
#undef NEVER
#include "inputs/revisit.h"
#undef STEP
#define STEP 1
#include "inputs/revisit.h"
#  /* here */ if/**/0
int no;
# else/**/
int yes;
#en\
dif
#if 0
#ifx
#endif1
#endif_
#endif
int end;
