import { memberChange } from '../../functions/members/store.ts';
import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { addDays, dateInChicago } from '../../shared/calendar.ts';
import { allOff } from '../../shared/settings/feature-flags.ts';
import { passText, stepOf } from '../../shared/visits/access-pass/pass-code.ts';
import { visits } from '../../shared/visits/contract.ts';
import { codeAt, codeKeyOf, newPhoneKey, publicKeyText } from '../../web/visits/pass/phone-key.ts';
import { call } from '../support/call.ts';
import { makeWorld, someMember } from '../support/world.ts';
import { somebody } from '../users/person.ts';
import { costOf, medianOf, print, processorMsOf, type Line } from './measure.ts';

const most = 50;

const under = (what: string, milliseconds: number): Line => ({
  what,
  value: `${milliseconds.toFixed(1)} ms`,
  bound: `under ${most} ms`,
  holds: milliseconds < most,
});

/** A club checks passes of members who come one after the other: the handler with its rules, over the local table. */
export async function benchPasses(members: number): Promise<Line[]> {
  const world = await makeWorld();
  const flags = await loadFeatureFlags();
  const on = { ...allOff, gmrAddProgram: true, gmAccessPassFeature: true };
  await saveFeatureFlags(flags, on, 'bench', new Date());
  const since = addDays(dateInChicago(new Date()), -40);
  const phones: (() => Promise<string>)[] = [];
  for (let place = 0; place < members; place++) phones.push(await phoneOf(`PASS${place}`, since));
  const waiting = phones.values();
  const check = async () => {
    const code = await waiting.next().value?.();
    const { status, body } = await call(visits.scanPass, world.clubManager, { body: { code } });
    if (status !== 200 || !body.isCounted) throw new Error(String(body.message));
  };
  const cost = await costOf(check);
  const half = Math.floor(members / 2) - 3;
  const results = [
    under('a pass checked and its visit counted: from the call to the response', await medianOf(half, check)),
    under('the same, processor time of the handler', await processorMsOf(half, check)),
  ];
  print('A club checks a pass', [
    ...results,
    { what: 'round trips to the table', value: String(cost.roundTrips) },
  ]);
  return results;
}

/** An activated member of the world's club with a certified phone; gives what the phone shows now. */
async function phoneOf(id: string, since: string): Promise<() => Promise<string>> {
  const active = { invitationStatus: 4, enrolledOn: since, startsOn: since, activatedOn: since } as const;
  const club = { facilityId: '4100', facilityName: 'Harbor Gym 4100', facilityIsAf: true };
  await transact(...memberChange(null, someMember(id, '1', { ...active, ...club })));
  const user = await somebody({ memberIds: [id], memberPartnerIds: ['1'] });
  const keys = await newPhoneKey();
  const publicKey = await publicKeyText(keys);
  const { body } = await call(visits.certifyPass, user, { body: { memberGuid: id, publicKey } });
  const { serverKey, number } = body as { serverKey: string; number: string };
  const key = await codeKeyOf(keys, serverKey);
  return async () => passText(number, await codeAt(key, number, stepOf(new Date())));
}
