import { partners } from '../../shared/partners/contract.ts';
import { useEndpoint } from '../app/data.ts';
import { showDate } from '../ui/DateText.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { PartnerAccountCard } from './PartnerAccountCard.tsx';

/** Withdrawal account for the partner's managers; renders nothing if there is none. */
export function LinkedAccount({ partnerId }: { partnerId: string }) {
  const { data, error, retrying, reload } = useEndpoint(partners.bankingInfo, { query: { partnerId } });
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={3} />;
  const { waiting } = data.bankAccountRequest;
  return (
    data.bankAccount && (
      <>
        <PartnerAccountCard account={data.bankAccount} />
        {waiting && (
          <div className="alert alert-info">
            <p>
              {`The account ${waiting.accountNumber} replaces it on ${showDate(waiting.usableFrom)}. Not you? Call us.`}
            </p>
          </div>
        )}
      </>
    )
  );
}
