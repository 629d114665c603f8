import { useRef } from "react";
import { afterEach, expect, test } from "vitest";
import { type Mounted, mount } from "@/components/testing/mount";
import { indexText } from "@/components/ui/text-index";
import { useTableHeads } from "./use-table-heads";

let mounted: Mounted | undefined;
afterEach(() => mounted?.leave());

const columns = Array.from({ length: 14 }, (_, at) => at);
const rows = Array.from({ length: 60 }, (_, at) => at);
const cell = { minWidth: 120, height: 24 };

function Text() {
  const ref = useRef<HTMLDivElement>(null);
  useTableHeads(ref);
  return (
    <article style={{ height: 400, overflowY: "auto", width: 600 }}>
      <div data-toolbar="" style={{ position: "sticky", top: 0, height: 40 }} />
      <div ref={ref}>
        <p style={{ height: 300 }}>before</p>
        <figure className="figs" style={{ margin: 0 }}>
          <div className="scroll-x" style={{ overflowX: "auto" }}>
            <table style={{ borderCollapse: "collapse" }}>
              <thead>
                <tr>
                  {columns.map((at) => (
                    <th key={at} style={cell}>
                      head {at}
                      {at === 5 ? (
                        <>
                          <br />
                          (2024-03-31)
                        </>
                      ) : null}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row}>
                    {columns.map((at) => (
                      <td key={at} style={cell}>
                        {row * at}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </figure>
        <p style={{ height: 900 }}>after</p>
      </div>
    </article>
  );
}

async function open() {
  mounted = mount(<Text />);
  const { element } = mounted;
  const one = <T extends Element>(selector: string): T => {
    const found = element.querySelector<T>(selector);
    if (found === null) throw new Error(`no ${selector}`);
    return found;
  };
  await expect.poll(() => element.querySelector("[data-table-head]")).not.toBeNull();
  const host = one<HTMLElement>("[data-table-head]");
  await expect.poll(() => host.shadowRoot?.querySelectorAll("[data-left]").length).toBe(columns.length);
  const [head, edge] = host.shadowRoot?.children ?? [];
  if (!(head instanceof HTMLElement) || !(edge instanceof HTMLElement)) throw new Error("no second head");
  return { element, one, host, head, edge };
}
const topOf = (element: Element) => element.getBoundingClientRect().top;

test("a second head lies exactly over the first, and stays below the toolbar while the table passes", async () => {
  const { one, host, head } = await open();
  expect(host.getAttribute("aria-hidden")).toBe("true");
  expect(topOf(head)).toBeCloseTo(topOf(one("thead")), 0);
  const pane = one<HTMLElement>("article");
  pane.scrollTop = 800;
  await expect.poll(() => Math.round(topOf(head) - topOf(pane))).toBe(40);
  expect(topOf(one("thead"))).toBeLessThan(topOf(pane));
  // It leaves with the last row and never lies over what follows.
  pane.scrollTop = pane.scrollHeight;
  await expect
    .poll(() => head.getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(one("table").getBoundingClientRect().bottom + 1);
});

test("the lines of a cell break where they break in the first head", async () => {
  const { one, head } = await open();
  const [copy, first] = [head.querySelectorAll<HTMLElement>("[data-left]")[5], one<HTMLElement>("th:nth-child(6)")];
  expect(copy?.innerText.trim()).toBe(first.innerText.trim());
  expect(first.innerText).toContain("\n");
});

test("no row is hidden: the table has no height of its own to scroll in", async () => {
  const { one } = await open();
  const box = one<HTMLElement>(".scroll-x");
  expect(box.scrollHeight).toBeLessThanOrEqual(box.clientHeight + 1);
});

test("it follows sideways but for the column of labels, and an edge tells where the table goes on", async () => {
  const { one, head, edge } = await open();
  const box = one<HTMLElement>(".scroll-x");
  const cells = head.querySelectorAll("[data-left]");
  expect(edge.hidden).toBe(false);
  const [first, fifth] = [cells[0], cells[5]].map((each) => each?.getBoundingClientRect().left ?? 0);
  box.scrollLeft = 200;
  await expect.poll(() => cells[5]?.getBoundingClientRect().left).toBeCloseTo((fifth ?? 0) - 200, 0);
  expect(cells[0]?.getBoundingClientRect().left).toBeCloseTo(first ?? 0, 0);
  box.scrollLeft = box.scrollWidth;
  await expect.poll(() => edge.hidden).toBe(true);
});

test("finding and quoting see one head", async () => {
  const { one } = await open();
  expect(indexText(one("figure")).text.match(/head 3/g)).toHaveLength(1);
});
