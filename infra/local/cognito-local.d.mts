// What is used of cognito-local. Its own types import the whole of the old AWS SDK.
export declare class CognitoError extends Error {
  constructor(code: string, message: string);
}
export declare class CodeMismatchError extends CognitoError {
  constructor(message?: string);
}
export declare class ExpiredCodeError extends CognitoError {
  constructor(message?: string);
}
export declare class InvalidParameterError extends CognitoError {
  constructor(message?: string);
}
export declare class NotAuthorizedError extends CognitoError {
  constructor(message?: string);
}
export declare class UserNotFoundError extends CognitoError {
  constructor(message?: string);
}

/** Passed on as it came. */
export type Context = unknown;

export interface User {
  Username: string;
  UserMFASettingList?: string[];
  PreferredMfaSetting?: string;
  SoftwareTokenMfaConfiguration?: { Verified?: boolean };
}

interface Pool {
  getUserByUsername(context: Context, username: string): Promise<User | null>;
  saveUser(context: Context, user: User): Promise<void>;
}

export interface Services {
  cognito: { getUserPool(context: Context, id: string): Promise<Pool> };
}

/** The parts of Cognito's requests that are read here. */
export interface PoolRequest {
  UserPoolId: string;
  AccessToken?: string;
  AuthFlow?: string;
  AuthParameters?: Record<string, string>;
  ChallengeResponses?: Record<string, string>;
  Session?: string;
  UserCode: string;
}

type Target = (services: Services) => (context: Context, request: PoolRequest) => Promise<object>;
export declare const Targets: Record<
  'AdminInitiateAuth' | 'RespondToAuthChallenge' | 'VerifySoftwareToken',
  Target
>;
