import { showDate } from '../../../shared/calendar.ts';
import { facilityEnrollmentStatuses, type Facility } from '../../../shared/facilities/facility.ts';
import { StatusBadge, type StatusColor } from '../../ui/StatusBadge.tsx';

const colors: Record<Facility['enrollmentStatus'], StatusColor> = { 1: 'green', 2: 'orange', 3: 'beet' };

export const FacilityStatusBadge = ({
  enrollmentStatus,
  statusUntil,
}: Pick<Facility, 'enrollmentStatus' | 'statusUntil'>) => (
  <StatusBadge
    color={colors[enrollmentStatus]}
    icon={enrollmentStatus === 2 ? 'pause' : undefined}
    label={
      (facilityEnrollmentStatuses.find(({ id }) => id === enrollmentStatus)?.name ?? '') +
      (statusUntil ? ` until ${showDate(statusUntil)}` : '')
    }
  />
);
