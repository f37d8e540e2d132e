import { useEffect, useEffectEvent, useRef } from 'react';
import type { MapFacility } from '../../../shared/facilities/facility-map.ts';
import { Button } from '../../ui/Button.tsx';
import { Pin } from './MarkPicture.tsx';

interface SharedAddressProps {
  facilities: readonly MapFacility[];
  onChoose: (id: string) => void;
  onClose: () => void;
}

export function SharedAddress({ facilities, onChoose, onClose }: SharedAddressProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  const escape = useEffectEvent(onClose);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') escape();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <section className="map-together" aria-labelledby="map-together-title">
      <header>
        <h3 id="map-together-title">{facilities.length} clubs at one place</h3>
        <Button kind="quiet" icon="close" iconOnly small onClick={onClose}>
          Close
        </Button>
      </header>
      <ul ref={list}>
        {facilities.map(({ id, name, facilityLocationType }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose(id)}>
              <Pin type={facilityLocationType} size={16} />
              {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
