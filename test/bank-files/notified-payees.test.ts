import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { payeeEmail } from '../../functions/bank-files/inbox/notify-payees.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { newInboxEntry } from '../../shared/bank-files/inbox-file.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { addFacilities } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { busy, emailProblem, emailService } from '../support/email-service.ts';
import { allRunningJobs, runJob } from '../support/jobs.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank } from './received.ts';
import { givenPayments, outboxText, pin, setClock, setClockIn, somePayment, useBankWorld } from './runs.ts';
import { defined } from '../support/defined.ts';

const world = useBankWorld();

async function sentOf(period: string, count: number) {
  setClockIn(period);
  await givenPayments(
    Array.from({ length: count }, (_, index) =>
      somePayment(`T${period}${index}`, { periodId: period, amountToBeSent: 1000 }),
    ),
  );
  return (await sendToBank(world.admin, period)).text;
}

describe('payees with unusable accounts', () => {
  it('are each notified once, regardless of how many a file contains', async () => {
    const text = await sentOf('207103', 7);
    const sent = emailService();
    const file = await receiveAndProcess(world.admin, fileFromBank(replies(text, Array(7).fill('R02'))));
    expect(file.entries.map(({ notice }: { notice: string }) => notice)).toEqual(Array(7).fill('sent'));
    expect(sent).toEqual(Array(7).fill('office1@partner.test'));
  });

  it('are marked if the email service rejects their address, and the others are notified', async () => {
    const text = await sentOf('207203', 3);
    const refusal = (to: string) => emailProblem('MessageRejected', `failed the check: ${to}`);
    const sent = emailService((index, to) => index === 2 && refusal(to));
    const file = await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R02', 'R03', 'R04'])));
    expect(file.entries).toMatchObject([{ notice: 'sent' }, { notice: 'no address' }, { notice: 'sent' }]);
    expect(file).toMatchObject({ status: 'done', applied: 3 });
    expect(sent).toHaveLength(2);
  });

  it('are notified once if the email service is temporarily unavailable', async () => {
    const text = await sentOf('207303', 4);
    const sent = emailService((index) => index === 3 && busy());
    const file = await receiveAndProcess(world.admin, fileFromBank(replies(text, Array(4).fill('R02'))));
    expect(file.entries.map(({ notice }: { notice: string }) => notice)).toEqual(Array(4).fill('sent'));
    expect(sent).toHaveLength(4);
  });

  it('that are facilities have their managers notified once; a facility without a manager is marked', async () => {
    setClock('2074-03-10T15:00:00Z');
    await addFacilities(['4200']);
    const emails = ['kit', 'lou'].map((name) => `${name}-${randomUUID().slice(0, 8)}@clubs.test`);
    for (const email of emails)
      await call(facilities.inviteManager, world.admin, {
        params: { facilityId: '4100' },
        body: { firstName: 'Kit', lastName: 'Hale', email },
      });
    await givenPayments(
      ['4100', '4200'].map((facilityId) =>
        somePayment(`T-CLUB-${facilityId}`, {
          kind: 'facility',
          paymentTypeId: 3,
          periodId: '207403',
          facilityId,
          facilityNumber: facilityId,
          facilityName: `Harbor Gym ${facilityId}`,
        }),
      ),
    );
    const params = { programPaymentTypeId: 1, partnerId: '0', periodId: '207403' };
    const { body: checked } = await call(bankFiles.checkFacilityDeposit, world.admin, { params });
    const body = { pin, hash: checked.hash };
    const { body: file } = await call(bankFiles.sendFacilityDeposit, world.admin, { params, body });
    await runJob(file.jobId);
    const text = await outboxText(file.files[0].name);
    const sent = emailService();
    const back = await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R02', 'R02'])));
    expect(back.entries).toHaveLength(2);
    expect(back.entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Harbor Gym 4100', notice: 'sent' }),
        expect.objectContaining({ name: 'Harbor Gym 4200', notice: 'no address' }),
      ]),
    );
    const jobs = (await allRunningJobs()).filter(({ kind }) => kind === 'club email');
    expect(jobs).toHaveLength(1);
    const { id, input } = defined(jobs[0]);
    const { status } = await runJob(id);
    expect([status, sent.toSorted()]).toEqual(['done', [world.facilityManager.email, ...emails].toSorted()]);
    expect(input).toMatchObject({
      facilityId: '4100',
      subject: 'Update your bank account',
      paragraphs: [
        expect.stringMatching(
          /^Your bank returned a payment of \$100\.00 because the account ending in \d{4} of Harbor Gym 4100 cannot be used\./,
        ),
        'Enter new bank details, and we will try again soon.',
      ],
      link: { title: 'Go to your bank account', path: '/facilitymanager/bankaccount' },
    });
  });
});

describe('the email to a payee', () => {
  const entry = newInboxEntry({
    inboxFileId: 'I1',
    position: 1,
    about: 'return',
    code: 'R02',
    originalTrace: '091000020000001',
    amount: 24_00,
    name: 'Linnea Okonkwo',
    lastFour: '5019',
    status: 'applied',
    reason: '',
    bankFileId: null,
    paymentId: null,
    receivedAt: '2026-11-10T15:00:00.000Z',
  });
  const member = {
    kind: 'member',
    id: 'M1',
    name: 'Linnea',
    email: 'linnea@members.test',
    isTried: false,
    goesAgain: true,
  } as const;
  const partner = { ...member, kind: 'partner', name: 'Jo', email: 'jo@partner.test' } as const;
  const partsOf = (...values: Parameters<typeof payeeEmail>) => {
    const { subject, text } = payeeEmail(...values);
    return [subject, ...text.split('\n\n')];
  };

  it('requests new bank details under Billing from a member', () => {
    expect(partsOf(entry, member)).toEqual([
      'Update your bank account',
      'Hello Linnea,',
      'Your bank returned a payment of $24.00 because the account ending in 5019 cannot be used. The payment did not go through.',
      'Enter new bank details under Billing, and we will try again soon.',
      `Go to billing: ${process.env.SITE_ADDRESS}/member/account/billing?member=M1`,
      expect.stringMatching(/^You receive this email because .+ Get help: http/),
    ]);
  });

  it('mentions no payment if only a prenote was returned', () => {
    expect(partsOf({ ...entry, amount: 0 }, partner).slice(1, 4)).toEqual([
      'Hello Jo,',
      'Your bank reported that the account ending in 5019 cannot be used.',
      'Send us new bank details, and we will try again soon.',
    ]);
  });

  it('states that a payment is retried with the same account', () => {
    expect(partsOf({ ...entry, code: 'R01' }, { ...member, isTried: true, goesAgain: true })).toEqual([
      'Your bank returned a payment',
      'Hello Linnea,',
      'Your bank returned a payment of $24.00 because the account ending in 5019 did not have enough money. The payment did not go through.',
      'We will try again soon. Make sure that the money is there, or enter another account under Billing.',
      `Go to billing: ${process.env.SITE_ADDRESS}/member/account/billing?member=M1`,
      expect.stringMatching(/^You receive this email because .+ Get help: http/),
    ]);
  });
});
