import { beforeEach, describe, expect, it } from 'vitest';
import { accountsNow } from '../../functions/bank-files/sent-account-store.ts';
import { openBankAccount } from '../../functions/bank-accounts/store.ts';
import { loadPartner, partnerChange } from '../../functions/partners/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { newUser, userChange } from '../../functions/users/store.ts';
import { queryItems } from '../../functions/table/table.ts';
import { keys } from '../../functions/table/keys.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { paths } from '../../web/app/addresses.ts';
import { call, ownSessionsOf } from '../support/call.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { useWorld, somePartner } from '../support/world.ts';
import { asStored, createUser, mailsTo } from '../users/person.ts';

const world = useWorld();
let partner: Partner;
let managerEmail: string;

let count = 300;
beforeEach(async () => {
  count += 1;
  partner = somePartner(String(count));
  managerEmail = `m${count}@replaced.test`;
  const names = { firstName: 'Mo', lastName: 'Vik' };
  const manager = newUser({
    id: `user-${count}`,
    role: 'partnerManager',
    email: managerEmail,
    partnerId: partner.id,
    sessions: ownSessionsOf(`user-${count}`),
    ...names,
  });
  await transact(...partnerChange(null, partner), ...userChange(null, manager));
  expect((await save({ accountNumber: '12345001' })).status).toBe(200);
});

const id = () => partner.id;
const token = () => partner.payeeToken ?? '';
const look = async () => (await call(partners.bankingInfo, world.admin, { query: { partnerId: id() } })).body;
const save = (bankAccount: object, overrides: object = {}) =>
  call(partners.saveBankingInfo, world.admin, {
    body: {
      partnerId: id(),
      bankAccount: {
        routingNumber: '091000019',
        accountNumber: '55556666',
        bankAccountType: 0,
        ...bankAccount,
      },
      ...overrides,
    },
  });
const usedAt = async (hours: number): Promise<string> => {
  const account = (await accountsNow([token()], new Date(Date.now() + hours * 3_600_000))).get(token());
  return account ? (await openBankAccount(account)).accountNumber : '';
};
const decide = async (what: 'release' | 'withdraw', version?: number, as = world.admin) =>
  call(partners[`${what}BankAccount`], as, {
    params: { partnerID: id() },
    body: { version: version ?? (await look()).bankAccount.version },
  });
const events = async () =>
  (await queryItems(keys.audit(`partner ${id()}`, '', '').pk)).items.map(({ name }) => name);

describe('replaced account', () => {
  it('is pending for a day and the partner and its managers are notified', async () => {
    expect((await save({})).status).toBe(200);
    expect(await Promise.all([usedAt(0), usedAt(23.9), usedAt(24.1)])).toEqual([
      '12345001',
      '12345001',
      '55556666',
    ]);
    const { bankAccount, bankAccountRequest } = await look();
    expect(bankAccount.accountNumber).toBe('xxxxx5001');
    expect(bankAccountRequest).toMatchObject({
      bankAccountEditingAllowed: false,
      waiting: { accountNumber: 'xxxxx6666' },
    });
    await runJob(waitingJobs.at(-1) ?? '');
    for (const address of [partner.email, managerEmail]) {
      const mail = (await mailsTo(address)).at(-1) ?? '';
      expect(mail).toContain('ends in 6666');
      expect(mail).toContain('or earlier if an administrator releases it');
      expect(mail.match(/\S*\/contactus/g)?.every((link) => link.endsWith(paths.contactUs))).toBe(true);
    }
    expect(JSON.stringify(await look())).not.toContain('55556666');
  });

  it('locks editing until it is released or withdrawn', async () => {
    await save({});
    const locked = await save({ accountNumber: '77778888' });
    expect([locked.status, locked.body.message]).toEqual([
      423,
      expect.stringContaining('Editing is locked: a replaced bank account waits until'),
    ]);
    expect((await decide('withdraw')).status).toBe(200);
    expect([await usedAt(0), await usedAt(48)]).toEqual(['12345001', '12345001']);
    await save({ accountNumber: '77778888' });
    expect((await decide('release')).status).toBe(200);
    expect(await usedAt(0)).toBe('77778888');
    expect((await look()).bankAccountRequest).toEqual({ bankAccountEditingAllowed: true, waiting: null });
    expect(await events()).toEqual(
      expect.arrayContaining([
        'partner bank account replaced',
        'partner bank account released',
        'partner bank account withdrawn',
      ]),
    );
  });

  it('notifies the partner and its managers of a withdrawal and of a release', async () => {
    const lastMails = async () => {
      await runJob(waitingJobs.at(-1) ?? '');
      const mails = await Promise.all([partner.email, managerEmail].map(mailsTo));
      return mails.map((all) => all.at(-1));
    };
    await save({});
    await lastMails();
    expect((await decide('withdraw')).status).toBe(200);
    for (const mail of await lastMails()) {
      expect(mail).toContain('discarded the new bank account');
      expect(mail).toContain('ends in 6666. Wellport continues to withdraw from the old account.');
    }
    await save({ accountNumber: '77778888' });
    expect((await decide('release')).status).toBe(200);
    for (const mail of await lastMails()) expect(mail).toContain('ends in 8888 is now used');
  });

  it('is released or withdrawn once and only with the current version', async () => {
    await save({});
    expect((await decide('release', 99)).status).toBe(409);
    expect((await decide('release')).status).toBe(200);
    expect((await decide('withdraw')).status).toBe(409);
    const statuses = await Promise.all([save({ accountNumber: '1111' }), save({ accountNumber: '2222' })]);
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is released by another administrator than the one who entered it', async () => {
    const second = await createUser({ role: 'systemAdmin' });
    await save({});
    const { status, body } = await decide('release');
    expect([status, body.message]).toEqual([422, expect.stringContaining('Another administrator releases')]);
    expect(await usedAt(0)).toBe('12345001');
    expect((await decide('release', undefined, second)).status).toBe(200);
    expect(await usedAt(0)).toBe('55556666');
    await save({ accountNumber: '77778888' });
    expect((await decide('withdraw')).status).toBe(200);
    await transact(...userChange(await asStored(second.id), null));
  });

  it('is pending for the configured time', async () => {
    process.env.BANK_ACCOUNT_WAIT_HOURS = '0';
    try {
      await save({});
      expect(await usedAt(0)).toBe('55556666');
    } finally {
      delete process.env.BANK_ACCOUNT_WAIT_HOURS;
    }
  });
});

