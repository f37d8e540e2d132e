/** First and last position of a field, one-based as in the NACHA specification. */
export type Field = readonly [from: number, to: number];

/** Field positions by record type (Nacha Operating Rules, appendix three). */
export const layout = {
  fileHeader: {
    priorityCode: [2, 3],
    destination: [4, 13],
    origin: [14, 23],
    creationDate: [24, 29],
    creationTime: [30, 33],
    fileIdModifier: [34, 34],
    recordSize: [35, 37],
    blockingFactor: [38, 39],
    formatCode: [40, 40],
    destinationName: [41, 63],
    originName: [64, 86],
    reference: [87, 94],
  },
  batchHeader: {
    serviceClass: [2, 4],
    companyName: [5, 20],
    companyDiscretionaryData: [21, 40],
    companyId: [41, 50],
    entryClass: [51, 53],
    description: [54, 63],
    descriptiveDate: [64, 69],
    effectiveDate: [70, 75],
    settlementDate: [76, 78],
    originatorStatus: [79, 79],
    odfi: [80, 87],
    batchNumber: [88, 94],
  },
  entry: {
    transactionCode: [2, 3],
    routingNumber: [4, 12],
    accountNumber: [13, 29],
    amount: [30, 39],
    id: [40, 54],
    name: [55, 76],
    discretionaryData: [77, 78],
    addendaIndicator: [79, 79],
    trace: [80, 94],
  },
  addenda: {
    typeCode: [2, 3],
    information: [4, 83],
    sequence: [84, 87],
    entrySequence: [88, 94],
  },
  batchControl: {
    serviceClass: [2, 4],
    entriesAndAddenda: [5, 10],
    hash: [11, 20],
    debit: [21, 32],
    credit: [33, 44],
    companyId: [45, 54],
    authenticationCode: [55, 73],
    reserved: [74, 79],
    odfi: [80, 87],
    batchNumber: [88, 94],
  },
  fileControl: {
    batches: [2, 7],
    blocks: [8, 13],
    entriesAndAddenda: [14, 21],
    hash: [22, 31],
    debit: [32, 43],
    credit: [44, 55],
    reserved: [56, 94],
  },
} as const satisfies Record<string, Record<string, Field>>;

export const fieldOf = (line: string, [from, to]: Field): string => line.slice(from - 1, to);

/** Returns the number in a field; undefined when it contains other characters than digits. */
export function numberOf(line: string, field: Field): number | undefined {
  const written = fieldOf(line, field);
  return /^\d+$/.test(written) ? Number(written) : undefined;
}

/** Problem with a file; line and position are one-based (line 0: the whole file). */
export type FileProblem = { line: number; position: number; sentence: string };
