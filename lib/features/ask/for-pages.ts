/** Exports for its pages and routes; see lib/for-pages.ts. */

export { manifest } from "./manifest.ts";
export { answerOf, answersOf, planForOwner, startForOwner, stopForOwner } from "./answers.ts";
export {
  dossierOf,
  dossierState,
  recheckOwnDossier,
  sharedDossier,
  shareOwnDossier,
  unshareOwnDossier,
} from "./dossiers.ts";
export { AnswerStart, QuestionRequest } from "./record.ts";
