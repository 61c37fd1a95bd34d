// SPDX-License-Identifier: Apache-2.0
// C17 7.5, with POSIX's numbers on Linux; for host code.
#ifndef CUPRUM_ERRNO_H
#define CUPRUM_ERRNO_H

extern "C" int *__errno_location(void);
#define errno (*__errno_location())

#define EPERM     1
#define ENOENT    2
#define EINTR     4
#define EIO       5
#define EBADF     9
#define EAGAIN    11
#define ENOMEM    12
#define EACCES    13
#define EFAULT    14
#define EBUSY     16
#define EEXIST    17
#define ENODEV    19
#define ENOTDIR   20
#define EISDIR    21
#define EINVAL    22
#define ENOSPC    28
#define EPIPE     32
#define EDOM      33
#define ERANGE    34
#define EILSEQ    84
#define EOVERFLOW 75
#define ETIMEDOUT 110

#endif
