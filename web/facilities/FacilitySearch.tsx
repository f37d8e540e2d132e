import { useEffect, useState, useEffectEvent, useId, useMemo } from 'react';
import type { LocationHit, LocationSource } from './map/location-source.ts';
import { startTimer, stopTimer } from '../platform/time-and-chance.ts';
import { type MapFacility, matchFacilities } from '../../shared/facilities/facility-map.ts';
import type { Point } from '../../shared/facilities/distance.ts';
import { Link } from 'react-router-dom';
import { members } from '../../shared/contracts/members.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { useMemberIds } from '../app/session.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { notify } from '../app/notices.ts';
import { comboboxInput, comboboxKeys, OptionList, wrappedIndex } from '../ui/combobox.tsx';
import { Icon } from '../ui/Icon.tsx';

/** Milliseconds without input before locations are requested. */
const wait = 400;

interface SearchHits {
  typed: string;
  hits: readonly LocationHit[];
}

const nothing: SearchHits = { typed: '', hits: [] };

function usePlaces(typed: string, source: LocationSource): SearchHits & { done: boolean } {
  const [hits, setHits] = useState(nothing);
  useEffect(() => {
    if (typed === '') return undefined;
    let outdated = false;
    const find = async () => {
      const hits = await source(typed).catch((): LocationHit[] => []);
      if (!outdated) setHits({ typed, hits });
    };
    const timer = startTimer(() => void find(), wait);
    return () => {
      outdated = true;
      stopTimer(timer);
    };
  }, [typed, source]);
  if (typed === '') return { ...nothing, done: true };
  return { ...hits, done: hits.typed === typed };
}

type Hit = { key: string; label: string; detail?: string } & (
  | { facility: MapFacility; location?: never }
  | { location: LocationHit; facility?: never }
);

interface FacilitySearchProps {
  facilities: readonly MapFacility[];
  places: LocationSource;
  /** The name of the last result, shown until the input changes. */
  selectedName: string | undefined;
  onFacility: (facility: MapFacility) => void;
  onLocation: (label: string, goal: Point & { zoom: number }) => void;
}

const maxFacilities = 5;

function useHits(text: string, { facilities, places }: Pick<FacilitySearchProps, 'facilities' | 'places'>) {
  const result = usePlaces(text, places);
  const hits = useMemo<Hit[]>(
    () => [
      ...result.hits.map((location): Hit => ({
        key: `place ${location.label}`,
        label: location.label,
        location,
      })),
      ...matchFacilities(facilities, result.typed, maxFacilities).map((facility): Hit => ({
        key: `club ${facility.id}`,
        label: facility.name,
        detail: `${facility.city}, ${facility.state}`,
        facility,
      })),
    ],
    [result.hits, result.typed, facilities],
  );
  return { hits, typed: result.typed, done: result.done };
}

function useWhenReady(ready: boolean, act: () => void): void {
  const answered = useEffectEvent(act);
  useEffect(() => {
    if (!ready) return undefined;
    const timer = startTimer(() => answered());
    return () => stopTimer(timer);
  }, [ready]);
}

