# The three rules of the build, with Bazel's names and arguments, so that a target reads alike in both builds:
#
#   cc_library(NAME error HDRS error.h SRCS error.cpp DEPS text)
#   cc_binary(NAME grader SRCS main.cpp DEPS ...)
#   cc_test(NAME error_test SRCS error_test.cpp DEPS error)
#
# DEPS are targets of this project or of third_party/. Headers are included by their path from the repository's root.
include_guard()
include(CMakeParseArguments)
include(GoogleTest)

set(PROJECT_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 sees overlapping copies in `"literal" + string` that are not there (GCC bug 105651).
  list(APPEND PROJECT_WARNINGS -Wno-restrict)
endif()

# In a student's handout (grader/bundle) a target that only this project's tests need has no sources: it is left out.
include(cmake/handout.cmake OPTIONAL)
macro(_cc_skip_without first)
  if(PROJECT_IS_HANDOUT AND NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${first})
    return()
  endif()
endmacro()

function(_cc_common target)
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR})
  target_compile_options(${target} PRIVATE ${PROJECT_WARNINGS})
endfunction()

# DATA of a library are programs that it runs: they are built before what links it.
function(cc_library)
  cmake_parse_arguments(A "" "NAME" "HDRS;SRCS;DEPS;COPTS;DATA" ${ARGN})
  _cc_skip_without(${A_HDRS} ${A_SRCS})
  if(A_SRCS)
    add_library(${A_NAME} STATIC ${A_SRCS} ${A_HDRS})
    _cc_common(${A_NAME})
    target_compile_options(${A_NAME} PRIVATE ${A_COPTS})
    target_link_libraries(${A_NAME} PUBLIC ${A_DEPS})
    if(A_DATA)
      add_dependencies(${A_NAME} ${A_DATA})
    endif()
  else()
    add_library(${A_NAME} INTERFACE ${A_HDRS})
    target_include_directories(${A_NAME} INTERFACE ${PROJECT_SOURCE_DIR})
    target_link_libraries(${A_NAME} INTERFACE ${A_DEPS})
  endif()
endfunction()

function(cc_binary)
  cmake_parse_arguments(A "" "NAME" "SRCS;DEPS;COPTS;LINKOPTS" ${ARGN})
  _cc_skip_without(${A_SRCS})
  add_executable(${A_NAME} ${A_SRCS})
  _cc_common(${A_NAME})
  target_compile_options(${A_NAME} PRIVATE ${A_COPTS})
  target_link_options(${A_NAME} PRIVATE ${A_LINKOPTS})
  target_link_libraries(${A_NAME} PRIVATE ${A_DEPS})
endfunction()

# DATA is what the test reads or runs at run time; the build knows it for Bazel's sake, CMake runs tests at the root.
function(cc_test)
  cmake_parse_arguments(A "" "NAME;SIZE" "SRCS;DEPS;COPTS;DATA;TAGS" ${ARGN})
  _cc_skip_without(${A_SRCS})
  add_executable(${A_NAME} ${A_SRCS})
  _cc_common(${A_NAME})
  target_compile_options(${A_NAME} PRIVATE ${A_COPTS})
  target_link_libraries(${A_NAME} PRIVATE ${A_DEPS} gtest_main)
  set(properties TIMEOUT 900)
  if(A_TAGS)
    list(APPEND properties LABELS "${A_TAGS}")
  endif()
  gtest_discover_tests(${A_NAME} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} DISCOVERY_TIMEOUT 120
    PROPERTIES ${properties})
endfunction()
