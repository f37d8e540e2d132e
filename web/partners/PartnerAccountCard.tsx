import { mayCall } from '../../shared/endpoint.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { loadOnce } from '../app/data.ts';
import { useSession } from '../app/session.tsx';
import { BankAccountCard, type CardAccount } from '../bank-accounts/BankAccountCard.tsx';

export function PartnerAccountCard({ account }: { account: CardAccount }) {
  const { role } = useSession();
  return (
    <BankAccountCard
      title="Current linked account"
      account={account}
      retrieve={
        mayCall(role, partners.bankAccountDetails)
          ? (query) => loadOnce(partners.bankAccountDetails, { query })
          : undefined
      }
    />
  );
}
