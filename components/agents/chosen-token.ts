import type { WantedToken } from "@/lib/next/queries/agents";
import type { AgentScope } from "@/lib/store/agent-tokens";

const scopes: readonly AgentScope[] = ["owned", "free", "spend"];

/** The choices of a form with the fields of TokenChoices. */
export function chosenToken(form: HTMLFormElement): WantedToken {
  const fields = new FormData(form);
  const number = (name: string) => Number(fields.get(name) ?? 0);
  return {
    name: String(fields.get("name") ?? ""),
    scope: scopes.find((each) => each === fields.get("scope")) ?? "owned",
    daily_cap: number("daily"),
    total_cap: number("total"),
    days: number("days"),
    consent: fields.get("consent") !== null,
  };
}
