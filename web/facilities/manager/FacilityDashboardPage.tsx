import { useEffect } from 'react';
import { useLinks } from '../../app/links.ts';
import { LoadingPage } from '../../shell/LoadingPage.tsx';
import { FacilityHome } from './FacilityHome.tsx';

/** Redirects to the facility dashboard of the deployment if there is one (spec 1 §2.5). */
export default function FacilityDashboardPage() {
  const links = useLinks();
  const address = links?.facilityDashboard;
  useEffect(() => {
    if (address) window.location.assign(address);
  }, [address]);
  return !links || address ? <LoadingPage /> : <FacilityHome />;
}
