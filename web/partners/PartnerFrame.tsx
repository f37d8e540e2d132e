import type { ReactNode } from 'react';
import { Link, Navigate, useParams } from 'react-router-dom';
import type { Answer } from '../../shared/endpoint.ts';
import { partners } from '../../shared/partners/contract.ts';
import { useEndpoint } from '../data.ts';
import { Icon } from '../ui/Icon.tsx';
import { SkeletonLines } from '../ui/states.tsx';

export type Partner = Answer<typeof partners.get>;

/**
 * Around every page of one partner: loads it, says whom one controls, and leads back to the list when it cannot be
 * loaded (spec 2 §2).
 */
export function PartnerFrame({
  children,
}: {
  children: (partner: Partner, reload: () => void) => ReactNode;
}) {
  const { partnerId = '' } = useParams();
  const { data, error, reload } = useEndpoint(partners.get, { query: { partnerID: partnerId } });
  if (error) return <Navigate replace to="/admin/partners/list" />;
  if (!data) return <SkeletonLines lines={6} />;
  return (
    <>
      <p className="partner-banner">
        <Icon name="user" size={16} />
        You are currently controlling {data.name} partner
        <Link to="/admin/partners/list">Back to partners</Link>
      </p>
      {children(data, reload)}
    </>
  );
}
