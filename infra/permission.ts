/** Permission names. permissions.ts maps them to IAM and depends on the CDK; this module does not. */
export type Permission =
  | 'ReadTable'
  | 'WriteTable'
  | 'EncryptBankAccounts'
  | 'DecryptBankAccounts'
  | 'DescribeVaultKey'
  | 'GetSecrets'
  | 'GetFiles'
  | 'PutFiles'
  | 'GetAndPutFiles'
  | 'DeleteInboundFiles'
  | 'GetAgreements'
  | 'PutAgreements'
  | 'GetBankFiles'
  | 'PutBankFiles'
  | 'SendEmail'
  | 'GetEmailIdentity'
  | 'CreateUsers'
  | 'SetUserPasswords'
  | 'DeleteUsers'
  | 'UpdateUserEmails'
  | 'InitiateAuth'
  | 'RespondToAuthChallenge'
  | 'GetUserMfa'
  | 'SignOutUsers'
  | 'SetUserMfa'
  | 'ReplaceUserPasswords'
  | 'SendAccountJobs'
  | 'SendEmailJobs'
  | 'SendDataJobs'
  | 'SendToFailedJobs';

/** Permissions of a handler beyond the default, with their reason. */
export interface Grant {
  may: readonly [Permission, ...Permission[]];
  why: string;
}

export const grant = (why: string, ...may: [Permission, ...Permission[]]): Grant => ({ why, may });
