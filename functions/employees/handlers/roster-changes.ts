import { sha256 } from '../../platform/digest.ts';
import { eraseFile, getFile, putFile, filesOf } from '../../platform/files.ts';
import { Refusal } from '../../../shared/refusal.ts';
import {
  canUndo,
  isUndecided,
  type RosterChange,
  storedRosterRow,
  rosterChangeKinds,
  type RosterChangeKind,
} from '../../../shared/employees/roster-change.ts';
import { beginJob } from '../../jobs/begin.ts';
import { isRunning } from '../../jobs/ranges.ts';
import type { Caller } from '../../users/caller.ts';
import { auditWrite } from '../../table/audit.ts';
import {
  rosterChangeWrites,
  rosterChangesOf,
  withNames,
  loadRosterChange,
  resultsOf,
} from '../changes/change-store.ts';
import { changeConflict, confirmChange } from '../changes/confirm-change.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { emailOtherManager } from '../../managers/manager-emails.ts';
import { handle } from '../../handle.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { beginChange, partName, readAgain, type UploadedParts } from '../changes/begin-change.ts';
import { loadColumnMapping } from '../column-mapping-store.ts';
import { readByHand, withoutNumbers } from '../changes/read-file.ts';
import { rowsFrom, type RowPosition, loadPart } from '../changes/stored-rows.ts';
import { columnCheck } from '../../../shared/employees/upload-check.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { errorFields, log } from '../../platform/log.ts';
import { newOrderedId } from '../../platform/time-and-chance.ts';
import { transact } from '../../table/transact.ts';
import {
  markProcessed,
  processedMarks,
  type Delivery,
  type ProcessedMark,
} from '../../files/delivery-store.ts';
import { deliveredFolder, receiptSuffix } from '../changes/notify-delivery.ts';
import { withSettings } from '../../table/deployed-settings.ts';
import { importIdOf } from '../../jobs/file-import.ts';
import { importPartBytes, mostImportParts } from '../../../shared/employees/employee-rows.ts';

const storeFilePart = (upload: UploadedParts, part: number, bytes: Uint8Array): Promise<void> =>
  putFile('files', partName(upload, part), bytes, 'application/octet-stream');

/** Returns the file of the parts. Throws ('invalid') if a part is missing or the hash differs. */
async function joinFileParts(upload: UploadedParts, parts: number, fileHash: string): Promise<Uint8Array> {
  const stored = await Promise.all(
    Array.from({ length: parts }, (_, part) => getFile('files', partName(upload, part))),
  );
  const bytes = Buffer.concat(stored.map((part) => part ?? new Uint8Array()));
  if (sha256(bytes) !== fileHash)
    throw new Refusal('invalid', 'The file was not uploaded completely. Nothing was read. Upload it again.');
  return bytes;
}

/** Starts the job that undoes a change. Throws ('conflict') if it was modified, ('invalid') after the deadline. */
function startUndo(
  before: RosterChange,
  { version, jobId }: { version: number; jobId: string },
  caller: Pick<Caller, 'userId'>,
  now: Date,
) {
  if (before.version !== version || before.status !== 'done') throw changeConflict(before);
  if (!canUndo(before, now))
    throw new Refusal('invalid', 'The time to undo this change is over. Nothing was changed.');
  return beginJob(
    {
      id: jobId,
      kind: 'roster take-back',
      input: { changeId: before.id },
      total: before.applied?.changed ?? 0,
      message: 'Undoing the changes.',
      tally: { changed: 0, failed: 0 },
      partnerId: before.partnerId,
    },
    caller,
    now,
    [
      ...rosterChangeWrites(before, { ...before, status: 'takingBack', jobId }),
      auditWrite(
        {
          name: 'roster change taken back',
          subject: `partner ${before.partnerId}`,
          who: caller.userId,
          after: { rosterChange: before.id, fileName: before.fileName },
        },
        now,
      ),
    ],
  );
}

export const rosterChangesHandler = handle(
  employees.rosterChanges,
  async ({ query: { partnerId, cursor } }) => {
    const page = await rosterChangesOf(partnerId, cursor);
    return { ...page, items: await withNames(page.items) };
  },
);

