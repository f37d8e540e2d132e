import { type ReactNode, useEffect, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { Link, Navigate, useParams } from 'react-router-dom';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { aboveTabs } from './page.ts';
import { pathTo } from './addresses.ts';
import { CallError, requestFailed } from '../platform/call-error.ts';
import { useEndpoint } from './data.ts';
import { notify } from './notices.ts';
import { isSessionOver } from './refetch.ts';
import { Icon } from '../ui/Icon.tsx';
import { SkeletonLines, ForbiddenState } from '../ui/states.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { useSession } from './session.tsx';

export type Partner = ResponseOf<typeof partners.get>;

/** Loads a partner for its pages and shows its name, or an error with a link to the list (spec 2 §2). */
export function PartnerFrame({
  children,
}: {
  /** `reload` returns the stored partner. */
  children: (partner: Partner, reload: () => Promise<Partner | undefined>) => ReactNode;
}) {
  const { partnerId = '' } = useParams();
  const { data, error, mutate } = useEndpoint(partners.get, { query: { partnerId } });
  // an expired session keeps the page, which loads the partner after the next login
  if (error && !isSessionOver(error)) return <BackToList error={error} />;
  if (!data)
    return (
      <>
        <PageTitle className="hidden-text">Loading the partner</PageTitle>
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

function Banner({ name }: { name: string }) {
  const banner = (
    <p className="partner-banner">
      <Icon name="user" size={16} />
      <span>
        You are currently controlling {name} partner <Link to={pathTo('partners')}>Back to partners</Link>
      </span>
    </p>
  );
  const container = document.getElementById(aboveTabs);
  return container ? createPortal(banner, container) : banner;
}

function BackToList({ error }: { error: unknown }) {
  useEffect(() => {
    const isMissing = error instanceof CallError && [400, 404].includes(error.status);
    const message = error instanceof CallError ? error.message : requestFailed;
    notify.error(`${isMissing ? 'Partner not found.' : message} Select a partner from the list.`, {
      requestId: error instanceof CallError && !isMissing ? error.requestId : undefined,
    });
  }, [error]);
  return <Navigate replace to={pathTo('partners')} />;
}

/** Returns the page of one partner: an administrator's from the address, a manager's own. */
export const partnerPage = (Page: ComponentType<{ partnerId: string }>) =>
  function PartnerPage() {
    const { partnerId } = useParams();
    const { me } = useSession();
    if (partnerId !== undefined) return <PartnerFrame>{({ id }) => <Page partnerId={id} />}</PartnerFrame>;
    return me?.partnerId ? <Page partnerId={me.partnerId} /> : <ForbiddenState />;
  };
