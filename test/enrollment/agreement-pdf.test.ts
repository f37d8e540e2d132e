import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { shown } from '../platform/pdf-text.ts';
import { agreementWords } from '../../shared/enrollment/agreement-text.ts';
import {
  type SignedAgreement,
  agreementPdf,
  agreementTextHash,
  signedHash,
} from '../../functions/enrollment/agreement-pdf.ts';
import { addAssets, handlerBuild } from '../../infra/build/bundle.ts';
import { root } from '../../infra/build/handlers.ts';
import { defined } from '../support/defined.ts';

const text = {
  title: 'Facility enrollment agreement',
  version: 4,
  sections: [
    {
      heading: 'Use of the facility',
      paragraphs: ['You may use the facility — “any time”.', 'Bring your key fob.'],
    },
    { heading: 'Dues', paragraphs: ['Dues are collected on the first of the month.'] },
  ],
};
const agreement: SignedAgreement = {
  ...text,
  member: {
    firstName: 'Zoë',
    lastName: "O'Brien",
    email: 'zoe@example.com',
    contactNumber: '(651) 555-0100',
  },
  facility: {
    displayName: 'Woodbury Fitness',
    afNumber: '1234',
    fullAddress: '8160 Coller Way, Woodbury, MN',
  },
  partnerName: 'Northwind Health',
  keyFobNumber: '0012AE3',
  terms: [{ step: 'payment', label: 'Monthly dues', value: '$29.99' }],
  signedName: "Zoë O'Brien",
  signedAt: '2026-03-09T18:30:00Z',
};

const manyTerms: SignedAgreement['terms'] = [
  { step: 'payment', label: 'Membership begins', value: '11/10/2026' },
  { step: 'payment', label: 'Monthly dues', value: '$30.00' },
  { step: 'payment', label: 'First dues', value: '$21.00 for 21 of 30 days of November 2026' },
  { step: 'payment', label: 'First withdrawal', value: 'on or after 11/12/2026' },
  { step: 'withdrawal', label: 'Withdrawals from', value: "account ending in 7788, Zoë O'Brien" },
  { step: 'payment', label: 'Reimbursement', value: '$20.00 for 12 visits a month, to member' },
  { step: 'deposit', label: 'Deposits to', value: "account ending in 6655, Zoë O'Brien" },
];

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

