import { cachedEndpoints, allHandlers, endpointsByArea } from '../handlers.ts';
import { apiNames, apiOf, apiSegments, integrationQuota, patternsOf } from '../http-apis.ts';
import { scheduledHandlers } from '../schedules.ts';
import { limits } from '../stages/limits.ts';
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

/**
 * Share of a month's users who log in during its busiest hour, the first of the month, and of its emails. The night's
 * generation ends within three hours.
 */
const busiestHour = 0.1;
const generationSeconds = 3 * 3600;

const resourcesPerEndpoint = 8;
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
    [
      'roles of an account',
      1000,
      allHandlers.length + scheduledHandlers.length + 10,
      'one account per stage, or request up to 5,000',
    ],
    ['indexes of a table', 20, tableIndexes.length, 'lists share indexes'],
  ];
  return rows.map(([name, limit, used, remedy]) => ({ name, limit, used, grows: false, remedy }));
}

function growingRows(members: number): CapacityRow[] {
  const { active, pages, callsOfPage, emails, payments } = habits;
  const { jobsAtOnce, throttle, guestThrottle } = limits;
  const logIns = (members * active * busiestHour) / 3600;
  const calls = logIns * pages * callsOfPage;
  const paid = members * payments;
  const rows: [name: string, limit: number, used: number, remedy: string][] = [
    ['calls per second', throttle.rateLimit, calls, '`throttle` of the stage; AWS allows 10,000'],
    ['log-ins per second', guestThrottle.rateLimit, logIns, '`guestThrottle` of the stage'],
    ['authentications of the user pool per second', 120, logIns, 'buy quota'],
    ['concurrent functions', 1000, calls * units.callSeconds + 3 * jobsAtOnce, 'request more'],
    [
      'job seconds per second of the night’s generation',
      jobsAtOnce,
      (paid * units.jobSeconds) / generationSeconds,
      '`jobsAtOnce` of the stage',
    ],
    [
      'table writes per second of the night’s generation',
      40_000,
      (paid * units.payment.write) / generationSeconds,
      'request more, or warm the table',
    ],
    // one index key per month, written once per payment
    ['writes per second of the ledger’s month', 1000, paid / generationSeconds, 'a longer generation'],
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
