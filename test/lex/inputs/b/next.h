b_next
#if __has_include_next(<next.h>)
    bad
#endif
