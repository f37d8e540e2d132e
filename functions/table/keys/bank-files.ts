import { key } from './key.ts';

/** Bank runs, bank files, and files from the bank. */
export const bankFileKeys = {
  lastSent: (payeeToken: string, series: string) => key(`BANK-ACCOUNT#${payeeToken}`, `LAST-SENT#${series}`),
  bankPreparation: (digest: string) => key(`BANK-PREPARATION#${digest}`, 'BANK-PREPARATION'),
  bankCheck: (filterDigest: string) => key(`BANK-CHECK#${filterDigest}`, 'BANK-CHECK'),
  bankRun: (runHash: string) => key(`BANK-RUN#${runHash}`, 'BANK-RUN'),
  // a first administrator's confirmation, by the hash that the second one confirms
  bankApproval: (runHash: string) => key(`BANK-APPROVAL#${runHash}`, 'BANK-APPROVAL'),
  bankFileContent: (digest: string) => key(`BANK-FILE-CONTENT#${digest}`, 'BANK-FILE-CONTENT'),
  bankNumbers: (origin: string) => key(`BANK-NUMBERS#${origin}`, 'BANK-NUMBERS'),
  bankFile: (id: string) => key(`BANK-FILE#${id}`, 'BANK-FILE'),
  bankFileLine: (id: string, line: string) => key(`BANK-FILE#${id}`, `LINE#${line}`),
  bankFileAttempt: (id: string, attempt: string) => key(`BANK-FILE#${id}`, `ATTEMPT#${attempt}`),
  // by trace number, which the bank reports; trace numbers repeat after ten million entries
  sentEntry: (trace: string) => key(`SENT-ENTRY#${trace}`, 'SENT-ENTRY'),
  // number of entries sent, or returned by reason, on a day
  bankGauge: (bankFlow: string, day: string, what: string) => key(`BANK-GAUGE#${bankFlow}#${day}`, what),
  inboxFile: (fileHash: string) => key(`INBOX-FILE#${fileHash}`, 'INBOX-FILE'),
  inboxEntry: (fileHash: string, position: string) => key(`INBOX-FILE#${fileHash}`, `ENTRY#${position}`),
} as const;
