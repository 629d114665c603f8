import { api } from "../../routes.ts";
import type { FirstRead } from "../../store/first-read.ts";
import { fetchOwnApi } from "./own-api.ts";

/** Stores how far the owner came in the guided first read. Losing it only shows an earlier step again. */
export async function saveFirstRead(progress: FirstRead): Promise<void> {
  await fetchOwnApi<void>(api.firstRead(), { method: "PUT", body: progress }).catch(() => undefined);
}
