import { PartnerFrame } from '../../partners/PartnerFrame.tsx';
import { RosterChanges } from './RosterChanges.tsx';

export default function PartnerRosterChangesPage() {
  return <PartnerFrame>{({ id }) => <RosterChanges partnerId={id} />}</PartnerFrame>;
}
