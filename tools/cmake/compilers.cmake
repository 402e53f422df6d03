# Older compilers than these are known to fail.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(least 12)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(least 14)
else()
  message(WARNING "Regretta is tested with g++ and clang++; ${CMAKE_CXX_COMPILER} is ${CMAKE_CXX_COMPILER_ID}.")
endif()
if(least AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS least)
  message(FATAL_ERROR "${CMAKE_CXX_COMPILER} is ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}; "
                      "Regretta needs g++ 12 or clang++ 14 or later. Name one, as in: CXX=g++-12 tools/regretta ...")
endif()
