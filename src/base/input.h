// SPDX-License-Identifier: Apache-2.0
// Files to be read that may be FIFOs: opened with O_NONBLOCK, they are asked here.
#ifndef CUPRUM_BASE_INPUT_H
#define CUPRUM_BASE_INPUT_H

#include <stdbool.h>
#include <sys/stat.h>

// A FIFO that nobody writes to is waited for ten seconds, and no longer: false, errno ETIMEDOUT.
// What the caller of the program opened (/dev/stdin, /dev/fd/63 of a shell's <(...)) has its
// writer, however slow. Reading waits from here on.
bool input_is_ready(int fd, const char *path, const struct stat *st);

#endif
