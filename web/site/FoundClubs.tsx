import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { type MapFacility, clubsOf } from '../../shared/facilities/facility-map.ts';
import type { Point } from '../../shared/facilities/distance.ts';
import { facilities } from '../../shared/facilities/contract.ts';
import { matchFacilities } from '../../shared/facilities/locator-list.ts';
import { clusterSettings, goalZooms, type MapGoal, wholeCountry } from '../../shared/facilities/map-view.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { ClubLocator } from '../facilities/ClubLocator.tsx';
import { useLocator } from '../facilities/use-locator.ts';
import { Icon } from '../ui/Icon.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

/** Shows the clubs near the visitor, near the entered place, or near the club with that name, on a map and as a list. */
export default function FoundClubs({ wanted }: { wanted: string | Point }) {
  const { data, error, reload, retrying } = useEndpoint(facilities.clubLocator, { query: {} });
  const typed = typeof wanted === 'string' ? wanted : undefined;
  const places = useEndpoint(
    facilities.suggestAddresses,
    typed === undefined ? null : { query: { query: typed } },
  );
  const clubs = useMemo(() => data && clubsOf(data), [data]);
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
  if (!clubs || (typed !== undefined && !places.data)) return <SkeletonLines lines={3} />;
  const found =
    typeof wanted === 'string' ? (places.data?.[0] ?? matchFacilities(clubs, wanted, 1)[0]) : wanted;
  const nominate = (
    <Link className="arrow-link" to={pathTo('nominateClub')}>
      Nominate a club
      <Icon name="arrow-right" size={16} />
    </Link>
  );
  if (!found)
    return (
      <>
        <output>There are no clubs in your search area. Please try a different search area.</output>
        {nominate}
      </>
    );
  const { latitude, longitude } = found;
  return (
    <>
      <PublicLocator
        key={typed ?? `${latitude} ${longitude}`}
        clubs={clubs}
        goal={{ latitude, longitude, zoom: goalZooms.place, byUser: true }}
      />
      {nominate}
    </>
  );
}

function PublicLocator({ clubs, goal }: { clubs: readonly MapFacility[]; goal: MapGoal }) {
  const [selected, setSelected] = useState<string>();
  const locator = useLocator(clubs, clusterSettings.public, () => goal);
  return (
    <ClubLocator
      locator={locator}
      selected={selected}
      mayEnroll={false}
      onSelect={setSelected}
      onReset={() => {
        setSelected(undefined);
        locator.go({ ...wholeCountry });
      }}
    />
  );
}
