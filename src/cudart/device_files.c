// SPDX-License-Identifier: Apache-2.0
// The device files of NVIDIA's driver, for programs that look whether they are there before they
// ask the driver (JAX): this library is preloaded under `cuprum exec`, so that stat(2), lstat(2)
// and access(2) are those below. A file that the computer has not, and the virtual GPU would have,
// is a character device with the driver's numbers (Documentation/admin-guide/devices.txt: major
// 195). Nothing can be opened. The names __xstat and its kin are what programs built for glibc
// before 2.33 call.
#define _GNU_SOURCE
#include "cudart/cudart_int.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define PUBLIC __attribute__((visibility("default")))

static const struct {
    const char *path;
    unsigned minor;
} files[] = {{"/dev/nvidia0", 0}, {"/dev/nvidiactl", 255}};
enum { DRIVER_MAJOR = 195, MODE = 0666 };

// Its row of the table after a call that did not find the file, else NULL.
static const __typeof__(*files) *stands_for(const char *path) {
    for (size_t i = 0; i < CU_COUNT(files) && errno == ENOENT; i++)
        if (strcmp(path, files[i].path) == 0) return &files[i];
    return NULL;
}

static int look(const char *path, struct stat *to, int flags) {
    int before = errno;
    if (fstatat(AT_FDCWD, path, to, flags) == 0) return 0;
    const __typeof__(*files) *file = stands_for(path);
    if (!file) return -1;
    *to = (struct stat){.st_mode = S_IFCHR | MODE,
                        .st_nlink = 1,
                        .st_blksize = 4096,
                        .st_rdev = makedev(DRIVER_MAJOR, file->minor)};
    errno = before;
    return 0;
}

PUBLIC int stat(const char *path, struct stat *to) {
    return look(path, to, 0);
}
PUBLIC int lstat(const char *path, struct stat *to) {
    return look(path, to, AT_SYMLINK_NOFOLLOW);
}
PUBLIC int access(const char *path, int how) {
    int before = errno;
    if (faccessat(AT_FDCWD, path, how, 0) == 0) return 0;
    if (how & X_OK || !stands_for(path)) return -1;
    errno = before;
    return 0;
}

// The same under their other names: all numbers have 64 bits here.
PUBLIC int stat64(const char *, struct stat64 *) __attribute__((alias("stat")));
PUBLIC int lstat64(const char *, struct stat64 *) __attribute__((alias("lstat")));
PUBLIC int __xstat(int version, const char *path, struct stat *to);
PUBLIC int __xstat(int version, const char *path, struct stat *to) {
    return look(path, to, 0);
}
PUBLIC int __lxstat(int version, const char *path, struct stat *to);
PUBLIC int __lxstat(int version, const char *path, struct stat *to) {
    return look(path, to, AT_SYMLINK_NOFOLLOW);
}
PUBLIC int __xstat64(int, const char *, struct stat64 *) __attribute__((alias("__xstat")));
PUBLIC int __lxstat64(int, const char *, struct stat64 *) __attribute__((alias("__lxstat")));
