import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { periodId } from '../ids.ts';
import { pdfType, workbookType } from '../media-types.ts';
import { money } from '../money.ts';
import { done, pageOf, pageQuery } from '../page.ts';
import {
  codeForm,
  redeemableVoucher,
  recipientVoucher,
  redemptionColumns,
  redemptionRow,
} from './redemption.ts';

const facilities = ['facilityManager'] as const;
const tokenParams = z.object({ token: z.string().max(200) });

/** Endpoints of clubs that redeem vouchers, and of recipients. */
export const redemptionRows = {
  lookup: endpoint({
    method: 'POST',
    path: '/vouchers/lookup',
    roles: facilities,
    ownership: 'own',
    summary:
      'Returns the value of a code and whether the caller’s club may redeem it, without the recipient.',
    body: codeForm,
    response: redeemableVoucher,
  }),
  redeem: endpoint({
    method: 'POST',
    path: '/vouchers/redeem',
    roles: facilities,
    ownership: 'own',
    summary: 'Redeems a voucher by its code for the caller’s club, once.',
    body: codeForm,
    response: done.extend({ voucher: redeemableVoucher }),
  }),
  undoOwnRedemption: endpoint({
    method: 'POST',
    path: '/vouchers/redeem/undo',
    roles: facilities,
    ownership: 'own',
    summary:
      'Undoes a redemption of the caller’s club within five minutes: the voucher can be redeemed again.',
    body: codeForm,
    response: done.extend({ voucher: redeemableVoucher }),
  }),
  redemptions: endpoint({
    method: 'GET',
    path: '/vouchers/redemptions',
    roles: facilities,
    ownership: 'own',
    summary: 'Lists the redemptions of the caller’s club in a month, with the total.',
    query: z.object({ ...pageQuery(redemptionColumns), periodId }),
    response: pageOf(redemptionRow).extend({ totalAmount: money({ most: Number.MAX_SAFE_INTEGER }) }),
  }),
  downloadRedemptions: endpoint({
    method: 'GET',
    path: '/vouchers/redemptions/download',
    roles: facilities,
    ownership: 'own',
    summary: 'Returns the redemptions of the caller’s club in a month as a workbook.',
    query: z.object({ periodId }),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  recipient: endpoint({
    method: 'GET',
    path: '/vouchers/recipient/{token}',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Returns a voucher to the holder of the link in its email.',
    params: tokenParams,
    response: recipientVoucher,
  }),
  recipientPdf: endpoint({
    method: 'GET',
    path: '/vouchers/recipient/{token}/pdf',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Returns the printable voucher to the holder of the link in its email.',
    params: tokenParams,
    response: 'file',
    mediaTypes: [pdfType],
  }),
};
