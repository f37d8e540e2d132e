import { useDeferredValue, useMemo, useState } from 'react';
import { clubsOf } from '../../shared/facilities/club-map.ts';
import { facilities } from '../../shared/facilities/contract.ts';
import type { Point } from '../../shared/facilities/distance.ts';
import { locatorList } from '../../shared/facilities/locator-list.ts';
import { useAddress } from '../address.ts';
import { useEndpoint } from '../data.ts';
import { Button } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { ClubList } from './ClubList.tsx';
import { LocatorSearch } from './LocatorSearch.tsx';
import './locator.css';

/** Finds a club by name or near a place. What is searched and selected stands in the address. */
export default function LocatorPage() {
  const [{ q = '', near, lat, lng, plans, club: selected }, change] = useAddress(
    'q',
    'near',
    'lat',
    'lng',
    'plans',
    'club',
  );
  // where somebody is stays on their device: it is not written into the address
  const [here, setHere] = useState<Point>();
  const { data, error, retrying, reload } = useEndpoint(facilities.clubLocator, {
    query: { hasGroupMemberships: plans === '0' },
  });
  const clubs = useMemo(() => (data ? clubsOf(data) : []), [data]);
  const centre = useMemo(
    () => here ?? (near && lat && lng ? { latitude: Number(lat), longitude: Number(lng) } : undefined),
    [here, near, lat, lng],
  );
  const text = useDeferredValue(q);
  const listed = useMemo(() => locatorList(clubs, { text, centre }), [clubs, text, centre]);
  const reset = () => {
    setHere(undefined);
    change({
      q: undefined,
      near: undefined,
      lat: undefined,
      lng: undefined,
      plans: undefined,
      club: undefined,
    });
  };
  return (
    <>
      <PageHeading title="Find Facility" lead="Search by the name of a club, by city or by ZIP code." />
      <LocatorSearch
        text={q}
        near={here ? 'your location' : near}
        plans={plans}
        onText={(next) => change({ q: next, club: undefined })}
        onPlans={(next) => change({ plans: next, club: undefined })}
        onPlace={(place) => {
          setHere(undefined);
          change({
            q: undefined,
            club: undefined,
            near: place?.label,
            lat: place && String(place.latitude),
            lng: place && String(place.longitude),
          });
        }}
        onHere={(point) => {
          change({ q: undefined, near: undefined, lat: undefined, lng: undefined, club: undefined });
          setHere(point);
        }}
      />
      <div className="locator">
        {error ? (
          <FailedState error={error} onRetry={reload} retrying={retrying} />
        ) : !data ? (
          <SkeletonLines lines={8} />
        ) : listed.length === 0 ? (
          <EmptyState
            icon="pin"
            title="There are no clubs in your search area. Please try a different search area."
            action={<Button onClick={reset}>Show all clubs</Button>}
          />
        ) : (
          <ClubList
            // another search begins at the top again
            key={`${text} ${near ?? ''} ${plans ?? ''} ${String(here !== undefined)}`}
            clubs={listed}
            selected={selected}
            onSelect={(id) => change({ club: id })}
          />
        )}
      </div>
    </>
  );
}
