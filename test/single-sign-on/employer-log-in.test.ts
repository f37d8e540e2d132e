import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPoolUser } from '../../functions/platform/user-pool.ts';
import { loadSignOn } from '../../functions/users/sign-on-store.ts';
import { endSessions } from '../../functions/users/end-sessions.ts';
import { transact } from '../../functions/table/transact.ts';
import { newUser, userChange } from '../../functions/users/store.ts';
import { startIdentityProviders, type LocalProviders } from '../../infra/local/identity-providers.ts';
import { freePort } from '../../infra/local/ports.ts';
import { emailsTo } from '../support/mailbox.ts';
import { useWorld } from '../support/world.ts';
import { asStored, createUser, password } from '../users/person.ts';
import { confirmIdentity, usePortal } from '../web/portal.ts';

// Both protocols in a browser, from the settings to the log-out, with the local identity providers.

const portal = usePortal();
const world = useWorld();
const clientSecret = 'a-secret-of-the-local-provider';
const path = '/partnermanager/singlesignon';
let providers: LocalProviders;

const emailAt = (protocol: string) => `ada.${protocol}@${protocol}.example`;

beforeAll(async () => {
  providers = await startIdentityProviders({
    port: await freePort(),
    site: portal.address,
    people: ['oidc', 'saml'].map((protocol) => ({
      id: `id-${protocol}`,
      email: emailAt(protocol),
      firstName: 'Ada',
      lastName: protocol,
    })),
    clients: [{ partnerId: world.own.partner.id, clientId: 'wellport', clientSecret }],
  });
  process.env.WEBHOOKS_TO_LOCALHOST = 'on';
});
afterAll(() => providers?.stop());

/** Creates a manager with a given email. */
async function managerWith(email: string): Promise<string> {
  const id = await addPoolUser({ email, password, role: 'partnerManager' });
  const partnerId = world.own.partner.id;
  await transact(
    ...userChange(
      null,
      newUser({ id, email, role: 'partnerManager', firstName: 'Ada', lastName: 'Reyes', partnerId }),
    ),
  );
  return id;
}

/** Selects an account on the provider's page. */
async function logInAtProvider(page: Page, protocol: string): Promise<void> {
  await page.getByRole('heading', { name: 'Company log-in' }).waitFor();
  await page.getByRole('radio', { name: emailAt(protocol) }).check();
  await page.getByRole('button', { name: 'Log in' }).click();
}

const startWith = async (page: Page, protocol: string): Promise<void> => {
  await page.goto(`${portal.address}/?login=true&redirectUrl=${encodeURIComponent(path)}`);
  await page.getByRole('textbox', { name: 'Username or email' }).fill(emailAt(protocol));
  await page.keyboard.press('Enter');
};

async function enterProvider(page: Page, protocol: string): Promise<void> {
  const field = (name: string) => page.getByRole('textbox', { name });
  await page.getByRole('button', { name: /^(Set up single sign-on|Change)$/ }).click();
  await page.getByRole('radio', { name: protocol === 'oidc' ? 'OpenID Connect' : 'SAML 2.0' }).check();
  if (protocol === 'saml') {
    await field('Metadata address').fill(providers.metadataAddress);
  } else {
    await field('Issuer').fill(providers.issuer);
    await field('Client ID').fill('wellport');
    await field('Client secret').fill(clientSecret);
  }
  await page.getByRole('button', { name: 'Save change' }).click();
  await confirmIdentity(page);
  await page.getByText('Waiting for a trial').waitFor();
}

async function proveDomain(page: Page, domain: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Domain' }).fill(domain);
  await page.getByRole('button', { name: 'Add domain' }).click();
  await confirmIdentity(page);
  const region = page.getByRole('region', { name: domain });
  await region.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('has no TXT record with this value yet').waitFor();
  const { domains } = await loadSignOn(world.own.partner.id);
  const token = domains.find((each) => each.domain === domain)?.token;
  process.env.LOCAL_TXT_RECORDS = JSON.stringify({ [`_wellport.${domain}`]: [`wellport-domain=${token}`] });
  await region.getByRole('button', { name: 'Check now' }).click();
  await region.getByText('Proven on').waitFor();
}

it.each(['oidc', 'saml'])(
  'turns on %s, connects an account, confirms an action, and ends a session',
  async (protocol) => {
    const userId = await managerWith(emailAt(protocol));
    const [first, second] = await Promise.all(
      [1, 2].map(() => createUser({ role: 'partnerManager', partnerId: world.own.partner.id })),
    );
    const page = await portal.visitAs(first!.email, path);
    await enterProvider(page, protocol);
    await proveDomain(page, `${protocol}.example`);
    await page.getByRole('button', { name: 'Try it' }).click();
    await logInAtProvider(page, protocol);
    await page.getByText('Result of the trial').waitFor();
    await page
      .getByRole('cell', { name: emailAt(protocol) })
      .first()
      .waitFor();
    await page.getByText('Waiting for a second person').waitFor();
    await page.context().close();
    const confirming = await portal.visitAs(second!.email, path);
    await confirming.getByRole('button', { name: 'Confirm change' }).click();
    await confirmIdentity(confirming);
    await confirming.getByText('On', { exact: true }).waitFor();
    await confirming.context().close();

    const own = await portal.visit('/');
    await startWith(own, protocol);
    await logInAtProvider(own, protocol);
    await own.getByText('Check your email').waitFor();
    const text = (await emailsTo(emailAt(protocol))).at(-1)?.body.text ?? '';
    await own.goto(`${portal.address}/login/link#${/login\/link#(\S+)/.exec(text)?.[1] ?? ''}`);
    await own.getByRole('button', { name: 'Connect my account' }).click();
    await own.getByRole('dialog', { name: 'Log in' }).waitFor();
    await startWith(own, protocol);
    // the session at the OpenID Connect provider continues
    if (protocol === 'saml') await logInAtProvider(own, protocol);
    await own.getByRole('heading', { name: 'Single sign-on', level: 1 }).waitFor();
    expect(new URL(own.url()).pathname + new URL(own.url()).search).toBe(path);

    await own.getByRole('textbox', { name: 'Domain' }).fill(`${protocol}.test`);
    await own.getByRole('button', { name: 'Add domain' }).click();
    const [opened] = await Promise.all([
      own.waitForEvent('popup'),
      own.getByRole('button', { name: /^Confirm at/ }).click(),
    ]);
    await logInAtProvider(opened, protocol);
    await own.getByRole('region', { name: `${protocol}.test` }).waitFor();
    await endSessions(await asStored(userId));
    await own.goto(`${portal.address}${path}`);
    await own.getByRole('dialog', { name: 'Log in' }).waitFor();
    await own.context().close();
  },
);
