import type { AuditEvent, AuditEventName } from '../audit-event.ts';
import { showDate } from '../calendar.ts';
import { invitationStatus, invitationStatusName } from './member.ts';

export const emailEvents: readonly AuditEventName[] = [
  'member invited',
  'member told of changed terms',
  'member email came back',
  'member told of withdrawal',
  'member told of return',
];

const plainNames: Partial<Record<AuditEventName, string>> = {
  'member invited': 'Invitation emailed',
  'member told of changed terms': 'Changed terms emailed',
  'member email came back': 'An email came back',
  'member told of withdrawal': 'Next withdrawal emailed',
  'member told of return': 'Return or change by the bank emailed',
  'member stopped withdrawal': 'Stopped a withdrawal',
  'member accepted invitation': 'Accepted the invitation',
  'member signed agreement': 'Signed the agreement again',
  'member email changed': 'Email changed',
  'member bank account changed': 'Bank account changed',
  'member changed': 'Member changed',
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const statusNameOf = (values: Record<string, unknown> | undefined): string => {
  const read = invitationStatus.safeParse(values?.invitationStatus);
  return read.success ? invitationStatusName(read.data) : '';
};

export function memberEventText({
  name,
  before,
  after,
}: Pick<AuditEvent, 'name' | 'before' | 'after'>): string {
  const status = statusNameOf(after);
  if (name === 'member enrolled') return `Enrolled at facility ${textOf(after?.facilityId)}: ${status}`;
  if (name === 'member transferred')
    return `Transferred from facility ${textOf(before?.facilityId)} to ${textOf(after?.facilityId)} on ${showDate(textOf(after?.from))}`;
  if (name === 'member status changed') {
    const on = textOf(after?.effectiveDate);
    return `${statusNameOf(before)} → ${status}${on ? `, effective ${showDate(on)}` : ''}`;
  }
  return plainNames[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

export const facilitiesInHistory = (events: readonly Pick<AuditEvent, 'before' | 'after'>[]): string[] => [
  ...new Set(
    events
      .flatMap(({ before, after }) => [textOf(before?.facilityId), textOf(after?.facilityId)])
      .filter(Boolean),
  ),
];

export const keyFobNumbersInHistory = (events: readonly Pick<AuditEvent, 'before' | 'after'>[]): string[] => [
  ...new Set(
    events
      .flatMap(({ before, after }) => [textOf(before?.keyFobNumber), textOf(after?.keyFobNumber)])
      .filter(Boolean),
  ),
];
