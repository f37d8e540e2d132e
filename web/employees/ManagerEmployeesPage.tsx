import { useSession } from '../app/session.tsx';
import { ForbiddenState } from '../ui/states.tsx';
import { EmployeeManagement } from './EmployeeManagement.tsx';

export default function ManagerEmployeesPage() {
  const { me } = useSession();
  return me?.partnerId ? <EmployeeManagement partnerId={me.partnerId} /> : <ForbiddenState />;
}
