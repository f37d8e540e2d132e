import { useParams } from 'react-router-dom';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import { showMoment } from '../../shared/calendar.ts';
import { download } from '../app/api.ts';
import { CallError } from '../platform/call-error.ts';
import { showFailure, useEndpoint } from '../app/data.ts';
import { FacilityFinder } from '../site/ClubFinder.tsx';
import { QrCode } from '../users/QrCode.tsx';
import { Button } from '../ui/Button.tsx';
import { DateText, Money } from '../ui/formatted-text.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { StatusBadge, type StatusColor } from '../ui/StatusBadge.tsx';
import '../users/security.css';
import './vouchers.css';
import { PageTitle } from '../ui/PageTitle.tsx';

type Voucher = ResponseOf<typeof vouchers.recipient>;

export default function RecipientPage() {
  const { token = '' } = useParams();
  const { data, error, retrying, reload } = useEndpoint(vouchers.recipient, { params: { token } });
  if (error instanceof CallError && [400, 404].includes(error.status))
    return (
      <EmptyState
        wholePage
        icon="mail"
        title="This voucher link does not work"
        text="It was replaced, or part of the address is missing. Open the link in your latest voucher email."
      />
    );
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={6} />;
  return (
    <div className="recipient-page">
      <VoucherSheet voucher={data} token={token} />
      {data.code && <FacilityFinder />}
    </div>
  );
}

const badges: Record<Voucher['status'], { color: StatusColor; label: string }> = {
  valid: { color: 'green', label: 'Valid' },
  'not yet valid': { color: 'yellow', label: 'Not yet valid' },
  expired: { color: 'orange', label: 'Expired' },
  redeemed: { color: 'blue', label: 'Redeemed' },
  void: { color: 'beet', label: 'Void' },
};

function VoucherSheet({ voucher, token }: { voucher: Voucher; token: string }) {
  const { status, displayName, partnerName, redemptionValue, startDate, endDate, code } = voucher;
  const save = () => download(vouchers.recipientPdf, { params: { token } }).catch(showFailure);
  return (
    <article className="voucher-sheet card">
      <div>
        <p className="quiet">{partnerName}</p>
        <PageTitle>{displayName}</PageTitle>
        <p className="voucher-amount">
          <Money cents={redemptionValue} />
        </p>
        <p>
          <StatusBadge {...badges[status]} />
        </p>
        {status !== 'redeemed' && status !== 'void' && (
          <p>
            Valid from <DateText date={startDate} /> to <DateText date={endDate} />
          </p>
        )}
        <p>{messageOf(voucher)}</p>
        {code && (
          <>
            <p className="quiet">Voucher code</p>
            <p className="voucher-code voucher-code-large">{code}</p>
          </>
        )}
      </div>
      {code && <QrCode text={window.location.href.split(/[?#]/)[0] ?? ''} label="QR code of this voucher" />}
      {code && (
        <div className="page-actions">
          <Button kind="primary" icon="printer" onClick={() => window.print()}>
            Print voucher
          </Button>
          <Button icon="download" onClick={() => void save()}>
            Download PDF
          </Button>
        </div>
      )}
    </article>
  );
}

function messageOf({ status, facilityName, redeemedOn }: Voucher): string {
  if (status === 'redeemed' && redeemedOn)
    return `Redeemed at ${facilityName ?? 'a club'} on ${showMoment(redeemedOn)}.`;
  if (status === 'void') return 'This voucher was voided. Contact the sender.';
  if (status === 'expired') return 'This voucher can no longer be redeemed.';
  return 'Show the code or the QR code at a participating club. A voucher can be redeemed once.';
}
