import { PartnerFrame } from '../../partners/PartnerFrame.tsx';
import { PayrollOfPartner } from './PayrollOfPartner.tsx';

export default function PartnerPayrollPage() {
  return <PartnerFrame>{({ id }) => <PayrollOfPartner partnerId={id} />}</PartnerFrame>;
}
