import type { BrowserContextOptions, Page } from 'playwright-core';
import { partnerChange } from '../../functions/partners/store.ts';
import { memberChange } from '../../functions/members/store.ts';
import { facilityChange } from '../../functions/facilities/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { demoFacilities, loadDemoFacilities } from '../../infra/local/demo/facilities.ts';
import { provision } from '../../infra/local/provision.ts';
import { somePartner } from '../support/world.ts';
import { someMember } from '../support/builders.ts';
import { createUser } from '../users/person.ts';
import { openPortal, type Portal } from '../web/portal.ts';
import { defined } from '../support/defined.ts';

const locatorPath = '/member/dashboard/facilitylocator';

export interface LocatorSite {
  portal: Portal;
  visit: (options?: VisitOptions) => Promise<Page>;
}

interface VisitOptions extends BrowserContextOptions {
  search?: string;
  prepare?: (page: Page) => Promise<unknown>;
}

export const twins = ['Twin Gym', 'Twin Yoga'] as const;

export async function openLocator(): Promise<LocatorSite> {
  await provision();
  await loadDemoFacilities();
  const duluth = defined(demoFacilities.find(({ city }) => city === 'Duluth'));
  for (const [index, name] of twins.entries())
    await transact(
      ...facilityChange(null, {
        ...duluth,
        id: `99${index}`,
        facilityNumber: `99${index}`,
        name,
        latitude: duluth.latitude + 0.02,
        payeeToken: null,
      }),
    );
  await transact(...partnerChange(null, somePartner('1')));
  await transact(...memberChange(null, someMember('invited', '1', { invitationStatus: 2 })));
  const member = await createUser({ memberIds: ['invited'], memberPartnerIds: ['1'] });
  const portal = await openPortal();
  return {
    portal,
    visit: async ({ search = '', prepare, ...options } = {}) => {
      const path = locatorPath + search;
      const page = await portal.visitAs(member.email, prepare ? '/sitemap' : path, options);
      if (prepare) {
        await prepare(page);
        await page.goto(portal.address + path);
      }
      await page.getByRole('combobox', { name: 'Club, city or ZIP code' }).waitFor();
      return page;
    },
  };
}

export async function find(page: Page, typed: string, suggestion: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Club, city or ZIP code' }).fill(typed);
  await page.getByRole('option', { name: new RegExp(`^${suggestion}`) }).click();
}

export const clubNames = (page: Page) => page.locator('.locator-list .club-name').allInnerTexts();
