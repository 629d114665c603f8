import type { MadeSection } from "../made-text.ts";
import { showWhole } from "./naive-frame.tsx";

function Body({ section }: { readonly section: MadeSection }) {
  return (
    <>
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
    </>
  );
}

// Its text comes parsed already.
showWhole<MadeSection>("/document.json", (section) => <Body section={section} />);
