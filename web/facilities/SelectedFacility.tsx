import type { MapFacility } from '../../shared/facilities/facility-map.ts';
import { Button } from '../ui/Button.tsx';
import { FacilityDetail } from './FacilityDetail.tsx';

interface ChosenClubProps {
  club: MapFacility;
  mayEnroll: boolean;
  onClose: () => void;
}

/** The selected club under the map of a phone, where no list is visible. */
export const SelectedFacility = ({ club, mayEnroll, onClose }: ChosenClubProps) => (
  <section className="locator-selected card" aria-labelledby="selected-facility">
    <header className="card-head">
      <h2 id="selected-facility">{club.name}</h2>
      <Button kind="quiet" icon="close" iconOnly onClick={onClose}>
        Close
      </Button>
    </header>
    <FacilityDetail id={club.id} mayEnroll={mayEnroll} />
  </section>
);
