import type { User } from '../../functions/users/user.ts';
import { ledger } from '../../shared/contracts/ledger.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';

/** Proves a month; returns its proof, the rows per partner and payment type, and the job. */
export async function proveMonth(admin: User, periodId: string) {
  const params = { periodId };
  const { body } = await call(ledger.prove, admin, { params, body: {} });
  const job = await runJob(body.jobId);
  const { proof, rows } = (await call(ledger.getProof, admin, { params })).body;
  return { proof, rows, job };
}
