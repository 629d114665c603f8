import type { Metadata } from "next";
import type { ReactNode } from "react";
import * as features from "@/components/shared-slots.ts";
import { getWords } from "@/lib/next/locale.server";
import { requireOwner } from "@/lib/next/session";
import type { Owner } from "@/lib/owners/owner";
import { pathValue } from "@/lib/routes";

interface Props {
  readonly params: Promise<{ readonly shareId: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getWords("ask"))("sharedTitle") };
}

const slots: Readonly<Record<string, (owner: Owner, shareId: string) => Promise<ReactNode>>> = features;

/** A shared answer or check, as this reader may see it. */
export default async function Page({ params }: Props) {
  const owner = await requireOwner();
  const shareId = pathValue((await params).shareId);
  for (const shared of Object.values(slots)) {
    const page = await shared(owner, shareId);
    if (page !== undefined) return page;
  }
  const t = await getWords("ask");
  return (
    <main className="page" id="main">
      <div className="err">
        <h1>{t("sharedMissingTitle")}</h1>
        <p>{t("sharedMissing")}</p>
      </div>
    </main>
  );
}
