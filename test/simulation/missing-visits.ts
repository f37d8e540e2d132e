import { visits } from '../../shared/contracts/visits.ts';
import { decidingDays } from './facilities.ts';
import type { SimulatedMember, World } from './world.ts';

/** Members report visits that their club has not reported, some of which decide about a reimbursement, and clubs decide. */
export function missingVisits(
  world: World,
  reporting: readonly SimulatedMember[],
  month: string,
): (() => Promise<void>)[] {
  const { random } = world.portal.cloud;
  const reports = reporting
    .filter(() => random() < 0.4)
    .flatMap((member) => decidingDays(world, member, month).map((date) => () => report(world, member, date)));
  return random() < 0.3 ? [...reports, () => decide(world)] : reports;
}

async function report({ portal, observed }: World, member: SimulatedMember, date: string): Promise<void> {
  if (observed.withdrawn.has(`${member.id} ${date}`)) return;
  await portal.request(visits.reportMissing, member.user, {
    body: { memberGuid: member.id, date, facilityId: member.facilityId },
  });
  await portal.work();
}

/** An administrator decides about the reports that wait for a club. */
async function decide(world: World): Promise<void> {
  const { portal, admins, observed, members } = world;
  const { body: list } = await portal.request(visits.missingReports, admins[1]);
  const reports = (list as { items?: OpenReport[] } | undefined)?.items ?? [];
  for (const { memberGuid, date, facilityIDNumber, version } of reports.filter(
    ({ status }) => status === 'open',
  )) {
    const member = members.find(({ id }) => id === memberGuid);
    if (!member) continue;
    const accepted = !observed.withdrawn.has(`${memberGuid} ${date}`) && portal.cloud.random() < 0.7;
    const { status } = await portal.request(visits.answerReport, admins[1], {
      params: { memberId: memberGuid, date },
      body: accepted ? { accepted, version } : { accepted, version, reason: 'The member did not come.' },
    });
    // the response of a successful decision can be lost
    const month = date.slice(0, 4) + date.slice(5, 7);
    const isStored = observed.visitDates.get(`${memberGuid} ${month}`)?.has(date);
    if (!accepted || (status !== 200 && !isStored)) continue;
    member.visitDays.add(date);
    if (!member.visitFacilities.has(date)) member.visitFacilities.set(date, facilityIDNumber);
  }
  await portal.work();
}

interface OpenReport {
  memberGuid: string;
  date: string;
  facilityIDNumber: string;
  status: string;
  version: number;
}
