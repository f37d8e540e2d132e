import { beforeAll, describe, expect, it } from 'vitest';
import { paymentChange } from '../../functions/payments/store.ts';
import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { call, type Sent } from '../support/call.ts';
import { workbookLines } from '../support/workbook-lines.ts';
import { useWorld } from '../support/world.ts';
import { somePayment } from './some-payment.ts';

const periodId = '202610';
const world = useWorld();
beforeAll(async () => {
  const facility = { kind: 'facility', paymentTypeID: 3, numberOfMembersWhoWillBePaid: 4 } as const;
  const names = ['Alder Fitness', 'Kestrel Strength Club'];
  for (const [index, facilityName] of names.entries())
    await transact(
      ...paymentChange(
        null,
        somePayment({
          ...facility,
          id: `F-1-3-1-${index}-${periodId}`,
          facilityId: String(index),
          facilityNumber: `310${index}`,
          facilityName,
          duesPaidForOneMember: 25_00,
          amountToBeSent: index === 1 ? 90_00 : 100_00,
        }),
      ),
    );
  await transact(...paymentChange(null, somePayment({ id: `P-1-4-1-${periodId}`, adminFee: 40_00 })));
});

async function downloaded(endpoint: Endpoint, sent: Sent): Promise<{ name: string; lines: string[][] }> {
  const { status, headers, bytes } = await call(endpoint, world.admin, sent);
  expect(status).toBe(200);
  const name = /filename\*=UTF-8''(.*)$/.exec(String(headers['content-disposition']))?.[1] ?? '';
  return { name: decodeURIComponent(name), lines: workbookLines(bytes) };
}

const facility = (query = {}) =>
  downloaded(payments.downloadFacilityPayments, { params: { programPaymentTypeId: 1, periodId }, query });

describe('a download of payments', () => {
  it('describes its filter in its name and first lines', async () => {
    const { name, lines } = await facility({ partnerId: '1', showCorrectedOnly: true });
    const partner = world.own.partner.name;
    expect(name).toBe(
      `Facility payments - October 2026 - Partner paid - GM facility payments - ${partner} - Corrected only.xlsx`,
    );
    expect(lines.slice(0, 6)).toEqual([
      ['Facility payments'],
      ['Usage Period', 'October 2026'],
      ['Program Payment Type', 'Partner paid'],
      ['Payment Type', 'GM facility payments'],
      ['Partner', partner],
      ['Payments shown', 'Corrected only'],
    ]);
    expect(lines.some((line) => line.includes('Kestrel Strength Club'))).toBe(true);
    expect(lines.some((line) => line.includes('Alder Fitness'))).toBe(false);
  });

  it('has the Billing column and a last line with the sums', async () => {
    const { name, lines } = await facility();
    expect(name).toBe(
      'Facility payments - October 2026 - Partner paid - GM facility payments - All partners.xlsx',
    );
    expect(lines.find((line) => line.includes('Facility ID'))).toContain('Billing');
    expect(lines.filter((line) => line.includes('No bank account'))).toHaveLength(2);
    // members, total payment, amount to be sent; the dues for one member are not summed
    expect(lines.at(-1)).toEqual(['Total', '8', '200', '190']);
  });

  it('of partners describes its filter, for all and for one', async () => {
    const params = { programPaymentTypeId: 1, paymentTypeId: 4, periodId };
    const all = await downloaded(payments.downloadPartnerPayments, { params });
    expect(all.name).toBe(
      'Partner payments - October 2026 - Partner paid - GM partner fees - All partners.xlsx',
    );
    expect(all.lines.at(-1)).toEqual(['Total', '0', '40', '0', '0', '0', '0', '100', '100']);
    expect(all.lines.at(-2)).toContain('Direct from Bank Account, No bank account');
    const sample = await downloaded(payments.downloadPaymentsOfPartner, {
      params: { partnerId: '1', programPaymentTypeId: 1 },
      query: { periodIdFrom: '202609', periodIdTo: periodId },
    });
    expect(sample.name).toBe(
      `Monthly payments - September 2026 to October 2026 - Partner paid - ${world.own.partner.name}.xlsx`,
    );
    expect(sample.lines.at(-1)?.at(-1)).toBe('100');
    // fees and dues of one month are rows of one file
    expect(sample.lines.find((line) => line.includes('Admin fee'))).toContain('Payment type');
    expect(sample.lines.at(-2)).toContain('GM partner fees');
  });

  it('uses visit months with gmr-add-program', async () => {
    const flags = await loadFeatureFlags();
    await saveFeatureFlags(flags, { ...flags, gmrAddProgram: true }, 'test', new Date());
    const { lines } = await facility();
    expect(lines[1]).toEqual(['Visit Month', 'October 2026']);
    expect(lines.flat().filter((text) => /usage period/i.test(text))).toEqual([]);
  });
});
