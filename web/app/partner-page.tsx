import type { ComponentType } from 'react';
import { useParams } from 'react-router-dom';
import { useSession } from './session.tsx';
import { ForbiddenState } from '../ui/states.tsx';
import { PartnerFrame } from './PartnerFrame.tsx';

/** Returns the page of one partner: an administrator's from the address, a manager's own. */
export const partnerPage = (Page: ComponentType<{ partnerId: string }>) =>
  function PartnerPage() {
    const { partnerId } = useParams();
    const { me } = useSession();
    if (partnerId !== undefined) return <PartnerFrame>{({ id }) => <Page partnerId={id} />}</PartnerFrame>;
    return me?.partnerId ? <Page partnerId={me.partnerId} /> : <ForbiddenState />;
  };
