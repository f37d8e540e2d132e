import { expect, it } from 'vitest';
import { monthlyVisits } from '../../functions/visits/store.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

const at = (day: string, time = '18:05') => `${day}T${time}:00-05:00`;
const take = (body: object) => call(integrations.takeCheckIn, world.facilityClient, { body });

it('counts the first check-in of a day and repeats its result for the same ID', async () => {
  const { member, usedKeyFob } = world.own;
  const first = { checkInId: 'a1', memberId: member.id, at: at('2026-10-06') };
  expect((await take(first)).body).toEqual({
    checkInId: 'a1',
    result: 'counted',
    reason: null,
    memberId: member.id,
    isRepeated: false,
  });
  expect((await take(first)).body).toMatchObject({ result: 'counted', isRepeated: true });
  const later = await take({
    checkInId: 'a2',
    keyFobNumber: usedKeyFob.number,
    at: at('2026-10-06', '20:15'),
  });
  expect(later.body).toMatchObject({ result: 'sameDay', memberId: member.id, isRepeated: false });
  expect((await monthlyVisits([member.id], '202610')).get(member.id)).toBe(1);
});

it('counts once when the same check-in is sent at the same time', async () => {
  const body = { checkInId: 'twin', memberId: world.own.member.id, at: at('2026-10-20') };
  const before = (await monthlyVisits([world.own.member.id], '202610')).get(world.own.member.id) ?? 0;
  const results = await Promise.all([take(body), take(body), take(body)]);
  expect(results.map(({ body }) => body.result)).toEqual(['counted', 'counted', 'counted']);
  expect(results.filter(({ body }) => !body.isRepeated)).toHaveLength(1);
  expect((await monthlyVisits([world.own.member.id], '202610')).get(world.own.member.id)).toBe(before + 1);
});

it('names unknown and inactive members, and takes an unknown one later', async () => {
  const unknown = await take({ checkInId: 'b1', email: 'nobody@people.test', at: at('2026-10-07') });
  expect(unknown.body).toMatchObject({ result: 'unknownMember', memberId: null });
  const again = await take({ checkInId: 'b1', memberId: world.own.member.id, at: at('2026-10-07') });
  expect(again.body).toMatchObject({ result: 'counted', isRepeated: false });
  const inactive = await take({ checkInId: 'b2', memberId: world.own.waiting.id, at: at('2026-10-07') });
  expect(inactive.body).toMatchObject({ result: 'notActive', reason: null });
  const early = await take({ checkInId: 'b4', memberId: world.own.member.id, at: at('2025-12-30') });
  expect(early.body).toMatchObject({ result: 'notActive', reason: 'Before the enrollment, not counted' });
  const future = await take({ checkInId: 'b3', memberId: world.own.member.id, at: '2099-10-07T18:00:00Z' });
  expect(future.body.result).toBe('refused');
});

it('takes addresses as they are copied, and with all characters of addresses', async () => {
  for (const [index, email] of ['\u200Br&d/ops@people.test', 'mailto:nobody@people.test'].entries())
    expect((await take({ checkInId: `e${index}`, email, at: at('2026-10-09') })).body).toMatchObject({
      result: 'unknownMember',
    });
  const { status, body } = await take({ checkInId: 'e9', email: 'no address', at: at('2026-10-09') });
  expect([status, Object.keys(body.fields)]).toEqual([400, ['email']]);
});

it('takes a batch in order with a result each, and refuses two names of a member', async () => {
  const { member } = world.own;
  const checkIns = ['10:00', '11:00'].map((time, index) => ({
    checkInId: `c${index}`,
    memberId: member.id,
    at: at('2026-10-08', time),
  }));
  const { body } = await call(integrations.takeCheckIns, world.facilityClient, { body: { checkIns } });
  expect(body.results.map(({ result }: { result: string }) => result)).toEqual(['counted', 'sameDay']);
  const both = await take({ checkInId: 'd', memberId: member.id, email: member.email, at: at('2026-10-08') });
  expect([both.status, Object.keys(both.body.fields)]).toEqual([400, ['memberId']]);
});

it('finds members of other clubs by their key fob or ID, but not by an email, which anyone can know', async () => {
  const { memberUser, member } = world.other;
  const known = await take({ checkInId: 'e1', email: world.own.memberUser.email, at: at('2026-10-09') });
  expect(known.body).toMatchObject({ result: 'counted', memberId: world.own.member.id });
  const nobody = await take({ checkInId: 'e2', email: 'nobody@people.test', at: at('2026-10-09') });
  const stranger = await take({ checkInId: 'e2', email: memberUser.email, at: at('2026-10-09') });
  expect(stranger.body).toEqual(nobody.body);
  const visiting = await take({ checkInId: 'e3', memberId: member.id, at: at('2026-10-09') });
  expect(visiting.body).toMatchObject({ result: 'counted', memberId: member.id });
});

it('reveals neither the status nor the ID of a member of another club', async () => {
  const { member, usedKeyFob } = world.other;
  const send = (checkInId: string, time: string, day = '2026-10-12') =>
    take({ checkInId, keyFobNumber: usedKeyFob.number, at: at(day, time) });
  const hidden = { reason: null, memberId: null };
  expect((await send('f1', '10:00')).body).toMatchObject({ result: 'counted', ...hidden });
  for (const isRepeated of [false, true])
    expect((await send('f2', '11:00')).body).toMatchObject({ result: 'sameDay', ...hidden, isRepeated });
  const named = await take({ checkInId: 'f3', memberId: member.id, at: at('2026-10-12', '12:00') });
  expect(named.body).toMatchObject({ result: 'sameDay', reason: null, memberId: member.id });
  const early = await take({ checkInId: 'f4', memberId: member.id, at: at('2025-12-30') });
  expect(early.body).toMatchObject({ result: 'notActive', reason: null });
});
