import type { AppProblem } from "@/lib/spending/wire";
import type { WordKey } from "@/lib/text/i18n/namespaces";

const keys: Readonly<Record<string, WordKey<"check">>> = {
  payload_too_large: "fileTooLarge",
  draft_file_unknown_kind: "fileUnknownKind",
  draft_file_unreadable: "fileUnreadable",
  draft_file_encrypted: "fileEncrypted",
  draft_file_without_text: "fileWithoutText",
  draft_file_too_complex: "fileTooComplex",
};

/** Words for a file that can't be checked; undefined where something else went wrong. */
export const fileRefusalKey = ({ code }: AppProblem): WordKey<"check"> | undefined => keys[code];
