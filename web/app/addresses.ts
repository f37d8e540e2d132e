/** Pages of payments by kind. */
export const pageOfPayments = {
  partner: 'partnerPayments',
  facility: 'facilityPayments',
  member: 'memberPayments',
} as const;

export const paths = {
  home: '/',
  guestHome: '/guest/home',
  forFacilities: '/guest/forfacilities',
  forEmployers: '/guest/foremployers',
  forInsurers: '/guest/forinsurers',
  forMembers: '/guest/formembers',
  aboutUs: '/guest/aboutus',
  contactUs: '/guest/contactus',
  nominateClub: '/guest/nominateclub',
  privacy: '/privacy',
  consumerHealthPrivacy: '/consumerhealthprivacy',
  privacyArchives: '/privacyarchives/index',
  privacyNotice2023: '/privacyarchives/privacynotice-2023-08-24',
  californiaPrivacyPolicy2023: '/privacyarchives/californiaprivacypolicy-2023-01-10',
  privacyPolicy2023: '/privacyarchives/privacypolicy-2023-01-10',
  dataPrivacyRequest: '/dataprivacyrequest',
  confirmPrivacyRequest: '/dataprivacyrequest/:token',
  termsOfUse: '/termsofuse',
  accessibility: '/accessibilityAndMaintenance',
  agentForm: '/resources/authorizedagentdesignationform',
  healthcheck: '/healthcheck',
  siteMap: '/sitemap',
  developers: '/developers',
  apiReference: '/developers/reference',
  apiChangelog: '/developers/changelog',
  singleSignOnGuide: '/developers/single-sign-on',
  dashboard: '/dashboard',
  resetPassword: '/resetpassword',
  // opened by a secret in the address
  companyLogin: '/login/company',
  confirmLink: '/login/link',
  invitation: '/invitation/:token',
  userInvitation: '/userinvitation/:token',
  confirmEmail: '/confirmemail/:token',
  voucher: '/voucher/:token',
  stopVisitEmails: '/stopvisitemails',
  signUp: '/signup/:linkToken',
  confirmSignUp: '/confirmsignup/:token',
  // parts of the site; their paths redirect to the first page of the part
  adminPart: '/admin',
  partnerPart: '/partnerowner',
  managerPart: '/partnermanager',
  managerProfilePart: '/partnermanager/profile',
  memberPart: '/member',
  facilityManagerPart: '/facilitymanager',
  storagePart: '/storage',
  partnersPart: '/admin/partners',
  administratorsPart: '/admin/administrators',
  privacyPart: '/admin/privacy',
  visitsPart: '/admin/visits',
  paymentsPart: '/admin/wellnessprogrampayments',
  partnerProgramPart: '/partnerowner/partners/:partnerId/groupmemberships',
  managerProgramPart: '/partnermanager/groupmemberships',
  memberAccountPart: '/member/account',
  // administrators
  months: '/admin/months',
  approvals: '/admin/approvals',
  partners: '/admin/partners/list',
  addPartner: '/admin/partners/add',
  partnerPayments: '/admin/wellnessprogrampayments/partnerpayments',
  facilityPayments: '/admin/wellnessprogrampayments/facilitypayments',
  memberPayments: '/admin/wellnessprogrampayments/memberpayments',
  treasury: '/admin/bankfiles/treasury',
  bankFiles: '/admin/bankfiles',
  receivedFiles: '/admin/bankfiles/received',
  reviewEntries: '/admin/bankfiles/review',
  waitingAccounts: '/admin/bankfiles/accounts',
  receivedFile: '/admin/bankfiles/received/:inboxFileId',
  bankFile: '/admin/bankfiles/:bankFileId',
  proof: '/admin/bankfiles/proof',
  fraud: '/admin/bankfiles/fraudmonitoring',
  returnedEntries: '/admin/bankfiles/returnedentries',
  members: '/admin/members',
  memberRequests: '/admin/members/requests',
  member: '/admin/members/:memberId',
  transferResults: '/admin/member/transfers',
  memberLegalContract: '/admin/members/:memberId/legalcontract',
  facilities: '/admin/facilities',
  importFacilities: '/admin/facilities/import',
  addFacility: '/admin/facilities/add',
  plans: '/admin/facilities/plans',
  facility: '/admin/facilities/:facilityId/general',
  facilityBankAccount: '/admin/facilities/:facilityId/bankaccount',
  facilityMembers: '/admin/facilities/:facilityId/members',
  paymentsToFacility: '/admin/facilities/:facilityId/payments',
  facilityManagers: '/admin/facilities/:facilityId/managers',
  importVisits: '/admin/visits/import',
  missingVisits: '/admin/visits/missing',
  administrators: '/admin/administrators/list',
  addAdministrator: '/admin/administrators/add',
  privacyCases: '/admin/privacy/requests',
  privacyCase: '/admin/privacy/requests/:owner/:caseId',
  settings: '/admin/settings',
  checklist: '/admin/checklist',
  jobs: '/admin/jobs',
  apiClients: '/admin/apiclients',
  webhooks: '/admin/webhooks',
  security: '/admin/profile/security',
  adminSessions: '/admin/profile/devices',
  findUser: '/admin/administrators/users',
  adminPassword: '/admin/profile/changepassword',

  // one partner, for administrators
  partnerDashboard: '/partnerowner/partners/:partnerId/dashboard',
  partnerInfo: '/partnerowner/partners/:partnerId/partnerInfo/general',
  partnerBanking: '/partnerowner/partners/:partnerId/partnerInfo/banking',
  partnerBilling: '/partnerowner/partners/:partnerId/partnerInfo/billing',
  partnerActivity: '/partnerowner/partners/:partnerId/activity',
  managers: '/partnerowner/partners/:partnerId/partnerInfo/managers/list',
  addManager: '/partnerowner/partners/:partnerId/partnerInfo/managers/add',
  editManager: '/partnerowner/partners/:partnerId/partnerInfo/managers/edit/:managerId',
  partnerAccessReview: '/partnerowner/partners/:partnerId/partnerInfo/accessreview',
  groupMembership: '/partnerowner/partners/:partnerId/groupmemberships/general',
  partnerEmployees: '/partnerowner/partners/:partnerId/groupmemberships/employeemanagement',
  partnerSignUps: '/partnerowner/partners/:partnerId/groupmemberships/employeemanagement/signups',
  partnerRosterChanges: '/partnerowner/partners/:partnerId/groupmemberships/employeemanagement/changes',
  partnerRosterChange:
    '/partnerowner/partners/:partnerId/groupmemberships/employeemanagement/changes/:changeId',
  partnerOwnPayments: '/partnerowner/partners/:partnerId/groupmemberships/payments',
  partnerCosts: '/partnerowner/partners/:partnerId/groupmemberships/costs',
  partnerPayroll: '/partnerowner/partners/:partnerId/groupmemberships/payroll',
  partnerVisits: '/partnerowner/partners/:partnerId/groupmemberships/visitlog',
  voucherPrograms: '/partnerowner/partners/:partnerId/voucherprograms/list',
  addVoucherProgram: '/partnerowner/partners/:partnerId/voucherprograms/create',
  editVoucherProgram: '/partnerowner/partners/:partnerId/voucherprograms/edit/:voucherProgramId',
  voucherProgram: '/partnerowner/partners/:partnerId/voucherprograms/view/:voucherProgramId',
  voucherRecipients: '/partnerowner/partners/:partnerId/voucherprograms/recipients/:voucherProgramId',
  partnerWebhooks: '/partnerowner/partners/:partnerId/webhooks',
  partnerSingleSignOn: '/partnerowner/partners/:partnerId/singlesignon',
  // a partner manager
  managerDashboard: '/partnermanager/dashboard',
  managerApprovals: '/partnermanager/todo',
  managerActivity: '/partnermanager/activity',
  managerProfile: '/partnermanager/profile/general',
  managerSecurity: '/partnermanager/profile/security',
  managerSessions: '/partnermanager/profile/devices',
  managerPassword: '/partnermanager/profile/changepassword',
  managerEmployees: '/partnermanager/groupmemberships/employeemanagement',
  managerSignUps: '/partnermanager/groupmemberships/employeemanagement/signups',
  managerRosterChanges: '/partnermanager/groupmemberships/employeemanagement/changes',
  managerRosterChange: '/partnermanager/groupmemberships/employeemanagement/changes/:changeId',
  managerPayments: '/partnermanager/groupmemberships/payments',
  managerCosts: '/partnermanager/groupmemberships/costs',
  managerPayroll: '/partnermanager/groupmemberships/payroll',
  lostKeyFobs: '/partnermanager/groupmemberships/lostkeyfobs',
  managerVisits: '/partnermanager/groupmemberships/visitlog',
  managerAccessReview: '/partnermanager/accessreview',
  managerApiClients: '/partnermanager/apiclients',
  managerWebhooks: '/partnermanager/webhooks',
  managerSingleSignOn: '/partnermanager/singlesignon',
  // a member
  memberHome: '/member/dashboard/home',
  facilityLocator: '/member/dashboard/facilitylocator',
  memberProfile: '/member/profile/general',
  memberSecurity: '/member/profile/security',
  memberSessions: '/member/profile/devices',
  memberPrivacy: '/member/profile/privacy',
  memberPassword: '/member/profile/changepassword',
  usageLog: '/member/profile/usagelog',
  accessPass: '/member/accesspass',
  facilityInformation: '/member/profile/facilityinformation/facilities',
  ownLegalContract: '/member/profile/facilityinformation/legalcontract',
  facilityEnrollment: '/member/profile/facilityinformation/:facilityId/facilityenrollment',
  insurance: '/member/account/insurance',
  memberBilling: '/member/account/billing',
  reimbursement: '/member/account/reimbursement',
  // a facility manager
  facilityDashboard: '/facilitymanager/dashboard',
  clubApprovals: '/facilitymanager/todo',
  facilityManagerSecurity: '/facilitymanager/profile/security',
  facilityManagerSessions: '/facilitymanager/profile/devices',
  ownMembers: '/facilitymanager/members',
  ownMemberLegalContract: '/facilitymanager/members/:memberId/legalcontract',
  importCheckIns: '/facilitymanager/checkins',
  ownPasses: '/facilitymanager/accesspasses',
  ownMissingVisits: '/facilitymanager/missingvisits',
  ownPayments: '/facilitymanager/payments',
  ownBankAccount: '/facilitymanager/bankaccount',
  ownVouchers: '/facilitymanager/vouchers',
  clubApiClients: '/facilitymanager/apiclients',
  clubWebhooks: '/facilitymanager/webhooks',
  // of several roles
  uploadResults: '/uploadresults',
  storedFile: '/storage/:filePartitionKey/:fileRowKey',
} as const;

type Paths = typeof paths;
export type PageName = keyof Paths;

type ParameterOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Query = Readonly<Record<string, string | number | undefined>>;

type Details<Name extends PageName> = [ParameterOf<Paths[Name]>] extends [never]
  ? [params?: Readonly<Record<string, never>>, query?: Query]
  : [params: Readonly<Record<ParameterOf<Paths[Name]>, string>>, query?: Query];

/** Returns the address of a page with its parameters; undefined and empty query values are omitted. */
export function pathTo<const Name extends PageName>(
  name: Name,
  ...[params, query = {}]: Details<Name>
): string {
  const values: Readonly<Record<string, string>> = params ?? {};
  const path = paths[name].replaceAll(/:(\w+)/g, (_, parameter: string) =>
    encodeURIComponent(values[parameter] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value));
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}
