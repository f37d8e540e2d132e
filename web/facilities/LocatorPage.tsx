import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { type MapFacility, facilitiesOf } from '../../shared/facilities/facility-map.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import {
  chipsOf,
  choiceOf,
  filterOf,
  isChosen,
  type PlanChoice,
} from '../../shared/facilities/plan-choice.ts';
import type { Point } from '../../shared/facilities/distance.ts';
import { clusterSettings, goalZooms, wholeCountry } from '../../shared/facilities/map-view.ts';
import { pathTo } from '../app/addresses.ts';
import { useAddress } from '../app/address.ts';
import { useEndpoint } from '../app/data.ts';
import { buttonClass } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { ClubLocator } from './ClubLocator.tsx';
import { FacilitySearch } from './FacilitySearch.tsx';
import { LocateMe } from './LocateMe.tsx';
import { LocatorFilter } from './LocatorFilter.tsx';
import { ownPlaces, type LocationSource } from './map/location-source.ts';
import { useLocator } from './use-locator.ts';
import './locator.css';

export default function LocatorPage() {
  const [{ plans, programs }] = useAddress('plans', 'programs');
  const { data, error, retrying, reload } = useFilteredFacilities(choiceOf(plans, programs));
  const facilityList = useMemo(() => data && facilitiesOf(data), [data]);
  // the map stays in place while the clubs of another filter load
  const [last, setLast] = useState(facilityList);
  if (facilityList && facilityList !== last) setLast(facilityList);
  const current = facilityList ?? last;
  return (
    <>
      <PageHeading
        title="Find Facility"
        lead="Search by the name of a club, by city, or by ZIP code."
        actions={
          <Link className={`${buttonClass('quiet')} locator-back`} to={pathTo('memberHome')}>
            Back to the dashboard
          </Link>
        }
      />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : current ? (
        <MemberLocator facilityList={current} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </>
  );
}

function useFilteredFacilities(choice: PlanChoice) {
  const own = useEndpoint(facilities.ownPlans, isChosen(choice) ? {} : null);
  const isRestricted = chipsOf(choice, own.data ?? []).some(({ plan }) => plan.hasRestrictedOptions);
  const { hasGroupMemberships, planIds, programIds } = filterOf(choice);
  const query = { hasGroupMemberships, planIds: planIds.map(String), programIds: programIds.map(String) };
  const isLoaded = !isChosen(choice) || own.data !== undefined;
  const open = useEndpoint(facilities.clubLocator, isLoaded && !isRestricted ? { query } : null);
  const restricted = useEndpoint(facilities.ownClubLocator, isRestricted ? { query } : null);
  const facilityList = isRestricted ? restricted : open;
  return own.error ? { ...own, data: undefined } : facilityList;
}

const inAddress = ['near', 'lat', 'lng', 'plans', 'programs', 'club'] as const;
type LocatorAddress = Partial<Record<(typeof inAddress)[number], string>>;

/** Returns the initial target: the location or club in the URL, otherwise the whole country. */
function beginOf({ near, lat, lng, club: selected }: LocatorAddress, facilityList: readonly MapFacility[]) {
  const facility = facilityList.find(({ id }) => id === selected);
  const close = { zoom: goalZooms.place, byUser: true };
  if (near && lat && lng) return { latitude: Number(lat), longitude: Number(lng), ...close };
  if (facility) return { latitude: facility.latitude, longitude: facility.longitude, ...close };
  return wholeCountry;
}

function MemberLocator({ facilityList }: { facilityList: readonly MapFacility[] }) {
  const [address, change] = useAddress(...inAddress);
  const { near, plans, programs, club: selected } = address;
  // the user's location stays on the device and is not written to the URL
  const [here, setHere] = useState<Point>();
  const [google, setGoogle] = useState<LocationSource>();
  const locator = useLocator(facilityList, clusterSettings.member, () => beginOf(address, facilityList));
  const { go } = locator;
  const select = (id: string | undefined) => change({ club: id });
  const forget = { near: undefined, lat: undefined, lng: undefined, club: undefined };
  return (
    <>
      <div className="locator-search">
        <FacilitySearch
          facilities={facilityList}
          places={google ?? ownPlaces}
          selectedName={near}
          onFacility={(facility) => {
            change({ ...forget, club: facility.id });
            go({
              latitude: facility.latitude,
              longitude: facility.longitude,
              zoom: goalZooms.club,
              byUser: true,
            });
          }}
          onLocation={(label, { latitude, longitude, zoom }) => {
            change({ near: label, lat: String(latitude), lng: String(longitude), club: undefined });
            go({ latitude, longitude, zoom, byUser: true });
          }}
        />
        <LocateMe
          onHere={(point) => {
            change(forget);
            setHere(point);
            go({ ...point, zoom: goalZooms.here, byUser: true });
          }}
        />
        <LocatorFilter
          chosen={choiceOf(plans, programs)}
          onChosen={(next) =>
            change({ plans: next.plans.join(), programs: next.programs.join(), club: undefined })
          }
        />
      </div>
      <ClubLocator
        locator={locator}
        selected={selected}
        here={here}
        mayEnroll
        onSelect={select}
        onReset={() => {
          change(forget);
          go({ ...wholeCountry });
        }}
        onPlaces={(source) => setGoogle(() => source)}
      />
    </>
  );
}
