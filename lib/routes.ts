/** Ids are encoded; absent query values are left out, so that equal states have equal URLs. */
import type { Route } from "next";
import { home } from "./home.ts";

type QueryValue = string | number | boolean | null | undefined | readonly string[];
export type Query = Readonly<Record<string, QueryValue>>;

export function queryString(query: Query): URLSearchParams {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === "" || value === false) continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(key, String(item));
  }
  return search;
}

export function withQuery(path: string, query: Query = {}): string {
  const text = queryString(query).toString();
  return text === "" ? path : `${path}?${text}`;
}

const page = (path: string, query?: Query): Route => withQuery(path, query) as Route;
const id = encodeURIComponent;

export const routes = {
  desk: () => home,
  signIn: (query?: { next?: string; error?: string; left?: number; wait?: number }) => page("/sign-in", query),
  account: (query?: Query) => page("/account", query),
  /** For whoever runs the service; its key and its session are no reader's. */
  operator: (query?: Query) => page("/operator", query),
  recoveryCode: () => page("/account#recovery"),
  /** Not pages: the common beginnings of the addresses of all issuers, documents and news items. */
  issuers: () => page("/issuers"),
  documentsRoot: () => page("/documents"),
  newsRoot: () => page("/news"),
  issuer: (securityCode: string, query?: Query) => page(`/issuers/${id(securityCode)}`, query),
  documents: (query?: Query) => page("/read", query),
  document: (documentId: string, query?: Query) => page(`/documents/${id(documentId)}`, query),
  /** Since the document before, or since the one that is corrected; `section` is compared word by word. */
  changes: (documentId: string, query?: Query) => page(`/documents/${id(documentId)}/changes`, query),
  section: (documentId: string, sectionId: string, query?: Query) =>
    page(`/documents/${id(documentId)}/sections/${id(sectionId)}`, query),
  pages: (documentId: string) => page(`/documents/${id(documentId)}/pages`),
  page: (documentId: string, pageNumber: number, query?: Query) =>
    page(`/documents/${id(documentId)}/pages/${pageNumber}`, query),
  files: (documentId: string) => page(`/documents/${id(documentId)}/originals`),
  original: (documentId: string, originalId: string, query?: Query) =>
    page(`/documents/${id(documentId)}/originals/${id(originalId)}`, query),
  figures: (documentId: string, query?: Query) => page(`/documents/${id(documentId)}/figures`, query),
  search: (query?: Query) => page("/ask", query),
  newsList: (query?: Query) => page("/read/news", query),
  news: (newsId: string) => page(`/news/${id(newsId)}`),
  library: (query?: Query) => page("/library", query),
  ledger: (query?: Query) => page("/library/spending", query),
  /** Proofs of quotations, and proof files of answers. */
  proofs: (query?: Query) => page("/library/proofs", query),
  /** Figures of all owned packages side by side. */
  comparedFigures: (query?: Query) => page("/library/figures", query),
  /** Checks signatures and proof files, without a session too. */
  check: () => page("/check"),
  /** Confirms or ends the daily mail by a button; needs no session. */
  mail: (query?: Query) => page("/mail", query),
  receipt: (receiptId: string) => page(`/check/${id(receiptId)}`),
  /** A pasted address, already recognised as one of the app's pages. */
  pasted: (path: string) => page(path),
} as const;

/** Addresses beneath it return data, so the sign-in page does not lead back to them. */
export const apiRoot = "/api";

/** Feeds are read without a session; the token at the end of the address is all that a reader has. */
export const feedsRoot = "/feeds";

export function feedPath(token: string): string {
  return `${feedsRoot}/${id(token)}`;
}

