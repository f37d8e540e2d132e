import { pinRecord, type PinRecord } from '../../shared/users/pin.ts';
import { Refusal } from '../../shared/refusal.ts';
import { auditWrite } from '../table/audit.ts';
import { change, measured } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import { transact } from '../table/transact.ts';

const pinEntity = /* @__PURE__ */ entity({
  name: 'PIN',
  schema: pinRecord,
  key: ({ userId }) => keys.pin(userId),
});

/** The PIN record changed concurrently; the caller loads it again. */
export class PinConflict extends Refusal {
  constructor() {
    super('conflict', 'The PIN is in use by another request. Try again.');
  }
}

export const loadPin = (userId: string): Promise<PinRecord | undefined> => get(pinEntity, keys.pin(userId));

export const hasPin = async (userId: string): Promise<boolean> => (await loadPin(userId)) !== undefined;

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
