import type { NewRefusedRow } from '../../shared/jobs/job.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { CheckInLine } from '../../shared/visits/check-in.ts';
import { readMonth } from '../../shared/visits/facility-columns.ts';
import { monthCountError, monthCountRecord, visitsOf, type Visit } from '../../shared/visits/visit.ts';
import { summarySteps } from '../../shared/visits/employer-summary.ts';
import { loadFacilities } from '../facilities/store.ts';
import { change } from '../table/change.ts';
import { countsAt } from '../table/counters.ts';
import { keys, lists } from '../table/keys.ts';
import { countShards } from '../table/list-indexes.ts';
import { tallyWrite } from '../table/tallies.ts';
import { sizeOf } from '../table/transact.ts';
import { update } from '../table/update-item.ts';
import type { Change } from '../table/write.ts';
import { membersOf, refusal } from './resolve-check-ins.ts';
import { visitEntity, visitsInMonth } from './store.ts';

type CountLine = CheckInLine & { count: string };

interface CountResult {
  visit: Visit;
  before: Visit | undefined;
  /** The member's visits of the month before. */
  counted: number;
}

/** Result of a line: a changed count, one that is stored already, or a refusal. */
type CountedLine = CountResult | { isStored: true } | { refused: NewRefusedRow };

const changed = new Refusal(
  'conflict',
  'Another visit of this member was counted at the same time. Try again.',
);

// the record with its list, its counter, and shared counters
const mostWrites = 80;

/** Returns the leading lines of monthly counts that fit into one transaction, with their writes. */
export async function monthCountChanges(
  lines: readonly CountLine[],
  now: Date,
  ownFacility: string | null,
): Promise<{ lines: CountedLine[]; changes: Change[] }> {
  const resultOf = await readerOf(lines, now, ownFacility);
  const fitted: CountedLine[] = [];
  const results: CountResult[] = [];
  for (const line of lines) {
    const result = await resultOf(line);
    // a second line of the member's month reads what the first one wrote
    if ('visit' in result && results.some(({ visit }) => isSameMonth(visit, result.visit))) break;
    const all = 'visit' in result ? [...results, result] : results;
    if (sizeOf(changesOf(all)) > mostWrites) break;
    if ('visit' in result) results.push(result);
    fitted.push(result);
  }
  return { lines: fitted, changes: changesOf(results) };
}

const isSameMonth = (a: Visit, b: Visit): boolean => a.memberId === b.memberId && a.periodId === b.periodId;

async function readerOf(lines: readonly CountLine[], now: Date, ownFacility: string | null) {
  const [memberOf, facilities] = await Promise.all([
    membersOf(lines, ownFacility),
    loadFacilities([...new Set(lines.map(({ clubId }) => clubId).filter(Boolean))]),
  ]);
  const facilitiesById = new Map(facilities.map((facility) => [facility.id, facility]));
  return async (line: CountLine): Promise<CountedLine> => {
    const [member, facility] = [memberOf(line), facilitiesById.get(line.clubId)];
    const error = monthCountError(line, { member, facility, ownFacility, now });
    if (error !== undefined || !member || !facility)
      return { refused: refusal(line, error ?? '', { facility, member }) };
    const periodId = readMonth(line.date) ?? '';
    const [stored, [counted = 0]] = await Promise.all([
      visitsInMonth(member.id, periodId),
      countsAt([keys.monthlyVisits(member.id, periodId)]),
    ]);
    const before = stored.find((visit) => visit.facilityId === facility.id && visit.undated !== undefined);
    const count = Number(line.count);
    const visit = monthCountRecord({ member, facility, periodId, count }, stored, now);
    const isSame = before?.reported === visit.reported && before?.undated === visit.undated;
    return isSame ? { isStored: true } : { visit, before, counted };
  };
}

const differenceOf = ({ visit, before }: CountResult): number =>
  visitsOf(visit) - (before ? visitsOf(before) : 0);

function changesOf(results: readonly CountResult[]): Change[] {
  const months = Map.groupBy(results, ({ visit }) => `${visit.partnerId} ${visit.periodId}`);
  return [
    ...results.flatMap(countChange),
    ...[...months.values()].flatMap((ofMonth) => {
      const [{ partnerId, periodId } = { partnerId: '', periodId: '' }] = ofMonth.map(({ visit }) => visit);
      const members = ofMonth.map((result) => ({
        before: result.counted,
        after: result.counted + differenceOf(result),
      }));
      return tallyWrite(keys.visitTallies(partnerId, periodId), summarySteps([], members));
    }),
  ];
}

function countChange(result: CountResult): Change[] {
  const { visit, before, counted } = result;
  const by = differenceOf(result);
  const list = lists.visits('all', visit.periodId);
  return [
    ...change(visitEntity, before ?? null, visit, { lost: changed }),
    {
      refusal: changed,
      // imports of dated visits read the counts only where this is set
      item: update(keys.monthlyVisits(visit.memberId, visit.periodId), {
        text: 'ADD n :by SET hasMonthCounts = :true',
        condition: counted === 0 ? 'attribute_not_exists(n) or n = :counted' : 'n = :counted',
        values: { ':by': by, ':counted': counted, ':true': true },
      }),
    },
    { count: keys.count(list), by, shards: countShards(list) },
    { count: keys.count(lists.visitsOfFacility(visit.facilityId, visit.periodId)), by },
  ];
}
