import { facilities } from '../../shared/facilities/contract.ts';
import { useList } from '../app/data.ts';
import { PaymentsToClub } from '../facilities/PaymentsToClub.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';

/** What the manager's club was and will be paid. */
export default function ClubPaymentsPage() {
  const list = useList(facilities.ownPayments, { query: {} });
  return (
    <>
      <PageHeading title="Payments to your club" lead="Six months at a time, the latest first." />
      <PaymentsToClub list={list} caption="Payments to your club" />
    </>
  );
}
