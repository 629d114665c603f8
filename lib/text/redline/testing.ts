import messages from "../../../messages/en/changes.json" with { type: "json" };
import type { RedlineView } from "./html.ts";

export const redlineView: RedlineView = { isSideBySide: false, hidesSmall: false, locale: "en", messages };
