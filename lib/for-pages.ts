/**
 * The web app below its pages, as pages, routes and actions use it. It runs in Node as it is; what Next bundles gets it
 * through app.server.ts.
 */
export { decideApproval } from "./agents/approvals.ts";
export { agentFacts } from "./agents/facts.ts";
export { forgetUnusedAgentKeys } from "./agents/kept-key.ts";
export { serveMcp } from "./agents/mcp/serve.ts";
export { agentCounts, agentPageFacts, findPlan } from "./agents/page-facts.ts";
export { endTask } from "./agents/tasks.ts";
export { endAgentToken, makeAgentToken, serveTokensWithKey } from "./agents/tokens.ts";
export { answerOf, answersOf, planForOwner, startForOwner, stopForOwner } from "./answers/answers.ts";
export {
  dossierOf,
  dossierState,
  recheckOwnDossier,
  shareOwnDossier,
  sharedDossier,
  unshareOwnDossier,
} from "./answers/dossiers.ts";
export { wordingEndpoint } from "./answers/endpoint.ts";
export { AnswerStart, QuestionRequest } from "./answers/record.ts";
export { accountFacts } from "./auth/account-facts.ts";
export { RouteProblem, leftBrowser, noContent, privateJson, problemResponse } from "./auth/answers.ts";
export { browserFromHeader } from "./auth/browser-name.ts";
export { cookieIn, cookieNames, isSecure } from "./auth/cookies.ts";
export { findDemoKey } from "./auth/demo-key.ts";
export { isAllowedHost, isSameOrigin } from "./auth/hosts.ts";
export { IdentityError, isKnownKey, recognise } from "./auth/identity.ts";
export { networkOf } from "./auth/network.ts";
export { checkLength, openRoute, ownerRoute } from "./auth/owner-route.ts";
export { findOwner } from "./auth/find-owner.ts";
export { isLocalCaller, peerAddress } from "./auth/peer-address.ts";
export { readBody, readForm } from "./auth/read-body.ts";
export { requestHeaders } from "./auth/request-headers.ts";
export { isSampleLoading, isSampleMarket } from "./auth/sample-market.ts";
export { secrets } from "./auth/secrets.ts";
export { sessionCheckScript } from "./auth/session-check.ts";
export { absoluteMs, hashPrefixOf, logSessionEnd, publicSessionId, sessionHashOf } from "./auth/sessions.ts";
export { SignInError, checkKey, signIn, signInFailures, wrongGuesses } from "./auth/sign-in.ts";
export { newestTokenSecret } from "./auth/token-secret.ts";
export { sessionIdFromToken, sessionToken } from "./auth/token.ts";
export { changedSectionsLeft } from "./documents/changed-sections.ts";
export { changesInALine } from "./documents/changes-line.ts";
export { findChanges, findChangesOfCover } from "./documents/changes.ts";
export { loadComparedFigures } from "./documents/compared-figures.ts";
export { contentTiers } from "./documents/content-tiers.ts";
export { findDocument, loadDocumentOverview } from "./documents/cover.ts";
export { fetchPart } from "./documents/document-parts.ts";
export { figureRows, figuresFile } from "./documents/figures-files.ts";
export { findFiguresState, loadFiguresView } from "./documents/figures-view.ts";
export { findIssuer, issuersNear } from "./documents/find-issuer.ts";
export { firstPage } from "./documents/first-page.ts";
export { followingDocuments } from "./documents/following-documents.ts";
export { issuersOf, latestDocuments, latestShown } from "./documents/latest.ts";
export { sectionNow } from "./documents/moved-section.ts";
export { newsOverview } from "./documents/news-overview.ts";
export { findNews, loadReferences } from "./documents/news-references.ts";
export { findNotice } from "./documents/notice.ts";
export { archiveEntries, findOriginal, imageFormat } from "./documents/originals.ts";
export { findText, renderPiece } from "./documents/owned-text.ts";
export { packageAmong } from "./documents/package-among.ts";
export { findOwned, findReadingFacts, isSectionOwned, sectionOf } from "./documents/reading-facts.ts";
export { readingData } from "./documents/reading.ts";
export { findRedline } from "./documents/redline.ts";
export { findPages } from "./documents/viewed-pages.ts";
export { isWatched, openDeskPage, watchedIssuers } from "./documents/watched.ts";
export { settings } from "./env.ts";
export { facesAddress, fontIsInstalled, localFirstScript } from "./fonts/local-first.ts";
export { logEvent, logger } from "./log.ts";
export { live, ready } from "./operation/health.ts";
export { questionFromQuery } from "./purchases/http/question-query.ts";
export { notFound, serveArtifact } from "./purchases/http/serve-artifact.ts";
export { serveIllustration } from "./purchases/http/serve-illustration.ts";
export { servePreview } from "./purchases/http/serve-preview.ts";
export { basketView, lookIntoLink } from "./purchases/library/basket-view.ts";
export { changeBasket } from "./purchases/library/basket.ts";
export { exportLibrary } from "./purchases/library/export.ts";
export { csvHead, csvLine } from "./purchases/library/ledger-csv.ts";
export { ledgerFilter, ledgerPage, libraryPage, librarySummary } from "./purchases/library/library-views.ts";
export { ownedDocument, ownedDocuments, storedAnswer } from "./purchases/library/owned.ts";
export { creditsView, ledgerRow, purchaseView } from "./purchases/library/purchase-views.ts";
export { parseAction, questionUnit } from "./purchases/pricing/actions.ts";
export { spenderOf } from "./purchases/purchases.ts";
export { askService } from "./receipts/ask-service.ts";
export { checkOwnQuotes, issueReceipt, receiptOf } from "./receipts/receipts.ts";
export { fingerprintOf, publicKeys } from "./receipts/signing-keys.ts";
export { noteSessionAsked } from "./server/answer-traits.ts";
export { mayHoldSecret } from "./server/compression.ts";
export { demoCredits } from "./settings/demo.ts";
export { logRequestError } from "./log-request-error.ts";
export { agentScopes } from "./store/agent-tokens.ts";
export { findFirstRead, firstReadSteps, saveFirstRead } from "./store/first-read.ts";
export { keptRead } from "./store/kept-reads.ts";
export { forgetReading, listReading, saveReadingPlace } from "./store/reading.ts";
export { answerRecoveryOffer, findRecoveryOffer, recoveryAnswers } from "./store/recovery.ts";
export { forgetFilter, listSavedFilters, saveFilter } from "./store/saved-filters.ts";
export { forgetSearch, listSavedSearches, saveSearch } from "./store/saved-searches.ts";
export {
  deleteSession,
  deleteSessionsOfOwner,
  findSession,
  findSessionByPrefix,
} from "./store/sessions.ts";
export { listLooked, saveLooked } from "./store/updates.ts";
export { addWatch, listWatches, removeWatch } from "./store/watches.ts";
export { deskUpdates, namedFilters } from "./updates/desk-view.ts";
export { serveFeed } from "./updates/serve-feed.ts";
export { sourceTitles, titleOf } from "./updates/source-titles.ts";
export { subscriptionFacts } from "./updates/subscription-facts.ts";
export {
  endFeed,
  endWebhook,
  isFollowedOutside,
  makeFeed,
  makeWebhook,
  resumeWithKey,
  testWebhook,
} from "./updates/subscriptions.ts";
export { availabilityOf } from "./upstream/availability.ts";
export { freeRequest, relayFree } from "./upstream/free-proxy.ts";
export { measureHealth } from "./upstream/health.ts";
export { pauseFor } from "./upstream/key-state.ts";
export { mayLoadAhead } from "./upstream/load-ahead.ts";
export { purchases, signInGuard, store } from "./running-app.ts";
