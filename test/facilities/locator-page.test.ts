import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { demoFacilities } from '../../infra/local/demo/facilities.ts';
import type { Member } from '../../shared/members/member.ts';
import { axeFaults } from '../support/axe.ts';
import { someMember } from '../support/builders.ts';
import { createUser } from '../users/person.ts';
import { clubNames, find, type LocatorSite, openLocator, twins } from './locator-site.ts';
import { defined } from '../support/defined.ts';

let site: LocatorSite;
beforeAll(async () => {
  site = await openLocator();
});
afterAll(() => site?.portal.close());

const marks = (page: Page) => page.locator('.leaflet-marker-icon');
const map = (page: Page) => page.getByRole('region', { name: 'Map of clubs' });
const address = (page: Page) => new URL(page.url()).searchParams;

const onTheMap = async (page: Page): Promise<number> =>
  (await marks(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))).reduce(
    (sum, name) => sum + Number(/^(\d+) clubs/.exec(name)?.[1] ?? 1),
    0,
  );

describe("the locator's map without a key", () => {
  it('sends no request to other hosts at any zoom', async () => {
    const outside: string[] = [];
    const page = await site.visit({
      prepare: async (page) => {
        page.on('request', (request) => {
          if (new URL(request.url()).host !== new URL(site.portal.address).host) outside.push(request.url());
        });
      },
    });
    await marks(page).first().waitFor();
    await find(page, 'duluth', 'Duluth, MN');
    await expect.poll(() => clubNames(page)).toContain('Alder Fitness Duluth');
    for (let step = 0; step < 3; step += 1)
      await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
    await page.getByText('This map has no street detail.').waitFor();
    expect(await page.locator('.leaflet-control-scale-line').innerText()).toMatch(/ft|mi/);
    await page.waitForLoadState('networkidle');
    expect(outside).toEqual([]);
    const painted = await page.locator('.leaflet-tile').evaluateAll(
      (tiles: HTMLCanvasElement[]) =>
        new Set(
          tiles.map((tile) => {
            const { width, height } = tile;
            const pen = tile.getContext('2d');
            return String(pen?.getImageData(width / 2, height / 2, 1, 1).data);
          }),
        ).size,
    );
    expect(painted).toBeGreaterThan(1);
    await page.context().close();
  });

  it('shows the whole country in clusters, which open with a click', async () => {
    const page = await site.visit();
    await expect.poll(() => onTheMap(page)).toBeGreaterThan(50);
    await page.getByText('Search for a place to list its clubs').waitFor();
    expect(await clubNames(page)).toEqual([]);
    const before = await onTheMap(page);
    const cluster = page.getByRole('button', { name: /^1\d clubs, zoom in$/ }).first();
    const held = Number.parseInt((await cluster.getAttribute('aria-label')) ?? '', 10);
    await cluster.click();
    await expect.poll(() => onTheMap(page)).toBeLessThan(before);
    expect(await onTheMap(page)).toBeGreaterThanOrEqual(held);
    expect(await marks(page).count()).toBeGreaterThan(1);
    const sizes = await page
      .locator('.map-mark')
      .evaluateAll((all) => all.flatMap((one) => [one.clientWidth, one.clientHeight]));
    // the minimum target size of WCAG
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
    await page.getByRole('button', { name: 'Show the whole country' }).click();
    await expect.poll(() => onTheMap(page)).toBe(before);
    await page.context().close();
  });

  it('lists the clubs at one address, which no zoom separates', async () => {
    const page = await site.visit();
    await find(page, 'twin gym', 'Twin Gym');
    await page.getByRole('button', { name: '2 clubs at one place' }).click();
    const list = page.getByRole('region', { name: '2 clubs at one place' });
    expect(await list.locator('li').allInnerTexts()).toEqual([...twins]);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '2 clubs at one place' }).click();
    await list.getByRole('button', { name: 'Twin Yoga' }).click();
    await expect.poll(() => address(page).get('club')).toBe('991');
    await page.context().close();
  });
});

