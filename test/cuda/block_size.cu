// SPDX-License-Identifier: Apache-2.0
// __block_size__ makes the grid count clusters; __cluster_dims__ alone does not. Neither is there
// below sm_90.
// RUN[A]: cuprum %s -arch=sm_90 -o -
// RUN[A]: cuprum %s -arch=sm_90 --emit=bc -o %t.bc && cuprum %t.bc -arch=sm_90 -o -
// RUN[OLD]: cuprum %s -arch=sm_86 -o -
// A-LABEL: .entry pairs(
// A-DAG: .blocksareclusters
// A-DAG: .reqntid 32, 2, 1
// A-DAG: .reqnctapercluster 2, 1, 1
// A-NOT: .explicitcluster
// A-LABEL: .entry blocks(
// A-DAG: .blocksareclusters
// A-DAG: .reqntid 96, 1, 1
// A-DAG: .reqnctapercluster 1, 1, 1
// A-LABEL: .entry apart(
// A-DAG: .blocksareclusters
// A-DAG: .reqnctapercluster 4, 1, 1
// A-NOT: .explicitcluster
// A-LABEL: .entry dims(
// A: .explicitcluster
// A: .reqnctapercluster 1, 2, 1
// A-NOT: .blocksareclusters
// A-LABEL: .entry later(
// A: .explicitcluster
// A-NOT: .reqnctapercluster
// A: {
extern "C" {
__global__ void __block_size__((32, 2, 1), (2, 1, 1)) pairs(int *p) { *p = 1; } // ERROR[OLD]: __block_size__ is not supported for this GPU architecture
__global__ void __block_size__((96, 1, 1)) blocks(int *p) { *p = 2; } // ERROR[OLD]: __block_size__ is not supported for this GPU architecture
__global__ void __block_size__((8, 1, 1)) __cluster_dims__(4) apart(int *p) { *p = 3; }
// ERROR[OLD]@-1: __cluster_dims__ is not supported for this GPU architecture
// ERROR[OLD]@-2: __block_size__ is not supported for this GPU architecture
__global__ void __cluster_dims__(1, 2) dims(int *p) { *p = 4; } // ERROR[OLD]: __cluster_dims__ is not supported for this GPU architecture
__global__ void __cluster_dims__() later(int *p) { *p = 5; } // ERROR[OLD]: __cluster_dims__ is not supported for this GPU architecture
__global__ void __launch_bounds__(64, 1, 2) bound(int *p) { *p = 6; } // ERROR[OLD]: cannot specify max blocks per cluster for this GPU architecture
}
