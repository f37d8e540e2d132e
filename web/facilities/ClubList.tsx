import { useState } from 'react';
import { showMiles } from '../../shared/facilities/distance.ts';
import { facilityLocationTypes } from '../../shared/facilities/facility.ts';
import type { ListedClub } from '../../shared/facilities/locator-list.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { ClubDetail } from './ClubDetail.tsx';

const atATime = 20;

interface ClubListProps {
  clubs: readonly ListedClub[];
  selected: string | undefined;
  /** Undefined when the selected club was chosen again. */
  onSelect: (id: string | undefined) => void;
}

/** The clubs as a list; the selected one shows what else there is to know. */
export function ClubList({ clubs, selected, onSelect }: ClubListProps) {
  const [most, setMost] = useState(atATime);
  const place = clubs.findIndex(({ id }) => id === selected);
  const shown = clubs.slice(0, Math.max(most, place + 1));
  return (
    <section className="club-list" aria-label="Clubs">
      <output className="quiet">
        {clubs.length === 1 ? '1 club' : `${clubs.length.toLocaleString('en-US')} clubs`}
      </output>
      <ul>
        {shown.map((club) => (
          <ClubItem key={club.id} club={club} open={club.id === selected} onSelect={onSelect} />
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

interface ClubItemProps extends Pick<ClubListProps, 'onSelect'> {
  club: ListedClub;
  open: boolean;
}

function ClubItem({ club, open, onSelect }: ClubItemProps) {
  const type = facilityLocationTypes[club.facilityLocationType];
  return (
    <li data-open={open}>
      <button
        type="button"
        className="club-item"
        aria-expanded={open}
        onClick={() => onSelect(open ? undefined : club.id)}
      >
        <span className="club-words">
          <span className="club-name">{club.name}</span>
          <span className="quiet">
            {club.city}, {club.state} {club.zipCode}
            {club.miles !== undefined && <> · {showMiles(club.miles)}</>}
          </span>
        </span>
        <StatusBadge color={type.colour} label={type.name} icon="pin" />
        <Icon name={open ? 'chevron-up' : 'chevron-down'} />
      </button>
      {open && <ClubDetail id={club.id} />}
    </li>
  );
}
