// A replaced account that was debited keeps its sealed numbers under its own token until its refund window ends.

/** Days after the replacement in which debits of the former account can be refunded: 60 to return, and a closed month. */
export const refundWindowDays = 120;

/** Returns the token of the account that a payee had in a version. */
export const formerToken = (payeeToken: string, version: number): string =>
  `${ownerToken(payeeToken)}~${version}`;

/** Returns the payee's own token; the numbers of former accounts are sealed for it too. */
export const ownerToken = (payeeToken: string): string => payeeToken.split('~')[0] ?? payeeToken;

/** Returns the version of a former account; undefined for the payee's own token. */
export const formerVersion = (payeeToken: string): string | undefined => payeeToken.split('~')[1];
