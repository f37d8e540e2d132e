import { expect, it } from 'vitest';
import { beginUpload } from '../../functions/employees/upload-store.ts';
import { groupMembershipEntity } from '../../functions/group-memberships/store.ts';
import { memberChange } from '../../functions/members/store.ts';
import { change } from '../../functions/table/change.ts';
import { transact } from '../../functions/table/transact.ts';
import { periodName } from '../../shared/calendar.ts';
import { validateEmployeeRows } from '../../shared/employees/employee-rows.ts';
import { closedPeriods } from '../../shared/periods/period.ts';
import { Refusal } from '../../shared/refusal.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { setTerms } from '../enrollment/sign.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld, signedAgreementOf, someMember } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';

const world = useWorld();
const portal = usePortal();
const period = closedPeriods(new Date())[0] ?? '';

it('replaces the set-up steps with members, visits, and payments', async () => {
  const manager = await createUser({ role: 'partnerManager', partnerId: '1' });
  const page = await portal.visitAs(manager.email, '/partnermanager/dashboard');
  const step = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await step('No visits this month or last month.').waitFor();
  await step('No payments yet.').waitFor();
  expect(await step('No visits this month').getByText('Ready', { exact: true }).count()).toBe(0);
  expect(await step('No payments yet.').getByText('Ready', { exact: true }).count()).toBe(0);

  const evening = new Date('2026-11-20T03:00:00Z');
  const rows = validateEmployeeRows(
    [
      {
        line: 2,
        fields: { firstName: 'Bo', lastName: 'Berg', email: 'bo@evening.test', phone: '', dateOfBirth: '' },
      },
    ],
    '2026-11-19',
  );
  const upload = { id: 'EVENING', partnerId: '1', rows, fileName: 'people.xlsx' };
  await runJob((await beginUpload(upload, { userId: manager.id }, evening)).jobId);
  const { keyFobNumber } = world.own.member;
  const lines = `Key Fob,Member ID,Email,Club ID,Date,Time\n${keyFobNumber},,,${world.facility.facilityNumber},${period.slice(4)}/20/${period.slice(0, 4)},`;
  const files = { file: { name: 'visits.csv', bytes: Buffer.from(lines) } };
  await runJob((await call(visits.importCheckIns, world.admin, { files })).body.jobId);
  const begun = await call(payments.generatePartnerPayments, world.admin, {
    body: {
      programTypeID: 1,
      programPaymentTypeID: 1,
      paymentTypeID: 4,
      partnerID: '1',
      usagePeriodID: period,
    },
  });
  await runJob(begun.body.jobId);
  await page.reload();
  await page.getByText(`Visits in ${periodName(period)}`).waitFor();
  // the date in Chicago, as in the tasks of the page
  await page.getByRole('link', { name: 'people.xlsx, 11/19/2026: 1 uploaded, 0 to fix' }).waitFor();
  // set-up steps and pictures disappear once the program has members and payments
  expect(await page.getByText('Set-up', { exact: false }).count()).toBe(0);
  expect(await page.getByRole('figure').count()).toBe(0);
  await step('They can use their clubs.').getByRole('link', { name: '1 Active' }).waitFor();
  await step('They have no email from us yet.').getByRole('link', { name: 'Invite', exact: true }).waitFor();
  await page.context().close();
});

it('does not promise a message to a manager without a program', async () => {
  const { groupMembership } = world.other;
  const lost = { lost: new Refusal('conflict', 'It changed.') };
  await transact(...change(groupMembershipEntity, groupMembership, null, lost));
  const manager = await createUser({ role: 'partnerManager', partnerId: world.other.partner.id });
  const page = await portal.visitAs(manager.email, '/partnermanager/dashboard');
  await page.getByText('Your program is not set up yet').waitFor();
  expect(await page.getByText('We tell you').count()).toBe(0);
  await page.context().close();
});

it('links Billing Details for a member without dues who is reimbursed directly', async () => {
  await setTerms(world.own.groupMembership, {
    programPaymentTypeId: 2,
    memberDuesAmount: 0,
    memberReimbursementTypeId: 4,
    memberReimbursementAmount: 25_00,
    numberOfVisitsToReimburse: 12,
    launchDate: '2024-01-01',
  });
  const enrolled = {
    invitationStatus: 4,
    facilityId: world.facility.id,
    facilityName: world.facility.name,
    enrolledOn: '2026-01-01',
    activatedOn: '2026-01-01',
    agreement: signedAgreementOf('FREE'),
  } as const;
  await transact(...memberChange(null, someMember('FREE', '1', enrolled)));
  const member = await createUser({ memberIds: ['FREE'], memberPartnerIds: ['1'] });
  const page = await portal.visitAs(member.email, '/member/dashboard/home');
  await page.getByRole('link', { name: 'Billing Details' }).click();
  await page.waitForURL('**/member/account/billing');
  await page.getByRole('heading', { level: 1, name: 'Billing', exact: true }).waitFor();
  await page.context().close();
});
