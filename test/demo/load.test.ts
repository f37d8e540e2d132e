import { loadBankFile } from '../../functions/bank-files/store.ts';
import { defined } from '../support/defined.ts';
import { memberLogins } from '../../infra/local/demo/login-table.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { enterPin } from '../../functions/users/pin.ts';
import { loadBankAccounts } from '../../functions/bank-accounts/account-read-store.ts';
import { openBankAccount } from '../../functions/bank-accounts/store.ts';
import { memberEntity, memberChange, loadMember } from '../../functions/members/store.ts';
import { membershipCounts } from '../../functions/members/membership-count-store.ts';
import { paymentEntity } from '../../functions/payments/store.ts';
import type { User } from '../../functions/users/user.ts';
import { now } from '../../functions/platform/clock.ts';
import { tableName } from '../../functions/table/client.ts';
import { countKeys, keys } from '../../functions/table/keys.ts';
import { parseRow } from '../../functions/table/table.ts';
import { transact, writeAlone } from '../../functions/table/transact.ts';
import { visitEntity } from '../../functions/visits/store.ts';
import { loadDemoData } from '../../infra/local/demo/load.ts';
import { provision } from '../../infra/local/provision.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { routingCheckDigit } from '../../shared/bank-accounts/routing-number.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { files } from '../../shared/contracts/files.ts';
import { members as memberCalls } from '../../shared/contracts/members.ts';
import { deleted, waitingToInvite, type Member } from '../../shared/members/member.ts';
import { payments } from '../../shared/contracts/payments.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { users } from '../../shared/contracts/users.ts';
import { call } from '../support/call.ts';
import { everyRow, type Row } from './every-row.ts';
import { signIn } from './sign-in.ts';

let rows: Row[];
let members: Member[];
let paid: Payment[];
let admin: User;

const ofKind = (kind: string) => rows.filter(({ entity }) => entity === kind);
const counter = (key: { pk: string; sk: string }): number =>
  Number(rows.find(({ pk, sk }) => pk === key.pk && sk === key.sk)?.n ?? 0);

beforeAll(async () => {
  process.env.STAGE = 'local';
  process.env.CLOCK_SHIFT_MS = String(Date.parse('2026-11-20T16:00:00Z') - Date.now());
  await provision();
  await loadDemoData(() => {});
  rows = await everyRow();
  members = ofKind('member').map((row) => parseRow(memberEntity, row));
  paid = ofKind('payment').map((row) => parseRow(paymentEntity, row));
  admin = await signIn('admin@wellport.test');
});

