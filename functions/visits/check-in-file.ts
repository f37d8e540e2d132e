import { largestUpload, uploadTooLarge } from '../../shared/upload-size.ts';
import type { CheckInLine } from '../../shared/visits/check-in.ts';
import { getFile, putFile } from '../platform/files.ts';
import { readSheet } from '../platform/sheets/read-sheet.ts';
import { readTable, type TableColumn } from '../platform/sheets/read-table.ts';
import type { ReceivedFile } from '../platform/parse-request.ts';
import { Refusal } from '../../shared/refusal.ts';

const mostLines = 50_000;

/** Lines per stored part of an upload, which is one step of the job. */
export const linesInPart = 250;

const columns = {
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

/** A facility manager's file does not need the facility column. */
const columnsOfOwnClub = { ...columns, clubId: { ...columns.clubId, optional: true } };

/** Parses an uploaded check-in file. Throws 'invalid' at 'file' for other files. */
export async function readCheckIns(
  file: ReceivedFile,
  ownClub: string | null = null,
): Promise<CheckInLine[]> {
  const sheet = await readSheet(file.bytes, file.name, {
    maxBytes: largestUpload,
    tooLarge: uploadTooLarge('by club'),
    formats: ['csv', 'xlsx'],
    maxRows: mostLines,
    maxInflatedBytes: 64 * 1024 * 1024,
  });
  const rows = readTable(sheet, ownClub === null ? columns : columnsOfOwnClub);
  if (rows.length === 0) throw new Refusal('invalid', 'There are no check-ins in this file.', 'file');
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

const partName = (jobId: string, part: number) => `visit-imports/${jobId}/${part}.json`;

/** Stores an upload's lines in parts of limited size. */
export async function storeCheckIns(jobId: string, lines: readonly CheckInLine[]): Promise<void> {
  for (let part = 0; part * linesInPart < lines.length; part++) {
    const some = lines.slice(part * linesInPart, (part + 1) * linesInPart);
    await putFile('files', partName(jobId, part), JSON.stringify(some), 'application/json');
  }
}

export async function loadCheckIns(jobId: string, part: number): Promise<CheckInLine[]> {
  const bytes = await getFile('files', partName(jobId, part));
  if (!bytes) throw new Error(`part ${part} of the check-ins of job ${jobId} is gone`);
  return JSON.parse(new TextDecoder().decode(bytes)) as CheckInLine[];
}
