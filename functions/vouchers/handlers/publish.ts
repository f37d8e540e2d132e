import { dateInChicago } from '../../../shared/calendar.ts';
import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { mustBePublishable } from '../../../shared/vouchers/voucher-email.ts';
import { handle } from '../../handle.ts';
import { loadProgram } from '../program-store.ts';
import { startPublication, runningPublication } from '../publication.ts';
import { mustNotBeUploading } from '../saved-program.ts';

export const handler = handle(vouchers.publish, async ({ params, body, caller, now, newId }) => {
  const program = await loadProgram(params.voucherProgramId);
  const running = await runningPublication(program);
  if (running) return running;
  if (program.publishedOn === null) {
    mustBePublishable(program, body.version, dateInChicago(now));
    await mustNotBeUploading(program);
  }
  return startPublication(program, { userId: caller.userId, now, newId });
});
