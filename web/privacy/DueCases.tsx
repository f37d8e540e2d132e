import { Link } from 'react-router-dom';
import { privacy } from '../../shared/contracts/privacy.ts';
import { plural } from '../../shared/number-words.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';

/** Announces privacy requests with a near or passed deadline on the home page of administrators. */
export function DueCases() {
  const { data } = useEndpoint(privacy.dueCases, {});
  if (!data || data.dueSoon === 0) return null;
  const late = data.late > 0 ? ` ${plural(data.late, 'request is', 'requests are')} late.` : '';
  return (
    <Card title="Privacy requests">
      <p>
        {plural(data.dueSoon, 'request is', 'requests are')} due within ten days or late.{late}
      </p>
      <div className="page-actions">
        <Link className={buttonClass()} to={pathTo('privacyCases')}>
          Show privacy requests
        </Link>
      </div>
    </Card>
  );
}
