import type { CheckInLine } from '../../shared/visits/check-in.ts';
import { readTableFile } from '../jobs/file-import.ts';
import type { ReceivedFile } from '../platform/parse-request.ts';
import type { TableColumn } from '../platform/sheets/read-table.ts';

export const checkInColumns = {
  keyFob: {
    title: 'Key Fob',
    aliases: ['Keyfob', 'Key Fob Number', 'Key Fob ID', 'Facility Member ID', 'Fob'],
    optional: true,
  },
  memberId: { title: 'Member ID', aliases: ['Member'], optional: true },
  email: { title: 'Email', aliases: ['Email Address', 'Member Email'], optional: true },
  clubId: {
    title: 'Club ID',
    aliases: ['Club', 'Club Number', 'Club ID Number', 'Facility ID', 'Facility ID Number'],
  },
  date: { title: 'Date', aliases: ['Visit Date', 'Check-in Date', 'Check-in'] },
  time: { title: 'Time', aliases: ['Visit Time', 'Check-in Time'], optional: true },
} satisfies Record<string, TableColumn>;

/** Parses an uploaded check-in file; a facility manager's file needs no facility column. */
export async function readCheckIns(
  file: ReceivedFile | undefined,
  ownClub: string | null,
): Promise<CheckInLine[]> {
  const clubId = { ...checkInColumns.clubId, optional: ownClub !== null };
  const rows = await readTableFile(file, {
    columns: { ...checkInColumns, clubId },
    maxRows: 50_000,
    splitBy: 'by club',
    rows: 'check-ins',
  });
  return rows.map(({ line, fields }) => ({
    line,
    keyFob: short(fields.keyFob).toUpperCase(),
    memberId: short(fields.memberId),
    email: short(fields.email),
    clubId: short(fields.clubId) || (ownClub ?? ''),
    date: short(fields.date),
    time: short(fields.time),
  }));
}

// cells may be long; refused rows store their content
const short = (text: string): string => text.slice(0, 100);
