import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageDefinition } from '../../web/app/page.ts';
import { publicPages } from '../../web/routes/public-pages.ts';
import { pages } from '../../web/routes/routes.tsx';
import { setTerms } from '../enrollment/sign.ts';
import { setFlags } from '../support/flags.ts';
import { countRequests, settled } from '../support/settled.ts';
import { makeWorld, type World } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { openPortal, type Portal } from './portal.ts';

// WCAG 2.2, 1.4.10: at 320 CSS pixels, no page needs scrolling in two dimensions.

const viewport = { width: 320, height: 800 };
type Reader = 'guest' | 'systemAdmin' | 'partnerManager' | 'member' | 'facilityManager';
const open: Partial<Record<Reader, Page>> = {};
let portal: Portal;
let world: World;

beforeAll(async () => {
  world = await makeWorld();
  await setTerms(world.own.groupMembership, {
    programPaymentTypeId: 2,
    memberDuesAmount: 30_00,
    memberReimbursementTypeId: 4,
    memberReimbursementAmount: 25_00,
    numberOfVisitsToReimburse: 12,
  });
  await setFlags({ gmrAddProgram: true, gmAccessPassFeature: true });
  portal = await openPortal();
});
afterAll(() => portal?.close());

const areas = {
  '/admin': 'systemAdmin',
  '/partnerowner': 'systemAdmin',
  '/partnermanager': 'partnerManager',
  '/member': 'member',
  '/facilitymanager': 'facilityManager',
} as const satisfies Record<string, Reader>;

const readerOf = (row: PageDefinition): Reader =>
  Object.entries(areas).find(([area]) => row.path === area || row.path.startsWith(`${area}/`))?.[1] ??
  (publicPages.includes(row) ? 'guest' : 'systemAdmin');

async function pageOf(reader: Reader): Promise<Page> {
  const existing = open[reader];
  if (existing) return existing;
  const { partner, member } = world.own;
  const page =
    reader === 'guest'
      ? await portal.visit('/', { viewport })
      : await portal.visitAs(
          (
            await createUser({
              role: reader,
              ...(reader === 'partnerManager' && { partnerId: partner.id }),
              ...(reader === 'facilityManager' && { facilityId: world.facility.id }),
              ...(reader === 'member' && { memberIds: [member.id], memberPartnerIds: [partner.id] }),
            })
          ).email,
          '/',
          { viewport },
        );
  countRequests(page);
  return (open[reader] = page);
}

const addressOf = ({ path }: PageDefinition): string =>
  path
    .replace(':partnerId', world.own.partner.id)
    .replace(':memberIdGuid', world.own.member.id)
    .replace(':memberId', world.own.member.id)
    .replace(':facilityId', world.facility.id)
    .replaceAll(/:\w+/g, 'none');

/** Returns the width of the page and the elements that are too far right, outside of tables that scroll on their own. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate((limit) => {
    if (document.documentElement.scrollWidth <= limit) return [];
    const outside = [...document.querySelectorAll('body *')].filter(
      (element) => element.children.length === 0 && element.getBoundingClientRect().right > limit,
    );
    return [
      `${document.documentElement.scrollWidth} px`,
      ...outside.map(({ tagName, className }) => `${tagName.toLowerCase()}.${className}`).slice(0, 5),
    ];
  }, viewport.width);

describe('at 320 px', () => {
  it.each(pages)(
    '$path does not scroll sideways',
    async (row) => {
      const page = await pageOf(readerOf(row));
      await page.bringToFront();
      await page.goto(portal.address + addressOf(row));
      await page.locator('main h1').first().waitFor();
      await settled(page);
      expect(await tooWide(page)).toEqual([]);
    },
    60_000,
  );
});
