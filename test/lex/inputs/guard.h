/* guarded */
#ifndef GUARD_H
#define GUARD_H
guard __INCLUDE_LEVEL__
#endif // GUARD_H
