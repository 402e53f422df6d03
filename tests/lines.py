"""Prints the number of lines of code by folder, in the working tree or in a revision, for `tests/house --lines [REVISION]`. With --long,
prints lines of more than 140 characters, except of C and C++, which clang-format breaks. With --pronouns, prints the variables and
parameters of C++ and Python that are called own, one, of, at, all or each.

Blank lines and lines with only a comment do not count, nor do Markdown, data (studies, traces, figures, the fuzzers' corpus) and
third-party code (tools/report/uplot, in older revisions).
"""
import ast
import collections
import io
import pathlib
import re
import subprocess
import sys
import tarfile

PRODUCTION = ("engine", "learners", "environments", "tools", "bench")
NOT_OURS = re.compile(r"^tools/report/uplot/|^tests/data/|^tests/fuzz/corpus/")
DATA = {".md", ".toml", ".json", ".csv", ".svg", ".txt", ".db", ".ipynb", ".yml", ".typed"}

# A comment or a string of C or C++. Strings are matched, too, because comment marks in a string begin no comment.
C_TOKEN = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|(?P<comment>//[^\n]*|/\*.*?\*/)', re.DOTALL)
HTML_COMMENT = re.compile(r"(?P<comment><!--.*?-->)", re.DOTALL)
HASH_COMMENT = re.compile(r"^[ \t]*(?P<comment>#[^\n]*)", re.MULTILINE)  # comments of shell, Python and CMake on a separate line

PRONOUNS = ("own", "one", "of", "at", "all", "each")
# "auto& one :" and "int at, all = 2": a name behind a type, or behind a comma and before "=". C++ has no types before these words.
C_DECLARED = re.compile(r"(?P<type>\w+|[>\]])[&*]* (?P<name>NAMES)(?= ?[=;,){}:\[])|, (?P<more>NAMES) = ".replace(
    "NAMES", "|".join(PRONOUNS)))
C_BOUND = re.compile(r"auto&{0,2} \[([\w, ]+)\]")
NOT_TYPES = ("return", "case", "else", "throw", "delete", "co_return", "co_yield")


def comments_of(path):
    """The pattern of comments in a file of code; None for a file that is not code."""
    name = path.name.removesuffix(".in")
    suffix = pathlib.PurePath(name).suffix
    if suffix in (".hpp", ".cpp", ".h", ".c", ".js", ".css"):
        return C_TOKEN
    if suffix == ".html":
        return HTML_COMMENT
    if name == "CMakeLists.txt" or suffix in (".py", ".cmake", ".bash", ".R"):
        return HASH_COMMENT
    return None if suffix in DATA or name in ("README", "LICENSE", "SHA256SUMS") else HASH_COMMENT


def lines_of_code(text, comments):
    code = comments.sub(lambda token: "" if token.groupdict().get("comment") else token.group(), text)
    return sum(bool(line.strip()) for line in code.splitlines())


def files_of(revision):
    """(path, content) of every file that git knows, as in the revision if there is one."""
    if revision:
        archive = subprocess.run(["git", "archive", revision], check=True, stdout=subprocess.PIPE).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as tree:
            for member in tree:
                if member.isfile():
                    yield member.name, tree.extractfile(member).read()
    else:
        listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        for name in subprocess.run(listed, check=True, stdout=subprocess.PIPE, text=True).stdout.split("\0"):
            if name and pathlib.Path(name).is_file():
                yield name, pathlib.Path(name).read_bytes()


def counted(revision):
    """(path, text, pattern of comments) of every file that counts."""
    for name, content in files_of(revision):
        path = pathlib.PurePosixPath(name)
        if path.parts[0] in (*PRODUCTION, "tests") and not NOT_OURS.match(name) and (comments := comments_of(path)):
            yield path, content.decode(errors="replace"), comments


def count(revision):
    """Lines by folder, at most two levels deep: engine/trial, learners."""
    lines = collections.Counter()
    for path, text, comments in counted(revision):
        lines["/".join(path.parts[:-1][:2])] += lines_of_code(text, comments)
    return lines


def long_lines():
    for path, text, _ in counted(None):
        if not path.name.removesuffix(".in").endswith((".hpp", ".cpp", ".h", ".c")):
            for number, line in enumerate(text.split("\n"), 1):
                if len(line) > 140:
                    print(f"{path}:{number}: {len(line)} columns")


def names_in_python(text):
    """(line, name) of every variable and parameter."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id


def pronouns_in_cpp(text):
    """(line, name) of every declared name that may be a pronoun, outside comments and strings."""
    code = C_TOKEN.sub(lambda token: '""' + "\n" * token.group().count("\n"), text)
    for number, line in enumerate(code.splitlines(), 1):
        for found in C_DECLARED.finditer(line):
            if found["type"] not in NOT_TYPES:
                yield number, found["name"] or found["more"]
        for found in C_BOUND.finditer(line):
            yield from ((number, name) for name in found[1].split(", "))


def pronouns():
    for path, text, comments in counted(None):
        is_python = path.suffix == ".py" or text.startswith("#!/usr/bin/env python3")
        if is_python or path.suffix in (".hpp", ".cpp"):
            for number, name in (names_in_python if is_python else pronouns_in_cpp)(text):
                if name in PRONOUNS:
                    print(f"{path}:{number}: {name}")


def main():
    if sys.argv[1:] in (["--long"], ["--pronouns"]):
        return long_lines() if sys.argv[1] == "--long" else pronouns()
    lines = count(sys.argv[1] if len(sys.argv) > 1 else None)
    for title, top_folders in (("production", PRODUCTION), ("tests", ("tests",))):
        for top in top_folders:
            folders = {folder: number for folder, number in lines.items() if folder.split("/")[0] == top}
            if len(folders) > 1:
                for folder in sorted(folders):
                    print(f"  {folder:<28}{folders[folder]:>8,}")
            if top_folders != (top,):
                print(f" {top:<29}{sum(folders.values()):>8,}")
        print(f"{title:<30}{sum(n for f, n in lines.items() if f.split('/')[0] in top_folders):>8,}")


main()