export const beginRosterChangeHandler = handle(
  employees.beginRosterChange,
  async ({ body, files, caller, now, newId, header }) => {
    const { name = '', bytes = new Uint8Array() } = files.file ?? {};
    // refuses an unreadable file immediately, at its field
    const reading = await loadColumnMapping(body.partnerId);
    await readByHand(body.kind, { name, bytes }, dateInChicago(now), reading);
    const masked = await withoutNumbers(body.kind, { name, bytes }, reading);
    const ids = { id: importIdOf(body, files.file, { header, caller, newId }), jobId: newId() };
    return beginChange({ ...body, ...ids, fileName: name, bytes, masked }, caller, now);
  },
);

export const confirmRosterChangeHandler = handle(
  employees.confirmRosterChange,
  async ({ params, body, caller, now, newId }) => {
    const change = await loadRosterChange(params.changeId);
    caller.requireAccess({ partnerId: change.partnerId });
    const confirmed = await confirmChange(change, { ...body, jobId: newId() }, caller, now);
    await emailConfirmer(change, caller, 'approved');
    return confirmed;
  },
);

const decisions = {
  approved: 'It was approved, and its rows are being applied.',
  discarded: 'It was discarded, and no row of it is applied.',
  undone: 'Its changes are being undone.',
};

/** Emails the decision of another user to the manager of a confirmed change. */
const emailConfirmer = async (
  { id, partnerId, fileName, confirmedBy }: RosterChange,
  { userId }: Pick<Caller, 'userId'>,
  decision: keyof typeof decisions,
): Promise<void> =>
  emailOtherManager(partnerId, confirmedBy, userId, {
    subject: `${fileName} was ${decision}`,
    paragraphs: [`You confirmed this file. ${decisions[decision]}`],
    link: {
      title: 'Show the file',
      path: `/partnermanager/groupmemberships/employeemanagement/changes/${id}`,
    },
  });

export const discardRosterChangeHandler = handle(
  employees.discardRosterChange,
  async ({ params, body, caller, now }) => {
    const change = await loadRosterChange(params.changeId);
    caller.requireAccess({ partnerId: change.partnerId });
    if (change.version !== body.version || !isUndecided(change)) throw changeConflict(change);
    const { id, partnerId, fileName } = change;
    await transact(
      ...rosterChangeWrites(change, { ...change, status: 'discarded', problem: 'Discarded by a user.' }),
      auditWrite(
        {
          name: 'roster change discarded',
          subject: `partner ${partnerId}`,
          who: caller.userId,
          after: { rosterChange: id, fileName },
        },
        now,
      ),
    );
    await emailConfirmer(change, caller, 'discarded');
    return { success: true as const };
  },
);

export const importRosterHandler = handle(employees.importRoster, async ({ body, caller, now, newId }) => {
  const { parts, fileHash, partnerId, kind, fileName, uploadId } = body;
  // the job reads the file, because a large one exceeds the time of a request
  const bytes = await joinFileParts(body, parts, fileHash);
  // a repeated request has the same upload
  const id = importIdOf(body, undefined, { header: () => uploadId, caller, newId });
  const ids = { id, jobId: newId() };
  const uploaded = { uploadId, parts };
  return beginChange({ ...ids, partnerId, kind, fileName, bytes, uploaded, asksColumns: true }, caller, now);
});

export const readRosterFileHandler = handle(
  employees.readRosterFile,
  async ({ params, body, caller, now, newId }) => {
    const change = await loadRosterChange(params.changeId);
    caller.requireAccess({ partnerId: change.partnerId });
    return readAgain(change, { ...body, jobId: newId() }, caller, now);
  },
);

export const rosterChangeResultsHandler = handle(
  employees.rosterChangeResults,
  async ({ params, query, caller }) => {
    const change = await loadRosterChange(params.changeId);
    caller.requireAccess({ partnerId: change.partnerId });
    return resultsOf(change.id, query.of === 'takenBack', query.cursor);
  },
);

const rowsOfPage = 100;

const formatPosition = ({ part, row }: RowPosition): string => `${part}-${row}`;
function parsePosition(text: string): RowPosition {
  const [part = 0, row = 0] = text.split('-').map(Number);
  return { part, row };
}

export const rosterChangeRowsHandler = handle(
  employees.rosterChangeRows,
  async ({ params, query, caller }) => {
    const change = await loadRosterChange(params.changeId);
    caller.requireAccess({ partnerId: change.partnerId });
    const { group, cursor = '0-0' } = query;
    const { rows, next } = await rowsFrom(
      change.id,
      group,
      parsePosition(cursor),
      rowsOfPage,
      storedRosterRow,
    );
    const totalCount = change.counts[group];
    // the position after the last row of a part is not the end: a following part can have rows
    const isWhole = query.cursor === undefined && rows.length === totalCount;
    return { items: rows, totalCount, nextCursor: isWhole ? null : next && formatPosition(next) };
  },
);

