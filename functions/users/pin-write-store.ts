import type { PinRecord } from '../../shared/users/pin.ts';
import { Refusal } from '../../shared/refusal.ts';
import { auditWrite } from '../table/audit.ts';
import { change, measured } from '../table/change.ts';
import { transact } from '../table/transact.ts';
import type { Change } from '../table/write.ts';
import { pinEntity } from './pin-store.ts';

/** The PIN record changed concurrently; the caller loads it again. */
export class PinConflict extends Refusal {
  constructor() {
    super('conflict', 'The PIN is in use by another request. Try again.');
  }
}

/** Stores a PIN record under its version and returns it. */
export async function savePin(
  before: PinRecord | null,
  after: PinRecord,
  also: readonly Change[] = [],
): Promise<PinRecord> {
  await transact(...change(pinEntity, before, after, { lost: new PinConflict() }), ...also);
  return { ...after, version: (before?.version ?? 0) + 1 };
}

export const pinAudit = (
  name: 'PIN set' | 'PIN refused' | 'PIN locked',
  userId: string,
  now: Date,
  after?: Record<string, unknown>,
) =>
  measured(
    auditWrite({ name, subject: `user ${userId}`, who: userId, after }, now),
    name === 'PIN locked' ? { LockOuts: 1 } : {},
  );
