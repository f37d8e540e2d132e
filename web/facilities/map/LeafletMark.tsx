import { DivIcon, type Map as LeafletMap, Marker } from 'leaflet';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Point } from '../../../shared/facilities/distance.ts';
import type { Mark } from './clusters.ts';
import { type EngineProps, markBox, markName } from './engine.ts';
import { MarkPicture } from './MarkPicture.tsx';

function makeMarker(mark: Mark, html: HTMLElement): Marker {
  const { size: iconSize, anchor: iconAnchor } = markBox(mark);
  const icon = new DivIcon({ html, className: 'map-place', iconSize, iconAnchor });
  return new Marker([mark.point.latitude, mark.point.longitude], { icon });
}

interface LeafletMarkProps extends Pick<EngineProps, 'onMark'> {
  map: LeafletMap;
  mark: Mark;
  selected: boolean;
}

/** One mark on the built-in map: a button that is reachable by keyboard. */
export function LeafletMark({ map, mark, selected, onMark }: LeafletMarkProps) {
  const [element] = useState(() => document.createElement('span'));
  const [marker] = useState(() => makeMarker(mark, element));
  const onClick = useEffectEvent(() => onMark(mark));
  useEffect(() => {
    marker.addTo(map).on('click', () => onClick());
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      onClick();
    };
    const button = marker.getElement();
    button?.addEventListener('keydown', onKey);
    return () => {
      button?.removeEventListener('keydown', onKey);
      // focus moves to the map when the focused mark opens or is removed
      if (button?.contains(document.activeElement)) map.getContainer().focus();
      marker.off().remove();
    };
  }, [map, marker]);
  const name = markName(mark);
  useEffect(() => {
    const button = marker.getElement();
    button?.setAttribute('aria-label', name);
    button?.setAttribute('title', name);
    if (mark.kind === 'place') button?.setAttribute('aria-pressed', String(selected));
    marker.setZIndexOffset(selected ? 10_000 : 0);
  }, [marker, name, selected, mark.kind]);
  return createPortal(<MarkPicture mark={mark} selected={selected} />, element);
}

export function HereMark({ map, here }: { map: LeafletMap; here: Point }) {
  const [element] = useState(() => document.createElement('span'));
  useEffect(() => {
    const icon = new DivIcon({ html: element, className: 'map-place', iconSize: [22, 22] });
    const { latitude, longitude } = here;
    const marker = new Marker([latitude, longitude], { icon, interactive: false, keyboard: false }).addTo(
      map,
    );
    return () => void marker.remove();
  }, [map, here, element]);
  return createPortal(
    <span className="map-here">
      <span className="hidden-text">You are here</span>
    </span>,
    element,
  );
}
