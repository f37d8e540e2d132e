import { vouchers } from '../../../shared/vouchers/contract.ts';
import { beginJob } from '../../jobs/begin.ts';
import { handle } from '../../platform/handle.ts';
import { storeRecipients } from '../recipient-parts.ts';
import { loadProgram, programChange } from '../program-store.ts';
import { readRecipients } from '../recipients-file.ts';
import { mustBeOpen, mustNotBeUploading } from '../saved-program.ts';

export const handler = handle(vouchers.uploadRecipients, async ({ body, files, caller, now, newId }) => {
  const program = await loadProgram(body.voucherProgramId);
  mustBeOpen(program);
  await mustNotBeUploading(program);
  const { recipientsFile: file = { name: '', type: '', bytes: new Uint8Array() } } = files;
  const { metadataColumns, recipients, invalidLines } = await readRecipients(file);
  if (invalidLines.length > 0)
    return { success: false, message: 'The following data is invalid:', invalidLines };
  const id = newId();
  // store the rows before the job, so that its steps find them
  await storeRecipients(id, recipients);
  return beginJob(
    {
      id,
      kind: 'voucher recipients',
      input: { programId: program.id, rowCount: recipients.length, metadataColumns },
      total: recipients.length,
      message: 'Creating the voucher codes.',
      tally: { fileName: file.name.slice(0, 200) },
      partnerId: program.partnerId,
    },
    caller,
    now,
    programChange(program, { ...program, uploadJobId: id }),
  );
});
