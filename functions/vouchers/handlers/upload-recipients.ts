import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { beginImport } from '../../jobs/file-import.ts';
import { handle } from '../../handle.ts';
import { recipientParts } from '../recipient-parts.ts';
import { loadProgram, programChange } from '../program-store.ts';
import { readRecipients } from '../recipients-file.ts';
import { mustBeOpen, mustNotBeUploading } from '../saved-program.ts';

export const handler = handle(vouchers.uploadRecipients, async ({ body, files, caller, now, newId }) => {
  const program = await loadProgram(body.voucherProgramId);
  mustBeOpen(program);
  await mustNotBeUploading(program);
  const { recipientsFile: file = { name: '', type: '', bytes: new Uint8Array() } } = files;
  const { metadataColumns, recipients, invalidLines } = await readRecipients(file);
  const validCount = recipients.length;
  if (invalidLines.length > 0 && (body.validRowsOnly === undefined || validCount === 0))
    return { success: false, message: 'The following data is invalid:', invalidLines, validCount };
  const id = newId();
  return beginImport(
    {
      id,
      kind: 'voucher recipients',
      input: { programId: program.id, rowCount: recipients.length, metadataColumns },
      parts: recipientParts,
      rows: recipients,
      fileName: file.name,
      message: 'Creating the voucher codes.',
      partnerId: program.partnerId,
    },
    caller,
    now,
    programChange(program, { ...program, uploadJobId: id }),
  );
});