/** Addresses of the app's own server routes. */
export const api = {
  /** The free endpoints, with their paths from the contract: `/v1/...` beneath `/api`. */
  free: (target: string) => `/api${target}`,
  /** Several pages of a list of documents, with what is owned of them. */
  timeline: (query?: Query) => withQuery("/api/timeline", query),
  quote: () => "/api/purchases/quote",
  purchases: () => "/api/purchases",
  purchase: (purchaseId: string) => `/api/purchases/${id(purchaseId)}`,
  owned: (documentId: string) => `/api/owned/documents/${id(documentId)}`,
  ownedMany: (documentIds: readonly string[]) => withQuery("/api/owned/documents", { id: documentIds }),
  readingText: (documentId: string, sectionId: string, pieces: readonly string[]) =>
    withQuery(`/documents/${id(documentId)}/sections/${id(sectionId)}/text`, { piece: pieces }),
  figuresFile: (documentId: string, query?: Query) => withQuery(`/api/figures/${id(documentId)}`, query),
  /** Both get the bytes of an exported workbook. */
  refill: () => "/api/figures/refill",
  refillPlan: () => "/api/figures/refill/plan",
  comparedFile: (query?: Query) => withQuery("/api/figures", query),
  ownedPage: (documentId: string, pageNumber: number) => `/api/owned/documents/${id(documentId)}/pages/${pageNumber}`,
  /** A small image of the page, for slow lines. */
  ownedPagePreview: (documentId: string, pageNumber: number) => `${api.ownedPage(documentId, pageNumber)}?size=small`,
  ownedOriginal: (documentId: string, originalId: string) =>
    `/api/owned/documents/${id(documentId)}/originals/${id(originalId)}`,
  ownedIllustration: (documentId: string, name: string) =>
    `/api/owned/documents/${id(documentId)}/illustrations/${id(name)}`,
  ownedAnswer: (query: Query) => withQuery("/api/owned/answers", query),
  /** In a line. */
  changes: (documentId: string) => `/api/changes/${id(documentId)}`,
  checkDraft: () => "/api/check",
  /** A Word or Excel file of so many bytes, followed by the comments. */
  commentFile: (name: string, bytes: number) => withQuery("/api/check/comments", { name, bytes }),
  checkFile: (name: string) => `/api/check/file?name=${id(name)}`,
  credits: () => "/api/credits",
  health: () => "/api/health",
  healthReady: () => "/api/health/ready",
  service: () => "/api/service",
  budget: () => "/api/budget",
  ledger: (query?: Query) => withQuery("/api/ledger", query),
  ledgerCsv: (query?: Query) => withQuery("/api/ledger/csv", query),
  library: (query?: Query) => withQuery("/api/library", query),
  ledgerLabels: () => "/api/ledger/labels",
  librarySummary: (query?: Query) => withQuery("/api/library/summary", query),
  ownedArtifact: (artifactId: string) => `/api/owned/artifacts/${id(artifactId)}`,
  libraryExport: () => "/api/library/export",
  watches: (query?: Query) => withQuery("/api/watches", query),
  firstRead: () => "/api/first-read",
  loadAhead: () => "/api/load-ahead",
  preferences: () => "/api/preferences",
  reading: (query?: Query) => withQuery("/api/reading", query),
  savedSearches: (query?: Query) => withQuery("/api/saved-searches", query),
  receipts: () => "/api/receipts",
  receiptFile: (receiptId: string) => `/api/receipts/${id(receiptId)}`,
  checkQuotes: () => "/api/receipts/check",
  askService: () => "/api/receipts/ask",
  /** The public keys of this installation's receipts; needs no session. */
  receiptKeys: () => "/.well-known/hiraku-receipt-keys.json",
  /** RFC 9116; needs no session. */
  securityContact: () => "/.well-known/security.txt",
  /** By the session's public id: still open, and the one of this browser. */
  session: (sessionId: string) => withQuery("/api/session", { id: sessionId }),
  /** Forms post here: next-auth's own addresses. */
  signIn: () => "/api/auth/callback/api-key",
  signOut: () => "/api/auth/signout",
  /** A form posts the public id of one of the owner's sessions. */
  endSession: () => "/api/session/end",
  signOutEverywhere: () => "/api/session/everywhere",
  linkKey: () => "/api/session/keys",
  recovery: () => "/api/session/recovery",
} as const;

/** Addresses of what is new. Apart from the others, so that pages which tell nothing new don't load them. */
export const updateRoutes = {
  /** The form for a feed or webhook of a watch or saved filter. */
  subscriptions: (source: string) => page(`${withQuery("/account", { about: source })}#subscriptions-head`),
  savedFilters: (query?: Query) => withQuery("/api/saved-filters", query),
  standing: (query?: Query) => withQuery("/api/saved-searches/standing", query),
  seen: () => "/api/updates/seen",
  feeds: (query?: Query) => withQuery("/api/feeds", query),
  webhooks: (query?: Query) => withQuery("/api/webhooks", query),
  webhookTest: () => "/api/webhooks/test",
  keptKey: () => "/api/kept-key",
  mail: () => "/api/mail",
  confirmMail: () => "/api/mail/confirm",
  /** Also what the one-click button of mail programs posts to, with the token in the address. */
  endMail: (query?: Query) => withQuery("/api/mail/end", query),
} as const;

