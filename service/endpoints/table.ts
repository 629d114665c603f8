import type { EndpointName, EndpointOf } from "../../lib/contract/endpoints.ts";
import { endStanding } from "./end-standing/handler.ts";
import { getContent } from "./get-content/handler.ts";
import { getDocument } from "./get-document/handler.ts";
import { getNews } from "./get-news/handler.ts";
import { getOriginal } from "./get-original/handler.ts";
import { getPageImage } from "./get-page-image/handler.ts";
import { getToc } from "./get-toc/handler.ts";
import type { FreeHandler, PaidHandler } from "./handler.ts";
import { health } from "./health/handler.ts";
import { listDocuments } from "./list-documents/handler.ts";
import { listNews } from "./list-news/handler.ts";
import { listOriginals } from "./list-originals/handler.ts";
import { listPageImages } from "./list-page-images/handler.ts";
import { listStanding } from "./list-standing/handler.ts";
import { ready } from "./ready/handler.ts";
import { searchDocuments } from "./search-documents/handler.ts";
import { searchIssuers } from "./search-issuers/handler.ts";
import { searchNews } from "./search-news/handler.ts";
import { standPhrase } from "./stand-phrase/handler.ts";
import { verifyQuote } from "./verify-quote/handler.ts";

/** The contract decides whether an endpoint is paid: a handler of the other kind does not compile. */
type HandlerOf<N extends EndpointName> = EndpointOf<N>["cost"]["kind"] extends infer Kind
  ? Kind extends "free"
    ? FreeHandler<N>
    : PaidHandler<N>
  : never;

const byName = {
  health,
  ready,
  searchIssuers,
  listDocuments,
  getDocument,
  getToc,
  listPageImages,
  listOriginals,
  listNews,
  getNews,
  searchDocuments,
  searchNews,
  getContent,
  getPageImage,
  getOriginal,
  verifyQuote,
  standPhrase,
  listStanding,
  endStanding,
} satisfies { readonly [N in EndpointName]: HandlerOf<N> };

export const handlers: { readonly [N in EndpointName]: FreeHandler<N> | PaidHandler<N> } = byName;
