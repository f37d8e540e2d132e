import { recipientRow, type RecipientRow } from '../../shared/vouchers/recipient-rows.ts';
import type { StoredParts } from '../platform/stored-parts.ts';

/** Validated rows of a recipients file. Many steps read one part: ten thousand rows are twenty files. */
export const recipientParts: StoredParts<RecipientRow> = {
  name: (jobId, part) => `voucher-recipients/${jobId}/${part}.json`,
  rowsInPart: 500,
  row: recipientRow,
};
