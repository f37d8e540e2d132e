import { storedEmails } from '../support/mailbox.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { groupMembershipChange, mustLoadGroupMembership } from '../../functions/group-memberships/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { keys } from '../../functions/table/keys.ts';
import { eachItem } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import type { InvitationStatus } from '../../shared/members/member.ts';
import { addMembers, freshPartner } from '../employees/people.ts';
import { call } from '../support/call.ts';
import { emailProblem, emailService } from '../support/email-service.ts';
import { crashAtWrite } from '../support/faults.ts';
import { afterClaims, allRunningJobs, runJob, waitingJobs } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
afterEach(() => {
  process.env.CLOCK_SHIFT_MS = '0';
});

async function emailsTo(addresses: readonly string[]) {
  const emails = await storedEmails();
  return addresses.map((address) => emails.filter(({ destination }) => destination.to.includes(address)));
}
const emailCounts = async (addresses: readonly string[]) =>
  (await emailsTo(addresses)).map(({ length }) => length);

async function partnerWith(count: number, statusOf: (index: number) => InvitationStatus = () => 4) {
  const id = await freshPartner(500, 3);
  const program = await mustLoadGroupMembership(id);
  await transact(
    ...groupMembershipChange(program, {
      ...program,
      memberDuesAmount: 30_00,
      memberReimbursementTypeId: 4,
      memberReimbursementAmount: 25_00,
      numberOfVisitsToReimburse: 12,
    }),
  );
  const members = await addMembers(id, count, (index) => ({
    email: `member${index}-${crypto.randomUUID()}@people.test`,
    invitationStatus: statusOf(index),
  }));
  return { id, members, addresses: members.map(({ email }) => email) };
}
const update = (partnerId: string, overrides: Record<string, unknown>) =>
  call(groupMemberships.update, world.admin, {
    body: {
      partnerId,
      programPaymentTypeID: 3,
      adminFee: '250.00',
      monthlyInstallment: '12000.00',
      numberOfMemberships: 500,
      duesForOneMemberPerMonthPaidToFacility: '20.00',
      memberDuesAmount: '30.00',
      memberReimbursementTypeID: 4,
      memberReimbursementAmount: '25.00',
      numberOfVisitsToReimburse: 12,
      launchDate: '2026-09-01',
      ...overrides,
    },
  });
const eventsOf = async (subject: string) => {
  const names: unknown[] = [];
  for await (const { name } of eachItem(keys.audit(subject, '', '').pk)) names.push(name);
  return names;
};

