# Compile options of Regretta's targets.

# Warnings are errors if CMAKE_COMPILE_WARNING_AS_ERROR is set, as in CI and in the developers' presets. A switch that
# does not handle every value of its enum is always an error, because the code behind it is unreachable.
add_library(regretta_warnings INTERFACE)
target_compile_options(regretta_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow -Werror=switch)

# Options for everything that includes our headers. PUBLIC through the engine: a plugin built with other options would
# disagree about the layout of a Pack, and about the numbers.
add_library(regretta_compiling INTERFACE)
set_target_properties(regretta_compiling PROPERTIES EXPORT_NAME compiling)
target_include_directories(regretta_compiling INTERFACE $<BUILD_INTERFACE:${include_root}> $<INSTALL_INTERFACE:include>)
target_compile_features(regretta_compiling INTERFACE cxx_std_20)
target_compile_options(regretta_compiling INTERFACE -ffp-contract=off)
# Eigen without its own vector instructions: packs do not need them, sums of doubles would depend on the processor, and they
# take a third of the time to compile Eigen's header. Without them, it aligns arrays of packs only if EIGEN_MAX_ALIGN_BYTES is set.
set(for_eigen EIGEN_DONT_VECTORIZE EIGEN_MAX_ALIGN_BYTES=64)
target_compile_definitions(regretta_compiling INTERFACE ${for_eigen})
# The same definitions as options of the compiler that `--with` calls.
list(TRANSFORM for_eigen PREPEND -D)
set(regretta_plugin_options -std=c++20 ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_RELEASE} -ffp-contract=off ${for_eigen})
if(REGRETTA_BASELINE STREQUAL "v3")
  list(APPEND regretta_plugin_options -march=x86-64-v3)
endif()
list(JOIN regretta_plugin_options " " regretta_plugin_options)
# Less garbage collection in g++, which takes a tenth of its time and saves only a quarter of its 2 GB.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1000000>)
if(REGRETTA_BASELINE STREQUAL "v3")
  set(for_avx512 $<STREQUAL:$<TARGET_PROPERTY:REGRETTA_INSTRUCTION_SET>,avx512>)
  target_compile_options(regretta_compiling INTERFACE
                         $<IF:${for_avx512},-march=x86-64-v4;-mprefer-vector-width=512,-march=x86-64-v3>)
endif()
target_compile_definitions(
  regretta_compiling INTERFACE $<$<STREQUAL:$<TARGET_PROPERTY:REGRETTA_INSTRUCTION_SET>,generic>:REGRETTA_HERE_GENERIC>)
if(REGRETTA_SANITIZE OR REGRETTA_TSAN OR REGRETTA_FUZZ)
  target_compile_definitions(regretta_compiling INTERFACE REGRETTA_SANITIZED)
endif()
if(REGRETTA_SANITIZE)
  # Round loops take several times as long to compile with inline checks. So memory checks are calls, and checks that
  # they already cover are left out.
  target_compile_options(
    regretta_compiling INTERFACE -fsanitize=address,undefined -fno-sanitize=null,alignment,object-size,vptr,return
    -fno-sanitize-recover=all -fno-omit-frame-pointer -g1
    # g++ mistakes its instrumentation for uses of uninitialised variables (in std::regex, for example)
    $<$<CXX_COMPILER_ID:GNU>:--param=asan-instrumentation-with-call-threshold=0;-Wno-maybe-uninitialized>)
  target_link_options(regretta_compiling INTERFACE -fsanitize=address,undefined)
endif()
if(REGRETTA_TSAN)
  target_compile_options(regretta_compiling INTERFACE -fsanitize=thread -g1)
  target_link_options(regretta_compiling INTERFACE -fsanitize=thread)
endif()

# regretta_aes_instructions(AES VAES): sets the flags for these two files, whose functions are called only on processors
# with these instructions. They share no function with other files.
function(regretta_aes_instructions aes vaes)
  if(REGRETTA_BASELINE STREQUAL "v3")
    set_source_files_properties(${aes} PROPERTIES COMPILE_OPTIONS -maes)
    set_source_files_properties(${vaes} PROPERTIES COMPILE_OPTIONS "-maes;-mvaes")
  elseif(REGRETTA_BASELINE STREQUAL "neon")
    set_source_files_properties(${aes} PROPERTIES COMPILE_OPTIONS -march=armv8-a+crypto)
  endif()
endfunction()

# regretta_together(TARGET SIZE FILE...): compiles those of the files that are sources of TARGET in groups of SIZE, because
# headers take nearly all of the time.
function(regretta_together target size)
  if(NOT REGRETTA_TOGETHER)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  regretta_files_of(files ${target} ${ARGN})
  set(number 0)
  foreach(file IN LISTS files)
    math(EXPR position "${number} % ${size}")
    math(EXPR number "${number} + 1")
    if(position EQUAL 0)
      get_filename_component(first ${file} NAME_WE)
    endif()
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${target}_from_${first})
  endforeach()
endfunction()

# regretta_library(NAME DEPENDENCIES...): makes the folder NAME the library regretta::NAME. The files that the first program
# needs become a library of their own, regretta::NAME_first.
function(regretta_library name)
  file(GLOB_RECURSE first CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${name}/*.cpp)
  set(rest ${first})
  list(REMOVE_ITEM rest ${REGRETTA_FIRST_FILES})
  list(REMOVE_ITEM first "" ${rest})
  foreach(part first rest)
    if(NOT ${part})
      continue()
    endif()
    set(target ${name})
    set(dependencies ${ARGN})
    if(part STREQUAL "first")
      list(TRANSFORM dependencies REPLACE "^regretta::.*" "\\0_first")
      if(rest)
        set(target ${name}_first)
      endif()
    elseif(first)
      list(APPEND dependencies regretta::${name}_first)
    endif()
    add_library(regretta_${target} STATIC ${${part}})
    add_library(regretta::${target} ALIAS regretta_${target})
    set_target_properties(regretta_${target} PROPERTIES EXPORT_NAME ${target})
    target_link_libraries(regretta_${target} PUBLIC ${dependencies} PRIVATE $<BUILD_INTERFACE:regretta_warnings>)
  endforeach()
endfunction()

# regretta_around_the_loops(TARGET SIZE FILE...): compiles those of the files that are sources of TARGET, whose code runs
# once per block or command, in groups of SIZE with less optimisation, which takes a third less time.
function(regretta_around_the_loops target size)
  regretta_files_of(files ${target} ${ARGN})
  get_target_property(sources ${target} SOURCES)
  list(REMOVE_ITEM sources ${files})
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
  get_target_property(libraries ${target} LINK_LIBRARIES)
  add_library(${target}_around OBJECT ${files})
  target_link_libraries(${target}_around PRIVATE ${libraries})
  target_compile_options(${target}_around PRIVATE $<$<CONFIG:Release>:-Og>)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_around>)
  regretta_together(${target}_around ${size} ${files})
endfunction()
