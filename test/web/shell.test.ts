import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../../functions/users/user.ts';
import { useWorld } from '../support/world.ts';
import { newestCode, createUser } from '../users/person.ts';
import { redirects } from '../../web/routes/page-routes.tsx';
import { axeFaults, expectAccessible } from '../support/axe.ts';
import { usePortal, signIn } from './portal.ts';
import { defined } from '../support/defined.ts';

const notAuthorized =
  'You are not authorized to access the page, please sign in with proper user credentials.';
const partners = '/admin/partners/list';

const portal = usePortal();
const world = useWorld();
let admin: User;
let member: User;
let manager: User;

beforeAll(async () => {
  admin = await createUser({ role: 'systemAdmin', firstName: 'Ada', lastName: 'Okafor' });
  manager = await createUser({ role: 'partnerManager', partnerId: world.own.partner.id });
  member = await createUser({
    memberIds: [world.own.member.id, world.other.member.id],
    memberPartnerIds: [world.own.partner.id, world.other.partner.id],
  });
});

const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};
const popup = (page: Page) => page.getByRole('dialog', { name: 'Log in' });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent);

describe('access control', () => {
  it('sends a guest home with the login popup open and an error, and opens the page after login', async () => {
    // a page that a session left open has the flag of the popup
    const page = await portal.visit(`${partners}?filter=north&login=true`);
    await popup(page).getByText(notAuthorized).waitFor();
    const address = new URL(page.url());
    expect(address.pathname).toBe('/');
    expect(address.searchParams.get('login')).toBe('true');
    expect(address.searchParams.get('redirectUrl')).toBe(`${partners}?filter=north`);
    await expect.poll(() => new URL(page.url()).searchParams.has('error')).toBe(false);
    await signIn(page, admin.email);
    await page.getByRole('heading', { name: 'Partners', level: 1, exact: true }).waitFor();
    expect(pathOf(page)).toBe(`${partners}?filter=north`);
    await page.context().close();
  });

  it('rejects members in the administration, and redirects to no other site', async () => {
    const page = await portal.visit(`/?login=true&redirectUrl=${encodeURIComponent(partners)}`);
    await signIn(page, member.email);
    await popup(page).getByText(notAuthorized).waitFor();
    await page.goto(`${portal.address}/?login=true&redirectUrl=${encodeURIComponent('//x.test/')}`);
    await signIn(page, admin.email);
    await page.getByRole('heading', { name: 'Home', level: 1, exact: true }).waitFor();
    expect(new URL(page.url()).origin).toBe(portal.address);
    await page.context().close();
  });

  it('shows an error in the address as text, and removes it from the address', async () => {
    const script = '<img src=x onerror="document.title=`ran`"><script>document.title="ran"</script>';
    const page = await portal.visit(`/?error=${encodeURIComponent(script)}&redirectUrl=%2Fdashboard`);
    const bar = page.locator('.message-bar');
    await expect.poll(() => bar.textContent()).toContain('<img src=x');
    expect(await bar.locator('img, script').count()).toBe(0);
    expect(await page.title()).not.toBe('ran');
    await expect.poll(() => pathOf(page)).toBe('/?redirectUrl=%2Fdashboard');
    await page.goto(`${portal.address}/?error=${'a'.repeat(5000)}`);
    await expect.poll(async () => (await bar.textContent())?.length).toBeLessThan(260);
    await page.context().close();
  });

  it('shows no navigation until the session is loaded, and a retry button after a failure', async () => {
    const page = await portal.visitAs(admin.email, partners);
    await page.route('**/api/user/me', () => {});
    await page.reload();
    await page.getByText('Loading…').waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    await page.unroute('**/api/user/me');
    await page.route('**/api/user/me', (route) => route.abort());
    await page.reload();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unroute('**/api/user/me');
    await again.click();
    await page.getByRole('heading', { name: 'Partners', level: 1, exact: true }).waitFor();
    await page.context().close();
  });
});

