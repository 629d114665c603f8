"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useWords } from "@/lib/next/provider";
import { unwatchIssuer, watchesKey, watchesQuery, watchIssuer } from "@/lib/next/queries/watches";

interface Props {
  readonly issuer: { readonly security_code: string; readonly name: string | null; readonly name_en: string | null };
  readonly small?: boolean;
}

/** Adds an issuer to the watched ones, or removes it. Free. Needs the messages of `desk`. */
export function WatchButton({ issuer, small = false }: Props) {
  const t = useWords("desk");
  const client = useQueryClient();
  const router = useRouter();
  const watches = useQuery(watchesQuery());
  const watching = watches.data?.some((each) => each.security_code === issuer.security_code) ?? false;
  const change = useMutation({
    mutationFn: () => (watching ? unwatchIssuer(issuer.security_code) : watchIssuer(issuer)),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: watchesKey });
      router.refresh();
    },
  });
  const name = issuer.name ?? issuer.security_code;
  return (
    <button
      className={small ? "btn sm" : "btn"}
      type="button"
      aria-pressed={watching}
      aria-label={t(watching ? "unwatchIssuer" : "watchIssuer", { name })}
      disabled={change.isPending || watches.isPending}
      onClick={() => change.mutate()}
    >
      {t(watching ? "watching" : "watch")}
    </button>
  );
}
