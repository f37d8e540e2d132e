import { call } from '../support/call.ts';
import { setFlags } from '../support/flags.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadMember } from '../../functions/members/store.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { makeWorld } from '../support/world.ts';
import { consentAndEnroll } from './consent.ts';
import { invitedMember, signedForm } from './sign.ts';

beforeAll(async () => void (await makeWorld()));
const turn = async (flags: { gmrAddProgram: boolean; gmAccessPassFeature: boolean }) => setFlags(flags);
afterAll(() => turn({ gmrAddProgram: false, gmAccessPassFeature: false }));

async function enrollWithout(id: string) {
  const { member, user } = await invitedMember(id, '1');
  const contract = await call(enrollment.legalContract, user, { query: { memberIdGuid: id } });
  const { status, body } = await consentAndEnroll(user, {
    body: { ...signedForm(), facilityId: '4100', MemberIds: [member.id], OperationTypeID: 3 },
  });
  return { access: contract.body.preferredAccessType, status, message: body.message };
}

it.each([
  ['M701', false, false],
  ['M702', true, false],
  ['M703', false, true],
])('member %s needs a key fob unless both flags are on', async (id, gmrAddProgram, gmAccessPassFeature) => {
  await turn({ gmrAddProgram, gmAccessPassFeature });
  expect(await enrollWithout(id)).toEqual({ access: 0, status: 422, message: 'Key fob is required.' });
  expect((await loadMember(id)).invitationStatus).toBe(2);
});

it('with both flags on a member enrolls with a pass, and keeps it when they go off', async () => {
  await turn({ gmrAddProgram: true, gmAccessPassFeature: true });
  expect(await enrollWithout('M704')).toMatchObject({ access: 1, status: 200 });
  await turn({ gmrAddProgram: false, gmAccessPassFeature: false });
  expect(await loadMember('M704')).toMatchObject({
    invitationStatus: 4,
    keyFobNumber: null,
    preferredAccessType: 1,
  });
});
