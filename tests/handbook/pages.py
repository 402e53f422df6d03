"""pages.py ROOT REGRETTA FOLDER [--refresh]: tests the pages. Links have a target, commands have the options that pages show, the
current version is listed and cited, and the files that engine/README.md names exist. The blocks of README.md and the handbook are
run as printed, each page in a new folder, in which tools/regretta is the program and tools/studies has the shipped studies. The
first page that runs frontier.toml leaves frontier.db in FOLDER, and later pages get a copy of it.

```sh    is run by bash, which stops at the first error.
```yaml  is a GitHub workflow, whose steps ("run: ...") are run in the same way.
```text  is what the block before it prints on standard output; "..." stands for any text, or on a line of its own for any lines.
<!-- file: NAME -->      above a block: the block is written to NAME.
<!-- not run: REASON --> above a block: it is not run, because REASON (such as the test that runs it).
Languages other than sh, yaml, text, toml and bibtex need a comment. --refresh replaces output, unless "..." is not at its end."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

root, program, results = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
refresh = sys.argv[4:] == ["--refresh"]
bad = []  # error messages
MARK = re.compile(r"<!-- (file|not run): (.*?) -->\s*\Z", re.DOTALL)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def tracked():
    """Pages that git knows or, without git or a checkout, all pages outside build folders."""
    command = ["git", "-C", root, "ls-files", "-co", "--exclude-standard", "*.md"]
    listed = subprocess.run(command, capture_output=True, text=True) if shutil.which("git") else None
    if listed and listed.returncode == 0:
        return [root / name for name in listed.stdout.split()]
    return [path for path in root.rglob("*.md") if "build" not in path.parts]


def anchors_of(text):
    """Anchors that GitHub gives to the headings of a page."""
    anchors = set()
    for heading in re.findall(r"^#+ (.*)$", BLOCK.sub("", text), re.MULTILINE):
        anchor = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        while anchor in anchors:
            anchor += "-1"
        anchors.add(anchor)
    return anchors


def check_links(page):
    text = re.sub(r"`[^`\n]*`", "", BLOCK.sub("", page.read_text()))
    for target in re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|href)="([^"]+)"', text):
        if re.match(r"https?:|mailto:", target):
            continue
        path, _, anchor = target.partition("#")
        target_path = (page.parent / path).resolve() if path else page
        if not target_path.exists():
            bad.append(f"{page.relative_to(root)}: {target}: there is no such file")
        elif anchor and target_path.suffix == ".md" and anchor not in anchors_of(target_path.read_text()):
            bad.append(f"{page.relative_to(root)}: {target}: the page has no such heading")


def options_of_commands():
    """{"run": {"-o", "--output", ...}, ...}, as the help of each command lists them."""
    def lines_of_help(*words):
        return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout.splitlines()
    commands = [line.split()[0] for line in lines_of_help("--help") if re.match("  [a-z]", line)]
    return {command: {option for line in lines_of_help("help", command) if line.startswith("  -")
                      for option in re.split(r"[, ]", line.strip()) if option.startswith("-")} for command in commands}


def check_commands(page, known):
    """Checks that commands in the code of a page exist and have the options that the page shows."""
    text = page.read_text()
    code = [match[2] for match in BLOCK.finditer(text) if match[1] in ("", "sh")]
    code += re.findall(r"^    (.*)$", text, re.MULTILINE) + re.findall(r"`([^`]+)`", BLOCK.sub("", text))
    for words in re.findall(r"(?:^|[/;&|(] *)regretta +([a-z]+(?![\w/.])(?: (?:[^\n#;&|\\]|\\\n)*)?)", "\n".join(code), re.MULTILINE):
        command, _, rest = words.partition(" ")
        if command not in known:
            bad.append(f"{page.relative_to(root)}: regretta {words}: there is no such command")
            continue
        for option in re.findall(r"(?<!\S)--?[a-z][a-z-]*", re.sub(r"'[^']*'", "", rest)):
            if option not in known[command]:
                bad.append(f"{page.relative_to(root)}: regretta {words.strip()}: there is no option {option}")


def check_version():
    version = re.search(r"^project\(regretta VERSION (\S+)", (root / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
    if f"  version = {{{version}}},\n" not in (root / "README.md").read_text():
        bad.append(f"README.md: the citation does not name version {version}")
    if f"\n| {version} |" not in (root / "tools/handbook/reproducibility.md").read_text():
        bad.append(f"tools/handbook/reproducibility.md: the table has no row for version {version}")


def pattern(expected):
    """A regular expression for a whole output, in which "..." stands for any text."""
    parts = ["(?:.*\n)*" if line.strip() == "..." else re.escape(line.rstrip()).replace(r"\.\.\.", ".*") + " *\n"
             for line in expected.splitlines()]
    return re.compile("".join(parts))


def steps(workflow):
    """The commands of a GitHub workflow."""
    return re.findall(r"^ *- run: (.*)$", workflow, re.MULTILINE) or ["echo the workflow has no step with a command >&2; false"]


def check_drawn(page, text, folder):
    """Checks that the CSV of each picture in gallery/ has the numbers that the page's commands have drawn."""
    for name in re.findall(r"\]\(gallery/([^)]+)\.svg\)", text):
        drawn, stored = folder / f"{name}.csv", page.parent / "gallery" / f"{name}.csv"
        if not drawn.exists():
            bad.append(f"{page.relative_to(root)}: no command draws {name}")
        elif refresh:
            for file in (drawn, drawn.with_suffix(".svg")):
                shutil.copy(file, stored.parent)
        elif not stored.exists() or drawn.read_bytes() != stored.read_bytes():
            bad.append(f"{page.relative_to(root)}: gallery/{name} has changed; tests/handbook/run REGRETTA --refresh draws it again")


