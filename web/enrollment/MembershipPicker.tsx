import { enrollment } from '../../shared/contracts/enrollment.ts';
import { useAddress } from '../app/address.ts';
import { useEndpoint } from '../app/data.ts';
import { useMemberIds } from '../app/session.tsx';

export function useMembership(): { memberId: string | undefined; choose: (id: string) => void } {
  const ids = useMemberIds();
  const [{ member }, change] = useAddress('member');
  return { memberId: ids.find((id) => id === member) ?? ids[0], choose: (id) => change({ member: id }) };
}

export function MembershipPicker() {
  const ids = useMemberIds();
  const { memberId, choose } = useMembership();
  if (ids.length < 2) return null;
  return (
    <ul className="chips" aria-label="Membership">
      {ids.map((id) => (
        <li key={id}>
          <button type="button" className="chip" aria-pressed={id === memberId} onClick={() => choose(id)}>
            <MembershipName id={id} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function MembershipName({ id }: { id: string }) {
  const { data } = useEndpoint(enrollment.legalContract, { query: { memberId: id } });
  return data?.partnerName ?? 'Membership';
}
