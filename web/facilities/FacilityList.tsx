import { useEffect, useRef, useState } from 'react';
import { showMiles } from '../../shared/facilities/distance.ts';
import { facilityLocationTypes } from '../../shared/facilities/facility.ts';
import type { ListedFacility } from '../../shared/facilities/locator-list.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { FacilityDetail } from './FacilityDetail.tsx';

const atATime = 20;

interface FacilityListProps {
  facilities: readonly ListedFacility[];
  inView: number;
  selected: string | undefined;
  mayEnroll: boolean;
  heading: 'h2' | 'h3';
  /** Receives undefined when the selected club is selected again. */
  onSelect: (id: string | undefined) => void;
}

export function FacilityList({
  facilities,
  inView,
  selected,
  mayEnroll,
  heading,
  onSelect,
}: FacilityListProps) {
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
            mayEnroll={mayEnroll}
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

interface FacilityItemProps extends Pick<FacilityListProps, 'mayEnroll' | 'heading' | 'onSelect'> {
  facility: ListedFacility;
  open: boolean;
}

function FacilityItem({ facility, open, mayEnroll, heading: Heading, onSelect }: FacilityItemProps) {
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
      {open && <FacilityDetail id={facility.id} mayEnroll={mayEnroll} />}
    </li>
  );
}