describe('the demo data', () => {
  it('has a completed scheduled generation for every month with payments, with nothing missing', () => {
    const made = ofKind('job').filter(({ pk }) => /-(first|ninth|twenty-fifth)$/.test(pk));
    expect(made.length).toBeGreaterThan(30);
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 'done'));
    expect(made.map(({ tally }) => tally)).toEqual(
      made.map(() => ({ added: 0, changed: 0, removed: 0, kept: expect.any(Number) })),
    );
  });

  it('an interrupted load leaves the same rows when repeated, and a second start changes nothing', async () => {
    const { pk, sk } = keys.unique('demo-data', 'loaded');
    const at = rows.find((row) => row.pk === pk)?.at;
    await writeAlone({ item: { Put: { TableName: tableName(), Item: { pk, sk, at, done: false } } } });
    await loadDemoData(() => {});
    // numbers are sealed with a new key each time, and repeated work has repeated audit events
    const lasting = (all: Row[]) =>
      all.filter(({ entity }) => entity !== 'bank account' && entity !== 'audit event');
    const again = await everyRow();
    expect(lasting(again)).toEqual(lasting(rows));
    await loadDemoData(() => {});
    expect(await everyRow()).toEqual(again);
  });

  it('has no payments and no audit events in the future', () => {
    const times = [
      ...paid.map(({ id, statusAt }) => [statusAt, id]),
      ...ofKind('audit event').map(({ when, name, pk }) => [String(when), `${String(name)} ${pk}`]),
    ];
    expect(times.length).toBeGreaterThan(300);
    expect(times.filter(([at = '']) => at > now().toISOString())).toEqual([]);
  });

  it('every counter equals the sum of its rows', () => {
    const lists = Map.groupBy(
      // append-only lists are not counted, and a generation's state names a list that it does not belong to
      rows.filter(
        ({ list, entity }) =>
          list !== undefined && !['audit event', 'ledger entry', 'generation'].includes(String(entity)),
      ),
      ({ list }) => String(list),
    );
    expect(lists.size).toBeGreaterThan(30);
    for (const [list, there] of lists)
      expect(
        countKeys(list).reduce((sum, key) => sum + counter(key), 0),
        list,
      ).toBe(there.length);
    for (const partnerId of ['1', '2', '3']) {
      const own = members.filter((one) => one.partnerId === partnerId);
      const left = own.filter(({ invitationStatus }) => invitationStatus !== deleted);
      const waiting = own.filter(({ invitationStatus }) => invitationStatus === waitingToInvite);
      expect(own).toHaveLength(45);
      expect(counter(keys.membershipCount(partnerId))).toBe(left.length);
      expect(counter(keys.waitingCount(partnerId))).toBe(waiting.length);
    }
    const visits = ofKind('visit').map((row) => parseRow(visitEntity, row));
    const monthly = Map.groupBy(visits, ({ memberId, periodId }) => `${memberId} ${periodId}`);
    for (const [name, theirs] of monthly) {
      const [memberId = '', periodId = ''] = name.split(' ');
      expect(counter(keys.monthlyVisits(memberId, periodId))).toBe(
        theirs.filter(({ notCounted }) => !notCounted).length,
      );
    }
    for (const list of new Set(ofKind('payment').map((row) => String(row.list)))) {
      const lines = ofKind('payment').filter((row) => row.list === list);
      const sum = (field: 'totalPayment' | 'amountToBeSent') =>
        lines.reduce((total, line) => total + Number(line[field]), 0);
      expect(counter(keys.count(`${list}#TOTAL`))).toBe(sum('totalPayment'));
      expect(counter(keys.count(`${list}#AMOUNT`))).toBe(sum('amountToBeSent'));
    }
  });

  it('has leavers to review, a full roster awaiting an administrator, and failed rows to fix', async () => {
    const query = { partnerID: '1' };
    const changes = await call(employees.rosterChanges, admin, { query });
    expect(changes.body.items).toMatchObject([
      { kind: 'roster', status: 'waiting', startedBy: 'Maren Solberg', counts: { add: 1, end: 4 } },
      { kind: 'leavers', status: 'preview', counts: { rows: 3, end: 2, wrong: 1 } },
    ]);
    const uploads = await call(employees.uploads, admin, { query });
    expect(uploads.body.items).toMatchObject([{ fileName: 'New hires.xlsx', uploaded: 0, failed: 6 }]);
  });

  it('has a club change and a lost key fob that members requested', async () => {
    const { body } = await call(memberCalls.requests, admin, {});
    expect(body.items).toMatchObject([
      { kind: 'lostKeyFob', status: 'open', lostNumber: expect.stringMatching(/^[\dA-E]{6,7}$/) },
      { kind: 'clubChange', status: 'open', lostNumber: '' },
    ]);
  });

  it('has payments in every status, and members with their own addresses', () => {
    expect(new Set(paid.map(({ status }) => status))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
    // a user with two programs is a member of two partners
    expect(new Set(members.map(({ partnerId, email }) => `${partnerId} ${email}`)).size).toBe(members.length);
  });

  it('has sent and canceled bank files created by the portal, and payments still to be sent', async () => {
    const made = await Promise.all(ofKind('bank file').map(({ id }) => loadBankFile(String(id))));
    expect(new Set(made.map(({ status }) => status))).toEqual(
      new Set(['submitted', 'acknowledged', 'settled', 'canceled']),
    );
    for (const file of made.filter(
      ({ status, purpose }) => status !== 'canceled' && purpose !== 'reversal',
    )) {
      const inFile = paid.filter(({ attempts }) => attempts.some(({ bankFileId }) => bankFileId === file.id));
      expect(inFile).toHaveLength(file.lineCount);
      expect(inFile.reduce((sum, one) => sum + one.amountToBeSent, 0)).toBe(file.debit + file.credit);
      expect(inFile.every(({ status }) => [1, 2, 3, 4, 5].includes(status))).toBe(true);
    }
    // one was returned for insufficient funds and sent again, one was reversed
    expect(paid.some(({ status, attempts }) => status === 2 && attempts.length === 2)).toBe(true);
    expect(made.map(({ purpose }) => purpose)).toContain('reversal');
    const said = ofKind('inbox file').map(({ kind, status }) => `${String(kind)} ${String(status)}`);
    for (const one of ['statement done', 'unreadable unreadable', 'returns review'])
      expect(said).toContain(one);
    const heard = ofKind('inbox entry').map(({ code, status }) => `${String(code)} ${String(status)}`);
    for (const one of ['C01 applied', 'R16 case', 'R03 quarantined']) expect(heard).toContain(one);
    // the bank returned some payments of the newer month, for three reasons
    const returnedCodes = paid.flatMap(({ attempts }) =>
      attempts.flatMap(({ returned }) => returned?.code ?? []),
    );
    for (const code of ['R01', 'R02', 'R16']) expect(returnedCodes).toContain(code);
    const canceled = made.find(({ status }) => status === 'canceled');
    expect(canceled?.reason).toContain("Today's cutoff has passed.");
    expect(paid.some(({ status, kind }) => status === 0 && kind === 'partner')).toBe(true);
    const { body } = await call(bankFiles.list, admin);
    expect(body.items).toHaveLength(made.length);
  });

  it('bank accounts have routing numbers with valid check digits', async () => {
    const tokens = ofKind('bank account').map(({ payeeToken }) => String(payeeToken));
    expect(tokens.length).toBeGreaterThan(100);
    for (const account of await loadBankAccounts(tokens)) {
      const { routingNumber } = await openBankAccount(account);
      expect(String(routingCheckDigit(routingNumber.slice(0, 8)))).toBe(routingNumber.slice(8));
    }
  });
});

