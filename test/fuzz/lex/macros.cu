#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define STR(x, ...) #x __VA_OPT__(, #__VA_ARGS__)
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 || !(1 << 3 ? 0x1'0u : -1)
int CAT(a, __LINE__) = __COUNTER__;
#elif __has_include(<x>) || __has_builtin(f)
#else
#error no
#endif
const char *s = STR(a "b\n" , 1.5e-3f, 'c') R"x(raw "text" )y" )x" u8"\u00e9\x41" "\
joined";
#pragma unroll 4
#line 77 "other.h"
_Pragma("once") auto v = 0b101'0_ms + 0x1.8p3 + 10_km + .5L; // end
/* multi
   line */ int \u00e9t\u00e9 = 'ab' <=> 3 %: <: :>
#undef CAT
