const description = "A reading desk for Japanese corporate disclosures.";

/**
 * For previews of links on other sites: the app's name, never a document's data, since they have no key. Part of the
 * pages that open without a session, to which every other page leads without one.
 */
export const linkPreview = {
  description,
  openGraph: { title: "Hiraku", description, siteName: "Hiraku" },
};
