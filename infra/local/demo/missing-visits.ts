import { reportChange } from '../../../functions/visits/report-store.ts';
import type { Change } from '../../../functions/table/write.ts';
import { addDays, periodStart, periodOf, type CalendarDate } from '../../../shared/calendar.ts';
import { firstDayOf } from '../../../shared/members/member.ts';
import type { Visit } from '../../../shared/visits/visit.ts';
import type { DemoMember } from './members.ts';
import { demoMember } from './scenario.ts';

/** Reports the most recent day of the month without a visit of the demo member as missing. */
export function demoMissingVisit(
  members: readonly DemoMember[],
  visits: readonly Visit[],
  today: CalendarDate,
): Change[] {
  const member = members.find((candidate) => candidate.member.email === demoMember.email)?.member;
  if (!member?.facilityId) return [];
  const came = new Set(visits.filter(({ memberId }) => memberId === member.id).map(({ date }) => date));
  let date = addDays(today, -1);
  while (came.has(date)) date = addDays(date, -1);
  if (date < periodStart(periodOf(today)) || date < (firstDayOf(member) ?? today)) return [];
  return reportChange(
    null,
    {
      memberId: member.id,
      partnerId: member.partnerId,
      memberName: `${member.firstName} ${member.lastName}`,
      facilityId: member.facilityId,
      facilityName: member.facilityName ?? '',
      date,
      note: 'The front desk was open, so I did not use my key fob.',
      status: 'open',
      answer: '',
      reportedAt: `${today}T13:20:00.000Z`,
      answeredAt: null,
      version: 0,
    },
    undefined,
  );
}
