import { NotFoundText } from "@/components/errors";
import { getWords } from "@/lib/i18n/locale.server";

/** Outside the frame: reached only where no page could be asked for at all. */
export default async function NotFound() {
  return (
    <main className="page" id="main">
      <NotFoundText words={await getWords("errors")} />
    </main>
  );
}
