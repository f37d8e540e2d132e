import { expect, it } from 'vitest';
import { pauseChanges } from '../../functions/accounts/stopped-withdrawal.ts';
import { membershipEmail } from '../../functions/members/email-content.ts';
import { emailTurnsHandler as emailTurns } from '../../functions/members/handlers/members.ts';
import { loadMember, memberChange, membershipEmailWaits } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { members } from '../../shared/contracts/members.ts';
import {
  activated,
  deleted,
  enrolledWaitingForPayment,
  invited,
  onHold,
  suspended,
  waitingToDelete,
  type InvitationStatus,
} from '../../shared/members/member.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import { consentAndEnroll } from '../enrollment/consent.ts';
import { invitedMember, signedForm } from '../enrollment/sign.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { allRunningJobs, runJob, runScheduled } from '../support/jobs.ts';
import { emailsTo } from '../support/mailbox.ts';
import { someMember, useWorld } from '../support/world.ts';

const world = useWorld();
resetClockAfterEach();

const subjectsTo = async (address: string) => (await emailsTo(address)).map(({ subject }) => subject);
const runAll = async () => {
  for (const { id } of await allRunningJobs()) await runJob(id);
};
const sentEmails = async (memberId: string): Promise<string[]> =>
  (await call(members.overview, world.admin, { params: { memberId } })).body.history
    .filter(({ isEmail }: { isEmail: boolean }) => isEmail)
    .map(({ what }: { what: string }) => what);