def run_blocks(page):
    text = page.read_text()
    replaced, end, printed = [], 0, None
    with tempfile.TemporaryDirectory() as folder:
        tools = pathlib.Path(folder, "tools")
        tools.mkdir()
        (tools / "regretta").symlink_to(program)
        (tools / "studies").symlink_to(root / "tools/studies")
        frontier, copy = results / "frontier.db", pathlib.Path(folder, "frontier.db")
        if frontier.exists():
            shutil.copy(frontier, copy)
        environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}", COLUMNS="80", LC_ALL="C.UTF-8",
                           XDG_CACHE_HOME=f"{folder}/.cache", GITHUB_PATH=f"{folder}/.path")
        for block in BLOCK.finditer(text):
            where = f"{page.relative_to(root)}:{text.count(chr(10), 0, block.start()) + 1}"
            mark, (language, content) = MARK.search(text[end:block.start()]), block.groups()
            content = re.sub(r"\b(rounds ?= ?)2e7\b", r"\g<1>6e6", content)  # shortens searches, whose results are not compared
            end = block.end()
            if mark and mark[1] == "not run":
                printed = None
            elif mark:
                pathlib.Path(folder, mark[2]).write_text(content)
            elif language in ("sh", "yaml"):
                commands = content if language == "sh" else "\n".join(f"({step})" for step in steps(content))
                result = subprocess.run(["bash", "-e"], input=commands, cwd=folder, env=environment, capture_output=True, text=True)
                printed = result.stdout
                if result.returncode != 0:
                    bad.append(f"{where}: exit status {result.returncode}: {result.stderr.strip()}")
                    break
            elif language == "text" and printed is not None:
                if pattern(content).fullmatch(printed):
                    continue
                if refresh and "..." not in content.removesuffix("\n...\n"):
                    shown = printed.splitlines()
                    if content.endswith("\n...\n"):
                        shown[content.count("\n") - 1:] = ["..."]
                    replaced.append((block.start(2), block.end(2), "".join(line.rstrip() + "\n" for line in shown)))
                else:
                    bad.append(f"{where}: differs from the output:\n{printed}")
            elif language not in ("toml", "text", "bibtex"):
                bad.append(f"{where}: this block ({language or 'without a language'}) is neither run nor written to a file")
        check_drawn(page, text, pathlib.Path(folder))
        if copy.exists():
            shutil.copy(copy, frontier)
    for begin, end, shown in reversed(replaced):
        text = text[:begin] + shown + text[end:]
    if replaced:
        page.write_text(text)
        print(f"{page.relative_to(root)}: refreshed {len(replaced)} blocks")


known = options_of_commands()
for page in tracked():
    check_links(page)
    check_commands(page, known)
check_version()
named = re.findall(r"(?:\.\./)?[\w/]+\.[ch]pp", (root / "engine/README.md").read_text())
bad += [f"engine/README.md: {name}: there is no such file" for name in named if not any((root / f / name).exists() for f in ("engine", ""))]
for page in [root / "README.md", *sorted((root / "tools/handbook").glob("*.md"))]:
    run_blocks(page)
sys.exit("\n".join(bad) if bad else 0)
