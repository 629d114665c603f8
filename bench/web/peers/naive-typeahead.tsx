import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import type { MadeIssuer } from "../catalog.ts";

/** All issuers in the browser, and one look through them a key. */
function Typeahead() {
  const [issuers, setIssuers] = useState<readonly MadeIssuer[]>([]);
  const [text, setText] = useState("");
  useEffect(() => {
    void fetch("/issuers.json")
      .then((answer) => answer.json())
      .then(setIssuers);
  }, []);
  const matches = text === "" ? [] : issuers.filter(({ name, code }) => name.includes(text) || code.includes(text));
  return (
    <div data-ready={issuers.length > 0 ? "" : undefined}>
      <input
        role="combobox"
        aria-controls="found"
        aria-expanded={text !== ""}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul id="found" role="listbox" data-for={text}>
        {matches.slice(0, 8).map(({ code, name }) => (
          <li key={code} role="option" aria-selected={false}>
            {name} {code}
          </li>
        ))}
      </ul>
    </div>
  );
}

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<Typeahead />);
