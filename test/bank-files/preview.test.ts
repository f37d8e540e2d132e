import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '../../functions/table/keys.ts';
import { queryItems } from '../../functions/table/table.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import {
  accountNumberOf,
  check,
  finishEverything,
  giveAccount,
  givenPayments,
  outboxText,
  partnerQuery,
  paymentsAsStored,
  pin,
  send,
  setClock,
  somePayment,
  threePayments,
  useBankWorld,
} from './runs.ts';
import { defined } from '../support/defined.ts';

const world = useBankWorld();
beforeEach(() => setClock('2026-11-20T15:00:00Z'));
afterEach(() => vi.restoreAllMocks());

const sendAll = async (period: string) => {
  const { body } = await check(world.admin, period);
  const sent = await send(world.admin, period, body.hash);
  await finishEverything();
  return sent.body;
};

describe('the check before sending', () => {
  it('rejects a payment type without a flow', async () => {
    const wrongType = await call(bankFiles.checkPartnerWithdrawal, world.admin, {
      query: { ...partnerQuery('203001'), paymentTypeID: 7 },
    });
    expect(wrongType.status).toBe(422);
  });

  it('returns the number of payments without opening an account or creating a file', async () => {
    await givenPayments(threePayments('203107'));
    const query = { ...partnerQuery('203107'), onlyAvailability: true };
    const { body } = await call(bankFiles.checkPartnerWithdrawal, world.admin, { query });
    expect(body).toMatchObject({
      isAchUploadAvailable: true,
      paymentCount: 3,
      effectiveDate: '2026-11-23',
      hash: null,
      lines: [],
    });
    // a later preview is the first of its digest, so it has its own time
    setClock('2026-11-20T16:00:00Z');
    await check(world.admin, '203107');
    const download = await call(bankFiles.downloadPartnerWithdrawal, world.admin, {
      query: partnerQuery('203107'),
    });
    expect(download.bytes.toString().slice(23, 33)).toBe('2611201000');
  });

  it('is limited to the selected partner', async () => {
    await givenPayments([
      somePayment('P20', { periodId: '203002', partnerId: '1' }),
      somePayment('P21', { periodId: '203002', partnerId: '2', partnerNumber: 'PRT-2' }),
    ]);
    const query = { ...partnerQuery('203002'), partnerID: '2' };
    const { body } = await call(bankFiles.checkPartnerWithdrawal, world.admin, { query });
    expect(body.lines.map(({ name }: { name: string }) => name)).toEqual(['Company P21']);
  });

  it('returns full names with their member numbers, and the 22 characters that the bank receives', async () => {
    const long = 'Northern Lights Wellness and Fitness Center';
    const payments = [
      somePayment('N1', { periodId: '203109', partnerName: long, partnerNumber: 'PRT-91' }),
      somePayment('N2', { periodId: '203109', partnerName: 'Harbor', partnerNumber: 'PRT-92' }),
    ];
    await givenPayments(payments);
    await giveAccount(defined(payments[1]), accountNumberOf(defined(payments[1])), 'Σωκράτης Παπαδόπουλος');
    const { body } = await check(world.admin, '203109');
    expect(body.counts).toMatchObject({ changedNames: 1, shortenedNames: 1 });
    expect(body.lines).toEqual([
      expect.objectContaining({
        name: long,
        number: 'PRT-91',
        nameAtBank: 'Northern Lights Wellne',
        notes: ['new account', 'name shortened'],
      }),
      expect.objectContaining({
        name: 'Harbor',
        number: 'PRT-92',
        nameOnAccount: 'Σωκράτης Παπαδόπουλος',
        nameAtBank: 'Sokratis Papadopoulos',
        notes: ['new account', 'name changed'],
      }),
    ]);
    const { files } = await sendAll('203109');
    const text = await outboxText(files[0].name);
    expect(text).toContain('Sokratis Papadopoulos');
    expect(text).not.toContain('Harbor');
  });

  it('uses the next banking day after the cutoff, and states it', async () => {
    await givenPayments(threePayments('203103'));
    setClock('2026-11-25T23:00:00Z');
    const { body } = await check(world.admin, '203103');
    // Thanksgiving is not a banking day: the bank processes the file on Friday, and debits are effective on Monday
    expect(body).toMatchObject({ isAchUploadAvailable: true, effectiveDate: '2026-11-30' });
    expect(body.message).toContain(
      "Today's cutoff has passed. The bank will process this file on the next banking day.",
    );
  });

  it('states on a weekend that it is not a banking day, not that the cutoff has passed', async () => {
    await givenPayments(threePayments('203110'));
    setClock('2026-11-28T17:00:00Z');
    const { body } = await check(world.admin, '203110');
    expect(body.message).toMatch(
      / Today is not a banking day\. The bank will process this file on the next banking day\.$/,
    );
  });
});

