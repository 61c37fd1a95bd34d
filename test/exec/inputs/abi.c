// SPDX-License-Identifier: Apache-2.0
// Compiled by abi.sh: src/cudart/abi.h beside NVIDIA's headers.
#include "cudart/abi.h"
#include <cuda.h>
#include <cuda_runtime_api.h>

#define SIZE(ours, theirs) _Static_assert(sizeof(ours) == sizeof(theirs), #theirs)
#define AT(ours, a, theirs, b)                                                                     \
    _Static_assert(offsetof(ours, a) == offsetof(theirs, b), #theirs "." #b)
#define IS(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), #theirs)

SIZE(RtDim, struct dim3);
SIZE(RtChannels, struct cudaChannelFormatDesc);
AT(RtChannels, kind, struct cudaChannelFormatDesc, f);
SIZE(RtExtent, struct cudaExtent);
SIZE(RtPos, struct cudaPos);
SIZE(RtPitched, struct cudaPitchedPtr);
SIZE(RtLocation, struct cudaMemLocation);
SIZE(RtMemcpy3D, struct cudaMemcpy3DParms);
AT(RtMemcpy3D, dst, struct cudaMemcpy3DParms, dstPtr);
AT(RtMemcpy3D, kind, struct cudaMemcpy3DParms, kind);
SIZE(RtMemcpy3DPeer, struct cudaMemcpy3DPeerParms);
AT(RtMemcpy3DPeer, extent, struct cudaMemcpy3DPeerParms, extent);
SIZE(RtCuMemcpy2D, CUDA_MEMCPY2D);
AT(RtCuMemcpy2D, dst_array, CUDA_MEMCPY2D, dstArray);
AT(RtCuMemcpy2D, height, CUDA_MEMCPY2D, Height);
SIZE(RtCuMemcpy3D, CUDA_MEMCPY3D);
AT(RtCuMemcpy3D, dst_pitch, CUDA_MEMCPY3D, dstPitch);
AT(RtCuMemcpy3D, depth, CUDA_MEMCPY3D, Depth);
SIZE(RtPointerAttributes, struct cudaPointerAttributes);
SIZE(RtFuncAttributes, struct cudaFuncAttributes);
AT(RtFuncAttributes, max_dynamic, struct cudaFuncAttributes, maxDynamicSharedSizeBytes);
AT(RtFuncAttributes, cluster, struct cudaFuncAttributes, requiredClusterWidth);
SIZE(RtKernelParams, struct cudaKernelNodeParams);
AT(RtKernelParams, params, struct cudaKernelNodeParams, kernelParams);
SIZE(RtCuKernelParams, CUDA_KERNEL_NODE_PARAMS_v2);
AT(RtCuKernelParams, kernel, CUDA_KERNEL_NODE_PARAMS_v2, kern);
SIZE(RtMemsetParams, struct cudaMemsetParams);
SIZE(RtMemsetParams, CUDA_MEMSET_NODE_PARAMS);
SIZE(RtHostParams, struct cudaHostNodeParams);
SIZE(RtPoolProps, struct cudaMemPoolProps);
SIZE(RtAllocParams, struct cudaMemAllocNodeParams);
AT(RtAllocParams, ptr, struct cudaMemAllocNodeParams, dptr);
SIZE(RtNodeParams, struct cudaGraphNodeParams);
AT(RtNodeParams, u.kernel, struct cudaGraphNodeParams, kernel);
AT(RtNodeParams, u.copy.copy, struct cudaGraphNodeParams, memcpy.copyParams);
SIZE(RtInstantiateParams, cudaGraphInstantiateParams);
AT(RtInstantiateParams, result, cudaGraphInstantiateParams, result_out);
SIZE(RtUpdateInfo, cudaGraphExecUpdateResultInfo);
SIZE(RtEdge, cudaGraphEdgeData);
SIZE(RtAttribute, cudaLaunchAttribute);
AT(RtAttribute, val, cudaLaunchAttribute, val);
SIZE(RtLaunchConfig, cudaLaunchConfig_t);
AT(RtLaunchConfig, nattr, cudaLaunchConfig_t, numAttrs);
SIZE(RtCuLaunchConfig, CUlaunchConfig);
AT(RtCuLaunchConfig, stream, CUlaunchConfig, hStream);
SIZE(RtResource, struct cudaResourceDesc);
AT(RtResource, u.linear.size, struct cudaResourceDesc, res.linear.sizeInBytes);
AT(RtResource, u.pitch2d.pitch, struct cudaResourceDesc, res.pitch2D.pitchInBytes);
AT(RtResource, flags, struct cudaResourceDesc, flags);
SIZE(RtCuResource, CUDA_RESOURCE_DESC);
AT(RtCuResource, u.pitch2d.pitch, CUDA_RESOURCE_DESC, res.pitch2D.pitchInBytes);
SIZE(RtTexture, struct cudaTextureDesc);
AT(RtTexture, normalized, struct cudaTextureDesc, normalizedCoords);
AT(RtTexture, seamless, struct cudaTextureDesc, seamlessCubemap);
SIZE(RtCuTexture, CUDA_TEXTURE_DESC);
AT(RtCuTexture, border, CUDA_TEXTURE_DESC, borderColor);
SIZE(RtView, struct cudaResourceViewDesc);
SIZE(RtView, CUDA_RESOURCE_VIEW_DESC);
SIZE(RtCuArrayDesc, CUDA_ARRAY_DESCRIPTOR);
SIZE(RtCuArray3DDesc, CUDA_ARRAY3D_DESCRIPTOR);
SIZE(RtDeviceProp, struct cudaDeviceProp);
AT(RtDeviceProp, memory, struct cudaDeviceProp, totalGlobalMem);
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
