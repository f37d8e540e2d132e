import type { Direction } from './nacha-codes.ts';

/**
 * Rules of a standard entry class (SEC): directions, maximum 705 addenda, the 702 addenda of card and terminal
 * classes, an addenda count inside the name field, and zero amounts.
 */
export type EntryClassRule = {
  direction?: Direction;
  remittances: number;
  terminalAddenda?: true;
  countsAddendaInName?: true;
  zeroAmount?: true;
};

const rules = new Map<string, EntryClassRule>(
  Object.entries({
    ACK: { direction: 'credit', remittances: 1, zeroAmount: true },
    ADV: { remittances: 0 },
    ARC: { direction: 'debit', remittances: 0 },
    ATX: { direction: 'credit', remittances: 9999, countsAddendaInName: true, zeroAmount: true },
    BOC: { direction: 'debit', remittances: 0 },
    CCD: { remittances: 1 },
    CIE: { direction: 'credit', remittances: 1 },
    COR: { remittances: 0, zeroAmount: true },
    CTX: { remittances: 9999, countsAddendaInName: true },
    DNE: { direction: 'credit', remittances: 1, zeroAmount: true },
    ENR: { remittances: 9999, zeroAmount: true },
    IAT: { remittances: 0 },
    MTE: { remittances: 0, terminalAddenda: true },
    POP: { direction: 'debit', remittances: 0 },
    POS: { direction: 'debit', remittances: 0, terminalAddenda: true },
    PPD: { remittances: 1 },
    RCK: { direction: 'debit', remittances: 0 },
    SHR: { direction: 'debit', remittances: 0, terminalAddenda: true },
    TEL: { direction: 'debit', remittances: 0 },
    TRC: { direction: 'debit', remittances: 0 },
    TRX: { direction: 'debit', remittances: 9999, countsAddendaInName: true },
    WEB: { remittances: 1 },
    XCK: { direction: 'debit', remittances: 0 },
  } satisfies Record<string, EntryClassRule>),
);

/** Returns the rules of an entry class; undefined for an unknown class. */
export const entryClassRule = (entryClass: string): EntryClassRule | undefined => rules.get(entryClass);
