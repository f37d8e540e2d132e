import * as z from 'zod';
import { dateInChicago, periodName, periodOf, previousPeriod } from '../../shared/calendar.ts';
import type { SheetSource } from '../files/sheet-source.ts';
import { rosterSize, rosterPages } from './roster-store.ts';

const input = z.object({ partnerId: z.string() });

/** Returns a partner's members by last name, without free key fobs; visits are those of the month before `at`. */
export async function memberListSheet(sent: z.input<typeof input>, at: Date): Promise<SheetSource> {
  const { partnerId } = input.parse(sent);
  const today = dateInChicago(at);
  return {
    name: `Members ${today}.xlsx`,
    sheetName: 'Members',
    columns: [
      { title: 'First Name', kind: 'text', width: 20 },
      { title: 'Last Name', kind: 'text', width: 20 },
      { title: 'Invitation Status', kind: 'text', width: 28 },
      { title: 'Email', kind: 'text', width: 32 },
      { title: 'Facility ID', kind: 'text' },
      { title: 'Facility Name', kind: 'text', width: 28 },
      { title: `Visits ${periodName(previousPeriod(periodOf(today)))}`, kind: 'number', width: 22 },
    ],
    atMost: await rosterSize(partnerId),
    pages: async function* pages(after) {
      for await (const { rows, cursor } of rosterPages(partnerId, periodOf(today), after))
        yield {
          cursor,
          rows: rows
            .filter(({ memberId }) => memberId !== null)
            .map((row) => [
              row.memberFirstName,
              row.memberLastName,
              row.invitationStatusDescription,
              row.memberEmail,
              row.facilityNumber,
              row.facilityName,
              row.lastMonthUsagesCount,
            ]),
        };
    },
  };
}
