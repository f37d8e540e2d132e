import { describe, expect, it } from 'vitest';
import type { User } from '../../functions/users/user.ts';
import { acknowledgementFile } from '../../infra/local/bank/reply-file.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { call } from '../support/call.ts';
import { trailOf } from '../support/trail.ts';
import { fileFromBank, receive, receiveAndProcess, replies, sendThree } from './received.ts';
import {
  check,
  finishEverything,
  givenPayments,
  restoreOutbox,
  pin,
  setClockIn,
  somePayment,
  threePayments,
  useTwoAdministrators,
  sendUnconfirmed,
} from './runs.ts';

const [world, other] = useTwoAdministrators();

const sentThree = async (period: string) => (await sendThree(world.admin, period)).text;
const settle = async (inboxFileId: string, position: number, body: object) => {
  const { status, body: said } = await call(bankFiles.settleEntry, world.admin, {
    params: { inboxFileId, position },
    body,
  });
  return { status, message: said.message, fields: said.fields };
};

async function eventsOf(bankFileId: string): Promise<object[]> {
  const trail = await trailOf(`bank file ${bankFileId}`);
  return trail
    .filter(({ name }) => String(name).includes('resol'))
    .map(({ name, before, after }) => ({ name, ...(before !== undefined && { before }), after }));
}

it('missing records are reported as not found', async () => {
  const params = { inboxFileId: 'a'.repeat(64), position: 1 };
  const decision = { action: 'dismiss', note: 'Not ours.' };
  const resolution = { outcome: 'arrived', note: 'By phone.' };
  const file = { params: { bankFileId: 'none' } };
  const responseOf = async (answer: ReturnType<typeof call>) => {
    const { status, body } = await answer;
    return [status, body.message];
  };
  const received = call(bankFiles.getReceived, world.admin, { params });
  expect(await responseOf(received)).toEqual([404, 'Received file not found.']);
  const settled = call(bankFiles.settleEntry, world.admin, { params, body: decision });
  expect(await responseOf(settled)).toEqual([404, 'Received file not found.']);
  expect(await responseOf(call(bankFiles.get, world.admin, file))).toEqual([404, 'Bank file not found.']);
  const resolved = call(bankFiles.resolveFile, world.admin, { ...file, body: resolution });
  expect(await responseOf(resolved)).toEqual([404, 'Bank file not found.']);
});

describe('a decision about an entry', () => {
  it('is rejected with an alternative if it is not possible', async () => {
    const text = await sentThree('208103');
    const back = fileFromBank(replies(text, ['R99', 'R29'])).replace('0000001000', '0000001001');
    const { id, entries } = await receiveAndProcess(world.admin, back);
    const trace = entries[1].originalTrace;
    const refused = (field: string, message: string) => ({
      status: 422,
      message,
      fields: { [field]: message },
    });
    const meant = { action: 'assign', note: 'Meant this.' };
    const closing = { action: 'close', note: 'The bank was called.' };
    expect(await settle(id, 1, closing)).toEqual(
      refused('action', 'Assign this entry to what was sent, or dismiss it.'),
    );
    expect(await settle(id, 1, { ...meant, trace: '091000029999999' })).toEqual(
      refused('trace', 'We did not send an entry with this trace number.'),
    );
    expect(await settle(id, 1, { ...meant, trace })).toEqual(
      refused('trace', 'The amounts differ: we sent $20.00, and $10.01 came back.'),
    );
    expect(await settle(id, 2, meant)).toEqual(
      refused('action', 'This entry was processed. Close its case when you are done.'),
    );
    expect(await settle(id, 2, closing)).toEqual({ status: 200, message: 'Your decision was saved.' });
    expect(await settle(id, 2, closing)).toEqual({
      status: 409,
      message: 'This entry was decided already. Reload to see what became of it.',
    });
    expect(await settle(id, 3, closing)).toEqual({ status: 404, message: 'Entry not found.' });
    const acknowledged = acknowledgementFile(text).replace('000000006000', '000000006001');
    const returned = await receiveAndProcess(world.admin, acknowledged);
    expect(returned.entries).toMatchObject([{ about: 'acknowledgement', amount: 60.01, name: '' }]);
    expect(await settle(returned.id, 1, meant)).toEqual(
      refused('action', 'Only a return can be assigned. Dismiss this entry with a reason.'),
    );
  });
});

