import { Activity } from './Activity.tsx';
import { PartnerFrame } from './PartnerFrame.tsx';

export default function PartnerActivityPage() {
  return <PartnerFrame>{({ id }) => <Activity partnerId={id} />}</PartnerFrame>;
}
