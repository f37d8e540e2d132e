import { useEffect, useRef, useState } from 'react';
import { showMiles } from '../../shared/facilities/distance.ts';
import { facilityLocationTypes } from '../../shared/facilities/facility.ts';
import type { ListedClub } from '../../shared/facilities/locator-list.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { FacilityDetail } from './FacilityDetail.tsx';

const atATime = 20;

interface ClubListProps {
  clubs: readonly ListedClub[];
  inView: number;
  selected: string | undefined;
  mayEnroll: boolean;
  heading: 'h2' | 'h3';
  /** Receives undefined when the selected club is selected again. */
  onSelect: (id: string | undefined) => void;
}

export function FacilityList({ clubs, inView, selected, mayEnroll, heading, onSelect }: ClubListProps) {
  const [most, setMost] = useState(atATime);
  const place = clubs.findIndex(({ id }) => id === selected);
  const shown = clubs.slice(0, Math.max(most, place + 1));
  return (
    <section className="facility-list" aria-label="Clubs">
      <output className="quiet">
        {inView === 1 ? '1 club on the map' : `${inView.toLocaleString('en-US')} clubs on the map`}
      </output>
      <ul>
        {shown.map((club) => (
          <ClubItem
            key={club.id}
            club={club}
            open={club.id === selected}
            mayEnroll={mayEnroll}
            heading={heading}
            onSelect={onSelect}
          />
        ))}
      </ul>
      {shown.length < clubs.length && (
        <Button onClick={() => setMost(most + atATime)}>
          Show {Math.min(atATime, clubs.length - shown.length)} more
        </Button>
      )}
    </section>
  );
}

interface ClubItemProps extends Pick<ClubListProps, 'mayEnroll' | 'heading' | 'onSelect'> {
  club: ListedClub;
  open: boolean;
}

function ClubItem({ club, open, mayEnroll, heading: Heading, onSelect }: ClubItemProps) {
  const type = facilityLocationTypes[club.facilityLocationType];
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
          onClick={() => onSelect(open ? undefined : club.id)}
        >
          <span className="club-words">
            <span className="club-name">{club.name}</span>
            <span className="quiet">
              {club.city}, {club.state} {club.zipCode} · {showMiles(club.miles)}
            </span>
          </span>
          <StatusBadge color={type.color} label={type.name} icon="pin" />
          <Icon name={open ? 'chevron-up' : 'chevron-down'} />
        </button>
      </Heading>
      {open && <FacilityDetail id={club.id} mayEnroll={mayEnroll} />}
    </li>
  );
}
