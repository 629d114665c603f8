"use client";

import { OwnedSeal } from "@/components/cost";
import { useWords } from "@/lib/i18n/provider";
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
  readonly search: Saved;
  readonly copyLink: CopyAddress;
}

/** The line above an owned answer: what was found and when, with buttons that save the search and copy its link. */
export function AnswerHead({ found, asked, search, copyLink }: Props) {
  const t = useWords("cost");
  return (
    <div className="answer">
      <b>{found}</b>
      <span className="muted">{asked}</span>
      <OwnedSeal />
      <span className="end small">
        <SaveSearch key={search.address_query} {...search} />
        <button className="link" type="button" onClick={copyLink.copy}>
          {t(copyLink.copied ? "linkCopied" : "copyLink")}
        </button>{" "}
        <kbd>c</kbd>
      </span>
    </div>
  );
}
