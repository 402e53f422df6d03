"""wheel.py PREFIX FOLDER: makes the wheel in FOLDER from an installation in PREFIX (tools/package --wheel). The wheel contains the Python
package, whose folder `prefix` has the program, the library and their files."""

import base64
import hashlib
import pathlib
import platform
import stat
import sys
import tomllib
import zipfile


def main() -> None:
    prefix, folder = (pathlib.Path(path) for path in sys.argv[1:])
    here = pathlib.Path(__file__).resolve().parent
    about = tomllib.loads((here / "pyproject.toml").read_text())["project"]
    name, version = about["name"], about["version"]
    tag = f"py3-none-linux_{platform.machine()}"
    info = f"{name}-{version}.dist-info"
    extras = about["optional-dependencies"]["all"]
    metadata = "\n".join(["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", f"Summary: {about['description']}",
                          f"Requires-Python: {about['requires-python']}", "License: MIT",
                          *(f"Requires-Dist: {needed}" for needed in about["dependencies"]), "Provides-Extra: all",
                          *(f"Requires-Dist: {needed}; extra == 'all'" for needed in extras),
                          "Description-Content-Type: text/markdown", "", (here / "README.md").read_text()])
    texts = {f"{info}/METADATA": metadata,
             f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: regretta\nRoot-Is-Purelib: false\nTag: {tag}\n",
             f"{info}/entry_points.txt": f"[console_scripts]\n{name} = {name}.program:main\n"}
    suffixes = (".py", ".toml", ".typed", ".mplstyle")
    files = {str(path.relative_to(here)): path for path in sorted((here / name).rglob("*")) if path.suffix in suffixes}
    for path in sorted(prefix.rglob("*")):
        relative = path.relative_to(prefix)
        if path.is_file() and relative.parts[:3] != ("share", "regretta", "python"):  # the package itself
            files[f"{name}/prefix/{relative}"] = path

    record = []
    wheel = folder / f"{name}-{version}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        def add(name_in_archive: str, content: bytes, mode: int) -> None:
            entry = zipfile.ZipInfo(name_in_archive, (1980, 1, 1, 0, 0, 0))  # a fixed date, so that wheels are reproducible
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, (stat.S_IFREG | mode) << 16
            archive.writestr(entry, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{name_in_archive},sha256={digest},{len(content)}")

        for name_in_archive, path in files.items():
            add(name_in_archive, path.read_bytes(), 0o755 if path.stat().st_mode & stat.S_IXUSR else 0o644)
        for name_in_archive, text in texts.items():
            add(name_in_archive, text.encode(), 0o644)
        archive.writestr(f"{info}/RECORD", "\n".join([*record, f"{info}/RECORD,,", ""]))
    print(wheel)


if __name__ == "__main__":
    main()
