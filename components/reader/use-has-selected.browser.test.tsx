import { useRef } from "react";
import { afterEach, expect, test } from "vitest";
import { type Mounted, mount } from "@/components/testing/mount";
import { useHasSelected } from "./use-has-selected";

let mounted: Mounted | undefined;
afterEach(() => {
  getSelection()?.removeAllRanges();
  mounted?.leave();
});

function Text({ element }: { element: HTMLElement }) {
  return <output>{useHasSelected(useRef(element)) ? "selected" : "nothing"}</output>;
}

test.each([true, false])("a selection is seen, made before the code arrived: %s", async (before) => {
  const text = document.body.appendChild(document.createElement("p"));
  text.textContent = "営業収益は前期を上回った。";
  if (before) getSelection()?.selectAllChildren(text);
  mounted = mount(<Text element={text} />);
  const said = () => mounted?.element.textContent;
  if (!before) {
    await expect.poll(said).toBe("nothing");
    getSelection()?.selectAllChildren(text);
  }
  await expect.poll(said).toBe("selected");
  text.remove();
});
