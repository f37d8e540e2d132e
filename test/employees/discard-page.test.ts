import { expect, it } from 'vitest';
import { employees } from '../../shared/contracts/employees.ts';
import { axeFaults } from '../support/axe.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';
import { workbookOf } from './people.ts';

const world = useWorld();
const portal = usePortal();

async function upload(): Promise<string> {
  const file = await workbookOf([
    ['Ann', 'Lund', 'ann@discard-page.test'],
    ['Bo', 'Berg', 'no address'],
    ['Ann', 'Lund', 'ann@discard-page.test'],
    ['Cy', '', 'cy@discard-page.test'],
  ]);
  const { body } = await call(employees.upload, world.own.manager, {
    body: { partnerId: '1' },
    files: { file },
  });
  return (await runJob(body.jobId)).id;
}

it('counts the rows to fix, confirms before it discards them, and shows who discarded them', async () => {
  const { email, firstName, lastName } = await createUser({ role: 'partnerManager', partnerId: '1' });
  const jobId = await upload();
  const page = await portal.visitAs(email, `/uploadresults?job=${jobId}&partner=1`, {
    reducedMotion: 'reduce',
  });
  await page.getByText(/\d+ uploaded, 2 to fix\./).waitFor();
  await page.getByText(/rows? needs? no fix/).waitFor();
  await page.getByRole('button', { name: 'Discard these rows' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Discard 2 rows?' });
  await dialog.getByText('2 people are not added.').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download these rows' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('Not uploaded - people.xlsx');
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByText(`${firstName} ${lastName} discarded 2 rows on`).waitFor();
  expect(await page.getByRole('table', { name: 'Discarded rows' }).getByText('no address').count()).toBe(1);
  expect(await page.getByRole('button', { name: /Upload .* fixed row|Discard these rows/ }).count()).toBe(0);
});

it('shows the discarded rows to a user who fixes them at the same time', async () => {
  const { email } = await createUser({ role: 'partnerManager', partnerId: '1' });
  const jobId = await upload();
  const page = await portal.visitAs(email, `/uploadresults?job=${jobId}&partner=1`, {
    reducedMotion: 'reduce',
  });
  await page.getByLabel('Email, line 3').fill('bo@discard-page.test');
  await call(employees.discardRows, world.own.manager, { params: { jobId } });
  await page.getByRole('button', { name: 'Upload 1 fixed row' }).click();
  await page.getByText('The rows of this upload were discarded. Nothing was changed.').waitFor();
  await page.getByText(/discarded \d rows on/).waitFor();
});
