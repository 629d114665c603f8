import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import type { MadeSection } from "../made-text.ts";

/** The document as a first version would show it: all of it, as React elements. Its text comes parsed already. */
function Document() {
  const [sections, setSections] = useState<readonly MadeSection[]>([]);
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
          <Section key={at} id={`s${at}`} section={section} />
        ))}
      </article>
    </div>
  );
}

function Section({ id, section }: { readonly id: string; readonly section: MadeSection }) {
  return (
    <section id={id}>
      <h3>{section.title}</h3>
      {section.paragraphs.map((text, at) => (
        <p key={at}>{text}</p>
      ))}
      {section.tables.map(([heads = [], ...rows], at) => (
        <table key={at}>
          <thead>
            <tr>
              {heads.map((cell, column) => (
                <th key={column}>{cell}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row}>
                {cells.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </section>
  );
}

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<Document />);
