/** Runs in Node as it is; what Next bundles gets it through app.server.ts. */

export { askService } from "./evidence/receipts/ask-service.ts";
export { checkOwnQuotes, issueReceipt, receiptOf } from "./evidence/receipts/receipts.ts";
export { fingerprintOf, publicKeys } from "./evidence/receipts/signing-keys.ts";
export { answerOf, answersOf, planForOwner, startForOwner, stopForOwner } from "./features/ask/answers.ts";
export {
  dossierOf,
  dossierState,
  recheckOwnDossier,
  sharedDossier,
  shareOwnDossier,
  unshareOwnDossier,
} from "./features/ask/dossiers.ts";
export { AnswerStart, QuestionRequest } from "./features/ask/record.ts";
export { deskUpdates, namedFilters } from "./features/following/desk-view.ts";
export { serveFeed } from "./features/following/serve-feed.ts";
export { sourceTitles, titleOf } from "./features/following/source-titles.ts";
export { subscriptionFacts } from "./features/following/subscription-facts.ts";
export {
  endFeed,
  endWebhook,
  isFollowedOutside,
  makeFeed,
  makeWebhook,
  resumeWithKey,
  testWebhook,
} from "./features/following/subscriptions.ts";
export { decideApproval } from "./features/programs/approvals.ts";
export { agentFacts } from "./features/programs/facts.ts";
export { forgetUnusedAgentKeys } from "./features/programs/kept-key.ts";
export { serveMcp } from "./features/programs/mcp/serve.ts";
export { agentCounts, agentPageFacts, findPlan } from "./features/programs/page-facts.ts";
export { endAgentToken, makeAgentToken, serveTokensWithKey } from "./features/programs/tokens.ts";
export { facesAddress, fontIsInstalled, localFirstScript } from "./kit/fonts/local-first.ts";
export { isAllowedHost, isSameOrigin } from "./kit/hosts.ts";
export { wordingEndpoint } from "./kit/settings/answer-endpoint.ts";
export { demoCredits } from "./kit/settings/demo.ts";
export { logEvent, logger } from "./log.ts";
export { accountFacts } from "./owners/account-facts.ts";
export { leftBrowser, noContent, privateJson, problemResponse, RouteProblem } from "./owners/answers.ts";
export { browserFromHeader } from "./owners/browser-name.ts";
export { cookieIn, cookieNames, isSecure } from "./owners/cookies.ts";
export { findDemoKey } from "./owners/demo-key.ts";
export { findOwner } from "./owners/find-owner.ts";
export { IdentityError, isKnownKey, recognise } from "./owners/identity.ts";
export { networkOf } from "./owners/network.ts";
export { checkLength, openRoute, ownerRoute } from "./owners/owner-route.ts";
export { isLocalCaller, peerAddress } from "./owners/peer-address.ts";
export { readBody, readForm } from "./owners/read-body.ts";
export { requestHeaders } from "./owners/request-headers.ts";
export { isSampleLoading, isSampleMarket } from "./owners/sample-market.ts";
export { sessionCheckScript } from "./owners/session-check.ts";
export { absoluteMs, hashPrefixOf, logSessionEnd, publicSessionId, sessionHashOf } from "./owners/sessions.ts";
export { checkKey, SignInError, signIn, signInFailures, wrongGuesses } from "./owners/sign-in.ts";
export { sessionIdFromToken, sessionToken } from "./owners/token.ts";
export { newestTokenSecret } from "./owners/token-secret.ts";
export { changedSectionsLeft } from "./reading/changed-sections.ts";
export { findChanges, findChangesOfCover } from "./reading/changes.ts";
export { changesInALine } from "./reading/changes-line.ts";
export { loadComparedFigures } from "./reading/compared-figures.ts";
export { contentTiers } from "./reading/content-tiers.ts";
export { findDocument, loadDocumentOverview } from "./reading/cover.ts";
export { fetchPart } from "./reading/document-parts.ts";
export { figureRows, figuresFile } from "./reading/figures-files.ts";
export { findFiguresState, loadFiguresView } from "./reading/figures-view.ts";
export { findIssuer, issuersNear } from "./reading/find-issuer.ts";
export { firstPage } from "./reading/first-page.ts";
export { followingDocuments } from "./reading/following-documents.ts";
export { issuersOf, latestDocuments, latestShown } from "./reading/latest.ts";
export { sectionNow } from "./reading/moved-section.ts";
export { newsOverview } from "./reading/news-overview.ts";
export { findNews, loadReferences } from "./reading/news-references.ts";
export { findNotice } from "./reading/notice.ts";
export { archiveEntries, findOriginal, imageFormat } from "./reading/originals.ts";
export { findText, renderPiece } from "./reading/owned-text.ts";
export { packageAmong } from "./reading/package-among.ts";
export { readingData } from "./reading/reading.ts";
export { findOwned, findReadingFacts, isSectionOwned, sectionOf } from "./reading/reading-facts.ts";
export { findRedline } from "./reading/redline.ts";
export { findPages } from "./reading/viewed-pages.ts";
export { isWatched, openDeskPage, watchedIssuers } from "./reading/watched.ts";
export { app as running } from "./running-app.ts";
export { noteSessionAsked } from "./server/answer-traits.ts";
export { mayHoldSecret } from "./server/compression.ts";
export { logRequestError } from "./server/log-request-error.ts";
export { live, ready } from "./server/operation/health.ts";
export { questionFromQuery } from "./spending/http/question-query.ts";
export { notFound, serveArtifact } from "./spending/http/serve-artifact.ts";
export { serveIllustration } from "./spending/http/serve-illustration.ts";
export { servePreview } from "./spending/http/serve-preview.ts";
export { questionUnit } from "./spending/kinds/questions.ts";
export { changeBasket } from "./spending/library/basket.ts";
export { basketView, lookIntoLink } from "./spending/library/basket-view.ts";
export { exportLibrary } from "./spending/library/export.ts";
export { csvHead, csvLine } from "./spending/library/ledger-csv.ts";
export { ledgerFilter, ledgerPage, libraryPage, librarySummary } from "./spending/library/library-views.ts";
export { ownedDocument, ownedDocuments, storedAnswer } from "./spending/library/owned.ts";
export { creditsView, ledgerRow, purchaseView } from "./spending/library/purchase-views.ts";
export { parseAction } from "./spending/pricing/actions.ts";
export { spenderOf } from "./spending/purchases.ts";
export { endTask } from "./spending/tasks.ts";
export { agentScopes } from "./store/agent-tokens.ts";
export { findFirstRead, firstReadSteps, saveFirstRead } from "./store/first-read.ts";
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
export { freeRequest, relayFree } from "./upstream/free-proxy.ts";
export { measureHealth } from "./upstream/health.ts";
export { mayLoadAhead } from "./upstream/load-ahead.ts";
export { availabilityOf } from "./upstream/page-wait.ts";
