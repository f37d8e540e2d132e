import {
  administratorReason,
  storedRosterRow,
  type RosterChange,
  type RosterChangeRow,
} from '../../../shared/employees/roster-change.ts';
import { plural } from '../../../shared/number-words.ts';
import { notificationEmails } from '../../managers/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { AddressRefused, linkEmail, sendEmail } from '../../platform/email.ts';
import { eraseFile, getFile, putFile, removeEarlierVersions } from '../../platform/files.ts';
import type { Delivery } from '../../files/delivery-store.ts';
import { loadColumnMapping } from '../column-mapping-store.ts';
import { storedName } from '../../platform/sheets/file-lines.ts';
import { withoutNumbers } from './read-file.ts';
import { loadPart } from './stored-rows.ts';

/** Suffix of receipts, added to the name of the file. */
export const receiptSuffix = '.receipt.json';

/** Folder of delivered files that were not read; a schedule lists it. */
export const deliveredFolder = 'hr/';

/** Returns the name of a delivered file after it was read. */
const readName = (name: string): string => `hr-read/${name.slice(deliveredFolder.length)}`;

/**
 * Moves a read file out of the folder that the schedule lists. Its copy has no social security numbers; a file that
 * cannot be read is removed without a copy, because it can contain them.
 */
export async function moveReadFile({ kind, partnerId }: RosterChange, delivery: Delivery): Promise<void> {
  const { name, content } = delivery;
  const bytes = await getFile('files', name, content);
  const file = bytes && { name: storedName(name, bytes), bytes, withoutOtherSheets: true };
  const safe = file && (await withoutNumbers(kind, file, await loadColumnMapping(partnerId)));
  if (safe) await putFile('files', readName(storedName(name, safe)), safe, 'application/octet-stream');
  // a file that replaced it is read by the next run
  if (bytes) await eraseFile('files', name, content);
  else await removeEarlierVersions('files', name);
}

/** Stores the receipt of a delivered file and emails the result to the partner. */
export async function notifyDelivery(change: RosterChange, fileKey: string): Promise<void> {
  const { id, status, kind, benefitFile, fileName, fileHash, counts, problem } = change;
  const receipt = {
    file: fileName,
    sha256: fileHash,
    kind,
    benefitFile,
    readAt: change.startedAt,
    rosterChange: id,
    result: results[status] ?? 'waiting for confirmation',
    problem,
    counts,
    needsAdministrator: change.needsAdministrator,
    notes: change.notes,
    wrongRows: await wrongRows(id),
  };
  await putFile(
    'files',
    readName(fileKey) + receiptSuffix,
    JSON.stringify(receipt, null, 2),
    'application/json',
  );
  const partner = await loadPartner(change.partnerId);
  for (const to of await notificationEmails(partner))
    await sendEmail(
      linkEmail(to, `Your employees file ${fileName} was read`, ['Hello,', ...emailLines(change)], {
        title: 'Review the changes',
        address: `${process.env.SITE_ADDRESS ?? ''}/partnermanager/groupmemberships/employeemanagement/changes/${id}`,
      }),
    ).catch((error: unknown) => {
      if (!(error instanceof AddressRefused)) throw error;
    });
}

const results: Partial<Record<RosterChange['status'], string>> = { refused: 'refused', checked: 'dry run' };

type WrongRow = { line: number | null; reason: string; code: RosterChangeRow['code'] };

async function wrongRows(changeId: string): Promise<WrongRow[]> {
  const wrong: WrongRow[] = [];
  for (let part = 0; ; part++) {
    const rows = await loadPart(changeId, 'wrong', part, storedRosterRow);
    if (!rows) return wrong;
    wrong.push(...rows.map(({ line, what, code }) => ({ line, reason: what, code })));
  }
}

function emailLines(change: RosterChange): string[] {
  const { status, problem, counts, needsAdministrator, notes } = change;
  if (status === 'refused') return [`${problem} Nothing was changed. Check the file and deliver it again.`];
  const of = (count: number, what: string) => `${count.toLocaleString('en-US')} ${what}`;
  return [
    `It has ${of(counts.rows, 'rows')}: ${of(counts.add, 'to add')}, ${of(counts.change, 'to change')}, ${of(counts.end, 'to end')}, ${of(counts.stay, 'without changes')}, and ${of(counts.wrong, 'with an error')}.`,
    // notes contain values of the file
    ...(notes.length > 0 ? [`${plural(notes.length, 'note', 'notes')} about the file: see its page.`] : []),
    status === 'checked'
      ? 'This is a test file, so nothing can be changed.'
      : 'Nothing is changed until you review and confirm it.',
    ...(needsAdministrator ? [`An administrator must also approve: ${administratorReason(change)}.`] : []),
  ];
}
