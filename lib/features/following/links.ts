import { feedPath, routes } from "../../routes.ts";
import { settings } from "../../settings.ts";

/** Addresses for readers outside the app. Without a public address only programs of this machine reach them. */
export function appOrigin(): string {
  const { publicOrigin, port } = settings();
  return publicOrigin ?? `http://127.0.0.1:${port}`;
}

export function documentAddress(documentId: string): string {
  return appOrigin() + routes.document(documentId);
}

export function feedAddress(token: string): string {
  return appOrigin() + feedPath(token);
}
