import type { Nodes } from "hast";
import { createElement, type ReactNode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

interface Section {
  readonly title: string;
  readonly markdown: string;
}

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype);

function elementsOf(node: Nodes, key: number): ReactNode {
  if (node.type === "text") return node.value;
  if (node.type !== "element" && node.type !== "root") return null;
  // White space between rows and cells is nothing that React takes there.
  const children = node.children.filter((child) => child.type !== "text" || child.value.trim() !== "").map(elementsOf);
  return node.type === "root" ? children : createElement(node.tagName, { key }, ...children);
}

/** A long document as a first version would show it: contents beside all of its sections, as React elements. */
function Whole() {
  const [sections, setSections] = useState<readonly Section[]>([]);
  useEffect(() => {
    void fetch("/document.json")
      .then((answer) => answer.json())
      .then(setSections);
  }, []);
  return (
    <div className="read">
      <nav>
        {sections.map((section, at) => (
          <a key={at} href={`#s${at}`} data-toc={at}>
            {section.title}
          </a>
        ))}
      </nav>
      <article>
        {sections.map((section, at) => (
          <section key={at} id={`s${at}`}>
            <h3>{section.title}</h3>
            {elementsOf(processor.runSync(processor.parse(section.markdown)), 0)}
          </section>
        ))}
      </article>
    </div>
  );
}

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<Whole />);