export const rosterChangeHandler = handle(employees.rosterChange, async ({ params, caller, now }) => {
  const change = await loadRosterChange(params.changeId);
  caller.requireAccess({ partnerId: change.partnerId });
  const [named = change] = await withNames([change]);
  return canUndo(change, now) ? named : { ...named, takeBackUntil: null };
});

export const rosterFileColumnsHandler = handle(employees.rosterFileColumns, async ({ params, caller }) => {
  const change = await loadRosterChange(params.changeId);
  caller.requireAccess({ partnerId: change.partnerId });
  const [columns] = (await loadPart(change.id, 'columns', 0, columnCheck)) ?? [];
  if (!columns) throw new Refusal('not-found', 'This file has no columns to select.');
  return columns;
});

interface RosterDelivery extends Delivery {
  partnerId: string;
  kind: RosterChangeKind;
  fileName: string;
}

const who = { userId: 'HR system' };

/** Parses the key of a delivery: `hr/<partner>/leavers/` or `hr/<partner>/roster/`; undefined for other keys. */
function deliveryOf({ name, content }: Delivery): RosterDelivery | undefined {
  const [, partnerId = '', folder, fileName = ''] = /^hr\/(\d{1,9})\/(\w+)\/([^/]+)$/.exec(name) ?? [];
  const kind = rosterChangeKinds.find((value) => value === folder);
  if (!kind || fileName.endsWith(receiptSuffix)) return undefined;
  return { name, content, partnerId, kind, fileName };
}

/** Starts the jobs that read newly delivered files of HR systems. Repeated runs have no effect. */
export const takeDeliveriesHandler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const now = scheduledTime(event);
  const deliveries: RosterDelivery[] = [];
  for await (const file of filesOf('files', deliveredFolder)) {
    const delivery = deliveryOf(file);
    if (delivery) deliveries.push(delivery);
  }
  const marks = await processedMarks(deliveries);
  for (const delivery of deliveries) {
    const mark = marks.get(delivery);
    if (!mark) await startChange(delivery, now);
    else if (await isRead(mark, now)) await eraseFile('files', delivery.name, delivery.content);
  }
});

const dayMs = 86_400_000;

/** Reports whether the job of a processed file ended. Such a file was delivered again, or its job failed. */
const isRead = async ({ at, jobId }: ProcessedMark, now: Date): Promise<boolean> =>
  // earlier marks have no job
  jobId === undefined ? Date.parse(at) < now.getTime() - dayMs : !(await isRunning(jobId));

async function startChange(delivery: RosterDelivery, now: Date): Promise<void> {
  const { partnerId, kind, fileName, name, content } = delivery;
  const bytes = await getFile('files', name, content);
  // replaced since it was listed; the next run reads the new file
  if (!bytes) return;
  const ids = { id: newOrderedId(), jobId: newOrderedId() };
  const additionalWrites = [markProcessed(delivery, now, ids.jobId)];
  try {
    await beginChange(
      { ...ids, partnerId, kind, fileName, bytes, deliveredAs: { name, content }, additionalWrites },
      who,
      now,
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log('warn', 'delivered file not taken', errorFields(error));
    if (error.code !== 'not-found') return;
    // the partner or program does not exist, so do not retry; no file without an owner is stored
    await transact(markProcessed(delivery, now));
    await eraseFile('files', name, content);
  }
}

export const undoRosterChangeHandler = handle(
  employees.undoRosterChange,
  async ({ params, body, caller, now, newId }) => {
    const change = await loadRosterChange(params.changeId);
    caller.requireAccess({ partnerId: change.partnerId });
    const started = await startUndo(change, { ...body, jobId: newId() }, caller, now);
    await emailConfirmer(change, caller, 'undone');
    return started;
  },
);

export const uploadRosterPartHandler = handle(employees.uploadRosterPart, async ({ body, files }) => {
  const { bytes = new Uint8Array() } = files.file ?? {};
  const part = Number(body.part);
  if (part >= mostImportParts || bytes.length > importPartBytes)
    throw new Refusal('invalid', 'This part of the file is too large.', 'file');
  await storeFilePart(body, part, bytes);
  return { success: true as const };
});
