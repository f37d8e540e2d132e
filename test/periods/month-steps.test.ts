import { beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../support/jobs.ts';
import { ledger } from '../../shared/contracts/ledger.ts';
import {
  monthSteps,
  stepsOfMonth,
  type MonthFigures,
  type MonthStepId,
} from '../../shared/payments/month-steps.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { periods } from '../../shared/contracts/periods.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank } from '../bank-files/received.ts';
import { givenPayments, givePin, setClock, somePayment } from '../bank-files/runs.ts';
import { call } from '../support/call.ts';
import { makeWorld, type World } from '../support/world.ts';
import { defined } from '../support/defined.ts';

const sums = {
  owed: 100_00,
  corrected: 0,
  toSend: 0,
  submitted: 0,
  received: 0,
  returned: 0,
  completed: 100_00,
  outstanding: 0,
  unexplained: 0,
  findingCount: 0,
};
const finished: MonthFigures = {
  visits: 1200,
  hasBegun: true,
  isClosed: true,
  closesOn: '2026-11-09',
  reportedUntil: '2026-11-08',
  generations: { all: 11, due: 11, made: 11, running: 0, lapsed: 0, nextDue: null },
  sums,
  pending: 0,
  toSend: { ready: 0, later: 0, unchecked: 0, excluded: 0 },
  returned: 0,
  approvals: { waiting: 0, ofCaller: 0 },
  files: { unknown: 0, onTheirWay: 0 },
};
const stepOf = (facts: MonthFigures, id: MonthStepId) => {
  const { step: _, ...told } = defined(stepsOfMonth(facts).find(({ step }) => step === id));
  return told;
};
const withToSend = (parts: Partial<MonthFigures['toSend']>): MonthFigures => ({
  ...finished,
  toSend: { ...finished.toSend, ...parts },
});
const withSums = (overrides: Partial<typeof sums>): MonthFigures => ({
  ...finished,
  sums: { ...sums, ...overrides },
});

describe('the steps of a month', () => {
  it('are all done after every cent is completed and explained', () => {
    expect(stepsOfMonth(finished).map(({ step, state }) => [step, state])).toEqual(
      monthSteps.map(({ id }) => [id, 'done']),
    );
    expect(stepOf(finished, 'sent').text).toBe('Sent $100.00.');
  });

  it('are all later for a month that has not begun', () => {
    const facts: MonthFigures = {
      ...finished,
      visits: 0,
      hasBegun: false,
      isClosed: false,
      generations: { all: 11, due: 0, made: 0, running: 0, lapsed: 0, nextDue: '2026-12-25' },
      sums: null,
    };
    expect(stepsOfMonth(facts).map(({ state }) => state)).toEqual(monthSteps.map(() => 'later'));
    expect(stepOf(facts, 'generated').text).toBe('Begins on 12/25/2026.');
  });

  it('are all later for a month before the portal was used, unless it has records', () => {
    const none = { all: 11, due: 11, made: 0, running: 0, lapsed: 0, nextDue: null };
    const unused: MonthFigures = { ...finished, visits: 0, generations: none, sums: null };
    expect(stepsOfMonth(unused).map(({ state }) => state)).toEqual(monthSteps.map(() => 'later'));
    for (const values of [{ visits: 1 }, { generations: { ...none, made: 1 } }, { sums }])
      expect(stepOf({ ...unused, ...values }, 'generated').state).toBe('problem');
  });

  it.each<[MonthStepId, MonthFigures, string, string]>([
    ['visits', { ...finished, visits: 0 }, 'problem', 'Import the check-ins. None arrived.'],
    [
      'visits',
      { ...finished, isClosed: false },
      'now',
      'Import check-ins until 11/08/2026. 1,200 visits so far.',
    ],
    ['closed', { ...finished, isClosed: false }, 'later', 'Closes on 11/09/2026.'],
    [
      'generated',
      { ...finished, generations: { all: 11, due: 11, made: 10, running: 0, lapsed: 0, nextDue: null } },
      'problem',
      'Generate the missing payments.',
    ],
    [
      'generated',
      { ...finished, generations: { all: 9, due: 9, made: 9, running: 0, lapsed: 2, nextDue: null } },
      'done',
      'All payments are generated, except dues that can no longer be collected.',
    ],
    [
      'generated',
      {
        ...finished,
        generations: { all: 11, due: 4, made: 4, running: 0, lapsed: 0, nextDue: '2026-11-09' },
      },
      'later',
      'The remaining payments are generated on 11/09/2026.',
    ],
    [
      'generated',
      { ...finished, generations: { all: 11, due: 4, made: 3, running: 1, lapsed: 0, nextDue: null } },
      'now',
      '1 generation is running.',
    ],
    ['corrected', withSums({ toSend: 1, corrected: 20_00 }), 'done', '$20.00 corrected.'],
    ['corrected', withSums({ toSend: 1 }), 'later', 'Amounts can be corrected until they are sent.'],
    ['approved', { ...finished, approvals: { waiting: 2, ofCaller: 1 } }, 'now', 'Approve 1 file.'],
    [
      'approved',
      { ...finished, approvals: { waiting: 1, ofCaller: 1 } },
      'now',
      '1 file waits for another administrator, because you confirmed first.',
    ],
    ['approved', withSums({ toSend: 1 }), 'later', 'Determined when a file is sent.'],
    ['sent', withToSend({ ready: 5_00 }), 'now', 'Send $5.00.'],
    ['sent', withToSend({ excluded: 5_00 }), 'now', '$5.00 is excluded from sending: review it.'],
    [
      'sent',
      withToSend({ ready: 1_00, later: 2_00, unchecked: 3_00, excluded: 4_00 }),
      'now',
      'Send $1.00. Check $3.00 that is pending. $2.00 can be sent later. $4.00 is excluded from sending: review it.',
    ],
    [
      'sent',
      { ...finished, files: { unknown: 1, onTheirWay: 2 } },
      'problem',
      'Resolve the unknown delivery of 1 file.',
    ],
    ['sent', { ...finished, files: { unknown: 0, onTheirWay: 2 } }, 'now', '2 files are being sent.'],
    ['sent', withSums({ completed: 0 }), 'done', 'Nothing to send.'],
    ['sent', withSums({ submitted: 1_00, returned: 2_00, received: 3_00 }), 'done', 'Sent $106.00.'],
    ['acknowledged', withSums({ submitted: 7_00 }), 'now', '$7.00 waits for the bank’s acknowledgement.'],
    [
      'settled',
      { ...withSums({ received: 1 }), returned: 7_00 },
      'problem',
      'Decide about $7.00 that was returned.',
    ],
    // a return needs a decision before the nightly proof counts it
    [
      'settled',
      { ...finished, sums: null, returned: 7_00 },
      'problem',
      'Decide about $7.00 that was returned.',
    ],
    // returned payments that are sent again need no decision
    ['settled', withSums({ returned: 7_00 }), 'later', ''],
    ['settled', withSums({ received: 7_00 }), 'now', '$7.00 completes after the return window.'],
    ['settled', withSums({ submitted: 7_00 }), 'later', ''],
    ['proved', withSums({ findingCount: 2, unexplained: 1 }), 'problem', 'Explain 2 findings of $0.01.'],
    ['proved', withSums({ outstanding: 9_00 }), 'now', 'Every cent is explained. $9.00 is outstanding.'],
    ['proved', { ...finished, sums: null }, 'later', 'The nightly proof counts it.'],
    [
      'approved',
      { ...finished, sums: null, approvals: { waiting: 1, ofCaller: 0 } },
      'now',
      'Approve 1 file.',
    ],
    [
      'sent',
      { ...finished, sums: null, files: { unknown: 2, onTheirWay: 0 } },
      'problem',
      'Resolve the unknown delivery of 2 files.',
    ],
    ['sent', { ...finished, sums: null }, 'later', ''],
  ])('names for %s the next action or the result', (id, facts, state, text) => {
    expect(stepOf(facts, id)).toEqual({ state, text });
  });
});

