/** Japan's public holidays by the law as it stands, and the days around New Year on which nothing is filed. */

const memo = new Map<number, ReadonlySet<string>>();

export function isHoliday(day: string): boolean {
  const year = Number(day.slice(0, 4));
  let days = memo.get(year);
  if (days === undefined) {
    days = holidaysOf(year);
    memo.set(year, days);
  }
  return days.has(day.slice(5));
}

const two = (value: number) => String(value).padStart(2, "0");
const weekday = (year: number, month: number, date: number) => new Date(Date.UTC(year, month - 1, date)).getUTCDay();

function holidaysOf(year: number): ReadonlySet<string> {
  const named: (readonly [number, number])[] = [
    [1, 1],
    [1, monday(year, 1, 2)],
    [2, 11],
    ...(year >= 2020 ? [[2, 23] as const] : year <= 2018 ? [[12, 23] as const] : []),
    [3, equinox(year, 20.8431)],
    [4, 29],
    [5, 3],
    [5, 4],
    [5, 5],
    ...(year === 2020
      ? [[7, 23] as const, [8, 10] as const]
      : year === 2021
        ? [[7, 22] as const, [8, 8] as const]
        : []),
    ...(year === 2020 || year === 2021
      ? []
      : [[7, monday(year, 7, 3)] as const, ...(year >= 2016 ? [[8, 11] as const] : [])]),
    [9, monday(year, 9, 3)],
    [9, equinox(year, 23.2488)],
    // In two years the day of sport stood before the Olympic games.
    ...(year === 2020 ? [[7, 24] as const] : year === 2021 ? [[7, 23] as const] : [[10, monday(year, 10, 2)] as const]),
    [11, 3],
    [11, 23],
    ...(year === 2019
      ? ([
          [4, 30],
          [5, 1],
          [5, 2],
          [10, 22],
        ] as const)
      : []),
  ];
  const days = new Set(named.map(([month, date]) => `${two(month)}-${two(date)}`));
  for (const [month, date] of named) substitute(days, year, month, date);
  // A day between two holidays is one itself: in some years the 22nd of September.
  const autumn = equinox(year, 23.2488);
  if (days.has(`09-${two(autumn - 2)}`) && weekday(year, 9, autumn - 1) !== 0) days.add(`09-${two(autumn - 1)}`);
  for (const day of ["01-02", "01-03", "12-29", "12-30", "12-31"]) days.add(day);
  return days;
}

/** A holiday on a Sunday moves to the next day that is none. */
function substitute(days: Set<string>, year: number, month: number, date: number): void {
  if (weekday(year, month, date) !== 0) return;
  let next = date + 1;
  while (days.has(`${two(month)}-${two(next)}`)) next++;
  days.add(`${two(month)}-${two(next)}`);
}

function monday(year: number, month: number, which: number): number {
  const first = ((8 - weekday(year, month, 1)) % 7) + 1;
  return first + (which - 1) * 7;
}

/** Good from 1980 to 2099. */
function equinox(year: number, base: number): number {
  return Math.floor(base + 0.242194 * (year - 1980)) - Math.floor((year - 1980) / 4);
}
