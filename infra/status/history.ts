import * as z from 'zod';

/** Checked parts, as the status page names them. */
export const partNames = ['Pages', 'Calls', 'Data and files'] as const;
export type PartName = (typeof partNames)[number];

/** Whether each part works. */
export type Checked = Readonly<Record<PartName, boolean>>;

const part = z.enum(partNames);
const incident = z.object({ from: z.string(), until: z.string().nullable(), parts: z.array(part) });
const day = z.object({ date: z.string(), checks: z.int(), failed: z.int() });

/** Stored checks: a row per UTC day, and the last incidents, newest first. Contains no personal data. */
export const history = z.object({ days: z.array(day), incidents: z.array(incident) });
export type History = z.output<typeof history>;

export const noHistory: History = { days: [], incidents: [] };

const retentionDays = 90;
const maxIncidents = 20;

/** Returns the history with one more check. An incident lasts from its first failed check to the next good one. */
export function withCheck({ days, incidents }: History, checked: Checked, at: Date): History {
  const failed = partNames.filter((name) => !checked[name]);
  const date = at.toISOString().slice(0, 10);
  const today = days.find((row) => row.date === date) ?? { date, checks: 0, failed: 0 };
  const counted = {
    date,
    checks: today.checks + 1,
    failed: today.failed + (failed.length > 0 ? 1 : 0),
  };
  const others = days.filter((row) => row.date !== date);
  return {
    days: [...others, counted].slice(-retentionDays),
    incidents: withFailures(incidents, failed, at.toISOString()).slice(0, maxIncidents),
  };
}

function withFailures(
  incidents: History['incidents'],
  failed: readonly PartName[],
  at: string,
): History['incidents'] {
  const [last, ...others] = incidents;
  if (last && last.until === null) {
    if (failed.length === 0) return [{ ...last, until: at }, ...others];
    const parts = partNames.filter((name) => last.parts.includes(name) || failed.includes(name));
    return [{ ...last, parts }, ...others];
  }
  return failed.length === 0 ? [...incidents] : [{ from: at, until: null, parts: [...failed] }, ...incidents];
}
