import * as z from 'zod';
import { accountPrenote } from '../../shared/bank-files/prenotes/prenote.ts';
import { sealedSchema } from '../platform/vault.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';

const account = {
  /** As the bank sees it, before it is romanized and shortened. */
  nameOnAccount: z.string(),
  bankAccountType: z.literal([0, 1]),
  lastFour: z.string(),
  routingLastFour: z.string(),
  sealed: sealedSchema,
  fingerprint: z.string(),
  /** What its bank is asked before money moves; null where nothing is asked. */
  prenote: accountPrenote.nullable().optional(),
};

/** A payee's bank account: the numbers sealed, the last four digits beside them. */
const bankAccountRecord = z.object({
  payeeToken: z.string(),
  ownerKind: z.enum(['partner', 'facility', 'member']),
  ownerId: z.string(),
  ...account,
  changedAt: z.string(),
  /** The bank returned an entry because the account cannot be used; gone with other bank details. */
  held: z.object({ code: z.string(), at: z.string() }).nullable().optional(),
  /** When the bank itself corrected these details; gone with other ones. */
  correctedAt: z.string().nullable().optional(),
  /** From which instant a replaced account of a member or a facility is used; a partner's old one is used meanwhile. */
  usableFrom: z.string().nullable().optional(),
  /** A replaced account before it is used: see `accountAt`. */
  waiting: z
    .object({ ...account, enteredAt: z.string(), enteredBy: z.string(), usableFrom: z.string() })
    .nullable()
    .optional(),
  version: z.int(),
});
export type BankAccountRecord = z.output<typeof bankAccountRecord>;

export const bankAccountEntity = entity({
  name: 'bank account',
  schema: bankAccountRecord,
  key: ({ payeeToken }) => keys.bankAccount(payeeToken),
});
