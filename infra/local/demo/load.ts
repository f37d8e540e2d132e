import { gridSettingsChange, loadGridSettings } from '../../../functions/users/grid-settings-store.ts';
import { transact, writeAlone } from '../../../functions/table/transact.ts';
import type { SavedView } from '../../../shared/users/grid-settings.ts';
import { countOf } from '../../../functions/table/list.ts';
import { tableName } from '../../../functions/table/client.ts';
import { keys, lists } from '../../../functions/table/keys.ts';
import { getItems } from '../../../functions/table/batch-get-items.ts';
import { reportChange } from '../../../functions/visits/report-store.ts';
import type { Change, Write } from '../../../functions/table/write.ts';
import {
  addDays,
  periodStart,
  periodOf,
  type CalendarDate,
  addPeriods,
  dateInChicago,
} from '../../../shared/calendar.ts';
import { firstDayOf, type Member } from '../../../shared/members/member.ts';
import type { Visit } from '../../../shared/visits/visit.ts';
import { type DemoMember, keyFobNumber, demoMembers, memberChanges } from './members.ts';
import { demoMember, demoAdmin, demoFacilityManager, demoManager } from './scenario.ts';
import { auditWrite } from '../../../functions/table/audit.ts';
import type { AuditEvent } from '../../../shared/audit-event.ts';
import { type DemoPartner, demoPartners, partnerChanges } from './partners.ts';
import { findRequest } from '../../../functions/members/request-store.ts';
import { sendRequest } from '../../../functions/members/request-email.ts';
import type { SentRequestKind } from '../../../shared/members/member-request.ts';
import { atInstant, runOnce, withoutQueue } from './past-work.ts';
import { beginJob } from '../../../functions/jobs/begin.ts';
import {
  beginScheduledGeneration,
  scheduledJobId,
} from '../../../functions/payments/generation/scheduled-generation.ts';
import { scheduledGenerations } from '../../../functions/payments/generation/schedule-rows.ts';
import { newestPeriodToGenerate } from '../../../shared/payments/payment-types.ts';
import { periodsToCurrent } from '../../../shared/periods/period.ts';
import { isGeneratedMonth, demoPayments } from './payments.ts';
import { now } from '../../../functions/platform/clock.ts';
import { demoBankFiles } from './bank-files.ts';
import { bulkLoad } from './bulk.ts';
import { loadDemoFacilities } from './facilities.ts';
import { demoRosterChanges } from './roster-changes.ts';
import { withLogins, type DemoUsers } from './member-logins.ts';
import { demoStoppedWithdrawal } from './login-table.ts';
import { demoVouchers } from './vouchers.ts';
import { demoVisits, visitChanges, withVisitMonths } from './visits.ts';

const hidden = ['preferredAccessType', 'memberPhoneNumber', 'memberDateOfBirth', 'facilityNumber'];
const notInvited = [...hidden, 'programEnrollmentDate', 'lastMonthUsagesCount', 'facilityName'];
const byName = { filter: '', sortBy: 'memberLastName', sortOrder: 'asc' } as const;
const byVisits = { filter: '', sortBy: 'lastMonthUsagesCount', sortOrder: 'desc' } as const;

const views: SavedView[] = [
  { name: 'To be invited', ...byName, invitationStatus: '1', hiddenColumns: notInvited },
  { name: 'Most visits last month', ...byVisits, invitationStatus: '', hiddenColumns: hidden },
];

/** Saves two employee views of a user. */
async function demoViews(userId: string): Promise<void> {
  if (await loadGridSettings(userId, 'employees')) return;
  const settings = { userId, grid: 'employees', hiddenColumns: null, views, version: 0 } as const;
  await transact(...gridSettingsChange(undefined, settings));
}

/** Marks demo data that is loading or loaded. */
const marker = keys.unique('demo-data', 'loaded');

const saveMarker = (at: Date, done: boolean): Promise<void> =>
  writeAlone({
    item: { Put: { TableName: tableName(), Item: { ...marker, at: at.toISOString(), done } } },
  });

/** Returns the instant of the demo data; null if it is loaded, or if the table contains other partners. */
async function beginLoad(now: Date): Promise<Date | null> {
  const [record] = await getItems([marker]);
  if (record) return record.done === true ? null : new Date(String(record.at));
  if ((await countOf(lists.partners())) > 0) return null;
  await saveMarker(now, false);
  return now;
}

const endLoad = (at: Date): Promise<void> => saveMarker(at, true);

