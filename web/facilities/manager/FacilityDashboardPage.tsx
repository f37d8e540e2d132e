import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { pathTo } from '../../app/addresses.ts';
import { useLinks } from '../../app/links.ts';
import { LoadingPage } from '../../shell/LoadingPage.tsx';

export default function FacilityDashboardPage() {
  const links = useLinks();
  const address = links?.facilityDashboard;
  useEffect(() => {
    if (address) window.location.assign(address);
  }, [address]);
  if (!links || address) return <LoadingPage />;
  return <Navigate replace to={pathTo('ownMembers')} />;
}
