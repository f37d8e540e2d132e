import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { addFacilities } from '../payments/facilities.ts';
import { makeWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';
import { consentAndEnroll } from './consent.ts';
import { invitedMember, signedForm } from './sign.ts';

const portal = usePortal();
const id = 'M931';

beforeAll(async () => {
  await makeWorld();
  await addFacilities(['4310']);
  const { member, user, keyFob } = await invitedMember(id, '1', { firstName: 'Zoe', lastName: 'Zimmer' });
  const body = { ...signedForm(keyFob), facilityId: '4100', MemberIds: [member.id], OperationTypeID: 3 };
  expect((await consentAndEnroll(user, { body })).status).toBe(200);
}, 180_000);

const enrolled = (page: Page) =>
  page.getByRole('heading', { name: 'Enrolled in Harbor Gym 4100', exact: true });
const isSigned = async (page: Page) => {
  await enrolled(page).waitFor();
  await page.getByRole('region', { name: /^Agreement, version/ }).waitFor();
};

it('the member page of an administrator links to the legal contract and downloads agreements in place', async () => {
  const { email } = await createUser({ role: 'systemAdmin' });
  const page = await portal.visitAs(email, `/admin/members/${id}`);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download agreement/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  expect(new URL(page.url()).pathname).toBe(`/admin/members/${id}`);
  await page.getByRole('link', { name: 'Legal contract' }).click();
  await isSigned(page);
  expect(new URL(page.url()).pathname).toBe(`/admin/members/${id}/legalcontract`);
  await page.context().close();
});

it('the members list of a club manager links to the legal contract', async () => {
  const { email } = await createUser({ role: 'facilityManager', facilityId: '4100' });
  const page = await portal.visitAs(email, '/facilitymanager/members');
  await page.getByRole('link', { name: 'Zoe Zimmer' }).click();
  await isSigned(page);
  expect(new URL(page.url()).pathname).toBe(`/facilitymanager/members/${id}/legalcontract`);
  await page.context().close();
});

it('the enrollment page of an enrolled member shows the signed agreement, whichever club is in the address', async () => {
  const { email } = await createUser({ memberIds: [id], memberPartnerIds: ['1'] });
  for (const facilityId of ['4100', '4310']) {
    const path = `/member/profile/facilityinformation/${facilityId}/facilityenrollment`;
    const page = await portal.visitAs(email, path);
    await isSigned(page);
    expect(await page.getByRole('heading', { name: /^Enroll in/ }).count()).toBe(0);
    await page.context().close();
  }
});

it('the legal contract of a former member does not claim that the member is enrolled', async () => {
  const member = await loadMember(id);
  await transact(...memberChange(member, { ...member, invitationStatus: 8, leavingOn: '2026-11-01' }));
  const { email } = await createUser({ role: 'systemAdmin' });
  const page = await portal.visitAs(email, `/admin/members/${id}/legalcontract`);
  await page.getByRole('heading', { name: 'Formerly enrolled in Harbor Gym 4100' }).waitFor();
  expect(await enrolled(page).count()).toBe(0);
  await page.context().close();
});
