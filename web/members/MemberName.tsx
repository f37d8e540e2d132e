import { Link } from 'react-router-dom';
import { pathTo } from '../app/addresses.ts';
import { useSession } from '../app/session.tsx';

/**
 * Member name; administrators get a link to the member's page. Nonmembers have no ID and no link.
 */
export function MemberName({ memberId, name }: { memberId: string | null; name: string }) {
  const { role } = useSession();
  return role === 'systemAdmin' && memberId !== null ? (
    <Link to={pathTo('member', { memberId })}>{name}</Link>
  ) : (
    name
  );
}
