"use client";

import { useRouter } from "next/navigation";
import { usePaletteSource } from "@/components/keys";
import { findTarget } from "@/lib/format/find-target";
import { useWords } from "@/lib/i18n/provider";
import { routes } from "@/lib/routes";
import { askIssuers, issuersAtOnce } from "@/lib/queries/issuers";
import { knownIssuers, rememberIssuers } from "./known-issuers.ts";
import { hrefOf } from "./options.ts";

const shownMax = 6;

/** Issuers and pasted ids in the command palette, by the same index as the field. */
export function useIssuerCommands(): void {
  const t = useWords("lookup");
  const router = useRouter();
  usePaletteSource(async (question, signal) => {
    const known = knownIssuers();
    if (!known.knows(question)) {
      const issuers = await askIssuers(question, signal).catch(() => undefined);
      if (issuers !== undefined) {
        known.answered(question, issuers, issuers.length < issuersAtOnce);
        rememberIssuers(issuers);
      }
    }
    const target = findTarget(question, window.location.origin);
    const pasted =
      target === undefined || target.kind === "issuer"
        ? []
        : [
            {
              id: "pasted",
              label: target.kind === "document" ? t("openDocument", { id: target.documentId }) : t("openPlace"),
              run: () => router.push(hrefOf(target)),
            },
          ];
    const issuers = known.search(question, shownMax).map(({ issuer }) => ({
      id: `issuer-${issuer.security_code}`,
      label: issuer.name,
      lang: "ja",
      note: [issuer.security_code, issuer.name_en].filter((part) => part !== null).join(" "),
      run: () => router.push(routes.issuer(issuer.security_code)),
    }));
    return [...pasted, ...issuers];
  });
}
