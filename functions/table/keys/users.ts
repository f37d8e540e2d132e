import { key } from './key.ts';

/** Users, settings, and visitors' messages. */
export const userKeys = {
  user: (id: string) => key(`USER#${id}`, 'USER'),
  signInAttempts: (nameDigest: string) => key(`SIGN-IN#${nameDigest}`, 'TRIES'),
  passwordReset: (nameDigest: string) => key(`SIGN-IN#${nameDigest}`, 'PASSWORD-RESET'),
  signInChallenge: (tokenHash: string) => key(`CHALLENGE#${tokenHash}`, 'CHALLENGE'),
  refreshToken: (tokenHash: string) => key(`REFRESH#${tokenHash}`, 'REFRESH'),
  pin: (userId: string) => key(`PIN#${userId}`, 'PIN'),
  fullNumbersRead: (userId: string, date: string) => key(`FULL-NUMBERS#${userId}`, date),
  gridSettings: (userId: string, grid: string) => key(`USER#${userId}`, `GRID#${grid}`),
  featureFlags: () => key('SETTINGS', 'FEATURE-FLAGS'),

  submission: (id: string) => key(`SUBMISSION#${id}`, 'SUBMISSION'),
  siteEmailCount: (source: string) => key(`SITE-EMAILS-FROM#${source}`, 'COUNT'),
  loginCount: (source: string) => key(`LOGINS-FROM#${source}`, 'COUNT'),
  solvedCaptcha: (tokenHash: string) => key(`CAPTCHA#${tokenHash}`, 'CAPTCHA'),
} as const;
