import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { IssuerSkeleton, OneIssuer } from "@/components/issuer";
import { app } from "@/lib/app.server";
import { SecurityCode } from "@/lib/contract/ids";
import { normaliseSecurityCode } from "@/lib/contract/security-code";
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