describe('the list beside the map', () => {
  it('contains the visible clubs, nearest first, and follows the map', async () => {
    const page = await site.visit();
    await find(page, 'minneapolis', 'Minneapolis, MN');
    await expect.poll(async () => (await clubNames(page)).length).toBeGreaterThan(4);
    const miles = (await page.locator('.club-words .quiet').allInnerTexts()).map((text) =>
      Number(/([\d.]+) miles$/.exec(text)?.[1]),
    );
    expect(miles).toEqual(miles.toSorted((left, other) => left - other));
    expect(await marks(page).count()).toBe(miles.length);
    await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
    await expect.poll(async () => (await clubNames(page)).length).toBeLessThan(miles.length);
    await page.context().close();
  });

  it('moves once to the nearest club within forty miles, and otherwise shows that there are none', async () => {
    const page = await site.visit();
    await find(page, 'cloquet', 'Cloquet, MN');
    await expect.poll(() => clubNames(page)).toContain('Alder Fitness Duluth');
    await find(page, 'rugby, nd', 'Rugby, ND');
    await page
      .getByText('There are no clubs in your search area. Please try a different search area.')
      .waitFor();
    await page.locator('.locator-list').getByRole('button', { name: 'Show the whole country' }).click();
    await page.getByText('Search for a place to list its clubs').waitFor();
    await page.context().close();
  });

  it('names the next step to enroll for each membership', async () => {
    const stepsOf = async (id: string, fields: Partial<Member>) => {
      await transact(...memberChange(null, someMember(id, '1', fields)));
      const { email } = await createUser({ memberIds: [id], memberPartnerIds: ['1'] });
      const page = await site.portal.visitAs(email, '/member/dashboard/facilitylocator?club=990');
      const detail = page.locator('.locator-list .club-detail');
      const steps = detail.getByRole('link', { name: /Enroll|Facility Information/ });
      await steps.first().waitFor();
      const text = await detail.innerText();
      const links = await steps.evaluateAll((all: HTMLAnchorElement[]) =>
        all.map(({ pathname }) => pathname),
      );
      await page.context().close();
      return { text, links };
    };
    const information = '/member/profile/facilityinformation/facilities';
    expect((await stepsOf('step1', { invitationStatus: 2 })).links).toEqual([
      '/member/profile/facilityinformation/990/facilityenrollment',
    ]);
    const enrolled = { invitationStatus: 4, enrolledOn: '2026-10-12' } as const;
    const other = await stepsOf('step2', { ...enrolled, facilityId: '991', facilityName: 'Twin Yoga' });
    expect(other.text).toContain('You are enrolled in Twin Yoga. To change to Twin Gym, select');
    expect(other.links).toEqual([information]);
    const own = await stepsOf('step3', { ...enrolled, facilityId: '990', facilityName: 'Twin Gym' });
    expect(own.text).toContain('You are enrolled in Twin Gym. See Facility Information.');
    expect(own.links).toEqual([information]);
    const { email } = await createUser({ role: 'member' });
    const none = await site.portal.visitAs(email, '/member/dashboard/facilitylocator?club=990');
    await none.getByText('you need an invitation from your employer or insurer').first().waitFor();
    await none.context().close();
  });

  it('stores search, filter, and selection in the URL, and clears a selection', async () => {
    const onHold = defined(demoFacilities.find(({ enrollmentStatus }) => enrollmentStatus === 2));
    const page = await site.visit();
    await find(page, onHold.zipCode, `${onHold.city}, ${onHold.state} ${onHold.zipCode}`);
    await expect.poll(() => clubNames(page)).toContain(onHold.name);
    await page.getByRole('button', { name: onHold.name }).first().click();
    const message = `${onHold.name} is not accepting new members. Choose another club.`;
    await page.getByText(message).first().waitFor();
    expect(address(page).get('club')).toBe(onHold.id);
    expect(address(page).get('near')).toContain(onHold.zipCode);
    await page.reload();
    await expect.poll(() => clubNames(page)).toContain(onHold.name);
    await page.getByRole('button', { name: onHold.name, expanded: true }).click();
    await expect.poll(() => address(page).get('club')).toBe(null);
    await page.getByRole('button', { name: 'Filter by plan' }).press('Enter');
    const apply = page.getByRole('button', { name: 'Apply' });
    expect(await apply.isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Group Memberships' }).press('Space');
    await apply.press('Enter');
    await page.getByRole('button', { name: 'Remove Group Memberships' }).waitFor();
    await expect.poll(() => clubNames(page)).not.toContain(onHold.name);
    expect(address(page).get('plans')).toBe('0');
    // clearing one program of a plan keeps the others, and more than three chips collapse
    const filter = page.getByRole('button', { name: 'Filter by plan' });
    await filter.press('Enter');
    for (const name of ['Active Aging', 'Wellness Rewards', 'Student Fitness', 'Gym visits'])
      await page.getByRole('checkbox', { name, exact: true }).press('Space');
    await apply.press('Enter');
    const chips = page.getByRole('list', { name: 'Chosen plans' }).getByRole('listitem');
    await page.getByRole('button', { name: 'Show 2 more' }).press('Enter');
    expect(await chips.allInnerTexts()).toEqual([
      'Group Memberships',
      'Active Aging',
      'Wellness Rewards: Group classes',
      'Wellness Rewards: Live instructors',
      'Student Fitness',
      'Show less',
    ]);
    await filter.press('Enter');
    await page.getByRole('button', { name: 'Reset' }).press('Enter');
    await chips.first().waitFor({ state: 'detached' });
    expect([address(page).get('plans'), address(page).get('programs')]).toEqual([null, null]);
    await page.context().close();
  });
});

describe('by keyboard', () => {
  it('finds a club, selects it on the map, and shows it in the list', async () => {
    const page = await site.visit();
    const search = page.getByRole('combobox', { name: 'Club, city or ZIP code' });
    await search.focus();
    await page.keyboard.type('dulu');
    await page.getByRole('option', { name: /^Duluth, MN/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('option', { selected: true }).innerText()).toContain('Duluth, MN');
    await page.keyboard.press('Enter');
    await expect.poll(() => clubNames(page)).toContain('Alder Fitness Duluth');
    const mark = page.getByRole('button', { name: 'Alder Fitness Duluth', exact: true, pressed: false });
    await mark.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Alder Fitness Duluth', exact: true, pressed: true }).waitFor();
    const enroll = page.getByRole('link', { name: 'Enroll in facility' });
    expect(await enroll.getAttribute('href')).toMatch(/facilityinformation\/\w+\/facilityenrollment/);
    await map(page).focus();
    await page.keyboard.press('ArrowUp');
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('-');
    await page.getByText('Search for a place to list its clubs').waitFor();
    // the selected club stays in the list, apart from the visible ones
    expect(await clubNames(page)).toEqual(['Alder Fitness Duluth']);
    await page.context().close();
  });

  it('selects an exact match with Enter, also before its suggestions are loaded', async () => {
    const page = await site.visit();
    await page.getByRole('combobox', { name: 'Club, city or ZIP code' }).focus();
    await page.keyboard.type('Duluth');
    await page.keyboard.press('Enter');
    await expect.poll(() => address(page).get('near')).toBe('Duluth, MN');
    await page.context().close();
  });
});

describe('the location of the user', () => {
  const here = { latitude: 46.78, longitude: -92.1 };
  const button = (page: Page) => page.getByRole('button', { name: 'Locate me' });

  it('shows nearby clubs and does not appear in the URL', async () => {
    const page = await site.visit({ geolocation: here, permissions: ['geolocation'] });
    await button(page).click();
    await expect.poll(() => clubNames(page)).toContain('Alder Fitness Duluth');
    await page.locator('.map-here').waitFor();
    expect([...address(page).keys()]).toEqual([]);
    await page.context().close();
  });

  it('hides its button after a denied permission', async () => {
    const refused = await site.visit({
      prepare: (page) =>
        page.addInitScript(() => {
          navigator.permissions.query = () => Promise.reject(new Error('not told'));
          navigator.geolocation.getCurrentPosition = (_, fail) =>
            fail?.({ code: 1, message: 'refused' } as GeolocationPositionError);
        }),
    });
    await button(refused).click();
    await button(refused).waitFor({ state: 'detached' });
    await refused.context().close();
  });

  it('shows a message in a browser without geolocation', async () => {
    const page = await site.visit({
      prepare: (page) =>
        page.addInitScript(() => {
          navigator.permissions.query = () => Promise.reject(new Error('not told'));
          Reflect.deleteProperty(Navigator.prototype, 'geolocation');
        }),
    });
    await button(page).click();
    await page.getByText('Geolocation is not supported by this browser.').waitFor();
    await page.context().close();
  });
});

describe('on a phone', () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

  it('toggles between list and map, shows the selected club, and zooms with two fingers', async () => {
    const page = await site.visit(phone);
    await find(page, 'duluth', 'Duluth, MN');
    await page
      .getByRole('button', { name: /^Alder Fitness Duluth/ })
      .first()
      .waitFor();
    expect(await map(page).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Map', exact: true }).tap();
    expect(await map(page).isVisible()).toBe(true);
    expect(await page.locator('.club-item').first().isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Alder Fitness Duluth', exact: true }).tap();
    await page.getByRole('heading', { name: 'Alder Fitness Duluth' }).waitFor();
    await page.getByRole('link', { name: 'Enroll in facility' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const box = defined(await map(page).boundingBox());
    // beside the pins, which are around the center
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 4];
    const touch = await page.context().newCDPSession(page);
    const fingers = (apart: number) => [
      { x: x - apart, y, id: 1 },
      { x: x + apart, y, id: 2 },
    ];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(20) });
    for (let apart = 30; apart <= 120; apart += 10)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.getByText('This map has no street detail.').waitFor();
    await page.context().close();
  });
});

describe('the public finder', () => {
  it('shows the clubs near a location, lists none below zoom 10, and offers no enrollment', async () => {
    const page = await site.portal.visit('/guest/formembers', { reducedMotion: 'reduce' });
    const finder = page.getByRole('region', { name: 'Find a club near you' });
    await finder.getByLabel('City or ZIP code').fill('duluth');
    await page.keyboard.press('Enter');
    await marks(page).first().waitFor();
    await finder.getByRole('button', { name: /^Alder Fitness Duluth Duluth/ }).click();
    await finder.getByRole('link', { name: /Duluth, MN 55802/ }).waitFor();
    expect(await finder.getByRole('link', { name: 'Enroll in facility' }).count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    await finder.getByRole('button', { name: 'Zoom out', exact: true }).click();
    await finder.getByText('Search for a place to list its clubs').waitFor();
    await page.context().close();
  });
});
