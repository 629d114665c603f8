import { z } from "zod";
import { app } from "@/lib/app.server";
import { readerLanguage } from "@/lib/next/locale.server";

const Hour = z.object({ hour: z.int().min(0).max(23) });
const Wanted = Hour.extend({ address: z.string().max(1000), consent: z.boolean().default(false) });

/** Sends a mail that confirms the address; nothing else is sent before that. */
export const POST = app.ownerRoute(async ({ owner, request }) => {
  const wanted = await app.readBody(request, Wanted);
  const { locale } = await readerLanguage();
  await app.following.askForMail(app.following.mailDeps(), owner, { ...wanted, locale }, Date.now());
  return app.noContent();
});

/** Another hour, and from now on in the language of this page. */
export const PUT = app.ownerRoute(async ({ owner, request }) => {
  const { hour } = await app.readBody(request, Hour);
  const { locale } = await readerLanguage();
  await app.following.changeMail(app.running().store, owner.ownerId, { hour, locale });
  return app.noContent();
});

export const DELETE = app.ownerRoute(async ({ owner }) => {
  await app.following.endMail(app.running(), owner.ownerId);
  return app.noContent();
});
