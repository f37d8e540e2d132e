import { caseStatuses, type PrivacyCase } from '../../shared/privacy/privacy-case.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';

export function CaseBadge({ status }: Pick<PrivacyCase, 'status'>) {
  const option = caseStatuses.find(({ id }) => id === status);
  return option ? <StatusBadge color={option.color} label={option.name} /> : null;
}
