import { useState } from 'react';
import { type Point, milesBetween } from '../../shared/facilities/distance.ts';
import { isTooFarOut } from '../../shared/facilities/locator-list.ts';
import type { MapFacility } from '../../shared/facilities/facility-map.ts';
import { plural } from '../../shared/plural.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { FacilityList } from './FacilityList.tsx';
import { LocatorMap } from './map/LocatorMap.tsx';
import type { LocationSource } from './map/location-source.ts';
import type { Locator } from './use-locator.ts';
import { FacilityDetail } from './FacilityDetail.tsx';
import './locator.css';

interface ClubLocatorProps {
  locator: Locator;
  selected: string | undefined;
  here?: Point;
  mayEnroll: boolean;
  onSelect: (id: string | undefined) => void;
  onReset: () => void;
  onPlaces?: (source: LocationSource | undefined) => void;
}

const nowhere = () => {};

const wholeMiles = (miles: number): string => plural(Math.max(1, Math.round(miles)), 'mile', 'miles');

export function ClubLocator(props: ClubLocatorProps) {
  const { locator, selected, here, mayEnroll, onSelect, onReset, onPlaces = nowhere } = props;
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
            heading={mayEnroll ? 'h2' : 'h3'}
            facilities={list}
            inView={listed.length}
            selected={selected}
            mayEnroll={mayEnroll}
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
      {chosen && <FacilityCard facility={chosen} mayEnroll={mayEnroll} onClose={() => onSelect(undefined)} />}
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
  mayEnroll: boolean;
  onClose: () => void;
}

const FacilityCard = ({ facility, mayEnroll, onClose }: ChosenFacilityProps) => (
  <section className="locator-selected card" aria-labelledby="selected-facility">
    <header className="card-head">
      <h2 id="selected-facility">{facility.name}</h2>
      <Button kind="quiet" icon="close" iconOnly onClick={onClose}>
        Close
      </Button>
    </header>
    <FacilityDetail id={facility.id} mayEnroll={mayEnroll} />
  </section>
);
