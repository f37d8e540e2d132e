export {
  CodeMismatchError,
  CognitoError,
  ExpiredCodeError,
  InvalidParameterError,
  NotAuthorizedError,
  UserNotFoundError,
} from 'cognito-local/lib/errors.js';
export { Targets } from 'cognito-local/lib/targets/targets.js';
