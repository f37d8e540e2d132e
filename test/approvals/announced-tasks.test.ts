import { expect, it } from 'vitest';
import { announceToManagersHandler as announce } from '../../functions/approvals/handlers.ts';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { accountChange } from '../../functions/bank-accounts/account-write-store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { approvals } from '../../shared/contracts/approvals.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { freshPartner, workbookOf } from '../employees/people.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { defined } from '../support/defined.ts';
import { runJob } from '../support/jobs.ts';
import { emailsTo } from '../support/mailbox.ts';
import { useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';

const world = useWorld();
resetClockAfterEach();

const start = Date.parse('2026-11-20T16:00:00Z');
const at = (minutes: number) => ({ time: new Date(start + minutes * 60_000).toISOString() });
const tasksTo = (user: User) => emailsTo(user.email);
const manager = (partnerId: string, managerAccess?: User['managerAccess']) =>
  createUser({ role: 'partnerManager', partnerId, managerAccess });

async function signUp(partnerId: string, email: string, firstName = 'Eva') {
  const { body } = await call(employees.signUpLink, world.admin, { params: { partnerID: partnerId } });
  await call(employees.signUp, undefined, {
    params: { linkToken: body.token },
    body: { firstName, lastName: 'Moe', email },
  });
  const token = /\/confirmsignup\/([\w-]+)/.exec((await emailsTo(email)).at(-1)?.body.text ?? '')?.[1];
  expect((await call(employees.confirmSignUp, undefined, { body: { token } })).status).toBe(200);
}

async function openSignUps(partnerId: string) {
  const { status } = await call(employees.saveSignUpLink, world.admin, {
    params: { partnerID: partnerId },
    body: { domains: 'lakeside.test', codeWord: '', endsOn: '', version: 0 },
  });
  expect(status).toBe(200);
}

it('emails missing visits and a refused account to the own club only, without members', async () => {
  setClock(at(-60).time);
  const facilityManager = await createUser({ role: 'facilityManager', facilityId: world.facility.id });
  const another = await createUser({ role: 'facilityManager', facilityId: '4999' });
  await announce(at(-60));
  const [email] = await tasksTo(facilityManager);
  expect(email?.subject).toBe('Decide about 1 missing visit');
  const [task] = (await call(approvals.list, facilityManager)).body.items;
  expect(email?.body.text).not.toContain(task.requestedByName ?? task.askedByName);
  expect(email?.body.text).not.toContain('filter=');
  expect(email?.body.text).not.toContain('10/05/2026');
  const account = defined(await loadBankAccount('payee-facility-4100'));
  await transact(...accountChange(account, { ...account, held: { code: 'R02', at: at(-59).time } }));
  await announce(at(-44));
  const [, refused] = await tasksTo(facilityManager);
  expect(refused?.subject).toBe('Enter new bank details');
  expect(refused?.body.text).toContain('/facilitymanager/bankaccount');
  const own = await call(facilities.ownBankAccount, facilityManager, {});
  expect(own.body.bankAccount).toMatchObject({ isRefused: true });
  const params = { facilityId: '4100' };
  const ofAdministrator = await call(facilities.details, world.admin, { params });
  expect(ofAdministrator.body.bankAccount).toMatchObject({ isRefused: true });
  const { status } = await call(visits.missingReports, another, { query: {} });
  expect([status, await tasksTo(another)]).toEqual([200, []]);
});

it('emails sign-ups once per quarter of an hour to the managers who can decide', async () => {
  setClock(at(0).time);
  const partnerId = await freshPartner();
  await openSignUps(partnerId);
  const [full, roster, finance, reader, invited, removed] = [
    await manager(partnerId),
    await manager(partnerId, 'roster'),
    await manager(partnerId, 'finance'),
    await manager(partnerId, 'read'),
    await createUser({ role: 'partnerManager', partnerId, awaitsPassword: true }),
    await createUser({ role: 'partnerManager', partnerId, disabled: true }),
  ];
  const counts = async () =>
    Promise.all(
      [full, roster, finance, reader, invited, removed].map(async (user) => (await tasksTo(user)).length),
    );
  await announce(at(1));
  expect(await counts()).toEqual([0, 0, 0, 0, 0, 0]);
  await signUp(partnerId, 'eva.1@lakeside.test', 'Zelda');
  await announce(at(2));
  await announce(at(2));
  expect(await counts()).toEqual([1, 1, 0, 0, 0, 0]);
  const email = defined((await tasksTo(full))[0]);
  expect(email.subject).toBe('Decide about 1 sign-up');
  expect(email.body.text).toContain('/partnermanager/groupmemberships/employeemanagement/signups');
  // guests enter names and addresses
  expect(email.body.text).not.toMatch(/Zelda|Moe|lakeside/);
  setClock(at(3).time);
  await signUp(partnerId, 'eva.2@lakeside.test');
  await announce(at(10));
  expect(await counts()).toEqual([1, 1, 0, 0, 0, 0]);
  await announce(at(17));
  await announce(at(32));
  expect(await counts()).toEqual([2, 2, 0, 0, 0, 0]);
  expect((await tasksTo(roster))[1]?.subject).toBe('Decide about 2 sign-ups');
  // a decision about the newest one announces no older one again
  const list = { params: { partnerID: partnerId } };
  const { items } = (await call(employees.signUps, full, { ...list, query: { decision: 'waiting' } })).body;
  const { signUpId, version } = items.find(({ email: of }: { email: string }) => of.startsWith('eva.2'));
  const declined = await call(employees.declineSignUps, full, {
    ...list,
    body: { signUps: [{ signUpId, version }], reason: 'Left the company.' },
  });
  expect(declined.status).toBe(200);
  await announce(at(48));
  expect(await counts()).toEqual([2, 2, 0, 0, 0, 0]);
});

it('lists a replaced account of a club until its first day, which no release brings forward', async () => {
  setClock(at(200).time);
  const { facilityManager } = world;
  const before = await call(facilities.ownBankAccount, facilityManager, {});
  const bankAccount = { routingNumber: '091000022', accountNumber: '500600744', bankAccountType: '0' };
  const saved = await call(facilities.saveOwnBankAccount, facilityManager, {
    body: { bankAccount, version: before.body.bankAccount.version },
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const accounts = async () =>
    (await call(approvals.list, facilityManager)).body.items.filter(
      ({ kind }: { kind: string }) => kind === 'bankAccount',
    );
  const [entry] = await accounts();
  expect(entry).toMatchObject({
    title: 'Pay to your new bank account',
    waitsFor: 'Its first day',
    path: '/facilitymanager/bankaccount',
  });
  expect(entry.effect).not.toContain('release');
  setClock(at(200 + 25 * 60).time);
  expect(await accounts()).toEqual([]);
});

it('emails rows to fix and leavers to confirm, except to the manager who uploaded them', async () => {
  setClock(at(100).time);
  const partnerId = await freshPartner();
  const [uploader, colleague] = [await manager(partnerId), await manager(partnerId)];
  const file = await workbookOf([
    ['Ann', 'Lund', 'ann.lund@fix.test'],
    ['Bo', 'Berg', 'not an address'],
    ['Ann', 'Lund', 'ann.lund@fix.test'],
  ]);
  const checked = await call(employees.checkUpload, uploader, {
    body: { partnerId },
    files: { file },
  });
  const { fileHash, sheet } = checked.body;
  const uploaded = await call(employees.upload, uploader, {
    body: { partnerId, fileHash, sheet },
    files: { file },
  });
  await runJob(uploaded.body.jobId);
  const leavers = await workbookOf([['ann.lund@fix.test']], ['Email']);
  const begun = await call(employees.beginRosterChange, uploader, {
    body: { partnerID: partnerId, kind: 'leavers' },
    files: { file: { ...leavers, name: 'leavers.xlsx' } },
  });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  await runJob(begun.body.jobId);
  await announce(at(101));
  const [email] = await tasksTo(colleague);
  expect(email?.subject).toBe('2 new tasks wait for you');
  expect(email?.body.text).toContain('Fix 1 row of people.xlsx.');
  const { items } = (await call(approvals.list, colleague)).body;
  const askedByName = `${uploader.firstName} ${uploader.lastName}`;
  expect(items).toMatchObject([{ askedByName }, { askedByName }]);
  expect(email?.body.text).toContain('Confirm leavers.xlsx.');
  expect(email?.body.text).toContain('/partnermanager/todo');
  expect(email?.body.text).not.toMatch(/Berg|Lund|fix\.test|\$/);
  const [own] = await tasksTo(uploader);
  expect(own?.subject).toBe('Fix 1 row of people.xlsx');
});
