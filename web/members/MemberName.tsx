import { Link } from 'react-router-dom';
import { pathTo } from '../app/addresses.ts';
import { useSession } from '../app/session.tsx';

/** A member's name; administrators open the member's page by it. Who is no member has no id, and no page. */
export function MemberName({ memberId, name }: { memberId: string | null; name: string }) {
  const { role } = useSession();
  return role === 'systemAdmin' && memberId !== null ? (
    <Link to={pathTo('member', { memberId })}>{name}</Link>
  ) : (
    name
  );
}
