import { deliverWebhooksHandler as deliver } from '../../functions/integrations/handlers/webhooks.ts';
import { forgetReceivers } from '../../functions/integrations/webhooks/events.ts';
import { webhooksChange, webhooksOf } from '../../functions/integrations/webhooks/store.ts';
import { findMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { openReceiver } from '../integrations/receiver.ts';
import { writesOf } from '../integrations/writes.ts';
import { call, type Sent } from '../support/call.ts';
import { costOf } from '../support/table-cost.ts';
import { makeWorld, someMember, someWebhook, type World } from '../support/world.ts';
import { print, ratio, type Line } from './measure.ts';

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const patchOf = (id: string, changes: Record<string, unknown>): Sent => ({
  params: { id },
  body: {
    schemas: [patchSchema],
    Operations: Object.entries(changes).map(([path, value]) => ({ op: 'replace', path, value })),
  },
});

/** Returns the read and write units of a request that must succeed. */
async function unitsOf(endpoint: Endpoint, as: Parameters<typeof call>[1], sent: Sent): Promise<number> {
  let status = 0;
  const { readUnits, writeUnits } = await costOf(async () => ({ status } = await call(endpoint, as, sent)));
  if (status >= 300) throw new Error(`${endpoint.name} failed with ${status}`);
  return readUnits + writeUnits;
}

async function addMember(partnerId: string, id: string): Promise<void> {
  await transact(...memberChange(null, someMember(id, partnerId)));
}

/** Compares changes by SCIM with the same changes on screen. */
async function benchChanges({ own }: World): Promise<Line[]> {
  const { client, manager, partner } = own;
  for (const id of ['S1', 'S2', 'S3', 'S4']) await addMember(partner.id, id);
  const person = { firstName: 'Ida', lastName: 'Holm' };
  const added = await unitsOf(employees.add, manager, {
    body: { partnerId: partner.id, ...person, email: 'one@bench.test' },
  });
  const created = await unitsOf(integrations.scimCreateUser, client, {
    body: {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'two@bench.test',
      name: { givenName: 'Ida', familyName: 'Holm' },
      active: true,
    },
  });
  const changed = await unitsOf(employees.changeEmail, manager, {
    params: { memberID: 'S1' },
    body: { id: 'S1', email: 's1.new@bench.test' },
  });
  const patched = await unitsOf(
    integrations.scimPatchUser,
    client,
    patchOf('S2', { userName: 's2.new@bench.test', 'emails[type eq "work"].value': 's2.new@bench.test' }),
  );
  if ((await findMember('S2'))?.email !== 's2.new@bench.test') throw new Error('the email is unchanged');
  const ended = await unitsOf(employees.deleteEnrollment, manager, {
    params: { groupMembershipEnrollmentID: 'S3', programPaymentTypeID: '1' },
  });
  const inactive = await unitsOf(integrations.scimPatchUser, client, patchOf('S4', { active: false }));
  return [
    ratio('SCIM create, units relative to adding on screen', created, added, 1.2),
    ratio('SCIM PATCH of an email, units relative to the screen', patched, changed, 1.2),
    ratio('SCIM PATCH of active, units relative to the screen', inactive, ended, 1.2),
  ];
}

async function benchUnchanged({ own: { client, partner } }: World, people: number): Promise<Line> {
  for (let index = 0; index < people; index++) await addMember(partner.id, `U${index}`);
  const written = await writesOf(async () => {
    for (let index = 0; index < people; index++)
      await call(integrations.scimPatchUser, client, patchOf(`U${index}`, { 'name.givenName': 'Ann' }));
  });
  // the counter and the record of each call are not data of members
  const ofPeople = written.filter((pk) => !pk.startsWith('API-CALLS#')).length;
  return {
    what: `writes for ${people} unchanged people by SCIM`,
    value: String(ofPeople),
    bound: 'none',
    holds: ofPeople === 0,
  };
}

async function benchDelivery({ own: { partner } }: World): Promise<Line> {
  Object.assign(process.env, { STAGE: 'local', WEBHOOKS_TO_LOCALHOST: 'on' });
  const receiver = await openReceiver();
  const owner = `partner-${partner.id}` as const;
  const webhook = someWebhook(owner, { isActive: true, url: receiver.url, kinds: ['member.invited'] });
  await transact(...webhooksChange(await webhooksOf(owner), [webhook]));
  forgetReceivers();
  await addMember(partner.id, 'W1');
  const before = await findMember('W1');
  if (before) await transact(...memberChange(before, { ...before, invitationStatus: 2 }));
  const { writeUnits } = await costOf(() => deliver());
  receiver.stop();
  return {
    what: 'write units of a webhook delivery',
    value: String(writeUnits),
    bound: 'at most 2',
    holds: writeUnits <= 2 && receiver.received.length === 1,
  };
}

/** Table units of changes by API clients and of webhooks, as the local engine reports them. */
export async function benchIntegrations(people: number): Promise<Line[]> {
  const world = await makeWorld();
  const lines = [
    ...(await benchChanges(world)),
    await benchUnchanged(world, people),
    await benchDelivery(world),
  ];
  print('Integrations', lines);
  return lines;
}
