import { Refusal } from '../../shared/refusal.ts';
import type {
  VoucherLogo,
  VoucherProgram,
  VoucherProgramForm,
} from '../../shared/vouchers/voucher-program.ts';
import { loadJob } from '../jobs/store.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { programChange } from './program-store.ts';

const alreadyPublished = 'This voucher program is published, so it can no longer be changed.';

/** Throws if the program is published (spec 2 §4). */
export function mustBeOpen({ publishedOn }: VoucherProgram): void {
  if (publishedOn !== null) throw new Refusal('conflict', alreadyPublished);
}

/** Throws while a recipients file is being processed. */
export async function mustNotBeUploading({ uploadJobId }: VoucherProgram): Promise<void> {
  const job = uploadJobId === null ? undefined : await loadJob(uploadJobId);
  if (job?.status === 'running')
    throw new Refusal('conflict', 'A recipients file is being processed. Wait until it is finished.');
}

/** Returns the program of a form; a logo that is neither selected nor removed remains. */
export function programOf(
  before: VoucherProgram | null,
  form: VoucherProgramForm,
  newLogo: VoucherLogo | undefined,
): VoucherProgram {
  const { id, partnerId, displayName, redemptionValue, startDate, endDate, partnerLogoFileName } = form;
  const currentLogo = partnerLogoFileName === null ? null : (before?.logo ?? null);
  return {
    batchId: null,
    recipientCount: 0,
    metadataColumns: [],
    uploadJobId: null,
    publishedOn: null,
    publishJobId: null,
    version: 0,
    ...before,
    id,
    partnerId,
    displayName,
    redemptionValue,
    startDate,
    endDate,
    logo: newLogo ?? currentLogo,
  };
}

export async function saveProgram(
  before: VoucherProgram | null,
  after: VoucherProgram,
  who: string,
  now: Date,
): Promise<VoucherProgram> {
  await transact(
    ...programChange(before, after),
    auditWrite(
      {
        name: before ? 'voucher program changed' : 'voucher program created',
        subject: `voucher program ${after.id}`,
        who,
        before: before ? { ...before } : undefined,
        after: { ...after },
      },
      now,
    ),
  );
  return { ...after, version: (before?.version ?? 0) + 1 };
}
