import * as z from 'zod';
import { dateOrder } from '../employees/date-order.ts';
import { facilityColumns, facilityFields } from './facility-columns.ts';
import { onWire } from '../wire-names.ts';

/** Values shown per column. */
export const maxSamples = 3;

/** What a club file contains, before its import. */
export const facilityFileCheck = z.object({
  /** Each column with sample values. */
  titles: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })),
  columns: z.array(
    z.object({ field: z.enum(facilityFields), title: z.string(), from: z.string().nullable() }),
  ),
  /** True if the dates fit both orders and none was selected for such files. */
  asksDateOrder: z.boolean(),
  /** Why the file cannot be read yet; '' if it can. */
  error: onWire('problem', z.string()),
  rows: z.int(),
});
export type FacilityFileCheck = z.output<typeof facilityFileCheck>;

/** Selected columns and date order as JSON in the form of the file; stored for the next files with these titles. */
export const facilityFileChoice = z.object({ columns: facilityColumns, dateOrder: dateOrder.nullable() });
export type FacilityFileChoice = z.output<typeof facilityFileChoice>;
