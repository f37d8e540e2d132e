import * as z from 'zod';
import { getFile, putFile } from '../platform/files.ts';
import { openText, sealedSchema, sealText } from '../platform/vault.ts';
import { validatedFacility, type JudgedClub } from './facility-file.ts';

const rowsInPart = 200;

const partName = (jobId: string, part: number) => `club-imports/${jobId}/${part}.json`;
const sealName = (jobId: string, part: number) => `club import ${jobId} ${part}`;

/** Stores the rows of an import for its job, in sealed parts: they contain bank account numbers. */
export async function storeFacilityRows(jobId: string, rows: readonly JudgedClub[]): Promise<void> {
  const parts = Array.from({ length: Math.ceil(rows.length / rowsInPart) }, (_, part) => part);
  await Promise.all(
    parts.map(async (part) => {
      const some = rows.slice(part * rowsInPart, (part + 1) * rowsInPart);
      const box = await sealText(JSON.stringify(some), sealName(jobId, part));
      await putFile('files', partName(jobId, part), JSON.stringify(box), 'application/json');
    }),
  );
}

/** Returns the rows from an index (from 0) to the end of their part. */
export async function storedFacilityRows(jobId: string, start: number): Promise<JudgedClub[]> {
  const part = Math.floor(start / rowsInPart);
  const bytes = await getFile('files', partName(jobId, part));
  if (!bytes) throw new Error(`part ${part} of the facilities of import ${jobId} is missing`);
  const box = sealedSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  const rows = z.array(validatedFacility).parse(JSON.parse(await openText(box, sealName(jobId, part))));
  return rows.slice(start % rowsInPart);
}
