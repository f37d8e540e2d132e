import { PartnerFrame } from '../partners/PartnerFrame.tsx';
import { PaymentsOfPartner } from './PaymentsOfPartner.tsx';

export default function PartnerOwnPaymentsPage() {
  return <PartnerFrame>{({ id }) => <PaymentsOfPartner partnerId={id} />}</PartnerFrame>;
}
