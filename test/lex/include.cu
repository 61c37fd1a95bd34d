// RUN: cuprum --emit=pp -I %S/inputs/a -I %S/inputs/b %s 2>&1 | sed -n '/inputs.guard.h" 1$/,$p'
// Guards, #pragma once, #import, #include_next, macros as names, levels.
#include "inputs/guard.h"
#include "inputs/guard.h"
#include "inputs/guard2.h"
#include "inputs/guard2.h"
#include "inputs/once.h"
#include "inputs/../inputs/once.h"
#import "inputs/plain.h"
#import "inputs/plain.h"
#include "inputs/plain.h"
#include <next.h>
#define NAME "inputs/plain.h"
#include NAME
#define ANGLE <next.h>
#include ANGLE
__INCLUDE_LEVEL__
#undef GUARD_H
#include "inputs/guard.h"
// EXPECT:
// # 4 "test/lex/inputs/guard.h" 1
// guard 1
// # 5 "test/lex/include.cu" 2
// # 3 "test/lex/inputs/guard2.h" 1
// guard2
// # 7 "test/lex/include.cu" 2
// # 2 "test/lex/inputs/once.h" 1
// once
// # 9 "test/lex/include.cu" 2
// # 1 "test/lex/inputs/plain.h" 1
// plain 1
// # 12 "test/lex/include.cu" 2
// # 1 "test/lex/inputs/a/next.h" 1
// a_next
// # 2 "test/lex/inputs/a/next.h"
// # 1 "test/lex/inputs/b/next.h" 1
// b_next
// # 1 "test/lex/inputs/a/next.h" 2
// # 16 "test/lex/include.cu" 2
// # 1 "test/lex/inputs/a/next.h" 1
// a_next
// # 2 "test/lex/inputs/a/next.h"
// # 1 "test/lex/inputs/b/next.h" 1
// b_next
// # 1 "test/lex/inputs/a/next.h" 2
// # 17 "test/lex/include.cu" 2
// 0
// # 19 "test/lex/include.cu"
// # 4 "test/lex/inputs/guard.h" 1
// guard 1
