import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { savePayeeAccount } from '../../functions/bank-accounts/replace-account.ts';
import { isSameAccount, openBankAccount } from '../../functions/bank-accounts/store.ts';
import { open } from '../../functions/bank-accounts/vault-key-store.ts';
import { signingCodes } from '../../functions/enrollment/signing.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { keyVersionsOf, keyVersionsText } from '../../functions/platform/key-versions.ts';
import { secrets } from '../../functions/platform/secrets.ts';
import { wait } from '../../functions/platform/time-and-chance.ts';
import { client } from '../../functions/table/client.ts';
import { keys } from '../../functions/table/keys.ts';
import { getItems } from '../../functions/table/batch-get-items.ts';
import { transact } from '../../functions/table/transact.ts';
import { setPin } from '../../functions/users/pin.ts';
import { storedToken, voucherToken, voucherTokenHash } from '../../functions/vouchers/voucher-token.ts';
import type { Voucher } from '../../shared/vouchers/voucher.ts';
import {
  deployedKey,
  type KeySecret,
  retireFingerprintKey,
  rotateFingerprintKey,
  rotateInvitationKey,
} from '../../infra/operate/rotate-key.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank } from '../bank-files/received.ts';
import {
  accountNumberOf,
  check,
  finishEverything,
  giveAccount,
  givenPayments,
  paymentsAsStored,
  pin,
  send,
  setClockIn,
  somePayment,
} from '../bank-files/runs.ts';
import { playSecrets } from '../support/keys.ts';
import { makeWorld, type World } from '../support/world.ts';
import { defined } from '../support/defined.ts';

let world: World;
let secret: KeySecret & { changedAt: Date };
let undo = async () => {};
beforeAll(async () => {
  secret = await keyInFile();
  world = await makeWorld();
  await setPin(world.admin.id, pin, now());
});
afterAll(() => undo());

async function keyInFile() {
  const change = await playSecrets((undoing) => {
    undo = undoing;
  });
  const remaining = {
    changedAt: now(),
    read: async () => ({
      versions: keyVersionsOf((await secrets()).fingerprintKey),
      changedAt: remaining.changedAt,
    }),
    write: (versions: Parameters<KeySecret['write']>[0]) =>
      change({ fingerprintKey: keyVersionsText(versions) }),
  };
  return remaining;
}

function dieAt(write: number) {
  const sendAll = client.send.bind(client);
  let left = write;
  return vi.spyOn(client, 'send').mockImplementation(((command: never) => {
    if (left <= 0 || ((command as object) instanceof UpdateCommand && --left === 0))
      throw new Error('killed');
    return sendAll(command);
  }) as typeof client.send);
}

const month = (periodId: string, place: number) =>
  somePayment(`R${periodId}${place}`, {
    periodId,
    payeeToken: `payee-R${place}`,
    partnerId: `R${place}`,
    partnerName: `Company R${place}`,
  });
const places = [1, 2, 3];
const stored = async (place: number) => defined(await loadBankAccount(`payee-R${place}`));
const numbersOf = (place: number) => ({
  routingNumber: '091000019',
  accountNumber: accountNumberOf(month('204601', place)),
});

async function everythingWorks() {
  for (const place of places) {
    const account = await stored(place);
    expect(await openBankAccount(account)).toEqual(numbersOf(place));
    const fields = { ...numbersOf(place), bankAccountType: 0 } as const;
    expect(await isSameAccount(account.payeeToken, fields, `Company R${place}`)).toBe(true);
  }
  expect((await check(world.admin, '204602')).body.counts).toMatchObject({
    newAccounts: 0,
    changedAccounts: 0,
  });
}

