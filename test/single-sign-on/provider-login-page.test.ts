import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { User } from '../../functions/users/user.ts';
import { users } from '../../shared/contracts/users.ts';
import { expectAccessible } from '../support/axe.ts';
import { useWorld } from '../support/world.ts';
import { createUser, password } from '../users/person.ts';
import { signIn, usePortal } from '../web/portal.ts';

// The provider and the endpoints that depend on it are replaced by responses of the contract.

const provider = 'https://login.tern.example/authorize';

const portal = usePortal();
const world = useWorld();
let manager: User;
beforeAll(async () => {
  manager = await createUser({ role: 'partnerManager', partnerId: world.own.partner.id });
});

const popup = (page: Page) => page.getByRole('dialog', { name: 'Log in' });
const userName = (page: Page) => popup(page).getByRole('textbox', { name: 'Username or email' });
const passwordField = (page: Page) => popup(page).locator('input[name=password]');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));
const secretOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('wellport-browser-secret') ?? '');

/** Replaces the response of an endpoint; returns the bodies that the page sends. */
async function replace(page: Page, path: string, json: object, status = 200): Promise<unknown[]> {
  const sent: unknown[] = [];
  await page.route(`**/api/${path}`, async (route) => {
    sent.push(route.request().postDataJSON());
    await route.fulfill({ json, status });
  });
  return sent;
}

async function openProvider(page: Page): Promise<void> {
  await page.route(`${provider}**`, (route) => route.fulfill({ contentType: 'text/html', body: 'At Tern' }));
}

async function newTokens(): Promise<object> {
  const response = await fetch(`${portal.address}/api${users.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: manager.email, password }),
  });
  return ((await response.json()) as { tokens: object }).tokens;
}

it('sends the browser to the employer’s page, bound to its secret, and offers the password on return', async () => {
  const page = await portal.visit('/?login=true&redirectUrl=%2Fpartnermanager%2Factivity');
  const sent = await replace(page, 'single-sign-on/start', {
    address: `${provider}?state=1`,
    partnerName: 'Tern',
  });
  await openProvider(page);
  await userName(page).waitFor();
  expect(sent).toEqual([]);
  await page.keyboard.type('ada@tern.example');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${provider}?state=1`);
  await page.goBack();
  const secret = await secretOf(page);
  expect(sent).toEqual([
    {
      userName: 'ada@tern.example',
      binding: createHash('sha256').update(secret).digest('hex'),
      redirectUrl: '/partnermanager/activity',
    },
  ]);
  await popup(page)
    .getByRole('button', { name: /^Use a password/ })
    .click();
  await expect.poll(() => focused(page)).toBe('password');
  await userName(page).fill(manager.email);
  await passwordField(page).fill(password);
  await popup(page).getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
  await page.context().close();
});

it('shows the password field for other addresses, and while the start fails', async () => {
  for (const status of [200, 500]) {
    const page = await portal.visit('/?login=true');
    await replace(page, 'single-sign-on/start', { address: null, partnerName: null }, status);
    await popup(page).getByRole('button', { name: 'Continue' }).click();
    await popup(page).getByText('Username or email is required.').waitFor();
    expect((await passwordField(page).boundingBox())?.width).toBeGreaterThan(0);
    await expectAccessible(page, [390, 744, 1366]);
    await userName(page).fill('nobody@people.test');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('password');
    expect(await passwordField(page).getAttribute('autocomplete')).toBe('current-password');
    await expectAccessible(page, [390, 744, 1366]);
    await page.keyboard.press('Enter');
    await popup(page).getByText('Password is required.').waitFor();
    await page.context().close();
  }
});

it('logs in by Enter in the password field while the start is under way', async () => {
  const page = await portal.visit('/?login=true');
  let respond = (): void => undefined;
  const awaited = new Promise<void>((resolve) => (respond = resolve));
  await page.route('**/api/single-sign-on/start', async (route) => {
    await awaited;
    await route.fulfill({ json: { address: null, partnerName: null } });
  });
  await userName(page).fill(manager.email);
  await page.keyboard.press('Enter');
  await popup(page).getByText('Continuing…').waitFor();
  await passwordField(page).focus();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  respond();
  await page.locator('.account-button').waitFor();
  await page.context().close();
});

