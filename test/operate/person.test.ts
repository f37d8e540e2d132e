import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { bankAccountChange } from '../../functions/bank-accounts/store.ts';
import { agreementChange } from '../../functions/enrollment/store.ts';
import { storeBulkResults } from '../../functions/employees/bulk-store.ts';
import { storeApplied, storeUndone } from '../../functions/employees/changes/change-store.ts';
import { keyFobChange, loadKeyFobs } from '../../functions/employees/store.ts';
import { requestChange } from '../../functions/members/request-store.ts';
import { storeTransferResults } from '../../functions/members/transfer-store.ts';
import { auditWrite } from '../../functions/table/audit.ts';
import { freeKeyFob, lostKeyFob, usersOfKeyFob } from '../../shared/employees/key-fob.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { storeRefusedRows } from '../../functions/jobs/result-parts-store.ts';
import { putFileOnce } from '../../functions/platform/files.ts';
import { findPoolUser } from '../../functions/platform/user-pool.ts';
import { change } from '../../functions/table/change.ts';
import { client, tableName } from '../../functions/table/client.ts';
import { keys } from '../../functions/table/keys.ts';
import type { Change } from '../../functions/table/write.ts';
import { transact } from '../../functions/table/transact.ts';
import { loadUser } from '../../functions/users/store.ts';
import { reportEntity } from '../../functions/visits/report-store.ts';
import { listVisits, visitAdded } from '../../functions/visits/store.ts';
import { whatStays } from '../../functions/privacy/erase-person-store.ts';
import { erasePersonNow, exportPerson } from '../../infra/operate/person-commands.ts';
import { addPeriods, periodOf } from '../../shared/calendar.ts';
import { agreementFile } from '../../shared/enrollment/agreement.ts';
import { deleted } from '../../shared/members/member.ts';
import { paymentIdOf, memberReimbursements } from '../../shared/payments/payment.ts';
import { Refusal } from '../../shared/refusal.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { call } from '../support/call.ts';
import { useWorld, someMember } from '../support/world.ts';
import { eventsOf } from '../../functions/accounts/overview-store.ts';
import { somePayment } from '../payments/some-payment.ts';
import { createUser } from '../users/person.ts';

const world = useWorld();

const lastName = 'Quillfeather';
const today = new Date();
const month = addPeriods(periodOf(today.toISOString().slice(0, 10)), -1);
const day = `${month.slice(0, 4)}-${month.slice(4)}-04`;

async function everyRow(): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName() }))
    rows.push(...Items);
  return rows;
}

const reimbursementOf = (memberId: string, partnerId: string) => {
  const what = { kind: 'member', programPaymentTypeId: 2, paymentTypeId: memberReimbursements } as const;
  const paymentOf = { ...what, partnerId, memberId, periodId: month };
  return somePayment<'member'>({ ...paymentOf, id: paymentIdOf(paymentOf), statusAt: today.toISOString() });
};

/** Key fob numbers that no other record contains. */
const fobOf = (id: string) =>
  `D${Buffer.from(id).toString('hex').slice(-6).toUpperCase().replaceAll('F', 'E')}`;
const lostFobOf = (id: string) => `E${fobOf(id).slice(1)}`;

