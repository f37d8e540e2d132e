import { addDays, addPeriods, periodStart, type PeriodId } from '../../shared/calendar.ts';
import { loadGroupMembership, groupMembershipEntity } from '../../functions/group-memberships/store.ts';
import { enrollmentChange, loadMember, memberChange } from '../../functions/members/store.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { change } from '../../functions/table/change.ts';
import { transact } from '../../functions/table/transact.ts';
import { withTermsFrom } from '../../shared/group-memberships/terms-versions.ts';
import type { Member } from '../../shared/members/member.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { movePayment } from '../../shared/payments/payment-moves.ts';
import type { MemberPayment } from '../../shared/payments/payment.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { Refusal } from '../../shared/refusal.ts';
import { enrolled } from '../payments/facilities.ts';
import { Cloud } from '../simulation/cloud.ts';
import { createWorld, type World } from '../simulation/world.ts';
import { someMember } from '../support/builders.ts';

const monthCount = 144;
const firstMonth = '202602';
const monthAt = (index: number): PeriodId => addPeriods(firstMonth, index);
const conflict = { lost: new Refusal('conflict', 'lost') };

/** The terms by month, as the model knows them: cents and required visits. */
const termsOf = (index: number) =>
  index < 40
    ? { amount: 20_00, required: 2 }
    : index < 90
      ? { amount: 25_00, required: 3 }
      : { amount: 15_00, required: 2 };

/** A member of the model: first day, first day without membership, and times on hold. */
interface Life {
  id: string;
  from: string;
  to: string | null;
  holds: { from: string; to: string }[];
  movesIn?: number;
}
interface Report {
  date: string;
  /** Month and half of the month in which the club reports the visit, and withdraws it. */
  at: number;
  withdrawnAt?: number;
}

const holds = [
  { from: addDays(periodStart(monthAt(30)), 10), to: addDays(periodStart(monthAt(33)), 4) },
  { from: addDays(periodStart(monthAt(95)), 2), to: addDays(periodStart(monthAt(95)), 20) },
];
const lives: Life[] = [
  {
    id: 'leaver',
    from: addDays(periodStart(monthAt(3)), 9),
    to: periodStart(monthAt(120)),
    holds,
    movesIn: 55,
  },
  { id: 'regular', from: periodStart(firstMonth), to: null, holds: [] },
];

/** Returns what the model pays for visits, by definition: months with enough counted days, in cents. */
function modelTotal({ from, to, holds }: Life, reports: readonly Report[]): number {
  let total = 0;
  for (let index = 0; index < monthCount; index++) {
    const days = new Set(
      reports
        .filter(({ withdrawnAt }) => withdrawnAt === undefined)
        .map(({ date }) => date)
        .filter((date) => date.slice(0, 7) === `${monthAt(index).slice(0, 4)}-${monthAt(index).slice(4)}`)
        .filter((date) => date >= from && (to === null || date < to))
        .filter((date) => !holds.some((hold) => hold.from <= date && date < hold.to)),
    );
    const { amount, required } = termsOf(index);
    if (days.size >= required) total += amount;
  }
  return total;
}

/** Runs all months on the simulated cloud; returns the cents each member was paid and those of the model. */
export async function payAll(seed: number): Promise<{ id: string; paid: number; expected: number }[]> {
  const cloud = new Cloud(seed, '2026-01-02T15:00:00Z');
  const restore = cloud.install();
  try {
    const world = await createWorld(cloud);
    const partner = world.partners[2];
    if (!partner) throw new Error('no partner');
    const run = new Oracle(world, partner.id);
    return await run.all();
  } finally {
    restore();
  }
}

class Oracle {
  readonly world: World;
  readonly partnerId: string;
  readonly reports = new Map<string, Report[]>();

  constructor(world: World, partnerId: string) {
    this.world = world;
    this.partnerId = partnerId;
    const { random } = world.portal.cloud;
    for (const { id, from, to } of lives) {
      const of: Report[] = [];
      for (let index = 0; index < monthCount - 13; index++)
        for (const day of [3, 9, 14, 26]) {
          const date = addDays(periodStart(monthAt(index)), day);
          if (
            random() < 0.55 &&
            (date >= from || random() < 0.1) &&
            (to === null || date < to || random() < 0.1)
          )
            of.push({ date, at: index * 2 + 1 });
        }
      this.reports.set(`${id}-ordered`, of);
      const late = of.map((report) => ({ ...report, at: report.at + Math.floor(random() * 23) }));
      this.reports.set(`${id}-random`, late);
      if (id === 'regular')
        this.reports.set(
          `${id}-withdrawn`,
          late.map((report, place): Report => {
            const last = (of[place]?.at ?? 0) + 22;
            const withdrawnAt = report.at + Math.floor(random() * 5);
            // a withdrawal is recovered from later reimbursements only
            return random() < 0.15 && withdrawnAt <= Math.min(last, 200)
              ? { ...report, withdrawnAt }
              : report;
          }),
        );
    }
  }

  async all() {
    await this.addMembers();
    for (let index = 0; index < monthCount; index++) {
      await this.changeTerms(index);
      const month = monthAt(index);
      await this.moveTo(`${addDays(periodStart(month), 9)}T15:00:00Z`);
      if (index > 0) await this.generate(addPeriods(month, -1));
      await this.reportAll(index * 2);
      await this.moveMembers(index);
      await this.moveTo(`${addDays(periodStart(month), 27)}T15:00:00Z`);
      await this.sendUntil(addPeriods(month, -1));
      await this.reportAll(index * 2 + 1);
    }
    return this.totals();
  }

