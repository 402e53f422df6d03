#!/usr/bin/python3
"""notebooks.py NOTEBOOK...: runs the cells of Jupyter notebooks in order, each notebook in an empty folder, and stores what they
show: text, tables, figures. Needs what the notebooks need, and no Jupyter. The program is REGRETTA_PROGRAM, or that of the
checkout."""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
import pathlib
import sys
import tempfile
from typing import Any

HERE = pathlib.Path(__file__).resolve().parent


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with the outputs of its code cells. Runs in the current folder. What a cell raises is raised, with its number."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate((one for one in notebook["cells"] if one["cell_type"] == "code"), start=1):
        try:
            cell["outputs"] = outputs_of("".join(cell["source"]), number, names)
        except Exception as error:
            error.add_note(f"in code cell {number}")
            raise
        cell["execution_count"] = number
    return notebook


def outputs_of(source: str, number: int, names: dict[str, Any]) -> list[dict[str, Any]]:
    """What the cell prints, the value of its last line unless that ends with a semicolon, and its figures."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    value = None
    with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.redirect_stderr(io.StringIO()):
        exec(compile(tree, f"code cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"code cell {number}", "eval"), names)
    outputs = []
    if said.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines_of(said.getvalue())})
    if value is not None and not source.rstrip().endswith(";"):
        with contextlib.suppress(AttributeError, NotImplementedError):
            value._ipython_display_()
        data = {"text/plain": lines_of(repr(value))}
        if hasattr(value, "savefig"):
            data["image/png"] = picture_of(value)
        if html := getattr(value, "_repr_html_", lambda: None)():
            data["text/html"] = lines_of(html)
        outputs.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs + [{"data": {"image/png": png, "text/plain": ["<Figure>"]}, "metadata": {}, "output_type": "display_data"}
                      for png in figures()]


def figures() -> list[str]:
    """The figures that matplotlib has open, which it then closes."""
    if "matplotlib" not in sys.modules:
        return []
    from matplotlib import pyplot

    found = []
    for number in pyplot.get_fignums():
        found.append(picture_of(pyplot.figure(number)))
    pyplot.close("all")
    return found


def picture_of(figure: Any) -> str:
    """The figure as a PNG, in base64."""
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=64, metadata={"Software": None})
    return base64.b64encode(file.getvalue()).decode()


def lines_of(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.path.insert(0, str(HERE))
    import matplotlib

    matplotlib.use("Agg")
    for path in map(pathlib.Path, sys.argv[1:]):
        path = path.resolve()
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            notebook = executed(json.loads(path.read_text()))
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
        print(path.name)


if __name__ == "__main__":
    main()
