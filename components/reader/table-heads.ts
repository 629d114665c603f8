/**
 * Long tables keep their head in sight: a second head, hidden from assistive technology, lies over the first one, stays
 * below the toolbar while the table passes and follows it sideways. A table that is cut at the right says so by an
 * edge. It is built only as a table comes near, in a shadow tree, so that finding, quoting and copying see one head.
 */
export function keepTableHeads(root: HTMLElement): () => void {
  const seen = new WeakSet<Element>();
  const undo: (() => void)[] = [];
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        near.unobserve(target);
        undo.push(overlay(target, root));
      }
    },
    { rootMargin: "800px" },
  );
  const look = () => {
    for (const figure of root.querySelectorAll("figure.figs")) {
      if (seen.has(figure)) continue;
      seen.add(figure);
      near.observe(figure);
    }
  };
  look();
  // Texts of a long document arrive piece by piece.
  const arriving = new MutationObserver(look);
  arriving.observe(root, { childList: true, subtree: true });
  return () => {
    arriving.disconnect();
    near.disconnect();
    for (const each of undo) each();
  };
}

/** Lays the second head over a table; returns what takes it away again. */
function overlay(figure: HTMLElement, root: HTMLElement): () => void {
  const box = figure.querySelector<HTMLElement>(":scope > .scroll-x");
  const table = box?.querySelector<HTMLTableElement>(":scope > table");
  if (box === null || table === null || table === undefined) return () => undefined;
  const { host, head, edge } = layer();
  figure.style.position = "relative";
  figure.append(host);

  const follow = () => {
    const left = box.scrollLeft;
    edge.hidden = left + box.clientWidth >= box.scrollWidth - 1;
    for (const cell of head.querySelectorAll<HTMLElement>("[data-left]")) {
      const moves = cell.dataset["first"] === undefined ? left : 0;
      cell.style.left = `${Number(cell.dataset["left"]) - moves}px`;
    }
  };
  const measure = () => {
    place(host, {
      top: box.offsetTop + box.clientTop,
      left: box.offsetLeft,
      height: box.clientHeight,
      width: box.clientWidth,
    });
    head.style.top = `${toolbarBottom(root)}px`;
    fillHead(head, table);
    follow();
  };
  const sizes = new ResizeObserver(measure);
  sizes.observe(box);
  sizes.observe(table);
  box.addEventListener("scroll", follow, { passive: true });
  return () => {
    sizes.disconnect();
    box.removeEventListener("scroll", follow);
    host.remove();
  };
}

function layer() {
  const host = document.createElement("div");
  host.setAttribute("aria-hidden", "true");
  host.dataset["tableHead"] = "";
  host.className = "print:hidden";
  Object.assign(host.style, { position: "absolute", pointerEvents: "none", zIndex: "1" });
  const head = document.createElement("div");
  Object.assign(head.style, { position: "sticky", overflow: "hidden" });
  const edge = document.createElement("div");
  edge.dataset["edge"] = "";
  const line = { position: "absolute", top: "0", bottom: "0", right: "0", width: "3px", background: "var(--rule)" };
  Object.assign(edge.style, line);
  host.attachShadow({ mode: "open" }).append(head, edge);
  return { host, head, edge };
}

/** The cells of the head where they stand, in the looks that they have. */
function fillHead(head: HTMLElement, table: HTMLTableElement): void {
  const whole = table.tHead?.getBoundingClientRect();
  head.style.height = `${whole?.height ?? 0}px`;
  const cells = [...(table.tHead?.querySelectorAll("th") ?? [])].map((cell) => {
    const at = cell.getBoundingClientRect();
    const copy = document.createElement("div");
    const looks = getComputedStyle(cell);
    for (const name of cellLooks) copy.style.setProperty(name, looks.getPropertyValue(name));
    const left = at.left - (whole?.left ?? 0);
    place(copy, { left, top: at.top - (whole?.top ?? 0), width: at.width, height: at.height });
    const lines = { position: "absolute", boxSizing: "border-box", display: "grid", alignContent: "end" };
    Object.assign(copy.style, lines);
    copy.dataset["left"] = String(left);
    // Over the column of labels, which stays too.
    if (left < 1 && cell.colSpan === 1) Object.assign(copy.dataset, { first: "" });
    copy.style.zIndex = left < 1 && cell.colSpan === 1 ? "1" : "0";
    copy.append(wordsOf(cell));
    return copy;
  });
  head.replaceChildren(...cells);
}

/** With the line breaks that the cell has: its words would be broken elsewhere without them. */
function wordsOf(cell: HTMLElement): HTMLElement {
  const words = document.createElement("span");
  words.append(...[...cell.childNodes].map((node) => node.cloneNode(true)));
  return words;
}

const cellLooks = [
  "background-color",
  "border-bottom",
  "box-shadow",
  "color",
  "font-family",
  "font-feature-settings",
  "font-size",
  "font-weight",
  "line-height",
  "padding",
  "text-align",
] as const;

function place(element: HTMLElement, box: Readonly<Record<"top" | "left" | "width" | "height", number>>): void {
  for (const [name, value] of Object.entries(box)) element.style.setProperty(name, `${value}px`);
}

/** How far below the top of what scrolls the toolbar ends: there a head stays. */
function toolbarBottom(root: HTMLElement): number {
  const tools = root.closest("article")?.querySelector<HTMLElement>("[data-toolbar]");
  if (tools === null || tools === undefined) return 0;
  const { position, top } = getComputedStyle(tools);
  return position === "sticky" ? (Number.parseFloat(top) || 0) + tools.offsetHeight : 0;
}
