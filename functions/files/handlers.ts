import { agreementFile } from '../../shared/enrollment/agreement.ts';
import { files } from '../../shared/contracts/files.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadMemberFor } from '../members/reach.ts';
import { loadAgreement } from '../enrollment/store.ts';
import { getFile } from '../platform/files.ts';
import { handle } from '../handle.ts';

export const getHandler = handle(files.get, async ({ params, caller }) => {
  const member = await loadMemberFor(caller, params.partitionKey);
  const signed = await loadAgreement(member.id, params.rowKey);
  const bytes = signed && (await getFile('agreements', agreementFile(signed)));
  if (!signed || !bytes) throw new Refusal('not-found', 'File not found.');
  const name = `Agreement ${member.firstName} ${member.lastName} ${signed.signedAt.slice(0, 10)}.pdf`;
  return { name, type: 'application/pdf', bytes };
});
