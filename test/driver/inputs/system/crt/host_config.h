// SPDX-License-Identifier: Apache-2.0
// What a toolkit's headers are known by; empty in this imitation.
