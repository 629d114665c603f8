import { type ReactNode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

interface Titled {
  readonly title: string;
}

/** A long document as a first version would show it: contents beside all of its sections, as React elements. */
export function showWhole<S extends Titled>(source: string, bodyOf: (section: S) => ReactNode): void {
  const root = document.getElementById("root");
  if (root !== null) createRoot(root).render(<Whole source={source} bodyOf={bodyOf} />);
}

function Whole<S extends Titled>({ source, bodyOf }: { readonly source: string; bodyOf: (section: S) => ReactNode }) {
  const [sections, setSections] = useState<readonly S[]>([]);
  useEffect(() => {
    void fetch(source)
      .then((answer) => answer.json())
      .then(setSections);
  }, [source]);
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
            {bodyOf(section)}
          </section>
        ))}
      </article>
    </div>
  );
}