describe('a facility deposit', () => {
  it('of one partner contains no payments of another', async () => {
    const ofPartner = (partnerId: string) =>
      somePayment(`FP${partnerId}`, {
        kind: 'facility',
        paymentTypeId: 3,
        periodId: '203105',
        partnerId,
        partnerNumber: `PRT-${partnerId}`,
        facilityId: '4100',
        facilityNumber: '4100',
        facilityName: 'Harbor Gym',
      });
    // the ID of partner 12 starts with the ID of partner 1
    await givenPayments(['1', '2', '12'].map(ofPartner));
    const countOf = async (partnerId: string) => {
      const params = { programPaymentTypeId: 1, partnerId, periodId: '203105' };
      const { body } = await call(bankFiles.checkFacilityDeposit, world.admin, { params });
      return body.paymentCount;
    };
    expect([await countOf('1'), await countOf('12'), await countOf('0')]).toEqual([1, 1, 3]);
  });

  it('is a credit with the period and the member count in its addenda', async () => {
    const facilities = [1, 2].map((index) =>
      somePayment(`F${index}`, {
        kind: 'facility',
        paymentTypeId: 3,
        periodId: '203104',
        facilityId: `410${index}`,
        facilityNumber: `410${index}`,
        facilityName: `Harbor Gym ${index}`,
        numberOfMembersWhoWillBePaid: index,
      }),
    );
    await givenPayments(facilities);
    const params = { programPaymentTypeId: 1, partnerId: '0', periodId: '203104' };
    const { body: checked } = await call(bankFiles.checkFacilityDeposit, world.admin, { params });
    expect(checked.totals).toEqual({ debit: 0, credit: 200 });
    const { body: sent } = await call(bankFiles.sendFacilityDeposit, world.admin, {
      params,
      body: { pin, hash: checked.hash },
    });
    await runJob(sent.jobId);
    const text = await outboxText(sent.files[0].name);
    expect(text.split('\n')[1]).toMatch(/^5220WELLPORT {8}.*CCDCLUBDEPOST/);
    expect(text).toContain('705April 2031: 2 members');
    for (const facility of await paymentsAsStored(facilities)) expect(facility.status).toBe(2);
    const download = await call(bankFiles.downloadFacilityDeposit, world.admin, { params });
    expect([download.status, download.body.message]).toEqual([
      409,
      expect.stringContaining('Nothing to send'),
    ]);
  });
});

describe('confidential data', () => {
  it('is not in the preview, responses, logs, audit trail, or storage in plain text', async () => {
    const written: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      written.push(String(text));
      return true;
    });
    const payments = threePayments('203105');
    await givenPayments(payments);
    const checked = await check(world.admin, '203105');
    const query = partnerQuery('203105');
    const download = await call(bankFiles.downloadPartnerWithdrawal, world.admin, { query });
    const wrong = await send(world.admin, '203105', checked.body.hash, { pin: '111222' });
    const sent = await send(world.admin, '203105', checked.body.hash);
    await finishEverything();
    const params = { bankFileId: sent.body.files[0].id };
    const shown = await call(bankFiles.get, world.admin, { params });
    const list = await call(bankFiles.list, world.admin);
    vi.restoreAllMocks();

    expect(download.headers['content-type']).toBe('text/plain');
    expect(download.headers['content-disposition']).toContain('.ach');
    const masked = download.bytes.toString();
    const real = await outboxText(sent.body.files[0].name);
    expect(masked.length).toBe(real.length);
    expect(masked).not.toBe(real);
    const audit = await Promise.all(
      [
        `bank file ${params.bankFileId}`,
        `bank run ${checked.body.hash}`,
        `user ${world.admin.id}`,
        `payment ${defined(payments[0]).id}`,
      ].map(async (subject) => (await queryItems(keys.audit(subject, '', '').pk)).items),
    );
    const file = await queryItems(keys.bankFile(params.bankFileId).pk);
    const responses = [checked, wrong, sent, shown, list].map(({ body }) => JSON.stringify(body));
    const everything = [masked, ...responses, ...written, JSON.stringify(audit), JSON.stringify(file)].join(
      '\n',
    );
    for (const payment of payments) {
      expect(real).toContain(accountNumberOf(payment));
      expect(everything).not.toContain(accountNumberOf(payment));
    }
    expect(everything).not.toContain(pin);
    expect(everything).not.toContain('111222');
    expect(written.length).toBeGreaterThan(5);
  });

  it('is never opened without an audit event: one for the preview, one for the file', async () => {
    const payments = threePayments('203106');
    await givenPayments(payments);
    await check(world.admin, '203106');
    await check(world.admin, '203106');
    const { hash, files } = await sendAll('203106');
    const opened = async (subject: string) =>
      (await queryItems(keys.audit(subject, '', '').pk)).items.filter(
        ({ name }) => name === 'bank accounts opened for a bank file',
      );
    expect(await opened(`bank file ${files[0].id}`)).toHaveLength(1);
    const trail = (await queryItems(keys.audit(`bank file ${files[0].id}`, '', '').pk)).items;
    expect(trail.map(({ name }) => String(name)).toSorted()).toEqual([
      'bank accounts opened for a bank file',
      'bank file attempted',
      'bank file delivered',
      'bank file sent',
    ]);
    expect(hash).toMatch(/^[\da-f]{64}$/);
  });
});
