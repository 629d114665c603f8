import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { ownedSection } from "@/lib/purchases/owned";
import { purchases, spenderOf } from "@/lib/purchases/purchases";
import { notFound } from "@/lib/purchases/serve";

export const GET = ownerRoute<{ documentId: string; sectionId: string }>(async ({ owner, params }) => {
  const { deps, rows } = purchases();
  const section = await ownedSection(deps, rows, spenderOf(owner), params.documentId, params.sectionId);
  if (section === undefined) throw notFound();
  return privateJson(section);
});
