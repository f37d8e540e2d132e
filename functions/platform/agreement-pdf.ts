import { createHash } from 'node:crypto';
import { AgreementPages, margin } from './agreement-pages.ts';
import { PDFDocument, toBytes } from './pdf-document.ts';

/** The words that were agreed to. */
export interface AgreementText {
  title: string;
  version: number;
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
}

/** An agreement as a member signed it (spec 3, facility enrollment and legal contract). */
export interface SignedAgreement extends AgreementText {
  member: { firstName: string; lastName: string; email: string; contactNumber: string };
  facility: { displayName: string; afNumber: string; fullAddress: string };
  partnerName: string;
  /** the key fob, or what stands for it, such as "Access Pass" */
  keyFob: string;
  /** further terms in the order they are shown: "Monthly dues", "$29.99" */
  terms: readonly { label: string; value: string }[];
  /** the name as the member typed it */
  signedName: string;
  /** the moment of signing, ISO 8601 with zone */
  signedAt: string;
  /** SHA-256 of the text the member was shown, 64 hex digits: see agreementTextHash */
  consentTextHash: string;
}

/**
 * SHA-256 in hex of an agreement's words: title, "Version n", headings and paragraphs, in UTF-8, one a line.
 * Anybody can repeat it from the text.
 */
export function agreementTextHash({ title, version, sections }: AgreementText): string {
  const lines = sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]);
  return createHash('sha256')
    .update([title, `Version ${version}`, ...lines].join('\n'), 'utf8')
    .digest('hex');
}

/**
 * The signed agreement as a tagged PDF on US Letter pages. Equal input gives equal bytes: the only time in it
 * is that of signing. Names the fonts cannot show are spelled in Latin letters, and then the typed characters
 * are listed by number below the signature and kept in the document's properties.
 *
 * Throws RangeError for a time or hash that is none: the caller made it, not the member.
 */
export async function agreementPdf(agreement: SignedAgreement): Promise<Uint8Array> {
  const signedAt = new Date(agreement.signedAt);
  if (Number.isNaN(signedAt.getTime())) throw new RangeError(`No time: ${agreement.signedAt}`);
  if (!/^[0-9a-f]{64}$/.test(agreement.consentTextHash)) throw new RangeError('No SHA-256 in hex.');

  const document = new PDFDocument({
    size: 'LETTER',
    margins: { top: margin, left: margin, right: margin, bottom: margin + 12 },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en-US',
    info: {
      Title: agreement.title,
      Author: 'Wellport',
      Creator: 'Wellport',
      Producer: 'Wellport',
      Subject: `Version ${agreement.version}, signed by ${agreement.signedName}`,
      Keywords: agreement.consentTextHash,
      CreationDate: signedAt,
      ModDate: signedAt,
    },
  });
  const bytes = toBytes(document);
  const page = new AgreementPages(document);
  page.title(agreement.title, `Version ${agreement.version}`);
  page.facts(factsOf(agreement));
  for (const section of agreement.sections) page.section(section.heading, section.paragraphs);
  page.signature(agreement.signedName, signedAt, agreement.version, agreement.consentTextHash);
  page.finish(`${agreement.title}, version ${agreement.version}`);
  return bytes;
}

function factsOf({ member, facility, partnerName, keyFob, terms }: SignedAgreement): [string, string][] {
  return [
    ['Member', `${member.firstName} ${member.lastName}`],
    ['Email', member.email],
    ['Contact number', member.contactNumber],
    ['Facility', `${facility.displayName} (${facility.afNumber}), ${facility.fullAddress}`],
    ['Partner', partnerName],
    ['Key fob', keyFob],
    ...terms.map(({ label, value }): [string, string] => [label, value]),
  ];
}
