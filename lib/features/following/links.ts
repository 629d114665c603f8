import { feedPath, routes } from "../../routes.ts";
import type { Settings } from "../../settings.ts";

/** Under which readers outside the app reach it. Without a public address only programs of this machine do. */
export function appOrigin({ publicOrigin, port }: Pick<Settings, "publicOrigin" | "port">): string {
  return publicOrigin ?? `http://127.0.0.1:${port}`;
}

export function documentAddress(origin: string, documentId: string): string {
  return origin + routes.document(documentId);
}

export function feedAddress(origin: string, token: string): string {
  return origin + feedPath(token);
}
