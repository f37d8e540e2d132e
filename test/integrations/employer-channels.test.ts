import { beforeAll, expect, it } from 'vitest';
import { deliverWebhooksHandler as deliver } from '../../functions/integrations/handlers/webhooks.ts';
import { eventStep, forgetReceivers } from '../../functions/integrations/webhooks/events.ts';
import { webhooksChange, webhooksOf } from '../../functions/integrations/webhooks/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { auditWrite } from '../../functions/table/audit.ts';
import { transact } from '../../functions/table/transact.ts';
import { visitAdded } from '../../functions/visits/store.ts';
import { createUser } from '../users/person.ts';
import { auditEventNames } from '../../shared/audit-event.ts';
import { dateInChicago, periodOf } from '../../shared/calendar.ts';
import { endpoints } from '../../shared/contracts/all.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { privacy } from '../../shared/contracts/privacy.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { apiScopes } from '../../shared/api-scopes.ts';
import { eventKindNames } from '../../shared/integrations/webhooks/event-kinds.ts';
import type { WebhookOwner } from '../../shared/integrations/webhooks/owner.ts';
import { isWithinAccess, managerAccessIds } from '../../shared/managers/manager-access.ts';
import { workbookType } from '../../shared/media-types.ts';
import { examplesOfArea } from '../architecture/example-of.ts';
import { call, type Received, type TestClient } from '../support/call.ts';
import { workbookLines } from '../support/workbook-lines.ts';
import { signedAgreementOf, someWebhook, useWorld } from '../support/world.ts';
import type { User } from '../../functions/users/user.ts';
import { startReceiver } from './receiver.ts';

const world = useWorld();
Object.assign(process.env, { STAGE: 'local', WEBHOOKS_TO_LOCALHOST: 'on' });

/** The employer's users and programs: managers with each access, and a client with each scope of partners. */
const employers = new Map<string, User | TestClient>();
beforeAll(async () => {
  for (const managerAccess of managerAccessIds)
    employers.set(
      `manager with ${managerAccess} access`,
      await createUser({ role: 'partnerManager', partnerId: '1', managerAccess }),
    );
  employers.set('manager', world.own.manager);
  employers.set('client', world.own.client);
});

const textOf = ({ status, body, bytes, headers }: Received): string =>
  `${status} ${JSON.stringify(headers.etag ?? null)} ${
    headers['content-type'] === workbookType
      ? JSON.stringify(workbookLines(bytes))
      : (JSON.stringify(body, (name, value) => (name === 'requestId' ? undefined : value)) ??
        bytes.toString('latin1'))
  }`;

/** Returns the responses of everything that an employer can read, by endpoint. */
async function responsesTo(employer: User | TestClient): Promise<Map<string, string>> {
  const responses = new Map<string, string>();
  for (const endpoint of endpoints) {
    const isClient = !('email' in employer);
    // the requests of this test, and a signed address
    if (endpoint.name === 'calls' || endpoint.name === 'file') continue;
    const isRead = endpoint.method === 'GET' || endpoint.name.startsWith('scimSearch');
    if (!isRead || !endpoint.roles.includes(isClient ? 'apiClient' : 'partnerManager')) continue;
    if (endpoint.scope && apiScopes[endpoint.scope].owner !== 'partner') continue;
    if (!isClient && !isWithinAccess(employer.managerAccess ?? 'full', endpoint)) continue;
    const example = (await examplesOfArea(endpoint.area))[endpoint.name];
    const request = example?.own(world, isClient ? undefined : employer);
    responses.set(`${endpoint.area}.${endpoint.name}`, textOf(await call(endpoint, employer, request)));
  }
  for (const [name, endpoint, request] of [
    ['user of the member', integrations.scimGetUser, { params: { id: world.own.member.id } }],
    ['users', integrations.scimListUsers, {}],
  ] as const)
    if (!('email' in employer)) responses.set(name, textOf(await call(endpoint, employer, request)));
  return responses;
}

/** The member trains today and changes what concerns visits only. */
async function train(): Promise<void> {
  const { member, memberUser } = world.own;
  const memberGuid = member.id;
  const body = { checkInId: 'C-1', memberId: member.id, at: new Date().toISOString() };
  expect((await call(integrations.takeCheckIn, world.facilityClient, { body })).body.result).toBe('counted');
  const choices = { memberGuid, firstVisit: false, goal: false, reminder: false };
  expect((await call(visits.saveEmailChoices, memberUser, { body: choices })).status).toBe(200);
  const consent = { memberGuid, memberId: memberGuid, collection: true, sharing: true };
  await call(privacy.giveHealthConsent, memberUser, { body: consent });
  // all other events that concern the member alone
  for (const name of auditEventNames.filter((event) => /visit|pass|remind|consent|withdr/.test(event)))
    if (name.startsWith('member') || name.startsWith('visit') || name.startsWith('access pass'))
      await transact(
        auditWrite({ name, subject: `member ${member.id}`, partnerId: '1', who: memberUser.id }, new Date()),
      );
}

