import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import type { CheckAnswer } from '../../shared/bank-files/check-answer.ts';
import { bankFiles } from '../../shared/bank-files/contract.ts';
import type { PaymentKind } from '../../shared/payments/payment.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { callApi, download, fetchFile } from '../app/api.ts';

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
  check: (onlyAvailability?: boolean) => Promise<CheckAnswer>;
  send: (confirmation: { pin: string; hash: string; note?: string | undefined }) => Promise<Sent>;
  save: () => Promise<void>;
  text: () => Promise<string>;
}

/** The calls of a flow, so that the panel need not know whose payments it sends. */
export function callsOf(flow: PanelFlow, filter: PanelFilter): BankFileCalls {
  const { programPaymentTypeId, paymentTypeId = 4, partnerId = '0', periodId } = filter;
  const key = `${flow}/${programPaymentTypeId}/${paymentTypeId}/${partnerId}/${periodId}`;
  const read = async (file: Promise<{ blob: Blob }>) => (await file).blob.text();
  if (flow === 'partner') {
    const query = { programPaymentTypeId, paymentTypeId, partnerId, periodId };
    return {
      key,
      check: (onlyAvailability) =>
        callApi(bankFiles.checkPartnerWithdrawal, { query: { ...query, onlyAvailability } }),
      send: (confirmation) =>
        callApi(bankFiles.sendPartnerWithdrawal, { body: { ...query, ...confirmation } }),
      save: () => download(bankFiles.downloadPartnerWithdrawal, { query }),
      text: () => read(fetchFile(bankFiles.downloadPartnerWithdrawal, { query })),
    };
  }
  if (flow === 'member') {
    const query = { programPaymentTypeId, paymentTypeId, partnerId, periodId };
    return {
      key,
      check: (onlyAvailability) =>
        callApi(bankFiles.checkMemberPayments, { query: { ...query, onlyAvailability } }),
      send: (confirmation) => callApi(bankFiles.sendMemberPayments, { body: { ...query, ...confirmation } }),
      save: () => download(bankFiles.downloadMemberFile, { query }),
      text: () => read(fetchFile(bankFiles.downloadMemberFile, { query })),
    };
  }
  const params = { programPaymentTypeId, partnerId, periodId };
  return {
    key,
    check: (onlyAvailability) =>
      callApi(bankFiles.checkFacilityDeposit, { params, query: { onlyAvailability } }),
    send: (body) => callApi(bankFiles.sendFacilityDeposit, { params, body }),
    save: () => download(bankFiles.downloadFacilityDeposit, { params }),
    text: () => read(fetchFile(bankFiles.downloadFacilityDeposit, { params })),
  };
}
