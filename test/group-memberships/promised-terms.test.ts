import { describe, expect, it } from 'vitest';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import {
  changesInForce,
  comingChanges,
  isNotified,
  notifiedMembersText,
  promisedChanges,
  formatPromisedChange,
} from '../../shared/group-memberships/promised-terms.ts';
import { periodsOfChange, withTermsFrom } from '../../shared/group-memberships/terms-versions.ts';
import { invitationStatuses } from '../../shared/members/member.ts';
import { someGroupMembership } from '../support/builders.ts';

const program = someGroupMembership('1', {
  programPaymentTypeId: 3,
  memberDuesAmount: 30_00,
  memberReimbursementTypeId: 4,
  memberReimbursementAmount: 25_00,
  numberOfVisitsToReimburse: 12,
});

function saved(before: GroupMembership, given: Partial<GroupMembership>, fromPeriod?: string) {
  const after = { ...before, ...given };
  const from = periodsOfChange(
    before,
    after,
    { fromPeriod, hasMembers: true },
    new Date('2026-12-09T18:00:00Z'),
  );
  return withTermsFrom(before, after, from, '2026-12-09');
}
const sentences = (before: GroupMembership, after: GroupMembership) =>
  promisedChanges(before, after).map(formatPromisedChange);

describe('notifications of members', () => {
  it('cover dues, reimbursement, and visits with first month, new value, and old value', () => {
    const after = saved(program, {
      memberDuesAmount: 35_50,
      memberReimbursementAmount: 20_00,
      numberOfVisitsToReimburse: 1,
    });
    expect(promisedChanges(program, after)).toEqual([
      { field: 'memberDuesAmount', fromPeriod: '202701', before: 30_00, after: 35_50 },
      { field: 'memberReimbursementAmount', fromPeriod: '202701', before: 25_00, after: 20_00 },
      { field: 'numberOfVisitsToReimburse', fromPeriod: '202701', before: 12, after: 1 },
    ]);
    expect(sentences(program, after)).toEqual([
      'Starting with January 2027, your monthly dues are $35.50. Until then they are $30.00.',
      'Starting with visits in January 2027, your monthly reimbursement is $20.00. Until then it is $25.00 per month.',
      'Starting with January 2027, you earn the reimbursement with 1 visit per month. Until then you need 12.',
    ]);
  });

  it('of later months are on the home page until their month', () => {
    const dues = saved(program, { memberDuesAmount: 35_50 }, '202702');
    const both = saved(dues, { numberOfVisitsToReimburse: 13 }, '202701');
    expect(comingChanges(both, '202612')).toEqual([
      { field: 'numberOfVisitsToReimburse', fromPeriod: '202701', before: 12, after: 13 },
      { field: 'memberDuesAmount', fromPeriod: '202702', before: 30_00, after: 35_50 },
    ]);
    expect(comingChanges(both, '202701').map(({ field }) => field)).toEqual(['memberDuesAmount']);
    expect(comingChanges(both, '202702')).toEqual([]);
    expect(comingChanges(program, '202612')).toEqual([]);
  });

  it('exclude fees, memberships, and the reimbursement type', () => {
    const given = {
      adminFee: 1_00,
      monthlyInstallment: 9_00,
      duesForOneMemberPerMonthPaidToFacility: 1_00,
      numberOfMemberships: 900,
      memberReimbursementTypeID: 8 as const,
    };
    expect(promisedChanges(program, saved(program, given))).toEqual([]);
    expect(promisedChanges(program, saved(program, {}))).toEqual([]);
  });

  it('cover a reimbursement that ends or begins, without irrelevant visits', () => {
    const none = {
      memberReimbursementTypeID: 10 as const,
      memberReimbursementAmount: 0,
      numberOfVisitsToReimburse: 0,
    };
    expect(sentences(program, saved(program, none))).toEqual([
      'Starting with visits in January 2027, there is no reimbursement. Until then it is $25.00 per month.',
    ]);
    const without = { ...program, ...none };
    const { memberReimbursementTypeId, memberReimbursementAmount, numberOfVisitsToReimburse } = program;
    const begins = {
      memberReimbursementTypeID: memberReimbursementTypeId,
      memberReimbursementAmount,
      numberOfVisitsToReimburse,
    };
    expect(sentences(without, saved(without, begins))).toEqual([
      'Starting with visits in January 2027, your monthly reimbursement is $25.00. Until then there is none.',
      'Starting with January 2027, you earn the reimbursement with 12 visits per month.',
    ]);
  });

  it('state the first changed month if a change replaces an earlier saved one', () => {
    const march = saved(program, { memberDuesAmount: 35_00 }, '202703');
    expect(promisedChanges(march, saved(march, { memberDuesAmount: 40_00 }))).toEqual([
      { field: 'memberDuesAmount', fromPeriod: '202701', before: 30_00, after: 40_00 },
    ]);
    expect(promisedChanges(march, saved(march, { memberDuesAmount: 30_00 }))).toEqual([
      { field: 'memberDuesAmount', fromPeriod: '202703', before: 35_00, after: 30_00 },
    ]);
  });

  it('exclude changes that a later one replaced', () => {
    const first = saved(program, { memberDuesAmount: 35_00, memberReimbursementAmount: 20_00 });
    const changes = promisedChanges(program, first);
    expect(changesInForce(first, changes)).toEqual(changes);
    const second = saved(first, { memberDuesAmount: 40_00 });
    expect(changesInForce(second, changes).map(({ field }) => field)).toEqual(['memberReimbursementAmount']);
  });

  it('go to enrolled members that are not deleted: status 3 to 7', () => {
    expect(invitationStatuses.map(({ id }) => id).filter(isNotified)).toEqual([3, 4, 5, 6, 7]);
  });

  it('are counted for the administrator', () => {
    expect([0, 1, 1200].map(notifiedMembersText)).toEqual([
      '',
      '1 member will be notified by email.',
      '1,200 members will be notified by email.',
    ]);
  });
});
