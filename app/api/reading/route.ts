import { z } from "zod";
import { app } from "@/lib/app.server";

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

export const GET = app.ownerRoute(async ({ owner }) =>
  app.privateJson({ reading: await app.listReading(app.running().store, owner.ownerId, shownMax) }),
);

export const PUT = app.ownerRoute(async ({ owner, request }) => {
  await app.saveReadingPlace(app.running().store, owner.ownerId, {
    ...(await app.readBody(request, Place)),
    read_at: Date.now(),
  });
  return app.noContent();
});

export const DELETE = app.ownerRoute(async ({ owner, request }) => {
  const documentId = new URL(request.url).searchParams.get("document_id");
  if (documentId !== null) await app.forgetReading(app.running().store, owner.ownerId, documentId);
  return app.noContent();
});
