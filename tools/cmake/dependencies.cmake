# Finds the dependencies in packages.txt and ends with one message that names everything missing. For tools/build it
# also writes missing-packages (Debian's names).
set(MPI_CXX_SKIP_MPICXX ON)  # the C interface only
set(needs run)
if(REGRETTA_TESTS AND NOT REGRETTA_FUZZ)
  list(APPEND needs test)
endif()
if(REGRETTA_MPI)
  list(APPEND needs mpi)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/find_packages.cmake)
regretta_find_packages(${CMAKE_CURRENT_LIST_DIR}/packages.txt "${needs}" "")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/packages.txt)

file(REMOVE ${PROJECT_BINARY_DIR}/missing-packages)
if(missing_message)
  file(WRITE ${PROJECT_BINARY_DIR}/missing-packages "${missing_debian}\n")
  message(FATAL_ERROR "${missing_message}")
endif()
