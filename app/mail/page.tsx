import type { Metadata } from "next";
import { LanguageLinks } from "@/components/sign-in";
import { Brand } from "@/components/ui/Brand.tsx";
import { Link } from "@/components/ui/Link.tsx";
import { app } from "@/lib/app.server";
import { getLocale, getWords } from "@/lib/next/locale.server";
import { routes, updateRoutes } from "@/lib/routes";

interface Props {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords("mail");
  return { title: t("pageTitle") };
}

/** Mails lead here: a button that confirms the address or ends the mail. Opening the page changes nothing. */
export default async function MailPage({ searchParams }: Props) {
  const t = await getWords("mail");
  const asked = await searchParams;
  const token = typeof asked["token"] === "string" ? asked["token"] : "";
  const outcome = app.following.mailOutcomes.find((each) => each === asked["outcome"]);
  const action = (["confirm", "end"] as const).find((each) => each === asked["do"]);
  const said = outcome ?? (action === undefined || token === "" ? "unknown" : undefined);
  return (
    <main className="page" id="main">
      <div className="mx-auto max-w-120 pt-16 max-md:pt-4">
        <Brand />
        <h1 className="h-page">{t("pageTitle")}</h1>
        {said === undefined && action !== undefined ? (
          <form method="post" action={action === "confirm" ? updateRoutes.confirmMail() : updateRoutes.endMail()}>
            <p className="mt-2 mb-5 text-muted">{t(`${action}Page`)}</p>
            <input type="hidden" name="token" value={token} />
            <button className="btn primary" type="submit">
              {t(`${action}Button`)}
            </button>
          </form>
        ) : (
          <p className="mt-2 mb-5" role="status">
            {t(`outcome_${said ?? "unknown"}`)}
          </p>
        )}
        {said === undefined ? null : (
          <p>
            <Link className="btn" href={routes.account()}>
              {t("toAccount")}
            </Link>
          </p>
        )}
        <div className="mt-10">
          <LanguageLinks
            words={await getWords("signIn")}
            locale={await getLocale()}
            here={routes.mail(outcome === undefined ? { do: action, token } : { outcome })}
          />
        </div>
      </div>
    </main>
  );
}
