import { describe, expect, it } from 'vitest';
import { runJobSteps } from '../../functions/workers/job-runner.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { keys } from '../../functions/table/keys.ts';
import { eachItem } from '../../functions/table/table.ts';
import { onEmailEventHandler as onEmailEvent } from '../../functions/vouchers/handlers/recipients.ts';
import { bounceTaker } from '../../infra/local/bounces.ts';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import { shown } from '../platform/pdf-text.ts';
import { png } from '../platform/pictures/make-picture.ts';
import { call, importSource } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { emailProblem, emailService, restoreEmailService } from '../support/email-service.ts';
import { crashAtWrite } from '../support/faults.ts';
import { afterClaims, runJob, waitingJobs } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { programOnWire } from './examples.ts';
import { emailsTo, emailTo, idOf, tokenIn } from './mailbox.ts';
import {
  freshAddresses,
  freshProgram,
  programOf,
  programWith,
  recipientsFile,
  upload,
  vouchersOf,
} from './programs.ts';

const world = useWorld();
resetClockAfterEach();

const during = () => setClock('2026-07-01T12:00:00Z');
const publish = async (id: string, version?: number) =>
  call(vouchers.publish, world.admin, {
    params: { voucherProgramID: id },
    body: { version: version ?? (await programOf(world.admin, id)).version },
  });
const preview = (id: string, query = {}) =>
  call(vouchers.preview, world.admin, { params: { voucherProgramID: id }, query });
const isPublished = async (id: string) =>
  (await call(vouchers.checkPublished, world.admin, { params: { voucherProgramID: id } })).body;
const auditOf = async (subject: string) => {
  const names: unknown[] = [];
  for await (const { name } of eachItem(keys.audit(subject, '', '').pk)) names.push(name);
  return names;
};

async function published(addresses: readonly string[]) {
  during();
  const id = await programWith(world.admin, addresses);
  await runJob((await publish(id)).body.jobId);
  return { id, rows: await vouchersOf(world.admin, id) };
}

describe('the preview', () => {
  it('equals the email that is sent, with the logo and the attached voucher', async () => {
    during();
    const [first = '', second = ''] = freshAddresses(2);
    const saved = await call(vouchers.saveProgram, world.admin, {
      body: { voucherProgram: JSON.stringify(programOnWire({ displayName: 'Łódź <b>Steps</b>' })) },
      files: { partnerLogoFile: { name: 'logo.png', bytes: png() } },
    });
    const id = String(saved.body.data.id);
    expect((await preview(id)).status).toBe(404);
    const { body } = await upload(world.admin, id, await recipientsFile([[first], [second]]));
    await runJob(body.jobId);
    const [, row] = await vouchersOf(world.admin, id);
    const shownFirst = (await preview(id, { voucherId: row?.id })).body;
    expect(shownFirst.to).toBe(second);
    await runJob((await publish(id)).body.jobId);
    const sent = await emailTo(second);
    expect(sent.subject).toBe(shownFirst.subject);
    expect(sent.body.html).toBe(shownFirst.body);
    expect(sent.body.html).toContain('src="cid:partner-logo"');
    expect(sent.body.html).toContain('&lt;b&gt;Steps');
    expect(sent.body.html).not.toContain('<b>Steps');
    expect(
      sent.attachments.map(({ contentId, contentType, contentDisposition }) => [
        contentId,
        contentType,
        contentDisposition,
      ]),
    ).toEqual([
      ['partner-logo', 'image/png', 'INLINE'],
      [undefined, 'application/pdf', 'ATTACHMENT'],
    ]);
    const contents = shownFirst.attachments.map(({ content }: { content: string }) => content);
    expect(sent.attachments[0]?.content).toBe(contents[0]);
    const pdf = Buffer.from(sent.attachments[1]?.content ?? '', 'base64');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(shown(pdf)).toMatch(/Łódź[^]*\$25\.00[^]*Valid from 06\/01\/2026 to 08\/31\/2026/);
    expect(shown(pdf)).toContain(row?.code);
    expect(shown(Buffer.from(contents[1] ?? '', 'base64'))).toBe(shown(pdf));
    expect(idOf(sent)).toBe(`voucher=${row?.id}.email=1`);
  });

  it('accepts the program’s own recipients only', async () => {
    const [left, other] = [
      await programWith(world.admin, freshAddresses(1)),
      await programWith(world.admin, freshAddresses(1)),
    ];
    const [row] = await vouchersOf(world.admin, other);
    expect((await preview(left, { voucherId: row?.id })).status).toBe(404);
  });
});

