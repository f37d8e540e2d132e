import { afterAll, beforeAll, expect, it } from 'vitest';
import { handler as completePayments } from '../../functions/bank-files/handlers/complete-payments.ts';
import { loadMember } from '../../functions/members/store.ts';
import { handler as everyMonthNinth } from '../../functions/payments/handlers/generate-closed-month.ts';
import { nextPartnerId } from '../../functions/partners/store.ts';
import { loadPayment } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { keys } from '../../functions/table/keys.ts';
import { queryItems } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { put } from '../../functions/table/put-item.ts';
import { findUserByEmail } from '../../functions/users/store.ts';
import { entriesOf } from '../../infra/local/bank/reply-file.ts';
import { memberDues, memberReimbursements } from '../../shared/payments/payment-status.ts';
import { submitBankForm } from '../bank-files/bank-stand-in.ts';
import { givePin, outboxText, pin } from '../bank-files/runs.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { startWorker } from '../support/worker.ts';
import { makeWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { openPortal, type Portal } from '../web/portal.ts';
import { clubs, lakeAccount, launchDate, termsOf } from './circle-terms.ts';
import { MoneyScreens } from './money-screens.ts';
import { OwnScreens } from './own-screens.ts';
import { ProgramScreens, type Program } from './program-screens.ts';

// The money flow of a program through the UI, from the import of facilities to the facility that a member moved to.

let portal: Portal;
let programs: ProgramScreens;
let money: MoneyScreens;
let own: OwnScreens;
let worker: ReturnType<typeof startWorker>;

beforeAll(async () => {
  await makeWorld();
  const administrator = await createUser({ role: 'systemAdmin' });
  await givePin(administrator.id);
  const flags = await loadFeatureFlags();
  await saveFeatureFlags(flags, { ...flags, gmrAddProgram: true }, 'test', now());
  // the world's own partner numbers
  for (const taken of ['1', '2']) expect(await nextPartnerId()).toBe(taken);
  portal = await openPortal();
  const page = await portal.visitAs(administrator.email, '/admin/partners/list', { reducedMotion: 'reduce' });
  own = new OwnScreens(portal);
  programs = new ProgramScreens(portal.address, page);
  money = new MoneyScreens(portal.address, page);
  worker = startWorker();
});
resetClockAfterEach();
afterAll(async () => {
  await worker?.stop();
  await portal?.close();
});

const memberOf = async ({ email }: Program) => loadMember((await findUserByEmail(email))?.memberIds[0] ?? '');
const chosen = ({ type, partnerId }: Program, periodId: string) => ({ type, partnerId, periodId, pin });
const duesOf = (program: Program, periodId: string) => ({
  ...chosen(program, periodId),
  paymentTypeId: memberDues,
});
const reimbursementOf = (program: Program) => ({
  ...chosen(program, '202612'),
  paymentTypeId: memberReimbursements,
});
const paymentOf = async (program: Program, paymentType: 6 | 7, period: string) => {
  const { id, partnerId } = await memberOf(program);
  return loadPayment(`M-${program.type}-${paymentType}-${partnerId}-${id}-${period}`);
};
const active = { invitationStatus: 4, activatedOn: launchDate };

// one clock for all programs, since a schedule runs once per day
const all: Program[] = [];
const membersPay = () => all.filter(({ type }) => type !== 1);
const dollars = (amount: number) => `$${amount}.00`;
const oneAdded = '1 added, 0 changed, 0 removed, 0 kept.';

const atBank: string[] = [];
async function send(
  ...sending: Parameters<MoneyScreens['send']>
): Promise<[entries: string[], text: string]> {
  const { id, name } = await money.send(...sending);
  atBank.push(id);
  const text = await outboxText(name);
  return [entriesOf(text).map(({ entry }) => `${entry.accountNumber.trim()} ${entry.amount}`), text];
}

async function settle(instant: string): Promise<void> {
  setClock(instant);
  for (const file of atBank.splice(0))
    for (const action of ['acknowledge', 'settle']) await submitBankForm({ file, action });
  await worker.nothingWaits();
  await completePayments();
  await worker.nothingWaits();
}

it('facilities are imported, and the member of each new partner’s roster enrolls at one', async () => {
  setClock(`${launchDate}T16:00:00Z`);
  expect(await programs.importClubs(clubs)).toBe('2 added, 0 changed, 0 unchanged, 0 failed.');
  for (const terms of termsOf) {
    const program = await programs.setUp(terms);
    all.push(program);
    const page = await own.enroll(program, '8001');
    if (terms.type === 3) await own.giveDepositAccount(page);
    await page.context().close();
    const signed = terms.type === 1 ? active : { invitationStatus: 3, activatedOn: null };
    expect(await memberOf(program)).toMatchObject(signed);
    const sentences =
      terms.type === 1 ? ['Activated'] : ['Enrolled, waiting for payment', /^\$21\.00 on( or after)? 11\//];
    await own.seeHome(program, { club: 'Pier Gym', sentences });
  }
});

it('the first dues are sent, which activates their members, and settle', async () => {
  setClock(`${launchDate}T17:00:00Z`);
  for (const program of membersPay()) {
    const [entries] = await send('member', { ...duesOf(program, '202611'), amount: '$21.00' });
    expect(entries).toEqual([`445566770${program.type} 2100`]);
    expect(await memberOf(program)).toMatchObject(active);
    await own.seeHome(program, { club: 'Pier Gym', sentences: ['Activated'] });
  }
  await money.seeActive(all.map(({ name }) => name));
  await money.findClub({ club: 'Pier Gym', id: '8001', members: all.length });
  await settle('2026-11-20T16:00:00Z');
  for (const program of membersPay())
    await money.seeCompleted('member', { ...duesOf(program, '202611'), amount: '$21.00' });
});

it('the next month’s dues are generated and sent in time to be collected on the 1st', async () => {
  setClock('2026-11-25T07:00:00Z');
  for (const program of membersPay()) {
    const december = duesOf(program, '202612');
    expect(await money.generate('member', december)).toBe(oneAdded);
    const [entries, text] = await send('member', { ...december, amount: '$30.00' });
    expect(entries).toEqual([`445566770${program.type} 3000`]);
    expect(text).toMatch(/WEBDUES.*261201/);
    expect(await paymentOf(program, 6, '202612')).toMatchObject({ status: 2, attempts: [{ amount: 30_00 }] });
  }
  await settle('2026-12-08T16:00:00Z');
});

it('twelve visits earn a reimbursement, which is sent in time and completed', async () => {
  setClock('2026-12-15T16:00:00Z');
  const days = Array.from({ length: 12 }, (_, day) => `12/${String(day + 1).padStart(2, '0')}/2026`);
  const lines = all.flatMap(({ fob }) => days.map((date) => `${fob},8001,${date},18:05`));
  expect(await programs.importVisits(['Key Fob,Club ID,Date,Time', ...lines])).toBe(
    `${12 * all.length} counted, 0 not counted, 0 imported before, 0 failed.`,
  );
  setClock('2027-01-09T07:00:00Z');
  await everyMonthNinth({ time: '2027-01-09T06:15:00Z' });
  await worker.nothingWaits();
  for (const program of membersPay()) {
    expect(await paymentOf(program, 7, '202612')).toMatchObject({ status: 0, totalPayment: 25_00 });
    await money.seeLocked('Reimbursements for December 2026 can be sent from', reimbursementOf(program));
  }
  setClock('2027-01-22T16:00:00Z');
  for (const program of membersPay()) {
    const [entries, text] = await send('member', { ...reimbursementOf(program), amount: '$25.00' });
    expect(entries).toEqual([`${program.type === 2 ? '4455667702' : '9988776655'} 2500`]);
    expect(text).toMatch(/PPDREIMBURSE/);
    expect(await money.readHistory(reimbursementOf(program))).toMatch(/Generated[\s\S]*Submitted to ACH/);
  }
  await settle('2027-01-29T16:00:00Z');
  for (const program of membersPay())
    await own.seeReimbursement(program, /^December 2026 Visit 12 Amount \$25\.00 Status Reimbursed/);
});

it('the members are transferred, and their new facility is paid: the proof explains every cent', async () => {
  // January is paid to the facility of its last day
  setClock('2027-01-29T17:00:00Z');
  await money.transfer(
    all.map(({ name }) => name),
    'Lake Gym (8002)',
  );
  setClock('2027-02-09T07:00:00Z');
  for (const program of all) {
    const amount = dollars(19 + program.type);
    const january = chosen(program, '202701');
    expect(await money.generate('facility', january)).toBe(oneAdded);
    await money.seePaidClub({ ...january, paid: 'Lake Gym', left: 'Pier Gym' });
    const [entries] = await send('facility', { ...january, amount });
    expect(entries).toEqual([`${lakeAccount} ${19 + program.type}00`]);
    await own.seeHome(program, { club: 'Lake Gym', sentences: ['Activated'] });
  }
  await settle('2027-02-17T16:00:00Z');
  for (const program of all)
    await money.seeCompleted('facility', {
      ...chosen(program, '202701'),
      amount: dollars(19 + program.type),
    });
  const explained = { Unexplained: '$0.00' };
  // the first dues; dues and reimbursements; the programs' facilities
  const payers = membersPay().length;
  expect(await money.prove('202611')).toMatchObject({ ...explained, Completed: dollars(21 * payers) });
  expect(await money.prove('202612')).toMatchObject({ ...explained, Completed: dollars(55 * payers) });
  const toClubs = dollars(all.reduce((sum, { type }) => sum + 19 + type, 0));
  const sent = { Owed: toClubs, Sent: toClubs, Completed: toClubs };
  expect(await money.prove('202701')).toMatchObject({ ...explained, ...sent, Outstanding: '$0.00' });
});

it('a modified ledger entry is detected, and its row links to the member', async () => {
  setClock('2027-02-10T16:00:00Z');
  const [program] = membersPay();
  if (!program) throw new Error('no program');
  const group = { partnerId: program.partnerId, periodId: '202612', paymentTypeId: memberDues };
  const [item] = (await queryItems(keys.ledgerEntry(group, '').pk)).items as [{ pk: string; sk: string }];
  const payee = 'Somebody else';
  await transact({ item: put({ ...item, payee }) });
  await money.seeDifference('202612', { payee, memberId: (await memberOf(program)).id });
});
