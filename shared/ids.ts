import * as z from 'zod';
import { periodPattern } from './calendar.ts';
import { valuesOnWire } from './wire-names.ts';

/** A partner's ID: a whole number from 1, stored as text (spec 2 §2: digits only). */
export const partnerId = z.codec(
  z.union([z.string().regex(/^\d{1,9}$/), z.int().min(0).max(999_999_999)]),
  z.string(),
  {
    decode: String,
    encode: (id) => id,
  },
);

/** One partner by ID, or all partners. */
export type PartnerScope = 'all' | (string & {});

/** The stored value, in generations and bank files. */
export const storedPartnerScope: z.ZodType<PartnerScope> = valuesOnWire({ all: '0' }, z.string());

/** The value on the wire, where 0 means all. */
export const partnerScope: z.ZodType<PartnerScope, PartnerScope | number> = z.union([
  valuesOnWire({ all: '0' }, z.literal('all')),
  partnerId,
]);

/** A ULID or another short key without spaces. */
export const recordId = z.string().regex(/^[\w-]{1,64}$/);

/** A month `yyyymm` (spec 1 §3). */
export const periodId = z.string().regex(periodPattern);

/** One entry of a selection list. */
export const option = z.object({ id: z.int(), name: z.string() });

/** A record's version, which a change increases by one. Records have fewer changes than the limit. */
export const recordVersion = z.int().min(0).max(1_000_000_000);
