import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WordsProvider } from "@/lib/next/provider";
import { api } from "@/lib/routes";
import pages from "@/messages/en/pages.json";
import type { PageBox } from "./geometry";
import { PageSheet } from "./PageSheet";
import { Thumbs } from "./Thumbs";

const page: PageBox = { pageNumber: 1, width: 595, height: 842, listed: true };

test("the HTML asks for the first page's image before all scripts, though its thumbnail shows the same", () => {
  const one = new Set([1]);
  const written = renderToStaticMarkup(
    <html>
      <body>
        <WordsProvider locale="en" messages={{ pages }}>
          <Thumbs
            documentId="D1"
            pages={[page]}
            current={0}
            owned={one}
            ordered={new Set()}
            loaded={one}
            onGo={() => undefined}
          />
          <PageSheet page={page} turn={0} src={api.ownedPage("D1", 1)} alt="" eager />
        </WordsProvider>
      </body>
    </html>,
  );
  const preloads = written.match(/<link rel="preload"[^>]*>/g) ?? [];
  expect(preloads).toEqual([
    '<link rel="preload" as="image" href="/api/owned/documents/D1/pages/1" fetchPriority="high"/>',
  ]);
  expect(written.match(/<img /g)?.length).toBe(2);
});
