import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provision } from '../../infra/local/provision.ts';
import { startBrowser } from '../support/browser.ts';
import { countRequests, settled } from '../support/settled.ts';
import { openSite, type OpenSite } from './open-site.ts';

// Pages with a form for visitors load its code at the first use, without loss of input and without a layout shift.

let site: OpenSite;
let browser: Browser;
beforeAll(async () => {
  [, site, browser] = await Promise.all([provision(), openSite({ guarded: true }), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const person = { firstName: 'Ada', email: 'a•••@tern.example', isWithoutPassword: false };
const invitation = {
  ...person,
  status: 'open',
  partnerName: 'Tern & Sons',
  offer: 'Tern & Sons pays for your membership.',
  expiresOn: '2026-12-31',
  hasAccount: false,
  isIdentified: false,
};
const link = { partnerName: 'Tern & <Sons>', domains: ['tern.example'], requiresCodeWord: true };

/** Responses for the addresses of emails, without records. */
const responses: Record<string, unknown> = {
  '/invitation/t.1': invitation,
  '/userinvitation/t.1': { ...person, role: 'partnerManager', managed: 'Tern' },
  '/signup/both': link,
  '/signup/domains': { ...link, domains: ['tern.example', 'sons.example'], requiresCodeWord: false },
  '/signup/word': { ...link, domains: [] },
};

async function open(path: string, prepare: (page: Page) => unknown = () => undefined): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  countRequests(page);
  await prepare(page);
  await page.route(/\/api\/(invitations|user\/invitation|signuplinks)\/[\w.]+$/, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: responses[path] }) : route.fallback(),
  );
  await page.goto(site.address + path);
  await page.locator('#root:not([data-prerendered]) h1:not([data-stand-in])').waitFor();
  await page.locator('main button').first().waitFor();
  if (path.includes('login=true')) await page.getByRole('dialog').waitFor();
  await settled(page);
  return page;
}

it.each([
  '/?login=true',
  '/invitation/t.1',
  '/userinvitation/t.1',
  '/signup/both',
  '/confirmsignup/t.1',
  '/stopvisitemails?memberGuid=m-1&token=t.1',
  '/confirmemail/t.1',
  '/login/link#t.1',
  '/dataprivacyrequest/t.1',
  '/resetpassword',
  '/resetpassword?userName=ada@tern.example#123456',
  '/guest/contactus',
  '/guest/nominateclub',
  '/dataprivacyrequest',
])('%s transfers at most 240 KB before it is used, without the code of forms and contracts', async (path) => {
  const sizes: Promise<{ url: string; bytes: number }>[] = [];
  const page = await open(path, (opened) =>
    opened.on('requestfinished', (request) =>
      sizes.push(
        request.sizes().then(({ responseBodySize, responseHeadersSize }) => ({
          url: request.url(),
          bytes: responseBodySize + responseHeadersSize,
        })),
      ),
    ),
  );
  const files = await Promise.all(sizes);
  const list = files.map(({ url, bytes }) => `${bytes} ${url}`).join('\n');
  expect(list).toMatch(/\/assets\/index-/);
  expect(list).not.toMatch(/\/assets\/(calls|forms|areas|membership|screens)-/);
  expect(
    files.reduce((sum, { bytes }) => sum + bytes, 0),
    list,
  ).toBeLessThanOrEqual(240 * 1024);
  await page.context().close();
});

it('loads the code of a button on its click, and shows a failure', async () => {
  const page = await open('/stopvisitemails?memberGuid=m-1&token=t.1');
  const responsesInOrder = [
    { status: 403, json: {} },
    { status: 200, json: { success: true } },
  ];
  const sent: string[] = [];
  await page.route('**/api/visits/emails/stop?*', (route) => {
    sent.push(new URL(route.request().url()).search);
    return route.fulfill(responsesInOrder.shift());
  });
  const stop = page.getByRole('button', { name: 'Stop emails about visits' });
  await stop.click();
  await page.getByText('Access to the resource is denied.').waitFor();
  await stop.click();
  await page.getByText('You no longer receive emails about your visits.').waitFor();
  expect(sent).toEqual(Array.from({ length: 2 }, () => '?memberGuid=m-1&token=t.1'));
  await page.context().close();
});

/** Opens a page of which the code of the form does not arrive until it is allowed. */
async function openWithoutForm(path: string, prepare: (page: Page) => unknown = () => undefined) {
  const { promise, resolve: allow } = Promise.withResolvers<void>();
  const page = await open(path, async (opened) => {
    await prepare(opened);
    await opened.route('**/assets/forms-*.js', async (route) => {
      await promise;
      await route.continue();
    });
  });
  return { page, allow };
}

const formLoaded = (page: Page) => page.locator('#root [data-prerendered]').waitFor({ state: 'detached' });

const boxesIn = (page: Page, part = 'main') =>
  page
    .locator(`${part} :is(h1, h2, form, label, p, input, button)`)
    .evaluateAll((elements) =>
      elements.map((element) => [
        element.textContent,
        JSON.stringify(element.getBoundingClientRect().toJSON()),
      ]),
    );

describe('a form of an emailed link', () => {
  it.each(Object.keys(responses))('%s has the same content and size before its code', async (path) => {
    const { page, allow } = await openWithoutForm(path);
    expect(await page.locator('main [data-prerendered]').count()).toBe(1);
    const before = await boxesIn(page);
    expect(before.length).toBeGreaterThan(8);
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    expect(await page.locator('meta[name=referrer]').getAttribute('content')).toBe('no-referrer');
    await page.keyboard.press('Shift');
    allow();
    await formLoaded(page);
    expect(await boxesIn(page)).toEqual(before);
    await page.context().close();
  });

  it('preserves what was typed before its code, with the focus, and sends it', async () => {
    const { page, allow } = await openWithoutForm('/userinvitation/t.1');
    const { promise: sent, resolve: send } = Promise.withResolvers<unknown>();
    await page.route('**/api/user/invitation/t.1/accept', async (route) => {
      send(route.request().postDataJSON());
      await route.fulfill({ status: 422, json: { message: 'Too weak.', fields: { password: 'Too weak.' } } });
    });
    await page.getByRole('textbox', { name: /^Password/ }).focus();
    await page.keyboard.type('Lakeside');
    allow();
    await formLoaded(page);
    await page.keyboard.type('2026');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Lakeside2026');
    await page.keyboard.press('Enter');
    expect(await sent).toEqual({ password: 'Lakeside2026', confirmPassword: 'Lakeside2026' });
    await page.locator('.field', { hasText: 'Password' }).first().getByText('Too weak.').waitFor();
    await page.context().close();
  });

  it('is sent by a click or Enter before its code, and marks the fields with errors', async () => {
    const { page, allow } = await openWithoutForm('/signup/both');
    await page.getByText('Tern & <Sons> receives your entries').waitFor();
    await page.getByLabel('First Name').fill('Eva');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).pathname).toBe('/signup/both');
    allow();
    await page.locator('.field', { hasText: 'Last Name' }).locator('.field-error').waitFor();
    expect(await page.locator('.field', { hasText: 'First Name' }).locator('.field-error').count()).toBe(0);
    expect(await page.getByLabel('First Name').inputValue()).toBe('Eva');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('lastName');
    await page.context().close();
  });

  it('shows the entries again to change them', async () => {
    const page = await open('/signup/word');
    const sent: unknown[] = [];
    await page.route('**/api/signuplinks/word', (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill({ json: { success: true } });
    });
    await page.getByLabel('First Name').fill('Eva');
    await page.getByLabel('Last Name').fill('Moe');
    await page.getByLabel('Email').fill('eva@tern.exampel');
    await page.getByLabel('Code word').fill('heron');
    const submit = page.getByRole('button', { name: 'Sign up' });
    await submit.click();
    await page.getByText('eva@tern.exampel').waitFor();
    await page.getByRole('button', { name: 'Change my entries' }).click();
    await page.getByLabel('Email').fill('eva@tern.example');
    await page.getByText('eva@tern.exampel').waitFor({ state: 'detached' });
    expect(await page.getByLabel('First Name').inputValue()).toBe('Eva');
    await submit.click();
    await page.getByText('eva@tern.example.').waitFor();
    const person = { firstName: 'Eva', lastName: 'Moe', codeWord: 'heron' };
    expect(sent).toMatchObject([
      { ...person, email: 'eva@tern.exampel' },
      { ...person, email: 'eva@tern.example' },
    ]);
    await page.context().close();
  });

  it('preserves what was typed if its code does not arrive, and loads it at the next use', async () => {
    let isOffline = true;
    const page = await open('/signup/both', (opened) =>
      opened.route('**/assets/forms-*.js', (route) => (isOffline ? route.abort() : route.continue())),
    );
    await page.getByLabel('First Name').fill('Eva');
    await page.getByText('Request failed. Please try again.').waitFor();
    isOffline = false;
    await page.getByLabel('Last Name').fill('Moe');
    await formLoaded(page);
    expect(await page.getByLabel('First Name').inputValue()).toBe('Eva');
    expect(await page.getByLabel('Last Name').inputValue()).toBe('Moe');
    await page.context().close();
  });

  it('shows the password after a click before its code, and moves the focus to the same button', async () => {
    const { page, allow } = await openWithoutForm('/invitation/t.1');
    await page.getByRole('textbox', { name: /^Password/ }).fill('Lakeside2026');
    await page.getByRole('button', { name: 'Show Password' }).click();
    allow();
    await page.locator('input[name=password][type=text]').waitFor();
    expect(await page.locator('input[name=password]').inputValue()).toBe('Lakeside2026');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Show Password');
    await page.context().close();
  });
});

