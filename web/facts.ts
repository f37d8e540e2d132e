import { useParams } from 'react-router-dom';
import { groupMemberships } from '../shared/group-memberships/contract.ts';
import { useEndpoint } from './data.ts';
import { useSession } from './session.tsx';

/** What decides, beside the role, whether a page is offered (`shown` of its row). */
export interface Facts {
  /** The partner one controls, or manages, takes part in group memberships. */
  groupMembershipAdded: boolean;
}

/**
 * The facts of where one is; each is asked for once and kept, by the endpoint that knows it. Undefined while any is on
 * its way. A fact that cannot be had counts as true: the page then says itself what is wrong.
 */
export function useFacts(): Facts | undefined {
  const { me } = useSession();
  const partnerId = useParams().partnerId ?? me?.partnerId ?? undefined;
  const added = useEndpoint(
    groupMemberships.isGroupMembershipAddedToPartner,
    partnerId === undefined ? null : { query: { partnerId } },
  );
  if (added.loading) return undefined;
  return { groupMembershipAdded: added.data ?? partnerId !== undefined };
}
