import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { Link, Navigate, useParams } from 'react-router-dom';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { partners } from '../../shared/partners/contract.ts';
import { aboveTabs } from '../app/above-tabs.ts';
import { pathTo } from '../app/addresses.ts';
import { CallError, requestFailed } from '../app/call-error.ts';
import { useEndpoint } from '../app/data.ts';
import { notify } from '../app/notices.ts';
import { isSessionOver } from '../app/read-after-sign-in.ts';
import { Icon } from '../ui/Icon.tsx';
import { SkeletonLines } from '../ui/states.tsx';

export type Partner = ResponseOf<typeof partners.get>;

/**
 * Around every page of one partner: loads it, says whom one controls, and leads back to the list when it cannot be
 * loaded (spec 2 §2).
 */
export function PartnerFrame({
  children,
}: {
  /** `reload` answers the partner that is stored now. */
  children: (partner: Partner, reload: () => Promise<Partner | undefined>) => ReactNode;
}) {
  const { partnerId = '' } = useParams();
  const { data, error, mutate } = useEndpoint(partners.get, { query: { partnerId } });
  // who is asked to log in again stays, and finds the partner then
  if (error && !isSessionOver(error)) return <BackToList error={error} />;
  if (!data)
    return (
      <>
        <h1 className="hidden-text">Loading the partner</h1>
        <SkeletonLines lines={6} />
      </>
    );
  return (
    <>
      <Banner name={data.name} />
      {children(data, () => mutate())}
    </>
  );
}

/** Whom one controls, above the tabs of the partner's pages. */
function Banner({ name }: { name: string }) {
  const banner = (
    <p className="partner-banner">
      <Icon name="user" size={16} />
      <span>
        You are currently controlling {name} partner <Link to={pathTo('partners')}>Back to partners</Link>
      </span>
    </p>
  );
  const place = document.getElementById(aboveTabs);
  return place ? createPortal(banner, place) : banner;
}

/** Leads back to the list and says why. */
function BackToList({ error }: { error: unknown }) {
  useEffect(() => {
    const isGone = error instanceof CallError && [400, 404].includes(error.status);
    const message = error instanceof CallError ? error.message : requestFailed;
    notify.error(`${isGone ? 'Partner not found.' : message} Choose a partner from the list.`, {
      requestId: error instanceof CallError && !isGone ? error.requestId : undefined,
    });
  }, [error]);
  return <Navigate replace to={pathTo('partners')} />;
}
