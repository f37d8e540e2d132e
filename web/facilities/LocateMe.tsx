import { useEffect, useState } from 'react';
import type { Point } from '../../shared/facilities/distance.ts';
import { notify } from '../app/notices.ts';
import { Button } from '../ui/Button.tsx';

/** Requests the location from the browser; hidden after a denied permission (spec 3 §4). */
export function LocateMe({ onHere }: { onHere: (point: Point) => void }) {
  const [state, setState] = useState<'ready' | 'asking' | 'denied'>('ready');
  useEffect(() => {
    const look = async () => {
      const permission = await navigator.permissions?.query({ name: 'geolocation' });
      if (permission?.state === 'denied') setState('denied');
    };
    // a browser without the Permissions API reports a denial with the request
    look().catch(() => {});
  }, []);
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
    <Button icon="locate" busy={state === 'asking'} busyLabel="Looking…" onClick={ask}>
      Locate me
    </Button>
  );
}
