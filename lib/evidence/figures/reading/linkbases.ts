import { parseXml } from "../../../kit/archives/parse-xml.ts";
import type { PackageLabel } from "../model.ts";
import { limits, tooMany } from "./limits.ts";
import { oneLine } from "./text-places.ts";

/** The package's own linkbases. An element is meant by the end of an address: `…xsd#jppfs_cor_NetSales`. */

export type Labels = Map<string, PackageLabel>;

const standardRole = "http://www.xbrl.org/2003/role/label";

/** Adds the labels of one linkbase, in Japanese and English; the standard role comes before longer ones. */
export function readLabels(source: string, labels: Labels): void {
  const locators = new Map<string, string>();
  const resources = new Map<string, { lang: string; isStandard: boolean; text: string }>();
  const arcs: { from: string; to: string }[] = [];
  let open: { lang: string; isStandard: boolean; text: string } | undefined;
  const finish = (): void => {
    for (const standard of [false, true]) {
      for (const { from, to } of arcs) {
        const id = locators.get(from);
        const label = resources.get(to);
        if (id === undefined || label === undefined || label.isStandard !== standard) continue;
        const { ja = null, en = null } = labels.get(id) ?? {};
        const text = oneLine(label.text).slice(0, limits.line);
        if (text !== "")
          labels.set(id, label.lang === "ja" ? { ja: text, en } : label.lang === "en" ? { ja, en: text } : { ja, en });
      }
    }
    locators.clear();
    resources.clear();
    arcs.length = 0;
  };
  parseXml(source, {
    open(local, attributes) {
      const label = attributes["xlink:label"] ?? "";
      if (local === "loc") locators.set(label, idOf(attributes["xlink:href"]));
      else if (local === "label") {
        const role = attributes["xlink:role"] ?? standardRole;
        open = {
          lang: (attributes["xml:lang"] ?? "").slice(0, 2).toLowerCase(),
          isStandard: role === standardRole,
          text: "",
        };
        if (role === standardRole || /verboseLabel$|(?:Consolidated|NonConsolidated)?[lL]abel$/.test(role))
          resources.set(label, open);
      } else if (local === "labelArc") {
        if (arcs.length >= limits.arcs) throw tooMany("labels", limits.arcs);
        arcs.push({ from: attributes["xlink:from"] ?? "", to: attributes["xlink:to"] ?? "" });
      }
    },
    text(text) {
      if (open !== undefined && open.text.length < limits.line) open.text += text;
    },
    close(local) {
      if (local === "label") open = undefined;
      // Names of locators hold within one extended link only.
      if (local === "labelLink") finish();
    },
  });
}

export interface Presentation {
  readonly role: string;
  /** Ids of elements in the order of the statement, each where it stands first. */
  readonly rows: readonly { readonly id: string; readonly depth: number }[];
}

interface Arc {
  readonly to: string;
  readonly order: number;
}

export function readPresentations(source: string): Presentation[] {
  const found: Presentation[] = [];
  let role = "";
  let count = 0;
  const locators = new Map<string, string>();
  const arcs: { from: string; to: string; order: number }[] = [];
  parseXml(source, {
    open(local, attributes) {
      if (local === "presentationLink") {
        role = attributes["xlink:role"] ?? "";
        locators.clear();
        arcs.length = 0;
      } else if (local === "loc") locators.set(attributes["xlink:label"] ?? "", idOf(attributes["xlink:href"]));
      else if (local === "presentationArc") {
        if (++count > limits.arcs) throw tooMany("arcs of its presentation", limits.arcs);
        const order = Number(attributes["order"] ?? 1);
        arcs.push({ from: attributes["xlink:from"] ?? "", to: attributes["xlink:to"] ?? "", order });
      }
    },
    text: () => undefined,
    close(local) {
      if (local !== "presentationLink") return;
      const children = new Map<string, Arc[]>();
      // Some producers name an element anew for each arc, so arcs are joined by what the names stand for.
      for (const { from, to, order } of arcs) {
        const [parent, child] = [locators.get(from), locators.get(to)];
        if (parent === undefined || child === undefined) continue;
        const siblings = children.get(parent);
        if (siblings === undefined) children.set(parent, [{ to: child, order }]);
        else siblings.push({ to: child, order });
      }
      found.push({ role: role.replace(/^.*\/(?:rol_)?/, ""), rows: rowsOf(new Set(locators.values()), children) });
    },
  });
  return found;
}

function rowsOf(ids: ReadonlySet<string>, children: ReadonlyMap<string, readonly Arc[]>): Presentation["rows"] {
  const below = new Set([...children.values()].flat().map(({ to }) => to));
  const rows: { id: string; depth: number }[] = [];
  const seen = new Set<string>();
  const visit = (id: string, depth: number): void => {
    // Each element is shown where it stands first, and a circle of arcs ends.
    if (seen.has(id) || depth > limits.depth) return;
    seen.add(id);
    rows.push({ id, depth });
    for (const { to } of [...(children.get(id) ?? [])].sort((a, b) => a.order - b.order)) visit(to, depth + 1);
  };
  for (const id of ids) if (!below.has(id)) visit(id, 0);
  return rows;
}

function idOf(href: string | undefined): string {
  return (href ?? "").replace(/^.*#/, "");
}
