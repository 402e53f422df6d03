# cmake -D FOLDER=tools/report -D OUT=FILE.cpp -P embed.cmake: puts style and scripts into page.html, and writes it as
# the C++ source of regretta::report_template.
cmake_minimum_required(VERSION 3.25)

# In this order, because each script uses the scripts before it.
set(script "")
foreach(module dom scale draw figures tables main)
  file(READ ${FOLDER}/${module}.js text)
  string(APPEND script "${text}")
endforeach()
file(READ ${FOLDER}/page.html page)
file(READ ${FOLDER}/style.css style)
string(REPLACE "@STYLE@" "${style}" page "${page}")
string(REPLACE "@SCRIPT@" "${script}" page "${page}")
file(WRITE ${OUT}.new "#include \"regretta/tools/report/report_page.hpp\"

const std::string_view regretta::report_template = R\"regretta(${page})regretta\";
")
file(RENAME ${OUT}.new ${OUT})
