import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type MapFacility,
  facilitiesOf,
  matchFacilities,
  clusterSettings,
  goalZooms,
  type MapGoal,
  wholeCountry,
} from '../../shared/facilities/facility-map.ts';
import type { Point } from '../../shared/facilities/distance.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { ClubLocator, type EnrollStep } from '../facilities/ClubLocator.tsx';
import { useLocator } from '../facilities/use-locator.ts';
import { Icon } from '../ui/Icon.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

export default function FacilitySearchResults({ search }: { search: string | Point }) {
  const { data, error, reload, retrying } = useEndpoint(facilities.clubLocator, { query: {} });
  const text = typeof search === 'string' ? search : undefined;
  const places = useEndpoint(
    facilities.suggestAddresses,
    text === undefined ? null : { query: { query: text } },
  );
  const facilityList = useMemo(() => data && facilitiesOf(data), [data]);
  const failure = error ?? places.error;
  if (failure)
    return (
      <FailedState
        error={failure}
        onRetry={() => {
          reload();
          places.reload();
        }}
        retrying={retrying || places.retrying}
      />
    );
  if (!facilityList || (text !== undefined && !places.data)) return <SkeletonLines lines={3} />;
  const location =
    typeof search === 'string' ? (places.data?.[0] ?? matchFacilities(facilityList, search, 1)[0]) : search;
  const nominate = (
    <Link className="arrow-link" to={pathTo('nominateClub')}>
      Nominate a club
      <Icon name="arrow-right" size={16} />
    </Link>
  );
  if (!location)
    return (
      <>
        <output>
          We did not find “{text}”. Enter a city, a city and state, a ZIP code, or the name of a club.
        </output>
        {nominate}
      </>
    );
  const { latitude, longitude } = location;
  return (
    <>
      <PublicLocator
        key={text ?? `${latitude} ${longitude}`}
        facilityList={facilityList}
        goal={{ latitude, longitude, zoom: goalZooms.place, byUser: true }}
      />
      {nominate}
    </>
  );
}

const publicSteps: EnrollStep = ({ id, name }) => (
  <div className="club-steps">
    <strong>How to enroll in {name}</strong>
    <ul>
      <li>
        Your employer or insurer takes part: open its invitation, or{' '}
        <Link to={pathTo('facilityLocator', {}, { club: id })}>log in and enroll</Link>.
      </li>
      <li>
        You are a member of another club: log in, and request this one under{' '}
        <Link to={pathTo('facilityInformation')}>Facility Information</Link>.
      </li>
      <li>
        You have no invitation: ask your employer or insurer, or read{' '}
        <Link to={pathTo('forMembers')}>how membership works</Link>.
      </li>
    </ul>
  </div>
);

function PublicLocator({ facilityList, goal }: { facilityList: readonly MapFacility[]; goal: MapGoal }) {
  const [selected, setSelected] = useState<string>();
  const locator = useLocator(facilityList, clusterSettings.public, () => goal);
  return (
    <ClubLocator
      locator={locator}
      selected={selected}
      heading="h3"
      stepOf={publicSteps}
      onSelect={setSelected}
      onReset={() => {
        setSelected(undefined);
        locator.go({ ...wholeCountry });
      }}
    />
  );
}
