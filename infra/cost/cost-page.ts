import { endpoints } from '../../shared/contracts/all.ts';
import { metricNames } from '../../functions/platform/metrics.ts';
import { tableIndexes } from '../table-shape.ts';
import { billOf, habits, type Choices } from './bill.ts';
import { pricesOf } from './prices.ts';
import { units, unitsOf } from './units.ts';

const sizes = [1000, 100_000, 10_000_000];
/** Current settings of infra/stages, and the former ones. */
const now: Choices = { poolPlan: 'LITE', routeMetrics: false };
const before: Choices = { poolPlan: 'ESSENTIALS', routeMetrics: true };
// rounded to 50, so that a new endpoint does not change the page
const fixed = { routes: 50 * Math.round(endpoints.length / 50), alarms: 55, metrics: metricNames.length + 1 };

export const bill = (members: number, choices: Choices = now): Record<string, number> =>
  billOf(members, units, fixed, choices);

const sum = (lines: Record<string, number>): number =>
  Object.values(lines).reduce((left, other) => left + other, 0);
const dollars = (amount: number): string =>
  amount < 10 ? `$${amount.toFixed(2)}` : `$${Math.round(amount).toLocaleString('en-US')}`;
const share = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;
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

Written by \`npm run operate -- cost\` from units measured by \`npm run bench -- cost\` on ${unitsOf} with the local engine
(\`infra/cost/units.ts\`) and AWS prices in us-east-1 of ${pricesOf} (\`infra/cost/prices.ts\`; verify them before planning). A test
compares this page with its sources. Assumed usage (\`infra/cost/bill.ts\`): ${assumptions.join(', ')}.

${table.join('\n')}

**Main factors.** The user pool uses the plan LITE, which supports passwords and authenticator apps. On ESSENTIALS, the
default of AWS, the pool was ${share(large?.[pool] ?? 0, sum(large ?? {}))} of the bill at 10,000,000 members. Metrics per route are off, because each
function's log line contains its route: monitoring with them was ${share(small?.[watching] ?? 0, sum(small ?? {}))} of the bill at 1,000 members.

## Next limits

| limit                | affected                                                                          | remedy                                                                                                           |
| -------------------- | --------------------------------------------------------------------------------- | ---------------------------------------------------------------------------------------------------------------- |
| 1,000 concurrent functions | a new account has fewer; a page sends about ${habits.callsOfPage} requests, so about 1,500 pages per second | request an increase under Service Quotas; \`jobsAtOnce\`, for each of three workers, reserves capacity for users |
| 200 requests per second | \`throttle\` of the stage                                                          | raise it in \`infra/stages\`; the gateway supports 10,000                                                            |
| 1,000 writes per second and partition | the list of one partner, written by a single upload or generation | steps already run in turn; list counters are sharded                                               |
| 120 requests per second of the user pool | logins on the first of a month                                    | buy quota from AWS; sessions last 30 days                                               |
| 14 emails per second | SES in a new account                                                              | request an increase; invitations are a job and take longer                                                        |
| 20 indexes           | limit of a table; ${tableIndexes.length} are used                                                  | lists share indexes: a new list needs none                                                                           |
| 10,000,000 members   | generation of dues in one night: ${((10_000_000 * units.payment.write) / 1e6).toFixed(0)} million write units, ${Math.round((10_000_000 * units.jobSeconds) / 3600 / 10)} hours with ten concurrent jobs of the data worker | one job per partner; \`jobsAtOnce\` 100, and the table warmed to 40,000 writes per second                              |
`;
}
