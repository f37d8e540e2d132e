import { key } from './key.ts';

/** Bank runs, bank files, and what the bank sends. */
export const bankFileKeys = {
  lastSent: (payeeToken: string, series: string) => key(`BANK-ACCOUNT#${payeeToken}`, `LAST-SENT#${series}`),
  bankPreparation: (digest: string) => key(`BANK-PREPARATION#${digest}`, 'BANK-PREPARATION'),
  bankCheck: (filterDigest: string) => key(`BANK-CHECK#${filterDigest}`, 'BANK-CHECK'),
  bankRun: (runHash: string) => key(`BANK-RUN#${runHash}`, 'BANK-RUN'),
  // one administrator's confirmation, by the hash that the second confirms too
  bankApproval: (runHash: string) => key(`BANK-APPROVAL#${runHash}`, 'BANK-APPROVAL'),
  bankFileContent: (digest: string) => key(`BANK-FILE-CONTENT#${digest}`, 'BANK-FILE-CONTENT'),
  bankNumbers: (origin: string) => key(`BANK-NUMBERS#${origin}`, 'BANK-NUMBERS'),
  bankFile: (id: string) => key(`BANK-FILE#${id}`, 'BANK-FILE'),
  bankFileLine: (id: string, line: string) => key(`BANK-FILE#${id}`, `LINE#${line}`),
  bankFileAttempt: (id: string, attempt: string) => key(`BANK-FILE#${id}`, `ATTEMPT#${attempt}`),
  // by the trace number, which is what the bank names; a round of ten million later it is another entry's
  sentEntry: (trace: string) => key(`SENT-ENTRY#${trace}`, 'SENT-ENTRY'),
  // how many entries went out, or came back and why, on a day
  bankGauge: (flow: string, day: string, what: string) => key(`BANK-GAUGE#${flow}#${day}`, what),
  inboxFile: (fileHash: string) => key(`INBOX-FILE#${fileHash}`, 'INBOX-FILE'),
  inboxEntry: (fileHash: string, position: string) => key(`INBOX-FILE#${fileHash}`, `ENTRY#${position}`),
} as const;
