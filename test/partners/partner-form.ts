import type { Page } from 'playwright-core';
import { fill } from '../support/forms.ts';

interface Given {
  partnerNumber: string;
  name: string;
  usBankCode: string;
  email: string;
}

export async function fillPartnerForm(page: Page, given: Given): Promise<void> {
  await fill(page, {
    ...given,
    industry: 'Insurance',
    address1: '12 Harbor Drive',
    city: 'Duluth',
    zipCode: '55802',
    firstName: 'Jo',
    lastName: 'Berg',
    contactNumber: '+12185550142',
  });
  await page.getByRole('combobox', { name: /State/ }).fill('Minnesota');
  await page.getByRole('option', { name: 'Minnesota' }).click();
}
