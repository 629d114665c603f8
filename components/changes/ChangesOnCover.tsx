import type { ReactNode } from "react";
import { Link } from "@/components/ui/Link.tsx";
import type { DocumentSummary } from "@/lib/contract/resources";
import { getWords } from "@/lib/next/locale.server";
import type { ChangesFound } from "@/lib/reading/changes";
import { routes } from "@/lib/routes";
import { isNotice } from "@/lib/text/changes/notice";
import { ChangeCounts, Since } from "./ChangeCounts.tsx";

/** Made on the server without a script; it keeps its height, so that nothing moves when it arrives. */
export async function ChangesOnCover(props: {
  readonly document: DocumentSummary;
  readonly changes: Promise<ChangesFound>;
}) {
  const { document } = props;
  const t = await getWords("changes");
  const changes = await props.changes;
  if (changes === "none") return <Line>{t("none")}</Line>;
  if (changes === "failed") return <Line>{t("failed")}</Line>;
  if (changes === "spared") {
    return (
      <Line>
        {t("spared")} <Link href={routes.changes(document.document_id)}>{t("look")}</Link>
      </Line>
    );
  }
  if (document.amends_document_id === changes.against.document_id && isNotice(changes.map)) {
    return (
      <Line>
        <Since document={document} against={changes.against} /> {t("noticeSays")}{" "}
        <Link href={routes.changes(document.document_id)}>{t("seeCorrections")}</Link>
      </Line>
    );
  }
  return (
    <Line>
      <Since document={document} against={changes.against} /> <ChangeCounts counts={changes.map.counts} />{" "}
      <Link href={routes.changes(document.document_id)}>{t("see")}</Link>
    </Line>
  );
}

/** In its place until it is known, of the same height. */
export async function ChangesLine() {
  const t = await getWords("changes");
  return <Line>{t("looking")}</Line>;
}

function Line({ children }: { readonly children: ReactNode }) {
  return <p className="mb-5 border-y border-line py-2 leading-5 text-muted">{children}</p>;
}
