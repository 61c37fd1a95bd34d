# SPDX-License-Identifier: Apache-2.0
# find_package(Cuprum): the library as Cuprum::cuprum, the program as Cuprum_EXECUTABLE (and Cuprum::compiler), the folder of it
# all as Cuprum_ROOT_DIR. Found from where this file lies, so that the installation may be moved.
cmake_minimum_required(VERSION 3.13)
get_filename_component(Cuprum_ROOT_DIR "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
get_filename_component(Cuprum_ROOT_DIR "${Cuprum_ROOT_DIR}/../../.." ABSOLUTE)
set(Cuprum_EXECUTABLE "${Cuprum_ROOT_DIR}/bin/cuprum")
set(Cuprum_INCLUDE_DIR "${Cuprum_ROOT_DIR}/include")

if(NOT TARGET Cuprum::cuprum)
  if(EXISTS "${Cuprum_ROOT_DIR}/lib/libcuprum.so.0")
    add_library(Cuprum::cuprum SHARED IMPORTED)
    set_target_properties(Cuprum::cuprum PROPERTIES
      IMPORTED_LOCATION "${Cuprum_ROOT_DIR}/lib/libcuprum.so.0" IMPORTED_SONAME libcuprum.so.0)
  else()
    add_library(Cuprum::cuprum STATIC IMPORTED)
    set_target_properties(Cuprum::cuprum PROPERTIES
      IMPORTED_LOCATION "${Cuprum_ROOT_DIR}/lib/libcuprum.a" INTERFACE_LINK_LIBRARIES "-pthread;m;${CMAKE_DL_LIBS}")
  endif()
  set_target_properties(Cuprum::cuprum PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${Cuprum_INCLUDE_DIR}")
  add_executable(Cuprum::compiler IMPORTED)
  set_target_properties(Cuprum::compiler PROPERTIES IMPORTED_LOCATION "${Cuprum_EXECUTABLE}")
endif()
