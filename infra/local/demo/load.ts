import { now } from '../../../functions/platform/clock.ts';
import { demoActivity } from './activity.ts';
import { demoBankFiles } from './bank-files.ts';
import { bulkLoad } from './bulk.ts';
import { loadDemoFacilities } from './facilities.ts';
import { beginLoad, endLoad, hasLoadedPayments, notePaymentsLoaded } from './loaded.ts';
import { demoMemberRequests } from './member-requests.ts';
import { memberChanges } from './member-changes.ts';
import { demoMembers, type DemoMember } from './members.ts';
import { demoMember } from './scenario.ts';
import { demoPartners, partnerChanges, type DemoPartner } from './partners.ts';
import { demoPayments } from './payments.ts';
import { demoMissingVisit } from './missing-visits.ts';
import { demoGenerations, demoProofs } from './scheduled-work.ts';
import { demoRosterChanges } from './roster-changes.ts';
import { withLogins, type DemoUsers } from './member-logins.ts';
import { demoAdmin, demoFacilityManager, demoManager } from './people.ts';
import { demoStoppedWithdrawal } from './stopped-withdrawal.ts';
import { demoVouchers } from './vouchers.ts';
import { demoViews } from './views.ts';
import { demoVisits, visitChanges, withVisitMonths } from './visits.ts';
import type { Member } from '../../../shared/members/member.ts';
import { dateInChicago } from '../../../shared/calendar.ts';

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
