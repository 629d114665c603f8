"use client";

import { OwnedSeal } from "@/components/cost";
import { useWords } from "@/lib/next/provider";
import { type Saved, SaveSearch } from "./SaveSearch";

export interface CopyAddress {
  readonly copied: boolean;
  readonly copy: () => void;
}

interface Props {
  /** For example "12 passages in 4 documents". */
  readonly found: string;
  /** When it was asked and what it cost, as text. */
  readonly asked: string;
  /** That there are publications which the search could not find yet; undefined where it found all. */
  readonly behind: string | undefined;
  readonly search: Saved;
  readonly copyLink: CopyAddress;
}

/** The line above an owned answer: what was found and when, with buttons that save the search and copy its link. */
export function AnswerHead({ found, asked, behind, search, copyLink }: Props) {
  const t = useWords("cost");
  return (
    <div className="mt-4 flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-y border-t-rule border-b-line pt-1.75 pb-2 leading-5">
      <b>{found}</b>
      <span className="text-muted">{asked}</span>
      <OwnedSeal />
      {behind === undefined ? null : <span className="basis-full">{behind}</span>}
      <span className="ms-auto text-12/ui">
        <SaveSearch key={search.address_query} {...search} />
        <button className="link ms-2" type="button" onClick={copyLink.copy}>
          {t(copyLink.copied ? "linkCopied" : "copyLink")}
        </button>{" "}
        <kbd>c</kbd>
      </span>
    </div>
  );
}
