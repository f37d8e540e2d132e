import type { Payment } from '../../shared/payments/payment.ts';
import { isReplaceable } from '../../shared/payments/regeneration.ts';
import type { Step, StepGiven } from '../jobs/job-kind.ts';
import { remember } from '../table/audit.ts';
import { tableName } from '../table/client.ts';
import type { Change, Write } from '../table/change.ts';
import { keys } from '../table/keys.ts';
import { eachItem, getItems } from '../table/table.ts';
import { moversOf, type DueLines } from './due-lines.ts';
import { loadPartnerTerms, partnersFrom, type GenerationInput, type PartnerTerms } from './generation.ts';
import { droppedCorrections, firstCursor, readCursor, tallyOf, type RunCursor } from './run-cursor.ts';
import { paymentChange } from './store.ts';
import { addTotals, loadTotals, noTotals, setTotals, stepsOf, totalsOf, type Totals } from './totals.ts';
import { decideLines, writeLines } from './write-lines.ts';

/** A kind of payment that has many lines a partner: how they are found, and where they stand. */
export interface LineKind {
  due: DueLines;
  /** A page of the partner's lines that are there, due or not. */
  existing: (
    input: GenerationInput,
    partnerId: string,
    after: string | null,
  ) => Promise<{ rows: Payment[]; cursor: string | null }>;
  /** The counters of the partner's lines, and of the list around them when that holds other partners' lines too. */
  group: (input: GenerationInput, partnerId: string) => { own: string; around?: string };
  /** What the audit calls the list. */
  subject: (input: GenerationInput) => string;
}

type Given = StepGiven<GenerationInput>;

/**
 * One step of a generation. For each partner: write the lines that are due, some clubs at a time; take away those that
 * are no longer due; set the totals. Lines are put outside of transactions under their own conditions, so a step done
 * twice writes the same lines; the totals are set once, whole, from what was read.
 */
export async function runStep(kind: LineKind, given: Given): Promise<Step> {
  const cursor = readCursor(given.cursor);
  const { input } = given;
  if (cursor.phase === 'begin') return beginPartner(kind, given, cursor);
  const partnerId = cursor.partnerId ?? '';
  if (cursor.phase === 'lines')
    return writeDue(kind, given, cursor, await loadPartnerTerms(partnerId, input));
  if (cursor.phase === 'leftovers') return removeLeftovers(kind, given, cursor, partnerId);
  return settleTotals(kind, given, cursor, partnerId);
}

const going = (cursor: RunCursor, step: Partial<Step> & { message: string }): Step => ({
  done: 0,
  ...step,
  next: JSON.stringify(cursor),
  total: cursor.total,
});

const partOf = (jobId: string, partnerId: string, part: string) =>
  keys.generationPart(jobId, `${partnerId}#${part}`);

// a step may come twice, and then writes the same
const note = (jobId: string, partnerId: string, part: string, facts: Record<string, unknown>): Write => ({
  item: {
    Put: {
      TableName: tableName(),
      Item: { ...partOf(jobId, partnerId, part), entity: 'generation part', ...facts },
    },
  },
});

async function beginPartner(kind: LineKind, given: Given, cursor: RunCursor): Promise<Step> {
  const { partners, next } = await partnersFrom(given.input, cursor.partnersAfter, 1);
  const [found] = partners;
  if (!found) return finish(kind, given, cursor);
  const { id, name } = found.partner;
  const { enrollments, moved } = found.terms
    ? await moversOf(id, given.input.periodId)
    : { enrollments: 0, moved: new Map<string, string>() };
  const seen = await loadTotals(kind.group(given.input, id).own);
  const after: RunCursor = {
    ...firstCursor,
    partnerId: id,
    partnersAfter: next,
    phase: 'lines',
    seen,
    total: cursor.total + enrollments,
  };
  // a partner with nothing due and nothing there is passed over at once
  if (!found.terms && seen.lines === 0) return nextPartner(kind, given, after, []);
  const changes =
    moved.size > 0 ? [note(given.jobId, id, 'MOVED', { moved: Object.fromEntries(moved) })] : [];
  return going(after, { changes, message: `Counting the members of ${name}.` });
}

