import { describe, expect, it } from 'vitest';
import { memberChange } from '../../functions/members/store.ts';
import { rowsOf } from '../../infra/local/demo/bulk.ts';
import { demoMembers } from '../../infra/local/demo/members.ts';
import { demoPartners } from '../../infra/local/demo/partners.ts';
import { demoVisits } from '../../infra/local/demo/visits.ts';
import { daysBetween, nextPeriod, periodOf } from '../../shared/calendar.ts';
import { formErrors } from '../../shared/group-memberships/group-membership-rules.ts';
import { member as memberShape, onHold } from '../../shared/members/member.ts';
import { isPaidFor } from '../../shared/payments/facility-payment.ts';
import { whyNotCounted } from '../../shared/visits/counting.ts';

const days = ['2026-11-20', '2027-01-01', '2027-03-31', '2028-02-29', '2028-12-31'];

describe.each(days)('the demo as of %s', (today) => {
  const partners = demoPartners(new Date(`${today}T16:00:00Z`));

  it('has three programs with settings that the form accepts', () => {
    expect(partners.map(({ terms }) => terms.programPaymentTypeId)).toEqual([1, 2, 3]);
    for (const { terms } of partners) expect(formErrors(terms)).toEqual({});
  });

  it('has members in every status, with dates in order', () => {
    const members = partners.flatMap((demo) => demoMembers(demo, today)).map(({ member }) => member);
    expect(new Set(members.map(({ invitationStatus }) => invitationStatus))).toEqual(
      new Set([1, 2, 3, 4, 5, 6, 7, 8]),
    );
    for (const member of members) {
      expect(memberShape.safeParse(member).success).toBe(true);
      const { invitedOn, enrolledOn, activatedOn, leavingOn } = member;
      const order = [invitedOn, enrolledOn, activatedOn].filter((date) => date !== null);
      expect(order.toSorted()).toEqual(order);
      for (const date of order) expect(date <= today).toBe(true);
      if (leavingOn !== null) expect((activatedOn ?? '') < leavingOn).toBe(true);
    }
  });

  it('has visits over several months, each validated by the rule; counted visits are at the current club, one per day', () => {
    for (const demo of partners) {
      const members = demoMembers(demo, today);
      const byId = new Map(members.map((member) => [member.member.id, member]));
      const visits = demoVisits(demo, members, today);
      expect(visits.length).toBeGreaterThan(300);
      expect(daysBetween(visits.map(({ date }) => date).toSorted()[0] ?? today, today)).toBeGreaterThan(80);
      expect(new Set(visits.map(({ notCounted }) => notCounted))).toEqual(
        new Set([null, 'sameDay', 'onHold']),
      );
      for (const { memberId, date, facilityId, notCounted } of visits) {
        const { member, stays } = byId.get(memberId) ?? { stays: [] };
        expect(date < today && member !== undefined).toBe(true);
        if (!member || notCounted === 'sameDay') continue;
        expect(whyNotCounted(member, date)).toBe(notCounted);
        const there = stays.filter(({ from, to }) => from <= date && (to === null || date < to));
        expect(there.map((stay) => stay.facilityId)).toEqual([facilityId]);
      }
      const counted = visits.filter(({ notCounted }) => !notCounted);
      expect(new Set(counted.map(({ memberId, date }) => `${memberId} ${date}`)).size).toBe(counted.length);
    }
  });

  it('has members on hold since a day on which they were activated, without facility payments for later months', () => {
    const members = partners.flatMap((demo) => demoMembers(demo, today));
    const held = members.filter(({ member }) => member.invitationStatus === onHold);
    expect(held).toHaveLength(7);
    for (const { member, stays } of held) {
      const [hold] = member.holds ?? [];
      expect(member.holds).toEqual([{ from: expect.any(String), to: null }]);
      expect((member.activatedOn ?? '') <= (hold?.from ?? '') && (hold?.from ?? '') < today).toBe(true);
      const after = nextPeriod(periodOf(hold?.from ?? today));
      for (const stay of stays) expect(isPaidFor(member, stay, after)).toBe(false);
    }
    const others = members.filter(({ member }) => member.invitationStatus !== onHold);
    for (const { member } of others) expect(member.holds ?? []).toEqual([]);
  });

  it('is identical when it is created again', () => {
    const built = partners.map((demo) => demoMembers(demo, today));
    expect(partners.map((demo) => demoMembers(demo, today))).toEqual(built);
  });
});

describe('a bulk load', () => {
  it('rejects changes of existing records and duplicate rows', () => {
    const [demo] = demoPartners(new Date('2026-11-20T16:00:00Z'));
    const [first] = demo ? demoMembers(demo, '2026-11-20') : [];
    if (!first) throw new Error('no members');
    const { member } = first;
    expect(() => rowsOf(memberChange(member, { ...member, email: 'other@people.test' }))).toThrow('only add');
    expect(() => rowsOf([...memberChange(null, member), ...memberChange(null, member)])).toThrow('twice');
  });
});
