import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { onClick } from '../support/forms.ts';
import { makeWorld } from '../support/world.ts';
import { createUser, mailsTo } from '../users/person.ts';
import { confirmIdentity, usePortal } from '../web/portal.ts';
import { freshPartner } from './people.ts';

const portal = usePortal();
const phone = { viewport: { width: 390, height: 844 } };
let manager: string;
let partnerId: string;
beforeAll(async () => {
  await makeWorld();
  partnerId = await freshPartner();
  manager = (await createUser({ role: 'partnerManager', partnerId })).email;
}, 60_000);

const address = '/partnermanager/groupmemberships/employeemanagement/signups';

async function turnOn(page: Page): Promise<string> {
  await onClick(page, 'Turn on');
  const popup = page.getByRole('dialog', { name: 'Turn on the sign-up link' });
  await popup.getByRole('button', { name: 'Turn on' }).click();
  await popup.getByText('Enter an email domain, a code word, or both.').waitFor();
  await popup.getByLabel('Email domains').fill('lakeside.test');
  await popup.getByLabel('Code word').fill('Blue Heron');
  await popup.getByRole('button', { name: 'Turn on' }).click();
  await confirmIdentity(page);
  await page.getByRole('img', { name: 'QR code of the sign-up link' }).waitFor();
  return (await page.locator('.sign-up-address').textContent()) ?? '';
}

async function signUp(link: string, firstName: string, email: string): Promise<Page> {
  const page = await portal.visit(new URL(link).pathname, phone);
  await page.getByLabel('First Name').fill(firstName);
  await page.getByLabel('Last Name').fill('Moe');
  await page.getByLabel('Work email').fill(email);
  await page.getByLabel('Code word').fill('blue heron');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  return page;
}

it('publishes a link, lets guests sign up on a phone, and adds or declines them', async () => {
  const page = await portal.visitAs(manager, address);
  await page.getByText('No sign-ups wait for you').waitFor();
  const link = await turnOn(page);
  expect(link).toContain('/signup/');
  expect(link.toLowerCase()).not.toContain('heron');
  expect(await axeFaults(page)).toEqual([]);
  for (const type of ['PNG', 'SVG']) {
    const [saved] = await Promise.all([page.waitForEvent('download'), onClick(page, type)]);
    expect(saved.suggestedFilename()).toBe(`sign-up-link.${type.toLowerCase()}`);
  }

  const guest = await signUp(link, 'Eva', 'eva@lakeside.test');
  expect(await axeFaults(guest)).toEqual([]);
  await signUp(link, 'Bo', 'bo@lakeside.test');
  for (const email of ['eva@lakeside.test', 'bo@lakeside.test']) {
    const token = /\/confirmsignup\/([\w-]+)/.exec((await mailsTo(email)).at(-1) ?? '')?.[1];
    await guest.goto(`${portal.address}/confirmsignup/${token}`);
    await guest.getByRole('button', { name: 'Confirm my sign-up' }).click();
    await guest.getByText('Your sign-up was received').waitFor();
  }

  await page.goto(portal.address + address.replace('/signups', ''));
  await page.getByRole('link', { name: 'Review sign-ups' }).click();
  await page.getByRole('checkbox', { name: 'Eva Moe' }).click();
  await onClick(page, 'Add 1 person');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Add 1 person' }).click();
  await page.getByText('1 person was added. Invite them next.').waitFor();
  // the page of the link leads a person with a membership to the log-in
  const token = /\/confirmsignup\/([\w-]+)/.exec((await mailsTo('eva@lakeside.test')).at(-1) ?? '')?.[1];
  await guest.goto(`${portal.address}/confirmsignup/${token}`);
  await guest.getByRole('button', { name: 'Confirm my sign-up' }).click();
  await guest.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await guest.getByRole('dialog', { name: 'Log in' }).waitFor();
  await page.getByRole('checkbox', { name: 'Bo Moe' }).click();
  await onClick(page, 'Decline');
  await page.getByLabel('Reason').fill('Works for a supplier.');
  await page.getByRole('button', { name: 'Decline 1 person' }).click();
  await page.getByText('No sign-ups wait for you').waitFor();
  await page.getByRole('button', { name: 'Declined' }).click();
  await page.getByText('Works for a supplier.').waitFor();
  expect(await axeFaults(page)).toEqual([]);

  await onClick(page, 'More');
  await onClick(page, 'Turn off');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Turn on' }).waitFor();
  await guest.goto(link);
  await guest.getByText('This sign-up link does not work').waitFor();
  expect((await mailsTo('bo@lakeside.test')).length).toBe(1);
}, 90_000);