  private async moveTo(instant: string) {
    this.world.portal.cloud.moveTo(instant);
  }

  private async addMembers() {
    const [clubId = ''] = this.world.facilityIds;
    for (const id of this.reports.keys()) {
      const life = this.lifeOf(id);
      const member: Partial<Member> = {
        invitationStatus: 4,
        facilityId: clubId,
        facilityName: 'Gym',
        enrolledOn: life.from,
        activatedOn: life.from,
        leavingOn: life.to,
        holds: life.holds,
        depositPayeeToken: 'account',
      };
      await transact(
        ...memberChange(null, someMember(id, this.partnerId, member)),
        ...enrollmentChange(null, enrolled(id, this.partnerId, clubId, { from: life.from, to: life.to })),
      );
    }
  }

  private lifeOf(id: string): Life {
    const life = lives.find((one) => id.startsWith(one.id));
    if (!life) throw new Error(id);
    return life;
  }

  private async changeTerms(index: number) {
    const before = await loadGroupMembership(this.partnerId);
    if (!before || (index !== 0 && termsOf(index).amount === termsOf(index - 1).amount)) return;
    const { amount, required } = termsOf(index);
    const after = { ...before, memberReimbursementAmount: amount, numberOfVisitsToReimburse: required };
    const from = monthAt(index);
    const versioned =
      index === 0
        ? { ...after, launchDate: periodStart(firstMonth), versions: undefined }
        : withTermsFrom(before, after, { reimbursement: from }, periodStart(from));
    await transact(...change(groupMembershipEntity, before, versioned, conflict));
  }

  private async generate(periodID: PeriodId) {
    const { portal, admins } = this.world;
    const body = { programTypeID: 2, paymentTypeID: 7, partnerID: this.partnerId, periodID };
    await portal.succeed(payments.generateMemberPayments, admins[0], { body });
    await portal.work();
  }

  private async moveMembers(index: number) {
    const [, second = ''] = this.world.facilityIds;
    for (const id of this.reports.keys()) {
      const life = this.lifeOf(id);
      const member = await loadMember(id);
      const today = this.world.portal.cloud.now.toISOString().slice(0, 10);
      if (life.to && life.to <= today && member.invitationStatus === 4)
        await transact(...memberChange(member, { ...member, invitationStatus: 6 }));
      else if (member.invitationStatus === 6)
        await transact(...memberChange(member, { ...member, invitationStatus: 8 }));
      if (life.movesIn !== index) continue;
      const [first = ''] = this.world.facilityIds;
      const from = addDays(periodStart(monthAt(index)), 8);
      const left = { ...enrolled(id, this.partnerId, first, { from: life.from, to: from }), version: 1 };
      await transact(
        ...memberChange(member, { ...member, facilityId: second }),
        ...enrollmentChange({ ...left, to: null }, left),
        ...enrollmentChange(null, enrolled(id, this.partnerId, second, { from })),
      );
    }
  }

  private async reportAll(at: number) {
    const { portal, admins } = this.world;
    const lines: string[] = [];
    for (const [id, reports] of this.reports)
      for (const report of reports) if (report.at === at) lines.push(`${id},8001,${report.date}`);
    if (lines.length > 0) {
      const bytes = Buffer.from(['Member ID,Club ID,Date', ...lines].join('\n'));
      await portal.succeed(visits.importCheckIns, admins[0], { files: { file: { name: 'v.csv', bytes } } });
      await portal.work();
    }
    for (const [id, reports] of this.reports)
      for (const report of reports)
        if (report.withdrawnAt === at)
          await portal.succeed(visits.withdraw, admins[0], {
            body: {
              memberGuid: id,
              facilityIDNumber: '8001',
              date: report.date,
              reason: 'Another person came.',
            },
          });
  }

  /** Payments of a month become Pending until its payment day at the latest. */
  private async sendUntil(period: PeriodId) {
    const periods = [addPeriods(period, -1), period];
    const ids = [...this.reports.keys()].flatMap((id) =>
      periods.flatMap((month) => [
        `M-2-7-${this.partnerId}-${id}-${month}`,
        `M-2-7-${this.partnerId}-${id}-${month}-late`,
      ]),
    );
    for (const before of await loadPayments(ids)) {
      if (before.status !== 0) continue;
      const at = this.world.portal.cloud.now.toISOString();
      const sent = movePayment({ ...before, bankFileId: 'file' }, 'submit', { at, trace: '1' });
      await transact(...paymentChange(before, sent));
    }
  }

  private totals() {
    const paid = new Map<string, number>();
    const items = [...this.world.portal.cloud.table.all()] as unknown as (MemberPayment & {
      entity: string;
    })[];
    for (const { entity, memberId, paymentTypeId, status, amountToBeSent } of items)
      if (entity === 'payment' && paymentTypeId === 7 && status !== 4)
        paid.set(memberId, (paid.get(memberId) ?? 0) + amountToBeSent);
    return [...this.reports].map(([id, reports]) => ({
      id,
      paid: paid.get(id) ?? 0,
      expected: modelTotal(this.lifeOf(id), reports),
    }));
  }
}
