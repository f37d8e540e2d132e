import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { recordId, recordVersion } from '../ids.ts';
import { zipType } from '../media-types.ts';
import { done, pageOf, pageQuery } from '../page.ts';
import { healthConsentEndpoints } from '../privacy/health-consent-contract.ts';
import {
  caseColumns,
  decisionForm,
  caseDetails,
  caseForm,
  caseRow,
  correctionForm,
  extensionForm,
  guestCaseForm,
  ownCase,
} from '../privacy/privacy-case.ts';

const caseParams = z.object({ owner: recordId, caseId: recordId });
const admin = ['systemAdmin'] as const;
const version = recordVersion;

export const privacy = area('privacy', {
  ...healthConsentEndpoints,
  ownCases: endpoint({
    method: 'GET',
    path: '/privacy/requests',
    roles: ['member'],
    ownership: 'own',
    summary: "Lists the caller's privacy requests, newest first.",
    response: z.array(ownCase),
  }),
  fileOwnCase: endpoint({
    method: 'POST',
    path: '/privacy/requests',
    roles: ['member'],
    ownership: 'own',
    summary: 'Files a request for access, correction, or deletion; one of each kind can be open.',
    body: caseForm,
    response: done,
  }),
  withdrawCase: endpoint({
    method: 'POST',
    path: '/privacy/requests/{caseId}/withdraw',
    roles: ['member'],
    ownership: 'own',
    summary: 'Withdraws an open request of the caller that was not carried out.',
    params: z.object({ caseId: recordId }),
    response: done,
  }),
  fileAsGuest: endpoint({
    method: 'POST',
    path: '/privacy/guest-requests',
    roles: ['guest'],
    ownership: 'open',
    summary:
      'Emails a link that files the request when it is opened. Requires the header g-recaptcha-response if captchas are on.',
    body: guestCaseForm,
    response: done,
  }),
  confirmRequest: endpoint({
    method: 'POST',
    path: '/privacy/guest-requests/confirm',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Files the request of an emailed link; a repeated call has the same response.',
    body: z.object({ token: z.string().max(200) }),
    response: z.object({ success: z.boolean(), dueOn: z.string() }),
  }),
  cases: endpoint({
    method: 'GET',
    path: '/privacy/cases',
    roles: admin,
    summary: 'Lists the privacy requests, open ones first by deadline.',
    query: z.object(pageQuery(caseColumns)),
    response: pageOf(caseRow),
  }),
  caseDetails: endpoint({
    method: 'GET',
    path: '/privacy/cases/{owner}/{caseId}',
    roles: admin,
    summary: 'Returns a request with its actions and the memberships of the person.',
    params: caseParams,
    response: caseDetails,
  }),
  extendCase: endpoint({
    method: 'POST',
    path: '/privacy/cases/{owner}/{caseId}/extend',
    roles: admin,
    summary: 'Extends the deadline once by 45 days and emails the reason.',
    params: caseParams,
    body: extensionForm.extend({ version }),
    response: done,
  }),
  exportFile: endpoint({
    method: 'POST',
    path: '/privacy/cases/{owner}/{caseId}/export',
    roles: admin,
    stepUp: true,
    summary: 'Returns all data of the person as a ZIP file and records the export.',
    params: caseParams,
    response: 'file',
    mediaTypes: [zipType],
  }),
  correct: endpoint({
    method: 'POST',
    path: '/privacy/cases/{owner}/{caseId}/correct',
    roles: admin,
    stepUp: true,
    summary: 'Corrects names, phone number, or birth date in all memberships of the person.',
    params: caseParams,
    body: correctionForm.extend({ version }),
    response: done,
  }),
  erase: endpoint({
    method: 'POST',
    path: '/privacy/cases/{owner}/{caseId}/erase',
    roles: admin,
    stepUp: true,
    summary: 'Erases a former member and lists what must be retained; failed requests can be repeated.',
    params: caseParams,
    response: done.extend({ retained: z.array(z.string()) }),
  }),
  notifyRecipients: endpoint({
    method: 'POST',
    path: '/privacy/cases/{owner}/{caseId}/notify',
    roles: admin,
    summary: 'Emails the partners and clubs of the person about a correction or erasure.',
    params: caseParams,
    response: done,
  }),
  closeCase: endpoint({
    method: 'POST',
    path: '/privacy/cases/{owner}/{caseId}/close',
    roles: admin,
    summary: 'Closes a request that was carried out or is refused, and emails the answer.',
    params: caseParams,
    body: decisionForm.extend({ version }),
    response: done,
  }),
});
