import changesEn from "../../../../messages/en/changes.json" with { type: "json" };
import documentsEn from "../../../../messages/en/documents.json" with { type: "json" };
import mailEn from "../../../../messages/en/mail.json" with { type: "json" };
import changesJa from "../../../../messages/ja/changes.json" with { type: "json" };
import documentsJa from "../../../../messages/ja/documents.json" with { type: "json" };
import mailJa from "../../../../messages/ja/mail.json" with { type: "json" };
import { type Locale, makeWords } from "../../../text/i18n/words.ts";

/** The words of mails, which are written while no page is rendered. */
const words = {
  en: {
    mail: makeWords(mailEn, "en"),
    documents: makeWords(documentsEn, "en"),
    changes: makeWords(changesEn, "en"),
  },
  ja: {
    mail: makeWords(mailJa, "ja"),
    documents: makeWords(documentsJa, "ja"),
    changes: makeWords(changesJa, "ja"),
  },
};

export const mailWords = (locale: Locale) => words[locale];