it('shows no employer that a member trained today, or what concerns the visits of the member', async () => {
  const before = new Map<string, Map<string, string>>();
  for (const [name, employer] of employers) before.set(name, await responsesTo(employer));
  const { version } = await loadMember(world.own.member.id);
  await train();
  expect((await loadMember(world.own.member.id)).version).toBeGreaterThan(version + 1);
  for (const [name, employer] of employers) {
    const after = await responsesTo(employer);
    expect(after.size).toBeGreaterThan(8);
    const changed = [...after].filter(([endpoint, text]) => before.get(name)?.get(endpoint) !== text);
    expect(changed, name).toEqual([]);
  }
});

it('responds to a client that has the version of a user with 304 after a visit', async () => {
  const get = (headers = {}) =>
    call(integrations.scimGetUser, world.own.client, { params: { id: world.own.member.id }, headers });
  const { headers } = await get();
  const at = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const body = { checkInId: 'C-3', memberId: world.own.member.id, at };
  expect((await call(integrations.takeCheckIn, world.facilityClient, { body })).body.result).toBe('counted');
  expect((await get({ 'if-none-match': String(headers.etag) })).status).toBe(304);
});

it('sends webhooks of an employer no visits, no payments of members, and no undeclared fields', async () => {
  const [employer, facility] = [await startReceiver(), await startReceiver()];
  for (const [owner, { url }] of [
    ['partner-1', employer],
    ['club-4100', facility],
  ] as const satisfies readonly (readonly [WebhookOwner, { url: string }])[]) {
    const webhook = { url, kinds: [...eventKindNames], isActive: true, includesPersonalData: true };
    await transact(...webhooksChange(await webhooksOf(owner), [someWebhook(owner, webhook)]));
  }
  forgetReceivers();
  const at = new Date(Date.now() - 2 * 86_400_000).toISOString();
  const body = { checkInId: 'C-2', memberId: world.own.member.id, at };
  expect((await call(integrations.takeCheckIn, world.facilityClient, { body })).body.result).toBe('counted');
  const { id } = world.own.member;
  const owners = ['partner-1', 'club-4100'] as const;
  const data = { memberId: id, partnerId: '1', facilityId: '4100', status: 'activated', date: '2026-11-03' };
  await transact(
    eventStep({ kind: 'visit.counted', subject: `member ${id}`, owners, data }),
    eventStep({ kind: 'member.activated', subject: `member ${id}`, owners, data }),
  );
  await deliver();
  const fieldsOf = ({ received }: typeof employer) =>
    received.map(({ body: sent }) => [sent.type, ...Object.keys(sent.data).toSorted()].join(' '));
  expect(fieldsOf(employer)).toEqual(['member.activated facilityId member memberId partnerId status']);
  expect(fieldsOf(facility)).toEqual([
    'visit.counted date facilityId member memberId partnerId',
    'visit.counted date facilityId member memberId partnerId',
    'member.activated facilityId member memberId partnerId status',
  ]);
});

it('names no visit of today in a cursor of the visit log', async () => {
  const { own, facility } = world;
  const date = dateInChicago(new Date());
  for (const { id } of [own.member, own.waiting]) {
    const before = await loadMember(id);
    const agreement = { ...signedAgreementOf(id), version: 5 };
    const memberName = `${before.firstName} ${before.lastName}`;
    const ids = { memberId: id, partnerId: '1', facilityId: facility.id, periodId: periodOf(date) };
    const visit = { ...ids, facilityName: facility.name, memberName, date, time: '17:43', version: 0 };
    await transact(
      ...memberChange(before, { ...before, agreement }),
      // the visit of the other member was counted in an earlier test
      ...(id === own.waiting.id ? visitAdded(visit) : []),
    );
  }
  let cursor: string | null = null;
  let cursors = '';
  do {
    const query = { partnerID: '1', periodID: periodOf(date), pageSize: '1', ...(cursor && { cursor }) };
    const { body }: Received = await call(visits.list, own.manager, { query });
    expect(JSON.stringify(body.items)).not.toContain(date);
    cursor = body.nextCursor;
    cursors += Buffer.from(cursor ?? '', 'base64url').toString();
  } while (cursor !== null);
  expect(cursors).toContain(own.member.id);
  expect(cursors).not.toContain(date);
});
