import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announceWithdrawalsHandler as announce } from '../../functions/accounts/handlers/withdrawals.ts';
import { facilityChange } from '../../functions/facilities/store.ts';
import { beginJob } from '../../functions/jobs/begin.ts';
import { loadMember } from '../../functions/members/store.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import { addDays, nextPeriod } from '../../shared/calendar.ts';
import type { Member } from '../../shared/members/member.ts';
import type { MemberPayment } from '../../shared/payments/payment.ts';
import { noticeReason } from '../../shared/payments/withdrawal-notice.ts';
import { addDues, testDues } from '../bank-files/member-runs.ts';
import { setTerms } from '../payments/paycheck.ts';
import { someFacility } from '../support/builders.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { defined } from '../support/defined.ts';
import { runJob } from '../support/jobs.ts';
import { emailsTo } from '../support/mailbox.ts';
import { useWorld } from '../support/world.ts';

useWorld();
beforeAll(async () => {
  await setTerms('2', { programPaymentTypeId: 2, memberDuesAmount: 30_00 });
  for (const [id, state] of [
    ['4710', 'TX'],
    ['4711', 'CA'],
    ['4712', 'CT'],
  ] as const)
    await transact(...facilityChange(null, { ...someFacility(id), state }));
});
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

const period = '202612';
async function add(id: string, given: Partial<Member> = {}): Promise<void> {
  await testDues(id, period, {
    invitationStatus: 4,
    facilityId: '4711',
    enrolledOn: '2025-12-01',
    startsOn: '2025-12-01',
    activatedOn: '2025-12-01',
    state: 'TX',
    knownDues: [{ fromPeriod: '202512', amount: 30_00, on: '2025-12-01', isSigned: true }],
    ...given,
  });
  await forgetAnnouncement(id, period);
}

async function forgetAnnouncement(id: string, periodId: string): Promise<void> {
  const dues = defined((await loadPayments([`M-2-6-2-${id}-${periodId}`]))[0]) as MemberPayment;
  await transact(...paymentChange(dues, { ...dues, announced: undefined }));
}

async function announceOn(day: string): Promise<void> {
  setClock(`${day}T07:50:00Z`);
  await announce({ time: `${day}T07:50:00Z` });
  await runJob(`withdrawal-notices-${day}`);
}
const annualNotices = async (id: string): Promise<number> =>
  (await emailsTo((await loadMember(id)).email)).filter(({ body }) => body.text.includes('Annual notice'))
    .length;

describe('the annual notice of a state', () => {
  it('is sent once a year with the withdrawals of the club’s or the member’s state, also by a late job', async () => {
    await add('AN-club');
    await add('AN-home', { facilityId: '4710', state: 'MN' });
    await add('AN-none', { facilityId: '4710' });
    await add('AN-new', { enrolledOn: '2026-08-01', startsOn: '2026-08-01', activatedOn: '2026-08-01' });
    await add('AN-ended', { invitationStatus: 8, leavingOn: '2026-11-01' });
    await add('AN-paused', { holds: [{ from: '2026-12-01', to: '2027-01-01', isPause: true }] });
    await announceOn('2026-11-24');
    await announceOn('2026-11-25');
    const ids = ['AN-club', 'AN-home', 'AN-none', 'AN-new', 'AN-ended', 'AN-paused'];
    expect(await Promise.all(ids.map(annualNotices))).toEqual([1, 1, 0, 0, 0, 0]);
    expect(await loadMember('AN-club')).toMatchObject({ annualNoticeOn: '2026-11-24' });
    for (const id of ['AN-club', 'AN-new']) {
      await addDues(id, '202701');
      await forgetAnnouncement(id, '202701');
    }
    await announceOn('2026-12-28');
    expect(await Promise.all(['AN-club', 'AN-new'].map(annualNotices))).toEqual([1, 0]);
  });
});

describe('higher dues', () => {
  it.each([
    ['4712', 'TX', 31],
    ['4710', 'CT', 31],
    ['4711', 'TX', 10],
  ])(
    'are withdrawn after the days of notice of the states (club %s, member in %s)',
    async (facilityId, state, days) => {
      const id = `PN-${facilityId}-${state}`;
      await add(id, { facilityId, state });
      const changed = { field: 'memberDuesAmount', fromPeriod: period, before: 30_00, after: 35_00 } as const;
      await setTerms('2', { memberDuesAmount: 35_00 });
      const input = { partnerId: '2', changes: [changed] };
      const job = { id: `changed-${id}`, kind: 'changed terms', input, total: 1, message: 'x' } as const;
      await beginJob(job, { userId: 'admin' }, now());
      await runJob(job.id);
      await setTerms('2', { memberDuesAmount: 30_00 });
      const member = await loadMember(id);
      const [dues] = await loadPayments([`M-2-6-2-${id}-${period}`]);
      const higher = { ...(defined(dues) as MemberPayment), amountToBeSent: 35_00, announced: undefined };
      const first = addDays('2026-11-20', days);
      expect(noticeReason(higher, member, addDays(first, -1))).toContain(`${days} days after`);
      const late = { ...higher, periodId: nextPeriod(period) };
      expect(noticeReason(late, member, '2027-01-04')).toBeUndefined();
    },
  );
});
