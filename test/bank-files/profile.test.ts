import { beforeEach, describe, expect, it } from 'vitest';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { nachaBatches, testBankFile } from '../../shared/bank-files/bank-flows.ts';
import {
  companyIdOf,
  remittanceOf,
  remoteNameOf,
  bankSettings,
  deployedBankSettings,
  sameDayAtOf,
} from '../../shared/bank-files/bank-settings.ts';
import { acknowledgementFile } from '../../infra/local/bank/reply-file.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { effectiveDateFor, missedCutoff } from '../../shared/bank-files/effective-date.ts';
import { checkNachaFile } from '../../shared/bank-files/nacha/check-file.ts';
import { buildNachaFile } from '../../shared/bank-files/nacha/write-file.ts';
import { readNachaFile } from '../../shared/bank-files/nacha/read-file.ts';
import { nextCutOff } from '../../shared/bank-files/bank-day.ts';
import { call } from '../support/call.ts';
import { balancedSettings, batch, payments, moment, settings } from './bank-fixtures.ts';
import {
  check,
  finishEverything,
  givenPayments,
  outboxNames,
  outboxText,
  send,
  setClock,
  somePayment,
  threePayments,
  useBankWorld,
} from './runs.ts';
import { receiveAndProcess, statusesOf } from './received.ts';
import { defined } from '../support/defined.ts';

const profile = (change: object) => bankSettings.parse({ ...settings, ...change });
const windows = [
  { cutOff: '13:00', settlesAt: '17:00' },
  { cutOff: '09:30', settlesAt: '13:00' },
];
const sameDay = { windows, flows: ['partnerWithdrawal' as const] };
// Chicago time on a Friday in November
const at = (time: string) => new Date(`2026-11-20T${time}:00-06:00`);

describe('the company entry description', () => {
  it('is a setting of each flow', () => {
    const wages = profile({ description: { memberReimbursement: 'PAYROLL' } });
    const batch = { effectiveDate: '2026-11-25', payments: [] };
    const [reimbursements, dues, retried] = nachaBatches(wages, [
      { ...batch, bankFlow: 'memberReimbursement' },
      { ...batch, bankFlow: 'memberDues' },
      { ...batch, bankFlow: 'memberDues', retry: true },
    ]);
    expect(reimbursements?.description).toBe('PAYROLL');
    expect(dues?.description).toBe('DUES');
    expect(retried?.description).toBe('RETRY PYMT');
  });

  it.each(['Reversal', 'RETRY PYMT', 'Payroll', 'ACCTVERIFY', 'MORE THAN TEN', '', 'É'])(
    'cannot be %j',
    (memberDues) => {
      const { error } = bankSettings.safeParse({ ...settings, description: { memberDues } });
      expect(error?.issues[0]?.path).toEqual(['description', 'memberDues']);
    },
  );
});

describe('the validation of accounts', () => {
  const deployed = (change: object) => deployedBankSettings({ ...sent, ...change });
  const { prenotes: _, ...sent } = settings;

  it('is by prenotes for debits that members authorize online, of each class', () => {
    expect(deployed({}).prenotes).toMatchObject({ memberDues: true, memberReimbursement: false });
    expect(deployed({ prenotes: { partnerWithdrawal: true } }).prenotes).toMatchObject({
      memberDues: true,
      partnerWithdrawal: true,
    });
    expect(deployed({ entryClass: { memberDues: 'PPD' } }).prenotes.memberDues).toBe(true);
  });

  it('cannot be turned off for them', () => {
    const off = { prenotes: { memberDues: false } };
    for (const entryClass of [{}, { memberDues: 'PPD' }])
      expect(() => deployed({ ...off, entryClass })).toThrow(
        /authorize online \(memberDues\), also of class PPD/,
      );
  });
});

describe('the file name', () => {
  const file = {
    createdOn: '2026-11-20',
    fileIdModifier: 'B',
    bankFlow: 'memberDues' as const,
    fileHash: 'ab'.repeat(32),
  };

  it('follows the bank’s template', () => {
    expect(remoteNameOf(settings, file)).toBe('20261120-B-dues-abababab.ach');
    const template = 'ACH.{company}.{yymmdd}{modifier}.txt';
    expect(remoteNameOf(profile({ fileName: template }), file)).toBe('ACH.1234567890.261120B.txt');
  });

  it.each(['{date}.ach', '{modifier}.ach', '{date}{modifier}{secret}', '../{date}{modifier}', ''])(
    '%j is not a valid template: two files could have the same name or leave their folder',
    (fileName) => {
      expect(bankSettings.safeParse({ ...settings, fileName }).success).toBe(false);
    },
  );
});

