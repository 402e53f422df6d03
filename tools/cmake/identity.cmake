# cmake -D FOLDER=. -D VERSION=0.4.0 -D RELEASE=OFF -D OUT=FILE.cpp -P identity.cmake: writes the C++ source of
# regretta::engine_identity().
cmake_minimum_required(VERSION 3.25)
set(identity ${VERSION})
if(NOT RELEASE)
  file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/engine/real/*.[hc]pp ${FOLDER}/engine/trial/*.[hc]pp
       ${FOLDER}/learners/*.[hc]pp ${FOLDER}/environments/*.[hc]pp)
  list(SORT files)
  set(contents "")
  foreach(file IN LISTS files)
    file(SHA256 ${FOLDER}/${file} hash)
    string(APPEND contents "${hash} ${file}\n")
  endforeach()
  string(SHA256 hash "${contents}")
  string(SUBSTRING ${hash} 0 16 hash)
  string(APPEND identity "+${hash}")
endif()
file(WRITE ${OUT} "#include \"regretta/engine/study/file/version.hpp\"

std::string_view regretta::engine_identity() { return \"${identity}\"; }
")
