import * as z from 'zod';
import type { StepResult } from '../../jobs/job-kind.ts';

const lines = z.object({
  phase: z.literal('statement'),
  line: z.int(),
  /** The file of the line with the payments that are being acknowledged, and its last processed entry. */
  file: z.object({ id: z.string(), after: z.string() }).nullable(),
});
const controls = z.object({
  phase: z.literal('acknowledgement'),
  control: z.int(),
  /** Last processed entry of the control's file. */
  after: z.string().nullable(),
});

/** Start of a step; absent at the start of the job, because the first phase depends on the file. */
export const inboxCursor = z.discriminatedUnion('phase', [
  lines,
  controls,
  z.object({ phase: z.literal('entries'), from: z.int() }),
  z.object({ phase: z.literal('notify'), after: z.string().nullable() }),
]);
export type InboxStep = StepResult<z.output<typeof inboxCursor>>;
export type StatementCursor = z.output<typeof lines>;
export type AcknowledgementCursor = z.output<typeof controls>;