/** Marks loaded payments, so that a repeated load does not overwrite changes by bank files. */
const paymentsMarker = keys.unique('demo-data', 'payments');

const hasLoadedPayments = async (): Promise<boolean> => (await getItems([paymentsMarker])).length > 0;

const notePaymentsLoaded = (): Promise<void> =>
  writeAlone({ item: { Put: { TableName: tableName(), Item: paymentsMarker } } });

/** Reports the most recent day of the month without a visit of the demo member as missing. */
function demoMissingVisit(
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

/**
 * Returns the audit events of a partner until today, on the days of its records. Without a manager, an administrator
 * did everything.
 */
function demoActivity(
  { partner, terms }: DemoPartner,
  members: readonly DemoMember[],
  { admin, manager }: { admin: string; manager: string },
): Write[] {
  const subject = `partner ${partner.id}`;
  const on = (date: CalendarDate, hour: number, event: Omit<AuditEvent, 'when'>) =>
    auditWrite(event, new Date(`${date}T${String(hour).padStart(2, '0')}:10:00.000Z`));
  const before = (days: number) => addDays(terms.launchDate, -days);
  const account = { payeeToken: partner.payeeToken, lastFour: '0900' };
  const keyFobs = { first: keyFobNumber(partner.id, 0), last: keyFobNumber(partner.id, 519), count: 520 };
  const uploaded = { uploaded: members.length };
  return [
    on(before(34), 15, { name: 'partner billing changed', subject, who: admin, after: { ...partner } }),
    on(before(34), 16, { name: 'partner bank account changed', subject, who: admin, after: account }),
    on(before(32), 15, { name: 'group membership created', subject, who: admin, after: { ...terms } }),
    on(before(20), 15, { name: 'key fobs added', subject, who: admin, after: keyFobs }),
    on(before(18), 17, { name: 'employees uploaded', subject, who: manager, after: uploaded }),
    ...members.flatMap(({ member: { id, invitedOn } }) =>
      invitedOn === null
        ? []
        : on(invitedOn, 18, {
            name: 'member invited',
            subject: `member ${id}`,
            partnerId: partner.id,
            who: manager,
            after: { attempt: 1, invitedOn },
          }),
    ),
  ];
}

const hour = 3_600_000;

interface DemoRequest {
  email: string;
  kind: SentRequestKind;
  note: string;
  hoursAgo: number;
}

const requests: readonly DemoRequest[] = [
  {
    email: demoMember.email,
    kind: 'lostKeyFob',
    note: 'I lost it on the way home from the club.',
    hoursAgo: 20,
  },
  {
    email: 'paying@wellport.test',
    kind: 'clubChange',
    note: 'I have moved to another city.',
    hoursAgo: 5,
  },
];

/**
 * Sends a lost key fob and a club change of two members with a login, by the portal's own endpoint. A repeated load finds
 * them sent.
 */
async function demoMemberRequests(
  members: readonly Member[],
  partners: readonly DemoPartner[],
  now: Date,
): Promise<void> {
  for (const { email, kind, note, hoursAgo } of requests) {
    const member = members.find((candidate) => candidate.email === email);
    if (!member || (await findRequest(member.id, kind))) continue;
    const facilities = partners.find(({ partner }) => partner.id === member.partnerId)?.facilities ?? [];
    const to = facilities.find(({ id, isAf }) => isAf && id !== member.facilityId)?.id;
    const at = new Date(now.getTime() - hoursAgo * hour);
    const body = { memberId: member.id, kind, note, ...(kind === 'clubChange' && { facilityId: to }) };
    await atInstant(at, () => sendRequest(body, member.userId ?? '', at));
  }
}

const months = 4;
const daysOfSchedules = [1, 9, 25];

/**
 * Runs the scheduled generations of the months with payments, each on its day. They find the existing payments and
 * record the lists as generated.
 */
async function demoGenerations(at: Date): Promise<void> {
  const today = dateInChicago(at);
  for (let back = months - 1; back >= 0; back--)
    for (const day of daysOfSchedules) {
      const date = addDays(periodStart(addPeriods(periodOf(today), -back)), day - 1);
      const due = new Date(`${date}T12:00:00Z`);
      if (date <= today) await atInstant(due, () => withoutQueue(() => generateOn(day, due, at)));
    }
}

async function generateOn(day: number, due: Date, at: Date): Promise<void> {
  for (const { schedule, row } of scheduledGenerations(day)) {
    const { programPaymentTypeId, paymentTypeId } = row;
    const periodId = newestPeriodToGenerate(programPaymentTypeId, paymentTypeId, due);
    if (!isGeneratedMonth(programPaymentTypeId, paymentTypeId, periodId, at)) continue;
    // not the schedule's own ID, so that the schedule can run again after the clock is set back
    const id = `demo-${scheduledJobId(row, schedule, due)}`;
    await runOnce(id, () => beginScheduledGeneration(row, { id, periodId, schedule }));
  }
}

/** Proves the last months, like the nightly job, so that the sums of their steps are available. */
const demoProofs = (now: Date): Promise<void> =>
  withoutQueue(() =>
    atInstant(now, async () => {
      for (const periodId of periodsToCurrent(now).slice(0, months)) {
        const id = `ledger-proof-${periodId}-demo`;
        const job = { id, kind: 'ledger proof', input: { periodId }, total: 0 } as const;
        const message = 'The ledger is up to date.';
        await runOnce(id, () => beginJob({ ...job, message }, { userId: 'ledger' }, now));
      }
    }),
  );

/**
 * Loads the demo data once: always the same users, partners, and clubs, with dates relative to the day of the load. An
 * interrupted load is repeated for the same day and creates the same rows.
 */
export async function loadDemoData(log: (line: string) => void): Promise<void> {
  const at = await beginLoad(now());
  if (!at) return;
  log('Loading demo data: users, partners, and clubs.');
  const admin = await demoAdmin('admin', at);
  const second = await demoAdmin('secondAdmin', at);
  await demoViews(admin.id);
  const partners = demoPartners(at);
  await loadDemoFacilities(admin.id);
  await bulkLoad(await partnerChanges(partners, admin.id, at));
  log('Loading demo data: members and visits.');
  const members = await loadMembers(partners, admin.id, at);
  log('Loading demo data: payments.');
  // an interrupted load may have already changed them by bank files
  if (!(await hasLoadedPayments())) {
    const payments = await Promise.all(partners.map((demo) => demoPayments(demo, members, at)));
    await bulkLoad(payments.flat());
    await notePaymentsLoaded();
  }
  await demoGenerations(at);
  await demoStoppedWithdrawal([...members.values()], at);
  await demoMemberRequests([...members.values()], partners, at);
  log('Loading demo data: bank files and vouchers.');
  await demoBankFiles([admin.id, second.id], at);
  await demoProofs(at);
  await demoVouchers(admin.id, facilitiesOfVouchers(partners, members), at);
  await demoRosterChanges([...members.values()], at);
  await endLoad(at);
}

/** Returns the club of a demo login, and other clubs of the first partner. */
function facilitiesOfVouchers(partners: readonly DemoPartner[], members: ReadonlyMap<string, Member>) {
  const home = [...members.values()].find(({ email }) => email === demoMember.email)?.facilityId;
  const others = (partners[0]?.facilities ?? []).filter(({ id }) => id !== home);
  return [...(home ? [{ id: home }] : []), ...others];
}

/** Loads the members and their visits; returns the members by ID. */
async function loadMembers(
  partners: readonly DemoPartner[],
  admin: string,
  at: Date,
): Promise<Map<string, Member>> {
  const today = dateInChicago(at);
  const users: DemoUsers = new Map();
  const changes = await Promise.all(
    partners.map(async (demo) => {
      const created = demoMembers(demo, today);
      const { members, changes: signed } = await withLogins(created, demo, users);
      const manager = (await demoManagers(demo, members)) ?? admin;
      const visits = demoVisits(demo, members, today);
      return {
        members,
        changes: [
          ...signed,
          ...(await memberChanges(demo, withVisitMonths(members, visits))),
          ...visitChanges(visits),
          ...demoMissingVisit(members, visits, today),
          ...demoActivity(demo, members, { admin, manager }),
        ],
      };
    }),
  );
  await bulkLoad(changes.flatMap((part) => part.changes));
  return new Map(changes.flatMap(({ members }) => members).map(({ member }) => [member.id, member]));
}

/** Creates the managers of the first partner and of its first member's club; returns the first manager's ID. */
async function demoManagers(
  { partner }: DemoPartner,
  members: readonly DemoMember[],
): Promise<string | undefined> {
  const home = members.find(({ member }) => member.email === demoMember.email)?.member;
  if (!home) return undefined;
  const manager = await demoManager(partner.id);
  await demoViews(manager.id);
  await demoFacilityManager(home.facilityId ?? '');
  return manager.id;
}
