import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announceHandler as announce } from '../../functions/approvals/handlers.ts';
import { waitsFor } from '../../functions/approvals/sources.ts';
import { findRosterChange, rosterChangeWrites } from '../../functions/employees/changes/change-store.ts';
import { loadPayment, paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { userChange } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { approvals, isUrgent, type ApprovalEntry } from '../../shared/contracts/approvals.ts';
import { administrators } from '../../shared/contracts/administrators.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { members } from '../../shared/contracts/members.ts';
import { noCounts } from '../../shared/employees/roster-change.ts';
import { canceled } from '../../shared/payments/payment.ts';
import { pages } from '../../web/routes/routes.tsx';
import { givenPayments, somePayment, useTwoAdministrators } from '../bank-files/runs.ts';
import { addFacilities } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { defined } from '../support/defined.ts';
import { emailsTo } from '../support/mailbox.ts';
import { asStored, createUser } from '../users/person.ts';

const [world, other] = useTwoAdministrators();
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

type Listed = ApprovalEntry & { askedByName: string };
const listed = async (as: User): Promise<Listed[]> => {
  const { status, body } = await call(approvals.list, as);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items;
};
const ofKind = async (as: User, kind: string) => (await listed(as)).filter((entry) => entry.kind === kind);
const at = (minutes: number) => ({
  time: new Date(Date.parse('2026-11-20T16:00:00Z') + minutes * 60_000).toISOString(),
});

/** True if the path of an entry is a page of the site. */
const isPage = (path: string): boolean => {
  const words = defined(path.split('?')[0]).split('/');
  return pages.some((page) => {
    const parts = page.path.split('/');
    return (
      parts.length === words.length &&
      parts.every((part, index) => part.startsWith(':') || part === words[index])
    );
  });
};

describe('waiting work', () => {
  const changeId = 'waiting-roster-change';
  beforeAll(async () => {
    setClock('2026-11-20T16:00:00Z');
    const preview = defined(await findRosterChange('roster-change-1'));
    await transact(
      ...rosterChangeWrites(null, {
        ...preview,
        id: changeId,
        version: 0,
        needsAdministrator: true,
        counts: { ...preview.counts, end: 7, add: 2 },
        effects: { ...preview.effects, monthlyLess: 96_00 },
      }),
    );
    const params = { changeId };
    const confirmed = await call(employees.confirmRosterChange, world.own.manager, {
      params,
      body: { version: 1, unticked: [] },
    });
    expect(confirmed.body).toMatchObject({ jobId: null });
  });

  it('lists a roster change for administrators, with its requester and effects, until it is approved', async () => {
    expect(await ofKind(world.admin, 'rosterChange')).toMatchObject([
      {
        title: expect.stringContaining('Approve leavers.xlsx of '),
        askedByName: 'Mo Vik',
        since: expect.stringContaining('2026-11-20T16:00'),
        people: 9,
        effect: '7 memberships end, 2 memberships are added. Monthly dues: $96.00 less.',
        waitsFor: null,
        path: expect.stringContaining(changeId),
      },
    ]);
    // the manager sees its recipient and age, and the own preview to confirm
    expect(await ofKind(world.own.manager, 'rosterChange')).toMatchObject([
      { title: 'Confirm leavers.xlsx', waitsFor: null },
      { title: 'Approve leavers.xlsx', waitsFor: 'An administrator' },
    ]);
    expect((await ofKind(world.other.manager, 'rosterChange')).map(({ path }) => path).join()).not.toContain(
      changeId,
    );
    await call(employees.confirmRosterChange, world.admin, {
      params: { changeId },
      body: { version: 2 },
    });
    expect(await ofKind(world.admin, 'rosterChange')).toEqual([]);
    const lastSubject = async () => (await emailsTo(world.own.manager.email)).at(-1)?.subject;
    expect(await lastSubject()).toBe('leavers.xlsx was approved');
    const approved = defined(await findRosterChange(changeId));
    const takeBackUntil = '2026-11-21T16:00:00.000Z';
    await transact(...rosterChangeWrites(approved, { ...approved, status: 'done', takeBackUntil }));
    const body = { version: approved.version + 1 };
    const undone = await call(employees.undoRosterChange, world.admin, { params: { changeId }, body });
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    expect(await lastSubject()).toBe('leavers.xlsx was undone');
  });

  it('lists an undecided roster change that is older than twenty decided ones', async () => {
    const preview = defined(await findRosterChange('roster-change-1'));
    const add = (id: string, startedAt: string, status: 'waiting' | 'discarded') =>
      transact(...rosterChangeWrites(null, { ...preview, id, version: 0, startedAt, status }));
    const ids = async () => (await ofKind(world.own.manager, 'rosterChange')).map(({ id }) => id);
    await add('older-roster', '2026-01-02T12:00:00.000Z', 'waiting');
    for (let index = 0; index < 21; index += 1)
      await add(`newer-roster-${index}`, '2026-11-20T16:00:00.000Z', 'discarded');
    expect(await ids()).toContain('rosterChange older-roster waiting');
    const { version } = defined(await findRosterChange('older-roster'));
    const params = { changeId: 'older-roster' };
    await call(employees.discardRosterChange, world.own.manager, { params, body: { version } });
    expect(await ids()).not.toContain('rosterChange older-roster waiting');
  });

  it('lists no roster change that was discarded, or that changes nothing', async () => {
    const preview = defined(await findRosterChange('roster-change-1'));
    const before = (await ofKind(world.own.manager, 'rosterChange')).length;
    const same = { ...preview, id: 'same-roster', version: 0, counts: { ...noCounts, rows: 9, same: 9 } };
    const unwanted = { ...preview, id: 'unwanted-roster', version: 0, needsAdministrator: true };
    await transact(...rosterChangeWrites(null, same), ...rosterChangeWrites(null, unwanted));
    expect(await ofKind(world.own.manager, 'rosterChange')).toHaveLength(before + 1);
    const params = { changeId: unwanted.id };
    const confirm = (as: User, version: number) =>
      call(employees.confirmRosterChange, as, { params, body: { version } });
    const discard = (as: User, version: number) =>
      call(employees.discardRosterChange, as, { params, body: { version } });
    expect((await confirm(world.own.manager, 1)).body).toMatchObject({ jobId: null });
    expect(await ofKind(world.admin, 'rosterChange')).toHaveLength(1);
    expect((await discard(world.other.manager, 2)).status).toBe(403);
    const lost = await discard(world.admin, 1);
    expect([lost.status, lost.body.message]).toEqual([
      409,
      `${unwanted.fileName} changed after you opened it. Its status is now “Waiting for an administrator”. Nothing else was done.`,
    ]);
    expect((await discard(world.admin, 2)).status).toBe(200);
    const email = (await emailsTo(world.own.manager.email)).at(-1);
    expect(email?.subject).toBe(`${unwanted.fileName} was discarded`);
    expect(email?.body.text).toContain(`/employeemanagement/changes/${unwanted.id}`);
    expect(await ofKind(world.admin, 'rosterChange')).toEqual([]);
    expect(await ofKind(world.own.manager, 'rosterChange')).toHaveLength(before);
    for (const status of [
      (await discard(world.own.manager, 3)).status,
      (await confirm(world.admin, 3)).status,
    ])
      expect(status).toBe(409);
    expect(defined(await findRosterChange(unwanted.id)).status).toBe('discarded');
  });

  it('shows to a manager only what the access includes', async () => {
    const before = await asStored(world.own.manager.id);
    const withAccess = async (managerAccess: User['managerAccess']) => {
      await transact(
        ...userChange(await asStored(before.id), { ...(await asStored(before.id)), managerAccess }),
      );
      return (await listed(before)).map(({ kind, waitsFor: others }) => [kind, others]);
    };
    expect(await withAccess('finance')).toEqual([]);
    const read = await withAccess('read');
    expect(read).toContainEqual(['memberRequest', 'A manager with more access']);
    expect(read.filter(([, others]) => others === null)).toEqual([]);
    expect(await withAccess('roster')).toContainEqual(['memberRequest', null]);
    await withAccess('full');
  });

  it('lists the missing visits of the own club only', async () => {
    expect(await listed(world.facilityManager)).toMatchObject([
      { kind: 'visitReport', title: expect.stringContaining('missing visit on 10/05/2026'), waitsFor: null },
    ]);
  });

  it('requires another administrator than the requester for a payment that is paid again', async () => {
    await givenPayments([somePayment('P-again', { status: canceled })]);
    const stored = await loadPayment('P-again');
    const payAgainRequest = {
      reason: 'Wrong account.',
      requestedBy: other.id,
      requestedAt: '2026-11-20T15:00:00Z',
    };
    await transact(...paymentChange(stored, { ...stored, payAgainRequest }));
    expect(await ofKind(other, 'paidAgain')).toMatchObject([{ waitsFor: 'Another administrator' }]);
    expect(await ofKind(world.admin, 'paidAgain')).toMatchObject([
      { waitsFor: null, amount: stored.amountToBeSent / 100, effect: 'Wrong account.' },
    ]);
  });

  it('omits a payment to pay again if its requester can no longer confirm or it cannot be paid', async () => {
    const third = await createUser({ role: 'systemAdmin' });
    await givenPayments([
      somePayment('P-void', { status: canceled }),
      somePayment('P-nothing', { status: canceled }),
    ]);
    const { version } = await loadPayment('P-void');
    const requestBy = (as: User, paymentId: string) =>
      call(payments.payAgain, as, { params: { paymentId }, body: { version, reason: 'Wrong account.' } });
    const titles = async () => (await ofKind(world.admin, 'paidAgain')).map(({ title }) => title).join();
    await requestBy(third, 'P-void');
    await requestBy(other, 'P-nothing');
    expect(await titles()).toContain('P-void');
    const removal = { params: { administratorId: third.id } };
    expect((await call(administrators.remove, other, removal)).status).toBe(200);
    expect(await titles()).not.toContain('P-void');
    const reason = () =>
      call(payments.reason, world.admin, { params: { paymentId: 'P-void' }, query: { partnerId: '1' } });
    expect((await reason()).body.payAgain).toMatchObject({ request: null });
    expect(await titles()).toContain('P-nothing');
    const stored = await loadPayment('P-nothing');
    await transact(...paymentChange(stored, { ...stored, totalPayment: 0 }));
    expect(await titles()).not.toContain('P-nothing');
    expect((await call(administrators.cancelRemoval, third, removal)).status).toBe(200);
    expect(await titles()).toContain('P-void');
  });

  it('shows an invitation to administrators who can confirm, with its deadline', async () => {
    const body = { email: 'third@test.test', firstName: 'Kim', lastName: 'Lund' };
    expect((await call(administrators.invite, world.admin, { body })).status).toBe(200);
    expect(await ofKind(other, 'administrator')).toMatchObject([
      {
        title: 'Approve the invitation of Kim Lund as an administrator',
        dueOn: '2026-11-27',
        waitsFor: null,
      },
    ]);
    expect(await ofKind(world.admin, 'administrator')).toMatchObject([{ waitsFor: 'Another administrator' }]);
    const source = { sees: administrators.list, acts: administrators.approve, isForTwo: true } as const;
    const now = new Date('2026-11-20T16:00:00Z');
    const newcomer = { ...other, administratorSince: now.toISOString() };
    expect(waitsFor(newcomer, source, { requestedBy: world.admin.id }, now)).toBe('Another administrator');
    expect(waitsFor(world.own.manager, source, {}, now)).toBeUndefined();
    // seven days later it can only be removed
    setClock('2026-11-27T16:00:01Z');
    const [entry] = await ofKind(other, 'administrator');
    expect(entry?.title).toBe('Remove the expired invitation of Kim Lund');
    const { body: all } = await call(administrators.list, other);
    const invited = all.find(({ email }: { email: string }) => email === body.email);
    expect(invited).toMatchObject({ status: 'expired' });
    expect(entry?.path).toBe(`/admin/administrators/list?user=${invited.id}`);
    const approval = { params: { administratorId: invited.id } };
    expect((await call(administrators.approve, other, approval)).status).toBe(409);
  });

  it('opens an existing page from every entry', async () => {
    const all = await Promise.all([world.admin, world.own.manager, world.facilityManager].map(listed));
    expect(all.flat().filter(({ path }) => !isPage(path))).toEqual([]);
  });
});

describe('the emails about waiting work', () => {
  const newEmails = async (user: User) =>
    (await emailsTo(user.email)).filter(({ body }) => body.text.includes('/admin/'));

  it('are sent once per quarter of an hour, without entries that were announced', async () => {
    await announce(at(1));
    const first = await newEmails(world.admin);
    await announce(at(2));
    expect(await newEmails(world.admin)).toHaveLength(first.length);
    const user = await createUser({ memberIds: [world.own.member.id], memberPartnerIds: ['1'] });
    const { status } = await call(members.sendRequest, user, {
      body: { memberGuid: world.own.member.id, kind: 'clubChange', facilityId: '4100', note: '' },
    });
    expect(status).toBe(422);
    await announce(at(17));
    // nothing new, so no email
    expect(await newEmails(world.admin)).toHaveLength(first.length);
    const stored = await loadPayment('P-again');
    const payAgainRequest = { reason: 'Again.', requestedBy: other.id, requestedAt: '2026-11-20T16:17:00Z' };
    await transact(...paymentChange(stored, { ...stored, payAgainRequest }));
    const ofRequester = (await newEmails(other)).length;
    await announce(at(20));
    await announce(at(25));
    const emails = await newEmails(world.admin);
    expect(emails).toHaveLength(first.length + 1);
    expect(emails.at(-1)?.subject).toContain('Approve another payment');
    expect(emails.at(-1)?.body.text).toContain('/admin/wellnessprogrampayments/');
    // the requester cannot approve it
    expect(await newEmails(other)).toHaveLength(ofRequester);
  });

  it('are sent by one of several concurrent runs, without text that members enter', async () => {
    const user = await createUser({ memberIds: [world.own.member.id], memberPartnerIds: ['1'] });
    await addFacilities(['7390']);
    const { status } = await call(members.sendRequest, user, {
      body: {
        memberGuid: world.own.member.id,
        kind: 'clubChange',
        facilityId: '7390',
        note: 'Approve it at evil.example.',
      },
    });
    expect(status).toBe(200);
    const before = (await newEmails(world.admin)).length;
    await Promise.all([announce(at(60)), announce(at(60)), announce(at(60))]);
    const emails = await newEmails(world.admin);
    expect(emails).toHaveLength(before + 1);
    expect(emails.at(-1)?.body.text).toContain('change from');
    expect(emails.at(-1)?.body.text).not.toContain('evil.example');
  });
});

it('counts returns, files, and near deadlines as urgent', () => {
  const entry = { kind: 'privacyCase', dueOn: null } as const;
  const urgent = (overrides: object) => isUrgent({ ...entry, ...overrides }, '2026-11-20');
  expect(urgent({})).toBe(false);
  expect(urgent({ dueOn: '2026-11-23' })).toBe(true);
  expect(urgent({ dueOn: '2026-11-24' })).toBe(false);
  expect(urgent({ dueOn: '2026-11-01' })).toBe(true);
  expect(urgent({ kind: 'bankEntry' })).toBe(true);
});
