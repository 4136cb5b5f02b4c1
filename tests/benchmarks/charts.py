"""Bar charts as SVG, legible on light and dark pages."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH, LABELS, AMOUNTS = 960, 530, 110
BAR, GAP, TOP = 14, 12, 44
STYLE = """
    text { font: 13px system-ui, sans-serif; fill: #1f2328; }
    .title { font-weight: 600; }
    .page { fill: #fff; }
    .good { fill: #2b7a4b; }
    .bad { fill: #bc4c00; }
    .anchor { fill: #8c959f; }
    .goal { stroke: #1f2328; stroke-width: 1.5; stroke-dasharray: 4 3; }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc; }
      .page { fill: #0d1117; }
      .good { fill: #4fae78; }
      .bad { fill: #f0883e; }
      .anchor { fill: #6e7781; }
      .goal { stroke: #f0f6fc; }
    }
  """


class Bar(NamedTuple):
    """One bar: its value, its class in the stylesheet (good, bad or anchor), and the text beside it."""

    value: float
    kind: str
    words: str


class Row(NamedTuple):
    label: str
    bars: tuple[Bar, ...]


def chart(title: str, rows: Sequence[Row], *, line: float | None = None) -> str:
    """Return a chart of horizontal bars as SVG; a dashed line is drawn at the value `line`."""
    largest = max([bar.value for row in rows for bar in row.bars] + [line or 0.0]) or 1.0
    scale = (WIDTH - LABELS - AMOUNTS) / largest
    parts, y = [], TOP
    for row in rows:
        height = BAR * len(row.bars)
        parts.append(
            f'<text x="{LABELS - 10}" y="{y + height / 2 + 4:.0f}" text-anchor="end">{escape(row.label)}</text>'
        )
        for bar in row.bars:
            width = max(bar.value * scale, 1)
            parts.append(
                f'<rect class="{bar.kind}" x="{LABELS}" y="{y}" width="{width:.1f}" height="{BAR - 2}" rx="2"/>'
            )
            parts.append(f'<text x="{LABELS + width + 6:.1f}" y="{y + BAR - 3}">{escape(bar.words)}</text>')
            y += BAR
        y += GAP
    if line is not None:
        at = LABELS + line * scale
        parts.append(f'<line class="goal" x1="{at:.1f}" x2="{at:.1f}" y1="{TOP - 8}" y2="{y - GAP + 4}"/>')
    lines = "\n  ".join(parts)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" role="img" aria-labelledby="title">
  <title id="title">{escape(title)}</title>
  <style>{STYLE}</style>
  <rect class="page" width="{WIDTH}" height="{y}" rx="8"/>
  <text class="title" x="16" y="24">{escape(title)}</text>
  {lines}
</svg>
"""
