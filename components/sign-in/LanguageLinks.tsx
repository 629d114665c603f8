import { api } from "@/lib/routes";
import { CarryFragment } from "./CarryFragment.tsx";
import type { SignInWords } from "./SignInForm.tsx";

interface Props {
  readonly words: SignInWords;
  readonly locale: "en" | "ja";
  /** The address to return to. */
  readonly here: string;
}

const languages = [
  { locale: "ja", name: "日本語" },
  { locale: "en", name: "English" },
] as const;

/** Switches the page's language, as a plain form, so that it works without scripts. */
export function LanguageLinks({ words: t, locale, here }: Props) {
  return (
    <form className="mt-10 flex gap-3 text-12/5" method="post" action={api.preferences()} aria-label={t("language")}>
      <CarryFragment />
      <input type="hidden" name="next" value={here} />
      {languages.map((each) => (
        <button
          key={each.locale}
          className={each.locale === locale ? "text-muted" : "link"}
          lang={each.locale}
          name="locale"
          value={each.locale}
          type="submit"
          aria-current={each.locale === locale ? "true" : undefined}
        >
          {each.name}
        </button>
      ))}
    </form>
  );
}
