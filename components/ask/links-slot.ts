import type { FeatureLinks } from "@/components/ui/feature-links.ts";
import { askRoutes } from "@/lib/routes";

export const links: FeatureLinks = {
  tab: { label: "answer", href: (question) => askRoutes.page({ question }) },
  command: "goAsk",
  proof: { kind: "answer", href: askRoutes.answer },
};
