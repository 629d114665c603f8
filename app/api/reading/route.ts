import { z } from "zod";
import { noContent, privateJson } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { store } from "@/lib/store/database";
import { forgetReading, listReading, saveReadingPlace } from "@/lib/store/reading";

const shownMax = 20;

const Place = z.object({
  document_id: z.string().min(1).max(128),
  section_id: z.string().max(128).nullable(),
  page_number: z.int().min(1).nullable(),
  title: z.string().max(500).nullable(),
  issuer_name: z.string().max(200).nullable(),
  place: z.string().max(500).nullable(),
  fraction: z.number().min(0).max(1),
});

export const GET = ownerRoute(async ({ owner }) =>
  privateJson({ reading: await listReading(store(), owner.ownerId, shownMax) }),
);

export const PUT = ownerRoute(async ({ owner, request }) => {
  await saveReadingPlace(store(), owner.ownerId, { ...(await readBody(request, Place)), read_at: Date.now() });
  return noContent();
});

export const DELETE = ownerRoute(async ({ owner, request }) => {
  const documentId = new URL(request.url).searchParams.get("document_id");
  if (documentId !== null) await forgetReading(store(), owner.ownerId, documentId);
  return noContent();
});
