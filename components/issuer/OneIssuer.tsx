import { notFound } from "next/navigation";
import { app } from "@/lib/app.server";
import { jstDate } from "@/lib/contract/dates";
import type { SecurityCode } from "@/lib/contract/ids";
import { pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { makeQueryClient } from "@/lib/next/queries/client";
import { seedDocumentList } from "@/lib/next/queries/documents";
import { Seeded } from "@/lib/next/seeds/Seeded";
import { seedIssuer } from "@/lib/next/seeds/seed-issuer";
import { seedOwned } from "@/lib/next/seeds/seed-owned";
import { requireOwner } from "@/lib/next/session";
import { Holders } from "./Holders.tsx";
import { IssuerFacts } from "./IssuerFacts.tsx";
import { IssuerHead } from "./IssuerHead.tsx";
import { IssuerTimeline } from "./IssuerTimeline.tsx";
import { OwnedHere } from "./OwnedHere.tsx";
import { RememberIssuer } from "./RememberIssuer.tsx";
import { YearChains } from "./YearChains.tsx";

/** The page of an issuer, once the service has answered. */
export async function OneIssuer({ code }: { readonly code: SecurityCode }) {
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
            <aside className="max-lg:col-span-full max-lg:mt-8 max-lg:grid max-lg:grid-cols-[repeat(auto-fit,minmax(264px,1fr))] max-lg:gap-x-8">
              <IssuerFacts issuer={issuer} code={code} />
              <OwnedHere securityCode={code} />
            </aside>
          </IssuerTimeline>
        </main>
      </Seeded>
    </WordsProvider>
  );
}