async function writeDue(
  kind: LineKind,
  given: Given,
  cursor: RunCursor,
  partner: PartnerTerms,
): Promise<Step> {
  const { id, name } = partner.partner;
  const [noted] = await getItems([partOf(given.jobId, id, 'MOVED')]);
  const moved = new Map(Object.entries((noted?.moved ?? {}) as Record<string, string>));
  const due = await kind.due(
    { partner, input: given.input, generationId: given.jobId, now: given.now, moved },
    cursor.after,
  );
  const lines = await decideLines(due.lines, given.input);
  await writeLines(lines);
  const standing = lines.flatMap(({ existing, outcome }) =>
    outcome.what === 'kept' ? (existing ?? []) : outcome.after,
  );
  // a line of this run was not there before it, even if a step that died had written it already
  const isOld = (one: Payment | undefined) =>
    one !== undefined && !(one.generationId === given.jobId && one.version === 1);
  const after: RunCursor = {
    ...cursor,
    phase: due.next === null ? 'leftovers' : 'lines',
    after: due.next,
    parts: cursor.parts + 1,
    met: cursor.met + lines.filter(({ existing }) => isOld(existing)).length,
    sums: addTotals(cursor.sums, totalsOf(standing)),
  };
  const ids = lines.map(({ due: { payment } }) => payment.id);
  const step: Partial<Step> & { message: string } = {
    changes: [note(given.jobId, id, `DUE#${String(cursor.parts).padStart(6, '0')}`, { ids })],
    ...(!cursor.again && {
      done: due.read,
      tally: tallyOf(lines, given.jobId),
      refusedRows: droppedCorrections(lines, cursor.sums.lines),
    }),
    message: `${after.sums.lines} payments of ${name}.`,
  };
  // every line that was there is due: there are no leftovers to look for
  if (due.next === null && after.met === cursor.seen.lines) after.phase = 'totals';
  return going(after, step);
}

async function removeLeftovers(
  kind: LineKind,
  given: Given,
  cursor: RunCursor,
  partnerId: string,
): Promise<Step> {
  const due = new Set<string>();
  const { pk, sk } = partOf(given.jobId, partnerId, 'DUE#');
  for await (const { ids } of eachItem(pk, sk)) for (const id of ids as string[]) due.add(id);
  const { rows, cursor: next } = await kind.existing(given.input, partnerId, cursor.after);
  const leftovers = rows.filter(({ id }) => !due.has(id));
  const removed = leftovers.filter((one) => isReplaceable(one) && !given.input.onlyMissing);
  const standing = leftovers.filter((one) => !removed.includes(one));
  const changes = removed.flatMap((one) =>
    // the totals are set whole at the end
    paymentChange(one, null).filter((part) => 'item' in part),
  );
  return going(
    {
      ...cursor,
      phase: next === null ? 'totals' : 'leftovers',
      after: next,
      sums: addTotals(cursor.sums, totalsOf(standing)),
    },
    {
      changes,
      tally: { removed: removed.length, kept: cursor.again ? 0 : standing.length },
      message: 'Looking for payments that are no longer due.',
    },
  );
}

async function settleTotals(
  kind: LineKind,
  given: Given,
  cursor: RunCursor,
  partnerId: string,
): Promise<Step> {
  const { own, around } = kind.group(given.input, partnerId);
  const now = await loadTotals(own);
  // somebody corrected a payment meanwhile: the partner's lines are read once more
  if (!isSame(now, cursor.seen))
    return going(
      { ...cursor, phase: 'lines', after: null, parts: 0, met: 0, seen: now, sums: noTotals, again: true },
      { message: 'A payment was corrected meanwhile; counting again.' },
    );
  const by = addTotals(cursor.sums, now, -1);
  return nextPartner(kind, given, cursor, [
    ...(isSame(now, cursor.sums) ? [] : setTotals(own, now, cursor.sums)),
    ...(around ? stepsOf(around, by) : []),
  ]);
}

const isSame = (one: Totals, other: Totals): boolean =>
  one.lines === other.lines && one.total === other.total && one.amount === other.amount;

function nextPartner(kind: LineKind, given: Given, cursor: RunCursor, changes: readonly Change[]): Step {
  if (cursor.partnersAfter === null) return finish(kind, given, cursor, changes);
  return going(
    { ...firstCursor, partnersAfter: cursor.partnersAfter, total: cursor.total },
    { changes, message: 'Going on with the next partner.' },
  );
}

function finish(kind: LineKind, given: Given, cursor: RunCursor, changes: readonly Change[] = []): Step {
  const { input, startedBy, now, jobId } = given;
  return {
    changes: [
      ...changes,
      remember(
        {
          name: 'payments generated',
          subject: kind.subject(input),
          who: startedBy,
          after: { ...input, generationId: jobId },
        },
        now,
      ),
    ],
    done: 0,
    next: null,
    total: cursor.total,
    message: 'The payments are generated.',
  };
}
