import { expect, it } from 'vitest';
import { loadMember } from '../../functions/members/store.ts';
import { saveVisitEmails } from '../../functions/members/save-visit-emails.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
const getUser = (headers = {}) =>
  call(integrations.scimGetUser, world.own.client, { params: { id: world.own.member.id }, headers });
const checkIn = (checkInId: string, at: string) =>
  call(integrations.takeCheckIn, world.clubClient, {
    body: { checkInId, memberId: world.own.member.id, at },
  });

it('keeps the version of a SCIM user when a visit is counted and when the member selects emails', async () => {
  const before = await getUser();
  const { version } = await loadMember(world.own.member.id);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  expect((await checkIn('C-1', yesterday)).body).toMatchObject({ result: 'counted' });
  await saveVisitEmails(
    world.own.member.id,
    { firstVisit: true, goal: true, reminder: false },
    'user-member-1',
    new Date(),
  );
  expect((await loadMember(world.own.member.id)).version).toBeGreaterThan(version);
  const after = await getUser();
  expect(after.headers.etag).toBe(before.headers.etag);
  expect(after.body).toEqual(before.body);
  const known = await getUser({ 'if-none-match': String(before.headers.etag) });
  expect(known.status).toBe(304);
});
