import { endpoints } from '../../shared/contracts/all.ts';
import { metricNames } from '../../functions/platform/metrics.ts';
import { logMetricNames } from '../../infra/stacks/log-links.ts';
import {
  billOf,
  cdnRequestsOf,
  coldShare,
  copyDollars,
  copyPlan,
  formerCopyPlan,
  habits,
  warmDollars,
  weeklyCopyPlan,
  type Choices,
  flatRatePlans,
  prices,
  pricesOf,
} from '../../infra/cost/bill.ts';
import { warmEndpoints } from '../../infra/stages/stage-file.ts';
import { units, unitsOf } from '../../infra/cost/units.ts';

const sizes = [1000, 100_000, 10_000_000];
/** Current settings of infra/stages, and the former ones. */
const now: Choices = { poolPlan: 'LITE', routeMetrics: false, copies: copyPlan };
const before: Choices = { poolPlan: 'ESSENTIALS', routeMetrics: true, copies: formerCopyPlan };
/** Metrics of alarms, and composite alarms, of one stage; a test compares them with the templates. */
export const assumedAlarms = { metrics: 150, composites: 24 };
const fixed = {
  // rounded to 50, so that a new endpoint does not change the page
  routes: 50 * Math.round(endpoints.length / 50),
  alarms: assumedAlarms.metrics,
  composites: assumedAlarms.composites,
  metrics: metricNames.length + logMetricNames.length,
};

const bill = (members: number, choices: Choices = now): Record<string, number> =>
  billOf(members, units, fixed, choices);

const sum = (lines: Record<string, number>): number =>
  Object.values(lines).reduce((left, other) => left + other, 0);
const dollars = (amount: number): string =>
  amount < 10 ? `$${amount.toFixed(2)}` : `$${Math.round(amount).toLocaleString('en-US')}`;
const share = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;
const percent = (part: number): string => `${Number((100 * part).toPrecision(2))} %`;
const count = (members: number): string => members.toLocaleString('en-US');
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Returns docs/cost.md: monthly cost by service and size, from measured units and prices. */
export function costPage(): string {
  const bills = sizes.map((members) => bill(members));
  const old = sizes.map((members) => bill(members, before));
  const services = Object.keys(bills[0] ?? {});
  const table = [
    row(['monthly cost by service', ...sizes.map((members) => `${count(members)} members`)]),
    row(['---', ...sizes.map(() => '---:')]),
    ...services.map((service) =>
      row([
        service,
        ...bills.map((item) => `${dollars(item[service] ?? 0)} (${share(item[service] ?? 0, sum(item))})`),
      ]),
    ),
    row(['**all**', ...bills.map((item) => `**${dollars(sum(item))}**`)]),
    row(['a member', ...bills.map((item, index) => `$${(sum(item) / (sizes[index] ?? 1)).toFixed(4)}`)]),
    row(['with former settings', ...old.map((item) => dollars(sum(item)))]),
  ];
  const [small, , large] = old;
  const pool = 'user pool';
  const watching = 'watching (logs, metrics, alarms)';
  const assumptions = Object.entries(habits).map(([name, value]) => `\`${name}\` ${value}`);
  return `# Monthly cost

Written by \`npm test -- test/documents -u\` from units measured by \`npm run bench -- cost\` on ${unitsOf} with the local engine
(\`infra/cost/units.ts\`) and AWS prices in us-east-1 of ${pricesOf} (\`infra/cost/bill.ts\`; verify them before planning). A test
compares this page with its sources. Assumed usage (\`infra/cost/bill.ts\`): ${assumptions.join(', ')}.

${table.join('\n')}

**Main factors.** The user pool uses the plan LITE, which supports passwords and authenticator apps. On ESSENTIALS, the
default of AWS, the pool was ${share(large?.[pool] ?? 0, sum(large ?? {}))} of the bill at 10,000,000 members. Metrics per route are off, because each
function's log line contains its route: monitoring with them was ${share(small?.[watching] ?? 0, sum(small ?? {}))} of the bill at 1,000 members.

**Second copy.** Point-in-time recovery (included in the table) restores any second of 35 days in the stage's own account.
The copies in another account or region are for its loss. A backup of a table is always a full copy, so that the number of
kept copies determines the price:

${copies()}

The goal is ${dollars(goal)} per month at 10,000,000 members with copies. It is ${sum(bills[2] ?? {}) <= goal ? 'reached' : 'not reached'}: of ${dollars(sum(bills[2] ?? {}))}, ${dollars(bills[2]?.[pool] ?? 0)} is
the user pool; AWS sets its price per active user. Without the pool, everything together may cost ${dollars(goal - (bills[2]?.[pool] ?? 0))}. Deleting archived
visits by expiry instead of writes would save up to ${dollars(deletions)}.

**Flat-rate plans of the CDN** include firewall, edge functions, and 50 TB, and have no charge above their requests; AWS may then reduce performance.

${flatRates()}

## Cold calls

The first call of a function, and the first one after AWS has ended its idle copy, takes ${habits.coldSeconds} s longer. With 390 functions that is
most calls of a small portal. AWS does not state when it ends a copy; the range is for 5 and 20 minutes without a call.

${coldCalls()}

\`warmCopies\` of the stage file keeps copies of the ${warmEndpoints.length} functions of log-in, a member's home, and the access pass started (provisioned
concurrency of the live version): ${dollars(warmDollars(warmEndpoints.length))} per month for one copy of each at 1 GB. It is off: from 100,000 members on, calls keep them warm.

## Limits

\`npm run operate -- capacity --stage production --members 1000000\` lists the quotas of AWS and the limits of a stage with their use and remedies. One partition takes 1,000 writes per second, such as the list of one partner, which an upload writes in turn and a generation with as many workers as the partner has ranges.
`;
}

