import { expect, it } from 'vitest';
import { programOf } from '../../functions/vouchers/saved-program.ts';
import { voucherPdf } from '../../functions/vouchers/voucher-email.ts';
import { pagesOf, shown } from '../platform/pdf-text.ts';
import { png } from '../platform/pictures/make-picture.ts';

const form = {
  id: '1',
  partnerId: '1',
  displayName: 'WELLNESS MOVEMENT '.repeat(6).slice(0, 100),
  redemptionValue: 9_999_999_999,
  startDate: '2026-10-12',
  endDate: '2027-01-20',
};
const logo = { fileName: 'a.png', type: 'image/png' as const, width: 178, height: 60, key: 'a' };

const heights = (pdf: Uint8Array): number[] =>
  pagesOf(pdf).flatMap((content) => [...content.matchAll(/1 0 0 1 \S+ (\S+) Tm/g)].map(([, y]) => Number(y)));

it('fits the longest names, a logo, and the largest amount on one page without overlap', async () => {
  const bytes = await voucherPdf({
    program: programOf(null, form, logo),
    partnerName: 'The Mutual Insurance Company of the Upper Midwest '.repeat(6).slice(0, 300),
    logo: png({ width: 178, height: 60 }),
    code: 'ABCDEFGHJKLM',
    address: `https://wellport.test/voucher/${'A'.repeat(43)}`,
    at: new Date('2026-10-01T12:00:00Z'),
  });
  expect(
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Type \/Page\b/g),
  ).toHaveLength(1);
  expect(shown(bytes)).toMatch(/\$99,999,999\.99[^]*Valid from[^]*Voucher code[^]*ABCD-EFGH-JKLM/);
  const lines = heights(bytes);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines).toEqual(lines.toSorted((left, other) => other - left));
  expect(new Set(lines).size).toBe(lines.length);
  expect(Math.min(...lines)).toBeGreaterThan(54);
});
