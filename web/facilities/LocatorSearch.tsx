import { useState } from 'react';
import { facilities } from '../../shared/facilities/contract.ts';
import type { Point } from '../../shared/facilities/distance.ts';
import type { Place } from '../../shared/facilities/places.ts';
import { useEndpoint } from '../data.ts';
import { notify } from '../notices.ts';
import { Button } from '../ui/Button.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';

interface LocatorSearchProps {
  text: string;
  /** The place that distances are measured from. */
  near: string | undefined;
  plans: string | undefined;
  onText: (text: string) => void;
  onPlace: (place: Place | undefined) => void;
  onPlans: (plans: string | undefined) => void;
  onHere: (point: Point) => void;
}

/** Search box, the places that fit what is typed, and the filter by plan. */
export function LocatorSearch(props: LocatorSearchProps) {
  const { text, near, plans: chosen, onText, onPlace, onPlans } = props;
  const places = useEndpoint(facilities.suggestAddresses, text ? { query: { query: text } } : null);
  const plans = useEndpoint(facilities.plans, {});
  return (
    <div className="locator-search">
      <div className="locator-search-row">
        <SearchBox label="Club, city or ZIP code" value={text} onChange={onText} wait={250} />
        <LocateMe onHere={props.onHere} />
      </div>
      {places.data && places.data.length > 0 && (
        <div className="locator-choices">
          <span className="quiet">Sort by distance from</span>
          <ul className="chips">
            {places.data.map((place) => (
              <li key={place.label}>
                <button type="button" className="chip" onClick={() => onPlace(place)}>
                  {place.label}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <ul className="chips" aria-label="Filter">
        {near && (
          <li>
            <button type="button" className="chip" aria-pressed onClick={() => onPlace(undefined)}>
              Near {near}
              <span aria-hidden>×</span>
            </button>
          </li>
        )}
        {plans.data?.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              className="chip"
              aria-pressed={chosen === String(id)}
              onClick={() => onPlans(chosen === String(id) ? undefined : String(id))}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Asks the browser where the person is; stays away once that was refused (spec 3 §4). */
function LocateMe({ onHere }: { onHere: (point: Point) => void }) {
  const [state, setState] = useState<'ready' | 'asking' | 'denied'>('ready');
  if (state === 'denied') return null;
  const ask = () => {
    if (!('geolocation' in navigator)) {
      notify.error('Geolocation is not supported by this browser.');
      return;
    }
    setState('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('ready');
        onHere({ latitude: coords.latitude, longitude: coords.longitude });
      },
      ({ code }) => {
        setState(code === 1 ? 'denied' : 'ready');
        if (code !== 1) notify.error('Your location could not be found. Search by city or ZIP code instead.');
      },
      { timeout: 10_000 },
    );
  };
  return (
    <Button icon="pin" busy={state === 'asking'} busyLabel="Looking…" onClick={ask}>
      Locate me
    </Button>
  );
}
