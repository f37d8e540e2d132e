import { expect, it } from 'vitest';
import { createJob } from '../../functions/jobs/store.ts';
import { expectAccessible } from '../support/axe.ts';
import { useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';

const portal = usePortal();
useWorld();
const at = '2026-11-20T12:00:00.000Z';

it('lists failed jobs with what was completed, and jobs that wait', async () => {
  for (const [id, status] of [
    ['failed-import', 'failed'],
    ['waiting-import', 'running'],
  ] as const)
    await createJob(
      {
        id,
        status,
        kind: 'key fobs',
        done: 2,
        total: 4,
        message: `Two of four rows of ${id} are stored.`,
        cursor: '',
        input: {},
        tally: {},
        failures: 0,
        claimedUntil: null,
        startedBy: 'user-admin',
        partnerId: null,
        startedAt: at,
        updatedAt: at,
        version: 0,
      },
      new Date(at),
    );
  const admin = await createUser({ role: 'systemAdmin' });
  const page = await portal.visitAs(admin.email, '/admin/jobs');
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
  await page.getByText('Two of four rows of failed-import are stored.').first().waitFor();
  expect(await page.getByText('waiting-import').count()).toBe(0);
  await expectAccessible(page, [390, 1366]);
  await page.getByLabel('Status').selectOption({ label: 'Waiting or running' });
  await page.getByText('Two of four rows of waiting-import are stored.').first().waitFor();
});