describe('the bank’s format', () => {
  it('ends every line with CR and LF if the bank requires it, and the checker rejects other line ends', () => {
    const crlf = { ...settings, lineEnd: 'crlf' as const };
    const plain = buildNachaFile(
      settings,
      nachaBatches(settings, [batch({ payments: payments(3) })]),
      moment,
    );
    const text = buildNachaFile(crlf, nachaBatches(crlf, [batch({ payments: payments(3) })]), moment);
    expect(text).toBe(plain.replaceAll('\n', '\r\n'));
    expect(checkNachaFile(text, crlf)).toEqual([]);
    expect(checkNachaFile(Buffer.from(text), crlf)).toEqual([]);
    expect(checkNachaFile(text)).not.toEqual([]);
    expect(checkNachaFile(plain, crlf)).not.toEqual([]);
    expect(readNachaFile(text).file?.totals).toEqual(readNachaFile(plain).file?.totals);
    expect(checkNachaFile(text.replace('\r\n', '\n'), crlf)).not.toEqual([]);
    expect(checkNachaFile(plain.replace('\n', '\r\n'), crlf)).not.toEqual([]);
    expect(checkNachaFile(text.replace('0000000100', '0000000101'), crlf)).not.toEqual([]);
  });

  it('uses the bank’s company name for the flow in header and control', () => {
    const using = profile({ companyIds: { memberDues: '9000000002' } });
    expect(companyIdOf(using, 'facilityDeposit')).toBe('1234567890');
    const written = buildNachaFile(
      using,
      nachaBatches(using, [batch(), batch({ bankFlow: 'facilityDeposit' })]),
      moment,
    ).split('\n');
    expect(written.filter((text) => text.startsWith('5')).map((text) => text.slice(40, 50))).toEqual([
      '9000000002',
      '1234567890',
    ]);
    expect(written.filter((text) => text.startsWith('8')).map((text) => text.slice(44, 54))).toEqual([
      '9000000002',
      '1234567890',
    ]);
  });

  it('writes addenda as text, as an X12 segment, or not at all', () => {
    const payment = somePayment('P1', {
      kind: 'facility',
      periodId: '202611',
      amountToBeSent: 123_40,
      numberOfMembersWhoWillBePaid: 2,
    });
    const addendaOf = (addenda: string) => remittanceOf(profile({ addenda }), 'facilityDeposit', payment);
    expect(addendaOf('text')).toBe('November 2026: 2 members');
    const single = { ...payment, numberOfMembersWhoWillBePaid: 1, id: `x${'1'.repeat(30)}` };
    expect(remittanceOf(profile({ addenda: 'text' }), 'facilityDeposit', single)).toBe(
      'November 2026: 1 member',
    );
    expect(remittanceOf(profile({ addenda: 'x12' }), 'facilityDeposit', single)).toContain(
      `*${'1'.repeat(30)}**`,
    );
    expect(addendaOf('x12')).toBe('RMR*IV*P1**123.40\\');
    expect(addendaOf('none')).toBeUndefined();
    expect(remittanceOf(profile({ addenda: 'x12' }), 'partnerWithdrawal', somePayment('P2'))).toBeUndefined();
  });
});

describe('several cutoffs', () => {
  const using = profile({ sameDay });
  const settles = (time: string, bankFlow: 'partnerWithdrawal' | 'facilityDeposit' = 'partnerWithdrawal') =>
    effectiveDateFor(using, bankFlow, '2026-11-20', at(time));

  it('allow same-day settlement until the last of them, only for the flows of the profile', () => {
    expect(settles('09:00')).toBe('2026-11-20');
    expect(settles('12:59')).toBe('2026-11-20');
    expect(settles('13:00')).toBe('2026-11-23');
    expect(settles('09:00', 'facilityDeposit')).toBe('2026-11-23');
    // a Saturday, and a day with a later due date
    const saturday = new Date('2026-11-21T15:00:00Z');
    expect(effectiveDateFor(using, 'partnerWithdrawal', '2026-11-21', saturday)).toBe('2026-11-24');
    expect(effectiveDateFor(using, 'partnerWithdrawal', '2026-12-01', at('09:00'))).toBe('2026-12-01');
  });

  it('are in the batch and on the treasury page, the next one first', () => {
    const saidAt = (time: string) => sameDayAtOf(using, 'partnerWithdrawal', at(time), '2026-11-20');
    expect(['09:29', '09:30', '13:00'].map(saidAt)).toEqual(['1300', '1700', undefined]);
    expect(sameDayAtOf(using, 'partnerWithdrawal', at('09:00'), '2026-11-23')).toBeUndefined();
    expect(['09:00', '10:00', '14:00'].map((time) => nextCutOff(using, at(time)).time)).toEqual([
      '09:30',
      '13:00',
      '16:30',
    ]);
    expect(nextCutOff(profile({ sameDay: { windows, flows: [] } }), at('09:00')).time).toBe('16:30');
  });

  it('cancel a file of that day when they have passed', () => {
    const file = { bankFlow: 'partnerWithdrawal' as const, effectiveDate: '2026-11-20' };
    expect(missedCutoff(using, file, at('12:59'))).toBeUndefined();
    expect(missedCutoff(using, file, at('13:00'))).toContain('can no longer process this file');
  });
});

