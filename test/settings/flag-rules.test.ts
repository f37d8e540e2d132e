import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setFlags } from '../support/flags.ts';
import { partnerChange } from '../../functions/partners/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { someTerms } from '../group-memberships/examples.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import '../support/jobs.ts';
import { useWorld, somePartner } from '../support/world.ts';

const world = useWorld();
const turn = async (gmrAddProgram: boolean) => setFlags({ gmrAddProgram });
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();
afterEach(() => turn(false));

describe('gmr-add-program on the server', () => {
  it('lets only administrators deactivate a membership, and only while it is off', async () => {
    const { usedKeyFob, manager } = world.own;
    const deactivate = (user: typeof manager) =>
      call(employees.deactivate, user, { body: { facilityMemberID: usedKeyFob.number } });
    expect((await deactivate(manager)).status).toBe(403);
    await turn(true);
    const refused = await deactivate(world.admin);
    expect(refused.status).toBe(422);
    expect(refused.body.message).toContain('cannot be deactivated manually');
    await turn(false);
    expect((await deactivate(world.admin)).status).toBe(200);
  });

  it('rejects member-paid programs while it is off', async () => {
    const id = '70';
    await transact(...partnerChange(null, { ...somePartner(id), programTypes: [] }));
    const body = {
      ...someTerms(id),
      launchDate: '2026-12-01',
      programPaymentTypeID: 2,
      memberDuesAmount: 5,
      memberReimbursementTypeID: 10,
    };
    const refused = await call(groupMemberships.save, world.admin, { body });
    expect(refused.status).toBe(422);
    expect(refused.body.fields.programPaymentTypeID).toContain('Member-paid programs are turned off.');
    await turn(true);
    expect((await call(groupMemberships.save, world.admin, { body })).status).toBe(200);
  });

  it('rejects payments for an open month while it is off, except member dues', async () => {
    const fees = { programPaymentTypeID: 2, paymentTypeID: 4, partnerID: 0, usagePeriodID: '202611' };
    const refused = await call(payments.generatePartnerPayments, world.admin, { body: fees });
    expect(refused.status).toBe(422);
    expect(refused.body.message).toBe(
      'November 2026 is not closed yet. It closes on 12/09/2026: clubs can report check-ins until the end of the day before.',
    );
    const dues = { programTypeID: 2, paymentTypeID: 6, partnerID: 0, periodID: '202611' };
    expect((await call(payments.generateMemberPayments, world.admin, { body: dues })).status).toBe(200);
    await turn(true);
    expect((await call(payments.generatePartnerPayments, world.admin, { body: fees })).status).toBe(200);
  });

  it('rejects a startup fee while it is on', async () => {
    const body = {
      programPaymentTypeID: 1,
      paymentTypeID: 4,
      partnerID: '1',
      usagePeriodID: '202610',
      startupFee: '10.00',
    };
    await turn(true);
    const refused = await call(payments.generatePartnerPayments, world.admin, { body });
    expect(refused.status).toBe(422);
    expect(refused.body.fields).toEqual({ startupFee: expect.stringContaining('Startup Fee') });
    await turn(false);
    expect((await call(payments.generatePartnerPayments, world.admin, { body })).status).toBe(200);
  });
});
