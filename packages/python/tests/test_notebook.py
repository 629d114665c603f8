"""The notebook beside this package, run cell by cell: what it prints is what is saved in it."""

import contextlib
import io
import json
import os
from pathlib import Path

NOTEBOOK = Path(__file__).parent.parent / "notebook.ipynb"


def test_prints_what_is_saved() -> None:
    notebook = json.loads(NOTEBOOK.read_text())
    names: dict[str, object] = {}
    saved, printed = [], []
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(cell["source"], NOTEBOOK.name, "exec"), names)
        saved.append("".join(each["text"] for each in cell["outputs"]))
        printed.append(output.getvalue())
        text = output.getvalue()
        cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": text}] if text else []
    if target := os.environ.get("HIRAKU_NOTEBOOK_OUTPUT"):
        Path(target).write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n")
        return
    assert printed == saved
