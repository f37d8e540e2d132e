import * as z from 'zod';
import { money } from '../money.ts';
import { onWire } from '../wire-names.ts';

/** One difference that a generation would make. Amounts are the amounts to be sent before and after. */
const previewRow = z.object({
  what: z.enum(['added', 'changed', 'removed']),
  partnerName: z.string(),
  facilityName: z.string().nullable(),
  memberId: onWire('memberID', z.string().nullable()),
  memberFullName: z.string().nullable(),
  before: money().nullable(),
  after: money().nullable(),
  /** True if a correction would be removed because it exceeds the new total. */
  droppedCorrection: z.boolean(),
});
export type PreviewRow = z.output<typeof previewRow>;

/** A preview of a generation. `complete` is false if there were too many payments for one preview. */
export const generationPreview = z.object({
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  kept: z.int(),
  complete: z.boolean(),
  rows: z.array(previewRow),
});
export type GenerationPreview = z.output<typeof generationPreview>;
