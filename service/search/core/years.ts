import type { AskedYear } from "./question.ts";

const dayMs = 86_400_000;
/** A report is published at most this long after the end of its period. */
const filedWithinDays = 200;

/** The year in the question, the year before, or others. */
export function yearStanding(
  asked: readonly AskedYear[],
  periodEnd: string | undefined,
  timelineAtMs: number,
): "right" | "near" | "wrong" {
  let isNear = false;
  for (const { year, month } of asked) {
    const distance =
      periodEnd === undefined
        ? yearsFromFiling(year, month, timelineAtMs)
        : yearsFromPeriod(year, month, Number(periodEnd.slice(0, 4)), Number(periodEnd.slice(5, 7)));
    if (distance === 0) return "right";
    if (distance === 1) isNear = true;
  }
  return isNear ? "near" : "wrong";
}

/** 0 where the period ends then, 1 where it is the period before; 2023 may be the year of beginning or of end. */
function yearsFromPeriod(year: number, month: number | undefined, endYear: number, endMonth: number): number {
  if (month === undefined) return endYear === year || endYear - 1 === year ? 0 : 2;
  if (month !== endMonth) return year === endYear || year + 1 === endYear ? 1 : 2;
  return endYear - year;
}

function yearsFromFiling(year: number, month: number | undefined, timelineAtMs: number): number {
  if (month === undefined) {
    const filed = new Date(timelineAtMs).getUTCFullYear();
    return filed === year || filed - 1 === year ? 0 : 2;
  }
  const days = (timelineAtMs - Date.UTC(year, month, 0)) / dayMs;
  return days < 0 ? 2 : days <= filedWithinDays ? 0 : days <= filedWithinDays + 366 ? 1 : 2;
}
