import { beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../../functions/users/user.ts';
import { transact } from '../../functions/table/transact.ts';
import { userChange } from '../../functions/users/store.ts';
import { provision } from '../../infra/local/provision.ts';
import { users } from '../../shared/contracts/users.ts';
import { codeNeeded, proofHeader } from '../../shared/users/step-up.ts';
import { call } from '../support/call.ts';
import { asStored, freshClaims, password, createUser } from './person.ts';
import { codeOf } from './totp.ts';
import { defined } from '../support/defined.ts';

beforeAll(provision);

const prove = (as: User, body: object = { password }) =>
  call(users.stepUp, as, { body: { action: 'users.setPin', ...body }, claims: freshClaims(as) });
const setPin = (as: User, proof: string) =>
  call(users.setPin, as, {
    body: { pin: '97531' },
    headers: { [proofHeader]: proof },
    claims: freshClaims(as),
  });

describe('a proof', () => {
  it('is issued for the correct password only, with limited attempts', async () => {
    const admin = await createUser({ role: 'systemAdmin' });
    const wrong = await prove(admin, { password: 'Something2026' });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['password']]);
    expect((await prove(admin)).status).toBe(200);
    for (let attempt = 0; attempt < 5; attempt++) await prove(admin, { password: 'Something2026' });
    expect((await prove(admin)).status).toBe(423);
  });

  it('is valid for its user, for five minutes, until the sessions end', async () => {
    const admin = await createUser({ role: 'systemAdmin' });
    const other = await createUser({ role: 'systemAdmin' });
    const { proof } = (await prove(admin)).body;
    expect((await setPin(other, proof)).status).toBe(428);
    expect((await setPin(admin, proof)).status).toBe(200);
    const stored = await asStored(admin.id);
    const [own] = defined(stored.proofs);
    expect(defined(own).expiresAt - Date.now() / 1000).toBeLessThanOrEqual(300);
    const proofs = [{ ...defined(own), expiresAt: Math.floor(Date.now() / 1000) }];
    await transact(...userChange(stored, { ...stored, proofs }));
    expect((await setPin(admin, proof)).status).toBe(428);
    await prove(admin);
    await call(users.changePassword, admin, {
      body: { oldPassword: password, newPassword: 'Wellport2027', confirmPassword: 'Wellport2027' },
      claims: freshClaims(admin),
    });
    expect((await asStored(admin.id)).proofs).toBeUndefined();
  });

  it('requires the code where an authenticator app is set up', async () => {
    const admin = await createUser({ role: 'systemAdmin' });
    const { key } = (await call(users.beginSecondFactor, admin, { body: { password } })).body;
    await call(users.turnOnSecondFactor, admin, { body: { password, code: codeOf(key) } });
    const without = await prove(admin);
    expect([without.status, without.body.fields.code]).toEqual([422, codeNeeded]);
    expect((await prove(admin, { password, code: '000 000' })).status).toBe(422);
    const { status, body } = await prove(admin, { password, code: codeOf(key, 'next') });
    expect(status).toBe(200);
    expect((await setPin(admin, body.proof)).status).toBe(200);
  });
});
