import { PartnerFrame } from '../partners/PartnerFrame.tsx';
import { VisitLog } from './VisitLog.tsx';

export default function PartnerVisitsPage() {
  return <PartnerFrame>{({ id }) => <VisitLog partnerId={id} reader="administrator" />}</PartnerFrame>;
}
