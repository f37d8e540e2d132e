import { useParams } from 'react-router-dom';
import { PartnerFrame } from '../../partners/PartnerFrame.tsx';
import { RosterChangeView } from './RosterChangeView.tsx';

export default function PartnerRosterChangePage() {
  const { changeId = '' } = useParams();
  return <PartnerFrame>{({ id }) => <RosterChangeView partnerId={id} changeId={changeId} />}</PartnerFrame>;
}
