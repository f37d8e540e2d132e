import type { AuditEventName } from '../../shared/audit-event.ts';
import { withAction, type CaseAction, type PrivacyCase } from '../../shared/privacy/privacy-case.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change, Write } from '../table/write.ts';
import { caseChange } from './case-store.ts';

export const caseEvent = (
  name: AuditEventName,
  stored: PrivacyCase,
  who: string,
  now: Date,
  after: Record<string, unknown> = {},
): Write =>
  auditWrite(
    { name, subject: `privacy request ${stored.id}`, who, after: { kind: stored.kind, ...after } },
    now,
  );

/** Returns the writes that record an action of an administrator on an open request. */
export const actionRecorded = (
  stored: PrivacyCase,
  action: Omit<CaseAction, 'at'>,
  now: Date,
  fields: Partial<PrivacyCase> = {},
): Change[] => [
  ...caseChange(stored, { ...withAction(stored, { ...action, at: now.toISOString() }), ...fields }),
  caseEvent('privacy request carried out', stored, action.who, now, { action: action.name }),
];
