import { lazy, Suspense, useState } from 'react';
import type { Point } from '../../shared/facilities/distance.ts';
import { LocateMe } from '../facilities/LocateMe.tsx';
import { Button } from '../ui/Button.tsx';
import { SkeletonLines } from '../ui/states.tsx';
import './club-finder.css';

const FacilitySearchResults = lazy(() => import('./ClubSearchResults.tsx'));

export function FacilityFinder() {
  const [cityOrZip, setCityOrZip] = useState('');
  const [search, setSearch] = useState<string | Point>();
  return (
    <section className="club-finder" aria-labelledby="finder-title">
      <h2 id="finder-title">Find a club near you</h2>
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setSearch(cityOrZip.trim());
          }}
        >
          <label htmlFor="finder">City or ZIP code</label>
          <input
            id="finder"
            className="amplify-input control"
            autoComplete="off"
            maxLength={80}
            value={cityOrZip}
            onChange={(event) => setCityOrZip(event.target.value)}
          />
          <Button type="submit" kind="primary" icon="search" disabled={cityOrZip.trim() === ''}>
            Find clubs
          </Button>
          <LocateMe onHere={setSearch} />
        </form>
      </search>
      {search && (
        <Suspense fallback={<SkeletonLines lines={3} />}>
          <FacilitySearchResults search={search} />
        </Suspense>
      )}
    </section>
  );
}
