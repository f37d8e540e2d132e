import { getFile, filesOf } from '../platform/files.ts';
import { addPeriods, type PeriodId } from '../../shared/calendar.ts';
import type { Member } from '../../shared/members/member.ts';
import { currentPeriod } from '../../shared/periods/period.ts';
import { archivedFrom, archiveFolder, archiveYears } from '../../shared/visits/archive.ts';

/** One more month, because files expire by day. */
const monthsInArchive = 12 * archiveYears + 1;

const monthsAtOnce = 12;

/** Returns a member's archived visits, newest month first. */
export async function archivedVisits({ id, partnerId }: Member, now: Date): Promise<object[]> {
  const last = addPeriods(currentPeriod(now), -archivedFrom);
  const months = Array.from({ length: monthsInArchive }, (_, back) => addPeriods(last, -back));
  const visits: object[] = [];
  for (let first = 0; first < months.length; first += monthsAtOnce) {
    const some = months.slice(first, first + monthsAtOnce);
    visits.push(...(await Promise.all(some.map((month) => visitsOfMonth(id, partnerId, month)))).flat());
  }
  return visits;
}

async function visitsOfMonth(memberId: string, partnerId: string, month: PeriodId): Promise<object[]> {
  const visits: object[] = [];
  for await (const { name } of filesOf('files', archiveFolder(partnerId, month))) {
    const bytes = await getFile('files', name);
    const lines = Buffer.from(bytes ?? [])
      .toString('utf8')
      .split('\n');
    for (const line of lines.filter((text) => text.includes(memberId))) {
      const visit = JSON.parse(line) as { memberId: string };
      if (visit.memberId === memberId) visits.push(visit);
    }
  }
  return visits;
}
