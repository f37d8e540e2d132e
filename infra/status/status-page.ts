import * as z from 'zod';

/** Checked parts, as the status page names them. */
const partNames = ['Pages', 'Calls', 'Data and files'] as const;
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

/** Style of the page; its hash is in the CDN's content security policy. */
export const style = `
:root { color-scheme: light dark; --paper: #faf7f1; --ink: #1d2b26; --quiet: #55635d; --line: #d9d3c6; --good: #1c6b4a; --bad: #a8321f; --some: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --paper: #121a17; --ink: #edf2ef; --quiet: #a9b7b0; --line: #35423c; --good: #6fcf9f; --bad: #ff9d88; --some: #f0c060; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 720px; margin: 0 auto; padding: 32px 16px 48px; }
h1 { font-size: 28px; line-height: 1.25; margin: 0 0 8px; }
h2 { font-size: 18px; margin: 32px 0 8px; }
p { margin: 0 0 8px; }
.quiet { color: var(--quiet); }
.good { color: var(--good); } .bad { color: var(--bad); } .some { color: var(--some); }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; padding: 8px 8px 8px 0; border-bottom: 1px solid var(--line); vertical-align: top; font-weight: normal; }
thead th { color: var(--quiet); }
.days { display: flex; gap: 2px; height: 32px; margin: 8px 0; padding: 0; list-style: none; }
.days li { flex: 1 1 0; min-width: 1px; border-radius: 2px; background: currentColor; }
.days li.some { background: repeating-linear-gradient(45deg, currentColor 0 3px, transparent 3px 6px); }
.days li.bad { border: 2px solid currentColor; background: transparent; }
@media (forced-colors: active) { .days li { forced-color-adjust: none; } }
`;

/** Share of failed checks up to which a day is shown as partly good: about half an hour. */
const partlyGood = 0.02;

const states = {
  good: { sign: '✓', text: 'Works' },
  bad: { sign: '✕', text: 'Does not work' },
} as const;

const minutes = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
const timeTag = (time: string): string => `<time datetime="${time}">${minutes(time)}</time>`;

/** Returns the status page: a static HTML document without scripts. */
export function statusPage(checked: Checked, { days, incidents }: History, at: Date): string {
  const isGood = partNames.every((name) => checked[name]);
  const title = isGood ? 'Wellport works' : 'Wellport has a problem';
  const checks = days.reduce((sum, row) => sum + row.checks, 0);
  const failed = days.reduce((sum, row) => sum + row.failed, 0);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – status</title>
<style>${style}</style>
</head>
<body>
<main>
<h1 class="${isGood ? 'good' : 'bad'}">${title}</h1>
<p class="quiet">Checked ${timeTag(at.toISOString())} from outside the portal, each minute. Reload for the newest check. If it is more than ten minutes ago, this page is not being updated.</p>
<h2>Now</h2>
<table>
<thead><tr><th scope="col">Part</th><th scope="col">State</th></tr></thead>
<tbody>${partNames
    .map((name) => {
      const state = checked[name] ? 'good' : 'bad';
      return `<tr><th scope="row">${name}</th><td class="${state}">${states[state].sign} ${states[state].text}</td></tr>`;
    })
    .join('')}</tbody>
</table>
<h2>Last ${days.length === 1 ? 'day' : `${days.length} days`}</h2>
<p>${percent(checks - failed, checks)} of ${checks.toLocaleString('en-US')} checks succeeded.</p>
<ol class="days">${days.map(dayItem).join('')}</ol>
<h2>Incidents</h2>
${incidentTable(incidents)}
</main>
</body>
</html>
`;
}

/** Percentage with two decimals, rounded down, so that 100 % means all. */
const percent = (part: number, whole: number): string =>
  whole === 0 ? '100 %' : `${(Math.floor((part / whole) * 10_000) / 100).toString()} %`;

function dayItem({ date, checks, failed }: History['days'][number]): string {
  const state = failed === 0 ? 'good' : failed / checks <= partlyGood ? 'some' : 'bad';
  const text = failed === 0 ? 'no failed check' : `${failed} of ${checks} checks failed`;
  return `<li class="${state}" title="${date}: ${text}" aria-label="${date}: ${text}"></li>`;
}

function incidentTable(incidents: History['incidents']): string {
  if (incidents.length === 0) return '<p class="quiet">None.</p>';
  const rows = incidents.map(
    ({ from, until, parts }) =>
      `<tr><td>${timeTag(from)}</td><td>${until === null ? 'continues' : timeTag(until)}</td><td>${parts.join(', ')}</td></tr>`,
  );
  return `<table>
<thead><tr><th scope="col">From</th><th scope="col">Until</th><th scope="col">Parts</th></tr></thead>
<tbody>${rows.join('')}</tbody>
</table>`;
}
