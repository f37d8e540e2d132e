import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { type MapFacility, clubsOf } from '../../shared/facilities/facility-map.ts';
import { facilities } from '../../shared/facilities/contract.ts';
import { matchFacilities } from '../../shared/facilities/locator-list.ts';
import { clusterSettings, goalZooms, type MapGoal, wholeCountry } from '../../shared/facilities/map-view.ts';
import { useEndpoint } from '../app/data.ts';
import { ClubLocator } from '../facilities/ClubLocator.tsx';
import { useLocator } from '../facilities/use-locator.ts';
import { Icon } from '../ui/Icon.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

/** The clubs around the place that was typed, or around the club of that name, on the map and as a list. */
export default function FoundClubs({ wanted }: { wanted: string }) {
  const { data, error, reload, retrying } = useEndpoint(facilities.clubLocator, { query: {} });
  const places = useEndpoint(facilities.suggestAddresses, { query: { query: wanted } });
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
  if (!clubs || !places.data) return <SkeletonLines lines={3} />;
  const found = places.data[0] ?? matchFacilities(clubs, wanted, 1)[0];
  const nominate = (
    <Link className="arrow-link" to="/guest/nominateclub">
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
        key={wanted}
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
