import type { SignedLine } from '../../shared/enrollment/agreement.ts';
import { phoneText } from '../../shared/phone-text.ts';
import { layouts, type Layout, sealed } from './agreement-seal.ts';
import { AgreementPages, momentText } from './agreement-pages.ts';
import type { Evidence } from '../../shared/enrollment/electronic-consent.ts';
import { sha256 } from '../platform/digest.ts';
import { newTaggedDocument, toBytes } from '../platform/pdf-document.ts';

/** The agreed text. */
export interface AgreementText {
  title: string;
  version: number;
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
}

/** An agreement as a member signed it (spec 3, facility enrollment and legal contract). */
export interface SignedAgreement extends AgreementText {
  /** `latinName` is the confirmed spelling of a name in another script. */
  member: {
    firstName: string;
    lastName: string;
    latinName?: string | undefined;
    email: string;
    contactNumber: string;
  };
  facility: { displayName: string; afNumber: string; fullAddress: string };
  partnerName: string;
  /** the key fob; null for digital access */
  keyFobNumber: string | null;
  /** further terms in display order: "Monthly dues", "$29.99" */
  terms: readonly SignedLine[];
  /** the name as entered by the member */
  signedName: string;
  /** the moment of signing, ISO 8601 with zone */
  signedAt: string;
  /** evidence of signing on the last page; undefined before version 4 */
  record?: SigningRecord;
}

/** The consent, and every event with its time and source. */
export interface SigningRecord {
  consent: AgreementText['sections'][number] & { version: number };
  events: readonly (Evidence & { label: string })[];
}

const wordsOf = ({ title, version, sections }: AgreementText): string[] => [
  title,
  `Version ${version}`,
  ...sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]),
];
const hashOfLines = (lines: readonly string[]): string => sha256(lines.join('\n'));

/**
 * Returns the SHA-256 in hex of an agreement's text: title, "Version n", headings, and paragraphs in UTF-8, one per line.
 * It can be recomputed from the text.
 */
export const agreementTextHash = (text: AgreementText): string => hashOfLines(wordsOf(text));

/**
 * Returns the SHA-256 in hex of everything signed: the text as in agreementTextHash, then "label: value" of every line
 * above it (member, facility, amounts, dates, and last four digits and names of accounts), the signed name, and the time
 * in ISO. The last page states it; the file's seal covers that page as well (agreement-seal.ts).
 */
export const signedHash = (agreement: SignedAgreement): string =>
  hashOfLines([
    ...wordsOf(agreement),
    ...signedLines(agreement).map(({ label, value }) => `${label}: ${value}`),
    agreement.signedName,
    new Date(agreement.signedAt).toISOString(),
  ]);

/**
 * Returns the signed agreement as a tagged PDF on US Letter pages, on one page if it fits. Equal input results in equal
 * bytes: the only time is that of signing. Letters that the fonts lack are shown as code points, and the entered
 * characters are listed by code point below the signature and stored in the document's properties.
 *
 * Throws RangeError for an invalid time.
 */
export async function agreementPdf(agreement: SignedAgreement): Promise<Uint8Array> {
  if (Number.isNaN(Date.parse(agreement.signedAt))) throw new RangeError(`No time: ${agreement.signedAt}`);
  const [regular, ...smaller] = layouts;
  const first = drawn(agreement, regular);
  if (first.pages === 1) return first.finish();
  for (const layout of smaller) {
    const result = drawn(agreement, layout);
    if (result.pages === 1) return result.finish();
  }
  return first.finish();
}

/** Embedding fonts and compressing takes most of the time, so only the selected layout is finished. */
function drawn(
  agreement: SignedAgreement,
  layout: Layout,
): { pages: number; finish: () => Promise<Uint8Array> } {
  const signedAt = new Date(agreement.signedAt);
  const hash = signedHash(agreement);
  const { margin } = layout;
  const document = newTaggedDocument(agreement.title, {
    margin,
    foot: 12,
    at: signedAt,
    info: {
      Subject: `Version ${agreement.version}, signed by ${agreement.signedName}`,
      Keywords: hash,
    },
  });
  const page = new AgreementPages(document, layout);
  page.title(agreement.title, `Version ${agreement.version}`);
  page.details(signedLines(agreement).map(({ label, value }): [string, string] => [label, value]));
  for (const [index, { heading, paragraphs }] of agreement.sections.entries())
    page.section(
      heading,
      paragraphs,
      index === agreement.sections.length - 1 ? agreement.signedName : undefined,
    );
  page.signature(agreement.signedName, signedAt, agreement.version, hash);
  return {
    pages: document.bufferedPageRange().count,
    finish: async () => {
      const bytes = toBytes(document);
      if (agreement.record) {
        document.addPage();
        drawRecord(page, agreement.record, hash);
      }
      page.finish(`${agreement.title}, version ${agreement.version}`);
      return sealed(await bytes);
    },
  };
}

function drawRecord(page: AgreementPages, { consent, events }: SigningRecord, hash: string): void {
  page.section('How this agreement was signed', [`SHA-256 of what was signed: ${hash}`]);
  page.details(
    events.map(({ label, at, address, browser }): [string, string] => [
      label,
      `${momentText(new Date(at))}, from ${address}, ${browser}`,
    ]),
  );
  page.section(
    `${consent.heading} (version ${consent.version} of these words, agreed to)`,
    consent.paragraphs,
  );
}

/** Returns every line above the text, in the order of the document. */
export function signedLines({
  member,
  facility,
  partnerName,
  keyFobNumber,
  terms,
}: SignedAgreement): SignedLine[] {
  const registered = `${member.firstName} ${member.lastName}`;
  const about = (label: string, value: string): SignedLine => ({ step: 'agreement', label, value });
  return [
    ...(member.latinName
      ? [about('Member', member.latinName), about('Registered name', registered)]
      : [about('Member', registered)]),
    about('Email', member.email),
    about('Contact number', phoneText(member.contactNumber)),
    about('Facility', `${facility.displayName} (${facility.afNumber}), ${facility.fullAddress}`),
    about('Partner', partnerName),
    keyFobNumber === null
      ? about('Access', 'Access pass')
      : { step: 'keyFob', label: 'Key fob', value: keyFobNumber },
    ...terms,
  ];
}
