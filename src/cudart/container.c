// SPDX-License-Identifier: Apache-2.0
// Fat binaries: the container that nvcc puts into a program. Header (16 bytes), then entries:
// header (64 bytes and more), payload. Layout in abi.h. The input may be hostile: every size is
// checked against what is there.
#include "cudart/container.h"

uint32_t rt_container_fitness(const Target *target, const RtFatEntry *entry) {
    char suffix = entry->flags & RT_FAT_ARCH ? 'a' : entry->flags & RT_FAT_FAMILY ? 'f' : 0;
    const Target *of = target_find(entry->arch, suffix);
    // An architecture that the table does not have: older ones run everywhere as PTX.
    if (!of) return entry->arch <= target->number && !suffix ? entry->arch * 4 : 0;
    if (!target_runs_on(of, target)) return 0;
    return entry->arch * 4 + (suffix == 'a' ? 2 : suffix == 'f') + 1;
}

bool rt_container_open(const void *data, uint64_t limit, RtEntries *entries) {
    RtFatHeader header;
    if (limit < sizeof header) return false;
    memcpy(&header, data, sizeof header);
    if (header.magic != RT_FAT_MAGIC || header.header_size < sizeof header) return false;
    if (header.header_size > limit || header.size > limit - header.header_size) return false;
    *entries = (RtEntries){(const uint8_t *)data + header.header_size, header.size};
    return true;
}

// The entry is copied before it is read: the payloads' sizes leave them unaligned.
RtNext rt_container_next(RtEntries *entries, RtFatEntry *entry, const uint8_t **payload) {
    if (entries->left < sizeof *entry) return RT_ENTRIES_END;
    memcpy(entry, entries->at, sizeof *entry);
    if (entry->header_size < sizeof *entry || entry->header_size > entries->left ||
        entry->size > entries->left - entry->header_size)
        return RT_ENTRY_BROKEN;
    *payload = entries->at + entry->header_size;
    entries->at += entry->header_size + entry->size;
    entries->left -= entry->header_size + entry->size;
    return RT_ENTRY_THERE;
}
