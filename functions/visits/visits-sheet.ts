import * as z from 'zod';
import { periodName } from '../../shared/calendar.ts';
import { notCountedNames } from '../../shared/visits/visit.ts';
import type { SheetSource } from '../files/sheet-source.ts';
import { loadMembers } from '../members/store.ts';
import { loadPartner } from '../partners/store.ts';
import { visitsOfMonth } from './store.ts';
import { visitCount } from './visits-by-name-store.ts';

const input = z.object({ partnerId: z.string(), periodId: z.string(), filter: z.string().default('') });

/** The visits of a partner's members in one month as a sheet, by member. */
export async function visitsSheet(sent: z.input<typeof input>): Promise<SheetSource> {
  const { partnerId, periodId, filter } = input.parse(sent);
  const [partner, atMost] = await Promise.all([loadPartner(partnerId), visitCount(partnerId, periodId)]);
  return {
    name: `Visits ${partner.name} ${periodName(periodId)}.xlsx`,
    sheetName: periodName(periodId),
    columns: [
      { title: 'Member', kind: 'text', width: 30 },
      { title: 'Email', kind: 'text', width: 32 },
      { title: 'Key fob', kind: 'text' },
      { title: 'Visit date', kind: 'date' },
      { title: 'Time', kind: 'text' },
      { title: 'Facility ID', kind: 'text' },
      { title: 'Facility', kind: 'text', width: 40 },
      { title: 'Counted', kind: 'text', width: 32 },
    ],
    atMost,
    pages: async function* pages(after) {
      for await (const { rows, cursor } of visitsOfMonth(partnerId, periodId, filter, after)) {
        const found = await loadMembers([...new Set(rows.map(({ memberId }) => memberId))]);
        const members = new Map(found.map((member) => [member.id, member]));
        yield {
          cursor,
          rows: rows.map((one) => [
            one.memberName,
            members.get(one.memberId)?.email ?? '',
            members.get(one.memberId)?.keyFobNumber ?? '',
            one.date,
            one.time,
            one.facilityId,
            one.facilityName,
            one.notCounted ? notCountedNames[one.notCounted] : 'Counted',
          ]),
        };
      }
    },
  };
}
