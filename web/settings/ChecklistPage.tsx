import { Link } from 'react-router-dom';
import type { ChecklistItem } from '../../shared/settings/checklist.ts';
import { settings } from '../../shared/contracts/settings.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';

const badges = {
  done: <StatusBadge color="green" label="Done" />,
  missing: <StatusBadge color="orange" label="Missing" />,
  unknown: <StatusBadge color="blue" label="Unknown" />,
} as const;

export default function ChecklistPage() {
  const { data, error, reload, retrying } = useEndpoint(settings.checklist, {});
  const open = data?.filter(({ state }) => state !== 'done').length;
  return (
    <>
      <PageHeading title="Set-up checklist" lead={lead(open)} />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : data ? (
        data.map((item) => <Item key={item.key} item={item} />)
      ) : (
        <SkeletonLines lines={8} />
      )}
    </>
  );
}

const lead = (open: number | undefined): string =>
  open === undefined
    ? 'Complete these steps before you open the portal to users.'
    : open === 0
      ? 'Setup is complete. The portal is ready for users.'
      : `${open} ${open === 1 ? 'step' : 'steps'} left before you open the portal to users.`;

const Item = ({ item: { title, state, means, action, place } }: { item: ChecklistItem }) => (
  <Card title={title} aside={badges[state]}>
    <p>{means}</p>
    {state === 'missing' && !place && <p>{action}</p>}
    {state === 'unknown' && <p>The email service did not respond. Reload this page in a minute.</p>}
    {state === 'missing' && place && (
      <p>
        <Link className={buttonClass()} to={pathTo(place)}>
          {action}
        </Link>
      </p>
    )}
  </Card>
);