describe('the log-in dialog', () => {
  const logIn = '/?login=true&redirectUrl=%2Fdevelopers';
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Log in' });
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent);

  /** Responds to user names without a provider, and to passwords with an error. Returns what was sent. */
  async function respond(page: Page): Promise<unknown[]> {
    const sent: unknown[] = [];
    await page.route(/\/api\/(user\/login|single-sign-on\/start)/, (route) => {
      const body: Record<string, unknown> = route.request().postDataJSON();
      sent.push(body.password ?? body.userName);
      return 'password' in body
        ? route.fulfill({ status: 422, json: { message: 'Incorrect username or password.' } })
        : route.fulfill({ json: { address: null, partnerName: null } });
    });
    return sent;
  }

  it.each([
    ['', 9],
    ['&error=Please+log+in.', 10],
  ])('has the same content, size, and focus before its code: %s', async (query, count) => {
    const { page, allow } = await openWithoutForm(logIn + query);
    const fields = () =>
      dialog(page)
        .locator('input')
        .evaluateAll((inputs) =>
          inputs.map((input) => ['name', 'type', 'autocomplete'].map((name) => input.getAttribute(name))),
        );
    const before = await boxesIn(page, 'dialog');
    expect(before.length).toBeGreaterThanOrEqual(count);
    expect(await dialog(page).locator('[data-prerendered]').count()).toBe(1);
    const attributes = [
      ['userName', 'text', 'username'],
      ['password', 'password', 'current-password'],
    ];
    expect(await fields()).toEqual(attributes);
    expect(await focused(page)).toBe('userName');
    await page.keyboard.press('Shift');
    allow();
    await formLoaded(page);
    expect(await boxesIn(page, 'dialog')).toEqual(before);
    expect(await fields()).toEqual(attributes);
    expect(await focused(page)).toBe('userName');
    await page.context().close();
  });

  it('preserves what was typed before its code, and logs in by Enter', async () => {
    const { page, allow } = await openWithoutForm(logIn);
    const sent = await respond(page);
    await page.keyboard.type('ada@');
    allow();
    await formLoaded(page);
    await page.keyboard.type('tern.example');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('password');
    await page.keyboard.type('Lakeside2026');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('Incorrect username or password.').waitFor();
    expect(sent).toEqual(['ada@tern.example', 'Lakeside2026']);
    await page.context().close();
  });

  it('stays open after Enter before its code, and continues with it', async () => {
    const { page, allow } = await openWithoutForm(logIn);
    const sent = await respond(page);
    await page.keyboard.type('ada@tern.example');
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('button', { name: 'Continue' }).waitFor();
    allow();
    await expect.poll(() => focused(page)).toBe('password');
    expect(sent).toEqual(['ada@tern.example']);
    await page.context().close();
  });

  it.each([true, false])('logs in with a filled password, with events: %s', async (hasEvents) => {
    const { page, allow } = await openWithoutForm(logIn);
    const sent = await respond(page);
    await dialog(page)
      .locator('input')
      .evaluateAll((inputs, withEvents) => {
        for (const input of inputs as HTMLInputElement[]) {
          input.value = input.name === 'password' ? 'Lakeside2026' : 'ada@tern.example';
          if (withEvents) input.dispatchEvent(new Event('input', { bubbles: true }));
        }
      }, hasEvents);
    await page.keyboard.press('Enter');
    allow();
    await dialog(page).getByText('Incorrect username or password.').waitFor();
    expect(await dialog(page).getByRole('textbox', { name: 'Password' }).inputValue()).toBe('Lakeside2026');
    await dialog(page).getByRole('button', { name: 'Log in' }).waitFor();
    expect(sent).toEqual(['Lakeside2026']);
    await page.context().close();
  });

  it('opens the next steps by clicks before its code, and closes by Escape', async () => {
    const { page, allow } = await openWithoutForm(logIn);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Log in' }).click();
    await dialog(page).getByRole('button', { name: 'Forgot password?' }).click();
    allow();
    await page.getByRole('dialog', { name: 'Forgot your password?' }).waitFor();
    expect(await focused(page)).toBe('username');
    await page.getByRole('button', { name: 'Return to login' }).click();
    await dialog(page).getByRole('button', { name: 'Use a password' }).click();
    await expect.poll(() => focused(page)).toBe('password');
    await page.context().close();
  });
});

