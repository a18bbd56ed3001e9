# Says what the CMake build names, without configuring it:  cmake -DROOT=DIR [-DOPTIONS=ON] -P list_targets.cmake
#
# Each CMakeLists.txt is run with the build rules of cmake/cc.cmake replaced by ones that print `#kind;folder;arguments`
# on stderr. OPTIONS is what every option() is taken for: the default build has them all off.
cmake_minimum_required(VERSION 3.25)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_CXX_COMPILER_ID GNU)
set(PROJECT_SOURCE_DIR ${ROOT})
set(CMAKE_SOURCE_DIR ${ROOT})
set(CMAKE_CURRENT_SOURCE_DIR ${ROOT})
set(FOLDER "")

foreach(rule IN ITEMS cc_library cc_binary cc_test)
  cmake_language(EVAL CODE "function(${rule})\n message(NOTICE \"#${rule};\${FOLDER};\${ARGN}\")\nendfunction()")
endforeach()

# A package of the system; other uses of add_library are CMake's own affair.
function(add_library name)
  if(FOLDER STREQUAL third_party)
    message(NOTICE "#system_library;${FOLDER};NAME;${name}")
  endif()
endfunction()

# Objects that a program takes whole, `$<TARGET_OBJECTS:kit>`: Bazel has a target kit_objects for them.
function(target_sources name scope)
  string(REGEX REPLACE "\\$<TARGET_OBJECTS:([^>]*)>" "\\1" libraries "${ARGN}")
  message(NOTICE "#objects;${FOLDER};NAME;${name};DEPS;${libraries}")
endfunction()

# A test that is a script; Bazel's rule for it is sh_test.
function(add_test key name)
  message(NOTICE "#add_test;${FOLDER};NAME;${name}")
endfunction()

function(option name)
  set(${name} ${OPTIONS} CACHE INTERNAL "")
endfunction()

function(add_subdirectory folder)
  string(REGEX REPLACE "^/" "" FOLDER "${FOLDER}/${folder}")
  set(CMAKE_CURRENT_SOURCE_DIR ${ROOT}/${FOLDER})
  set(CMAKE_CURRENT_LIST_DIR ${ROOT}/${FOLDER})
  file(READ ${ROOT}/${FOLDER}/CMakeLists.txt text)
  cmake_language(EVAL CODE "${text}")
endfunction()

# What a script may not call, and what would bring the real rules back.
foreach(command IN ITEMS project include include_guard enable_testing find_package pkg_check_modules add_executable
    add_custom_command add_custom_target add_compile_options add_link_options add_dependencies install
    target_compile_definitions target_compile_options target_include_directories target_link_libraries
    target_link_options target_precompile_headers set_target_properties set_source_files_properties
    set_tests_properties gtest_discover_tests set_property get_target_property)
  cmake_language(EVAL CODE "function(${command})\nendfunction()")
endforeach()

file(READ ${ROOT}/CMakeLists.txt top)
cmake_language(EVAL CODE "${top}")
