// SPDX-License-Identifier: Apache-2.0
// Waiting for the writers of FIFOs.
#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>

enum { FIFO_WAIT = 10000 }; // ms

bool input_is_ready(int fd, const char *path, const struct stat *st) {
    if (S_ISREG(st->st_mode) || S_ISDIR(st->st_mode)) return true;
    bool inherited = strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0;
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    if (S_ISFIFO(st->st_mode) && !inherited && poll(&ready, 1, FIFO_WAIT) <= 0) {
        errno = ETIMEDOUT;
        return false;
    }
    return fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK) == 0;
}
