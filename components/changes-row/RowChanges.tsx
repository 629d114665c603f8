"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "@/components/ui/Link.tsx";
import { useLocale } from "@/lib/next/provider";
import { changeCountsQuery } from "@/lib/next/queries/changes";
import { routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";

export function RowChanges({ document }: { readonly document: AnnualReport & { readonly document_id: string } }) {
  return tellsChanges(document) ? <Changes documentId={document.document_id} /> : null;
}

/** Asked for once its row is seen; nothing where it is not known. */
function Changes({ documentId }: { readonly documentId: string }) {
  const locale = useLocale();
  const place = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(place);
  const { data } = useQuery({ ...changeCountsQuery(documentId), enabled: isSeen });
  return (
    <span ref={place}>
      {data == null ? null : (
        <>
          {between(locale)}
          <Link href={routes.changes(documentId)} data-changes>
            {data.words}
          </Link>
        </>
      )}
    </span>
  );
}

/** True from the moment the place was on the screen. */
function useSeen(place: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || place.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen, place]);
  return isSeen;
}

interface AnnualReport {
  readonly document_type: string | null;
  readonly content_status: string;
}

function tellsChanges({ document_type, content_status }: AnnualReport): boolean {
  return document_type === "annual_securities_report" && content_status === "ready";
}
