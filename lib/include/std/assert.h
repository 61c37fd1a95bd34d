// SPDX-License-Identifier: Apache-2.0
// C17 7.2: to be included again with another NDEBUG; no guard.
#undef assert
#ifdef NDEBUG
#define assert(...) ((void)0)
#else
#define assert(...)                                                                                \
    (static_cast<bool>(__VA_ARGS__)                                                                \
         ? (void)0                                                                                 \
         : __assert_fail(#__VA_ARGS__, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
