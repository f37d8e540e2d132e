import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setFlags } from '../support/flags.ts';
import { memberChange } from '../../functions/members/store.ts';
import { partnerChange, loadPartner } from '../../functions/partners/store.ts';
import { keys } from '../../functions/table/keys.ts';
import { eachItem } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { call } from '../support/call.ts';
import { useWorld, someMember, somePartner } from '../support/world.ts';
import { someTerms } from './examples.ts';

const world = useWorld();
let count = 100;

async function partnerWithout(programTypes: number[] = []) {
  const partner = { ...somePartner(String(++count)), programTypes };
  await transact(...partnerChange(null, partner));
  return partner;
}
const terms = (partnerId: string, overrides: Record<string, unknown> = {}) => ({
  ...someTerms(partnerId),
  launchDate: new Date().toISOString().slice(0, 10),
  ...overrides,
});
const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const auditOf = async (partnerId: string) => {
  const events: Record<string, unknown>[] = [];
  for await (const event of eachItem(keys.audit(`partner ${partnerId}`, '', '').pk)) events.push(event);
  return events.map(({ name }) => name);
};

describe('reimbursement without a type', () => {
  const offerAllPrograms = async (gmrAddProgram: boolean) => setFlags({ gmrAddProgram });
  beforeAll(() => offerAllPrograms(true));
  afterAll(() => offerAllPrograms(false));
  const shared = { programPaymentTypeID: 3, memberDuesAmount: 5 };
  const save = async (overrides: Record<string, unknown>) => {
    const { id } = await partnerWithout();
    return call(groupMemberships.save, world.admin, {
      body: terms(id, { launchDate: inAMonth(), ...shared, ...overrides }),
    });
  };
  const refusal = { memberReimbursementTypeID: 'Reimbursement Type is required.' };

  it('is rejected at the type of a shared program, for an amount or for visits', async () => {
    for (const values of [
      { memberReimbursementAmount: '20.00', numberOfVisitsToReimburse: 12 },
      { memberReimbursementAmount: '20.00' },
      { numberOfVisitsToReimburse: 12 },
    ]) {
      const { status, body } = await save(values);
      expect([status, body]).toMatchObject([400, { fields: refusal }]);
    }
  });

  it('is rejected when a shared program with a reimbursement is changed', async () => {
    const paid = { memberReimbursementAmount: '20.00', numberOfVisitsToReimburse: 12 };
    const { body: saved } = await save({ ...paid, memberReimbursementTypeID: 4 });
    const { partnerId }: { partnerId: string } = saved.data;
    const body = terms(partnerId, { launchDate: inAMonth(), ...shared, ...paid });
    const { status, body: refused } = await call(groupMemberships.update, world.admin, { body });
    expect([status, refused]).toMatchObject([400, { fields: refusal }]);
    const stored = await call(groupMemberships.get, world.admin, { query: { partnerId } });
    expect(stored.body).toMatchObject({ memberReimbursementAmount: 20, numberOfVisitsToReimburse: 12 });
  });

  it('is accepted without amount and visits', async () => {
    for (const values of [{}, { memberReimbursementAmount: '0.00', numberOfVisitsToReimburse: 0 }])
      expect((await save(values)).body).toMatchObject({ data: { memberReimbursementTypeID: 10 } });
  });
});

describe('new group membership', () => {
  it('returns 404 before it is created, then dollars, selects program type 1, and is audited', async () => {
    const { id } = await partnerWithout();
    const request = { query: { partnerId: id } };
    expect((await call(groupMemberships.get, world.admin, request)).status).toBe(404);
    expect((await call(groupMemberships.isGroupMembershipAddedToPartner, world.admin, request)).body).toBe(
      false,
    );
    expect(
      (await call(groupMemberships.programPaymentType, world.admin, { query: { partnerID: id } })).body,
    ).toBe(null);

    const saved = await call(groupMemberships.save, world.admin, {
      body: terms(id, { launchDate: inAMonth() }),
    });
    expect(saved.body).toMatchObject({ success: true, data: { adminFee: 250, version: 1 } });

    const { body } = await call(groupMemberships.get, world.admin, request);
    expect(body).toMatchObject({
      monthlyInstallment: 12_000,
      memberReimbursementTypeID: 10,
      facilityFeesBillingTypeID: 1,
      installmentTypeID: 1,
      hasEnrolledOrInvitedMembers: false,
    });
    expect((await call(groupMemberships.isGroupMembershipAddedToPartner, world.admin, request)).body).toBe(
      true,
    );
    expect((await loadPartner(id)).programTypes).toEqual([1]);
    expect(await auditOf(id)).toContain('group membership created');
  });

  it('is created once by repeated requests', async () => {
    const { id } = await partnerWithout([1]);
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        call(groupMemberships.save, world.admin, { body: terms(id, { launchDate: inAMonth() }) }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await auditOf(id)).filter((name) => name === 'group membership created')).toHaveLength(1);
  });

  it('is refused at the field for a past launch date, and writes nothing', async () => {
    const { id } = await partnerWithout();
    const response = await call(groupMemberships.save, world.admin, {
      body: terms(id, { launchDate: '2020-01-01' }),
    });
    expect(response.status).toBe(422);
    expect(response.body.fields).toEqual({ launchDate: expect.stringContaining('six months') });
    expect((await loadPartner(id)).programTypes).toEqual([]);
    expect(await auditOf(id)).toEqual([]);
  });

  it('returns 404 for an unknown partner', async () => {
    expect((await call(groupMemberships.save, world.admin, { body: terms('99999') })).status).toBe(404);
  });
});

describe('changed group membership', () => {
  it('keeps its payment type and reports a conflict', async () => {
    const { id } = world.own.partner;
    const launchDate = world.own.groupMembership.launchDate;
    const change = (overrides: Record<string, unknown>) =>
      call(groupMemberships.update, world.admin, { body: terms(id, { launchDate, ...overrides }) });
    expect(
      (await change({ programPaymentTypeID: 2, memberDuesAmount: 5, memberReimbursementTypeID: 10 })).body
        .fields,
    ).toEqual({ programPaymentTypeID: expect.any(String) });
    const saved = await change({ adminFee: '99.50', version: 1 });
    expect(saved.body.data).toMatchObject({ adminFee: 99.5, version: 2 });
    expect((await change({ version: 1 })).status).toBe(409);
    expect(await auditOf(id)).toContain('group membership changed');
  });

  it('returns 404 for an unknown group membership', async () => {
    const { id } = await partnerWithout();
    expect((await call(groupMemberships.update, world.admin, { body: terms(id) })).status).toBe(404);
  });
});

it('reports members as invited or enrolled from the invitation on', async () => {
  const { id } = await partnerWithout();
  const anybody = async () =>
    (await call(groupMemberships.hasEnrolledOrInvitedMembers, world.admin, { query: { partnerID: id } }))
      .body;
  const member = someMember('M-counted', id);
  expect(await anybody()).toBe(false);
  await transact(...memberChange(null, member));
  expect(await anybody()).toBe(false);
  const invited = { ...member, version: 1, invitationStatus: 2 as const };
  await transact(...memberChange({ ...member, version: 1 }, invited));
  expect(await anybody()).toBe(true);
  await transact(...memberChange({ ...invited, version: 2 }, { ...invited, invitationStatus: 8 }));
  expect(await anybody()).toBe(false);
});
