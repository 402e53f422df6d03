# Installs the libraries, headers and program for a user's find_package(regretta), the studies, and the Python package.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
install(TARGETS regretta_compiling regretta_engine_first regretta_engine regretta_learners_first regretta_learners regretta_environments
                regretta_tools_first regretta_tools regretta
        EXPORT regretta_targets)
install(TARGETS regretta_library LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES tools/c/regretta.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT regretta_targets NAMESPACE regretta:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/regretta)
foreach(folder engine learners environments tools)
  install(DIRECTORY ${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/regretta FILES_MATCHING
          PATTERN "*.hpp")
endforeach()
string(REGEX MATCH "^[0-9]+" fmt_VERSION_MAJOR ${fmt_VERSION})
math(EXPR fmt_next_major "${fmt_VERSION_MAJOR} + 1")
configure_package_config_file(tools/cmake/regretta-config.cmake.in ${PROJECT_BINARY_DIR}/regretta-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/regretta)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/regretta-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/regretta-config.cmake ${PROJECT_BINARY_DIR}/regretta-config-version.cmake
        tools/cmake/instruction_sets.cmake tools/cmake/program.cmake tools/cmake/embed_sources.cmake tools/cmake/find_packages.cmake
        tools/cmake/packages.txt DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/regretta)
install(DIRECTORY tools/studies DESTINATION ${CMAKE_INSTALL_DATADIR}/regretta)
install(DIRECTORY tools/python DESTINATION ${CMAKE_INSTALL_DATADIR}/regretta
        PATTERN __pycache__ EXCLUDE PATTERN build EXCLUDE PATTERN "*.egg-info" EXCLUDE PATTERN "*.db*" EXCLUDE)
# Installs pages where the links of README.md expect them.
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
file(GLOB_RECURSE pages CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} engine/*.md learners/*.md environments/*.md tools/*.md
     tools/handbook/*.svg)
foreach(page IN LISTS pages)
  cmake_path(GET page PARENT_PATH folder)
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()
# help2man makes the man page from --help. Without help2man, no man page is installed.
if(NOT CMAKE_CROSSCOMPILING)
  install(CODE "
    find_program(help2man help2man)
    if(help2man)
      set(manual \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1/regretta.1\")
      cmake_path(GET manual PARENT_PATH folder)
      file(MAKE_DIRECTORY \"\${folder}\")
      execute_process(COMMAND \"\${help2man}\" --no-info --name \"Monte Carlo studies of constrained bandits\"
                              --output \"\${manual}\" \"$<TARGET_FILE:regretta>\" COMMAND_ERROR_IS_FATAL ANY)
    endif()")
endif()

# Settings of the Debian package that tools/package makes of the same files.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # tests are not installed and need not be built first
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the Regretta developers")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS python3-matplotlib)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};regretta;ALL;/")
include(CPack)
