import type { MapFacility } from '../../shared/facilities/facility-map.ts';
import { Button } from '../ui/Button.tsx';
import { ClubDetail } from './ClubDetail.tsx';

interface ChosenClubProps {
  club: MapFacility;
  mayEnroll: boolean;
  onClose: () => void;
}

/** The selected club under the map of a phone, where no list is in sight. */
export const ChosenClub = ({ club, mayEnroll, onClose }: ChosenClubProps) => (
  <section className="locator-chosen card" aria-labelledby="chosen-club">
    <header className="card-head">
      <h2 id="chosen-club">{club.name}</h2>
      <Button kind="quiet" icon="close" iconOnly onClick={onClose}>
        Close
      </Button>
    </header>
    <ClubDetail id={club.id} mayEnroll={mayEnroll} />
  </section>
);
