const programs = (partnerId: string) => `/partnerowner/partners/${partnerId}/voucherprograms`;

/** Where a partner's voucher programs are: the list, and the screens of one. */
export const programsOf = (partnerId: string) => `${programs(partnerId)}/list`;

export const programAddress = (
  partnerId: string,
  screen: 'edit' | 'view' | 'recipients',
  voucherProgramId: string,
) => `${programs(partnerId)}/${screen}/${voucherProgramId}`;
