import type { VerdictGroup } from "@/lib/features/check/check-draft";
import { langOf, type NumberedClaim, runsOf } from "./draft-marks.ts";

export const signs: Readonly<Record<VerdictGroup, string>> = { agrees: "=", differs: "≠", undecided: "?" };

const lines: Readonly<Record<VerdictGroup, string>> = {
  agrees: "decoration-solid",
  differs: "decoration-double",
  undecided: "decoration-amber decoration-dotted decoration-2",
};

interface Props {
  readonly text: string;
  readonly claims: readonly NumberedClaim[];
  readonly selected: number | undefined;
}

/** The draft's own words; each mark has the number of its verdict, which is a link to it. */
export function MarkedText({ text, claims, selected }: Props) {
  return (
    <span lang={langOf(text)}>
      {runsOf(text, claims).map(({ at, text: words, claims: marked }) =>
        marked.length === 0 ? (
          words
        ) : (
          <u
            key={at}
            className={`underline underline-offset-4 ${lines[weightiest(marked)]} ${marked.some(({ number }) => number === selected) ? "bg-ai-wash" : ""}`}
          >
            {words}
            {marked.map(({ id, number }) => (
              <sup key={id} className="ms-0.5 text-[10px] no-underline">
                <a className="text-muted" id={`mark-${number}`} href={`#verdict-${number}`}>
                  {number}
                </a>
              </sup>
            ))}
          </u>
        ),
      )}
    </span>
  );
}

function weightiest(claims: readonly NumberedClaim[]): VerdictGroup {
  const has = (group: VerdictGroup) => claims.some((claim) => claim.group === group);
  return has("differs") ? "differs" : has("undecided") ? "undecided" : "agrees";
}
