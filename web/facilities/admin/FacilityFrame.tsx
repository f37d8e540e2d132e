import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { ResponseOf } from '../../../shared/endpoint.ts';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { pathTo } from '../../app/addresses.ts';
import { useEndpoint } from '../../app/data.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { FailedState, SkeletonLines } from '../../ui/states.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { FacilityStatusBadge } from './FacilityStatusBadge.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';

export type FacilityDetails = ResponseOf<typeof facilities.details>;

export function FacilityFrame({
  children,
}: {
  children: (details: FacilityDetails, reload: () => Promise<FacilityDetails | undefined>) => ReactNode;
}) {
  const { facilityId = '' } = useParams();
  const { data, error, reload, retrying, mutate } = useEndpoint(facilities.details, {
    params: { facilityId },
  });
  if (error)
    return (
      <>
        <PageTitle className="hidden-text">Facility</PageTitle>
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      </>
    );
  if (!data)
    return (
      <>
        <PageTitle className="hidden-text">Loading the facility</PageTitle>
        <SkeletonLines lines={6} />
      </>
    );
  const { club, memberCount } = data;
  return (
    <>
      <p className="back-link">
        <Link className={buttonClass('quiet')} to={pathTo('facilities')}>
          Back to facilities
        </Link>
      </p>
      <PageHeading
        title={club.name}
        lead={`Facility ID ${club.facilityNumber}, ${club.city}, ${club.state}`}
        actions={<FacilityStatusBadge {...club} />}
      />
      <Tabs
        label="Facility"
        tabs={[
          { to: pathTo('facility', { facilityId }), label: 'General' },
          { to: pathTo('facilityBankAccount', { facilityId }), label: 'Bank account' },
          { to: pathTo('facilityMembers', { facilityId }), label: 'Members', count: memberCount },
          { to: pathTo('paymentsToFacility', { facilityId }), label: 'Payments' },
          { to: pathTo('facilityManagers', { facilityId }), label: 'Managers' },
        ]}
      />
      {children(data, () => mutate())}
    </>
  );
}
