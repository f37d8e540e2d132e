import { Navigate } from 'react-router-dom';
import { homeOf } from '../app/page.ts';
import { useSession } from '../app/session.tsx';

export default function DashboardPage() {
  const { role } = useSession();
  const home = homeOf[role];
  return <Navigate replace to={home === '/' ? '/?login=true&redirectUrl=%2Fdashboard' : home} />;
}
