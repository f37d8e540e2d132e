import type { SQSEvent } from 'aws-lambda';
import { mailsTo } from '../users/person.ts';
import { storedEmails } from '../support/mailbox.ts';
import { afterEach, describe, expect, it } from 'vitest';
import {
  wakeStuckJobsHandler as wakeJobs,
  onEmailMessageHandler as onMessage,
} from '../../functions/jobs/handlers.ts';
import { loadJob, refusedRowsOf } from '../../functions/jobs/store.ts';
import { runJobSteps } from '../../functions/workers/job-runner.ts';
import { loadInvitation } from '../../functions/members/invitation-store.ts';
import { tokenHashOf } from '../../functions/members/invitation-token.ts';
import { secrets } from '../../functions/platform/secrets.ts';
import { newKey, playSecrets } from '../support/keys.ts';
import { loadMember } from '../../functions/members/store.ts';
import { addDays, dateInChicago, showDate } from '../../shared/calendar.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { call } from '../support/call.ts';
import { emailProblem, emailService, restoreEmailService } from '../support/email-service.ts';
import { crashAtWrite, laggingReads } from '../support/faults.ts';
import { afterClaims, runJob, waitingJobs } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { addMembers, freshPartner, runDying } from './people.ts';
import { defined } from '../support/defined.ts';

const world = useWorld();

async function linksTo(addresses: readonly string[]): Promise<string[][]> {
  const emails = await storedEmails();
  return addresses.map((address) =>
    emails
      .filter(({ destination }) => destination.to.includes(address))
      .map(({ body }) => /\/invitation\/([\w-]+)/.exec(body.text)?.[1] ?? ''),
  );
}
const invite = (partnerID: string, as = world.admin) => call(employees.invite, as, { params: { partnerID } });
const waitingOf = async (partnerID: string) =>
  (await call(employees.countWaitingToInvite, world.admin, { params: { partnerID } })).body;

async function partnerWith(count: number, given = {}) {
  const id = await freshPartner();
  const members = await addMembers(id, count, (index) => ({
    email: `guest${index}-${crypto.randomUUID()}@people.test`,
    ...given,
  }));
  return { id, members, addresses: members.map(({ email }) => email) };
}

