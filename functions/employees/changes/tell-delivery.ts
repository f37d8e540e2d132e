import {
  administratorReason,
  keptRosterRow,
  type RosterChange,
} from '../../../shared/employees/changes/roster-change.ts';
import { emailsToTell } from '../../partners/emails-to-tell.ts';
import { loadPartner } from '../../partners/store.ts';
import { AddressRefused, linkEmail, sendEmail } from '../../platform/email.ts';
import { putFile } from '../../platform/files.ts';
import { keptPart } from './kept-rows.ts';

/** What a receipt's name has behind the name of its file. */
export const receiptEnding = '.receipt.json';

/** Writes the receipt of a delivered file beside it, and emails the result to the partner's people. */
export async function tellDelivery(change: RosterChange, fileKey: string): Promise<void> {
  const { id, status, kind, fileName, fileHash, counts, problem } = change;
  const receipt = {
    file: fileName,
    sha256: fileHash,
    kind,
    readAt: change.startedAt,
    rosterChange: id,
    result: status === 'refused' ? 'refused' : 'waiting for confirmation',
    problem,
    counts,
    needsAdministrator: change.needsAdministrator,
    notes: change.notes,
    wrongRows: await wrongRows(id),
  };
  await putFile('files', fileKey + receiptEnding, JSON.stringify(receipt, null, 2), 'application/json');
  const partner = await loadPartner(change.partnerId);
  for (const to of await emailsToTell(partner))
    await sendEmail(
      linkEmail(to, `Your employees file ${fileName} was read`, ['Hello,', ...sentences(change)], {
        title: 'Review the changes',
        address: `${process.env.SITE_ADDRESS ?? ''}/partnermanager/groupmemberships/employeemanagement/changes/${id}`,
      }),
    ).catch((error: unknown) => {
      if (!(error instanceof AddressRefused)) throw error;
    });
}

async function wrongRows(changeId: string): Promise<{ line: number | null; reason: string }[]> {
  const wrong: { line: number | null; reason: string }[] = [];
  for (let part = 0; ; part++) {
    const rows = await keptPart(changeId, 'wrong', part, keptRosterRow);
    if (!rows) return wrong;
    wrong.push(...rows.map(({ line, what }) => ({ line, reason: what })));
  }
}

function sentences(change: RosterChange): string[] {
  const { status, problem, counts, needsAdministrator, notes } = change;
  if (status === 'refused') return [`${problem} Nothing was changed. Check the file and deliver it again.`];
  const of = (count: number, what: string) => `${count.toLocaleString('en-US')} ${what}`;
  return [
    `It has ${of(counts.rows, 'rows')}: ${of(counts.add, 'to add')}, ${of(counts.change, 'to change')}, ${of(counts.end, 'to end')}, ${of(counts.stay, 'that stay')} and ${of(counts.wrong, 'with an error')}.`,
    ...notes,
    'Nothing is changed until somebody reviews and confirms it.',
    ...(needsAdministrator ? [`An administrator has to agree as well: ${administratorReason(change)}.`] : []),
  ];
}
