import { beforeEach, describe, expect, it } from 'vitest';
import { deliverWebhooksHandler as deliver } from '../../functions/integrations/handlers/webhooks.ts';
import { forgetReceivers } from '../../functions/integrations/webhooks/events.ts';
import { signingSecrets } from '../../functions/integrations/webhooks/secret.ts';
import { webhooksChange, webhooksOf } from '../../functions/integrations/webhooks/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import type { WebhookOwner } from '../../shared/integrations/webhooks/owner.ts';
import type { Webhook } from '../../shared/integrations/webhooks/webhook.ts';
import { activated, invited, suspended, type Member } from '../../shared/members/member.ts';
import { call } from '../support/call.ts';
import { letWorkersDie, mortal } from '../support/faults.ts';
import { costOf } from '../support/table-cost.ts';
import { someMember, someWebhook, useWorld } from '../support/world.ts';
import { behaviors, mustBeSigned, startReceiver } from './receiver.ts';

const world = useWorld();
Object.assign(process.env, { STAGE: 'local', WEBHOOKS_TO_LOCALHOST: 'on' });

const hour = 3_600_000;
let shifted = 0;
/** Moves the portal's clock. */
const pass = (ms: number): void => {
  shifted += ms;
  process.env.CLOCK_SHIFT_MS = String(shifted);
};

let made = 0;

/** Replaces the webhooks of an owner by one with the given properties. */
async function useWebhook(owner: WebhookOwner, webhook: Partial<Webhook>): Promise<Webhook> {
  const before = await webhooksOf(owner);
  const id = `${owner}-${String(++made).padStart(26, '0')}`;
  const one = someWebhook(owner, { id, isActive: true, ...webhook });
  await transact(...webhooksChange(before, [one]));
  forgetReceivers();
  return one;
}

/** Adds a waiting member and returns a function that changes the status. */
async function memberOf(partnerId: string, member: Partial<Member> = {}) {
  const id = `H${++made}`;
  await transact(...memberChange(null, someMember(id, partnerId, member)));
  return {
    id,
    become: async (invitationStatus: Member['invitationStatus']) => {
      const before = await loadMember(id);
      await transact(...memberChange(before, { ...before, invitationStatus }));
    },
  };
}

const deliveriesOf = async ({ id }: Webhook, status: string) =>
  (await call(integrations.webhookDeliveries, world.admin, { params: { webhookId: id }, query: { status } }))
    .body.items;

beforeEach(async () => {
  for (const owner of ['all', 'partner-1', 'club-4100'] as const)
    await transact(...webhooksChange(await webhooksOf(owner), []));
  forgetReceivers();
});