describe('inviting', () => {
  it('sends one email to each waiting member and stores only the hash of its link', async () => {
    const { id, members, addresses } = await partnerWith(12);
    expect(await waitingOf(id)).toBe(12);
    const { body, status } = await invite(id);
    expect(status).toBe(200);
    const job = await runJob(body.jobId);
    expect(job).toMatchObject({ status: 'done', done: 12, total: 12, tally: { added: 12, failed: 0 } });
    const links = await linksTo(addresses);
    expect(links.map(({ length }) => length)).toEqual(addresses.map(() => 1));
    expect(new Set(links.flat()).size).toBe(12);
    expect(await waitingOf(id)).toBe(0);
    for (const [index, member] of members.entries()) {
      const invited = await loadMember(member.id);
      expect(invited).toMatchObject({ invitationStatus: 2, invitationAttempt: 1 });
      expect(invited.invitedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
      const storedInvitation = await loadInvitation(tokenHashOf(links[index]?.[0] ?? ''));
      expect(storedInvitation).toMatchObject({ memberId: member.id, partnerId: id, usedAt: null });
    }
    expect((await invite(id)).status).toBe(422);
  });

  it('states the last day of the link as stored', async () => {
    const { id, addresses } = await partnerWith(1);
    await runJob((await invite(id)).body.jobId);
    const [link = ''] = (await linksTo(addresses))[0] ?? [];
    const storedInvitation = await loadInvitation(tokenHashOf(link));
    const [text] = await mailsTo(addresses[0] ?? '');
    expect(text).toContain(
      `This link is only for you and expires on ${showDate(storedInvitation?.expiresOn ?? '')}.`,
    );
    expect(storedInvitation?.expiresOn).toBe(addDays(dateInChicago(new Date()), 30));
  });

  it('skips invited, active, and deleted members', async () => {
    const { id, addresses } = await partnerWith(2, { invitationStatus: 4 });
    expect((await invite(id)).status).toBe(422);
    expect((await linksTo(addresses)).flat()).toEqual([]);
  });

  it('returns the running job for a repeated request', async () => {
    const { id, addresses } = await partnerWith(3);
    const [first, two] = [await invite(id), await invite(id)];
    expect(two.body.jobId).toBe(first.body.jobId);
    expect(waitingJobs.filter((jobId) => jobId === first.body.jobId)).toHaveLength(1);
    await runJob(first.body.jobId);
    expect((await linksTo(addresses)).map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  it('sends no duplicates for concurrent requests', async () => {
    const { id, addresses } = await partnerWith(6);
    const answers = await Promise.all([invite(id), invite(id)]);
    const begun = answers.filter(({ status }) => status === 200);
    for (const { body } of begun) await runJob(body.jobId);
    expect(new Set(begun.map(({ body }) => body.jobId)).size).toBe(1);
    expect((await linksTo(addresses)).map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 1]);
  });
});

describe('invitation job with several workers', () => {
  it('sends 60 emails to 60 members with two workers, a wake-up, and a redelivered message', async () => {
    const { id, addresses } = await partnerWith(60);
    const { body } = await invite(id);
    const redelivered = { Records: [{ body: JSON.stringify({ jobId: body.jobId, version: 1 }) }] };
    const soon = { getRemainingTimeInMillis: () => 60_000 };
    const workers = [1, 2].map(() => runJobSteps(body.jobId, () => Infinity));
    await wakeJobs();
    await Promise.all([...workers, onMessage(redelivered as SQSEvent, soon)]);
    expect(await loadJob(body.jobId)).toMatchObject({ status: 'done', done: 60, tally: { added: 60 } });
    expect((await linksTo(addresses)).map(({ length }) => length)).toEqual(addresses.map(() => 1));
  });
});

describe('crashed invitation job', () => {
  afterEach(() => void (process.env.CLOCK_SHIFT_MS = '0'));

  it('repeats at most the emails of one step with the same links and skips no member', async () => {
    const { id, members, addresses } = await partnerWith(13);
    const { body } = await invite(id);
    const death = crashAtWrite(4, 'before');
    await expect(runJob(body.jobId)).rejects.toThrow();
    death.revive();
    // the crashed worker's claim is still valid, so no other worker sends its emails
    expect(await runJob(body.jobId)).toMatchObject({ status: 'running', done: 5 });
    expect((await linksTo(addresses)).flat()).toHaveLength(10);
    afterClaims();
    const job = await runJob(body.jobId);
    expect(job).toMatchObject({ status: 'done', done: 13 });
    const links = await linksTo(addresses);
    expect(links.filter(({ length }) => length > 1)).toHaveLength(5);
    for (const mailed of links) expect([mailed.length > 0, new Set(mailed).size]).toEqual([true, 1]);
    for (const { id } of members) expect((await loadMember(id)).invitationStatus).toBe(2);
  });

  it('resumes after a crash before or after any write', async () => {
    const { id, members, addresses } = await partnerWith(17);
    const { body } = await invite(id);
    const job = await runDying(body.jobId);
    expect(job).toMatchObject({ status: 'done', done: 17, tally: { added: 17 } });
    for (const mailed of await linksTo(addresses)) expect(new Set(mailed).size).toBe(1);
    for (const { id } of members)
      expect(await loadMember(id)).toMatchObject({ invitationStatus: 2, invitationAttempt: 1 });
    expect(await waitingOf(id)).toBe(0);
  });
});

const notVerified =
  'Email address is not verified. The following identities failed the check in region US-EAST-1:';

describe('email service failures', () => {
  const failing = (name: string, at: (call: number, to: string) => boolean, message = name) =>
    emailService((call, to) => at(call, to) && emailProblem(name, message.replace('TO', to)));

  it('skips an address that the service never accepts and invites the other members', async () => {
    const { id, members, addresses } = await partnerWith(7);
    const sent = failing('MessageRejected', (_, to) => to === addresses[2], `${notVerified} TO`);
    const { body } = await invite(id);
    const job = await runJob(body.jobId);
    expect(job.tally).toMatchObject({ added: 6, failed: 1 });
    expect(await refusedRowsOf(body.jobId)).toEqual([
      {
        line: 1,
        reason: 'The email service does not accept this address.',
        code: 'invalid',
        cells: { Email: addresses[2] },
      },
    ]);
    expect(sent).toHaveLength(6);
    expect((await loadMember(defined(members[2]).id)).invitationStatus).toBe(1);
    expect(await waitingOf(id)).toBe(1);
  });

  it.each([
    ['MessageRejected', `${notVerified} no-reply@wellport.test`],
    ['MessageRejected', `${notVerified} Wellport <no-reply@wellport.test>, TO`],
    ['MessageRejected', 'Sending suspended for this account.'],
    ['MailFromDomainNotVerifiedException', 'The MAIL FROM domain is not verified.'],
    ['AccountSuspendedException', 'The account is suspended.'],
  ])('ends the job with a message if the service rejects the sender (%s: %s)', async (name, message) => {
    const { id, members } = await partnerWith(7);
    let calls = 0;
    failing(name, () => ++calls > 6, message);
    const job = await runJob((await invite(id)).body.jobId);
    expect(calls).toBe(8);
    expect(job).toMatchObject({ status: 'failed', done: 6, tally: { added: 6, failed: 0 } });
    expect(job.message).toContain('rejected our sender address');
    expect(job.message).toContain('6 of 7 are done');
    expect(await refusedRowsOf(job.id)).toEqual([]);
    expect((await loadMember(defined(members[6]).id)).invitationStatus).toBe(1);
  });

  it('fails only the row of a malformed address', async () => {
    const { id, addresses } = await partnerWith(3);
    failing('BadRequestException', (_, to) => to === addresses[1], 'Domain contains control or whitespace');
    const job = await runJob((await invite(id)).body.jobId);
    expect(job).toMatchObject({ status: 'done', tally: { added: 2, failed: 1 } });
  });

  it('retries a busy service without repeating sent emails', async () => {
    const { id, addresses } = await partnerWith(8);
    const sent = failing('TooManyRequestsException', (call) => call === 3 || call === 8);
    laggingReads();
    const job = await runJob((await invite(id)).body.jobId);
    expect(job).toMatchObject({ status: 'done', done: 8 });
    expect(sent.toSorted()).toEqual(addresses.toSorted());
  });

  it('ends the job with a message if the service stays unavailable, and allows a new job', async () => {
    const { id } = await partnerWith(2);
    failing('ServiceUnavailable', () => true);
    const job = await runJob((await invite(id)).body.jobId);
    expect(job.status).toBe('failed');
    expect(job.message).toContain('Start it again');
    restoreEmailService();
    const next = await invite(id);
    expect((await runJob(next.body.jobId)).status).toBe('done');
    expect(await waitingOf(id)).toBe(0);
  });
});

describe('invited member', () => {
  it('loses the old link and waits for a new invitation after an email change', async () => {
    const { id, members, addresses } = await partnerWith(1);
    await runJob((await invite(id)).body.jobId);
    const [[old = ''] = []] = await linksTo(addresses);
    const email = `moved-${crypto.randomUUID()}@people.test`;
    const changed = await call(employees.changeEmail, world.admin, {
      params: { memberID: defined(members[0]).id },
      body: { id: defined(members[0]).id, email },
    });
    expect(changed.body.message).toContain('invite the member again');
    expect(await loadInvitation(tokenHashOf(old))).toBeUndefined();
    await runJob((await invite(id)).body.jobId);
    const [[fresh = ''] = []] = await linksTo([email]);
    expect(fresh).not.toBe(old);
    expect(await loadInvitation(tokenHashOf(fresh))).toMatchObject({ memberId: defined(members[0]).id });
    expect((await linksTo(addresses))[0]).toEqual([old]);
  });

  it('loses the link of an earlier key version after an email change', async () => {
    const change = await playSecrets();
    const { id, members, addresses } = await partnerWith(1);
    await runJob((await invite(id)).body.jobId);
    const [[old = ''] = []] = await linksTo(addresses);
    await change({ invitationKey: `2:${newKey()} 1:${(await secrets()).invitationKey}` });
    expect(await loadInvitation(tokenHashOf(old))).toMatchObject({ usedAt: null });
    const moving = { id: defined(members[0]).id, email: `moved-${crypto.randomUUID()}@people.test` };
    await call(employees.changeEmail, world.admin, { params: { memberID: moving.id }, body: moving });
    expect(await loadInvitation(tokenHashOf(old))).toBeUndefined();
    await runJob((await invite(id)).body.jobId);
    const [[fresh = ''] = []] = await linksTo([moving.email]);
    expect(await loadInvitation(tokenHashOf(fresh))).toMatchObject({ memberId: moving.id });
  });

  it('cannot use the link after being deleted', async () => {
    const { id, members, addresses } = await partnerWith(1);
    await runJob((await invite(id)).body.jobId);
    const [[link = ''] = []] = await linksTo(addresses);
    await call(employees.deleteEnrollment, world.admin, {
      params: { groupMembershipEnrollmentID: defined(members[0]).id, programPaymentTypeID: 1 },
    });
    expect(await loadInvitation(tokenHashOf(link))).toBeUndefined();
    expect((await loadMember(defined(members[0]).id)).invitationStatus).toBe(8);
  });
});
