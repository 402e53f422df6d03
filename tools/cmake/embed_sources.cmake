# cmake -D COMPILER=c++ "-D" "OPTIONS=-isystem|FOLDER|-IFOLDER" -D HEADER=FILE.hpp -D NAME=VARIABLE -D OUT=FILE.hpp -D RULE=FILE.d
# -P embed_sources.cmake: writes a C++ header with the contents of HEADER and of the user's files that it includes,
# and a make rule with the files on which that header depends. Used by regretta_program.
cmake_minimum_required(VERSION 3.25)
string(REPLACE "|" ";" OPTIONS "${OPTIONS}")
execute_process(COMMAND ${COMPILER} -std=c++20 ${OPTIONS} -MM -MT ${OUT} -MF ${RULE} -x c++ ${HEADER}
                RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
if(failed)  # compiling HEADER will report the error
  file(WRITE ${RULE} "${OUT}: ${HEADER}\n")
  set(read ${HEADER})
else()
  file(READ ${RULE} read)
  string(REGEX REPLACE "^[^:]*:" "" read "${read}")
  string(REPLACE "\\\n" " " read "${read}")
  string(REPLACE "\\ " "@SPACE@" read "${read}")
  string(REGEX REPLACE "[ \n\t]+" ";" read "${read}")
endif()
set(texts "")
foreach(file IN LISTS read)
  string(REPLACE "@SPACE@" " " file "${file}")
  if(file STREQUAL "")
    continue()
  endif()
  file(SIZE ${file} bytes)
  file(READ ${file} text HEX)
  string(REGEX REPLACE "(..)" "\\\\x\\1" text "${text}")
  string(APPEND texts "  std::string_view(\"${text}\", ${bytes}),\n")
endforeach()
file(WRITE ${OUT} "#include <string_view>
#include <vector>

inline const std::vector<std::string_view> ${NAME}{
${texts}};
")