describe('login', () => {
  it('focuses the first field, traps the focus, and restores it', async () => {
    const page = await portal.visit('/');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to main content');
    await page.getByRole('button', { name: 'Log in' }).focus();
    await page.keyboard.press('Enter');
    await popup(page).waitFor();
    await expect.poll(() => focused(page)).toBe('userName');
    await page.keyboard.type('nobody@people.test');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Wrong12345');
    await page.keyboard.press('Enter');
    await popup(page).getByText('Incorrect username or password.').waitFor();
    for (let onClick = 0; onClick < 9; onClick++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('main') ?? null)).toBeNull();
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => popup(page).count()).toBe(0);
    await expect.poll(() => focused(page)).toBe('Log in');
    await page.context().close();
  });

  it('resets a forgotten password by email', async () => {
    const person = await createUser({ role: 'partnerManager', partnerId: world.own.partner.id });
    const page = await portal.visit('/?login=true');
    await popup(page).getByRole('button', { name: 'Forgot password?' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('username');
    await page.getByRole('textbox', { name: 'Username or email' }).fill(person.email);
    await page.getByRole('button', { name: 'Send me the link' }).click();
    const sent = page.getByRole('dialog', { name: 'Check your email' });
    await sent.getByRole('button', { name: 'Resend' }).click();
    await page.getByText('We sent the email again.').waitFor();
    await sent.getByRole('button', { name: 'Return to login' }).click();
    await popup(page).waitFor();
    const { link } = await newestCode(person.email);
    await page.goto(link.href);
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill('Wellport2027');
    await page.getByRole('textbox', { name: 'Confirm new password' }).fill('Wellport2027');
    expect(pathOf(page)).toBe('/resetpassword');
    expect(new URL(page.url()).hash).toBe('');
    await page.getByRole('button', { name: 'Change my password' }).click();
    await popup(page).waitFor();
    await signIn(page, person.email, 'Wellport2027');
    await page.locator('.account-button').waitFor();
    await page.context().close();
  });
});

it('redirects a parent to its children without an ID, in their order', () => {
  const page = (path: string) => ({ path, label: '', load: () => Promise.reject(new Error('not loaded')) });
  const rows = ['/club/members/:id/contract', '/club/dashboard', '/p/:id/info/general', '/p/:id/info/bank'];
  const found = redirects(rows.map(page)).map(({ path, children }) => [
    path,
    children.map((child) => child.path),
  ]);
  const info = ['/p/:id/info/general', '/p/:id/info/bank'];
  expect(found).toEqual([
    ['/club/members/:id', ['/club/members/:id/contract']],
    ['/club', ['/club/dashboard']],
    ['/p/:id/info', info],
    ['/p/:id', info],
  ]);
});

const tasks = [
  'Home',
  'Approvals',
  'Payments',
  'Bank files',
  'Proof',
  'Partners',
  'Members',
  'Member requests',
  'Administrators',
  'Privacy requests',
  'Facilities',
  'Plans',
  'Check-ins',
  'Missing visits',
  'Settings',
  'Set-up checklist',
  'Jobs',
  'API clients',
  'Webhooks',
];