async function someoneWhoLeft(id: string, paid: boolean) {
  const user = await createUser({ firstName: 'Rosalind', lastName, memberIds: [id] });
  const payeeToken = `payee-${id}`;
  const { partner, facility } = { partner: world.own.partner, facility: world.facility };
  const member = someMember(id, partner.id, {
    firstName: 'Rosalind',
    lastName,
    email: user.email,
    userId: user.id,
    phone: '+12185550177',
    latinName: `Rosalinda ${lastName}`,
    employeeNumber: `EMP-7731-${id}`,
    formerKeyFobNumber: fobOf(id),
    address1: '12 Quill Street',
    facilityId: facility.id,
    withdrawalPayeeToken: payeeToken,
  });
  const on = today.toISOString().slice(0, 10);
  const keyFob = { ...freeKeyFob(fobOf(id), partner.id, on), former: [{ memberId: id, on }] };
  const lost = { ...lostKeyFob(freeKeyFob(lostFobOf(id), partner.id, on), id, on) };
  const subject = `member ${id}`;
  const enrolled = { subject, partnerId: partner.id, who: user.id } as const;
  await transact(
    ...memberChange(null, member),
    ...keyFobChange(null, keyFob),
    ...keyFobChange(null, lost),
    ...requestChange(null, {
      memberId: id,
      kind: 'lostKeyFob',
      partnerId: partner.id,
      memberName: `Rosalind ${lastName}`,
      fromName: facility.name,
      facilityId: null,
      facilityName: '',
      lostNumber: lostFobOf(id),
      note: 'Call +12185550177.',
      status: 'done',
      answer: '',
      requestedAt: day,
      answeredAt: day,
      version: 0,
    }),
    auditWrite(
      { ...enrolled, name: 'member enrolled', after: { keyFobNumber: fobOf(id), facilityId: facility.id } },
      today,
    ),
    auditWrite(
      {
        ...enrolled,
        name: 'key fob reassigned',
        before: { number: lostFobOf(id) },
        after: { number: fobOf(id) },
      },
      today,
    ),
    auditWrite({ ...enrolled, name: 'member email changed', before: { email: user.email } }, today),
  );
  const owner = { ownerKind: 'member', ownerId: id, payeeName: `Rosalind ${lastName}` } as const;
  const account = { routingNumber: '091000019', accountNumber: '000777888', bankAccountType: 0 } as const;
  await transact(...(await bankAccountChange(payeeToken, owner, account, today)));
  await transact(
    ...visitAdded({
      memberId: id,
      partnerId: partner.id,
      facilityId: facility.id,
      facilityName: facility.name,
      memberName: `Rosalind ${lastName}`,
      memberLastName: lastName,
      date: day,
      time: '',
      periodId: month,
      version: 0,
    }),
  );
  await transact(
    ...change(
      reportEntity,
      null,
      {
        memberId: id,
        partnerId: partner.id,
        memberName: `Rosalind ${lastName}`,
        facilityId: facility.id,
        facilityName: facility.name,
        date: day,
        note: 'I was there.',
        status: 'refused',
        answer: '',
        reportedAt: day,
        answeredAt: day,
        version: 0,
      },
      { lost: new Refusal('conflict', 'there') },
    ),
  );
  const signed = { memberId: id, rowKey: `row-${id}`, facilityId: facility.id, facilityName: facility.name };
  await transact(
    ...agreementChange({ ...signed, documentAgreementVersion: 4, hash: 'h', signedAt: day, version: 0 }),
  );
  await putFileOnce('agreements', agreementFile(signed), `%PDF of ${id}`, 'application/pdf');
  if (paid) await transact(...paymentChange(null, reimbursementOf(id, partner.id)));
  const leave = async () => {
    const stored = await loadMember(id);
    await transact(...memberChange(stored, { ...stored, invitationStatus: deleted }));
  };
  return { user, payeeToken, leave };
}

/** Results of jobs that name a member. */
function resultsNaming(memberId: string): Change[] {
  const result = { memberId, memberName: `Rosalind ${lastName}`, success: true, message: 'Done.' };
  const row = { line: 2, reason: 'Email must be unique.', cells: { 'Last Name': lastName, Note: memberId } };
  const unchanged = { replaced: null, removed: [], refunds: [], canceled: [], payments: {}, checkIns: 0 };
  return [
    storeBulkResults('job-1', 0, [result]),
    storeTransferResults('job-1', 0, [
      { ...result, fromName: null, fromNumber: null, toName: 'Club 2', toNumber: '2' },
    ]),
    storeApplied('change-1', 0, [{ ...unchanged, result, group: 'end' }]),
    storeUndone('change-1', '1', [result]),
    storeRefusedRows(keys.jobPart('job-1', '1'), [row]),
  ];
}

