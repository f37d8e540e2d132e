import { describe, expect, it } from 'vitest';
import { bankAccountChange } from '../../functions/bank-accounts/store.ts';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { takeFromBucket } from '../../functions/bank-files/inbox/receive.ts';
import { beginSettlements } from '../../functions/bank-files/settlement/begin-settlements.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { putFile } from '../../functions/platform/files.ts';
import { transact } from '../../functions/table/transact.ts';
import { acknowledgementFile } from '../../infra/local/bank/reply-file.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import type { Member } from '../../shared/members/member.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { emailsTo } from '../support/mailbox.ts';
import { someMember } from '../support/builders.ts';
import { fileFromBank, receiveAndProcess, replies, statusesOf, sendThree } from './received.ts';
import { finishEverything, outboxText, pin, setClock, setClockIn, useBankWorld } from './runs.ts';
import { defined } from '../support/defined.ts';

const world = useBankWorld();

const sentThree = (period: string) => sendThree(world.admin, period);

describe('the bank', () => {
  it('changes nothing with a correction to the current details, also if it repeats', async () => {
    const { text } = await sentThree('209803');
    const correct = async (routingNumber: string) => {
      const file = await receiveAndProcess(world.admin, fileFromBank(replies(text, ['C02'], routingNumber)));
      return [file.applied, file.repeated, file.entries[0].reason, file.entries[0].notice];
    };
    expect(await correct('091000019')).toEqual([0, 1, 'The account has these details already.', 'none']);
    const corrected = 'New routing number: the account ends in 8031. Later payments use it.';
    expect(await correct('091000022')).toEqual([1, 0, corrected, 'sent']);
    expect(await correct('091000022')).toEqual([0, 1, 'The account has these details already.', 'none']);
  });

  it('delivers files to the bucket, and they are received as sent by the bank', async () => {
    const { text } = await sentThree('209703');
    const bytes = Buffer.from(fileFromBank(replies(text, ['R01'])), 'latin1');
    await putFile('files', 'bank/incoming/by-the-bank.ach', bytes, 'application/octet-stream');
    await takeFromBucket(now());
    await finishEverything();
    const { items } = (await call(bankFiles.listReceived, world.admin, { query: { filter: 'by-the-bank' } }))
      .body;
    expect(items).toMatchObject([
      { name: 'by-the-bank.ach', kind: 'returns', status: 'done', receivedBy: 'the bank', applied: 1 },
    ]);
    const params = { inboxFileId: items[0].id };
    expect((await call(bankFiles.getReceived, world.admin, { params })).body.receivedByName).toBe('');
    await takeFromBucket(now());
    const { items: still } = (await call(bankFiles.listReceived, world.admin, {})).body;
    expect(still.filter(({ name }: { name: string }) => name === 'by-the-bank.ach')).toHaveLength(1);
  });
});

describe('the settlement of a file', () => {
  it('starts once per day, regardless of how often the schedule runs', async () => {
    const { payments, text } = await sentThree('209706');
    await receiveAndProcess(world.admin, acknowledgementFile(text), 'ack.txt');
    setClock('2097-09-20T15:00:00Z');
    const both = await Promise.all([beginSettlements(now()), beginSettlements(now())]);
    expect(both.flat().length).toBeGreaterThan(0);
    expect(new Set(both.flat()).size).toBe(both.flat().length);
    for (const id of both.flat()) await runJob(id);
    expect(await statusesOf(payments)).toEqual([5, 5, 5]);
  });
});

describe('a returned prenote of a member', () => {
  const testMember = async (id: string, member: Partial<Member>): Promise<Member> => {
    await transact(...memberChange(null, someMember(id, '1', member)));
    return loadMember(id);
  };

  it('requests another account from the paying member, and suspends the membership', async () => {
    setClockIn('209707');
    const { prenotes } = defined(environmentBankSettings);
    const before = prenotes.memberDues;
    prenotes.memberDues = true;
    const payeeToken = 'payee-of-prenoted';
    const dates = { enrolledOn: '2097-01-01', activatedOn: '2097-01-01', invitationStatus: 4 } as const;
    const member = await testMember('PN1', { ...dates, withdrawalPayeeToken: payeeToken });
    const owner = { ownerKind: 'member', ownerId: member.id, payeeName: 'Ann Lund' } as const;
    const account = { routingNumber: '091000019', accountNumber: '700800900', bankAccountType: 0 } as const;
    await transact(...(await bankAccountChange(payeeToken, owner, account, now())));
    const { body } = await call(bankFiles.sendPrenotes, world.admin, {
      body: { bankFlow: 'memberDues', pin },
    });
    await finishEverything();
    prenotes.memberDues = before;
    expect(body).toMatchObject({ message: '1 prenote is being sent.' });
    const { name } = (await call(bankFiles.get, world.admin, { params: { bankFileId: body.bankFileId } }))
      .body;
    const text = await outboxText(name);
    const file = await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R02'])));
    const heldFor = 'The prenote came back, so the account is held until there are new bank details.';
    expect(file.entries).toMatchObject([
      { status: 'applied', reason: `Account closed. ${heldFor}`, amount: 0, notice: 'sent' },
    ]);
    expect(await loadMember('PN1')).toMatchObject({
      invitationStatus: 5,
      accountInvalidatedOn: '2097-07-10',
    });
    expect(await emailsTo(member.email)).toMatchObject([{ subject: 'Update your bank account' }]);
    const repeated = await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R02'])));
    expect(repeated.entries).toMatchObject([
      { status: 'repeated', reason: 'An earlier file returned this entry.', notice: 'none' },
    ]);
    expect(await emailsTo(member.email)).toHaveLength(1);
  });
});
