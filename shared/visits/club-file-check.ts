import * as z from 'zod';
import { dateOrder } from '../employees/date-order.ts';
import { clubColumns, clubFields } from './club-columns.ts';

/** Values shown per column. */
export const maxSamples = 3;

/** What a club file contains, before its import. */
export const clubFileCheck = z.object({
  /** Each column with sample values. */
  titles: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })),
  columns: z.array(z.object({ field: z.enum(clubFields), title: z.string(), from: z.string().nullable() })),
  /** True if the dates fit both orders and none was selected for such files. */
  asksDateOrder: z.boolean(),
  /** Why the file cannot be read yet; '' if it can. */
  problem: z.string(),
  rows: z.int(),
});
export type ClubFileCheck = z.output<typeof clubFileCheck>;

/** Selected columns and date order as JSON in the form of the file; stored for the next files with these titles. */
export const clubFileChoice = z.object({ columns: clubColumns, dateOrder: dateOrder.nullable() });
export type ClubFileChoice = z.output<typeof clubFileChoice>;