describe('the form of a password email', () => {
  const link = '/resetpassword?userName=ada%2Bwork@tern.example#123456';
  const valuesIn = (page: Page) =>
    page
      .locator('main input')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

  it('has the user name and the code, which are in no address', async () => {
    const addresses: string[] = [];
    const { page, allow } = await openWithoutForm(link, (opened) =>
      opened.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? '')),
    );
    expect(page.url()).toBe(`${site.address}/resetpassword`);
    const filled = ['ada+work@tern.example', '123456', '', ''];
    expect(await valuesIn(page)).toEqual(filled);
    expect(await page.locator('main [data-prerendered]').count()).toBe(1);
    const before = await boxesIn(page);
    await page.getByRole('textbox', { name: 'New password', exact: true }).focus();
    await page.keyboard.type('Lakeside');
    allow();
    await formLoaded(page);
    expect(await boxesIn(page)).toEqual(before);
    await page.keyboard.type('2026');
    expect(await valuesIn(page)).toEqual(filled.with(2, 'Lakeside2026'));
    expect(addresses.filter((address) => address.includes('123456'))).toEqual([]);
    await page.context().close();
  });
});

it('loads a form without its markup, as in development', async () => {
  const page = await browser.newPage();
  await page.addInitScript(() =>
    new MutationObserver(() => document.querySelector('template#logIn')?.remove()).observe(document, {
      childList: true,
      subtree: true,
    }),
  );
  await page.goto(`${site.address}/?login=true`);
  await page.getByRole('textbox', { name: 'Username or email' }).fill('ada@tern.example');
  expect(await page.locator('template#logIn').count()).toBe(0);
});
