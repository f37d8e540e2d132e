import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadBankAccounts } from '../../functions/bank-accounts/account-read-store.ts';
import { openBankAccount } from '../../functions/bank-accounts/store.ts';
import { open, seal } from '../../functions/bank-accounts/vault-key-store.ts';
import { client, tableName } from '../../functions/table/client.ts';
import { keys } from '../../functions/table/keys.ts';
import { getItems } from '../../functions/table/batch-get-items.ts';
import { sealText } from '../../functions/platform/vault.ts';
import { giveAccount, somePayment } from '../bank-files/runs.ts';
import { startKms, type KmsStandIn } from '../support/kms.ts';
import { makeWorld } from '../support/world.ts';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { playTimeAndChance } from '../../functions/platform/time-and-chance.ts';

const folder = mkdtempSync(join(tmpdir(), 'wellport-kms-'));
let kms: KmsStandIn;
beforeAll(async () => {
  kms = await startKms(10);
  // as on AWS, the secrets contain no vault key, so that KMS is called
  const secrets = JSON.parse(readFileSync(process.env.SECRETS_FILE ?? '', 'utf8')) as object;
  process.env.SECRETS_FILE = join(folder, 'secrets.json');
  writeFileSync(process.env.SECRETS_FILE, JSON.stringify({ ...secrets, vaultKey: undefined }));
  process.env.AWS_ENDPOINT_URL_KMS = kms.address;
  await makeWorld();
});
afterAll(async () => {
  await kms.close();
  rmSync(folder, { recursive: true });
});

const numbers = { routingNumber: '091000019', accountNumber: '70001234' };

describe('bank accounts in the vault', () => {
  it('are sealed without KMS, and 100 are opened with one KMS call', async () => {
    const payments = Array.from({ length: 100 }, (_, index) => somePayment(`V${index}`));
    for (const payment of payments) await giveAccount(payment);
    // the key pair itself, created for the first account
    expect(kms.asked).toEqual(['GenerateDataKey vault key 1']);
    kms.asked.length = 0;
    const accounts = await loadBankAccounts(payments.map(({ payeeToken }) => payeeToken ?? ''));
    const opened = await Promise.all(accounts.map(openBankAccount));
    expect(new Set(opened.map(({ accountNumber }) => accountNumber)).size).toBe(100);
    expect(kms.asked).toEqual(['Decrypt vault key 1']);
  });

  it('are opened only for their own payee, and not if they were modified', async () => {
    const sealed = await seal(numbers, 'payee-1');
    expect(await open(sealed, 'payee-1')).toEqual(numbers);
    await expect(open(sealed, 'payee-2')).rejects.toThrow();
    const other = await seal(numbers, 'payee-1');
    expect(other).not.toEqual(sealed);
    await expect(open({ key: sealed.key, box: other.box }, 'payee-1')).rejects.toThrow();
    await expect(open({ key: other.key.replace('1.', '2.'), box: other.box }, 'payee-1')).rejects.toThrow(
      'vault key 2 is missing',
    );
  });

  it('are opened if they were sealed under their own KMS key', async () => {
    const sealed = await sealText(JSON.stringify(numbers), 'payee-old');
    expect(await open(sealed, 'payee-old')).toEqual(numbers);
    await expect(open(sealed, 'payee-1')).rejects.toThrow();
  });

  it('require KMS again after the key was cached for five minutes', async () => {
    const sealed = await seal(numbers, 'payee-1');
    await open(sealed, 'payee-1');
    kms.asked.length = 0;
    await open(sealed, 'payee-1');
    expect(kms.asked).toEqual([]);
    const playedBack = playTimeAndChance({ milliseconds: () => Date.now() + 5 * 60_000 });
    await open(sealed, 'payee-1');
    playedBack();
    expect(kms.asked).toEqual(['Decrypt vault key 1']);
  });

  it('are not sealed with a public key that was injected into the table', async () => {
    const [stored] = await getItems([keys.vaultKey('1')]);
    const foreign = { ...stored, publicKey: Buffer.alloc(32, 9).toString('base64url') };
    await client.send(new PutCommand({ TableName: tableName(), Item: foreign }));
    const later = playTimeAndChance({ milliseconds: () => Date.now() + 60 * 60_000 });
    await expect(open(await seal(numbers, 'payee-1'), 'payee-1')).rejects.toThrow(
      'vault key 1 was not created by this portal',
    );
    later();
    await client.send(new PutCommand({ TableName: tableName(), Item: stored }));
  });
});
