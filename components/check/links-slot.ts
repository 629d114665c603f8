import type { FeatureLinks } from "@/components/ui/feature-links.ts";
import { askRoutes } from "@/lib/routes";

export const links: FeatureLinks = {
  tab: { label: "checkDraft", href: () => askRoutes.check() },
  proof: { kind: "check", href: (id) => askRoutes.check({ stored: id }) },
};
