
"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const headers = [...table.tHead.rows[0].cells];
  headers.forEach((header, index) => {
    const button = document.createElement("button");
    button.append(...header.childNodes);
    header.append(button);
    const numeric = header.classList.contains("n");
    const key = (row) => {
      const text = row.cells[index].dataset.v ?? row.cells[index].textContent;
      return numeric ? (text === "" ? NaN : Number(text)) : text;
    };
    button.addEventListener("click", () => {
      const down = header.getAttribute("aria-sort") === "ascending";
      headers.forEach((other) => other.removeAttribute("aria-sort"));
      header.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...body.rows].map((row) => [key(row), row]);
      const missing = (value) => numeric ? Number.isNaN(value) : value === "";
      rows.sort(([a], [b]) => {
        if (missing(a) || missing(b)) return missing(a) - missing(b);
        const order = numeric ? a - b : a.localeCompare(b);
        return down ? -order : order;
      });
      body.append(...rows.map(([, row]) => row));
    });
  });
}