describe('a signed agreement', () => {
  test('shows the words, who signed, when in Chicago, which version, and the hash of all of it', async () => {
    const pages = shown(await agreementPdf(agreement));
    for (const part of [
      'Facility enrollment agreement',
      'Version 4',
      'Use of the facility',
      'You may use the facility — “any time”.',
      'Dues are collected on the first of the month.',
      'Woodbury Fitness (1234), 8160 Coller Way, Woodbury, MN',
      'Northwind Health',
      '0012AE3',
      'Monthly dues',
      '$29.99',
      "Zoë O'Brien",
      'March 9, 2026 at 1:30:00 PM CDT (2026-03-09T18:30:00.000Z)',
      'Agreement version 4',
      signedHash(agreement),
      'Page 1 of 1',
    ]) {
      expect(pages.split('\n')).toContain(part);
    }
    expect(pages).not.toContain('As typed');
  });

  test('is the same to the byte for the same input, whenever it is made', async () => {
    const first = await agreementPdf(agreement);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(sha256(await agreementPdf(structuredClone(agreement)))).toBe(sha256(first));
    expect(sha256(await agreementPdf({ ...agreement, signedAt: '2026-03-09T18:30:01Z' }))).not.toBe(
      sha256(first),
    );
  });

  test('declares PDF/UA, and tags its facts as a table with row headings', async () => {
    const file = Buffer.from(await agreementPdf(agreement)).toString('latin1');
    expect(file).toMatch(/pdfuaid:part(>|=")1/);
    const count = (pattern: RegExp) => file.match(pattern)?.length ?? 0;
    expect(count(/\/S \/Table\b/g)).toBe(1);
    const rows = count(/\/S \/TR\b/g);
    expect(rows).toBeGreaterThan(5);
    expect([count(/\/S \/TH\b/g), count(/\/S \/TD\b/g)]).toEqual([rows, rows]);
    expect(count(/\/Scope \/Row\b/g)).toBe(rows);
  });

  test('carries its title, its author and the time of signing', async () => {
    const file = Buffer.from(await agreementPdf(agreement)).toString('latin1');
    const property = (name: string) => {
      const [, reference] = defined(new RegExp(`/${name} (\\d+) 0 R`).exec(file));
      return defined(new RegExp(`\n${reference} 0 obj\n(.*)\n`).exec(file))[1];
    };
    expect(property('Title')).toBe('(Facility enrollment agreement)');
    expect(property('Author')).toBe('(Wellport)');
    expect(property('CreationDate')).toBe('(D:20260309183000Z)');
    expect(file).toContain('/Lang (en-US)');
    expect(file).toContain('/StructTreeRoot');
  });

  test('spells a name that the fonts lack, and lists it as it was typed', async () => {
    const pdf = await agreementPdf({ ...agreement, signedName: 'Łukasz 李' });
    const pages = shown(pdf);
    expect(pages).toContain('Łukasz [U+674E]');
    expect(pages.replaceAll('\n', ' ')).toContain(
      'As typed, in Unicode: U+0141 U+0075 U+006B U+0061 U+0073 U+007A U+0020 U+674E',
    );
    const subject = Buffer.from('signed by Łukasz 李', 'utf16le').swap16();
    expect(Buffer.from(pdf).includes(subject)).toBe(true);
  });

  test('runs over as many pages as it needs, every one numbered', async () => {
    const sections = Array.from({ length: 40 }, (_, index) => ({
      heading: `Section ${index + 1}`,
      paragraphs: ['All of this was agreed to. '.repeat(20).trim()],
    }));
    const pages = shown(await agreementPdf({ ...agreement, sections }));
    const [, count] = defined(/Page 1 of (\d+)/.exec(pages));
    expect(Number(count)).toBeGreaterThan(2);
    for (let page = 1; page <= Number(count); page++) expect(pages).toContain(`Page ${page} of ${count}`);
    expect(pages).not.toContain(`Page ${Number(count) + 1}`);
    expect(pages).toContain('Section 40');
  });

  test('is not made for a time that is none', async () => {
    await expect(agreementPdf({ ...agreement, signedAt: 'yesterday' })).rejects.toThrow(RangeError);
  });

  test('names an access pass as that, and a phone number as screens do', async () => {
    const pages = shown(
      await agreementPdf({
        ...agreement,
        keyFobNumber: null,
        member: { ...agreement.member, contactNumber: '+16515550100' },
      }),
    ).split('\n');
    expect(pages).toContain('Access');
    expect(pages).toContain('Access pass');
    expect(pages).not.toContain('Key fob');
    expect(pages).toContain('(651) 555-0100');
  });

  test.each<[string, Partial<SignedAgreement>]>([
    ['the amounts', { terms: [{ step: 'payment', label: 'Monthly dues', value: '$30.00' }] }],
    [
      'the accounts',
      { terms: [{ step: 'withdrawal', label: 'Withdrawals from', value: 'account ending in 7788, Zoë' }] },
    ],
    ['the facility', { facility: { ...agreement.facility, afNumber: '1235' } }],
    ['the name', { signedName: "Zoe O'Brien" }],
    ['the moment', { signedAt: '2026-03-09T18:30:01Z' }],
    ['the words', { sections: text.sections.slice(1) }],
  ])('has a hash that covers %s', (_, changed) => {
    expect(signedHash({ ...agreement, ...changed })).not.toBe(signedHash(agreement));
  });

  describe('takes one page where it fits, and never leaves the signature alone on one', () => {
    const pagesOf = async (signedAgreement: Partial<SignedAgreement>) => {
      const pages = shown(await agreementPdf({ ...agreement, ...signedAgreement })).split(
        /\nPage \d+ of \d+/,
      );
      return pages.slice(0, -1);
    };
    test.each([1, 2, 3] as const)('the agreement of program payment type %i', async (type) => {
      const pages = await pagesOf({
        ...defined(agreementWords(4, type)),
        terms: type === 1 ? manyTerms.slice(0, 1) : manyTerms,
      });
      expect(pages.length).toBeLessThanOrEqual(type === 1 ? 1 : 2);
      expect(pages.at(-1)).toContain('Privacy and your signature');
      expect(pages.at(-1)).toContain('Signed electronically by');
    });
    test.each([
      ['', "Zoë O'Brien"],
      [' and of a name in letters that the fonts lack', `${'李'.repeat(50)} ${'Ł'.repeat(50)}`],
    ])('whatever the length of the words%s', async (_, signedName) => {
      for (let paragraphs = 8; paragraphs < 40; paragraphs++) {
        const sections = [
          {
            heading: 'Words',
            paragraphs: Array.from({ length: paragraphs }, () => 'All of this was agreed to. '.repeat(5)),
          },
          { heading: 'Your signature', paragraphs: ['You agree to sign electronically.'] },
        ];
        const pages = await pagesOf({ sections, signedName });
        expect(pages.at(-1)).toContain('You agree to sign electronically.');
        expect(pages.at(-1)).toContain('Signed electronically by');
      }
    });
  });
});

test('the hash of the text can be repeated by hand and changes with every word', () => {
  const words =
    'Facility enrollment agreement\nVersion 4\nUse of the facility\nYou may use the facility — “any time”.\n' +
    'Bring your key fob.\nDues\nDues are collected on the first of the month.';
  expect(agreementTextHash(text)).toBe(sha256(words));
  expect(agreementTextHash({ ...text, version: 5 })).not.toBe(sha256(words));
});

test('a bundle made by esbuild writes the same agreement with no package beside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agreement-'));
  try {
    const bundle = join(folder, 'agreement.mjs');
    const source = new URL('../../functions/enrollment/agreement-pdf.ts', import.meta.url).pathname;
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: [source],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: bundle,
      plugins: handlerBuild.plugins,
      metafile: true,
    });
    await addAssets(metafile);
    const script = join(folder, 'run.mjs');
    writeFileSync(
      script,
      `import { agreementPdf } from './agreement.mjs';
      process.stdout.write(await agreementPdf(${JSON.stringify(agreement)}));`,
    );
    const pdf = execFileSync(process.execPath, [script], { cwd: folder });
    expect(sha256(pdf)).toBe(sha256(await agreementPdf(agreement)));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
