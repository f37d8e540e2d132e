import { Link } from 'react-router-dom';
import { facilities } from '../../shared/contracts/facilities.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { buttonClass } from '../ui/Button.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { FacilityContact } from './FacilityContact.tsx';
import { isAcceptingMembers } from '../../shared/facilities/facility-status.ts';

export function FacilityDetail({ id, mayEnroll }: { id: string; mayEnroll: boolean }) {
  const { data, error, retrying, reload } = useEndpoint(facilities.get, { query: { facilityId: id } });
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data)
    return (
      <div className="club-detail">
        <SkeletonLines lines={3} />
      </div>
    );
  return (
    <div className="club-detail">
      <p>{data.description}</p>
      <FacilityContact facility={data} />
      {data.activePlanAndProgramNames.length > 0 && (
        <p className="quiet">Takes part in: {data.activePlanAndProgramNames.join(', ')}</p>
      )}
      {!isAcceptingMembers(data) ? (
        <p className="quiet">{data.name} is not accepting new members. Choose another club.</p>
      ) : (
        mayEnroll && (
          <p>
            <Link
              className={buttonClass('primary')}
              to={pathTo('facilityEnrollment', { facilityId: data.id })}
            >
              Enroll in facility
            </Link>
          </p>
        )
      )}
    </div>
  );
}
