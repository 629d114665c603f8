"use client";

import { jstMinute } from "@/components/ui/jst-minute.ts";
import { Link } from "@/components/ui/Link.tsx";
import type { Recheck } from "@/lib/features/ask/recheck";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";

export function RecheckReport({ recheck }: { readonly recheck: Recheck }) {
  const t = useWords("ask");
  const time = jstMinute(recheck.at);
  const changed = recheck.documents.filter((each) => each.changed);
  const silent = recheck.documents.filter(({ answered }) => !answered).length;
  return (
    <div className="mt-2 text-12/5">
      {silent === 0 ? null : <p>{t("recheckSilent", { time, n: silent })}</p>}
      {changed.length === 0 && silent === 0 ? <p>{t("recheckSame", { time })}</p> : null}
      {changed.length === 0 ? null : (
        <>
          <p>{t("recheckChanged", { time })}</p>
          <ul>
            {changed.map((each) => {
              const { document_id: documentId, amended_by_document_id: amended, gone } = each;
              const successor = amended ?? each.superseded_by_document_id;
              return (
                <li className="outcome unknown" key={documentId}>
                  <span>
                    {documentId}{" "}
                    {t(gone ? "changed_gone" : amended === null ? "changed_superseded" : "changed_amended")}{" "}
                    {gone || successor === null ? null : <Link href={routes.document(successor)}>{successor}</Link>}
                  </span>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </div>
  );
}
