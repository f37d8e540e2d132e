import * as z from 'zod';
import { authorizationEnd } from '../../shared/bank-files/debit-authorization.ts';
import { debitPause } from '../../shared/bank-files/waited-dues.ts';
import { accountPrenote } from '../../shared/bank-files/prenote.ts';
import { sealedSchema } from '../platform/vault.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';

const account = {
  /** The name before it is romanized and shortened for the bank. */
  nameOnAccount: z.string(),
  bankAccountType: z.literal([0, 1]),
  lastFour: z.string(),
  routingLastFour: z.string(),
  sealed: sealedSchema,
  fingerprint: z.string(),
  /** The prenote sent before money moves, or null if none is needed. */
  prenote: accountPrenote.nullable().optional(),
};

/** A payee's bank account: sealed numbers and the last four digits. */
const bankAccountRecord = z.object({
  payeeToken: z.string(),
  ownerKind: z.enum(['partner', 'facility', 'member']),
  ownerId: z.string(),
  ...account,
  changedAt: z.string(),
  /** The bank returned an entry because the account cannot be used. Cleared when the bank details change. */
  held: z.object({ code: z.string(), at: z.string() }).nullable().optional(),
  /** The end of the authorization of debits. Cleared by another account or a new authorization. */
  authorizationEnded: authorizationEnd.nullable().optional(),
  /** Ended pauses of debits, so that dues that waited for them are not locked. */
  debitPauses: z.array(debitPause).optional(),
  /** Fingerprints of earlier numbers of the payee that the bank made unusable. */
  refusedNumbers: z.array(z.string()).optional(),
  /** When the bank corrected these details. Cleared when they change. */
  correctedAt: z.string().nullable().optional(),
  /** Fingerprints of the numbers that the bank corrected to these. Cleared when others are entered. */
  correctedFrom: z.array(z.string()).optional(),
  /** When these numbers replaced others: earlier debits are not theirs. */
  numbersSince: z.string().optional(),
  /** When a member's or facility's replaced account takes effect. Partners use the old one until then. */
  usableFrom: z.string().nullable().optional(),
  /** A replacement that is not in effect yet: see `accountAt`. */
  waiting: z
    .object({ ...account, enteredAt: z.string(), enteredBy: z.string(), usableFrom: z.string() })
    .nullable()
    .optional(),
  /** End of the refund window of a former account, in seconds (TTL). */
  expiresAt: z.number().optional(),
  version: z.int(),
});
export type BankAccountRecord = z.output<typeof bankAccountRecord>;

export const bankAccountEntity = entity({
  name: 'bank account',
  schema: bankAccountRecord,
  key: ({ payeeToken }) => keys.bankAccount(payeeToken),
});
