import { employees } from '../../../shared/contracts/employees.ts';
import { importPartBytes, mostImportParts } from '../../../shared/employees/upload-limits.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { storeFilePart } from '../changes/import-parts.ts';

export const handler = handle(employees.uploadRosterPart, async ({ body, files }) => {
  const { bytes = new Uint8Array() } = files.file ?? {};
  const part = Number(body.part);
  if (part >= mostImportParts || bytes.length > importPartBytes)
    throw new Refusal('invalid', 'This part of the file is too large.', 'file');
  await storeFilePart(body, part, bytes);
  return { success: true as const };
});
