import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import type { MapFacility } from '../../shared/facilities/facility-map.ts';
import type { Point } from '../../shared/facilities/distance.ts';
import { matchFacilities } from '../../shared/facilities/locator-list.ts';
import { notify } from '../app/notices.ts';
import { comboboxInput, comboboxKeys, OptionList, wrappedIndex } from '../ui/combobox.tsx';
import { Icon } from '../ui/Icon.tsx';
import { type PlaceHit, type PlaceSource } from './map/place-source.ts';
import { usePlaces } from './use-places.ts';
import { startTimer, stopTimer } from '../platform/time-and-chance.ts';

type Hit = { key: string; label: string; detail?: string } & (
  | { club: MapFacility; place?: never }
  | { place: PlaceHit; club?: never }
);

interface ClubSearchProps {
  clubs: readonly MapFacility[];
  places: PlaceSource;
  /** The name of the last result, shown until the input changes. */
  found: string | undefined;
  onClub: (club: MapFacility) => void;
  onPlace: (label: string, goal: Point & { zoom: number }) => void;
}

const maxClubs = 5;

function useHits(text: string, { clubs, places }: Pick<ClubSearchProps, 'clubs' | 'places'>) {
  const answer = usePlaces(text, places);
  const hits = useMemo<Hit[]>(
    () => [
      ...answer.hits.map((place): Hit => ({ key: `place ${place.label}`, label: place.label, place })),
      ...matchFacilities(clubs, answer.typed, maxClubs).map((club): Hit => ({
        key: `club ${club.id}`,
        label: club.name,
        detail: `${club.city}, ${club.state}`,
        club,
      })),
    ],
    [answer.hits, answer.typed, clubs],
  );
  return { hits, typed: answer.typed, done: answer.done };
}

function useWhenReady(ready: boolean, act: () => void): void {
  const answered = useEffectEvent(act);
  useEffect(() => {
    if (!ready) return undefined;
    const timer = startTimer(() => answered());
    return () => stopTimer(timer);
  }, [ready]);
}

function useFacilitySearch(props: ClubSearchProps) {
  const { onClub, onPlace } = props;
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  // Enter before the suggestions are loaded: the best one is selected when they arrive
  const [hasty, setHasty] = useState(false);
  const text = (typed ?? '').trim();
  const { hits, ...answer } = useHits(text, props);
  const close = () => {
    setOpen(false);
    setActive(-1);
    setHasty(false);
  };
  const take = ({ label, club, place }: Hit) => {
    setTyped(undefined);
    close();
    if (club) onClub(club);
    else
      place.locate().then(
        (point) => onPlace(label, { ...point, zoom: place.zoom }),
        () => notify.error('This place could not be found. Try its ZIP code.'),
      );
  };
  const takeBest = () => {
    const best = hits.find(({ place }) => place?.isExact) ?? hits.find(({ club }) => club) ?? hits[0];
    if (best) take(best);
    else setHasty(false);
  };
  useWhenReady(hasty && answer.done, takeBest);
  const shown = open && answer.typed !== '';
  const onKeyDown = comboboxKeys({
    onMove: (step) => {
      if (text === '') return false;
      setOpen(true);
      setActive(wrappedIndex(active, step, hits.length));
      return true;
    },
    onEnter: () => {
      if (text === '') return false;
      const chosen = shown ? hits[active] : undefined;
      if (chosen) take(chosen);
      else if (answer.done) takeBest();
      else setHasty(true);
      return true;
    },
    onEscape: () => {
      close();
      return shown;
    },
  });
  const type = (next: string) => {
    setTyped(next);
    setOpen(true);
    setActive(-1);
    setHasty(false);
  };
  return { typed, hits, shown, active, onKeyDown, take, type, close, begin: () => setOpen(true) };
}

export function FacilitySearch(props: ClubSearchProps) {
  const id = useId();
  const { typed: entered, hits, shown, active, ...search } = useFacilitySearch(props);
  const listId = `${id}-list`;
  return (
    <search className="search-box club-search">
      <label className="hidden-text" htmlFor={id}>
        Club, city or ZIP code
      </label>
      <Icon name="search" />
      <input
        {...comboboxInput({ listId, open: shown, active, count: hits.length })}
        id={id}
        className="amplify-input control"
        placeholder="Club, city or ZIP code"
        maxLength={100}
        value={entered ?? props.found ?? ''}
        onFocus={(event) => event.target.select()}
        onClick={search.begin}
        onBlur={search.close}
        onKeyDown={search.onKeyDown}
        onChange={(event) => search.type(event.target.value)}
      />
      {shown && (
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
        {shown && (hits.length === 1 ? '1 suggestion' : `${hits.length} suggestions`)}
      </output>
    </search>
  );
}

const Suggestion = ({ hit: { label, detail, club } }: { hit: Hit }) => (
  <>
    <span>
      <Icon name={club ? 'pin' : 'search'} size={16} />
      {label}
      {detail && <span className="quiet">{detail}</span>}
    </span>
    <span className="quiet">{club ? 'Club' : 'Place'}</span>
  </>
);
