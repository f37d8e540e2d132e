import { longestTurn, rangesOf } from '../../shared/payments/range-limits.ts';
import { readOn, warningShare, type QuotaUse } from './deployment-quotas.ts';
import { busiestHour, busiestSecond, limitsFor } from '../stages/stage-file.ts';
import { coldShare, habits } from '../cost/bill.ts';
import { units } from '../cost/units.ts';

/** One quota of AWS or limit of a stage file, and its use by one stage. */
export interface CapacityRow extends Partial<QuotaUse> {
  name: string;
  limit: number;
  used: number;
  remedy: string;
}

/** The night's generation ends within three hours. */
const generationSeconds = 3 * 3600;

/** A worker runs for two minutes (infra/stacks/jobs-queue.ts) and begins no step in the last ten seconds. */
const stepSeconds = 110;
/** The longest step of a generation, which reads the members of one partner: 14 s for 100,000 (docs/measured.md). */
const readSeconds = 14 / 100_000;

/** Shards of the list of ledger entries (functions/ledger/posting/entry-store.ts). */
const ledgerShards = 16;

/** Requests per second with symmetric keys of an account, by region; other regions allow the lowest. */
const keyRequests: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['us-east-1', 'us-west-2', 'eu-west-1'].map((region) => [region, 100_000])),
  ...Object.fromEntries(
    ['us-east-2', 'ap-southeast-1', 'ap-southeast-2', 'ap-northeast-1', 'eu-central-1', 'eu-west-2'].map(
      (region) => [region, 20_000],
    ),
  ),
};
const lowestKeyRequests = 10_000;

type Row = [name: string, limit: number, used: number, remedy: string, quota?: Partial<QuotaUse>];

/** Limits of the night in which payments are generated and sent. */
function nightRows(members: number, jobsAtOnce: number, region: string): Row[] {
  const paid = members * habits.payments;
  return [
    [
      'job seconds per second of the night’s generation',
      jobsAtOnce,
      (paid * units.jobSeconds) / generationSeconds,
      '`members` of the stage',
    ],
    // dues and reimbursements have one generation per program type
    [
      'seconds of the largest generation of the night',
      generationSeconds,
      longestTurn(members / 2, jobsAtOnce) * units.jobSeconds,
      'smaller ranges in shared/payments/range-limits.ts',
    ],
    [
      'seconds of the step that reads a partner with half of the members',
      stepSeconds,
      (members / 2) * readSeconds,
      'read the enrollments in several steps',
    ],
    [
      'writes per second of the list of a partner with half of the members',
      1000,
      Math.min(jobsAtOnce, rangesOf(members / 2)) / units.jobSeconds,
      'fewer ranges at once',
    ],
    [
      'table writes per second of the night’s generation',
      40_000,
      (paid * units.payment.write) / generationSeconds,
      'request more, or warm the table',
    ],
    // one index key per month and shard, written once per payment
    [
      'writes per second of a shard of the ledger’s month',
      1000,
      paid / generationSeconds / ledgerShards,
      'more shards',
    ],
    // each sent payment opens an account once; keys of all stages share the quota
    [
      'requests per second of the vault key while the night’s payments are sent',
      keyRequests[region] ?? lowestKeyRequests,
      paid / generationSeconds,
      'request more',
      {
        adjustable: true,
        source: 'AWS KMS: Request quotas',
        url: 'https://docs.aws.amazon.com/kms/latest/developerguide/requests-per-second.html',
        read: readOn,
      },
    ],
  ];
}

/**
 * Returns the quotas and limits whose use grows with the members, derived from the stage file and measured units. Limits
 * are the defaults of AWS in the service's quota pages of November 2026; those of a new account can be lower.
 *
 * @param region by which the quota of KMS differs; without it, the lowest
 */
export function capacity(members: number, region = ''): CapacityRow[] {
  const { emails } = habits;
  const { jobsAtOnce, throttle, guestThrottle } = limitsFor(members);
  const { logIns, calls } = busiestSecond(members);
  const rows: Row[] = [
    ['calls per second', throttle.rateLimit, calls, '`members` of the stage'],
    ['calls per second of an account', 10_000, calls, 'request more'],
    ['log-ins per second', guestThrottle.rateLimit, logIns, '`members` of the stage'],
    ['authentications of the user pool per second', 120, logIns, 'buy quota'],
    ['concurrent functions', 1000, calls * units.callSeconds + 3 * jobsAtOnce, 'request more'],
    ...nightRows(members, jobsAtOnce, region),
    // a new copy of a function reads the keys once
    ['secrets read per second', 10_000, calls * coldShare(members), 'keep functions warm'],
    ['emails per second', 14, (members * emails * busiestHour) / 3600, 'request more'],
  ];
  return rows.map(([name, limit, used, remedy, quota]) => ({ ...quota, name, limit, used, remedy }));
}

/**
 * Returns the table of `npm run operate -- capacity`: each quota with its use, the fullest first.
 *
 * @param quotas quotas whose use follows from the templates of the stage
 */
export function capacityText(
  members: number,
  quotas: readonly QuotaUse[] = [],
  region = process.env.AWS_REGION,
): string {
  const formatted = (value: number) =>
    value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US');
  const rows = [...quotas, ...capacity(members, region)]
    .toSorted((row, other) => other.used / other.limit - row.used / row.limit)
    .map((row) => {
      const { name, limit, used, remedy, accepted = warningShare, source, url, read, adjustable } = row;
      const percent = Math.round((100 * used) / limit);
      const warning = percent > 100 ? ' EXCEEDED' : used > accepted * limit ? ' NEARLY USED' : '';
      const page = source
        ? ` (${adjustable ? 'adjustable' : 'fixed'}; ${source}, ${url}, ${read ?? 'not verified'})`
        : '';
      return `${`${percent} %`.padStart(7)}  ${formatted(used).padStart(8)} of ${formatted(limit).padEnd(8)} ${name}${page}${warning && `${warning}: ${remedy}`}`;
    });
  return `Quotas of one stage with ${members.toLocaleString('en-US')} members. In the busiest hour, ${100 * busiestHour} % of the month’s users log in. Quotas of an account are for four stages.\n\n${rows.join('\n')}\n`;
}

/** Rows with a measured use (docs/measured.md, docs/cost.md); others follow from assumed usage. */
const measured = /generation|list of a partner|step that reads|concurrent functions/;

/**
 * Returns the table of ARCHITECTURE.md: limits by their use at three sizes, the fullest first, without those that stay
 * below a tenth at ten million members.
 */
export function capacityTable(): string {
  const sizes = [100_000, 1_000_000, 10_000_000];
  const bySize = sizes.map((members) => capacity(members));
  const share = (row: CapacityRow | undefined) => (row ? row.used / row.limit : 0);
  const rows = (bySize[2] ?? []).flatMap(({ name, remedy }, index) => {
    const shares = bySize.map((all) => share(all[index]));
    return (shares[2] ?? 0) < 0.1 ? [] : [{ name, remedy, shares }];
  });
  const ordered = rows.toSorted((row, other) => (other.shares[2] ?? 0) - (row.shares[2] ?? 0));
  return [
    `| limit | ${sizes.map((members) => `${members.toLocaleString('en-US')} members`).join(' | ')} | source | change that moves it |`,
    '| --- | ---: | ---: | ---: | --- | --- |',
    ...ordered.map(
      ({ name, remedy, shares }) =>
        `| ${name} | ${shares.map((value) => `${Math.round(100 * value)} %`).join(' | ')} | ${measured.test(name) ? 'measured' : 'assumed usage'} | ${remedy} |`,
    ),
  ].join('\n');
}