function useFacilitySearch(props: FacilitySearchProps) {
  const { onFacility, onLocation } = props;
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  // Enter before the suggestions are loaded: the best one is selected when they arrive
  const [hasty, setHasty] = useState(false);
  const text = (typed ?? '').trim();
  const { hits, ...search } = useHits(text, props);
  const close = () => {
    setOpen(false);
    setActive(-1);
    setHasty(false);
  };
  const take = ({ label, facility, location }: Hit) => {
    setTyped(undefined);
    close();
    if (facility) onFacility(facility);
    else
      location.locate().then(
        (point) => onLocation(label, { ...point, zoom: location.zoom }),
        () => notify.error('This place could not be found. Try its ZIP code.'),
      );
  };
  const takeBest = () => {
    const best =
      hits.find(({ location }) => location?.isExact) ?? hits.find(({ facility }) => facility) ?? hits[0];
    if (best) take(best);
    else setHasty(false);
  };
  useWhenReady(hasty && search.done, takeBest);
  const isOpen = open && search.typed !== '';
  const onKeyDown = comboboxKeys({
    onMove: (step) => {
      if (text === '') return false;
      setOpen(true);
      setActive(wrappedIndex(active, step, hits.length));
      return true;
    },
    onEnter: () => {
      if (text === '') return false;
      const chosen = isOpen ? hits[active] : undefined;
      if (chosen) take(chosen);
      else if (search.done) takeBest();
      else setHasty(true);
      return true;
    },
    onEscape: () => {
      close();
      return isOpen;
    },
  });
  const type = (next: string) => {
    setTyped(next);
    setOpen(true);
    setActive(-1);
    setHasty(false);
  };
  return { typed, hits, isOpen, active, onKeyDown, take, type, close, begin: () => setOpen(true) };
}

export function FacilitySearch(props: FacilitySearchProps) {
  const id = useId();
  const { typed: entered, hits, isOpen, active, ...search } = useFacilitySearch(props);
  const listId = `${id}-list`;
  return (
    <search className="search-box club-search">
      <label className="hidden-text" htmlFor={id}>
        Club, city or ZIP code
      </label>
      <Icon name="search" />
      <input
        {...comboboxInput({ listId, open: isOpen, active, count: hits.length })}
        id={id}
        className="amplify-input control"
        placeholder="Club, city or ZIP code"
        maxLength={100}
        value={entered ?? props.selectedName ?? ''}
        onFocus={(event) => event.target.select()}
        onClick={search.begin}
        onBlur={search.close}
        onKeyDown={search.onKeyDown}
        onChange={(event) => search.type(event.target.value)}
      />
      {isOpen && (
        <OptionList
          listId={listId}
          label="Places and clubs"
          items={hits}
          active={active}
          keyOf={({ key }) => key}
          onTake={search.take}
          renderItem={(hit) => <Suggestion hit={hit} />}
        />
      )}
      <output className="hidden-text">
        {isOpen && (hits.length === 1 ? '1 suggestion' : `${hits.length} suggestions`)}
      </output>
    </search>
  );
}

const Suggestion = ({ hit: { label, detail, facility } }: { hit: Hit }) => (
  <>
    <span>
      <Icon name={facility ? 'pin' : 'search'} size={16} />
      {label}
      {detail && <span className="quiet">{detail}</span>}
    </span>
    <span className="quiet">{facility ? 'Club' : 'Place'}</span>
  </>
);

/** The step of a member: to enroll, or to request the club instead of another one. */
export function MemberStep({ facility: { id, name } }: { facility: { id: string; name: string } }) {
  const memberIds = useMemberIds();
  const { data, error, retrying, reload } = useEndpoint(
    members.facilityInfo,
    memberIds.length > 0 ? { query: { memberIds } } : null,
  );
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (memberIds.length === 0)
    return <p>To enroll, you need an invitation from your employer or insurer. Ask them for one.</p>;
  if (!data) return <SkeletonLines lines={1} />;
  const others = data.filter(({ facilityId }) => facilityId !== id);
  const information = <Link to={pathTo('facilityInformation')}>Facility Information</Link>;
  return (
    <>
      {others.length < data.length && (
        <p>
          You are enrolled in {name}. See {information}.
        </p>
      )}
      {others.length > 0 && (
        <p>
          You are enrolled in {others.map((other) => other.name).join(' and ')}. To change to {name}, select
          “Request another club” under {information}.
        </p>
      )}
      {data.length < memberIds.length && (
        <p>
          <Link className={buttonClass('primary')} to={pathTo('facilityEnrollment', { facilityId: id })}>
            Enroll in facility
          </Link>
        </p>
      )}
    </>
  );
}
