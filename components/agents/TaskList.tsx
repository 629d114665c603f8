"use client";

import { jstDateTime } from "@/lib/contract/dates";
import type { ListedTask } from "@/lib/features/programs/facts";
import { useLocale, useWords } from "@/lib/next/provider";
import { stopTask } from "@/lib/next/queries/agents";
import type { Run } from "@/lib/next/queries/use-change";
import { between } from "@/lib/text/format/between";

export function TaskList({ tasks, run }: { readonly tasks: readonly ListedTask[]; readonly run: Run }) {
  const t = useWords("agents");
  const locale = useLocale();
  return (
    <section className="mt-6" aria-labelledby="tasks-head">
      <div className="sect-h">
        <h2 id="tasks-head">{t("tasks")}</h2>
      </div>
      {tasks.length === 0 ? <p className="text-12/ui text-muted">{t("noTasks")}</p> : null}
      <ul className="rows">
        {tasks.map((task) => (
          <li key={task.id} className="grid-cols-[minmax(0,1fr)_auto] items-center">
            <span>
              {task.title} <span className="text-12/ui text-muted">{t(`task_${task.state}`)}</span>
              <br />
              <span className="text-12/ui text-muted">
                {t("taskSpent", { spent: task.spent, budget: task.budget })}
                {between(locale)}
                {t("openedBy", {
                  token: task.tokenName,
                  when: jstDateTime(task.openedAt).slice(0, 16).replace("T", " "),
                })}
              </span>
            </span>
            {task.state === "open" ? (
              <button
                className="btn sm"
                type="button"
                aria-label={t("stopTask", { title: task.title })}
                onClick={() => void run(() => stopTask(task.id))}
              >
                {t("stop")}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
