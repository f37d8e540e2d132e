import { Link } from 'react-router-dom';
import { pathTo } from './addresses.ts';
import { useSession } from './session.tsx';

export function MemberName({ memberId, name }: { memberId: string | null; name: string }) {
  const { role } = useSession();
  return role === 'systemAdmin' && memberId !== null ? (
    <Link to={pathTo('member', { memberId })}>{name}</Link>
  ) : (
    name
  );
}

export function PartnerName({ partnerId, name }: { partnerId: string; name: string }) {
  const { role } = useSession();
  return role === 'systemAdmin' ? <Link to={pathTo('partnerDashboard', { partnerId })}>{name}</Link> : name;
}