describe('the months', () => {
  let world: World;
  beforeAll(async () => void (world = await makeWorld()));
  const months = async () =>
    (await call(periods.months, world.admin, { query: {} })).body as {
      items: {
        periodId: string;
        countedAt: string | null;
        steps: { step: string; state: string; text: string }[];
        lines: { step: string; paymentTypeID: number }[];
      }[];
      nextCursor: string | null;
    };

  it('follow from visits, payments, files, and returns', async () => {
    setClock('2026-11-10T15:00:00Z');
    await givePin(world.admin.id);
    const { id: partnerId } = world.own.partner;
    const payment = somePayment(`P-1-4-${partnerId}-202610`, {
      periodId: '202610',
      partnerId,
      totalPayment: 100_00,
    });
    await givenPayments([payment]);
    const text = async (step: string) => {
      const { jobId } = (await call(ledger.prove, world.admin, { params: { periodId: '202610' }, body: {} }))
        .body;
      await runJob(jobId as string);
      const month = (await months()).items.find(({ periodId }) => periodId === '202610');
      return month?.steps.find((candidate) => candidate.step === step)?.text;
    };
    expect(await text('sent')).toBe('Send $100.00.');
    expect(await text('visits')).toBe('Import the check-ins. None arrived.');
    const { keyFobNumber } = world.own.member;
    const lines = `Key Fob,Member ID,Email,Club ID,Date,Time\n${keyFobNumber},,,${world.facility.facilityNumber},10/05/2026,`;
    const files = { file: { name: 'visits.csv', bytes: Buffer.from(lines) } };
    const { body } = await call(visits.importCheckIns, world.admin, { files });
    await runJob(body.jobId as string);
    expect(await text('visits')).toBe('1 visit counted.');
    const sent = await sendToBank(world.admin, '202610');
    expect(await text('acknowledged')).toBe('$100.00 waits for the bank’s acknowledgement.');
    await receiveAndProcess(world.admin, fileFromBank(replies(sent.text, ['R02'])));
    expect(await text('settled')).toBe('Decide about $100.00 that was returned.');
  });

  it('name no dues that were not generated while they could be collected', async () => {
    setClock('2026-11-10T15:00:00Z');
    const body = { programTypeID: 1, programPaymentTypeID: 1, partnerID: 0, usagePeriodID: '202610' };
    await runJob((await call(payments.generateFacilityPayments, world.admin, { body })).body.jobId);
    const toGenerate = (await months()).items.flatMap(({ periodId, lines }) =>
      lines.filter(({ step }) => step === 'generated').map((line) => `${periodId} ${line.paymentTypeID}`),
    );
    expect(toGenerate).toContain('202611 6');
    expect(toGenerate).toContain('202610 4');
    expect(toGenerate).not.toContain('202610 6');
  });

  it('are listed four per page, newest first', async () => {
    const { items, nextCursor } = await months();
    expect(items.map(({ periodId }) => periodId)).toEqual(
      items
        .map(({ periodId }) => periodId)
        .toSorted()
        .toReversed(),
    );
    expect(items).toHaveLength(4);
    const more = (await call(periods.months, world.admin, { query: { cursor: defined(nextCursor) } })).body;
    expect(more.items[0].periodId < defined(items.at(-1)).periodId).toBe(true);
  });
});
