/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the combobox pattern of ARIA has no HTML tags that can be searched */
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import type { MapFacility } from '../../shared/facilities/facility-map.ts';
import type { Point } from '../../shared/facilities/distance.ts';
import { matchFacilities } from '../../shared/facilities/locator-list.ts';
import { notify } from '../app/notices.ts';
import { Icon } from '../ui/Icon.tsx';
import { type PlaceHit, type PlaceSource } from './place-source.ts';
import { usePlaces } from './use-places.ts';
import { startTimer, stopTimer } from '../app/time-and-chance.ts';

type Hit = { key: string; label: string; detail?: string } & (
  { club: MapFacility; place?: never } | { place: PlaceHit; club?: never }
);

interface ClubSearchProps {
  clubs: readonly MapFacility[];
  places: PlaceSource;
  /** The name of what was found last, shown until something else is typed. */
  found: string | undefined;
  onClub: (club: MapFacility) => void;
  onPlace: (label: string, goal: Point & { zoom: number }) => void;
}

const mostClubs = 5;

/** One search for places and clubs: arrow keys move, Enter takes, Escape closes. */
export function FacilitySearch({ clubs, places, found, onClub, onPlace }: ClubSearchProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  // Enter came before the answer: the best of it is taken when it is there
  const [hasty, setHasty] = useState(false);
  const text = (typed ?? '').trim();
  const answer = usePlaces(text, places);
  const hits = useMemo<Hit[]>(
    () => [
      ...answer.hits.map((place): Hit => ({ key: `place ${place.label}`, label: place.label, place })),
      ...matchFacilities(clubs, answer.typed, mostClubs).map((club): Hit => ({
        key: `club ${club.id}`,
        label: club.name,
        detail: `${club.city}, ${club.state}`,
        club,
      })),
    ],
    [answer.hits, answer.typed, clubs],
  );
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
  const answered = useEffectEvent(takeBest);
  const ready = hasty && answer.done;
  useEffect(() => {
    if (!ready) return undefined;
    const timer = startTimer(() => answered());
    return () => stopTimer(timer);
  }, [ready]);

  const shown = open && answer.typed !== '';
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined && text !== '') {
      event.preventDefault();
      setOpen(true);
      setActive(Math.max(0, (active + move + hits.length) % Math.max(1, hits.length)));
    } else if (event.key === 'Enter' && text !== '') {
      event.preventDefault();
      const chosen = shown ? hits[active] : undefined;
      if (chosen) take(chosen);
      else if (answer.done) takeBest();
      else setHasty(true);
    } else if (event.key === 'Escape') {
      if (shown) event.preventDefault();
      close();
    }
  };
  return (
    <search className="search-box club-search">
      <label className="hidden-text" htmlFor={id}>
        Club, city or ZIP code
      </label>
      <Icon name="search" />
      <input
        id={id}
        className="amplify-input control"
        role="combobox"
        placeholder="Club, city or ZIP code"
        autoComplete="off"
        maxLength={100}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? `${id}-list` : undefined}
        aria-activedescendant={shown && hits[active] ? `${id}-${active}` : undefined}
        value={typed ?? found ?? ''}
        onFocus={(event) => event.target.select()}
        onClick={() => setOpen(true)}
        onBlur={close}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.target.value);
          setOpen(true);
          setActive(-1);
          setHasty(false);
        }}
      />
      {shown && <Hits id={id} hits={hits} active={active} onTake={take} />}
      <output className="hidden-text">
        {shown && (hits.length === 1 ? '1 suggestion' : `${hits.length} suggestions`)}
      </output>
    </search>
  );
}

interface HitsProps {
  id: string;
  hits: readonly Hit[];
  active: number;
  onTake: (hit: Hit) => void;
}

const Hits = ({ id, hits, active, onTake }: HitsProps) => (
  <div className="options" role="listbox" tabIndex={-1} id={`${id}-list`} aria-label="Places and clubs">
    {hits.map((hit, index) => (
      <div
        key={hit.key}
        id={`${id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === active}
        data-active={index === active}
        ref={(item) => {
          if (index === active) item?.scrollIntoView({ block: 'nearest' });
        }}
        // Pointer down, not click: the field would lose its focus and close the list first.
        onPointerDown={(event) => {
          event.preventDefault();
          onTake(hit);
        }}
      >
        <span>
          <Icon name={hit.club ? 'pin' : 'search'} size={16} />
          {hit.label}
          {hit.detail && <span className="quiet">{hit.detail}</span>}
        </span>
        <span className="quiet">{hit.club ? 'Club' : 'Place'}</span>
      </div>
    ))}
    {hits.length === 0 && (
      <div className="options-empty" role="option" tabIndex={-1} aria-selected={false} aria-disabled>
        No results
      </div>
    )}
  </div>
);
