import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import {
  Holders,
  IssuerFacts,
  IssuerHead,
  IssuerSkeleton,
  IssuerTimeline,
  OwnedHere,
  RememberIssuer,
  YearChains,
} from "@/components/issuer";
import { app } from "@/lib/app.server";
import { jstDate } from "@/lib/contract/dates";
import { SecurityCode } from "@/lib/contract/ids";
import { normaliseSecurityCode } from "@/lib/contract/security-code";
import { pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { makeQueryClient } from "@/lib/next/queries/client";
import { seedDocumentList } from "@/lib/next/queries/documents";
import { Seeded } from "@/lib/next/seeds/Seeded";
import { seedIssuer } from "@/lib/next/seeds/seed-issuer";
import { seedOwned } from "@/lib/next/seeds/seed-owned";
import { requireOwner } from "@/lib/next/session";
import { pathValue, routes } from "@/lib/routes";
import { SkeletonUntilLoaded } from "../../SkeletonUntilLoaded.tsx";

interface Props {
  readonly params: Promise<{ readonly securityCode: string }>;
}

async function codeOf({ params }: Props): Promise<SecurityCode> {
  const written = pathValue((await params).securityCode);
  const code = normaliseSecurityCode(written);
  if (code === undefined) notFound();
  // Redirects other spellings of a code, so that each issuer has one address.
  if (code !== written) permanentRedirect(routes.issuer(code));
  return SecurityCode.parse(code);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const code = await codeOf(props);
  const issuer = await app.findIssuer(await requireOwner(), code);
  return { title: issuer == null ? code : `${issuer.name} ${code}` };
}

export default async function IssuerPage(props: Props) {
  const code = await codeOf(props);
  return (
    <SkeletonUntilLoaded skeleton={<IssuerSkeleton />}>
      <OneIssuer code={code} />
    </SkeletonUntilLoaded>
  );
}

async function OneIssuer({ code }: { readonly code: SecurityCode }) {
  const owner = await requireOwner();
  const base = { security_codes: [code] };
  const [found, first, years, holders] = await Promise.all([
    app.findIssuer(owner, code),
    app.firstPage(owner, base),
    app.yearDocuments(owner, code),
    app.findHolders(owner, code),
  ]);
  // A service without a list of issuers may still have their documents; without either there is nothing to show or sell.
  if (found === null && first?.documents.length === 0) notFound();
  const issuer = found ?? null;
  const client = makeQueryClient();
  if (first !== undefined) {
    seedDocumentList(client, base, first);
    await seedOwned(client, owner, first.documents);
  }
  await seedIssuer(client, owner, code);
  const watched = await app.isWatched(owner, code);
  return (
    <WordsProvider {...(await pickMessages("issuer", "documents"))}>
      <Seeded state={client}>
        <main className="page" id="main">
          <IssuerHead issuer={issuer} code={code} watched={watched} />
          {issuer === null ? null : <RememberIssuer issuer={issuer} />}
          <YearChains documents={years} />
          <Holders view={holders} />
          <IssuerTimeline securityCode={code} today={jstDate(Date.now())}>
            <aside className="max-lg:hidden">
              <IssuerFacts issuer={issuer} code={code} />
              <OwnedHere securityCode={code} />
            </aside>
          </IssuerTimeline>
        </main>
      </Seeded>
    </WordsProvider>
  );
}
