"""Drawings as light as PDFs can have them: shapes of one style become one path, discs become dots of a round pen.

A drawing from the program has a hundred shapes, each of which costs a PDF the same words about place, colour and pen again. Nothing changes in how it looks:
a shape joins an earlier one of its style only if it lies over nothing drawn since.
"""

import re

SHAPE = re.compile(r"<(rect|circle|path) ([^>]*)/>")
VALUE = re.compile(r'([a-z-]+)="([^"]*)"')


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def path_of(kind, values):
    """The outline of a shape, and the box it lies in."""
    if kind == "rect":
        x, y, width, height, round_ = (float(values.get(name, 0)) for name in ("x", "y", "width", "height", "rx"))
        x, y, w, h = number(x), number(y), number(width - 2 * round_), number(height - 2 * round_)
        box = (float(x), float(y), float(x) + width, float(y) + height)
        if round_ == 0:
            return f"M{x} {y}h{w}v{h}h-{w}z", box
        r = number(round_)
        arc = lambda dx, dy: f"a{r} {r} 0 0 1 {dx} {dy}"
        return f"M{number(box[0] + round_)} {y}h{w}{arc(r, r)}v{h}{arc('-' + r, r)}h-{w}{arc('-' + r, '-' + r)}v-{h}{arc(r, '-' + r)}z", box
    if kind == "circle":
        x, y, r = (float(values[name]) for name in ("cx", "cy", "r"))
        arc = lambda dx: f"a{number(r)} {number(r)} 0 1 0 {number(dx)} 0"
        return f"M{number(x - r)} {number(y)}{arc(2 * r)}{arc(-2 * r)}z", (x - r, y - r, x + r, y + r)
    points = [tuple(map(float, point.split())) for point in re.split("[ML]", values["d"]) if point.strip()]
    xs, ys = zip(*points)
    path = "".join(("L" if at else "M") + f"{number(x)} {number(y)}" for at, (x, y) in enumerate(points))
    return path, (min(xs), min(ys), max(xs), max(ys))


def blend(colour, ground):
    """A colour that covers in part, on another that covers all."""
    cover = int(colour[7:9], 16) / 255 if len(colour) == 9 else 1
    parts = ((int(colour[at : at + 2], 16), int(ground[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(over * cover + under * (1 - cover)):02x}" for over, under in parts)


def shapes(svg):
    """Every shape in its order: style, outline, box."""
    beneath = None
    for kind, text in SHAPE.findall(svg):
        values = dict(VALUE.findall(text))
        fill, stroke, pen = values.get("fill", "none"), values.get("stroke"), float(values.get("stroke-width", 0))
        path, (left, top, right, bottom) = path_of(kind, values)
        half = pen / 2
        box = (left - half, top - half, right + half, bottom + half)
        x, y, r = (float(values.get(name, 0)) for name in ("cx", "cy", "r"))
        dot = f"M{number(x)} {number(y)}h.01"
        if kind == "circle" and fill == "none" and beneath == (x, y, beneath and beneath[2]) and stroke:
            # A ring on a man: a dot in the colour that both make, and on it one in that of the man.
            yield ("none", blend(stroke, beneath[2]), 2 * r + pen, True), dot, box
            yield ("none", beneath[2], 2 * r - pen, True), dot, box
            continue
        beneath = (x, y, fill) if kind == "circle" and len(fill) == 7 else None
        if kind == "circle" and len(fill) == 7 and (stroke is None or len(stroke) == 7):
            if stroke is not None:
                yield ("none", stroke, 2 * r + pen, True), dot, box
            yield ("none", fill, 2 * r - pen, True), dot, box
        else:
            yield (fill, stroke, pen, False), path, box


def lighter(svg):
    """The same drawing with few shapes."""
    groups = []
    for style, path, box in shapes(svg):
        joined = None
        for group in reversed(groups):
            if group[0] == style:
                joined = group
                break
            if any(box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3] for other in group[2]):
                break
        if joined is None:
            joined = (style, [], [])
            groups.append(joined)
        joined[1].append(path)
        joined[2].append(box)
    written = []
    for (fill, stroke, pen, is_dot), paths, _ in groups:
        outline = f' stroke="{stroke}" stroke-width="{number(pen)}"' if stroke else ""
        cap = ' stroke-linecap="round"' if is_dot else ""
        written.append(f'<path d="{"".join(paths)}" fill="{fill}"{outline}{cap}/>')
    return svg[: svg.index(">") + 1] + "".join(written) + "</svg>"
