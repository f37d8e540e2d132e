import { endpoints } from '../../shared/contract.ts';
import { metricNames } from '../../functions/platform/metrics.ts';
import { tableIndexes } from '../table-shape.ts';
import { billOf, habits, type Choices } from './bill.ts';
import { pricesOf } from './prices.ts';
import { units, unitsOf } from './units.ts';

const sizes = [1000, 100_000, 10_000_000];
/** As infra/stages has it, and as it was before. */
const now: Choices = { poolPlan: 'LITE', routeMetrics: false };
const before: Choices = { poolPlan: 'ESSENTIALS', routeMetrics: true };
// to the nearest fifty, so that a new endpoint does not change the page
const fixed = { routes: 50 * Math.round(endpoints.length / 50), alarms: 27, metrics: metricNames.length + 1 };

export const bill = (members: number, choices: Choices = now): Record<string, number> =>
  billOf(members, units, fixed, choices);

const sum = (lines: Record<string, number>): number =>
  Object.values(lines).reduce((one, other) => one + other, 0);
const dollars = (amount: number): string =>
  amount < 10 ? `$${amount.toFixed(2)}` : `$${Math.round(amount).toLocaleString('en-US')}`;
const share = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;
const count = (members: number): string => members.toLocaleString('en-US');
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** docs/cost.md: what a month costs, by service and size, from the bench's units and the price list. */
export function costPage(): string {
  const bills = sizes.map((members) => bill(members));
  const old = sizes.map((members) => bill(members, before));
  const services = Object.keys(bills[0] ?? {});
  const table = [
    row(['a month, by service', ...sizes.map((members) => `${count(members)} members`)]),
    row(['---', ...sizes.map(() => '---:')]),
    ...services.map((service) =>
      row([
        service,
        ...bills.map((one) => `${dollars(one[service] ?? 0)} (${share(one[service] ?? 0, sum(one))})`),
      ]),
    ),
    row(['**all**', ...bills.map((one) => `**${dollars(sum(one))}**`)]),
    row(['a member', ...bills.map((one, index) => `$${(sum(one) / (sizes[index] ?? 1)).toFixed(4)}`)]),
    row(['with the choices before', ...old.map((one) => dollars(sum(one)))]),
  ];
  const [small, , large] = old;
  const pool = 'user pool';
  const watching = 'watching (logs, metrics, alarms)';
  const said = Object.entries(habits).map(([name, value]) => `\`${name}\` ${value}`);
  return `# What a month costs

Written by \`npm run operate -- cost\` from units that \`npm run bench -- cost\` measured on ${unitsOf} on the local engine
(\`infra/cost/units.ts\`) and AWS's prices in us-east-1 as noted on ${pricesOf} (\`infra/cost/prices.ts\`; compare them before you plan by them). A test holds this page to
them. What members do is assumed (\`infra/cost/bill.ts\`): ${said.join(', ')}.

${table.join('\n')}

**What moved it.** The user pool is on the plan LITE, which has passwords and codes of an app, all that is used: on
ESSENTIALS, AWS's default, the pool was ${share(large?.[pool] ?? 0, sum(large ?? {}))} of the bill at 10,000,000 members.
Metrics by route are off, since each function's line says its route: they were
${share(small?.[watching] ?? 0, sum(small ?? {}))} of the bill at 1,000 members, all of watching counted.

## What breaks next

| at                   | what                                                                              | the change that moves it                                                                                         |
| -------------------- | --------------------------------------------------------------------------------- | ---------------------------------------------------------------------------------------------------------------- |
| 1,000 functions at once | a new account runs fewer; a page makes about ${habits.callsOfPage} calls, so some 1,500 pages a second | ask AWS under Service Quotas; \`jobsAtOnce\`, for each of three workers, keeps jobs from taking people's share                                |
| 200 calls a second   | \`throttle\` of the stage                                                          | raise it in \`infra/stages\`; the gateway takes 10,000                                                            |
| 1,000 writes a second of one partition | the list of one partner, where a single upload or generation writes | steps take turns already; a list's counters are spread over shards                                               |
| 120 calls a second of the user pool | log-ins on the first of a month                                    | a quota of the pool that AWS sells by the call; sessions last a day                                               |
| 14 emails a second   | SES in a new account                                                              | ask AWS; invitations are a job and take longer                                                                    |
| 20 indexes           | a table's limit; ${tableIndexes.length} are used                                                  | lists share them: a new list needs none                                                                           |
| 10,000,000 members   | generation of dues in one night: ${((10_000_000 * units.payment.write) / 1e6).toFixed(0)} million write units, ${Math.round((10_000_000 * units.jobSeconds) / 3600 / 10)} hours with ten jobs at once, all of the worker of data | one job a partner; \`jobsAtOnce\` 100, and the table warmed to 40,000 writes a second                              |
`;
}
