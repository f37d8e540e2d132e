import { expect, it } from 'vitest';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { signedAgreementOf, useWorld, someMember } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { agreeElectronically } from './agree-on-page.ts';
import { confirmIdentity, usePortal } from '../web/portal.ts';

const portal = usePortal();
const world = useWorld();
let attempts = 0;

it('a signer of version 2 is prompted once per session, can postpone, signs version 7, and reads the signed text', async () => {
  // a second attempt begins with a member who signed nothing yet
  const id = `AGAIN${++attempts}`;
  const older = { ...signedAgreementOf(id), version: 2 };
  await transact(
    ...memberChange(
      null,
      someMember(id, '1', {
        invitationStatus: 4,
        facilityId: world.facility.id,
        facilityName: world.facility.name,
        keyFobNumber: world.own.usedKeyFob.number,
        preferredAccessType: 1,
        phone: '+12185550142',
        enrolledOn: '2026-09-05',
        activatedOn: '2026-09-05',
        agreement: older,
      }),
    ),
  );
  const user = await createUser({ memberIds: [id], memberPartnerIds: ['1'] });
  const page = await portal.visitAs(user.email, '/member/dashboard/home', {
    viewport: { width: 390, height: 844 },
  });
  const popup = page.getByRole('dialog', { name: 'Resign Anytime Fitness Agreement' });
  const cookies = page.getByRole('region', { name: 'Cookies' });
  await page.getByText(/needs your signature/).waitFor();
  expect(await popup.count()).toBe(0);
  await cookies.getByRole('button', { name: 'Only necessary' }).click();
  await popup.waitFor();
  await popup.getByRole('button', { name: 'Close' }).click();
  await popup.waitFor({ state: 'detached' });
  await page.reload();
  const bar = page.getByText(/needs your signature/);
  await bar.waitFor();
  expect(await popup.count()).toBe(0);

  // what was signed before version 4 has a page, and from then on a file
  const general = `${portal.address}/member/account/insurance`;
  await page.goto(general);
  await page.getByRole('link', { name: 'Legal Contract', exact: true }).click();
  await page.getByRole('region', { name: 'Agreement, version 2' }).waitFor();
  await page.getByRole('button', { name: 'Read and sign' }).click();
  await agreeElectronically(page);
  await popup.getByRole('checkbox', { name: /I have read this agreement/ }).check();
  await popup.getByRole('button', { name: 'Sign the agreement' }).click();
  await confirmIdentity(page);
  await bar.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Agreement, version 7' }).waitFor();
  expect((await loadMember(id)).agreement?.version).toBe(7);
  await page.goto(general);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Legal Contract', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  await page.context().close();
});
