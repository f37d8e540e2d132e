import { addPeriods, showDate } from '../../../shared/calendar.ts';
import { archivedFrom, archiveCheckMonths, visitRowOf } from '../../../shared/visits/visit.ts';
import { currentPeriod } from '../../../shared/periods/period.ts';
import { beginJob } from '../../jobs/begin.ts';
import { allPartners } from '../../partners/store.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { newId } from '../../platform/time-and-chance.ts';
import { pageOfMonth, listVisits, monthlyVisits } from '../store.ts';
import { withSettings } from '../../table/deployed-settings.ts';
import { visits } from '../../../shared/contracts/visits.ts';
import { sheetResponse } from '../../files/sheet-source.ts';
import { handle } from '../../handle.ts';
import { visitsSheet } from '../visits-sheet.ts';
import { loadMembers } from '../../members/store.ts';
import { employerLog } from '../employer-log.ts';
import { summaryReader } from '../visit-tally-store.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { withdrawalChanges } from '../withdrawal-store.ts';

/** Starts the jobs that archive visits older than 25 months, one per partner and month. */
export const archiveVisitsHandler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const at = scheduledTime(event);
  const last = addPeriods(currentPeriod(at), -archivedFrom);
  const months = Array.from({ length: archiveCheckMonths }, (_, back) => addPeriods(last, -back));
  for await (const { id: partnerId } of allPartners())
    for (const periodId of months) {
      const { rows } = await pageOfMonth(partnerId, periodId, { pageSize: 1, after: null });
      if (rows.length === 0) continue;
      await beginJob(
        {
          id: newId(at.getTime()),
          kind: 'visits archive',
          input: { partnerId, periodId },
          total: 0,
          message: 'Archiving visits.',
        },
        { userId: 'visits archive' },
        at,
      );
    }
});

export const downloadHandler = handle(visits.download, async ({ query, ...context }) => {
  const { partnerId, periodId, filter = '' } = query;
  const input = { partnerId, periodId, filter, isForEmployer: context.caller.role !== 'systemAdmin' };
  return sheetResponse(await visitsSheet(input, context.now), { what: 'visits', input, partnerId }, context);
});

export const listHandler = handle(
  visits.list,
  async ({ query: { partnerId, periodId, ...request }, caller: { role }, now }) => {
    if (role !== 'systemAdmin') return employerLog(partnerId, periodId, request, now);
    const page = await listVisits(partnerId, periodId, request);
    const ids = [...new Set(page.items.map(({ memberId }) => memberId))];
    const [members, counts] = await Promise.all([loadMembers(ids), monthlyVisits(ids, periodId)]);
    const byId = new Map(members.map((member) => [member.id, member]));
    return {
      ...page,
      items: page.items.map((item) =>
        visitRowOf(item, byId.get(item.memberId), counts.get(item.memberId) ?? 0),
      ),
    };
  },
);

export const summaryHandler = handle(
  visits.summary,
  async ({ query: { partnerId, periodId }, caller: { role }, now }) => {
    const { summaryOf } = await summaryReader({ partnerId, role, now });
    return summaryOf(periodId);
  },
);

export const withdrawHandler = handle(visits.withdraw, async ({ body, caller, now }) => {
  const { memberId, facilityNumber: facilityId, date, reason } = body;
  caller.requireAccess({ facilityId });
  const { visit, changes, message } = await withdrawalChanges({ memberId, facilityId, date }, now);
  const event = {
    name: 'visit withdrawn',
    subject: `member ${memberId}`,
    partnerId: visit.partnerId,
    who: caller.userId,
    after: { date, facilityId, reason },
  } as const;
  await transact(...changes, auditWrite(event, now));
  return {
    success: true,
    message: `The check-in of ${visit.memberName} on ${showDate(date)} is withdrawn. ${message}`,
  };
});
