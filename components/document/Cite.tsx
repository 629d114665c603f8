"use client";

import { CopyButton, Share } from "@/components/share";
import { Unbroken } from "@/components/ui/Unbroken.tsx";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { CitedDocument } from "@/lib/text/format/citation";

interface Props {
  readonly document: CitedDocument;
  /** Written on the server, so that the page does not load what writes citations. */
  readonly text: string;
}

/** The citation as it will be copied. */
export function Cite({ document, text }: Props) {
  const t = useWords("document");
  return (
    <section className="min-w-0 print:hidden" aria-labelledby="cite-of">
      <div className="sect-h">
        <h2 id="cite-of">{t("cite")}</h2>
        <span className="end">
          <CopyButton className="link" text={() => text} label={t("copy")} done={t("copied")} /> <kbd>y</kbd>{" "}
          <Share className="link" shared={{ document, path: routes.document(document.document_id) }} />
        </span>
      </div>
      <p className="cite" lang="ja">
        <Unbroken text={text} />
      </p>
    </section>
  );
}
