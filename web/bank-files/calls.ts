import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import type { CheckResponse } from '../../shared/bank-files/check-summary.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import type { PaymentKind } from '../../shared/payments/payment.ts';
import type { FileResponse, ResponseOf } from '../../shared/endpoint.ts';
import type { JobBegun } from '../../shared/jobs/job.ts';
import { boundRequest, type BoundRequest } from '../app/bound-request.ts';
import { useAction } from '../app/data.ts';

export type PanelKind = PaymentKind;

export interface PanelFilter {
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId?: number;
  partnerId?: string;
  periodId: string;
}

export type Sent = ResponseOf<typeof bankFiles.sendPartnerWithdrawal>;

export interface BankFileCalls {
  key: string;
  availability: BoundRequest<CheckResponse>;
  check: BoundRequest<CheckResponse>;
  checkOf: (jobId: string) => BoundRequest<CheckResponse>;
  file: BoundRequest<FileResponse | JobBegun>;
  send: (confirmation: { pin: string; runHash: string; note?: string | undefined }) => Promise<Sent>;
}

interface CheckParams {
  onlyAvailability?: boolean;
  jobId?: string;
}

export const checks = [
  bankFiles.checkPartnerWithdrawal,
  bankFiles.checkFacilityDeposit,
  bankFiles.checkMemberPayments,
] as const;

// the popup displays the result
const isQuiet = true;

/** Returns the requests of a flow, so that the panel does not depend on the payee. */
export function useBankFileCalls(paymentKind: PanelKind, filter: PanelFilter): BankFileCalls {
  const { programPaymentTypeId, paymentTypeId = 4, partnerId = '0', periodId } = filter;
  const sendPartner = useAction(bankFiles.sendPartnerWithdrawal);
  const sendMember = useAction(bankFiles.sendMemberPayments);
  const sendFacility = useAction(bankFiles.sendFacilityDeposit);
  const key = `${paymentKind}/${programPaymentTypeId}/${paymentTypeId}/${partnerId}/${periodId}`;
  const params = { programPaymentTypeId, partnerId, periodId };
  const query = { ...params, paymentTypeId };
  const onlyAvailability = true;
  const ofPartner = (checkParams: CheckParams = {}) =>
    boundRequest(bankFiles.checkPartnerWithdrawal, { query: { ...query, ...checkParams } });
  const ofMember = (checkParams: CheckParams = {}) =>
    boundRequest(bankFiles.checkMemberPayments, { query: { ...query, ...checkParams } });
  const ofFacility = (checkParams: CheckParams = {}) =>
    boundRequest(bankFiles.checkFacilityDeposit, { params, query: { ...checkParams } });
  const calls: Record<PanelKind, Omit<BankFileCalls, 'key'>> = {
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
  return { key, ...calls[paymentKind] };
}