describe('change of promised terms', () => {
  it('notifies members with status 3 to 7 of first month, old value, and new value', async () => {
    const { id, members, addresses } = await partnerWith(7, (index) => (index + 1) as InvitationStatus);
    const { status, body } = await update(id, { memberDuesAmount: '35.00', numberOfVisitsToReimburse: 8 });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.message).toContain('The group membership was saved. Member dues count from');
    expect(body.message).toContain('5 members will be notified by email.');
    const job = await runJob(body.jobId);
    expect(job).toMatchObject({ status: 'done', done: 5, total: 5, tally: { added: 5, failed: 0 } });
    const emails = await emailsTo(addresses);
    expect(emails.map(({ length }) => length)).toEqual([0, 0, 1, 1, 1, 1, 1]);
    expect(emails[3]?.[0]?.subject).toBe(`Your Partner ${id} membership changes`);
    const text = emails[3]?.[0]?.body.text ?? '';
    expect(text).toMatch(
      /Starting with \w+ \d{4}, your monthly dues are \$35\.00\. Until then they are \$30\.00\./,
    );
    expect(text).toMatch(/you earn the reimbursement with 8 visits per month\. Until then you need 12\./);
    expect(text).not.toContain('your monthly reimbursement is');
    expect(text).toContain(`/member/dashboard/home?member=${members[3]?.id}`);
    expect(await eventsOf(`partner ${id}`)).toContain('group membership changed');
    expect(await eventsOf(`member ${members[3]?.id}`)).toEqual(['member told of changed terms']);
    expect(await eventsOf(`member ${members[1]?.id}`)).toEqual([]);
  });

  it('starts no job if only the admin fee changes', async () => {
    const { id, addresses } = await partnerWith(3);
    const { status, body } = await update(id, { adminFee: '99.00' });
    expect(status).toBe(200);
    expect(body.message).not.toContain('told');
    expect(body.jobId).toBeUndefined();
    expect((await allRunningJobs()).filter(({ partnerId }) => partnerId === id)).toEqual([]);
    expect(await emailCounts(addresses)).toEqual([0, 0, 0]);
  });

  it('notifies no members if none is enrolled', async () => {
    const { id, addresses } = await partnerWith(2, (index) => (index + 1) as InvitationStatus);
    const { body } = await update(id, { memberDuesAmount: '35.00' });
    expect([body.jobId, body.message.includes('told')]).toEqual([undefined, false]);
    const [job] = (await allRunningJobs()).filter(({ partnerId }) => partnerId === id);
    expect(await runJob(job?.id ?? '')).toMatchObject({ status: 'done', done: 0 });
    expect(await emailCounts(addresses)).toEqual([0, 0]);
  });

  it('creates one change and one job for concurrent requests', async () => {
    const { id, addresses } = await partnerWith(3);
    const values = { memberDuesAmount: '35.00' };
    const answers = await Promise.all([update(id, values), update(id, values)]);
    for (const { body } of answers) if (body.jobId) await runJob(body.jobId);
    expect(answers.filter(({ body }) => body.jobId)).toHaveLength(1);
    expect(await emailCounts(addresses)).toEqual([1, 1, 1]);
  });

  it('sends one email with the current terms if a later change replaces it before sending', async () => {
    const { id, addresses } = await partnerWith(2);
    const first = await update(id, { memberDuesAmount: '35.00' });
    const second = await update(id, { memberDuesAmount: '40.00' });
    expect(await runJob(first.body.jobId)).toMatchObject({
      status: 'done',
      done: 0,
      message: 'A later change replaced this one. Members are notified of the later change.',
    });
    await runJob(second.body.jobId);
    const emails = await emailsTo(addresses);
    expect(emails.map(({ length }) => length)).toEqual([1, 1]);
    expect(emails[0]?.[0]?.body.text).toContain('your monthly dues are $40.00');
  });
});

describe('notification job', () => {
  it('notifies a member who is activated while it runs once', async () => {
    const { id, members, addresses } = await partnerWith(12, () => 3);
    const { body } = await update(id, { memberDuesAmount: '35.00' });
    const death = crashAtWrite(3, 'before');
    await expect(runJob(body.jobId)).rejects.toThrow();
    death.revive();
    for (const item of members) {
      const member = await loadMember(item.id);
      await transact(...memberChange(member, { ...member, invitationStatus: 4, activatedOn: '2026-11-01' }));
    }
    afterClaims();
    await runJob(body.jobId);
    expect(await emailCounts(addresses)).toEqual(addresses.map(() => 1));
  });

  it('is resumed by an administrator without duplicate emails', async () => {
    const { id, addresses } = await partnerWith(7);
    const { body } = await update(id, { memberDuesAmount: '35.00' });
    const resume = () => call(jobs.resume, world.admin, { params: { jobId: body.jobId } });
    expect((await resume()).status).toBe(409);
    let isBroken = true;
    const notVerified = () =>
      emailProblem('MailFromDomainNotVerifiedException', 'Email address is not verified.');
    const sent: string[] = emailService(() => isBroken && sent.length === 5 && notVerified());
    expect(await runJob(body.jobId)).toMatchObject({ status: 'failed', done: 5 });
    isBroken = false;
    waitingJobs.length = 0;
    expect(await resume()).toMatchObject({ status: 200, body: { success: true, jobId: body.jobId } });
    expect(waitingJobs).toEqual([body.jobId]);
    expect(await runJob(body.jobId)).toMatchObject({ status: 'done', done: 7, tally: { added: 7 } });
    expect(sent.toSorted()).toEqual(addresses.toSorted());
    expect(await eventsOf(`job ${body.jobId}`)).toContain('job resumed');
    expect((await resume()).status).toBe(409);
    const other = await call(jobs.resume, world.admin, { params: { jobId: 'job-of-another' } });
    expect(other.status).toBe(422);
  });
});
