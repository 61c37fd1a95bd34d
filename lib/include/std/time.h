// SPDX-License-Identifier: Apache-2.0
// C17 7.27: clock is a device function as well; the rest is declared for host code.
#ifndef CUPRUM_TIME_H
#define CUPRUM_TIME_H

#include <stddef.h>

typedef long clock_t;
typedef long time_t;
#define CLOCKS_PER_SEC  ((clock_t)1000000)
#define CLOCK_REALTIME  0
#define CLOCK_MONOTONIC 1
#define TIME_UTC        1

struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

extern "C" {
clock_t clock(void);
time_t time(time_t *t);
double difftime(time_t a, time_t b);
time_t mktime(struct tm *t);
struct tm *gmtime(const time_t *t);
struct tm *localtime(const time_t *t);
char *asctime(const struct tm *t);
char *ctime(const time_t *t);
size_t strftime(char *s, size_t n, const char *format, const struct tm *t);
int timespec_get(struct timespec *t, int base);
int clock_gettime(int clock, struct timespec *t);
int nanosleep(const struct timespec *t, struct timespec *left);
}

#endif
