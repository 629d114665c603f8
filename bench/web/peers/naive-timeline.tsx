import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import type { MadeDocument } from "../catalog.ts";

const families = ["edinet_filing", "timely_disclosure", "ir_material"];

/** The timeline as a first version would show it: every row, filtered as a box is ticked. */
function Timeline() {
  const [documents, setDocuments] = useState<readonly MadeDocument[]>([]);
  const [chosen, setChosen] = useState<readonly string[]>(families);
  useEffect(() => {
    void fetch("/timeline.json")
      .then((answer) => answer.json())
      .then(setDocuments);
  }, []);
  const shown = documents.filter(({ family }) => chosen.includes(family));
  return (
    <div className="issuer">
      <form>
        {families.map((family) => (
          <label key={family}>
            <input
              type="checkbox"
              checked={chosen.includes(family)}
              onChange={() =>
                setChosen(chosen.includes(family) ? chosen.filter((each) => each !== family) : [...chosen, family])
              }
            />
            {family} <span>{documents.filter((each) => each.family === family).length}</span>
          </label>
        ))}
      </form>
      <section data-rows={shown.length}>
        {shown.map((document) => (
          <Row key={document.id} document={document} />
        ))}
      </section>
    </div>
  );
}

function Row({ document }: { readonly document: MadeDocument }) {
  const at = new Date(document.atMs).toISOString();
  return (
    <article data-row>
      <time dateTime={at}>{at.slice(0, 10)}</time>
      <span>{document.family}</span>
      <span className="two">
        <a href={`/documents/${document.id}`}>{document.title}</a>
        <span>{document.type}</span>
      </span>
      <span>12 pages</span>
      <span>4 credits</span>
    </article>
  );
}

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<Timeline />);
