import type { FigureContext } from "../model.ts";
import { limits, tooMany } from "./limits.ts";

interface OpenContext {
  readonly id: string;
  start: string | null;
  end: string | null;
  readonly members: { axis: string; member: string }[];
}

/** Ids are an instance's own: a package of two funds uses the same id for different periods. */
export class ContextReader {
  readonly contexts = new Map<string, FigureContext>();
  readonly units = new Map<string, string>();
  #context: OpenContext | undefined;
  #unit: { id: string; over: string[]; under: string[]; isUnder: boolean } | undefined;
  #axis: string | undefined;
  #text = "";

  /** True where the tag belongs to a context or a unit. */
  open(local: string, attributes: Readonly<Record<string, string>>): boolean {
    if (local === "context") {
      if (this.contexts.size >= limits.contexts) throw tooMany("contexts", limits.contexts);
      this.#context = { id: attributes["id"] ?? "", start: null, end: null, members: [] };
    } else if (local === "unit") {
      if (this.units.size >= limits.units) throw tooMany("units", limits.units);
      this.#unit = { id: attributes["id"] ?? "", over: [], under: [], isUnder: false };
    } else if (!this.isOpen) return false;
    if (local === "explicitMember" || local === "typedMember") this.#axis = attributes["dimension"] ?? "";
    if (local === "unitDenominator" && this.#unit !== undefined) this.#unit.isUnder = true;
    if (this.#axis === undefined || local.endsWith("Member")) this.#text = "";
    return true;
  }

  get isOpen(): boolean {
    return this.#context !== undefined || this.#unit !== undefined;
  }

  text(text: string): void {
    if (this.#text.length < limits.line) this.#text += text;
  }

  close(local: string): void {
    const text = this.#text.trim().slice(0, limits.line);
    const context = this.#context;
    if (context !== undefined) {
      if (local === "startDate") context.start = dayOf(text);
      else if (local === "endDate" || local === "instant") context.end = dayOf(text);
      else if ((local === "explicitMember" || local === "typedMember") && this.#axis !== undefined) {
        context.members.push({ axis: this.#axis, member: text });
        this.#axis = undefined;
      } else if (local === "context") {
        this.contexts.set(context.id, settled(context));
        this.#context = undefined;
      }
    }
    const unit = this.#unit;
    if (unit !== undefined) {
      if (local === "measure") (unit.isUnder ? unit.under : unit.over).push(text.slice(text.lastIndexOf(":") + 1));
      else if (local === "unit") {
        const over = unit.over.join("*");
        this.units.set(unit.id, unit.under.length === 0 ? over : `${over}/${unit.under.join("*")}`);
        this.#unit = undefined;
      }
    }
    // The value of a typed dimension stands in an element of its own inside it.
    if (this.#axis === undefined) this.#text = "";
  }
}

/** Dates only: a time of day in a context is midnight. */
function dayOf(text: string): string | null {
  return /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? null;
}

const basisAxis = /:Consolidated(?:Or)?NonConsolidatedAxis$/i;

function settled({ start, end, members }: OpenContext): FigureContext {
  const stated = members.find(({ axis }) => basisAxis.test(axis));
  const basis =
    stated === undefined ? null : /:NonConsolidatedMember$/i.test(stated.member) ? "separate" : "consolidated";
  return { start, end, basis, members: members.filter((each) => each !== stated) };
}
