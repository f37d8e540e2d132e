import { Navigate } from 'react-router-dom';
import { homeOf } from '../app/page.ts';
import { useSession } from '../app/session.tsx';

/** One address for everybody's dashboard: leads to the area of whoever is signed in, and asks the others to sign in. */
export default function DashboardPage() {
  const { role } = useSession();
  const home = homeOf[role];
  return <Navigate replace to={home === '/' ? '/?login=true&redirectUrl=%2Fdashboard' : home} />;
}
