import * as z from 'zod';
import { dateInChicago } from '../../../shared/calendar.ts';
import { isDryRun, needsAdministrator, type RosterChange } from '../../../shared/employees/roster-change.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { defineJob, type StepResult } from '../../jobs/job-kind.ts';
import { membershipCounts } from '../../members/membership-count-store.ts';
import { getFile, putFile, removeEarlierVersions } from '../../platform/files.ts';
import { auditWrite } from '../../table/audit.ts';
import { leaverLimits } from '../leaver-count-store.ts';
import { loadRosterChange, rosterChangeWrites } from './change-store.ts';
import { confirmBatch } from './confirm-change.ts';
import { compareMatched, previewEnds } from './preview-parts.ts';
import { loadColumnMapping } from '../column-mapping-store.ts';
import { partName } from './begin-change.ts';
import { matchFile } from './match-file.ts';
import { withoutNumbers } from './read-file.ts';
import { moveReadFile, notifyDelivery } from './notify-delivery.ts';

const input = z.object({
  changeId: z.string(),
  fileKey: z.string(),
  /** Content hash of a delivered file. */
  content: z.string().optional(),
  /** True if the user selects unknown columns. */
  asksColumns: z.boolean().default(false),
  /** Upload of the file in parts, and their number. */
  uploaded: z.object({ uploadId: z.string(), parts: z.int() }).optional(),
});
type PreviewInput = z.output<typeof input> & { now: Date };

const cursor = z
  .discriminatedUnion('phase', [
    z.object({ phase: z.literal('match') }),
    z.object({ phase: z.literal('compare'), part: z.int() }),
    // `behind` is the number of stored parts of unchanged rows
    z.object({ phase: z.literal('leave'), step: z.int(), behind: z.int() }),
    z.object({ phase: z.literal('move') }),
    z.object({ phase: z.literal('notify') }),
    z.object({ phase: z.literal('confirm') }),
  ])
  .default({ phase: 'match' });
type Step = StepResult<z.output<typeof cursor>>;

/**
 * Previews a roster file in steps: matches the file to the roster index, then compares matched members, then previews
 * ending memberships. The roster is not changed.
 */
export const previewRosterFile = defineJob({
  claims: ({ phase }) => phase === 'notify',
  input,
  cursor,
  step: ({ input, cursor, now }) => {
    const context = { ...input, now };
    if (cursor.phase === 'match') return begin(context);
    if (cursor.phase === 'compare') return matchedStep(context, cursor.part);
    if (cursor.phase === 'confirm') return confirmBatch(context);
    if (cursor.phase === 'move') return moveStep(context);
    return cursor.phase === 'leave' ? leaverStep(context, cursor.step, cursor.behind) : notify(context);
  },
  giveUp: async ({ input: { changeId }, cursor }) => {
    const before = await loadRosterChange(changeId);
    if (cursor.phase === 'move') return moved;
    return cursor.phase === 'notify' || before.status !== 'judging'
      ? undefined
      : refused(before, notReadToItsEnd);
  },
});

const notReadToItsEnd = 'Something went wrong on our side while reading the file.';

/** Returns the step that refuses the file and notifies its sender. */
const refused = (before: RosterChange, error: string): Step => ({
  changes: rosterChangeWrites(before, { ...before, status: 'refused', problem: error }),
  done: 0,
  next: before.delivered ? { phase: 'move' } : null,
  message: error,
});

