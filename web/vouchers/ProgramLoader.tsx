import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import { pathTo } from '../app/addresses.ts';
import { CallError } from '../platform/call-error.ts';
import { useEndpoint } from '../app/data.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import type { Program } from './program-form.ts';

interface ProgramLoaderProps {
  partnerId: string;
  voucherProgramId: string;
  children: (program: Program, reload: () => Promise<unknown>) => ReactNode;
}

export function ProgramLoader({ partnerId, voucherProgramId, children }: ProgramLoaderProps) {
  const { data, error, retrying, reload, mutate } = useEndpoint(vouchers.program, {
    query: { voucherProgramId },
  });
  const isMissing = error instanceof CallError && [400, 404].includes(error.status);
  if (isMissing || (data && data.partnerId !== partnerId))
    return (
      <EmptyState
        wholePage
        title="Voucher program not found"
        text="It does not belong to this partner, or the address is incorrect."
        action={
          <Link className={buttonClass()} to={pathTo('voucherPrograms', { partnerId })}>
            Back to voucher programs
          </Link>
        }
      />
    );
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={6} />;
  return children(data, () => mutate());
}
