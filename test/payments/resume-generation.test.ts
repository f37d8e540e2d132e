import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineJob } from '../../functions/jobs/job-kind.ts';
import { jobKinds } from '../../functions/workers/job-runner.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { rangeLimits } from '../../shared/payments/range-limits.ts';
import { closedPeriods } from '../../shared/periods/period.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { makeWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { openPortal, type Portal } from '../web/portal.ts';
import { addFacilities, addMembers } from './facilities.ts';

const periodId = closedPeriods(new Date())[0] ?? '';
const facilities = ['5000', '5001', '5002'];
const usual = { ...rangeLimits };
const steps = jobKinds['facility payments'];
let portal: Portal;
let page: Page;
let jobId: string;

beforeAll(async () => {
  const world = await makeWorld();
  await addFacilities(facilities);
  await addMembers(
    '1',
    facilities.map((facilityId) => ({ id: `S${facilityId}`, facilityId })),
  );
  Object.assign(rangeLimits, { members: 2 });
  // one range fails
  jobKinds['facility payments'] = defineJob({
    ...steps,
    step: (context) =>
      JSON.stringify(context.cursor).includes('R002-')
        ? Promise.reject(new Error('broken'))
        : steps.step(context),
  });
  const begun = await call(payments.generateFacilityPayments, world.admin, {
    body: { programTypeID: 1, programPaymentTypeID: 1, partnerID: '1', usagePeriodID: periodId },
  });
  ({ jobId } = begun.body);
  await runJob(jobId);
  jobKinds['facility payments'] = steps;
  portal = await openPortal();
  const { email } = await createUser({ role: 'systemAdmin' });
  const path = `/admin/wellnessprogrampayments/facilitypayments?job=${jobId}`;
  page = await portal.visitAs(email, path, { reducedMotion: 'reduce' });
});
afterAll(async () => {
  Object.assign(rangeLimits, usual);
  jobKinds['facility payments'] = steps;
  await portal?.close();
});

it('a generation with a failed range names it, and resumes from its page', async () => {
  await page.getByText(`ranges failed (${jobId}-2)`).waitFor();
  await page.getByRole('button', { name: 'Resume generation' }).click();
  await page.getByText('Resuming where the job stopped.').first().waitFor();
  expect(await runJob(jobId)).toMatchObject({ status: 'done' });
  await page.getByText('Payments generated').waitFor();
  await page.getByText(/^\d+ added, 0 changed, 0 removed, 0 kept\.$/).waitFor();
  expect(await page.getByRole('button', { name: 'Resume generation' }).count()).toBe(0);
});
