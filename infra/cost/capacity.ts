import { longestTurn, rangesOf } from '../../shared/payments/range-limits.ts';
import { cachedEndpoints, endpointsByArea } from '../handlers.ts';
import { apiNames, apiOf, apiSegments, integrationQuota, patternsOf } from '../http-apis.ts';
import { busiestHour, busiestSecond, limitsFor } from '../stages/limits.ts';
import { tableIndexes } from '../table-shape.ts';
import { habits } from './bill.ts';
import { units } from './units.ts';

/** One quota of AWS or limit of a stage file, and its use by one stage. */
export interface CapacityRow {
  name: string;
  limit: number;
  used: number;
  /** Whether the use grows with the members. */
  grows: boolean;
  remedy: string;
}

/** The night's generation ends within three hours. */
const generationSeconds = 3 * 3600;

/** A worker runs for two minutes (infra/jobs-queue.ts) and begins no step in the last ten seconds. */
const stepSeconds = 110;
/** The longest step of a generation, which reads the members of one partner: 14 s for 100,000 (docs/measured.md). */
const readSeconds = 14 / 100_000;

const resourcesPerEndpoint = 7;
/** Upper bound of the roles of a stage; its functions share them. */
export const rolesOfStage = 124;
/** Shards of the list of ledger entries (functions/ledger/posting/entry-store.ts). */
const ledgerShards = 16;
const api = endpointsByArea.flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint));
const largest = (counts: readonly number[]): number => Math.max(...counts);

/**
 * Returns the quotas and their use, derived from contract, handlers, stage file, and measured units. Limits are the
 * defaults of AWS in the service's quota pages of November 2026; those of a new account can be lower.
 */
export function capacity(members: number): CapacityRow[] {
  return [...fixedRows(), ...growingRows(members)];
}

function fixedRows(): CapacityRow[] {
  const ofApis = apiNames.map((name) => api.filter(({ path }) => apiOf(path) === name).length + 1);
  const patterns = (['machines', 'money', 'people'] as const satisfies (keyof typeof apiSegments)[]).flatMap(
    patternsOf,
  );
  const rows: [name: string, limit: number, used: number, remedy: string][] = [
    [
      'integrations of an HTTP API',
      integrationQuota,
      largest(ofApis),
      'move a segment in infra/http-apis.ts',
    ],
    ['routes of an HTTP API', 300, largest(ofApis), 'move a segment in infra/http-apis.ts, or request more'],
    ['behaviors of the CDN', 75, cachedEndpoints.length + patterns.length + 2, 'request more'],
    [
      'resources of a stack',
      500,
      largest(endpointsByArea.map(({ endpoints }) => endpoints.length)) * resourcesPerEndpoint,
      'divide the area',
    ],
    // four stages share an account; test/infra/releases.ts counts the roles of the templates
    ['roles of an account', 1000, 4 * rolesOfStage, 'one account per stage, or request up to 5,000'],
    ['indexes of a table', 20, tableIndexes.length, 'lists share indexes'],
  ];
  return rows.map(([name, limit, used, remedy]) => ({ name, limit, used, grows: false, remedy }));
}

function growingRows(members: number): CapacityRow[] {
  const { emails, payments } = habits;
  const { jobsAtOnce, throttle, guestThrottle } = limitsFor(members);
  const { logIns, calls } = busiestSecond(members);
  const paid = members * payments;
  const rows: [name: string, limit: number, used: number, remedy: string][] = [
    ['calls per second', throttle.rateLimit, calls, '`members` of the stage'],
    ['calls per second of an account', 10_000, calls, 'request more'],
    ['log-ins per second', guestThrottle.rateLimit, logIns, '`members` of the stage'],
    ['authentications of the user pool per second', 120, logIns, 'buy quota'],
    ['concurrent functions', 1000, calls * units.callSeconds + 3 * jobsAtOnce, 'request more'],
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
    ['emails per second', 14, (members * emails * busiestHour) / 3600, 'request more'],
  ];
  return rows.map(([name, limit, used, remedy]) => ({ name, limit, used, grows: true, remedy }));
}

/** Returns the table of `npm run operate -- capacity`: each quota with its use, the fullest first. */
export function capacityText(members: number): string {
  const shown = (value: number) =>
    value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US');
  const rows = capacity(members)
    .toSorted((row, other) => other.used / other.limit - row.used / row.limit)
    .map(({ name, limit, used, remedy }) => {
      const percent = Math.round((100 * used) / limit);
      const warning = percent > 100 ? ' EXCEEDED' : percent > 80 ? ' NEARLY USED' : '';
      return `${`${percent} %`.padStart(7)}  ${shown(used).padStart(8)} of ${shown(limit).padEnd(8)} ${name}${warning && `${warning}: ${remedy}`}`;
    });
  return `Quotas of one production stage with ${members.toLocaleString('en-US')} members. In the busiest hour, ${100 * busiestHour} % of the month’s users log in.\n\n${rows.join('\n')}\n`;
}
