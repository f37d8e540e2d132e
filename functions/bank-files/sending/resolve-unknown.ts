import type * as z from 'zod';
import type { BankFile, Resolution } from '../../../shared/bank-files/bank-file.ts';
import { isAttemptOver } from '../../../shared/bank-files/effective-date.ts';
import type { fileResolution } from '../../../shared/bank-files/treasury-contract.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { errorFields, log } from '../../platform/log.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/write.ts';
import {
  confirmByPin,
  isSecondPerson,
  requireConfirmingAdministrator,
} from '../../administrators/second-person.ts';
import { attemptsOf } from '../entry-store.ts';
import { bankFileChange, loadBankFile, loadBankFiles, loadBankRun, writeAll } from '../store.ts';
import { bankDelivery } from './delivery.ts';
import { reconcileBankFiles } from '../begin-single-file.ts';
import { cancelAll } from '../phase.ts';

type ResolutionInput = z.output<typeof fileResolution>;
interface Administrator {
  userId: string;
  now: Date;
}

/** Resolves an Unknown delivery. Returns true once a second administrator confirmed it with a PIN. */
export async function resolveUnknown(
  bankFileId: string,
  params: ResolutionInput,
  administrator: Administrator,
): Promise<boolean> {
  const file = await loadBankFile(bankFileId);
  if (file.status !== 'unknown')
    throw new Refusal('conflict', 'Delivery of this file is no longer Unknown. Reload to see its status.');
  const { outcome } = params;
  const before = file.resolution;
  if (outcome === 'withdrawn') {
    await withdraw(file, params.note, administrator);
    return false;
  }
  const { userId, now } = administrator;
  await requireConfirmingAdministrator(userId, now, 'resolve bank files');
  const isOfAnother =
    before && before.outcome === outcome && (await isSecondPerson(before.askedBy, userId, now));
  if (!isOfAnother) {
    await ask(file, { outcome, note: params.note }, administrator);
    return false;
  }
  if (params.pin === undefined)
    throw new Refusal('invalid', "Enter your PIN to confirm the other administrator's finding.", 'pin');
  await confirmByPin(userId, params.pin, now);
  await confirm(file, before, { outcome, note: params.note }, administrator);
  // Without this, the schedule resumes the run within five minutes.
  await reconcileBankFiles(administrator.now).catch((error: unknown) =>
    log('warn', 'a resolved bank file waits for the schedule', errorFields(error)),
  );
  return true;
}

type Said = Pick<Resolution, 'outcome' | 'note'>;

async function withdraw(file: BankFile, note: string, { userId, now }: Administrator): Promise<void> {
  if (!file.resolution)
    throw new Refusal('conflict', 'There is no open request for this file. Reload to see the changes.');
  const { outcome, askedBy } = file.resolution;
  await writeAll([
    ...bankFileChange(file, { ...file, resolution: null }),
    auditWrite(
      {
        name: 'bank file resolution withdrawn',
        subject: `bank file ${file.id}`,
        who: userId,
        before: { outcome, askedBy },
        after: { note },
      },
      now,
    ),
  ]);
}

async function ask(file: BankFile, { outcome, note }: Said, { userId, now }: Administrator): Promise<void> {
  const at = now.toISOString();
  const resolution = { outcome, note, askedBy: userId, askedAt: at, confirmedBy: null, confirmedAt: null };
  await writeAll([
    ...bankFileChange(file, { ...file, resolution }),
    auditWrite(
      {
        name: 'bank file resolution asked for',
        subject: `bank file ${file.id}`,
        who: userId,
        after: { outcome, note },
      },
      now,
    ),
  ]);
}

async function confirm(
  file: BankFile,
  before: Resolution,
  { outcome, note }: Said,
  { userId, now }: Administrator,
): Promise<void> {
  const at = now.toISOString();
  const resolved: BankFile = { ...file, resolution: { ...before, confirmedBy: userId, confirmedAt: at } };
  const changes =
    outcome === 'arrived'
      ? bankFileChange(file, { ...resolved, status: 'delivered', reason: null, statusAt: at })
      : await canceled(resolved, userId, now);
  await writeAll([
    ...changes,
    auditWrite(
      {
        name: 'bank file resolved',
        subject: `bank file ${file.id}`,
        who: userId,
        after: { outcome, note, askedBy: before.askedBy, askedNote: before.note },
      },
      now,
    ),
  ]);
}

async function canceled(file: BankFile, who: string, now: Date): Promise<Change[]> {
  const last = (await attemptsOf(file.id)).at(-1);
  if (last && !isAttemptOver(last.at, now))
    throw new Refusal(
      'conflict',
      'The last attempt may still arrive. Nothing was changed. Confirm this at least 15 minutes after it.',
    );
  if ((await inOutbox(file)) === file.fileHash)
    throw new Refusal(
      'conflict',
      'The file is in the outbox, so the bank has received it or will fetch it. Nothing was changed.',
    );
  const run = await loadBankRun(file.runHash);
  const files = (await loadBankFiles(run?.fileIds ?? [])).map((bankFile) =>
    bankFile.id === file.id ? file : bankFile,
  );
  return [
    ...(cancelAll(files, 'Two administrators confirmed that the file never arrived.', who, now).changes ??
      []),
  ];
}

/** An unavailable outbox does not block the two administrators. */
async function inOutbox(file: BankFile): Promise<string | undefined> {
  try {
    return await bankDelivery().look(file.name);
  } catch (error) {
    log('warn', 'the outbox could not be looked at', errorFields(error));
    return undefined;
  }
}