describe('webhooks', () => {
  it('show a secret once, sign with it, and with both secrets during a rotation', async () => {
    const receiver = await startReceiver();
    const as = world.own.manager;
    const added = await call(integrations.addWebhook, as, {
      body: {
        owner: 'partner-1',
        url: receiver.url,
        kinds: ['member.invited', 'member.left'],
        includesPersonalData: false,
      },
    });
    expect(added.status).toBe(200);
    const { id, secret } = added.body.data;
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const listed = await call(integrations.webhooks, as, { query: { owner: 'partner-1' } });
    expect(listed.body.webhooks).toEqual([expect.objectContaining({ id, url: receiver.url })]);
    expect(JSON.stringify(listed.body)).not.toContain('whsec');

    const member = await memberOf('1');
    await member.become(invited);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    const [first] = receiver.received;
    expect(first?.body).toEqual({
      type: 'member.invited',
      timestamp: expect.any(String),
      version: '2026-11-25',
      data: { memberId: member.id, partnerId: '1', facilityId: null, status: 'invited' },
    });
    if (first) mustBeSigned(first, secret);

    const rotated = await call(integrations.rotateWebhookSecret, as, {
      params: { webhookId: id },
      body: { endPrevious: false, version: listed.body.version },
    });
    const newSecret = rotated.body.data.secret;
    expect(newSecret).not.toBe(secret);
    expect(rotated.body.data.previousSecretUntil).not.toBeNull();
    await member.become(8);
    await deliver();
    const left = receiver.received[1];
    expect(left?.body.type).toBe('member.left');
    if (left) {
      mustBeSigned(left, secret);
      mustBeSigned(left, newSecret);
    }

    pass(8 * 24 * hour);
    const later = await memberOf('1');
    await later.become(invited);
    await deliver();
    const afterwards = receiver.received[2];
    expect(() => afterwards && mustBeSigned(afterwards, secret)).toThrow();
    const again = await call(integrations.rotateWebhookSecret, as, {
      params: { webhookId: id },
      body: { endPrevious: true, version: (await webhooksOf('partner-1')).version },
    });
    expect(again.body.data.previousSecretUntil).toBeNull();
    expect(await signingSecrets((await webhooksOf('partner-1')).webhooks[0] as Webhook, new Date())).toEqual([
      again.body.data.secret,
    ]);
  });

  it('send only selected events of the own partner or club, and ids unless personal data is allowed', async () => {
    const [own, all, facility] = [await startReceiver(), await startReceiver(), await startReceiver()];
    await useWebhook('partner-1', { url: own.url, kinds: ['member.suspended'] });
    await useWebhook('all', {
      url: all.url,
      kinds: ['member.suspended', 'member.activated'],
      includesPersonalData: true,
    });
    await useWebhook('club-4100', {
      url: facility.url,
      kinds: ['member.suspended'],
      includesPersonalData: true,
    });
    const enrolled = { invitationStatus: activated, facilityId: '4100', facilityName: 'Harbor' } as const;
    const ours = await memberOf('1', enrolled);
    const theirs = await memberOf('2', { ...enrolled, facilityId: '4200' });
    await ours.become(suspended);
    await theirs.become(suspended);
    await ours.become(activated);
    await deliver();
    expect(own.received.map(({ body }) => [body.type, body.data.memberId])).toEqual([
      ['member.suspended', ours.id],
    ]);
    expect(own.received[0]?.body.data).toEqual({
      memberId: ours.id,
      partnerId: '1',
      facilityId: '4100',
      status: 'suspended',
    });
    expect(facility.received.map(({ body }) => body.data.member)).toEqual([
      { firstName: 'Ann', lastName: `Lund ${ours.id}`, keyFobNumber: null },
    ]);
    const ofOurs = all.received.filter(({ body }) => body.data.memberId === ours.id);
    expect(ofOurs.map(({ body }) => body.type)).toEqual([
      // created activated
      'member.activated',
      'member.suspended',
      'member.activated',
    ]);
    expect(ofOurs[1]?.body.data.member).toMatchObject({ email: `${ours.id.toLowerCase()}@people.test` });
    expect(all.received.some(({ body }) => body.data.memberId === theirs.id)).toBe(true);
  });

  it('retry in order with backoff for three days, then list the delivery as failed and continue', async () => {
    const receiver = await startReceiver();
    const webhook = await useWebhook('partner-1', {
      url: receiver.url,
      kinds: ['member.invited', 'member.left'],
    });
    receiver.behave(behaviors.fails);
    const member = await memberOf('1');
    await member.become(invited);
    await member.become(8);
    const waits: number[] = [];
    for (let turn = 0; turn < 40; turn++) {
      await deliver();
      const [first] = await deliveriesOf(webhook, 'waiting');
      if (first?.kind !== 'member.invited') break;
      expect(first).toMatchObject({ attempts: turn + 1, responseCode: 500 });
      const wait = new Date(first.nextAttemptAt).getTime() - new Date(first.lastAttemptAt).getTime();
      waits.push(wait / 60_000);
      // not due before
      pass(wait - 10_000);
      await deliver();
      pass(20_000);
    }
    expect(waits.slice(0, 8)).toEqual([1, 5, 15, 30, 60, 120, 240, 480]);
    const total = waits.reduce((sum, wait) => sum + wait, 0) / 60;
    expect(total).toBeGreaterThan(71.5);
    expect(total).toBeLessThanOrEqual(72);
    const types = receiver.received.map(({ body }) => body.type);
    expect(types.lastIndexOf('member.invited')).toBeLessThan(types.indexOf('member.left'));
    expect(
      new Set(receiver.received.filter(({ body }) => body.type === 'member.invited').map(({ id }) => id))
        .size,
    ).toBe(1);
    const [failed] = await deliveriesOf(webhook, 'failed');
    expect(failed).toMatchObject({
      kind: 'member.invited',
      status: 'failed',
      problem: 'The receiver responded with 500.',
    });

    receiver.behave(behaviors.accepts);
    const replay = () =>
      call(integrations.replayDeliveries, world.own.manager, {
        params: { webhookId: webhook.id },
        body: { deliveryIds: [failed.id] },
      });
    expect((await replay()).body.message).toBe('1 delivery will be sent again.');
    expect((await replay()).status).toBe(409);
    pass(13 * hour);
    await deliver();
    expect(await deliveriesOf(webhook, 'failed')).toEqual([]);
    expect(await deliveriesOf(webhook, 'waiting')).toEqual([]);
    const delivered = await deliveriesOf(webhook, 'delivered');
    expect(delivered.map(({ kind }: { kind: string }) => kind)).toEqual(['member.left', 'member.invited']);
    expect(delivered.map(({ responseCode }: { responseCode: number }) => responseCode)).toEqual([204, 204]);
    pass(31 * 24 * hour);
    expect(await deliveriesOf(webhook, 'delivered')).toEqual([]);
  });

  it('lose no event and keep their order when two workers deliver and one dies at any write', async () => {
    letWorkersDie();
    const receiver = await startReceiver();
    const kinds = ['member.invited', 'member.enrolled', 'member.activated', 'member.suspended'] as const;
    for (const when of ['before', 'after'] as const)
      for (let n = 1; n <= 5; n++) {
        receiver.received.length = 0;
        receiver.behave(n % 2 === 0 ? behaviors.disappears : behaviors.accepts);
        const webhook = await useWebhook('partner-1', { url: receiver.url, kinds: [...kinds] });
        const member = await memberOf('1');
        for (const status of [invited, activated, suspended] as const) await member.become(status);
        await Promise.all([mortal(n, when, () => deliver()), deliver()]);
        receiver.behave(behaviors.accepts);
        for (let turn = 0; turn < 4; turn++) {
          pass(hour);
          await deliver();
        }
        const types = new Map(receiver.received.map(({ id, body }) => [id, body.type]));
        expect([...types.values()], `${when} write ${n}`).toEqual(kinds);
        expect(await deliveriesOf(webhook, 'waiting')).toEqual([]);
        expect(await deliveriesOf(webhook, 'delivered')).toHaveLength(kinds.length);
      }
  });

  it('cost one write per event and webhook, and two per delivery; without webhooks none', async () => {
    const receiver = await startReceiver();
    const member = await memberOf('1');
    await transact();
    const without = await costOf(() => member.become(invited));
    const webhook = await useWebhook('partner-1', {
      url: receiver.url,
      kinds: ['member.invited', 'member.left'],
    });
    const other = await memberOf('1');
    await other.become(1).catch(() => undefined);
    const withOne = await costOf(() => other.become(invited));
    // a transaction costs two units per item
    expect(withOne.writeUnits - without.writeUnits).toBe(2);
    const delivering = await costOf(() => deliver());
    expect(receiver.received).toHaveLength(1);
    expect(delivering.writeUnits).toBe(2);
    expect((await costOf(() => deliver())).writeUnits).toBe(0);
    expect(await deliveriesOf(webhook, 'delivered')).toHaveLength(1);
  });

  it('do not follow redirects, and send nothing while turned off', async () => {
    const receiver = await startReceiver();
    const webhook = await useWebhook('partner-1', { url: receiver.url, kinds: ['member.invited'] });
    receiver.behave(behaviors.redirects);
    const member = await memberOf('1');
    await member.become(invited);
    await deliver();
    expect(await deliveriesOf(webhook, 'waiting')).toEqual([
      expect.objectContaining({ responseCode: 302, problem: 'Redirects are not followed.' }),
    ]);
    const turn = (isActive: boolean, version: number) =>
      call(integrations.saveWebhook, world.own.manager, {
        params: { webhookId: webhook.id },
        body: {
          url: receiver.url,
          kinds: ['member.invited'],
          includesPersonalData: false,
          isActive,
          version,
        },
      });
    const { version } = await webhooksOf('partner-1');
    expect((await turn(false, version)).status).toBe(200);
    expect((await turn(true, version)).status, 'an outdated version').toBe(409);
    receiver.behave(behaviors.accepts);
    pass(hour);
    await deliver();
    const silent = await memberOf('1');
    await silent.become(invited);
    expect(receiver.received).toHaveLength(1);
    expect((await turn(true, version + 1)).status).toBe(200);
    await deliver();
    expect(receiver.received.map(({ body }) => body.data.memberId)).toEqual([member.id, member.id]);
    const deleted = await call(integrations.deleteWebhook, world.own.manager, {
      params: { webhookId: webhook.id },
    });
    expect(deleted.status).toBe(200);
    expect((await webhooksOf('partner-1')).webhooks).toEqual([]);
  });

  it('refuse addresses and events that are not allowed, naming the field', async () => {
    const add = (body: object, as = world.own.manager) =>
      call(integrations.addWebhook, as, {
        body: {
          owner: 'partner-1',
          url: 'https://hooks.example/a',
          kinds: ['member.left'],
          includesPersonalData: false,
          ...body,
        },
      });
    const refused = async (body: object, field: string) => {
      const { status, body: response } = await add(body);
      expect([400, 422], JSON.stringify(response)).toContain(status);
      expect(Object.keys(response.fields), JSON.stringify(body)).toEqual([field]);
    };
    for (const url of [
      'ftp://hooks.example/a',
      'http://hooks.example/a',
      'https://user:secret@hooks.example/a',
      'https://hooks.example:22/a',
      'https://',
    ])
      await refused({ url }, 'url');
    await refused({ kinds: [] }, 'kinds');
    await refused({ kinds: ['visit.counted'] }, 'kinds');
    expect((await add({ owner: 'all' })).status).toBe(403);
    expect((await add({})).status).toBe(200);
    // a request that is repeated because its response was lost adds no second webhook
    const repeated = await add({});
    expect([repeated.status, Object.keys(repeated.body.fields)]).toEqual([409, ['url']]);
    for (const path of ['b', 'c'])
      expect((await add({ url: `https://hooks.example/${path}` })).status).toBe(200);
    expect((await add({ url: 'https://hooks.example/d' })).body.message).toBe(
      'There are 3 webhooks already. Nothing was added. Delete one first.',
    );
  });
});
