import type { BankFile, BankFileStatus } from '../../shared/bank-files/bank-file.ts';
import { checkNachaFile } from '../../shared/bank-files/nacha-check.ts';
import type { AuditEventName } from '../../shared/audit-event.ts';
import type { Step } from '../jobs/job-kind.ts';
import { errorFacts, log } from '../platform/log.ts';
import { remember } from '../table/audit.ts';
import type { Change } from '../table/change.ts';
import { outbox } from './delivery.ts';
import { attemptAdded } from './line-store.ts';
import { loadBytes } from './plan-files.ts';
import type { PhaseGiven, PhaseStep } from './send-steps.ts';
import { bankFileChange } from './store.ts';

const moved = (
  file: BankFile,
  status: BankFileStatus,
  event: AuditEventName,
  who: string,
  now: Date,
  given: Partial<BankFile> = {},
): Change[] => [
  ...bankFileChange(file, { ...file, reason: null, ...given, status, statusAt: now.toISOString() }),
  remember(
    {
      name: event,
      subject: `bank file ${file.id}`,
      who,
      after: { name: file.name, hash: file.hash, ...given },
    },
    now,
  ),
];

/** Writes down that the file is about to be handed over, before it is. */
export async function attemptStep({ file, who, now }: PhaseGiven): Promise<PhaseStep> {
  const attempt = file.attempts + 1;
  return {
    changes: [
      ...moved(file, 'sending', 'bank file attempted', who, now, { attempts: attempt }),
      attemptAdded(file.id, { attempt, at: now.toISOString(), remoteName: file.name, hash: file.hash }),
    ],
    done: 0,
    next: 0,
    message: 'The file is being handed to the bank.',
  };
}

/**
 * Hands a file over, unless it lies in the outbox already: what is there decides, not what is remembered. When the
 * outbox cannot say, the file is Unknown and the job ends; reconciliation looks again. An Unknown file that is proved
 * absent gets a new attempt under the same name, which the outbox takes only once.
 */
export async function deliverStep({ file, who, now }: PhaseGiven): Promise<PhaseStep | Step> {
  try {
    let there = await outbox.look(file.name);
    if (there === undefined && file.status === 'unknown')
      return {
        changes: bankFileChange(file, { ...file, status: 'ready', statusAt: now.toISOString() }),
        done: 0,
        next: 0,
        message: 'The file did not arrive. It is handed over again.',
      };
    if (there === undefined) {
      await outbox.put(file.name, await checkedBytes(file));
      there = await outbox.look(file.name);
    }
    if (there === file.hash)
      return {
        changes: moved(file, 'delivered', 'bank file delivered', who, now),
        done: 0,
        next: 0,
        message: 'The bank has the file.',
      };
    return inDoubt(
      file,
      'Another file lies in the outbox under this name. Call the bank before you do more.',
      who,
      now,
    );
  } catch (problem) {
    log('error', 'bank file delivery unknown', { bankFileId: file.id, ...errorFacts(problem) });
    return inDoubt(
      file,
      'The outbox did not confirm that it has the file. The portal looks again within five minutes.',
      who,
      now,
    );
  }
}

/** An Unknown file that is looked at again stays as it is: one event says it. */
const inDoubt = (file: BankFile, reason: string, who: string, now: Date): Step => ({
  changes:
    file.status === 'unknown' ? [] : moved(file, 'unknown', 'bank file in doubt', who, now, { reason }),
  done: 0,
  next: null,
  message: `${reason} Do not send these payments in another way.`,
});

async function checkedBytes(file: BankFile): Promise<string> {
  const text = await loadBytes(file.hash);
  if (text === undefined) throw new Error('the bytes of the file are missing or not those of its hash');
  const problem = checkNachaFile(text)[0];
  if (problem) throw new Error(`the file does not pass: line ${problem.line}, position ${problem.position}`);
  return text;
}
