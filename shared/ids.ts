import * as z from 'zod';
import { periodPattern } from './calendar.ts';
import { valuesOnWire } from './wire-names.ts';

/** A partner's id: a whole number from 1, written as text inside and in addresses (spec 2 §2: digits only). */
export const partnerId = z.codec(z.union([z.string().regex(/^\d{1,9}$/), z.int()]), z.string(), {
  decode: String,
  encode: (id) => id,
});

/** The partners that something concerns: one by its id, or all of them. */
export type PartnerScope = 'all' | (string & {});

/** As it is stored, in payments' generations and bank files. */
export const storedPartnerScope: z.ZodType<PartnerScope> = valuesOnWire({ all: '0' }, z.string());

/** Which partners a request means; on the wire 0 means all. */
export const partnerScope: z.ZodType<PartnerScope, PartnerScope | number> = z.union([
  valuesOnWire({ all: '0' }, z.literal('all')),
  partnerId,
]);

/** An id that the portal made (ULID), or another short key without spaces. */
export const recordId = z.string().regex(/^[\w-]{1,64}$/);

/** A period: a month written `yyyymm` (spec 1 §3). */
export const periodId = z.string().regex(periodPattern);

/** One entry of a selection list. */
export const option = z.object({ id: z.int(), name: z.string() });
