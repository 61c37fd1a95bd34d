// SPDX-License-Identifier: Apache-2.0
// In place of the device library in the program that compiles it (gen.mk).
extern const unsigned char cu_device_library[1], cu_device_library_end[1];
const unsigned char cu_device_library[1] = {0}, cu_device_library_end[1] = {0};
extern const unsigned char cu_common_library[1], cu_common_library_end[1];
const unsigned char cu_common_library[1] = {0}, cu_common_library_end[1] = {0};