it('explains that the provider does not respond, and still offers the password', async () => {
  const page = await portal.visit('/?login=true');
  const message = 'The log-in of your employer did not complete. Try again.';
  await replace(page, 'single-sign-on/start', { message, fields: { provider: message } }, 422);
  await userName(page).fill('ada@tern.example');
  await page.keyboard.press('Enter');
  await popup(page).getByText(message).waitFor();
  await popup(page)
    .getByRole('button', { name: /^Use a password/ })
    .click();
  await expect.poll(() => focused(page)).toBe('password');
  await page.context().close();
});

it('explains why a browser without storage cannot log in at the provider', async () => {
  const page = await portal.visit('/');
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', { get: () => undefined });
  });
  await page.goto(`${portal.address}/?login=true`);
  const response = { address: `${provider}?state=1`, partnerName: 'Tern' };
  const sent = await replace(page, 'single-sign-on/start', response);
  await userName(page).fill('ada@tern.example');
  await page.keyboard.press('Enter');
  await popup(page)
    .getByText(/browser blocks the storage/)
    .waitFor();
  expect(sent).toMatchObject([{ binding: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  await page.context().close();
});

it.each([
  [
    'invitation',
    'invitations',
    { status: 'open', partnerName: 'Tern', offer: null, hasAccount: false, isIdentified: false },
  ],
  ['userinvitation', 'user/invitation', { role: 'partnerManager', managed: 'Tern' }],
])('leads invited people of /%s to a required provider, without a password', async (path, api, invited) => {
  const page = await portal.visit('/');
  const person = { firstName: 'Ada', email: 'a•••@tern.example', expiresOn: '2026-12-31' };
  await replace(page, `${api}/t.1`, { ...person, ...invited, isWithoutPassword: true });
  const sent = await replace(page, 'single-sign-on/start', {
    address: `${provider}?state=2`,
    partnerName: 'Tern',
  });
  await openProvider(page);
  await page.goto(`${portal.address}/${path}/t.1`);
  const proceed = page.getByRole('button', { name: 'Continue with Tern' });
  await proceed.waitFor();
  expect(await page.locator('input[type=password]').count()).toBe(0);
  await expectAccessible(page, [390, 1366]);
  await proceed.click();
  await page.waitForURL(`${provider}?state=2`);
  expect(sent).toMatchObject([{ invitation: 't.1' }]);
  await page.context().close();
});

it('adds the membership to an account in the browser that logged in at the provider', async () => {
  const { email } = await createUser({ role: 'member' });
  const page = await portal.visitAs(email, '/');
  const invitation = {
    status: 'open',
    partnerName: 'Tern',
    offer: null,
    firstName: 'Ada',
    email: 'a•••@tern.example',
    expiresOn: '2026-12-31',
    hasAccount: true,
    isWithoutPassword: true,
  };
  const visit = async (isIdentified: boolean) => {
    await page.unroute('**/api/invitations/t.1');
    await replace(page, 'invitations/t.1', { ...invitation, isIdentified });
    await page.goto(`${portal.address}/invitation/t.1`);
  };
  const proceed = page.getByRole('button', { name: 'Continue with Tern' });
  const add = page.getByRole('button', { name: 'Add membership' });
  await visit(false);
  await proceed.waitFor();
  expect(await add.count()).toBe(0);
  const sent = await replace(page, 'invitations/t.1/join', { message: 'A password has no effect.' }, 422);
  await visit(true);
  await page.getByText('you log in with the log-in of Tern').waitFor();
  await add.click();
  await proceed.waitFor();
  expect(sent).toEqual([{ browserSecret: await secretOf(page) }]);
  await page.context().close();
});

it('explains that the link of an email is void', async () => {
  const page = await portal.visit('/login/link#void');
  await replace(page, 'single-sign-on/link', { message: 'Not found.' }, 404);
  await page.getByRole('button', { name: 'Connect my account' }).click();
  await page.getByText('This link does not work').waitFor();
  await page.context().close();
});

it('logs in directly if a password manager fills both fields', async () => {
  const page = await portal.visit('/?login=true');
  const sent = await replace(page, 'single-sign-on/start', { address: null, partnerName: null });
  await signIn(page, manager.email);
  await page.locator('.account-button').waitFor();
  expect(sent).toEqual([]);
  await page.context().close();
});

it('completes a log-in with the secret of the browser, and opens only own addresses', async () => {
  const page = await portal.visit('/');
  const redirects = ['/partnermanager/activity', 'https://elsewhere.example/'];
  for (const redirectUrl of redirects) {
    await page.evaluate(() => sessionStorage.setItem('wellport-browser-secret', 'of-this-browser'));
    await page.unroute('**/api/single-sign-on/complete');
    const sent = await replace(page, 'single-sign-on/complete', {
      result: 'signed in',
      success: true,
      redirectUrl,
      tokens: await newTokens(),
    });
    await page.goto(`${portal.address}/login/company?state=abc&code=def&iss=tern`);
    const own = redirectUrl.startsWith('/') ? redirectUrl : '/partnermanager/dashboard';
    await page.waitForURL(`${portal.address}${own}`);
    expect(sent).toEqual([
      { state: 'abc', browserSecret: 'of-this-browser', query: 'state=abc&code=def&iss=tern' },
    ]);
    await page.goBack();
    expect(page.url()).not.toContain('code=');
  }
  await page.context().close();
});

it('sends the ticket of a SAML response, and opens the enrollment of a new member', async () => {
  const page = await portal.visit('/');
  const address = `${portal.address}/invitation/none`;
  const sent = await replace(page, 'single-sign-on/complete', { result: 'enroll', address });
  await page.goto(`${portal.address}/login/company?state=abc&ticket=t1`);
  await page.waitForURL('**/invitation/none');
  expect(sent).toEqual([{ state: 'abc', browserSecret: await secretOf(page), ticket: 't1' }]);
  await page.context().close();
});

it('explains what happens next, and offers another attempt after a failure', async () => {
  const page = await portal.visit('/');
  const message = 'The assertion was signed with a certificate that expired on 11/30/2026.';
  for (const [json, text] of [
    [{ result: 'confirm by email', email: 'a…@tern.example' }, 'Check your email'],
    [{ result: 'requested' }, 'Your request was sent'],
    [{ message }, message],
  ] as const) {
    await page.unroute('**/api/single-sign-on/complete');
    await replace(page, 'single-sign-on/complete', json, 'message' in json ? 422 : 200);
    await page.goto(`${portal.address}/login/company?state=abc&code=def`);
    await page.getByText(text).waitFor();
    await expectAccessible(page, [390, 744, 1366]);
    expect(new URL(page.url()).search).toBe('');
  }
  await page.getByRole('button', { name: 'Try again' }).click();
  await popup(page).waitFor();
  await page.goto(`${portal.address}/login/company`);
  await page.getByText('expired or was completed before').waitFor();
  await page.getByRole('button', { name: 'Use a password' }).click();
  await popup(page).waitFor();
  await page.context().close();
});

it('connects an account by a button, with the token removed from the address', async () => {
  const page = await portal.visit('/login/link#user.secret');
  const sent = await replace(page, 'single-sign-on/link', {
    success: true,
    message: 'Your account is connected.',
  });
  const button = page.getByRole('button', { name: 'Connect my account' });
  await button.waitFor();
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  await expectAccessible(page, [390, 744, 1366]);
  expect(sent).toEqual([]);
  await button.click();
  await popup(page).waitFor();
  expect(sent).toEqual([{ token: 'user.secret' }]);
  await page.context().close();
});

it('opens the provider’s log-out page after its session', async () => {
  const page = await portal.visitAs(manager.email, '/partnermanager/activity');
  await page.route('**/api/user/logout', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), providerAddress: `${provider}/logout` } });
  });
  await openProvider(page);
  await page.getByRole('button', { name: 'Account of Ann Lund' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(`${provider}/logout`);
  await page.goto(portal.address);
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  await page.context().close();
});