describe('a loaded record', () => {
  const find = async (filter: string) =>
    (await call(employees.keyFobs, admin, { query: { partnerID: '2', filter } })).body.items;

  it('is found by search, can be changed, and is then found only by its new name', async () => {
    const member = defined(
      members.find(
        ({ partnerId, invitationStatus }) => partnerId === '2' && invitationStatus === waitingToInvite,
      ),
    );
    const before = await membershipCounts('2');
    expect(await find(member.firstName)).toContainEqual(
      expect.objectContaining({ memberEmail: member.email }),
    );
    const names = { firstName: 'Quillon', lastName: 'Zabriskie', email: 'quillon@cardinalfoods.example' };
    await transact(...memberChange(member, { ...member, ...names, invitationStatus: 2 }));
    expect(await find('quill')).toHaveLength(1);
    expect(await find('zabr')).toHaveLength(1);
    expect(await find(member.firstName)).not.toContainEqual(expect.objectContaining({ memberId: member.id }));
    expect(await membershipCounts('2')).toEqual({ ...before, waiting: before.waiting - 1 });
    const double = { ...member, ...names, id: 'another' };
    await expect(transact(...memberChange(null, double))).rejects.toThrow('Email must be unique.');
  });

  it('an activated membership can be put on hold by its key fob', async () => {
    const member = defined(
      members.find(({ invitationStatus, keyFobNumber }) => invitationStatus === 4 && keyFobNumber !== null),
    );
    const held = await call(employees.deactivate, admin, { body: { facilityMemberID: member.keyFobNumber } });
    expect(held.status, JSON.stringify(held.body)).toBe(200);
    expect(await loadMember(member.id)).toMatchObject({ invitationStatus: 7, version: 2 });
  });

  it('payments equal the result of a generation and can be corrected', async () => {
    const which = { programTypeID: 1, programPaymentTypeID: 1, partnerID: '1', periodID: '202610' };
    const { body } = await call(payments.previewFacilityPayments, admin, { query: which });
    expect(body).toMatchObject({ added: 0, changed: 0, removed: 0 });
    expect(body.kept).toBeGreaterThan(4);
    const line = defined(
      paid.find(
        ({ kind, status, totalPayment, amountToBeSent }) =>
          kind === 'facility' && status === 0 && totalPayment === amountToBeSent,
      ),
    );
    const corrected = await call(payments.correctFacilityPayment, admin, {
      body: {
        programTypeId: 1,
        programPaymentTypeId: line.programPaymentTypeId,
        paymentId: line.id,
        amountToBeSent: '1.00',
        reason: 'Counted by hand',
      },
    });
    expect(corrected.status, JSON.stringify(corrected.body)).toBe(200);
    const { items } = (
      await call(payments.listFacilityPayments, admin, {
        params: { programPaymentTypeId: line.programPaymentTypeId, periodId: line.periodId },
        query: { showCorrectedOnly: 'true' },
      })
    ).body;
    expect(items.length).toBeGreaterThan(1);
    expect(JSON.stringify(items)).toContain(line.id);
  });

  it('facilities are in the list and on the map', async () => {
    const { body } = await call(facilities.clubLocator, undefined, {});
    expect(JSON.stringify(body)).toContain('Alder Fitness Minneapolis');
  });
});

