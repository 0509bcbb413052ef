"""Charts as files, by vl-convert (extra ``[plot]``): self-contained pages, and pictures."""

from __future__ import annotations

import base64
import html
import json
import os
import secrets
import warnings
import zlib
from pathlib import Path
from typing import Any

from sprague.system.ask import Effort, require
from sprague.system.folders import cache, private
from sprague.system.imports import whole
from sprague.system.limits import bytes_text
from sprague.system.sealed import SUM, summed
from sprague.words.errors import FileError, MissingExtraError, SlowWarning, SpragueError, TooLargeError
from sprague.words.messages import join, say, say_plural

#: What a point of a chart takes until it is drawn, on the machine of the measurements.
BYTES_A_ROW, SECONDS_A_ROW = 4000, 3e-4

#: Address space that vl-convert's engine (V8) takes when it starts: with 64 GiB it ends the process, with 128 GiB not.
ADDRESS_SPACE = 128 << 30

_FORMATS = ("html", "svg", "png")

#: A chart in a cell of a notebook. The program is packed, since Jupyter bounds what a kernel sends in a second.
_CELL = """<div id="{place}">{title}</div>
<script>
(async () => {{
  window.spragueCharts ??= (async () => {{
    const packed = Uint8Array.from(atob("{packed}"), (mark) => mark.charCodeAt(0));
    const program = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    new Function(await new Response(program).text())();
    return window.vegaEmbed;
  }})();
  (await window.spragueCharts)("#{place}", {spec}, {{mode: "vega-lite", renderer: "svg"}});
}})().catch(console.error);
</script>
"""

_PAGE = """<!DOCTYPE html>
<html>
<head>
<meta charset="UTF-8">
<title>Sprague</title>
<script>{script}</script>
</head>
<body>
<div id="chart"></div>
<script>
vegaEmbed("#chart", {spec}, {{mode: "vega-lite", renderer: "svg"}}).catch(console.error);
</script>
</body>
</html>
"""


def save(chart: Any, target: Any, form: str) -> None:
    """Write a chart (or its Vega-Lite specification) as ``form`` (html, svg or png) into ``target``, a file open for
    bytes.

    Raises MissingExtraError if vl-convert-python is not installed, TooLargeError if the chart exceeds the budget in
    force.
    """
    spec: dict[str, Any] = chart if isinstance(chart, dict) else chart.to_dict()
    rows = len(spec.get("data", {}).get("values", ()))
    if form == "html":
        target.write(_PAGE.format(script=_script(), spec=_in_script(spec)).encode())
        return
    if form not in _FORMATS:
        raise SpragueError(say("expected one of {forms}, got {form}", forms=join(_FORMATS), form=form))
    require(
        Effort(rows, BYTES_A_ROW * rows, SECONDS_A_ROW * rows),
        say_plural("a chart of {count} point", "a chart of {count} points", rows),
    )
    convert = _vl_convert()
    _require_address_space()
    if form == "svg":
        target.write(convert.vegalite_to_svg(spec).encode())
    else:
        target.write(convert.vegalite_to_png(spec, scale=2))


def cell(chart: Any) -> str:
    """Returns a chart as self-contained HTML for a cell of a notebook, which fetches nothing.

    Raises MissingExtraError when vl-convert-python is not installed.
    """
    spec: dict[str, Any] = chart.to_dict()
    packed = base64.b64encode(zlib.compress(_script().encode(), 9)).decode()
    title = html.escape(spec["title"]["text"])
    place = f"sprague-{secrets.token_hex(8)}"
    return _CELL.format(place=place, title=title, packed=packed, spec=_in_script(spec))


def _in_script(spec: dict[str, Any]) -> str:
    return json.dumps(spec, separators=(",", ":")).replace("<", "\\u003c")


def form_of(path: str) -> str:
    """Returns the form that a file name asks for. Raises FileError if it is none of html, svg and png, and
    MissingExtraError when vl-convert-python, which every form needs, is not installed."""
    form = path.rpartition(".")[2].lower()
    if form not in _FORMATS or "." not in path:
        raise FileError(say("expected a file name that ends in .html, .svg or .png"), where=path)
    _vl_convert()
    return form


def _script() -> str:
    """Returns the program that draws charts in a page. vl-convert takes over a second to assemble it, so the cache
    keeps it."""
    convert = _vl_convert()
    version = str(convert.__version__)
    path = cache() / f"charts-{version}"
    stored = _read(path, version)
    if stored is not None:
        return stored
    _require_address_space()
    # The default, which names Vega's other parts as well, takes a quarter longer.
    script: str = convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")
    _keep(path, version, script)
    return script


def _read(path: Path, version: str) -> str | None:
    """Returns the program in a file, or None if there is none, if it is damaged, or if others may write to the
    folder."""
    if not private(path.parent):
        return None
    try:
        content = path.read_bytes()
    except OSError:
        return None
    return (
        zlib.decompress(content[SUM:]).decode() if content[:SUM] == summed(version, content[SUM:]) else None
    )


def _keep(path: Path, version: str, script: str) -> None:
    """Keeps the program in the cache. A folder that cannot be written is no error, but a warning says so."""
    packed = zlib.compress(script.encode(), 6)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        cache(create=True)
        part.write_bytes(summed(version, packed) + packed)
        part.replace(path)
    except OSError as error:
        folder = str(path.parent)
        problem = error.message if isinstance(error, FileError) else say("{text}", text=error.strerror or "")
        warnings.warn(
            SlowWarning(
                say(
                    "{folder} cannot be written ({problem}), so every chart takes two seconds more",
                    folder=folder,
                    problem=problem,
                )
            ),
            stacklevel=2,
        )


def _vl_convert() -> Any:
    try:
        whole("vl_convert")
        import vl_convert
    except ImportError:
        raise MissingExtraError("plot", say("a chart in a file")) from None
    return vl_convert


def _require_address_space() -> None:
    """Raises TooLargeError if the process may not reserve the address space that the library's engine needs. The engine
    would end the process without a message."""
    try:
        import resource
    except ImportError:  # not every system has such limits
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY and limit < ADDRESS_SPACE:
        raise TooLargeError(
            say(
                "a chart in a file needs {wanted} of address space, of which little is used; the limit is {limit} "
                "(ulimit -v)",
                wanted=bytes_text(ADDRESS_SPACE),
                limit=bytes_text(limit),
            )
        )
