import { describe, expect, test } from 'vitest';
import accessibilityAndMaintenance from '../../../web/site/legal/documents/accessibility.md';
import { archivedDocuments } from '../../../web/site/legal/documents/archived-documents.ts';
import californiaPrivacyPolicy2023 from '../../../web/site/legal/documents/california-privacy-policy-2023-01-10.md';
import privacyNotice2023 from '../../../web/site/legal/documents/privacy-notice-2023-08-24.md';
import privacyPolicy2023 from '../../../web/site/legal/documents/privacy-policy-2023-01-10.md';
import type { LegalSection, LegalText } from '../../../web/site/legal/documents/legal-text.ts';
import { showLongDate } from '../../../web/site/legal/documents/legal-text.ts';
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

const noticeAnchors = [
  'information-we-collect',
  'how-we-use-information',
  'how-we-share-information',
  'your-choices',
  'how-we-protect-and-retain-information',
  'transmission-of-information-to-other-countries',
  'third-party-applications-websites',
  'changes-to-this-privacy-notice',
  'children',
  'contact-information',
  'additional-information-for-california-residents',
];

describe('the terms of use', () => {
  test('have their 22 sections and their date', () => {
    expect(termsOfUse.numbered).toBe(true);
    expect(showLongDate(termsOfUse.effective)).toBe('January 12, 2023');
    expect(termsOfUse.sections).toHaveLength(22);
  });

  test('contain the liability cap, the notice periods, the arbitrator, and the governing law', () => {
    const textOf = (anchor: string) => wordsOf(section(termsOfUse, anchor));
    expect(textOf('warranty-disclaimer-and-liability')).toContain('five US dollars (US $5.00)');
    expect(textOf('dispute-resolution')).toContain('written dispute notice at least 60 days ahead');
    expect(textOf('dispute-resolution')).toContain('single arbitrator, under the consumer arbitration rules');
    expect(textOf('general-provisions')).toContain('in writing within one year');
    expect(textOf('general-provisions')).toContain('law of the State of Minnesota governs');
  });

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

  test('link to the privacy notice and to an email address', () => {
    expect(linksOf(section(termsOfUse, 'contact'))).toEqual([expect.stringMatching(/^mailto:/), '/privacy']);
  });
});

describe('the privacy notice', () => {
  test('has its twelve anchors and its date', () => {
    expect(anchors(privacyNotice)).toEqual([
      ...noticeAnchors,
      'additional-information-for-washington-residents',
    ]);
    expect(showLongDate(privacyNotice.effective)).toBe('March 14, 2024');
  });

  test.each([
    ['information-we-collect', 'our site does not respond to it'],
    ['your-choices', 'Reply STOP'],
    ['your-choices', 'with the subject NO SNAIL MAIL'],
    ['your-choices', 'a request for access, or one that withdraws consent, within 45 days'],
    ['your-choices', 'authenticated a request for deletion, we carry it out within 30 days'],
    ['your-choices', 'within 60 days and may extend that by up to 30 days'],
    ['your-choices', 'with the subject line Appeal'],
    ['children', 'not directed to children under 13'],
    ['children', 'under 16 without the consent of a parent or guardian'],
    ['children', 'has opted in'],
    ['additional-information-for-california-residents', 'two times in any 12 months'],
    ['additional-information-for-california-residents', 'It covers the 12 months before'],
    ['additional-information-for-california-residents', 'We confirm within 10 days'],
    ['additional-information-for-california-residents', 'within 45 days'],
    ['additional-information-for-california-residents', 'up to 45 more days'],
    ['additional-information-for-california-residents', 'toll-free number 1-800-555-0142'],
    ['additional-information-for-california-residents', 'one request a year, within 30 days'],
    ['additional-information-for-washington-residents', 'withdrawal of consent within 45 days'],
    ['additional-information-for-washington-residents', 'carry it out within 30 days'],
  ])('contains in %s: %s', (anchor, words) => {
    expect(wordsOf(section(privacyNotice, anchor))).toContain(words);
  });

  test('links to the archive, the request portal, the cookie settings, and the agent form', () => {
    expect(linksOf(privacyNotice)).toEqual(
      expect.arrayContaining([
        '/privacyarchives/index',
        '/dataprivacyrequest',
        'cookie-settings',
        'agent-form',
      ]),
    );
  });

  test('maps categories of health data to recipients, purposes, and sources', () => {
    const [table] = tablesOf(section(privacyNotice, 'additional-information-for-washington-residents'));
    expect(table?.columns).toEqual(['Category', 'Recipients', 'Purposes', 'Sources']);
    expect(table?.rows.length).toBeGreaterThan(4);
    expect(tablesOf(consumerHealthPrivacyNotice)).toEqual([table]);
  });
});

describe('the archive', () => {
  test('has three documents', () => {
    expect(archivedDocuments.map(({ name, dated }) => `${name} ${showLongDate(dated)}`)).toEqual([
      'Privacy Notice August 24, 2023',
      'California Privacy Policy January 10, 2023',
      'Privacy Policy January 10, 2023',
    ]);
    for (const { name, dated, path } of archivedDocuments)
      expect(texts[path]).toMatchObject({ name, effective: dated, archived: true });
  });

  test('contains ten sections of the policy with its links, and eleven of the California policy', () => {
    expect(privacyPolicy2023.sections).toHaveLength(10);
    expect(linksOf(privacyPolicy2023)).toEqual(
      expect.arrayContaining(['/privacyarchives/californiaprivacypolicy-2023-01-10', '/dataprivacyrequest']),
    );
    expect(californiaPrivacyPolicy2023.sections).toHaveLength(11);
  });

  test('contains the August 2023 notice with its anchors, parts, table, and dates at the bottom', () => {
    expect(anchors(privacyNotice2023)).toEqual(noticeAnchors);
    const [choices] = section(privacyNotice2023, 'your-choices').sections;
    expect(choices?.parts?.map(({ heading }) => heading)).toEqual([
      'Submitting Requests',
      'Authorized Agents',
    ]);
    const [table] = tablesOf(section(privacyNotice2023, defined(noticeAnchors.at(-1))));
    expect(table?.caption).toBe('Categories of recipients');
    expect(privacyNotice2023).toMatchObject({ dates: 'bottom', updated: '2023-08-24' });
    const { label } = defined(pages.find(({ path }) => path === '/privacyarchives/privacynotice-2023-08-24'));
    expect(label).toBe('Privacy Policy Archive 2023-08-24');
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
