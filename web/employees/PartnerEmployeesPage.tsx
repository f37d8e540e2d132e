import { PartnerFrame } from '../partners/PartnerFrame.tsx';
import { EmployeeManagement } from './EmployeeManagement.tsx';

export default function PartnerEmployeesPage() {
  return <PartnerFrame>{({ id }) => <EmployeeManagement partnerId={id} />}</PartnerFrame>;
}
