import { Link } from 'react-router-dom';
import { paths } from '../app/addresses.ts';
import { mayOpen, type PageDefinition, partOf, visibleWhen } from '../app/page.ts';
import { useSession } from '../app/session.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import './site-map.css';

const publicName = 'Public pages';

const notForReaders = new Set<string>([paths.healthcheck, paths.agentForm]);

const isListed = (page: PageDefinition): boolean =>
  !page.path.includes(':') &&
  !page.sameAs &&
  !visibleWhen(page) &&
  (partOf(page.path) ? !page.hidden : !notForReaders.has(page.path));

export function SiteMap({ pages }: { pages: readonly PageDefinition[] }) {
  const { role } = useSession();
  const listed = pages.filter((page) => isListed(page) && mayOpen(role, page));
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