it('emails the signed agreement, the activation, and the end, and lists the emails', async () => {
  setClock('2026-11-10T16:00:00Z');
  const { member, user, keyFob } = await invitedMember('T801', '1');
  const { status, body } = await consentAndEnroll(user, {
    body: { ...signedForm(keyFob), facilityId: '4100', MemberIds: [member.id] },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  await runAll();
  await runScheduled(emailTurns);
  await runScheduled(emailTurns);
  expect(await subjectsTo(member.email)).toEqual([
    'You signed your Partner 1 agreement',
    'Your membership is active',
  ]);
  const [signed] = await emailsTo(member.email);
  expect(signed?.body.text).toContain('begins on 11/10/2026');
  expect(signed?.body.text).toContain(
    `/member/profile/facilityinformation/legalcontract?member=${member.id}`,
  );
  const ended = await call(employees.deleteEnrollment, world.own.manager, {
    params: { groupMembershipEnrollmentID: member.id, programPaymentTypeID: 1 },
  });
  expect(ended.status, JSON.stringify(ended.body)).toBe(200);
  await runScheduled(emailTurns);
  const { leavingOn } = await loadMember(member.id);
  expect(leavingOn).not.toBeNull();
  expect((await subjectsTo(member.email)).at(-1)).toMatch(/^Your membership end/);
  expect(await sentEmails(member.id)).toEqual(
    expect.arrayContaining([
      'You signed your Partner 1 agreement',
      'Your membership is active',
      expect.stringMatching(/^Your membership end/),
    ]),
  );
});

it('sends the last of several turns once', async () => {
  setClock('2026-11-10T16:00:00Z');
  const email = 't802@turns.test';
  const waiting = someMember('T802', '1', {
    email,
    invitationStatus: enrolledWaitingForPayment,
    enrolledOn: '2026-11-01',
    facilityId: '4100',
    facilityName: 'Harbor Gym 4100',
    preferredAccessType: 1,
  });
  await transact(...memberChange(null, waiting));
  const move = async (event: 'submitFirstDues' | 'returnFirstDues') => {
    const before = await loadMember('T802');
    await transact(...memberChange(before, moveMember(before, event, {})));
  };
  await move('submitFirstDues');
  await move('returnFirstDues');
  await move('submitFirstDues');
  await runScheduled(emailTurns);
  await runScheduled(emailTurns);
  expect(await subjectsTo(email)).toEqual(['Your pass is ready']);
});

it('sends nothing about an end that is undone before its email', async () => {
  setClock('2026-11-10T16:00:00Z');
  const email = 't803@turns.test';
  const member = someMember('T803', '1', { email, invitationStatus: activated, enrolledOn: '2026-10-01' });
  await transact(...memberChange(null, member));
  const ending = { ...member, invitationStatus: waitingToDelete, leavingOn: '2026-12-01' } as const;
  const end = () => transact(...membershipEmailWaits(member, ending));
  const undo = () => transact(...membershipEmailWaits(ending, member));
  await end();
  await undo();
  await runScheduled(emailTurns);
  await runScheduled(emailTurns);
  expect(await subjectsTo(email)).toEqual([]);
  await end();
  await runScheduled(emailTurns);
  await undo();
  await runScheduled(emailTurns);
  expect(await subjectsTo(email)).toEqual([
    'Your membership ends on 11/30/2026',
    'Your membership continues',
  ]);
  // an end that is undone twice before an email, after its first email
  await end();
  await runScheduled(emailTurns);
  await undo();
  await end();
  await undo();
  await runScheduled(emailTurns);
  expect((await subjectsTo(email)).slice(2)).toEqual([
    'Your membership ends on 11/30/2026',
    'Your membership continues',
  ]);
});

it('sends the email about an activation that an undone end replaced', async () => {
  setClock('2026-11-10T16:00:00Z');
  const email = 't805@turns.test';
  const member = someMember('T805', '1', {
    email,
    invitationStatus: activated,
    enrolledOn: '2026-10-01',
    preferredAccessType: 1,
  });
  await transact(...memberChange(null, member));
  const before = { ...member, invitationStatus: enrolledWaitingForPayment } as const;
  const ending = { ...member, invitationStatus: waitingToDelete, leavingOn: '2026-12-01' } as const;
  await transact(...membershipEmailWaits(before, member));
  await transact(...membershipEmailWaits(member, ending));
  await transact(...membershipEmailWaits(ending, member));
  await runScheduled(emailTurns);
  expect(await subjectsTo(email)).toEqual(['Your pass is ready']);
});

it('emails a hold and its end, but not one that a stopped withdrawal confirms', async () => {
  setClock('2026-11-10T16:00:00Z');
  const email = 't804@turns.test';
  await transact(
    ...memberChange(
      null,
      someMember('T804', '1', {
        email,
        invitationStatus: activated,
        enrolledOn: '2026-10-01',
        activatedOn: '2026-10-01',
        facilityId: '4100',
        facilityName: 'Harbor Gym 4100',
      }),
    ),
  );
  const today = '2026-11-10';
  for (const event of ['hold', 'resume'] as const) {
    const before = await loadMember('T804');
    await transact(...memberChange(before, moveMember(before, event, { today })));
    await runScheduled(emailTurns);
    await runAll();
  }
  const stopped = await loadMember('T804');
  await transact(...(await pauseChanges(stopped, today, 'user', new Date())));
  await runScheduled(emailTurns);
  await runAll();
  expect(await subjectsTo(email)).toEqual(['Your membership is on hold', 'Your membership is active again']);
});

const turning = (status: InvitationStatus) =>
  someMember('T9', '1', { invitationStatus: status, enrolledOn: '2026-10-01', leavingOn: '2026-12-01' });

it.each<[InvitationStatus, InvitationStatus, string | undefined]>([
  [invited, enrolledWaitingForPayment, undefined],
  [enrolledWaitingForPayment, activated, 'Your membership is active'],
  [invited, activated, 'Your membership is active'],
  [suspended, activated, undefined],
  [activated, onHold, 'Your membership is on hold'],
  [onHold, activated, 'Your membership is active again'],
  [onHold, suspended, undefined],
  [activated, waitingToDelete, 'Your membership ends on 11/30/2026'],
  [waitingToDelete, deleted, undefined],
  [suspended, deleted, 'Your membership ended'],
  [enrolledWaitingForPayment, deleted, 'Your membership ended'],
  [waitingToDelete, activated, 'Your membership continues'],
])('maps the move from %s to %s to the email %s', (from, to, subject) => {
  const email = membershipEmail(turning(from), turning(to));
  expect(email?.subject).toBe(subject);
  expect(JSON.stringify(email ?? '')).not.toMatch(/\d{5,}/);
});

it.each<[InvitationStatus, InvitationStatus]>([
  [activated, onHold],
  [onHold, activated],
  [activated, waitingToDelete],
  [suspended, deleted],
  [waitingToDelete, activated],
])('names the club in the email about the move from %s to %s', (from, to) => {
  // a person can have several memberships
  const at = { facilityId: '4100', facilityName: 'Harbor Gym 4100' };
  const email = membershipEmail({ ...turning(from), ...at }, { ...turning(to), ...at });
  expect(email?.paragraphs[0]).toContain('membership at Harbor Gym 4100');
});

it('sends nothing to people who never enrolled', () => {
  const neverEnrolled = { ...turning(invited), enrolledOn: null };
  expect(membershipEmail(neverEnrolled, { ...neverEnrolled, invitationStatus: deleted })).toBeUndefined();
});
