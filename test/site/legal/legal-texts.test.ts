import { describe, expect, test } from 'vitest';
import accessibilityAndMaintenance from '../../../web/site/legal/documents/accessibility.md';
import californiaPrivacyPolicy2023 from '../../../web/site/legal/documents/california-privacy-policy-2023-01-10.md';
import privacyNotice2023 from '../../../web/site/legal/documents/privacy-notice-2023-08-24.md';
import privacyPolicy2023 from '../../../web/site/legal/documents/privacy-policy-2023-01-10.md';
import type { LegalSection, LegalText } from '../../../web/site/legal/documents/legal-text.ts';
import { pages } from '../../../web/site/legal/pages.ts';
import consumerHealthPrivacyNotice from '../../../web/site/legal/documents/consumer-health-privacy-notice.md';
import privacyNotice from '../../../web/site/legal/documents/privacy-notice.md';
import termsOfUse from '../../../web/site/legal/documents/terms-of-use.md';
import { anchorsOf, linksOf, tablesOf, wordsOf } from './reading.ts';
import { defined } from '../../support/defined.ts';

const texts: Record<string, LegalText> = {
  '/termsofuse': termsOfUse,
  '/privacy': privacyNotice,
  '/consumerhealthprivacy': consumerHealthPrivacyNotice,
  '/privacyarchives/privacynotice-2023-08-24': privacyNotice2023,
  '/privacyarchives/californiaprivacypolicy-2023-01-10': californiaPrivacyPolicy2023,
  '/privacyarchives/privacypolicy-2023-01-10': privacyPolicy2023,
  '/accessibilityAndMaintenance': accessibilityAndMaintenance,
};
const anchors = (text: LegalText) => text.sections.map(({ anchor }) => anchor);
const section = (text: LegalText, anchor: string): LegalText => ({
  ...text,
  introduction: [],
  sections: text.sections.filter((item: LegalSection) => item.anchor === anchor),
});

describe('the terms of use', () => {
  test('refer to their own sections by the correct numbers', () => {
    const number = (anchor: string) => anchors(termsOfUse).indexOf(anchor) + 1;
    expect(number('dispute-resolution')).toBe(21);
    expect(number('warranty-disclaimer-and-liability')).toBe(14);
    expect(number('general-provisions')).toBe(20);
    expect(number('user-content')).toBe(11);
    expect(number('contact')).toBe(22);
    const named = [...wordsOf(termsOfUse).matchAll(/section (\d+)/gi)].map(([, digits]) => digits);
    expect(new Set(named)).toEqual(new Set(['11', '14', '20', '21', '22']));
  });
});

describe('the privacy notice', () => {
  test('maps categories of health data to recipients, purposes, and sources', () => {
    const [table] = tablesOf(section(privacyNotice, 'additional-information-for-washington-residents'));
    expect(table?.columns).toEqual(['Category', 'Recipients', 'Purposes', 'Sources']);
    expect(table?.rows.length).toBeGreaterThan(4);
    expect(tablesOf(consumerHealthPrivacyNotice)).toEqual([table]);
  });
});

describe('every text', () => {
  test.each(Object.entries(texts))('%s has unique anchors and complete table rows', (_, text) => {
    expect(new Set(anchorsOf(text)).size).toBe(anchorsOf(text).length);
    for (const { columns, rows } of tablesOf(text))
      for (const row of rows) expect(row).toHaveLength(columns.length);
  });

  test.each(Object.entries(texts))('%s has only valid links', (own, text) => {
    const paths = new Set(pages.map(({ path }) => path));
    for (const link of linksOf(text)) {
      if (link === 'cookie-settings' || link === 'agent-form' || /^(mailto|tel|https):/.test(link)) continue;
      const { pathname, hash } = new URL(link, `https://site${own}`);
      expect(paths, link).toContain(pathname);
      if (hash) expect(anchorsOf(defined(texts[pathname])), link).toContain(hash.slice(1));
    }
  });

  test.each(Object.entries(texts))('%s contains no unparsed markup', (_, text) => {
    expect(wordsOf(text)).not.toMatch(/\*\*|\]\(|\{/);
  });
});
