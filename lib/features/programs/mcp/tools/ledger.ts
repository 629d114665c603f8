import { z } from "zod";
import { ledgerPage } from "../../../../spending/library/library-views.ts";
import type { Found } from "../../../../spending/programs/answer.ts";
import { short } from "../../../../spending/programs/answer.ts";
import { tool } from "../../../../spending/programs/tool.ts";

const rowsMax = 20;

export const ledger = tool({
  name: "ledger",
  title: "Ledger",
  description: "Free. The owner's purchases, newest first, each with its credits, its task and the token that made it.",
  cost: "free",
  readOnly: true,
  input: z.object({
    task_id: z.string().max(60).optional(),
    month: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .optional(),
    cursor: z.string().max(500).optional(),
  }),
  async run(call, asked): Promise<Found> {
    const query = new URLSearchParams({ limit: String(rowsMax) });
    if (asked.task_id !== undefined) query.set("task", asked.task_id);
    if (asked.month !== undefined) query.set("month", asked.month);
    if (asked.cursor !== undefined) query.set("cursor", asked.cursor);
    const { rows, next_cursor, total } = await ledgerPage(call.rows, call.token.owner_id, query);
    const shown = rows.map((row) => ({
      intent_id: row.intent_id,
      at: row.at,
      kind: row.kind,
      document_id: row.document_id,
      document: short(row.document_title, 80),
      subject: short(row.subject, 80),
      state: row.state,
      credits: row.credits,
      credits_max: row.credits_max,
      token: short(row.agent?.token_name, 60),
      task_id: row.agent?.task_id ?? null,
    }));
    return { facts: { rows: shown, next_cursor, total } };
  },
});
