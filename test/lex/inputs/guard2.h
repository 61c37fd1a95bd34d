#if !defined(GUARD2_H)
#define GUARD2_H
guard2
#endif
