"""The Markdown table of the preparation benchmark, and what is reached of its goals."""

from preparing.measure import Result

HEAD = [
    "| competition | rows | archive | ours | the plain way | wall | processor | memory | same |",
    "| --- | --: | --: | --: | --: | --: | --: | --: | :-: |",
]


def table(results: list[Result]) -> str:
    """Returns the tables' lines first, then those of the images, each with its summary."""
    tables = [result for result in results if not result.case.copies_images]
    images = [result for result in results if result.case.copies_images]
    parts = []
    if tables:
        parts += ["Tables, against pandas and scikit-learn; goals: 5 times faster, 25% of the memory.\n"]
        parts += [*HEAD, *map(line, tables), "", *misses(tables, lambda r: faster(r) < 5 or memory(r) > 0.25), ""]
    if images:
        parts += ["Images, against `unzip` and `cp`; goal: at most 1.3 times as long, a wall ratio of 0.77.\n"]
        parts += [*HEAD, *map(line, images), "", *misses(images, lambda r: faster(r) < 1 / 1.3), ""]
    return "\n".join(parts)


def line(r: Result) -> str:
    cells = [r.case.id, f"{r.rows:,}", f"{r.megabytes:,.0f} MB", amount(r.ours)]
    if r.plain:
        processor = r.plain[1] / r.ours[1]
        cells += [amount(r.plain), f"{faster(r):.2f}", f"{processor:.2f}", f"{memory(r):.0%}", "yes" if r.same else "no"]
    else:
        cells += ["too large", "", "", "", ""]
    return f"| {' | '.join(cells)} |"


def amount(medians: tuple[float, float, float]) -> str:
    return f"{medians[0]:,.1f} s, {medians[2]:,.0f} MB"


def faster(r: Result) -> float:
    return r.plain[0] / r.ours[0]


def memory(r: Result) -> float:
    return r.ours[2] / r.plain[2]


def misses(results: list[Result], is_miss) -> list[str]:
    missed = [r.case.id for r in results if r.plain and is_miss(r)]
    return [f"Not reached: {', '.join(missed)}." if missed else "All goals are reached."]
