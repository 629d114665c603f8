import type { Nodes } from "hast";
import { createElement, type ReactNode } from "react";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { showWhole } from "./naive-frame.tsx";

interface Section {
  readonly title: string;
  readonly markdown: string;
}

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype);

function Markdown({ text }: { readonly text: string }) {
  return <>{elementsOf(processor.runSync(processor.parse(text)), 0)}</>;
}

function elementsOf(node: Nodes, key: number): ReactNode {
  if (node.type === "text") return node.value;
  if (node.type !== "element" && node.type !== "root") return null;
  // White space between rows and cells is nothing that React takes there.
  const children = node.children.filter((child) => child.type !== "text" || child.value.trim() !== "").map(elementsOf);
  return node.type === "root" ? children : createElement(node.tagName, { key }, ...children);
}

// The Markdown that the interface delivers, set in the browser.
showWhole<Section>("/markdown.json", ({ markdown }) => <Markdown text={markdown} />);
