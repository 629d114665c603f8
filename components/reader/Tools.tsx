"use client";

import type { Route } from "next";
import { useState } from "react";
import { useChangeView } from "@/components/frame";
import { ModKey } from "@/components/keys";
import { ShareButton, type Shared } from "@/components/share";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import type { CitationForm } from "@/lib/text/format/citation";
import { readingSizes } from "@/lib/text/format/view";
import { CopiedSlot } from "./CopiedSlot";
import type { Copied } from "./use-copying";

interface Props {
  readonly pageHref: Route | undefined;
  /** The link to changes of the section since the filing before. */
  readonly changesHref: Route | undefined;
  readonly onFind: () => void;
  readonly onContents: () => void;
  readonly onCopyLink: () => void;
  readonly onCopyCitation: () => void;
  readonly shared: Shared;
  readonly copied: Copied | null;
  readonly form: CitationForm;
  readonly onForm: (form: CitationForm) => void;
  readonly readable: boolean;
  /** As the server rendered the page. */
  readonly view: { readonly face: "mincho" | "sans"; readonly size: number };
}

const forms = ["markdown", "plain", "bibtex"] as const;

export function Tools(props: Props) {
  const t = useWords("reader");
  const { copied } = props;
  return (
    <div
      data-toolbar=""
      className="sticky -top-5 z-2 -mt-5 mb-6 flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-paper py-3 text-12 max-md:top-(--bar-h) max-md:-mt-4 max-md:gap-x-2.5 print:hidden [&_.seg>*]:px-2 [&_button:disabled]:cursor-default [&_button:disabled]:text-muted max-md:[&_kbd]:hidden"
    >
      <span className="seg">
        <a aria-current="true" href="#main">
          {t("text")}
        </a>
        {props.pageHref === undefined ? null : <Link href={props.pageHref}>{t("pageTab")}</Link>}
      </span>
      <button className="link whitespace-nowrap md:hidden" type="button" onClick={props.onContents}>
        {t("contents")}
      </button>
      {props.readable ? (
        <button className="link whitespace-nowrap" type="button" onClick={props.onFind}>
          {t("find")} <ModKey letter="F" />
        </button>
      ) : null}
      <ShareButton shared={props.shared} className="link whitespace-nowrap md:hidden" />
      <span className="whitespace-nowrap">
        <button className="link" type="button" onClick={props.onCopyCitation}>
          <CopiedSlot word={t("copyCitation")} copied={copied === "citation" || copied === "quote"} /> <kbd>y</kbd>
        </button>
        <span className="relative px-1 text-muted focus-within:text-ai focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-ai hover:text-ai">
          <span aria-hidden="true">▾</span>
          <select
            className="absolute inset-x-0 -inset-y-1 w-full cursor-pointer opacity-0"
            aria-label={t("citationForm")}
            value={props.form}
            onChange={(event) => props.onForm(formOf(event.target.value))}
          >
            {forms.map((form) => (
              <option key={form} value={form}>
                {t(`cite_${form}`)}
              </option>
            ))}
          </select>
        </span>
      </span>
      <button className="link whitespace-nowrap" type="button" onClick={props.onCopyLink}>
        <CopiedSlot word={t("link")} copied={copied === "link" || copied === "passage"} /> <kbd>c</kbd>
      </button>
      {props.changesHref === undefined ? null : (
        <Link className="whitespace-nowrap" href={props.changesHref}>
          {t("changes")}
        </Link>
      )}
      <span className="sr-only" role="status">
        {copied === null ? null : t(`copied_${copied}`)}
      </span>
      <TypeSettings {...props.view} />
    </div>
  );
}

function formOf(value: string): CitationForm {
  return forms.find((form) => form === value) ?? "markdown";
}

/** Typeface and size of the text. A change shows at once and is stored for further pages. */
function TypeSettings(drawn: Props["view"]) {
  const t = useWords("reader");
  const { change } = useChangeView();
  const [face, setFace] = useState(drawn.face);
  const [size, setSize] = useState(drawn.size);
  const at = readingSizes.findIndex((each) => each === size);
  const choose = (wanted: "mincho" | "sans") => {
    setFace(wanted);
    void change({ face: wanted });
  };
  const resize = (by: 1 | -1) => {
    const wanted = readingSizes[at + by];
    if (wanted === undefined) return;
    setSize(wanted);
    void change({ size: wanted });
  };
  return (
    <>
      <span className="seg ms-auto" role="group" aria-label={t("face")}>
        <FaceButton on={face === "mincho"} mincho onChoose={() => choose("mincho")}>
          {t("mincho")}
        </FaceButton>
        <FaceButton on={face === "sans"} mincho={false} onChoose={() => choose("sans")}>
          {t("gothic")}
        </FaceButton>
      </span>
      <span className="seg" role="group" aria-label={t("size")}>
        <button type="button" aria-label={t("smaller")} disabled={at <= 0} onClick={() => resize(-1)}>
          <span style={{ fontSize: 12 }}>A</span>
        </button>
        <button
          type="button"
          aria-label={t("larger")}
          disabled={at >= readingSizes.length - 1}
          onClick={() => resize(1)}
        >
          <span style={{ fontSize: 16 }}>A</span>
        </button>
      </span>
    </>
  );
}

function FaceButton(props: { on: boolean; mincho: boolean; onChoose: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={props.on}
      style={props.mincho ? { fontFamily: "var(--font-mincho)" } : undefined}
      onClick={props.onChoose}
    >
      {props.children}
    </button>
  );
}
