/** Permission names. permissions.ts maps them to IAM and depends on the CDK; this module does not. */
export type Permission =
  | 'read the table'
  | 'write the table'
  | 'seal bank accounts'
  | 'open bank accounts'
  | 'see the vault key'
  | 'read the secrets'
  | 'read files'
  | 'add files'
  | 'store files'
  | 'remove what the bank brought'
  | 'read agreements'
  | 'store agreements'
  | 'read bank files'
  | 'store bank files'
  | 'send email'
  | 'see the sender'
  | 'add people'
  | 'set passwords'
  | 'remove people'
  | 'change addresses'
  | 'sign people in'
  | 'end sign-ins by code'
  | 'see second factors'
  | 'end sessions'
  | 'set second factors'
  | 'replace passwords'
  | 'begin account jobs'
  | 'begin email jobs'
  | 'begin data jobs'
  | 'set messages aside';

/** Permissions of a handler beyond the default, with their reason. */
export interface Grant {
  may: readonly [Permission, ...Permission[]];
  why: string;
}

export const grant = (why: string, ...may: [Permission, ...Permission[]]): Grant => ({ why, may });