describe('the layout', () => {
  it('an administrator collapses the sidebar by keyboard, and it stays collapsed', async () => {
    const page = await portal.visitAs(
      admin.email,
      `/partnerowner/partners/${world.own.partner.id}/dashboard`,
    );
    const side = page.getByRole('navigation', { name: 'Pages' });
    // a section with tabs is one link: no page is listed twice on a screen
    await side.getByRole('link', { name: 'Partner information' }).click();
    await page.getByRole('heading', { level: 1, name: 'General Info' }).waitFor();
    const tabs = page.getByRole('navigation', { name: 'Partner information' });
    await tabs.getByRole('link', { name: 'Banking Info' }).waitFor();
    expect(await page.getByRole('link', { name: 'Banking Info' }).count()).toBe(1);
    expect(await side.locator('[aria-current]').allTextContents()).toEqual(['Partner information']);
    expect(await side.getByRole('link').allTextContents()).toEqual([
      'Dashboard',
      'Partner information',
      'Activity',
      'Group memberships',
      'Voucher programs',
      'Webhooks',
      'Single sign-on',
      ...tasks,
    ]);
    expect(await side.getByRole('heading').allTextContents()).toEqual([
      world.own.partner.name,
      'Month',
      'People',
      'Clubs',
      'Settings',
    ]);
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => side.count()).toBe(0);
    await page.reload();
    await menu.waitFor();
    expect(await menu.getAttribute('aria-expanded')).toBe('false');
    expect(await side.count()).toBe(0);
    await menu.click();
    await side.waitFor();
    // other systems are linked only where the stage configures them
    const main = page.getByRole('navigation', { name: 'Main' });
    expect(await main.count()).toBe(0);
    await page.route('**/config.json', async (route) => {
      const config = await (await route.fetch()).json();
      await route.fulfill({ json: { ...config, links: { plans: '/elsewhere/plans' } } });
    });
    await page.reload();
    await main.waitFor();
    expect(await main.getByRole('link').allTextContents()).toEqual(['Plans']);
    await page.context().close();
  });

  it('finds pages, partners, and members with the keyboard', async () => {
    const page = await portal.visitAs(admin.email, partners);
    const palette = page.getByRole('dialog', { name: 'Search' });
    await page.keyboard.press('ControlOrMeta+k');
    await palette.getByRole('combobox').fill('fac pay');
    await palette.getByRole('option', { name: 'Payments: Facility Payments' }).waitFor();
    await palette.getByRole('combobox').fill(world.own.partner.name);
    await palette
      .getByRole('option', { name: `${world.own.partner.name} Payments of the partner` })
      .waitFor();
    await palette.getByRole('combobox').fill(world.own.member.keyFobNumber ?? '');
    await palette.getByRole('option', { name: /key fob/ }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/members/${world.own.member.id}`);
    await page.context().close();
  });

  it('opens the menu of a small screen by button, and closes it with Escape', async () => {
    const page = await portal.visitAs(admin.email, partners, { viewport: { width: 390, height: 844 } });
    const menu = page.getByRole('navigation', { name: 'Pages', exact: true });
    expect(await menu.count()).toBe(0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await menu.getByRole('link', { name: 'Partners' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => menu.count()).toBe(0);
    expect(await focused(page)).toBe('Menu');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.context().close();
  });

  it('shows members and partner managers no menu button', async () => {
    for (const [email, width] of [
      [manager.email, 1366],
      [member.email, 390],
    ] as const) {
      const page = await portal.visitAs(email, '/', { viewport: { width, height: 900 } });
      expect(await page.getByRole('button', { name: 'Menu' }).count()).toBe(0);
      // on phones, members have a bottom bar instead, with no link listed twice
      const isBar = email === member.email;
      const links = page.getByRole('navigation', { name: isBar ? 'Pages' : 'Main' }).getByRole('link');
      await links.first().waitFor();
      const main = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
      expect(await main.allTextContents()).toEqual(isBar ? [] : ['Dashboard']);
      expect((await links.allTextContents())[0]).toBe(isBar ? 'Home' : 'Dashboard');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.context().close();
    }
  });

  it('scrolls the pages of a small screen to the current one', async () => {
    const viewport = { width: 390, height: 844 };
    const page = await portal.visitAs(manager.email, '/partnermanager/activity', { viewport });
    const current = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]');
    await current.waitFor();
    const rightEdge = async () => {
      const { x, width } = defined(await current.boundingBox());
      return x + width;
    };
    await expect.poll(rightEdge).toBeLessThanOrEqual(viewport.width);
    await page.context().close();
  });

  it('lists the pages that the user may open on the site map', async () => {
    const page = await portal.visit('/sitemap');
    await page.getByRole('heading', { name: 'Site map' }).waitFor();
    const links = () => page.getByRole('main').getByRole('link').allTextContents();
    expect(await links()).toContain('Home');
    expect(await links()).not.toContain('Partners');
    await page.context().close();
    const club = await createUser({ role: 'facilityManager', facilityId: world.facility.id });
    for (const { user, link, name } of [
      { user: admin, link: 'Partners', name: 'Administration' },
      { user: club, link: 'Check-ins', name: 'Your club' },
    ]) {
      const inside = await portal.visitAs(user.email, '/sitemap');
      await inside.getByRole('main').getByRole('link', { name: link, exact: true }).waitFor();
      const back = inside.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
      await back.click();
      await inside.waitForURL((url) => url.pathname !== '/sitemap');
      await back.waitFor({ state: 'detached' });
      await inside.context().close();
    }
    const ofManager = await portal.visitAs(manager.email, '/sitemap');
    for (const name of ['Employees', 'Visits', 'Payments', 'Costs', 'Lost key fobs'])
      await ofManager.getByRole('main').getByRole('link', { name, exact: true }).waitFor();
    await ofManager.context().close();
  });

  it('stores the selected light or dark mode', async () => {
    const page = await portal.visit('/', { colorScheme: 'light' });
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    expect(await ground()).toBe('light');
    await page.getByRole('radio', { name: 'Dark' }).check();
    expect(await ground()).toBe('dark');
    await page.reload();
    await page.getByRole('radio', { name: 'Dark' }).waitFor();
    expect(await ground()).toBe('dark');
    await page.context().close();
  });
});

describe('cookie settings', () => {
  const storedEntries = (page: Page) => page.evaluate(() => Object.entries(localStorage));

  it('stores nothing before a choice; stores the choice with date and version, and applies it', async () => {
    const page = await portal.visit('/');
    const banner = page.getByRole('region', { name: 'Cookies' });
    await banner.waitFor();
    const [below, above] = await Promise.all([
      page.locator('.shell-header').boundingBox(),
      banner.boundingBox(),
    ]);
    expect(defined(below).y).toBeGreaterThanOrEqual(defined(above).y + defined(above).height);
    expect(await storedEntries(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Dark' }).check();
    await banner.getByRole('button', { name: 'Only necessary' }).click();
    await expect.poll(() => banner.count()).toBe(0);
    const [[name, value] = ['', '']] = await storedEntries(page);
    expect(name).toBe('wellport:consent');
    expect(JSON.parse(value)).toMatchObject({ version: 1, preferences: false, analytics: false });
    expect(Date.parse(JSON.parse(value).date)).toBeGreaterThan(0);
    await page.getByRole('radio', { name: 'Light' }).check();
    expect((await storedEntries(page)).map(([key]) => key)).toEqual(['wellport:consent']);
    await page.reload();
    await page.getByRole('radio', { name: 'System' }).waitFor();
    expect(await page.getByRole('radio', { name: 'System' }).isChecked()).toBe(true);
    expect(await banner.count()).toBe(0);
    await page.context().close();
  });

  it('shows the banner again after a new version of the choices', async () => {
    const page = await portal.visit('/');
    await page.evaluate(() =>
      localStorage.setItem('wellport:consent', '{"version":0,"date":"2020-01-01","analytics":true}'),
    );
    await page.reload();
    await page.getByRole('region', { name: 'Cookies' }).waitFor();
    await page.context().close();
  });
});

it('passes axe at both widths, light and dark', async () => {
  const widths = [390, 1366];
  const page = await portal.visit('/', { viewport: { width: 390, height: 900 } });
  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page, widths);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Log in' }).click();
  await popup(page).waitFor();
  await expectAccessible(page, widths);
  await signIn(page, member.email);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => popup(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Account of Ann Lund' }).click();
  // the menu covers parts of the page, which loads meanwhile
  await expectAccessible(page, widths, 'header');
  await page.context().close();
  for (const width of widths) {
    const inside = await portal.visitAs(admin.email, '/sitemap', { viewport: { width, height: 900 } });
    await inside.getByRole('main').getByRole('link', { name: 'Partners' }).waitFor();
    if (width < 1100) await inside.getByRole('button', { name: 'Menu' }).click();
    await expectAccessible(inside, [width]);
    await inside.context().close();
  }
});
