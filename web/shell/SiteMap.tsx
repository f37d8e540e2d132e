import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../app/addresses.ts';
import { notify } from '../app/notices.ts';
import { isVisibleIn, mayOpen, type PageDefinition, partOf } from '../app/page.ts';
import { usePageConditions } from '../app/page-conditions.ts';
import { useSession } from '../app/session.tsx';
import { requestFailed } from '../platform/call-error.ts';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import './site-map.css';

const publicName = 'Public pages';

const notForReaders = new Set<string>([paths.healthcheck, paths.agentForm]);

const isListed = (page: PageDefinition): boolean =>
  !page.path.includes(':') &&
  !page.isPrivate &&
  !page.sameAs &&
  (partOf(page.path) ? !page.hidden : !notForReaders.has(page.path));

interface SiteMapProps {
  visitorPages: readonly PageDefinition[];
  /** Loads the contracts of all areas, which visitors do not need. */
  loadAreaPages: () => Promise<readonly PageDefinition[]>;
}

export function SiteMap({ visitorPages, loadAreaPages }: SiteMapProps) {
  const { role, me } = useSession();
  const [areaPages, setAreaPages] = useState<readonly PageDefinition[]>([]);
  const conditions = usePageConditions();
  const isGuest = role === 'guest';
  useEffect(() => {
    if (!isGuest) loadAreaPages().then(setAreaPages, () => notify.error(requestFailed));
  }, [isGuest, loadAreaPages]);
  const listed = [...visitorPages, ...areaPages].filter(
    (page) => isListed(page) && mayOpen({ role, me }, page) && isVisibleIn(conditions, page),
  );
  const parts = Map.groupBy(listed, ({ path }) => partOf(path)?.name ?? publicName);
  return (
    <>
      <PageHeading title="Site map" lead="All pages that you can open." />
      <div className="site-map">
        {[...parts].map(([name, rows]) => (
          <Card key={name} title={name}>
            <ul>
              {rows.map(({ path, section, label }) => (
                <li key={path}>
                  <Link to={path}>{section ? `${section}: ${label}` : label}</Link>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </>
  );
}
