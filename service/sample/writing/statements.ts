import type { Figures } from "../figures/figures.ts";
import { amount, yen } from "./amounts.ts";
import { fill } from "./fill.ts";
import { partsOf } from "./parts.ts";
import type { Scope } from "./scope.ts";

/** A statement of two periods. What stands is compared with the end of the last year, what flows with the same period. */
export function statement(kind: string, scope: Scope): string {
  const { company, now, before, last, words } = scope;
  const lines = company.data.statements.get(scope.terms[kind] ?? kind) ?? missing(kind);
  const stands = kind.endsWith("balance");
  const past = stands && scope.quarter > 0 ? last : before;
  const amounts = [past, now].map((f) => amountsOf(lines, f, scope));
  const head = stands
    ? `| 科目 | ${words["前末"]} | ${words["当末"]} |`
    : `| 科目 | ${words["前期間"]} | ${words["当期間"]} |`;
  const rows = lines.map(
    ({ label = "" }, at) => `| ${fill(label, scope)} | ${amounts.map((each) => yen(each[at] ?? 0)).join(" | ")} |`,
  );
  return [head, ruleOf(head), ...rows].join("\n");
}

/**
 * The amounts of a statement's lines. Lines with weights share the amount that they name; `=` marks a total, `=sum` that of
 * the lines since the last one, and `rest:` what these lack to an amount.
 */
export function amountsOf(lines: readonly Readonly<Record<string, string>>[], f: Figures, scope: Scope): number[] {
  let sum = 0;
  return lines.map(({ amount: of = "", weight = "" }, at) => {
    const [, mark, sign, name = ""] = /^(=|rest:)?(-?)(.+)$/.exec(of) ?? [];
    const factor = sign === "-" ? -1 : 1;
    if (mark === "=") {
      const total = name === "sum" ? sum : factor * amount(f, name);
      sum = 0;
      return total;
    }
    let value = factor * amount(f, name);
    if (mark === "rest:") value -= sum;
    if (weight !== "") {
      const sharing = lines.filter((each) => each["amount"] === of);
      const parts = partsOf(
        scope.company,
        f,
        name,
        value,
        sharing.map((each) => Number(each["weight"])),
      );
      value = parts[sharing.indexOf(lines[at] ?? {})] ?? 0;
    }
    sum += value;
    return value;
  });
}

/** `@parts assets 21 計` with lines of labels and weights: so many thousandths of a figure, divided among them. */
export function parts(
  [of = "", thousandths = "", total]: readonly string[],
  texts: readonly string[],
  scope: Scope,
): string {
  const { company, now, last, before, quarter, words } = scope;
  const rows = texts.map((text) => /^(.+) (\d+)$/u.exec(fill(text, scope)) ?? missing(text));
  const values = [quarter > 0 && of === "assets" ? last : before, now].map((f) => {
    const all = Math.round((amount(f, of) * Number(thousandths)) / 1000);
    const each = partsOf(
      company,
      f,
      rows.map(([text]) => text).join(),
      all,
      rows.map((row) => Number(row[2])),
    );
    return [...each, ...(total === undefined ? [] : [all])];
  });
  const head = `| 区分 | ${words["前期間"]} | ${words["当期間"]} |`;
  const labels = [...rows.map((row) => row[1] ?? ""), ...(total === undefined ? [] : [total])];
  return [
    head,
    ruleOf(head),
    ...labels.map((label, at) => `| ${label} | ${values.map((each) => yen(each[at] ?? 0)).join(" | ")} |`),
  ].join("\n");
}

/** The line below a table's head: labels to the left, figures to the right. */
export function ruleOf(head: string): string {
  const columns = head.slice(2, -2).split(" | ");
  return `| ${columns.map((_, at) => (at === 0 ? "---" : "---:")).join(" | ")} |`;
}

export function missing(name = ""): never {
  throw new Error(`the sample market has nothing to bring in for ${name}`);
}
