import { SectionId } from "../contract/ids.ts";
import type { DocumentSummary } from "../contract/resources.ts";
import type { Owner } from "../owners/owner.ts";
import type { RedlineView } from "../text/redline/html.ts";
import { type ChangeListRow, changeList } from "./change-list.ts";
import { changedSectionsLeft } from "./changed-sections.ts";
import { type ChangesFound, type DocumentChanges, findChanges } from "./changes.ts";
import { findNotice, type Notice } from "./notice.ts";
import { findRedline, type SectionRedline } from "./redline.ts";

export interface Compared {
  readonly changes: DocumentChanges;
  readonly list: readonly ChangeListRow[];
  /** Null where no section is chosen; undefined where neither document has the chosen one. */
  readonly redline: SectionRedline | null | undefined;
  /** Set where the document quotes what it corrects instead of repeating all of it. */
  readonly notice: Notice | undefined;
  /** Sections that changed and are not owned. */
  readonly changedLeft: readonly string[];
}

/** All that the page of changes shows; why there is nothing to compare, where there is not. Never buys anything. */
export async function compareWithEarlier(
  owner: Owner,
  document: DocumentSummary,
  section: unknown,
  { against, ...view }: RedlineView & { readonly against: string | null },
): Promise<Compared | Extract<ChangesFound, string>> {
  const changes = await findChanges(owner.upstream, document, "asked", against);
  if (typeof changes === "string") return changes;
  const list = await changeList(owner, document.document_id, changes);
  const chosen = section === undefined ? firstReadable(list) : SectionId.safeParse(section).data;
  return {
    changes,
    list,
    redline:
      chosen === undefined
        ? section === undefined
          ? null
          : undefined
        : await findRedline(owner, document, changes, chosen, view),
    notice: await findNotice(owner, document, changes, view),
    changedLeft: await changedSectionsLeft(owner, document.document_id, changes.map.sections),
  };
}

/** The first heading of which both texts are owned: it is compared at once, for nothing. */
function firstReadable(list: readonly ChangeListRow[]): string | undefined {
  return list.find(({ price }) => price?.max === 0)?.id;
}
