import { randomUUID } from 'node:crypto';
import { setFlags } from '../support/flags.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localSiteConfig } from '../../infra/local/built-site.ts';
import { provision } from '../../infra/local/provision.ts';
import { testSiteKey } from '../../shared/site/site-config.ts';
import { startBrowser } from '../support/browser.ts';
import { mailsFrom } from './mailbox.ts';
import { openSite, type OpenSite } from './open-site.ts';

// The widget of a deployment with a site key, under the content security policy of the deployment. A stub replaces
// Google's script and implements the same API: ready, explicit render, and the three callbacks.

const siteKey = '6LdUnitTestUnitTestUnitTestUnitTestUnitT';
const script = 'https://www.google.com/recaptcha/api.js?render=explicit';

const playedScript = `
  let count = 0;
  window.grecaptcha = {
    ready: (then) => setTimeout(then),
    render: (place, options) => {
      const box = document.createElement('button');
      box.type = 'button';
      box.textContent = 'Widget of ' + options.sitekey;
      box.onclick = () => options.callback(window.nextToken ?? 'token');
      place.append(box);
      window.expire = options['expired-callback'];
      window.fail = options['error-callback'];
      return count++;
    },
  };
`;

let site: OpenSite;
let browser: Browser;
beforeAll(async () => {
  await provision();
  [site, browser] = await Promise.all([
    openSite({ guarded: true, config: { ...localSiteConfig, captcha: { siteKey } } }),
    startBrowser(),
  ]);
  await setFlags({ useCaptcha: true });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await setFlags();
});

type ScriptResponse = 'script' | 'blocked' | 'empty';

async function openForm(initial: ScriptResponse) {
  let response = initial;
  const requests: string[] = [];
  const page = await (await browser.newContext({ viewport: { width: 1366, height: 1200 } })).newPage();
  await page.route('https://www.google.com/**', async (route) => {
    requests.push(route.request().url());
    if (response === 'blocked') await route.abort();
    else
      await route.fulfill({
        contentType: 'text/javascript',
        body: response === 'script' ? playedScript : '',
      });
  });
  await page.goto(`${site.address}/guest/contactus`);
  await page.locator('#root:not([data-prerendered]) h1:not([data-stand-in])').waitFor();
  const email = `${randomUUID()}@people.example`;
  await page.getByLabel('Full Name').fill('Ann Lund');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contact Number').fill('612-555-0100');
  await page.getByLabel('Which best describes you?').selectOption('I am an employer');
  await page.getByLabel('Message').fill('We are 40 people.');
  return {
    page,
    email,
    requests,
    respondWith: (next: ScriptResponse) => (response = next),
    widget: page.getByRole('button', { name: `Widget of ${siteKey}` }),
    send: page.getByRole('button', { name: 'Send message' }),
  };
}

const call = (page: Page, name: 'expire' | 'fail') => page.evaluate(`window.${name}?.()`);

test('loads the widget once, and sends the form with its token', async () => {
  const { page, email, requests, widget, send } = await openForm('script');
  await widget.waitFor();
  expect(requests).toEqual([script]);
  expect(await send.isDisabled()).toBe(true);
  const why = page.getByText('Confirm that you are not a robot to continue.');
  await why.waitFor();
  // the server of this test accepts tokens of the public test key
  await page.evaluate((token) => Object.assign(window, { nextToken: token }), `${testSiteKey}.${email}`);
  await widget.click();
  await why.waitFor({ state: 'detached' });
  const [request] = await Promise.all([page.waitForRequest('**/api/contactUs'), send.click()]);
  expect(request.headers()['g-recaptcha-response']).toBe(`${testSiteKey}.${email}`);
  await page.getByRole('heading', { name: 'Message sent' }).waitFor();
  expect(await mailsFrom(email)).toHaveLength(1);
  await page.context().close();
});

test('ignores an expired token, and reports a lost connection until the next token arrives', async () => {
  const { page, widget, send } = await openForm('script');
  await widget.click();
  await expect.poll(() => send.isEnabled()).toBe(true);
  await call(page, 'expire');
  await expect.poll(() => send.isDisabled()).toBe(true);
  await widget.click();
  await expect.poll(() => send.isEnabled()).toBe(true);
  await call(page, 'fail');
  const message = page.getByText('The captcha lost its connection.');
  await message.waitFor();
  expect(await send.isDisabled()).toBe(true);
  await widget.click();
  await expect.poll(() => message.count()).toBe(0);
  await expect.poll(() => send.isEnabled()).toBe(true);
  await page.context().close();
});

test('requests a new captcha after the server rejects a token', async () => {
  const { page, email, widget, send } = await openForm('script');
  await widget.click();
  await send.click();
  await page.getByText('Confirm that you are not a robot, then send again.').first().waitFor();
  await expect.poll(() => send.isDisabled()).toBe(true);
  expect(await widget.count()).toBe(1);
  expect(await page.getByLabel('Message').inputValue()).toBe('We are 40 people.');
  expect(await mailsFrom(email)).toEqual([]);
  await page.context().close();
});

test.each(['blocked', 'empty'] as const)(
  'reports a script that is %s, and lets the visitor retry',
  async (fault) => {
    const { page, requests, respondWith, widget, send } = await openForm(fault);
    await page.getByText('The captcha did not load.').waitFor();
    expect(await send.isDisabled()).toBe(true);
    respondWith('script');
    await page.getByRole('button', { name: 'Try again' }).click();
    await widget.click();
    await expect.poll(() => send.isEnabled()).toBe(true);
    expect(requests).toHaveLength(2);
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Ann Lund');
    await page.context().close();
  },
);

test('runs no other third-party script, with or without the key', async () => {
  const { page } = await openForm('script');
  await page.route('https://elsewhere.example/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'document.title = "ran"' }),
  );
  const blocked = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ blockedURI }) => resolve(blockedURI));
        const stranger = document.createElement('script');
        stranger.src = 'https://elsewhere.example/x.js';
        document.head.append(stranger);
      }),
  );
  expect(blocked).toContain('elsewhere.example');
  expect(await page.title()).not.toBe('ran');
  await page.context().close();
});