describe('a check', () => {
  it('states how many payments move, when, and what is sent', async () => {
    setClockIn('208203');
    await givenPayments([somePayment('A1', { periodId: '208203', amountToBeSent: 10_00 })]);
    const moves = (message: string, total: number) => ({
      message,
      submitText: 'Send 1 file to US Bank',
      totals: { debit: total, credit: 0 },
      effectiveDate: '2082-03-11',
    });
    expect((await check(world.admin, '208203')).body).toMatchObject(
      moves('1 payment, $10.00 in total, is taken from partners’ accounts on 03/11/2082.', 10),
    );
    await givenPayments([somePayment('A2', { periodId: '208203', amountToBeSent: 10_00 })]);
    expect((await check(world.admin, '208203')).body).toMatchObject(
      moves('2 payments, $20.00 in total, are taken from partners’ accounts on 03/11/2082.', 20),
    );
  });

  it('states why there is nothing to send', async () => {
    setClockIn('208205');
    expect((await check(world.admin, '208205')).body).toMatchObject({
      isAchUploadAvailable: false,
      errorMessage: 'Nothing to send: none of these payments is Pending.',
      hash: null,
    });
    await givenPayments([somePayment('A3', { periodId: '208205', payeeToken: null })]);
    const waits = { name: 'Company A3', amount: 100, reason: 'No bank account on file.' };
    expect((await check(world.admin, '208205')).body).toMatchObject({
      errorMessage: 'Nothing to send: every pending payment is excluded. The reasons are listed.',
      paymentCount: 0,
      files: [],
      excluded: [waits],
      excludedCount: 1,
    });
  });
});

describe('a file from the bank', () => {
  it('is acknowledged with its type and number of entries', async () => {
    const text = await sentThree('208303');
    const answers = [
      await receive(world.admin, fileFromBank(replies(text, ['R01']))),
      await receive(world.admin, fileFromBank(replies(text, [null, 'R01', 'R03']))),
      await receive(world.admin, acknowledgementFile(text)),
      await receive(world.admin, 'a letter'),
    ];
    expect(answers.map(({ body }) => [body.message, body.entryCount])).toEqual([
      ['Returns: 1 entry. The file is being processed.', 1],
      ['Returns: 2 entries. The file is being processed.', 2],
      ['Acknowledgement: 1 entry. The file is being processed.', 1],
      ['We cannot read this file. It is kept, and no payment was changed.', 0],
    ]);
    await finishEverything();
  });
});

describe('a resolution of an Unknown delivery', () => {
  it('returns its effect and is in the audit trail', async () => {
    setClockIn('208403');
    await givenPayments(threePayments('208403'));
    const { id } = await sendUnconfirmed(world.admin, '208403', false);
    const params = { bankFileId: id };
    const resolve = async (as: User, outcome: string, memberFields: object = {}) =>
      (
        await call(bankFiles.resolveFile, as, {
          params,
          body: { outcome, note: 'By phone.', ...memberFields },
        })
      ).body;
    const query = {
      success: true,
      message: 'Another administrator must confirm this with the PIN. Nothing has changed yet.',
      confirmed: false,
    };
    expect((await resolve(world.admin, 'withdrawn')).message).toBe(
      'There is no open request for this file. Reload to see the changes.',
    );
    expect(await resolve(world.admin, 'never arrived')).toEqual(query);
    expect(await resolve(other, 'withdrawn')).toEqual({
      ...query,
      message: 'Request withdrawn. The portal will check for the file within five minutes.',
    });
    expect(await resolve(world.admin, 'arrived')).toEqual(query);
    expect((await resolve(other, 'arrived')).fields).toEqual({
      pin: "Enter your PIN to confirm the other administrator's finding.",
    });
    expect(await resolve(other, 'arrived', { pin })).toEqual({
      success: true,
      message: 'The file is marked as delivered. Its payments are being submitted.',
      confirmed: true,
    });
    expect(await eventsOf(params.bankFileId)).toEqual([
      { name: 'bank file resolution asked for', after: { outcome: 'never arrived', note: 'By phone.' } },
      {
        name: 'bank file resolution withdrawn',
        before: { outcome: 'never arrived', askedBy: world.admin.id },
        after: { note: 'By phone.' },
      },
      { name: 'bank file resolution asked for', after: { outcome: 'arrived', note: 'By phone.' } },
      {
        name: 'bank file resolved',
        after: { outcome: 'arrived', note: 'By phone.', askedBy: world.admin.id, askedNote: 'By phone.' },
      },
    ]);
    restoreOutbox();
    await finishEverything();
  });
});
