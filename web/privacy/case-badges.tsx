import { caseStatuses, type PrivacyCase } from '../../shared/privacy/privacy-case.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';

export function CaseBadge({ status }: Pick<PrivacyCase, 'status'>) {
  const shown = caseStatuses.find(({ id }) => id === status);
  return shown ? <StatusBadge color={shown.color} label={shown.name} /> : null;
}
