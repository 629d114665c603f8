import { parseXml } from "../../../kit/archives/parse-xml.ts";
import { ContextReader } from "./contexts.ts";
import { limits, tooMany } from "./limits.ts";

export interface InstanceFact {
  readonly name: string;
  readonly contextRef: string;
  readonly unitRef: string | undefined;
  readonly decimals: string | null;
  readonly nil: boolean;
  text: string;
}

export interface Instance {
  readonly facts: readonly InstanceFact[];
  readonly contexts: ContextReader;
  readonly namespaces: ReadonlyMap<string, string>;
}

/** A plain instance document, of packages without inline XBRL: every child of its root with a context is a fact. */
export function readInstance(source: string): Instance {
  const contexts = new ContextReader();
  const facts: InstanceFact[] = [];
  const namespaces = new Map<string, string>();
  let depth = 0;
  let fact: InstanceFact | undefined;
  parseXml(source, {
    open(local, attributes, name) {
      depth++;
      if (depth === 1) {
        for (const [key, uri] of Object.entries(attributes)) {
          if (key.startsWith("xmlns:")) namespaces.set(key.slice("xmlns:".length), uri);
        }
      }
      if (contexts.open(local, attributes)) return;
      const contextRef = attributes["contextRef"];
      if (depth !== 2 || contextRef === undefined || name.endsWith("TextBlock")) return;
      if (facts.length >= limits.facts) throw tooMany("figures", limits.facts);
      fact = {
        name,
        contextRef,
        unitRef: attributes["unitRef"],
        decimals: attributes["decimals"] ?? null,
        nil: attributes["xsi:nil"] === "true" || attributes["xsi:nil"] === "1",
        text: "",
      };
      facts.push(fact);
    },
    text(text) {
      if (contexts.isOpen) contexts.text(text);
      else if (fact !== undefined && fact.text.length < limits.text) fact.text += text;
    },
    close(local) {
      if (contexts.isOpen) contexts.close(local);
      if (depth === 2) fact = undefined;
      depth--;
    },
  });
  return { facts, contexts, namespaces };
}