describe('the users of the demo', () => {
  it.each<[string, string]>([
    ['admin@wellport.test', 'systemAdmin'],
    ['manager@wellport.test', 'partnerManager'],
    ...memberLogins.map(({ email }): [string, string] => [email, 'member']),
    ['club@wellport.test', 'facilityManager'],
  ])('%s logs in as %s', async (email, role) => {
    const { status, body } = await call(users.me, await signIn(email));
    expect([status, body.role, body.email]).toEqual([200, role, email]);
  });

  it.each(memberLogins)('$email has the status of the list', async (login) => {
    const me = (await call(users.me, await signIn(login.email))).body;
    const member = await loadMember(me.memberGroups[0].membersIds[0]);
    const { status, becomes = status, signs } = login;
    expect([member.invitationStatus, member.agreement?.version ?? null]).toEqual([becomes, signs]);
  });

  it('include one with memberships of two programs, and members at a pay-per-visit club', async () => {
    const { memberGroups } = (await call(users.me, await signIn('groups@wellport.test'))).body;
    const ids = memberGroups.flatMap(({ membersIds }: { membersIds: string[] }) => membersIds);
    const own = await Promise.all(ids.map(loadMember));
    expect(new Set(own.map(({ partnerId }) => partnerId))).toEqual(new Set(['1', '2']));
    expect(
      members.some(({ facilityIsPpv, invitationStatus }) => facilityIsPpv && invitationStatus === 4),
    ).toBe(true);
  });

  it('include one for each action that a member may have to take', () => {
    const states = memberLogins.map(({ status, becomes = status, signs }) => `${becomes} ${signs}`);
    for (const state of ['2 null', '4 5', '5 5', '3 5', '7 5', '4 null', '4 1', '4 2', '4 3', '4 4'])
      expect(states).toContain(state);
    const paying = memberLogins.filter(({ partnerId }) => partnerId === '2');
    expect(paying.length).toBeGreaterThan(4);
  });

  it('the one on hold stopped the dues of next month, and has no other pending payments', () => {
    const held = defined(members.find(({ email }) => email === 'onhold@wellport.test'));
    const dues = paid.filter((one) => one.kind === 'member' && one.memberId === held.id);
    const [next, ...earlier] = dues
      .filter(({ paymentTypeId }) => paymentTypeId === 6)
      .toSorted((left, other) => other.periodId.localeCompare(left.periodId));
    expect(next).toMatchObject({ periodId: '202612', status: 4, amountToBeSent: 24_00 });
    const told = ofKind('audit event').filter(({ subject }) => subject === `payment ${next?.id}`);
    expect(JSON.stringify(told)).toContain('The member stopped this withdrawal.');
    expect(new Set(earlier.map(({ status }) => status))).toEqual(new Set([5]));
    expect(held.holds).toEqual([{ from: '2026-11-20', to: null }]);
  });

  it('the member’s general information is filled in', async () => {
    const me = await signIn('member@wellport.test');
    const memberId = (await call(users.me, me)).body.memberGroups[0].membersIds[0];
    const { body } = await call(memberCalls.generalInfo, me, { query: { memberId } });
    expect(Object.keys(body)).toHaveLength(12);
    for (const [name, value] of Object.entries(body)) expect(value, name).toBeTruthy();
  });

  it('the administrator has a PIN', async () => {
    await expect(enterPin(admin.id, '246810', now())).resolves.toBeUndefined();
    await expect(enterPin(admin.id, '246811', now())).rejects.toThrow('Incorrect PIN');
  });

  it('the member has a facility, visits, and a readable agreement, and the facility manager manages that facility', async () => {
    const me = (await call(users.me, await signIn('member@wellport.test'))).body;
    const member = await loadMember(me.memberGroups[0].membersIds[0]);
    const club = (await call(users.me, await signIn('club@wellport.test'))).body;
    expect(club.facilityId).toBe(member.facilityId);
    expect(ofKind('visit').filter(({ memberId }) => memberId === member.id).length).toBeGreaterThan(20);
    const pdf = await call(files.get, await signIn('member@wellport.test'), {
      params: { partitionKey: member.id, rowKey: member.agreement?.rowKey ?? '' },
    });
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
