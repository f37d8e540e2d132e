import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import type { CheckAnswer } from '../../shared/bank-files/check-answer.ts';
import { bankFiles } from '../../shared/bank-files/contract.ts';
import type { PaymentKind } from '../../shared/payments/payment.ts';
import type { FileResponse, ResponseOf } from '../../shared/endpoint.ts';
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
  file: BoundRequest<FileResponse>;
  send: (confirmation: { pin: string; hash: string; note?: string | undefined }) => Promise<Sent>;
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
  const calls: Record<PanelFlow, Omit<BankFileCalls, 'key'>> = {
    partner: {
      availability: boundRequest(bankFiles.checkPartnerWithdrawal, { query: { ...query, onlyAvailability } }),
      check: boundRequest(bankFiles.checkPartnerWithdrawal, { query }),
      file: boundRequest(bankFiles.downloadPartnerWithdrawal, { query }),
      send: (confirmation) => sendPartner.run({ body: { ...query, ...confirmation } }, { isQuiet }),
    },
    member: {
      availability: boundRequest(bankFiles.checkMemberPayments, { query: { ...query, onlyAvailability } }),
      check: boundRequest(bankFiles.checkMemberPayments, { query }),
      file: boundRequest(bankFiles.downloadMemberFile, { query }),
      send: (confirmation) => sendMember.run({ body: { ...query, ...confirmation } }, { isQuiet }),
    },
    facility: {
      availability: boundRequest(bankFiles.checkFacilityDeposit, { params, query: { onlyAvailability } }),
      check: boundRequest(bankFiles.checkFacilityDeposit, { params, query: {} }),
      file: boundRequest(bankFiles.downloadFacilityDeposit, { params }),
      send: (body) => sendFacility.run({ params, body }, { isQuiet }),
    },
  };
  return { key, ...calls[flow] };
}