/** Returns a table of the shares of cold calls by members. */
const coldCalls = (): string =>
  [
    row(['members', 'share of cold calls']),
    row(['---:', '---']),
    ...sizes.map((members) => {
      const [share, least, most] = [habits.idleMinutes, 20, 5].map((minutes) =>
        percent(coldShare(members, minutes)),
      );
      return row([count(members), `${share} (${least} to ${most})`]);
    }),
  ].join('\n');

/** Goal of a month at ten million members. */
const goal = 13_000;

/** Writes that remove archived visits, at ten million members. */
const deletions = (sizes[2] ?? 0) * habits.checkIns * units.archivedVisit.write * prices.tableWrite;

/** Returns a table of plans with recovery point and price. */
const copies = (): string =>
  [
    row(['plan', 'lost at most', ...sizes.map((members) => `${count(members)} members`)]),
    row(['---', '---:', ...sizes.map(() => '---:')]),
    ...[formerCopyPlan, copyPlan, weeklyCopyPlan].map((plan) =>
      row([
        plan === copyPlan ? `**${plan.name}**` : plan.name,
        `${plan.recoveryHours} hours`,
        ...sizes.map((members) => dollars(copyDollars(members, plan))),
      ]),
    ),
  ].join('\n');

/** Returns a table of flat-rate plans and the price per use, by members. */
function flatRates(): string {
  const cell = (members: number): string => {
    const requests = cdnRequestsOf(members);
    const plan = flatRatePlans.find((candidate) => candidate.requests >= requests);
    const use = bill(members)['CDN and firewall'] ?? 0;
    const offer = plan ? `${plan.name} ${dollars(plan.dollars)}` : 'none is large enough';
    return `${count(requests)} requests: ${dollars(use)} by use, flat rate: ${offer}`;
  };
  return [
    row(['members', 'CDN and firewall per month']),
    row(['---:', '---']),
    ...sizes.map((members) => row([count(members), cell(members)])),
  ].join('\n');
}