describe('publishing', () => {
  it('sends each recipient one email with a unique link and locks the program', async () => {
    during();
    const addresses = freshAddresses(23);
    const id = await programWith(world.admin, addresses);
    expect(await isPublished(id)).toBe(false);
    const { body, status } = await publish(id);
    expect(status).toBe(200);
    expect(await isPublished(id)).toBe(true);
    expect(await runJob(body.jobId)).toMatchObject({
      status: 'done',
      done: 23,
      total: 23,
      tally: { added: 23 },
    });
    const emails = await emailsTo(addresses);
    expect(emails.map(({ length }) => length)).toEqual(addresses.map(() => 1));
    expect(new Set(emails.flat().map(tokenIn)).size).toBe(23);
    expect((await programOf(world.admin, id)).sums).toMatchObject({
      recipients: 23,
      waiting: 0,
      sent: 23,
      amountRedeemed: 0,
      amountOutstanding: 575,
    });
    expect(await vouchersOf(world.admin, id, { status: 'sent' })).toHaveLength(23);
    const form = { ...programOnWire({ id }), version: (await programOf(world.admin, id)).version };
    const saved = await call(vouchers.saveProgram, world.admin, {
      body: { voucherProgram: JSON.stringify(form) },
      files: {},
    });
    expect([saved.status, saved.body.message]).toEqual([
      409,
      'This voucher program is published, so it can no longer be changed.',
    ]);
    expect((await upload(world.admin, id, await recipientsFile([['a@b.test']]))).status).toBe(409);
    expect(await auditOf(`voucher program ${id}`)).toContain('voucher program published');
  });

  it('starts one job for concurrent and repeated requests', async () => {
    during();
    const addresses = freshAddresses(3);
    const id = await programWith(world.admin, addresses);
    const { version } = await programOf(world.admin, id);
    const responses = await Promise.all([publish(id, version), publish(id, version), publish(id, version)]);
    responses.push(await publish(id, version));
    const jobs = new Set(responses.map(({ body }) => body.jobId));
    expect([responses.map(({ status }) => status), jobs.size]).toEqual([[200, 200, 200, 200], 1]);
    expect(waitingJobs.filter((job) => jobs.has(job))).toHaveLength(1);
    for (const job of jobs) await runJob(job);
    expect((await publish(id, version)).body.jobId).toBe([...jobs][0]);
    expect((await emailsTo(addresses)).map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  it('requires recipients, an end date that is not past, and the previewed version', async () => {
    setClock('2026-08-31T23:30:00-05:00');
    expect((await publish(await freshProgram(world.admin))).body.message).toMatch(/^Upload recipients/);
    const id = await programWith(world.admin, freshAddresses(1));
    expect((await publish(id, 1)).status).toBe(409);
    setClock('2026-09-01T00:00:00-05:00');
    expect((await publish(id)).body.message).toMatch(/^The end date has passed/);
    setClock('2026-08-31T23:59:00-05:00');
    expect((await publish(id)).status).toBe(200);
  });
});

describe('a publication of 300 vouchers', () => {
  it('loses none and repeats at most one step per crash when workers are killed at random', async () => {
    during();
    const addresses = freshAddresses(300);
    const id = await programWith(world.admin, addresses);
    const { jobId } = (await publish(id)).body;
    let kills = 0;
    for (; (await loadJob(jobId))?.status === 'running' && kills < 60; kills++) {
      const death = crashAtWrite(1 + Math.floor(Math.random() * 9), Math.random() < 0.5 ? 'before' : 'after');
      await runJobSteps(jobId, () => Infinity).catch(() => {});
      death.revive();
      afterClaims();
    }
    const job = await runJob(jobId);
    expect(job).toMatchObject({ status: 'done', done: 300, tally: { added: 300, failed: 0 } });
    const emails = await emailsTo(addresses);
    const repeated = emails.filter(({ length }) => length > 1);
    expect(emails.every(({ length }) => length >= 1)).toBe(true);
    expect(repeated.length).toBeLessThanOrEqual(10 * kills);
    for (const all of emails) {
      expect(new Set(all.map(idOf)).size).toBe(1);
      expect(new Set(all.map(({ body }) => body.html)).size).toBe(1);
    }
    expect(await vouchersOf(world.admin, id, { status: 'sent' })).toHaveLength(300);
    expect((await programOf(world.admin, id)).sums.sent).toBe(300);
  });
});

describe('an email service with failures', () => {
  const failing = (name: string, at: (call: number, to: string) => boolean, message = name) =>
    emailService((call, to) => at(call, to) && emailProblem(name, message.replace('TO', to)));

  it('marks a permanently rejected address undeliverable and sends the others', async () => {
    during();
    const addresses = freshAddresses(4);
    const id = await programWith(world.admin, addresses);
    const sent = failing('MessageRejected', (_, to) => to === addresses[1], 'failed the check: TO');
    expect((await runJob((await publish(id)).body.jobId)).tally).toMatchObject({ added: 3, failed: 1 });
    expect(sent).toHaveLength(3);
    expect(await vouchersOf(world.admin, id, { status: 'undeliverable' })).toMatchObject([
      { recipientEmail: addresses[1], emailProblem: 'The email service does not accept this address.' },
    ]);
  });

  it('retries while the service is busy and sends nothing twice', async () => {
    during();
    const addresses = freshAddresses(14);
    const id = await programWith(world.admin, addresses);
    const sent = failing('TooManyRequestsException', (call) => call === 4 || call === 12);
    expect(await runJob((await publish(id)).body.jobId)).toMatchObject({ status: 'done', done: 14 });
    expect(sent).toEqual(addresses);
  });

  it('stops the job with a message when the sender is rejected, and resumes on the next publish', async () => {
    during();
    const addresses = freshAddresses(12);
    const id = await programWith(world.admin, addresses);
    failing('AccountSuspendedException', (call) => call > 10);
    const job = await runJob((await publish(id)).body.jobId);
    expect([job.status, job.message]).toEqual(['failed', expect.stringContaining('10 of 12 are done')]);
    restoreEmailService();
    const next = (await publish(id)).body.jobId;
    expect(next).not.toBe(job.id);
    expect((await runJob(next)).status).toBe('done');
    expect((await emailsTo(addresses)).map(({ length }) => length)).toEqual([
      ...Array<number>(10).fill(0),
      1,
      1,
    ]);
  });
});

const eventOf = (voucherId = '', kind: 'Permanent' | 'Transient' | 'complaint' = 'Permanent', email = 1) => ({
  detail: {
    ...(kind === 'complaint'
      ? { complaint: {} }
      : { bounce: { bounceType: kind, bouncedRecipients: [{ diagnosticCode: '550 no such mailbox' }] } }),
    mail: { tags: { voucher: [voucherId], email: [String(email)] } },
  },
});
const action = (endpoint: 'resend' | 'correctEmail' | 'void', row: Record<string, unknown>, body = {}) =>
  call(vouchers[endpoint], world.admin, {
    params: { voucherId: String(row.id) },
    body: { reason: 'Asked for by phone.', version: row.version, ...body },
  });

describe('a bounced email', () => {
  it('marks its voucher undeliverable with the reason, once per event', async () => {
    const { id, rows } = await published(freshAddresses(2));
    for (let n = 0; n < 3; n++) await onEmailEvent(eventOf(rows[0]?.id));
    expect(await vouchersOf(world.admin, id)).toMatchObject([
      { status: 'undeliverable', emailProblem: 'The email bounced: 550 no such mailbox' },
      { status: 'sent', emailProblem: null },
    ]);
    expect((await programOf(world.admin, id)).sums).toMatchObject({ sent: 1, undeliverable: 1 });
    const list = await call(vouchers.programs, world.admin, { query: { partnerId: '1', filter: '' } });
    expect(list.body.items.find((item: { id: string }) => item.id === id)).toMatchObject({
      undeliverable: 1,
    });
  });

  it('is sent again three times after soft bounces, then marked undeliverable', async () => {
    const [address = ''] = freshAddresses(1);
    const { id, rows } = await published([address]);
    for (let email = 1; email <= 4; email++) {
      await onEmailEvent(eventOf(rows[0]?.id, 'Transient', email));
      await onEmailEvent(eventOf(rows[0]?.id, 'Transient', email));
      for (const job of waitingJobs.splice(0)) await runJob(job);
    }
    const [emails = []] = await emailsTo([address]);
    expect(emails.map(idOf)).toEqual([1, 2, 3, 4].map((n) => `voucher=${rows[0]?.id}.email=${n}`));
    expect(new Set(emails.map(tokenIn)).size).toBe(1);
    expect((await vouchersOf(world.admin, id))[0]?.status).toBe('undeliverable');
  });

  it('is retried when its event arrives before the mark; a complaint is recorded only', async () => {
    const { id, rows } = await published(freshAddresses(1));
    await expect(onEmailEvent(eventOf(rows[0]?.id, 'Permanent', 2))).rejects.toThrow('not marked yet');
    await onEmailEvent(eventOf(rows[0]?.id, 'complaint'));
    expect(await vouchersOf(world.admin, id)).toMatchObject([
      { status: 'sent', emailProblem: 'The recipient reported the email as spam.' },
    ]);
  });
});

describe('the local mailbox', () => {
  it('bounces emails to its bouncing domain, as the queue does on AWS', async () => {
    const domain = 'bounce.wellport.test';
    const key = crypto.randomUUID().slice(0, 8);
    const { id, rows } = await published([
      `gone-${key}@${domain}`,
      `soft-${key}@${domain}`,
      `complaint-${key}@${domain}`,
      ...freshAddresses(1),
    ]);
    const take = bounceTaker(importSource);
    for (let attempt = 0; attempt < 6; attempt++) {
      await take();
      for (const job of waitingJobs.splice(0)) await runJob(job);
    }
    const after = await vouchersOf(world.admin, id);
    expect(after.map(({ status }) => status)).toEqual(['undeliverable', 'undeliverable', 'sent', 'sent']);
    expect(after[2]?.emailProblem).toBe('The recipient reported the email as spam.');
    expect((await emailsTo([rows[1]?.recipientEmail ?? '']))[0]).toHaveLength(4);
  });
});

describe('after publishing', () => {
  it('sends a voucher again to its address with the same link and a reason', async () => {
    const [address = ''] = freshAddresses(1);
    const { id, rows } = await published([address]);
    const row = rows[0] ?? {};
    expect((await action('resend', row, { reason: ' ' })).body.fields).toEqual({
      reason: 'Reason is required.',
    });
    const { body } = await action('resend', row);
    await runJob(body.jobId);
    const [emails = []] = await emailsTo([address]);
    expect([emails.length, new Set(emails.map(tokenIn)).size]).toEqual([2, 1]);
    expect((await action('resend', row)).status).toBe(409);
    expect(await auditOf(`voucher ${rows[0]?.id}`)).toEqual([
      'voucher emailed',
      'voucher email repeated',
      'voucher emailed',
    ]);
    expect((await vouchersOf(world.admin, id))[0]?.status).toBe('sent');
  });

  it('corrects the address of an undeliverable voucher only, with a new link', async () => {
    const [wrong = '', right = ''] = freshAddresses(2);
    const { id, rows } = await published([wrong]);
    const early = await action('correctEmail', rows[0] ?? {}, { email: right });
    expect(early.body.message).toMatch(/only be corrected while the voucher is undeliverable/);
    await onEmailEvent(eventOf(rows[0]?.id));
    const [row = {}] = await vouchersOf(world.admin, id);
    await runJob((await action('correctEmail', row, { email: right })).body.jobId);
    expect(tokenIn(await emailTo(right))).not.toBe(tokenIn(await emailTo(wrong)));
    expect(await vouchersOf(world.admin, id)).toMatchObject([
      { status: 'sent', recipientEmail: right, emailProblem: null },
    ]);
    expect((await programOf(world.admin, id)).sums).toMatchObject({ sent: 1, undeliverable: 0 });
    expect(await vouchersOf(world.admin, id, { filter: wrong })).toEqual([]);
  });

  it('voids a voucher once', async () => {
    const { id, rows } = await published(freshAddresses(1));
    expect((await action('void', rows[0] ?? {})).status).toBe(200);
    const [row = {}] = await vouchersOf(world.admin, id);
    expect(row.status).toBe('void');
    expect((await action('void', row)).status).toBe(422);
    expect((await action('resend', row)).body.message).toBe('This voucher is void. Nothing was changed.');
    expect((await programOf(world.admin, id)).sums).toMatchObject({ sent: 0, void: 1 });
  });

  it('neither sends nor voids a draft', async () => {
    const id = await programWith(world.admin, freshAddresses(1));
    const [row = {}] = await vouchersOf(world.admin, id);
    for (const endpoint of ['resend', 'void'] as const)
      expect((await action(endpoint, row)).body.message).toMatch(/^This voucher was not sent yet/);
  });
});
