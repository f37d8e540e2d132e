import { beforeAll, expect, it } from 'vitest';
import { memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { axeFaults } from '../support/axe.ts';
import { makeWorld, someMember } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { confirmIdentity, usePortal } from '../web/portal.ts';

const portal = usePortal();
let member: User;
let admin: User;
beforeAll(async () => {
  const world = await makeWorld();
  member = await createUser({
    firstName: 'Rosalind',
    lastName: 'Quill',
    memberIds: ['PAGE'],
    memberPartnerIds: ['1'],
  });
  admin = await createUser({ role: 'systemAdmin' });
  const { facility } = world;
  const fields = {
    email: member.email,
    userId: member.id,
    facilityId: facility.id,
    facilityName: facility.name,
  };
  const enrolled = { ...fields, invitationStatus: 4, enrolledOn: '2026-01-01', state: 'WA' } as const;
  await transact(...memberChange(null, someMember('PAGE', '1', enrolled)));
}, 60_000);

it('lets a member file a request and withdraw a consent, and an administrator correct the data', async () => {
  const page = await portal.visitAs(member.email, '/member/profile/privacy');
  await page.getByRole('combobox', { name: 'Request' }).selectOption('correction');
  await page.getByLabel('Details').fill('My last name is Quillfeather.');
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByRole('button', { name: 'Withdraw request' }).waitFor();
  await page.getByRole('button', { name: 'Refuse consent' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Refuse consent' }).click();
  await page.getByText('Withdrawn on').waitFor();
  expect(await axeFaults(page)).toEqual([]);

  const office = await portal.visitAs(admin.email, '/admin/privacy/requests');
  await office.getByRole('link', { name: 'Rosalind Quill' }).click();
  await office.getByRole('button', { name: 'Correct the data' }).click();
  await office.getByLabel('Last Name').fill('Quillfeather');
  await office.getByRole('dialog').getByRole('button', { name: 'Correct data' }).click();
  await confirmIdentity(office);
  await office.getByText('Corrected by').waitFor();
  await office.getByRole('button', { name: 'Notify partner and club' }).click();
  await office.getByText('Recipients notified by').waitFor();
  await office.getByRole('button', { name: 'Close the request' }).click();
  await office.getByLabel('Answer').fill('We corrected your last name.');
  await office.getByRole('dialog').getByRole('button', { name: 'Close request' }).click();
  await office.getByText('Completed', { exact: true }).waitFor();
  expect(await axeFaults(office)).toEqual([]);

  await page.reload();
  await page.getByText('We corrected your last name.').waitFor();
});
