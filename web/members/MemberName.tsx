import { Link } from 'react-router-dom';
import { pathTo } from '../app/addresses.ts';
import { useSession } from '../app/session.tsx';

/** A member's name; administrators open the member's page by it. */
export function MemberName({ memberId, name }: { memberId: string; name: string }) {
  const { role } = useSession();
  return role === 'systemAdmin' ? <Link to={pathTo('member', { memberId })}>{name}</Link> : name;
}
