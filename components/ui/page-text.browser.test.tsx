import { hydrateRoot, type Root } from "react-dom/client";
import { afterEach, expect, test } from "vitest";
import { type Mounted, mount } from "@/components/testing/mount";
import { usePageJson } from "@/lib/page-text/use-page-text";

let root: Root | undefined;
let mounted: Mounted | undefined;
afterEach(() => {
  root?.unmount();
  mounted?.leave();
  document.body.replaceChildren();
});

function Title({ given }: { readonly given: { readonly id: string } }) {
  const [text, element] = usePageJson(given);
  const data: { readonly title: string } = JSON.parse(text);
  return (
    <section>
      {element}
      <h1>{data.title}</h1>
    </section>
  );
}

/** The page as the server has sent it. */
function sent(html: string): HTMLElement {
  const page = document.body.appendChild(document.createElement("div"));
  page.innerHTML = html;
  return page;
}

test("data that stands in the page's HTML is taken over, and is there again when its element is gone", async () => {
  const json = String.raw`{"title":"\u003c/script>配当"}`;
  const page = sent(
    `<section><script id="text-json" type="application/json">${json}</script><h1>&lt;/script&gt;配当</h1></section>`,
  );
  const heading = page.querySelector("h1");
  const faults: unknown[] = [];
  root = hydrateRoot(page, <Title given={{ id: "text-json" }} />, {
    onRecoverableError: (error) => faults.push(error),
  });
  await expect.poll(() => Object.keys(heading ?? {}).length).toBeGreaterThan(0);
  expect(page.querySelector("h1")).toBe(heading);
  expect(faults).toEqual([]);

  root.unmount();
  page.remove();
  mounted = mount(<Title given={{ id: "text-json" }} />);
  await expect.poll(() => mounted?.element.querySelector("h1")?.textContent).toBe("</script>配当");
});
