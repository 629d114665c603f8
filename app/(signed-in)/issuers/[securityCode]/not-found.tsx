import type { Metadata } from "next";
import { UnknownIssuer } from "@/components/issuer";
import { app } from "@/lib/app.server";
import { getWords } from "@/lib/next/locale.server";
import { requestedPath, requireOwner } from "@/lib/next/session";
import { pathValue } from "@/lib/routes";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords("issuer");
  return { title: t("unknownTitle", { code: await askedCode() }) };
}

export default async function NoIssuer() {
  const code = await askedCode();
  const near = await app.issuersNear(await requireOwner(), code);
  return near === undefined ? null : (
    <main className="page" id="main">
      <UnknownIssuer code={code} near={near} />
    </main>
  );
}

async function askedCode(): Promise<string> {
  const [, , asked = ""] = (await requestedPath()).split(/[/?]/);
  return pathValue(asked).slice(0, 40);
}