describe('a rotation of the fingerprint key', () => {
  it('resumes after a crash at any write and does not disturb other operations', async () => {
    setClockIn('204601');
    await givenPayments(places.map((place) => month('204601', place)));
    const { text } = await sendToBank(world.admin, '204601');
    setClockIn('204602');
    const other = { routingNumber: '091000019', accountNumber: '4455667788', bankAccountType: 0 } as const;
    const owner = { ownerKind: 'partner', ownerId: 'R3', payeeName: 'Company R3' } as const;
    const replaced = { payeeToken: 'payee-R3', owner, typed: other, seenVersion: undefined, who: 'test' };
    await transact(...(await savePayeeAccount(replaced, now())).changes);
    const sealedBefore = await stored(1);
    for (const place of places) await transact(...paymentChange(null, month('204602', place)));
    const rotate = (carryOut: boolean, again = false) => rotateFingerprintKey(secret, { carryOut, again });

    expect(await rotate(false)).toMatch(
      /Nothing was changed[\s\S]* {3}6 {2}bank account, upgraded to version 2/,
    );
    expect((await stored(1)).fingerprint).toBe(sealedBefore.fingerprint);
    await givenPayments([month('204601', 5)]);
    const { hash } = (await check(world.admin, '204601')).body as { hash: string };
    let deaths = 0;
    for (let isDone = false; !isDone;) {
      const dying = dieAt(2);
      isDone = await rotate(true).then(
        () => true,
        () => false,
      );
      await wait(50);
      dying.mockRestore();
      if (!isDone) deaths += 1;
      await everythingWorks();
    }
    expect(deaths).toBeGreaterThan(2);
    expect(keyVersionsOf((await secrets()).fingerprintKey).map(({ version }) => version)).toEqual([2, 1]);
    expect(await rotate(true, true)).not.toMatch(/upgraded to version/);
    const accounts = await Promise.all(places.map(stored));
    expect(accounts.map(({ fingerprint, sealed }) => [fingerprint[0], sealed.key.slice(-2)])).toEqual(
      places.map(() => ['2', '.2']),
    );
    const waiting = defined(defined(accounts[2]).waiting);
    expect(await open(waiting.sealed, 'payee-R3')).toMatchObject({ accountNumber: '4455667788' });
    expect(waiting.fingerprint).toMatch(/^2\./);

    // a run checked before is sent afterwards, and returns of earlier files match
    expect((await send(world.admin, '204601', hash)).status).toBe(200);
    await finishEverything();
    expect(await paymentsAsStored([month('204601', 5)])).toMatchObject([{ status: 2 }]);
    const file = await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R02'])));
    expect(file).toMatchObject({ applied: 1, quarantined: 0 });
  });

  it('retires the previous version once no row has it and an hour has passed', async () => {
    const retire = () => retireFingerprintKey(secret, now());
    secret.changedAt = now();
    await expect(retire()).rejects.toThrow('less than an hour ago');
    secret.changedAt = new Date(now().getTime() - 60 * 60_000);
    // a function with cached secrets stores a new account
    const { versions } = await secret.read();
    await secret.write(versions.slice(1));
    await giveAccount(month('204601', 4));
    await secret.write(versions);
    const old = await stored(4);
    expect(old.fingerprint).not.toContain('.');
    await expect(retire()).rejects.toThrow(/Nothing was retired[\s\S]*\n1 {2}bank account$/);
    expect(await openBankAccount(old)).toEqual(numbersOf(4));
    await rotateFingerprintKey(secret, { carryOut: true, again: true });
    expect(await retire()).toMatch('No row has version 1');
    expect(await openBankAccount(await stored(4))).toEqual(numbersOf(4));
    await expect(openBankAccount(old)).rejects.toThrow('version 1 of the fingerprint key is retired');
    const [vaultKey] = await getItems([keys.vaultKey('1')]);
    expect(vaultKey?.proof).toMatch(/^2\./);
    await expect(retire()).rejects.toThrow('No earlier version');
  });

  it('continues from a retired version to a third one', async () => {
    await rotateFingerprintKey(secret, { carryOut: true, again: false });
    const account = await stored(1);
    expect(account.fingerprint).toMatch(/^3\./);
    expect(await openBankAccount(account)).toEqual(numbersOf(1));
  });
});

it('distributes the invitation key before it is used, and earlier values remain valid', async () => {
  const changed = await playSecrets();
  const voucher = { id: 'V1', linkNumber: 1, tokenHash: voucherTokenHash(await voucherToken('V1', 1)) };
  const [token, code] = [await storedToken(voucher as Voucher), await signingCodes('M1', 'words')];
  let changedAt = now();
  const ofFile: KeySecret = {
    read: async () => ({ versions: keyVersionsOf((await secrets()).invitationKey), changedAt }),
    write: (versions) => changed({ invitationKey: keyVersionsText(versions) }),
  };
  const rotate = (carryOut: boolean) => rotateInvitationKey(ofFile, carryOut, now());
  expect(await rotate(false)).toMatch('Nothing was changed');
  expect(await rotate(true)).toMatch('was distributed');
  expect(await voucherToken('V1', 1)).toBe(token);
  await expect(rotate(true)).rejects.toThrow('less than an hour ago');
  changedAt = new Date(now().getTime() - 60 * 60_000);
  expect(await rotate(true)).toMatch('Version 2 of the invitation key is in use');
  expect(await voucherToken('V1', 1)).not.toBe(token);
  expect(await storedToken(voucher as Voucher)).toBe(token);
  const codes = await signingCodes('M1', 'words');
  expect([codes.length, codes[1]]).toEqual([2, code[0]]);
  await expect(storedToken({ ...voucher, tokenHash: 'x' } as Voucher)).rejects.toThrow('no known key');
});

it('changes the source secret as well, and refuses one of two concurrent operators', async () => {
  const manager = mockClient(SecretsManagerClient);
  onTestFinished(() => {
    manager.restore();
    vi.unstubAllEnvs();
  });
  vi.stubEnv('SECRETS_ID', 'all');
  vi.stubEnv('FINGERPRINT_KEY_ID', 'own');
  const [first, invitationKey] = ['A'.repeat(64), 'B'.repeat(64)];
  manager
    .on(GetSecretValueCommand)
    .resolves({ SecretString: JSON.stringify({ fingerprintKey: first, invitationKey }), VersionId: 'v1' });
  const [keySecret, other] = [deployedKey('fingerprintKey'), deployedKey('fingerprintKey')];
  const second = { version: 2, key: Buffer.alloc(48, 7), isRetired: false };
  for (const key of [keySecret, other]) await key.write([second, ...(await key.read()).versions]);
  const text = `2:${second.key.toString('base64')} 1:${first}`;
  const sent = manager.commandCalls(PutSecretValueCommand).map(({ args: [{ input }] }) => input);
  const whole = { SecretId: 'all', SecretString: JSON.stringify({ fingerprintKey: text, invitationKey }) };
  const copy = { SecretId: 'own', SecretString: text };
  expect(sent).toMatchObject([whole, copy, whole, copy]);
  // Secrets Manager rejects a second value with the same token
  expect(sent[0]?.ClientRequestToken).toMatch(/^[0-9a-f]{64}$/);
  expect(sent[2]?.ClientRequestToken).toBe(sent[0]?.ClientRequestToken);
  await keySecret.write((await keySecret.read()).versions);
  expect(manager.commandCalls(PutSecretValueCommand).slice(4)).toHaveLength(1);
});
