import { memberLogins } from '../../infra/local/demo/login-table.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { memberEntity, loadMember } from '../../functions/members/store.ts';
import { paymentEntity } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { tableName } from '../../functions/table/client.ts';
import { countKeys, keys } from '../../functions/table/keys.ts';
import { parseRow } from '../../functions/table/table.ts';
import { writeAlone } from '../../functions/table/transact.ts';
import { visitEntity } from '../../functions/visits/store.ts';
import { loadDemoData } from '../../infra/local/demo/load.ts';
import { provision } from '../../infra/local/provision.ts';
import { deleted, waitingToInvite, type Member } from '../../shared/members/member.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { users } from '../../shared/contracts/users.ts';
import { call } from '../support/call.ts';
import { everyRow, type Row } from './every-row.ts';
import { signIn } from './sign-in.ts';

let rows: Row[];
let members: Member[];
let paid: Payment[];

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

  it('has payments in every status, and members with their own addresses', () => {
    expect(new Set(paid.map(({ status }) => status))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
    // a user with two programs is a member of two partners
    expect(new Set(members.map(({ partnerId, email }) => `${partnerId} ${email}`)).size).toBe(members.length);
  });
  it.each(memberLogins)('$email has the status of the list', async (login) => {
    const me = (await call(users.me, await signIn(login.email))).body;
    const member = await loadMember(me.memberGroups[0].membersIds[0]);
    const { status, becomes = status, signs } = login;
    expect([member.invitationStatus, member.agreement?.version ?? null]).toEqual([becomes, signs]);
  });
});
