// SPDX-License-Identifier: Apache-2.0
// An archive is its magic, then for each member 60 bytes of text (the name, the size in decimal
// from byte 48) and the bytes, filled up to an even number.
#include "base/archive.h"

#include <stdlib.h>

static const char magic[] = "!<arch>\n";
enum { MAGIC = sizeof magic - 1, HEADER = 60, NAME = 16, SIZE_AT = 48, SIZE_DIGITS = 10 };

bool archive_open(const void *bytes, size_t n, Archive *opened) {
    if (n < MAGIC || memcmp(bytes, magic, MAGIC) != 0) return false;
    *opened = (Archive){(const char *)bytes + MAGIC, (const char *)bytes + n};
    return true;
}

// "a.o/" in GNU's archives, "a.o" and blanks in others; tables are "/", "//" and "/SYM64/".
static void read_name(const char *header, ArchiveMember *found) {
    size_t n = 0;
    while (n < NAME && header[n] != '/' && header[n] != ' ') n++;
    found->name = header;
    found->nname = n;
    bool is_long = header[0] == '/' && header[1] >= '0' && header[1] <= '9';
    found->is_table = header[0] == '/' && !is_long;
}

// What is left behind the last member is shorter than a header.
ArchiveNext archive_next(Archive *archive, ArchiveMember *found) {
    if (archive->end - archive->at < HEADER) return ARCHIVE_END;
    const char *header = archive->at;
    char digits[SIZE_DIGITS + 1] = {0};
    memcpy(digits, header + SIZE_AT, SIZE_DIGITS);
    read_name(header, found);
    found->bytes = header + HEADER;
    found->n = strtoul(digits, NULL, 10);
    size_t left = (size_t)(archive->end - found->bytes);
    if (found->n > left) return ARCHIVE_BROKEN;
    archive->at = found->bytes + CU_MIN(found->n + (found->n & 1), left);
    return ARCHIVE_MEMBER;
}
