"use client";

import { useRouter } from "next/navigation";
import { type ComponentProps, useState } from "react";
import { Link } from "@/components/ui/Link.tsx";
import { useLocale, useWords } from "@/lib/next/provider";
import { unwatchIssuer } from "@/lib/next/queries/watches";
import { routes } from "@/lib/routes";
import { moment } from "@/lib/text/format/clock";
import type { ListedDocument } from "@/lib/text/format/free-lists";
import { shortTime } from "@/lib/text/format/short-time";
import { SavedFilters } from "./SavedFilters.tsx";
import { SavedSearches } from "./SavedSearches.tsx";

export interface FollowedIssuer {
  readonly security_code: string;
  readonly name: string | null;
  /** Null where the service did not answer; undefined where the issuer has no documents. */
  readonly newest: ListedDocument | null | undefined;
}

interface Props
  extends Pick<ComponentProps<typeof SavedFilters>, "filters">,
    Pick<ComponentProps<typeof SavedSearches>, "searches" | "standing"> {
  readonly issuers: readonly FollowedIssuer[];
  readonly today: string;
}

/** All that is followed in one list: issuers with their newest document, filters, and saved searches. */
export function Following({ issuers, filters, searches, standing, today }: Props) {
  const t = useWords("desk");
  const [editing, setEditing] = useState(false);
  return (
    <section aria-labelledby="watched">
      <div className="sect-h">
        <h2 id="watched" tabIndex={-1}>
          {t("watched")}
        </h2>
        {issuers.length === 0 ? null : (
          <span className="end">
            <button className="link" type="button" aria-pressed={editing} onClick={() => setEditing(!editing)}>
              {t(editing ? "done" : "edit")}
            </button>
          </span>
        )}
      </div>
      <ul className="rows">
        {issuers.map((issuer) => (
          <IssuerRow key={issuer.security_code} issuer={issuer} today={today} editing={editing} />
        ))}
      </ul>
      <SavedFilters filters={filters} />
      <SavedSearches searches={searches} standing={standing} today={today} />
    </section>
  );
}

interface RowProps {
  readonly issuer: FollowedIssuer;
  readonly today: string;
  readonly editing: boolean;
}

function IssuerRow({ issuer: { security_code: code, name, newest }, today, editing }: RowProps) {
  const t = useWords("desk");
  const locale = useLocale();
  return (
    <li className="grid-cols-[minmax(0,1fr)_auto]" data-row>
      <span className="two">
        <Link href={routes.issuer(code)} lang="ja">
          {name ?? code}
        </Link>
        <span className="truncate">
          {newest === undefined ? t("noDocuments") : null}
          {newest == null ? null : (
            <Link
              className="text-muted"
              href={routes.document(newest.document_id)}
              lang={newest.language ?? "ja"}
              data-row-link
            >
              {newest.title ?? newest.document_id}
            </Link>
          )}
        </span>
      </span>
      {editing ? (
        <Unwatch code={code} name={name ?? code} />
      ) : (
        <time className="text-12/5 whitespace-nowrap text-muted" dateTime={newest?.timeline_at ?? undefined}>
          {shortTime(moment(newest?.timeline_at ?? null), today, locale)}
        </time>
      )}
    </li>
  );
}

function Unwatch({ code, name }: { readonly code: string; readonly name: string }) {
  const t = useWords("desk");
  const updates = useWords("updates");
  const router = useRouter();
  const [state, setState] = useState<"busy" | "failed">();
  const unwatch = async (button: HTMLButtonElement) => {
    if (state === "busy") return;
    setState("busy");
    try {
      await unwatchIssuer(code);
      focusBeside(button);
      router.refresh();
    } catch {
      setState("failed");
    }
  };
  return (
    <span className="text-end">
      <button
        className="btn sm"
        type="button"
        aria-disabled={state === "busy"}
        aria-label={t("unwatchIssuer", { name })}
        onClick={({ currentTarget }) => void unwatch(currentTarget)}
      >
        {t("unwatch")}
      </button>
      <span className={state === "failed" ? "block max-w-48 text-12/5 text-muted" : "sr-only"} role="alert">
        {state === "failed" ? updates("failed") : ""}
      </span>
    </span>
  );
}

/** The row of the button goes: the focus is on the same button of a row beside it, or on the list's title. */
function focusBeside(button: HTMLButtonElement): void {
  const row = button.closest("li");
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  (beside?.querySelector("button") ?? document.getElementById("watched"))?.focus();
}
