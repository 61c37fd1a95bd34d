// SPDX-License-Identifier: Apache-2.0
// Compiled by abi.sh: src/cudart/abi.h beside NVIDIA's headers.
#include "cudart/abi.h"
#include <cuda.h>
#include <cuda_runtime_api.h>

#define SIZE(ours, theirs) _Static_assert(sizeof(ours) == sizeof(theirs), #theirs)
#define AT(ours, a, theirs, b)                                                                     \
    _Static_assert(offsetof(ours, a) == offsetof(theirs, b), #theirs "." #b)
// The size, and a field behind most of the others.
#define SAME(ours, theirs, a, b)                                                                     \
    SIZE(ours, theirs);                                                                            \
    AT(ours, a, theirs, b)
#define IS(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), #theirs)

SIZE(RtDim, struct dim3);
SAME(RtChannels, struct cudaChannelFormatDesc, kind, f);
SIZE(RtExtent, struct cudaExtent);
SIZE(RtPos, struct cudaPos);
SIZE(RtPitched, struct cudaPitchedPtr);
SIZE(RtLocation, struct cudaMemLocation);
SAME(RtMemcpy3D, struct cudaMemcpy3DParms, dst, dstPtr);
AT(RtMemcpy3D, kind, struct cudaMemcpy3DParms, kind);
SAME(RtMemcpy3DPeer, struct cudaMemcpy3DPeerParms, extent, extent);
SAME(RtCuMemcpy2D, CUDA_MEMCPY2D, dst_array, dstArray);
AT(RtCuMemcpy2D, height, CUDA_MEMCPY2D, Height);
SAME(RtCuMemcpy3D, CUDA_MEMCPY3D, dst_pitch, dstPitch);
AT(RtCuMemcpy3D, depth, CUDA_MEMCPY3D, Depth);
SIZE(RtPointerAttributes, struct cudaPointerAttributes);
SAME(RtFuncAttributes, struct cudaFuncAttributes, max_dynamic, maxDynamicSharedSizeBytes);
AT(RtFuncAttributes, cluster, struct cudaFuncAttributes, requiredClusterWidth);
SAME(RtKernelParams, struct cudaKernelNodeParams, params, kernelParams);
SAME(RtCuKernelParams, CUDA_KERNEL_NODE_PARAMS_v2, kernel, kern);
SIZE(RtMemsetParams, struct cudaMemsetParams);
SIZE(RtMemsetParams, CUDA_MEMSET_NODE_PARAMS);
SIZE(RtHostParams, struct cudaHostNodeParams);
SIZE(RtPoolProps, struct cudaMemPoolProps);
SAME(RtAllocParams, struct cudaMemAllocNodeParams, ptr, dptr);
SAME(RtChunkProps, CUmemAllocationProp, win32, win32HandleMetaData);
AT(RtNodeParams, u.cu_copy.copy, CUgraphNodeParams, memcpy.copyParams);
IS(RT_LOC_HOST_NUMA_CURRENT, cudaMemLocationTypeHostNumaCurrent);
IS(RT_ALLOC_MANAGED, cudaMemAllocationTypeManaged);
SAME(RtNodeParams, struct cudaGraphNodeParams, u.kernel, kernel);
AT(RtNodeParams, u.conditional.size, struct cudaGraphNodeParams, conditional.size);
AT(RtNodeParams, u.conditional.graphs, struct cudaGraphNodeParams, conditional.phGraph_out);
AT(RtNodeParams, u.copy.copy, struct cudaGraphNodeParams, memcpy.copyParams);
SAME(RtInstantiateParams, cudaGraphInstantiateParams, result, result_out);
SIZE(RtUpdateInfo, cudaGraphExecUpdateResultInfo);
SIZE(RtEdge, cudaGraphEdgeData);
SAME(RtAttribute, cudaLaunchAttribute, val, val);
SAME(RtLaunchConfig, cudaLaunchConfig_t, nattr, numAttrs);
SAME(RtCuLaunchConfig, CUlaunchConfig, stream, hStream);
SAME(RtResource, struct cudaResourceDesc, u.linear.size, res.linear.sizeInBytes);
AT(RtResource, u.pitch2d.pitch, struct cudaResourceDesc, res.pitch2D.pitchInBytes);
AT(RtResource, flags, struct cudaResourceDesc, flags);
SAME(RtCuResource, CUDA_RESOURCE_DESC, u.pitch2d.pitch, res.pitch2D.pitchInBytes);
SAME(RtTexture, struct cudaTextureDesc, normalized, normalizedCoords);
AT(RtTexture, seamless, struct cudaTextureDesc, seamlessCubemap);
SAME(RtCuTexture, CUDA_TEXTURE_DESC, border, borderColor);
SIZE(RtView, struct cudaResourceViewDesc);
SIZE(RtView, CUDA_RESOURCE_VIEW_DESC);
SIZE(RtCuArrayDesc, CUDA_ARRAY_DESCRIPTOR);
SIZE(RtCuArray3DDesc, CUDA_ARRAY3D_DESCRIPTOR);
SAME(RtDeviceProp, struct cudaDeviceProp, memory, totalGlobalMem);
AT(RtDeviceProp, major, struct cudaDeviceProp, major);
AT(RtDeviceProp, sms, struct cudaDeviceProp, multiProcessorCount);
AT(RtDeviceProp, tex2d_linear, struct cudaDeviceProp, maxTexture2DLinear);
AT(RtDeviceProp, surf_cube_layered, struct cudaDeviceProp, maxSurfaceCubemapLayered);
AT(RtDeviceProp, concurrent, struct cudaDeviceProp, concurrentKernels);
AT(RtDeviceProp, l2, struct cudaDeviceProp, l2CacheSize);
AT(RtDeviceProp, shared_sm, struct cudaDeviceProp, sharedMemPerMultiprocessor);
AT(RtDeviceProp, cooperative, struct cudaDeviceProp, cooperativeLaunch);
AT(RtDeviceProp, blocks_sm, struct cudaDeviceProp, maxBlocksPerMultiProcessor);
AT(RtDeviceProp, pools, struct cudaDeviceProp, memoryPoolsSupported);
AT(RtDeviceProp, cluster, struct cudaDeviceProp, clusterLaunch);
AT(RtDeviceProp, gpu_pci_device, struct cudaDeviceProp, gpuPciDeviceID);

IS(RT_VERSION, CUDART_VERSION);
IS(RT_COPY_DD, cudaMemcpyDeviceToDevice);
IS(RT_MEM_MANAGED, cudaMemoryTypeManaged);
IS(RT_CH_NONE, cudaChannelFormatKindNone);
IS(RT_CH_UNORM8X1, cudaChannelFormatKindUnsignedNormalized8X1);
IS(RT_CH_SNORM16X4, cudaChannelFormatKindSignedNormalized16X4);
IS(RT_AD_F32, CU_AD_FORMAT_FLOAT);
IS(RT_AD_S32, CU_AD_FORMAT_SIGNED_INT32);
IS(RT_AD_UNORM8X1, CU_AD_FORMAT_UNORM_INT8X1);
IS(RT_AD_SNORM16X4, CU_AD_FORMAT_SNORM_INT16X4);
IS(RT_FA_MAX_DYNAMIC, cudaFuncAttributeMaxDynamicSharedMemorySize);
IS(RT_FA_CLUSTER_POLICY, cudaFuncAttributeClusterSchedulingPolicyPreference);
IS(RT_FA_REGS, CU_FUNC_ATTRIBUTE_NUM_REGS);
IS(RT_LA_COOPERATIVE, cudaLaunchAttributeCooperative);
IS(RT_LA_CLUSTER, cudaLaunchAttributeClusterDimension);
IS(RT_LA_PRIORITY, cudaLaunchAttributePriority);
IS(RT_RES_PITCH2D, cudaResourceTypePitch2D);
IS(RT_CU_TEX_INTEGER, CU_TRSF_READ_AS_INTEGER);
IS(RT_CU_TEX_NORMALIZED, CU_TRSF_NORMALIZED_COORDINATES);
IS(RT_CU_TEX_SRGB, CU_TRSF_SRGB);
IS(RT_CU_TEX_SEAMLESS, CU_TRSF_SEAMLESS_CUBEMAP);
IS(RT_ARRAY_LAYERED, cudaArrayLayered);
IS(RT_ARRAY_SURFACE, cudaArraySurfaceLoadStore);
IS(RT_ARRAY_CUBE, cudaArrayCubemap);
IS(RT_LOC_HOST, cudaMemLocationTypeHost);
IS(RT_CU_UNIFIED, CU_MEMORYTYPE_UNIFIED);
