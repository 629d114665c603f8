import { Link } from "@/components/ui/Link.tsx";
import { getWords } from "@/lib/next/locale.server";
import { routes } from "@/lib/routes";

/** Inline or side by side: two addresses of the same redline. */
export async function ViewLinks(props: {
  readonly documentId: string;
  readonly sectionId: string | null;
  readonly isSideBySide: boolean;
}) {
  const t = await getWords("changes");
  return (["inline", "side"] as const).map((name) => (
    <Link
      className="btn sm aria-[current]:border-ink aria-[current]:font-semibold"
      key={name}
      href={routes.changes(props.documentId, { section: props.sectionId, view: name === "side" ? "side" : null })}
      aria-current={props.isSideBySide === (name === "side") || undefined}
      scroll={false}
    >
      {t(name)}
    </Link>
  ));
}
