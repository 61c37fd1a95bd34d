#pragma GCC system_header
#define SYSTEM_MINUS_ONE (-1)