it('writes all data of a person into files, without secrets, and records it', async () => {
  const { user } = await someoneWhoLeft('EXPORTED', true);
  const folder = mkdtempSync(join(tmpdir(), 'wellport-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const said = await exportPerson(user.email.toUpperCase(), folder, today);
  const [into = ''] = readdirSync(folder);
  const files = readdirSync(join(folder, into)).toSorted();
  expect(files).toEqual([
    'log-in-history.json',
    'log-in.json',
    `membership-1-agreement-${day}-row-EXPORT.pdf`,
    'membership-1-bank-accounts.json',
    'membership-1-history.json',
    'membership-1-payments.json',
    'membership-1-records.json',
  ]);
  for (const file of files) expect(said).toContain(file);
  const text = files.map((file) => readFileSync(join(folder, into, file), 'utf8')).join('\n');
  for (const part of [lastName, '+12185550177', 'xxxxx7888', '%PDF of EXPORTED', '"date"', 'person exported'])
    expect(text).toContain(part);
  for (const part of ['Rosalinda', 'EMP-7731-EXPORTED', fobOf('EXPORTED')]) expect(text).toContain(part);
  for (const secret of ['000777888', 'sealed', 'fingerprint', 'tokenHash', 'PayeeToken', 'LUND'])
    expect(text).not.toContain(secret);
  await expect(exportPerson('nobody@nowhere.test', folder, today)).rejects.toThrow('No person found');
});

it('refuses to erase a current member or an administrator and changes nothing', async () => {
  const { user } = await someoneWhoLeft('STAYING', false);
  await expect(erasePersonNow(user.email, today)).rejects.toThrow(
    /is still a member of partner 1.*Nothing was changed/,
  );
  expect((await loadMember('STAYING')).lastName).toBe(lastName);
  await expect(erasePersonNow(world.own.manager.email, today)).rejects.toThrow('is not a member');
});

it('erases a former member from every row except the retained ones', async () => {
  const { user, payeeToken, leave } = await someoneWhoLeft('LEFT-1', false);
  await leave();
  await transact(...resultsNaming('LEFT-1'));
  const before = await everyRow();
  const preview = await erasePersonNow(user.email, today, { dryRun: true });
  expect(preview).toContain('can be erased: 1 membership, the log-in. Nothing was changed.');
  expect(await everyRow()).toEqual(before);
  const said = await erasePersonNow(user.email, today);
  const runbook = readFileSync('docs/runbook.md', 'utf8');
  for (const line of whatStays) for (const text of [said, runbook]) expect(text).toContain(line);
  const rows = (await everyRow()).filter(
    (row) => JSON.stringify(row).includes('LEFT-1') || JSON.stringify(row).includes(user.id),
  );
  expect(rows.length).toBeGreaterThan(2);
  const naming = rows.filter(
    (row) =>
      /Quill|Rosalind|\+12185550177|EMP-7731-LEFT-1/i.test(JSON.stringify(row)) ||
      (row.entity !== 'key fob' && JSON.stringify(row).includes(fobOf('LEFT-1').slice(1))) ||
      JSON.stringify(row).includes(user.email),
  );
  const expiring = naming.filter(
    ({ expiresAt }) => Number(expiresAt) * 1000 <= today.getTime() + 31 * 86_400_000,
  );
  expect(new Set(expiring.map(({ entity }) => entity))).toEqual(
    new Set([
      'bulk results',
      'refused rows',
      'roster change applied',
      'roster change taken back',
      'transfer results',
    ]),
  );
  expect(naming.filter((row) => !expiring.includes(row)).map(({ entity, pk }) => entity ?? pk)).toEqual([]);
  const keyFobs = await loadKeyFobs([fobOf('LEFT-1'), lostFobOf('LEFT-1')]);
  expect(keyFobs.flatMap(usersOfKeyFob)).not.toContain('LEFT-1');
  expect(keyFobs.map(({ keyFobStatusId }) => keyFobStatusId)).toEqual([0, 3]);
  const stored = new Map((await eventsOf('LEFT-1')).map((event) => [event.name, event]));
  expect(stored.get('member enrolled')?.after).toEqual({ facilityId: world.facility.id });
  expect(stored.get('key fob reassigned')).toMatchObject({ before: {}, after: {} });
  expect([
    await loadUser(user.id),
    await findPoolUser(user.email),
    await loadBankAccount(payeeToken),
  ]).toEqual([undefined, undefined, undefined]);
  // the club's counts remain
  const log = await listVisits('1', month, { pageSize: 40 });
  expect(log.items.find(({ memberId }) => memberId === 'LEFT-1')).toMatchObject({
    memberName: 'Erased member',
    date: day,
  });
  expect((await eventsOf('LEFT-1'))[0]).toMatchObject({ name: 'person erased', who: 'operator' });
  const summary = await call(visits.summary, world.admin, { query: { partnerID: '1', periodID: month } });
  expect(summary.status).toBe(200);
  // by ID, also after the address was erased
  expect(await erasePersonNow('LEFT-1', today)).toContain('1 membership.');
});

it('retains an account with payments for two years, then erases it', async () => {
  const { user, payeeToken, leave } = await someoneWhoLeft('PAID-1', true);
  await leave();
  const sealedAccount = /The sealed bank account until .* with PAID-1\./;
  expect(await erasePersonNow(user.email, today, { dryRun: true })).toMatch(sealedAccount);
  expect(await erasePersonNow(user.email, today)).toMatch(sealedAccount);
  expect(await loadBankAccount(payeeToken)).toBeDefined();
  const later = new Date(today.getTime() + 731 * 86_400_000);
  expect(await erasePersonNow('PAID-1', later)).not.toContain('The sealed bank account');
  expect(await loadBankAccount(payeeToken)).toBeUndefined();
});
