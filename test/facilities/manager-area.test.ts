import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusedRowsOf } from '../../functions/jobs/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { somePayment } from '../payments/some-payment.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { allRunningJobs, runJob } from '../support/jobs.ts';
import { emailsTo } from '../support/mailbox.ts';
import { trailOf } from '../support/trail.ts';
import { useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';

const world = useWorld();
beforeAll(async () => {
  await addFacilities(['4200']);
  await addMembers('2', [{ id: 'E1', facilityId: '4200' }]);
});
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

describe('a facility manager', () => {
  it('imports check-ins of the own facility only and sees only the failed rows of the own imports', async () => {
    const send = async (text: string) => {
      const file = { name: 'v.csv', bytes: Buffer.from(text) };
      const { body, status } = await call(visits.importCheckIns, world.facilityManager, { files: { file } });
      expect(status, JSON.stringify(body)).toBe(200);
      return runJob(body.jobId);
    };
    const job = await send(
      'Member ID,Club ID,Date\nM11,4100,11/05/2026\nM11,4200,11/06/2026\nM11,,11/07/2026\n',
    );
    expect(job.tally).toMatchObject({ uploaded: 2, failed: 1 });
    expect((await refusedRowsOf(job.id))[0]?.reason).toBe(
      'This row names club 4200. You can import check-ins of your own club, 4100, only.',
    );
    expect((await send('Member ID,Date\nM11,11/08/2026\n')).tally).toMatchObject({ uploaded: 1 });
    const failed = (jobId: string) =>
      call(visits.failedCheckIns, world.facilityManager, { params: { jobId } });
    expect((await failed(job.id)).status).toBe(200);
    expect((await failed('visits-import-of-another')).status).toBe(403);
  });

  it('has a start page with visits, reports, vouchers, payments, and the account', async () => {
    const { status, body } = await call(facilities.ownHome, world.facilityManager, {});
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      facilityName: world.facility.name,
      months: [{ periodID: '202611', visits: 3, until: '2026-12-08' }],
      openReports: 1,
      redemptions: { count: 0, amount: 0 },
      payment: null,
      account: { state: 'usable' },
    });
  });

  it('replaces the own deposit account, which waits a day, with emails to the club and administrators', async () => {
    const { facility, facilityManager } = world;
    const admin = await createUser({ role: 'systemAdmin' });
    const before = await call(facilities.ownBankAccount, facilityManager, {});
    const { version = 0 } = before.body.bankAccount ?? {};
    const bankAccount = { routingNumber: '091000022', accountNumber: '500600733', bankAccountType: '0' };
    const save = (enteredVersion: number) =>
      call(facilities.saveOwnBankAccount, facilityManager, {
        body: { bankAccount, version: enteredVersion },
      });
    expect((await save(version + 1)).status).toBe(409);
    expect((await save(version)).status).toBe(200);
    for (const job of await allRunningJobs()) await runJob(job.id);
    const { body } = await call(facilities.ownBankAccount, facilityManager, {});
    expect(body).toEqual({
      facilityName: facility.name,
      bankAccount: expect.objectContaining({
        accountNumber: 'xxxxx0733',
        routingNumber: 'xxxxx0022',
        isRefused: false,
        usableFrom: '2026-11-21',
      }),
    });
    expect(JSON.stringify(body)).not.toContain(facility.payeeToken);
    const params = { facilityId: facility.id };
    const ofAdministrator = await call(facilities.details, admin, { params });
    expect(ofAdministrator.body.bankAccount).toMatchObject({ usableFrom: '2026-11-21' });
    const subjectsTo = async ({ email }: { email: string }) =>
      (await emailsTo(email)).map(({ subject }) => subject);
    expect(await subjectsTo(facilityManager)).toContain(`A new bank account for ${facility.name}`);
    expect(await subjectsTo(admin)).toContain(`${facility.name} entered a bank account`);
    const trail = await trailOf(`facility ${facility.id}`);
    expect(trail.at(-1)).toMatchObject({
      name: 'facility bank account changed',
      who: facilityManager.id,
      after: { lastFour: '0733' },
    });
  });

  it('sees the members of the own facility with their visits this month and no other data', async () => {
    const { body } = await call(facilities.ownMembers, world.facilityManager, {});
    expect(body.items).toEqual([
      {
        memberID: 'M11',
        memberFirstName: 'Ann',
        memberLastName: 'Lund M11',
        facilityMemberID: 'AB0011',
        preferredAccessType: 0,
        memberStatus: 0,
        visitsThisMonth: 3,
      },
    ]);
    expect((await call(facilities.ownMembers, world.admin, {})).status).toBe(403);
  });

  it('sees the payments to the own facility with their calculation', async () => {
    const values = { kind: 'facility', paymentTypeId: 3, facilityName: 'Harbor' } as const;
    const steps = [{ what: '1 member activated', amount: 20_00 }];
    await transact(
      ...paymentChange(
        null,
        somePayment({
          ...values,
          id: 'F-1-3-1-4100-202610',
          facilityId: '4100',
          facilityNumber: '4100',
          reason: { rule: 'test', steps },
        }),
      ),
      ...paymentChange(
        null,
        somePayment({ ...values, id: 'F-1-3-1-4200-202610', facilityId: '4200', facilityNumber: '4200' }),
      ),
    );
    const { body } = await call(facilities.ownPayments, world.facilityManager, {});
    expect(body.items).toMatchObject([
      { id: 'F-1-3-1-4100-202610', amountToBeSent: 100, steps: [{ what: '1 member activated', amount: 20 }] },
    ]);
    expect(body.nextCursor).toBe('202605');
    const older = await call(facilities.ownPayments, world.facilityManager, { query: { cursor: '202605' } });
    expect(older.body.items).toEqual([]);
  });
});
