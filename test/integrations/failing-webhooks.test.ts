import { afterAll, expect, it } from 'vitest';
import { deliverWebhooksHandler as deliver } from '../../functions/integrations/handlers/webhooks.ts';
import { forgetReceivers } from '../../functions/integrations/webhooks/events.ts';
import { webhooksChange, webhooksOf } from '../../functions/integrations/webhooks/store.ts';
import { milliseconds } from '../../functions/platform/time-and-chance.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { invited } from '../../shared/members/member.ts';
import { crashAtWrite } from '../support/faults.ts';
import { allRunningJobs, runJob } from '../support/jobs.ts';
import { emailsTo } from '../support/mailbox.ts';
import { costOf } from '../support/table-cost.ts';
import { someMember, someWebhook, useWorld } from '../support/world.ts';
import { behaviors, startReceiver } from './receiver.ts';

const world = useWorld();
Object.assign(process.env, { STAGE: 'local', WEBHOOKS_TO_LOCALHOST: 'on' });
const clock = process.env.CLOCK_SHIFT_MS;
afterAll(() => void (process.env.CLOCK_SHIFT_MS = clock ?? '0'));

const hour = 3_600_000;
let shifted = 0;
const pass = (ms: number): void => void (process.env.CLOCK_SHIFT_MS = String((shifted += ms)));

let made = 0;
async function happen(): Promise<void> {
  const id = `F${++made}`;
  await transact(...memberChange(null, someMember(id, '1')));
  const before = await loadMember(id);
  await transact(...memberChange(before, { ...before, invitationStatus: invited }));
}

/** Runs the jobs that notify owners; returns their number. */
async function notified(): Promise<number> {
  const jobs = (await allRunningJobs()).filter(({ kind }) => kind === 'webhook email');
  for (const { id } of jobs) await runJob(id);
  return jobs.length;
}
const emails = async () =>
  (await emailsTo(world.own.partner.email)).filter(
    ({ subject }) => subject === 'Your webhook does not accept events',
  );

it('emails the owner once per failing period, and costs a working receiver no write', async () => {
  const receiver = await startReceiver();
  const webhook = someWebhook('partner-1', { isActive: true, url: receiver.url, kinds: ['member.invited'] });
  await transact(...webhooksChange(await webhooksOf('partner-1'), [webhook]));
  forgetReceivers();
  receiver.behave(behaviors.fails);
  await happen();
  await deliver();
  expect(await notified()).toBe(0);
  // less than an hour
  pass(hour / 2);
  await deliver();
  expect(await notified()).toBe(0);
  pass(hour);
  // a run that dies is repeated
  const death = crashAtWrite(2, 'before');
  await deliver().catch(() => undefined);
  death.revive();
  pass(hour);
  await deliver();
  expect(await notified()).toBe(1);
  const [email, ...others] = await emails();
  expect(others).toEqual([]);
  expect(email?.body.text).toContain(receiver.url);
  expect(email?.body.text).toContain('/partnermanager/webhooks');
  pass(5 * hour);
  await deliver();
  pass(10 * hour);
  await deliver();
  expect(await notified()).toBe(0);

  // the receiver works again, and fails later
  receiver.behave(behaviors.accepts);
  pass(20 * hour);
  await deliver();
  await happen();
  expect((await costOf(() => deliver())).writeUnits).toBe(2);
  receiver.behave(behaviors.fails);
  await happen();
  await deliver();
  pass(2 * hour);
  await deliver();
  expect(await notified()).toBe(1);
  expect(await emails()).toHaveLength(2);

  // a webhook that is turned off before the email is sent causes none
  receiver.behave(behaviors.accepts);
  pass(10 * hour);
  await deliver();
  receiver.behave(behaviors.fails);
  await happen();
  await deliver();
  pass(2 * hour);
  await deliver();
  await transact(...webhooksChange(await webhooksOf('partner-1'), [{ ...webhook, isActive: false }]));
  expect(await notified()).toBe(1);
  expect(await emails()).toHaveLength(2);
});

it('turns off a webhook after a response of 410, and emails its owner', async () => {
  const receiver = await startReceiver();
  const webhook = someWebhook('partner-1', { isActive: true, url: receiver.url, kinds: ['member.invited'] });
  await transact(...webhooksChange(await webhooksOf('partner-1'), [webhook]));
  forgetReceivers();
  receiver.behave((_, response) => void response.writeHead(410).end());
  await happen();
  await happen();
  await deliver();
  const { webhooks } = await webhooksOf('partner-1');
  expect(webhooks).toMatchObject([{ id: webhook.id, isActive: false }]);
  expect(await notified()).toBe(1);
  const [email] = (await emailsTo(world.own.partner.email)).filter(
    ({ subject }) => subject === 'Your webhook was turned off',
  );
  expect(email?.body.text).toContain('410 (Gone)');
  const count = receiver.received.length;
  pass(hour);
  await deliver();
  expect(receiver.received).toHaveLength(count);
  // waiting events are sent when it is turned on again
  receiver.behave(behaviors.accepts);
  await transact(...webhooksChange(await webhooksOf('partner-1'), [webhook]));
  forgetReceivers();
  await deliver();
  const sentLater = receiver.received.slice(count).map(({ id }) => id);
  expect(sentLater).toEqual(expect.arrayContaining(receiver.received.slice(0, count).map(({ id }) => id)));
});

it.each([
  ['seconds', () => '7200'],
  ['an HTTP date', () => new Date(milliseconds() + 2 * hour).toUTCString()],
])('sends nothing before the time of Retry-After in %s', async (_, header) => {
  const receiver = await startReceiver();
  const webhook = someWebhook('partner-1', { isActive: true, url: receiver.url, kinds: ['member.invited'] });
  await transact(...webhooksChange(await webhooksOf('partner-1'), [webhook]));
  forgetReceivers();
  receiver.behave((_received, response) => void response.writeHead(429, { 'retry-after': header() }).end());
  await happen();
  await deliver();
  const [first] = receiver.received;
  expect(receiver.received).toHaveLength(1);
  receiver.behave(behaviors.accepts);
  // another event does not break the wait
  await happen();
  pass(1.5 * hour);
  await deliver();
  expect(receiver.received).toHaveLength(1);
  pass(hour);
  await deliver();
  expect(receiver.received).toHaveLength(3);
  expect(receiver.received[1]?.id ?? '').not.toBe('');
  expect(receiver.received.map(({ id }) => id)).toContain(first?.id);
});
