// SPDX-License-Identifier: Apache-2.0
// Reading archives of objects (ar(5)), which lie in memory and may be damaged.
#ifndef CUPRUM_BASE_ARCHIVE_H
#define CUPRUM_BASE_ARCHIVE_H

#include "base/base.h"

// The members that are not visited yet.
typedef struct Archive {
    const char *at, *end;
} Archive;

typedef struct ArchiveMember {
    const char *name; // without what ends it; not a string
    size_t nname;
    bool is_table; // of symbols or of long names
    const char *bytes;
    size_t n;
} ArchiveMember;

bool archive_open(const void *bytes, size_t n, Archive *opened); // false: it is none
// The next member, which is inside of the archive.
typedef enum { ARCHIVE_END, ARCHIVE_MEMBER, ARCHIVE_BROKEN } ArchiveNext;
ArchiveNext archive_next(Archive *archive, ArchiveMember *found);

#endif