describe('masked numbers', () => {
  const masked = { routingNumber: 'xxxxx0019', accountNumber: 'xxxxx5001' };

  it('keep the stored numbers, and a new type applies immediately', async () => {
    expect((await save({ ...masked, bankAccountType: 1 })).status).toBe(200);
    const { bankAccount, bankAccountRequest } = await look();
    expect([bankAccount.bankAccountType, bankAccountRequest.waiting]).toEqual([1, null]);
    expect(await usedAt(0)).toBe('12345001');
  });

  it.each([
    [{ ...masked, accountNumber: 'xxxxx9999' }, 'bankAccount.accountNumber'],
    [{ ...masked, accountNumber: '5x5x5x5x' }, 'bankAccount.accountNumber'],
    [{ ...masked, routingNumber: 'xxxxx1111' }, 'bankAccount.routingNumber'],
    [{ ...masked, accountNumber: '55556666' }, 'bankAccount.routingNumber'],
    [{ ...masked, routingNumber: '091000019' }, 'bankAccount.accountNumber'],
  ])('reject %j if they differ from the stored numbers', async (numbers, field) => {
    const refused = await save(numbers);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, [field]]);
    expect(await usedAt(48)).toBe('12345001');
  });
});

describe('retrieving full numbers', () => {
  const retrieve = (reason: string | undefined) =>
    call(partners.bankAccountDetails, world.admin, { query: { payeeToken: token(), reason } });

  it('requires a reason and records it', async () => {
    for (const reason of [undefined, 'too short', 'x'.repeat(301)])
      expect((await retrieve(reason)).status).toBe(400);
    expect((await retrieve('The partner asked by phone.')).status).toBe(200);
    const { items } = await queryItems(keys.audit(`partner ${id()}`, '', '').pk);
    expect(items.at(-1)).toMatchObject({
      after: { reason: 'The partner asked by phone.', lastFour: '5001' },
    });
    expect(JSON.stringify(items)).not.toContain('12345001');
  });
});

describe('billing', () => {
  const billing = (body: object) =>
    call(partners.saveBillingInfo, world.admin, { params: { partnerID: id() }, body });
  const shown = async () =>
    (await call(partners.billingInfo, world.admin, { params: { partnerID: id() } })).body;
  const account = { routingNumber: '091000019', accountNumber: '55556666', bankAccountType: 0 };

  it('requires no account for ACH payment to HC and keeps the stored one', async () => {
    expect((await billing({ partnerBillingTypeID: 1, bankAccount: account })).status).toBe(400);
    expect((await billing({ partnerBillingTypeID: 1, bankAccount: null })).status).toBe(200);
    expect(await shown()).toMatchObject({
      partnerBillingTypeID: 1,
      bankAccount: { accountNumber: 'xxxxx5001' },
    });
    expect((await loadPartner(id())).partnerBillingTypeId).toBe(1);
  });

  it('requires an account for direct billing', async () => {
    const none = await billing({ partnerBillingTypeID: 2, bankAccount: null });
    expect([none.status, Object.keys(none.body.fields)]).toEqual([400, ['bankAccount']]);
    expect((await billing({ partnerBillingTypeID: 2, bankAccount: account })).status).toBe(200);
    expect((await shown()).bankAccountRequest.waiting.accountNumber).toBe('xxxxx6666');
  });

  it('is not overwritten after a concurrent change', async () => {
    const { version } = await shown();
    const body = { partnerBillingTypeID: 1, bankAccount: null, version };
    expect((await billing(body)).status).toBe(200);
    expect((await billing(body)).status).toBe(409);
  });
});
