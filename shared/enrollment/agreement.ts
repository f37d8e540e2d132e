import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { programPaymentTypeId } from '../programs.ts';
import { contractStep } from './contract-steps.ts';

/** One line of the paper above its words, as it was signed, and the step that it belongs to. */
export const signedLine = z.object({ step: contractStep, label: z.string(), value: z.string() });
export type SignedLine = z.output<typeof signedLine>;

/** A heading with its paragraphs, as it was signed. */
export const agreementSection = z.object({ heading: z.string(), paragraphs: z.array(z.string()).readonly() });

/**
 * A signed agreement: written once, never changed. Its PDF is in the bucket of agreements; the row key holds the
 * PDF's own hash, so that two different papers can never share a name.
 */
export const agreement = z.object({
  memberId: z.string(),
  rowKey: z.string(),
  facilityId: z.string(),
  facilityName: z.string(),
  /** The version of the words that were agreed to. */
  documentAgreementVersion: z.int(),
  /** SHA-256 of the words. */
  hash: z.string(),
  signedAt: z.string(),
  /** The payer under this agreement, which selects the signed text of the version. */
  programPaymentTypeId: programPaymentTypeId.optional(),
  /** Every line above the words; agreements from before they were kept have them in their PDF only. */
  lines: z.array(signedLine).optional(),
  /** The rules of the club as they were signed. */
  clubRules: agreementSection.optional(),
  version: recordVersion,
});
export type Agreement = z.output<typeof agreement>;

/** Where an agreement's PDF is in its bucket. */
export const agreementFile = ({ memberId, rowKey }: Pick<Agreement, 'memberId' | 'rowKey'>): string =>
  `agreements/${memberId}/${rowKey}.pdf`;

/** The displayed number of a signed agreement: the beginning of its hash. */
export const contractNumber = (rowKey: string): string => rowKey.slice(0, 10).toUpperCase();
