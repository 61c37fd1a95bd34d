// SPDX-License-Identifier: Apache-2.0
// What the machine that this program runs on is called (doc/ports.md).
#ifndef CUPRUM_HOST_H
#define CUPRUM_HOST_H

// HOST_MACHINE begins gcc's and Debian's names of folders, HOST_TOOLKIT is the folder in targets/
// of a CUDA toolkit.
#if defined __aarch64__
#define HOST_MACHINE "aarch64"
#define HOST_TOOLKIT "sbsa-linux"
#else
#define HOST_MACHINE "x86_64"
#define HOST_TOOLKIT "x86_64-linux"
#endif

#endif
