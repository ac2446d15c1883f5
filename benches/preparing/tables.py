"""Made-up tables, written into the raw archive block by block."""

import io

BLOCK = 500_000


def write_blocks(archive, name: str, rows: int, make_block) -> None:
    """Writes a table whose rows `first` to `first + count - 1` are `make_block(first, count)`."""
    with archive.open(name, "w", force_zip64=True) as binary:
        with io.TextIOWrapper(binary, encoding="utf-8", newline="") as text:
            for first in range(0, rows, BLOCK):
                block = make_block(first, min(BLOCK, rows - first))
                block.to_csv(text, index=False, header=first == 0)


def write_table(archive, name: str, table) -> None:
    with archive.open(name, "w") as binary:
        table.to_csv(binary, index=False)
