import { facilities } from '../../shared/contracts/facilities.ts';
import { useEndpoint } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { FailedState, SkeletonLines, EmptyState } from '../ui/states.tsx';
import { FacilityContact } from './FacilityContact.tsx';
import { isAcceptingMembers, facilityLocationTypes } from '../../shared/facilities/facility.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { showMiles, type Point, milesBetween } from '../../shared/facilities/distance.ts';
import { type ListedFacility, isTooFarOut, type MapFacility } from '../../shared/facilities/facility-map.ts';
import { Icon } from '../ui/Icon.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { plural } from '../../shared/number-words.ts';
import { LocatorMap } from './map/LocatorMap.tsx';
import type { LocationSource } from './map/location-source.ts';
import type { Locator } from './use-locator.ts';
import './locator.css';

/** Returns how to enroll in a club that accepts members. */
export type EnrollStep = (facility: { id: string; name: string }) => ReactNode;

function FacilityDetail({ id, stepOf }: { id: string; stepOf: EnrollStep }) {
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
        stepOf(data)
      )}
    </div>
  );
}

const atATime = 20;

interface FacilityListProps {
  facilities: readonly ListedFacility[];
  inView: number;
  selected: string | undefined;
  stepOf: EnrollStep;
  heading: 'h2' | 'h3';
  /** Receives undefined when the selected club is selected again. */
  onSelect: (id: string | undefined) => void;
}

function FacilityList({ facilities, inView, selected, stepOf, heading, onSelect }: FacilityListProps) {
  const [most, setMost] = useState(atATime);
  const selectedIndex = facilities.findIndex(({ id }) => id === selected);
  const visible = facilities.slice(0, Math.max(most, selectedIndex + 1));
  return (
    <section className="facility-list" aria-label="Clubs">
      <output className="quiet">
        {inView === 1 ? '1 club on the map' : `${inView.toLocaleString('en-US')} clubs on the map`}
      </output>
      <ul>
        {visible.map((facility) => (
          <FacilityItem
            key={facility.id}
            facility={facility}
            open={facility.id === selected}
            stepOf={stepOf}
            heading={heading}
            onSelect={onSelect}
          />
        ))}
      </ul>
      {visible.length < facilities.length && (
        <Button onClick={() => setMost(most + atATime)}>
          Show {Math.min(atATime, facilities.length - visible.length)} more
        </Button>
      )}
    </section>
  );
}

interface FacilityItemProps extends Pick<FacilityListProps, 'stepOf' | 'heading' | 'onSelect'> {
  facility: ListedFacility;
  open: boolean;
}

function FacilityItem({ facility, open, stepOf, heading: Heading, onSelect }: FacilityItemProps) {
  const type = facilityLocationTypes[facility.facilityLocationType];
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // selected on the map, it can be far down the list
    if (open) item.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  return (
    <li ref={item} data-open={open}>
      <Heading>
        <button
          type="button"
          className="club-item"
          aria-expanded={open}
          onClick={() => onSelect(open ? undefined : facility.id)}
        >
          <span className="club-words">
            <span className="club-name">{facility.name}</span>
            <span className="quiet">
              {facility.city}, {facility.state} {facility.zipCode} · {showMiles(facility.miles)}
            </span>
          </span>
          <StatusBadge color={type.color} label={type.name} icon="pin" />
          <Icon name={open ? 'chevron-up' : 'chevron-down'} />
        </button>
      </Heading>
      {open && <FacilityDetail id={facility.id} stepOf={stepOf} />}
    </li>
  );
}

interface ClubLocatorProps {
  locator: Locator;
  selected: string | undefined;
  here?: Point;
  heading: 'h2' | 'h3';
  stepOf: EnrollStep;
  onSelect: (id: string | undefined) => void;
  onReset: () => void;
  onPlaces?: (source: LocationSource | undefined) => void;
}

const nowhere = () => {};

const wholeMiles = (miles: number): string => plural(Math.max(1, Math.round(miles)), 'mile', 'miles');

export function ClubLocator(props: ClubLocatorProps) {
  const { locator, selected, here, heading, stepOf, onSelect, onReset, onPlaces = nowhere } = props;
  const [layout, setLayout] = useState<'list' | 'map'>('list');
  const { facilities, settings, goal, view, listedView, listed } = locator;
  const chosen = facilities.find(({ id }) => id === selected);
  // the selected club stays in the list wherever the map moves
  const apart = chosen && !listed.some(({ id }) => id === chosen.id);
  const list = apart ? [{ ...chosen, miles: milesBetween(listedView.center, chosen) }, ...listed] : listed;
  return (
    <div className="locator" data-shown={layout}>
      <fieldset className="locator-toggle" aria-label="Show">
        <Button icon="list" aria-pressed={layout === 'list'} onClick={() => setLayout('list')}>
          List
        </Button>
        <Button icon="map" aria-pressed={layout === 'map'} onClick={() => setLayout('map')}>
          Map
        </Button>
      </fieldset>
      <div className="locator-list">
        {locator.moved && (
          <output className="alert alert-info">
            The nearest club is {wholeMiles(locator.moved.miles)} away, in {locator.moved.city}.
          </output>
        )}
        {list.length > 0 && (
          <FacilityList
            heading={heading}
            facilities={list}
            inView={listed.length}
            selected={selected}
            stepOf={stepOf}
            onSelect={onSelect}
          />
        )}
        {listed.length === 0 && <NoMatch isTooFar={isTooFarOut(listedView, settings)} onReset={onReset} />}
      </div>
      <div className="locator-map">
        <LocatorMap
          facilities={facilities}
          settings={settings}
          view={view}
          goal={goal}
          selected={selected}
          here={here}
          onView={locator.onView}
          onGoal={locator.go}
          onSelect={onSelect}
          onReset={onReset}
          onPlaces={onPlaces}
        />
      </div>
      {chosen && <FacilityCard facility={chosen} stepOf={stepOf} onClose={() => onSelect(undefined)} />}
      <p className="locator-credit quiet">
        Map: U.S. Census Bureau and Natural Earth. Places: <a href="https://www.geonames.org">GeoNames</a>, CC
        BY 4.0.
      </p>
    </div>
  );
}

const NoMatch = ({ isTooFar, onReset }: { isTooFar: boolean; onReset: () => void }) =>
  isTooFar ? (
    <EmptyState
      icon="search"
      title="Search for a place to list its clubs"
      text="Type a city, a ZIP code or the name of a club, or zoom into the map."
    />
  ) : (
    <EmptyState
      icon="pin"
      title="There are no clubs in your search area. Please try a different search area."
      action={<Button onClick={onReset}>Show the whole country</Button>}
    />
  );

interface ChosenFacilityProps {
  facility: MapFacility;
  stepOf: EnrollStep;
  onClose: () => void;
}

const FacilityCard = ({ facility, stepOf, onClose }: ChosenFacilityProps) => (
  <section className="locator-selected card" aria-labelledby="selected-facility">
    <header className="card-head">
      <h2 id="selected-facility">{facility.name}</h2>
      <Button kind="quiet" icon="close" iconOnly onClick={onClose}>
        Close
      </Button>
    </header>
    <FacilityDetail id={facility.id} stepOf={stepOf} />
  </section>
);