/** Programs that read and buy by a token. Apart from the others, so that only their own pages load these. */
export const agentRoutes = {
  /** Their tokens, tasks and plans. */
  page: () => page("/account/agents"),
  /** A plan that a person confirms or declines. */
  approval: (approvalId: string) => page(`/account/agents/${id(approvalId)}`),
  /** Programs send their calls there. */
  door: () => "/api/mcp",
  tokens: (query?: Query) => withQuery("/api/agents", query),
  tasks: (query?: Query) => withQuery("/api/agents/tasks", query),
  decision: (approvalId: string) => `/api/agents/approvals/${id(approvalId)}`,
  key: () => "/api/agents/key",
} as const;

/** Addresses by which a program asks for a token of its own. The names beneath `.well-known` are those of the standards. */
export const oauthRoutes = {
  /** Where a person decides. */
  authorize: (query?: Query) => page("/account/authorize", query),
  consent: () => "/api/oauth/consent",
  register: () => "/api/oauth/register",
  token: () => "/api/oauth/token",
  revoke: () => "/api/oauth/revoke",
  /** RFC 8414. */
  server: () => "/.well-known/oauth-authorization-server",
  /** RFC 9728, of the whole app and of the address for programs. */
  resource: () => "/.well-known/oauth-protected-resource",
  resourceOfDoor: () => "/.well-known/oauth-protected-resource/api/mcp",
} as const;

/** Addresses of the basket. Apart from the others, so that pages which only count it don't load them. */
export const basketRoutes = {
  /** Each `line` offers one of somebody else's basket. */
  page: (query?: Query) => page("/basket", query),
  items: () => "/api/basket",
  /** Prices of the lines of a link. */
  look: () => "/api/basket/look",
  stop: (purchaseId: string) => `/api/purchases/${id(purchaseId)}/stop`,
} as const;

/** Addresses of questions and their answers. Apart from the others, so that only their own pages load these. */
export const askRoutes = {
  page: (query?: Query) => page("/ask/answer", query),
  /** Compares a draft with what is owned. */
  check: (query?: { stored?: string }) => page("/ask/check", query),
  /** Checks that their owner stored. */
  checks: () => "/api/checks",
  storedCheck: (checkId: string) => `/api/checks/${id(checkId)}`,
  checkProof: (checkId: string) => `/api/checks/${id(checkId)}/proof`,
  shareCheck: (checkId: string) => `/api/checks/${id(checkId)}/share`,
  unshareCheck: (checkId: string) => `/api/checks/${id(checkId)}/unshare`,
  answer: (answerId: string) => page(`/ask/${id(answerId)}`),
  /** An answer or a check that its owner shares with other signed-in readers. */
  shared: (shareId: string) => page(`/d/${id(shareId)}`),
  plan: () => "/api/answers/plan",
  all: () => "/api/answers",
  one: (answerId: string) => `/api/answers/${id(answerId)}`,
  stop: (answerId: string) => `/api/answers/${id(answerId)}/stop`,
  /** The signed dossier as a file. */
  dossier: (answerId: string) => `/api/answers/${id(answerId)}/dossier`,
  share: (answerId: string) => `/api/answers/${id(answerId)}/share`,
  unshare: (answerId: string) => `/api/answers/${id(answerId)}/unshare`,
  recheck: (answerId: string) => `/api/answers/${id(answerId)}/recheck`,
} as const;

/** Addresses that the operator's page posts to. Apart from the others, so that only that page loads these. */
export const operatorRoutes = {
  signIn: () => "/api/operator/sign-in",
  signOut: () => "/api/operator/sign-out",
  keys: () => "/api/operator/keys",
  credits: () => "/api/operator/credits",
  revoke: () => "/api/operator/revoke",
  tryAgain: () => "/api/operator/try-again",
} as const;

/** A decoded value from a page's path; one that can't be decoded is returned unchanged. */
export function pathValue(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
