"use client";

import { useState } from "react";
import type { MailFacts } from "@/lib/features/following/mail/subscribe";
import { useWords } from "@/lib/next/provider";
import { askForMail, changeMailHour, endMail } from "@/lib/next/queries/updates";
import type { Maker } from "./maker.ts";

interface Props extends Pick<Maker, "consent" | "run"> {
  readonly mail: MailFacts;
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** One mail a day: asked for, confirmed by its reader, at an hour that can be changed, and ended. */
export function DailyMail({ mail, consent, run }: Props) {
  const t = useWords("mail");
  const [hour, setHour] = useState(mail.hour);
  const [address, setAddress] = useState("");
  const [isOther, setIsOther] = useState(false);
  const [isSure, setIsSure] = useState(false);
  const ask = async () => {
    if (!(await run(() => askForMail({ address: address.trim(), hour, consent })))) return;
    setAddress("");
    setIsOther(false);
  };
  const end = async () => {
    if (!isSure) return setIsSure(true);
    setIsSure(false);
    await run(endMail);
  };
  const hourField = (
    <select
      className="input w-auto"
      aria-label={t("hour")}
      value={hour}
      onChange={(event) => setHour(Number(event.target.value))}
    >
      {hours.map((each) => (
        <option key={each} value={each}>
          {t("hourOf", { hour: String(each) })}
        </option>
      ))}
    </select>
  );
  const named = { address: mail.address ?? "", hour: String(mail.hour) };
  return (
    <>
      <h3 className="mt-5 text-13/5 font-semibold" id="daily-mail">
        {t("head")}
      </h3>
      <p className="text-12/ui text-muted">{t("panelLead")}</p>
      {mail.state === "none" ? null : (
        <>
          <p className="mt-2 text-12/ui break-words" role="status">
            {t(mail.state === "asked" ? "wasAsked" : "sentDaily", named)}
          </p>
          <div className="row-acts mt-2">
            {isOther ? null : hourField}
            {hour === mail.hour || isOther ? null : (
              <button className="btn sm" type="button" onClick={() => void run(() => changeMailHour(hour))}>
                {t("changeHour")}
              </button>
            )}
            {isOther ? null : (
              <button className="btn sm" type="button" onClick={() => setIsOther(true)}>
                {t("otherAddress")}
              </button>
            )}
            <button className="btn sm" type="button" onBlur={() => setIsSure(false)} onClick={() => void end()}>
              {t(isSure ? "stopSure" : "stop")}
            </button>
          </div>
        </>
      )}
      {mail.state === "none" || isOther ? (
        <form
          className="field mt-2"
          onSubmit={(event) => {
            event.preventDefault();
            void ask();
          }}
        >
          <label htmlFor="mail-address">{t("address")}</label>
          <div className="row-acts">
            <input
              className="input w-auto flex-[1_1_200px]"
              id="mail-address"
              type="email"
              required
              maxLength={254}
              value={address}
              autoComplete="email"
              onChange={(event) => setAddress(event.target.value)}
            />
            {hourField}
            <button className="btn" type="submit">
              {t("ask")}
            </button>
          </div>
        </form>
      ) : null}
    </>
  );
}