async function begin({
  changeId,
  fileKey,
  content,
  asksColumns,
  uploaded,
  now,
}: PreviewInput): Promise<Step> {
  const before = await loadRosterChange(changeId);
  const bytes = await getFile('files', fileKey, content);
  // another change reads the new file and writes its receipt
  if (!bytes && content !== undefined)
    return { ...refused(before, 'The file was replaced before it was read.'), next: null };
  try {
    if (!bytes) throw new Refusal('invalid', 'The file no longer exists.');
    if (uploaded) await maskStored(before, { fileKey, bytes, uploaded });
    const part = await matchFile(before, { bytes, today: dateInChicago(now), asksColumns });
    const after = { ...before, ...part };
    const changes = rosterChangeWrites(before, after);
    if (after.status === 'columns')
      return { changes, done: 0, next: null, message: 'Select the columns of the file.' };
    return {
      changes,
      done: 0,
      total: after.counts.rows,
      next: { phase: 'compare', part: 0 },
      message: comparing,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refused(before, error.message);
  }
}

const fileType = 'application/octet-stream';

/**
 * Replaces a stored file, and empties its parts, if it contains social security numbers. A file that cannot be read is
 * emptied, because it can contain them.
 */
async function maskStored(
  { kind, fileName: name, partnerId }: RosterChange,
  {
    fileKey,
    bytes,
    uploaded: { uploadId, parts },
  }: { fileKey: string; bytes: Uint8Array; uploaded: { uploadId: string; parts: number } },
): Promise<void> {
  const masked = await withoutNumbers(kind, { name, bytes }, await loadColumnMapping(partnerId));
  if (masked === bytes) return;
  const replace = async (key: string, by: Uint8Array | string) => {
    await putFile('files', key, by, fileType);
    await removeEarlierVersions('files', key);
  };
  await replace(fileKey, masked ?? '');
  for (let part = 0; part < parts; part++) await replace(partName({ partnerId, uploadId }, part), '');
}

const comparing = 'Comparing the file with the roster.';

async function matchedStep({ changeId }: PreviewInput, part: number): Promise<Step> {
  const before = await loadRosterChange(changeId);
  const compared = await compareMatched(before, part);
  if (!compared)
    return {
      done: 0,
      next: { phase: 'leave', step: 0, behind: part },
      message: 'Previewing the end of memberships.',
    };
  return {
    changes: rosterChangeWrites(before, { ...before, ...compared.change }),
    done: compared.done,
    next: { phase: 'compare', part: part + 1 },
    message: comparing,
  };
}

async function leaverStep({ changeId, now }: PreviewInput, step: number, behind: number): Promise<Step> {
  const before = await loadRosterChange(changeId);
  const part = await previewEnds(before, step, now, behind);
  if (part)
    return {
      changes: rosterChangeWrites(before, { ...before, ...part.change }),
      done: part.done,
      next: { phase: 'leave', step: step + 1, behind },
      message: comparing,
    };
  const { used } = await membershipCounts(before.partnerId);
  const after: RosterChange = {
    ...before,
    status: isDryRun(before) ? 'checked' : 'preview',
    needsAdministrator: [before.counts.end, before.identityChanges].some((affected) =>
      needsAdministrator(affected, used, leaverLimits()),
    ),
  };
  return {
    changes: [
      ...rosterChangeWrites(before, after),
      auditWrite(
        {
          name: 'roster change read',
          subject: `partner ${before.partnerId}`,
          who: before.startedBy,
          after: { rosterChange: before.id, fileName: before.fileName, count: before.counts.rows },
        },
        now,
      ),
    ],
    done: 0,
    next: nextPhase(after),
    message: 'Ready to review.',
  };
}

function nextPhase({ delivered, batch, status }: RosterChange): Step['next'] {
  if (delivered) return { phase: 'move' };
  return batch && status === 'preview' ? { phase: 'confirm' } : null;
}

const moved: Step = { done: 0, next: { phase: 'notify' }, message: 'Sending the result.' };

async function moveStep({ changeId, fileKey, content }: PreviewInput): Promise<Step> {
  if (content !== undefined) await moveReadFile(await loadRosterChange(changeId), { name: fileKey, content });
  return moved;
}

async function notify({ changeId, fileKey }: PreviewInput): Promise<Step> {
  await notifyDelivery(await loadRosterChange(changeId), fileKey);
  return { done: 0, next: null, message: 'The result was sent.' };
}
