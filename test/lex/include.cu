// RUN: cuprum --emit=pp -I %S/inputs/a -I %S/inputs/b %s 2>&1 | sed '0,\|^[#;].*include.cu|d'
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
// 0
// # 4 "test/lex/inputs/guard.h" 2
// guard 1
