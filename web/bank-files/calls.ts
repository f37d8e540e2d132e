import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import type { CheckAnswer } from '../../shared/bank-files/check-answer.ts';
import { bankFiles } from '../../shared/bank-files/contract.ts';
import type { PaymentKind } from '../../shared/payments/payment.ts';
import type { FileResponse, ResponseOf } from '../../shared/endpoint.ts';
import type { JobBegun } from '../../shared/jobs/job.ts';
import { boundRequest, type BoundRequest } from '../app/bound-request.ts';
import { useAction } from '../app/data.ts';

export type PanelFlow = PaymentKind;

/** Which payments a panel sends; without a partner it is every partner's. */
export interface PanelFilter {
  programPaymentTypeId: ProgramPaymentTypeId;
  /** Asked for by partner payments only; club payments have one type. */
  paymentTypeId?: number;
  partnerId?: string;
  periodId: string;
}

export type Sent = ResponseOf<typeof bankFiles.sendPartnerWithdrawal>;

export interface BankFileCalls {
  /** The same text for the same payments. */
  key: string;
  /** Whether there is something to send. */
  availability: BoundRequest<CheckAnswer>;
  check: BoundRequest<CheckAnswer>;
  /** What the check came to that a job made. */
  checkOf: (jobId: string) => BoundRequest<CheckAnswer>;
  /** The masked files; of a large run the answer is a job. */
  file: BoundRequest<FileResponse | JobBegun>;
  send: (confirmation: { pin: string; runHash: string; note?: string | undefined }) => Promise<Sent>;
}

/** What a check is asked beside its payments. */
interface CheckGiven {
  onlyAvailability?: boolean;
  jobId?: string;
}

/** Reads that say what can be sent: what changes payments reads them again. */
export const checks = [
  bankFiles.checkPartnerWithdrawal,
  bankFiles.checkFacilityDeposit,
  bankFiles.checkMemberPayments,
] as const;

// the popup says what came of it
const isQuiet = true;

/** The calls of a flow, so that the panel need not know whose payments it sends. */
export function useBankFileCalls(flow: PanelFlow, filter: PanelFilter): BankFileCalls {
  const { programPaymentTypeId, paymentTypeId = 4, partnerId = '0', periodId } = filter;
  const sendPartner = useAction(bankFiles.sendPartnerWithdrawal);
  const sendMember = useAction(bankFiles.sendMemberPayments);
  const sendFacility = useAction(bankFiles.sendFacilityDeposit);
  const key = `${flow}/${programPaymentTypeId}/${paymentTypeId}/${partnerId}/${periodId}`;
  const params = { programPaymentTypeId, partnerId, periodId };
  const query = { ...params, paymentTypeId };
  const onlyAvailability = true;
  const ofPartner = (given: CheckGiven = {}) =>
    boundRequest(bankFiles.checkPartnerWithdrawal, { query: { ...query, ...given } });
  const ofMember = (given: CheckGiven = {}) =>
    boundRequest(bankFiles.checkMemberPayments, { query: { ...query, ...given } });
  const ofFacility = (given: CheckGiven = {}) =>
    boundRequest(bankFiles.checkFacilityDeposit, { params, query: { ...given } });
  const calls: Record<PanelFlow, Omit<BankFileCalls, 'key'>> = {
    partner: {
      availability: ofPartner({ onlyAvailability }),
      check: ofPartner(),
      checkOf: (jobId) => ofPartner({ jobId }),
      file: boundRequest(bankFiles.downloadPartnerWithdrawal, { query }),
      send: (confirmation) => sendPartner.run({ body: { ...query, ...confirmation } }, { isQuiet }),
    },
    member: {
      availability: ofMember({ onlyAvailability }),
      check: ofMember(),
      checkOf: (jobId) => ofMember({ jobId }),
      file: boundRequest(bankFiles.downloadMemberFile, { query }),
      send: (confirmation) => sendMember.run({ body: { ...query, ...confirmation } }, { isQuiet }),
    },
    facility: {
      availability: ofFacility({ onlyAvailability }),
      check: ofFacility(),
      checkOf: (jobId) => ofFacility({ jobId }),
      file: boundRequest(bankFiles.downloadFacilityDeposit, { params }),
      send: (body) => sendFacility.run({ params, body }, { isQuiet }),
    },
  };
  return { key, ...calls[flow] };
}