describe('a test file', () => {
  it.each([
    ['plain', settings],
    ['balanced', balancedSettings],
  ] as const)('of a %s profile has three $0.00 prenotes that a bank accepts', (_, using) => {
    const text = testBankFile(using, at('17:00'));
    expect(checkNachaFile(text)).toEqual([]);
    const { file } = readNachaFile(text);
    const entries = defined(file).batches.flatMap((readBatch) => readBatch.entries);
    expect(entries.map(({ transactionCode, amount }) => [transactionCode, amount])).toEqual([
      [28, 0],
      [23, 0],
      [33, 0],
    ]);
    expect(defined(file).batches.map(({ effectiveDate }) => effectiveDate)).toEqual(
      Array(3).fill('2026-11-24'),
    );
    expect(defined(file).totals).toMatchObject({ debit: 0, credit: 0 });
  });
});

const world = useBankWorld();

describe('the profile of the environment', () => {
  const environment = defined(environmentBankSettings);
  beforeEach(() =>
    Object.assign(
      environment,
      profile({
        twoPersons: { above: null, entryAbove: null, dayAbove: null, forNewAccounts: false, allowsOne: true },
        sameDay,
        lineEnd: 'crlf',
        fileName: 'ACH{yymmdd}{modifier}.TXT',
      }),
    ),
  );

  it('creates the sent file byte for byte; amounts over the same-day limit are excluded', async () => {
    setClock('2091-11-09T15:00:00Z');
    const payments = threePayments('209110');
    const large = somePayment('P2091large', {
      periodId: '209110',
      totalPayment: 2_000_000_00,
      amountToBeSent: 1_000_000_01,
    });
    await givenPayments([...payments, large]);
    const { body: checked } = await check(world.admin, '209110');
    expect(checked).toMatchObject({
      effectiveDate: '2091-11-09',
      // the modifier is assigned when the file is sent
      files: [{ name: 'ACH911109?.TXT' }],
      excluded: [{ amount: 1_000_000.01, reason: expect.stringContaining('limited to $1,000,000.00') }],
    });
    expect((await send(world.admin, '209110', checked.hash)).status).toBe(200);
    await finishEverything();
    expect(await statusesOf([...payments, large])).toEqual([2, 2, 2, 0]);
    expect(await outboxNames()).toEqual(['ACH911109A.TXT']);
    const text = await outboxText('ACH911109A.TXT');
    expect(defined(text.split('\r\n')[1]).slice(53, 75)).toBe('PARTNERFEESD1300911109');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);

    const { entries } = await receiveAndProcess(world.admin, acknowledgementFile(text), 'ack.txt');
    expect(entries).toMatchObject([{ status: 'applied', name: 'ACH911109A.TXT' }]);
    expect(await statusesOf(payments)).toEqual([1, 1, 1]);
  });

  it('counts a file toward the daily limit regardless of its name', async () => {
    setClock('2091-12-10T15:00:00Z');
    const payments = threePayments('209111');
    await givenPayments(payments);
    const { body: first } = await check(world.admin, '209111');
    expect((await send(world.admin, '209111', first.hash)).status).toBe(200);
    await finishEverything();
    await givenPayments(threePayments('209112'));
    environment.limits.day = 100_00;
    const { body: second } = await check(world.admin, '209112');
    expect(second.errorMessage).toContain('at most $100.00 per day');
  });

  it('creates a test file, which is not sent', async () => {
    setClock('2091-11-12T15:00:00Z');
    const before = await outboxNames();
    const response = await call(bankFiles.downloadTestFile, world.admin, {});
    expect(response.status).toBe(200);
    expect(response.bytes.toString('latin1')).toContain('TESTFILE\r\n');
    expect(await outboxNames()).toEqual(before);
    expect((await call(bankFiles.downloadTestFile, world.own.manager, {})).status).toBe(403);
  });
});
