const description = "A reading desk for Japanese corporate disclosures.";

/**
 * What other sites show for a link: the app's name, never a document's data, since they have no key. Part of the pages
 * that open without a session: whoever has none is led to the sign-in page from every other.
 */
export const linkPreview = {
  description,
  openGraph: { title: "Hiraku", description, siteName: "Hiraku" },
};
